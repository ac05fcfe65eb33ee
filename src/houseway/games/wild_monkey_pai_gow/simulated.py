"""The main game, and the bonuses that ask who won it, by simulation of whole deals.

A deal is seven hands of seven and an eighth card for the dealer. Any of the seven hands can be the dealer's: as the
deck is shuffled, each of the 42 pairs of a player's hand and a dealer's is a fair round. The 42 rounds of a deal hang
together, so they are added up first, and the standard error is that of independent deals.

What is estimated are the probabilities of events: a hand that stands or doubles wins or loses, and a win comes on a
line of a bonus. Everything else is a weighted sum of them, or exact: how often a hand is doubled or surrendered hangs
on the player's cards alone and is counted over all of them.

Control variates. With p(seven) and q(eight) the probability of an event when the other side is dealt from a deck of its
own, both known exactly, what is averaged over the deals is event - p - q; then the exact means of p and q, over all
sevens and over all eights, are added again. This has the mean of the event, because in a shuffled deck the player's
seven cards are any seven and the dealer's eight any eight: E(p) and E(q) are those means. It holds for any functions
p and q of one side's cards; so p and q are rounded to 1/4096, the rounded values being averaged exactly, and all sums
are of integers: the same for any number of threads and any order of the shards. A deal then tells as much about the
expected result as a hundred independent rounds.
"""

import math
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.card import JOKER
from houseway.cards.hands import COUNTS, JOKER_BIT, SUIT_MASK
from houseway.cards.streams import shuffle_into
from houseway.errors import InvalidInput
from houseway.games.analysis import MainAnalysis, Runner
from houseway.games.game import Game
from houseway.games.paytable import Pay, PayTable
from houseway.games.price import Outcome, lines_of
from houseway.games.wild_monkey_pai_gow.best_seven import HIGHS
from houseway.games.wild_monkey_pai_gow.exact import (
    BEST_SETTING,
    DECISIONS,
    DOUBLE,
    HOUSE_WAY,
    STAND,
    STRATEGIES,
    SURRENDER,
    Dealers,
    Players,
    Variant,
    at_most,
    set_all_dealers,
    set_all_players,
    stronger,
)
from houseway.games.wild_monkey_pai_gow.rules import LINES, dealer_joker_line, main_result, pai_gow_line
from houseway.kernel import compiled, counter, kernel

Counts = npt.NDArray[np.int64]
Rows = npt.NDArray[np.int32]

DEALS: Final = 4_000_000
SHARD: Final = 50_000  # deals
STREAM: Final = 3040  # the letter's submission, so that no other simulation of the same seed sees the same decks

HANDS: Final = 7
OTHERS: Final = HANDS - 1
PAIRS: Final = HANDS * OTHERS
DEALT: Final = 7 * HANDS + 1
DECK_SIZE: Final = JOKER + 1

SCALE: Final = 4096  # of the control variates

# Events of a round: a hand that stands wins or loses, one that is doubled wins or loses; a win on a line of
# Dealer Pai Gow; a win on a line of Dealer Joker.
STAND_WIN, STAND_LOSE, DOUBLE_WIN, DOUBLE_LOSE = RESULTS = (0, 1, 2, 3)
PAI_GOW: Final = 4
JOKERS: Final = PAI_GOW + len(LINES["dealer-pai-gow"])
EVENTS: Final = JOKERS + len(LINES["dealer-joker"])
NO_EVENT: Final = EVENTS  # a place for what is not counted
WAGER_EVENTS: Final = {"dealer-pai-gow": range(PAI_GOW, JOKERS), "dealer-joker": range(JOKERS, EVENTS)}

# What is counted for a strategy: events; then what remains of 4096 x the events when the control variates are taken
# away, as a sum and as the sums of the products of each two. A deal leaves at most 350,000 of an event (and, in fact,
# 30,000), so that whatever is dealt no sum of 70 million deals leaves 64 bits.
RAW, REMAINDER, PRODUCTS = range(3)

# A class of player's hands, for each strategy: strengths, decision, and 4096 x the probabilities to win and to lose.
FRONT, BACK, DECISION, CONTROL = range(4)
# A class of dealer's hands: strengths, the events of a win against it, and for each strategy 4096 x the probabilities
# of the four results.
PAI_GOW_EVENT, JOKER_EVENT, RESULT = 2, 3, 4


