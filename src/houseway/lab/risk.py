"""The risk of a mix of wagers, put together: joint outcomes, covariances, deviation, ruin and Kelly's stake."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from houseway.games.letter.offer import offer
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.strategy import percent
from houseway.games.resolved_rules import chosen_options
from houseway.games.simulation.joint import (
    EXACT,
    SIMULATED,
    Joint,
    Values,
)
from houseway.games.simulation.joint_counter import wager_rows
from houseway.games.simulation.seat_products import PARTS, Weights
from houseway.games.simulation.simulation import MAIN, Cell, Simulation
from houseway.lab.bonus_prices import bonus_prices, price_of
from houseway.lab.covariances import Pair, covariance_of, mean_of, pair_of, summed
from houseway.lab.joint_outcomes import Outcomes, joint_outcomes
from houseway.lab.mix import Mix
from houseway.lab.risk_result import (
    CLOSED,
    CONVOLUTION,
    LUNDBERG,
    ROUNDED,
    RUIN,
    SMALL_SAMPLE,
    TOO_FEW,
    Kelly,
    RiskResult,
    Ruin,
    WagerRisk,
)
from houseway.lab.ruin import NEGLIGIBLE, ever_ruined, kelly_fraction, ruined_within, steps_of
from houseway.lab.shipped import BonusPrices
from houseway.lab.simulate import figures_of
from houseway.money import format_money

FIXED: Final = "shares of a meter and prizes are counted as nothing where no meter or prize is given"
NO_ENVY: Final = "envy is left out"
UNROUNDED: Final = "winnings are not rounded to the breakage unit"
OTHER_METER: Final = "a share of a meter does not grow with the stake: Kelly's bankroll is the figure to go by"


@dataclass(frozen=True, kw_only=True)
class Moments:
    """What a wager wins on average and its variance, in wagers; the error is that of the mean."""

    mean: Fraction | float
    variance: Fraction | float
    error: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Together:
    """What is known of a seat's wagers: how they end together, what they are worth, and each by itself."""

    outcomes: Outcomes
    values: Values
    alone: Mapping[str, Moments]
    worth: Mapping[str, Weights]  # by wager: what each part of what it wins is worth, in wagers


def mix_risk(mix: Mix, simulation: Simulation, run: Runner, *, sample: int, seed: int) -> RiskResult:
    """Every figure of a mix; two seats are simulated for what is not counted."""
    together = outcomes_together(mix, simulation, run, sample=sample, seed=seed)
    mean, mean_error = _mean(mix, together)
    variance, error = _variance(mix, together)
    deviation = math.sqrt(variance)
    first = first_wagers(mix, simulation.rows)
    table, table_error = _table_deviation(mix, together, variance, error)
    joint, gains = together.outcomes.of(mix.stakes), mean > 0
    nets = joint.mix(together.values, mix.stakes)
    return RiskResult(
        game=mix.game.name,
        marks=mix.game.marks,
        options=chosen_options(mix.game),
        strategy=simulation.strategy.name,
        stakes={name: format_money(stake) for name, stake in mix.stakes.items()},
        first_wagers=format_money(first),
        mean=float(mean) / 100,
        mean_error=mean_error / 100,
        house_edge=-float(mean) / first,
        standard_deviation=deviation / 100,
        standard_deviation_error=error / (2 * deviation) / 100 if deviation else 0.0,
        method=SIMULATED if error else EXACT,
        wagers=_wagers(mix, together),
        covariances=within_seat(together),
        main_covariances=main_by_wager(together),
        between_seats=between_seats(together),
        seats=mix.seats,
        table_mean=mix.seats * float(mean) / 100,
        table_standard_deviation=table / 100,
        table_standard_deviation_error=table_error / 100,
        bankroll=format_money(mix.bankroll),
        results_method=joint.method,
        ruin=_ruin(nets, mix.bankroll - first, gains=gains),
        ruin_within=_ruin_within(nets, mix.bankroll - first, mix.rounds),
        kelly=_kelly(nets, mix, first, float(mean)),
        rounds_simulated=together.outcomes.seats.rounds,
        seed=seed,
        notes=_notes(mix, simulation),
    )


