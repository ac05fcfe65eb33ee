"""The dealer's two hands over all 886,322,710 eights, the player's over all 154,143,080 sevens, and what to decide.

Exact counts. A setting looks at ranks, and at suits only for a flush; of so few cards only one suit can make one. So
hands fall into classes: the ranks of a hand in which no suit can, or the ranks of the suit that can and the other
ranks. One hand of each class is set by the rules' own kernels and weighted: 1,075,737 dealers and 292,253 players.

The player chooses by the expectation of a setting: doubles where it is above 0, surrenders where it is below -1/2. It
is estimated from tables of the dealers whose hands are both below the setting, and of those of whose hands none is:
exactly for whether the player holds the joker, which leaves the dealer eight natural cards and so better hands, and to
first order for the other cards held, which the dealer cannot have. Taking the dealer's cards as drawn from a deck of
their own would cost the player 0.0008 of a bet (0.0012 with the best setting); what is still neglected, 0.00002.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, combinations_with_replacement, pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from houseway.cards.card import JOKER
from houseway.cards.hands import (
    JOKER_BIT,
    KEYS,
    WHEEL_LOWEST,
    WHEEL_SECOND,
    Cards,
    best_five,
    fouls,
    front_strength,
)
from houseway.games.analysis import Runner
from houseway.games.game import Game
from houseway.games.wild_monkey_pai_gow.best_seven import EXPECTED, HIGHS, LOWS, READINGS, dealer_discard
from houseway.games.wild_monkey_pai_gow.house_way import NO_CARD, house_way, setting_back, setting_front
from houseway.games.wild_monkey_pai_gow.rules import pai_gow_high
from houseway.kernel import counter, kernel

Counts = npt.NDArray[np.int64]
Values = npt.NDArray[np.int32]
Expectations = npt.NDArray[np.float64]

RANKS: Final = tuple(range(13))
SHARDS: Final = 16

# A setting's place in a table of strengths: HIGHS x front + back. Packed with it, the high card of a pai gow.
CELLS: Final = LOWS * HIGHS

# Expectations are in 2^-28 of the bet. They are tabled by cell, what a card held adds to them by its rank, and last
# what they are before.
UNIT: Final = 1 << 28
NO_RANK: Final = len(RANKS)

SURRENDER, STAND, DOUBLE = range(3)
DECISIONS: Final = ("surrender", "stand", "double")
HOUSE_WAY, BEST_SETTING = range(2)
STRATEGIES: Final = ("house way", "best setting")


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """What the analysis depends on: the letter's options, and the ranks of the deck, each in four suits."""

    wheel: int = WHEEL_LOWEST
    reading: int = EXPECTED  # of the dealer's best seven
    commission: int = 0  # percent of the winnings of bet and double-down
    ranks: tuple[int, ...] = RANKS

    @classmethod
    def of(cls, game: Game) -> "Variant":
        """As the options of a game say."""
        return cls(
            wheel=WHEEL_SECOND if game.options["wheel"] == "second" else WHEEL_LOWEST,
            reading=READINGS.index(game.options["best-seven"]),
            commission=int(game.options["commission"].removesuffix("%")),
        )

    @property
    def deck(self) -> int:
        """How many cards there are, with the joker."""
        return 4 * len(self.ranks) + 1


# ---- classes of hands


@dataclass(frozen=True, slots=True, kw_only=True)
class Classes:
    """One hand of each class, and how many hands the class stands for."""

    hands: Counts  # by class and place
    weights: Counts

    @property
    def masks(self) -> Counts:
        """The hands as masks."""
        return np.asarray((1 << self.hands).sum(1))

    def with_joker(self) -> "Classes":
        """The same hands with the joker in the last place."""
        joker = np.full((len(self.hands), 1), JOKER, np.int64)
        return Classes(hands=np.hstack((self.hands, joker)), weights=self.weights)


def hand_classes(cards: int, need: int, ranks: Sequence[int] = RANKS) -> Classes:
    """All hands of so many natural cards, at most 2 x need - 1, where a flush needs so many of a suit."""
    parts = [_unsuited(cards, need, ranks), *(_suited(cards, held, ranks) for held in range(need, cards + 1))]
    hands, weights = zip(*parts, strict=True)
    return Classes(hands=np.vstack(hands), weights=np.concatenate(weights))


