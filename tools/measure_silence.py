"""How long lab commands are silent on a fresh installation: each is run in a pipe and on a terminal.

Every run starts with an empty cache.

    python tools/measure_silence.py [--most 5] [--only simulate "risk flush-poker"]

In a pipe one line on standard error says that work continues, so only the time before the first output counts; on a
terminal it is the longest time between two outputs. 1 where a command is silent for longer than `--most` seconds.
"""

import argparse
import os
import pty
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

EVERY = ("down-under-blackjack", "down-under-holdem", "flush-poker", "premium-holdem", "wild-monkey-pai-gow")
BLACKJACK, HOLDEM, FLUSH, PREMIUM, PAI_GOW = EVERY
COMMANDS: list[tuple[str, tuple[str, ...]]] = [
    ("analyze {}", EVERY),
    ("analyze {} --fresh", (BLACKJACK, HOLDEM, FLUSH, PREMIUM)),
    ("strategy {}", EVERY),
    ("strategy {} --set decks=2", (BLACKJACK,)),
    ("simulate {} --rounds 1000", EVERY),
    ("session {} --sessions 100", EVERY),
    ("risk {} --sample 1000", EVERY),
    ("risk {} --sample 1000 --set folded-bonuses=lose", (FLUSH,)),
    ("face-up {} --deals 1000 --hands 1", (HOLDEM, FLUSH)),
    ("meter {}", (BLACKJACK, FLUSH)),
    ("design {} --wager bet --edge 2.6%±0.5 --most 1", (FLUSH,)),
    ("design {} --sweep decks=1,8", (BLACKJACK,)),
    ("vulnerability {} --topic mistakes --deals 200", EVERY),
    ("vulnerability {} --topic hole-cards --deals 200", (HOLDEM, FLUSH, PREMIUM)),
    ("vulnerability {} --topic counting --shoes 1000", (BLACKJACK,)),
    ("report {} --rounds 1e4 --deals 100 -o report.json", (PREMIUM,)),
    ("verify", ("",)),
]


class Silence(NamedTuple):
    """What a run was like: seconds before the first output, the longest silence and its start, all; the exit code."""

    first: float
    longest: float
    since: float
    whole: float
    code: int


def main() -> int:
    """Print a line for each command and game; 1 where one is silent for too long."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=float, default=5.0)
    parser.add_argument("--only", nargs="*", default=[], help="parts of commands, such as simulate")
    given = parser.parse_args()
    asked = [command.format(game) for command, games in COMMANDS for game in games]
    rows = [row for row in asked if not given.only or any(part in row for part in given.only)]
    return int(sum(is_too_long(row, given.most) for row in rows) > 0)


def is_too_long(asked: str, most: float) -> bool:
    """Run a command both ways, print how long it was silent, and whether that is too long."""
    piped, shown = (cold_run(asked.split(), terminal=terminal) for terminal in (False, True))
    too_long = max(piped.first, shown.longest) > most
    print(
        f"{asked:72} pipe: {piped.first:5.1f} s of {piped.whole:6.1f}, exit {piped.code};"
        f" terminal: {shown.longest:5.1f} s of {shown.whole:6.1f} (after {shown.since:5.1f}), exit {shown.code}"
        f"{'  TOO LONG' if too_long else ''}",
        flush=True,
    )
    return too_long


def cold_run(asked: Sequence[str], *, terminal: bool) -> Silence:
    """Run a command with an empty cache."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
        environment |= {"HOUSEWAY_CACHE": f"{folder}/cache", "COLUMNS": "100", "TERM": "xterm"}
        reading, writing = pty.openpty() if terminal else os.pipe()
        begun = time.perf_counter()
        process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "houseway", *asked],
            env=environment,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=writing,
            stderr=writing,
        )
        os.close(writing)
        times = [begun, *_outputs(reading), time.perf_counter()]
        code = process.wait()
        os.close(reading)
    gaps = [after - before for before, after in pairwise(times)]
    longest = max(gaps)
    return Silence(gaps[0], longest, times[gaps.index(longest)] - begun, times[-1] - begun, code)


def _outputs(reading: int) -> list[float]:
    """When something was written, until nobody can write any more."""
    times: list[float] = []
    while True:
        select.select([reading], [], [])
        try:
            if not os.read(reading, 1 << 16):
                return times
        except OSError:  # a terminal whose last writer has gone
            return times
        times.append(time.perf_counter())


if __name__ == "__main__":
    sys.exit(main())
