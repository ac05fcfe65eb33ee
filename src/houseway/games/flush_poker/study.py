"""What a designer's study may change of the rules: the joker, the caps of the Raise, and when the dealer qualifies."""

from collections.abc import Mapping
from typing import Final

from houseway.games.flush_poker.variant import qualifier_words, variant_of
from houseway.games.game import Game

STUDY_RULES: Final[Mapping[str, str]] = {
    "joker": "true or false: whether the deck has its joker",
    "raise-caps": "seven whole numbers: how many Bets a Raise may be with a flush of one to seven cards",
    "qualifier": "the least flush with which the dealer qualifies, such as `3-card T-8` or `4-card`; or `none`",
}


def rule_values(game: Game) -> dict[str, object]:
    """The rules as they stand."""
    variant = variant_of(game)
    return {
        "joker": variant.joker,
        "raise-caps": list(variant.caps[1 : variant.cards + 1]),
        "qualifier": qualifier_words(variant.qualifier),
    }


def check_study(game: Game) -> None:
    """Refuse rules that make no sense."""
    variant_of(game)
