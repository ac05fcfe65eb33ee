"""Prepares Flush Poker for simulation: its rows and cells, and any round of it as a record."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Final

import numpy as np

from houseway.games.bonuses import royal_riches_simulated as riches
from houseway.games.bonuses.cells import NO_ACTION, Cells, cell_of, line_cells, look_up
from houseway.games.flush_poker.rules import flush_line, straight_flush_line
from houseway.games.flush_poker.simulate.rounds import (
    CARDS,
    FIELDS,
    OFF,
    TIMES,
    Lookups,
    Rows,
    Terms,
    count_joint,
    count_rounds,
    count_sessions,
    play_rounds,
)
from houseway.games.flush_poker.strategy.plan import Plan
from houseway.games.flush_poker.variant import Variant, decision_name, variant_of
from houseway.games.game import Game
from houseway.games.pricing.strategy import Strategy
from houseway.games.round.round_record import PlainRecord
from houseway.games.simulation.round_counter import new_deal, simulation_of, write_record
from houseway.games.simulation.simulation import MAIN, Cell, Simulation

STREAM: Final = 3045  # the letter's submission, so that no other simulation of the same seed sees the same decks
BONUSES: Final = ("natural-straight-flush", "natural-flush", "royal-riches", riches.ENVY, "jackpot")
STAKES: Final = {"bet": "20", "jackpot": "1"}  # dollars, in records
BONUS: Final = "5"
METER: Final = {"meter": "10000.00", "wager": "1"}


def prepare(game: Game, strategy: Strategy, seats: int) -> Simulation:
    """A simulation of a table, all seats playing the strategy and staking all wagers that are on."""
    variant = variant_of(game)
    rows = rows_of(game, variant)
    places = [turn * (seats + 1) + hand for hand in range(seats + 1) for turn in range(CARDS)]
    lookups = lookups_of(game, variant, strategy, rows, seats)
    return simulation_of(
        game,
        strategy,
        rows,
        counter=count_rounds,
        kernel=play_rounds,
        lookups=lookups,
        deal=new_deal(STREAM, range(52 + variant.joker), len(places)),
        seats=seats,
        record=partial(record_of, game),
        fields=FIELDS,
        slots={riches.ENVY: seats - 1},
        places=places,
        sessions=count_sessions,
        joint=count_joint,
        with_stake_limit=lambda most: lookups._replace(
            most=int(most)
        ),  # a smaller raise is better than a fold, if one is good
    )


# ---- rows and cells


def rows_of(game: Game, variant: Variant) -> dict[str, list[Cell]]:
    """The main row, and those of the bonuses that are on, in the letter's order."""
    dies = "lose" in (game.options["folded-bonuses"], game.options["unqualified-bonuses"])
    jackpot_dies = game.options["unqualified-jackpot"] == "lose"
    rows = {MAIN: main_cells(variant)}
    for wager in ("natural-straight-flush", "natural-flush"):
        if wager in game.offered:
            rows[wager] = [*line_cells(game.paytable(wager)), *[NO_ACTION] * dies]
    return {**rows, **riches.riches_rows(game, dies=dies, jackpot_dies=jackpot_dies)}


def main_cells(variant: Variant) -> list[Cell]:
    """A fold, then for each raise its possible results, in the order of the kernel."""
    folded = {"bet": Fraction(-1)}
    cells = [Cell(name="fold", net=Fraction(-1), decision="fold", outcome="fold", parts=folded)]
    for times in range(1, max(variant.caps) + 1):
        all_of_it = Fraction(1 + times)
        ends = {  # the Bet, the Raise and the result
            "dealer does not qualify": (Fraction(1), 0, "win"),
            "win": (Fraction(1), times, "win"),
            "lose": (Fraction(-1), -times, "lose"),
            "match": (variant.match, 0, "win" if variant.match else "push"),
        }
        raised = decision_name(times)
        cells += [
            Cell(
                name=f"{raised}, {end}",
                net=bet + more,
                staked=all_of_it,
                decision=raised,
                outcome=outcome,
                parts={"bet": bet, "raise": Fraction(more)},
            )
            for end, (bet, more, outcome) in ends.items()
        ]
    return cells


def lookups_of(
    game: Game, variant: Variant, strategy: Strategy, rows: Mapping[str, Sequence[Cell]], seats: int
) -> Lookups:
    """The tables of the kernel; a wager without action has the last cell of its row."""
    options, places = game.options, list(rows)
    terms = Terms(
        qualifier=variant.qualifier,
        any_suit=options["natural-straight-flush-suit"] == "any",
        folded_loses=options["folded-bonuses"] == "lose",
        unqualified_loses=options["unqualified-bonuses"] == "lose",
        unqualified_jackpot_loses=options["unqualified-jackpot"] == "lose",
    )
    lengths = cells_by_length(game)
    dead = {name: len(rows.get(name, ())) - 1 for name in BONUSES}
    made = riches.riches_cells(game)
    return Lookups(
        seats=seats,
        terms=terms,
        rows=Rows(*(places.index(name) if name in rows else OFF for name in BONUSES)),
        plan=Plan.of(strategy.arrays),
        most=max(variant.caps),
        straight=_with_last(lengths["natural-straight-flush"], dead["natural-straight-flush"]),
        natural=_with_last(lengths["natural-flush"], dead["natural-flush"]),
        riches=riches.RichesCells(
            riches=_with_last(made.riches, dead["royal-riches"]),
            envy=made.envy,
            jackpot=_with_last(made.jackpot, dead["jackpot"]),
        ),
    )


def cells_by_length(game: Game) -> dict[str, Cells]:
    """The cells of the two natural bonuses, by how many cards of a hand make them."""
    straight, natural, lengths = game.paytable("natural-straight-flush"), game.paytable("natural-flush"), CARDS + 1
    runs = look_up(range(lengths), lambda length: cell_of(straight, straight_flush_line(length)))
    sizes = look_up(range(lengths), lambda length: cell_of(natural, flush_line(length)))
    return {"natural-straight-flush": runs, "natural-flush": sizes}


def _with_last(cells: Cells, last: int) -> Cells:
    return np.append(cells, np.int8(last))


def record_of(game: Game, cards: Sequence[int], trace: Sequence[Sequence[int]], _number: int = 0) -> PlainRecord:
    """The record of a round in which every seat stakes every wager that is on."""
    stakes = {name: STAKES.get(name, BONUS) for name in game.approval.wagers if name in game.offered}
    decisions = [[decision_name(seat[TIMES])] for seat in trace]
    return write_record(game, stakes, cards, decisions, meter=METER if "jackpot" in stakes else None)
