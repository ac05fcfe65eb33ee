"""The deep audit of rounds and money: every round played and settled again, every posting of the cage made again."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from houseway.errors import HousewayError
from houseway.games import record as records
from houseway.games.settlement import Settlement
from houseway.house.log.aggregate import stored_facts
from houseway.house.log.events import Event, NewEvent
from houseway.house.log.kinds import (
    CorrectionEvent,
    DrawerEvent,
    HouseEvent,
    JackpotEvent,
    SiteEvent,
    TableEvent,
    TrayEvent,
)
from houseway.house.log.ledger import Posting, Units, add_postings, cents, move
from houseway.house.log.log import Log
from houseway.house.log.names import (
    BANK,
    HOUSE,
    SITE,
    VARIANCE,
    TablePot,
    drawer_account,
    is_player_account,
    jackpot_name,
    player_account,
    table_account,
    table_name,
)
from houseway.house.people import cage
from houseway.house.records.deep_corrections import award_problems, entry_problems, round_problems
from houseway.house.records.deep_stakes import stake_problems, void_problems
from houseway.house.records.deep_trays import look_at_tray
from houseway.house.tables.fold import fold
from houseway.house.tables.payloads import TABLE_PAYLOADS
from houseway.house.tables.payout import wagers_over_limit
from houseway.house.tables.state import TableState
from houseway.money import parse_money
from houseway.values import changed

Data = Mapping[str, Any]


def _amount(data: Data, name: str = "amount") -> int:
    text = str(data[name])
    return -parse_money(text[1:]) if text.startswith("-") else parse_money(text, zero=True)


_CAGE: Final[Mapping[str, Callable[[Data], NewEvent]]] = {
    HouseEvent.BUY_IN: lambda data: cage.buy_in(
        data["player"], _amount(data), table=data.get("table", ""), drawer=data.get("drawer", "")
    ),
    HouseEvent.CASH_OUT: lambda data: cage.cash_out(data["player"], _amount(data), drawer=data.get("drawer", "")),
    HouseEvent.FILL: lambda data: cage.fill(data["table"], _amount(data)),
    HouseEvent.CREDIT: lambda data: cage.credit(data["table"], _amount(data)),
    HouseEvent.DROP: lambda data: cage.drop(data["table"], _amount(data, "counted"), _amount(data, "expected")),
    HouseEvent.FUND: lambda data: cage.fund(_amount(data)),
}
_MOVING: Final = frozenset(
    {
        TableEvent.WAGERED,
        TableEvent.WITHDRAWN,
        TableEvent.DECIDED,
        CorrectionEvent.ENTRY,
        TableEvent.SETTLED,
        TableEvent.VOIDED,
        TableEvent.VERIFIED,
        CorrectionEvent.ROUND,
        TrayEvent.SHORT,
        TableEvent.CONTROLLER_LOST,
        *JackpotEvent,
        CorrectionEvent.AWARD,
        *_CAGE,
        DrawerEvent.OPENED,
        DrawerEvent.CLOSED,
    }
)
_STAKING: Final = frozenset({TableEvent.WAGERED, TableEvent.WITHDRAWN, TableEvent.DECIDED, TableEvent.CONTROLLER_LOST})


class RoundsAudit:
    """Every table folded again from its first event; what each event paid is held against what it says."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._tables: dict[str, TableState] = {}

    def look(self, event: Event) -> Iterator[str]:
        """What is wrong with the money and the meaning of an event."""
        if event.postings and event.kind not in _MOVING:
            yield "it moves money, which no such event does"
        try:
            if table_name(event.stream):
                yield from self._look_at_table(event)
            elif event.stream == HOUSE:
                yield from _look_at_cage(event)
            elif event.kind == CorrectionEvent.AWARD and jackpot_name(event.stream):
                yield from award_problems(self._log, event)
            elif event.postings and not jackpot_name(event.stream):
                yield "money moves on a stream that has none"
        except (HousewayError, LookupError, TypeError, ValueError, AttributeError) as problem:
            yield f"it does not follow from what was before: {problem}"

    def _look_at_table(self, event: Event) -> Iterator[str]:
        before = self._tables.get(event.stream, TableState())
        if event.kind == TableEvent.OPENED:
            yield from _look_at_opened(self._log, event)
        elif event.kind == TableEvent.SETTLED:
            yield from _look_at_settled(event, before)
        elif event.kind in (TableEvent.VERIFIED, TrayEvent.SHORT):
            yield from _look_at_verified(event, before)
        elif event.kind == TableEvent.VOIDED:
            yield from void_problems(event, before)
        elif event.kind == CorrectionEvent.ENTRY:
            yield from entry_problems(event, before)
        elif event.kind == CorrectionEvent.ROUND:
            yield from round_problems(self._log, event)
        facts = stored_facts(event, TABLE_PAYLOADS)
        after = self._tables[event.stream] = fold(before, facts, self._log.dealing_secret)
        if event.kind in _STAKING:
            yield from stake_problems(event, facts, before, after)
        yield from look_at_tray(event, before, after)


