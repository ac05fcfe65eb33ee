"""The results of a meter's lives: the long run and a life in closed form, and many lives simulated."""

import math
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from houseway.errors import InvalidInput
from houseway.games.pricing.price import PRINTED_METER_RETURN
from houseway.games.round.jackpot import format_meter
from houseway.lab.meter import UNITS, Hit, Progressive, area, life_random, live, standing
from houseway.lab.shards import Progress, silent
from houseway.tabular import Row, TypedAnswer

QUANTILES: Final = (1, 5, 25, 50, 75, 95, 99)
DAYS_A_YEAR: Final = 365
MOST_YEARS: Final = 200
MOST_LIVES: Final = 10_000
MOST_WAGERS: Final = 10**7  # a day


class Waits(Struct, frozen=True, kw_only=True):
    """The days from one hit of a line to the next: their mean, and their quantiles."""

    days_between_hits: float
    days_to_a_hit: Mapping[str, float]


class Life(Struct, frozen=True, kw_only=True):
    """A life of some years in closed form; meters in dollars."""

    start: str
    mean_meter: float
    meter_return: float
    house_edge: float


class Estimate(Struct, frozen=True, kw_only=True):
    """A mean over lives that were simulated."""

    mean: float
    standard_error: float


class LineHits(Struct, frozen=True, kw_only=True):
    """A line that was hit in the simulated lives; awards in dollars.

    Waits are at the rate of its hits over all wagers, so that the end of a life cuts none short.
    """

    hits: int
    mean_award: float
    largest_award: float
    days_between_hits: float
    days_to_a_hit: Mapping[str, float]


class NeverHit(Struct, frozen=True, kw_only=True):
    """A line that no simulated life has hit."""

    hits: int = 0
    days_between_hits: None = None
    mean_award: None = None
    largest_award: None = None
    days_to_a_hit: Mapping[str, float] = {}


class SimulatedLives(Struct, frozen=True, kw_only=True):
    """The results of the simulated lives."""

    mean_meter: Estimate
    meter_return: Estimate
    meter_at_day_end: Mapping[str, str]
    largest_meter_at_day_end: str
    lines: Mapping[str, LineHits | NeverHit]


class MeterResult(TypedAnswer, frozen=True, kw_only=True):
    """A progressive: its long run in exact figures, its waits, a life of some years, and such lives simulated."""

    game: str = ""
    marks: Mapping[str, str] = {}
    wager: str = ""
    table: str = ""
    increment: float
    fixed_return: float
    meter_return: float
    meter_return_exact: str
    house_edge: float
    mean_meter: float
    letter_prints_advantage: bool = False  # that counts 21% of a wager from the meter
    increment_for_21_percent: float | None  # None where the reset alone returns more
    odds: Mapping[str, float]
    years: int
    lives: int
    wagers_a_day: int
    seed: int
    lines: Mapping[str, Waits]
    life: Life
    simulated: SimulatedLives

    def own_rows(self) -> list[Row]:
        """The long run, a life and its simulation; then the lines."""
        life, back = self.life, self.simulated.meter_return
        rows: list[Row] = [
            {"what": "long run", "meter_return": self.meter_return, "house_edge": self.house_edge},
            {"what": f"{self.years} years", "meter_return": life.meter_return, "house_edge": life.house_edge},
            {"what": f"{self.lives} lives simulated", "meter_return": back.mean, "standard_error": back.standard_error},
        ]
        for row in rows:
            row["return"] = self.fixed_return + row["meter_return"]
        return rows + [
            {
                "what": line,
                "days_between_hits": waits.days_between_hits,
                "median_days": waits.days_to_a_hit["50%"],
                "mean_award": self.simulated.lines[line].mean_award,
            }
            for line, waits in self.lines.items()
        ]

    def in_short(self) -> str:
        """For its repr."""
        return f"{self.game!r}: returns {100 * self.meter_return:.4f}% in the long run"


