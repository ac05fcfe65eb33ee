"""Strategies, solved once and kept on disk; advice from them."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from houseway.errors import InvalidInput
from houseway.games import advice
from houseway.games.analysis import Runner
from houseway.games.game import Game
from houseway.games.open_record import open_round
from houseway.games.strategy import Strategy, part, rules_digest
from houseway.games.study import NOT_APPROVED
from houseway.kernel import source_digest
from houseway.lab.cache import cache_directory
from houseway.lab.files import load_strategy, save_strategy

SUFFIX = ".strategy"


def strategy_of(game: Game, name: str, run: Callable[[], Runner], *, fresh: bool = False) -> Strategy:
    """A strategy by its name, or from a file; `run` is only called to solve one that is not kept yet."""
    known: tuple[str, ...] = part(game.name, "strategy").STRATEGIES
    if name not in known:
        if Path(name).suffix != SUFFIX and not Path(name).exists():
            reason = f"{name!r} is neither a file nor one of {', '.join(known)}"
            raise InvalidInput(reason, field="strategy")
        found = load_strategy(Path(name))
        found.check(game)
        return found
    path = _kept(game, name)
    if not fresh and path.exists():
        try:
            return load_strategy(path)
        except InvalidInput:
            pass  # a file that cannot be read is made again
    solved: Strategy = part(game.name, "strategy").solve(game, run(), name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        save_strategy(solved, path)
    except OSError:
        pass  # a full disk costs only time
    return solved


def _kept(game: Game, name: str) -> Path:
    digest = hashlib.sha256(f"{rules_digest(game)} {source_digest()}".encode()).hexdigest()[:24]
    return cache_directory() / "strategies" / f"{game.name}-{name}-{digest}{SUFFIX}"


def advise(record: object, run: Callable[[], Runner], *, study: Game | None = None) -> dict[str, Any]:
    """What each legal decision is worth to the seat whose decision is open in a record."""
    seen = open_round(record, study)
    game = seen.now.game
    module = part(game.name, "strategy")
    strategy = None if module.ADVISES_ALONE else strategy_of(game, module.STRATEGIES[0], run)
    values: dict[str, advice.Value] = module.advise(game, strategy, seen)
    answer = {"game": game.name, "seat": seen.seat.number, **advice.to_json(values)}
    return {**answer, "study": game.study_name, "status": NOT_APPROVED} if game.study_name else answer
