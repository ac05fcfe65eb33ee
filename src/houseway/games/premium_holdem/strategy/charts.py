"""Strategies as charts for people: which hole cards play 3x, and what a simple strategy does after the board."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Final

from houseway.cards.card import RANKS
from houseway.cards.hands import hand_mask, poker_strength
from houseway.games.premium_holdem.exact.simple import BOARDS, HOLDINGS, Simple, board_kind, holding
from houseway.games.pricing.strategy import Chart, ChartPlace

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Flags = npt.NDArray[np.bool_]

ACTIONS: Final = ("fold", "1x", "2x")
PLAYS, CHECKS = "3x", "check"
PAIRS_TITLE: Final = "Before the board: a pair and a third card"
RANKS_TITLE: Final = "Before the board: three ranks, the highest first; what is not listed checks"
BOARD_TITLE: Final = "After the board: what you hold, by the kind of board"
OPENINGS: Final = {PLAYS: "play 3x", CHECKS: "check"}
AFTER_BOARD: Final = {"fold": "fold", "1x": "play 1x", "2x": "play 2x"}
LEGEND: Final = "across: the third card; 3x alone: whatever the suits; blank: no such hand"

# Suits of three cards, the highest card first, in the words of a chart.
SUITS: Final = {
    "suited": ((0, 0, 0),),
    "two suited": ((0, 0, 1), (0, 1, 0), (1, 0, 0)),
    "no two suited": ((0, 1, 2),),
}


def classes_of(ranks: Sequence[int], known: "Flags") -> dict[str, list[int]]:
    """The classes of hole cards with three ranks that the deck gives, by their suits in words."""
    from houseway.games.pricing.suit_classes import triple_class

    classes: dict[str, list[int]] = {}
    for name, patterns in SUITS.items():
        for suits in patterns:
            one, two, three = (13 * suit + rank for suit, rank in zip(suits, ranks, strict=True))
            if len({one, two, three}) == 3 and known[number := triple_class(one, two, three)]:
                classes.setdefault(name, []).append(number)
    return classes


def opening_charts(opens: "Flags", known: "Flags") -> list[Chart]:
    """The first street; `opens` by class of hole cards, `known` are those that the deck gives."""

    def shown(ranks: Sequence[int]) -> str:
        """The cell for hole cards of three ranks: what they do, by their suits."""
        classes = classes_of(ranks, known)
        plays = {name: [bool(opens[number]) for number in numbers] for name, numbers in classes.items()}
        if not any(map(any, plays.values())):
            return CHECKS if plays else ""
        if all(map(all, plays.values())):
            return PLAYS
        return f"{PLAYS} {', '.join(_words(plays))}"

    high_first = sorted(range(13), reverse=True)
    pairs = [(RANKS[pair] * 2, *(shown((pair, pair, third)) for third in high_first)) for pair in high_first]
    others = [
        (RANKS[one] + RANKS[two], *(shown((one, two, third)) if third < two else "" for third in high_first[2:]))
        for one, two in combinations(high_first, 2)
    ]
    pairs_chart = Chart(
        title=PAIRS_TITLE,
        columns=_columns("pair", high_first),
        rows=_used(pairs),
        legend=LEGEND,
        decisions=OPENINGS,
    )
    others_chart = Chart(
        title=RANKS_TITLE,
        columns=_columns("highest two", high_first[2:]),
        rows=_used(row for row in others if any(cell.startswith(PLAYS) for cell in row[1:])),
        legend=LEGEND,
        decisions=OPENINGS,
    )
    return [chart for chart in (pairs_chart, others_chart) if chart.rows]


def _words(plays: dict[str, list[bool]]) -> Iterator[str]:
    for name, flags in plays.items():
        if any(flags):
            yield name if all(flags) else f"some {name}"


def _columns(first: str, ranks: Sequence[int]) -> tuple[str, ...]:
    return (first, *(RANKS[rank] for rank in ranks))


def _used(rows: Iterable[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """The rows that are not empty."""
    return tuple(row for row in rows if any(row[1:]))


def board_chart(simple: Simple) -> Chart:
    """A simple strategy after the board."""
    rows = [(held, *(ACTIONS[int(cell)] for cell in row)) for held, row in zip(HOLDINGS, simple.rows, strict=True)]
    columns = ("you hold", *BOARDS)
    return Chart(title=BOARD_TITLE, columns=columns, rows=tuple(rows), decisions=AFTER_BOARD)


def opening_place(hole: Sequence[int]) -> ChartPlace:
    """Where three hole cards stand before the board."""
    high, middle, low = sorted((card % 13 for card in hole), reverse=True)
    if high == middle:
        return ChartPlace(PAIRS_TITLE, (RANKS[high] * 2,), RANKS[low])
    if middle == low:
        return ChartPlace(PAIRS_TITLE, (RANKS[low] * 2,), RANKS[high])
    return ChartPlace(RANKS_TITLE, (RANKS[high] + RANKS[middle],), RANKS[low])


def board_place(hole: Sequence[int], board: Sequence[int]) -> ChartPlace:
    """Where three hole cards stand on a board, in the chart of a simple strategy."""
    mask = hand_mask(board)
    one, two, three = (card % 13 for card in hole)
    held = holding(poker_strength([*hole, *board]), mask, one, two, three)
    return ChartPlace(BOARD_TITLE, (HOLDINGS[held],), BOARDS[board_kind(mask)])
