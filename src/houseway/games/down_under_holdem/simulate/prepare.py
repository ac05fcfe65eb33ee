"""Whole rounds, dealt from shuffles by their number and played by a strategy: what becomes of every wager."""

from array import array
from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.card import Card
from houseway.cards.hands import KEYS, ROYAL_FLUSH, WHEEL_LOWEST, best_five, outcome
from houseway.cards.streams import deal_into, gather
from houseway.errors import InvalidInput
from houseway.games.down_under_holdem.exact_count import LOSS, RESULTS, TIE
from houseway.games.down_under_holdem.places import LIGHT_PAIRS, hole_class, light_pair, play_place
from houseway.games.down_under_holdem.rules import LINES, bet_line, match_line, trips_line
from houseway.games.down_under_holdem.variant import Variant, variant_of
from houseway.games.game import Game
from houseway.games.paytable import PayTable
from houseway.games.price import Outcome
from houseway.games.simulation import MAIN, Cell, Played, Simulation, close_round, new_tally, note, whole_nets
from houseway.games.strategy import Strategy
from houseway.games.suit_classes import triple_class
from houseway.kernel import counter, kernel

Counts = npt.NDArray[np.int64]
Bits = npt.NDArray[np.uint8]

STREAM: Final = 2208  # the submission
DECK: Final = 52
BONUSES: Final = ("trips-or-better", "match-the-dealer")
ANTE: Final = 20
BONUS: Final = 5

BLOCK: Final = 64  # rounds that are dealt, then played
TRIPS: Final = len(LINES["trips-or-better"])
MATCHES: Final = len(LINES["match-the-dealer"])

# What a seat did after the flop: nothing when it had played before it.
NO_DECISION, FOLD, PLAY = range(3)


class Plan(NamedTuple):
    """What rounds are played by; a row is -1 where its bonus is off."""

    seats: int
    preflop: Bits  # [hole class, pair of lights]: check or which Play wager
    flop: Bits  # [pair of lights, eighth of `flop_row`]: a bit a row
    lights: Bits  # of each rank
    nets: Counts  # [row, cell]
    trips_row: int
    match_row: int
    dead: int  # whether the bonuses of a folded hand are dead


# What is looked up in every round is kept in small tables, made from the rules: they stay in the processor's cache.
BET_LINES: Final = array("b", [bet_line(strength) for strength in range(ROYAL_FLUSH + 1)])
TRIPS_LINES: Final = array("b", [trips_line(strength) for strength in range(ROYAL_FLUSH + 1)])
FLOP_CLASSES: Final = array("h", [triple_class(a, b, c) for c in range(DECK) for b in range(c) for a in range(b)])


@kernel
def flop_class(a: int, b: int, c: int) -> int:
    """The class of a flop in any order: as `triple_class`, from a table of a sixth of its size."""
    low, high = min(a, b), max(a, b)
    middle = max(low, min(high, c))
    low, high = min(low, c), max(high, c)
    return FLOP_CLASSES[high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low]


@kernel
def flop_row(one: int, two: int, a: int, b: int, c: int) -> int:
    """Where the plays of a hand on a flop stand: as `play_row`, without a branch."""
    first = second = third = fourth = 0  # what each suit holds of flop and hand
    for card, shift in ((one, 0), (two, 0), (a, 13), (b, 13), (c, 13)):
        suit, held = card // 13, 1 << shift + card % 13
        first += held if suit == 0 else 0
        second += held if suit == 1 else 0
        third += held if suit == 2 else 0
        fourth += held if suit == 3 else 0
    x, y = one // 13, two // 13
    own = first if x == 0 else second if x == 1 else third if x == 2 else fourth
    other = first if y == 0 else second if y == 1 else third if y == 2 else fourth
    low = 13 * ((first > own) + (second > own) + (third > own) + (fourth > own)) + one % 13
    high = 13 * ((first > other) + (second > other) + (third > other) + (fourth > other)) + two % 13
    tied = 13 if own == other and x != y else 0  # of suits that hold the same, the lower one comes first
    low += tied if x > y else 0
    high += tied if x < y else 0
    return play_place(flop_class(a, b, c), min(low, high), max(low, high))


