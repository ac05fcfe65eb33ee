"""`houseway face-up`: what seeing other players' cards is worth."""

from typing import Any, Final

from houseway.cli.console import console, marks_text, print_table
from houseway.cli.lab.words import print_answer
from houseway.cli.progress import progress_bar
from houseway.errors import InvalidInput
from houseway.games.game import Game
from houseway.games.pricing.strategy import percent
from houseway.lab.engine import engine
from houseway.lab.simulate import seed_number

LEAST_DEALS: Final = 2  # fewer have no standard error
MOST_DEALS: Final = 10**9


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
    if hands is not None and not 1 <= hands <= most:
        raise InvalidInput(f"must be 1 to {most}, not {hands}", field="--hands")
    if deals is not None and not LEAST_DEALS <= deals <= MOST_DEALS:
        raise InvalidInput(f"must be {LEAST_DEALS} to {MOST_DEALS:,}, not {deals:,}", field="--deals")
    part = game.kit.require(game.kit.face_up, "study of cards dealt face up")
    asked = range(1, most + 1) if hands is None else [hands]
    found: list[dict[str, Any]] = []
    for seen in asked:
        with progress_bar(f"{seen} hands seen") as progress, engine(engine_name, scheduler, threads, progress) as run:
            found.append(part.face_up(game, seen, deals or part.deals_to_try(seen), seed_number(seed), run))
    if as_json:
        print_answer({"game": game.name, **game.marks, "face_up": found})
        return
    _show(game, found)


def deals_text(found: list[dict[str, Any]]) -> str:
    """How many deals were tried, the fewest and the most where these differ by the number of hands."""
    counts = {one["deals"] for one in found}
    return " to ".join(f"{count:,}" for count in sorted({min(counts), max(counts)}))


def _show(game: Game, found: list[dict[str, Any]]) -> None:
    first = found[0]
    name = f"[bold]{game.name}[/]{marks_text(game.marks)}"
    console().print(f"{name}, other players' cards face up: {deals_text(found)} deals, seed {first['seed']}")
    console().print(f"  with none seen the house edge is {percent(first['house_edge_unseen'])}, exactly\n")
    columns = ["hands seen", "house edge", "gain", "standard error"]
    costly = any("decision_error" in one for one in found)
    rows = []
    for one in found:
        cells = [str(one["hands_seen"]), *(percent(one[key]) for key in ("house_edge", "gain", "standard_error"))]
        rows.append((*cells, f"at most {percent(one['decision_error'])}") if costly else tuple(cells))
    print_table((*columns, "cost of decision error") if costly else columns, rows)
    for text in dict.fromkeys(one["text"] for one in found if "text" in one):
        console().print(f"\n{text}")
