"""The pad of a paired console: it checks whose PIN was entered, and records every try as an event in order.

Nobody learns whether a PIN is right before the try is stored, and a try is stored only if nothing was added to the
stream since it was read. So even if many try at the same time, the third wrong try blocks the PIN for all of them.
"""

from typing import NoReturn

from houseway.house.log.log import Conflict
from houseway.house.people.house import House, NotPermitted, Person
from houseway.house.people.person_payloads import PinAccepted, PinFailed
from houseway.house.people.pins import TRIES, Pin


class PinPad:
    """Takes PINs."""

    def __init__(self, people: House) -> None:
        self._people = people

    def enter(self, name: str, pin: str, *, table: str, console: str) -> Person:
        """The person who has this name and PIN."""
        people = self._people
        people.catch_up()
        known = self._known(name, pin)
        fits = people.fits(known.digest, pin)
        while True:
            if known.is_blocked:
                raise NotPermitted(
                    f"is blocked after {TRIES} wrong tries; set a new one with your password, or ask a supervisor",
                    field="pin",
                )
            seen = people.state.number
            entry = (PinAccepted if fits else PinFailed)(name=name, table=table, console=console)
            try:
                people.append(entry, by=name if fits else "", after=seen)
            except Conflict:
                people.catch_up()
                now = self._known(name, pin)
                fits = fits if now.digest == known.digest else people.fits(now.digest, pin)
                known = now
                continue
            if not fits:
                _refuse()
            return people.person(name)

    def _known(self, name: str, pin: str) -> Pin:
        """The PIN of somebody who may sign in; a name without one costs the same work."""
        person, known = self._people.state.persons.get(name), self._people.state.pins.of(name)
        if person is None or person.disabled or known is None:
            self._people.hash_text(pin)
            _refuse()
        return known


def _refuse() -> NoReturn:
    raise NotPermitted("the name or the PIN is wrong", field="pin")
