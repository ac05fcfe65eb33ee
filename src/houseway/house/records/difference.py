"""The differences between two versions of a table (R33): rules, pay tables with exact chances, limits, software.

A version is a sheet with the software that reads it: a file and the running software, or the sheet and software of a
table's opening. Every version is a set of facts, a text for each field; two versions differ where their facts differ.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

import msgspec

from houseway.errors import HousewayError, InvalidInput, shown
from houseway.games.letter.offer import Offer, offers
from houseway.house.log.events import Event, canonical
from houseway.house.log.kinds import TableEvent
from houseway.house.log.log import Log
from houseway.house.log.names import table_stream
from houseway.house.sheets.fields import format_rate
from houseway.house.sheets.sheet import Grant, Limit, Sheet, parse_sheet
from houseway.house.sheets.table_rules import terms_to_json
from houseway.house.tables.known_tables import require_table
from houseway.house.tables.payloads import Opened
from houseway.money import format_money

NOTHING: Final = "–"
_MONEY: Final = ("wager_limit", "reserve")


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A sheet and the software that reads or read it; `what` says where it comes from."""

    what: str
    sheet: Sheet
    software: str

    def to_struct(self) -> "NamedVersion":
        """The version by its names."""
        return NamedVersion(what=self.what, sheet=self.sheet.digest, software=self.software)


class NamedVersion(msgspec.Struct, frozen=True, kw_only=True):
    """A version by where it comes from, the digest of its sheet and that of the software."""

    what: str
    sheet: str
    software: str


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """A field that is not the same in two versions."""

    field: str
    before: str
    after: str


class ComparedVersions(msgspec.Struct, frozen=True, kw_only=True):
    """Two versions and what differs, as `houseway audit difference --json` prints it."""

    before: NamedVersion
    after: NamedVersion
    same: bool
    differences: list[Difference]


def compare_versions(before: Version, after: Version) -> ComparedVersions:
    """Both versions, and every field that differs."""
    rows = differences(before, after)
    return ComparedVersions(before=before.to_struct(), after=after.to_struct(), same=not rows, differences=rows)


def differences(before: Version, after: Version) -> list[Difference]:
    """Every field that differs, those of the old version in its order, then those that are new."""
    old, new = version_facts(before), version_facts(after)
    return [
        Difference(field=name, before=old.get(name, NOTHING), after=new.get(name, NOTHING))
        for name in [*old, *(name for name in new if name not in old)]
        if old.get(name) != new.get(name)
    ]


def openings(log: Log, table: str, count: int) -> list[Version]:
    """The last versions that a table was opened with, the oldest of them first."""
    require_table(log, table)
    events = [event for event in log.read(table_stream(table)) if event.kind == TableEvent.OPENED][-count:]
    if len(events) < count:
        raise InvalidInput(f"was opened {'once' if events else 'never'} only", field=f"table {table}")
    return [_opened(table, event) for event in events]


def _opened(table: str, event: Event) -> Version:
    opened = event.read(Opened)
    if not opened.sheet:
        raise InvalidInput(f"table {table} was opened {event.at} without a sheet")
    what = f"table {table}, opened {event.at}"
    return Version(what=what, sheet=parse_sheet(opened.sheet), software=opened.software)


# ---- facts


def version_facts(version: Version) -> dict[str, str]:
    """Every fact that can differ, by field."""
    sheet = version.sheet
    facts = {name: str(getattr(sheet, name)) for name in ("name", "game", "jurisdiction", "seats")}
    facts["study"] = "yes" if sheet.study else "no"
    facts |= {key: canonical(_plain(value)) for key, value in sheet.departures.items()}
    facts |= {f"options.{name}": value for name, value in _options(sheet).items()}
    facts["limits.chip"] = format_money(sheet.chip)
    for wager, limit in sheet.limits.items():
        facts |= {f"limits.{wager}.{key}": format_money(amount) for key, amount in _limits(limit) if amount}
    for room, value in (("dealing", sheet.dealing), ("decisions", sheet.decisions), ("compact", sheet.compact)):
        facts |= _of(room, value)
    facts |= {f"posting.{key}": text for key, text in sheet.posting.items() if text}
    facts |= _of("controls", sheet.controls)
    if sheet.jackpot:
        terms = terms_to_json(sheet.jackpot)
        terms |= {key: format_rate(terms[key]) for key in ("increment", "reserve")}
        facts |= {f"jackpot.{key.replace('_', '-')}": _text(value) for key, value in terms.items() if value}
    facts |= _paytables(sheet)
    facts["software"] = version.software
    return facts


def _options(sheet: Sheet) -> Mapping[str, str]:
    """The options with the defaults of those that the sheet leaves out; as stated where they contradict each other."""
    try:
        return sheet.chosen.options
    except HousewayError:
        return sheet.options


def _limits(limit: Limit) -> Iterator[tuple[str, int]]:
    return ((one.name, getattr(limit, one.name)) for one in fields(limit))


def _of(room: str, value: Any) -> dict[str, str]:
    """The fields of a part of the sheet that have a value."""
    facts: dict[str, str] = {}
    for one in fields(value):
        name, given = f"{room}.{one.name.replace('_', '-')}", getattr(value, one.name)
        if isinstance(given, Grant):
            facts |= _of(name, given)
        elif isinstance(given, Mapping):
            for key, more in given.items():
                facts |= _of(f"{room}.{key}", more)
        elif given:
            facts[name] = format_money(given) if one.name in _MONEY else _text(given)
    return facts


def _text(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(_text, value))
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_text(one)}" for key, one in value.items())
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _plain(value: object) -> object:
    """TOML as JSON that can be compared: decimals and dates as texts."""
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return value if isinstance(value, str | int) else str(value)


def _paytables(sheet: Sheet) -> dict[str, str]:
    """What every line of every offered wager pays, and how often it comes, by the software that runs now."""
    try:
        offered = offers(sheet.chosen)
    except HousewayError:
        return {}
    return {f"pays.{one.wager.name}.{line}": pays for one in offered for line, pays in _lines(one)}


def _lines(offered: Offer) -> Iterator[tuple[str, str]]:
    for line in offered.lines:
        chance = line.chance(offered.combinations) if offered.combinations else None
        often = f", {chance.numerator:,} in {chance.denominator:,}" if chance is not None else ""
        envy = f", envy {format_money(line.envy)}" if line.envy else ""
        yield line.name, f"{line.pay.text}{envy}{often}"


def require_two_versions(files: int, table: str) -> None:
    """Raise unless two versions are named: two sheets, a table and a sheet, or a table's last two openings."""
    if files > 2 or (files == 2) == bool(table) or not (files or table):
        reason = "name two sheets, or a sheet and `table`, or `table` alone for its last two openings"
        raise InvalidInput(f"{reason}, not {files} sheets{f' and {shown(table)}' if table else ''}", field="difference")