@kernel
def main_cell(opened: int, later: int, result: int) -> int:
    """The cell of the main row: a fold, then the results of the Play wager after the flop and of those before it."""
    return 0 if later == FOLD else 1 + opened * RESULTS + result


@kernel
def bonus_cell(line: int, lines: int, dead: bool) -> int:
    """The cell of a bonus with so many lines: its line, then a loss, then what is dead with a folded hand."""
    return lines + 1 if dead else line if line >= 0 else lines


@counter
def play_rounds(count: int, dealt: Counts | list[list[int]], plan: Plan, cells: Counts, decisions: Counts) -> None:
    """Play rounds of dealt cards: by round and seat the cells of each row, and decisions before and after the flop."""
    step = plan.seats + 1
    board = 2 * step
    for number in range(count):
        cards = dealt[number]
        x, y = cards[plan.seats], cards[plan.seats + step]
        lit = light_pair(plan.lights[x % 13], plan.lights[y % 13])
        key = mask = 0
        for place in range(board, board + 5):
            key += KEYS[cards[place]]
            mask += 1 << cards[place]
        dealer = best_five(key + KEYS[x] + KEYS[y], mask + (1 << x) + (1 << y), WHEEL_LOWEST)
        for seat in range(plan.seats):
            one, two = cards[seat], cards[seat + step]
            opened, later = int(plan.preflop[hole_class(one, two), lit]), NO_DECISION
            if opened == 0:
                row = flop_row(one, two, cards[board], cards[board + 1], cards[board + 2])
                later = PLAY if plan.flop[lit, row >> 3] >> (row & 7) & 1 else FOLD
            decisions[number, seat, 0], decisions[number, seat, 1] = opened, later
            player = best_five(key + KEYS[one] + KEYS[two], mask + (1 << one) + (1 << two), WHEEL_LOWEST)
            result = outcome(player, dealer)
            how = BET_LINES[player] if result > 0 else LOSS if result < 0 else TIE
            cells[number, seat, 0] = main_cell(opened, later, how)
            dead = later == FOLD and plan.dead > 0
            if plan.trips_row > 0:
                cells[number, seat, plan.trips_row] = bonus_cell(TRIPS_LINES[player], TRIPS, dead)
            if plan.match_row > 0:
                cells[number, seat, plan.match_row] = bonus_cell(match_line(one, two, x, y), MATCHES, dead)


@counter
def count_rounds(first: int, count: int, seed: int, plan: Plan) -> Counts:
    """Play so many rounds from one on, a block after the other, and count their cells."""
    tally = new_tally(plan.nets)
    rows, size = len(plan.nets), 2 * (plan.seats + 1) + 5
    totals = np.zeros(rows, np.int64)
    cards, places = np.arange(DECK), np.zeros(DECK, np.int64)
    dealt = np.zeros((BLOCK, size), np.int64)
    cells, decisions = np.zeros((BLOCK, plan.seats, rows), np.int64), np.zeros((BLOCK, plan.seats, 2), np.int64)
    for start in range(first, first + count, BLOCK):
        block = min(BLOCK, first + count - start)
        for number in range(block):
            deal_into(cards, places, size, seed, STREAM, start + number)
            for place in range(size):
                dealt[number, place] = cards[place]
            gather(cards, places, size)
        play_rounds(block, dealt, plan, cells, decisions)
        for number in range(block):
            for seat in range(plan.seats):
                for row in range(rows):
                    note(tally, totals, plan.nets, row, cells[number, seat, row])
            close_round(tally, totals)
    return tally


# ---- what the cells are


