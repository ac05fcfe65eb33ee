"""The gain of a sampled deal for a player who sees other hands, unbiased and with little work.

A deal has own cards, the dealer's, other hands, and a flop. What its decisions gain is found in three steps:

- After the flop everything that can still come is counted, so the gain of seeing on that flop is exact; where it is
  clear by ranks alone what to do it is looked at with a *chance*, and counts as many times more.
- Before the flop another opening is better only now and then, and hardly ever where the chosen one was far ahead. So a
  deal is looked at with a chance that depends on how far that was, in the same way.
- What is looked at is foretold by ranks alone (`by_ranks`). Where that leaves a doubt the deal is counted in full,
  again with a chance, and the difference to what was foretold counts as many times more.

Whatever the chances are, the mean of all deals is the gain, and their spread is its standard error.
"""

import math
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.streams import WORD, deal_into, gather, philox
from houseway.games.down_under_holdem.exact.boards import PAIRS, RANK_PAIRS, SYMBOLS
from houseway.games.down_under_holdem.exact.decision_index import hole_class, light_pair, play_row
from houseway.games.down_under_holdem.exact.one_hand import (
    Against,
    count_hand,
    fill_pairs,
    flop_by_ranks,
    flop_by_suits,
    taken,
)
from houseway.games.down_under_holdem.simulate.by_ranks import openings_by_ranks
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]
Bits = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

STREAM: Final = 220_801  # the submission, and a 1 for this study
CHANCE_STREAM: Final = 220_802  # which deals are looked at
DECK: Final = 52
FLOP: Final = 3
MICRO: Final = 1_000_000  # gains are added up in millionths of an ante

LEAST_CHANCE: Final = 1 / 128  # that a deal is looked at, however far ahead its opening was
LEAST_FLOP: Final = 1 / 16  # that a flop is, however clear it is
FLOP_SPREAD: Final = 0.35  # antes, for each ante of the Play wager, within which ranks alone leave a doubt on a flop
FULL_CHANCE: Final = 0.05  # that a deal whose opening is foretold to change is counted in full

# What is counted of a shard.
DEALS, GAIN, SQUARES, BEFORE, AFTER, CHANGED, FIGURES = range(7)


class Table(NamedTuple):
    """The rules, and the strategy of a player who sees no other hand."""

    lights: Counts  # of each rank
    returned: Counts  # by line of the Bet table, as `Against` has it
    scale: int
    before: Counts  # Play wagers before the flop, in antes
    after: int  # the Play wager after it
    preflop: Bits
    flop: Bits
    ahead: Floats  # [hole class, lights]: by how many antes the chosen opening is ahead of the others
    flushes: Floats  # [hole class, lights, opening]: what flushes add to ranks alone
    spread: float  # antes by which seen cards move that, more or less; 0 to count every deal in full
    doubt: float  # antes by which what is foretold is off, more or less


class Room(NamedTuple):
    """Room to work in."""

    cards: Counts
    places: Counts
    left: Counts
    ones: Counts
    twos: Counts
    symbols: Counts
    known: Counts
    nothing: Counts
    values: Floats  # of the openings


@counter
def room_for(openings: int) -> Room:
    """Room for one deal after the other."""
    return Room(
        np.arange(DECK),
        np.zeros(DECK, np.int64),
        np.zeros(DECK, np.int64),
        np.zeros(PAIRS, np.int64),
        np.zeros(PAIRS, np.int64),
        np.zeros(SYMBOLS, np.int64),
        np.zeros(2 * RANK_PAIRS, np.int64),
        np.zeros(0, np.int64),
        np.zeros(openings),
    )


@counter
def left_in_deck(cards: Counts, out: int, flop: int, left: Counts) -> int:
    """The cards of a deck but for the dealer's two and some more at its top, in order of their ranks; how many."""
    held = 0
    for place in range(out + flop):
        if place != 2 and place != 3:
            held |= 1 << cards[place]
    count = 0
    for rank in range(13):
        for suit in range(4):
            if not held >> 13 * suit + rank & 1:
                left[count] = 13 * suit + rank
                count += 1
    return count


@counter
def flop_chance(table: Table, distance: float) -> float:
    """How likely the flushes of a flop are counted, where by ranks alone play and fold are this far from each other."""
    return 1.0 if table.spread == 0 else max(LEAST_FLOP, math.exp(-abs(distance) / (FLOP_SPREAD * table.after)))


