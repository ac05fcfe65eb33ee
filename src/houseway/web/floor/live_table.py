"""A table that is served: its state and acts, and what the server knows of it beside them."""

import asyncio
from collections import deque
from collections.abc import Callable
from itertools import takewhile
from typing import Any, Final

import msgspec
from msgspec import Raw

from houseway.house.log.log import Appended
from houseway.house.tables.state import FinishedRound, SeatedPlayer, TableState
from houseway.house.tables.steps import step_of
from houseway.house.tables.table import Table
from houseway.money import Cents
from houseway.web.floor.page_parts import TablePage

KEPT_STEPS: Final = 200  # of a table, for sockets that are behind

Purses = Callable[[str], Cents]
Names = Callable[[str], str]


class LiveTable(Table):
    """A table in the server's loop, which plans its acts, hands them to the writer, and serves other tables."""

    def __init__(
        self, *args: Any, purses: Purses, names: Names, private: str = "", training: bool = False, **services: Any
    ) -> None:
        super().__init__(*args, **services)
        self.chosen_name = names  # of a player; empty where none is chosen
        self.private = private  # whose practice table it is; empty for everybody's
        self.training = training  # whether its owner deals there to learn it
        self.last_published = self.state.number  # the last event that everybody has heard of
        self.turn = asyncio.Lock()  # one batch on the way at a time
        self.recent: deque[tuple[int, Raw]] = deque(maxlen=KEPT_STEPS)  # numbers and steps, encoded once for everybody
        self.page: TablePage | None = None  # the newest
        self.finished: tuple[FinishedRound | None, Raw | None] = (None, None)  # the last round, and its text
        self._purses = purses
        self._steps: tuple[int, Raw] | None = None  # what happened since a number: most have been sent as much
        self._seats: tuple[TableState | None, dict[str, int]] = (None, {})  # by player, in a state

    # ---- what happened

    def tell(self, events: Appended) -> None:
        """Keep what everybody may know of events that were appended here."""
        for event in events:
            if event.stream == self.stream and (step := step_of(event, self.state, self.chosen_name)):
                self.recent.append((step.number, Raw(msgspec.json.encode(step.facts))))
        self._steps = None

    def last_steps(self, count: int) -> list[Raw]:
        """What happened last, for a page that is opened."""
        return [facts for _, facts in list(self.recent)[-count:]]

    def steps_after(self, number: int) -> Raw:
        """What happened since a number; nothing where that is too long ago, because the view contains it."""
        if self._steps is None or self._steps[0] != number:
            self._steps = number, Raw(msgspec.json.encode(self._recent_after(number)))
        return self._steps[1]

    def _recent_after(self, number: int) -> list[Raw]:
        if not self.recent or self.recent[0][0] > number + 1:
            return []
        steps = takewhile(lambda step: step[0] > number, reversed(self.recent))
        return [facts for _, facts in steps][::-1]

    # ---- who sits there

    def purse(self, seat: int) -> Cents:
        """What the player on a seat has that is not wagered."""
        return self._purses(self.state.seated[seat].player)

    def place_of(self, player: str) -> SeatedPlayer | None:
        """Where somebody sits."""
        return next((one for one in self.state.seated.values() if one.player == player and not one.has_left), None)

    def seat_of(self, player: str) -> int:
        """The seat whose cards somebody may see, also while leaving; 0 for a spectator."""
        if self._seats[0] is not self.state:
            seats: dict[str, int] = {}
            for place in self.state.seated.values():
                seats.setdefault(place.player, place.seat)
            self._seats = self.state, seats
        return self._seats[1].get(player, 0) if player else 0
