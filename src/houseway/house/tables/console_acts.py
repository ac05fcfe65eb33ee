"""The dealer's console: a supervisor pairs a browser with a table once, and dealers relieve one another."""

from typing import Annotated, Final

from msgspec import Meta

from houseway.errors import InvalidInput, NotAllowedNow
from houseway.house.log.events import digest
from houseway.house.log.texts import require_text
from houseway.house.people.act import Act, ActInput
from houseway.house.people.act_fields import Name, Words
from houseway.house.people.rights import FLOOR, SUPERVISOR, Right
from houseway.house.tables.desk import TableDesk, TablePlan
from houseway.house.tables.device_events import EquipmentChange
from houseway.house.tables.equipment import DeviceKind, Equipment, PairedDevice, new_token, require_device_name
from houseway.house.tables.state import TableChange, TableState
from houseway.values import changed


class ConsolePaired(EquipmentChange, frozen=True, kw_only=True):
    """A supervisor paired a console with the table; `token` is the digest of its token."""

    KIND = "console paired"
    device: str
    token: str

    def equip(self, equipment: Equipment) -> Equipment:
        """The console belongs to the table."""
        return equipment.with_device(PairedDevice(device=self.device, kind=DeviceKind.CONSOLE, token=self.token))


class ConsoleUnpaired(EquipmentChange, frozen=True, kw_only=True):
    """A console no longer belongs to the table, and its token is no longer valid."""

    KIND = "console unpaired"
    device: str
    reason: str

    def equip(self, equipment: Equipment) -> Equipment:
        """The console is gone."""
        return equipment.without(self.device)


class Relieved(TableChange, frozen=True, kw_only=True):
    """A dealer takes over; `relieved` is who dealt before, where somebody did."""

    KIND = "relieved"
    PUBLIC = ()
    SENTENCE = "Another dealer takes over."
    dealer: str
    relieved: str = ""

    def fold(self, state: TableState, by: str) -> TableState:
        """The new dealer deals."""
        return changed(state, dealer=self.dealer)


ConsoleName = Annotated[Name, Meta(description="The name of the console.", extra={"argument": True})]


class PairConsole(ActInput, frozen=True, kw_only=True):
    """Pair the dealer's console of a table with it: a browser in which dealers take over with their PINs."""

    device: ConsoleName


def _pair_console(plan: TablePlan, desk: TableDesk, asked: PairConsole) -> None:
    require_device_name(asked.device)
    equipment = plan.state.equipment
    if there := equipment.of_kind(DeviceKind.CONSOLE):
        raise NotAllowedNow(f"the table has the console {there.device}; unpair it first", field="device")
    if equipment.find(asked.device):
        raise NotAllowedNow("is the name of another device of this table", field=f"device {asked.device}")
    token = new_token(asked.device, desk.services.name)
    plan.own_secrets.append(token)
    plan.add(ConsolePaired(device=asked.device, token=digest(token)), by=desk.by)


class UnpairConsole(ActInput, frozen=True, kw_only=True):
    """Take the console off a table; whoever deals there with a PIN is signed out at once."""

    device: ConsoleName
    reason: Annotated[Words, Meta(description="Why, in a few words.", extra={"argument": True})]


def _unpair_console(plan: TablePlan, desk: TableDesk, asked: UnpairConsole) -> None:
    require_text(asked.reason, field="reason")
    there = plan.state.equipment.of_kind(DeviceKind.CONSOLE)
    if there is None or there.device != asked.device:
        raise InvalidInput("is not the console of this table", field=f"device {asked.device}")
    plan.add(ConsoleUnpaired(device=asked.device, reason=asked.reason), by=desk.by)


class Relieve(ActInput, frozen=True, kw_only=True):
    """Take over the table as its dealer, from the person who deals there."""


def _relieve(plan: TablePlan, desk: TableDesk, _asked: Relieve) -> None:
    state, _ = plan.state, plan.state.open_rules
    if state.dealer != desk.by:
        plan.add(Relieved(dealer=desk.by, relieved=state.dealer), by=desk.by)


PAIR_CONSOLE: Final = Act(
    "pair-console",
    PairConsole,
    Right("pair console", SUPERVISOR),
    (ConsolePaired,),
    _pair_console,
    is_offered=False,
)
UNPAIR_CONSOLE: Final = Act(
    "unpair-console",
    UnpairConsole,
    Right("unpair console", SUPERVISOR),
    (ConsoleUnpaired,),
    _unpair_console,
    "unpair-console 7 console-1 the tablet is broken --as sue",
)
RELIEVE: Final = Act(
    "relieve",
    Relieve,
    Right("take over a table", FLOOR),
    (Relieved,),
    _relieve,
    "relieve 7 --as dan",
    says=lambda desk, _: {"dealer": desk.by},
)
