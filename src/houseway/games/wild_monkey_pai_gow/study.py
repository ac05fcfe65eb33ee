"""What a designer's study may change of the rules."""

from collections.abc import Mapping
from typing import Final

from houseway.games.game import Game
from houseway.games.wild_monkey_pai_gow.variant import MOST_DOUBLED, Variant

STUDY_RULES: Final[Mapping[str, str]] = {
    "surrender": "what a surrendered hand loses of the bet, 0 to 1, such as 1/2 (the letter's), or no for none",
    "double": f"how much may be doubled, in bets, 0 (not at all) to {MOST_DOUBLED}; the letter's is 1",
}


def rule_values(game: Game) -> dict[str, object]:
    """The rules as they stand."""
    variant = Variant.of(game)
    surrender = str(variant.surrender) if variant.surrenders else "no"
    return {"surrender": surrender, "double": str(variant.double)}


def check_study(game: Game) -> None:
    """Refuse rules that make no sense."""
    Variant.of(game)
