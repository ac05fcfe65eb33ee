"""Wins that wait: two persons verify a large one, or pay one that the tray was short of.

A tray that was ever filled is counted. Where it holds less than a round pays, what the winners get waits: until the
tray is filled and two persons have verified it, or until two persons document the short and pay all the same.
"""

from typing import Annotated, Final

from msgspec import Meta

from houseway.errors import NotAllowedNow, NotApproved
from houseway.house.jackpots.events import merge_postings
from houseway.house.log.ledger import Posting, cents, format_units
from houseway.house.log.names import TablePot, player_account, table_account
from houseway.house.log.texts import require_text
from houseway.house.people.act import Act, ActInput
from houseway.house.people.act_fields import Words
from houseway.house.people.rights import FLOOR, SUPERVISOR, Right
from houseway.house.people.verifying import VERIFY, permit_verifier, require_new_verifier, require_person
from houseway.house.tables.desk import TableDesk, TablePlan
from houseway.house.tables.payloads import ShortDocumented, Verified
from houseway.house.tables.state import Hold
from houseway.money import format_money

INVOLVED: Final = "who entered cards or decisions of the round, or plays at the table"


class VerifyWin(ActInput, frozen=True, kw_only=True):
    """Verify a win that the table holds; when a second person has, it is paid."""


def _verify_win(plan: TablePlan, desk: TableDesk, _asked: VerifyWin) -> None:
    """One of two different persons has verified the hand; after the second the win is paid.

    Neither of them has entered cards or decisions of the round or plays at the table. In a one-person practice house
    one verification is enough.
    """
    by = desk.by
    last = permit_verifier(desk, plan.state.hold.verified if plan.state.hold else ())
    hold = _hold(plan)
    require_new_verifier(by, hold.verified)
    if not desk.is_one_person_house:
        _require_uninvolved(plan, hold, by)
    if last and hold.short and cents(hold.short) > (plan.state.tray or 0):
        tray = plan.state.tray or 0
        held, missing = format_units(tray), format_units(cents(hold.short) - tray)
        raise NotAllowedNow(f"the tray holds {held} and lacks {missing}; fill it, or document the short", field="table")
    paid = paid_postings(plan.state.open_rules.name, hold) if last else ()
    plan.add(Verified(round=hold.round, person=by, last=last), by=by, postings=paid)


class DocumentShort(ActInput, frozen=True, kw_only=True):
    """Pay a held win though the tray is short of it: it holds less than zero until it is filled."""

    reason: Annotated[Words, Meta(description="Why it is paid all the same.", extra={"argument": True})]


def _document_short(plan: TablePlan, desk: TableDesk, asked: DocumentShort) -> None:
    require_text(asked.reason, field="reason")
    hold = _hold(plan)
    if not hold.short:
        raise NotAllowedNow("the tray is not short of it; two persons verify it", field="table")
    one_person = desk.is_one_person_house
    persons = (desk.by,) if one_person else (desk.by, desk.second)
    if len({*persons}) < len(persons):
        raise NotApproved("needs two different persons", field="document short")
    for who in persons:
        require_person(who)
        if not one_person:
            _require_uninvolved(plan, hold, who)
    short = format_money(hold.short)
    documented = ShortDocumented(round=hold.round, amount=short, reason=asked.reason, second=desk.second)
    plan.add(documented, by=desk.by, postings=paid_postings(plan.state.open_rules.name, hold))


def _hold(plan: TablePlan) -> Hold:
    if plan.state.hold is None:
        raise NotAllowedNow("no win is to be verified", field="table")
    return plan.state.hold


def paid_postings(table: str, hold: Hold) -> tuple[Posting, ...]:
    """What was held goes to its players; what the tray was short of comes out of it now."""
    total = sum(amount for _, amount in hold.awards)
    return merge_postings(
        *(Posting(player_account(player), cents(amount)) for player, amount in hold.awards),
        Posting(table_account(table, TablePot.HELD), -cents(total - hold.short)),
        Posting(table_account(table, TablePot.CHIPS), -cents(hold.short)),
    )


def _require_uninvolved(plan: TablePlan, hold: Hold, by: str) -> None:
    """Refuse a verifier who was involved in the round."""
    if by in hold.entered_by:
        raise NotApproved("entered cards or decisions of this round; others verify it", field=by)
    if any(by == place.player for place in plan.state.seated.values()) or any(by == one for one, _ in hold.awards):
        raise NotApproved("plays at this table; others verify a win", field=by)


VERIFY_WIN: Final = Act(
    "verify",
    VerifyWin,
    VERIFY,
    (Verified,),
    _verify_win,
    "verify 7 --as sue",
    never=INVOLVED,
    says=lambda desk, _: {"person": desk.by},
    asks_right_first=False,
    is_signed_singly=True,
)
DOCUMENT_SHORT: Final = Act(
    "short",
    DocumentShort,
    Right("document short", SUPERVISOR, second=FLOOR),
    (ShortDocumented,),
    _document_short,
    "short 7 the cage is closed for ten minutes --as sue --second deb",
    never=INVOLVED,
)
