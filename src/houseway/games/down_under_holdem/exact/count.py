"""The main game, counted exactly: all 27,813,810,024,000 deals, with the best decision at every turn.

Of five board cards at most one suit has three. So who wins is a matter of ranks alone, or of ranks and of which
cards belong to one suit, and for a flop and a hand the results over all turns, rivers and dealers are

    what ranks alone would give, and for each suit of the flop what its flushes change.

Each of these is counted once for all flops and hands that look alike when a card is a mere rank or one of that suit
(a symbol, see `suit_classes`). For each board the pairs of symbols are sorted by strength and swept once: the
dealers that a hand beats are the pairs of cards below it, less those that hold either of its cards.

Counts come by the dealer's two lights, six of them in two words of three times 21 bits. Words can be added and
multiplied like numbers, and none of the counts exceeds C(47,2) x C(45,2) = 1,070,190 when a flop is complete.
"""

from array import array
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import WHEEL_LOWEST, best_five
from houseway.games.down_under_holdem.exact.decision_index import (
    HOLES,
    LIGHT_PAIRS,
    ROWS,
    hole_class,
    light_pair,
    play_place,
)
from houseway.games.down_under_holdem.rules import LINES, bet_line
from houseway.games.suit_classes import (
    SYMBOL_KEYS,
    SYMBOL_MASKS,
    end_of_tie,
    relabellings,
    sort_by_strength,
    triple_class,
)
from houseway.kernel import counter, kernel

Counts = npt.NDArray[np.int64]
Bits = npt.NDArray[np.uint8]

# How a round that is not folded ends: a win with each line of the Bet table, a loss, a tie.
LOSS: Final = len(LINES["bet"])
TIE: Final = LOSS + 1
RESULTS: Final = LOSS + 2

# What the player knows of the dealer: one of six pairs of lights or, without the card reader, nothing.
NO_LIGHTS: Final = len(LIGHT_PAIRS)
KNOWN: Final = NO_LIGHTS + 1

COUNT_BITS: Final = 21
COUNT_MASK: Final = (1 << COUNT_BITS) - 1

# The pairs of symbols; those of mere ranks come first.
SYMBOLS: Final = 26
ONE: Final = array("B", [one for two in range(SYMBOLS) for one in range(two + 1)])
TWO: Final = array("B", [two for two in range(SYMBOLS) for one in range(two + 1)])
PAIRS: Final = len(ONE)
RANK_PAIRS: Final = 13 * 14 // 2

# What is counted of a shard: totals by hole class, what is known, fold or play, and result, of the best plays and of
# each rule that is given; then the best plays, a byte a class of flop and hand, a bit in it for each thing known, and
# eight bytes a number.
TOTALS: Final = HOLES * KNOWN * 2 * RESULTS
PLAYS: Final = ROWS // 8 + 1
BYTE: Final = 8


@kernel
def pair_number(one: int, two: int) -> int:
    """The number of a pair of symbols."""
    return two * (two + 1) // 2 + one if one <= two else one * (one + 1) // 2 + two


@kernel
def seen_from(suit: int, card: int) -> int:
    """A card as a symbol: one of the suit's own, or a mere rank."""
    return card % 13 + 13 if card // 13 == suit else card % 13


# ---- one board


class Board(NamedTuple):
    """A board, known by its ranks or seen from one suit: what the deck has left, and every pair that can be held."""

    left: Counts  # cards of each symbol
    strengths: Counts  # of each pair of symbols
    pairs: Counts  # those that can be held, the weakest first
    spare: Counts
    swept: Counts  # pairs of cards so far that hold a certain card of each symbol, and all of them: two words
    dealers: Counts  # those that each pair beats, two words, and those that beat it, two words


@counter
def new_board() -> Board:
    """Room for one board after the other."""
    return Board(
        np.zeros(SYMBOLS, np.int64),
        np.zeros(PAIRS, np.int64),
        np.zeros(PAIRS, np.int64),
        np.zeros(PAIRS, np.int64),
        np.zeros((SYMBOLS + 1, 2), np.int64),
        np.zeros((PAIRS, 4), np.int64),
    )