# ---- from cards to classes


def _spread(ranks: int) -> int:
    return sum(1 << 3 * rank for rank in range(13) if ranks >> rank & 1)


# A set of ranks with three bits a rank: four suits add up without a carry.
SPREAD: Final = array("q", [_spread(ranks) for ranks in range(SUIT_MASK + 1)])
_GOLDEN: Final = 0x1E3779B97F4A7C15


class Lookup(NamedTuple):
    """What is known of each class, and a hash table that finds it by its key."""

    keys: Counts
    slots: Rows  # -1 where there is none
    rows: Rows


@kernel
def class_key(mask: int) -> int:
    """What a class of hands has in common: how often it holds each rank, the joker, the ranks of a suit that can flush.

    In this order from bit 0, from bit 39, from bit 40.
    """
    joker = (mask >> JOKER_BIT) & 1
    key = joker << 39
    for suit in range(4):
        ranks = (mask >> (13 * suit)) & SUIT_MASK
        key += SPREAD[ranks]
        if COUNTS[ranks] + joker >= 5:
            key += ranks << 40
    return key


@kernel
def first_slot(key: int, slots: int) -> int:
    """Where to look first for a key among so many slots, a power of two up to 2^31."""
    return ((key * _GOLDEN) >> 32) & (slots - 1)


@counter
def find_class(keys: Counts, slots: Rows, key: int) -> int:
    """The class with this key; -1 for none."""
    slot = first_slot(key, len(slots))
    while slots[slot] >= 0 and keys[slots[slot]] != key:
        slot = (slot + 1) & (len(slots) - 1)
    return int(slots[slot])


@counter
def index_classes(masks: Counts, keys: Counts, slots: Rows) -> None:
    """Fill in the keys of classes, and the slots by which they are found."""
    for place in range(len(masks)):
        key = class_key(int(masks[place]))
        slot = first_slot(key, len(slots))
        while slots[slot] >= 0:
            slot = (slot + 1) & (len(slots) - 1)
        keys[place], slots[slot] = key, place


def look_up(masks: Counts, rows: Rows) -> Lookup:
    """A table of what is known of each class."""
    keys = np.zeros(len(masks), np.int64)
    slots = np.full(1 << (2 * len(masks)).bit_length(), -1, np.int32)
    compiled(index_classes)(masks, keys, slots)
    return Lookup(keys, slots, rows)


# ---- what is known of a class


def _scaled(counts: Counts, total: int) -> Counts:
    """A probability in 1/4096, rounded."""
    return (2 * SCALE * counts + total) // (2 * total)


def player_rows(players: Players, dealers: Dealers) -> Rows:
    """By class and strategy: strengths, decision, chances to win and to lose against a dealer of another deck."""
    wins, losses = (_scaled(table, dealers.total) for table in (dealers.beaten, dealers.winning))
    cells = players.cells.T
    decisions = players.decisions.T
    played = decisions != SURRENDER
    fields = cells // HIGHS, cells % HIGHS, decisions, wins[cells] * played, losses[cells] * played
    return np.stack(fields, 2).astype(np.int32)


