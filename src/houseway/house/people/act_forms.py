"""Acts as forms for a page, and as sentences that two people read before they agree.

Both are derived from the fields of an act's input, so no act needs its own form or sentence.
"""

import json
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final, Literal, get_args, get_origin

import msgspec
from msgspec.structs import FieldInfo, fields

from houseway.games.round.jackpot import METER_DECIMALS
from houseway.house.people.act_fields import (
    Cards,
    CountedDollars,
    Deal,
    Dollars,
    MeterDollars,
    Wagers,
    base_type,
    field_marks,
    field_types,
)
from houseway.money import format_exact, in_dollars

LONG: Final = 500  # characters from which on a text has several lines
FieldKind = Literal[
    "text", "long", "secret", "number", "money", "flag", "choice", "choices", "list", "cards", "wagers", "json"
]
_MARKED: Final[Mapping[object, FieldKind]] = MappingProxyType(
    {
        bool: "flag",
        int: "number",
        Dollars: "money",
        CountedDollars: "money",
        MeterDollars: "money",
        Cards: "cards",
        Wagers: "wagers",
        Deal: "json",
    }
)


class FieldForm(msgspec.Struct, frozen=True, kw_only=True):
    """A field of a form; `choices` are its allowed words, if it takes only some."""

    name: str
    label: str
    about: str
    kind: FieldKind
    required: bool
    least: int | None = None
    most: int | None = None
    length: int | None = None
    choices: list[str]


def form_of(asks: type[msgspec.Struct]) -> list[FieldForm]:
    """The fields of a form for an act's input, in its order."""
    kinds = field_types(asks)
    return [_field(one, kinds[one.name]) for one in fields(asks)]


def _field(info: FieldInfo, kind: object) -> FieldForm:
    marks, base = field_marks(kind), base_type(kind)
    is_choice = get_origin(base) is Literal
    return FieldForm(
        name=info.name,
        label=label_of(info.name),
        about=marks.get("help", ""),
        kind=_kind(base, marks),
        required=info.required,
        least=marks.get("ge"),
        most=marks.get("le"),
        length=marks.get("max_length") if base is str else None,
        choices=[str(one) for one in (get_args(base) if is_choice else marks.get("choices", ()))],
    )


def _kind(base: Any, marks: Mapping[str, Any]) -> FieldKind:
    if base in _MARKED:
        return _MARKED[base]
    if get_origin(base) is Literal:
        return "choice"
    if get_origin(base) is tuple:
        return "choices" if marks.get("choices") else "list"
    if get_origin(base) is dict:
        return "json"
    if marks.get("secret"):
        return "secret"
    return "long" if marks.get("max_length", 0) > LONG else "text"


def label_of(name: str) -> str:
    """A field's name as people read it."""
    return name.replace("_", " ").capitalize()


# ---- what will happen, in words


def sentence_of(about: str, asked: msgspec.Struct, place: str = "") -> str:
    """A sentence on what an act will do with its input: every value that matters, and no secret.

    `place` names the table or jackpot.
    """
    kinds = field_types(type(asked))
    facts = [_fact(one, kinds[one], getattr(asked, one)) for one in asked.__struct_fields__]
    listed = "; ".join([*([place] if place else []), *filter(None, facts)])
    first = " ".join(about.partition("\n\n")[0].split())
    return f"{first} {listed}." if listed else first


def _fact(name: str, kind: object, value: object) -> str:
    """A field and its value; a switch is named by its effect, and an open field is left out."""
    marks, base = field_marks(kind), base_type(kind)
    if base is bool:
        return f"{marks.get('help', label_of(name)).rstrip('.')}: {'yes' if value else 'no'}"
    if marks.get("secret"):
        return f"{label_of(name)}: not shown" if value else ""
    if value in ("", None, ()) or (base is int and value == 0):
        return ""
    return f"{label_of(name)}: {_shown(base, value)}"


def _shown(base: Any, value: Any) -> str:
    if base in (Dollars, CountedDollars):
        return in_dollars(value)
    if base is MeterDollars:
        return f"${format_exact(Fraction(value, 10**METER_DECIMALS))}"
    if base is Wagers:
        return ", ".join(f"{name} {in_dollars(amount)}" for name, amount in value.items())
    if base is Cards or get_origin(base) is tuple:
        return ", ".join(map(str, value))
    if isinstance(value, Deal):
        hands = "; ".join(f"seat {seat} {_cards(cards)}" for seat, cards in value.hands.items())
        return f"{hands}; dealer {_cards(value.dealer)}; board {_cards(value.board) or 'none'}"
    return json.dumps(value) if isinstance(value, dict) else str(value)


def _cards(cards: tuple[object, ...]) -> str:
    return " ".join(map(str, cards))