@counter
def rank_pairs(board: Board, key: int, mask: int, most: int) -> int:
    """Rank the pairs, of the first `most`, that the deck can still give; how many there are."""
    count = 0
    for pair in range(most):
        one, two = ONE[pair], TWO[pair]
        if board.left[one] > 0 and board.left[two] > (1 if one == two else 0):
            board.strengths[pair] = best_five(
                key + SYMBOL_KEYS[one] + SYMBOL_KEYS[two], mask + SYMBOL_MASKS[one] + SYMBOL_MASKS[two], WHEEL_LOWEST
            )
            board.pairs[count] = pair
            count += 1
    sort_by_strength(board.strengths, board.pairs, count, board.spare)
    return count


@counter
def dealers_without(swept: Counts, pair: int, word: int) -> int:
    """The pairs of cards so far, less those with either card of a pair; the pair itself, if swept, counts -1."""
    return swept[SYMBOLS, word] - swept[ONE[pair], word] - swept[TWO[pair], word]  # type: ignore[no-any-return]


@counter
def sweep_pair(board: Board, pair: int, word: int, unit: int) -> None:
    """Add the dealer's hands that look like a pair, at the place of their lights."""
    left, swept = board.left, board.swept
    one, two = ONE[pair], TWO[pair]
    if one == two:
        swept[SYMBOLS, word] += unit * (left[one] * (left[one] - 1) // 2)
        swept[one, word] += unit * (left[one] - 1)
    else:
        swept[SYMBOLS, word] += unit * (left[one] * left[two])
        swept[one, word] += unit * left[two]
        swept[two, word] += unit * left[one]


@counter
def sweep(board: Board, count: int, lights: Counts) -> None:
    """Count the dealers that each pair beats, those below it, and those that beat it: all, less those up to it."""
    pairs, swept, dealers = board.pairs, board.swept, board.dealers
    swept[:] = 0
    start = 0
    while start < count:
        stop = end_of_tie(board.strengths, pairs, start, count)
        for i in range(start, stop):
            dealers[pairs[i], 0] = dealers_without(swept, pairs[i], 0)
            dealers[pairs[i], 1] = dealers_without(swept, pairs[i], 1)
        for i in range(start, stop):
            lit = light_pair(lights[ONE[pairs[i]] % 13], lights[TWO[pairs[i]] % 13])
            sweep_pair(board, pairs[i], lit // 3, 1 << COUNT_BITS * (lit % 3))
        for i in range(start, stop):
            dealers[pairs[i], 2] = dealers_without(swept, pairs[i], 0)
            dealers[pairs[i], 3] = dealers_without(swept, pairs[i], 1)
        start = stop
    for i in range(count):
        dealers[pairs[i], 2] = dealers_without(swept, pairs[i], 0) - dealers[pairs[i], 2]
        dealers[pairs[i], 3] = dealers_without(swept, pairs[i], 1) - dealers[pairs[i], 3]


# ---- one flop, by its ranks or seen from one suit


@kernel
def ways(turn: int, river: int, turns: int, rivers: int, pair: int) -> int:
    """In how many ways a deck with these numbers of each, less a pair, gives a turn and a river, in any order."""
    turns -= (ONE[pair] == turn) + (TWO[pair] == turn)
    rivers -= (ONE[pair] == river) + (TWO[pair] == river)
    return turns * (turns - 1) // 2 if turn == river else turns * rivers


@kernel
def same_view(one: int, two: int, three: int, view: int) -> int:
    """Of views that differ only in which of equal ranks has the suit, the one where the last has it."""
    if one == two and view & 3 == 1:
        view ^= 3
    if two == three and view & 6 == 2:
        view ^= 6
    return view


@counter
def lay_flop(board: Board, flop: Counts, view: int, deck: Counts) -> bool:
    """Take a flop from a fresh deck, if it has one; `view` tells by bits which of its cards have the suit, if any."""
    board.left[:] = 0
    for card in deck:
        board.left[seen_from(0, card) if view else card % 13] += 1
    for place in range(3):
        symbol = flop[place] + 13 * (view >> place & 1)
        board.left[symbol] -= 1
        if board.left[symbol] < 0:
            return False
    return True


@counter
def add_ranks(board: Board, count: int, turn: int, river: int, tally: Counts, known: Counts) -> None:
    """Add a board's results by ranks alone to its flop's, and keep them in `known`: words, then the line."""
    for i in range(count):
        pair = board.pairs[i]
        times = ways(turn, river, board.left[turn], board.left[river], pair)
        line = bet_line(board.strengths[pair])
        known[pair, 4] = line
        for word in range(2):
            known[pair, word] = board.dealers[pair, word]
            known[pair, 2 + word] = board.dealers[pair, 2 + word]
            tally[pair, line, word] += times * board.dealers[pair, word]
            tally[pair, LOSS, word] += times * board.dealers[pair, 2 + word]


@counter
def add_flushes(board: Board, count: int, turn: int, river: int, tally: Counts, known: Counts) -> None:
    """Add a board's results to its flop's, less those by ranks alone."""
    for i in range(count):
        pair = board.pairs[i]
        times = ways(turn, river, board.left[turn], board.left[river], pair)
        line = bet_line(board.strengths[pair])
        by_ranks = known[pair_number(ONE[pair] % 13, TWO[pair] % 13)]
        for word in range(2):
            tally[pair, line, word] += times * board.dealers[pair, word]
            tally[pair, by_ranks[4], word] -= times * by_ranks[word]
            tally[pair, LOSS, word] += times * (board.dealers[pair, 2 + word] - by_ranks[2 + word])


@counter
def tally_view(
    board: Board, flop: Counts, view: int, deck: Counts, lights: Counts, tally: Counts, known: Counts
) -> None:
    """The results of a flop by pair held: by ranks alone (view 0), or what the flushes of the suit in view change."""
    if not lay_flop(board, flop, view, deck):
        return
    left = board.left
    flop_key = flop_mask = suited = 0
    for place in range(3):
        symbol = flop[place] + 13 * (view >> place & 1)
        flop_key += SYMBOL_KEYS[symbol]
        flop_mask += SYMBOL_MASKS[symbol]
        suited += view >> place & 1
    for river in range(SYMBOLS if view else 13):
        for turn in range(river + 1):
            if view and suited + (turn >= 13) + (river >= 13) < 3:
                continue
            if left[turn] < 1 or left[river] < (2 if turn == river else 1):
                continue
            left[turn] -= 1
            left[river] -= 1
            key = flop_key + SYMBOL_KEYS[turn] + SYMBOL_KEYS[river]
            mask = flop_mask + SYMBOL_MASKS[turn] + SYMBOL_MASKS[river]
            count = rank_pairs(board, key, mask, PAIRS if view else RANK_PAIRS)
            sweep(board, count, lights)
            left[turn] += 1
            left[river] += 1
            if view:
                add_flushes(board, count, turn, river, tally, known[pair_number(turn % 13, river % 13)])
            else:
                add_ranks(board, count, turn, river, tally, known[pair_number(turn, river)])


# ---- every hand on a flop


@counter
def in_order(masks: Counts) -> bool:
    """Whether the suits that hold most, read as numbers, come first."""
    return masks[0] >= masks[1] and masks[1] >= masks[2] and masks[2] >= masks[3]  # type: ignore[no-any-return]


@counter
def fill_row(row: Counts, one: int, two: int, views: Counts, tally: Counts, left: Counts, boards: int) -> None:
    """The results of a hand on a flop, by lights and without; `left` cards of each light, the hand's not yet out."""
    for result in range(TIE):
        for word in range(2):
            counts = tally[0, pair_number(one % 13, two % 13), result, word]
            for suit in range(4):
                if views[suit]:
                    pair = pair_number(seen_from(suit, one), seen_from(suit, two))
                    counts += tally[views[suit], pair, result, word]
            for place in range(3):
                row[3 * word + place, result] = counts >> COUNT_BITS * place & COUNT_MASK
    row[NO_LIGHTS] = 0
    for a in range(3):
        for b in range(a, 3):
            lit = light_pair(a, b)
            dealers = left[a] * (left[a] - 1) // 2 if a == b else left[a] * left[b]
            row[lit, TIE] = dealers * boards
            for result in range(TIE):
                row[lit, TIE] -= row[lit, result]
            for result in range(RESULTS):
                row[NO_LIGHTS, result] += row[lit, result]


@counter
def decide(row: Counts, weight: int, nets: Counts, totals: Counts) -> int:
    """Fold or play, the better for each thing known, added to the totals; the plays as bits. Equals fold."""
    plays = 0
    for known in range(KNOWN):
        fold = worth = 0
        for result in range(RESULTS):
            fold += row[known, result] * nets[0, result]
            worth += row[known, result] * nets[1, result]
        play = 1 if worth > fold else 0
        plays |= play << known
    follow(row, weight, plays, totals)
    return plays


@counter
def follow(row: Counts, weight: int, plays: int, totals: Counts) -> None:
    """Add the results of a hand on a flop to the totals, folded or played as the bits say."""
    for known in range(KNOWN):
        play = plays >> known & 1
        for result in range(RESULTS):
            totals[known, play, result] += weight * row[known, result]


@counter
def count_hands(
    flop: Counts,
    deck: Counts,
    suits: int,
    lights: Counts,
    tally: Counts,
    nets: Counts,
    rules: Bits,
    totals: Counts,
    plays: Counts,
) -> None:
    """Every hand on a flop, each class once: where suits stand in the order of what they hold, the flop first."""
    masks, views, left = np.zeros(4, np.int64), np.zeros(4, np.int64), np.zeros(3, np.int64)
    for place in range(3):
        masks[flop[place] // 13] += 1 << 13 + flop[place] % 13
        views[flop[place] // 13] += 1 << place
    if not in_order(masks):
        return
    for suit in range(4):
        views[suit] = same_view(flop[0] % 13, flop[1] % 13, flop[2] % 13, views[suit])
    for card in deck:
        left[lights[card % 13]] += 1 - (masks[card // 13] >> 13 + card % 13 & 1)
    row = np.zeros((KNOWN, RESULTS), np.int64)
    boards = (len(deck) - 7) * (len(deck) - 8) // 2
    for j in range(len(deck)):
        for i in range(j):
            one, two = deck[i], deck[j]
            if (masks[one // 13] >> 13 + one % 13 | masks[two // 13] >> 13 + two % 13) & 1:
                continue
            masks[one // 13] += 1 << one % 13
            masks[two // 13] += 1 << two % 13
            if in_order(masks):
                left[lights[one % 13]] -= 1
                left[lights[two % 13]] -= 1
                fill_row(row, one, two, views, tally, left, boards)
                weight = relabellings(masks[0], masks[1], masks[2], masks[3], suits)
                hole = hole_class(one, two)
                place = play_place(triple_class(flop[0], flop[1], flop[2]), one, two)
                played = decide(row, weight, nets, totals[0, hole])
                plays[place // BYTE] |= played << BYTE * (place % BYTE)
                for rule in range(len(rules)):
                    follow(row, weight, rules[rule, place], totals[1 + rule, hole])
                left[lights[one % 13]] += 1
                left[lights[two % 13]] += 1
            masks[one // 13] -= 1 << one % 13
            masks[two // 13] -= 1 << two % 13


@counter
def count_flops(flops: Counts, deck: Counts, suits: int, lights: Counts, nets: Counts, rules: Bits) -> Counts:
    """All deals whose flop has certain ranks: totals and plays.

    `nets` are those of each result of a fold and of a Play wager after the flop; `rules` are other plays than the best
    that are to be counted too.
    """
    several = (1 + len(rules)) * TOTALS
    counted = np.zeros(several + PLAYS, np.int64)
    totals = counted[:several].reshape((1 + len(rules), HOLES, KNOWN, 2, RESULTS))
    tally = np.zeros((8, PAIRS, TIE, 2), np.int64)
    known = np.zeros((RANK_PAIRS, RANK_PAIRS, 5), np.int64)
    cards = np.zeros(3, np.int64)
    board = new_board()
    for flop in flops:
        tally[:] = 0
        for view in range(8):
            if view == same_view(flop[0], flop[1], flop[2], view):
                tally_view(board, flop, view, deck, lights, tally[view], known)
        for pattern in range(suits**3):
            cards[0] = flop[0] + 13 * (pattern % suits)
            cards[1] = flop[1] + 13 * (pattern // suits % suits)
            cards[2] = flop[2] + 13 * (pattern // suits**2)
            if (flop[0] < flop[1] or cards[0] < cards[1]) and (flop[1] < flop[2] or cards[1] < cards[2]):
                count_hands(cards, deck, suits, lights, tally, nets, rules, totals, counted[several:])
    return counted
