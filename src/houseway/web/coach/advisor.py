"""What the coach's processes do: weigh the decisions of a position, and solve strategies before they are asked for.

Everything here runs in a process of its own, which ends with the server, however that ends.
"""

import os
import signal
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final

from houseway.errors import IllegalDecision
from houseway.games import game_named
from houseway.games.game import Game
from houseway.games.parts import AdvicePart
from houseway.games.pricing import advice
from houseway.games.pricing.strategy import Strategy
from houseway.games.round.decision import Decision
from houseway.games.round.open_record import open_round
from houseway.games.round.positions import Decided, Record, decisions_in
from houseway.lab.strategies import default_strategy, strategy_of

YIELDING: Final = 15  # the niceness of long work
LOOK_SECONDS: Final = 1.0  # how often a process looks whether the server is there


class NotSolved(Exception):
    """The strategy of a game is not solved yet."""


def begin(server: int, niceness: int) -> None:
    """Set a process of a server up: Ctrl-C is the server's to handle, and nobody stays behind.

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
    """Load what advice needs, so that the first answer is as quick as the others."""
    import houseway.games.pricing.suit_classes  # noqa: F401

    return True


def weigh(record: Record, decided: str = "") -> Record:
    """What each decision of a position is worth; `waiting` where a strategy is still being solved.

    `decided` is what a decision with an amount is worth, where one was made.
    """
    seen = open_round(record)
    game = seen.now.game
    try:
        part = game.kit.require(game.kit.advice, "advice")
        values = part.advise(game, seen, lambda: solved_strategy(game.name, tuple(game.options.items())))
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
    """What a decision with an amount is worth; nothing for any other."""
    amount = Decision.parse(text).amount if text else 0
    value = part.value_of_amount(seen, amount, values) if amount else None
    return {} if value is None else {"decided": float(value.ev)}


def weigh_decisions(record: Record, seat: int) -> list[tuple[Decided, Record]]:
    """Every decision that a seat made in a finished round, with what it and each choice were worth then.

    What follows on a foul has no values and is left out.
    """
    return [(decided, values) for decided in decisions_in(record, seat) if (values := _weighed_or_none(decided))]


def weigh_round(record: Record) -> list[tuple[int, int, Decided, Record]]:
    """The same of every seat: the seat, which of its decisions it is, the decision and the values."""
    return [
        (row["seat"], index, decided, values)
        for row in record["seats"]
        for index, decided in enumerate(decisions_in(record, row["seat"]))
        if (values := _weighed_or_none(decided))
    ]


def _weighed_or_none(decided: Decided) -> Record | None:
    with suppress(IllegalDecision):
        return weigh(decided.position, decided.decision)
    return None


def _why(seen: advice.Seen, best: str) -> str | None:
    """One sentence, where the game has one."""
    part = seen.now.game.kit.advice
    return (part and part.explain(seen, best)) or None


@lru_cache(maxsize=16)
def solved_strategy(name: str, options: tuple[tuple[str, str], ...]) -> Strategy:
    """The default strategy of a game, if it came with houseway or was solved before."""
    game = game_named(name, dict(options))
    return strategy_of(game, default_strategy(game), _not_now)


def _not_now() -> Any:
    raise NotSolved


def needs_strategy(game: Game) -> bool:
    """Whether advice on a game waits for a strategy."""
    return game.kit.advice is not None and game.kit.advice.needs_strategy


def solve(name: str, options: dict[str, str], steps: Any) -> None:
    """Solve a game's strategy and keep it on disk; the queue `steps` gets (done, total) now and then."""
    from houseway.lab.shards import Threads

    game = game_named(name, options)

    def progress(done: int, total: int) -> None:
        steps.put((done, total))

    strategy_of(game, default_strategy(game), lambda: Threads(1, progress))


def solve_in_process(server: int, name: str, options: dict[str, str], steps: Any) -> None:
    """The same as the work of a process that gives way to everybody else."""
    begin(server, YIELDING)
    solve(name, options, steps)
