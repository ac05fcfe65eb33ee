"""`houseway simulate`: rounds by the million beside their exact value, and any single one of them again."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import typer

from houseway.cli.console import console, marks_text, print_table
from houseway.cli.lab.words import print_answer
from houseway.cli.progress import STOPPED, progress_bar
from houseway.cli.written import say_written, write_rows
from houseway.errors import InvalidInput
from houseway.games.game import Game
from houseway.games.pricing.strategy import percent, plus_minus
from houseway.lab.checkpoint import Interrupted
from houseway.lab.engine import engine
from houseway.lab.simulate import MOST_ROUNDS, SimulationResult, prepare, seed_number, simulate_game, simulate_shoes
from houseway.lab.tally import RowResult


def whole(text: str, field: str) -> int:
    """A whole number as people write large ones: `1e9`, `10_000_000`, `2.5e6`."""
    plain = text.strip().replace("_", "").replace(",", "")
    found = re.fullmatch(r"([0-9]{1,15})(?:\.([0-9]{1,15}))?(?:[eE]\+?([0-9]{1,2}))?", plain)
    if not found:
        raise InvalidInput(f"{text!r} is no whole number", field=field)
    digits, decimals, power = found[1], (found[2] or "").rstrip("0"), int(found[3] or 0)
    if len(decimals) > power:
        raise InvalidInput(f"{text!r} is no whole number", field=field)
    return int(digits + decimals + "0" * (power - len(decimals)))


def show_rounds(game: Game, numbers: range, *, strategy: str, seats: int, seed: str) -> None:
    """Print rounds of a run as records, one a line."""
    if numbers.stop > MOST_ROUNDS:
        raise InvalidInput(f"must be below {MOST_ROUNDS:,}, not {numbers.stop - 1:,}", field="--round")
    with engine() as run:
        simulation = prepare(game, strategy, seats, lambda: run)
    for number in numbers:
        record = simulation.play(seed_number(seed), number).record
        sys.stdout.write(json.dumps(record, ensure_ascii=False) + "\n")


def show_simulation(
    game: Game,
    *,
    rounds: int,
    seed: str,
    strategy: str,
    seats: int,
    engine_name: str,
    scheduler: str | None,
    threads: int | None,
    checkpoint: Path | None,
    plot: Path | None,
    shoes: bool,
    csv_file: str | None,
    as_json: bool,
) -> None:
    """Simulate and print what came of it."""
    if plot is not None:
        from houseway.lab.figures import check_plot

        check_plot(plot)
    with (
        progress_bar(f"{rounds:,} rounds") as progress,
        engine(engine_name, scheduler, threads, progress) as run,
        engine(threads=threads) as here,
    ):
        simulation = prepare(game, strategy, seats, lambda: here)
        try:
            found = simulate_game(simulation, run, rounds=rounds, seed=seed, checkpoint=checkpoint)
        except Interrupted as stop:
            sys.stderr.write(f"\nstopped: {stop}\n")
            raise typer.Exit(STOPPED) from None
        from_shoes = None
        if shoes:
            whole_shoes = prepare(game, strategy, seats, lambda: here, whole_shoes=True)
            from_shoes = simulate_shoes(whole_shoes, run, rounds=rounds, seed=seed)
        if plot is not None:
            from houseway.lab.figures import plot_simulation

            plot_simulation(found, simulation, here, plot)
            say_written(plot)
    if csv_file is not None:
        write_rows(csv_file, found.rows())
    if as_json:
        print_answer(found.to_json() | ({"shoe": from_shoes} if from_shoes else {}))
    elif csv_file != "-":
        _show(found)
        if from_shoes:
            _show_shoes(from_shoes)


def _show(found: SimulationResult) -> None:
    options = ", ".join(f"{name} {value}" for name, value in found.options.items())
    marked = marks_text(found.marks)
    console().print(f"[bold]{found.game}[/]{marked} ({options})" if options else f"[bold]{found.game}[/]{marked}")
    console().print(f"  {found.rounds:,} rounds, {found.seats} seats, seed {found.seed}, strategy {found.strategy}\n")
    rows = [(name, *_cells(row)) for name, row in {"main": found.main, **found.wagers}.items()]
    print_table(("wager", "mean", "standard error", "99% interval", "exact", "z"), rows)
    rounds = found.main.seat_rounds
    for what, counts in (("decisions", found.main.decisions), ("outcomes", found.main.outcomes)):
        shares = ", ".join(f"{name} {100 * count / rounds:.4f}%" for name, count in counts.items() if count)
        console().print(f"  {what}: {shares}")
    console().print(f"  average wagered {float(found.main.wagered):.6f}, deviation {found.main.standard_deviation:.6f}")
    _show_distribution(found.main)


def _show_shoes(found: dict[str, Any]) -> None:
    say, main, error = console().print, found["main"], plus_minus(found["standard_error"])
    say(f"\n[bold]whole shoes to the cut card[/]: {found['shoes']:,} shoes, {found['rounds']:,} rounds")
    say(f"  house edge {percent(main['house_edge'])}{error}")
    say(f"  the cut card adds {100 * found['cut_card_effect']:+.4f}%{error} to that of fresh shoes")


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
