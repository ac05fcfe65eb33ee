"""The work of the coach's processes: weigh the decisions of a position, and solve strategies before they are needed.

Everything here runs in a separate process, which ends with the server, however the server ends.
"""

import os
import signal
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final

import msgspec

from houseway.errors import IllegalDecision
from houseway.games import game_named
from houseway.games.game import Game
from houseway.games.parts import AdvicePart
from houseway.games.pricing import advice
from houseway.games.pricing.strategy import Strategy
from houseway.games.round.decision import Decision
from houseway.games.round.open_record import open_round
from houseway.games.round.positions import Decided, Record, decisions_in
from houseway.games.study import study_game
from houseway.house.sheets.table_rules import TableRules
from houseway.lab.strategies import default_strategy, strategy_of

YIELDING: Final = 15  # the niceness of long work
LOOK_SECONDS: Final = 1.0  # how often a process looks whether the server is there


Options = tuple[tuple[str, str], ...]
StudyText = str  # the content of a designer's study as JSON; empty for the letter's game


class NotSolved(Exception):
    """The strategy of a game is not solved yet."""


def begin(server: int, niceness: int) -> None:
    """Set up a process of a server: the server handles Ctrl-C, and no process outlives it.

    The server passes its own number, because a server that was killed while we started is no longer our parent.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(niceness)

    def end_with_parent() -> None:
        while os.getppid() == server:
            time.sleep(LOOK_SECONDS)
        os._exit(0)

    threading.Thread(target=end_with_parent, daemon=True).start()


def ready() -> bool:
    """Load everything that advice needs, so that the first answer is as quick as the others."""
    import houseway.games.pricing.suit_classes  # noqa: F401

    return True


def study_text(rules: TableRules) -> StudyText:
    """The text of the study that a table plays, for a process; empty if it plays the letter's game."""
    return study_content(rules.chosen) if rules.study else ""


def study_content(game: Game) -> StudyText:
    """The content of a study, for a process; empty for a letter's game."""
    if not game.differs_from_letter:
        return ""
    return msgspec.json.encode({**game.study_data, "game": game.name}, order="sorted").decode()


@lru_cache(maxsize=64)
def played_game(name: str, options: Options, study: StudyText = "") -> Game:
    """A game with its options, or a designer's study of it."""
    if study:
        return study_game(msgspec.json.decode(study), chosen=dict(options), recorded=True)
    return game_named(name, dict(options))


def seen_round(record: Record, study: StudyText = "") -> advice.Seen:
    """What the seat in turn knows; a round of a study is read by that very study."""
    return open_round(record, played_game(record["game"], (), study) if study else None)


def weigh(record: Record, decided: str = "", study: StudyText = "") -> Record:
    """What each decision of a position is worth; `waiting` where a strategy is still being solved.

    `decided` is the value of a decision with an amount, if one was made.
    """
    seen = seen_round(record, study)
    game = seen.now.game
    try:
        part = game.kit.require(game.kit.advice, "advice")
        values = part.advise(game, seen, lambda: solved_strategy(game.name, tuple(game.options.items()), study))
    except NotSolved:
        return {"waiting": True}
    best = advice.best_of(values)
    return {
        "decisions": {decision: float(value.ev) for decision, value in values.items()},
        "exact": all(value.exact for value in values.values()),
        "best": best,
        "why": _why(seen, best),
        **_decided(part, seen, decided, values),
    }


def _decided(part: AdvicePart, seen: advice.Seen, text: str, values: Mapping[str, advice.Value]) -> Record:
    """The value of a decision with an amount; None for any other."""
    amount = Decision.parse(text).amount if text else 0
    value = part.value_of_amount(seen, amount, values) if amount else None
    return {} if value is None else {"decided": float(value.ev)}


def weigh_decisions(record: Record, seat: int, study: StudyText = "") -> list[tuple[Decided, Record]]:
    """Every decision that a seat made in a finished round, with what it and each choice were worth then.

    Decisions after a foul have no values and are left out.
    """
    made = _decisions(record, seat, study)
    return [(decided, values) for decided in made if (values := _weighed_or_none(decided, study))]


def weigh_round(record: Record, study: StudyText = "") -> list[tuple[int, int, Decided, Record]]:
    """Every decision of all seats: the seat, the number of the decision, the decision and the values."""
    return [
        (row["seat"], index, decided, values)
        for row in record["seats"]
        for index, decided in enumerate(_decisions(record, row["seat"], study))
        if (values := _weighed_or_none(decided, study))
    ]


def _decisions(record: Record, seat: int, study: StudyText) -> Iterator[Decided]:
    return decisions_in(record, seat, played_game(record["game"], (), study) if study else None)


def _weighed_or_none(decided: Decided, study: StudyText) -> Record | None:
    with suppress(IllegalDecision):
        return weigh(decided.position, decided.decision, study)
    return None


def _why(seen: advice.Seen, best: str) -> str | None:
    """One sentence, where the game has one."""
    part = seen.now.game.kit.advice
    return (part and part.explain(seen, best)) or None


@lru_cache(maxsize=16)
def solved_strategy(name: str, options: Options, study: StudyText = "") -> Strategy:
    """The default strategy of a game or a study, if it came with houseway or was solved before."""
    game = played_game(name, options, study)
    return strategy_of(game, default_strategy(game), _not_now)


def _not_now() -> Any:
    raise NotSolved


def needs_strategy(game: Game) -> bool:
    """Whether advice on a game waits for a strategy."""
    return game.kit.advice is not None and game.kit.advice.needs_strategy


def solve(name: str, options: Options, study: StudyText, steps: Any) -> None:
    """Solve a game's strategy and keep it on disk; the queue `steps` gets (done, total) now and then."""
    from houseway.lab.shards import Threads

    game = played_game(name, options, study)

    def progress(done: int, total: int) -> None:
        steps.put((done, total))

    strategy_of(game, default_strategy(game), lambda: Threads(1, progress))


def solve_in_process(server: int, name: str, options: Options, study: StudyText, steps: Any) -> None:
    """Solve a strategy in a process that gives way to all others."""
    begin(server, YIELDING)
    solve(name, options, study, steps)
