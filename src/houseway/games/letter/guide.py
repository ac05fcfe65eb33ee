"""The first hand, as data: a few steps that lead somebody who has never seen the game through one round.

A step says when it is shown, which part of the felt it points at, and what to know or to do there. The parts come from
the game's own layout, so a new game brings its guide without new code.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal

from houseway.errors import InvalidInput

MOMENTS: Final = ("wagers", "decision", "settled")  # chips can be put down, it is one's turn, the round is paid
DEAL: Final = "deal"
DECISIONS: Final = "decisions"
RESULT: Final = "result"
MOST_TEXT: Final = 150  # characters: three lines on a phone, so that the felt keeps its room
_COUNTS: Final = (5, 6)


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideStep:
    """One thing to know or to do; `at` is a part of the layout, such as `lights`, `spot ante` or `button check`."""

    when: Literal["wagers", "decision", "settled"]
    at: str
    text: str

    def is_deed(self) -> bool:
        """Whether the round continues when the player does what the step points at."""
        return self.at in (DEAL, DECISIONS) or self.at.startswith("button ")


def check_guide(steps: tuple[GuideStep, ...], parts: Collection[str]) -> None:
    """Refuse a guide that points at a missing part, is too long to read, or leaves the player without a next step."""
    if not steps:
        return
    if len(steps) not in _COUNTS:
        raise InvalidInput(f"must be five or six steps, not {len(steps)}", field="layout.guide")
    for step in steps:
        _check_step(step, parts)
    moments = [step.when for step in steps]
    if list(dict.fromkeys(moments)) != list(MOMENTS) or moments != sorted(moments, key=MOMENTS.index):
        raise InvalidInput(f"must go through {', '.join(MOMENTS)} in this order", field="layout.guide")
    for moment in ("wagers", "decision"):
        if not next(step for step in reversed(steps) if step.when == moment).is_deed():
            raise InvalidInput(f"the last step of {moment} must point at what is to be pressed", field="layout.guide")


def _check_step(step: GuideStep, parts: Collection[str]) -> None:
    if step.at not in parts:
        raise InvalidInput(f"must point at one of {', '.join(parts)}, not {step.at}", field="layout.guide")
    if not 0 < len(step.text) <= MOST_TEXT:
        raise InvalidInput(f"a text has 1 to {MOST_TEXT} characters, not {len(step.text)}", field="layout.guide")
    if step.is_deed() and step.when != ("wagers" if step.at == DEAL else "decision"):
        raise InvalidInput(f"{step.at} cannot be pressed at {step.when}", field="layout.guide")
