"""The fields of acts: their types in the house, how JSON and people write them, and how they are read.

Amounts are cents in the house and dollars outside; cards are `Card` in the house and `"Ah"` outside. Type checkers see
the house's own types below; at run time they are marks that say how to read a field.
"""

import re
from collections.abc import Callable, Mapping
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Final,
    NamedTuple,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec.structs import replace

from houseway.cards.card import Card, parse_cards
from houseway.errors import HousewayError, InvalidInput
from houseway.games.round.jackpot import METER_DECIMALS
from houseway.house.people.act import ActInput
from houseway.money import Cents, parse_money, parse_units

MOST_WAGERS: Final = 20
WORD: Final = 200  # characters of a reason
_LIMITS: Final = ("ge", "le", "min_length", "max_length")

if TYPE_CHECKING:
    Dollars = Cents
    CountedDollars = Cents  # nothing at all is an amount too
    MeterDollars = int  # units of the meter, with eight decimals and perhaps a minus sign
    Wagers = Mapping[str, Cents]
    Cards = tuple[Card, ...]
    Hands = Mapping[int, tuple[Card, ...]]
else:

    class Dollars(int):
        """An amount more than zero."""

    class CountedDollars(int):
        """An amount that was counted."""

    class MeterDollars(int):
        """An amount of a meter."""

    class Wagers(dict):
        """Amounts by wager."""

    class Cards(tuple):
        """Cards in order."""

    class Hands(dict):
        """Cards by seat."""


Money = int | float | str
CardText = Annotated[str, msgspec.Meta(max_length=3)]
CardTexts = Annotated[list[CardText], msgspec.Meta(max_length=60)]
Name = Annotated[str, msgspec.Meta(max_length=60)]
PersonName = Annotated[Name, msgspec.Meta(description="The person's name.", extra={"argument": True})]
MomentText = Annotated[str, msgspec.Meta(max_length=40)]  # in the time of this place where none is named
Word = Annotated[str, msgspec.Meta(max_length=WORD)]
Words = Annotated[str, msgspec.Meta(max_length=WORD, extra={"words": True})]


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The cards of a real deal."""

    hands: Hands
    dealer: Cards
    board: Cards = ()


class WireDeal(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The cards of a real deal."""

    hands: dict[str, CardTexts]
    dealer: CardTexts
    board: CardTexts = []


class FieldKind(NamedTuple):
    """How a kind of field is read, and how JSON writes it."""

    read: Callable[[Any], object]
    wire: object  # the type of its JSON


def _wagers(given: object) -> dict[str, Cents]:
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise InvalidInput("must be amounts by wager", field="wagers")
    if len(given) > MOST_WAGERS:
        raise InvalidInput("are too many", field="wagers")
    return {name: parse_money(amount, field=f"wagers.{name[:40]}") for name, amount in given.items()}


def _hands(given: object) -> dict[int, tuple[Card, ...]]:
    seats = given if isinstance(given, Mapping) else {}
    if not seats or not all(str(seat).isascii() and str(seat).isdigit() and len(str(seat)) == 1 for seat in seats):
        raise InvalidInput("must name seats by their numbers", field="deal.hands")
    return {int(seat): parse_cards(cards, field=f"seat {seat}") for seat, cards in seats.items()}


def _meter_units(given: object) -> int:
    text = str(given)
    units = parse_units(text.removeprefix("-"), decimals=METER_DECIMALS, field="amount")
    return -units if text.startswith("-") else units


KINDS: Final[Mapping[object, FieldKind]] = {
    Dollars: FieldKind(parse_money, Money),
    CountedDollars: FieldKind(lambda given: parse_money(given, zero=True), Money),
    MeterDollars: FieldKind(_meter_units, Money),
    Wagers: FieldKind(_wagers, dict[str, Money]),
    Cards: FieldKind(parse_cards, CardTexts),
    Hands: FieldKind(_hands, dict[str, CardTexts]),
}

A = TypeVar("A", bound=ActInput)


