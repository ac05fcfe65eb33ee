"""A table in the server's loop: its acts are planned at once and committed by the writer, and nobody waits in a thread.

`Table`'s own methods say what an act is and who may do it. Here they are noted instead of done, so that the loop can
plan them, hand the batch to the writer, and go on with other tables until it is stored.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, NamedTuple

from houseway.house.log.aggregate import Act
from houseway.house.log.log import Appended, EventMatcher
from houseway.house.tables.state import SeatedPlayer, TableState
from houseway.house.tables.table import Table
from houseway.money import Cents
from houseway.web.steps import Step, step_of

KEPT_STEPS: Final = 200  # of a table, for sockets that are behind

Purses = Callable[[str], Cents]


class Noted(NamedTuple):
    """An act that is to be planned, the request that asked for it, and how its events are known."""

    act: Act[TableState]
    request: str
    matcher: EventMatcher | None


class LiveTable(Table):
    """A table whose acts are noted, and what the server knows of it beside its state."""

    def __init__(self, *args: Any, purses: Purses, private: str = "", **services: Any) -> None:
        super().__init__(*args, **services)
        self.private = private  # whose practice table it is; empty for everybody's
        self.turn = asyncio.Lock()  # one batch on the way at a time
        self.steps: deque[Step] = deque(maxlen=KEPT_STEPS)
        self.encoded: dict[tuple[str, int, int], bytes] = {}  # parts of the views of this number that several see
        self._purses = purses
        self._noted: list[Noted] = []

    # ---- acts

    def note(self, ask: Callable[["LiveTable"], object]) -> Noted:
        """The act that a call of one of the table's methods comes to; whoever may not do it is refused here."""
        self._noted.clear()
        ask(self)
        return self._noted.pop()

    def perform(self, act: Act[TableState], request: str = "", matcher: EventMatcher | None = None) -> Appended:
        """Note an act."""
        self._noted.append(Noted(act, request, matcher))
        return ()

    def permit(self, act: str, by: str) -> None:
        """Raise where somebody may not do this here."""
        self._permit(act, by)

    def tick(self, now: datetime) -> Appended:
        """What time has come for is done by the floor before each act."""
        return ()

    # ---- what happened

    def tell(self, events: Appended) -> None:
        """Keep what everybody may know of events that were appended here."""
        for event in events:
            if event.stream == self.stream and (step := step_of(event, self._player)):
                self.steps.append(step)
        self.encoded.clear()

    def _player(self, seat: int) -> str:
        place = self.state.seated.get(seat)
        return place.player if place else f"seat {seat}"

    def steps_after(self, number: int) -> list[dict[str, Any]]:
        """What happened since a number; nothing where that is too long ago, for the view tells it all."""
        if not self.steps or self.steps[0].number > number + 1:
            return []
        return [step.told for step in self.steps if step.number > number]

    # ---- who sits there

    def purse(self, seat: int) -> Cents:
        """What the player on a seat has that is not wagered."""
        return self._purses(self.state.seated[seat].player)

    def place_of(self, player: str) -> SeatedPlayer | None:
        """Where somebody sits."""
        return next((one for one in self.state.seated.values() if one.player == player and not one.has_left), None)

    def seat_of(self, player: str) -> int:
        """The seat whose cards somebody may see, also while leaving; 0 for somebody who looks on."""
        found = [place for place in self.state.seated.values() if place.player == player]
        return found[0].seat if player and found else 0
