"""Count what the clean-up of the code is measured by: dicts read by key, `Any`, opaque names, long functions, lines."""

import argparse
import ast
import re
import statistics
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent / "src" / "houseway"
DECODER = {"house/log/events.py", "house/log/payload.py"}  # the log's own decoder
ANSWER = re.compile(r"-> \"?(?:list\[)?dict\[str, Any\]")


class Counted(NamedTuple):
    """One line of the table."""

    what: str
    number: str


def main() -> int:
    """Print the table for a tree of sources."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", nargs="?", type=Path, default=ROOT, help="a folder src/houseway")
    for what, number in counts(parser.parse_args().source):
        print(f"{what:58} {number:>8}")
    return 0


def counts(source: Path) -> list[Counted]:
    """Every count of a folder of sources."""
    texts = {path.relative_to(source).as_posix(): path.read_text(encoding="utf-8") for path in source.rglob("*.py")}
    lines = sum(text.count("\n") for text in texts.values())
    everything = "\n".join(texts.values())
    anys = len(re.findall(r"\bAny\b", everything))
    lengths = sorted(length for text in texts.values() for length in function_lengths(text))
    api = [text for name, text in texts.items() if name.startswith("web/api/")]
    house = [text for name, text in texts.items() if name not in DECODER]
    return [
        Counted("reads of .data[…] outside the log's decoder", str(_sum(house, re.compile(r"\.data\[|\.data\.get\(")))),
        Counted("of these .data[…] alone", str(_sum(house, re.compile(r"\.data\[")))),
        Counted("answers of web/api typed dict[str, Any]", str(_sum(api, ANSWER))),
        Counted("Any per thousand lines", f"{1000 * anys / lines:.1f}"),
        Counted("`told`, also within names", str(len(re.findall(r"(?<![^\W_])told(?![^\W_])", everything)))),
        Counted("lines of Python", f"{lines:,}"),
        Counted("lines of source (.py .js .css .html .toml)", f"{_all_lines(source):,}"),
        Counted("longest function", str(lengths[-1])),
        Counted("median function", f"{statistics.median(lengths):g}"),
    ]


def function_lengths(text: str) -> list[int]:
    """The lengths of all functions of a module in lines."""
    found = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return [(node.end_lineno or node.lineno) - node.lineno + 1 for node in found]


def _sum(texts: list[str], pattern: re.Pattern[str]) -> int:
    return sum(len(pattern.findall(text)) for text in texts)


def _all_lines(source: Path) -> int:
    kinds = (".py", ".js", ".css", ".html", ".toml", ".ts", ".txt", ".json")
    return sum(path.read_text(encoding="utf-8").count("\n") for path in source.rglob("*") if path.suffix in kinds)


if __name__ == "__main__":
    sys.exit(main())
