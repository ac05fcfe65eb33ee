"""The deep audit of wins outside that wait: who waits, what is paid, and what goes back to the meter."""

from houseway.house.jackpots.outside_wins import (
    after_verified,
    find_held,
    rejected_postings,
    returned_overflow,
    verified_postings,
    without_held,
)
from houseway.house.jackpots.payloads import WinRejected, WinVerified
from houseway.house.jackpots.state import JackpotState
from houseway.house.log.ledger import parse_amount
from houseway.house.people.verifying import require_new_verifier
from houseway.house.records.deep_audit.awards import Expected
from houseway.house.records.deep_audit.pairs import PairedEvents
from houseway.house.records.deep_audit.step import RuleViolation, Step
from houseway.values import changed


def win_verified(step: Step[JackpotState, WinVerified], _pairs: PairedEvents) -> Expected:
    """What verifying a held win must lead to: the win was held, and the cage pays at the last verification."""
    state, payload = step.before, step.payload
    held = find_held(state, payload.award)
    require_new_verifier(payload.person, held.verified)
    after = after_verified(state, held, payload.person, is_last=payload.last)
    return Expected(after, verified_postings(held) if payload.last else ())


def win_rejected(step: Step[JackpotState, WinRejected], _pairs: PairedEvents) -> Expected:
    """What rejecting a held win must lead to: what the meter gave goes back to it."""
    state, payload = step.before, step.payload
    held, overflow = find_held(state, payload.award), parse_amount(payload.overflow) if payload.overflow else 0
    if (payload.amount, overflow) != (held.amount, returned_overflow(state, held)) or not payload.reason.strip():
        raise RuleViolation("another amount waited, or it does not say why")
    after = changed(without_held(state, held), hits=state.hits - 1)
    return Expected(after, rejected_postings(state, held))
