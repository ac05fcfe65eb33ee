"""An evening of the main game: how it ends and how likely it ruins a bankroll, from the distribution of a round.

Nothing is taken to be normal. Ruin is that of `ruin.ruined_within`, as `houseway risk` has it; the result of all rounds
is the distribution of a round convolved with itself, as long as the evening is. What is left out on either side has a
chance of at most `NEGLIGIBLE`.
"""

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from houseway.games.game import Game
from houseway.games.pricing.analysis import Nets
from houseway.lab.mix import first_wager
from houseway.lab.ruin import NEGLIGIBLE, Steps, least_lost, ruined_within, steps_of
from houseway.money import Cents

MOST_BARS: Final = 40  # of a drawing

Floats = npt.NDArray[np.float64]


class Bar(Struct, frozen=True, kw_only=True):
    """How likely an evening's result lies from one amount up to another; dollars."""

    low: float
    high: float
    probability: float


class Evening(Struct, frozen=True, kw_only=True):
    """Rounds of the main game at one stake, all of them played; dollars. Ruin is that of the bankroll on the way."""

    rounds: int
    mean: float
    standard_deviation: float
    two_of_three: tuple[float, float]  # results between which that share of evenings ends, as many below as above
    nineteen_of_twenty: tuple[float, float]
    ahead: float
    even: float
    behind: float
    ruin_low: float  # the least and the largest that the chance of ruin can be
    ruin_high: float
    left_out: float  # how much each chance of a result may be off
    bars: list[Bar]  # from the worst results to the best, the outermost with everything beyond


def evening(game: Game, nets: Nets, *, stake: Cents, bankroll: Cents, rounds: int) -> Evening:
    """An evening with the first wager at a stake; the bankroll must cover the wagers before the deal."""
    counts = _counts(nets, stake)
    steps = steps_of(counts)
    lowest, chances = _sums(steps, rounds)
    unit = float(steps.unit) / 100
    room = bankroll - stake * _first_wagers(game)
    low, high = ruined_within(counts, Fraction(room), rounds) if room >= 0 else (1.0, 1.0)
    results: Floats = unit * (lowest + np.arange(len(chances), dtype=np.float64))
    mean = unit * rounds * float(steps.nets @ steps.chances)
    variance = float(steps.nets**2 @ steps.chances) - float(steps.nets @ steps.chances) ** 2
    deviation = unit * math.sqrt(rounds * variance)
    return Evening(
        rounds=rounds,
        mean=mean,
        standard_deviation=deviation,
        two_of_three=_between(results, chances, 2 / 3),
        nineteen_of_twenty=_between(results, chances, 19 / 20),
        ahead=float(chances[results > 0].sum()),
        even=float(chances[results == 0].sum()),
        behind=float(chances[results < 0].sum()),
        ruin_low=low,
        ruin_high=high,
        left_out=2 * NEGLIGIBLE,
        bars=_bars(results, chances, mean, deviation),
    )


def _counts(nets: Nets, stake: Cents) -> Mapping[Fraction, int]:
    """The results in cents, each as often as among a number of deals."""
    deals = math.lcm(*(chance.denominator for chance in nets.values()))
    return {net * stake: int(chance * deals) for net, chance in nets.items()}


def _first_wagers(game: Game) -> int:
    """How many wagers of the stake lie before the deal: the first one and those that must equal it."""
    first = first_wager(game)
    return 1 + sum(game.approval.wagers[name].equals == first for name in game.approval.required)


def _sums(steps: Steps, rounds: int) -> tuple[int, Floats]:
    """The least result of all rounds in units, and how likely each is from there on."""
    lost = least_lost(steps, rounds)
    won = least_lost(Steps(unit=steps.unit, nets=-steps.nets, chances=steps.chances), rounds)
    size = 1 << (lost + won + 1).bit_length()
    kernel = np.zeros(size)
    np.add.at(kernel, steps.nets % size, steps.chances)
    sums = np.fft.irfft(np.fft.rfft(kernel) ** rounds, size)
    return -lost, np.maximum(np.roll(sums, lost)[: lost + won + 1], 0.0)


def _between(results: Floats, chances: Floats, share: float) -> tuple[float, float]:
    below = np.cumsum(chances)
    low, high = np.searchsorted(below, ((1 - share) / 2, (1 + share) / 2))
    return float(results[low]), float(results[min(int(high), len(results) - 1)])


def _bars(results: Floats, chances: Floats, mean: float, deviation: float) -> list[Bar]:
    """Bars of equal width within three deviations."""
    edges = np.linspace(mean - 3 * deviation, mean + 3 * deviation, MOST_BARS + 1)
    places = np.clip(np.searchsorted(edges, results, "right") - 1, 0, MOST_BARS - 1)
    shares = np.bincount(places, chances, MOST_BARS)
    pairs = zip(edges.tolist(), edges[1:].tolist(), shares.tolist(), strict=False)
    return [Bar(low=low, high=high, probability=share) for low, high, share in pairs]