def dealer_rows(dealers: Dealers, players: Players) -> Rows:
    """By class: strengths, events of a win, and the results' chances against a player of another deck, by strategy."""
    lines = np.array([[pai_gow_line(high), dealer_joker_line(high)] for high in range(-1, 13)])[dealers.highs + 1]
    pai_gow = np.where(lines[:, 0] >= 0, PAI_GOW + lines[:, 0], NO_EVENT)
    joker = np.where(dealers.jokers, JOKERS + lines[:, 1], NO_EVENT)
    fields = [dealers.cells // HIGHS, dealers.cells % HIGHS, pai_gow, joker]
    for strategy in range(len(STRATEGIES)):
        for decision in (STAND, DOUBLE):
            hands = players.joint(strategy, decision)
            results = stronger(hands), at_most(hands)
            fields += [_scaled(table.ravel(), players.total)[dealers.cells] for table in results]
    return np.stack(fields, 1).astype(np.int32)


# ---- deals


@kernel
def first_result(decision: int) -> int:
    """The event of a win after a decision; that of a loss is the next."""
    return STAND_WIN if decision == STAND else DOUBLE_WIN


@counter
def find_hands(cards: Counts, players: Lookup, dealers: Lookup, seats: Counts, houses: Counts) -> None:
    """The classes of the seven hands of a deal, as players' hands and, with the eighth card, as the dealer's."""
    eighth = 1 << cards[DEALT - 1]
    for hand in range(HANDS):
        mask = 0
        for turn in range(7):
            mask += 1 << cards[HANDS * turn + hand]
        eight = (mask + eighth) & ~(1 << JOKER_BIT)
        seats[hand] = find_class(players.keys, players.slots, class_key(int(mask)))
        houses[hand] = find_class(dealers.keys, dealers.slots, class_key(int(eight)))


@counter
def count_events(
    events: Counts, strategy: int, players: Lookup, dealers: Lookup, seats: Counts, houses: Counts
) -> None:
    """Count what happens in the 42 rounds of a deal."""
    for seat in range(HANDS):
        hand = players.rows[seats[seat], strategy]
        if hand[DECISION] == SURRENDER:
            continue
        front, back, win = int(hand[FRONT]), int(hand[BACK]), first_result(hand[DECISION])
        for house in range(HANDS):
            dealer = dealers.rows[houses[house]]
            result = 0 if house == seat else main_result(front, back, int(dealer[FRONT]), int(dealer[BACK]))
            events[win] += result > 0
            events[win + 1] += result < 0
            events[dealer[PAI_GOW_EVENT]] += result > 0
            events[dealer[JOKER_EVENT]] += result > 0


@counter
def take_controls(
    events: Counts, strategy: int, players: Lookup, dealers: Lookup, seats: Counts, houses: Counts
) -> None:
    """Take the control variates from 4096 x the events: each hand is a player's, and a dealer's, in six rounds."""
    results = RESULT + len(RESULTS) * strategy
    for place in range(HANDS):
        hand = players.rows[seats[place], strategy]
        win = first_result(hand[DECISION])
        events[win] -= OTHERS * hand[CONTROL]
        events[win + 1] -= OTHERS * hand[CONTROL + 1]
        dealer = dealers.rows[houses[place]]
        for event in range(len(RESULTS)):
            events[event] -= OTHERS * dealer[results + event]
        wins = OTHERS * (dealer[results + STAND_WIN] + dealer[results + DOUBLE_WIN])
        events[dealer[PAI_GOW_EVENT]] -= wins
        events[dealer[JOKER_EVENT]] -= wins


@counter
def add_moments(found: Counts, remainder: Counts) -> None:
    """Add a deal to the sums and to the sums of products; most lines of most deals are 0."""
    for one in range(EVENTS):
        if remainder[one]:
            found[REMAINDER, one] += remainder[one]
            for two in range(EVENTS):
                found[PRODUCTS + one, two] += remainder[one] * remainder[two]


@counter
def simulate_deals(first: int, count: int, seed: int, players: Lookup, dealers: Lookup) -> Counts:
    """Play deals `first` and on; by strategy, what is counted, and event."""
    found = np.zeros((len(STRATEGIES), PRODUCTS + EVENTS, EVENTS), np.int64)
    cards, deck = np.empty(DECK_SIZE, np.int64), np.arange(DECK_SIZE)
    seats, houses = np.empty(HANDS, np.int64), np.empty(HANDS, np.int64)
    events = np.empty(EVENTS + 1, np.int64)
    for number in range(first, first + count):
        shuffle_into(cards, deck, DEALT, seed, STREAM, number)
        find_hands(cards, players, dealers, seats, houses)
        for strategy in range(len(STRATEGIES)):
            events[:] = 0
            count_events(events, strategy, players, dealers, seats, houses)
            found[strategy, RAW] += events[:EVENTS]
            events *= SCALE
            take_controls(events, strategy, players, dealers, seats, houses)
            add_moments(found[strategy], events)
    return found


def deal_shards(deals: int, seed: int, players: Lookup, dealers: Lookup) -> list[tuple[Any, ...]]:
    """Arguments of `simulate_deals` that together make so many deals."""
    return [(first, min(SHARD, deals - first), seed, players, dealers) for first in range(0, deals, SHARD)]


# ---- estimates


@dataclass(frozen=True, kw_only=True)
class Estimates:
    """The probabilities of the events under one strategy, estimated, with their covariances."""

    deals: int
    means: tuple[Fraction, ...]
    covariances: npt.NDArray[np.float64]  # of the means

    @classmethod
    def of(cls, found: Counts, controls: list[Fraction], deals: int) -> "Estimates":
        """From what a simulation has found and the exact means of the control variates."""
        unit = PAIRS * SCALE
        remainders = [int(number) for number in found[REMAINDER]]
        squares = [[int(number) for number in row] for row in found[PRODUCTS:]]
        covariances = [
            [
                float(Fraction(squares[i][j] * deals - remainders[i] * remainders[j], deals**2 * (deals - 1) * unit**2))
                for j in range(EVENTS)
            ]
            for i in range(EVENTS)
        ]
        means = [Fraction(r, unit * deals) + control for r, control in zip(remainders, controls, strict=True)]
        return cls(deals=deals, means=tuple(means), covariances=np.array(covariances))

    def of_sum(self, weights: Mapping[int, Fraction]) -> tuple[Fraction, float]:
        """A weighted sum of probabilities, and its standard error."""
        row = np.array([float(weights.get(event, 0)) for event in range(EVENTS)])
        mean = sum((weight * self.means[event] for event, weight in weights.items()), Fraction(0))
        return mean, math.sqrt(max(0.0, float(row @ self.covariances @ row)))


def control_means(strategy: int, players: Players, dealers: Dealers, seats: Lookup, houses: Lookup) -> list[Fraction]:
    """The exact mean of each event's control variates, over all sevens and over all eights."""
    results = houses.rows[:, RESULT + len(RESULTS) * strategy :][:, : len(RESULTS)].astype(np.int64)
    means = [_mean(results[:, event], dealers.weights) for event in RESULTS]
    for decision, win in ((STAND, STAND_WIN), (DOUBLE, DOUBLE_WIN)):
        chosen = seats.rows[:, strategy, DECISION] == decision
        for side in range(2):
            means[win + side] += _mean(seats.rows[:, strategy, CONTROL + side] * chosen, players.weights)
    wins = results[:, STAND_WIN] + results[:, DOUBLE_WIN]
    for field, wager in ((PAI_GOW_EVENT, "dealer-pai-gow"), (JOKER_EVENT, "dealer-joker")):
        means += [_mean(wins * (houses.rows[:, field] == event), dealers.weights) for event in WAGER_EVENTS[wager]]
    return means


def _mean(scaled: npt.NDArray[Any], weights: Counts) -> Fraction:
    return Fraction(int((scaled * weights).sum()), SCALE * int(weights.sum()))


# ---- results


@dataclass(frozen=True, kw_only=True)
class SimulatedMain(MainAnalysis):
    """The main game under one strategy, by simulation; in units of the bet.

    `net`, `net_squared` and the outcomes but surrender are estimates, as exact fractions of the sums they come from;
    `wagered` and the decisions are exact. `deals` are decks shuffled, independent of each other.
    """

    rounds: int  # of a player's hand against a dealer's: 42 a deal
    standard_error: float  # of the net result, and so of the house edge
    outcome_errors: Mapping[str, float]  # standard errors of the outcomes
    independent_net: Fraction  # exact: where each side is dealt from a deck of its own

    @property
    def mean(self) -> Fraction:
        """The estimate of the expected net result."""
        return self.net

    def to_json(self) -> dict[str, Any]:
        """As a main game, with what a simulation adds."""
        shown = super().to_json()
        shown.pop("house_edge_exact", None)
        return {**shown, "method": "simulated", "standard_error": self.standard_error, "rounds": self.rounds}


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedLine:
    """A line of a pay table, by simulation."""

    probability: Fraction
    standard_error: float
    pays: Pay


@dataclass(frozen=True, kw_only=True)
class SimulatedWager:
    """A bonus wager under one pay table, by simulation; in units of the wager."""

    deals: int
    rounds: int
    lines: Mapping[str, SimulatedLine]
    net: Fraction
    net_squared: Fraction
    standard_error: float  # of the net result, and so of the house edge
    hit_frequency: Fraction  # of a win; a push is none

    @property
    def house_edge(self) -> Fraction:
        """Expected loss a unit."""
        return -self.net

    @property
    def standard_deviation(self) -> float:
        """Of the net result of one unit."""
        return math.sqrt(self.net_squared - self.net**2)

    def to_json(self) -> dict[str, Any]:
        """As an exact price, with what a simulation adds."""
        return {
            "method": "simulated",
            "house_edge": float(self.house_edge),
            "standard_error": self.standard_error,
            "hit_frequency": float(self.hit_frequency),
            "standard_deviation": self.standard_deviation,
            "rounds": self.rounds,
            "lines": {
                name: {
                    "probability": float(line.probability),
                    "standard_error": line.standard_error,
                    "pays": line.pays.text,
                }
                for name, line in self.lines.items()
            },
        }


Wagers = dict[str, dict[str, SimulatedWager]]


@dataclass(frozen=True, kw_only=True)
class Simulated:
    """The main game set by the house way and in the best way, and the bonuses that ask who won it, for each."""

    main: SimulatedMain
    main_best_setting: SimulatedMain
    wagers: Wagers  # of players who set by the house way
    wagers_best_setting: Wagers

    def to_json(self) -> dict[str, Any]:
        """As INTERFACE describes an analysis; `wagers` are those that are simulated, and there are exact ones."""
        return {
            "method": "simulated",
            "standard_error": self.main.standard_error,
            "rounds": self.main.rounds,
            "main": self.main.to_json(),
            "main_best_setting": self.main_best_setting.to_json(),
            "wagers": {
                wager: {name: one.to_json() for name, one in tables.items()} for wager, tables in self.wagers.items()
            },
        }


@dataclass(frozen=True, kw_only=True)
class Table:
    """Everything that a simulation of a variant looks up."""

    variant: Variant
    dealers: Dealers
    players: Players
    houses: Lookup
    seats: Lookup

    @classmethod
    def of(cls, variant: Variant, run: Runner) -> "Table":
        """All hands set, decided and indexed."""
        dealers = set_all_dealers(variant, run)
        players = set_all_players(variant, dealers, run)
        houses = look_up(dealers.masks, dealer_rows(dealers, players))
        seats = look_up(players.masks, player_rows(players, dealers))
        return cls(variant=variant, dealers=dealers, players=players, houses=houses, seats=seats)

    def shards(self, deals: int, seed: int) -> list[tuple[Any, ...]]:
        """Arguments of `simulate_deals` that together make so many deals."""
        return deal_shards(deals, seed, self.seats, self.houses)

    @cached_property
    def controls(self) -> list[list[Fraction]]:
        """The exact means of the control variates, by strategy and event."""
        sides = self.players, self.dealers, self.seats, self.houses
        return [control_means(strategy, *sides) for strategy in range(len(STRATEGIES))]

    def estimates(self, found: Counts, deals: int) -> list[Estimates]:
        """What a simulation has found, by strategy."""
        return [Estimates.of(*one, deals) for one in zip(found, self.controls, strict=True)]

    def independent_net(self, strategy: int) -> Fraction:
        """The exact expectation where each side is dealt from a deck of its own."""
        cells, decisions = self.players.cells[strategy], self.players.decisions[strategy]
        times, weights = np.where(decisions == SURRENDER, 0, decisions), self.players.weights
        beaten, lost = (
            int((weights * times * side[cells]).sum()) for side in (self.dealers.beaten, self.dealers.winning)
        )
        played = Fraction(100 - self.variant.commission, 100) * beaten - lost
        return played / (self.players.total * self.dealers.total) - self.players.share(strategy, SURRENDER) / 2

    def joker_surrendered(self, strategy: int) -> Fraction:
        """How often a surrendered hand stands against a dealer who has the joker."""
        gone = (self.players.decisions[strategy] == SURRENDER) & (self.players.jokers == 0)
        surrendered = Fraction(int(self.players.weights[gone].sum()), self.players.total)
        return surrendered * Fraction(8, self.variant.deck - 7)  # the joker is one of the cards not seen


def main_of(table: Table, strategy: int, found: Estimates) -> SimulatedMain:
    """The main game from the estimates of a strategy."""
    share = {name: table.players.share(strategy, decision) for decision, name in enumerate(DECISIONS)}
    keep = 1 - Fraction(table.variant.commission, 100)
    nets = {STAND_WIN: keep, STAND_LOSE: Fraction(-1), DOUBLE_WIN: 2 * keep, DOUBLE_LOSE: Fraction(-2)}
    net, error = found.of_sum(nets)
    squared, _ = found.of_sum({event: times**2 for event, times in nets.items()})
    one = Fraction(1)
    outcomes = {
        "win": found.of_sum({STAND_WIN: one, DOUBLE_WIN: one}),
        "lose": found.of_sum({STAND_LOSE: one, DOUBLE_LOSE: one}),
        "push": found.of_sum(dict.fromkeys(RESULTS, -one)),
        "surrender": (share["surrender"], 0.0),
    }
    outcomes["push"] = outcomes["push"][0] + 1 - share["surrender"], outcomes["push"][1]
    return SimulatedMain(
        per="bet",
        deals=found.deals,
        rounds=PAIRS * found.deals,
        net=net - share["surrender"] / 2,
        standard_error=error,
        wagered=1 + share["double"],
        net_squared=squared + share["surrender"] / 4,
        decisions=share,
        outcomes={name: mean for name, (mean, _) in outcomes.items()},
        outcome_errors={name: error for name, (_, error) in outcomes.items()},
        independent_net=table.independent_net(strategy),
    )


def wager_of(paytable: PayTable, found: Estimates, lost: Fraction | None) -> SimulatedWager:
    """A bonus from the estimates of a strategy; it loses so often, or (None) whenever it does not win."""
    events = dict(zip(paytable.lines, WAGER_EVENTS[paytable.wager], strict=True))
    pays = lines_of(paytable)
    nets = {events[name]: Outcome(1, ((name, pay),)).net for name, pay in pays.items()}
    hits, _ = found.of_sum(dict.fromkeys(nets, Fraction(1)))
    net, error = found.of_sum(nets if lost is not None else {event: times + 1 for event, times in nets.items()})
    squared, _ = found.of_sum({event: times**2 for event, times in nets.items()})
    chances = {name: found.of_sum({events[name]: Fraction(1)}) for name in pays}
    return SimulatedWager(
        deals=found.deals,
        rounds=PAIRS * found.deals,
        lines={
            name: SimulatedLine(probability=chance, standard_error=error, pays=pays[name])
            for name, (chance, error) in chances.items()
        },
        net=net - (1 if lost is None else lost),
        net_squared=squared + (1 - hits if lost is None else lost),
        standard_error=error,
        hit_frequency=hits,
    )


def wagers_of(game: Game, table: Table, strategy: int, found: Estimates) -> Wagers:
    """Dealer Pai Gow, and Dealer Joker where it asks for a won bet, under each of their pay tables."""
    tables = game.approval.paytables
    without = 1 - Fraction(8, table.variant.deck)
    lost = {"dealer-pai-gow": None, "dealer-joker": without + table.joker_surrendered(strategy)}
    if not game.is_on("dealer-joker-needs-win"):
        lost.pop("dealer-joker")
    return {wager: {name: wager_of(one, found, lost[wager]) for name, one in tables[wager].items()} for wager in lost}


def simulate(game: Game, run: Runner, *, deals: int = DEALS, seed: int = 1) -> Simulated:
    """Simulate a game with the operator's choices; by default the standard error of the main game is 0.00005."""
    return simulate_at(Table.of(Variant.of(game), run), game, run, deals=deals, seed=seed)


def simulate_at(table: Table, game: Game, run: Runner, *, deals: int, seed: int) -> Simulated:
    """The same at a table that is made ready for this game."""
    if deals < 2:
        raise InvalidInput("must be at least 2, for a standard error", field="deals")
    house_way, best = table.estimates(run(simulate_deals, table.shards(deals, seed)), deals)
    return Simulated(
        main=main_of(table, HOUSE_WAY, house_way),
        main_best_setting=main_of(table, BEST_SETTING, best),
        wagers=wagers_of(game, table, HOUSE_WAY, house_way),
        wagers_best_setting=wagers_of(game, table, BEST_SETTING, best),
    )
