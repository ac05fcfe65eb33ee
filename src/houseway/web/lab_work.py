"""What the process of a job does: it asks the lab, which keeps the answer, or writes a file."""

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from houseway.errors import HousewayError
from houseway.games.game import Game
from houseway.web.coach import advisor

if TYPE_CHECKING:
    from multiprocessing.queues import Queue

    from houseway.lab.evening import Evening
    from houseway.lab.shards import Progress

Step = tuple[int, int] | str  # how far a job is: done, total; or why it failed
FAILED: Final = 2  # the exit code of a job that the lab refuses
FACE_UP_DEALS: Final = 2_000  # that a page has tried; `houseway face-up` tries more


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What is asked of the lab."""

    kind: str
    game: str
    options: Mapping[str, str]
    study: str  # the text of a study file; empty for the letter's game
    form: str  # of the file that is written: pdf, html, json; empty for none


def work(server: int, task: Task, path: Path, steps: "Queue[Step]") -> None:
    """What the process of a job does."""
    advisor.begin(server, advisor.YIELDING)
    try:
        run_task(task, path, steps.put)
    finally:
        steps.close()
        steps.join_thread()  # what was said is sent before the process ends


def run_task(task: Task, path: Path, say: Callable[[Step], None]) -> None:
    """Do a task; what it has a file for is written to the path. What the lab refuses is said, and ends the process."""
    from houseway.web.api.lab import game_asked

    try:
        _KINDS[task.kind](game_asked(task.game, task.options, task.study), path, lambda *step: say(step))
    except HousewayError as problem:
        say(f"{problem.field}: {problem.reason}" if problem.field else problem.reason)
        sys.exit(FAILED)


def evening_of(
    name: str, options: tuple[tuple[str, str], ...], study: str, stake: int, bankroll: int, rounds: int
) -> "Evening | None":
    """An evening for the lab's page, in cents; none while the distribution of a round is not counted."""
    from houseway.lab.distribution import kept_nets
    from houseway.lab.evening import evening
    from houseway.web.api.lab import game_asked

    game = game_asked(name, dict(options), study)
    nets = kept_nets(game)
    return None if nets is None else evening(game, nets, stake=stake, bankroll=bankroll, rounds=rounds)


def _analyze(game: Game, _: Path, progress: "Progress") -> None:
    from houseway.lab import api

    api.analyze(game, threads=1, progress=progress)


def _strategy(game: Game, _: Path, progress: "Progress") -> None:
    from houseway.lab import api

    api.strategy(game, threads=1, progress=progress)


def _results(game: Game, _: Path, progress: "Progress") -> None:
    from houseway.lab.distribution import main_nets
    from houseway.lab.shards import Threads

    main_nets(game, Threads(1, progress))


def _face_up(game: Game, path: Path, progress: "Progress") -> None:
    from houseway.lab.simulations import face_up

    path.write_text(json.dumps(face_up(game, deals=FACE_UP_DEALS, threads=1, progress=progress).to_json()))


def _report(game: Game, path: Path, progress: "Progress") -> None:
    from houseway.documents.report.report import report

    report(game, progress=progress).save(path)


_KINDS: Final[Mapping[str, Callable[[Game, Path, "Progress"], None]]] = {
    "analyze": _analyze,
    "strategy": _strategy,
    "results": _results,
    "face-up": _face_up,
    "report": _report,
}
