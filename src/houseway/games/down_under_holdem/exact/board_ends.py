"""One board of five cards: how many dealers each hand beats, loses to and ties with, by lights and by matches.

The pairs of cards left are sorted by strength and swept once. The sweep counts, by lights, the dealers below each hand
and those up to it. Dealers that hold a rank of the hand are few and compared one by one. Hands that differ only in
suits that cannot make a flush end alike, so the first of them stands for all.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import COUNTS, KEYS, WHEEL_LOWEST, best_five
from houseway.games.down_under_holdem.exact.boards import pair_number
from houseway.games.down_under_holdem.exact.decision_index import NO_LIGHTS, light_pair
from houseway.games.down_under_holdem.rules import LINES, match_line
from houseway.games.pricing.suit_classes import end_of_tie, sort_by_strength
from houseway.kernel import counter, kernel

Counts = npt.NDArray[np.int64]

LIGHTS: Final = 3
FLUSH_ON_BOARD: Final = 3  # cards of a suit with which two more make a flush
SYMBOL_PAIRS: Final = 26 * 27 // 2
MATCHES: Final = len(LINES["match-the-dealer"]) + 1  # the last is no match
WON, LOST, TIED, ENDS = range(4)


class Board(NamedTuple):
    """A board, the cards left, and every pair of them by its number."""

    cards: Counts  # those left
    lights: Counts  # of these
    one: Counts  # by pair: which of the cards left it holds
    two: Counts
    alike: Counts  # by pair: the first that ends like it
    strengths: Counts
    pairs: Counts  # the weakest first
    spare: Counts
    below: Counts  # [pair, lights]: dealers that it beats
    up_to: Counts  # [pair, lights]: dealers that it beats or ties
    dealers: Counts  # [pair, lights]: all dealers
    every: Counts  # [lights]: all pairs so far
    swept: Counts  # [card, light]: the pairs so far that hold a card, by the light of the other
    ends: Counts  # [matches, lights, end]: the dealers of one hand


@counter
def new_board(left: int) -> Board:
    """Arrays for boards that leave this many cards."""
    pairs = left * (left - 1) // 2
    one, two = np.zeros(pairs, np.int64), np.zeros(pairs, np.int64)
    number = 0
    for second in range(left):
        for first in range(second):
            one[number], two[number] = first, second
            number += 1
    return Board(
        np.zeros(left, np.int64),
        np.zeros(left, np.int64),
        one,
        two,
        np.zeros(pairs, np.int64),
        np.zeros(pairs, np.int64),
        np.zeros(pairs, np.int64),
        np.zeros(pairs, np.int64),
        np.zeros((pairs, NO_LIGHTS), np.int64),
        np.zeros((pairs, NO_LIGHTS), np.int64),
        np.zeros((pairs, NO_LIGHTS), np.int64),
        np.zeros(NO_LIGHTS, np.int64),
        np.zeros((left, LIGHTS), np.int64),
        np.zeros((MATCHES, NO_LIGHTS, ENDS), np.int64),
    )


@kernel
def pair_place(first: int, second: int) -> int:
    """The number of a pair by the places of its cards."""
    return second * (second - 1) // 2 + first if first < second else first * (first - 1) // 2 + second


@counter
def lay_board(board: Board, masks: Counts, deck: Counts, lights: Counts, laid: Counts) -> None:
    """Take a board, a mask of ranks a suit, from the deck, and sort all pairs of the cards left by strength."""
    key = mask = left = out = 0
    for card in deck:
        if masks[card // 13] >> card % 13 & 1:
            key += KEYS[card]
            mask += 1 << card
            laid[out] = card
            out += 1
        else:
            board.cards[left], board.lights[left] = card, lights[card % 13]
            left += 1
    first = np.full(SYMBOL_PAIRS, -1)
    for pair in range(len(board.pairs)):
        one, two = board.cards[board.one[pair]], board.cards[board.two[pair]]
        looks = pair_number(symbol(one, masks), symbol(two, masks))
        if first[looks] < 0:
            first[looks] = pair
            made = best_five(key + KEYS[one] + KEYS[two], mask + (1 << one) + (1 << two), WHEEL_LOWEST)
            board.strengths[pair] = made
        board.alike[pair], board.pairs[pair] = first[looks], pair
        board.strengths[pair] = board.strengths[first[looks]]
    sort_by_strength(board.strengths, board.pairs, len(board.pairs), board.spare)


@counter
def symbol(card: int, masks: Counts) -> int:
    """A card as one of the suit that can make a flush, or as a mere rank."""
    suited = COUNTS[masks[card // 13]] >= FLUSH_ON_BOARD
    return card % 13 + 13 if suited else card % 13


@counter
def put_dealers(board: Board, pair: int, to: Counts, itself: int) -> None:
    """The pairs so far that hold no card of a pair, by lights; `itself` is 1 where the pair is one of them."""
    one, two = board.one[pair], board.two[pair]
    for lit in range(NO_LIGHTS):
        to[pair, lit] = board.every[lit]
    for light in range(LIGHTS):
        to[pair, light_pair(board.lights[one], light)] -= board.swept[one, light]
        to[pair, light_pair(board.lights[two], light)] -= board.swept[two, light]
    to[pair, light_pair(board.lights[one], board.lights[two])] += itself  # it was taken away with both of its cards


@counter
def sweep(board: Board) -> None:
    """Count the dealers below and up to the pairs that stand for others."""
    board.every[:] = 0
    board.swept[:] = 0
    start, count = 0, len(board.pairs)
    while start < count:
        stop = end_of_tie(board.strengths, board.pairs, start, count)
        for place in range(start, stop):
            if board.alike[board.pairs[place]] == board.pairs[place]:
                put_dealers(board, board.pairs[place], board.below, 0)
        for place in range(start, stop):
            one, two = board.one[board.pairs[place]], board.two[board.pairs[place]]
            board.every[light_pair(board.lights[one], board.lights[two])] += 1
            board.swept[one, board.lights[two]] += 1
            board.swept[two, board.lights[one]] += 1
        for place in range(start, stop):
            if board.alike[board.pairs[place]] == board.pairs[place]:
                put_dealers(board, board.pairs[place], board.up_to, 1)
        start = stop
    for pair in range(count):
        if board.alike[pair] == pair:
            put_dealers(board, pair, board.dealers, 1)


@counter
def fill_ends(board: Board, pair: int) -> None:
    """Count the dealers of a hand by matches, lights and end; the board must be swept."""
    ends, none = board.ends, MATCHES - 1
    ends[:] = 0
    for lit in range(NO_LIGHTS):
        ends[none, lit, WON] = board.below[pair, lit]
        ends[none, lit, LOST] = board.dealers[pair, lit] - board.up_to[pair, lit]
        ends[none, lit, TIED] = board.up_to[pair, lit] - board.below[pair, lit]
    one, two = board.one[pair], board.two[pair]
    move_matches(board.cards, board.lights, board.strengths, ends, one, two, board.strengths[pair])


@counter
def move_matches(
    cards: Counts, lights: Counts, strengths: Counts, ends: Counts, one: int, two: int, strength: int
) -> None:
    """Move the dealers that match a hand, given by the places of its cards, away from those that do not.

    Of two matching cards the first is the one further on. Everything is in one loop, because a call for every dealer
    would take longer than the rest.
    """
    none, own, other = MATCHES - 1, cards[one], cards[two]
    for first in range(len(cards)):
        rank = cards[first] % 13
        if first == one or first == two or (rank != own % 13 and rank != other % 13):
            continue
        for second in range(len(cards)):
            rank = cards[second] % 13
            matches = rank == own % 13 or rank == other % 13
            if second == one or second == two or second == first or (matches and second > first):
                continue
            theirs = strengths[pair_place(first, second)]
            end = WON if strength > theirs else LOST if strength < theirs else TIED
            lit = light_pair(lights[first], lights[second])
            ends[none, lit, end] -= 1
            ends[match_line(own, other, cards[first], cards[second]), lit, end] += 1
