"""What every decision of a finished round was worth, for people who look at the round step by step."""

from collections.abc import Iterable

from msgspec import Struct

from houseway.games.round.positions import Decided, Record
from houseway.money import format_money
from houseway.web.coach.coach import in_money, unit_of
from houseway.web.coach.learning import cost_of


class ChoiceValue(Struct, frozen=True, kw_only=True):
    """The expected value of a choice, in units of the first wager and in money."""

    ev: float
    money: str


class WeighedStep(Struct, frozen=True, kw_only=True):
    """A decision of a seat, what was best, what the difference costs, and what each choice was worth."""

    seat: int
    index: int
    decision: str
    best: str
    exact: bool
    cost: str
    values: dict[str, ChoiceValue]
    why: str | None


class WeighedRound(Struct, frozen=True, kw_only=True):
    """The decisions that could be weighed; `waiting` where the game's best play is still being solved."""

    waiting: bool
    decisions: list[WeighedStep]


def weighed_round(weighed: Iterable[tuple[int, int, Decided, Record]]) -> WeighedRound:
    """The decisions of a round with their values in money."""
    rows = list(weighed)
    steps = [_step(*row) for row in rows if "decisions" in row[3]]
    return WeighedRound(waiting=len(steps) < len(rows), decisions=steps)


def _step(seat: int, index: int, decided: Decided, advice: Record) -> WeighedStep:
    unit = unit_of(decided.position, seat)
    priced = in_money(advice, unit)
    return WeighedStep(
        seat=seat,
        index=index,
        decision=decided.decision,
        best=advice["best"],
        exact=advice["exact"],
        cost=format_money(cost_of(decided, advice, unit)),
        values={name: ChoiceValue(**one) for name, one in priced["decisions"].items()},
        why=priced["why"] or None,
    )
