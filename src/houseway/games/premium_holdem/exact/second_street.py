"""The second street as a table: what every hand does on every board.

Boards are numbered by suit class, 0 to 16,431, and the hands of a board by their symbols (`ascending_place`). While it
is being computed, a table is a row of *words* for each board, two bits a hand, so that shards can be added.

Then it is compressed. On a given board, strength decides nearly every hand: fold below one strength, play 1x below
another, play 2x above it. So a board has four *bounds*. The few hands between the bounds are listed with their
decisions, in order of their places. The best strategy then takes 2 MB; the bounds, which a simulation looks up all the
time, take an eighth of a megabyte.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import COUNTS, SUIT_MASK
from houseway.games.premium_holdem.exact.board import Board, flush_suits, lay_board, list_hands, new_board
from houseway.games.premium_holdem.exact.simple import board_kind, holding, simple_decision
from houseway.games.premium_holdem.variant import Variant
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.suit_classes import Masks, ascending_place, suit_classes
from houseway.kernel import compiled, counter, kernel

Counts = npt.NDArray[np.int64]
Small = npt.NDArray[np.uint16]

ALL_BOARDS: Final = 270_725
IN_A_WORD: Final = 32
HANDS: Final = (455, 3276, 10_660)  # of a board, by how many suits can make a flush
NEVER: Final = 8191  # stronger than any hand
UNDECIDED: Final = -1
SHARDS: Final = 8


# ---- boards


@cache
def board_classes() -> Counts:
    """Every class of boards, as a mask of ranks a suit; its place in this list is its number."""
    return np.array(list(suit_classes(range(13), 4, 4)))


@cache
def _numbers() -> Mapping[Masks, int]:
    return {(a, b, c, d): number for number, (a, b, c, d) in enumerate(board_classes().tolist())}


def word_starts(boards: Counts) -> Counts:
    """Where the words of each board start, and where all of them end."""
    sizes = [-(-HANDS[flush_suits(masks)] // IN_A_WORD) for masks in boards]
    return np.cumsum([0, *sizes])


def boards_of(variant: Variant) -> tuple[Counts, Counts, int]:
    """The classes of boards that a deck gives, where the words of each start, and how many words there are in all."""
    boards = list(suit_classes(variant.ranks, variant.suits, 4))
    starts = word_starts(board_classes())
    return np.array(boards), starts[[_numbers()[masks] for masks in boards]], int(starts[-1])


@kernel
def board_number(one: int, two: int, three: int, four: int) -> int:
    """The number of four cards, in any order, among all sets of four cards."""
    one, two = min(one, two), max(one, two)
    three, four = min(three, four), max(three, four)
    one, three = min(one, three), max(one, three)
    two, four = min(two, four), max(two, four)
    two, three = min(two, three), max(two, three)
    return (
        one
        + two * (two - 1) // 2
        + three * (three - 1) * (three - 2) // 6
        + four * (four - 1) * (four - 2) * (four - 3) // 24
    )


@counter
def class_numbers(classes: Counts) -> Small:
    """For every set of four cards, by its `board_number`, the number of its class."""
    numbers = np.zeros(ALL_BOARDS, np.uint16)
    cards = np.zeros(4, np.int64)
    for number in range(len(classes)):
        for first in range(4):
            for second in range(4):
                for third in range(4):
                    fourth = 6 - first - second - third
                    if first == second or first == third or second == third:
                        continue
                    laid = 0
                    for place, suit in enumerate((first, second, third, fourth)):
                        for rank in range(13):
                            if classes[number, place] >> rank & 1:
                                cards[laid] = 13 * suit + rank
                                laid += 1
                    numbers[board_number(cards[0], cards[1], cards[2], cards[3])] = number
    return numbers


# ---- hands


@kernel
def first_flush_suit(mask: int) -> int:
    """The suit of a board that is seen as clubs: the longest if it has two cards or more, the larger of two; or -1."""
    longest, most = -1, 0
    for suit in range(4):
        ranks = mask >> 13 * suit & SUIT_MASK
        if COUNTS[ranks] > 1 and ranks > most:
            longest, most = suit, ranks
    return longest


@kernel
def symbol_of(card: int, mask: int, clubs: int) -> int:
    """How a card looks on a board: a mere rank, or one of the suits that can make a flush (see `suit_classes`)."""
    suit, rank = card // 13, card % 13
    if COUNTS[mask >> 13 * suit & SUIT_MASK] < 2:
        return rank
    return rank + 13 if suit == clubs else rank + 26


@kernel
def place_of(mask: int, one: int, two: int, three: int) -> int:
    """The place of three hole cards, in any order, among the hands of a board that is given as a mask."""
    clubs = first_flush_suit(mask)
    one, two, three = symbol_of(one, mask, clubs), symbol_of(two, mask, clubs), symbol_of(three, mask, clubs)
    one, two = min(one, two), max(one, two)
    two, three = min(two, three), max(two, three)
    one, two = min(one, two), max(one, two)
    return ascending_place(one, two, three)


# ---- words


@counter
def keep_decisions(board: Board, count: int, words: Counts, start: int) -> None:
    """Write the decisions of all hands of a board into its words."""
    for hand in range(count):
        place = ascending_place(board.one[hand], board.two[hand], board.three[hand])
        words[start + place // IN_A_WORD] += board.decisions[hand] << 2 * (place % IN_A_WORD)


@counter
def lay_simple(boards: Counts, starts: Counts, deck: Counts, number: int, room: int) -> Counts:
    """The words of a simple strategy, by its number, for certain boards."""
    words = np.zeros(room, np.int64)
    board = new_board()
    for place in range(len(boards)):
        key, mask = lay_board(board, boards[place], deck)
        count = list_hands(board, key, mask)
        kind = board_kind(mask)
        for hand in range(count):
            one, two, three = board.one[hand] % 13, board.two[hand] % 13, board.three[hand] % 13
            board.decisions[hand] = simple_decision(number, holding(board.strengths[hand], mask, one, two, three), kind)
        keep_decisions(board, count, words, starts[place])
    return words


# ---- compressed


class SecondStreet(NamedTuple):
    """A second street, compressed."""

    bounds: Small  # [board, 4]: the weakest hand that plays, the strongest that folds; the same of 2x and less
    starts: npt.NDArray[np.int32]  # [board + 1]: where the hands of a board start that the bounds leave undecided
    undecided: Small  # four times the place of a hand, and its decision; in order


@kernel
def by_strength(strength: int, plays: int, folds: int, twice: int, less: int) -> int:
    """The decision that the bounds of a board give a hand: 0 fold, 1 and 2 play 1x and 2x, or UNDECIDED."""
    if strength < plays:
        return 0
    if strength > less:
        return 2
    return 1 if folds < strength < twice else UNDECIDED


@counter
def looked_up(undecided: Small, start: int, stop: int, place: int) -> int:
    """The decision of a hand that the bounds of its board leave undecided."""
    while stop - start > 1:
        middle = (start + stop) // 2
        if undecided[middle] >> 2 <= place:
            start = middle
        else:
            stop = middle
    return undecided[start] & 3  # type: ignore[no-any-return]


@counter
def find_bounds(board: Board, count: int, bounds: Small) -> int:
    """Find the bounds of a board; answer how many hands they leave undecided."""
    plays, folds, twice, less = NEVER, 0, NEVER, 0
    for hand in range(count):
        strength, decision = board.strengths[hand], board.decisions[hand]
        if decision == 0:
            folds = max(folds, strength)
        else:
            plays = min(plays, strength)
        if decision == 2:
            twice = min(twice, strength)
        else:
            less = max(less, strength)
    bounds[0], bounds[1], bounds[2], bounds[3] = plays, folds, twice, less
    undecided = 0
    for hand in range(count):
        undecided += by_strength(board.strengths[hand], plays, folds, twice, less) == UNDECIDED
    return undecided


@counter
def unpack(board: Board, masks: Counts, deck: Counts, words: Counts, start: int) -> int:
    """Lay a board and read its words; answer how many hands it has, none where the deck does not hold the board."""
    key, mask = lay_board(board, masks, deck)
    laid = 0
    for suit in range(4):
        laid += COUNTS[mask >> 13 * suit & SUIT_MASK]
    count = list_hands(board, key, mask) if laid == 4 else 0
    for hand in range(count):
        place = ascending_place(board.one[hand], board.two[hand], board.three[hand])
        board.decisions[hand] = words[start + place // IN_A_WORD] >> 2 * (place % IN_A_WORD) & 3
    return count


@counter
def list_undecided(board: Board, count: int, bounds: Small, undecided: Small) -> None:
    """List the hands of a board that its bounds leave undecided, with their decisions."""
    plays, folds, twice, less = bounds[0], bounds[1], bounds[2], bounds[3]
    listed = 0
    for hand in range(count):
        if by_strength(board.strengths[hand], plays, folds, twice, less) == UNDECIDED:
            place = ascending_place(board.one[hand], board.two[hand], board.three[hand])
            undecided[listed] = 4 * place + board.decisions[hand]
            listed += 1


@counter
def compress_words(classes: Counts, starts: Counts, deck: Counts, words: Counts) -> SecondStreet:
    """Compress the words of all boards."""
    bounds = np.zeros((len(classes), 4), np.uint16)
    ends = np.zeros(len(classes) + 1, np.int32)
    board = new_board()
    for number in range(len(classes)):
        count = unpack(board, classes[number], deck, words, starts[number])
        ends[number + 1] = ends[number] + find_bounds(board, count, bounds[number])
    undecided = np.zeros(ends[-1], np.uint16)
    for number in range(len(classes)):
        if ends[number + 1] > ends[number]:
            count = unpack(board, classes[number], deck, words, starts[number])
            list_undecided(board, count, bounds[number], undecided[ends[number] : ends[number + 1]])
    return SecondStreet(bounds, ends, undecided)


def table_of(variant: Variant, words: Counts) -> SecondStreet:
    """The second street of a deck, from the words of all its boards."""
    classes = board_classes()
    return compiled(compress_words)(classes, word_starts(classes), np.array(variant.deck), words)


def simple_words(variant: Variant, run: Runner, number: int) -> Counts:
    """The words of a simple strategy, by its number."""
    boards, starts, words = boards_of(variant)
    deck = np.array(variant.deck)
    shards = [(boards[i::SHARDS], starts[i::SHARDS], deck, number, words) for i in range(min(SHARDS, len(boards)))]
    return run(lay_simple, shards)
