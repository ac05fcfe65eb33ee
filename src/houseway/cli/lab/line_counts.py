"""`houseway line-counts`: how often each line of each bonus comes, as a game's line_counts.json has it."""

import sys

from houseway.cli.progress import progress_bar
from houseway.games import kit_of
from houseway.games.letter.offer import COUNTS_FILE
from houseway.lab.kept_counts import KeepingRunner
from houseway.lab.line_counts import count_lines, text_of
from houseway.lab.shards import Threads


def show_line_counts(game: str, *, check: bool, write: bool, threads: int | None) -> int:
    """Print, write or compare the counts of a game; 1 where the file is not what is counted."""
    target = kit_of(game).folder / COUNTS_FILE
    with progress_bar(game) as progress:
        text = text_of(count_lines(game, KeepingRunner(Threads(threads, progress))))
    if write:
        target.write_text(text, encoding="utf-8")
    elif not check:
        sys.stdout.write(text)
    same = target.exists() and target.read_text(encoding="utf-8") == text
    if check:
        sys.stdout.write(f"{game}: {'the same' if same else 'differs'}\n")
    return 1 if check and not same else 0