def _unsuited(cards: int, need: int, ranks: Sequence[int]) -> tuple[Counts, Counts]:
    """Hands in which no suit has so many cards; the one of a class has its suits dealt round."""
    held = _multisets(cards, 4, ranks)
    counts = _times_held(held)
    suits = np.arange(cards) % 4
    return held + 13 * suits, _ways(counts, 4) - 4 * _ways_with(counts, need)


def _suited(cards: int, held: int, ranks: Sequence[int]) -> tuple[Counts, Counts]:
    """Hands with so many cards of a suit, clubs for all four; the others come from the other three."""
    clubs = np.array(list(combinations(ranks, held)), np.int64).reshape(-1, held)
    others = _multisets(cards - held, 3, ranks)
    weights = 4 * _ways(_times_held(others), 3)
    others = others + 13 * (1 + np.arange(cards - held) % 3)
    return np.hstack((np.repeat(clubs, len(others), 0), np.tile(others, (len(clubs), 1)))), np.tile(weights, len(clubs))


def _multisets(size: int, most: int, ranks: Sequence[int]) -> Counts:
    """All ranks that so many cards can have, ascending, none more often than `most`."""
    chosen = combinations_with_replacement(sorted(ranks), size)
    rows = [row for row in chosen if all(row[i] != row[i + most] for i in range(size - most))]
    return np.array(rows, np.int64).reshape(len(rows), size)


def _times_held(rows: Counts) -> Counts:
    """How often each of the thirteen ranks stands in each row."""
    return np.stack([(rows == rank).sum(1) for rank in RANKS], 1)


def _choices(suits: int) -> Counts:
    """In how many ways 0 to 4 cards of a rank can be taken from so many suits, and (the last place) none for -1."""
    return np.array([*(math.comb(suits, taken) for taken in range(5)), 0])


def _ways(counts: Counts, suits: int) -> Counts:
    """How many hands from so many suits hold each rank so often."""
    return np.asarray(_choices(suits)[counts].prod(1))


def _ways_with(counts: Counts, need: int) -> Counts:
    """How many of these hands hold at least so many cards of clubs: a polynomial in the clubs, rank by rank."""
    without, clubs = _choices(3)[counts], _choices(3)[counts - 1]
    ways = np.zeros((len(counts), 14), np.int64)
    ways[:, 0] = 1
    for rank in RANKS:
        more = np.roll(ways, 1, 1) * clubs[:, rank, None]
        ways = ways * without[:, rank, None] + more
    return np.asarray(ways[:, need:].sum(1))


# ---- settings


@kernel
def cell_of(setting: int) -> int:
    """Where a packed setting stands in a table of strengths."""
    return HIGHS * setting_front(setting) + setting_back(setting)


@counter
def set_dealers(hands: Counts, start: int, total: int, wheel: int, reading: int) -> Counts:
    """The dealer's hands of some classes at their places among all: CELLS x (1 + pai gow's high card) + cell."""
    found = np.zeros(total, np.int64)
    for place in range(len(hands)):
        hand = hands[place]
        discard = dealer_discard(hand, wheel, reading)
        mask = 0
        for index in range(8):
            if index != discard:
                mask += 1 << hand[index]
        found[start + place] = CELLS * (1 + pai_gow_high(mask)) + cell_of(house_way(hand, discard, wheel))
    return found


@counter
def value_of(values: Values, hand: Cards, cell: int) -> int:
    """The expectation of a setting of seven cards: the last column of its cell, and that of the rank of every card."""
    value = int(values[cell, NO_RANK])
    for index in range(7):
        if hand[index] != JOKER_BIT:
            value += values[cell, hand[index] % 13]
    return value


@counter
def best_setting(hand: Cards, wheel: int, values: Values) -> int:
    """The legal setting of seven cards with the highest expectation, packed; ties: the higher back, then front."""
    key = mask = 0
    for index in range(7):
        key += KEYS[hand[index]]
        mask += 1 << hand[index]
    best = best_value = NO_CARD
    for i in range(7):
        for j in range(i):
            front = front_strength(hand[i], hand[j])
            back = best_five(key - KEYS[hand[i]] - KEYS[hand[j]], mask - (1 << hand[i]) - (1 << hand[j]), wheel)
            if fouls(front, back):
                continue
            setting = (back << 14) + (front << 6) + 8 * i + j
            value = value_of(values, hand, cell_of(setting))
            if best == NO_CARD or value > best_value or (value == best_value and setting > best):
                best, best_value = setting, value
    return best


