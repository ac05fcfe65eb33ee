"""A mistyped card or decision, corrected before anything depends on it: an event of its own, never an edit.

Only the last entry of an open round can be corrected, and only by who made it: they know the cards, so no refusal tells
them anything. Anything that was decided, drawn or settled after an entry depends on it. What the entry has shown must
not become knowledge of a card that is hidden: lights of a hidden card stay as they were shown, a card that somebody saw
by mistake must not be one that is hidden from them now, and a decision that opened cards stands.
"""

from collections.abc import Mapping, Sequence

from houseway.cards.card import Card
from houseway.errors import NotAllowedNow, NotApproved
from houseway.games.round.decision import Decision
from houseway.games.round.round import Round
from houseway.house.log.kinds import CorrectionEvent
from houseway.house.log.ledger import Posting
from houseway.house.tables.acts import go_on, require_playing
from houseway.house.tables.dealing import deal_text
from houseway.house.tables.payloads import EntryCorrected
from houseway.house.tables.settling import TablePlan, TableServices
from houseway.house.tables.stakes import added_stakes, stake_postings
from houseway.house.tables.state import Phase, StaffEntry, TableState, open_round

_CALL_OFF = "call the round off"


def correct_deal(
    plan: TablePlan,
    services: TableServices,
    hands: Mapping[int, Sequence[Card]],
    dealer: Sequence[Card],
    board: Sequence[Card] = (),
    *,
    reason: str,
    by: str = "",
) -> None:
    """The deal that was entered last, entered again as it should have been: all of it, for some is face down."""
    entry = _last_entry(plan)
    if entry.card or entry.seat:
        raise NotAllowedNow(f"what was entered last is {_what(entry)}, and depends on the deal", field="entry")
    _require_own(entry, by)
    require_playing(entry.before, hands)
    _require_hidden(open_round(plan.state), entry.before.deal_hands(hands, dealer, board))
    kept = plan.keep(deal_text(hands, dealer, board, services.entropy()))
    _add(plan, EntryCorrected(round=plan.state.rounds, entry=entry.number, reason=reason, deal=kept), by)
    go_on(plan, services)


def correct_card(plan: TablePlan, services: TableServices, card: Card, *, reason: str, by: str = "") -> None:
    """The card of a real shoe that was entered last."""
    entry = _last_entry(plan)
    if not entry.card:
        raise NotAllowedNow(f"what was entered last is {_what(entry)}, and no card", field="entry")
    _require_own(entry, by)
    _require_hidden(open_round(plan.state), entry.before.take(card))
    _add(plan, EntryCorrected(round=plan.state.rounds, entry=entry.number, reason=reason, card=str(card)), by)
    go_on(plan, services)


def correct_decision(
    plan: TablePlan, services: TableServices, seat: int, text: str, *, reason: str, by: str = ""
) -> None:
    """The decision that staff entered last for a player; its stakes go back and the others come in their place."""
    entry = _last_entry(plan)
    if not entry.seat or entry.seat != seat:
        raise NotAllowedNow(f"what was entered last is {_what(entry)}", field=f"seat {seat}")
    _require_own(entry, by)
    before, rules = entry.before, plan.state.open_rules
    if _seen_cards(before) != _seen_cards(open_round(plan.state)):
        raise NotAllowedNow(f"cards were shown after the decision; {_CALL_OFF}", field=f"seat {seat}")
    decided = str(Decision.parse(text))

    def stakes(now: TableState, after: TableState) -> Sequence[Posting]:
        wanted = added_stakes(open_round(after), seat)
        rules.require_stake(wanted - added_stakes(before, seat))
        more = wanted - added_stakes(open_round(now), seat)
        return stake_postings(rules.name, now.seated[seat].player, more)

    told = EntryCorrected(round=plan.state.rounds, entry=entry.number, reason=reason, seat=seat, decision=decided)
    plan.add(CorrectionEvent.ENTRY, told, by=by, postings=stakes)
    go_on(plan, services)


def _add(plan: TablePlan, told: EntryCorrected, by: str) -> None:
    plan.add(CorrectionEvent.ENTRY, told, by=by)


def _last_entry(plan: TablePlan) -> StaffEntry:
    """What was entered last, where nothing depends on it."""
    state = plan.state
    if state.round is None:
        raise NotAllowedNow("no round is open; a settled one is corrected by two persons", field="round")
    if state.phase == Phase.SEALED:
        raise NotAllowedNow(f"the key of its cards is not here; {_CALL_OFF}", field="round")
    if state.entry is None:
        entered = "a decision depends on what was entered" if state.round.dealt else "nothing was entered"
        raise NotAllowedNow(f"{entered}; {_CALL_OFF}, or correct it when it is settled", field="entry")
    return state.entry


def _require_own(entry: StaffEntry, by: str) -> None:
    if entry.by != by:
        raise NotApproved(f"{entry.by or 'nobody'} entered it and corrects it; else {_CALL_OFF}", field=by)


def _what(entry: StaffEntry) -> str:
    if entry.seat:
        return f"a decision of seat {entry.seat}"
    return f"the card {entry.card}" if entry.card else "the deal"


# ---- what was seen


def _require_hidden(shown: Round, corrected: Round) -> None:
    """Refuse a correction after which what was shown by mistake would tell somebody of a card that is hidden."""
    down = [place for place, card in enumerate(shown.seen_dealer()) if card is None]
    if shown.lights() is not None and any(shown.dealer[place] != corrected.dealer[place] for place in down):
        raise NotAllowedNow(f"the lights of the dealer's hidden cards were shown; {_CALL_OFF}", field="dealer")
    for viewer in (0, *(seat.number for seat in shown.seats)):
        (seen, _), (open_now, hidden_now) = _sorted_cards(shown, viewer), _sorted_cards(corrected, viewer)
        told = [card for card in seen if card not in open_now and card in hidden_now]
        if told:
            who = f"seat {viewer}" if viewer else "everybody"
            raise NotAllowedNow(f"{who} was shown {told[0]}, which is hidden from them now; {_CALL_OFF}", field="cards")


def _sorted_cards(now: Round, viewer: int) -> tuple[list[Card], list[Card]]:
    """The cards of a round that a viewer sees, and those that are hidden from them; cards drawn are open."""
    seen, hidden = list(now.drawn), list[Card]()
    for cards, shown in ((now.dealer, now.seen_dealer()), (now.board, now.seen_board())):
        for card, face in zip(cards, shown, strict=False):
            (hidden if face is None else seen).append(card)
    for seat in now.seats:
        (seen if now.sees_cards_of(viewer, seat) else hidden).extend(seat.cards)
    return seen, hidden


def _seen_cards(now: Round) -> list[object]:
    """All that anybody sees of a round's cards."""
    viewers = [seat.number for seat in now.seats]
    cards: list[object] = [now.seen_dealer(), now.seen_board(), now.drawn, now.lights()]
    return cards + [now.sees_cards_of(viewer, seat) for viewer in (0, *viewers) for seat in now.seats]
