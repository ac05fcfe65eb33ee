"""Simulated rounds against the game itself: the record of a round settles to the cells that the kernel counted."""

from fractions import Fraction
from typing import Final

from houseway.games import letter_of
from houseway.games.demonstration import demonstration
from houseway.games.game import Game
from houseway.games.round.record import replay
from houseway.games.round.settlement import SettledSeat
from houseway.games.simulation.simulation import MAIN, Played, Simulation
from houseway.testing.requirement import require

ROUNDS: Final = 300
SEED: Final = 7
CENT: Final = Fraction(1, 100)  # winnings are brought to it


def check_simulation(name: str) -> None:
    """Traced rounds settle to their cells, a tally is their sum, and the figures are those of the analysis."""
    from houseway.kernel import compiled
    from houseway.lab.shards import Threads
    from houseway.lab.simulate import prepare

    game = without_jackpot(name)
    if game.kit.strategy is None or game.kit.simulation is None:
        return  # it says so in one line, which check_kit asks for
    for seats in (1, 3):
        simulation = prepare(game, "", seats, Threads)
        counted = {row: [0] * len(cells) for row, cells in simulation.rows.items()}
        for number in range(ROUNDS // seats):
            played = simulation.play(SEED, number)
            check_round(simulation, played)
            for cells_won in played.cells:
                for row, numbers in cells_won.items():
                    for cell in numbers:
                        counted[row][cell] += 1
        tally = compiled(simulation.counter)(0, ROUNDS // seats, SEED, *simulation.arguments).tolist()
        for (row, cells), sums in zip(counted.items(), tally, strict=True):
            require(sums[: len(cells)] == cells, f"{row}: the tally of {ROUNDS // seats} rounds is not their sum")


def without_jackpot(name: str) -> Game:
    """The demonstration without its jackpot, whose shares no cell holds."""
    wager = letter_of(name).jackpot
    return demonstration(name, {wager.option: "off"} if wager else {})


def check_round(simulation: Simulation, played: Played) -> None:
    """Every row of every seat nets what its cells say, to the cent; envy, which others' hands earn, is left out."""
    settled = replay(played.record, simulation.game).settlement()
    letter = simulation.game.approval
    main = [name for name, wager in letter.wagers.items() if wager.role in ("main", "decision")]
    for seat, cells in zip(settled.seats, played.cells, strict=True):
        placed = played.record["seats"][seat.seat - 1]["wagers"]
        for row, numbers in cells.items():
            if row.endswith(" envy") or (row != MAIN and row not in placed):
                continue  # of two bonuses a letter may let a seat stake one
            names = main if row == MAIN else [row]
            unit = Fraction(placed[letter.required[0] if row == MAIN else row])
            counted = sum((simulation.rows[row][number].net for number in numbers), Fraction(0)) * unit
            net = _net(seat, names)
            require(abs(net - counted) < CENT, f"{row}: {counted} was counted and {net} settled: {played}")


def _net(seat: SettledSeat, names: list[str]) -> Fraction:
    """What some wagers of a seat won, in dollars."""
    return Fraction(sum(line.returned - line.stake for line in seat.wagers if line.wager in names), 100)