def prepare(game: Game, strategy: Strategy, seats: int) -> Simulation:
    """A simulation of a table with so many seats, all of them playing the strategy."""
    strategy.check(game)
    if not 1 <= seats <= game.approval.table.seats:
        raise InvalidInput(f"must be 1 to {game.approval.table.seats}, not {seats}", field="seats")
    variant = variant_of(game)
    rows = {MAIN: _main_cells(variant)}
    rows |= {wager: _bonus_cells(game, wager) for wager in BONUSES if game.is_on(wager)}
    names = list(rows)
    plan = Plan(
        seats=seats,
        preflop=np.asarray(strategy.arrays["preflop"], np.uint8),
        flop=_by_lights(strategy.arrays["flop"]),
        lights=np.array(variant.lights, np.uint8),
        nets=whole_nets(rows),
        trips_row=names.index(BONUSES[0]) if BONUSES[0] in rows else -1,
        match_row=names.index(BONUSES[1]) if BONUSES[1] in rows else -1,
        dead=int(game.options["folded-bonuses"] == "lose"),
    )

    def play(seed: int, number: int) -> Played:
        deck = np.arange(DECK)
        deal_into(deck, np.zeros(DECK, np.int64), 2 * (seats + 1) + 5, seed, STREAM, number)
        return play_deck(game, plan, names, deck.tolist(), number)

    return Simulation(
        game=game,
        strategy=strategy,
        seats=seats,
        rows=rows,
        counter=count_rounds,
        arguments=(plan,),
        play=play,
        stream=STREAM,
    )


def _by_lights(flop: "npt.NDArray[np.generic]") -> Bits:
    """The plays after the flop with a row of bits for each pair of lights, so that a round looks at few of them."""
    bits = np.asarray(flop, np.uint8)
    return np.array([np.packbits(bits >> lit & 1, bitorder="little") for lit in range(len(LIGHT_PAIRS))])


def _main_cells(variant: Variant) -> list[Cell]:
    """In the order of `main_cell`."""
    cells = [Cell(name="fold", net=Fraction(-2), staked=Fraction(2), decision="fold", outcome="fold")]
    for times in (variant.after, *variant.before):
        decision, staked = f"play {times}x", Fraction(2 + times)
        cells += [
            Cell(name=f"{decision}, {line}", net=1 + times + pay, staked=staked, decision=decision, outcome="win")
            for line, pay in zip(LINES["bet"], variant.pays, strict=True)
        ]
        cells.append(Cell(name=f"{decision}, lose", net=-staked, staked=staked, decision=decision, outcome="lose"))
        cells.append(Cell(name=f"{decision}, push", net=Fraction(0), staked=staked, decision=decision, outcome="push"))
    return cells


def _bonus_cells(game: Game, wager: str) -> list[Cell]:
    """In the order of `bonus_cell`."""
    table = game.paytable(wager)
    cells = [Cell(name=name, net=_net(table, line)) for line, name in enumerate(LINES[wager])]
    return [*cells, Cell(name="lose", net=Fraction(-1)), Cell(name="fold", net=Fraction(-1))]


def _net(table: PayTable, line: int) -> Fraction:
    pay = table.pay(line)
    return Outcome(1, ((table.lines[line], pay),) if pay else ()).net


# ---- one round


def play_deck(game: Game, plan: Plan, rows: Sequence[str], deck: list[int], number: int) -> Played:
    """A round with its record, dealt from the top of a deck; of two bonuses a seat may stake one, each in turn."""
    variant = variant_of(game)
    cells, decisions = np.zeros((1, plan.seats, len(rows)), np.int64), np.zeros((1, plan.seats, 2), np.int64)
    play_rounds(1, [deck], plan, cells, decisions)
    bonuses = rows[1:]
    staked = bonuses if len(bonuses) < len(BONUSES) else [bonuses[number % len(bonuses)]]
    wagers: dict[str, object] = {"ante": ANTE, "bet": ANTE, **dict.fromkeys(staked, BONUS)}
    now = game.deal(dict.fromkeys(range(1, plan.seats + 1), wagers), map(Card, deck))
    for opened, _ in decisions[0].tolist():
        now = now.decide(variant.openings[opened])
    for _, later in decisions[0].tolist():
        if later != NO_DECISION:
            now = now.decide(variant.last_play if later == PLAY else "fold")
    seats = [{row: [cell] for row, cell in zip(rows, seat, strict=True)} for seat in cells[0].tolist()]
    return Played(record=now.record(), cells=seats)
