"""A strategy as tables for people: what to decide, and when two pair stay together."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from houseway.cards.card import ACE, JACK, JOKER, NINE, QUEEN, RANKS, SIX, TEN, TWO, Card
from houseway.cards.hands import (
    FLUSH,
    FULL_HOUSE,
    JOKER_BIT,
    PAIR,
    QUADS,
    STRAIGHT,
    SUIT_MASK,
    TRIPS,
    TWO_PAIR,
    hand_mask,
    poker_strength,
)
from houseway.cards.making import best_five_cards
from houseway.games.pricing.sevens import suit_orders
from houseway.games.pricing.strategy import Chart, ChartPlace, Strategy
from houseway.games.wild_monkey_pai_gow.exact.decided import DIFFERS
from houseway.games.wild_monkey_pai_gow.exact.hand_classes import hand_classes
from houseway.games.wild_monkey_pai_gow.exact.plans import ACE_IN_FRONT, KING_IN_FRONT, PAIR_IN_FRONT, pair_of
from houseway.games.wild_monkey_pai_gow.exact.strengths import BACK, FRONT, FRONT_BITS, MORE_BITS, Packed
from houseway.games.wild_monkey_pai_gow.house_way import matching_line
from houseway.games.wild_monkey_pai_gow.strategy.explain import LINES
from houseway.games.wild_monkey_pai_gow.variant import DECISIONS

if TYPE_CHECKING:
    import numpy.typing as npt

    Counts = npt.NDArray[np.int64]

# Five-card hands from the weakest of each row on; two-card hands likewise.
BACKS: Final = (
    ("no pair", 0),
    *((f"pair of {RANKS[rank]}", pair_of(rank)) for rank in range(TWO, ACE + 1)),
    ("two pair", TWO_PAIR),
    ("three of a kind", TRIPS),
    ("straight", STRAIGHT),
    ("flush", FLUSH),
    ("full house", FULL_HOUSE),
    ("four of a kind or better", QUADS),
)
FRONTS: Final = (
    ("below J", 0),
    ("J", 13 * JACK),
    ("Q", 13 * QUEEN),
    ("K-2 to K-9", KING_IN_FRONT),
    ("K-T to K-Q", KING_IN_FRONT + TEN),
    ("A-2 to A-9", ACE_IN_FRONT),
    ("A-T to A-K", ACE_IN_FRONT + TEN),
    ("2-2 to 5-5", PAIR_IN_FRONT),
    ("6-6 to 8-8", PAIR_IN_FRONT + SIX),
    ("9-9 to A-A", PAIR_IN_FRONT + NINE),
)


DECISION_TITLE: Final = "What to do, by five-card hand (down) and two-card hand (across)"
TWO_PAIR_TITLE: Final = (
    "Two pair: both stay behind with this odd card or a higher one; else the lower pair goes in front"
)
HOUSE_WAY_TITLE: Final = "The house way to set seven cards"
SEVEN_CARDS: Final = "your seven cards"


def decision_chart(strategy: Strategy) -> Chart:
    """The decision by five-card hand and two-card hand, with a share where other cards matter."""
    packed, weights, _ = _sevens(strategy)
    places = cell_numbers(packed) * len(DECISIONS) + (packed >> MORE_BITS)
    counts = np.bincount(places, weights, len(BACKS) * len(FRONTS) * len(DECISIONS)).astype(np.int64)
    cells = counts.reshape(len(BACKS), len(FRONTS), len(DECISIONS)).tolist()
    return Chart(
        title=DECISION_TITLE,
        columns=("behind", *(name for name, _ in FRONTS)),
        rows=tuple((name, *map(_mostly, row)) for (name, _), row in zip(BACKS, cells, strict=True)),
        legend="a share: of the hands that do so; blank: no such hand",
        decisions={name: name for name in DECISIONS},
    )


def cell_numbers(packed: Packed) -> "Counts":
    """The cells of some hands as they are set, row by row."""
    rows = np.searchsorted([start for _, start in BACKS], packed >> FRONT_BITS & BACK, "right") - 1
    columns = np.searchsorted([start for _, start in FRONTS], packed & FRONT, "right") - 1
    return np.asarray(rows * len(FRONTS) + columns)


def decision_place(front: int, back: int) -> ChartPlace:
    """Where two hands stand, by their strengths."""
    row, column = _last_from(BACKS, back), _last_from(FRONTS, front)
    return ChartPlace(DECISION_TITLE, (row,), column)


def _last_from(kinds: Sequence[tuple[str, int]], strength: int) -> str:
    return [name for name, start in kinds if strength >= start][-1]


def _mostly(counts: "list[int]") -> str:
    """The decision of most hands, with its share if not all of them make it."""
    total = sum(counts)
    if not total:
        return ""
    most = max(range(len(counts)), key=counts.__getitem__)
    return DECISIONS[most] if counts[most] == total else f"{DECISIONS[most]} {100 * counts[most] // total}%"


def two_pair_chart(strategy: Strategy) -> Chart:
    """For two pair and no better hand behind: the lowest odd card with which both pairs stay behind."""
    packed, weights, held = _sevens(strategy)
    back = packed >> FRONT_BITS & BACK
    chosen = ((held == 2).sum(1) == 2) & (held.max(1) == 2) & (back >= PAIR) & (back < TRIPS)
    held, weights, together = held[chosen], weights[chosen], back[chosen] >= TWO_PAIR
    pairs = np.nonzero(held == 2)[1].reshape(-1, 2)
    odd = len(RANKS) - 1 - np.argmax((held == 1)[:, ::-1], 1)
    places = (13 * pairs[:, 1] + pairs[:, 0]) * 13 + odd
    every = np.bincount(places, weights, 13**3).reshape(13, 13, 13)
    behind = np.bincount(places, weights * together, 13**3).reshape(13, 13, 13)
    ranks = range(len(RANKS) - 1, -1, -1)
    return Chart(
        title=TWO_PAIR_TITLE,
        columns=("higher pair", *(f"{RANKS[low] * 2}" for low in ranks[1:])),
        rows=tuple(
            (
                RANKS[high] * 2,
                *("" if low >= high else _from(every[high, low], behind[high, low]) for low in ranks[1:]),
            )
            for high in ranks[:-1]
        ),
        legend="across: the lower pair; blank: no such hand",
    )


def two_pair_places(cards: Sequence[Card]) -> list[ChartPlace]:
    """Where seven cards with two pair stand, with the joker as an ace; nowhere if they make less or more."""
    ranks = [ACE if card == JOKER else card.rank for card in cards]
    pairs = sorted({rank for rank in ranks if ranks.count(rank) == 2}, reverse=True)
    if len(pairs) != 2 or len({*ranks}) != len(cards) - 2 or poker_strength(best_five_cards(cards)) >= TRIPS:
        return []
    high, low = (RANKS[rank] * 2 for rank in pairs)
    return [ChartPlace(TWO_PAIR_TITLE, (high,), low)]


def house_way_chart() -> Chart:
    """How the dealer sets, line by line, which is mostly the best way for a player too."""
    return Chart(
        title=HOUSE_WAY_TITLE,
        columns=("line", SEVEN_CARDS),
        rows=tuple(LINES.items()),
        legend="The first line that fits decides. It is mostly the best way for you, too.",
    )


def house_way_place(cards: Sequence[Card]) -> ChartPlace:
    """The line that applies to seven cards."""
    return ChartPlace(HOUSE_WAY_TITLE, (matching_line(hand_mask(cards)),), SEVEN_CARDS)


def _from(every: "npt.NDArray[np.float64]", together: "npt.NDArray[np.float64]") -> str:
    """The lowest odd card from which on most hands keep both pairs behind."""
    lowest = ""
    for rank in range(len(RANKS) - 1, -1, -1):
        if every[rank] and 2 * together[rank] < every[rank]:
            break
        if every[rank]:
            lowest = RANKS[rank]
    else:
        return "always"
    return lowest or "never"


def _sevens(strategy: Strategy) -> "tuple[Packed, Counts, npt.NDArray[np.uint8]]":
    """How hands are set and decided, how many each stands for, and their ranks, with the joker as an ace.

    A class whose hands are decided alike is one entry; in the other classes every hand is an entry.
    """
    held = class_ranks()
    weights = np.concatenate((hand_classes(7, 5).weights(), hand_classes(6, 4).weights()))
    players, hands = np.asarray(strategy.arrays["players"]), np.asarray(strategy.arrays["hands"])
    alike = players >> MORE_BITS != DIFFERS
    return (
        np.concatenate((players[alike], strategy.arrays["others"])),
        np.concatenate((weights[alike], _orders(hands))),
        np.concatenate((held[alike], _ranks_held(hands))),
    )


def class_ranks() -> "npt.NDArray[np.uint8]":
    """By class of seven cards: how often each rank is held, the joker an ace."""
    natural, joker = hand_classes(7, 5), hand_classes(6, 4)
    held = np.concatenate([rows for part in (natural, joker) for rows in (part.mixed, part.mixed[part.places])])
    held[-len(joker.mixed) - len(joker.places) :, ACE] += 1
    return held


def _suits(hands: "Counts") -> "Counts":
    """The ranks of each suit, in a column each."""
    return np.asarray(hands[:, None] >> 13 * np.arange(4) & SUIT_MASK)


def _orders(hands: "Counts") -> "Counts":
    """In how many ways suits can be assigned to each hand."""
    return np.array([suit_orders(*suits) for suits in _suits(hands).tolist()], np.int64)


def _ranks_held(hands: "Counts") -> "npt.NDArray[np.uint8]":
    held = (_suits(hands)[:, :, None] >> np.arange(13) & 1).sum(1).astype(np.uint8)
    held[:, ACE] += (hands >> JOKER_BIT).astype(np.uint8)
    return np.asarray(held)
