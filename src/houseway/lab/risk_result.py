"""The answer of `houseway risk`: how a mix of wagers varies, the risk of ruin and Kelly's stake, with their errors."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from houseway.lab.covariances import Pair
from houseway.tabular import Row, TypedAnswer

CONVOLUTION: Final = "round by round from how likely each result is"
ROUNDED: Final = "between two bounds: results rounded to a coarser unit, up and down"
CLOSED: Final = "closed form"
LUNDBERG: Final = "between two bounds: exp(-R x loss), by the least and the largest loss at which ruin can come"
TOO_FEW: Final = "not enough rounds: the mix wins by rare awards that the sample does not hold often enough"
SMALL_SAMPLE: Final = "errors of what is simulated are those of the sample; rare awards that it lacks are not in them"
RUIN: Final = "ruined: the rest of the bankroll does not cover the wagers before the deal; every raise is made in full"


class WagerRisk(Struct, frozen=True, kw_only=True):
    """One wager of the seat, in units of the wager."""

    wager: str
    table: str
    stake: str  # empty where nothing is staked on it
    mean: float
    standard_deviation: float
    method: str


class Ruin(Struct, frozen=True, kw_only=True):
    """How likely ruin is: between two bounds, which are the same where there is a closed form."""

    low: float
    high: float
    rounds: int | None  # None for ever
    method: str


class Kelly(Struct, frozen=True, kw_only=True):
    """The stake that makes a bankroll grow fastest; nothing for a mix that loses."""

    fraction: float  # of the bankroll, on the wagers before the deal together
    stake: float  # dollars of this bankroll
    growth: float  # of the bankroll's logarithm, a round
    bankroll: float | None  # dollars for which the mix as it is staked is Kelly's
    text: str


class RiskResult(TypedAnswer, frozen=True, kw_only=True):
    """How a mix of wagers varies, in dollars; covariances are in units of the wagers."""

    game: str
    marks: Mapping[str, str]
    options: Mapping[str, str]
    strategy: str
    stakes: Mapping[str, str]
    first_wagers: str  # before the deal, together
    mean: float
    mean_error: float
    house_edge: float  # of the first wagers
    standard_deviation: float
    standard_deviation_error: float
    method: str  # of the standard deviation
    wagers: Sequence[WagerRisk]
    covariances: Sequence[Pair]  # of two wagers of a seat
    main_covariances: Sequence[Pair]  # of the wagers of the main game, in first wagers, beside all of a seat
    between_seats: Sequence[Pair]  # of a wager of one seat and a wager of another
    seats: int
    table_mean: float  # of all seats together
    table_standard_deviation: float
    table_standard_deviation_error: float  # at most
    bankroll: str
    results_method: str  # how it is known how likely each result of a round is, for ruin and stake
    ruin: Ruin  # at some time
    ruin_within: Ruin
    kelly: Kelly
    rounds_simulated: int
    seed: int
    notes: Sequence[str]

    def own_rows(self) -> list[Row]:
        """A row for each pair of wagers, of one seat and of two."""
        return [
            {"seats": seats, **{name: getattr(pair, name) for name in pair.__struct_fields__}}
            for seats, pairs in (
                ("same", [*self.covariances, *self.main_covariances]),
                ("two", self.between_seats),
            )
            for pair in pairs
        ]

    def pair(self, one: str, other: str) -> Pair:
        """How two wagers of a seat vary together; those of the main game are `main`, or have their names."""
        every = [*self.covariances, *self.main_covariances]
        return next(pair for pair in every if {pair.one, pair.other} == {one, other})

    def in_short(self) -> str:
        """For its repr."""
        return f"{self.game!r}: mean {self.mean:+,.4f}, standard deviation {self.standard_deviation:,.4f}"
