"""Commands made from acts: their options and help come from the catalogue, and their errors from the house."""

import inspect
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Generic, Literal, TypeVar, get_args, get_origin

import typer
from msgspec.structs import FieldInfo, fields

from houseway.cli.group import Command, Commands
from houseway.cli.house.common import By, Database, Json, alone_or_two, sign_in
from houseway.house.people.act import ActInput, AnyAct, AnyAggregate, AnyCatalogue
from houseway.house.people.act_fields import MeterDollars, Wagers, base_type, field_marks, field_types, read_input

if TYPE_CHECKING:
    from houseway.house.log.log import Appended
    from houseway.house.people.house import House


Request = Annotated[str, typer.Option("--request", metavar="ID", help="The same request twice counts once.")]
Second = Annotated[
    str | None, typer.Option("--second", metavar="NAME", help="The second of two persons; HOUSEWAY_SECOND by default.")
]


A = TypeVar("A", bound="AnyAggregate")


@dataclass(frozen=True, kw_only=True)
class CommandGroup(Generic[A]):
    """How the acts of a catalogue become commands: what is named first, how it is opened, what is printed.

    `open` gives the people of a house and the stream that is acted on, by database and name. `answer` prints what was
    done on it: what was asked for, by whom, the events, and whether as JSON.
    """

    name: str  # of the group, such as table
    open: "Callable[[str | None, str], AbstractContextManager[tuple[House, A]]]"
    answer: "Callable[[A, ActInput, str, Appended, bool], None]"
    argument: object = None  # the type of the first argument, where streams have names

    def commands(self, catalogue: AnyCatalogue, *without: str) -> Commands:
        """A command for each act that is offered, except some."""
        return {act.name: self._command(act) for act in catalogue.offered if act.name not in without}

    def _command(self, act: AnyAct) -> Command:
        def command(**given: Any) -> None:
            self.run(act, read_fields(act.asks, given), **_signing(given))

        parameters = [*self._named(), *map(_parameter, _shown_fields(act.asks)), *_signing_parameters(act)]
        parameters.sort(key=lambda one: one.default is not inspect.Parameter.empty)
        command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # how typer reads it
        command.__annotations__ = {one.name: one.annotation for one in parameters}
        command.__name__ = act.name.replace("-", "_")
        command.__doc__ = self._help(act)
        return Command(command, free_form=any(kind is MeterDollars for kind in map(base_type, _kinds(act.asks))))

    def _named(self) -> Iterator[inspect.Parameter]:
        if self.argument is not None:
            yield _made("name_", self.argument)

    def _help(self, act: AnyAct) -> str:
        first, _, rest = act.about.partition("\n")
        two = f" {_persons(act)}" if _persons(act) and "two" not in act.about.lower() else ""
        return f"{first}{two}\n{rest}\n\nExample: houseway {self.name} {act.example}\n"

    def run(
        self,
        act: AnyAct,
        asked: ActInput,
        *,
        name: str = "",
        request: str,
        by: str | None,
        second: str | None = None,
        db: str | None,
        as_json: bool,
    ) -> None:
        """Sign in who acts, do the act, and print what was done."""
        with self.open(db, name) as (people, stream):
            first = sign_in(people, by)

            def do(other: str) -> "Appended":
                return stream.do(asked, by=first, second=other, request=request)

            if act.right.alone_up_to:
                events = alone_or_two(people, second, do)
            else:
                events = do(second_of(people, act, first, second))
            self.answer(stream, asked, first, events, as_json)


def second_of(people: "House", act: AnyAct, first: str, second: str | None) -> str:
    """Sign the second person in, where an act needs one and the first could be one of the two."""
    if not act.is_signed_by_two:
        return ""
    people.permit_first(act.right, first)
    if act.may_start_alone and not second and people.acts_alone(first):
        return ""
    return sign_in(people, second, second=True)


def _persons(act: AnyAct) -> str:
    if act.is_signed_by_two:
        return "Two persons do it."
    return f"Above ${act.right.alone_up_to // 100:,} in 24 hours two persons do it." if act.right.alone_up_to else ""


# ---- fields as parameters


def _shown_fields(asks: type[ActInput]) -> list[tuple[FieldInfo, object]]:
    kinds = field_types(asks)
    return [(one, kinds[one.name]) for one in fields(asks)]


def _kinds(asks: type[ActInput]) -> list[object]:
    return list(field_types(asks).values())


def _parameter(field: tuple[FieldInfo, object]) -> inspect.Parameter:
    """A field as an argument or an option of a command."""
    info, kind = field
    marks, base = field_marks(kind), base_type(kind)
    typed, metavar = _parameter_type(base, marks)
    metavar = marks.get("metavar") or metavar
    if marks.get("argument"):
        optional = bool(marks.get("optional"))
        if not metavar and info.name == "seat":
            metavar = "SEAT"
        return _made(
            info.name,
            Annotated[(typed | None) if optional else typed, typer.Argument(metavar=metavar, help=marks["help"])],
            **({"default": None} if optional else {}),
        )
    option = typer.Option(f"--{marks.get('option', info.name).replace('_', '-')}", metavar=metavar, help=marks["help"])
    if info.required:
        return _made(info.name, Annotated[typed, option])
    if typed is bool:
        return _made(info.name, Annotated[bool, option], default=False)
    return _made(info.name, Annotated[typed | None, option], default=None)


def _parameter_type(base: object, marks: dict[str, Any]) -> tuple[Any, str | None]:
    """The type of a parameter, and what stands for it in the help."""
    if base is Wagers:
        return list[str], "WAGER=DOLLARS..."
    if marks.get("words") or get_origin(base) is tuple:
        return list[str], None
    if get_origin(base) is Literal:
        return str, "|".join(get_args(base))
    return (base, None) if base in (int, bool) else (str, None)


def _made(name: str, kind: object, **default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind, **default)


def read_fields(asks: type[ActInput], given: dict[str, Any]) -> Any:
    """What an act asks for, from the parameters of its command; what was not given has its default."""
    read = {}
    for info, kind in _shown_fields(asks):
        value = given.get(info.name)
        if value is None or (value == [] and not info.required):
            continue
        if base_type(kind) is Wagers:
            value = wagers_of(value)
        elif field_marks(kind).get("words"):
            value = " ".join(value)
        read[info.name] = value
    return read_input(asks, read)


def wagers_of(words: list[str]) -> dict[str, str]:
    """`ante=10` words as wagers."""
    from houseway.errors import InvalidInput, shown

    wagers: dict[str, str] = {}
    for word in words:
        name, equals, amount = word.partition("=")
        if not equals or name in wagers:
            raise InvalidInput(f"{shown(word)} is not WAGER=DOLLARS, each wager once", field="wagers")
        wagers[name] = amount
    return wagers


# ---- who signs


def _signing_parameters(act: AnyAct) -> Iterator[inspect.Parameter]:
    yield _made("request", Request, default="")
    yield _made("by", By, default=None)
    if act.is_signed_by_two or act.right.alone_up_to:
        yield _made("second", Second, default=None)
    yield _made("db", Database, default=None)
    yield _made("json", Json, default=False)


def _signing(given: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": given.get("name_", ""),
        "request": given["request"],
        "by": given["by"],
        "second": given.get("second"),
        "db": given["db"],
        "as_json": given["json"],
    }
