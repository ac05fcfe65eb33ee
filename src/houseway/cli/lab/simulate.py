"""`houseway simulate`: rounds by the million beside their exact value, and any single one of them again."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, islice

import typer

from houseway.cli.console import console, print_table
from houseway.cli.lab.words import print_game
from houseway.cli.progress import STOPPED, progress_bar
from houseway.games.game import Game
from houseway.games.pricing.strategy import percent, plus_minus
from houseway.lab.checkpoint import Interrupted
from houseway.lab.simulate import ShoeResult, SimulationResult
from houseway.lab.simulations import simulated_records
from houseway.lab.tally import WAGERS, RowResult


@contextmanager
def stoppable() -> Iterator[None]:
    """Long work that prints how to continue it when it is stopped."""
    try:
        yield
    except Interrupted as stop:
        sys.stderr.write(f"\nstopped: {stop}\n")
        raise typer.Exit(STOPPED) from None


def print_records(game: Game, numbers: range, *, seed: str, strategy: str, seats: int) -> None:
    """Rounds of a run as records, one a line."""
    with progress_bar("rounds as records"):
        records = simulated_records(game, numbers, seed=seed, strategy=strategy, seats=seats, everything_on=False)
        first = [*islice(records, 1)]  # machine code is made for the first
    for record in chain(first, records):
        sys.stdout.write(json.dumps(record, ensure_ascii=False) + "\n")


def show_simulation(answer: SimulationResult) -> None:
    """Print the results of a simulation."""
    options = ", ".join(f"{name} {value}" for name, value in answer.options.items())
    print_game(answer.game, answer.marks, f" ({options})" if options else "")
    seats = f"{answer.seats} seat{'s' * (answer.seats != 1)}"
    played = f"{answer.rounds:,} rounds, {seats}, seed {answer.seed}, strategy {answer.strategy}"
    console().print(f"  {played}\n")
    rows = [(_title(name, row), *_cells(row)) for name, row in {"main": answer.main, **answer.wagers}.items()]
    print_table(("wager", "mean", "standard error", "99% interval", "exact", "z"), rows)
    for name, both in answer.with_envy.items():
        exact = "" if both.exact is None else f", exactly {percent(both.exact)}"
        edge = f"house edge {percent(both.house_edge)}{exact}"
        console().print(f"  {name} and its envy, a wager of ${both.wager}: {edge}")
    main = answer.main
    for what, counts in (("decisions", main.decisions), ("outcomes", main.outcomes)):
        shares = ", ".join(f"{name} {100 * count / main.seat_rounds:.4f}%" for name, count in counts.items() if count)
        console().print(f"  {what}: {shares}")
    console().print(f"  average wagered {float(main.wagered):.6f}, deviation {main.standard_deviation:.6f}")
    _show_distribution(main)
    if answer.shoe:
        _show_shoes(answer.shoe)


def _show_shoes(shoe: ShoeResult) -> None:
    say, error = console().print, plus_minus(shoe.standard_error)
    say(f"\n[bold]whole shoes to the cut card[/]: {shoe.shoes:,} shoes, {shoe.rounds:,} rounds")
    say(f"  house edge {percent(float(-shoe.main.mean))}{error}")
    say(f"  the cut card adds {100 * shoe.cut_card_effect:+.4f}%{error} to that of fresh shoes")


def _title(name: str, row: RowResult) -> str:
    """A row by its name, with its unit where that is not its own wager."""
    return name if row.unit == WAGERS else f"{name}, in {row.unit}"


def _cells(row: RowResult) -> tuple[str, ...]:
    low, high = row.interval("99%")
    exact = "" if row.exact is None else f"{row.exact:+.6f}"
    z = "" if row.z is None else f"{row.z:+.2f}"
    return f"{float(row.mean):+.6f}", f"{row.standard_error:.6f}", f"{low:+.6f} to {high:+.6f}", exact, z


def _show_distribution(row: RowResult) -> None:
    most = max(row.distribution.values())
    console().print("\n  net result of a round, in the first wager")
    for net, count in sorted(row.distribution.items()):
        bar = "█" * round(40 * count / most) or "▏"
        console().print(f"  {float(net):+8.2f}  {100 * count / row.seat_rounds:9.5f}%  {bar}")
