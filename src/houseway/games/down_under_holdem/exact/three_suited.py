"""A board with three cards of a suit: what its flushes change, compared with ranks alone.

Only a pair with both cards of the suit makes a flush. No two flushes are equal, and none is a full house by its ranks,
so only the flushes have to be sorted. A lesser pair loses to a dealer's flush, where by ranks alone it might win or
tie. The code goes through such pairs in their order by ranks and corrects them for the flushes so far, or, from full
houses on, for the straight flushes. A flush itself beats all dealers except better flushes and, if it is not a straight
flush, full houses and better.
"""

from typing import Final, NamedTuple

import numpy as np

from houseway.cards.hands import FULL_HOUSE, WHEEL_LOWEST, best_five
from houseway.games.down_under_holdem.exact.boards import (
    ONE,
    RANK_PAIRS,
    TWO,
    Board,
    Counts,
    pair_number,
    put_dealers,
    ways,
)
from houseway.games.down_under_holdem.rules import bet_line
from houseway.games.pricing.suit_classes import SYMBOL_KEYS, SYMBOL_MASKS, end_of_tie, sort_by_strength
from houseway.kernel import counter, inlined

RANKS: Final = 13
LINE: Final = 4  # after the words of the dealers beaten and those that beat: the line of the Bet table


class RankBoards(NamedTuple):
    """The boards of a flop by ranks alone, each by the number of its turn and river."""

    known: Counts  # [board, pair]: dealers that it beats, two words, those that beat it, two words, and the line
    strengths: Counts  # [board, pair]
    order: Counts  # [board, place]: the pairs that can be held, the weakest first
    counts: Counts  # [board]: how many
    dealers: Counts  # [board, rank]: pairs of cards with a certain card of a rank, two words; last all of them
    strong: Counts  # [board, rank]: the same of those that are a full house or better


@counter
def new_rank_boards() -> RankBoards:
    """Arrays for the boards of one flop at a time."""
    return RankBoards(
        np.zeros((RANK_PAIRS, RANK_PAIRS, LINE + 1), np.int64),
        np.zeros((RANK_PAIRS, RANK_PAIRS), np.int64),
        np.zeros((RANK_PAIRS, RANK_PAIRS), np.int64),
        np.zeros(RANK_PAIRS, np.int64),
        np.zeros((RANK_PAIRS, RANKS + 1, 2), np.int64),
        np.zeros((RANK_PAIRS, RANKS + 1, 2), np.int64),
    )


@counter
def keep_board(by_ranks: RankBoards, number: int, board: Board, count: int) -> None:
    """Store a board by ranks alone, once it is swept."""
    by_ranks.counts[number] = count
    for rank in range(RANKS + 1):
        for word in range(2):
            by_ranks.dealers[number, rank, word] = by_ranks.strong[number, rank, word] = 0
    for i in range(count):
        pair = board.pairs[i]
        by_ranks.order[number, i], by_ranks.strengths[number, pair] = pair, board.strengths[pair]
        by_ranks.known[number, pair, LINE] = bet_line(board.strengths[pair])
        for word in range(LINE):
            by_ranks.known[number, pair, word] = board.dealers[pair, word]
        add_dealers(board, pair, by_ranks.dealers[number])
        if board.strengths[pair] >= FULL_HOUSE:
            add_dealers(board, pair, by_ranks.strong[number])


@counter
def add_dealers(board: Board, pair: int, total: Counts) -> None:
    """Add the dealer's hands that have a pair of ranks."""
    one, two = ONE[pair], TWO[pair]
    same = 1 if one == two else 0
    ones, twos = board.left[one], board.left[two] - same
    for word in range(2):
        unit = board.units[pair, word]
        total[RANKS, word] += unit * (ones * twos >> same)
        total[one, word] += unit * twos
        total[two, word] += unit * ones * (1 - same)


class Next(NamedTuple):
    """The turn and the river of a board, and how many of each the deck has before they are dealt."""

    turn: int
    river: int
    turns: int
    rivers: int


# ---- flushes


@counter
def rank_flushes(board: Board, key: int, mask: int) -> int:
    """Sort the pairs with both cards of the suit; answer how many there are."""
    count = 0
    for two in range(RANKS, 2 * RANKS):
        for one in range(RANKS, two if board.left[two] > 0 else RANKS):
            if board.left[one] > 0:
                pair = pair_number(one, two)
                board.strengths[pair] = best_five(
                    key + SYMBOL_KEYS[one] + SYMBOL_KEYS[two],
                    mask + SYMBOL_MASKS[one] + SYMBOL_MASKS[two],
                    WHEEL_LOWEST,
                )
                board.pairs[count], count = pair, count + 1
    sort_by_strength(board.strengths, board.pairs, count, board.spare)
    return count


