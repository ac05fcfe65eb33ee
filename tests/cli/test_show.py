"""What the terminal shows of a table."""

import pytest

from houseway.cli.show import show_view
from houseway.games.round.seen_round import HandView, RoundView, SeatView


def test_a_hand_without_a_name_is_shown_without_one(capsys: pytest.CaptureFixture[str]) -> None:
    """Of somebody else's seat nobody is shown what the hand is."""
    hand = HandView(cards=["??", "??"], hand=None, in_play=True)
    seat = SeatView(seat=1, player="pat", cards=["??", "??"], staked={"bet": "10.00"}, decisions=[], hands=[hand])
    view = RoundView(
        game="down-under-blackjack",
        phase="decisions",
        seat=0,
        dealer=["??", "9h"],
        lights=None,
        board=[],
        turn=1,
        choices=[],
        seats=[seat],
    )
    show_view(view, 0)
    shown = capsys.readouterr().out
    assert "seat 1" in shown
    assert "None" not in shown
