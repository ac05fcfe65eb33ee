"""Wins of a declared game outside houseway: two persons enter a win, and two others verify a large one before payment.

Entering a win lowers or resets the meter, so that the next win finds the right meter, and fixes the amount. The cage
pays a small win at once. An amount counts together with everything that people's entries took out of the meter in the
last 24 hours. Above the jackpot's `verify-above` the cage pays only after two persons have verified the win, unless two
others reject it.
"""

from datetime import datetime
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from houseway.errors import InvalidInput, NotAllowedNow, NotApproved
from houseway.games.game import Game
from houseway.games.round.jackpot import JackpotResult
from houseway.house.jackpots.desk import JackpotDesk, JackpotPlan, require_two_persons
from houseway.house.jackpots.entered_awards import awards_since, paid_unverified
from houseway.house.jackpots.events import award_events, merge_postings
from houseway.house.jackpots.outside import SEAT, outside_award, require_declared
from houseway.house.jackpots.payloads import HELD, PAID, Awarded, HeldAward, WinRejected, WinVerified
from houseway.house.jackpots.state import JackpotState
from houseway.house.log.events import Event, NewEvent
from houseway.house.log.ledger import Posting, Units, cents, format_units, move
from houseway.house.log.log import Log
from houseway.house.log.names import BANK, PLAYERS, JackpotPot, TablePot, jackpot_account, table_account
from houseway.house.log.texts import require_text
from houseway.house.people.act import Act, ActInput
from houseway.house.people.act_fields import Words
from houseway.house.people.rights import FLOOR, SUPERVISOR, Right
from houseway.house.people.single_person_totals import since
from houseway.house.people.verifying import VERIFY, permit_verifier, require_new_verifier
from houseway.house.sheets.sheet import VERIFY_ABOVE
from houseway.money import Cents, format_money, parse_money
from houseway.values import changed

LONGEST_PLAYER: Final = 60  # characters of the name of somebody who won outside
_ENTERED: Final = "who entered the win, or has won it"


class AwardOutsideWin(ActInput, frozen=True, kw_only=True):
    """Enter a win of a declared game outside houseway; the meter as it stands says how much, and the cage pays.

    `won_as` is a game of ours with the pay table of the jackpot. The player has no account here: the money leaves.
    """

    game: str
    line: str
    won_as: Game
    player: str


def _award_outside_win(plan: JackpotPlan, desk: JackpotDesk, asked: AwardOutsideWin) -> None:
    require_two_persons(desk, "award outside win")
    if not asked.player.strip() or len(asked.player) > LONGEST_PLAYER or not asked.player.isprintable():
        raise InvalidInput(f"must be 1 to {LONGEST_PLAYER} characters", field="player")
    state = plan.state
    require_declared(state, asked.game)
    result = outside_award(state, asked.won_as, asked.line)
    is_held = is_large_win(desk.log, state, result, desk.log.clock())
    entered_by = (desk.by, desk.second) if is_held else ()
    guarded = [] if desk.people is None else [BANK]
    for event in outside_award_events(state, result, asked.game, asked.player, entered_by):
        payload = event.data
        signed = msgspec.structs.replace(payload, second=desk.second) if isinstance(payload, Awarded) else payload
        plan.add_event(changed(event, data=signed), by=desk.by, guarded=guarded)


def is_large_win(log: Log, state: JackpotState, result: JackpotResult, now: datetime, until: int | None = None) -> bool:
    """Whether two others must verify a win, counted with the entries of the 24 hours before it."""
    most = min(state.posted.verify_above or VERIFY_ABOVE, VERIFY_ABOVE)
    return paid_unverified(awards_since(log, state.name, since(now), until)) + _paid(result) > most


def _paid(result: JackpotResult) -> Cents:
    return sum(award.amount for award in result.awards if award.from_meter)


def outside_award_events(
    state: JackpotState, result: JackpotResult, game: str, player: str, entered_by: tuple[str, ...]
) -> list[NewEvent]:
    """The events of an outside win: the meter no longer owes it, and the cage pays it now, or later if it is held."""
    payees, entered = {SEAT: table_account(game, TablePot.PROGRESSIVE)}, HELD if entered_by else PAID
    paid = _paid(result)
    if entered_by:
        held = HeldAward(
            award=state.number + 1, game=game, player=player, amount=format_money(paid), entered_by=entered_by
        )
        state = changed(state, held=(*state.held, held))
    won, *fed = award_events(state, result, payees, table=game, round_number=0, players={SEAT: player}, entered=entered)
    cash = () if entered_by else move(cents(paid), out_of=BANK, into=PLAYERS)
    return [changed(won, postings=merge_postings(*won.postings, *cash)), *fed]


def _is_same_win(_desk: JackpotDesk, asked: AwardOutsideWin, event: Event) -> bool:
    if event.kind != Awarded.KIND:
        return False
    payload = event.read(Awarded)
    awards = [(one.line, one.player) for one in payload.awards]
    return payload.table == asked.game and awards == [(asked.line, asked.player)]


# ---- those that wait

AwardNumber = Annotated[
    int, Meta(ge=0, le=10**12, description="The number of the event that awards it; needed where several wait.")
]


class VerifyOutsideWin(ActInput, frozen=True, kw_only=True):
    """Verify a held win of a game outside; when a second person has, the cage pays it."""

    award: AwardNumber = 0


