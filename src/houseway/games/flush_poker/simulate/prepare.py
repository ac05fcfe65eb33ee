"""Flush Poker made ready for simulation: its rows and cells, and any round of it as a record."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Final

import numpy as np

from houseway.cards.card import Card
from houseway.errors import NotApproved
from houseway.games.bonuses import royal_riches_simulated as riches
from houseway.games.bonuses.cells import NO_ACTION, cell_of, line_cells, look_up
from houseway.games.flush_poker.exact_variant import Variant, decision_name, variant_of
from houseway.games.flush_poker.plan import Plan
from houseway.games.flush_poker.rules import flush_line, straight_flush_line
from houseway.games.flush_poker.simulate_round import (
    ALIVE,
    CARDS,
    DEAD,
    ENVY,
    GIVES,
    JACKPOT,
    NATURAL,
    OFF,
    RICHES,
    STRAIGHT,
    STREAM,
    TIMES,
    WAGERS,
    Cells,
    Counts,
    Table,
    Terms,
    count_rounds,
    deal_round,
    new_played,
    play_round,
)
from houseway.games.game import Game
from houseway.games.jackpot import Meter
from houseway.games.simulation import MAIN as MAIN_ROW
from houseway.games.simulation import Cell, Played, Simulation, whole_nets
from houseway.games.strategy import Strategy
from houseway.kernel import compiled

Rows = Mapping[str, Sequence[Cell]]

NAMES: Final = (MAIN_ROW, "natural-straight-flush", "natural-flush", "royal-riches", riches.ENVY, "jackpot")
BET, BONUS, JACKPOT_WAGER = "20", "5", "1"  # dollars, in records
METER: Final = "10000.00"


def prepare(game: Game, strategy: Strategy, seats: int) -> Simulation:
    """A table with so many seats, all wagers that are on staked at each."""
    strategy.check(game)
    variant = variant_of(game)
    rows = rows_of(game, variant)
    table = table_of(game, variant, Plan.of(strategy.arrays), rows, seats)
    return Simulation(
        game=game,
        strategy=strategy,
        seats=seats,
        rows=rows,
        counter=count_rounds,
        arguments=(table, whole_nets(rows)),
        play=partial(play, game, table),
        stream=STREAM,
    )


# ---- rows and cells


def rows_of(game: Game, variant: Variant) -> dict[str, list[Cell]]:
    """The main row, and those of the bonuses that are on, in the letter's order."""
    dies = "lose" in (game.options["folded-bonuses"], game.options["unqualified-bonuses"])
    jackpot_dies = game.options["unqualified-jackpot"] == "lose"
    rows = {MAIN_ROW: main_cells(variant)}
    for wager in ("natural-straight-flush", "natural-flush"):
        if wager in game.offered:
            rows[wager] = [*line_cells(game.paytable(wager)), *[NO_ACTION] * dies]
    return {**rows, **riches.riches_rows(game, dies=dies, jackpot_dies=jackpot_dies)}


def main_cells(variant: Variant) -> list[Cell]:
    """A fold, then for each raise what can become of it, in the order of the kernel."""
    cells = [Cell(name="fold", net=Fraction(-1), decision="fold", outcome="fold")]
    for times in range(1, max(variant.caps) + 1):
        all_of_it = Fraction(1 + times)
        ends = {
            "dealer does not qualify": (Fraction(1), "win"),
            "win": (all_of_it, "win"),
            "lose": (-all_of_it, "lose"),
            "match": (variant.match, "win" if variant.match else "push"),
        }
        raised = decision_name(times)
        cells += [
            Cell(name=f"{raised}, {end}", net=net, staked=all_of_it, decision=raised, outcome=outcome)
            for end, (net, outcome) in ends.items()
        ]
    return cells


def table_of(game: Game, variant: Variant, plan: Plan, rows: Rows, seats: int) -> Table:
    """All that the kernel plays rounds by."""
    options, places = game.options, list(rows)
    terms = Terms(
        qualifier=variant.qualifier,
        any_suit=options["natural-straight-flush-suit"] == "any",
        folded_loses=options["folded-bonuses"] == "lose",
        unqualified_loses=options["unqualified-bonuses"] == "lose",
        unqualified_jackpot_loses=options["unqualified-jackpot"] == "lose",
    )
    return Table(
        seats=seats,
        deck=52 + variant.joker,
        terms=terms,
        plan=plan,
        cells=bonus_cells(game, rows),
        rows=np.array([places.index(name) if name in rows else OFF for name in NAMES]),
    )


def bonus_cells(game: Game, rows: Rows) -> Cells:
    """By wager, and by what its cell hangs on; without action it is the last one."""
    cells = np.full((len(NAMES), DEAD + 1), OFF, np.int8)
    straight, natural, lengths = game.paytable("natural-straight-flush"), game.paytable("natural-flush"), CARDS + 1
    cells[STRAIGHT, :lengths] = look_up(range(lengths), lambda length: cell_of(straight, straight_flush_line(length)))
    cells[NATURAL, :lengths] = look_up(range(lengths), lambda length: cell_of(natural, flush_line(length)))
    cells[RICHES, :DEAD], cells[ENVY, :DEAD], cells[JACKPOT, :DEAD] = riches.riches_cells(game)
    cells[:, DEAD] = [len(rows.get(name, ())) - 1 for name in NAMES]
    return cells


# ---- one round


def play(game: Game, table: Table, seed: int, number: int) -> Played:
    """A round of the simulation by its number, as a record with the cells that it is counted in."""
    return play_deck(game, table, compiled(deal_round)(number, seed, table))


def play_deck(game: Game, table: Table, cards: Counts) -> Played:
    """The same for cards from the top of any deck."""
    if game.study:
        raise NotApproved("a study of other rules has no records", field="rules")
    played = compiled(new_played)(table.seats)
    compiled(play_round)(cards, table.seats, table.plan, table.cells, table.terms, played)
    seats: list[list[int]] = [[int(number) for number in seat] for seat in played]
    return Played(
        record=record_of(game, cards.tolist(), [decision_name(seat[TIMES]) for seat in seats]),
        cells=[_cells(table, seats, place) for place in range(table.seats)],
    )


def _cells(table: Table, seats: Sequence[Sequence[int]], place: int) -> dict[str, list[int]]:
    """A seat's cells by row."""
    on = [wager for wager in range(WAGERS) if table.rows[wager] != OFF]
    found = {NAMES[wager]: [seats[place][wager]] for wager in on}
    if ENVY in on:
        found[NAMES[ENVY]] = riches.envy_cells(place, [seat[ALIVE] for seat in seats], [seat[GIVES] for seat in seats])
    return found


def record_of(game: Game, cards: Sequence[int], decisions: Sequence[str]) -> dict[str, object]:
    """A round dealt from these cards, every wager that is on staked by every seat, as its record."""
    stakes = {"bet": BET, "jackpot": JACKPOT_WAGER}
    placed = {name: stakes.get(name, BONUS) for name in game.approval.wagers if name in game.offered}
    meter = Meter.parse({"meter": METER, "wager": JACKPOT_WAGER}) if "jackpot" in placed else None
    now = game.deal({1 + seat: placed for seat in range(len(decisions))}, map(Card, cards), meter)
    for decision in decisions:
        now = now.decide(decision)
    return now.record()
