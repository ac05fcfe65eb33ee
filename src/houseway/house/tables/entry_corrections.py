"""Correct a mistyped card or decision before anything depends on it: with a new event, never an edit.

Only the last entry of an open round can be corrected, and only by the person who made it: they know the cards, so a
refusal reveals nothing to them. Anything that was decided, drawn or settled after an entry depends on it. What the
wrong entry has shown must not reveal a hidden card: lights of a hidden card stay as they were shown, a card that
somebody saw by mistake must not be one that is hidden from them now, and a decision that opened cards stands.
"""

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import Meta

from houseway.cards.card import Card
from houseway.errors import InvalidInput, NotAllowedNow, NotApproved
from houseway.games.round.decision import Decision
from houseway.games.round.round import Round
from houseway.house.log.events import Event
from houseway.house.log.ledger import Posting
from houseway.house.log.texts import require_text
from houseway.house.people.act import Act, ActInput
from houseway.house.people.act_fields import Cards, Deal, Words
from houseway.house.people.rights import FLOOR, Right
from houseway.house.tables.course import go_on, require_playing
from houseway.house.tables.dealing import deal_text
from houseway.house.tables.desk import TableDesk, TablePlan
from houseway.house.tables.device_checks import reading_contradiction
from houseway.house.tables.payloads import EntryCorrected
from houseway.house.tables.staff_acts import one_card
from houseway.house.tables.stakes import added_stakes, stake_postings
from houseway.house.tables.state import Phase, StaffEntry, TableState, open_round

_CALL_OFF = "call the round off"


class CorrectEntry(ActInput, frozen=True, kw_only=True):
    """Correct what you entered last in the open round, while nothing depends on it: a deal, a card or a decision.

    A deal is given again as a whole. Once anything was decided or drawn after it, or where what was shown would reveal
    a hidden card, it is refused: call the round off, or correct it when it is settled.
    """

    reason: Annotated[Words, Meta(description="What was wrong.")] = "mistyped"
    cards: Annotated[Cards | None, Meta(description="The card that was entered last, as it should have been.")] = None
    deal: Annotated[Deal | None, Meta(description="The whole deal as it should have been.")] = None
    seat: Annotated[int, Meta(ge=0, le=7, description="The seat of the decision that was entered last.")] = 0
    decision: Annotated[
        Annotated[str, Meta(max_length=80)] | None, Meta(description="That decision as the player said it.")
    ] = None


def _correct_entry(plan: TablePlan, desk: TableDesk, asked: CorrectEntry) -> None:
    require_text(asked.reason, field="reason")
    if sum(one is not None for one in (asked.deal, asked.cards, asked.decision)) != 1:
        raise InvalidInput("give a deal, a card or a decision", field="cards")
    if asked.deal is not None:
        _correct_deal(plan, desk, asked.deal, asked.reason)
    elif asked.cards is not None:
        _correct_card(plan, desk, one_card(asked.cards), asked.reason)
    else:
        _correct_decision(plan, desk, asked)
    go_on(plan, desk.services)


def _correct_deal(plan: TablePlan, desk: TableDesk, deal: Deal, reason: str) -> None:
    """The deal that was entered last, entered again as it should have been: all of it, for some is face down."""
    entry = _last_entry(plan)
    if entry.card or entry.seat:
        raise NotAllowedNow(f"what was entered last is {_what(entry)}, and depends on the deal", field="entry")
    _require_own(entry, desk.by)
    require_playing(entry.before, deal.hands)
    corrected = entry.before.deal_hands(deal.hands, deal.dealer, deal.board)
    _require_hidden(open_round(plan.state), corrected)
    if why := reading_contradiction(plan.state, corrected, desk.secret):
        raise NotAllowedNow(why, field="dealer")
    digest = plan.keep(deal_text(deal.hands, deal.dealer, deal.board, desk.services.entropy()))
    plan.add(EntryCorrected(round=plan.state.rounds, entry=entry.number, reason=reason, deal=digest), by=desk.by)


