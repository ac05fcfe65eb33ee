"""A disk that is full: nothing is lost, and the house goes on when there is space again."""

import itertools
from pathlib import Path

import pytest

from house.support.small_disk import fill_up, small_disk
from houseway.house.log.events import NewEvent
from houseway.house.log.log import Log, StorageFailed
from houseway.house.records.audit import audit_log
from houseway.house.store.store import open_log


def _append(log: Log, number: int) -> None:
    event = NewEvent(stream="house", kind="test", data={"n": number, "pad": "x" * 400})
    log.append(event, request=f"r{number}")


def _append_until_full(log: Log, first: int) -> int:
    """Append until the disk is full; the number of the first event that it did not take."""
    for number in itertools.count(first):
        try:
            _append(log, number)
        except StorageFailed:
            return number
    raise AssertionError


def test_a_disk_that_the_write_ahead_log_fills_recovers_when_space_is_freed(tmp_path: Path) -> None:
    """Freed space goes into the file, and the write-ahead log is cut; it grew until the disk was full again."""
    with small_disk(tmp_path / "disk", "3m") as disk:
        ballast = disk / "ballast"
        ballast.write_bytes(bytes(800_000))
        with open_log(str(disk / "house.db")) as log:
            count = _append_until_full(log, 0)
            with pytest.raises(StorageFailed, match="the disk is full; nothing was written"):
                _append(log, count)
            ballast.unlink()
            for number in range(count, 3 * count):
                _append(log, number)
            assert [event.data["n"] for event in log.read("house")] == list(range(3 * count))
        with open_log(str(disk / "house.db"), read_only=True) as log:
            assert audit_log(log).broken is None


def test_space_that_is_freed_little_by_little_goes_into_the_file(tmp_path: Path) -> None:
    """As long as the write-ahead log cannot be emptied, nothing is appended to it."""
    with small_disk(tmp_path / "disk", "3m") as disk:
        pieces = [disk / f"piece{number}" for number in range(40)]
        for piece in pieces:
            piece.write_bytes(bytes(32_768))
        with open_log(str(disk / "house.db")) as log:
            count = _append_until_full(log, 0)
            size = (disk / "house.db-wal").stat().st_size
            while (reached := _append_until_full(log, count)) == count:
                assert (disk / "house.db-wal").stat().st_size == size
                pieces.pop().unlink()
            assert reached > count + 10


def test_whether_a_log_can_be_written_is_known_without_appending(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "3m") as disk, open_log(str(disk / "house.db")) as log:
        log.check_writable()
        ballast = fill_up(disk)
        with pytest.raises(StorageFailed, match="the disk is full"):
            log.check_writable()
        ballast.unlink()
        log.check_writable()
        assert log.streams() == []
        assert {path.name for path in disk.iterdir()} <= {"house.db", "house.db-wal", "house.db-shm"}