# ---- what is known of the wagers


def outcomes_together(mix: Mix, simulation: Simulation, run: Runner, *, sample: int, seed: int) -> Together:
    """The outcomes of the seat, counted where the game can do that; those of two seats are simulated."""
    outcomes = joint_outcomes(simulation, run, sample=sample, seed=seed)
    values = {name: values_of(mix, name, cells) for name, cells in outcomes.sampled.rows.items()}
    return Together(
        outcomes=outcomes,
        values=values,
        alone=_alone(mix, simulation, run, outcomes, values),
        worth={name: worth_of(mix, name) for name in values},
    )


def worth_of(mix: Mix, row: str) -> Weights:
    """What a net, a meter and a prize are worth in wagers of a row, with those that are given; by default of $1."""
    stake = Fraction(mix.stakes.get(row, 100))
    return {"net": Fraction(1), "share": mix.terms.meter / stake, "prizes": _prize(mix, row) / stake}


def values_of(mix: Mix, row: str, cells: Sequence[Cell]) -> list[Fraction]:
    """What each cell of a row is worth in wagers."""
    worth = worth_of(mix, row)
    return [sum((worth[part] * won(cell) for part, won in PARTS.items()), Fraction(0)) for cell in cells]


def _prize(mix: Mix, row: str) -> int:
    if row == MAIN:
        return 0
    keys = {line.prize for line in offer(mix.game, mix.game.approval.wagers[row]).lines if line.prize}
    return sum(mix.terms.prizes.get(key, 0) for key in keys)


def _alone(mix: Mix, simulation: Simulation, run: Runner, outcomes: Outcomes, values: Values) -> dict[str, Moments]:
    """Each wager by itself: by its exact price where it is not counted, and from a sample where there is none."""
    prices = bonus_prices(mix.game, run)
    moments = {}
    for row in values:
        joint = outcomes.of([row])
        known = None if joint.method == EXACT else _priced(mix, simulation, row, prices)
        moments[row] = known or _counted(joint, row, values[row])
    return moments


def _counted(joint: Joint, row: str, values: Sequence[Fraction]) -> Moments:
    pair = joint.pair(row, row)
    variance, _ = covariance_of(pair, values, values)
    mean = mean_of({cell: count for (cell, _), count in pair.items()}, values)
    error = 0.0 if joint.method == EXACT else math.sqrt(variance / joint.total)
    return Moments(mean=mean, variance=variance, error=error)


def _priced(mix: Mix, simulation: Simulation, row: str, prices: BonusPrices) -> Moments | None:
    if row == MAIN:
        figures = figures_of(simulation)
        edge = figures.house_edge if figures.house_edge_exact is None else figures.house_edge_exact
        return Moments(mean=-edge, variance=figures.standard_deviation**2, error=figures.standard_error or 0.0)
    price = price_of(mix.game, row, prices)
    if price is None or price.strategy not in ("", simulation.strategy.name):
        return None
    if price.moments is not None:
        stake = mix.stakes.get(row, 100)
        terms = Fraction(mix.terms.meter, stake), Fraction(_prize(mix, row), stake)
        return Moments(mean=price.moments.mean(*terms), variance=price.moments.deviation(*terms) ** 2)
    edge = price.house_edge if price.house_edge_exact is None else price.house_edge_exact
    return Moments(mean=-edge, variance=price.standard_deviation**2, error=price.standard_error or 0.0)


def first_wagers(mix: Mix, rows: Mapping[str, Sequence[Cell]]) -> int:
    """All wagers before the deal, in cents."""
    main = min(cell.staked for cell in rows[MAIN]) * mix.stakes[MAIN]
    return math.ceil(main) + sum(stake for row, stake in mix.stakes.items() if row != MAIN)


