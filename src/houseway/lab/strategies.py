"""Strategies that are shipped, or solved once and cached on disk; advice from them."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from msgspec.structs import asdict
from msgspec.structs import replace as with_fields

from houseway.cache_folder import cache_home
from houseway.errors import InvalidInput
from houseway.games.game import Game
from houseway.games.pricing.advice import Advice
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.strategy import Strategy, rules_digest, study_of
from houseway.games.resolved_rules import main_digest
from houseway.games.round.open_record import open_round
from houseway.games.scope import main_scope
from houseway.lab.cache import cache_key, read_cached, write_cached
from houseway.lab.files import load_strategy, read_strategy, save_strategy, strategy_bytes
from houseway.lab.kept_counts import KeepingRunner

SUFFIX = ".strategy"


def default_strategy(game: Game) -> str:
    """The name of the strategy that is played unless another is named."""
    return game.kit.require(game.kit.strategy, "strategy").names[0]


def strategy_of(game: Game, name: str, run: Callable[[], Runner], *, fresh: bool = False) -> Strategy:
    """A strategy by its name, or from a file; `run` is only called to solve one that is not cached yet."""
    part = game.kit.strategy
    if part is None or name not in part.names:
        if Path(name).suffix != SUFFIX and not Path(name).exists():
            known = ", ".join(part.names if part else ())
            raise InvalidInput(f"{name!r} is neither a file nor one of {known}", field="strategy")
        given = load_strategy(Path(name))
        given.check(game)
        return _of_game(game, given)
    solved = None if fresh else shipped_strategy(game, name) or _cached_strategy(game, name)
    return _of_game(game, solved or _solve(game, name, KeepingRunner(run(), fresh=fresh)))


def _of_game(game: Game, strategy: Strategy) -> Strategy:
    """A strategy with the figures of this very game, and the name of its study: one strategy may serve several."""
    part = game.kit.require(game.kit.strategy, "strategy")
    figures = with_fields(strategy.figures, **asdict(part.figures_for(game, strategy)))
    return replace(strategy, figures=figures, study=study_of(game))


def _solve(game: Game, name: str, run: Runner) -> Strategy:
    """Solve a strategy from the rules in its cache key, and cache it."""
    part = game.kit.require(game.kit.strategy, "strategy")
    solved = part.solve(main_scope(game).show(game), run, name)
    path, key = _place(game, name)
    write_cached(path, key, strategy_bytes(solved))
    return solved


def _cached_strategy(game: Game, name: str) -> Strategy | None:
    """A strategy that was solved before for the same main game."""
    path, key = _place(game, name)
    content = read_cached(path, key)
    try:
        return None if content is None else read_strategy(content, str(path))
    except InvalidInput:
        return None  # written anew


def _place(game: Game, name: str) -> tuple[Path, str]:
    """The file of a strategy, and the key that it belongs to."""
    key = cache_key({"strategy": name, "rules": main_scope(game).digest(game)})
    return cache_home() / "strategies" / f"{game.name}-{name}-{key[:24]}{SUFFIX}", key


def shipped_path(game: Game, name: str) -> Path:
    """Where a strategy that comes with houseway is; one that takes long to solve, made by tools/make_strategies.py."""
    return game.kit.folder / f"{name}{SUFFIX}"


def shipped_strategy(game: Game, name: str) -> Strategy | None:
    """A strategy that came with houseway; none where there is none for these rules, or without this game's figures."""
    path = shipped_path(game, name)
    if not path.exists():
        return None
    shipped = load_strategy(path)
    is_priced = shipped.rules == main_digest(game) and _has_figures(game, shipped)
    return replace(shipped, rules=rules_digest(game)) if is_priced else None


def _has_figures(game: Game, strategy: Strategy) -> bool:
    """Whether a strategy can be priced in this very game, which a study may have changed."""
    try:
        return bool(game.kit.require(game.kit.strategy, "strategy").figures_for(game, strategy))
    except InvalidInput:
        return False


def save_shipped(game: Game, solved: Strategy, path: Path) -> None:
    """Write a strategy to ship, keyed by the rules alone: `make test-slow` proves that it belongs to them."""
    save_strategy(replace(solved, rules=main_digest(game)), path, small=True)


def advise(record: object, run: Callable[[], Runner], *, study: Game | None = None) -> Advice:
    """What each legal decision is worth to the seat whose decision is open in a record."""
    seen = open_round(record, study)
    game = seen.now.game
    part = game.kit.require(game.kit.advice, "advice")
    return Advice.of(seen, part.advise(game, seen, lambda: strategy_of(game, default_strategy(game), run)))
