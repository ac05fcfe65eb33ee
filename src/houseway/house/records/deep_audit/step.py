"""One step of a table or a jackpot as the deep audit sees it, and the comparison of two lists of postings."""

from collections.abc import Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from houseway.errors import HousewayError
from houseway.house.log.events import Event
from houseway.house.log.ledger import Posting, Units, add_postings
from houseway.house.log.payload import P
from houseway.house.tables.state import TableState

S = TypeVar("S")


class RuleViolation(HousewayError):
    """An event breaks a rule."""


class AuditNote(str):
    """A remark about an event that is not a fault, such as a rule of an earlier version."""

    __slots__ = ()


class Step(NamedTuple, Generic[S, P]):
    """An event with its payload, and the state before and after it."""

    event: Event
    payload: P
    before: S
    after: S


TableStep = Step[TableState, P]


def same_money(posted: Sequence[Posting], expected: Sequence[Posting]) -> bool:
    """Whether two lists of postings move the same money, account by account."""
    return posted == expected or sums_of(posted) == sums_of(expected)


def sums_of(postings: Iterable[Posting]) -> dict[str, Units]:
    """What postings put into each account; accounts that do not change are left out."""
    sums: dict[str, Units] = {}
    add_postings(sums, postings)
    return {account: amount for account, amount in sums.items() if amount}
