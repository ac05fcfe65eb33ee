"""Why a decision is the best, in the sentence of the shortest strategy for people."""

from typing import Final

from houseway.games.down_under_holdem.exact.simple import SIMPLE
from houseway.games.down_under_holdem.variant import variant_of
from houseway.games.pricing.advice import Seen

RULE: Final = "one-liner"


def explain(seen: Seen, _best: str) -> str:
    """The sentence for this street; it does not depend on which decision is best."""
    before, _, after = SIMPLE[RULE].words(variant_of(seen.now.game)).partition(". ")
    sentence = after if seen.board else f"{before}."
    return f"Rule of thumb: {sentence[0].lower()}{sentence[1:]}"
