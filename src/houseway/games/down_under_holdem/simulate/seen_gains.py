"""The gain of a sampled deal for a player who sees other hands, unbiased and with little work.

A deal has own cards, the dealer's, other hands, and a flop. The gain of its decisions has two parts:

- Before the flop another opening is better only now and then. The forecast of the openings (`forecast`) gives the gain
  quickly, but not exactly; with a *chance* the deal is counted in full, and the difference from the forecast is
  weighted by the inverse of that chance. The chance is small where the opening is clear.
- On the deal's own flop everything that can still come is counted, so the gain there is exact. The flop is examined
  with a chance too, which is larger where play and fold are nearer to each other without seen cards (`flop_leads`), and
  is weighted in the same way.

Whatever the chances are, the mean of all deals is the gain, and their spread is its standard error.
"""

import math
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.shuffles import deal_into, gather
from houseway.cards.streams import WORD, philox
from houseway.games.down_under_holdem.exact.boards import PAIRS, RANK_PAIRS, SYMBOLS
from houseway.games.down_under_holdem.exact.decision_index import hole_class, light_pair, play_row
from houseway.games.down_under_holdem.exact.every_flop import count_hand
from houseway.games.down_under_holdem.exact.one_hand import Against, fill_pairs, flop_worth
from houseway.games.down_under_holdem.simulate.forecast import Forecast
from houseway.games.pricing.suit_classes import couples
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]
Bits = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

STREAM: Final = 220_801  # the submission, and a 1 for this study
CHANCE_STREAM: Final = 220_802  # which deals are looked at
DECK: Final = 52
FLOP: Final = 3
MICRO: Final = 1_000_000  # gains are added up in millionths of an ante
COARSE: Final = 10  # of these: what is squared

# Counted of a shard.
DEALS, GAIN, SQUARES, BEFORE, AFTER, CHANGED, FIGURES = range(7)


class Table(NamedTuple):
    """The rules, the strategy of a player who sees no other hand, and the forecast for one who does."""

    lights: Counts  # of each rank
    returned: Counts  # by line of the Bet table, as `Against` has it
    scale: int
    before: Counts  # Play wagers before the flop, in antes
    after: int  # the Play wager after it
    preflop: Bits
    flop: Bits
    forecast: Forecast  # its effects are those of one of all cards that are seen
    suit_left: Floats  # by seen cards of a suited hand's suit: how many times as likely its flush is, less 1
    leads: Bits  # [`play_row`, lights]: steps between play and fold where nothing is seen
    doubt: float  # antes by which the forecast is off, more or less
    full_chance: float  # that a deal where the forecast changes the opening is counted in full
    least_full: float  # that any deal is
    flop_chances: Floats  # by these steps: how likely a flop is looked at


class Room(NamedTuple):
    """Arrays to work in."""

    cards: Counts
    places: Counts
    left: Counts
    ones: Counts
    twos: Counts
    symbols: Counts
    known: Counts
    values: Floats  # of the openings


@counter
def room_for(openings: int) -> Room:
    """Arrays for one deal at a time."""
    return Room(
        np.arange(DECK),
        np.zeros(DECK, np.int64),
        np.zeros(DECK, np.int64),
        np.zeros(PAIRS, np.int64),
        np.zeros(PAIRS, np.int64),
        np.zeros(SYMBOLS, np.int64),
        np.zeros(2 * RANK_PAIRS, np.int64),
        np.zeros(openings),
    )


@counter
def against_of(room: Room, table: Table, x: int, y: int) -> Against:
    """The dealer's hands with two lights."""
    count, of_ranks = fill_pairs(table.lights, x, y, room.ones, room.twos)
    return Against(room.ones[:count], room.twos[:count], of_ranks, table.returned, -2 * table.scale)


