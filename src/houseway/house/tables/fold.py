"""How a table's state follows from the events of its stream: one function for each kind of event.

Those that give a round its cards are in fold_cards.py.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import UNSET

from houseway.house.log.aggregate import PENDING, EventFacts, Secret
from houseway.house.log.kinds import CorrectionEvent, TableEvent, TrayEvent
from houseway.house.log.ledger import parse_amount
from houseway.house.log.names import is_tray_account
from houseway.house.people.payloads import TrayMoved
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables.decks import Deck
from houseway.house.tables.fold_cards import WITH_CARDS, fold_with_cards
from houseway.house.tables.payloads import (
    Closed,
    Committed,
    ControllerBack,
    ControllerLost,
    Disabled,
    Enabled,
    Held,
    Joined,
    Left,
    Opened,
    Revealed,
    RoundCorrected,
    SatOut,
    Settled,
    ShortDocumented,
    Valued,
    Verified,
    Voided,
    Wagered,
    Withdrawn,
)
from houseway.house.tables.state import (
    FinishedRound,
    Hold,
    Phase,
    SeatedPlayer,
    TableChange,
    TableState,
    finished_round,
)
from houseway.money import parse_money
from houseway.values import changed


def fold(state: TableState, facts: EventFacts, secret: Secret) -> TableState:
    """The state after one more event."""
    after = state
    if facts.kind in _FOLDS:
        after = _FOLDS[facts.kind](state, facts.data)
    elif facts.kind in WITH_CARDS:
        after = fold_with_cards(state, facts, secret)
    elif isinstance(facts.data, TableChange):
        after = _with_sensing_time(state, facts.data.fold(state, facts.by), facts)
    if state.tray is not None and facts.postings:
        moved = sum(amount for account, amount in facts.postings if is_tray_account(account))
        after = changed(after, tray=state.tray + moved) if moved else after
    return changed(after, number=state.number + 1, since=_since(state, after, facts), phase=phase_of(after))


def _since(state: TableState, after: TableState, facts: EventFacts) -> str:
    """When the current time limit began: with the round's last step, or with the first wager on the next round."""
    if after.round is not state.round:
        return facts.shown_at if after.round is not None else ""
    if after.round is not None:
        return state.since
    return (state.since or facts.shown_at) if facts.kind == TableEvent.WAGERED or after.betting else ""


def _with_sensing_time(state: TableState, after: TableState, facts: EventFacts) -> TableState:
    """The state with the time at which its spots sensed what they say now."""
    if after.equipment.sensed in (None, state.equipment.sensed):
        return after
    return changed(after, equipment=changed(after.equipment, sensed_at=facts.shown_at))


def phase_of(state: TableState) -> Phase:
    """What the table waits for in this state."""
    if state.rules is None:
        return Phase.CLOSED
    if state.hold:
        return Phase.HELD
    if state.sealed is not None:
        return Phase.SEALED
    if state.round is None:
        return Phase.WAGERS
    if not state.round.dealt or state.round.needs_card:
        return Phase.CARDS
    return Phase.DECISIONS if state.round.turn is not None else Phase.FINISHED


def with_time(state: TableState, at: str) -> TableState:
    """A planned state with the time that its events were given."""
    if state.equipment.sensed_at == PENDING:
        state = changed(state, equipment=changed(state.equipment, sensed_at=at))
    return changed(state, since=at) if state.since == PENDING else state


# ---- one function for each kind of event


def _opened(state: TableState, data: Opened) -> TableState:
    return changed(
        state,
        rules=TableRules.from_json(data.rules),
        day=data.table.day,
        seated={},
        deck=None,
        controller=True,
        stopped="",
        finished=None,
        tray=parse_amount(data.table.tray) if data.table.tray else state.tray,
        equipment=state.equipment.after_round(),
        shares_entered=False,
        shares_call=0,
    )


def _closed(state: TableState, _data: Closed) -> TableState:
    return changed(state, rules=None, seated={}, deck=None, stopped="", finished=None, matters=(), valued=(), dealer="")


def _joined(state: TableState, data: Joined) -> TableState:
    seated = {**state.seated, data.seat: SeatedPlayer(seat=data.seat, player=data.player)}
    return changed(state, seated=dict(sorted(seated.items())))


def _left(state: TableState, data: Left) -> TableState:
    seat = data.seat
    if state.round is not None and state.seated[seat].wagers:
        return _with(state, seat, has_left=True)
    gave = (data.player,) if state.seated[seat].value_commitment else ()
    seated = {number: place for number, place in state.seated.items() if number != seat}
    return changed(state, seated=seated, valued=(*state.valued, *gave))


def _sat_out(state: TableState, data: SatOut) -> TableState:
    return _with(state, data.seat, sits_out=True)


