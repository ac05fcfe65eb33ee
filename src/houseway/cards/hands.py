"""How strong a hand is: one number, higher is better, from tables; the same source plain and compiled.

A hand is given by two sums over its cards, so that cards can be added and taken away one by one:

- its *key*, the sum of `KEYS[card]`: a sum of rank numbers that no two sets of ranks share (bits 0-27)
  and the number of cards of each suit (four bits each from bit 32), the joker counting for every suit;
- its *mask*, the sum of `1 << card`: thirteen bits a suit, and bit 52 for the joker.

The tables are made by tools/make_hand_tables.py.
"""

from array import array
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, Protocol

from houseway.cards.card import ACE
from houseway.kernel import inlined, kernel
from houseway.lookup_files import read_tables

_TABLES: Final = read_tables(Path(__file__).with_name("hands.tbl"))

KEYS: Final = _TABLES["card_keys"]
ROW_OFFSETS: Final = _TABLES["row_offsets"]
RANK_STRENGTHS: Final = _TABLES["rank_strengths"]
FLUSH_STRENGTHS: Final = _TABLES["flush_strengths"]
HIGHEST_FRONTS: Final = _TABLES["highest_fronts"]
STRAIGHTS: Final = _TABLES["straights"]
SEVENS_IN_A_ROW: Final = _TABLES["sevens_in_a_row"]
LONGEST_RUNS: Final = _TABLES["longest_runs"]
LONGEST_FLUSHES: Final = _TABLES["longest_flushes"]
TOP_RANKS: Final = _TABLES["top_ranks"]
COUNTS: Final = _TABLES["counts"]
DECIDING_RANKS: Final = _TABLES["deciding_ranks"]

CARD_RANKS: Final = array("b", [card % 13 for card in range(52)] + [ACE])

_PLAIN_KEYS: Final = tuple(KEYS)  # for the interpreter, which takes a number from a tuple faster than from an array
_BITS: Final = tuple(1 << card for card in range(53))

# Where A-2-3-4-5 stands among the straights: the first index of the rank and flush tables.
WHEEL_LOWEST, WHEEL_SECOND = 0, 1

SUIT_MASK: Final = (1 << 13) - 1
JOKER_BIT: Final = 52
ACE_BIT: Final = 1 << ACE

_WHEEL_RANKS: Final = len(RANK_STRENGTHS) // 2
_WHEEL_FLUSHES: Final = len(FLUSH_STRENGTHS) // 2
_RANK_BITS: Final = (1 << 28) - 1
_FIVE_CARDS: Final = 5 << 23
_ROW_BITS: Final = 14
_ROW: Final = (1 << _ROW_BITS) - 1
_FLUSH_BIAS: Final = 0x3333 << 32
_FLUSH_BITS: Final = 0x8888 << 32

# The weakest strength of each category of five cards; below PAIR is a high card.
PAIR: Final = 1278
TWO_PAIR: Final = 4138
TRIPS: Final = 4996
STRAIGHT: Final = 5854
FLUSH: Final = 5864
FULL_HOUSE: Final = 7141
QUADS: Final = 7297
STRAIGHT_FLUSH: Final = 7453
ROYAL_FLUSH: Final = 7462
FIVE_ACES: Final = 7463


