"""Servers for the tests of the web, each with a house of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from web.serving import Running, serving


@pytest.fixture(scope="module")
def practice() -> Iterator[Running]:
    """Practice on a log in memory, where house players act at once."""
    with serving(database="memory:") as running:
        yield running


@pytest.fixture
def house_file(tmp_path: Path) -> Path:
    """The file of a house."""
    return tmp_path / "house.db"
