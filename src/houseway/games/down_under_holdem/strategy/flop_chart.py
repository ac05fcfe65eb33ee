"""The plays of a strategy after the flop, summed up in a table that people can read."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.cards.card import RANKS
from houseway.games.down_under_holdem.exact.decision_index import LIGHT_PAIRS, hole_class, light_pair, play_row
from houseway.games.down_under_holdem.exact.flop_cells import KINDS, MATCHED, SOMETHING, flop_kind
from houseway.games.down_under_holdem.exact.simple import flops_by_class, has_something, ranks_in_range
from houseway.games.letter.card_reader import LIGHTS
from houseway.games.pricing.strategy import Chart, ChartPlace, Strategy
from houseway.kernel import compiled, counter

Counts = npt.NDArray[np.int64]
Bits = npt.NDArray[np.uint8]

TITLE: Final = "After the flop, percent of hands to play"
PAIR_OR_DRAW: Final = "pair or draw"
SHOWN: Final = (SOMETHING, *range(SOMETHING - 1, 0, -1))  # the kinds of hand in the order of the columns


@counter
def count_plays(flops: Counts, sizes: Counts, preflop: Bits, flop: Bits, lights: Counts) -> Counts:
    """[lights, ranks in range, higher card or something]: hands that checked, and how many of them play on."""
    counts = np.zeros((len(LIGHT_PAIRS), MATCHED, KINDS, 2), np.int64)
    for number in range(len(flops)):
        a, b, c = flops[number]
        for two in range(52):
            for one in range(two):
                if one == a or one == b or one == c or two == a or two == b or two == c:
                    continue
                kind = flop_kind(one, two, a, b, c)
                plays, hole = flop[play_row(one, two, a, b, c)], hole_class(one, two)
                for lit in range(len(LIGHT_PAIRS)):
                    if preflop[hole, lit] == 0:
                        cell = counts[lit, ranks_in_range(a, b, c, lights, lit), kind]
                        cell[0] += sizes[number]
                        cell[1] += sizes[number] * (plays >> lit & 1)
    return counts


def flop_plays(preflop: Bits, flop: Bits, lights: Sequence[int]) -> Counts:
    """What `count_plays` counts of a strategy; its chart is made from it."""
    return compiled(count_plays)(*flops_by_class(), preflop, flop, np.array(lights))


def flop_chart(strategy: Strategy) -> Chart:
    """How often, in percent, hands that checked play on, by lights and by ranks of the flop in the dealer's ranges."""
    return Chart(
        title=TITLE,
        columns=("lights", "ranks in range", PAIR_OR_DRAW, *(f"{rank} high" for rank in reversed(RANKS[1:]))),
        rows=tuple(_rows(strategy.arrays["cell_plays"])),
        legend="ranks in range: cards of the flop in the dealer's ranges; blank: no such hand",
        labels=2,
        decisions={"100": "play 1x", "0": "fold"},
    )


def flop_place(strategy: Strategy, hole: Sequence[int], flop: Sequence[int], lights: tuple[int, int]) -> ChartPlace:
    """Where two hole cards stand on a flop, against two lights."""
    one, two = hole
    a, b, c = flop
    matched = ranks_in_range(a, b, c, np.asarray(strategy.arrays["lights"], np.int64), light_pair(*lights))
    high = f"{RANKS[max(one % 13, two % 13)]} high"
    column = PAIR_OR_DRAW if has_something(one, two, a, b, c) else high
    return ChartPlace(TITLE, (_names(lights), str(matched)), column)


def _names(lights: Iterable[int]) -> str:
    return "-".join(LIGHTS[light] for light in lights)


def _rows(counts: Counts) -> Iterator[tuple[str, ...]]:
    for lights, table in zip(LIGHT_PAIRS, counts, strict=True):
        for matched, row in enumerate(table.tolist()):
            cells = [f"{100 * played / dealt:.0f}" if dealt else "" for dealt, played in (row[kind] for kind in SHOWN)]
            if any(cells):
                yield _names(lights), str(matched), *cells
