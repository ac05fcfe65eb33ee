"""Rounds that are called off after somebody has seen cards: only for a stated irregularity, with what was seen.

The letters do not say what a misdeal is, so the house states it: docs/tables.md, "Irregularities".
"""

from typing import Final

from houseway.errors import NotAllowedNow
from houseway.games.round.seen_round import HIDDEN
from houseway.house.tables.payloads import SeenCards
from houseway.house.tables.state import TableState

IRREGULARITIES: Final = (
    "misdeal",
    "wrong number of cards",
    "exposed card",
    "fouled deck",
    "card-reader fault",
    "equipment failure",
    "emergency",
)


def cards_seen(state: TableState) -> SeenCards:
    """What has been seen of the open round; nothing where nobody can open its cards."""
    now = state.round
    if now is None or state.sealed is not None:
        return SeenCards()
    if not now.dealt:  # people at the table see cards that nobody has entered yet
        return SeenCards(not_entered=state.open_rules.cards != "shuffle")
    seen = now.seen_by_all()
    own = {str(seat.number): _faces(now.seen_seat(seat.number, seat).cards) for seat in now.seats}
    return SeenCards(
        table=_faces([*seen.dealer, *seen.board]),
        seats={number: cards for number, cards in own.items() if cards},
        decisions=sum(len(seat.decisions) for seat in now.seats),
        staff=sorted(state.entered_by),
    )


def _faces(cards: list[str]) -> list[str]:
    return [card for card in cards if card != HIDDEN]


def is_stated(reason: str) -> bool:
    """Whether a reason begins with an irregularity that the house has stated."""
    return reason.strip().lower().startswith(IRREGULARITIES)


def require_irregularity(state: TableState, reason: str) -> None:
    """Refuse to call off a round of which somebody has seen cards, except for a stated irregularity."""
    if cards_seen(state).any and not is_stated(reason):
        stated = ", ".join(IRREGULARITIES)
        raise NotAllowedNow(f"cards were seen, so it must begin with one of these: {stated}", field="reason")


def require_one_without_entries(state: TableState, by: str, second: str) -> None:
    """Refuse two persons who both entered cards or decisions of a round that somebody has seen."""
    seen = cards_seen(state)
    if seen.any and {by, second} <= {*seen.staff}:
        raise NotAllowedNow("one of the two must have entered no card or decision of this round", field="void")
