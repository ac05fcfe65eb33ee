"""Down Under Hold'em's boards with three cards of a suit: what their flushes change, against sorting all pairs."""

from collections.abc import Iterator

import numpy as np
import pytest

from houseway.cards.card import RANKS
from houseway.games.down_under_holdem.exact.boards import (
    PAIRS,
    Board,
    Counts,
    new_board,
    pair_number,
    rank_pairs,
    sweep,
)
from houseway.games.down_under_holdem.exact.three_suited import (
    Next,
    RankBoards,
    change_flushes,
    change_others,
    new_rank_boards,
    rank_flushes,
)
from houseway.games.down_under_holdem.exact.views import TIE, add_flushes, lay_flop, tally_view
from houseway.games.down_under_holdem.variant import LETTER_LIGHTS
from houseway.games.pricing.suit_classes import SYMBOL_KEYS, SYMBOL_MASKS
from houseway.kernel import compiled

DECK = np.arange(52)
CLUB = 13  # a symbol: a mere rank, or 13 and the rank of a club


def flop_of(ranks: str) -> Counts:
    """Three ranks, ascending."""
    return np.array([RANKS.index(rank) for rank in ranks])


def clubs(ranks: str, view: int) -> set[str]:
    """The ranks of a flop that are clubs."""
    return {rank for place, rank in enumerate(ranks) if view >> place & 1}


def three_clubs(board: Board, flop: Counts, view: int) -> Iterator[tuple[int, int, Next]]:
    """Every turn and river that make three clubs, out of the deck while they are looked at: key, mask and these."""
    symbols = [int(rank) + CLUB * (view >> place & 1) for place, rank in enumerate(flop)]
    for river in range(2 * CLUB):
        for turn in range(river + 1):
            dealt = [*symbols, turn, river]
            left = int(board.left[turn]), int(board.left[river])
            board.left[turn] -= 1
            board.left[river] -= 1
            if sum(symbol >= CLUB for symbol in dealt) == 3 and min(board.left[[turn, river]]) >= 0:
                key, mask = sum(SYMBOL_KEYS[one] for one in dealt), sum(SYMBOL_MASKS[one] for one in dealt)
                yield key, mask, Next(turn, river, *left)
            board.left[turn] += 1
            board.left[river] += 1


def by_sorting(board: Board, kept: RankBoards, key: int, mask: int, dealt: Next) -> Counts:
    """What flushes change, by all pairs in order of strength."""
    tally = np.zeros((PAIRS, TIE, 2), np.int64)
    count = compiled(rank_pairs)(board, key, mask, PAIRS)
    compiled(sweep)(board, count)
    known = kept.known[pair_number(dealt.turn % 13, dealt.river % 13)]
    compiled(add_flushes)(board, count, dealt, tally, known)
    return tally


def by_flushes(board: Board, kept: RankBoards, key: int, mask: int, dealt: Next) -> Counts:
    """What flushes change, by the flushes alone."""
    tally = np.zeros((PAIRS, TIE, 2), np.int64)
    number = pair_number(dealt.turn % 13, dealt.river % 13)
    count = compiled(rank_flushes)(board, key, mask)
    straight = compiled(change_flushes)(board, kept, number, count, dealt, tally)
    compiled(change_others)(board, kept, number, straight, dealt, tally)
    return tally


FLOPS = ("589", "335", "59A", "KKK")  # of a straight flush, paired, far apart, trips
VIEWS = [(ranks, view) for ranks in FLOPS for view in range(1, 8) if len(clubs(ranks, view)) == view.bit_count()]


@pytest.mark.parametrize(("ranks", "view"), VIEWS)
def test_flushes_change_what_sorting_all_pairs_says(ranks: str, view: int) -> None:
    flop, board, kept = flop_of(ranks), new_board(np.array(LETTER_LIGHTS)), new_rank_boards()
    compiled(tally_view)(board, flop, 0, DECK, np.zeros((PAIRS, TIE, 2), np.int64), kept)
    assert lay_flop(board, flop, view, DECK)
    changed = 0
    for three in three_clubs(board, flop, view):
        found = by_flushes(board, kept, *three)
        assert np.array_equal(found, by_sorting(board, kept, *three))
        changed += bool(found.any())
    assert changed > 0
