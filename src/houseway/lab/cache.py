"""Results on disk, by what they depend on: what was asked, the rules' data and the code."""

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from houseway.cache_folder import cache_home, say_not_kept
from houseway.games.pricing.result_json import from_json, to_text
from houseway.kernel import source_digest

Answer = TypeVar("Answer")


def results_directory() -> Path:
    """Where results are kept."""
    return cache_home() / "results"


def cached(
    asked: Mapping[str, str], kind: type[Answer], compute: Callable[[], Answer], *, fresh: bool = False
) -> Answer:
    """The answer to what is asked, from disk or computed and kept; `fresh` computes in any case."""
    question = json.dumps({"asked": asked, "software": source_digest()}, sort_keys=True)
    path = results_directory() / f"{hashlib.sha256(question.encode()).hexdigest()[:32]}.json"
    if not fresh:
        try:
            return from_json(path.read_bytes(), kind)
        except (OSError, ValueError):
            pass  # a file that is not there or cannot be read is written anew
    answer = compute()
    _write(path, answer)
    return answer


def _write(path: Path, answer: object) -> None:
    """Keep an answer; a full disk costs only time, and that is said."""
    from houseway.lab.files import whole_file

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as file:
            file.write(to_text(answer))
    except OSError as problem:
        say_not_kept(path.parent, problem)
