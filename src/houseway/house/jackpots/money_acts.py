"""Changes to a jackpot's money other than wagers at a table and wins.

Adjustments, overflow that is passed on, deposits, and wagers of a declared game outside (its wins: outside_wins.py).
"""

from typing import Annotated, Final, Literal

from msgspec import Meta

from houseway.errors import InvalidInput, NotAllowedNow, shown
from houseway.house.jackpots.adjustments import (
    REASONS,
    adjustment_postings,
    require_in_account,
    require_valid_adjustment,
)
from houseway.house.jackpots.desk import JackpotDesk, JackpotPlan, require_meter, require_two_persons
from houseway.house.jackpots.events import contribution_event, jackpot_event, merge_postings, sense
from houseway.house.jackpots.outside import require_declared, require_whole_wagers
from houseway.house.jackpots.payloads import Adjusted, Contributed, Deposited, Drawn, PassedOn, Received
from houseway.house.jackpots.state import JackpotState
from houseway.house.log.events import Event
from houseway.house.log.ledger import Posting, Units, cents, format_units, move
from houseway.house.log.names import BANK, JackpotPot, TablePot, jackpot_account, table_account
from houseway.house.log.texts import require_text
from houseway.house.people.act import Act, ActInput
from houseway.house.people.act_fields import Dollars, MeterDollars, Name, Word
from houseway.house.people.rights import FLOOR, MANAGERS, SUPERVISOR, Right
from houseway.money import format_money
from houseway.values import changed

LONGEST_NOTE: Final = 2000  # characters
DEPOSIT: Final = Right("record deposit", MANAGERS, second=MANAGERS)
OLDER_DEPOSIT: Final = Right("record deposit", MANAGERS, second=MANAGERS, alone_up_to=100_000_00)  # without a slip
OUTSIDE_WAGERS: Final = Right("enter outside wagers", FLOOR, second=SUPERVISOR, alone_up_to=10_000_00)


class AdjustMeter(ActInput, frozen=True, kw_only=True):
    """Adjust a meter for one of the reasons that the law knows."""

    amount: Annotated[
        MeterDollars,
        Meta(description="In dollars, up to eight decimals; with a minus what is taken out.", extra={"argument": True}),
    ]
    reason: Annotated[Word, Meta(description="malfunction, over-cap, seed-recovery, removal or seizure.")]
    note: Annotated[str, Meta(max_length=LONGEST_NOTE, description="What happened.", extra={"metavar": "TEXT"})]
    into: Annotated[Name, Meta(description="The jackpot that takes a removed prize.", extra={"metavar": "NAME"})] = ""
    pot: Annotated[Literal["meter", "reserve"], Meta(description="meter or reserve.")] = "meter"


def _adjust_meter(plan: JackpotPlan, desk: JackpotDesk, asked: AdjustMeter) -> None:
    reason, amount, pot, state = asked.reason.replace("-", " "), asked.amount, asked.pot, plan.state
    _require_documented(desk, asked, reason)
    require_meter(state)
    held = state.meter if pot == "meter" else state.reserve
    require_valid_adjustment(state, reason, amount, held, pot)
    postings = adjustment_postings(state, reason, amount, pot, asked.into)
    if reason == "seizure":
        require_in_account(state, -amount)
    after = changed(state, stopped=state.stopped or "seizure") if reason == "seizure" else state
    adjusted = Adjusted(
        reason=reason,
        pot=pot,
        amount=format_units(amount),
        before=format_units(held),
        after=format_units(held + amount),
        note=asked.note,
        second=desk.second,
        into=asked.into,
        jackpot=after.summary(),
    )
    if asked.into:
        _receive(plan, desk, asked.into, -amount)
    plan.add(adjusted, by=desk.by, postings=postings)


def _require_documented(desk: JackpotDesk, asked: AdjustMeter, reason: str) -> None:
    require_two_persons(desk, "adjust meter")
    if reason not in REASONS:
        raise InvalidInput(f"{shown(reason)} is no reason; there are {', '.join(REASONS)}", field="reason")
    if not asked.note.strip():
        raise InvalidInput("must say what happened", field="note")
    require_text(asked.note, field="note", most=LONGEST_NOTE)
    if asked.pot not in ("meter", "reserve"):
        raise InvalidInput("must be meter or reserve", field="pot")
    if asked.into and reason != "removal":
        raise InvalidInput("only a removal goes into another jackpot", field="into")