@kernel
def decide(value: int) -> int:
    """What to do with a setting of such an expectation: of equal ones the decision that stakes less."""
    if value > 0:
        return DOUBLE
    return SURRENDER if 2 * value < -UNIT else STAND


@counter
def set_players(hands: Counts, start: int, total: int, wheel: int, values: Values) -> Counts:
    """The player's hands of some classes at their places among all, by strategy: CELLS x decision + cell."""
    found = np.zeros((2, total), np.int64)
    for place in range(len(hands)):
        hand = hands[place]
        usual, best = cell_of(house_way(hand, NO_CARD, wheel)), cell_of(best_setting(hand, wheel, values))
        found[HOUSE_WAY, start + place] = CELLS * decide(value_of(values, hand, usual)) + usual
        found[BEST_SETTING, start + place] = CELLS * decide(value_of(values, hand, best)) + best
    return found


def class_shards(classes: Classes, *rules: Any) -> list[tuple[Any, ...]]:
    """Arguments of `set_dealers` or `set_players` that together set all classes: the answers' places do not overlap."""
    total = len(classes.hands)
    bounds = [total * part // SHARDS for part in range(SHARDS + 1)]
    return [(classes.hands[start:stop], start, total, *rules) for start, stop in pairwise(bounds) if start < stop]


# ---- tables of strengths


def joint(cells: Counts, weights: Counts) -> Counts:
    """Hands by front and back strength."""
    table = np.bincount(cells, weights, CELLS)  # sums of whole numbers below 2^53: exact
    return table.astype(np.int64).reshape(LOWS, HIGHS)


def at_most(table: Counts) -> Counts:
    """Hands whose front and back are both at most as strong."""
    return np.asarray(table.cumsum(0).cumsum(1))


def at_least(table: Counts) -> Counts:
    """Hands whose front and back are both at least as strong."""
    return np.asarray(at_most(table[::-1, ::-1])[::-1, ::-1])


def weaker(table: Counts) -> Counts:
    """Hands whose front and back are both weaker."""
    found = np.zeros_like(table)
    found[1:, 1:] = at_most(table)[:-1, :-1]
    return found


def stronger(table: Counts) -> Counts:
    """Hands whose front and back are both stronger."""
    found = np.zeros_like(table)
    found[:-1, :-1] = at_least(table)[1:, 1:]
    return found


# ---- the two sides


@dataclass(frozen=True, kw_only=True)
class Dealers:
    """All dealer's hands, set: by class, those without the joker first."""

    masks: Counts  # of a hand of the class, the joker that is discarded left out
    weights: Counts
    cells: Counts
    highs: Counts  # the high card of a pai gow, -1 for any other hand
    jokers: Counts  # 1 where the joker was discarded

    @cached_property
    def total(self) -> int:
        """How many dealer's hands there are."""
        return int(self.weights.sum())

    @cached_property
    def joint(self) -> Counts:
        """Hands by front and back strength."""
        return joint(self.cells, self.weights)

    @cached_property
    def beaten(self) -> Counts:
        """By a player's cell: the dealers whose hands are both below it; a copy goes to the dealer."""
        return weaker(self.joint).ravel()

    @cached_property
    def winning(self) -> Counts:
        """By a player's cell: the dealers of whose hands neither is below it."""
        return at_least(self.joint).ravel()

    @property
    def pai_gows(self) -> dict[int, int]:
        """How many hands are a pai gow, by its high card."""
        highs = range(len(RANKS))
        return {high: count for high in highs if (count := int(self.weights[self.highs == high].sum()))}


@dataclass(frozen=True, kw_only=True)
class Players:
    """All player's hands, set in two ways and decided: by class, those without the joker first."""

    masks: Counts  # of a hand of the class
    weights: Counts
    cells: Counts  # by strategy and class
    decisions: Counts  # by strategy and class
    jokers: Counts  # 1 where the joker is held

    @cached_property
    def total(self) -> int:
        """How many player's hands there are."""
        return int(self.weights.sum())

    def share(self, strategy: int, decision: int) -> Fraction:
        """How often a decision is taken."""
        return Fraction(int(self.weights[self.decisions[strategy] == decision].sum()), self.total)

    def joint(self, strategy: int, decision: int) -> Counts:
        """The hands so decided, by front and back strength."""
        chosen = self.decisions[strategy] == decision
        return joint(self.cells[strategy, chosen], self.weights[chosen])


def set_all_dealers(variant: Variant, run: Runner) -> Dealers:
    """The dealer's hands: eight natural cards, or seven and the joker that is discarded."""
    parts = hand_classes(8, 5, variant.ranks), hand_classes(7, 5, variant.ranks)
    hands = parts[0], parts[1].with_joker()
    packed = np.concatenate([run(set_dealers, class_shards(part, variant.wheel, variant.reading)) for part in hands])
    return Dealers(
        masks=np.concatenate([part.masks for part in parts]),
        weights=np.concatenate([part.weights for part in parts]),
        cells=packed % CELLS,
        highs=packed // CELLS - 1,
        jokers=np.repeat([0, 1], [len(part.weights) for part in parts]),
    )


def held(masks: Counts, rank: int) -> Counts:
    """How many cards of a rank each hand has."""
    return np.asarray(sum((masks >> (13 * suit + rank)) & 1 for suit in range(4)))


def expectations(dealers: Dealers, variant: Variant, weights: Counts) -> Expectations:
    """The expectation of a setting by its cell, in bets, where dealers come with these weights."""
    table = joint(dealers.cells, weights)
    won, lost = weaker(table).ravel(), at_least(table).ravel()
    return np.asarray(((100 - variant.commission) * won - 100 * lost) / (100 * weights.sum()))


def values_for(dealers: Dealers, variant: Variant, joker_held: int) -> Values:
    """The expectations of settings, by cell, for a player who holds the joker (1) or who does not (0).

    For a card of some rank that the dealer cannot have, dealers' hands are counted as often as they are without one of
    the four. To go from one card that is missing to all that are held, such effects are added up, each of them
    (n - 1) / (n - k) times for k of n natural cards: the best approximation by a sum.
    """
    natural, cards = variant.deck - 1, 7 - joker_held
    joker = 0.0 if joker_held else 8 / (variant.deck - 7)  # how likely the dealer has it
    parts = [(1 - joker, dealers.weights * (dealers.jokers == 0)), (joker, dealers.weights * dealers.jokers)]
    values = np.zeros((CELLS, NO_RANK + 1), np.int32)
    base = _mixed(dealers, variant, parts, 1)
    values[:, NO_RANK] = np.rint(UNIT * base)
    for rank in variant.ranks:
        effect = _mixed(dealers, variant, parts, 4 - held(dealers.masks, rank)) - base
        values[:, rank] = np.rint(UNIT * effect * (natural - 1) / (natural - cards))
    return values


def _mixed(dealers: Dealers, variant: Variant, parts: Sequence[tuple[float, Counts]], times: Any) -> Expectations:
    """Expectations against some parts of the dealers, each so likely and its hands counted so many times."""
    mixed = np.zeros(CELLS)
    for likely, weights in parts:
        if likely:
            mixed += likely * expectations(dealers, variant, weights * times)
    return mixed


def set_all_players(variant: Variant, dealers: Dealers, run: Runner) -> Players:
    """The player's hands, set by the house way and in the best way, each with its best decision."""
    parts = hand_classes(7, 5, variant.ranks), hand_classes(6, 4, variant.ranks).with_joker()
    packed = np.hstack(
        [
            run(set_players, class_shards(part, variant.wheel, values_for(dealers, variant, joker)))
            for joker, part in enumerate(parts)
        ]
    )
    return Players(
        masks=np.concatenate([part.masks for part in parts]),
        weights=np.concatenate([part.weights for part in parts]),
        cells=packed % CELLS,
        decisions=packed // CELLS,
        jokers=np.repeat([0, 1], [len(part.weights) for part in parts]),
    )


def describe(game: Game, run: Runner) -> dict[str, Any]:
    """The analysis as JSON describes it: a simulation with these tables."""
    from houseway.games.wild_monkey_pai_gow.simulated import simulate

    return simulate(game, run).to_json()
