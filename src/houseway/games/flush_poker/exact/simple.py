"""Strategies that a person can remember: raise to the cap from some flush on, and fold below it."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any, Final

from houseway.cards.card import RANKS
from houseway.cards.hands import flush_size
from houseway.cards.names import COUNTED, flush_name
from houseway.games.flush_poker.exact.count import OVERCARDS
from houseway.games.flush_poker.exact.flushes import Flush
from houseway.games.flush_poker.variant import Variant

THRESHOLD: Final = "threshold"
OVERCARD_THRESHOLDS: Final = "overcard_thresholds"
SECOND_CARD_THRESHOLDS: Final = "second_card_thresholds"
SIMPLE: Final = (THRESHOLD, OVERCARD_THRESHOLDS, SECOND_CARD_THRESHOLDS)

EACH: Final = range(OVERCARDS + 1)
COUNTING: Final = "Count the cards of other suits that are higher than your flush."


@dataclass(frozen=True, slots=True, kw_only=True)
class Simple:
    """A strategy to remember: raise to the cap from a strength on, fold below it."""

    lowest: tuple[int, ...]  # by overcards: the weakest flush that is raised
    net: Fraction
    cost: Fraction  # against the best strategy
    text: str = ""

    def to_json(self) -> dict[str, Any]:
        """In words and decimals."""
        return {
            "text": self.text,
            "raise_from_by_overcards": [flush_name(strength) for strength in self.lowest],
            "house_edge": float(-self.net),
            "house_edge_exact": str(-self.net),
            "cost": float(self.cost),
        }


def simple_strategies(variant: Variant, flushes: Sequence[Flush], best: Fraction) -> dict[str, Simple]:
    """The best of each form, by name; `best` is what the best strategy of all wins."""
    starts = second_card_starts(flushes)
    lowest = {
        THRESHOLD: [best_threshold(flushes, EACH)] * len(EACH),
        OVERCARD_THRESHOLDS: [best_threshold(flushes, [overcards]) for overcards in EACH],
        SECOND_CARD_THRESHOLDS: [best_threshold(flushes, [overcards], starts) for overcards in EACH],
    }
    return {name: follow(variant, flushes, chosen, best, _text(flushes, chosen)) for name, chosen in lowest.items()}


def best_threshold(flushes: Sequence[Flush], overcards: Collection[int], among: Collection[int] | None = None) -> int:
    """The strength from which raising hands with this many overcards wins most; of equals the highest.

    `among` are the strengths that may be chosen, all by default; above all flushes is always one.
    """
    gains = [sum([flush.raised[over] - flush.folded[over] for over in overcards]) for flush in reversed(flushes)]
    strengths = [flushes[-1].strength + 1, *(flush.strength for flush in reversed(flushes))]
    won = [
        (total, strength)
        for total, strength in zip(accumulate(gains, initial=0), strengths, strict=True)
        if among is None or strength in among or strength == strengths[0]
    ]
    return max(won)[1]


def second_card_starts(flushes: Sequence[Flush]) -> set[int]:
    """The weakest flush of each size with the same two highest ranks: thresholds that two cards tell."""
    weakest: dict[tuple[int, str], int] = {}
    for flush in flushes:
        weakest.setdefault((flush_size(flush.strength), _ranks(flush.strength)[:2]), flush.strength)
    return set(weakest.values())


def follow(variant: Variant, flushes: Iterable[Flush], lowest: Sequence[int], best: Fraction, text: str = "") -> Simple:
    """What it wins to raise to the cap from these strengths on, by overcards, and how much less than `best` that is."""
    won = sum(
        (raised if flush.strength >= least else folded)
        for flush in flushes
        for raised, folded, least in zip(flush.raised, flush.folded, lowest, strict=True)
    )
    average = Fraction(won, variant.match.denominator * variant.deals)
    return Simple(lowest=tuple(lowest), net=average, cost=best - average, text=text)


# ---- in words


def _ranks(strength: int) -> str:
    return "".join(RANKS[rank] for rank in range(12, -1, -1) if strength >> rank & 1)


def _from(flushes: Sequence[Flush], strength: int) -> str:
    """A threshold in as few words as tell it."""
    if strength > flushes[-1].strength:
        return "nothing"
    size, ranks = flush_size(strength), _ranks(strength)
    same = [_ranks(flush.strength) for flush in flushes if flush_size(flush.strength) == size]
    shown = next(ranks[:count] for count in range(size + 1) if ranks == _weakest(same, ranks[:count]))
    flush = f"any {COUNTED[size]}-card flush" if not shown else f"a {COUNTED[size]}-card flush of {'-'.join(shown)}"
    return f"{flush} or better"


def _weakest(same: Sequence[str], begin: str) -> str:
    return next(ranks for ranks in same if ranks.startswith(begin))


def _text(flushes: Sequence[Flush], lowest: Sequence[int]) -> str:
    parts: dict[str, list[int]] = {}
    for overcards, strength in enumerate(lowest):
        parts.setdefault(_from(flushes, strength), []).append(overcards)
    if len(parts) == 1:
        return f"Raise {next(iter(parts))}, as high as you may; fold everything else."
    each = [f"{start} with {_counts(overcards)}" for start, overcards in parts.items()]
    return f"{COUNTING} Raise {', '.join(each)}, as high as you may; fold everything else."


def _counts(overcards: Sequence[int]) -> str:
    words = [("none" if not count else COUNTED[count]) for count in overcards]
    if overcards[-1] == OVERCARDS:
        return f"{words[0]} or more" if len(words) > 1 or overcards[0] == OVERCARDS else words[0]
    return " or ".join(words)