def _correct_card(plan: TablePlan, desk: TableDesk, card: str, reason: str) -> None:
    """The card of a real shoe that was entered last."""
    entry = _last_entry(plan)
    if not entry.card:
        raise NotAllowedNow(f"what was entered last is {_what(entry)}, and no card", field="entry")
    _require_own(entry, desk.by)
    _require_hidden(open_round(plan.state), entry.before.take(Card.parse(card)))
    plan.add(EntryCorrected(round=plan.state.rounds, entry=entry.number, reason=reason, card=card), by=desk.by)


def _correct_decision(plan: TablePlan, desk: TableDesk, asked: CorrectEntry) -> None:
    """The decision that staff entered last for a player; the corrected decision's stakes replace the old ones."""
    entry, seat = _last_entry(plan), asked.seat
    if not entry.seat or entry.seat != seat:
        raise NotAllowedNow(f"what was entered last is {_what(entry)}", field=f"seat {seat}")
    _require_own(entry, desk.by)
    before, rules = entry.before, plan.state.open_rules
    if _seen_cards(before) != _seen_cards(open_round(plan.state)):
        raise NotAllowedNow(f"cards were shown after the decision; {_CALL_OFF}", field=f"seat {seat}")
    decision = str(Decision.parse(asked.decision or ""))

    def stakes(now: TableState, after: TableState) -> Sequence[Posting]:
        corrected_stakes = added_stakes(open_round(after), seat)
        rules.require_stake(corrected_stakes - added_stakes(before, seat))
        more = corrected_stakes - added_stakes(open_round(now), seat)
        return stake_postings(rules.name, now.seated[seat].player, more)

    corrected = EntryCorrected(
        round=plan.state.rounds, entry=entry.number, reason=asked.reason, seat=seat, decision=decision
    )
    plan.add(corrected, by=desk.by, postings=stakes)


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
    """Refuse a correction if what was shown by mistake would then reveal a hidden card to somebody."""
    down = [place for place, card in enumerate(shown.seen_dealer()) if card is None]
    if shown.lights() is not None and any(shown.dealer[place] != corrected.dealer[place] for place in down):
        raise NotAllowedNow(f"the lights of the dealer's hidden cards were shown; {_CALL_OFF}", field="dealer")
    for viewer in (0, *(seat.number for seat in shown.seats)):
        (seen, _), (open_now, hidden_now) = _sorted_cards(shown, viewer), _sorted_cards(corrected, viewer)
        known = [card for card in seen if card not in open_now and card in hidden_now]
        if known:
            who = f"seat {viewer}" if viewer else "everybody"
            raise NotAllowedNow(
                f"{who} was shown {known[0]}, which is hidden from them now; {_CALL_OFF}", field="cards"
            )


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
    """Everything that anybody sees of a round's cards."""
    viewers = [seat.number for seat in now.seats]
    cards: list[object] = [now.seen_dealer(), now.seen_board(), now.drawn, now.lights()]
    return cards + [now.sees_cards_of(viewer, seat) for viewer in (0, *viewers) for seat in now.seats]


def _is_same_correction(_desk: TableDesk, asked: CorrectEntry, event: Event) -> bool:
    """The cards of a deal are not compared: the answer would help somebody guess a hidden card."""
    if event.kind != EntryCorrected.KIND:
        return False
    payload = event.read(EntryCorrected)
    if asked.deal is not None:
        return bool(payload.deal)
    return payload.card == one_card(asked.cards) if asked.cards is not None else payload.seat == asked.seat


CORRECT_ENTRY: Final = Act(
    "correct",
    CorrectEntry,
    Right("correct entry", FLOOR, note="only your own last entry, before anything depends on it"),
    (EntryCorrected,),
    _correct_entry,
    'correct 7 --hand 1="Ah Kh" --dealer "9h 2c" --board "Kd 7s 7c 2d Jh" --as dan',
    never="who did not enter it",
    match=_is_same_correction,
    is_timely=True,
)