# ---- figures


def _mean(mix: Mix, together: Together) -> tuple[Fraction | float, float]:
    """What the mix wins on average, in cents, and its standard error."""
    parts = [(stake, together.alone[row]) for row, stake in mix.stakes.items()]
    return sum(stake * one.mean for stake, one in parts), math.hypot(*(stake * one.error for stake, one in parts))


def _variance(mix: Mix, together: Together) -> tuple[float, float]:
    """The variance of the mix in square cents, and the standard error of what is simulated of it.

    What wagers vary by themselves is known; only what they vary together is simulated.
    """
    joint, values = together.outcomes.of(mix.stakes), together.values
    alone = sum(stake**2 * float(together.alone[row].variance) for row, stake in mix.stakes.items())
    if len(mix.stakes) == 1:
        return alone, 0.0
    rows = [(place, name, mix.stakes[name]) for place, name in enumerate(joint.rows) if name in mix.stakes]
    means = {name: float(_counted(joint, name, values[name]).mean) for _, name, _ in rows}
    parts = [(place, [stake * (float(value) - means[name]) for value in values[name]]) for place, name, stake in rows]
    total = squares = 0.0
    for cells, count in joint.outcomes.items():
        results = [part[cells[place]] for place, part in parts]
        together_only = sum(results) ** 2 - sum(result**2 for result in results)
        total += count * together_only
        squares += count * together_only**2
    crossed = total / joint.total
    error = math.sqrt(max(0.0, squares / joint.total - crossed**2) / joint.total)
    return alone + crossed, 0.0 if joint.method == EXACT else error


def within_seat(together: Together) -> list[Pair]:
    """The covariance of every two wagers of a seat, and the variance of each."""
    names, pairs = list(together.values), []
    variances = {name: float(together.alone[name].variance) for name in names}
    for place, one in enumerate(names):
        for other in names[place:]:
            if one == other:
                pairs.append(pair_of((one, one), together.alone[one].variance, 0.0, variances))
                continue
            joint = together.outcomes.of([one, other])
            covariance, error = covariance_of(joint.pair(one, other), together.values[one], together.values[other])
            pairs.append(pair_of((one, other), covariance, 0.0 if joint.method == EXACT else error, variances))
    return pairs


def main_by_wager(together: Together) -> list[Pair]:
    """The covariance of each wager of the main game with the others of it, and with the bonuses."""
    outcomes = together.outcomes
    cells = outcomes.sampled.rows[MAIN]
    parts = {
        name: [cell.parts.get(name, Fraction(0)) for cell in cells]
        for name in dict.fromkeys(name for cell in cells for name in cell.parts)
    }
    own = outcomes.of([MAIN]).pair(MAIN, MAIN)
    variances = {name: float(covariance_of(own, part, part)[0]) for name, part in parts.items()}
    variances |= {name: float(one.variance) for name, one in together.alone.items()}
    pairs = []
    for place, (one, part) in enumerate(parts.items()):
        among = {name: (MAIN, parts[name]) for name in list(parts)[place:]}
        beside = {name: (name, values) for name, values in together.values.items() if name != MAIN}
        for other, (row, values) in (among | beside).items():
            joint = outcomes.of([MAIN, row])
            covariance, error = covariance_of(joint.pair(MAIN, row), part, values)
            pairs.append(pair_of((one, other), covariance, 0.0 if joint.method == EXACT else error, variances))
    return pairs


def between_seats(together: Together) -> list[Pair]:
    """The covariance of a wager of one seat and a wager of another, whichever of them is dealt first."""
    values, seats = together.values, together.outcomes.seats.counts
    names, counted = list(values), together.outcomes.two_seats
    variances = {name: float(together.alone[name].variance) for name in names}
    pairs = []
    for place, one in enumerate(names):
        for other in names[place:]:
            if counted is not None and counted.covers(one, other):
                exact = counted.covariance((one, together.worth[one]), (other, together.worth[other]))
                pairs.append(pair_of((one, other), exact, 0.0, variances))
                continue
            first, error = covariance_of(seats[one, other], values[one], values[other])
            second, more = covariance_of(seats[other, one], values[other], values[one])
            pairs.append(pair_of((one, other), float(first + second) / 2, (error + more) / 2, variances))
    return pairs


