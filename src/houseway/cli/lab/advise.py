"""`houseway advise` and `houseway strategy`: what a decision is worth, and a whole strategy."""

import json
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from houseway.cli.console import console, marks_text, print_charts
from houseway.cli.lab.words import print_answer
from houseway.cli.progress import progress_bar
from houseway.cli.settle import numbered
from houseway.cli.written import say_written, write_rows
from houseway.errors import HousewayError, InvalidInput
from houseway.games.game import Game
from houseway.games.round.record import parse_json
from houseway.tabular import Json

if TYPE_CHECKING:
    from houseway.games.pricing.advice import Advice
    from houseway.games.pricing.strategy import Strategy
    from houseway.lab.answers import StrategyAnswer


def advise_file(file: str, *, study: Game | None, as_json: bool) -> int:
    """Advise on one record or on JSON Lines, in kind; 0, or 2 when a record was wrong."""
    try:
        with nullcontext(sys.stdin) if file == "-" else open(file, encoding="utf-8") as source:
            return _answer(numbered(source), study=study, as_json=as_json)
    except OSError as problem:
        raise InvalidInput(f"cannot be read: {problem.strerror}", field=file) from None
    except UnicodeDecodeError:
        raise InvalidInput("is not UTF-8 text", field=file) from None


def _answer(texts: Iterator[tuple[int, str]], *, study: Game | None, as_json: bool) -> int:
    from houseway.lab.api import advice

    wrong, first_two = 0, list(islice(texts, 2))
    with progress_bar("the strategy, once") as progress:
        for number, text in chain(first_two, texts):
            try:
                answer = advice(parse_json(text), study, progress=progress)
            except HousewayError as problem:
                if len(first_two) == 1 and not as_json:
                    raise
                wrong += 1
                _print_line({"line": number, "error": " ".join(str(problem).split())})
                continue
            if as_json:
                _print_line(answer.to_json())
            else:
                _show(answer)
    return 2 if wrong else 0


def _print_line(answer: Json) -> None:
    sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")


def _show(answer: "Advice") -> None:
    console().print(f"[bold]{answer.game}[/]{marks_text(answer.to_json())}, seat {answer.seat}")
    if answer.others_seen:
        console().print(f"  other seats' cards that are seen: {' '.join(answer.others_seen)}")
    width = max(map(len, answer.decisions))
    for decision, value in sorted(answer.decisions.items(), key=lambda item: -item[1].ev):
        best = " [bold]best[/]" if decision == answer.best else ""
        console().print(f"  {decision:{width}}  {value.ev:+.6f} {'' if value.exact else '(estimated) '}{best}")


def show_strategy(answer: "StrategyAnswer", *, save: Path | None, csv_file: str | None, as_json: bool) -> None:
    """Print the charts of a strategy, or save or export it."""
    if save is not None:
        save_to(answer.strategy, save)
    if csv_file is not None:
        write_rows(csv_file, answer.rows())
    if as_json:
        print_answer(answer.to_json())
    elif csv_file != "-":
        _show_charts(answer)


def _show_charts(answer: "StrategyAnswer") -> None:
    strategy = answer.strategy
    options = "".join(f", {name} {value}" for name, value in answer.options.items())
    title = f" ({answer.title})" if answer.title else ""
    console().print(f"[bold]{strategy.game}[/]{marks_text(answer.marks)}, {strategy.name}{title}{options}")
    console().print(f"  house edge {100 * answer.house_edge:.4f}%, rules {strategy.rules}")
    print_charts(answer.charts)


def save_to(strategy: "Strategy", path: Path) -> None:
    """Save a strategy, and say so."""
    from houseway.lab.files import save_strategy

    try:
        save_strategy(strategy, path)
    except OSError as problem:
        raise InvalidInput(f"cannot be written: {problem.strerror}", field=f"--save {path}") from None
    say_written(path, f"strategy {strategy.name}, rules {strategy.rules}")
