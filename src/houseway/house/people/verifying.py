"""Two persons verify a win before it is paid, each with a request of their own."""

from collections.abc import Iterable
from typing import Final

from houseway.errors import HousewayError, InvalidInput, NotApproved, shown
from houseway.house.log.events import is_person
from houseway.house.people.act import Desk
from houseway.house.people.rights import DEAL, FLOOR, SUPERVISOR, Right

VERIFY: Final = Right("verify win", SUPERVISOR, second=FLOOR)


def permit_verifier(desk: Desk, verified: Iterable[str]) -> bool:
    """Whether this person's verification completes the win; raises if the person may not be one of the two.

    Anybody who may deal may be the first. In a practice house of one person, one is enough.
    """
    earlier = next((one for one in verified if one != desk.by and _may_deal(desk, one)), "")
    if earlier:
        desk.permit(VERIFY, earlier, desk.by)
    else:
        desk.permit(VERIFY if desk.is_one_person_house else DEAL, desk.by)
    return bool(earlier) or desk.is_one_person_house


def require_new_verifier(by: str, verified: Iterable[str]) -> None:
    """Refuse an invalid name, and a person who has verified the win before."""
    require_person(by)
    if by in verified:
        raise NotApproved("has verified it; another person must", field=by)


def require_person(by: str) -> None:
    """Refuse an invalid name."""
    if not is_person(by):
        raise InvalidInput(f"{shown(by)} is no name of a person", field="person")


def _may_deal(desk: Desk, person: str) -> bool:
    try:
        desk.permit(DEAL, person)
    except HousewayError:
        return False
    return True
