"""What a table earns: handle, theoretical win, hold and bands, from exact prices, stakes, seats, pace and take-up.

The expectation is exact. The deviation depends on how the results of one round vary together: all seats play against
one dealer, and a seat's wagers share its cards. Covariances of wagers and seats, where they are known, give the band.
Two more bands need none. In the first, all wagers are independent. In the second, all of them win and lose together as
far as they can; by Minkowski's inequality no deviation is larger. Rounds are independent in all of them.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from msgspec import Struct

from houseway.errors import InvalidInput
from houseway.games.game import Game
from houseway.games.letter.offer import offer
from houseway.games.pricing.result import Analysis
from houseway.games.pricing.wager_result import WagerResult
from houseway.lab.bonus_prices import price_of
from houseway.lab.covariances import Pair, summed
from houseway.lab.promotions import Coupon, Rebate
from houseway.money import Cents, format_money
from houseway.tabular import Row, TypedAnswer

DAYS_A_YEAR: Final = 365
LEVEL: Final = "90%"
WIDTH: Final = 1.6448536269514722  # two-sided quantile of the normal distribution for LEVEL
NOTES: Final = (
    "handle is all money staked; the drop, what players bought in for, is not known",
    "hold is theoretical win over handle, not over the drop",
    "main game by the strategy of the analysis; players who err lose more",
    "rounds are independent of each other, as from a fresh deck or shoe; breakage and aggregate limits are left out",
    "bands by the normal distribution: rare large awards make short periods more skewed than that",
)
OWED: Final = "contributions to a jackpot are owed to players: they are in the handle and not in the win"
TOGETHER: Final = (
    "the expected band counts how wagers and seats go together, from {rounds:,} simulated rounds where not counted; "
    "each seat decides by itself which bonuses it makes, and envy, shares and prizes are taken as independent"
)
RESET: Final = "what a reset or a seed costs beyond the contributions is left out"


@dataclass(frozen=True, kw_only=True)
class JackpotMoney:
    """What a jackpot wager costs the house besides its fixed pays."""

    contribution: Fraction = Fraction(0)  # of each wager, to the meter and the reserve
    amount: Cents = 0  # of a house jackpot, whose shares the house pays
    prizes: Mapping[str, Fraction] = field(default_factory=dict)  # that the house pays, in cents by key


@dataclass(frozen=True, kw_only=True)
class Table:
    """The expected play at a table; every stake is the same at all seats."""

    game: Game
    seats: int
    rounds_per_hour: int
    hours: float  # a day
    bet: Cents
    bonuses: Mapping[str, Cents]
    take_up: Mapping[str, Fraction]
    jackpot: JackpotMoney = JackpotMoney()


@dataclass(frozen=True, kw_only=True)
class Covariances:
    """How the wagers of a round go together, each of one unit, and the rounds that were simulated for it."""

    within_seat: Sequence[Pair]
    between_seats: Sequence[Pair]
    rounds: int


class WagerEarnings(Struct, frozen=True, kw_only=True):
    """One wager at all seats; money in dollars an hour."""

    wager: str
    table: str
    stake: str
    take_up: float
    house_edge: float  # of the first wager, or of the fixed pays of a jackpot wager
    house_edge_exact: str  # empty where floats carry the sums
    handle: float
    contribution: float
    awards: float  # envy, and the shares and prizes that the house itself pays
    win: float
    hold: float


class Band(Struct, frozen=True, kw_only=True):
    """The win of some hours in dollars: its mean, and its limits at a level of confidence."""

    hours: float
    win: float
    deviation: float | None = None  # where the covariances are known
    deviation_error: float | None = None  # its standard error at most
    expected: tuple[float, float] | None = None
    deviation_if_independent: float
    if_independent: tuple[float, float]
    deviation_at_most: float
    widest: tuple[float, float]


class Earnings(TypedAnswer, frozen=True, kw_only=True):
    """What a table earns in theory, in dollars."""

    game: str
    marks: Mapping[str, str]
    seats: int
    rounds_per_hour: int
    hours: float
    handle: float  # an hour
    contribution: float
    win: float
    hold: float
    wagers: Sequence[WagerEarnings]
    level: str
    bands: Mapping[str, Band]  # of an hour, a day and a year
    coupons: Sequence[Coupon]
    rebates: Sequence[Rebate]
    notes: Sequence[str]

    def own_rows(self) -> list[Row]:
        """A row for each wager, and one for all of them."""
        columns = ("handle", "contribution", "win", "hold")
        rows = [{name: getattr(one, name) for name in one.__struct_fields__} for one in self.wagers]
        return [*rows, {"wager": "all", **{name: getattr(self, name) for name in columns}}]

    def in_short(self) -> str:
        """For its repr."""
        return f"{self.game!r}: win {self.win:,.2f} an hour, hold {100 * self.hold:.2f}%"


@dataclass(frozen=True, kw_only=True)
class _Wager:
    """A wager of every seat in each round: money in cents for one seat; `moments` are mean and deviation of its parts.

    Several parts have a bound on their deviation together, whatever goes with what.
    """

    name: str
    table: str
    stake: Cents
    take_up: Fraction
    edge: Fraction
    edge_exact: Fraction | None
    staked: Fraction  # where it is made
    contribution: Fraction
    awards: Fraction
    moments: Sequence[tuple[Fraction, float]]

    @property
    def win(self) -> Fraction:
        """The win of a seat in a round in which the wager is made."""
        return self.edge * self.stake - self.contribution - self.awards

    def variances(self) -> list[float]:
        """The variances of each part for a seat and a round; whether the wager is made is chance, too."""
        share = float(self.take_up)
        return [share * deviation**2 + share * (1 - share) * float(mean) ** 2 for mean, deviation in self.moments]


def earnings(
    table: Table,
    analysis: Analysis,
    coupons: Sequence[Coupon],
    rebates: Sequence[Rebate],
    covariances: Covariances | None = None,
) -> Earnings:
    """What a table earns, from the analysis of its game."""
    wagers = [_main(table, analysis), *(_bonus(table, analysis, name) for name in _bonuses_with_takers(table))]
    rows = [_earnings(one, table.seats * table.rounds_per_hour) for one in wagers]
    handle, win = sum(row.handle for row in rows), sum(row.win for row in rows)
    beside = [TOGETHER.format(rounds=covariances.rounds)] if covariances else []
    owed = [OWED, RESET] if table.jackpot.contribution and any(one.contribution for one in rows) else []
    return Earnings(
        game=table.game.name,
        marks=table.game.marks,
        seats=table.seats,
        rounds_per_hour=table.rounds_per_hour,
        hours=table.hours,
        handle=handle,
        contribution=sum(row.contribution for row in rows),
        win=win,
        hold=win / handle,
        wagers=rows,
        level=LEVEL,
        bands={
            name: _band(table, wagers, hours, win, covariances)
            for name, hours in {"hour": 1.0, "day": table.hours, "year": DAYS_A_YEAR * table.hours}.items()
        },
        coupons=coupons,
        rebates=rebates,
        notes=[*NOTES, *beside, *owed],
    )


def check_table(table: Table) -> None:
    """Refuse an impossible table."""
    most = table.game.approval.table.seats
    if not 1 <= table.seats <= most:
        raise InvalidInput(f"must be 1 to {most}, not {table.seats}", field="seats")
    if not 1 <= table.rounds_per_hour <= 1000:
        raise InvalidInput(f"must be 1 to 1,000, not {table.rounds_per_hour:,}", field="rounds_per_hour")
    if not 0 < table.hours <= 24:
        raise InvalidInput(f"must be more than 0 and at most 24 hours a day, not {table.hours:g}", field="hours")


def _bonuses_with_takers(table: Table) -> list[str]:
    """The bonus wagers that somebody makes, in the letter's order."""
    return [name for name in table.bonuses if table.take_up.get(name)]


