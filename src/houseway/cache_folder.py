"""The folder for everything that can be computed again, and the note that is printed where it cannot be written."""

import os
import sys
import tempfile
from pathlib import Path

_reported: list[Path] = []  # the folder that was reported


def cache_home() -> Path:
    """The folder for everything that can be computed again: the user's cache folder, or HOUSEWAY_CACHE."""
    named = os.environ.get("HOUSEWAY_CACHE")
    return Path(named) if named else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "houseway"


def can_keep(folder: Path) -> bool:
    """Create a folder and check that files can be stored in it; if not, print a note once a process."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError as problem:
        say_not_kept(folder, problem)
        return False


def say_not_kept(folder: Path, problem: OSError) -> None:
    """Print once a process that nothing can be cached: it costs only time."""
    if not _reported:
        _reported.append(folder)
        reason = problem.strerror or type(problem).__name__
        sys.stderr.write(f"houseway: note: nothing can be kept in {folder} ({reason}); set HOUSEWAY_CACHE\n")
