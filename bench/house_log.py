"""How many settled seat-rounds a second the log acknowledges, beside bare commits of the same size on the same disk.

A seat-round is one batch of three events (wagers, decision, settlement) with six postings. Fifty tables of five seats
each have one batch on the way at any time and hand in the next when it is acknowledged, all through one writer.
`python bench/house_log.py [FOLDER | URL] [SECONDS]`: SQLite with synchronous=FULL in a folder, or a database by URL.
"""

import gc
import os
import platform
import sqlite3
import sys
import tempfile
import time
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue

from houseway.house.log.events import Event, NewEvent
from houseway.house.log.ledger import cents, move
from houseway.house.log.log import Batch
from houseway.house.log.writer import Writer
from houseway.house.store.store import open_log

TABLES, SEATS = 50, 5


def seat_round(table: int, seat: int, number: int) -> Batch:
    """What a seat's round appends: a lost one, a won one, and so on."""
    stream, player, tray = f"table/{table}", f"player/p{table}-{seat}", f"table/{table}/chips"
    stakes, pays = f"table/{table}/wagers", number % 2
    where = {"round": number, "seat": seat}
    return Batch(
        events=[
            NewEvent(
                stream=stream,
                kind="wagers placed",
                by=f"p{table}-{seat}",
                data={**where, "wagers": {"ante": "10.00", "bet": "10.00", "trips-or-better": "5.00"}},
                postings=move(cents(2500), out_of=player, into=stakes),
            ),
            NewEvent(stream=stream, kind="decided", by=f"p{table}-{seat}", data={**where, "decision": "play 3x"}),
            NewEvent(
                stream=stream,
                kind="seat settled",
                data={
                    **where,
                    "cards": ["Ah", "Kh"],
                    "hand": "two pair, kings and sevens",
                    "returned": "50.00",
                    "rules": {"ante": "10", "bet": "10", "play": "10", "trips-or-better": "Trips or Better"},
                },
                postings=(
                    *move(cents(2500), out_of=stakes, into=player if pays else tray),
                    *move(cents(2500), out_of=tray if pays else player, into=player if pays else tray),
                ),
            ),
        ],
        request=f"{stream}/{number}/{seat}",
    )


def through_the_log(url: str, seconds: float, tables: int, seats: int) -> tuple[float, float]:
    """Acknowledged seat-rounds a second, and the processor's time for one of them, making it included."""
    done: SimpleQueue[tuple[int, int, int, Future[tuple[Event, ...]]]] = SimpleQueue()
    with open_log(url) as log, Writer(log) as writer:
        fund(writer, tables, seats)
        gc.freeze()  # as a server does when it has started: what stays is not looked at again and again
        before = sum(head.number for head in log.heads().values())

        def hand_in(table: int, seat: int, number: int) -> None:
            answer = writer.submit(seat_round(table, seat, number))
            answer.add_done_callback(lambda found: done.put((table, seat, number, found)))

        start, worked = time.perf_counter(), time.process_time()
        for table in range(1, tables + 1):
            for seat in range(1, seats + 1):
                hand_in(table, seat, 1)
        acknowledged, waiting = 0, tables * seats
        while waiting:
            table, seat, number, found = done.get()
            found.result()
            acknowledged += 1
            if time.perf_counter() - start < seconds:
                hand_in(table, seat, number + 1)
            else:
                waiting -= 1
        passed, worked = time.perf_counter() - start, time.process_time() - worked
        events = sum(head.number for head in log.heads().values()) - before
    assert events == 3 * acknowledged  # noqa: S101
    return acknowledged / passed, worked / acknowledged


def fund(writer: Writer, tables: int, seats: int) -> None:
    """Give everyone something to lose."""
    for table in range(1, tables + 1):
        for seat in range(1, seats + 1):
            bought = move(cents(100_000_00), out_of="outside/players", into=f"player/p{table}-{seat}")
            writer.append(NewEvent(stream="house", kind="buy-in", postings=bought))


def bare_commits(path: Path, size: int, seconds: float) -> float:
    """Commits a second of one row of some bytes, with nothing around it."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE bare (row BLOB)")
    row, count, start = os.urandom(size), 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        connection.execute("INSERT INTO bare VALUES (?)", (row,))
        count += 1
    connection.close()
    return count / seconds


def bytes_of(batch: Batch) -> int:
    """About what a batch stores."""
    return sum(len(event.text) + 250 + 60 * len(event.postings) for event in batch.events)


def main(where: str, seconds: float) -> None:
    """Print the figures."""
    size = bytes_of(seat_round(1, 1, 1))
    print(f"Python {platform.python_version()}, {platform.machine()}, SQLite {sqlite3.sqlite_version}, {where}")
    if "://" not in where:
        with tempfile.TemporaryDirectory(dir=where) as folder:
            rate = bare_commits(Path(folder) / "bare.db", size, seconds)
            print(f"bare commits of {size:,} bytes, one by one: {rate:8,.0f} a second")
            many = bare_commits(Path(folder) / "many.db", TABLES * SEATS * size, seconds)
            print(f"bare commits of {TABLES * SEATS} times as much:     {many:8,.0f} a second")
    for seats in (1, SEATS):
        with tempfile.TemporaryDirectory(dir=None if "://" in where else where) as folder:
            url = where if "://" in where else str(Path(folder) / "log.db")
            rate, worked = through_the_log(url, seconds, TABLES, seats)
        print(
            f"{TABLES} tables, {seats} on the way at each: {rate:8,.0f} seat-rounds a second, "
            f"{1e6 * worked:.0f} us of processor time each"
        )


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else tempfile.gettempdir(), float(sys.argv[2]) if len(sys.argv) > 2 else 10.0)