def _table_deviation(mix: Mix, together: Together, variance: float, error: float) -> tuple[float, float]:
    """The standard deviation of all seats together in cents, each with the same stakes; and its error at most."""
    seats, (shared, shared_error) = mix.seats, summed(between_seats(together), mix.stakes)
    total = seats * variance + seats * (seats - 1) * shared
    deviation = math.sqrt(max(total, 0.0))
    wide = seats * error + seats * (seats - 1) * shared_error
    return deviation, wide / (2 * deviation) if deviation else 0.0


def _wagers(mix: Mix, together: Together) -> list[WagerRisk]:
    wagers = []
    for row, one in together.alone.items():
        table = "" if row == MAIN else offer(mix.game, mix.game.approval.wagers[row]).table
        wagers.append(
            WagerRisk(
                wager=row,
                table=table,
                stake=format_money(mix.stakes[row]) if row in mix.stakes else "",
                mean=float(one.mean),
                standard_deviation=math.sqrt(one.variance),
                method=SIMULATED if one.error else EXACT,
            )
        )
    return wagers


# ---- ruin and stake


def _is_gaining(nets: Mapping[Fraction, int]) -> bool:
    """Whether what was counted or simulated wins on average."""
    return sum(net * count for net, count in nets.items()) > 0


def _ruin(nets: Mapping[Fraction, int], room: int, *, gains: bool) -> Ruin:
    if room < 0 or not gains:
        return Ruin(low=1.0, high=1.0, rounds=None, method=CLOSED)
    if not _is_gaining(nets):
        return Ruin(low=0.0, high=1.0, rounds=None, method=TOO_FEW)
    low, high = ever_ruined(steps_of(nets), Fraction(room))
    return Ruin(low=low, high=high, rounds=None, method=CLOSED if low == high else LUNDBERG)


def _ruin_within(nets: Mapping[Fraction, int], room: int, rounds: int) -> Ruin:
    if room < 0:
        return Ruin(low=1.0, high=1.0, rounds=rounds, method=CLOSED)
    low, high = ruined_within(nets, Fraction(room), rounds)
    return Ruin(low=low, high=high, rounds=rounds, method=CONVOLUTION if high - low <= 2 * NEGLIGIBLE else ROUNDED)


def _kelly(nets: Mapping[Fraction, int], mix: Mix, first: int, mean: float) -> Kelly:
    if mean <= 0:
        lost = percent(-mean / first)
        text = f"no stake: the mix loses {lost} of the wagers before the deal"
        return Kelly(fraction=0.0, stake=0.0, growth=0.0, bankroll=None, text=text)
    if not _is_gaining(nets):
        return Kelly(fraction=0.0, stake=0.0, growth=0.0, bankroll=None, text=TOO_FEW)
    fraction, growth = kelly_fraction(nets, first)
    return Kelly(
        fraction=fraction,
        stake=fraction * mix.bankroll / 100,
        growth=growth,
        bankroll=first / fraction / 100,
        text=OTHER_METER if mix.terms.meter or mix.terms.prizes else "",
    )


def _notes(mix: Mix, simulation: Simulation) -> list[str]:
    staked = [cell for row in mix.stakes for cell in simulation.rows[row]]
    pays_more = any(cell.share or cell.prizes for cell in staked)
    envied = any(name not in wager_rows(simulation.rows) for name in simulation.rows)
    return [RUIN, UNROUNDED, SMALL_SAMPLE, *[FIXED] * pays_more, *[NO_ENVY] * envied]
