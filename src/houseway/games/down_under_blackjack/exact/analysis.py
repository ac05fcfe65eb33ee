"""The main game of Down Under Blackjack from a fresh shoe: the best strategy and its figures.

The method goes through each up card and everything that the player may know of the hole card (its group, or the card
itself when two golds are exposed). For each it takes every hand that a player can hold, removes its cards from the
shoe, and finds the dealer's final total from all sets of cards that the dealer may draw. So decisions depend on the
composition of the hand. Nothing is sampled. The sums are floats, with an error below 1e-12 of a wager.

Every hand from a split is played by its own cards alone: the best play when these cards and the two of the pair are
out, whatever the other hands got. A pair is split again wherever that is allowed, if that is better than never doing
so. A person or a simulation can play this way, and its value is exact (`splits`). Only the joint distribution of the
net results of split hands, which the standard deviation and the outcomes of a round need, treats the hands as
independent against the same final total of the dealer.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import sqrt
from typing import Final

import numpy as np

from houseway.errors import InvalidInput
from houseway.games.down_under_blackjack.card_values import ACE, TEN, VALUES
from houseway.games.down_under_blackjack.exact.count import (
    BLACKJACKS,
    CONTEXTS,
    ENDS,
    FIGURES,
    FIRST,
    HABITS,
    NET,
    ROUND_NETS,
    WAGERED,
    count_state,
)
from houseway.games.down_under_blackjack.exact.hands import CHILD, MOST, MOST_DRAWN, Floats, Ints, hands_up_to
from houseway.games.down_under_blackjack.exact.play_out import Bytes
from houseway.games.down_under_blackjack.exact.splits import NETS, split_weights
from houseway.games.down_under_blackjack.study import odds_of
from houseway.games.down_under_blackjack.variant import State, Variant, chance_of, states_of, value_of
from houseway.games.pricing.analysis import Nets, Runner
from houseway.games.pricing.result import MainResult
from houseway.kernel import compiled

DECISIONS: Final = ("stand", "hit", "double", "split")  # as they are numbered
TOLERANCE: Final = 1e-12  # how far the chances may be from adding up to 1


@cache
def hand_table(limit: int = MOST) -> Ints:
    """The table of all hands up to a hard total (see `hands`); by default the hands of the strategies."""
    return compiled(hands_up_to)(limit)


@dataclass(frozen=True, eq=False)
class Strategy:
    """The decision for every hand: `decisions[state, context, hand]`.

    The state is `state_of[value of the up card, value of the hole card]`, -1 for a dealer's blackjack. The context is
    0 for an unsplit hand and 1 + the split value for a hand from a split. The hand is found from hand 0 by
    `hands[hand, value]`, card by card. Bits 0-1 are the decision (stand, hit, double, split) where the hand may be
    split, bits 2-3 where it may not, bits 5-6 where there is no money to double or split either; bit 4 marks unsplit
    hands that the strategy itself reaches.
    """

    variant: Variant
    states: tuple[State, ...]
    decisions: Bytes

    @cached_property
    def hands(self) -> Ints:
        """[hand, value]: the hand with one more card, or -1 if it breaks."""
        return np.ascontiguousarray(hand_table()[:, CHILD : CHILD + VALUES])

    @cached_property
    def state_of(self) -> Ints:
        """[up card, hole card]: the state."""
        table = np.full((VALUES, VALUES), -1, np.int64)
        for place, state in enumerate(self.states):
            table[state.up, list(state.hole)] = place
        return table

    def decision(
        self, up: int, hole: int, cards: Sequence[int], *, split: bool = False, may_split_now: bool = True
    ) -> str:
        """What to do with these cards; `split` for a hand from a split."""
        hand = 0
        for card in cards:
            hand = int(self.hands[hand, value_of(card)])
        context = 1 + value_of(cards[0]) if split else 0
        coded = int(self.decisions[self.state_of[value_of(up), value_of(hole)], context, hand])
        return DECISIONS[coded & 3 if may_split_now else coded >> 2 & 3]


@dataclass(frozen=True, kw_only=True)
class Figures:
    """The main game under one strategy, in wagers; the names are those of `MainAnalysis`."""

    per: str
    net: float
    wagered: float
    net_squared: float
    decisions: Mapping[str, float]  # share of all rounds by first decision; none where there is nothing to decide
    outcomes: Mapping[str, float]  # win, lose, push: shares of all rounds, by the net result of all hands

    @property
    def house_edge(self) -> float:
        """Expected loss over the wager."""
        return -self.net

    @property
    def element_of_risk(self) -> float:
        """Expected loss over all money staked."""
        return -self.net / self.wagered

    @property
    def standard_deviation(self) -> float:
        """Of the net result."""
        return sqrt(self.net_squared - self.net**2)

    def result(self) -> MainResult:
        """The figures in the form of an analysis; sums of floats have no exact fraction."""
        return MainResult(
            per=self.per,
            house_edge=self.house_edge,
            house_edge_exact=None,
            element_of_risk=self.element_of_risk,
            average_wagered=self.wagered,
            standard_deviation=self.standard_deviation,
            decisions=self.decisions,
            outcomes=self.outcomes,
        )


@dataclass(frozen=True, eq=False)
class Analysis:
    """A strategy and its figures; `rows[state]` are the figures that `count` names."""

    variant: Variant
    states: tuple[State, ...]
    rows: Floats
    strategy: Strategy

    @cached_property
    def _total(self) -> Floats:
        weights = np.array([state.probability for state in self.states])
        return np.asarray((weights[:, None] * self.rows).sum(axis=0))

    @cached_property
    def dealer_blackjacks(self) -> tuple[float, float]:
        """How likely the dealer has a blackjack, which ends the round, and how likely the player has one too."""
        pairs = [(TEN, ACE), (ACE, TEN)]
        both = sum(chance_of(self.variant, (*dealer, *player)) for dealer in pairs for player in pairs)
        return sum(chance_of(self.variant, dealer) for dealer in pairs), both

    @property
    def winning_blackjacks(self) -> float:
        """How likely the player has a blackjack and the dealer none."""
        return float(self._total[BLACKJACKS])

    @property
    def ends(self) -> Floats:
        """Two tallies of how hands end, at the places of `play_out`: one of unsplit hands, one of hands from splits."""
        return self._total[ENDS:].reshape(2, -1)

    @cached_property
    def nets(self) -> Mapping[int, float]:
        """How likely each net result of a round is, without winning blackjacks."""
        chances = {net: float(self._total[ROUND_NETS + net + NETS // 2]) for net in range(-(NETS // 2), NETS // 2 + 1)}
        dealer, both = self.dealer_blackjacks
        return {**chances, -1: chances[-1] + dealer - both, 0: chances[0] + both}

    def nets_with(self, pays: str) -> Nets:
        """How likely each net result of a round is if a blackjack pays `pays`; the chances are sums of floats."""
        chances = {Fraction(net): Fraction(chance) for net, chance in self.nets.items() if chance > 0}
        natural = odds_of(pays)
        return chances | {natural: chances.get(natural, Fraction(0)) + Fraction(self.winning_blackjacks)}

    @property
    def total_probability(self) -> float:
        """The sum of all chances, which is 1."""
        return sum(self.nets.values()) + self.winning_blackjacks

    def net_without_blackjacks(self) -> float:
        """The expected net result less what winning blackjacks bring."""
        dealer, both = self.dealer_blackjacks
        return float(self._total[NET]) - dealer + both

    def figures(self, pays: str = "3:2") -> Figures:
        """The figures if a blackjack pays `pays`; the strategy is the same whatever it pays."""
        odds, natural = float(odds_of(pays)), self.winning_blackjacks
        squares = sum(net * net * chance for net, chance in self.nets.items())
        firsts = {name: float(self._total[FIRST + number]) for number, name in enumerate(DECISIONS)}
        win = sum(chance for net, chance in self.nets.items() if net > 0) + natural
        lose = sum(chance for net, chance in self.nets.items() if net < 0)
        return Figures(
            per="wager",
            net=self.net_without_blackjacks() + odds * natural,
            wagered=float(self._total[WAGERED]) + self.dealer_blackjacks[0],
            net_squared=squares + odds**2 * natural,
            decisions={**firsts, "none": natural + self.dealer_blackjacks[0]},
            outcomes={"win": win, "lose": lose, "push": self.nets[0]},
        )

    def house_edge_with(self, habit: int, pays: str = "3:2") -> float:
        """The house edge of the best strategy that keeps to a habit, which must be one of those that were priced."""
        dealer, both = self.dealer_blackjacks
        weights = [state.probability for state in self.states]
        net = float(np.dot(weights, self.rows[:, HABITS + habit]))
        return -(net - dealer + both + float(odds_of(pays)) * self.winning_blackjacks)


def analyze(
    variant: Variant,
    run: Runner,
    strategy: Bytes | None = None,
    habits: Iterable[int] = (),
    known: Analysis | None = None,
) -> Analysis:
    """Compute the figures of the best strategy, or of a given one, with one shard for each state.

    `habits` are priced beside the best strategy. `known` is the best strategy of the same game for a player who knows
    something else of the hole card; states that are the same are not counted again.
    """
    states = states_of(variant)
    if not states:
        raise InvalidInput("holds too few cards", field="variant.shoe")
    if known is None:
        figures, decisions = _counted(variant, states, run, strategy, habits)
    else:
        figures, decisions = _counted_beside(variant, states, run, known)
    analysis = Analysis(variant, states, figures, Strategy(variant, states, decisions))
    if abs(analysis.total_probability - 1) > TOLERANCE:
        raise InvalidInput("holds too few cards for every round to be dealt", field="variant.shoe")
    return analysis


def _counted(
    variant: Variant, states: tuple[State, ...], run: Runner, strategy: Bytes | None = None, habits: Iterable[int] = ()
) -> tuple[Floats, Bytes]:
    """Count the figures and the decisions of some states."""
    rows = run(count_state, _shards(variant, states, strategy, np.array([*habits], np.int64)))
    count = len(hand_table())
    coded = np.ascontiguousarray(rows[:, FIGURES:]).astype("<i8").view(np.uint8)[:, : CONTEXTS * count]
    return np.ascontiguousarray(rows[:, :FIGURES]).view(np.float64), coded.reshape(len(states), CONTEXTS, count)


def _counted_beside(variant: Variant, states: tuple[State, ...], run: Runner, known: Analysis) -> tuple[Floats, Bytes]:
    """Count the same, without the states that are known."""
    there = {(state.up, state.hole) for state in known.states}
    new = tuple(state for state in states if (state.up, state.hole) not in there)
    parts = [(known.rows, known.strategy.decisions), *([_counted(variant, new, run)] if new else [])]
    places = {(state.up, state.hole): place for place, state in enumerate((*known.states, *new))}
    order = [places[state.up, state.hole] for state in states]
    figures, decisions = (np.concatenate(rows)[order] for rows in zip(*parts, strict=True))
    return figures, decisions


def _shards(
    variant: Variant, states: tuple[State, ...], strategy: Bytes | None, habits: Ints
) -> list[tuple[object, ...]]:
    hands, draws = hand_table(), hand_table(MOST_DRAWN)
    once = split_weights(2, 2, 2)
    again = split_weights(2, 2, variant.most_hands) if variant.most_hands > 1 else np.zeros((len(once), 0))
    nothing = np.zeros((0, 0), np.uint8)
    return [
        (
            place,
            len(states),
            hands,
            draws,
            state.up,
            _shoe(variant, _without(variant, state.up), state.hole),
            variant.step,
            variant.hits_soft_17,
            variant.doubles_after_split,
            again,
            once,
            nothing if strategy is None else np.ascontiguousarray(strategy[place]),
            habits,
        )
        for place, state in enumerate(states)
    ]


def _without(variant: Variant, up: int) -> list[float]:
    return [cards - (variant.step if value == up else 0.0) for value, cards in enumerate(variant.shoe)]


def _shoe(variant: Variant, unseen: Sequence[float], hole: Sequence[int]) -> Floats:
    """The rows of a shoe: unseen cards, what the hole card may be, and which values are gold."""
    return np.array([unseen, [value in hole for value in range(VALUES)], variant.golds], np.float64)