def _main(table: Table, analysis: Analysis) -> _Wager:
    main = analysis.main
    edge = Fraction(main.house_edge) if main.house_edge_exact is None else main.house_edge_exact
    return _Wager(
        name="main",
        table="",
        stake=table.bet,
        take_up=Fraction(1),
        edge=edge,
        edge_exact=main.house_edge_exact,
        staked=table.bet * Fraction(main.average_wagered),
        contribution=Fraction(0),
        awards=Fraction(0),
        moments=[(edge * table.bet, table.bet * main.standard_deviation)],
    )


def _bonus(table: Table, analysis: Analysis, name: str) -> _Wager:
    price, stake, share = price_of(table.game, name, analysis.wagers), table.bonuses[name], table.take_up[name]
    if price is None:
        raise InvalidInput("has no exact price", field=f"take_up {name}")
    edge = Fraction(price.house_edge) if price.house_edge_exact is None else price.house_edge_exact
    awards = [*_envies(table, name, price), *_awards(table, name, price)]
    return _Wager(
        name=name,
        table=offer(table.game, table.game.approval.wagers[name]).table,
        stake=stake,
        take_up=share,
        edge=edge,
        edge_exact=price.house_edge_exact,
        staked=Fraction(stake),
        contribution=stake * table.jackpot.contribution if _is_jackpot(table, name) else Fraction(0),
        awards=sum((cents * chance for cents, chance in awards), Fraction(0)),
        moments=[
            (edge * stake, stake * price.standard_deviation),
            *((cents * chance, float(cents) * math.sqrt(chance * (1 - chance))) for cents, chance in awards),
        ],
    )


