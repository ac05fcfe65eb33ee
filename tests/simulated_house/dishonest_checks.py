"""What must hold after a dishonest person has tried everything at the tables, whatever it was."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from msgspec import UNSET

from houseway.house.log.events import Event, NewEvent
from houseway.house.log.kinds import CorrectionEvent, TableEvent, TrayEvent
from houseway.house.log.ledger import Posting, cents, move
from houseway.house.log.names import TablePot, player_account, table_account, table_stream
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.tables.irregularities import is_stated
from houseway.house.tables.payloads import Decided, Opened, RoundResult, Voided, read_round
from houseway.money import Cents, parse_money
from simulated_house.checks import require
from simulated_house.dishonest_tables import (
    ENTERED,
    FRIEND,
    HONEST,
    MOST,
    PURSE,
    SEATS,
    SECONDS,
    SHUFFLED,
    STAFF,
    VERIFY_ABOVE,
    DishonestPit,
    is_real,
    net_of,
    real_net,
    rounds_of,
    worth,
)

GIFT: Final[Cents] = 500_00
_GOING_ON: Final = (TableEvent.DEALT, TableEvent.ENTERED, CorrectionEvent.ENTRY, TableEvent.DECIDED)


def check_pit(pit: DishonestPit) -> None:
    """Raise where the friend has more than the rules give, or somebody did what nobody may."""
    _check_worth(pit)
    _check_small_wins(pit)
    for name in (ENTERED, SHUFFLED):
        _check_rounds(pit, name)
        _check_times(pit, name)
        _check_tray(pit, name)
    for player, events in pit.attempts.answers:
        require(all(event.by in ("", player) for event in events), f"{player} was answered another's request")
    findings = deep_audit(pit.log)
    require(findings.broken is None, f"a house in which nobody wrote past the rules: {findings.broken}")


def _check_worth(pit: DishonestPit) -> None:
    """What the friend has is what the rules give, but for what a false entry is believed, under the thief's name."""
    given, believed = PURSE, 0
    seat = SEATS[FRIEND]
    for name in (ENTERED, SHUFFLED):
        for event in rounds_of(pit, name):
            end = read_round(event)
            if isinstance(end, Voided):
                continue
            if name == SHUFFLED or is_real(end, pit.dealt):
                given += net_of(end.settlement.to_json(), seat)
                continue
            given += real_net(end, pit.dealt, seat)
            believed += max(VERIFY_ABOVE, _staked(end, seat))
            named = pit.attempts.thief in _entered_by(pit, event)
            require(named, f"round {end.round}: it does not say who entered it")
            believed += _held(pit, end)
    more = worth(pit, FRIEND) - given
    require(more <= believed, f"{FRIEND} has {more} more than the rules give, and {believed} is believed")


def _check_small_wins(pit: DishonestPit) -> None:
    """What entered cards pay the friend without verification adds up to no more than one such win may be."""
    paid = 0
    for event in pit.log.read(table_stream(ENTERED)):
        if event.kind == TableEvent.HELD:
            paid = 0  # two others have looked, or will, at the round that made it too much
        elif event.kind == TableEvent.SETTLED:
            held = next(iter(pit.log.read(event.stream, event.number + 1, event.number + 1)), None)
            won = max(0, net_of(read_round(event).settlement.to_json(), SEATS[FRIEND]))
            is_held = held is not None and held.kind == TableEvent.HELD
            paid += 0 if is_held else won
            require(paid <= VERIFY_ABOVE, f"{event.stream} {event.number}: many small wins paid {paid} unverified")


def _held(pit: DishonestPit, end: RoundResult) -> Cents:
    """What of a false round is held and was not paid; it is counted among what the player has."""
    hold = pit.tables[ENTERED].fresh().hold
    if hold is None or hold.round != end.round:
        return 0
    return sum(amount for player, amount in hold.awards if player == FRIEND)


def _staked(end: RoundResult, seat: int) -> Cents:
    return sum(parse_money(row.staked, zero=True) for row in end.settlement.seats if row.seat == seat)


