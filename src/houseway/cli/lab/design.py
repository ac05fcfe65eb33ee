"""`houseway design`: pay tables with a given edge, and the main game at several values of a rule."""

from pathlib import Path
from typing import Final

from houseway.cli.console import console, print_table
from houseway.cli.lab.words import print_game
from houseway.cli.progress import progress_bar
from houseway.cli.written import say_written
from houseway.errors import InvalidInput
from houseway.games.game import Game
from houseway.games.pricing.strategy import percent
from houseway.lab.api import sweep
from houseway.lab.pay_search import Design, Designs
from houseway.lab.sweep import Sweep, parse_sweep

SHOWN: Final = 20  # designs, where no other number is asked for


def run_sweep(game: Game, text: str, *, engine: str, scheduler: str | None, threads: int | None) -> Sweep:
    """The main game at each value of a rule, which are named as RULE=A,B,C."""
    rule, values = parse_sweep(text)
    with progress_bar(f"{game.name}, {rule}") as progress:
        return sweep(game, rule, values, engine=engine, scheduler=scheduler, threads=threads, progress=progress)


def most_shown(game: Game, wager: str, most: int | None) -> int | None:
    """How many designs are asked for; None leaves it to the lab, which solves a few tables of a mandatory wager."""
    spec = game.approval.wagers.get(wager)
    return most or (None if spec is not None and spec.role == "main" else SHOWN)


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
    stopped = "" if answer.whole else "; the search was stopped, name fewer pays, a narrower edge or --most"
    say(f"  {len(designs):,} shown of {answer.tables_tried:,} tables, the nearest first{stopped}")
    if answer.tables_solved is not None:
        say(f"  house edges are those of the main game, which was solved again for {answer.tables_solved} tables")
    say("")
    if not designs:
        say("  no table has the figures that you asked for")
        return
    lines = list(designs[0].pays)
    rows = [
        (
            str(place),
            percent(float(one.house_edge)),
            percent(float(one.hit_frequency)),
            *_more_cells(one),
            *(one.pays[line] for line in lines),
        )
        for place, one in enumerate(designs, start=1)
    ]
    edge = "edge, fixed pays alone" if answer.pays_from_meter else "house edge"
    more = ("std dev",) if answer.tables_solved is None else ("by the strategy so far", "best strategy")
    print_table(("", edge, "hits", *more, *lines), rows)


def _more_cells(one: Design) -> tuple[str, ...]:
    """What is said of a design beside edge and hits: its deviation, or how the main game is played with it."""
    if one.edge_before is None:
        return ("" if one.standard_deviation is None else f"{one.standard_deviation:.3f}",)
    return percent(float(one.edge_before)), "another" if one.changes_strategy else "the same"


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