@counter
def change_flushes(board: Board, ranked: RankBoards, number: int, count: int, dealt: Next, tally: Counts) -> int:
    """Add the results of flushes, the strongest first, less the results of their ranks; `swept` are those so far.

    The ranks of straight flushes become the first spare pairs; answer how many they are.
    """
    loss, swept, dealers, strong = tally.shape[1] - 1, board.swept, ranked.dealers[number], ranked.strong[number]
    swept.fill(0)
    every = np.zeros(2, np.int64)
    straight = 0
    for i in range(count - 1, -1, -1):
        pair = board.pairs[i]
        one, two = ONE[pair] - RANKS, TWO[pair] - RANKS
        ranks, strength = pair_number(one, two), board.strengths[pair]
        times = ways(dealt.turn, dealt.river, dealt.turns, dealt.rivers, pair)
        line, by_ranks = bet_line(strength), ranked.known[number, ranks, LINE]
        for word in range(2):
            lost = every[word] - swept[RANKS + one, word] - swept[RANKS + two, word]
            if strength < FULL_HOUSE:
                lost += strong[RANKS, word] - strong[one, word] - strong[two, word]
            others = dealers[RANKS, word] - dealers[one, word] - dealers[two, word] + board.units[ranks, word]
            tally[pair, line, word] += times * (others - lost)
            tally[pair, by_ranks, word] -= times * ranked.known[number, ranks, word]
            tally[pair, loss, word] += times * (lost - ranked.known[number, ranks, 2 + word])
            every[word] += board.units[ranks, word]
        sweep_flush(board.swept, board.units, ranks)
        if strength > FULL_HOUSE:
            board.spare[straight], straight = ranks, straight + 1
    return straight


# ---- pairs that are no flush


@counter
def change_others(board: Board, ranked: RankBoards, number: int, straight: int, dealt: Next, tally: Counts) -> None:
    """Turn wins and ties of pairs that are no flush into losses, against the dealer's flushes.

    The first `straight` of the spare pairs are those whose flushes are straight.
    """
    strengths, order, count = ranked.strengths[number], ranked.order[number], ranked.counts[number]
    loss = tally.shape[1] - 1
    less = 0
    while less < count and strengths[order[less]] < FULL_HOUSE:
        less += 1
    every = other = start = 0
    board.swept.fill(0)
    while start < (count if straight > 0 else less):
        stop = end_of_tie(strengths, order, start, count)
        held = hold_others(board.left, board.pairs, order, start, stop)
        if start == less:
            every = other = 0
            board.swept.fill(0)
            for i in range(straight):
                every, other = every + board.units[board.spare[i], 0], other + board.units[board.spare[i], 1]
                sweep_flush(board.swept, board.units, board.spare[i])
        put_dealers(board.pairs, board.swept, board.dealers, 0, 0, held, every, other)
        for i in range(start, stop):
            if is_flush(board.left, order[i]):
                every, other = every + board.units[order[i], 0], other + board.units[order[i], 1]
                sweep_flush(board.swept, board.units, order[i])
        put_dealers(board.pairs, board.swept, board.dealers, 2, 0, held, every, other)
        line = bet_line(strengths[order[start]])
        for i in range(held if every or other else 0):
            pair = board.pairs[i]
            times = ways(dealt.turn, dealt.river, dealt.turns, dealt.rivers, pair)
            for word in range(2):
                tally[pair, line, word] -= times * board.dealers[pair, word]
                tally[pair, loss, word] += times * board.dealers[pair, 2 + word]
        start = stop


@inlined
@counter
def is_flush(left: Counts, pair: int) -> bool:
    """Whether the deck has both cards of the suit that have a pair's ranks."""
    one, two = ONE[pair], TWO[pair]
    return one != two and left[RANKS + one] > 0 and left[RANKS + two] > 0


@inlined
@counter
def sweep_flush(swept: Counts, units: Counts, pair: int) -> None:
    """Add the flush of a pair's ranks to the counts of flushes that hold either of its cards."""
    for word in range(2):
        swept[RANKS + ONE[pair], word] += units[pair, word]
        swept[RANKS + TWO[pair], word] += units[pair, word]


@inlined
@counter
def hold_others(left: Counts, pairs: Counts, order: Counts, start: int, stop: int) -> int:
    """List the pairs of some ranks that can be held with at most one card of the suit; answer how many there are."""
    held = 0
    for i in range(start, stop):
        one, two = int(ONE[order[i]]), int(TWO[order[i]])
        if left[one] > 0 and left[two] > (1 if one == two else 0):
            pairs[held], held = order[i], held + 1
        if left[one] > 0 and left[RANKS + two] > 0:
            pairs[held], held = pair_number(one, RANKS + two), held + 1
        if one != two and left[two] > 0 and left[RANKS + one] > 0:
            pairs[held], held = pair_number(two, RANKS + one), held + 1
    return held
