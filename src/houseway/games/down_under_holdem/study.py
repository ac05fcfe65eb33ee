"""What a designer's study may change of the rules."""

from collections.abc import Mapping
from typing import Final

from houseway.games.down_under_holdem.variant import variant_of
from houseway.games.game import Game
from houseway.games.letter.card_reader import group_words

STUDY_RULES: Final[Mapping[str, str]] = {
    "groups": 'the ranks of the three lights, from low to high: ["2-5", "6-9", "T-A"]',
    "play-before": "the Play wagers before the flop, in Antes, ascending: [2, 3]",
    "play-after": "the Play wager after the flop, in Antes, another than those before it: 1",
}


def rule_values(game: Game) -> dict[str, object]:
    """The rules as they stand."""
    variant = variant_of(game)
    return {
        "groups": group_words(variant.lights),
        "play-before": list(variant.before),
        "play-after": variant.after,
    }


def check_study(game: Game) -> None:
    """Refuse rules that make no sense."""
    variant_of(game)
