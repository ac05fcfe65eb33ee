"""Changing a field of a frozen value."""

from dataclasses import dataclass, replace

import pytest
from msgspec import Struct

from houseway.values import changed, remembered


@dataclass(frozen=True, kw_only=True)
class Point:
    x: int
    y: int = 0

    def __post_init__(self) -> None:
        if self.x < 0:
            raise ValueError("x must not be negative")


class Place(Point):
    pass


def test_a_changed_value_is_what_dataclasses_replace_gives() -> None:
    point = Point(x=1, y=2)
    assert changed(point, y=5) == replace(point, y=5)
    assert hash(changed(point, y=5)) == hash(replace(point, y=5))


def test_the_value_itself_stays_as_it_was() -> None:
    point = Point(x=1, y=2)
    other = changed(point, x=7)
    assert (point.x, point.y) == (1, 2)
    assert other is not point


def test_nothing_to_change_gives_an_equal_value() -> None:
    point = Point(x=1)
    assert changed(point) == point


def test_the_type_is_kept() -> None:
    assert type(changed(Place(x=1), x=2)) is Place


def test_a_changed_value_is_still_frozen() -> None:
    with pytest.raises(AttributeError):
        changed(Point(x=1), x=2).x = 3  # type: ignore[misc]  # the very thing that must fail


def test_an_unknown_field_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match=r"^Point has no field z$"):
        changed(Point(x=1), x=2, z=3)


def test_post_init_is_not_run_again() -> None:
    assert changed(Point(x=1), x=-1).x == -1


class Pair(Struct, frozen=True):
    x: int
    y: int = 0


def test_a_struct_changes_in_the_same_way() -> None:
    pair = Pair(1, 2)
    assert changed(pair, y=5) == Pair(1, 5)
    assert pair == Pair(1, 2)
    with pytest.raises(TypeError):
        changed(pair, z=3)


class Square(Point):
    asked = 0

    @remembered
    def area(self) -> int:
        Square.asked += 1
        return self.x * self.x


def test_a_remembered_property_is_worked_out_once_and_anew_after_a_change() -> None:
    square, before = Square(x=3), Square.asked
    assert (square.area, square.area, Square.asked - before) == (9, 9, 1)
    other = changed(square, x=4)
    assert (other.area, square.area, Square.asked - before) == (16, 9, 2)
    assert square == Square(x=3)
    assert replace(square, x=5).area == 25


class NamedSquare(Square):
    pass


def test_what_a_parent_remembers_is_worked_out_anew_too() -> None:
    square = NamedSquare(x=3)
    assert square.area == 9
    assert changed(square, x=5).area == 25
