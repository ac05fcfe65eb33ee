"""What players gain by knowing or doing what the rules do not foresee, in the same figures for all games."""

from dataclasses import dataclass
from fractions import Fraction

from houseway.games.pricing.result_json import Result


@dataclass(frozen=True, slots=True, kw_only=True)
class ExposureQuestion:
    """A question about seen cards and wrong lights."""

    misread: Fraction  # how often a light is wrong
    deals: int | None  # how many are tried where deals are sampled; None for each game's own number
    seed: int


class WrongSetting(Result, frozen=True, kw_only=True):
    """A wrongly set dealer's hand: how often that can happen, and what a player gains if it does."""

    what: str
    frequency: float  # the share of rounds in which the setting differs
    gain: float  # in first wagers a round, if it always happens
    standard_error: float
    deals: int  # sampled


class Exposure(Result, frozen=True, kw_only=True):
    """What a player gains, in first wagers a round; a loss is negative."""

    what: str
    gain: float
    method: str
    standard_error: float | None = None  # where it is simulated
    most: float | None = None  # where the gain is only known to lie between `gain` and this
    most_error: float | None = None
    house_edge: float | None = None  # of the main game with it
    deals: int | None = None  # sampled
    note: str = ""
