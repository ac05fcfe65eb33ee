"""Cells of Royal Riches, envy and jackpot: what a simulation counts is what settlement pays."""

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

import houseway
from houseway.games.bonuses.cells import LOSE, NO_ACTION
from houseway.games.bonuses.royal_riches_settle import Hand, award_jackpot, envy, jackpot, riches
from houseway.games.bonuses.royal_riches_simulated import (
    ENVY,
    MADE,
    NO_ENVY,
    name_envy,
    riches_cells,
    riches_rows,
)
from houseway.games.game import Game
from houseway.games.round.jackpot import UNITS_PER_CENT, Meter
from houseway.games.round.round import Seat
from houseway.games.round.settlement import SettledWager
from houseway.kernel import compiled

METER = Meter(meter=1_000_000 * UNITS_PER_CENT, wager=100)


def offered(table: int) -> Game:
    """Flush Poker with everything of Royal Riches on."""
    return houseway.game("flush-poker", {"royal-riches": table, "jackpot": "house", "jackpot-paytable": 1 + table % 3})


def hand(made: int, number: int = 1, *, dead: bool = False) -> Hand:
    """A seat with five dollars on Royal Riches and one on the jackpot."""
    seat = Seat(number=number, wagers={"royal-riches": 500, "jackpot": 100})
    return Hand(seat=seat, mask=0, made=made, dead="lose" if dead else None)


def won(line: SettledWager) -> Fraction:
    """In wagers."""
    return Fraction(line.returned - line.stake, line.stake)


@pytest.mark.parametrize("table", range(1, 7))
def test_every_hand_that_can_be_made_is_counted_as_it_is_settled(table: int) -> None:
    game = offered(table)
    rows, cells = riches_rows(game, dies=False, jackpot_dies=False), riches_cells(game)
    for made in range(MADE):
        one = hand(made)
        (line,) = riches(game, one)
        cell = rows["royal-riches"][cells.riches[made]]
        assert cell.net == won(line)
        assert cell.name == (line.line or "lose")
        (line,) = jackpot(game, one, award_jackpot(game, METER, [one]))
        cell = rows["jackpot"][cells.jackpot[made]]
        assert cell.name == (line.line or "lose")
        assert cell.net == (-1 if line.share else won(line))
        earned = envy(game, hand(0, 2), [one, hand(0, 2)])
        assert [Fraction(line.returned, 100) for line in earned] == [
            rows[ENVY][given].net for given in [int(cells.envy[made])] if given >= 0
        ]


def test_cells_stand_in_printed_order_the_loss_behind_them() -> None:
    game = offered(2)
    rows = riches_rows(game, dies=True, jackpot_dies=False)
    assert list(rows) == ["royal-riches", ENVY, "jackpot"]
    printed = [game.paytable("royal-riches").lines[line] for line in game.paytable("royal-riches").printed]
    assert [cell.name for cell in rows["royal-riches"]] == [*printed, "lose", "no action"]
    assert rows["royal-riches"][-2:] == [LOSE, NO_ACTION]
    assert rows["jackpot"][-1] == LOSE
    assert all(cell.staked == 0 for cell in rows[ENVY])


def test_a_wager_that_is_off_has_no_row() -> None:
    assert riches_rows(houseway.game("flush-poker"), dies=True, jackpot_dies=True) == {}
    only = riches_rows(houseway.game("flush-poker", {"jackpot": "progressive"}), dies=False, jackpot_dies=True)
    assert list(only) == ["jackpot"]
    assert only["jackpot"][-1] == NO_ACTION


@pytest.mark.parametrize("run", [name_envy, compiled(name_envy)], ids=["plain", "compiled"])
def test_envy_is_named_once_for_every_other_seat_with_action(run: Any) -> None:
    game, rng = offered(3), Random(3)
    rows, cells = riches_rows(game, dies=False, jackpot_dies=False), riches_cells(game)
    seen = 0
    for _ in range(200):
        seats = rng.randrange(1, 7)
        table = [hand(rng.choice([0, 64, 32, 48, 512]), 1 + place, dead=rng.random() < 0.2) for place in range(seats)]
        trace = np.array([[[not one.dead, cells.envy[one.made]] for one in table]], np.int32)
        named = np.full((1, 1, max(1, seats * (seats - 1))), 99, np.int16)
        run(named, 0, 0, trace, 0, 1)
        found = named[0, 0, : seats * (seats - 1)].reshape(seats, seats - 1)
        earned = [[rows[ENVY][cell].net for cell in of_seat if cell != NO_ENVY] for of_seat in found.tolist()]
        settled = [envy(game, one, table) for one in table]
        assert earned == [[Fraction(line.returned, 100) for line in lines] for lines in settled]
        seen += sum(map(len, earned))
    assert seen > 100
