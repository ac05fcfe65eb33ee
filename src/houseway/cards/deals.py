"""Rounds dealt from a random stream, many together, several cards from each pair of words.

Two words are a fraction of 53 bits; times 52 its whole part is the place of the first card and what is left is again a
fraction, for the next card of 51. All sequences of places are equally likely once the fractions that give some of them
one time too many are rejected (N. Brackett-Rozinsky and D. Lemire, "Batched ranged random integer generation", 2024).
"""

from typing import TYPE_CHECKING, Final

import numpy as np

from houseway.cards.streams import FRACTION, FRACTION_BITS, WORD, fraction_of, is_fair, philox
from houseway.kernel import counter, inlined, kernel

if TYPE_CHECKING:
    import numpy.typing as npt

    Fractions = npt.NDArray[np.int64]
    Bytes = npt.NDArray[np.uint8]
    Places = Bytes | npt.NDArray[np.uint16]

DECK_ROOM: Final = 64  # bytes: a deck of at most this many cards is shuffled within one cache line
DECK_DRAWS: Final = 7  # cards drawn from a fraction: at most 64^7 = 2^42 sequences
TOGETHER: Final = 16  # rounds: fewer are dealt sooner one by one
DECK: Final = 52
SHOE_DRAWS: Final = 5  # from a larger deck: at most 512^5 = 2^45 sequences


@counter
def deal_rounds(
    rows: "Bytes", deck: "Bytes", size: int, count: int, seed: int, stream: int, first: int, rounds: int
) -> None:
    """The first `count` cards of shuffles `first` to `first + rounds - 1` of a deck of `size` cards, a row for each.

    A card is the byte at its place in `deck`, which fills DECK_ROOM bytes at least, as do the rows. What a row holds
    behind its cards has no meaning. The first cards of a shuffle do not depend on how many are dealt.

    The rounds are dealt together, card by card, so that the processor works on many of them at once; the cards of one
    place should lie side by side. The few rounds whose first fractions do not serve are dealt alone.
    """
    if rounds < TOGETHER:
        again = np.ones(rounds, np.uint8)
    elif size <= DECK_ROOM:
        again = deal_decks(rows, deck, size, count, seed, stream, first, rounds)
    else:
        again = deal_shoes(rows, deck, size, count, seed, stream, first, rounds)
    for row in range(rounds):
        if again[row]:
            deal_alone(rows, row, deck, size, count, seed, stream, first + row)


@counter
def deal_deck_rounds(
    rows: "Bytes", deck: "Bytes", size: int, count: int, seed: int, stream: int, first: int, rounds: int
) -> None:
    """The same for games of one deck: it compiles in half the time, and deals a larger deck slowly."""
    if rounds < TOGETHER or size > DECK_ROOM:
        again = np.ones(rounds, np.uint8)
    else:
        again = deal_decks(rows, deck, size, count, seed, stream, first, rounds)
    for row in range(rounds):
        if again[row]:
            deal_alone(rows, row, deck, size, count, seed, stream, first + row)


