"""Sessions: a bankroll, a number of rounds, and the result; the kernel of the simulation plays them round by round.

A player stops when the bankroll no longer covers the wagers before the deal. No decision stakes more money than is
left: if the rest of the bankroll does not cover a raise, a double or a split, the hand is played as well as possible
without it, at worst folded. A raise, double or split is made in full or not at all. So nobody loses more than the
bankroll.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.errors import InvalidInput, NotApproved
from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner
from houseway.games.simulation.session_counter import RESULT, ROUNDS, RUINED, SHORT
from houseway.games.simulation.simulation import MAIN, Simulation, scales
from houseway.lab.bonus_prices import basis_of, paytable_of
from houseway.money import Cents, format_money, parse_money
from houseway.tabular import Row, TypedAnswer

SHARD: Final = 500  # sessions
QUANTILES: Final = (1, 5, 25, 50, 75, 95, 99)
MOST_SESSIONS: Final = 10**7
MOST_ROUNDS: Final = 10**6
HOUSE_RULE: Final = (
    "a raise, double or split that the rest of the bankroll does not cover is not made; "
    "the session ends when the first wagers are not covered"
)

LEFT_OUT: Final = "shares of a meter and prizes are counted as nothing"


@dataclass(frozen=True, kw_only=True)
class Sessions:
    """How many sessions ended; results in cents."""

    results: npt.NDArray[np.float64]
    rounds: int  # of a whole session
    ruined: int
    played: int  # rounds in all
    short: int  # of them, those in which money was short of some raise, double or split
    expected: float | None  # the exact expectation of a whole session, where all its wagers have one


class SessionResult(TypedAnswer, frozen=True, kw_only=True):
    """How sessions ended, in dollars."""

    game: str
    marks: Mapping[str, str]
    strategy: str
    stakes: Mapping[str, str]
    paytables: Mapping[str, str]  # of the bonus wagers
    basis: Mapping[str, str]  # of wagers that may win more than is counted: what is
    bankroll: str
    sessions: int
    rounds: int  # of a whole session
    mean: float
    standard_error: float
    standard_deviation: float
    expected_without_ruin: float | None
    least: float
    quantiles: Mapping[str, float]
    most: float
    ahead: float
    ruin: float
    ruin_standard_error: float
    rounds_played: float
    rounds_short_of_money: float
    house_rule: str = HOUSE_RULE
    left_out: str  # what these wagers may win and is counted as nothing

    def own_rows(self) -> list[Row]:
        """One row: the figures, then the stakes, the pay tables and the quantiles."""
        apart = ("quantiles", "stakes", "paytables", "basis", "house_rule")
        figures = {name: value for name, value in self.to_json().items() if name not in apart}
        stakes = {f"stake {name}": value for name, value in self.stakes.items()}
        tables = {f"pay table {name}": value for name, value in self.paytables.items()}
        basis = {f"basis {name}": value for name, value in self.basis.items()}
        quantiles = {f"quantile {name}": value for name, value in self.quantiles.items()}
        return [figures | stakes | tables | basis | quantiles]

    def in_short(self) -> str:
        """For its repr."""
        return f"{self.game!r}: mean {self.mean:+,.2f}, ruined {100 * self.ruin:.2f}%"


def session_result(
    simulation: Simulation, stakes: Mapping[str, Cents], bankroll: Cents, ended: Sessions
) -> SessionResult:
    """The figures of sessions that were played with these stakes and this bankroll."""
    game, bonuses = simulation.game, [row for row in stakes if row != MAIN]
    basis = {row: counted for row in bonuses if (counted := basis_of(game, row))}
    results = np.sort(ended.results) / 100
    count = len(results)
    deviation = float(results.std(ddof=1))
    return SessionResult(
        game=game.name,
        marks=game.marks,
        strategy=simulation.strategy.name,
        stakes={name: format_money(stake) for name, stake in stakes.items()},
        paytables={row: paytable_of(game, row).name for row in bonuses},
        basis=basis,
        bankroll=format_money(bankroll),
        sessions=count,
        rounds=ended.rounds,
        mean=float(results.mean()),
        standard_error=deviation / math.sqrt(count),
        standard_deviation=deviation,
        expected_without_ruin=None if ended.expected is None else ended.expected / 100,
        least=float(results[0]),
        quantiles={f"{quantile}%": float(results[count * quantile // 100]) for quantile in QUANTILES},
        most=float(results[-1]),
        ahead=float((results > 0).mean()),
        ruin=ended.ruined / count,
        ruin_standard_error=math.sqrt(ended.ruined * (count - ended.ruined) / count**3),
        rounds_played=ended.played / count,
        rounds_short_of_money=ended.short / count,
        left_out=LEFT_OUT if basis else "",
    )


def stakes_text(answer: SessionResult) -> str:
    """`bet $10.00, jackpot $1.00 by pay table 2`: what is staked every round."""
    bet = f"bet ${answer.stakes[MAIN]}"
    bonuses = [f"{row} ${answer.stakes[row]} by pay table {table}" for row, table in answer.paytables.items()]
    return ", ".join([bet, *bonuses])


def play(
    simulation: Simulation,
    run: Runner,
    *,
    stakes: Mapping[str, Cents],
    bankroll: Cents,
    rounds: int,
    sessions: int,
    seed: int,
    exact: Mapping[str, float | None],
) -> Sessions:
    """Play sessions with these stakes by row; `exact` are the expected nets by row, where known."""
    _check(simulation, stakes, rounds, sessions)
    if simulation.sessions is None or simulation.with_stake_limit is None:
        simulation.game.kit.refuse("sessions")
    worth = [
        Fraction(stakes.get(row, 0), scale) for row, scale in zip(simulation.rows, scales(simulation.rows), strict=True)
    ]
    needs = _needs(simulation, stakes)
    if bankroll < needs[0]:
        raise InvalidInput(f"does not cover the first wagers, {format_money(math.ceil(needs[0]))}", field="bankroll")
    unit = math.lcm(*(weight.denominator for weight in [*worth, *needs]))
    shared = (
        rounds,
        seed,
        np.array([int(weight * unit) for weight in worth]),
        unit * bankroll,
        np.array([int(need * unit) for need in needs]),
        *simulation.arguments[:-1],
        tuple(simulation.with_stake_limit(most) for most in simulation.stakes_beyond),
    )
    shards = [(start, min(SHARD, sessions - start), sessions, *shared) for start in range(0, sessions, SHARD)]
    ended = run(simulation.sessions, shards)
    known = [exact.get(row) for row in stakes]
    expected = sum(rounds * stake * value for stake, value in zip(stakes.values(), known, strict=True) if value)
    return Sessions(
        results=ended[:, RESULT] / unit,
        rounds=rounds,
        ruined=int(ended[:, RUINED].sum()),
        played=int(ended[:, ROUNDS].sum()),
        short=int(ended[:, SHORT].sum()),
        expected=expected if all(value is not None for value in known) else None,
    )


def check_rounds(rounds: int, field: str) -> None:
    """Refuse sessions without rounds, or with too many."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise InvalidInput(f"must be 1 to {MOST_ROUNDS:,} rounds, not {rounds:,}", field=field)