def _verify_outside_win(plan: JackpotPlan, desk: JackpotDesk, asked: VerifyOutsideWin) -> None:
    verified = next((one.verified for one in plan.state.held if asked.award in (0, one.award)), ())
    is_last = permit_verifier(desk, verified)
    held = find_held(plan.state, asked.award)
    require_new_verifier(desk.by, held.verified)
    if not desk.is_one_person_house:
        require_uninvolved(held, desk.by)
    if is_last and desk.people is not None and (in_bank := desk.log.balance(BANK)) < _amount(held):
        reason = f"the bank holds {format_units(in_bank)} of {held.amount}; draw from the jackpot's account, or fund it"
        raise NotAllowedNow(reason, field="cage")
    after = after_verified(plan.state, held, desk.by, is_last=is_last)
    seen = WinVerified(award=held.award, person=desk.by, last=is_last, jackpot=after.summary())
    guarded = [] if desk.people is None else [BANK]
    plan.add(seen, by=desk.by, postings=verified_postings(held) if is_last else (), guarded=guarded)


def find_held(state: JackpotState, award: int) -> HeldAward:
    """The held win with this number, or the only one that waits."""
    meant = [one for one in state.held if award in (0, one.award)]
    if not meant:
        raise NotAllowedNow("no such win waits to be verified", field=f"jackpot {state.name}")
    if len(meant) > 1:
        waiting = ", ".join(f"{one.award} ({one.player}, {one.amount})" for one in meant)
        raise InvalidInput(f"several wins wait: {waiting}", field="award")
    return meant[0]


def require_uninvolved(held: HeldAward, *persons: str) -> None:
    """Refuse those who entered a win, or have won it."""
    for who in persons:
        if who in (*held.entered_by, held.player):
            raise NotApproved("entered this win, or has won it; others verify it", field=who)


def after_verified(state: JackpotState, held: HeldAward, person: str, *, is_last: bool) -> JackpotState:
    """The jackpot after one more person has verified a win; after the last one the win no longer waits."""
    if is_last:
        return without_held(state, held)
    seen = msgspec.structs.replace(held, verified=(*held.verified, person))
    return changed(state, held=tuple(seen if one == held else one for one in state.held))


def without_held(state: JackpotState, held: HeldAward) -> JackpotState:
    """The jackpot without a win that waited."""
    return changed(state, held=tuple(one for one in state.held if one != held))


def verified_postings(held: HeldAward) -> tuple[Posting, ...]:
    """The postings by which the cage pays a verified win."""
    return move(_amount(held), out_of=BANK, into=PLAYERS)


def _amount(held: HeldAward) -> Units:
    return cents(parse_money(held.amount, zero=True))


class RejectOutsideWin(ActInput, frozen=True, kw_only=True):
    """Reject a held win of an outside game that was not won; the meter gets its money back.

    A reset that the win has caused stays; two persons take it back with `adjust`.
    """

    reason: Annotated[Words, Meta(description="What was wrong.", extra={"argument": True})]
    award: AwardNumber = 0


def _reject_outside_win(plan: JackpotPlan, desk: JackpotDesk, asked: RejectOutsideWin) -> None:
    require_two_persons(desk, "reject outside win")
    require_text(asked.reason, field="reason")
    held = find_held(plan.state, asked.award)
    require_uninvolved(held, desk.by, desk.second)
    after = changed(without_held(plan.state, held), hits=plan.state.hits - 1)
    overflow = returned_overflow(plan.state, held)
    rejected = WinRejected(
        award=held.award,
        amount=held.amount,
        reason=asked.reason,
        second=desk.second,
        overflow=format_units(overflow) if overflow else "",
        jackpot=after.summary(),
    )
    plan.add(rejected, by=desk.by, postings=rejected_postings(plan.state, held))


def returned_overflow(state: JackpotState, held: HeldAward) -> Units:
    """The part of a rejected win for which the meter has no more room."""
    return 0 if state.room is None else max(0, _amount(held) - state.room)


def rejected_postings(state: JackpotState, held: HeldAward) -> tuple[Posting, ...]:
    """The postings that return a rejected win to the meter; above the cap it overflows."""
    amount, overflow = _amount(held), returned_overflow(state, held)
    return merge_postings(
        Posting(table_account(held.game, TablePot.PROGRESSIVE), -amount),
        Posting(jackpot_account(state.name, JackpotPot.METER), amount - overflow),
        Posting(jackpot_account(state.name, JackpotPot.OVERFLOW), overflow),
    )


AWARD_OUTSIDE_WIN: Final = Act(
    "outside-win",
    AwardOutsideWin,
    Right("award outside win", SUPERVISOR, second=FLOOR),
    (Awarded,),
    _award_outside_win,
    match=_is_same_win,
    is_offered=False,
)
VERIFY_OUTSIDE_WIN: Final = Act(
    "verify",
    VerifyOutsideWin,
    VERIFY,
    (WinVerified,),
    _verify_outside_win,
    "verify royal --as sam",
    never=_ENTERED,
    says=lambda desk, _: {"person": desk.by},
    asks_right_first=False,
    is_signed_singly=True,
)
REJECT_OUTSIDE_WIN: Final = Act(
    "reject",
    RejectOutsideWin,
    Right("reject outside win", SUPERVISOR, second=FLOOR),
    (WinRejected,),
    _reject_outside_win,
    'reject royal "the hand was a straight" --as sam --second deb',
    never=_ENTERED,
)
