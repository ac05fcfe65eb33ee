"""Name written files on standard error, so that standard output holds nothing but the answer."""

import csv
import sys
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path

from houseway.errors import InvalidInput


def say_written(path: Path | str, what: str = "") -> None:
    """Name a file that was written, and what is in it."""
    sys.stderr.write(f"houseway: wrote {path}{f': {what}' if what else ''}\n")


def write_rows(file: str, rows: Sequence[Mapping[str, object]], field: str = "--csv") -> None:
    """Rows with the same names as CSV, to a file or, for `-`, to standard output."""
    columns = list(dict.fromkeys(name for row in rows for name in row))
    try:
        with nullcontext(sys.stdout) if file == "-" else open(file, "w", encoding="utf-8", newline="") as target:
            writer = csv.DictWriter(target, columns, restval="", lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    except BrokenPipeError:
        raise
    except OSError as problem:
        raise InvalidInput(f"cannot be written: {problem.strerror}", field=f"{field} {file}") from None
    if file != "-":
        say_written(file, f"{len(rows):,} rows")
