"""Why a decision is the best, in the sentence of the shortest strategy for people."""

from typing import Final

from houseway.games.premium_holdem.exact.simple import SIMPLE
from houseway.games.pricing.advice import Seen

RULE: Final = "one-line"


def explain(seen: Seen, _best: str) -> str:
    """The part for this street; it does not depend on which decision is best."""
    before, _, after = SIMPLE[RULE].text.partition("; ")
    return f"Rule of thumb: {after if seen.board else before + '; else check.'}"
