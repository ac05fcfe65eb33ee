"""`houseway advise` and `houseway strategy`: what a decision is worth, and the whole strategy as a thing."""

import json
import sys
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from houseway.cli.console import console, marks_text, print_charts
from houseway.cli.lab.words import print_answer
from houseway.cli.progress import progress_bar
from houseway.cli.settle import numbered
from houseway.cli.written import say_written, write_rows
from houseway.errors import HousewayError, InvalidInput
from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.result_json import to_plain
from houseway.games.pricing.strategy import Chart
from houseway.games.round.record import parse_json

if TYPE_CHECKING:
    from houseway.games.pricing.strategy import Strategy


def advise_file(file: str, *, study: Game | None, as_json: bool) -> int:
    """Advise on one record or on JSON Lines, in kind; 0, or 2 when a record was wrong."""
    try:
        with nullcontext(sys.stdin) if file == "-" else open(file, encoding="utf-8") as source:
            return _answer(list(numbered(source)), study=study, as_json=as_json)
    except OSError as problem:
        raise InvalidInput(f"cannot be read: {problem.strerror}", field=file) from None
    except UnicodeDecodeError:
        raise InvalidInput("is not UTF-8 text", field=file) from None


def _answer(texts: list[tuple[int, str]], *, study: Game | None, as_json: bool) -> int:
    from houseway.lab.strategies import advise

    wrong = 0
    with progress_bar("the strategy, once") as progress:

        def run() -> Runner:
            from houseway.lab.shards import Threads

            return Threads(progress=progress)

        for number, text in texts:
            try:
                answer: dict[str, Any] = to_plain(advise(parse_json(text), run, study=study))
            except HousewayError as problem:
                if len(texts) == 1 and not as_json:
                    raise
                wrong += 1
                answer = {"line": number, "error": " ".join(str(problem).split())}
            if as_json or "error" in answer:
                sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
            else:
                _show(answer)
    return 2 if wrong else 0


def _show(answer: Mapping[str, Any]) -> None:
    console().print(f"[bold]{answer['game']}[/]{marks_text(answer)}, seat {answer['seat']}")
    if "others_seen" in answer:
        console().print(f"  other seats' cards that are seen: {' '.join(answer['others_seen'])}")
    width = max(map(len, answer["decisions"]))
    for decision, value in sorted(answer["decisions"].items(), key=lambda item: -item[1]["ev"]):
        best = " [bold]best[/]" if decision == answer["best"] else ""
        console().print(f"  {decision:{width}}  {value['ev']:+.6f} {'' if value['exact'] else '(estimated) '}{best}")


def show_strategy(
    game: Game, name: str, *, save: Path | None, csv_file: str | None, fresh: bool, threads: int | None, as_json: bool
) -> None:
    """Solve or load a strategy; print its charts, or save or export it."""
    from houseway.lab.answers import chart_rows
    from houseway.lab.strategies import default_strategy, strategy_of

    with progress_bar(game.name) as progress:

        def run() -> Runner:
            from houseway.lab.shards import Threads

            return Threads(threads, progress)

        strategy = strategy_of(game, name or default_strategy(game), run, fresh=fresh)
    part = game.kit.require(game.kit.strategy, "strategy")
    charts = part.charts(strategy)
    if save is not None:
        save_to(strategy, save)
    if csv_file is not None:
        write_rows(csv_file, chart_rows(charts))
    head = {
        "game": strategy.game,
        "strategy": strategy.name,
        "rules": strategy.rules,
        "options": dict(strategy.options),
        "figures": to_plain(strategy.figures),
        **({"title": part.titles[strategy.name]} if strategy.name in part.titles else {}),
        **game.marks,
    }
    if as_json:
        shown = [{"title": one.title, "columns": one.columns, "rows": one.rows, "legend": one.legend} for one in charts]
        print_answer({**head, "charts": shown})
    elif csv_file != "-":
        _show_charts(head, charts)


def _show_charts(head: Mapping[str, Any], charts: Iterable[Chart]) -> None:
    options = ", ".join(f"{name} {value}" for name, value in head["options"].items())
    marked = marks_text(head)
    title = f" ({head['title']})" if "title" in head else ""
    console().print(f"[bold]{head['game']}[/]{marked}, {head['strategy']}{title}" + (f", {options}" if options else ""))
    console().print(f"  house edge {100 * head['figures']['house_edge']:.4f}%, rules {head['rules']}")
    print_charts(charts)


def save_to(strategy: "Strategy", path: Path) -> None:
    """Save a strategy, and say so."""
    from houseway.lab.files import save_strategy

    try:
        save_strategy(strategy, path)
    except OSError as problem:
        raise InvalidInput(f"cannot be written: {problem.strerror}", field=f"--save {path}") from None
    say_written(path, f"strategy {strategy.name}, rules {strategy.rules}")
