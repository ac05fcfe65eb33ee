"""The bonuses of two seats, counted over all boards, both hands and the dealer's.

Trips or Better looks at a board and the seat's two cards, Match the Dealer at the dealer's and the seat's. How many
hands of the dealer and of a second seat match in some way, beside the seven cards of a first seat, depends only on how
many cards of each rank these leave: on how many ranks they hold twice, three and four times, the shape of the seven.
"""

import math
from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from typing import Final

import numpy as np

from houseway.cards.hands import COUNTS, KEYS, ROYAL_FLUSH, SUIT_MASK, WHEEL_LOWEST, best_five
from houseway.games.down_under_holdem.rules import match_line, trips_line
from houseway.games.down_under_holdem.simulate.prepare import BONUSES, rows_of
from houseway.games.down_under_holdem.simulate.rounds import MATCHES, TRIPS, bonus_cell
from houseway.games.game import Game
from houseway.games.pricing.action import is_stopped
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.kept_arrays import kept_arrays
from houseway.games.pricing.small_hands import SmallHands, count_pairs, lay_board, small_hands
from houseway.games.pricing.suit_classes import FULL_DECK, ranks_and_suits, relabellings, suit_classes
from houseway.games.simulation.seat_products import SeatProducts, products_of_counts
from houseway.games.simulation.simulation import MAIN, Counts
from houseway.kernel import counter, kernel

SHARDS: Final = 64
BOARD: Final = 5
HAND: Final = 2
TRIPS_WAGER, MATCH_WAGER = BONUSES
TRIPS_CELLS: Final = TRIPS + 1  # the last is a loss
MATCH_CELLS: Final = MATCHES + 1
SHAPES: Final = 32


@kernel
def shape_of(mask: int) -> int:
    """A number for how many ranks seven cards hold twice, three and four times."""
    a, b, c, d = mask & SUIT_MASK, mask >> 13 & SUIT_MASK, mask >> 26 & SUIT_MASK, mask >> 39 & SUIT_MASK
    odd, more = a ^ b ^ c ^ d, (a & b) ^ (c & d) ^ ((a ^ b) & (c ^ d))
    return COUNTS[more & ~odd] + 4 * COUNTS[more & odd] + 16 * COUNTS[a & b & c & d]


def ranks_left(shape: int, ranks: int, suits: int) -> list[int]:
    """How many cards of each rank seven of this shape leave, the ranks in any order."""
    held = [2] * (shape % 4) + [3] * (shape // 4 % 4) + [4] * (shape // 16)
    held += [1] * (BOARD + HAND - sum(held))
    return [suits - count for count in held] + [suits] * (ranks - len(held))


@counter
def count_boards(boards: Counts, deck: Counts, suits: int, hands: SmallHands, trips: Counts) -> Counts:
    """All deals with certain boards, each class once: two hands by both trips, then one by trips and shape."""
    counts, cells = np.zeros((TRIPS_CELLS, TRIPS_CELLS + SHAPES), np.int64), np.zeros((len(hands.places), 1), np.int64)
    cards, board_counts = np.zeros(len(deck) - BOARD, np.int64), np.zeros_like(counts)
    for masks in boards:
        key, mask = lay_board(masks, deck, cards)
        board_counts[:] = 0
        for hand in range(len(cells)):
            one, two = cards[hands.places[hand, 0]], cards[hands.places[hand, 1]]
            seven = mask + (1 << one) + (1 << two)
            cells[hand, 0] = trips[best_five(key + KEYS[one] + KEYS[two], seven, WHEEL_LOWEST)]
            board_counts[cells[hand, 0], TRIPS_CELLS + shape_of(seven)] += 1
        board_counts[:, :TRIPS_CELLS] = count_pairs(hands, cells, TRIPS_CELLS)
        counts += relabellings(masks[0], masks[1], masks[2], masks[3], suits) * board_counts
    return counts


@counter
def count_matches(dealers: Counts, deck: Counts, hands: SmallHands) -> Counts:
    """All deals of two hands beside certain hands of the dealer, by what both match."""
    counts, cells = np.zeros((MATCH_CELLS, MATCH_CELLS), np.int64), np.zeros((len(hands.places), 1), np.int64)
    cards = np.zeros(len(deck) - HAND, np.int64)
    for dealer in dealers:
        left = 0
        for card in deck:
            if card != dealer[0] and card != dealer[1]:
                cards[left] = card
                left += 1
        for hand in range(len(cells)):
            one, two = cards[hands.places[hand, 0]], cards[hands.places[hand, 1]]
            cells[hand, 0] = bonus_cell(match_line(one, two, dealer[0], dealer[1]), MATCHES, dead=False)
        counts += count_pairs(hands, cells, MATCH_CELLS)
    return counts


def two_seats(game: Game, run: Runner) -> SeatProducts | None:
    """How the bonuses of two seats go together; nothing where a fold takes them out of action."""
    rows = {name: row for name, row in rows_of(game).items() if name != MAIN and not is_stopped(game, name)}
    if not rows:
        return None
    counts = kept_arrays(run, "hold'em two seats", FULL_DECK, lambda deck: count_cells(deck, run))
    return products_of_counts(
        rows, {(one, two): counts[f"{one} {two}"] for one, two in combinations_with_replacement(rows, 2)}
    )


def count_cells(deck: Sequence[int], run: Runner) -> dict[str, Counts]:
    """How many deals end a bonus of each seat in which two cells, by the names of both."""
    ranks, suits = ranks_and_suits(deck)
    cards, trips = np.array(deck), np.array([_alive(trips_line(made), TRIPS) for made in range(ROYAL_FLUSH + 1)])
    boards, dealers = np.array(list(suit_classes(ranks, suits, BOARD))), np.array(list(combinations(deck, HAND)))
    shared = cards, suits, small_hands(len(cards) - BOARD, HAND), trips
    made = run(count_boards, [(shard, *shared) for shard in _shards(boards)])
    shapes, hands = made[:, TRIPS_CELLS:], small_hands(len(cards) - HAND, HAND)
    beside = [matches_beside(ranks_left(shape, len(ranks), suits)) for shape in np.flatnonzero(shapes.any(0)).tolist()]
    return {
        f"{TRIPS_WAGER} {TRIPS_WAGER}": made[:, :TRIPS_CELLS],
        f"{TRIPS_WAGER} {MATCH_WAGER}": shapes[:, shapes.any(0)] @ np.array(beside),
        f"{MATCH_WAGER} {MATCH_WAGER}": run(count_matches, [(shard, cards, hands) for shard in _shards(dealers)]),
    }


def matches_beside(left: Sequence[int]) -> list[int]:
    """All hands of the dealer and of one seat, from this many cards of each rank, by what they match."""
    counts, hands = [0] * MATCH_CELLS, list(combinations_with_replacement(range(len(left)), HAND))
    for own in hands:
        if ways := _draws(left, *own):
            rest = [count - own.count(rank) for rank, count in enumerate(left)]
            for dealer in hands:
                counts[_alive(match_line(*own, *dealer), MATCHES)] += ways * _draws(rest, *dealer)
    return counts


def _draws(left: Sequence[int], one: int, two: int) -> int:
    return math.comb(left[one], 2) if one == two else left[one] * left[two]


def _alive(line: int, lines: int) -> int:
    return bonus_cell(line, lines, dead=False)


def _shards(rows: Counts) -> list[Counts]:
    return [rows[start::SHARDS] for start in range(min(SHARDS, len(rows)))]
