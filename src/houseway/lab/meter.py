"""The life of a progressive meter: what it stands at, how often it is hit, and what its wager really returns.

There are two ways, which must agree. In the long run a meter pays out what comes in: the increment of every wager, and
what the house puts in after each 100% award. So the part of a wager that the meter returns is

    increment + P(100% line) x reset / wager,

whatever the shares are. The mean meter that a wager meets is this part, in wagers, divided by the expected share. A
life of some years is not the long run: it starts at a seed, and with every wager the mean meter comes nearer to its
level by the expected share. So its return has a closed form too. The wait for a line is geometric, whenever a life
ends.

The second way is simulation. Wagers pass until a line with a share comes, the meter rises by its increments, and the
rule that settles real rounds computes the award. The seats of a round count as wagers one after the other.
"""

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from random import Random
from typing import Final

from houseway.errors import InvalidInput
from houseway.games.letter.paytable import Pay
from houseway.games.pricing.wager_result import WagerResult
from houseway.games.round.jackpot import UNITS_PER_CENT, Claim, Meter, award
from houseway.money import CENT_DOWN, Cents

UNITS: Final = 100 * UNITS_PER_CENT  # of a dollar


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """A line that pays a share of the meter, and how likely a wager wins it."""

    line: str
    pay: Pay
    probability: Fraction


@dataclass(frozen=True, kw_only=True)
class Progressive:
    """A progressive as a house runs it: the shares of its pay table and the house's choices."""

    shares: Sequence[Share]
    fixed_return: Fraction  # what the fixed pays of a wager return
    wager: Cents
    seed: int  # where the meter starts, in 1e-8 dollar
    reset: int  # where a 100% award leaves it
    increment: Fraction  # of each wager

    def __post_init__(self) -> None:
        if not 0 <= self.increment <= 1 or (self.increment * 1_000_000).denominator != 1:
            raise InvalidInput("must be 0% to 100% with at most four decimals", field="increment")
        if not self.shares:
            raise InvalidInput("pays no share of a meter", field="pay table")

    @property
    def rise(self) -> int:
        """What one wager adds to the meter, in 1e-8 dollar: exact."""
        return int(self.wager * UNITS_PER_CENT * self.increment)

    @property
    def weight(self) -> Fraction:
        """The expected share of the meter that a wager wins."""
        return sum((share.probability * share.pay.times for share in self.shares), Fraction(0))

    @property
    def reseeding(self) -> Fraction:
        """What the house puts in after 100% awards, a wager, as a part of the wager."""
        whole = sum((share.probability for share in self.shares if share.pay.times == 1), Fraction(0))
        return whole * self.reset / (self.wager * UNITS_PER_CENT)

    @property
    def meter_return(self) -> Fraction:
        """The part of a wager that the meter returns in the long run."""
        return self.increment + self.reseeding

    @property
    def mean_meter(self) -> Fraction:
        """The mean meter that a wager meets in the long run, in 1e-8 dollar."""
        return self.meter_return * self.wager * UNITS_PER_CENT / self.weight

    def mean_meter_over(self, wagers: int) -> float:
        """The expected meter that a wager meets over the first N wagers of a life, in 1e-8 dollar.

        A wager meets a meter that is nearer to its long-run level than the one before by the expected share; what
        awards leave below a cent is not counted.
        """
        level, weight = float(self.mean_meter), float(self.weight)
        gone = -math.expm1(wagers * math.log1p(-weight)) if weight < 1 else 1.0
        return level + (self.seed + self.rise - level) * gone / (weight * wagers)

    def meter_return_over(self, wagers: int) -> float:
        """The part of a wager that the meter is expected to return over the first N wagers of a life."""
        return float(self.weight) * self.mean_meter_over(wagers) / (self.wager * UNITS_PER_CENT)

    def increment_for(self, target: Fraction) -> Fraction:
        """The increment that makes the meter return so much of a wager in the long run; below 0 there is none."""
        return target - self.reseeding


def progressive_of(price: WagerResult, *, wager: Cents, seed: Cents, reset: Cents, increment: Fraction) -> Progressive:
    """A progressive from the exact price of its wager and the house's choices."""
    shares = [
        Share(line=name, pay=Pay.parse(line.pays), probability=Fraction(line.combinations, price.combinations))
        for name, line in price.lines.items()
        if line.pays.endswith("%") and line.combinations and price.combinations
    ]
    return Progressive(
        shares=shares,
        fixed_return=1 - (price.house_edge_exact or Fraction(price.house_edge)),
        wager=wager,
        seed=seed * UNITS_PER_CENT,
        reset=reset * UNITS_PER_CENT,
        increment=increment,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A share that was won: after how many wagers, what it paid, and what the meter stood at before and after."""

    wagers: int
    line: str
    paid: Cents
    before: int
    after: int


def life_random(seed: int, number: int) -> Random:
    """The chances of a life, by its number."""
    return Random(f"{seed}/{number}")  # noqa: S311


def live(progressive: Progressive, wagers: int, random: Random) -> list[Hit]:
    """One life of a meter over N wagers."""
    chances = list(accumulate(float(share.probability) for share in progressive.shares))
    missed = math.log1p(-chances[-1])
    hits: list[Hit] = []
    done, meter = 0, progressive.seed
    while True:
        gap = int(math.log1p(-random.random()) / missed) + 1
        if done + gap > wagers:
            return hits
        done += gap
        share = progressive.shares[bisect_left(chances, random.random() * chances[-1])]
        now = Meter(meter=meter, wager=progressive.wager, contributed=gap * progressive.rise, reset=progressive.reset)
        claim = Claim(seat=1, line=share.line, pay=share.pay, stake=progressive.wager)
        result = award(now, [claim], breakage=CENT_DOWN)
        before = result.before + result.contributed
        hits.append(Hit(wagers=done, line=share.line, paid=result.awards[0].amount, before=before, after=result.after))
        meter = result.after


def standing(progressive: Progressive, hits: Sequence[Hit], times: Sequence[int]) -> list[int]:
    """The meter after each of these numbers of wagers, ascending, in 1e-8 dollar."""
    meters, place, last, meter = [], 0, 0, progressive.seed
    for time in times:
        while place < len(hits) and hits[place].wagers <= time:
            last, meter = hits[place].wagers, hits[place].after
            place += 1
        meters.append(meter + (time - last) * progressive.rise)
    return meters


def area(progressive: Progressive, hits: Sequence[Hit], wagers: int) -> int:
    """The meter that each wager meets, its own increment included, summed over all wagers."""
    total, last, meter = 0, 0, progressive.seed
    for time, after in [*((hit.wagers, hit.after) for hit in hits), (wagers, 0)]:
        gap = time - last
        total += gap * meter + progressive.rise * gap * (gap + 1) // 2
        last, meter = time, after
    return total
