"""What a table knows of its devices: console, card reader and sensed spots, and what they reported for the round."""

import re
import secrets
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import msgspec

from houseway.errors import InvalidInput, shown
from houseway.values import changed

NO_HEARTBEAT: Final = "no heartbeat"  # the reason for a silent device


class DeviceKind(StrEnum):
    """What a device does at a table."""

    READER = "reader"  # reports the light, or the card, of the dealer's cards
    SPOTS = "spots"  # report which seats have a wager on the jackpot
    CONSOLE = "console"  # the dealer's browser; it reports nothing


REPORTING: Final = (DeviceKind.READER, DeviceKind.SPOTS)  # the kinds that send signals, and can be lost
_DEVICE: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,29}")
_SECRET_BYTES: Final = 32  # of a token


class ByHand(StrEnum):
    """A step that two persons may do without the device that it waits for."""

    SENSING = "sensing"
    READING = "reading"


class PairedDevice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A device that is paired with the table; `token` is the digest of its token."""

    device: str
    kind: DeviceKind
    token: str
    lost: str = ""  # why it cannot be relied on


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a reader reported of the dealer's cards: lights, and the digest of the cards where it knows them."""

    lights: tuple[str, ...] = ()
    cards: str = ""


@dataclass(frozen=True, kw_only=True)
class Equipment:
    """The devices of a table, and what they reported for the round that is played or comes next."""

    devices: tuple[PairedDevice, ...] = ()
    sensed: tuple[int, ...] | None = None  # seats with a wager on the jackpot
    sensed_at: str = ""  # when the spots reported them
    reading: Reading | None = None
    contradiction: str = ""  # why entered cards cannot be what the reader read
    by_hand: tuple[ByHand, ...] = ()  # steps that two persons do without their device

    def find(self, device: str) -> PairedDevice | None:
        """The device of this name."""
        return next((one for one in self.devices if one.device == device), None)

    def of_kind(self, kind: DeviceKind) -> PairedDevice | None:
        """The device of this kind; a table has one at most."""
        return next((one for one in self.devices if one.kind == kind), None)

    def with_device(self, device: PairedDevice) -> "Equipment":
        """The same with a device in the place of the one of its name."""
        return changed(self, devices=(*self.without(device.device).devices, device))

    def without(self, device: str) -> "Equipment":
        """The same without the device of this name."""
        return changed(self, devices=tuple(one for one in self.devices if one.device != device))

    def after_round(self) -> "Equipment":
        """The devices alone: what they reported was for a round that is over."""
        return Equipment(devices=self.devices)


def require_device_name(device: str) -> None:
    """Refuse an invalid name of a device."""
    if not _DEVICE.fullmatch(device):
        raise InvalidInput(
            f"must be 1 to 30 lower-case letters, digits and hyphens, not {shown(device)}", field="device"
        )


def new_token(device: str, table: str) -> str:
    """A token for a device, which says where it belongs."""
    return f"{secrets.token_hex(_SECRET_BYTES)}.{device}.{table}"


NO_EQUIPMENT: Final = Equipment()
