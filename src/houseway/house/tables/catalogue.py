"""Every act at a table, and every event that may stand on a table's stream."""

from typing import Final

from houseway.house.people.act import Catalogue
from houseway.house.tables import (
    console_acts,
    device_acts,
    entry_corrections,
    floor_calls,
    holds,
    round_corrections,
    seat_acts,
    share_acts,
    staff_acts,
    wager_acts,
)
from houseway.house.tables.desk import TableDesk
from houseway.house.tables.payloads import TABLE_PAYLOADS
from houseway.house.tables.restored import Restored
from houseway.house.tables.state import TableState

TABLE_ACTS: Final = Catalogue[TableState, TableDesk](
    "table",
    (
        seat_acts.JOIN,
        seat_acts.SIT_OUT,
        seat_acts.LEAVE,
        seat_acts.GIVE_VALUE,
        wager_acts.WAGER,
        wager_acts.WITHDRAW,
        wager_acts.DECIDE,
        staff_acts.OPEN_TABLE,
        staff_acts.CLOSE_TABLE,
        staff_acts.START_DEAL,
        staff_acts.ENTER_CARDS,
        staff_acts.VOID_ROUND,
        staff_acts.REPORT_CONTROLLER,
        holds.VERIFY_WIN,
        holds.DOCUMENT_SHORT,
        share_acts.ENTER_SHARES,
        entry_corrections.CORRECT_ENTRY,
        round_corrections.CORRECT_ROUND,
        floor_calls.CALL_FLOOR,
        floor_calls.ANSWER_CALL,
        console_acts.RELIEVE,
        console_acts.PAIR_CONSOLE,
        console_acts.UNPAIR_CONSOLE,
        device_acts.PAIR_DEVICE,
        device_acts.UNPAIR_DEVICE,
        device_acts.GO_BY_HAND,
        device_acts.REPORT_SENSED,
        device_acts.REPORT_READ,
        device_acts.REPORT_STATE,
    ),
    *TABLE_PAYLOADS.values(),
    Restored,
)
