"""What a letter asks of the house that runs the game: a controller, notices, links and posted defaults."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from houseway.errors import InvalidInput

PLACES: Final = ("layout", "placard", "table")  # where a notice may stand


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """A notice that the house posts; `where` are the places that the letter allows."""

    text: str
    name: str = ""  # a sheet says under this name where it is posted
    rule: str = ""
    where: tuple[str, ...] = ()
    offers: tuple[str, ...] = ()  # due where all these wagers are offered
    options: Mapping[str, str] = field(default_factory=dict)  # due where these options are so chosen
    prizes: bool = False  # due only where a pay table prints a `$` prize

    def due(self, offered: frozenset[str], options: Mapping[str, str]) -> bool:
        """Whether a house with these wagers and options must post it."""
        return offered.issuperset(self.offers) and all(options[name] == value for name, value in self.options.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class Controller:
    """The system that runs a jackpot wager, and its lowest version."""

    name: str
    version: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """The clause on games that share one progressive, and the games outside houseway that it names."""

    rule: str
    outside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseWay:
    """The clause that asks for a house way, and the house ways that houseway has."""

    rule: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """What the letter demands of the house."""

    limits: str = ""  # the clause that leaves the limits to the house, within the law
    defaults: tuple[str, ...] = ()  # the decisions of a player who does not decide; the first legal one is taken
    controller: Controller | None = None
    link: Link | None = None
    house_way: HouseWay | None = None


def read_operation(data: Mapping[str, Any]) -> Operation:
    """The `[operation]` of an approval.toml."""
    row = {key.replace("-", "_"): value for key, value in data.items()}
    if "controller" in row:
        row["controller"] = Controller(**row["controller"])
    if "link" in row:
        row["link"] = Link(**_tuples(row["link"]))
    if "house_way" in row:
        row["house_way"] = HouseWay(**_tuples(row["house_way"]))
    return Operation(**_tuples(row))


def read_notice(row: object) -> Notice:
    """A notice from its text alone, or from a table with its name, its clause, and when and where it is due."""
    if isinstance(row, str):
        return Notice(text=row)
    if not isinstance(row, dict):
        raise InvalidInput("must be a text or a table", field="notices")
    return Notice(**_tuples(row))


def _tuples(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}


def check_operation(
    operation: Operation,
    notices: tuple[Notice, ...],
    *,
    clauses: frozenset[str],
    wagers: Mapping[str, object],
    options: Mapping[str, object],
) -> None:
    """Refuse the name of an unknown clause, wager, option or place."""
    cited = [operation.limits, *(part.rule for part in _parts(operation)), *(notice.rule for notice in notices)]
    for rule in cited:
        if rule and rule not in clauses:
            raise InvalidInput(f"cites an unknown clause, {rule}", field="operation")
    for notice in notices:
        for name in (*notice.offers, *notice.options):
            if name not in (wagers if name in notice.offers else options):
                raise InvalidInput(f"speaks of an unknown wager or option, {name}", field="notices")
        for place in notice.where:
            if place not in PLACES:
                raise InvalidInput(f"no such place: {place}", field="notices")


def _parts(operation: Operation) -> "list[Controller | Link | HouseWay]":
    return [part for part in (operation.controller, operation.link, operation.house_way) if part]