class Cards(Protocol):
    """Cards in a row: a tuple, or in a counter an array."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> Any: ...


@kernel
def best_five(key: int, mask: int, wheel: int) -> int:
    """The strength, 1 to 7463, of the best five of five, six or seven cards.

    The joker is an ace, or completes a straight, flush or straight flush. `wheel` is 0 where A-2-3-4-5 is the
    lowest straight and 1 where it is the second highest.
    """
    ranks = (key & _RANK_BITS) - _FIVE_CARDS
    best = RANK_STRENGTHS[wheel * _WHEEL_RANKS + ROW_OFFSETS[ranks & _ROW] + (ranks >> _ROW_BITS)]
    flush = (key + _FLUSH_BIAS) & _FLUSH_BITS
    if flush:
        suit = 0
        while not (flush >> (35 + 4 * suit)) & 1:
            suit += 1
        joker = (mask >> JOKER_BIT) & 1
        suited = FLUSH_STRENGTHS[wheel * _WHEEL_FLUSHES + (joker << 13) + ((mask >> (13 * suit)) & SUIT_MASK)]
        if suited > best:
            best = suited
    return best


@kernel
def category(strength: int) -> int:
    """From 0, a high card, by pair, two pair, trips, straight, flush, full house, quads to 8, a straight flush.

    A royal flush is 9 and five aces are 10.
    """
    if strength < TRIPS:
        if strength < PAIR:
            return 0
        return 1 if strength < TWO_PAIR else 2
    if strength < FULL_HOUSE:
        if strength < STRAIGHT:
            return 3
        return 4 if strength < FLUSH else 5
    if strength < STRAIGHT_FLUSH:
        return 6 if strength < QUADS else 7
    if strength < ROYAL_FLUSH:
        return 8
    return 9 if strength == ROYAL_FLUSH else 10


@kernel
def outcome(player: int, dealer: int) -> int:
    """1 when the player's strength beats the dealer's, 0 for a tie, -1 for a loss."""
    if player > dealer:
        return 1
    return 0 if player == dealer else -1


@kernel
def front_strength(one: int, two: int) -> int:
    """A two-card hand: high cards below pairs (169 and up); the joker is an ace."""
    high, low = CARD_RANKS[one], CARD_RANKS[two]
    if high == low:
        return 169 + high
    if high < low:
        high, low = low, high
    return 13 * high + low


@kernel
def fouls(front: int, back: int) -> bool:
    """Whether a two-card hand outranks the five-card hand behind it; an equal pair behind is legal."""
    return front > HIGHEST_FRONTS[back]


# The weakest strength of each category of three cards; below THREE_PAIR is a high card.
THREE_PAIR: Final = 1 * 2197
THREE_FLUSH: Final = 2 * 2197
THREE_STRAIGHT: Final = 3 * 2197
THREE_TRIPS: Final = 4 * 2197
THREE_STRAIGHT_FLUSH: Final = 5 * 2197


@kernel
def three_card(one: int, two: int, three: int) -> int:
    """A three-card hand: high card, pair, flush, straight, trips, straight flush, in that order.

    A-2-3 is the lowest straight and Q-K-A the highest; there is no joker.
    """
    high, middle, low = one % 13, two % 13, three % 13
    if high < middle:
        high, middle = middle, high
    if middle < low:
        middle, low = low, middle
    if high < middle:
        high, middle = middle, high
    if high == low:
        return THREE_TRIPS + 169 * high + 13 * middle + low
    if high == middle or middle == low:
        kicker = low if high == middle else high
        return THREE_PAIR + 169 * middle + 13 * middle + kicker
    suited = one // 13 == two // 13 and two // 13 == three // 13
    straight = high - low == 2
    if high == 12 and middle == 1 and low == 0:
        straight = True
        high, middle, low = 1, 0, 0
    rest = 169 * high + 13 * middle + low
    if straight:
        return (THREE_STRAIGHT_FLUSH if suited else THREE_STRAIGHT) + rest
    return (THREE_FLUSH if suited else 0) + rest


@inlined
@kernel
def suits_held(mask: int) -> tuple[int, int, int, int]:
    """The ranks that are held of clubs, diamonds, hearts and spades, as masks."""
    return mask & SUIT_MASK, (mask >> 13) & SUIT_MASK, (mask >> 26) & SUIT_MASK, (mask >> 39) & SUIT_MASK


@kernel
def ranks_held(mask: int) -> tuple[int, int, int, int, int]:
    """The ranks that are held at least once, twice, ... five times, as masks; the joker is an ace."""
    clubs, diamonds, hearts, spades = suits_held(mask)
    minor, both_minors = clubs | diamonds, clubs & diamonds
    major, both_majors = hearts | spades, hearts & spades
    one, two = minor | major, both_minors | both_majors | (minor & major)
    three, four = (both_minors & major) | (both_majors & minor), both_minors & both_majors
    joker = ((mask >> JOKER_BIT) & 1) << ACE
    return one | joker, two | (one & joker), three | (two & joker), four | (three & joker), four & joker


@kernel
def flush_hand(mask: int) -> int:
    """The best flush of seven cards: its number of cards (bits 13 and up), then its ranks as a mask.

    The joker joins the suit that is then best, as the highest rank missing there.
    """
    joker = ((mask >> JOKER_BIT) & 1) << 13
    clubs, diamonds, hearts, spades = suits_held(mask)
    return max(
        LONGEST_FLUSHES[joker + clubs],
        LONGEST_FLUSHES[joker + diamonds],
        LONGEST_FLUSHES[joker + hearts],
        LONGEST_FLUSHES[joker + spades],
    )


@kernel
def flush_size(strength: int) -> int:
    """How many cards a flush hand has."""
    return strength >> 13


@kernel
def longest_straight_flush(mask: int) -> int:
    """The most cards in a row of one suit, without the joker; the ace is low or high."""
    clubs, diamonds, hearts, spades = suits_held(mask)
    return max(LONGEST_RUNS[clubs], LONGEST_RUNS[diamonds], LONGEST_RUNS[hearts], LONGEST_RUNS[spades])


@kernel
def longest_flush(mask: int) -> int:
    """The most cards of one suit, without the joker."""
    clubs, diamonds, hearts, spades = suits_held(mask)
    return max(COUNTS[clubs], COUNTS[diamonds], COUNTS[hearts], COUNTS[spades])


@inlined
@kernel
def hard_value(card: int) -> int:
    """What a card adds to a blackjack total: its pips, ten for a picture, one for an ace."""
    rank = card % 13
    if rank == 12:
        return 1
    return rank + 2 if rank < 8 else 10


@kernel
def blackjack_total(hard: int, aces: int) -> int:
    """The total of a hand whose cards add up to `hard`: an ace counts eleven where that does not break it."""
    return hard + 10 if aces > 0 and hard <= 11 else hard


@kernel
def is_soft(hard: int, aces: int) -> bool:
    """Whether an ace counts eleven in the total."""
    return aces > 0 and hard <= 11


def hand_key(cards: Iterable[int]) -> int:
    """The key of some cards."""
    return sum(map(_PLAIN_KEYS.__getitem__, cards))


def hand_mask(cards: Iterable[int]) -> int:
    """The mask of some cards, each of them at most once."""
    return sum(map(_BITS.__getitem__, cards))


def poker_strength(cards: Iterable[int], wheel: int = WHEEL_LOWEST) -> int:
    """The strength of the best five of five, six or seven cards."""
    held = tuple(cards)
    return best_five(hand_key(held), hand_mask(held), wheel)
