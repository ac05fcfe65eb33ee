"""What tables ask of the site: whether it allows new rounds, and whether it is a practice house.

office/site.py disables and enables it, and declares it a practice house.
"""

from typing import Any

from houseway.errors import NotAllowedNow, NotApproved
from houseway.games.game import NOT_APPROVED, Game
from houseway.games.letter.approval import Approval
from houseway.house.log.aggregate import Plan
from houseway.house.log.events import NewEvent
from houseway.house.log.kinds import HouseEvent, SiteEvent
from houseway.house.log.log import Log
from houseway.house.log.names import HOUSE, SITE
from houseway.house.log.site_payloads import PracticeDeclared, SiteDisabled


def require_enabled_until_appended(plan: Plan[Any], log: Log) -> None:
    """Refuse to open a table while the site is disabled; it must still be enabled when the opening is appended."""
    plan.expected[SITE] = log.head(SITE).number
    require_enabled(log)


def require_enabled(log: Log) -> None:
    """Raise where the site is disabled."""
    last = log.last(SITE, SiteEvent.DISABLED, SiteEvent.ENABLED)
    if last is not None and last.kind == SiteEvent.DISABLED:
        raise NotAllowedNow(f"the site is disabled: {last.read(SiteDisabled).reason}", field="site")


def practice_event(*, by: str = "", one_person: bool = False) -> NewEvent:
    """The event that makes a house a practice house, perhaps one of a single person."""
    return NewEvent(stream=SITE, by=by, data=PracticeDeclared(one_person=one_person))


def is_practice(log: Log) -> bool:
    """Whether the house plays for practice: it may open games that no letter approves."""
    return log.last(SITE, SiteEvent.PRACTICE) is not None


def plays_for_money(log: Log) -> bool:
    """Whether the house has people and does not play for practice, as its log says."""
    return not is_practice(log) and log.last(HOUSE, HouseEvent.PERSON_ADDED) is not None


def require_letter(letter: Approval, log: Log) -> None:
    """Refuse to open a game that no letter approves, except in a practice house."""
    if not letter.letters and not is_practice(log):
        raise NotApproved(f"no letter approves {letter.game}: only a practice house may open it", field="game")


def require_approved(game: Game, log: Log) -> None:
    """Refuse to open a game in a form that no letter approves, except in a practice house."""
    require_letter(game.approval, log)
    if game.differs_from_letter and not is_practice(log):
        raise NotApproved(f"{game.marks['study']!r} is {NOT_APPROVED}: only a practice table plays it", field="study")
