"""What an analysis says of one wager under one pay table, with the names of its JSON."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from msgspec import UNSET, UnsetType, field
from msgspec.structs import replace

from houseway.games.pricing.result_json import Result
from houseway.money import Cents, format_money

MOST_OTHERS: Final = 5  # beside a player, at a full table of six


class LineResult(Result, frozen=True, kw_only=True):
    """A line of a pay table, counted."""

    combinations: int | None  # None where it is simulated
    probability: float
    pays: str


class WagerResult(Result, frozen=True, kw_only=True):
    """A wager under one pay table; money in units of the wager; envy is in dollars."""

    house_edge: float
    house_edge_exact: Fraction | None
    hit_frequency: float
    standard_deviation: float
    combinations: int | None
    lines: Mapping[str, LineResult]
    standard_error: float | None = None  # of a house edge that is simulated
    # A jackpot wager, which wins shares of a meter.
    fixed_edge: float | None = None
    printed_edge: float | UnsetType | None = UNSET  # None where the letter prints none
    break_even_meter: float | UnsetType | None = UNSET  # None where no share ever comes
    meter_weight: Fraction | None = None  # the expected part of the meter that one wager wins
    odds: Mapping[str, str] | None = None
    # A wager for which others win envy.
    envy_per_player: float | None = None
    envy_per_player_exact: Fraction | None = None
    envy_from: float | None = None  # the least wager that earns it
    envy_from_exact: Fraction | None = None
    note: str = ""
    prize: str = ""  # the key of its `$` prize
    # At a meter, with a prize, and beside others, where these are given.
    meter: str = ""
    edge_at_meter: float | None = None
    edge_at_meter_exact: Fraction | None = None
    edge_with_prize: float | None = None
    edge_with_prize_exact: Fraction | None = None
    envy_wager: str = ""
    house_edge_by_others: Sequence[float] = field(default_factory=list)
    house_edge_by_others_exact: Sequence[Fraction] = field(default_factory=list)

    @property
    def other_edges(self) -> Mapping[str, float]:
        """House edges beside other habits of the player, by a name for a column."""
        return {}

    def edge_at(self, meter: Fraction) -> Fraction | None:
        """The exact house edge with a meter of this many wagers; None for a wager that wins no share of a meter."""
        if self.house_edge_exact is None or self.meter_weight is None:
            return None
        return self.house_edge_exact - meter * self.meter_weight

    def edge_with(self, prizes: Mapping[str, Fraction]) -> Fraction | None:
        """The exact house edge of the fixed pays and a `$` prize, in wagers; None where it is not given."""
        prize = prizes.get(self.prize)
        if prize is None or self.house_edge_exact is None or not self.combinations:
            return None
        wins = sum(line.combinations or 0 for line in self.lines.values() if line.pays == "$")
        return self.house_edge_exact - prize * Fraction(wins, self.combinations)

    def edges_by_others(self, wager: Cents) -> list[Fraction] | None:
        """The exact house edge of a wager of this size beside 0 to 5 others who may win envy for it; None without envy.

        A wager below the least that earns envy is paid none.
        """
        if self.house_edge_exact is None or self.envy_per_player_exact is None or self.envy_from_exact is None:
            return None
        earns = wager >= 100 * self.envy_from_exact
        envy = self.envy_per_player_exact * 100 / wager if earns else Fraction(0)
        return [self.house_edge_exact - others * envy for others in range(MOST_OTHERS + 1)]

    def at_meter(self, meter: Cents) -> "WagerResult":
        """The same with its edge at a meter, for a jackpot wager of $1."""
        edge = self.edge_at(Fraction(meter, 100))
        if edge is None:
            return self
        return replace(self, meter=format_money(meter), edge_at_meter=float(edge), edge_at_meter_exact=edge)

    def with_prizes(self, prizes: Mapping[str, Fraction]) -> "WagerResult":
        """The same with its edge where its `$` prize is among these, in wagers."""
        edge = self.edge_with(prizes)
        return self if edge is None else replace(self, edge_with_prize=float(edge), edge_with_prize_exact=edge)

    def with_envy(self, wager: Cents) -> "WagerResult":
        """The same with its edge beside 0 to 5 others, for a wager of this size that earns envy."""
        edges = self.edges_by_others(wager)
        if edges is None:
            return self
        return replace(
            self,
            envy_wager=format_money(wager),
            house_edge_by_others=list(map(float, edges)),
            house_edge_by_others_exact=edges,
        )
