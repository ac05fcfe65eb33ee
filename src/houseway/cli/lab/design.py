"""`houseway design` and `houseway study`: pay tables that are wanted, and what of a game may be changed."""

import sys
from collections.abc import Sequence
from pathlib import Path

from houseway.cli.console import console, marks_text, print_table
from houseway.cli.lab.words import print_answer
from houseway.cli.progress import progress_bar
from houseway.cli.written import say_written, write_rows
from houseway.errors import InvalidInput
from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.strategy import percent
from houseway.lab.design import Designs, design


def show_template(game: str) -> None:
    """Print the template of a study."""
    from houseway.lab.study_template import study_template

    sys.stdout.write(study_template(game))


def show_designs(
    game: Game,
    wager: str,
    *,
    edge: str,
    hit: str,
    top_odds: str,
    vary: Sequence[str],
    table: str,
    most: int,
    csv_file: str | None,
    save: Path | None,
    as_json: bool,
) -> int:
    """Search pay tables and print, write or save them; 1 where there is none."""
    with progress_bar(f"{game.name} {wager}") as progress:

        def run() -> Runner:
            from houseway.lab.shards import Threads

            return Threads(progress=progress)

        found = design(game, wager, edge=edge, hit=hit, top_odds=top_odds, vary=vary, table=table, most=most, run=run)
    if save is not None:
        _save(found, save)
    if csv_file is not None:
        write_rows(csv_file, found.rows())
    if as_json:
        print_answer({**found.to_json(), **game.marks})
    elif csv_file != "-":
        _show(game, found)
    return 0 if found.found else 1


def _save(found: Designs, folder: Path) -> None:
    """A study file for each design."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for place in range(len(found.found)):
            (folder / f"{found.wager}-{place + 1:03}.toml").write_text(found.study_text(place), encoding="utf-8")
    except OSError as problem:
        raise InvalidInput(f"cannot be written: {problem.strerror}", field=f"--save {folder}") from None
    say_written(folder, f"{len(found.found)} studies")


def _show(game: Game, found: Designs) -> None:
    say = console().print
    say(f"[bold]{found.game}[/]{marks_text(game.marks)}, {found.wager} like pay table {found.like}")
    stopped = "" if found.whole else "; the search was stopped, name fewer pays or a narrower edge"
    say(f"  {len(found.found):,} shown of {found.tried:,} tables, the nearest first{stopped}\n")
    if not found.found:
        say("  none is as wanted")
        return
    lines = list(found.found[0].pays)
    rows = [
        (
            str(place),
            percent(float(one.house_edge)),
            percent(float(one.hit_frequency)),
            "" if one.standard_deviation is None else f"{one.standard_deviation:.3f}",
            *(one.pays[line] for line in lines),
        )
        for place, one in enumerate(found.found, start=1)
    ]
    print_table(("", "house edge", "hits", "std dev", *lines), rows)


def show_sweep(game: Game, text: str, *, csv_file: str | None, threads: int | None, as_json: bool) -> None:
    """Print the main game at each value of a rule."""
    from houseway.lab.shards import Threads
    from houseway.lab.sweep import parse_sweep, sweep

    rule, values = parse_sweep(text)
    with progress_bar(f"{game.name}, {rule}") as progress:
        found = sweep(game, rule, values, Threads(threads, progress))
    if csv_file is not None:
        write_rows(csv_file, found.rows())
    if as_json:
        print_answer(found.to_json())
    elif csv_file != "-":
        console().print(f"[bold]{found.game}[/]{marks_text(found.marks)}, {rule} at {len(values)} values\n")
        rows = [
            (
                str(point[rule]),
                percent(point["house_edge"]),
                percent(point["element_of_risk"]),
                f"{point['standard_deviation']:.4f}",
                point["status"],
            )
            for point in found.points
        ]
        print_table((rule, "house edge", "element of risk", "std dev", "status"), rows)
