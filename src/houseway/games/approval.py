"""The letter as data: reads and checks a game's approval.toml."""

import datetime
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal

from houseway.errors import HousewayError, InvalidInput
from houseway.games.layout import Layout, check_layout, read_layout
from houseway.games.operation import Notice, Operation, check_operation, read_notice, read_operation
from houseway.games.paytable import Pay, PayTable
from houseway.money import BREAKAGES, parse_money

Role = Literal["main", "decision", "bonus", "jackpot"]
DECKS: Final = ("52", "53", "shoe")
ROLES: Final = ("main", "decision", "bonus", "jackpot")
PAYTABLE_KEYS: Final = frozenset({"wager", "rule", "lines", "pays", "envy", "prize"})
VERDICTS: Final = ("reproduced", "not reproduced")
NO_LETTER: Final = "not approved by any letter"


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """One letter of the Commission."""

    date: datetime.date
    about: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeSpec:
    """The options that say how a shoe is dealt; without `dealing` every round has a fresh shoe."""

    decks: str  # the option that says how many decks are in it
    dealing: str = ""  # the option whose value `shoe` keeps one shoe for many rounds
    cut_card: str = ""  # the option that says how many cards stay behind the cut card, or `quarter`


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSpec:
    """How the game is dealt: deck, seats and how many cards go where."""

    deck: Literal["52", "53", "shoe"]
    seats: int
    player_cards: int
    dealer_cards: int
    board: str = ""  # a letter a card after the hands: b for the board, x burned
    always_dealt: int = 0  # hands dealt whether or not someone sits there; 0 deals to betting seats only
    dealer_extra: int = 0  # cards the dealer takes when all hands are dealt
    jokers: bool = False
    shoe: ShoeSpec | None = None  # for a deck that is a shoe

    @property
    def board_cards(self) -> int:
        """How many community cards there are."""
        return self.board.count("b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wager:
    """A wager of the letter; `option` is the operator's choice that offers it."""

    name: str
    label: str
    role: Role
    rule: str
    about: str
    required: bool = False
    equals: str = ""
    option: str = ""
    paytable: str = ""  # whose pay tables it is paid by, where they are not its own
    paytable_option: str = ""  # what chooses its pay table, where it is not the option that offers it
    alternate: str = ""  # the option that puts the share and prize lines of other tables in place of its own
    of: str = ""  # for a wager that comes from a decision: the wager it is a multiple of,
    times: int = 0  # and how many times that at most
    least: str = ""  # dollars, where the letter sets a range
    most: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """An operator's choice: its values, the default first, or a kind of number."""

    name: str
    about: str
    values: tuple[str, ...] = ()
    number: Literal["", "cards", "percent"] = ""
    rule: str = ""  # the clause that gives the choice, or that it reads
    letter: datetime.date | None = None  # the letter it stands in, where that is not the first
    concerns: tuple[str, ...] = ()  # it matters where one of these wagers is offered; none named: always
    posted: Mapping[str, str] = field(default_factory=dict)  # what a player is told, by value; `other` for the rest
    stops_action: bool = False  # every value but the default takes bonuses of some hands out of action

    @property
    def default(self) -> str:
        """What stands where nothing is said."""
        return self.values[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A rule in our own words; `clause` is its number in the letter."""

    clause: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How houseway reads a place where the letter is silent or contradicts itself."""

    text: str
    option: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure that the letter prints, and whether we expect the exact value to reproduce it."""

    what: str
    of: str  # wager/pay table
    measure: str
    printed: str
    verdict: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Demonstration:
    """A table with everything on, for `play`: options, a usual stake a wager, and a jackpot."""

    options: Mapping[str, str]
    stakes: Mapping[str, str]
    jackpot: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Approval:
    """Everything a letter says, as data."""

    game: str
    title: str
    supplier: str
    submission: str
    letters: tuple[Letter, ...]  # none: played, priced and simulated, opened by a practice house alone
    origin: str  # where a game without a letter comes from
    table: TableSpec
    wagers: Mapping[str, Wager]
    options: Mapping[str, Option]
    clauses: tuple[Clause, ...]
    readings: tuple[Reading, ...]
    paytables: Mapping[str, Mapping[str, PayTable]]  # by wager, then by name
    figures: tuple[Figure, ...]
    postings: tuple[Notice, ...]
    operation: Operation
    layout: Layout
    demonstration: Demonstration

    @property
    def status(self) -> str:
        """What is said of the game wherever it is named; empty where a letter approves it."""
        return "" if self.letters else NO_LETTER

    @property
    def first_day(self) -> datetime.date | None:
        """The day of the first letter."""
        return self.letters[0].date if self.letters else None

    @property
    def notices(self) -> tuple[str, ...]:
        """The texts of all notices."""
        return tuple(notice.text for notice in self.postings)

    @cached_property
    def defaults(self) -> dict[str, str]:
        """What stands where the operator chooses nothing."""
        return {name: option.default for name, option in self.options.items()}

    @cached_property
    def placed(self) -> tuple[str, ...]:
        """The wagers that are placed before the deal; the others come from decisions."""
        return tuple(name for name, wager in self.wagers.items() if wager.role != "decision")

    @cached_property
    def required(self) -> tuple[str, ...]:
        """The wagers that every betting seat makes."""
        return tuple(name for name, wager in self.wagers.items() if wager.required)

    @cached_property
    def prizes(self) -> tuple[str, ...]:
        """The keys of the `$` prizes that pay tables print."""
        tables = (table for named in self.paytables.values() for table in named.values())
        return tuple(dict.fromkeys(table.prize for table in tables if table.prize))

    @cached_property
    def jackpot(self) -> Wager | None:
        """The wager on a jackpot, where the letter has one."""
        return next((wager for wager in self.wagers.values() if wager.role == "jackpot"), None)


def load_approval(path: Path) -> Approval:
    """Read an approval.toml and everything it includes, and check that it is whole."""
    data = _read(path)
    for name in data.pop("include", []):
        shared = _read(path.parent.parent / "bonuses" / f"{name}.toml")
        data.setdefault("paytables", []).extend(shared["paytables"])
    try:
        return _approval(data)
    except (HousewayError, TypeError, KeyError) as problem:
        raise InvalidInput(f"{type(problem).__name__} {problem}", field=f"{path.parent.name}/{path.name}") from problem


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise InvalidInput(str(problem), field=f"{path.parent.name}/{path.name}") from problem


def _approval(data: dict[str, Any]) -> Approval:
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
    _check(approval, unknown=[*head, *data])
    return approval


def _table(row: dict[str, Any]) -> TableSpec:
    shoe = row.pop("shoe", None)
    return TableSpec(**_pythonic(row), shoe=None if shoe is None else ShoeSpec(**_pythonic(shoe)))


def _once(what: str, names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise InvalidInput(f"{what} stands twice", field=name)


def _pythonic(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key.replace("-", "_"): value for key, value in row.items()}


def _option(row: dict[str, Any], paytables: Mapping[str, Mapping[str, PayTable]]) -> Option:
    wager = row.pop("paytables", "")
    values = [str(value) for value in row.pop("values", [])]
    concerns = tuple(row.pop("concerns", ()))
    return Option(**row, concerns=concerns, values=tuple([*values, *paytables[wager]] if wager else values))


def _breakage() -> Option:
    """The option that every game has: no letter speaks of it."""
    ways = {"down": "rounded down", "nearest": "to the nearest, the middle up", "up": "rounded up"}
    posted = {}
    for value in BREAKAGES:
        unit, _, way = value.partition("-")
        posted[value] = f"Winnings are paid in whole {unit}s, {ways[way]}."
    about = "the unit that winnings are brought to"
    return Option(name="breakage", values=BREAKAGES, about=about, posted=posted)


def _paytables(
    groups: list[dict[str, Any]], more: Mapping[str, list[str]] | None = None
) -> dict[str, dict[str, PayTable]]:
    """All pay tables by wager; `more` are lines that the rules know beyond those that the letter pays."""
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


def _lines(groups: list[dict[str, Any]], wager: str) -> tuple[str, ...]:
    """All lines that the tables of a wager print, in printed order: the rules number them so."""
    return tuple(dict.fromkeys(line for group in groups if group["wager"] == wager for line in group["lines"]))


def _envy(group: Mapping[str, Any], name: str) -> dict[str, int]:
    if unknown := group.get("envy", {}).keys() - group["pays"].keys():
        raise InvalidInput(f"envy for unknown pay tables: {', '.join(sorted(unknown))}", field=group["wager"])
    column = group.get("envy", {}).get(name, [])
    if len(column) > len(group["lines"]):
        raise InvalidInput(f"{len(column)} envies for {len(group['lines'])} lines", field=f"{group['wager']} {name}")
    return {line: parse_money(amount) for line, amount in zip(group["lines"], column, strict=False) if amount}


def _prize(group: Mapping[str, Any], column: list[str]) -> str:
    """The key of the `$` prize that a column prints; every `$` has one."""
    prize = group.get("prize", "")
    if ("$" in column) != bool(prize):
        raise InvalidInput("a $ needs a name, and only a $ has one", field=f"{group['wager']}.prize")
    return str(prize)


def _check(approval: Approval, *, unknown: list[str]) -> None:
    if unknown:
        raise InvalidInput(f"unknown: {', '.join(unknown)}")
    if bool(approval.letters) == bool(approval.origin):
        raise InvalidInput("must say where a game without letters comes from, and only that", field="approval.origin")
    if approval.letters and not approval.supplier:
        raise InvalidInput("is missing", field="approval.supplier")
    if approval.table.deck not in DECKS:
        raise InvalidInput(f"no such deck: {approval.table.deck}", field="table.deck")
    _check_shoe(approval)
    for wager in approval.wagers.values():
        _check_wager(approval, wager)
    clauses = frozenset(clause.clause for clause in approval.clauses)
    for option in approval.options.values():
        _check_option(approval, option, clauses)
    check_operation(
        approval.operation,
        approval.postings,
        clauses=clauses,
        wagers=approval.wagers,
        options=approval.options,
    )
    check_layout(
        approval.layout,
        wagers=approval.wagers,
        paytables=approval.paytables,
        board=approval.table.board_cards,
        dealer=approval.table.dealer_cards + approval.table.dealer_extra,
        cards=approval.table.player_cards,
    )
    named = {reading.option for reading in approval.readings if reading.option} | {*approval.demonstration.options}
    if unknown_options := named - approval.options.keys():
        raise InvalidInput(f"unknown options: {', '.join(sorted(unknown_options))}")
    for figure in approval.figures:
        _check_figure(approval, figure)


def _check_shoe(approval: Approval) -> None:
    shoe = approval.table.shoe
    if (approval.table.deck == "shoe") != (shoe is not None):
        raise InvalidInput("a shoe, and only a shoe, names its options", field="table.shoe")
    for option in (shoe.decks, shoe.dealing, shoe.cut_card) if shoe else ():
        if option and option not in approval.options:
            raise InvalidInput(f"names an unknown option, {option}", field="table.shoe")


def _check_wager(approval: Approval, wager: Wager) -> None:
    if wager.role not in ROLES:
        raise InvalidInput(f"no such role: {wager.role}", field=wager.name)
    if wager.equals and wager.equals not in approval.wagers:
        raise InvalidInput(f"equals an unknown wager, {wager.equals}", field=wager.name)
    if wager.option and wager.option not in approval.options:
        raise InvalidInput(f"is offered by an unknown option, {wager.option}", field=wager.name)
    if wager.paytable and wager.paytable not in approval.paytables:
        raise InvalidInput(f"is paid by unknown pay tables, {wager.paytable}", field=wager.name)
    if wager.paytable_option and wager.paytable_option not in approval.options:
        raise InvalidInput(f"is paid as an unknown option says, {wager.paytable_option}", field=wager.name)
    if wager.alternate and not {wager.alternate} <= approval.options.keys() & approval.paytables.keys():
        raise InvalidInput(f"has an unknown alternate, {wager.alternate}", field=wager.name)
    if wager.of and (wager.of not in approval.wagers or wager.role != "decision" or wager.times < 1):
        raise InvalidInput(f"is no multiple of a wager, {wager.times} x {wager.of}", field=wager.name)


def _check_option(approval: Approval, option: Option, clauses: frozenset[str]) -> None:
    if not option.values:
        raise InvalidInput("has no values", field=option.name)
    if option.letter and option.letter not in [letter.date for letter in approval.letters]:
        raise InvalidInput(f"stands in no letter of {option.letter}", field=option.name)
    if option.rule and not option.letter and option.rule not in clauses:
        raise InvalidInput(f"cites an unknown clause, {option.rule}", field=option.name)
    if unknown := set(option.concerns) - approval.wagers.keys():
        raise InvalidInput(f"concerns unknown wagers: {', '.join(sorted(unknown))}", field=option.name)
    if unknown := set(option.posted) - {*option.values, "other"}:
        raise InvalidInput(f"posts unknown values: {', '.join(sorted(unknown))}", field=option.name)


def _check_figure(approval: Approval, figure: Figure) -> None:
    table, _, name = figure.of.partition("/")
    if figure.verdict not in VERDICTS:
        raise InvalidInput(f"no such verdict: {figure.verdict}", field=figure.what)
    if name not in approval.paytables.get(table, {}):
        raise InvalidInput(f"speaks of an unknown pay table, {figure.of}", field=figure.what)
