"""Pays and pay tables."""

from fractions import Fraction

import pytest

from houseway.errors import InvalidInput
from houseway.games import letter_of
from houseway.games.letter.paytable import EVEN_MONEY, Kind, Pay, PayTable
from twin.paytables import JACKPOT, ROYAL_RICHES


@pytest.mark.parametrize(
    ("text", "kind", "times"),
    [
        ("1 to 1", "to", Fraction(1)),
        ("3 to 2", "to", Fraction(3, 2)),
        ("8000 to 1", "to", Fraction(8000)),
        ("6 to 5", "to", Fraction(6, 5)),
        ("3 for 1", "for", Fraction(3)),
        ("13 for 2", "for", Fraction(13, 2)),
        ("1 for 1", "for", Fraction(1)),
        ("push", "push", Fraction(0)),
        ("100%", "share", Fraction(1)),
        ("10%", "share", Fraction(1, 10)),
        ("1%", "share", Fraction(1, 100)),
        ("$", "prize", Fraction(0)),
    ],
)
def test_a_pay_is_read_exactly(text: str, kind: Kind, times: Fraction) -> None:
    assert Pay.parse(text) == Pay(kind, times, text)


NO_ODDS = ["0 to 1", "1 to 0", "0 for 1", "3:2", "3 to", "to 2", "3 To 2", "-3 to 2", "1.5 to 1", "٣ to 2"]
NO_SPACING = ["", " 3 to 2", "3 to 2 ", "3  to 2", "3 to 2\n"]
NO_SHARES_OR_WORDS = ["0%", "101%", "10 %", "%", "5.5%", "Push", "$5", "lose"]


@pytest.mark.parametrize("text", [*NO_ODDS, *NO_SPACING, *NO_SHARES_OR_WORDS])
def test_what_is_no_pay_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        Pay.parse(text)
    assert str(caught.value) == f"pays: {text!r} is no pay"


def test_odds_too_long_to_read_are_refused_like_any_other() -> None:
    with pytest.raises(InvalidInput):
        Pay.parse("9" * 5000 + " for 1")


def test_even_money_returns_stake_and_as_much_again() -> None:
    assert Pay("to", Fraction(1), "1 to 1") == EVEN_MONEY


# A table that prints three of its wager's four lines, not in the order of their numbers

SMALL = PayTable(
    wager="bonus",
    name="1",
    rule="9",
    lines=("royal", "straight", "pair", "other"),
    pays=(Pay.parse("2 to 1"), Pay.parse("5 to 1"), None, Pay.parse("push")),
    printed=(3, 0, 1),
    envy={},
)


def test_a_line_pays_what_its_number_says() -> None:
    assert [SMALL.pay(line) for line in range(4)] == list(SMALL.pays)


def test_no_line_pays_nothing() -> None:
    assert SMALL.pay(-1) is None


def test_a_line_that_this_table_does_not_print_pays_nothing() -> None:
    assert SMALL.pay(2) is None


def test_the_best_paying_line_is_not_the_first_printed() -> None:
    assert SMALL.by_pay == (1, 0, 3)
    assert SMALL.best_paying(0b1011) == 1
    assert SMALL.first_printed(0b1011) == 3


@pytest.mark.parametrize("made", [0, 0b0100])
def test_nothing_made_and_nothing_printed_is_no_line(made: int) -> None:
    assert SMALL.best_paying(made) == -1
    assert SMALL.first_printed(made) == -1


# Every combination of lines that a hand might make, in every Royal Riches and jackpot table


def naive_times(text: str) -> Fraction:
    return Fraction(0) if text == "push" else Fraction(int(text.split(maxsplit=1)[0]), int(text.split()[2]))


@pytest.mark.parametrize("name", ["1", "2", "3", "4", "5", "6"])
def test_royal_riches_pays_the_best_line_and_the_first_printed_among_equals(name: str) -> None:
    table = letter_of("flush-poker").paytables["royal-riches"][name]
    columns = [pays[int(name) - 1] for pays in ROYAL_RICHES.values()]
    for made in range(1 << len(columns)):
        lines = [line for line, text in enumerate(columns) if made >> line & 1 and text]
        expected = max(lines, key=lambda line: naive_times(columns[line]), default=-1)  # the first of equals
        assert table.best_paying(made) == expected


@pytest.mark.parametrize("name", ["1", "2", "3"])
def test_jackpot_lines_are_tried_in_printed_order(name: str) -> None:
    table = letter_of("flush-poker").paytables["jackpot"][name]
    printed = [line.lower() for line, _ in JACKPOT[name]]
    for made in range(1 << len(table.lines)):
        names = {line for number, line in enumerate(table.lines) if made >> number & 1}
        expected = next((line for line in printed if line in names), None)
        found = table.first_printed(made)
        assert (table.lines[found] if found >= 0 else None) == expected
