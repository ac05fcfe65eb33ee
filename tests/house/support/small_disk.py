"""A small disk of its own for a test, where tests may mount one."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A disk of a size, gone with the test; the test is skipped where none can be mounted."""
    folder.mkdir()
    mount = ["/bin/mount", "-t", "tmpfs", "-o", f"size={size},mode=777", "tmpfs", str(folder)]
    if os.getuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("only root may mount a small disk, and not everywhere")
    try:
        yield folder
    finally:
        subprocess.run(["/bin/umount", str(folder)], check=True)


def fill_up(disk: Path) -> Path:
    """A file that takes whatever is left of a disk."""
    ballast = disk / "ballast"
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    return ballast
