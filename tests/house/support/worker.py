"""Processes that write to one log at once, started by the tests: `python worker.py MODE URL PROCESSES COUNT`."""

import os
import sys
import threading

import alembic.command  # noqa: F401  # what a log imports late, imported once for all children
import psycopg  # noqa: F401

from houseway.errors import HousewayError
from houseway.house.log.events import NewEvent
from houseway.house.log.ledger import cents, move
from houseway.house.log.log import Batch, Conflict
from houseway.house.log.writer import Writer
from houseway.house.store.store import open_log

JACKPOT = "jackpot/royal"


def fed(name: str, n: int) -> NewEvent:
    """A contribution to the jackpot that all of them feed."""
    postings = move(1_234_567, out_of=f"table/{name}/progressive", into=f"{JACKPOT}/meter")
    return NewEvent(stream=JACKPOT, kind="fed", data={"by": name, "n": n}, postings=postings)


def feed(url: str, name: str, count: int) -> None:
    """Append at the end of one stream, wherever that is, and to a stream of one's own."""
    with open_log(url) as log, Writer(log) as writer:
        batches = (
            Batch(events=[NewEvent(stream=f"table/{name}", kind="noted"), fed(name, n)], request=f"{name}-{n}")
            for n in range(count)
        )
        for answer in [writer.submit(batch) for batch in batches]:
            answer.result()


def increment(url: str, name: str, count: int) -> None:
    """Read the last number and append one more, expecting nobody in between; a lost update would be seen."""
    with open_log(url) as log:
        for _ in range(count):
            while True:
                last = log.last(JACKPOT)
                number, value = (last.number, last.data["value"]) if last else (0, 0)
                event = NewEvent(stream=JACKPOT, kind="counted", data={"value": value + 1, "by": name})
                try:
                    log.append(event, expected={JACKPOT: number})
                    break
                except Conflict:
                    continue


def repeat(url: str, _name: str, count: int) -> None:
    """Send the same requests as all the others, to streams in different orders, from two threads."""
    with open_log(url) as log:

        def ask(numbers: range) -> None:
            for n in numbers:
                paid = move(cents(100), out_of="outside/players", into=f"player/p{n % 5}")
                events = [
                    NewEvent(stream=f"table/{n % 3}", kind="noted"),
                    NewEvent(stream="house", kind="buy-in", postings=paid),
                ]
                log.append(*(events if n % 2 else reversed(events)), request=f"same-{n}")

        threads = [threading.Thread(target=ask, args=(range(count)[::step],)) for step in (1, -1)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


def main(mode: str, url: str, processes: int, count: int) -> int:
    """Work in many processes at once, made from one that has imported everything but opened nothing."""
    children = []
    for number in range(processes):
        child = os.fork()
        if not child:
            status = 1
            try:
                {"feed": feed, "increment": increment, "repeat": repeat}[mode](url, str(number), count)
                status = 0
            except HousewayError as problem:
                sys.stderr.write(f"{problem}\n")
                sys.stderr.flush()
            finally:
                os._exit(status)
        children.append(child)
    return sum(os.waitpid(child, 0)[1] != 0 for child in children)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
