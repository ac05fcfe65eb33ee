"""Wins that wait: two persons verify a large one, or pay one that the tray was short of.

A tray that was ever filled is counted. Where it holds less than a round pays, what the winners get waits: until the
tray is filled and two persons have verified it, or until two persons document the short and pay all the same.
"""

from houseway.errors import InvalidInput, NotAllowedNow, NotApproved, shown
from houseway.house.jackpots.events import merge_postings
from houseway.house.log.events import is_person
from houseway.house.log.kinds import TableEvent, TrayEvent
from houseway.house.log.ledger import Posting, cents, format_units
from houseway.house.log.names import TablePot, player_account, table_account
from houseway.house.tables.payloads import ShortDocumented, Verified
from houseway.house.tables.settling import TablePlan
from houseway.house.tables.state import Hold
from houseway.money import format_money


def verify_win(plan: TablePlan, *, by: str, alone: bool = False, one_person: bool = False) -> None:
    """One of two different persons has verified the hand; after the second the win is paid.

    Neither of them has entered cards or decisions of the round or plays at the table. `alone` where those who verified
    it before count no longer; `one_person` in a practice house of one, whose word is enough.
    """
    hold = _hold(plan)
    _require_person(by)
    if by in hold.verified:
        raise NotApproved("has verified it; another person must", field=by)
    if not one_person:
        _require_uninvolved(plan, hold, by)
    last = one_person or (bool(hold.verified) and not alone)
    if last and hold.short and cents(hold.short) > (plan.state.tray or 0):
        held, missing = format_units(plan.state.tray or 0), format_money(hold.short)
        raise NotAllowedNow(f"the tray holds {held} and lacks {missing}; fill it, or document the short", field="table")
    paid = paid_postings(plan.state.open_rules.name, hold) if last else ()
    plan.add(TableEvent.VERIFIED, Verified(round=hold.round, person=by, last=last), by=by, postings=paid)


def document_short(plan: TablePlan, reason: str, *, by: str, second: str, one_person: bool = False) -> None:
    """Two persons pay a held win that the tray is short of: it holds less than zero until it is filled."""
    hold = _hold(plan)
    if not hold.short:
        raise NotAllowedNow("the tray is not short of it; two persons verify it", field="table")
    persons = (by,) if one_person else (by, second)
    if len({*persons}) < len(persons):
        raise NotApproved("needs two different persons", field="document short")
    for who in persons:
        _require_person(who)
        if not one_person:
            _require_uninvolved(plan, hold, who)
    told = ShortDocumented(round=hold.round, amount=format_money(hold.short), reason=reason, second=second)
    plan.add(TrayEvent.SHORT, told, by=by, postings=paid_postings(plan.state.open_rules.name, hold))


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


def _require_person(by: str) -> None:
    if not is_person(by):
        raise InvalidInput(f"{shown(by)} is no name of a person", field="person")


def _require_uninvolved(plan: TablePlan, hold: Hold, by: str) -> None:
    """Refuse a verifier who had a hand in the round."""
    if by in hold.entered_by:
        raise NotApproved("entered cards or decisions of this round; others verify it", field=by)
    if any(by == place.player for place in plan.state.seated.values()) or any(by == one for one, _ in hold.awards):
        raise NotApproved("plays at this table; others verify a win", field=by)
