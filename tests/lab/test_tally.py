"""Counting and its checkpoints: a toy game whose rounds can be listed one by one."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import numpy as np
import pytest

from houseway.cards.deals import deal_rounds
from houseway.errors import InvalidInput
from houseway.games.pricing.analysis import run_here
from houseway.games.simulation.round_counter import Block, Cells, Counting, Trace, new_deal, round_counter
from houseway.games.simulation.simulation import Cell, Counts, whole_nets
from houseway.kernel import compiled, counter
from houseway.lab.checkpoint import BATCH, run_in_batches
from houseway.lab.shards import Threads
from houseway.lab.tally import row_results

ROWS = {
    "main": [
        Cell(name="a wins", net=Fraction(3, 2), staked=Fraction(2), decision="a", outcome="win"),
        Cell(name="a loses", net=Fraction(-2), staked=Fraction(2), decision="a", outcome="lose"),
        Cell(name="b", net=Fraction(-1), decision="b", outcome="fold"),
    ],
    "bonus": [Cell(name="seven", net=Fraction(20)), Cell(name="lose", net=Fraction(-1))],
}
SEATS = 3


DECK = new_deal(17, range(40), 2 * SEATS)
COUNTING = Counting(SEATS, whole_nets(ROWS), np.ones(2, np.int64), 0)


@counter
def play_toy(block: Block, _lookups: int, cells: Cells, _trace: Trace) -> None:
    for number in range(block.rounds):
        for seat in range(SEATS):
            cells[0, number, seat] = block.cards[number, 2 * seat] % 3
            cells[1, number, seat] = 0 if block.cards[number, 2 * seat + 1] == 7 else 1


count_rounds = round_counter(play_toy)


def listed(rounds: int, seed: int) -> list[list[tuple[int, int]]]:
    """The cells of each seat of each round."""
    dealt = np.zeros((rounds, 64), np.uint8)
    deal_rounds(dealt, DECK.deck, DECK.size, DECK.cards, seed, DECK.stream, 0, rounds)
    pairs = dealt[:, : 2 * SEATS].reshape(rounds, SEATS, 2).tolist()
    return [[(one % 3, 0 if two == 7 else 1) for one, two in seats] for seats in pairs]


def shards(rounds: int, size: int, seed: int = 5) -> list[tuple[Any, ...]]:
    return [(first, min(size, rounds - first), seed, DECK, COUNTING, 0) for first in range(0, rounds, size)]


@pytest.mark.parametrize("size", [700, 97, 1])
def test_results_are_those_of_the_rounds_one_by_one(size: int) -> None:
    tally = run_here(compiled(count_rounds), shards(700, size))
    found = row_results(ROWS, tally, rounds=700, seats=SEATS)
    rounds = listed(700, 5)
    for place, (name, cells) in enumerate(ROWS.items()):
        row = found[name]
        totals = [sum(cells[seat[place]].net for seat in seats) for seats in rounds]
        came = [cells[seat[place]] for seats in rounds for seat in seats]
        assert row.mean == sum(totals) / (700 * SEATS)
        assert row.standard_error == pytest.approx(stdev(map(float, totals)) / sqrt(700) / SEATS, rel=1e-12)
        assert row.cells == {cell.name: came.count(cell) for cell in cells}
        assert row.wagered == mean(cell.staked for cell in came)
        nets = [float(cell.net) for cell in came]
        assert row.standard_deviation == pytest.approx(sqrt(mean(net**2 for net in nets) - mean(nets) ** 2), rel=1e-9)
        assert sum(row.distribution.values()) == 700 * SEATS
    main = found["main"]
    assert main.decisions["a"] == main.cells["a wins"] + main.cells["a loses"]
    assert main.outcomes == {
        "win": main.cells["a wins"],
        "lose": main.cells["a loses"],
        "fold": main.cells["b"],
    }
    low, high = main.interval("95%")
    assert (low + high) / 2 == pytest.approx(float(main.mean))


def test_plain_and_compiled_count_the_same() -> None:
    assert (count_rounds(3, 50, 9, DECK, COUNTING, 0) == compiled(count_rounds)(3, 50, 9, DECK, COUNTING, 0)).all()


class Stopped(Exception):
    """A run that is stopped."""


def stopping(after: int) -> Callable[..., Counts]:
    """A runner that is stopped when it has run so many times."""
    left = [after]

    def run(counter: Callable[..., Counts], shards: Sequence[tuple[Any, ...]]) -> Counts:
        if not left[0]:
            raise Stopped
        left[0] -= 1
        return Threads(1)(counter, shards)

    return run


@pytest.mark.parametrize("stops", [0, 1, 2])
def test_a_run_that_is_stopped_goes_on_to_the_same_integers(tmp_path: Path, stops: int) -> None:
    work = shards(10 * (2 * BATCH + 5), 10)
    path, question = tmp_path / "run.npz", {"what": "toy"}
    whole = run_in_batches(Threads(2), count_rounds, work, question=question, path=None)
    with pytest.raises(Stopped):
        run_in_batches(stopping(stops), count_rounds, work, question=question, path=path)
    again = stopping(3 - stops)
    continued = run_in_batches(again, count_rounds, work, question=question, path=path)
    assert (continued == whole).all()
    assert (run_in_batches(stopping(0), count_rounds, work, question=question, path=path) == whole).all()
    assert [found.name for found in tmp_path.iterdir()] == ["run.npz"]


def test_a_checkpoint_of_another_run_or_none_at_all_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.npz"
    run_in_batches(Threads(1), count_rounds, shards(20, 10), question={"seed": 1}, path=path)
    with pytest.raises(InvalidInput, match="belongs to another run"):
        run_in_batches(Threads(1), count_rounds, shards(20, 10), question={"seed": 2}, path=path)
    path.write_bytes(path.read_bytes()[:50])
    with pytest.raises(InvalidInput, match="is no checkpoint"):
        run_in_batches(Threads(1), count_rounds, shards(20, 10), question={"seed": 1}, path=path)
    nowhere = tmp_path / "nowhere" / "run.npz"
    with pytest.raises(InvalidInput, match="cannot be written"):
        run_in_batches(Threads(1), count_rounds, shards(20, 10), question={"seed": 1}, path=nowhere)
