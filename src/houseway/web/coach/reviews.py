"""Repeats mistakes: each is asked again at growing intervals, until it has been answered rightly often enough.

A mistake is due immediately. Each right answer postpones it for longer; after a wrong answer it begins anew, after a
short time. Everything follows from the answers in the log, so that all processes agree, also after a restart.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

from houseway.house.log.events import timestamp
from houseway.web.coach.diary import Answered, Diary, Weighed

INTERVALS: Final = tuple(timedelta(days=days) for days in (1, 3, 7, 16, 35))  # after the first right answer, the next …
AGAIN: Final = timedelta(minutes=10)  # after a wrong one


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """A mistake, its right answers in a row since then, and when it is due; empty once it is learned."""

    mistake: Weighed
    right: int
    due: str

    def is_due(self, now: datetime) -> bool:
        """Whether it should be asked now."""
        return bool(self.due) and self.due <= timestamp(now)


class ReviewPlan(Struct, frozen=True, kw_only=True):
    """How many of your mistakes are due, how many come later, the first of them when, and how many are learned."""

    due: int
    later: int
    learned: int
    next: str | None


def reviews_of(diary: Diary, game: str = "") -> list[Review]:
    """Somebody's mistakes, in a game or in all, the dearest first."""
    answers: dict[int, list[Answered]] = {}
    for answered in diary.drills:
        answers.setdefault(answered.drill.mistake, []).append(answered)
    wrong = [one for one in diary.decisions if not one.is_right and game in ("", one.decision.game)]
    dearest = sorted(wrong, key=lambda one: (-one.cost, one.number))
    return [_review(one, answers.get(one.number, ())) for one in dearest]


def _review(mistake: Weighed, answers: Iterable[Answered]) -> Review:
    right, due = 0, mistake.at
    for at, drill in answers:
        right = right + 1 if drill.right else 0
        wait = INTERVALS[right - 1] if 0 < right <= len(INTERVALS) else AGAIN
        due = "" if right > len(INTERVALS) else timestamp(datetime.fromisoformat(at) + wait)
    return Review(mistake=mistake, right=right, due=due)


def plan_of(reviews: Iterable[Review], now: datetime) -> ReviewPlan:
    """What is due now, and what comes later."""
    rows = list(reviews)
    later = [one.due for one in rows if one.due and not one.is_due(now)]
    return ReviewPlan(
        due=sum(one.is_due(now) for one in rows),
        later=len(later),
        learned=sum(not one.due for one in rows),
        next=min(later, default=None),
    )
