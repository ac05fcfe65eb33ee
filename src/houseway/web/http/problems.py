"""Errors for programs: `application/problem+json` with title, detail, field and rule."""

import re
from typing import Any, Final

import msgspec

from houseway.errors import HousewayError, IllegalDecision, InvalidInput, NotAllowedNow, NotApproved
from houseway.house.log.ledger import NotEnoughFunds
from houseway.house.log.log import Conflict, Damaged, OutcomeUnknown, StorageFailed
from houseway.house.people.roster import MustChangePassword, MustWait, NotPermitted

MEDIA_TYPE: Final = "application/problem+json"


class NotSignedIn(HousewayError):
    """Nobody is signed in, and somebody must be."""


class NotFound(HousewayError):
    """There is no such thing."""


class TooMany(HousewayError):
    """One client has asked for too much."""


class NotReady(HousewayError):
    """The answer is not ready yet."""


class Refused(HousewayError):
    """The request comes from another site, or from a page without its token."""


class Problem(msgspec.Struct, omit_defaults=False, kw_only=True):
    """What is wrong, in words and by name."""

    status: int
    title: str
    detail: str
    field: str | None = None
    rule: str | None = None
    type: str = "about:blank"


# The first that fits counts, so what is more precise stands first.
_KINDS: Final[tuple[tuple[type[HousewayError], int, str], ...]] = (
    (NotSignedIn, 401, "Not signed in"),
    (MustWait, 429, "Too many tries"),
    (NotPermitted, 403, "Not permitted"),
    (Refused, 403, "Refused"),
    (NotFound, 404, "Not found"),
    (NotReady, 409, "Not ready"),
    (TooMany, 429, "Too many requests"),
    (NotEnoughFunds, 409, "Not enough chips"),
    (IllegalDecision, 409, "Illegal decision"),
    (NotAllowedNow, 409, "Not allowed now"),
    (Conflict, 409, "Others were quicker"),
    (NotApproved, 422, "Not approved"),
    (StorageFailed, 503, "Storage failed"),
    (OutcomeUnknown, 503, "Outcome unknown"),
    (Damaged, 503, "Storage damaged"),
    (InvalidInput, 400, "Invalid input"),
)
_CHANGE: Final = "POST /api/v1/people/password with name, old and password"
_RULE: Final = re.compile(r"\(((?:rule |clause |letter,? )?[0-9]+[a-z]?|WAC [0-9-]+(?:\([0-9a-z]+\))*|R[0-9]+)\)")


def problem_of(error: HousewayError, rule: str = "") -> Problem:
    """An error of the house as a problem; a clause that its reason cites in brackets is its rule."""
    status, title = next(((code, name) for kind, code, name in _KINDS if isinstance(error, kind)), (400, "Wrong"))
    how = f"; {_CHANGE}" if isinstance(error, MustChangePassword) else ""
    cited = _RULE.search(error.reason)
    return Problem(
        status=status,
        title=title,
        detail=" ".join(f"{error.reason}{how}".split()),
        field=_field(error),
        rule=rule or getattr(error, "rule", "") or (cited[1] if cited else None),
    )


def _field(error: HousewayError) -> str | None:
    """The field of an error; no path or address of the storage leaves the server."""
    return "log" if isinstance(error, (StorageFailed, OutcomeUnknown, Damaged)) else error.field or None


def unexpected() -> Problem:
    """An error of the program; its text stays inside, because it might contain a hidden card."""
    return Problem(status=500, title="Program error", detail="the program failed; the error is in its log")


def problem_json(problem: Problem) -> dict[str, Any]:
    """The problem in the form of a message of the live link."""
    fields: dict[str, Any] = msgspec.to_builtins(problem)
    return fields