@counter
def gain_on_flop(
    room: Room, out: int, table: Table, against: Against, lit: int, x: int, y: int, fraction: float
) -> float:
    """What seeing gains, in antes, on the flop that lies after `out` cards; the hand has checked.

    Where by ranks alone it is clear what to do the flop is looked at with a chance, and counts as many times more.
    """
    cards = room.cards
    size = left_in_deck(cards, out, FLOP, room.left)
    left, flop = room.left[:size], cards[out : out + FLOP]
    lights = np.zeros(3, np.int64)
    for card in left:
        lights[table.lights[card % 13]] += 1
    deals = taken(x, y, lights[x], lights[y]) * ((size - 2) * (size - 3) // 2)
    after, fold, unit = table.scale * table.after, against.lost * deals, table.scale * deals
    base, margin = flop_by_ranks(cards[:2], flop, left, against, room.symbols, room.known)
    chance = flop_chance(table, (base + after * margin - fold) / unit)
    if fraction >= chance:
        return 0.0
    more, wider = flop_by_suits(cards[:2], flop, left, against, room.symbols, room.known, room.nothing)
    play = base + more + after * (margin + wider)
    plays = table.flop[play_row(cards[0], cards[1], flop[0], flop[1], flop[2])] >> lit & 1
    return (max(play, fold) - (play if plays else fold)) / unit / chance


@counter
def fill_values(counted: Counts, table: Table, values: Floats) -> None:
    """What the openings are worth, in antes: from deals, base, margin and the worth of a check."""
    unit = table.scale * counted[0]
    values[0] = counted[3] / unit
    for number in range(len(table.before)):
        values[1 + number] = (counted[1] + table.scale * table.before[number] * counted[2]) / unit


@counter
def best_gain(values: Floats, chosen: int) -> float:
    """What the best opening is worth more than the chosen one."""
    best = values[0]
    for value in values:
        best = max(best, value)
    return best - values[chosen]  # type: ignore[no-any-return]


@counter
def behind(values: Floats, chosen: int) -> float:
    """By how much the chosen opening is behind the best of the others; below 0 if it is ahead."""
    other = -np.inf
    for number in range(len(values)):
        if number != chosen:
            other = max(other, values[number])
    return other - values[chosen]  # type: ignore[no-any-return]


@counter
def gain_in_full(room: Room, size: int, table: Table, against: Against, x: int, y: int, chosen: int) -> float:
    """What another opening gains, all flops counted."""
    left, cards = room.left[:size], room.cards
    after = table.scale * table.after
    nothing = np.zeros(0, np.uint8)
    counted = count_hand(cards[0], cards[1], left, table.lights, x, y, against, after, nothing)
    fill_values(counted, table, room.values)
    return best_gain(room.values, chosen)


@counter
def look_chance(table: Table, hole: int, lit: int) -> float:
    """How likely a deal is looked at."""
    return max(LEAST_CHANCE, math.exp(-table.ahead[hole, lit] / table.spread))


@counter
def full_chance(table: Table, distance: float, look: float) -> float:
    """How likely a deal that is looked at is counted in full; its opening is foretold to be this far behind."""
    return min(1.0, FULL_CHANCE * max(LEAST_CHANCE, math.exp(min(distance / table.doubt, 0.0))) / look)


@counter
def gain_before_flop(
    room: Room, out: int, table: Table, against: Against, x: int, y: int, fractions: tuple[float, float, float]
) -> tuple[float, float]:
    """What another opening gains, and whether there is a better one, each as often as its chances ask for."""
    cards, lit = room.cards, light_pair(x, y)
    hole = hole_class(cards[0], cards[1])
    chosen = table.preflop[hole, lit]
    size = left_in_deck(cards, out, 0, room.left)
    if table.spread == 0:
        gain = gain_in_full(room, size, table, against, x, y, chosen)
        return gain, 1.0 if gain > 0 else 0.0
    look = look_chance(table, hole, lit)
    if fractions[0] >= look:
        return 0.0, 0.0
    after = table.scale * table.after
    counted = openings_by_ranks(cards[0], cards[1], room.left[:size], table.lights, x, y, against, after)
    fill_values(counted, table, room.values)
    for opening in range(len(room.values)):
        room.values[opening] += table.flushes[hole, lit, opening]
    foretold = best_gain(room.values, chosen)
    full = full_chance(table, behind(room.values, chosen), look)
    gain, changed = foretold, 1.0 if foretold > 0 else 0.0
    if fractions[1] < full:
        true = gain_in_full(room, size, table, against, x, y, chosen)
        gain += (true - foretold) / full
        changed += ((1.0 if true > 0 else 0.0) - changed) / full
    return gain / look, changed / look


@counter
def add_deal(room: Room, out: int, table: Table, fractions: tuple[float, float, float], found: Counts) -> None:
    """Add the gain of a deal: two hole cards, the dealer's two, other players' up to `out`, and a flop."""
    cards = room.cards
    x, y = table.lights[cards[2] % 13], table.lights[cards[3] % 13]
    lit = light_pair(x, y)
    count, of_ranks = fill_pairs(table.lights, x, y, room.ones, room.twos)
    against = Against(room.ones[:count], room.twos[:count], of_ranks, table.returned, -2 * table.scale)
    late = 0.0
    if table.preflop[hole_class(cards[0], cards[1]), lit] == 0:
        late = gain_on_flop(room, out, table, against, lit, x, y, fractions[2])
    early, changed = gain_before_flop(room, out, table, against, x, y, fractions)
    before, after = math.floor(MICRO * early + 0.5), math.floor(MICRO * late + 0.5)
    found[DEALS] += 1
    found[GAIN] += before + after
    found[SQUARES] += (before + after) ** 2
    found[BEFORE] += before
    found[AFTER] += after
    found[CHANGED] += math.floor(MICRO * changed + 0.5)


@counter
def count_gains(first: int, count: int, seed: int, hands: int, table: Table) -> Counts:
    """The gains of so many deals, from one on, with so many other hands seen."""
    found = np.zeros(FIGURES, np.int64)
    room = room_for(1 + len(table.before))
    out = 4 + 2 * hands
    low, high = seed & WORD, (seed >> 32) & WORD
    for number in range(first, first + count):
        deal_into(room.cards, room.places, out + FLOP, seed, STREAM, number)
        one, two, three, _ = philox(0, number & WORD, number >> 32, CHANCE_STREAM, low, high)
        add_deal(room, out, table, (one / (WORD + 1), two / (WORD + 1), three / (WORD + 1)), found)
        gather(room.cards, room.places, out + FLOP)
    return found