class PassOn(ActInput, frozen=True, kw_only=True):
    """Move the overflow above the cap into the jackpot that the terms name."""


def _pass_on(plan: JackpotPlan, desk: JackpotDesk, _asked: PassOn) -> None:
    state, name = plan.state, plan.state.posted.overflow
    if not name:
        raise NotAllowedNow("overflows into its own next jackpot", field=f"jackpot {desk.name}")
    into = desk.other(name)
    into.catch_up()
    room = into.state.room
    amount = state.overflow if room is None else min(state.overflow, room)
    if not amount:
        raise NotAllowedNow("no overflow fits into the next jackpot", field=desk.stream)
    _receive(plan, desk, name, amount)
    own = jackpot_account(state.name, JackpotPot.FUNDING)  # it owes that much less, and the other that much more
    money = move(amount, out_of=jackpot_account(state.name, JackpotPot.OVERFLOW), into=own)
    passed = PassedOn(into=name, amount=format_units(amount), jackpot=state.summary())
    plan.add(passed, by=desk.by, postings=money)


def _receive(plan: JackpotPlan, desk: JackpotDesk, name: str, amount: Units) -> None:
    """The event of the jackpot that takes the money."""
    into = desk.other(name)
    into.catch_up()
    target = into.state
    if name == desk.name or not target.progressive:
        raise InvalidInput("must be another jackpot with a meter", field="into")
    if target.room is not None and target.room < amount:
        raise NotAllowedNow(f"has room for {format_units(target.room)} only", field=into.stream)
    funding = jackpot_account(target.name, JackpotPot.FUNDING)
    money = move(amount, out_of=funding, into=jackpot_account(target.name, JackpotPot.METER))
    received = Received(giver=desk.name, amount=format_units(amount), jackpot=target.summary())
    plan.add_to_other_stream(jackpot_event(target, received, money), expected=target.number)


Slip = Annotated[Word, Meta(min_length=1, description="The number of the bank's slip, or its reference.")]


class Deposit(ActInput, frozen=True, kw_only=True):
    """Record a deposit into the jackpot's bank account, up to the amount owed."""

    amount: Annotated[Dollars, Meta(description="In dollars.", extra={"argument": True})]
    slip: Slip


def _deposit(plan: JackpotPlan, desk: JackpotDesk, asked: Deposit) -> None:
    """The house brings what accrued to the jackpot's bank account (WAC 230-15-455: at least weekly).

    No more than is owed, and in a house with people no more than its bank holds.
    """
    amount, owed = asked.amount, plan.state.owed
    require_meter(plan.state)
    if amount <= 0:
        raise InvalidInput("must be more than zero", field="amount")
    if cents(amount) - owed >= cents(1):  # a fraction of a cent is deposited as a whole one
        due = f"only ${format_units(owed)} is owed" if owed > 0 else "nothing is owed"
        raise NotAllowedNow(f"{due}, and no more is deposited", field="amount")
    require_text(asked.slip, field="slip")
    deposited = Deposited(amount=format_money(amount), owed=format_units(owed), second=desk.second, slip=asked.slip)
    _add_account_move(plan, desk, deposited, cents(amount))


class Draw(ActInput, frozen=True, kw_only=True):
    """Record a draw from the jackpot's bank account, for awards that trays and cage have paid.

    No more than the account holds above what the players are owed.
    """

    amount: Annotated[Dollars, Meta(description="In dollars.", extra={"argument": True})]
    slip: Slip


def _draw(plan: JackpotPlan, desk: JackpotDesk, asked: Draw) -> None:
    amount, owed = asked.amount, plan.state.owed
    require_meter(plan.state)
    require_text(asked.slip, field="slip")
    if amount <= 0:
        raise InvalidInput("must be more than zero", field="amount")
    if cents(amount) > -owed:
        above = format_units(max(0, -owed))
        raise NotAllowedNow(f"the account holds {above} above what the players are owed", field="amount")
    drawn = Drawn(amount=format_money(amount), owed=format_units(owed), slip=asked.slip, second=desk.second)
    _add_account_move(plan, desk, drawn, -cents(amount))