def _committed(state: TableState, data: Committed) -> TableState:
    seated = {
        seat: changed(place, shuffle_value="", value_commitment="")
        if place.shuffle_value or place.value_commitment
        else place
        for seat, place in state.seated.items()
    }
    deck = Deck(number=data.deck, commitment=data.commitment)
    return changed(state, deck=deck, decks=data.deck, seated=seated, valued=())


def _revealed(state: TableState, _data: Revealed) -> TableState:
    return changed(state, deck=None)


def _valued(state: TableState, data: Valued) -> TableState:
    if data.value is not UNSET:
        return _with(state, data.seat, shuffle_value=data.value)
    return _with(state, data.seat, value_commitment=data.commitment)


def _wagered(state: TableState, data: Wagered) -> TableState:
    wagers = {name: parse_money(amount) for name, amount in data.wagers.items()}
    return _with(state, data.seat, wagers=wagers, sits_out=False)


def _withdrawn(state: TableState, data: Withdrawn) -> TableState:
    return _with(state, data.seat, wagers={})


def _over(state: TableState, data: Settled | Voided) -> TableState:
    """A round is settled or void: wagers are off the layout, and players who left are removed."""
    seated = {
        seat: changed(place, wagers={}) if place.wagers else place
        for seat, place in state.seated.items()
        if not place.has_left
    }
    return changed(
        state,
        round=None,
        contribution=None,
        seated=seated,
        finished=finished_round(data),
        entered_by=(),
        entry=None,
        sealed=None,
        equipment=state.equipment.after_round(),
        shares_entered=False,
        shares_call=0,
    )


def _round_corrected(state: TableState, data: RoundCorrected) -> TableState:
    """A round that was settled stands corrected; what was held of it is paid as it should have been."""
    finished = state.finished
    if finished is not None and finished.round == data.round:
        finished = FinishedRound(
            round=data.round,
            record=data.record,
            settlement=data.settlement,
            limited=data.limited,
            corrected=data.reason,
        )
    hold = None if state.hold and state.hold.round == data.round else state.hold
    return changed(state, finished=finished, hold=hold)


def _lost(state: TableState, _data: ControllerLost) -> TableState:
    """Jackpot wagers that are not yet in a round are handed back."""
    jackpot = state.open_rules.chosen.approval.jackpot
    seated = state.seated
    if jackpot and state.round is None:
        seated = {
            seat: changed(place, wagers={name: stake for name, stake in place.wagers.items() if name != jackpot.name})
            for seat, place in seated.items()
        }
    return changed(state, controller=False, seated=seated)


def _back(state: TableState, _data: ControllerBack) -> TableState:
    return changed(state, controller=True)


def _disabled(state: TableState, data: Disabled) -> TableState:
    return changed(state, stopped=data.reason) if state.rules else state


def _enabled(state: TableState, _data: Enabled) -> TableState:
    return changed(state, stopped="")


def _held(state: TableState, data: Held) -> TableState:
    awards = tuple((player, parse_money(amount)) for player, amount in data.awards)
    short = parse_money(data.short) if data.short else 0
    return changed(state, hold=Hold(round=data.round, awards=awards, entered_by=tuple(data.entered_by), short=short))


def _short_documented(state: TableState, _data: ShortDocumented) -> TableState:
    return changed(state, hold=None)


def _tray_moved(state: TableState, data: TrayMoved) -> TableState:
    return changed(state, tray=parse_amount(data.holds))


def _verified(state: TableState, data: Verified) -> TableState:
    if state.hold is None:
        return state
    verified = (*state.hold.verified, data.person)
    return changed(state, hold=None if data.last else changed(state.hold, verified=verified))


def _with(state: TableState, seat: int, **fields: Any) -> TableState:
    return changed(state, seated={**state.seated, seat: changed(state.seated[seat], **fields)})


_FOLDS: Final[Mapping[str, Callable[[TableState, Any], TableState]]] = {
    TableEvent.OPENED: _opened,
    TableEvent.CLOSED: _closed,
    TableEvent.JOINED: _joined,
    TableEvent.LEFT: _left,
    TableEvent.SAT_OUT: _sat_out,
    TableEvent.COMMITTED: _committed,
    TableEvent.REVEALED: _revealed,
    TableEvent.VALUED: _valued,
    TableEvent.WAGERED: _wagered,
    TableEvent.WITHDRAWN: _withdrawn,
    TableEvent.SETTLED: _over,
    TableEvent.VOIDED: _over,
    TableEvent.CONTROLLER_LOST: _lost,
    TableEvent.CONTROLLER_BACK: _back,
    TableEvent.DISABLED: _disabled,
    TableEvent.ENABLED: _enabled,
    TableEvent.HELD: _held,
    TableEvent.VERIFIED: _verified,
    CorrectionEvent.ROUND: _round_corrected,
    TrayEvent.MOVED: _tray_moved,
    TrayEvent.SHORT: _short_documented,
}
