"""The people and devices around a trainee: house players who wager, spots and a reader, and a supervisor.

House players' decisions are only shown: the trainee keys them in, as a dealer does.
"""

from typing import Final

from houseway.house.log.aggregate import PlanAct, combine_acts
from houseway.house.people.act import ActInput
from houseway.house.tables.device_acts import ReportRead, ReportSensed, ReportState
from houseway.house.tables.equipment import NO_HEARTBEAT, DeviceKind, PairedDevice
from houseway.house.tables.floor_calls import AnswerCall, open_calls
from houseway.house.tables.holds import VerifyWin
from houseway.house.tables.simulated_devices import FAULT, Mistake, cards_read, reading_of, sensed_seats
from houseway.house.tables.state import Phase, TableState, open_round
from houseway.web.floor.acts import SUPERVISOR
from houseway.web.floor.live_table import LiveTable
from houseway.web.practice.attendant import WAGER_SECONDS, Attendant
from houseway.web.practice.permits import STAFF
from houseway.web.practice.physical_table import dealt_cards

FLOOR_SECONDS: Final = 3.0  # until a supervisor comes
FAULTS: Final = {"fault": FAULT, "silence": NO_HEARTBEAT}
COMING: Final = "a supervisor has come (training)"


class TrainingAttendant(Attendant):
    """Acts for everybody but the trainee at the tables for training of this process."""

    def __init__(self, *args: object, **named: object) -> None:
        super().__init__(*args, **named)  # type: ignore[arg-type]
        self._mistakes: dict[str, Mistake] = {}  # by table: what its devices get wrong

    def go_wrong(self, table: LiveTable, mistake: Mistake) -> None:
        """Let a table's devices make a mistake; an empty mistake ends it."""
        self._mistakes[table.name] = mistake
        self.attend(table)

    def _due_in(self, table: LiveTable) -> float | None:
        """Seconds until somebody acts; None where everything waits for the trainee."""
        if not table.training or table.state.rules is None or table.state.stopped:
            return None
        if table.state.phase == Phase.HELD or open_calls(table.state):
            return FLOOR_SECONDS
        return WAGER_SECONDS if self._acts(table) else None

    def _next_act(self, table: LiveTable) -> PlanAct[TableState] | None:
        state = table.fresh()
        if self._due_in(table) is None:
            return None
        if calls := open_calls(state):
            return table.own_act(AnswerCall(call=calls[0].number, reply=COMING), by=SUPERVISOR)
        if state.phase == Phase.HELD and state.hold:
            return table.own_act(VerifyWin(), by=STAFF[len(state.hold.verified)])
        return combine_acts(self._acts(table))

    def _acts(self, table: LiveTable) -> list[PlanAct[TableState]]:
        """What house players and devices do next."""
        state = table.state
        if state.phase == Phase.WAGERS and (waiting := self._waiting(state)):
            return [self._wagering(table, seat) for seat in waiting]
        report = self._report(table)
        return [table.own_act(report)] if report else []

    # ---- devices

    def _report(self, table: LiveTable) -> ActInput | None:
        """What a device of the table has to report."""
        state, mistake = table.state, self._mistakes.get(table.name, "")
        for device in state.equipment.devices:
            lost = FAULTS.get(mistake, "")
            if device.kind in (DeviceKind.READER, DeviceKind.SPOTS) and device.lost != lost:
                return ReportState(device=device.device, fault=lost)
        spots, reader = (state.equipment.of_kind(kind) for kind in (DeviceKind.SPOTS, DeviceKind.READER))
        if spots and not spots.lost and state.phase == Phase.WAGERS and state.betting:
            return _sensing(state, spots, miscounts=mistake == "count")
        if reader and not reader.lost and state.phase == Phase.CARDS and not open_round(state).dealt:
            return _reading(table, reader, misreads=mistake == "light")
        return None


def _sensing(state: TableState, spots: PairedDevice, *, miscounts: bool) -> ReportSensed | None:
    """The lit spots, unless they were reported just so."""
    wagers = {seat: place.wagers for seat, place in state.seated.items()}
    seats = tuple(sensed_seats(state.open_rules.chosen.approval, wagers, miscounts=miscounts))
    return None if state.equipment.sensed == seats else ReportSensed(device=spots.device, seats=seats)


def _reading(table: LiveTable, reader: PairedDevice, *, misreads: bool) -> ReportRead | None:
    """What the reader shows of the dealer's cards that lie in it; it reads a round once."""
    state = table.state
    if state.equipment.reading is not None:
        return None
    cards = dealt_cards(table, state.rounds, [seat.number for seat in open_round(state).seats])
    game = state.open_rules.chosen
    reading = reading_of(game, [cards.dealer[place] for place in cards_read(game)], misreads=misreads)
    return ReportRead(device=reader.device, lights=reading.lights, cards=reading.cards)
