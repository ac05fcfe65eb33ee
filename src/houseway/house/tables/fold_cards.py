"""How a round's deal, entries and decisions are folded: the events that need the secrets of the deal.

Events hold no hidden card of an open round: hands come from the deck's secret seed or a sealed entry, so the fold gets
a function that looks up secrets.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import UNSET

from houseway.cards.card import Card
from houseway.games.round.round import Seat
from houseway.house.log.aggregate import EventFacts, Secret
from houseway.house.log.kinds import CorrectionEvent, TableEvent
from houseway.house.log.ledger import cents
from houseway.house.log.log import KeyMissing
from houseway.house.log.names import player_account
from houseway.house.tables.dealing import deal_entered, draw_cards, with_order
from houseway.house.tables.decks import deal_round
from houseway.house.tables.payloads import Dealt, Decided, Entered, EntryCorrected
from houseway.house.tables.stakes import new_round
from houseway.house.tables.state import SeatedPlayer, StaffEntry, TableState, open_round
from houseway.values import changed


def fold_with_cards(state: TableState, facts: EventFacts, secret: Secret) -> TableState:
    """The state with the round's cards, or without them where their key is not available."""
    if state.sealed is None:
        try:
            return _with_entry(state, WITH_CARDS[facts.kind](state, facts.data, secret), facts)
        except KeyMissing:
            pass
    return _with_entry(state, _fold_sealed(state, facts), facts)


def _with_entry(before: TableState, after: TableState, facts: EventFacts) -> TableState:
    """The state with what staff entered for the round, cards or a player's decision, and who entered it."""
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
    payload = facts.data
    before = state.entry.before if isinstance(payload, EntryCorrected) and state.entry else state.round
    seat, card = (payload.seat, "") if isinstance(payload, Decided) else (getattr(payload, "seat", 0), payload.card)
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


# ---- one function for each kind of event


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
        valued=(),
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


WITH_CARDS: Final[Mapping[str, Callable[[TableState, Any, Secret], TableState]]] = {
    TableEvent.DEALT: _dealt,
    TableEvent.ENTERED: _entered,
    TableEvent.DECIDED: _decided,
    CorrectionEvent.ENTRY: _entry_corrected,
}
