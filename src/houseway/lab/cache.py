"""Results on disk, by what they depend on: what was asked, the rules' data and the code."""

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from houseway.cache_folder import cache_home, say_not_kept
from houseway.kernel import source_digest


def results_directory() -> Path:
    """Where results are kept."""
    return cache_home() / "results"


def cached(asked: Mapping[str, Any], compute: Callable[[], dict[str, Any]], *, fresh: bool = False) -> dict[str, Any]:
    """The answer to what is asked, from disk or computed and kept; `fresh` computes in any case."""
    question = json.dumps({"asked": asked, "software": source_digest()}, sort_keys=True)
    path = results_directory() / f"{hashlib.sha256(question.encode()).hexdigest()[:32]}.json"
    if not fresh and (found := _read(path)) is not None:
        return found
    answer = compute()
    _write(path, answer)
    return answer


def _read(path: Path) -> dict[str, Any] | None:
    try:
        found = json.loads(path.read_text())
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def _write(path: Path, answer: dict[str, Any]) -> None:
    """Keep an answer; a full disk costs only time, and is told."""
    from houseway.lab.files import whole_file

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as file:
            file.write(json.dumps(answer).encode())
    except OSError as problem:
        say_not_kept(path.parent, problem)
