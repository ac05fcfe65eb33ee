"""Acts as they come over HTTP and on the live link: read and run as the catalogue describes them."""

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, cast

import msgspec
from msgspec.structs import fields

from houseway.errors import HousewayError, InvalidInput, NotAllowedNow
from houseway.house.log.aggregate import Request
from houseway.house.people.act import ActInput, AnyAct, AnyCatalogue
from houseway.house.people.act_fields import field_types, read_input, wire_type
from houseway.house.people.pin_limit import require_dealers_act
from houseway.house.people.roster import NotPermitted
from houseway.house.tables.catalogue import TABLE_ACTS
from houseway.house.tables.state import TableState
from houseway.values import changed
from houseway.web.floor.floor import Floor
from houseway.web.floor.live_table import LiveTable
from houseway.web.http.metrics import ACT_SECONDS, ACTS
from houseway.web.http.problems import NotSignedIn
from houseway.web.http.sessions import Session

SUPERVISOR: Final = "supervisor"  # at tables for training
LONGEST_REQUEST: Final = 100  # characters of a request id


class Second(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The second of two persons, who signs with a password."""

    person: Annotated[str, msgspec.Meta(max_length=60)]
    password: Annotated[str, msgspec.Meta(max_length=1000)]


class ActBody(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What the acts of a subject ask for, and who is the second person; each act takes what concerns it."""

    second: Second | None = None

    def asked_by(self, act: AnyAct) -> Any:
        """The fields of the body that an act asks for."""
        given = ((name, getattr(self, name, None)) for name in act.asks.__struct_fields__)
        return read_input(act.asks, {name: msgspec.to_builtins(value) for name, value in given if value is not None})


def body_type(name: str, *catalogues: AnyCatalogue, **more: Any) -> type[ActBody]:
    """The body of the calls of some acts: every field that one of them asks for, and some that are read apart."""
    types: dict[str, Any] = dict(more)
    for act in (act for catalogue in catalogues for act in catalogue.offered):
        for field, kind in field_types(act.asks).items():
            types.setdefault(field, wire_type(kind))
    body = msgspec.defstruct(
        name,
        [(field, kind | None, None) for field, kind in types.items()],
        bases=(ActBody,),
        forbid_unknown_fields=True,
        kw_only=True,
        namespace={"__doc__": _asked_for(catalogues)},
    )
    return cast("type[ActBody]", body)


def _asked_for(catalogues: Iterable[AnyCatalogue]) -> str:
    """Which act takes which fields, in words."""
    acts = [act for catalogue in catalogues for act in catalogue.offered]
    lines = [f"{act.name}: {', '.join(one.name for one in fields(act.asks)) or 'nothing'}" for act in acts]
    return f"What the acts ask for; each takes what concerns it. {'. '.join(lines)}."


def act_names(*catalogues: AnyCatalogue, more: Iterable[str] = ()) -> Any:
    """The names of acts, as the type of a path."""
    return Literal[(*(act.name for catalogue in catalogues for act in catalogue.offered), *more)]


if TYPE_CHECKING:
    TableBody = ActBody
    TableActName = str
else:
    TableBody = body_type("TableAct", TABLE_ACTS)
    TableActName = act_names(TABLE_ACTS, more=["tick"])


class Done(msgspec.Struct, kw_only=True):
    """The number of the table's last event after an act."""

    number: int


Check = Callable[[TableState, Session, ActInput], None]


def _require_one_seat(state: TableState, session: Session, asked: ActInput) -> None:
    """Somebody sits on one seat of a table."""
    player, seat = getattr(asked, "player", "") or session.person, getattr(asked, "seat", 0)
    own = next((one for one in state.seated.values() if one.player == player and not one.has_left), None)
    if own and own.seat != seat:
        raise NotAllowedNow(f"you sit on seat {own.seat}", field="seat")


def _require_round(_state: TableState, _session: Session, asked: ActInput) -> None:
    """A decision names its round, so that what comes too late is refused."""
    if not getattr(asked, "round", 0):
        raise InvalidInput("must be the number of the round", field="round")


def _require_own_wager(state: TableState, session: Session, _asked: ActInput) -> None:
    """At a practice table whoever has wagered may call for the deal."""
    wagered = any(one.player == session.person and one.wagers for one in state.seated.values())
    if session.guest and not wagered and state.round is None:
        raise NotAllowedNow("wager first, then call for the deal", field="deal")


_CHECKS: Final[Mapping[str, Check]] = {  # what a page must keep to, beside the rules of the house
    "join": _require_one_seat,
    "decide": _require_round,
    "deal": _require_own_wager,
}


async def perform(
    floor: Floor, table: LiveTable, name: str, session: Session | None, body: ActBody, request: str, second: str = ""
) -> int:
    """Do an act of somebody who is signed in; the number of the table's last event once it is stored.

    The task that it runs in must not be ended, although whoever asked is gone.
    """
    started = time.perf_counter()
    try:
        if session is None:
            raise NotSignedIn("sign in first: POST /api/v1/session", field="session")
        if session.table and session.table != table.name:
            raise NotPermitted(f"a PIN is good for table {session.table} alone", field="table")
        if name == "tick":
            await asyncio.to_thread(table.begin_dealing, session.person)
            await floor.tick(table)
            return table.state.number
        await floor.prepare_purses(session.person)
        events = await floor.run_in_turn(table, _request(table, name, session, body, request, second))
    except HousewayError:
        ACTS.labels(name, "refused").inc()
        raise
    ACTS.labels(name, "done").inc()
    ACT_SECONDS.observe(time.perf_counter() - started)
    own = [event.number for event in events if event.stream == table.stream]
    return own[-1] if own else table.state.number


def _request(
    table: LiveTable, name: str, session: Session, body: ActBody, request: str, second: str
) -> Request[TableState]:
    if len(request) > LONGEST_REQUEST or not request.isprintable():
        raise InvalidInput(f"must be at most {LONGEST_REQUEST} printable characters", field="id")
    act_asked = TABLE_ACTS.acts[name]
    asked: ActInput = body.asked_by(act_asked)
    if session.console:
        require_dealers_act(session.table, act_asked, asked, at=table.name)
    if table.training and act_asked.is_signed_by_two:
        second = SUPERVISOR  # a simulated one stands beside whoever learns to deal
    made = table.request(asked, by=session.person, second=second, request=request)
    check, act = None if table.training else _CHECKS.get(name), made.act
    if check is None:
        return made

    def checked(plan: Any) -> None:
        check(plan.state, session, asked)
        act(plan)

    return changed(made, act=checked)
