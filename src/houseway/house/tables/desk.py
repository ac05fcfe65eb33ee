"""What an act at a table can use besides the table's state: who acts, and the services of the table."""

from collections.abc import Callable
from dataclasses import dataclass

from houseway.errors import InvalidInput
from houseway.house.jackpots.jackpot import Jackpot
from houseway.house.log.aggregate import Plan, Secret
from houseway.house.log.log import Log
from houseway.house.people.act import Desk
from houseway.house.tables.entered_wins import PaidLately
from houseway.house.tables.shuffle import Entropy, new_seed
from houseway.house.tables.state import SeatedPlayer, TableState

TablePlan = Plan[TableState]


@dataclass(frozen=True, kw_only=True)
class TableServices:
    """The services that a table uses besides its state."""

    name: str
    jackpot: Callable[[str], Jackpot]
    entropy: Entropy = new_seed
    has_key: Callable[[], bool] = lambda: True  # whether a new seed can be sealed
    paid_lately: Callable[[str, int], PaidLately]  # without verification: by jackpot, and where its stream stands
    counts_trays: Callable[[], bool] = lambda: False  # whether no round is dealt without a count of the tray


@dataclass(frozen=True, kw_only=True)
class TableDesk(Desk):
    """The same with who acts."""

    services: TableServices
    log: Log
    secret: Secret

    def seat(self, state: TableState, named: int) -> SeatedPlayer:
        """The seat that is meant, with somebody on it, for whoever may act for it."""
        return state.player_at(self.seat_number(state, named))

    def seat_number(self, state: TableState, named: int) -> int:
        """The number of the seat that is named, or of the actor's own seat; raises where they may not act for it."""
        number = named or self._own_seat(state)
        place = state.seated.get(number)
        self.permit_for_seat(place.player if place else "")
        return number

    def _own_seat(self, state: TableState) -> int:
        own = next((one.seat for one in state.seated.values() if one.player == self.by and not one.has_left), 0)
        if not own:
            raise InvalidInput("must be given: you do not sit at this table", field="seat")
        return own

    def permit_for_seat(self, owner: str) -> None:
        """Raise where who acts may not act for a seat of this player; with nobody named it is the player's own act."""
        if self.people is not None and self.by:
            self.people.permit_for_seat(self.by, owner)
