"""How a table's state follows from the events of its stream: one function for each kind of event.

Events hold no hidden card of an open round: hands come from the deck's secret seed, so the fold is handed a way to look
secrets up.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import UNSET

from houseway.cards.card import Card
from houseway.games.round import Seat
from houseway.house.log.aggregate import PENDING, EventFacts, Secret
from houseway.house.log.kinds import CorrectionEvent, TableEvent, TrayEvent
from houseway.house.log.ledger import cents, parse_amount
from houseway.house.log.log import KeyMissing
from houseway.house.log.names import is_tray_account, player_account
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables.dealing import deal_entered, draw_cards, with_order
from houseway.house.tables.decks import Deck, deal_round
from houseway.house.tables.payloads import (
    Closed,
    Committed,
    ControllerBack,
    ControllerLost,
    Dealt,
    Decided,
    Disabled,
    Enabled,
    Entered,
    EntryCorrected,
    Held,
    Joined,
    Left,
    Opened,
    Revealed,
    RoundCorrected,
    SatOut,
    Settled,
    ShortDocumented,
    TrayMoved,
    Valued,
    Verified,
    Voided,
    Wagered,
    Withdrawn,
)
from houseway.house.tables.stakes import new_round
from houseway.house.tables.state import (
    FinishedRound,
    Hold,
    Phase,
    SeatedPlayer,
    StaffEntry,
    TableState,
    finished_round,
    open_round,
)
from houseway.money import parse_money
from houseway.values import changed


def fold(state: TableState, facts: EventFacts, secret: Secret) -> TableState:
    """The state after one more event."""
    after = state
    if facts.kind in _FOLDS:
        after = _FOLDS[facts.kind](state, facts.data)
    elif facts.kind in _WITH_CARDS:
        after = _fold_with_cards(state, facts, secret)
    if state.tray is not None and facts.postings:
        moved = sum(amount for account, amount in facts.postings if is_tray_account(account))
        after = changed(after, tray=state.tray + moved) if moved else after
    return changed(after, number=state.number + 1, since=_since(state, after, facts), phase=phase_of(after))


def _fold_with_cards(state: TableState, facts: EventFacts, secret: Secret) -> TableState:
    """The state with the round's cards, or without them where the key that seals them is not at hand."""
    if state.sealed is None:
        try:
            return _with_entry(state, _WITH_CARDS[facts.kind](state, facts.data, secret), facts)
        except KeyMissing:
            pass
    return _with_entry(state, _fold_sealed(state, facts), facts)


def _with_entry(before: TableState, after: TableState, facts: EventFacts) -> TableState:
    """The state with what staff entered for the round, cards or a decision of another one's seat, and who did."""
    if facts.kind == TableEvent.DEALT or (facts.kind == TableEvent.DECIDED and not _is_staffs(before, facts)):
        return changed(after, entry=None) if after.entry is not None else after
    entered_by = after.entered_by
    if facts.by and facts.by not in entered_by:
        entered_by = (*entered_by, facts.by)
    return changed(after, entered_by=entered_by, entry=_entry(before, facts))


def _is_staffs(state: TableState, facts: EventFacts) -> bool:
    """Whether a decision was entered by somebody else than the player, or time."""
    return bool(facts.by) and facts.by != state.seated[facts.data.seat].player


def _entry(state: TableState, facts: EventFacts) -> StaffEntry | None:
    """An entry as it can be corrected: a correction takes the place of the one before it."""
    if state.round is None or state.sealed is not None:
        return None
    told = facts.data
    before = state.entry.before if isinstance(told, EntryCorrected) and state.entry else state.round
    seat, card = (told.seat, "") if isinstance(told, Decided) else (getattr(told, "seat", 0), told.card)
    return StaffEntry(number=state.number + 1, by=facts.by, before=before, card=card, seat=seat)


def _fold_sealed(state: TableState, facts: EventFacts) -> TableState:
    """Who plays and what is staked are known without the cards, so that every stake can go back."""
    if facts.kind == TableEvent.DEALT:
        return changed(_begun(state, facts.data), sealed={})
    added = dict(state.sealed or {})
    for place in state.seated.values():
        paid = sum(amount for account, amount in facts.postings if account == player_account(place.player))
        if paid:
            added[place.player] = added.get(place.player, 0) - paid // cents(1)
    return changed(state, sealed=added)


