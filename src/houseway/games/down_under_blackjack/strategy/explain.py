"""Why a decision is the best, in the line of the three-line strategy for this dealer."""

from typing import Final

from houseway.games.down_under_blackjack.exact.simple_names import TEXTS, THREE_LINES
from houseway.games.down_under_blackjack.variant import value_of
from houseway.games.letter.card_reader import LIGHTS
from houseway.games.pricing.advice import Seen

_HIDDEN: Final = dict(zip(LIGHTS, (3, 7, 10), strict=True))  # what a light counts for


def explain(seen: Seen, _best: str) -> str:
    """The line for what the dealer counts; it does not depend on which decision is best."""
    count = _count(seen)
    _, *lines = TEXTS[THREE_LINES].split(". ")
    line = lines[0 if count <= 11 else 1 if count <= 16 else 2]
    return f"The dealer counts {count}. Rule of thumb, {line[0].lower()}{line[1:].rstrip('.')}."


def _count(seen: Seen) -> int:
    """The up card, an ace as 11, and the hole card by its light or as it lies; two exposed aces are 2."""
    up, down = seen.dealer[0], seen.dealer[1]
    first = _points(int(up)) if up is not None else 0
    if down is None:
        return first + _HIDDEN[seen.lights[0]] if seen.lights else first
    second = _points(int(down))
    return 2 if first == second == 11 else first + second


def _points(card: int) -> int:
    return value_of(card) + 2  # values are counted from the two, the ace is 11
