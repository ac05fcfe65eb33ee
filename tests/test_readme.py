"""The README's Python is run as it stands."""

import doctest
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_readme_examples_do_what_they_print() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert failed == 0
    assert tried >= 10


def test_readme_counts_every_pay_table() -> None:
    from houseway.games import game_names, letter_of

    shared = sum(len(letter_of("flush-poker").paytables[wager]) for wager in ("royal-riches", "jackpot"))
    tables = sum(len(group) for name in game_names() for group in letter_of(name).paytables.values()) - shared
    assert f"{tables} pay tables" in README.read_text().replace("\n", " ")
