"""Strategies that a person can remember: raise to the cap from a certain flush on, and fold below it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from houseway.cards.card import RANKS
from houseway.cards.hands import SUIT_MASK, TOP_RANKS, flush_size
from houseway.cards.names import COUNTED, flush_name
from houseway.games.flush_poker.exact.count import OVERCARDS
from houseway.games.flush_poker.exact.flushes import Flushes
from houseway.games.flush_poker.exact.sets import Counts
from houseway.games.flush_poker.variant import Variant
from houseway.games.pricing.result import SimpleStrategy

THRESHOLD: Final = "threshold"
OVERCARD_THRESHOLDS: Final = "overcard_thresholds"
SECOND_CARD_THRESHOLDS: Final = "second_card_thresholds"

EACH: Final = range(OVERCARDS + 1)
COUNTING: Final = "Count the cards of other suits that are higher than your flush."


@dataclass(frozen=True, slots=True, kw_only=True)
class Simple:
    """A strategy to remember: raise to the cap from a certain strength on, and fold below it."""

    lowest: tuple[int, ...]  # by overcards: the weakest flush that is raised
    net: Fraction
    cost: Fraction  # against the best strategy
    text: str = ""

    def result(self) -> SimpleStrategy:
        """The strategy as an analysis shows it."""
        names = map(flush_name, self.lowest)
        return SimpleStrategy.of(self.text, -self.net, -self.net - self.cost, raise_from=names)


def simple_strategies(variant: Variant, flushes: Flushes, best: Fraction) -> dict[str, Simple]:
    """The best strategy of each form, by name; `best` is what the best strategy of all wins."""
    starts = second_card_starts(flushes)
    lowest = {
        THRESHOLD: [best_threshold(flushes, EACH)] * len(EACH),
        OVERCARD_THRESHOLDS: [best_threshold(flushes, [overcards]) for overcards in EACH],
        SECOND_CARD_THRESHOLDS: [best_threshold(flushes, [overcards], starts) for overcards in EACH],
    }
    return {name: follow(variant, flushes, chosen, best, _text(flushes, chosen)) for name, chosen in lowest.items()}


def best_threshold(flushes: Flushes, overcards: Collection[int], among: Counts | None = None) -> int:
    """The threshold that wins most for hands with this many overcards; of equals the highest.

    `among` are the strengths that may be chosen, all by default; a threshold above all flushes may always be.
    """
    strengths = np.append(flushes.strengths, flushes.strengths[-1] + 1)[::-1]
    gains = flushes.gains[::-1, list(overcards)].sum(axis=1)
    won = np.append(0, np.cumsum(gains))
    allowed = np.ones(len(strengths), np.bool_) if among is None else np.isin(strengths, among)
    allowed[0] = True
    return int(strengths[allowed][np.argmax(won[allowed])])


def second_card_starts(flushes: Flushes) -> Counts:
    """Thresholds that two cards decide: the weakest flush of each size with the same two highest ranks."""
    tops = 1 << np.array(TOP_RANKS, np.int64)
    highest = tops[flushes.strengths & SUIT_MASK]
    rest = flushes.strengths & SUIT_MASK & ~highest
    second = np.where(rest > 0, tops[rest], 0)
    _, weakest = np.unique(flushes.strengths >> 13 << 13 | highest | second, return_index=True)
    return flushes.strengths[weakest]


def follow(variant: Variant, flushes: Flushes, lowest: Sequence[int], best: Fraction, text: str = "") -> Simple:
    """The strategy that raises to the cap from these strengths on, by overcards; its cost is measured from `best`."""
    raised = flushes.strengths[:, None] >= np.array(lowest)
    won = int(np.where(raised, flushes.raised, flushes.folded).sum())
    average = Fraction(won, variant.match.denominator * variant.deals)
    return Simple(lowest=tuple(lowest), net=average, cost=best - average, text=text)


# ---- in words


def _ranks(strength: int) -> str:
    return "".join(RANKS[rank] for rank in range(12, -1, -1) if strength >> rank & 1)


def _from(flushes: Flushes, strength: int) -> str:
    """A threshold in as few words as possible."""
    if strength > flushes.strengths[-1]:
        return "nothing"
    size, ranks = flush_size(strength), _ranks(strength)
    shown = next(ranks[:count] for count in range(size + 1) if strength == _weakest(flushes, strength, ranks[:count]))
    flush = f"any {COUNTED[size]}-card flush" if not shown else f"a {COUNTED[size]}-card flush of {'-'.join(shown)}"
    return f"{flush} or better"


def _weakest(flushes: Flushes, strength: int, begin: str) -> int:
    """The weakest flush of the same size that begins with the same highest ranks."""
    lowest = RANKS.index(begin[-1]) if begin else 13
    same = flushes.strengths[flushes.strengths >> lowest == strength >> lowest]
    return int(same[0])


def _text(flushes: Flushes, lowest: Sequence[int]) -> str:
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
