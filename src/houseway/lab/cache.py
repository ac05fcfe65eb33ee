"""Results on disk, stored by everything that they depend on: the question, the rules in a scope, and the software."""

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from houseway.cache_folder import cache_home, say_not_kept
from houseway.games.game import Game
from houseway.games.pricing.result_json import from_json, to_text
from houseway.games.scope import EVERYTHING, Scope
from houseway.kernel import source_digest
from houseway.sealed_file import seal, unseal

Answer = TypeVar("Answer")


def results_directory() -> Path:
    """Where results are kept."""
    return cache_home() / "results"


def cached_answer(
    asked: str,
    game: Game,
    kind: type[Answer],
    compute: Callable[[Game], Answer],
    *,
    scope: Scope = EVERYTHING,
    fresh: bool = False,
) -> Answer:
    """The answer to a question about a game; the key is the game as the scope shows it, and `compute` gets the same."""
    return cached({asked: scope.digest(game)}, kind, lambda: compute(scope.show(game)), fresh=fresh)


def cached(
    asked: Mapping[str, str], kind: type[Answer], compute: Callable[[], Answer], *, fresh: bool = False
) -> Answer:
    """The answer to a question, from disk or computed and stored; `fresh` always computes it.

    The question must hold everything that `compute` depends on besides the software; for a game, use `cached_answer`.
    """
    if not fresh and (stored := _stored(asked, kind)) is not None:
        return stored
    answer, key = compute(), cache_key(asked)
    write_cached(_path(key), key, to_text(answer))
    return answer


def kept_answer(asked: str, game: Game, kind: type[Answer], *, scope: Scope = EVERYTHING) -> Answer | None:
    """The answer to a question about a game, if it was computed before; None if it must be computed."""
    return _stored({asked: scope.digest(game)}, kind)


def _stored(asked: Mapping[str, str], kind: type[Answer]) -> Answer | None:
    key = cache_key(asked)
    content = read_cached(_path(key), key)
    try:
        return None if content is None else from_json(content, kind)
    except ValueError:
        return None  # written anew


def _path(key: str) -> Path:
    return results_directory() / f"{key}.json"


def cache_key(asked: Mapping[str, str]) -> str:
    """The key of a cached file: the question, and the software that answered it."""
    question = json.dumps({"asked": asked, "software": source_digest()}, sort_keys=True)
    return hashlib.sha256(question.encode()).hexdigest()[:32]


def read_cached(path: Path, key: str) -> bytes | None:
    """The content of a file of the cache; None if there is none, or if it does not belong to this key."""
    try:
        return unseal(path.read_bytes(), key)
    except OSError:
        return None


def write_cached(path: Path, key: str, content: bytes) -> None:
    """Store an answer; where the disk is full, print a note and continue."""
    from houseway.lab.files import whole_file

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as file:
            file.write(seal(content, key))
    except OSError as problem:
        say_not_kept(path.parent, problem)
