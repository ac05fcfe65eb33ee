"""Strategies that came with houseway, or are solved once and kept on disk; advice from them."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from houseway.cache_folder import cache_home, say_not_kept
from houseway.errors import InvalidInput
from houseway.games.game import Game
from houseway.games.pricing.advice import Advice
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.strategy import Strategy, rules_digest, study_of
from houseway.games.resolved_rules import main_digest
from houseway.games.round.open_record import open_round
from houseway.kernel import source_digest
from houseway.lab.files import load_strategy, save_strategy

SUFFIX = ".strategy"


def default_strategy(game: Game) -> str:
    """The name of the strategy that is played unless another is named."""
    return game.kit.require(game.kit.strategy, "strategy").names[0]


def strategy_of(game: Game, name: str, run: Callable[[], Runner], *, fresh: bool = False) -> Strategy:
    """A strategy by its name, or from a file; `run` is only called to solve one that is not kept yet."""
    part = game.kit.strategy
    if part is None or name not in part.names:
        if Path(name).suffix != SUFFIX and not Path(name).exists():
            known = ", ".join(part.names if part else ())
            raise InvalidInput(f"{name!r} is neither a file nor one of {known}", field="strategy")
        found = load_strategy(Path(name))
        found.check(game)
        return found
    if not fresh and (shipped := shipped_strategy(game, name)):
        return replace(shipped, study=study_of(game))
    path = _kept(game, name)
    if not fresh and path.exists():
        try:
            return replace(load_strategy(path), study=study_of(game))
        except InvalidInput:
            pass  # a file that cannot be read is written anew
    solved = part.solve(game, run(), name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        save_strategy(solved, path)
    except OSError as problem:
        say_not_kept(path.parent, problem)  # it costs only time
    return solved


def shipped_path(game: Game, name: str) -> Path:
    """Where a strategy that comes with houseway is; one that takes long to solve, made by tools/make_strategies.py."""
    return game.kit.folder / f"{name}{SUFFIX}"


def shipped_strategy(game: Game, name: str) -> Strategy | None:
    """A strategy that came with houseway; none where there is none for these rules."""
    path = shipped_path(game, name)
    if not path.exists():
        return None
    found = load_strategy(path)
    return replace(found, rules=rules_digest(game)) if found.rules == main_digest(game) else None


def save_shipped(game: Game, solved: Strategy, path: Path) -> None:
    """Write a strategy to come with houseway: by the rules alone, because `make test-slow` proves that it is theirs."""
    save_strategy(replace(solved, rules=main_digest(game)), path, small=True)


def _kept(game: Game, name: str) -> Path:
    digest = hashlib.sha256(f"{rules_digest(game)} {source_digest()}".encode()).hexdigest()[:24]
    return cache_home() / "strategies" / f"{game.name}-{name}-{digest}{SUFFIX}"


def advise(record: object, run: Callable[[], Runner], *, study: Game | None = None) -> Advice:
    """What each legal decision is worth to the seat whose decision is open in a record."""
    seen = open_round(record, study)
    game = seen.now.game
    part = game.kit.require(game.kit.advice, "advice")
    return Advice.of(seen, part.advise(game, seen, lambda: strategy_of(game, default_strategy(game), run)))
