"""A process that writes and is killed: `python scribe.py` reads lines of `URL FILE` and forks a child for each.

A child appends from three threads through one writer, and after each acknowledgement writes what was acknowledged to
the file: a line of stream, number and hash. It never ends by itself.
"""

import os
import sys
import threading

import alembic.command  # noqa: F401  # what a log imports late, imported once for all children

from houseway.house.log.events import NewEvent
from houseway.house.log.ledger import cents, move
from houseway.house.log.writer import Writer
from houseway.house.store.store import open_log


def write_forever(url: str, file: int, name: str) -> None:
    """Play rounds at one table; at every third one the jackpot is fed too."""
    log = open_log(url, snapshot_every=20)
    writer = Writer(log)

    def work(table: int) -> None:
        stream = f"table/{table}"
        number = log.head(stream).number
        while True:
            stake = move(cents(500), out_of="outside/players", into=f"{stream}/chips")
            events = [NewEvent(stream=stream, kind="dealt"), NewEvent(stream=stream, kind="settled", postings=stake)]
            if number % 3 == 0:
                fed = move(10_500_001, out_of=f"{stream}/progressive", into="jackpot/royal/meter")
                events.append(NewEvent(stream="jackpot/royal", kind="fed", data={"table": table}, postings=fed))
            stored = writer.append(*events, expected={stream: number}, request=f"{name}-{table}-{number}")
            number += 2
            lines = "".join(f"{event.stream} {event.number} {event.hash}\n" for event in stored)
            os.write(file, f"{lines}request {name}-{table}-{number - 2}\n".encode())

    for table in (1, 2, 3):
        threading.Thread(target=work, args=(table,)).start()


def main() -> None:
    """Fork a child for each line and say its number."""
    for count, line in enumerate(sys.stdin):
        url, path = line.split()
        child = os.fork()
        if not child:
            write_forever(url, os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT), f"life{count}")
            threading.Event().wait()
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()
        os.waitpid(child, 0)
        sys.stdout.write("dead\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