def _is_jackpot(table: Table, name: str) -> bool:
    return table.game.approval.wagers[name].role == "jackpot"


def _envies(table: Table, name: str, price: WagerResult) -> list[tuple[Fraction, Fraction]]:
    """What each of the others is paid for each line of this wager, in cents, and how likely; they must make it, too.

    A player whose own hand is out of action is paid none: what is paid on average is the exact price, and each line is
    taken to be paid as much less often.
    """
    if price.envy_from_exact is None or table.bonuses[name] < 100 * price.envy_from_exact or not price.combinations:
        return []
    lines = [line for line in offer(table.game, table.game.approval.wagers[name]).lines if line.envy]
    given = sum((line.envy * _chance(price, line.name) for line in lines), Fraction(0))
    paid = 100 * (price.envy_per_player_exact or Fraction(0)) / given if given else Fraction(0)
    share = table.take_up[name] * paid
    return [(Fraction(line.envy), share * _chance(price, line.name)) for line in lines] * (table.seats - 1)


def _awards(table: Table, name: str, price: WagerResult) -> list[tuple[Fraction, Fraction]]:
    """What the house itself pays for lines with a share or a `$` prize, in cents, and how likely."""
    if not _is_jackpot(table, name):
        return []
    awards = []
    for line in offer(table.game, table.game.approval.wagers[name]).lines:
        cents = table.jackpot.prizes.get(line.prize, Fraction(0)) if line.prize else Fraction(0)
        cents += table.jackpot.amount * line.pay.times if line.pay.kind == "share" else 0
        if cents:
            awards.append((cents, _chance(price, line.name)))
    return awards


def _chance(price: WagerResult, line: str) -> Fraction:
    return Fraction(price.lines[line].combinations or 0, price.combinations or 1)


def _earnings(one: _Wager, seat_rounds: int) -> WagerEarnings:
    """An hour of a wager, in dollars."""

    def dollars(cents: Fraction) -> float:
        return float(cents * one.take_up * seat_rounds / 100)

    return WagerEarnings(
        wager=one.name,
        table=one.table,
        stake=format_money(one.stake),
        take_up=float(one.take_up),
        house_edge=float(one.edge),
        house_edge_exact="" if one.edge_exact is None else str(one.edge_exact),
        handle=dollars(one.staked),
        contribution=dollars(one.contribution),
        awards=dollars(one.awards),
        win=dollars(one.win),
        hold=float(one.win / one.staked),
    )


def _band(table: Table, wagers: Sequence[_Wager], hours: float, win: float, covariances: Covariances | None) -> Band:
    """The win of some hours, from the variances of all parts of a round and, where they are known, the covariances."""
    variances = [variance for one in wagers for variance in one.variances()]
    rounds = math.sqrt(hours * table.rounds_per_hour) / 100
    independent = rounds * math.sqrt(table.seats * sum(variances))
    most = rounds * table.seats * sum(map(math.sqrt, variances))
    mean = hours * win
    deviation = error = None
    if covariances:
        variance, wide = _variance(table, wagers, covariances)
        deviation, error = rounds * math.sqrt(variance), rounds * wide / (2 * math.sqrt(variance))
    return Band(
        hours=hours,
        win=mean,
        deviation=deviation,
        deviation_error=error,
        expected=None if deviation is None else (mean - WIDTH * deviation, mean + WIDTH * deviation),
        deviation_if_independent=independent,
        if_independent=(mean - WIDTH * independent, mean + WIDTH * independent),
        deviation_at_most=most,
        widest=(mean - WIDTH * most, mean + WIDTH * most),
    )


def _variance(table: Table, wagers: Sequence[_Wager], covariances: Covariances) -> tuple[float, float]:
    """The variance of a round of all seats in square cents, and the standard error of what is simulated of it."""
    weights = {one.name: float(one.take_up * one.stake) for one in wagers}
    unlike = [pair for pair in covariances.within_seat if pair.one != pair.other]
    within, within_error = summed(unlike, weights)
    between, between_error = summed(covariances.between_seats, weights)
    alone = sum(variance for one in wagers for variance in one.variances())
    seats, others = table.seats, table.seats * (table.seats - 1)
    return (
        max(0.0, seats * (alone + within) + others * between),
        seats * within_error + others * between_error,
    )
