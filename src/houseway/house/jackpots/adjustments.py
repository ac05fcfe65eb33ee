"""Documented adjustments of a jackpot: for which reasons, of how much, and where the money goes or comes from."""

from typing import Final

from houseway.errors import InvalidInput
from houseway.house.jackpots.state import JackpotState
from houseway.house.log.ledger import Units, cents, format_units
from houseway.house.log.names import BANK, SEIZED, JackpotPot, jackpot_account

REASONS: Final = ("malfunction", "over cap", "seed recovery", "removal", "seizure")


def require_valid_adjustment(state: JackpotState, reason: str, amount: Units, held: Units, pot: str) -> None:
    """Refuse an amount that is not there, or that the reason does not allow."""
    if not amount or held + amount < 0:
        raise InvalidInput(f"must leave at least 0 of {format_units(held)}", field="amount")
    if amount > 0 and reason != "malfunction":
        raise InvalidInput(f"{reason} lowers what there is", field="amount")
    cap = cents(state.posted.cap)
    if reason == "over cap" and (pot != "meter" or not cap or held + amount < cap):
        raise InvalidInput(f"takes only what is above the cap of {format_units(cap)}", field="amount")


def counterpart(state: JackpotState, reason: str, pot: str, into: str = "") -> str:
    """Where the money of an adjustment goes, or comes from; `into` is the jackpot that takes what is removed."""
    if reason == "over cap":
        return jackpot_account(state.name, JackpotPot.OVERFLOW)
    if reason == "seizure":
        return SEIZED
    if reason == "removal":
        if into:
            return transit_account(into)
        if pot == "reserve":
            return BANK  # undisplayed prizes that become gross receipts
        raise InvalidInput("a displayed prize goes into another jackpot: say which", field="into")
    return jackpot_account(state.name, JackpotPot.FUNDING)


def transit_account(into: str) -> str:
    """The account that money between two jackpots passes through: what one event puts in, the other takes out."""
    return jackpot_account(into, JackpotPot.TRANSIT)
