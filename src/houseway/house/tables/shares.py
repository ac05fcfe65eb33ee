"""The percentage shares of a finished round that the table's touch pad still awaits, and what they stop."""

from houseway.errors import NotAllowedNow
from houseway.house.tables.equipment import DeviceKind
from houseway.house.tables.state import TableState

Share = tuple[int, str]  # a seat, and its percentage as the pay table prints it


def won_shares(state: TableState) -> list[Share]:
    """The shares of the jackpot that the cards of the last round have won, by seat."""
    finished = state.finished
    jackpot = finished.settlement.jackpot if finished and not finished.void else None
    return sorted((award.seat, award.share) for award in jackpot.awards if award.share) if jackpot else []


def awaited_shares(state: TableState) -> list[Share]:
    """The shares that are still to be keyed in: none where a shuffle dealt, or where they were."""
    finished, rules = state.finished, state.rules
    if finished is None or rules is None or rules.dealer == "self" or state.shares_entered:
        return []
    return won_shares(state)


def is_stopped_by_shares(state: TableState) -> bool:
    """Whether shares differed and the supervisor who was called has not answered yet."""
    return bool(state.shares_call) and any(one.number == state.shares_call for one in state.matters)


def shares_refusal(state: TableState) -> str:
    """Why the deal waits for the touch pad, at a table that has a console; empty where it does not."""
    if state.equipment.of_kind(DeviceKind.CONSOLE) and awaited_shares(state):
        return f"the shares that round {state.rounds} has won are not keyed in (shares)"
    return ""


def require_shares(state: TableState) -> None:
    """Refuse a deal whose last round has won shares that are not keyed in."""
    if why := shares_refusal(state):
        raise NotAllowedNow(why, field="deal")


def share_words(shares: list[Share]) -> str:
    """Shares as a person says them."""
    return ", ".join(f"seat {seat} {share}" for seat, share in shares) or "none"
