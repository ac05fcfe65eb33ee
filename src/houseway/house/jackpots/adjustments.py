"""Documented adjustments of a jackpot: the reasons, the amounts, and where the money goes or comes from."""

from typing import Final

from houseway.errors import InvalidInput, NotAllowedNow
from houseway.house.jackpots.state import JackpotState
from houseway.house.log.ledger import Posting, Units, cents, format_units, move
from houseway.house.log.names import BANK, SEIZED, JackpotPot, jackpot_account

REASONS: Final = ("malfunction", "over cap", "seed recovery", "removal", "seizure")


def require_valid_adjustment(state: JackpotState, reason: str, amount: Units, held: Units, pot: str) -> None:
    """Refuse an amount that the jackpot does not have, or that the reason does not allow."""
    if not amount or held + amount < 0:
        raise InvalidInput(f"must leave at least 0 of {format_units(held)}", field="amount")
    if amount > 0 and reason != "malfunction":
        raise InvalidInput(f"{reason} lowers what there is", field="amount")
    cap = cents(state.posted.cap)
    if reason == "over cap" and (pot != "meter" or not cap or held + amount < cap):
        raise InvalidInput(f"takes only what is above the cap of {format_units(cap)}", field="amount")


def adjustment_postings(
    state: JackpotState, reason: str, amount: Units, pot: str, into: str = ""
) -> tuple[Posting, ...]:
    """The postings of an adjustment: the house owes the players more or less, and seized money leaves the account.

    `into` is the jackpot that takes the removed money. Removed reserve is no longer owed; the account returns it with a
    draw.
    """
    if reason == "removal" and not into and pot != "reserve":
        raise InvalidInput("a displayed prize goes into another jackpot: say which", field="into")
    other = JackpotPot.OVERFLOW if reason == "over cap" else JackpotPot.FUNDING
    owed = move(amount, out_of=jackpot_account(state.name, other), into=jackpot_account(state.name, JackpotPot(pot)))
    if reason != "seizure":
        return owed
    return (*owed, *move(-amount, out_of=jackpot_account(state.name, JackpotPot.ACCOUNT), into=SEIZED))


def require_in_account(state: JackpotState, amount: Units) -> None:
    """Refuse to take what the jackpot's bank account does not hold."""
    if state.in_account < amount:
        held = format_units(state.in_account)
        raise NotAllowedNow(f"the jackpot's bank account holds {held}; deposit first", field=f"jackpot {state.name}")


# ---- as version 0.1 posted it


def older_counterpart(state: JackpotState, reason: str, pot: str, into: str = "") -> str:
    """The account that took or gave the money of an adjustment in version 0.1."""
    if reason == "over cap":
        return jackpot_account(state.name, JackpotPot.OVERFLOW)
    if reason == "seizure":
        return SEIZED
    if reason == "removal":
        return transit_account(into) if into or pot != "reserve" else BANK
    return jackpot_account(state.name, JackpotPot.FUNDING)


def transit_account(into: str) -> str:
    """The account that money between two jackpots passed through in version 0.1."""
    return jackpot_account(into, JackpotPot.TRANSIT)
