"""PINs: a few digits with which a dealer takes over a paired console; three wrong tries in a row block them."""

from typing import Final, NamedTuple

from houseway.house.log.events import Event
from houseway.house.people.person_payloads import PIN_PAYLOADS, PinFailed, PinSet

TRIES: Final = 3  # wrong ones in a row, after which a PIN is blocked
SHORTEST: Final = 4  # digits
LONGEST: Final = 8
_RUN: Final = "01234567890"


class Pin(NamedTuple):
    """A person's PIN: the digest of its hash, the number of the event that set it, and wrong tries in a row."""

    digest: str
    number: int
    failures: int = 0

    @property
    def is_blocked(self) -> bool:
        """Whether it is refused until it is set anew or a supervisor unblocks it."""
        return self.failures >= TRIES


class Pins:
    """Everybody's PIN, folded from the events of the stream `house`."""

    def __init__(self) -> None:
        self._pins: dict[str, Pin] = {}

    def fold(self, event: Event) -> None:
        """Bring it to where it stands after an event."""
        if event.kind not in PIN_PAYLOADS:
            return
        payload = event.read(PIN_PAYLOADS[event.kind])
        name: str = getattr(payload, "name", "")
        if isinstance(payload, PinSet):
            self._pins[name] = Pin(payload.pin, event.number)
        elif pin := self._pins.get(name):
            failures = pin.failures + 1 if isinstance(payload, PinFailed) else 0
            self._pins[name] = pin._replace(failures=failures)

    def of(self, name: str) -> Pin | None:
        """A person's PIN; None if they have none."""
        return self._pins.get(name)


def pin_weakness(pin: str) -> str:
    """Why digits cannot be a PIN; empty where they can."""
    if not (pin.isascii() and pin.isdigit() and SHORTEST <= len(pin) <= LONGEST):
        return f"must be {SHORTEST} to {LONGEST} digits"
    if len(set(pin)) == 1 or pin in _RUN or pin in _RUN[::-1]:
        return "is one of the first that anybody tries"
    return ""
