"""Where everything is kept that can be computed again, and what is said where nothing can be."""

import os
import sys
import tempfile
from pathlib import Path

_reported: list[Path] = []  # the folder of which it was said


def cache_home() -> Path:
    """Where everything is kept that can be computed again: the user's cache folder, or HOUSEWAY_CACHE."""
    named = os.environ.get("HOUSEWAY_CACHE")
    return Path(named) if named else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "houseway"


def can_keep(folder: Path) -> bool:
    """Whether files can be kept in a folder, which is made; where they cannot, that is said once a process."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError as problem:
        say_not_kept(folder, problem)
        return False


def say_not_kept(folder: Path, problem: OSError) -> None:
    """Say once a process that nothing can be kept: it costs only time."""
    if not _reported:
        _reported.append(folder)
        reason = problem.strerror or type(problem).__name__
        sys.stderr.write(f"houseway: note: nothing can be kept in {folder} ({reason}); set HOUSEWAY_CACHE\n")
