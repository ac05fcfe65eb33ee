"""Prepares Down Under Hold'em for simulation: its rows and cells, and any round of it as a record."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.games.down_under_holdem.exact.decision_index import LIGHT_PAIRS
from houseway.games.down_under_holdem.rules import LINES
from houseway.games.down_under_holdem.simulate.rounds import (
    DECK,
    FIELDS,
    NO_DECISION,
    OFF,
    PLAY,
    Bits,
    Lookups,
    count_joint,
    count_rounds,
    count_sessions,
    play_rounds,
)
from houseway.games.down_under_holdem.variant import Variant, variant_of
from houseway.games.game import Game
from houseway.games.letter.paytable import PayTable
from houseway.games.pricing.price import Outcome
from houseway.games.pricing.strategy import Strategy
from houseway.games.round.round import cards_needed
from houseway.games.round.round_record import PlainRecord
from houseway.games.simulation.round_counter import new_deal, simulation_of, write_record
from houseway.games.simulation.simulation import MAIN, Cell, Simulation

STREAM: Final = 2208  # the submission
BONUSES: Final = ("trips-or-better", "match-the-dealer")
ANTE: Final = 20
BONUS: Final = 5


def prepare(game: Game, strategy: Strategy, seats: int) -> Simulation:
    """A simulation of a table, all seats playing the strategy."""
    variant, rows = variant_of(game), rows_of(game)
    places = list(rows)
    trips, match = (places.index(wager) if wager in rows else OFF for wager in BONUSES)
    lookups = Lookups(
        seats=seats,
        preflop=np.asarray(strategy.arrays["preflop"], np.uint8),
        flop=_by_lights(strategy.arrays["flop"]),
        lights=np.array(variant.lights, np.uint8),
        trips_row=trips,
        match_row=match,
        dead=game.options["folded-bonuses"] == "lose",
    )
    return simulation_of(
        game,
        strategy,
        rows,
        counter=count_rounds,
        kernel=play_rounds,
        lookups=lookups,
        deal=new_deal(STREAM, range(DECK), cards_needed(game, seats)),
        seats=seats,
        record=partial(_record, game, variant, places[1:]),
        fields=FIELDS,
        sessions=count_sessions,
        joint=count_joint,
        with_stake_limit=partial(_with_stake_limit, variant, strategy, lookups),
    )


def rows_of(game: Game) -> dict[str, list[Cell]]:
    """The main row, and those of the bonuses that are on, in the letter's order."""
    on = [wager for wager in BONUSES if game.is_on(wager)]
    return {MAIN: _main_cells(variant_of(game)), **{wager: _bonus_cells(game, wager) for wager in on}}


def _with_stake_limit(variant: Variant, strategy: Strategy, lookups: Lookups, most: Fraction) -> Lookups:
    """The best openings with a Play wager of at most `most` antes, and the plays after the flop if it is allowed."""
    worth, lost = np.array(strategy.arrays["worth"]), np.iinfo(np.int64).min
    folds = variant.after > most
    if folds:
        worth[..., 0] = -2 * strategy.arrays["deals"] * strategy.arrays["scale"]
    for place, times in enumerate(variant.before, start=1):
        if times > most:
            worth[..., place] = lost
    chosen = np.asarray(strategy.arrays["preflop"])
    affordable = np.take_along_axis(worth, chosen[..., None].astype(np.int64), axis=2)[..., 0] > lost
    best = worth.argmax(axis=2) if folds else np.where(affordable, chosen, worth.argmax(axis=2))
    flop = np.zeros_like(lookups.flop) if folds else lookups.flop
    return lookups._replace(preflop=best.astype(np.uint8), flop=flop)


def _by_lights(flop: "npt.NDArray[np.generic]") -> Bits:
    """The plays after the flop with a row of bits for each pair of lights, so that a round reads little memory."""
    bits = np.asarray(flop, np.uint8)
    return np.array([np.packbits(bits >> lit & 1, bitorder="little") for lit in range(len(LIGHT_PAIRS))])


def _main_cells(variant: Variant) -> list[Cell]:
    """The cells of the main game, in the order of `main_cell`."""
    folded = {"ante": Fraction(-1), "bet": Fraction(-1)}
    cells = [Cell(name="fold", net=Fraction(-2), staked=Fraction(2), decision="fold", outcome="fold", parts=folded)]
    for times in (variant.after, *variant.before):
        decision, staked = f"play {times}x", Fraction(2 + times)
        ends = [(line, "win", 1, pay) for line, pay in zip(LINES["bet"], variant.pays, strict=True)]
        ends += [("lose", "lose", -1, Fraction(-1)), ("push", "push", 0, Fraction(0))]
        cells += [
            Cell(
                name=f"{decision}, {name}",
                net=sign * (1 + times) + bet,
                staked=staked,
                decision=decision,
                outcome=outcome,
                parts={"ante": Fraction(sign), "bet": bet, "play": Fraction(sign * times)},
            )
            for name, outcome, sign, bet in ends
        ]
    return cells


def _bonus_cells(game: Game, wager: str) -> list[Cell]:
    """The cells of a bonus, in the order of `bonus_cell`."""
    table = game.paytable(wager)
    cells = [Cell(name=name, net=_net(table, line)) for line, name in enumerate(LINES[wager])]
    return [*cells, Cell(name="lose", net=Fraction(-1)), Cell(name="fold", net=Fraction(-1))]


def _net(table: PayTable, line: int) -> Fraction:
    pay = table.pay(line)
    return Outcome(1, ((table.lines[line], pay),) if pay else ()).net


def _record(
    game: Game,
    variant: Variant,
    bonuses: Sequence[str],
    cards: Sequence[int],
    trace: Sequence[Sequence[int]],
    number: int,
) -> PlainRecord:
    """The record of a round; a seat may stake only one of two bonuses, so each is staked in turn."""
    staked = bonuses if len(bonuses) < len(BONUSES) else [bonuses[number % len(bonuses)]]
    decisions = []
    for opened, later in trace:
        after = [variant.last_play if later == PLAY else "fold"] if later != NO_DECISION else []
        decisions.append([variant.openings[opened], *after])
    return write_record(game, {"ante": ANTE, "bet": ANTE, **dict.fromkeys(staked, BONUS)}, cards, decisions)