def read_input(kind: type[A], given: Mapping[str, object]) -> A:
    """Read the input of an act from JSON or from texts; an error names the field that is missing or wrong."""
    try:
        read = msgspec.convert(given, kind, strict=False, dec_hook=_read_field)
    except msgspec.ValidationError as problem:
        raise _explained(problem, kind) from None
    values = ((name, getattr(read, name)) for name in kind.__struct_fields__)
    marked = {name: int(value) for name, value in values if isinstance(value, int) and type(value) in KINDS}
    return replace(read, **marked) if marked else read


def _read_field(kind: type, value: object) -> object:
    return value if isinstance(value, kind) else kind(KINDS[kind].read(value))


def _explained(problem: msgspec.ValidationError, kind: type[ActInput]) -> HousewayError:
    """The same error with the name of its field."""
    reason, _, place = str(problem).partition(" - at `$")
    field = place.strip("`.")
    cause = problem.__cause__
    if isinstance(cause, HousewayError):
        return type(cause)(cause.reason, field=cause.field or field)
    if reason.startswith("Object missing required field"):
        return InvalidInput("is missing", field=reason.split("`")[1])
    if reason.startswith("Invalid enum value"):
        words = " or ".join(map(str, get_args(_without_limits(field_types(kind)[field]))))
        return InvalidInput(f"must be {words}, not {reason.partition('value ')[2]}", field=field)
    return InvalidInput(_limit(reason), field=field or "input")


_PLAIN_WORDS: Final = {
    r"Expected `str` of length <= (\d+)": r"must have at most \1 characters",
    r"Expected `str` of length >= (\d+)": r"must have at least \1 characters",
    r"Expected `int` >= (-?\d+)": r"must be at least \1",
    r"Expected `int` <= (-?\d+)": r"must be at most \1",
    r"Expected `int`, got `\w+`": "must be a whole number",
    r"`": "'",
}


def _limit(reason: str) -> str:
    """A broken limit in plain words; any other reason unchanged."""
    for pattern, words in _PLAIN_WORDS.items():
        reason = re.sub(pattern, words, reason)
    return reason


def _without_limits(kind: object) -> object:
    return _without_limits(get_args(kind)[0]) if get_origin(kind) is Annotated else kind


def wire_type(kind: object) -> Any:
    """The type of a field in JSON: that of its mark, if it has one, with the limits beside it."""
    if kind in KINDS:
        return KINDS[kind].wire
    if kind is Deal:
        return WireDeal
    if get_origin(kind) is Annotated:
        inner, *metas = get_args(kind)
        return Annotated[cast("Any", (wire_type(inner), *metas))]
    if get_origin(kind) in (Union, UnionType):
        return Union[tuple(map(wire_type, get_args(kind)))]  # noqa: UP007  # made of types that are found at run time
    return kind


def field_types(kind: type[msgspec.Struct]) -> dict[str, object]:
    """The fields of an input with their types and limits."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: hints[name] for name in kind.__struct_fields__}


def base_type(kind: object) -> Any:
    """A field's type without its limits and without None."""
    kind = _without_limits(kind)
    rest = [one for one in get_args(kind) if one is not type(None)] if type(None) in get_args(kind) else []
    return base_type(rest[0]) if len(rest) == 1 else kind


def field_marks(kind: object) -> dict[str, Any]:
    """The annotations of a field's type: its limits, all marks, and the outermost description as `help`."""
    marks: dict[str, Any] = {}
    while get_origin(kind) is Annotated:
        kind, *metas = get_args(kind)
        for meta in reversed(metas):
            limits = {name: value for name in _LIMITS if (value := getattr(meta, name)) is not None}
            described = {"help": meta.description} if meta.description else {}
            marks = {**(meta.extra or {}), **described, **limits, **marks}
    inner = [one for one in get_args(kind) if one is not type(None)]
    return {**field_marks(inner[0]), **marks} if len(inner) == 1 and type(None) in get_args(kind) else marks
