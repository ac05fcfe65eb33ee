"""The deep audit of the touch pad: shares are those of the cards, and no round was dealt before they were keyed in."""

from collections.abc import Iterator
from typing import Any

from houseway.house.log.kinds import TableEvent
from houseway.house.records.deep_audit.step import TableStep
from houseway.house.tables.share_acts import SharesDiffer, SharesEntered
from houseway.house.tables.shares import awaited_shares, is_stopped_by_shares, shares_refusal


def share_problems(step: TableStep[Any]) -> Iterator[str]:
    """What is wrong with shares that were keyed in, or with a deal that did not wait for them."""
    before, kind = step.before, step.event.kind
    if kind == TableEvent.DEALT and (why := shares_refusal(before)):
        yield f"it was dealt although {why}"
    if kind not in (SharesEntered.KIND, SharesDiffer.KIND):
        return
    if is_stopped_by_shares(before):
        yield "shares were keyed in before a supervisor had answered the call"
    won = awaited_shares(before)
    if not won:
        yield "no share of a jackpot was to be keyed in"
    elif (step.payload.shares == won) != (kind == SharesEntered.KIND):
        yield "the shares that were keyed in are not what the cards say of them"