@counter
def left_in_deck(cards: Counts, out: int, flop: int, left: Counts) -> int:
    """List the deck in order of ranks, without the dealer's two cards and those already out; answer how many."""
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
def gain_on_flop(room: Room, out: int, table: Table, lit: int, x: int, y: int, fraction: float) -> float:
    """What seeing cards gains, in antes, on the flop that follows `out` cards; the hand has checked.

    The nearer play and fold are to each other where nothing is seen, the more likely the flop is examined. Its weight
    is the inverse of that chance.
    """
    cards = room.cards
    flop = cards[out : out + FLOP]
    row = play_row(cards[0], cards[1], flop[0], flop[1], flop[2])
    chance = table.flop_chances[table.leads[row, lit]]
    if fraction >= chance:
        return 0.0
    size = left_in_deck(cards, out, FLOP, room.left)
    left, lights = room.left[:size], np.zeros(3, np.int64)
    for card in left:
        lights[table.lights[card % 13]] += 1
    deals = couples(x, y, lights[x], lights[y]) * ((size - 2) * (size - 3) // 2)
    against = against_of(room, table, x, y)
    base, margin = flop_worth(cards[:2], flop, left, against, room.symbols, room.known)
    play, fold = base + table.scale * table.after * margin, against.lost * deals
    plays = table.flop[row] >> lit & 1
    return (max(play, fold) - (play if plays else fold)) / (table.scale * deals) / chance  # type: ignore[no-any-return]


@counter
def fill_values(counted: Counts, table: Table, values: Floats) -> None:
    """Store what the openings are worth, in antes, from deals, base, margin and the value of a check."""
    unit = table.scale * counted[0]
    values[0] = counted[3] / unit
    for number in range(len(table.before)):
        values[1 + number] = (counted[1] + table.scale * table.before[number] * counted[2]) / unit


@counter
def best_gain(values: Floats, chosen: int) -> float:
    """How much more the best opening is worth than the chosen one."""
    best = values[0]
    for value in values:
        best = max(best, value)
    return best - values[chosen]  # type: ignore[no-any-return]


@counter
def behind(values: Floats, chosen: int) -> float:
    """How far the chosen opening is behind the best of the others; below 0 if it is ahead."""
    other = -np.inf
    for number in range(len(values)):
        if number != chosen:
            other = max(other, values[number])
    return other - values[chosen]  # type: ignore[no-any-return]


@counter
def fill_forecast(room: Room, out: int, table: Table, hole: int, lit: int) -> None:
    """Store the forecast of what the openings are worth."""
    values, guess, cards = room.values, table.forecast, room.cards
    own = 0
    for opening in range(len(values)):
        values[opening] = guess.values[hole, lit, opening]
    for place in range(4, out):
        card = cards[place]
        own += card // 13 == cards[0] // 13
        for opening in range(len(values)):
            values[opening] += guess.effects[hole, lit, card % 13, opening]
    if cards[0] // 13 == cards[1] // 13:
        for opening in range(len(values)):
            values[opening] += guess.flushes[hole, lit, opening] * table.suit_left[own]


@counter
def chance_of_full(table: Table, distance: float) -> float:
    """How likely a deal is counted in full if its opening is forecast to be this far behind."""
    return max(table.least_full, table.full_chance * math.exp(min(distance / table.doubt, 0.0)))


@counter
def gain_in_full(room: Room, out: int, table: Table, x: int, y: int, chosen: int) -> float:
    """What another opening gains, counted over all flops."""
    cards, after = room.cards, table.scale * table.after
    size = left_in_deck(cards, out, 0, room.left)
    against = against_of(room, table, x, y)
    counted = count_hand(cards[0], cards[1], room.left[:size], table.lights, x, y, against, after)
    fill_values(counted, table, room.values)
    return best_gain(room.values, chosen)


@counter
def gain_before_flop(room: Room, out: int, table: Table, x: int, y: int, fraction: float) -> tuple[float, float]:
    """What another opening gains, and whether there is a better one; a sample of deals is counted in full."""
    hole, lit = hole_class(room.cards[0], room.cards[1]), light_pair(x, y)
    chosen = table.preflop[hole, lit]
    fill_forecast(room, out, table, hole, lit)
    gain = best_gain(room.values, chosen)
    changed = 1.0 if gain > 0 else 0.0
    chance = chance_of_full(table, behind(room.values, chosen))
    if fraction < chance:
        true = gain_in_full(room, out, table, x, y, chosen)
        gain += (true - gain) / chance
        changed += ((1.0 if true > 0 else 0.0) - changed) / chance
    return gain, changed


@counter
def add_deal(room: Room, out: int, table: Table, one: float, two: float, figures: Counts) -> None:
    """Add the gain of a deal: two hole cards, the dealer's two, other players' up to `out`, and a flop.

    One random fraction decides whether it is counted in full, another whether its flop is examined.
    """
    cards = room.cards
    x, y = table.lights[cards[2] % 13], table.lights[cards[3] % 13]
    late, lit = 0.0, light_pair(x, y)
    if table.preflop[hole_class(cards[0], cards[1]), lit] == 0:
        late = gain_on_flop(room, out, table, lit, x, y, two)
    early, changed = gain_before_flop(room, out, table, x, y, one)
    before, after = math.floor(MICRO * early + 0.5), math.floor(MICRO * late + 0.5)
    figures[DEALS] += 1
    figures[GAIN] += before + after
    figures[SQUARES] += ((before + after + COARSE // 2) // COARSE) ** 2
    figures[BEFORE] += before
    figures[AFTER] += after
    figures[CHANGED] += math.floor(MICRO * changed + 0.5)


@counter
def count_gains(first: int, count: int, seed: int, hands: int, table: Table) -> Counts:
    """The gains of `count` deals from `first` on, with `hands` other hands seen."""
    figures = np.zeros(FIGURES, np.int64)
    room = room_for(1 + len(table.before))
    out = 4 + 2 * hands
    low, high = seed & WORD, (seed >> 32) & WORD
    for number in range(first, first + count):
        deal_into(room.cards, room.places, out + FLOP, seed, STREAM, number)
        one, two, _, _ = philox(0, number & WORD, number >> 32, CHANCE_STREAM, low, high)
        add_deal(room, out, table, one / (WORD + 1), two / (WORD + 1), figures)
        gather(room.cards, room.places, out + FLOP)
    return figures
