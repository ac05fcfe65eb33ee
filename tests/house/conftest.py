"""Every kind of log for the tests of the house: in memory, in SQLite and on a real PostgreSQL."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from house.support.cluster import Cluster
from houseway.house.log.log import Log
from houseway.house.store.store import open_log

Opened = Callable[..., Log]


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    started = Cluster()
    yield started
    started.close()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return str(tmp_path / "house.db")


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """The URL of an empty database, on either engine."""
    if request.param == "sqlite":
        return str(request.getfixturevalue("sqlite_url"))
    return str(request.getfixturevalue("cluster").new_database())


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def any_url(request: pytest.FixtureRequest) -> str:
    """The URL of an empty log of any kind."""
    if request.param == "memory":
        return "memory:"
    if request.param == "sqlite":
        return str(request.getfixturevalue("sqlite_url"))
    return str(request.getfixturevalue("cluster").new_database())


@pytest.fixture
def log(any_url: str) -> Iterator[Log]:
    """An empty log of any kind; a snapshot every five events."""
    with open_log(any_url, snapshot_every=5) as opened:
        yield opened
