"""What supervisors see of the whole floor: calls, held wins, dealers, phases and devices that are lost."""

from collections.abc import Iterator

from msgspec import Struct

from houseway.games import letter_of
from houseway.house.tables.floor_calls import open_calls
from houseway.house.tables.view import DeviceView, HoldView, hold_view
from houseway.web.floor.floor import Floor
from houseway.web.floor.live_table import LiveTable
from houseway.web.signs import Signs, SignWin


class FloorCall(Struct, frozen=True, kw_only=True):
    """A call to the floor that nobody has answered."""

    call: int
    by: str
    reason: str


class FloorHold(HoldView, frozen=True, kw_only=True):
    """A held win, and who entered its round and so does not verify it."""

    entered_by: list[str]


class FloorTable(Struct, frozen=True, kw_only=True):
    """An open table."""

    table: str
    game: str
    phase: str
    round: int
    dealer: str | None
    stopped: str | None
    controller: bool
    calls: list[FloorCall]
    held: FloorHold | None
    devices: list[DeviceView]
    contradiction: str | None


class FloorJackpot(Struct, frozen=True, kw_only=True):
    """A jackpot: its meter, and the wins that wait, in the order in which they occurred across its tables."""

    jackpot: str
    meter: str
    pending: list[SignWin]


class FloorView(Struct, frozen=True, kw_only=True):
    """The floor at a moment."""

    now: str
    tables: list[FloorTable]
    jackpots: list[FloorJackpot]


def floor_view(floor: Floor, signs: Signs, now: str) -> FloorView:
    """Every open table and jackpot."""
    return FloorView(now=now, tables=list(_tables(floor)), jackpots=list(_jackpots(floor, signs)))


def _tables(floor: Floor) -> Iterator[FloorTable]:
    for table in sorted(floor.tables.values(), key=lambda one: (len(one.name), one.name)):
        if table.fresh().rules:
            yield _table(table)


def _table(table: LiveTable) -> FloorTable:
    state = table.fresh()
    return FloorTable(
        table=table.name,
        game=letter_of(state.open_rules.game).title,
        phase=state.phase,
        round=state.rounds,
        dealer=state.dealer or None,
        stopped=state.stopped or None,
        controller=state.controller,
        calls=[FloorCall(call=one.number, by=one.by, reason=one.reason) for one in open_calls(state)],
        held=_held(table),
        devices=[
            DeviceView(device=one.device, kind=one.kind, lost=one.lost or None) for one in state.equipment.devices
        ],
        contradiction=state.equipment.contradiction or None,
    )


def _held(table: LiveTable) -> FloorHold | None:
    hold = table.state.hold
    if hold is None:
        return None
    view = hold_view(hold, table.state.day)
    fields = {name: getattr(view, name) for name in view.__struct_fields__}
    return FloorHold(**fields, entered_by=list(hold.entered_by))


def _jackpots(floor: Floor, signs: Signs) -> Iterator[FloorJackpot]:
    for jackpot in sorted(floor.known_jackpots(), key=lambda one: one.name):
        state = signs.state(jackpot.name)
        yield FloorJackpot(jackpot=jackpot.name, meter=state.meter, pending=state.pending)
