"""The first hand: every game leads a newcomer through a round, and a guide that leads nowhere is refused."""

from pathlib import Path

import pytest

from games.test_approval import GAMES, WHOLE, written
from games.test_layout import LAYOUT
from houseway.errors import InvalidInput
from houseway.games import letter_of
from houseway.games.letter.approval_file import load_approval
from houseway.games.letter.guide import MOMENTS, MOST_TEXT, GuideStep

GUIDE = """guide = [
  { when = "wagers", at = "spot ante", text = "Your Ante lies here." },
  { when = "wagers", at = "deal", text = "Press Deal." },
  { when = "decision", at = "hand", text = "Your cards." },
  { when = "decision", at = "button fold", text = "Fold." },
  { when = "settled", at = "result", text = "This is what you lost." },
]
"""


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_five_or_six_steps_whose_parts_exist(name: str) -> None:
    layout = letter_of(name).layout
    assert len(layout.guide) in (5, 6)
    assert {step.at for step in layout.guide} <= set(layout.parts())
    assert list(dict.fromkeys(step.when for step in layout.guide)) == list(MOMENTS)
    assert layout.guide[-1].at == "result"  # why that was paid


@pytest.mark.parametrize("name", GAMES)
def test_the_first_step_points_at_what_must_be_wagered(name: str) -> None:
    letter = letter_of(name)
    kind, wager = letter.layout.guide[0].at.split()
    assert kind == "spot"
    assert letter.wagers[wager].required


@pytest.mark.parametrize("name", GAMES)
def test_lights_are_explained_where_a_game_has_them(name: str) -> None:
    layout = letter_of(name).layout
    assert ("lights" in {step.at for step in layout.guide}) == bool(layout.boxes)


def test_a_game_without_a_guide_is_read_all_the_same(tmp_path: Path) -> None:
    assert load_approval(written(tmp_path, WHOLE + LAYOUT)).layout.guide == ()


def test_a_guide_is_read(tmp_path: Path) -> None:
    guide = load_approval(written(tmp_path, WHOLE + LAYOUT + GUIDE)).layout.guide
    assert guide[3] == GuideStep(when="decision", at="button fold", text="Fold.")
    assert [step.is_deed() for step in guide] == [False, True, False, True, False]


BROKEN = {
    "too few steps": ('  { when = "decision", at = "hand", text = "Your cards." },\n', "", "five or six steps, not 4"),
    "a spot that is not there": ("spot ante", "spot tips", "must point at one of dealer, hand, .* not spot tips"),
    "lights in a game without them": ('"hand"', '"lights"', "not lights"),
    "a button that takes an amount": ("button fold", "button raise", "not button raise"),
    "no words": ("Fold.", "", "1 to 150 characters, not 0"),
    "too many words": ("Fold.", "Fold. " * 30, "1 to 150 characters, not 180"),
    "a wager without the deal": ('at = "deal"', 'at = "spots"', "the last step of wagers must point at"),
    "a decision without a button": ("button fold", "dealer", "the last step of decision must point at"),
    "a button while wagers are made": ("spot ante", "button fold", "button fold cannot be pressed at wagers"),
    "a deal in one's turn": ('"hand"', '"deal"', "deal cannot be pressed at decision"),
    "no end": ('when = "settled"', 'when = "decision"', "must go through wagers, decision, settled"),
    "an unknown moment": ('when = "settled"', 'when = "later"', "must go through wagers, decision, settled"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_wrong_guide_is_refused(what: str, tmp_path: Path) -> None:
    before, after, message = BROKEN[what]
    text = GUIDE.replace(before, after, 1)
    assert text != GUIDE
    with pytest.raises(InvalidInput, match=rf"layout\.guide: .*{message}"):
        load_approval(written(tmp_path, WHOLE + LAYOUT + text))


def test_the_longest_text_is_what_a_phone_has_room_for(tmp_path: Path) -> None:
    text = GUIDE.replace("Fold.", "x" * MOST_TEXT)
    assert load_approval(written(tmp_path, WHOLE + LAYOUT + text)).layout.guide[3].text == "x" * MOST_TEXT
