"""`houseway face-up`: what seeing other players' cards is worth."""

from typing import Any

from houseway.cli.console import console, print_json
from houseway.cli.progress import progress_bar
from houseway.games.game import Game, marks_in_words
from houseway.lab.engine import engine
from houseway.lab.simulate import seed_number


def show_face_up(
    game: Game,
    *,
    hands: int | None,
    deals: int | None,
    seed: str,
    engine_name: str,
    scheduler: str | None,
    threads: int | None,
    as_json: bool,
) -> None:
    """Print the edge as a function of the number of hands seen."""
    most = game.approval.table.seats - 1
    asked = range(1, most + 1) if hands is None else [hands]
    found: list[dict[str, Any]] = []
    for seen in asked:
        with progress_bar(f"{seen} hands seen") as progress, engine(engine_name, scheduler, threads, progress) as run:
            found.append(game.kit.face_up(game, seen, deals or game.kit.face_up_deals, seed_number(seed), run))
    if as_json:
        print_json({"game": game.name, **game.marks, "face_up": found})
        return
    _show(game, found)


def _show(game: Game, found: list[dict[str, Any]]) -> None:
    from rich.table import Table

    first = found[0]
    name = f"[bold]{game.name}[/]{marks_in_words(game.marks)}"
    console().print(f"{name}, other players' cards face up: {first['deals']:,} deals, seed {first['seed']}")
    console().print(f"  with none seen the house edge is {100 * first['house_edge_unseen']:.4f}%, exactly\n")
    table = Table("hands seen", "house edge", "gain", "standard error", box=None, padding=(0, 2, 0, 2))
    costly = any("decision_error" in one for one in found)
    if costly:
        table.add_column("cost of decision error")
    for one in found:
        cells = [str(one["hands_seen"])]
        cells += [f"{100 * one[key]:.4f}%" for key in ("house_edge", "gain", "standard_error")]
        if costly:
            cells.append(f"at most {100 * one['decision_error']:.4f}%")
        table.add_row(*cells)
    console().print(table)
    for text in dict.fromkeys(one["text"] for one in found if "text" in one):
        console().print(f"\n{text}")