def check_sessions(sessions: int) -> None:
    """Refuse a single session, which has no standard error, and too many."""
    if not 2 <= sessions <= MOST_SESSIONS:
        raise InvalidInput(f"must be 2 to {MOST_SESSIONS:,}, not {sessions:,}", field="sessions")


def _check(simulation: Simulation, stakes: Mapping[str, Cents], rounds: int, sessions: int) -> None:
    if simulation.seats != 1:
        raise InvalidInput("a session is played at one seat", field="seats")
    check_rounds(rounds, "rounds")
    check_sessions(sessions)
    bonuses = [row for row in simulation.rows if row != MAIN and not row.endswith(" envy")]
    for row in stakes:
        if row != MAIN and row not in bonuses:
            raise InvalidInput(f"is not one of {', '.join(bonuses) or 'none'}", field=f"bonus {row}")
        if row != MAIN:
            _check_range(simulation.game, row, stakes[row])


def _check_range(game: Game, row: str, stake: Cents) -> None:
    """Refuse a stake outside the range that the letter sets for a wager."""
    wager = game.approval.wagers[row]
    if wager.most and not parse_money(wager.least) <= stake <= parse_money(wager.most):
        reason = f"must be ${wager.least} to ${wager.most} ({wager.rule}), not ${format_money(stake)}"
        raise NotApproved(reason, field=f"bonus {row}")


def _needs(simulation: Simulation, stakes: Mapping[str, Cents]) -> list[Fraction]:
    """The money that each of the amounts that decisions may stake needs, in cents; first the wagers before the deal."""
    before = min(cell.staked for cell in simulation.rows[MAIN]) * stakes[MAIN]
    bonuses = sum(stake for row, stake in stakes.items() if row != MAIN)
    return [before + bonuses + most * stakes[MAIN] for most in simulation.stakes_beyond]
