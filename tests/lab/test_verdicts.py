"""How a printed figure is judged."""

from decimal import Decimal
from fractions import Fraction

import pytest

from houseway.games.letter.approval import Figure
from houseway.lab.verify import Verdict, number, places, rounded


def verdict(printed: str, exact: Fraction, expected: str = "reproduced") -> Verdict:
    figure = Figure(what="x", of="a/1", measure="house edge", printed=printed, verdict=expected)
    return Verdict(game="g", figure=figure, exact=exact)


@pytest.mark.parametrize(
    ("printed", "exact", "reproduced"),
    [
        ("0.90%", Fraction(901835, 1000000), True),
        ("0.90%", Fraction(9051, 10000), False),
        ("0.90%", Fraction(895, 1000), True),
        ("0.90%", Fraction(8949, 10000), False),
        ("1 in 7.6 hands", Fraction(758, 100), True),
        ("1 in 7.6 hands", Fraction(765, 100), False),
    ],
)
def test_a_figure_is_reproduced_when_the_exact_value_rounds_to_it(
    printed: str, exact: Fraction, reproduced: bool
) -> None:
    assert verdict(printed, exact).reproduced is reproduced


def test_the_exact_value_is_shown_in_the_form_of_the_print() -> None:
    assert verdict("0.90%", Fraction(901835, 1000000)).shown == "0.901835%"
    assert verdict("1 in 7.6 hands", Fraction(758, 100)).shown == "1 in 7.580000 hands"


def test_a_verdict_is_as_expected_or_not() -> None:
    assert verdict("2.89%", Fraction(2), "not reproduced").as_expected
    assert not verdict("2.89%", Fraction(2)).as_expected


def test_numbers_places_and_rounding() -> None:
    assert (number("13.2%"), places("13.2%"), places("2.89%")) == (Decimal("13.2"), 1, 2)
    assert rounded(Fraction(1, 3), 4) == Decimal("0.3333")
    assert rounded(Fraction(5, 1000), 2) == Decimal("0.01")