def _since(state: TableState, after: TableState, facts: EventFacts) -> str:
    """When what runs out began: with the step that a round took, or with the first wager on the next one."""
    if after.round is not state.round:
        return facts.shown_at if after.round is not None else ""
    if after.round is not None:
        return state.since
    return (state.since or facts.shown_at) if facts.kind == TableEvent.WAGERED or after.betting else ""


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
    if not state.round.dealt or state.round.wants_card:
        return Phase.CARDS
    return Phase.DECISIONS if state.round.turn is not None else Phase.FINISHED


def with_time(state: TableState, at: str) -> TableState:
    """A planned state with the time that its events were given."""
    return changed(state, since=at) if state.since == PENDING else state


# ---- one function for each kind of event


def _opened(state: TableState, data: Opened) -> TableState:
    rules = TableRules.from_json(data.rules)
    return changed(
        state, rules=rules, day=data.table.day, seated={}, deck=None, controller=True, stopped="", finished=None
    )


def _closed(state: TableState, _data: Closed) -> TableState:
    return changed(state, rules=None, seated={}, deck=None, stopped="", finished=None)


def _joined(state: TableState, data: Joined) -> TableState:
    seated = {**state.seated, data.seat: SeatedPlayer(seat=data.seat, player=data.player)}
    return changed(state, seated=dict(sorted(seated.items())))


def _left(state: TableState, data: Left) -> TableState:
    seat = data.seat
    if state.round is not None and state.seated[seat].wagers:
        return _with(state, seat, has_left=True)
    return changed(state, seated={number: place for number, place in state.seated.items() if number != seat})


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
    return changed(state, deck=deck, decks=data.deck, seated=seated)


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


def _begun(state: TableState, data: Dealt) -> TableState:
    """A round begins, its cards not yet dealt; the first one of a deck fixes the deck's values."""
    rules, seated, deck = state.open_rules, state.seated, state.deck
    seats = [Seat(number=seat, wagers=seated[seat].wagers, player=seated[seat].player) for seat in data.seats]
    if deck is not None and deck.values is None and data.values is not UNSET:
        deck = changed(deck, values=tuple(data.values))
        seated = {seat: _without_commitment(place) for seat, place in seated.items()}
    return changed(
        state,
        round=new_round(rules, seats),
        rounds=data.round,
        contribution=data.sensed,
        finished=None,
        deck=deck,
        seated=seated,
        entered_by=(),
        entry=None,
    )


def _without_commitment(place: SeatedPlayer) -> SeatedPlayer:
    return changed(place, value_commitment="") if place.value_commitment else place


def _dealt(state: TableState, data: Dealt, secret: Secret) -> TableState:
    rules, after = state.open_rules, _begun(state, data)
    if after.deck is None:
        return after
    deck = with_order(after.deck, rules, secret)
    now, deck = draw_cards(*deal_round(open_round(after), deck), rules, secret)
    return changed(after, round=now, deck=deck)


def _entered(state: TableState, data: Entered, secret: Secret) -> TableState:
    now = open_round(state)
    if data.card:
        return changed(state, round=now.take(Card.parse(data.card, field="card")))
    return changed(state, round=deal_entered(now, data.deal, secret))


def _decided(state: TableState, data: Decided, secret: Secret) -> TableState:
    now = open_round(state).decide(data.decision)
    deck = state.deck
    if deck is not None:
        now, deck = draw_cards(now, deck, state.open_rules, secret)
    return changed(state, round=now, deck=deck)


def _entry_corrected(state: TableState, data: EntryCorrected, secret: Secret) -> TableState:
    """The round as it was before the entry, with what is entered in its place."""
    before = changed(state, round=state.entry.before if state.entry else state.round)
    if data.seat:
        return changed(before, round=open_round(before).decide(data.decision))
    return _entered(before, Entered(round=data.round, card=data.card, deal=data.deal), secret)


def _over(state: TableState, data: Settled | Voided) -> TableState:
    """A round is settled or void: wagers are off the layout, and who left is gone."""
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


_WITH_CARDS: Final[Mapping[str, Callable[[TableState, Any, Secret], TableState]]] = {
    TableEvent.DEALT: _dealt,
    TableEvent.ENTERED: _entered,
    TableEvent.DECIDED: _decided,
    CorrectionEvent.ENTRY: _entry_corrected,
}
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