def meter_life(
    progressive: Progressive,
    *,
    wagers_a_day: int,
    years: int,
    lives: int,
    seed: int,
    progress: Progress = silent,
) -> MeterResult:
    """The long run of a meter, a life of some years, and many such lives simulated."""
    _check_size("wagers_a_day", wagers_a_day, 1, MOST_WAGERS)
    _check_size("years", years, 1, MOST_YEARS)
    _check_size("lives", lives, 2, MOST_LIVES)
    wagers = wagers_a_day * DAYS_A_YEAR * years
    needed = progressive.increment_for(PRINTED_METER_RETURN)
    return MeterResult(
        increment=float(progressive.increment),
        fixed_return=float(progressive.fixed_return),
        meter_return=float(progressive.meter_return),
        meter_return_exact=str(progressive.meter_return),
        house_edge=float(1 - progressive.fixed_return - progressive.meter_return),
        mean_meter=float(progressive.mean_meter / UNITS),
        increment_for_21_percent=float(needed) if needed >= 0 else None,
        odds={share.line: float(1 / share.probability) for share in progressive.shares},
        years=years,
        lives=lives,
        wagers_a_day=wagers_a_day,
        seed=seed,
        lines={share.line: _waits(float(share.probability), wagers_a_day) for share in progressive.shares},
        life=Life(
            start=format_meter(progressive.seed),
            mean_meter=progressive.mean_meter_over(wagers) / UNITS,
            meter_return=progressive.meter_return_over(wagers),
            house_edge=1 - float(progressive.fixed_return) - progressive.meter_return_over(wagers),
        ),
        simulated=_simulate(progressive, wagers_a_day, wagers, lives, seed, progress),
    )


def _simulate(
    progressive: Progressive, wagers_a_day: int, wagers: int, lives: int, seed: int, progress: Progress
) -> SimulatedLives:
    day_ends = range(wagers_a_day, wagers + 1, wagers_a_day)
    meters: list[int] = []
    means, paid = [], []
    hits_by_line: dict[str, list[Hit]] = {share.line: [] for share in progressive.shares}
    for number in range(lives):
        hits = live(progressive, wagers, life_random(seed, number))
        meters += standing(progressive, hits, day_ends)
        means.append(area(progressive, hits, wagers) / wagers / UNITS)
        paid.append(sum(hit.paid for hit in hits) / (wagers * progressive.wager))
        for hit in hits:
            hits_by_line[hit.line].append(hit)
        progress(number + 1, lives)
    meters.sort()
    return SimulatedLives(
        mean_meter=_estimate(means),
        meter_return=_estimate(paid),
        meter_at_day_end={
            f"{quantile}%": format_meter(meters[len(meters) * quantile // 100]) for quantile in QUANTILES
        },
        largest_meter_at_day_end=format_meter(meters[-1]),
        lines={
            line: _line([hit.paid for hit in hits], wagers_a_day, wagers * lives) for line, hits in hits_by_line.items()
        },
    )


def _estimate(values: Sequence[float]) -> Estimate:
    mean = math.fsum(values) / len(values)
    variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return Estimate(mean=mean, standard_error=math.sqrt(variance / len(values)))


def _check_size(field: str, given: int, least: int, most: int) -> None:
    if not least <= given <= most:
        raise InvalidInput(f"must be {least} to {most:,}, not {given:,}", field=field)


def _waits(probability: float, wagers_a_day: int) -> Waits:
    """The days from one hit of a line to the next; a wait is geometric."""
    miss = math.log1p(-probability) if probability < 1 else -math.inf
    return Waits(
        days_between_hits=1 / probability / wagers_a_day,
        days_to_a_hit={
            f"{quantile}%": max(1, math.ceil(math.log1p(-quantile / 100) / miss)) / wagers_a_day
            for quantile in QUANTILES
        },
    )


def _line(amounts: list[int], wagers_a_day: int, wagers: int) -> LineHits | NeverHit:
    if not amounts:
        return NeverHit()
    waits = _waits(len(amounts) / wagers, wagers_a_day)
    return LineHits(
        hits=len(amounts),
        mean_award=sum(amounts) / len(amounts) / 100,
        largest_award=max(amounts) / 100,
        days_between_hits=waits.days_between_hits,
        days_to_a_hit=waits.days_to_a_hit,
    )
