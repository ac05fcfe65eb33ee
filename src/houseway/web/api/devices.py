"""`/devices`: card readers and sensed spots, each with a token that can do nothing else (docs/devices.md)."""

import hmac
from typing import Annotated, Final, Literal

import msgspec
from litestar import Controller, post
from litestar.params import FromPath, JSONBody, PathParameter

from houseway.errors import InvalidInput
from houseway.house.log.aggregate import Request
from houseway.house.log.events import digest
from houseway.house.people.act import ActInput
from houseway.house.people.act_fields import CardTexts, read_input
from houseway.house.tables.device_acts import PairDevice, ReportRead, ReportSensed, ReportState
from houseway.house.tables.device_checks import Lamp, lamps
from houseway.house.tables.device_events import DevicePaired
from houseway.house.tables.equipment import NO_HEARTBEAT, REPORTING, PairedDevice
from houseway.web.api.common import AnyRequest, Key, address_of, in_thread, services_of, signed_in
from houseway.web.floor.acts import LONGEST_REQUEST, Second
from houseway.web.floor.live_table import LiveTable
from houseway.web.http.guard import headers_of
from houseway.web.http.problems import NotFound, NotSignedIn, Refused
from houseway.web.services import Services

LONGEST_TOKEN: Final = 200
Device = Annotated[str, PathParameter(max_length=60, description="The device's name, as it was paired.")]
Report = Literal["heartbeat", "sensed", "read", "fault"]


class Pairing(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A device to be paired with a table, and the second of two persons."""

    table: Annotated[str, msgspec.Meta(max_length=60)]
    device: Annotated[str, msgspec.Meta(max_length=60)]
    kind: Literal["reader", "spots"]
    second: Second | None = None


class Paired(msgspec.Struct, kw_only=True):
    """A paired device and its token."""

    table: str
    device: str
    kind: str
    token: str


class DeviceReport(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a device reports; each report takes what concerns it.

    heartbeat: nothing. sensed: seats. read: lights or cards. fault: fault, empty once it is over.
    """

    table: Annotated[str, msgspec.Meta(max_length=60)] | None = None
    round: Annotated[int, msgspec.Meta(ge=1, le=10**12)] | None = None
    seats: Annotated[list[int], msgspec.Meta(max_length=20)] | None = None
    lights: Annotated[list[Literal["blue", "red", "gold"]], msgspec.Meta(max_length=20)] | None = None
    cards: CardTexts | None = None
    fault: Annotated[str, msgspec.Meta(max_length=200)] | None = None


class DeviceAnswer(msgspec.Struct, kw_only=True):
    """What a device needs to know: its lamps, and the round that its next report is for.

    A spot that is not in `lamps` is dark. `lost` is why the house does not rely on the device now.
    """

    device: str
    kind: str
    table: str
    phase: str
    round: int
    lost: str | None
    lamps: dict[str, Lamp]


class DevicesController(Controller):
    """Devices."""

    path = "/devices"
    tags = ("devices",)

    @post(summary="Pair a device with a table; two persons do it", status_code=200)
    async def pair(self, request: AnyRequest, data: JSONBody[Pairing], key: Key = None) -> Paired:
        """Pair a card reader or sensed spots; the answer holds the device's token."""
        services, session = services_of(request), signed_in(request)
        table = await services.floor.table(data.table)
        second = await services.second_of(data.second, session, address_of(request))
        asked = PairDevice(device=data.device, kind=data.kind)
        events = await services.floor.run(
            table, table.request(asked, by=session.person, second=second, request=key or "")
        )
        paired = next(event.read(DevicePaired) for event in events if event.kind == DevicePaired.KIND)
        token = await in_thread(lambda: services.floor.log.secret(paired.token))
        return Paired(table=table.name, device=paired.device, kind=paired.kind, token=token)

    @post("/{device:str}/{report:str}", summary="A report of a device, with the device's own token", status_code=200)
    async def report(
        self,
        request: AnyRequest,
        device: Device,
        report: FromPath[Report],
        data: JSONBody[DeviceReport],
        key: Key = None,
    ) -> DeviceAnswer:
        """Take a report; only what changes something becomes an event."""
        services = services_of(request)
        table, there = await _paired_device(request, device)
        if data.table not in (None, table.name):
            raise InvalidInput(f"the device is paired with table {table.name}", field="table")
        services.guard.reports.check((table.name, device))
        services.heartbeats.beat(there.token)
        if asked := _asked(there, report, data):
            await _do(services, table, asked, f"{device} {key}" if key else "")
        return _answer(table, device)


async def _paired_device(request: AnyRequest, device: str) -> tuple[LiveTable, PairedDevice]:
    """The device whose token a request carries, and its table."""
    services = services_of(request)
    if not services.settings.private:
        raise Refused("tokens of devices are not taken over plain HTTP; the server needs TLS", field="token")
    scheme, _, token = headers_of(request.scope).get("authorization", "").partition(" ")
    _, _, rest = token.partition(".")
    named, _, name = rest.partition(".")
    if scheme.lower() == "bearer" and named == device and name and len(token) <= LONGEST_TOKEN and token.isascii():
        try:
            table = await services.floor.table(name)
        except NotFound:
            raise _not_paired() from None
        there = table.fresh().equipment.find(device)
        if there and there.kind in REPORTING and hmac.compare_digest(there.token, digest(token)):
            return table, there
    raise _not_paired()


def _not_paired() -> NotSignedIn:
    return NotSignedIn("this token is no paired device's: two people pair it with a table", field="token")


def _asked(there: PairedDevice, report: Report, data: DeviceReport) -> ActInput | None:
    """The act of a report; a heartbeat is one only where the device was taken for lost."""
    name = there.device
    if report == "heartbeat":
        return ReportState(device=name) if there.lost == NO_HEARTBEAT else None
    if report == "sensed":
        if data.seats is None:
            raise InvalidInput("is missing", field="seats")
        return ReportSensed(device=name, seats=tuple(data.seats), round=data.round or 0)
    if report == "fault":
        if data.fault is None:
            raise InvalidInput("is missing", field="fault")
        return ReportState(device=name, fault=data.fault)
    given = {"device": name, "lights": data.lights, "cards": data.cards, "round": data.round}
    return read_input(ReportRead, {field: value for field, value in given.items() if value is not None})


async def _do(services: Services, table: LiveTable, asked: ActInput, request: str) -> None:
    if len(request) > LONGEST_REQUEST + LONGEST_TOKEN or not request.isprintable():
        raise InvalidInput(f"must be at most {LONGEST_REQUEST} printable characters", field="id")
    await services.floor.run(table, Request(act=table.own_act(asked), id=request))


def _answer(table: LiveTable, device: str) -> DeviceAnswer:
    state = table.fresh()
    there = state.equipment.find(device)
    if there is None:
        raise _not_paired()
    return DeviceAnswer(
        device=device,
        kind=there.kind,
        table=table.name,
        phase=state.phase,
        round=state.rounds + (state.round is None),
        lost=there.lost or None,
        lamps={str(seat): lamp for seat, lamp in lamps(state).items()},
    )