def _entered_by(pit: DishonestPit, end: Event) -> set[str]:
    """Who entered cards since the round before ended."""
    found: set[str] = set()
    for event in pit.log.read(end.stream, 1, end.number):
        if event.kind == TableEvent.DEALT:
            found = set()
        elif event.kind in (TableEvent.ENTERED, CorrectionEvent.ENTRY):
            found.add(event.by)
    return found


def _check_rounds(pit: DishonestPit, name: str) -> None:
    for kind in (CorrectionEvent.ROUND, TrayEvent.SHORT):  # honest people do neither here, and nobody else may
        require(pit.log.last(table_stream(name), kind) is None, f"table {name}: {kind} by one person")
    for event in rounds_of(pit, name):
        end = read_round(event)
        place = f"table {name}, round {end.round}"
        if isinstance(end, Voided):
            staff = {one for one in (event.by, end.second) if STAFF.get(one) in ("dealer", "supervisor")}
            require(len(staff) == 2, f"{place}: it was not called off by two")
            seen = end.seen is not UNSET and end.seen.any
            require(not seen or is_stated(end.reason), f"{place}: cards were seen, and no irregularity was stated")
        for row in end.record.seats:
            most = max(parse_money(amount) for amount in row.wagers.values())
            require(most <= MOST, f"{place}: a wager of {most} is above the limit")


def _check_tray(pit: DishonestPit, name: str) -> None:
    """A table is opened with a count of its tray, which never falls below zero here."""
    opened = pit.log.last(table_stream(name), TableEvent.OPENED)
    counted = opened is not None and bool(opened.read(Opened).table.tray)
    require(counted, f"table {name} was opened without a count of its tray")
    require(pit.log.balance(table_account(name, TablePot.CHIPS)) >= 0, f"table {name}: the tray is below zero")


def _check_times(pit: DishonestPit, name: str) -> None:
    """No player decides after the time is up, which runs from when the round last went on."""
    since = ""
    for event in pit.log.read(table_stream(name)):
        if event.kind not in _GOING_ON:
            continue
        if event.kind == TableEvent.DECIDED and not (decided := event.read(Decided)).default:
            late = datetime.fromisoformat(event.at) - datetime.fromisoformat(since)
            require(late < timedelta(seconds=SECONDS), f"table {name}: seat {decided.seat} decided after {late}")
        since = event.at


# ---- what is written past the rules


def forge(pit: DishonestPit) -> None:
    """Write one event after the other past the rules, as somebody with the database could: each of them is found."""
    for event in _forgeries(pit):
        (written,) = pit.log.append(event)
        found = {(one.stream, one.number) for one in deep_audit(pit.log).findings}
        require((written.stream, written.number) in found, f"{event.kind} was written past the rules and not found")


def _forgeries(pit: DishonestPit) -> Sequence[NewEvent]:
    thief, table = pit.attempts.thief, pit.tables[SHUFFLED]
    stream, state = table.stream, table.fresh()
    gift = move(cents(GIFT), out_of=table_account(SHUFFLED, TablePot.CHIPS), into=player_account(FRIEND))
    end: dict[str, Any] = {"round": state.rounds, "record": {}, "settlement": {"seats": [], "jackpot": None}}
    end["table"] = msgspec.to_builtins(state.summary())

    def forged(kind: TableEvent, by: str, postings: Sequence[Posting] = gift, **data: Any) -> NewEvent:
        return NewEvent(stream=stream, kind=kind, by=by, data=data, postings=postings)

    return [
        forged(TableEvent.WITHDRAWN, FRIEND, seat=SEATS[FRIEND]),
        forged(TableEvent.WAGERED, FRIEND, seat=SEATS[FRIEND], wagers={}),
        forged(TableEvent.DECIDED, FRIEND, seat=SEATS[FRIEND], decision="fold"),
        forged(TableEvent.VALUED, thief, (), seat=SEATS[HONEST], value="mine"),
        forged(TableEvent.ENTERED, FRIEND, (), card="Ah"),
        forged(TableEvent.VERIFIED, thief, round=state.rounds, person=thief, last=True),
        forged(TableEvent.CONTROLLER_LOST, thief, jackpot="x"),
        forged(TableEvent.SETTLED, thief, **end),
        forged(TableEvent.VOIDED, thief, reason="misdeal", second=thief, sealed={}, **end),
        forged(TableEvent.CLOSED, FRIEND, ()),
    ]
