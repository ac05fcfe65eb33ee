"""What counting gains on each wager of Down Under Blackjack, from exact effects of removal and simulated shoes."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from houseway.errors import InvalidInput
from houseway.games.down_under_blackjack.exact.hands import Floats
from houseway.games.down_under_blackjack.exact.removals import (
    MatchTerms,
    Net,
    ProgressiveTerms,
    card_removals,
    full_shoe,
    main_removals,
)
from houseway.games.down_under_blackjack.simulate.counting import (
    COARSE,
    ESTIMATED,
    FINE,
    HIGH,
    MATCH,
    PROGRESSIVE,
    SHOES,
    WON,
    Counters,
    count_counters,
)
from houseway.games.down_under_blackjack.simulate.prepare import prepare_shoes
from houseway.games.down_under_blackjack.study import decks_of
from houseway.games.down_under_blackjack.variant import value_of
from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.counting import (
    EXACT,
    SIMULATED,
    CountedWager,
    CountingQuestion,
    CountingResult,
    LinearCount,
    Removal,
    ShoeGain,
    linear_counts,
    remainder_of,
)
from houseway.games.pricing.strategy import Strategy
from houseway.games.simulation.simulation import MAIN, Counts, Simulation, scales

NOTHING: Final = "nothing but the full shoe"
ALL_EFFECTS: Final = "all effects of removal"
COMPOSITION: Final = "every card that is out, by rank and suit"
NO_LINEAR_COUNT: Final = "no card matters by itself, so no linear count gains: only a counter of every card does"
HOLE_SEEN: Final = "rounds are played by the fixed strategy; every card of a round is seen at its end"


@dataclass(frozen=True, kw_only=True)
class _Bonus:
    """A bonus that is on."""

    names: tuple[str, ...]
    table: str
    net: Net
    place: int
    stake: Fraction  # at an advantage


@dataclass(frozen=True, kw_only=True)
class _Tally:
    """The counts over all shoes."""

    counts: Counts
    shoes: int

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return int(self.counts[-1, 0])

    def mean(self, way: int, column: int) -> tuple[float, float]:
        """The mean of a column over the shoes, and its standard error; the column of its squares is the next."""
        mean = int(self.counts[way, column]) / FINE / self.shoes
        squares = int(self.counts[way, column + 1]) / COARSE**2 / self.shoes
        return mean, math.sqrt(max(0.0, squares - mean**2) / (self.shoes - 1))

    def at_advantage(self, way: int) -> float:
        """The share of rounds with the high stake."""
        return int(self.counts[way, HIGH]) / self.rounds


def counting(game: Game, strategy: Strategy, asked: CountingQuestion, run: Runner) -> CountingResult:
    """What a counter gains on each wager that is on."""
    decks = _check(game)
    shoes = prepare_shoes(game, strategy, asked.seats)
    edge, removals = main_removals(game, strategy.arrays["decisions"].astype(np.uint8), run)
    counts = linear_counts(removals)
    bonuses = _bonuses(game, asked)
    counters = _counters(shoes, asked, edge, _weights(removals, counts), bonuses, game)
    starts = range(0, asked.shoes, SHOES)
    shards = [(one, min(SHOES, asked.shoes - one), asked.seed, *shoes.arguments, counters) for one in starts]
    tally = _Tally(counts=run(count_counters, shards), shoes=asked.shoes)
    main = _main_wager(edge, removals, counts, asked, tally)
    others = [_bonus_wager(one, decks, tally, len(counters.weights)) for one in bonuses]
    return CountingResult(
        decks=decks,
        cards_behind=game.cards_behind(52 * decks),
        seats=asked.seats,
        spread=float(asked.spread),
        shoes=asked.shoes,
        seed=asked.seed,
        rounds_per_shoe=tally.rounds / asked.shoes,
        meter=float(asked.meter),
        prize=float(asked.prize),
        strategy=strategy.name,
        wagers=[main, *(wager for wagers in others for wager in wagers)],
    )


def _check(game: Game) -> int:
    """The decks of a shoe that can be counted."""
    decks = decks_of(game)
    if not game.keeps_shoe:
        raise InvalidInput("continuous: there is no shoe to count", field="options.dealing")
    if decks is None:
        raise InvalidInput("an infinite shoe cannot be counted", field="rules.decks")
    return decks


def _bonuses(game: Game, asked: CountingQuestion) -> list[_Bonus]:
    offered = []
    if game.is_on("match-the-dealer"):
        names = ("match-up", "match-down") if game.is_on("match-down-card") else ("match-up",)
        table = game.options["match-the-dealer"]
        offered.append(_Bonus(names=names, table=table, net=MatchTerms.of(game).net, place=MATCH, stake=asked.spread))
    if game.is_on("progressive"):
        net = ProgressiveTerms.of(game, asked.meter, asked.prize).net
        table = game.options["progressive"]
        offered.append(_Bonus(names=("progressive",), table=table, net=net, place=PROGRESSIVE, stake=Fraction(1)))
    return offered


def _weights(removals: Sequence[Removal], counts: Sequence[LinearCount]) -> Floats:
    """[estimate, card], from effects by value: zeros, all effects of removal, and the centred tags of each count."""
    cards = sum(one.copies for one in removals)
    rows = [[0.0] * len(removals), [one.effect for one in removals]]
    for count in counts:
        mean = sum(one.copies * count.tags[one.card] for one in removals) / cards
        rows.append([count.slope * (count.tags[one.card] - mean) for one in removals])
    values = [value_of(card) for card in range(52)]
    return np.array(rows)[:, values] * (cards - 1)


def _counters(
    shoes: Simulation, asked: CountingQuestion, edge: float, weights: Floats, bonuses: Sequence[_Bonus], game: Game
) -> Counters:
    on = {one.place for one in bonuses}
    match, progressive = np.zeros(0), (0, np.zeros(0), np.zeros(0))
    if MATCH in on:
        terms = MatchTerms.of(game)
        match = np.array([float(terms.suited), float(terms.unsuited)])
    if PROGRESSIVE in on:
        lines = ProgressiveTerms.of(game, asked.meter, asked.prize)
        progressive = lines.family, np.array(lines.fixed, np.float64), np.array(lines.jackpots, np.float64)
    unit = 1 / scales({MAIN: shoes.rows[MAIN]})[0]
    return Counters(1.0, float(asked.spread), unit, -edge, weights, match, *progressive)


def _main_wager(
    edge: float, removals: Sequence[Removal], counts: Sequence[LinearCount], asked: CountingQuestion, tally: _Tally
) -> CountedWager:
    names = [NOTHING, ALL_EFFECTS, *(f"the count of level {count.level}" for count in counts)]
    gains = []
    for way, name in enumerate(names):
        won, error = tally.mean(way, WON)
        estimated, estimated_error = tally.mean(way, ESTIMATED)
        gains.append(
            ShoeGain(
                by=name,
                at_advantage=tally.at_advantage(way),
                win_per_shoe=won,
                standard_error=error,
                method=SIMULATED,
                estimated=estimated,
                estimated_error=estimated_error,
            )
        )
    return CountedWager(
        wager=MAIN,
        table="",
        house_edge=edge,
        method=EXACT,
        removals=removals,
        remainder=remainder_of(removals),
        counts=counts,
        low_stake=1.0,
        high_stake=float(asked.spread),
        gains=gains,
        note=HOLE_SEEN,
    )


def _bonus_wager(bonus: _Bonus, decks: int, tally: _Tally, first: int) -> list[CountedWager]:
    """The answer for wagers that share a price: on the up card and on the down card."""
    removals, edge = card_removals(bonus.net, decks), -bonus.net(full_shoe(decks))
    counts, way = linear_counts(removals), first + bonus.place
    won, error = tally.mean(way, ESTIMATED)
    gain = ShoeGain(
        by=COMPOSITION,
        at_advantage=tally.at_advantage(way),
        win_per_shoe=won,
        standard_error=error,
        method=SIMULATED,
    )
    return [
        CountedWager(
            wager=name,
            table=bonus.table,
            house_edge=float(edge),
            house_edge_exact=edge,
            method=EXACT,
            removals=removals,
            remainder=remainder_of(removals),
            counts=counts,
            low_stake=0.0,
            high_stake=float(bonus.stake),
            gains=[gain],
            note="" if counts else NO_LINEAR_COUNT,
        )
        for name in bonus.names
    ]
