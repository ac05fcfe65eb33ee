"""Packs what percentiles.c counted: `python -m twin.pack < counts.txt`, in tests/."""

import gzip
import json
import sys

from .percentiles import DATA


def pack(text: str) -> bytes:
    """The data file from the counter's output."""
    found: dict[str, dict[str, dict[int, int]]] = {}
    for line in text.splitlines():
        wheel, hand, number, count = line.split()
        found.setdefault(wheel, {}).setdefault(hand, {})[int(number)] = int(count)
    packed = {
        wheel: {hand: [sorted(table), [table[n] for n in sorted(table)]] for hand, table in hands.items()}
        for wheel, hands in found.items()
    }
    return gzip.compress(json.dumps(packed, separators=(",", ":")).encode(), mtime=0)


if __name__ == "__main__":
    DATA.write_bytes(pack(sys.stdin.read()))
