"""Risk of ruin and Kelly's stake, from how likely each net result of a round is.

A player is ruined when the rest of the bankroll no longer covers the wagers before the deal. Rounds are independent,
and every round is played in full: the player makes a raise even if the bankroll does not cover it, and a loss beyond
the bankroll is ruin as well. Chances are floats. Every bound that has another source than their rounding is a part of
the answer.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.errors import InvalidInput

MOST_ROUNDS: Final = 10**6
MOST_WORK: Final = 2 * 10**8  # points of all transforms: some seconds
NEGLIGIBLE: Final = 1e-12  # chance that is left out, and said so
_SLOPES: Final = 400  # tried for a bound
_HALVINGS: Final = 200  # of an interval: more than a float has bits

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Steps:
    """The net result of a round in whole units, and how likely each is."""

    unit: Fraction  # in cents
    nets: npt.NDArray[np.int64]
    chances: Floats

    @property
    def worst(self) -> int:
        """The most that a round can lose, in units."""
        return max(0, -int(self.nets.min()))

    def log_growth(self, slope: float) -> float:
        """The logarithm of E[exp(-slope x net)]."""
        powers = -slope * self.nets
        most = float(powers.max())
        return most + math.log(float(np.exp(powers - most) @ self.chances))


def steps_of(nets: Mapping[Fraction, int], unit: Fraction | None = None, *, up: bool = False) -> Steps:
    """Net results in cents as whole steps; in a coarser unit each is rounded down, or up."""
    total, chosen = sum(nets.values()), unit or finest_unit(nets)
    chances: dict[int, float] = {}
    for net, count in nets.items():
        step = math.ceil(net / chosen) if up else math.floor(net / chosen)
        chances[step] = chances.get(step, 0.0) + count / total
    return Steps(unit=chosen, nets=np.array(list(chances), np.int64), chances=np.array(list(chances.values())))


def finest_unit(nets: Mapping[Fraction, int]) -> Fraction:
    """The largest amount of which every net result is a multiple."""
    scale = math.lcm(*(net.denominator for net in nets))
    return Fraction(math.gcd(*(int(net * scale) for net in nets)) or 1, scale)


# ---- ruin at some time


def adjustment_coefficient(steps: Steps) -> float:
    """The R > 0 with E[exp(-R x net)] = 1, for a mix that wins on average and can lose; R is per unit."""
    high = 1.0 / steps.worst
    while steps.log_growth(high) <= 0:
        high *= 2
    return bisect(steps.log_growth, 0.0, high)


def bisect(function: Callable[[float], float], low: float, high: float) -> float:
    """Where a function goes from below 0 to above it."""
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if function(middle) <= 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def ever_ruined(steps: Steps, room: Fraction) -> tuple[float, float]:
    """The lower and upper bound for the chance of ruin at any time; `room` is what may be lost, in cents.

    The mix must win on average; else ruin is certain. A mix that never loses is never ruined. Otherwise the mean of
    exp(R x what is lost at ruin), where ruin comes at all, is 1 (Lundberg): that loss is at least one unit more than
    the room, and less than one round's worst more than that.
    """
    if not steps.worst:
        return 0.0, 0.0
    slope, depth = adjustment_coefficient(steps), math.floor(room / steps.unit)
    return math.exp(-slope * (depth + steps.worst)), math.exp(-slope * (depth + 1))


# ---- ruin within some rounds


def ruined_within(nets: Mapping[Fraction, int], room: Fraction, rounds: int) -> tuple[float, float]:
    """The lower and upper bound for the chance of ruin within some rounds; they differ only by the errors of floats.

    Round by round the distribution of what is left is convolved with that of a round, and what falls below is ruined.
    If that takes too long by the finest unit, net results are rounded to a coarser one: down for the upper bound, up
    for the lower one.
    """
    if not 1 <= rounds <= MOST_ROUNDS:
        raise InvalidInput(f"must be 1 to {MOST_ROUNDS:,}, not {rounds:,}", field="rounds")
    unit, coarse = finest_unit(nets), 1
    while _work(steps_of(nets, unit * coarse), rounds) > MOST_WORK:
        coarse *= 2
    low, high = _absorbed(steps_of(nets, unit * coarse), room, rounds)
    if coarse > 1:
        low, _ = _absorbed(steps_of(nets, unit * coarse, up=True), room, rounds)
    return low, high


def least_lost(steps: Steps, rounds: int) -> int:
    """A loss in units that is exceeded within some rounds only with a negligible chance.

    By Doob's inequality the chance to lose more than T at some time is at most max(1, M^rounds) exp(-slope T), where M
    is E[exp(-slope x net)], for every slope.
    """
    least = rounds * steps.worst
    for slope in np.geomspace(1e-9, 40.0, _SLOPES) / max(1, steps.worst):
        grown = rounds * max(0.0, steps.log_growth(float(slope)))
        least = min(least, math.ceil((grown - math.log(NEGLIGIBLE)) / slope))
    return least


def _transform_size(steps: Steps, top: int) -> int:
    largest = min(max(0, int(steps.nets.max())), top)
    return 1 << (top + largest + steps.worst).bit_length()


def _work(steps: Steps, rounds: int) -> int:
    return rounds * _transform_size(steps, least_lost(steps, rounds))


def _absorbed(steps: Steps, room: Fraction, rounds: int) -> tuple[float, float]:
    """The chance of ruin, and the chance that was left out because ruin had become out of reach."""
    depth, top = math.floor(room / steps.unit), least_lost(steps, rounds)
    if not steps.worst:
        return 0.0, 0.0
    if depth >= top:
        return 0.0, NEGLIGIBLE
    size = _transform_size(steps, top)
    near = steps.nets <= top
    kernel = np.zeros(size)
    np.add.at(kernel, steps.nets[near] % size, steps.chances[near])
    turned, alive, ruined = np.fft.rfft(kernel), np.zeros(size), 0.0
    alive[depth] = 1.0
    for _ in range(rounds):
        alive = np.fft.irfft(np.fft.rfft(alive) * turned, size)
        ruined += float(alive[size - steps.worst :].sum())
        alive[top + 1 :] = 0.0
    ruined = min(max(ruined, 0.0), 1.0)
    return ruined, min(1.0, ruined + NEGLIGIBLE)


# ---- Kelly's stake


def kelly_fraction(nets: Mapping[Fraction, int], first: int) -> tuple[float, float]:
    """The share of a bankroll whose stake in every round makes the bankroll grow fastest, and that growth of its log.

    `first` are the wagers before the deal, in cents; all wagers grow with the bankroll in proportion. The mix must win
    on average; else the best stake is nothing.
    """
    total = sum(nets.values())
    chances = np.array([count / total for count in nets.values()])
    results = np.array([float(net / first) for net in nets])
    worst = max(0.0, -float(results.min()))
    if not worst:
        return 1.0, float(chances @ np.log1p(results))
    share = bisect(lambda part: -float(chances @ (results / (1 + part * results))), 0.0, 1 / worst)
    return share, float(chances @ np.log1p(share * results))
