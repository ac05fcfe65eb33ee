"""The result of analysing Flush Poker, and its tables for people."""

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar, Final

from houseway.games.pricing.result import Analysis
from houseway.games.pricing.result_json import Result
from houseway.games.pricing.strategy import Chart

FLUSH_SUIT, OTHER_SUITS, JOKER_SUIT = "that of the flush", "another", "joker"
HIGHER: Final = "higher"  # how the ranks above a flush begin


class DependingFlush(Result, frozen=True, kw_only=True):
    """A flush that is folded or raised depending on the other cards, and how many of its hands are each."""

    flush: str
    folded: int
    raised: int
    by_overcards: Sequence[Sequence[int]]  # folded and raised
    text: str


class SeenCard(Result, frozen=True, kw_only=True):
    """How a seen card of others moves the difference between raising and folding, by its suit and ranks."""

    suit: str
    ranks: str
    cards: int
    change: float
    least: float
    most: float

    @property
    def kind(self) -> str:
        """The kind of card, as the heading of a column."""
        if self.suit == JOKER_SUIT:
            return "the joker"
        own = "its suit" if self.suit == FLUSH_SUIT else "another suit"
        return f"{own}, {'higher' if self.ranks.startswith(HIGHER) else 'not higher'}"


class Removal(Result, frozen=True, kw_only=True):
    """A hand at the border between folding and raising, and what seen cards change."""

    hand: Sequence[str]
    flush: str
    difference: float
    difference_exact: Fraction
    seen: Sequence[SeenCard]


class FlushPokerResult(Analysis, frozen=True, kw_only=True):
    """An analysis that also shows the border between folding and raising."""

    LAST: ClassVar = ("simple_strategies", "decision_worth", "depending", "effect_of_removal", "wagers")

    depending: Sequence[DependingFlush]
    effect_of_removal: Sequence[Removal]

    def tables(self, *, charts: bool = False) -> list[Chart]:
        """What a card that is seen elsewhere changes for hands at the border."""
        hands = self.effect_of_removal
        if not hands:
            return []
        title = "what a seen card changes, in the value of raising less that of folding"
        rows = tuple(
            (" ".join(one.hand), f"{one.difference:+.4f}", *(f"{seen.change:+.4f}" for seen in one.seen))
            for one in hands
        )
        return [Chart(title=title, columns=("hand", "now", *(seen.kind for seen in hands[0].seen)), rows=rows)]