def _look_at_opened(log: Log, event: Event) -> Iterator[str]:
    if event.data["rules"].get("study"):
        declared = log.last(SITE, SiteEvent.PRACTICE)
        if declared is None or declared.at > event.at:
            yield "a study is played in a house that is not for practice"


def _look_at_settled(event: Event, before: TableState) -> Iterator[str]:
    data = event.data
    if before.round is None or data["round"] != before.rounds:
        yield "no such round is open"
        return
    record = data["record"]
    same = before.sealed is None and _without_jackpot(before.round.record()) == _without_jackpot(record)
    if before.sealed is None and not same:
        yield "the record is not the round that was dealt and decided"
    if same:  # it was played through the rules already, event by event
        played = changed(before.round, jackpot=records.meter_of(before.round.game, record))
    else:
        played = records.replay(dict(record), before.open_rules.chosen_study)
    settlement = played.settlement()
    settles = settlement.to_json() == data["settlement"]
    if not settles:
        yield "the record settles otherwise"
    limited = wagers_over_limit(settlement, before.open_rules.aggregates)
    if [one.wager for one in limited] != [one["wager"] for one in data.get("limited", ())]:
        yield "the aggregate limits are others"
    yield from _look_at_payment(event, before.open_rules.name, settlement if same and settles else None)


def _look_at_payment(event: Event, table: str, settled: Settlement | None) -> Iterator[str]:
    """Players get what the settlement returns, less what a limit keeps, the meter pays, or is held for now.

    `settled` is the same settlement in cents, where it was made again and found to be so.
    """
    seats, jackpot = event.data["settlement"]["seats"], event.data["settlement"]["jackpot"]
    if settled is not None:
        back, put = sum(seat.returned for seat in settled.seats), sum(seat.staked for seat in settled.seats)
    else:
        back, put = sum(_amount(seat, "returned") for seat in seats), sum(_amount(seat, "staked") for seat in seats)
    kept = sum(_amount(one, "full") - _amount(one, "paid") for one in event.data.get("limited", ()))
    returned = cents(back - kept)
    posted: dict[str, Units] = {}
    add_postings(posted, event.postings)
    paid = sum(amount for account, amount in posted.items() if is_player_account(account))
    paid += posted.get(table_account(table, TablePot.HELD), 0)
    paid += cents(_amount(event.data, "short")) if event.data.get("short") else 0
    by_meter = cents(sum(_amount(award) for award in jackpot["awards"])) if jackpot else 0
    if paid not in (returned, returned - by_meter):
        yield "players are paid other than the settlement says"
    if -posted.get(table_account(table, TablePot.WAGERS), 0) != cents(put):
        yield "other stakes come off the layout than the settlement's"


def _look_at_verified(event: Event, before: TableState) -> Iterator[str]:
    hold, table = before.hold, table_name(event.stream)
    expected: dict[str, Units] = {}
    if hold and event.data.get("last", event.kind == TrayEvent.SHORT):
        paid = [Posting(player_account(player), cents(amount)) for player, amount in hold.awards]
        total = sum(amount for _, amount in paid)
        held = Posting(table_account(table, TablePot.HELD), cents(hold.short) - total)
        add_postings(expected, [*paid, held, Posting(table_account(table, TablePot.CHIPS), -cents(hold.short))])
    posted: dict[str, Units] = {}
    add_postings(posted, event.postings)
    if posted != {account: amount for account, amount in expected.items() if amount}:
        yield "it pays other than what was held"
    if event.kind == TrayEvent.SHORT and _amount(event.data) != (before.hold.short if before.hold else 0):
        yield "the tray is short of another amount"


def _look_at_cage(event: Event) -> Iterator[str]:
    if event.kind in _CAGE:
        expected = tuple(_CAGE[event.kind](event.data).postings)
    elif event.kind == DrawerEvent.OPENED:
        expected = move(cents(_amount(event.data, "counted")), out_of=BANK, into=_drawer(event))
    elif event.kind == DrawerEvent.CLOSED:
        counted, booked = _amount(event.data, "counted"), _amount(event.data, "expected")
        expected = (
            *move(cents(counted), out_of=_drawer(event), into=BANK),
            *move(cents(booked - counted), out_of=_drawer(event), into=VARIANCE),
        )
    else:
        return
    if tuple(event.postings) != expected:
        yield "it moves other money than it says"


def _drawer(event: Event) -> str:
    return drawer_account(event.data["cashier"])


def _without_jackpot(record: Data) -> dict[str, Any]:
    return {key: value for key, value in record.items() if key != "jackpot"}
