"""What folding and each raise are worth in the cells of the charts: means over all hands that make the flush."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from houseway.cards.hands import SUIT_MASK, flush_size
from houseway.games.flush_poker.strategy.solve import BY_FLUSH, DEPENDING, flush_runs
from houseway.games.flush_poker.variant import Variant, decision_name, raise_net, variant_of
from houseway.games.game import Game
from houseway.games.pricing.cell_worth import CellWorth, ChartWorth
from houseway.games.pricing.strategy import Strategy

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from houseway.games.pricing.strategy import Array

    Counts = npt.NDArray[np.int64]

RUNS: Final = "cell_run_ends"  # [run, cards of the flush, how a raise ends]: deals
BORDER: Final = "cell_border_ends"  # [flush that depends, higher cards, how a raise ends]: deals
MEAN_OF: Final = "all hands of the cell and all hands of the dealer"
DECISION: Final = 2  # the column of the decision, after the two ends of a run


def worth_arrays(strategy: Strategy, counts: "Counts") -> "dict[str, Array]":
    """What a strategy keeps of the count of its game, for `worth`."""
    import numpy as np

    from houseway.games.flush_poker.exact.count import HANDS

    deals = counts[..., HANDS + 1 :].sum(axis=2)
    by_run = np.zeros((len(flush_runs(strategy)), 8, deals.shape[-1]), np.int64)
    for run, (_, strengths) in enumerate(flush_runs(strategy)):
        for strength in strengths:
            by_run[run, flush_size(strength)] += deals[strength & SUIT_MASK].sum(axis=0)
    return {RUNS: by_run, BORDER: deals[strategy.arrays["depending"] & SUIT_MASK]}


def worth(game: Game, strategy: Strategy) -> list[ChartWorth]:
    """By flush, then where other cards decide."""
    if RUNS not in strategy.arrays:
        return []
    variant = variant_of(game)
    return [
        ChartWorth(chart=BY_FLUSH, mean_of=MEAN_OF, cells=tuple(_runs(variant, strategy))),
        ChartWorth(chart=DEPENDING, mean_of=MEAN_OF, cells=tuple(_border(variant, strategy))),
    ]


def _runs(variant: Variant, strategy: Strategy) -> Iterator[CellWorth]:
    """Flushes of different sizes may be raised differently high: each size by itself."""
    for row, by_size in enumerate(strategy.arrays[RUNS].tolist()):
        sizes = [size for size, ends in enumerate(by_size) if any(ends)]
        for size in sizes:
            hands = f"flush of {size} cards" if len(sizes) > 1 else ""
            yield CellWorth(row=row, column=DECISION, hands=hands, values=_values(variant, size, by_size[size]))


def _border(variant: Variant, strategy: Strategy) -> Iterator[CellWorth]:
    rows = zip(strategy.arrays["depending"].tolist(), strategy.arrays[BORDER].tolist(), strict=True)
    for row, (strength, by_higher) in enumerate(rows):
        for column, ends in enumerate(by_higher, start=1):
            if any(ends):
                yield CellWorth(row=row, column=column, values=_values(variant, flush_size(strength), ends))


def _values(variant: Variant, size: int, ends: Sequence[int]) -> dict[str, Fraction]:
    unit = variant.match.denominator * sum(ends)
    raises = range(1, variant.caps[size] + 1)
    return {decision_name(0): Fraction(-1)} | {
        decision_name(times): Fraction(raise_net(variant, times, ends), unit) for times in raises
    }
