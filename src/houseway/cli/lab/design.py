"""`houseway design`: pay tables with a given edge, and the main game at several values of a rule."""

from pathlib import Path

from houseway.cli.console import console, print_table
from houseway.cli.lab.words import print_game
from houseway.cli.progress import progress_bar
from houseway.cli.written import say_written
from houseway.errors import InvalidInput
from houseway.games.game import Game
from houseway.games.pricing.strategy import percent
from houseway.lab.api import sweep
from houseway.lab.design import Designs
from houseway.lab.sweep import Sweep, parse_sweep


def run_sweep(game: Game, text: str, threads: int | None) -> Sweep:
    """The main game at each value of a rule, which are named as RULE=A,B,C."""
    rule, values = parse_sweep(text)
    with progress_bar(f"{game.name}, {rule}") as progress:
        return sweep(game, rule, values, threads=threads, progress=progress)


def save_designs(answer: Designs, folder: Path) -> None:
    """Write a study file for each design."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for place in range(len(answer.designs)):
            (folder / f"{answer.wager}-{place + 1:03}.toml").write_text(answer.study_text(place), encoding="utf-8")
    except OSError as problem:
        raise InvalidInput(f"cannot be written: {problem.strerror}", field=f"save {folder}") from None
    say_written(folder, f"{len(answer.designs)} studies")


def show_designs(answer: Designs) -> None:
    """Print pay tables side by side."""
    say, designs = console().print, answer.designs
    print_game(answer.game, answer.marks, f", {answer.wager} like pay table {answer.like}")
    stopped = "" if answer.whole else "; the search was stopped, name fewer pays or a narrower edge"
    say(f"  {len(designs):,} shown of {answer.tables_tried:,} tables, the nearest first{stopped}\n")
    if not designs:
        say("  none is as wanted")
        return
    lines = list(designs[0].pays)
    rows = [
        (
            str(place),
            percent(float(one.house_edge)),
            percent(float(one.hit_frequency)),
            "" if one.standard_deviation is None else f"{one.standard_deviation:.3f}",
            *(one.pays[line] for line in lines),
        )
        for place, one in enumerate(designs, start=1)
    ]
    edge = "edge, fixed pays alone" if answer.pays_from_meter else "house edge"
    print_table(("", edge, "hits", "std dev", *lines), rows)


def show_sweep(answer: Sweep) -> None:
    """Print the main game at each value of a rule."""
    print_game(answer.game, answer.marks, f", {answer.rule} at {len(answer.points)} values\n")
    rows = [
        (
            str(point.value),
            percent(point.house_edge),
            percent(point.element_of_risk),
            f"{point.standard_deviation:.4f}",
            point.status,
        )
        for point in answer.points
    ]
    print_table((answer.rule, "house edge", "element of risk", "std dev", "status"), rows)
