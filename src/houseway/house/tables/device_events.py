"""The events of a table's devices: paired, lost and back, what they sensed and read, and what is done by hand."""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from houseway.house.tables.equipment import ByHand, DeviceKind, Equipment, PairedDevice, Reading
from houseway.house.tables.state import TableChange, TableState
from houseway.values import changed


class EquipmentChange(TableChange, frozen=True, kw_only=True):
    """An event that changes what the table knows of its devices."""

    def equip(self, equipment: Equipment) -> Equipment:
        """The equipment after the event; every event below answers it."""
        raise NotImplementedError(f"{type(self).__name__} must say how it changes the equipment")

    def fold(self, state: TableState, by: str) -> TableState:
        """The state with its equipment."""
        return changed(state, equipment=self.equip(state.equipment))


class DevicePaired(EquipmentChange, frozen=True, kw_only=True):
    """Two persons paired a device with the table; `token` is the digest of its token."""

    KIND = "device paired"
    device: str
    kind: DeviceKind
    token: str
    second: str = ""

    def equip(self, equipment: Equipment) -> Equipment:
        """The device belongs to the table."""
        return equipment.with_device(PairedDevice(device=self.device, kind=self.kind, token=self.token))


class DeviceUnpaired(EquipmentChange, frozen=True, kw_only=True):
    """A device no longer belongs to the table, and its token is no longer valid."""

    KIND = "device unpaired"
    device: str
    reason: str
    second: str = ""

    def equip(self, equipment: Equipment) -> Equipment:
        """The device is gone."""
        return equipment.without(self.device)


class DeviceLost(EquipmentChange, frozen=True, kw_only=True):
    """A device cannot be relied on: it says nothing, or reported a fault."""

    KIND = "device lost"
    PUBLIC = ("device", "reason")
    SENTENCE = "The device {device} cannot be relied on: {reason}."
    device: str
    reason: str

    def equip(self, equipment: Equipment) -> Equipment:
        """The device is lost."""
        return _with_lost(equipment, self.device, self.reason)


class DeviceBack(EquipmentChange, frozen=True, kw_only=True):
    """A device works again."""

    KIND = "device back"
    PUBLIC = ("device",)
    SENTENCE = "The device {device} works again."
    device: str

    def equip(self, equipment: Equipment) -> Equipment:
        """The device is there."""
        return _with_lost(equipment, self.device, "")


def _with_lost(equipment: Equipment, device: str, lost: str) -> Equipment:
    paired = equipment.find(device)
    return equipment.with_device(replace(paired, lost=lost)) if paired else equipment


class WagersSensed(EquipmentChange, frozen=True, kw_only=True):
    """The seats that had a wager on their sensed spot, for the round that comes."""

    KIND = "wagers sensed"
    PUBLIC = ("round", "seats")
    SENTENCE = "Jackpot wagers are sensed at {words}."
    device: str
    round: int
    seats: list[int]

    def words(self, label: Callable[[str], str]) -> str:
        """The seats."""
        return seat_words(self.seats)

    def equip(self, equipment: Equipment) -> Equipment:
        """The last sensing counts."""
        return changed(equipment, sensed=tuple(self.seats))


class DealerRead(EquipmentChange, frozen=True, kw_only=True):
    """What a reader reports of the dealer's cards: lights, and the digest of the cards, which are a secret."""

    KIND = "dealer read"
    PUBLIC = ("round", "lights")
    SENTENCE = "The card reader has read the dealer's cards."
    device: str
    round: int
    lights: list[str] = msgspec.field(default_factory=list)
    cards: str = ""

    def equip(self, equipment: Equipment) -> Equipment:
        """The first reading of a round stands."""
        return changed(equipment, reading=Reading(lights=tuple(self.lights), cards=self.cards))


class EntryContradicted(EquipmentChange, frozen=True, kw_only=True):
    """Cards that were entered are not those that the reader read: no card is accepted until people have checked."""

    KIND = "entry contradicted"
    PUBLIC = ("round",)
    SENTENCE = "The cards that were entered contradict the card reader."
    device: str
    round: int
    reason: str

    def equip(self, equipment: Equipment) -> Equipment:
        """The step waits for two persons."""
        return changed(equipment, contradiction=self.reason)


class DoneByHand(EquipmentChange, frozen=True, kw_only=True):
    """Two persons do a step of one round without its device."""

    KIND = "done by hand"
    PUBLIC = ("round", "step", "reason")
    SENTENCE = "Two people do the {step} of round {round} by hand: {reason}."
    round: int
    step: ByHand
    reason: str
    second: str = ""

    def equip(self, equipment: Equipment) -> Equipment:
        """The step does not wait for its device."""
        return changed(equipment, by_hand=(*equipment.by_hand, self.step))


def seat_words(seats: list[int]) -> str:
    """Seats in words."""
    if not seats:
        return "no seat"
    return f"seat{'s' if len(seats) > 1 else ''} {', '.join(map(str, seats))}"
