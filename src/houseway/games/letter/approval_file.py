"""Reads a game's approval.toml and what it includes."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from houseway.errors import HousewayError, InvalidInput
from houseway.games.letter.approval import (
    Approval,
    Clause,
    Demonstration,
    Figure,
    Letter,
    Option,
    Reading,
    ShoeSpec,
    TableSpec,
    Wager,
)
from houseway.games.letter.approval_check import check_approval
from houseway.games.letter.layout import read_layout
from houseway.games.letter.operation import read_notice, read_operation
from houseway.games.letter.paytable import Pay, PayTable
from houseway.money import BREAKAGES, parse_money

Toml = dict[str, Any]  # a table of the file

PAYTABLE_KEYS: Final = frozenset({"wager", "rule", "lines", "pays", "envy", "prize"})


def load_approval(path: Path) -> Approval:
    """Read an approval.toml and everything it includes, and check that it is complete."""
    data = _read(path)
    for name in data.pop("include", []):
        shared = _read(path.parent.parent / "bonuses" / f"{name}.toml")
        data.setdefault("paytables", []).extend(shared["paytables"])
    try:
        return _approval(data)
    except (HousewayError, TypeError, KeyError) as problem:
        raise InvalidInput(f"{type(problem).__name__} {problem}", field=f"{path.parent.name}/{path.name}") from problem


def _read(path: Path) -> Toml:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise InvalidInput(str(problem), field=f"{path.parent.name}/{path.name}") from problem


def _approval(data: Toml) -> Approval:
    head = data.pop("approval")
    paytables = _paytables(data.pop("paytables", []), data.pop("study-lines", {}))
    options = [_option(_pythonic(row), paytables) for row in data.pop("options", [])]
    _once("option", [option.name for option in options])
    _once("wager", [row["name"] for row in data["wagers"]])
    options.append(_breakage())
    wagers = {row["name"]: Wager(**_pythonic(row)) for row in data.pop("wagers")}
    approval = Approval(
        game=head.pop("game"),
        title=head.pop("title"),
        supplier=head.pop("supplier", ""),
        submission=head.pop("submission", ""),
        letters=tuple(Letter(**row) for row in head.pop("letters")),
        origin=head.pop("origin", ""),
        table=_table(data.pop("table")),
        wagers=wagers,
        options={option.name: option for option in options},
        clauses=tuple(Clause(**row) for row in data.pop("rules")),
        readings=tuple(Reading(**row) for row in data.pop("readings", [])),
        paytables=paytables,
        figures=tuple(Figure(**row) for row in data.pop("figures", [])),
        postings=tuple(map(read_notice, data.pop("notices", []))),
        operation=read_operation(data.pop("operation", {})),
        layout=read_layout(data.pop("layout", {})),
        demonstration=Demonstration(**data.pop("demonstration")),
    )
    if unknown := [*head, *data]:
        raise InvalidInput(f"unknown: {', '.join(unknown)}")
    check_approval(approval)
    return approval


def _table(row: Toml) -> TableSpec:
    shoe = row.pop("shoe", None)
    return TableSpec(**_pythonic(row), shoe=None if shoe is None else ShoeSpec(**_pythonic(shoe)))


def _once(what: str, names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise InvalidInput(f"{what} stands twice", field=name)


def _pythonic(row: Toml) -> Toml:
    return {key.replace("-", "_"): value for key, value in row.items()}


def _option(row: Toml, paytables: Mapping[str, Mapping[str, PayTable]]) -> Option:
    wager = row.pop("paytables", "")
    values = [str(value) for value in row.pop("values", [])]
    concerns = tuple(row.pop("concerns", ()))
    return Option(**row, concerns=concerns, values=tuple([*values, *paytables[wager]] if wager else values))


def _breakage() -> Option:
    """The option that every game has, although no letter mentions it."""
    ways = {"down": "rounded down", "nearest": "to the nearest, the middle up", "up": "rounded up"}
    posted = {}
    for value in BREAKAGES:
        unit, _, way = value.partition("-")
        posted[value] = f"Winnings are paid in whole {unit}s, {ways[way]}."
    about = "the unit that winnings are brought to"
    return Option(name="breakage", values=BREAKAGES, about=about, posted=posted)


def _paytables(groups: list[Toml], more: Mapping[str, list[str]] | None = None) -> dict[str, dict[str, PayTable]]:
    """All pay tables by wager; `more` are lines that the rules have and the letter does not pay."""
    tables: dict[str, dict[str, PayTable]] = {}
    for group in groups:
        if unknown := group.keys() - PAYTABLE_KEYS:
            raise InvalidInput(f"unknown: {', '.join(sorted(unknown))}", field=group["wager"])
        _once("line", group["lines"])
        lines = (*_lines(groups, group["wager"]), *(more or {}).get(group["wager"], ()))
        for name, column in group["pays"].items():
            if len(column) != len(group["lines"]):
                raise InvalidInput(
                    f"{len(column)} pays for {len(group['lines'])} lines", field=f"{group['wager']} {name}"
                )
            printed = dict(zip(group["lines"], column, strict=True))
            table = PayTable(
                wager=group["wager"],
                name=name,
                rule=group["rule"],
                lines=lines,
                pays=tuple(Pay.parse(printed[line]) if line in printed else None for line in lines),
                printed=tuple(lines.index(line) for line in group["lines"]),
                envy=_envy(group, name),
                prize=_prize(group, column),
            )
            if name in tables.setdefault(table.wager, {}):
                raise InvalidInput(f"pay table {name} stands twice", field=table.wager)
            tables[table.wager][name] = table
    return tables


def _lines(groups: list[Toml], wager: str) -> tuple[str, ...]:
    """All lines that the tables of a wager print, in printed order; the rules number them in this order."""
    return tuple(dict.fromkeys(line for group in groups if group["wager"] == wager for line in group["lines"]))


def _envy(group: Toml, name: str) -> dict[str, int]:
    if unknown := group.get("envy", {}).keys() - group["pays"].keys():
        raise InvalidInput(f"envy for unknown pay tables: {', '.join(sorted(unknown))}", field=group["wager"])
    column = group.get("envy", {}).get(name, [])
    if len(column) > len(group["lines"]):
        raise InvalidInput(f"{len(column)} envies for {len(group['lines'])} lines", field=f"{group['wager']} {name}")
    return {line: parse_money(amount) for line, amount in zip(group["lines"], column, strict=False) if amount}


def _prize(group: Toml, column: list[str]) -> str:
    """The key of the `$` prize that a column prints; every `$` must have one."""
    prize = group.get("prize", "")
    if ("$" in column) != bool(prize):
        raise InvalidInput("a $ needs a name, and only a $ has one", field=f"{group['wager']}.prize")
    return str(prize)
