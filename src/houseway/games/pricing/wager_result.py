"""The analysis of one wager under one pay table, with the names of its JSON."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from msgspec import UNSET, UnsetType, field
from msgspec.structs import replace

from houseway.games.pricing.moments import Moments
from houseway.games.pricing.result_json import Result
from houseway.money import Cents, format_money, parse_money

FIXED_PAYS_ONLY: Final = "fixed pays only"
MOST_OTHERS: Final = 5  # beside a player, at a full table of six


class LineResult(Result, frozen=True, kw_only=True):
    """A line of a pay table, counted."""

    combinations: int | None  # None where it is simulated
    probability: float
    pays: str


class Together(Result, frozen=True, kw_only=True):
    """The best play for main game and bonus together, if a fold or surrender loses the bonus as well.

    The bonus is as large as the first wager; edges are in units of it.
    """

    text: str
    played_on: float  # how often a hand is played on that the main game alone would give up
    main_edge: float
    main_edge_exact: Fraction
    wager_edge: float
    wager_edge_exact: Fraction
    gain: float  # over both played by the main game's own strategy
    gain_exact: Fraction

    @classmethod
    def of(
        cls, text: str, *, played_on: Fraction, main: Fraction, cost: Fraction, wager: Fraction, gain: Fraction
    ) -> "Together":
        """The answer from the edges under the main game's own strategy, the cost of playing on and the bonus's gain."""
        return cls(
            text=text,
            played_on=float(played_on),
            main_edge=float(main + cost),
            main_edge_exact=main + cost,
            wager_edge=float(wager - gain),
            wager_edge_exact=wager - gain,
            gain=float(gain - cost),
            gain_exact=gain - cost,
        )


class WagerResult(Result, frozen=True, kw_only=True):
    """A wager under one pay table; money in units of the wager; envy is in dollars."""

    house_edge: float
    house_edge_exact: Fraction | None
    hit_frequency: float
    standard_deviation: float
    combinations: int | None
    lines: Mapping[str, LineResult]
    standard_error: float | None = None  # of a house edge that is simulated
    # A jackpot wager, which wins shares of a meter. Its house edge counts only what `basis` names.
    basis: str = ""
    moments: Moments | None = None
    fixed_standard_deviation: float | None = None  # where `standard_deviation` counts meter or prize as well
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
    # A wager that the operator takes out of action with some hands.
    no_action: float | None = None  # how often
    strategy: str = ""  # the main game's, where the price depends on it
    house_edge_by_strategy: Mapping[str, float] = field(default_factory=dict)  # where it is known beside others too
    house_edge_by_strategy_exact: Mapping[str, Fraction] = field(default_factory=dict)
    together: Together | None = None
    note: str = ""
    prize: str = ""  # the key of its `$` prize
    # At a meter, with a prize, and beside others, where these are given.
    meter: str = ""
    edge_at_meter: float | None = None
    edge_at_meter_exact: Fraction | None = None
    edge_with_prize: float | None = None
    edge_with_prize_exact: Fraction | None = None
    prize_value: Fraction | None = None  # in wagers
    edge_with_meter_and_prize: float | None = None
    edge_with_meter_and_prize_exact: Fraction | None = None
    break_even_meter_with_prize: float | None = None  # in wagers
    envy_wager: str = ""
    house_edge_by_others: Sequence[float] = field(default_factory=list)
    house_edge_by_others_exact: Sequence[Fraction] = field(default_factory=list)

    @property
    def other_edges(self) -> Mapping[str, float]:
        """The house edges beside other habits of the player, by the name of a column."""
        return {}

    def edge_beside(self, strategy: str) -> float | None:
        """The house edge beside a strategy of the main game; None where it is not known."""
        if self.strategy in ("", strategy):
            return self.house_edge
        return self.house_edge_by_strategy.get(strategy)

    def edge_at(self, meter: Fraction) -> Fraction | None:
        """The exact house edge with a meter of this many wagers; None if the wager wins no share of a meter."""
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
        """The same result, with its edge at a meter, for a jackpot wager of $1."""
        edge = self.edge_at(Fraction(meter, 100))
        if edge is None:
            return self
        shown = replace(self, meter=format_money(meter), edge_at_meter=float(edge), edge_at_meter_exact=edge)
        return shown._with_terms()

    def with_prizes(self, prizes: Mapping[str, Fraction]) -> "WagerResult":
        """The same result, with its edge if its `$` prize is among these, in wagers."""
        edge = self.edge_with(prizes)
        if edge is None:
            return self
        value = prizes[self.prize]
        shown = replace(self, prize_value=value, edge_with_prize=float(edge), edge_with_prize_exact=edge)
        return shown._with_terms()

    def _with_terms(self) -> "WagerResult":
        """The same result, with its edge with the given meter and prize together."""
        if self.moments is None:
            return self
        meter = Fraction(parse_money(self.meter, field="meter", zero=True), 100) if self.meter else Fraction(0)
        prize = self.prize_value or Fraction(0)
        basis = [FIXED_PAYS_ONLY.removesuffix(" only"), *["meter"] * bool(self.meter)]
        shown = replace(
            self,
            basis=", ".join([*basis, *["prize"] * (self.prize_value is not None)]),
            standard_deviation=self.moments.deviation(meter, prize),
            fixed_standard_deviation=self.moments.deviation(Fraction(0), Fraction(0)),
        )
        if self.prize_value is not None and self.moments.share:
            even = -self.moments.mean(Fraction(0), prize) / self.moments.share
            shown = replace(shown, break_even_meter_with_prize=float(even))
        if self.prize_value is None or not self.meter:
            return shown
        edge = -self.moments.mean(meter, prize)
        return replace(shown, edge_with_meter_and_prize=float(edge), edge_with_meter_and_prize_exact=edge)

    def with_envy(self, wager: Cents) -> "WagerResult":
        """The same result, with its edge beside 0 to 5 others, for a wager of this size that earns envy."""
        edges = self.edges_by_others(wager)
        if edges is None:
            return self
        return replace(
            self,
            envy_wager=format_money(wager),
            house_edge_by_others=list(map(float, edges)),
            house_edge_by_others_exact=edges,
        )
