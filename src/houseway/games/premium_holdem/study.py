"""What a designer's study may change of the rules."""

from collections.abc import Mapping
from typing import Final

from houseway.cards.card import RANKS
from houseway.games.game import Game
from houseway.games.premium_holdem.variant import QUALIFIERS, variant_of

STUDY_RULES: Final[Mapping[str, str]] = {
    "deck": 'the ranks in play, each in four suits: "6789TJQKA"; straights are those of the full deck',
    "qualifier": 'the dealer\'s least hand for the Ante to win: "none", "king high", "ace high" or "pair of fives"',
}


def rule_values(game: Game) -> dict[str, object]:
    """The rules as they stand."""
    variant = variant_of(game)
    qualifier = next(name for name, least in QUALIFIERS.items() if least == variant.least)
    return {"deck": "".join(RANKS[rank] for rank in variant.ranks), "qualifier": qualifier}


def check_study(game: Game) -> None:
    """Refuse rules that make no sense."""
    variant_of(game)
