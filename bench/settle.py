"""How fast records settle: ten thousand of each game through the command, start-up included, and evaluation alone.

The records are the twin's random ones (tests/twin), rich in splits, jackpots and envy, about four seats each.
"""

import json
import platform
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from twin import generate

RECORDS = 10_000


def seconds(*command: str) -> float:
    """Wall time of a command whose output is thrown away."""
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
    return time.perf_counter() - start


def main() -> None:
    """Print a table."""
    houseway = str(Path(sys.executable).with_name("houseway"))
    print(f"Python {platform.python_version()}, {platform.machine()}, one process")
    print(f"{'houseway --help':28} {seconds(houseway, '--help'):6.2f} s")
    mixed: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        for game in generate.GAMES:
            lines = [json.dumps(generate.record(game, random.Random(f"bench/{game}/{i}"))) for i in range(RECORDS // 5)]
            mixed += lines
            path = Path(folder) / f"{game}.jsonl"
            path.write_text("\n".join(lines))
            one = Path(folder) / "one.json"
            one.write_text(lines[0])
            alone, many = seconds(houseway, "settle", str(one)), seconds(houseway, "settle", str(path))
            rate = 1e6 * (many - alone) / len(lines)
            print(f"{game:28} {alone:6.2f} s for one, {rate:5.0f} us for each further record")
        path = Path(folder) / "mixed.jsonl"
        path.write_text("\n".join(mixed))
        print(f"{len(mixed)} records of all games {seconds(houseway, 'settle', str(path)):8.2f} s")


if __name__ == "__main__":
    main()