def _add_account_move(plan: JackpotPlan, desk: JackpotDesk, payload: Deposited | Drawn, amount: Units) -> None:
    """Add a deposit or a draw; in a house with people the bank must hold what goes out of it."""
    paid = max(0, -plan.state.unbooked)
    if desk.people is not None and (held := desk.log.balance(BANK)) < amount + paid:
        also = f", and {format_units(paid)} that the meter paid in version 0.1 goes out of it too" if paid else ""
        raise NotAllowedNow(f"the bank holds {format_units(held)}{also}", field="amount")
    guarded = [] if desk.people is None else [BANK]  # even if somebody else takes money out meanwhile
    plan.add(payload, by=desk.by, postings=account_postings(plan.state, amount), guarded=guarded)


def account_postings(state: JackpotState, amount: Units) -> tuple[Posting, ...]:
    """Postings from the cage to the jackpot's bank account, or back if the amount is below zero.

    They also book what version 0.1 left in `funding` into the account. Where its meter paid players money that nobody
    had deposited, the cage bears that now.
    """
    account, funding = (jackpot_account(state.name, pot) for pot in (JackpotPot.ACCOUNT, JackpotPot.FUNDING))
    older = move(state.unbooked, out_of=funding, into=account if state.unbooked > 0 else BANK)
    return merge_postings(*move(amount, out_of=BANK, into=account), *older)


# ---- games outside


class EnterOutsideWagers(ActInput, frozen=True, kw_only=True):
    """Enter wagers of a declared game outside houseway; they take their place in the meter's order."""

    game: Annotated[
        Word, Meta(description="A game outside that was declared at this jackpot.", extra={"argument": True})
    ]
    wagers: Annotated[Dollars, Meta(description="Jackpot wagers made since the last entry, in dollars.")]


def _enter_outside_wagers(plan: JackpotPlan, desk: JackpotDesk, asked: EnterOutsideWagers) -> None:
    state = plan.state
    require_declared(state, asked.game)
    require_whole_wagers(state, asked.wagers)
    if state.stopped:
        raise NotAllowedNow(f"the jackpot is stopped: {state.stopped}", field=desk.stream)
    sensed = sense(state, asked.wagers)
    brought = sensed.meter + sensed.overflow + sensed.reserve
    second = desk.second_for(OUTSIDE_WAGERS, Contributed.KIND, brought)
    more = {"staked": format_money(asked.wagers), "second": second}
    source = table_account(asked.game, TablePot.PROGRESSIVE)
    event = contribution_event(state, sensed, source=source, table=asked.game, round_number=0, **more)
    plan.add_event(event, by=desk.by)


def _is_same_entry(_desk: JackpotDesk, asked: EnterOutsideWagers, event: Event) -> bool:
    """The same game and wagers; older events do not state the wagers."""
    if event.kind != Contributed.KIND:
        return False
    payload = event.read(Contributed)
    return payload.table == asked.game and (payload.staked or format_money(asked.wagers)) == format_money(asked.wagers)


def _adjustment(_desk: JackpotDesk, asked: AdjustMeter) -> dict[str, object]:
    reason = asked.reason.replace("-", " ")
    return {"reason": reason, "pot": asked.pot, "amount": format_units(asked.amount), "note": asked.note}


ADJUST_METER: Final = Act(
    "adjust",
    AdjustMeter,
    Right("adjust meter", SUPERVISOR, second=MANAGERS),
    (Adjusted, Received),
    _adjust_meter,
    'adjust royal -12.50 --reason malfunction --note "a chip counted twice" --as sue --second ada',
    says=_adjustment,
)
PASS_ON: Final = Act(
    "pass-on", PassOn, Right("pass on overflow", MANAGERS), (PassedOn, Received), _pass_on, "pass-on royal --as sue"
)
DEPOSIT_ACT: Final = Act(
    "deposit",
    Deposit,
    DEPOSIT,
    (Deposited,),
    _deposit,
    "deposit royal 1250.00 --slip 4711 --as sue --second ada",
)
DRAW_ACT: Final = Act(
    "draw",
    Draw,
    Right("draw from account", MANAGERS, second=MANAGERS),
    (Drawn,),
    _draw,
    "draw royal 1250.00 --slip 4712 --as sue --second ada",
)
ENTER_OUTSIDE_WAGERS: Final = Act(
    "outside-wagers",
    EnterOutsideWagers,
    OUTSIDE_WAGERS,
    (Contributed,),
    _enter_outside_wagers,
    "outside match match-the-dealer-blackjack --wagers 25.00 --request 17 --as dan",
    match=_is_same_entry,
)