@counter
def deal_decks(
    rows: "Bytes", deck: "Bytes", size: int, count: int, seed: int, stream: int, first: int, rounds: int
) -> "Bytes":
    """Deal from decks of at most DECK_ROOM cards; marks the rounds that must be dealt alone.

    This is Fisher–Yates without a deck for each round: at every place lies the card that was exchanged for it last, or
    else its own.
    """
    fractions = draw_fractions((count + DECK_DRAWS - 1) // DECK_DRAWS, seed, stream, first, rounds)
    chosen = np.empty((count, rounds), np.uint8)  # by place that is dealt to: the place that is dealt from
    moved = np.empty((count, rounds), np.uint8)  # the card that is exchanged for the one dealt
    cards, places, again = np.empty(rounds, np.uint8), np.empty(rounds, np.uint8), np.zeros(rounds, np.uint8)
    for place in range(count):
        left = fractions[place // DECK_DRAWS]
        if place % DECK_DRAWS == 0:
            find_unfair(again, left, deck_ways(size, place))
        draw_places(chosen[place], left, place, size - place)
        for row in range(rounds):  # one by one: assigning whole rows takes seconds to compile
            cards[row], places[row], moved[place, row] = chosen[place, row], place, place
        for earlier in range(place):
            exchange(cards, chosen[place], chosen[earlier], moved[earlier])
            exchange(moved[place], places, chosen[earlier], moved[earlier])
        lay_cards(rows[:, place], deck, cards)
    return again


@counter
def deal_shoes(
    rows: "Bytes", deck: "Bytes", size: int, count: int, seed: int, stream: int, first: int, rounds: int
) -> "Bytes":
    """Deal from larger decks, from places drawn at random; marks the rounds that must be dealt alone."""
    if count * count > size:  # a place is drawn twice in nearly all of them
        return np.ones(rounds, np.uint8)
    draws = (count + SHOE_DRAWS - 1) // SHOE_DRAWS * SHOE_DRAWS
    fractions = draw_fractions(draws // SHOE_DRAWS, seed, stream, first, rounds)
    chosen, again = np.empty((draws, rounds), np.uint16), np.zeros(rounds, np.uint8)
    known, repeats = np.zeros((draws, rounds), np.uint8), np.zeros(rounds, np.uint8)  # places that were drawn before
    for draw in range(draws):
        left = fractions[draw // SHOE_DRAWS]
        if draw % SHOE_DRAWS == 0:
            find_unfair(again, left, size**SHOE_DRAWS)
        draw_places(chosen[draw], left, 0, size)
        for earlier in range(draw):
            find_equal(known[draw], chosen[draw], chosen[earlier])
    whole = is_whole_decks(deck, size)
    for place in range(count):
        add_marks(repeats, known[place])
        if whole:
            lay_whole(rows[:, place], chosen[place])
        else:
            lay_cards(rows[:, place], deck, chosen[place])
    lay_again(rows, deck, count, chosen, known, repeats, again)
    return again


@inlined
@counter
def lay_again(
    rows: "Bytes", deck: "Bytes", count: int, chosen: "Places", known: "Bytes", repeats: "Bytes", again: "Bytes"
) -> None:
    """Deal the rounds with repeats without the places that were drawn before; marks those that want more draws."""
    waiting, left = np.empty(len(repeats), np.int64), 0
    for row in range(len(repeats)):
        waiting[left] = row
        left += int(repeats[row])
    for turn in range(left):
        row, dealt = int(waiting[turn]), 0
        for draw in range(len(chosen)):
            rows[row, dealt] = deck[chosen[draw, row]]
            dealt += 1 - int(known[draw, row])
        again[row] |= np.uint8(dealt < count)


@counter
def is_whole_decks(deck: "Bytes", size: int) -> bool:
    """Whether a shoe holds decks of all 52 cards in their order."""
    other = size % DECK
    for start in range(0, size - other, DECK):
        for card in range(DECK):
            other |= int(deck[start + card]) ^ card
    return other == 0


@counter
def deal_alone(
    rows: "Bytes", row: int, deck: "Bytes", size: int, count: int, seed: int, stream: int, number: int
) -> None:
    """The first `count` cards of one shuffle, as `deal_rounds` deals them, whatever its fractions are.

    A place is dealt from a deck by Fisher–Yates within the row; from a shoe it is drawn again if it is drawn twice.
    """
    low, high, shoe = seed & WORD, (seed >> 32) & WORD, size > DECK_ROOM
    draws, ways = (SHOE_DRAWS, size**SHOE_DRAWS) if shoe else (DECK_DRAWS, 0)
    taken = np.zeros(size, np.uint8)
    if not shoe:
        for place in range(size):
            rows[row, place] = deck[place]
    one = two = three = four = block = left = dealt = 0
    while dealt < count:
        if left == 0:
            one, two, three, four = philox(block, number & WORD, number >> 32, stream, low, high)
            block, left = block + 1, 2
        fraction = fraction_of(one, two)
        one, two, left = three, four, left - 1
        if not is_fair(fraction, ways if shoe else deck_ways(size, dealt)):
            continue
        for _ in range(min(draws, size - dealt)):
            product = fraction * (size if shoe else size - dealt)
            chosen, fraction = product >> FRACTION_BITS, product & FRACTION
            if dealt == count or taken[chosen]:
                continue
            if shoe:
                taken[chosen], rows[row, dealt] = 1, deck[chosen]
            else:
                card = rows[row, dealt + chosen]
                rows[row, dealt + chosen] = rows[row, dealt]
                rows[row, dealt] = card
            dealt += 1


@kernel
def deck_ways(size: int, dealt: int) -> int:
    """How many sequences of cards one fraction chooses from, when N cards of a deck are dealt."""
    ways = 1
    for place in range(dealt, min(dealt + DECK_DRAWS, size)):
        ways *= size - place
    return ways


# ---- all rounds at once: loops that a processor takes many steps of together


@counter
def draw_fractions(count: int, seed: int, stream: int, first: int, rounds: int) -> "Fractions":
    """[fraction, round]: at least the first `count` fractions of some shuffles."""
    fractions = np.empty((count + count % 2, rounds), np.int64)
    low, high = seed & WORD, (seed >> 32) & WORD
    for block in range(len(fractions) // 2):
        ones, others = fractions[2 * block], fractions[2 * block + 1]
        for row in range(rounds):
            number = first + row
            one, two, three, four = philox(block, number & WORD, number >> 32, stream, low, high)
            ones[row], others[row] = fraction_of(one, two), fraction_of(three, four)
    return fractions


@inlined
@counter
def find_unfair(again: "Bytes", fractions: "Fractions", ways: int) -> None:
    """Mark the rounds whose fraction may not choose one of this many ways, see `is_fair`."""
    least = (FRACTION + 1) % ways
    for row in range(len(again)):
        again[row] |= np.uint8((int(fractions[row]) * ways) & FRACTION < least)


@inlined
@counter
def find_equal(again: "Bytes", ones: "Places", others: "Places") -> None:
    """Mark the rounds in which two places are the same."""
    for row in range(len(again)):
        again[row] |= np.uint8(ones[row] == others[row])


@inlined
@counter
def add_marks(marks: "Bytes", others: "Bytes") -> None:
    """Mark the rounds that are marked in either."""
    for row in range(len(marks)):
        marks[row] |= others[row]


@inlined
@counter
def draw_places(places: "Places", fractions: "Fractions", start: int, count: int) -> None:
    """One of `count` places from `start` on for every round, by its fraction; what is left of it is for the next."""
    for row in range(len(places)):
        product = int(fractions[row]) * count
        places[row] = start + (product >> FRACTION_BITS)
        fractions[row] = product & FRACTION


@inlined
@counter
def exchange(cards: "Bytes", places: "Bytes", chosen: "Bytes", moved: "Bytes") -> None:
    """What lies at some places after an exchange at those `chosen`, where cards `moved` to."""
    for row in range(len(cards)):
        card, other = cards[row], moved[row]
        if places[row] == chosen[row]:
            card = other
        cards[row] = card


@inlined
@counter
def lay_cards(cards: "Bytes", deck: "Bytes", places: "Places") -> None:
    """The cards at some places of a deck."""
    for row in range(len(places)):
        cards[row] = deck[places[row]]


@inlined
@counter
def lay_whole(cards: "Bytes", places: "Places") -> None:
    """The cards at some places of whole decks in their order, without looking them up."""
    for row in range(len(places)):
        cards[row] = int(places[row]) % DECK
