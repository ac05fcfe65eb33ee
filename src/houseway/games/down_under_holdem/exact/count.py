"""The main game, counted exactly: all 27,813,810,024,000 deals, with the best decision at every turn.

Of five board cards at most one suit has three. So who wins is a matter of ranks alone, or of ranks and of which
cards belong to one suit, and for a flop and a hand the results over all turns, rivers and dealers are

    what ranks alone would give, and for each suit of the flop what its flushes change.

Each of these is counted once for all flops and hands that look alike when a card is a mere rank or one of that suit
(a symbol, see `suit_classes`). Each board is counted as `boards` says or, where it has three cards of the suit, as
`three_suited` does. None of the counts exceeds C(47,2) x C(45,2) = 1,070,190 when a flop is complete.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.games.down_under_holdem.exact.boards import (
    COUNT_BITS,
    COUNT_MASK,
    ONE,
    PAIRS,
    RANK_PAIRS,
    SYMBOLS,
    TWO,
    Board,
    new_board,
    pair_number,
    rank_pairs,
    sweep,
    ways,
)
from houseway.games.down_under_holdem.exact.decision_index import (
    HOLES,
    LIGHT_PAIRS,
    ROWS,
    hole_class,
    light_pair,
    play_place,
)
from houseway.games.down_under_holdem.exact.three_suited import (
    LINE,
    Next,
    RankBoards,
    change_flushes,
    change_others,
    keep_board,
    new_rank_boards,
    rank_flushes,
)
from houseway.games.down_under_holdem.rules import LINES, bet_line
from houseway.games.suit_classes import SYMBOL_KEYS, SYMBOL_MASKS, relabellings, triple_class
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

# What is counted of a shard: totals by hole class, what is known, fold or play, and result, of the best plays and of
# each rule that is given; then the best plays, a byte a class of flop and hand, a bit in it for each thing known, and
# eight bytes a number.
TOTALS: Final = HOLES * KNOWN * 2 * RESULTS
PLAYS: Final = ROWS // 8 + 1
BYTE: Final = 8


@kernel
def seen_from(suit: int, card: int) -> int:
    """A card as a symbol: one of the suit's own, or a mere rank."""
    return card % 13 + 13 if card // 13 == suit else card % 13


# ---- one flop, by its ranks or seen from one suit


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
def add_ranks(board: Board, count: int, dealt: Next, tally: Counts) -> None:
    """Add a board's results by ranks alone to its flop's."""
    for i in range(count):
        pair = board.pairs[i]
        times = ways(dealt.turn, dealt.river, dealt.turns, dealt.rivers, pair)
        line = bet_line(board.strengths[pair])
        for word in range(2):
            tally[pair, line, word] += times * board.dealers[pair, word]
            tally[pair, LOSS, word] += times * board.dealers[pair, 2 + word]


@counter
def add_flushes(board: Board, count: int, dealt: Next, tally: Counts, known: Counts) -> None:
    """Add a board's results to its flop's, less those by ranks alone."""
    for i in range(count):
        pair = board.pairs[i]
        times = ways(dealt.turn, dealt.river, dealt.turns, dealt.rivers, pair)
        line = bet_line(board.strengths[pair])
        by_ranks = known[pair_number(ONE[pair] % 13, TWO[pair] % 13)]
        for word in range(2):
            tally[pair, line, word] += times * board.dealers[pair, word]
            tally[pair, by_ranks[LINE], word] -= times * by_ranks[word]
            tally[pair, LOSS, word] += times * (board.dealers[pair, 2 + word] - by_ranks[2 + word])


@counter
def tally_view(board: Board, flop: Counts, view: int, deck: Counts, tally: Counts, kept: RankBoards) -> None:
    """The results of a flop by pair held: by ranks alone (view 0), or what the flushes of the suit in view change."""
    if not lay_flop(board, flop, view, deck):
        return
    left = board.left
    flop_key = flop_mask = in_flop = 0
    for place in range(3):
        symbol = flop[place] + 13 * (view >> place & 1)
        flop_key += SYMBOL_KEYS[symbol]
        flop_mask += SYMBOL_MASKS[symbol]
        in_flop += view >> place & 1
    for river in range(SYMBOLS if view else 13):
        for turn in range(river + 1):
            suited = in_flop + (turn >= 13) + (river >= 13)
            if view and suited < 3:
                continue
            if left[turn] < 1 or left[river] < (2 if turn == river else 1):
                continue
            dealt, number = Next(turn, river, left[turn], left[river]), pair_number(turn % 13, river % 13)
            key = flop_key + SYMBOL_KEYS[turn] + SYMBOL_KEYS[river]
            mask = flop_mask + SYMBOL_MASKS[turn] + SYMBOL_MASKS[river]
            left[turn] -= 1
            left[river] -= 1
            if suited == 3:
                straight = change_flushes(board, kept, number, rank_flushes(board, key, mask), dealt, tally)
                change_others(board, kept, number, straight, dealt, tally)
            else:
                count = rank_pairs(board, key, mask, PAIRS if view else RANK_PAIRS)
                sweep(board, count)
                if view:
                    add_flushes(board, count, dealt, tally, kept.known[number])
                else:
                    keep_board(kept, number, board, count)
                    add_ranks(board, count, dealt, tally)
            left[turn] += 1
            left[river] += 1


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
    cards = np.zeros(3, np.int64)
    board, kept = new_board(lights), new_rank_boards()
    for flop in flops:
        tally[:] = 0
        for view in range(8):
            if view == same_view(flop[0], flop[1], flop[2], view):
                tally_view(board, flop, view, deck, tally[view], kept)
        for pattern in range(suits**3):
            cards[0] = flop[0] + 13 * (pattern % suits)
            cards[1] = flop[1] + 13 * (pattern // suits % suits)
            cards[2] = flop[2] + 13 * (pattern // suits**2)
            if (flop[0] < flop[1] or cards[0] < cards[1]) and (flop[1] < flop[2] or cards[1] < cards[2]):
                count_hands(cards, deck, suits, lights, tally, nets, rules, totals, counted[several:])
    return counted
