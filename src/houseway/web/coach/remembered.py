"""Answers of the coach's processes that are worth keeping, by what was asked; those asked for last stay."""

from collections.abc import Callable
from typing import Generic, TypeVar

from houseway.web.coach.coach import Coach

T = TypeVar("T")
Question = tuple[object, ...]  # the arguments of the work


class Remembered(Generic[T]):
    """One kind of work whose answers are kept; an answer of None is not, it means that something is not there yet."""

    def __init__(self, coach: Coach, work: Callable[..., T | None], *, most: int) -> None:
        self._coach, self._work, self._most = coach, work, most
        self._answers: dict[Question, T] = {}

    def holds(self, *question: object) -> bool:
        """Whether the answer is there already."""
        return question in self._answers

    async def find(self, *question: object) -> T | None:
        """The answer, from before or from a process."""
        if question not in self._answers:
            answer = await self._coach.in_process(self._work, *question)
            if answer is None:
                return None
            while len(self._answers) >= self._most:
                del self._answers[next(iter(self._answers))]
            self._answers[question] = answer
        return self._answers[question]
