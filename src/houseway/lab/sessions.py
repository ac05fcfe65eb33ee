"""Sessions: a bankroll, so many rounds, and how it ends; played round by round by the kernel of the simulation.

A session's rounds are consecutive rounds of the stream, so each of them can be had again by its number. A player stops
when the bankroll no longer covers the wagers before the deal. Decisions are always backed: a last round may end below
zero, and that session counts as ruined too.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from houseway.errors import InvalidInput
from houseway.games.analysis import Runner
from houseway.games.simulation import MAIN, Counts, Simulation, scales
from houseway.kernel import compiled, counter
from houseway.money import Cents, format_money

RESULT, ROUNDS, RUINED = range(3)
SHARD: Final = 500  # sessions
QUANTILES: Final = (1, 5, 25, 50, 75, 95, 99)


@counter
def play_sessions(
    first: int,
    count: int,
    total: int,
    rounds: int,
    seed: int,
    weights: Counts,
    bankroll: int,
    staked: int,
    play: Callable[..., Counts],
    arguments: Any,
) -> Counts:
    """Sessions `first` to `first + count - 1` of so many: what each won, how many rounds it took, whether it was ruin.

    `weights` are what a unit of each row's net is worth, in the unit of the bankroll.
    """
    found = np.zeros((total, 3), np.int64)
    for session in range(first, first + count):
        money = bankroll
        done = 0
        while done < rounds and money >= staked:
            tally = play(session * rounds + done, 1, seed, *arguments)
            for row in range(len(weights)):
                money += weights[row] * tally[row, -2]
            done += 1
        found[session, RESULT] = money - bankroll
        found[session, ROUNDS] = done
        found[session, RUINED] = 1 if money < staked else 0
    return found


@dataclass(frozen=True, kw_only=True)
class Sessions:
    """How many sessions ended; results in cents."""

    results: npt.NDArray[np.float64]
    rounds: int  # of a whole session
    ruined: int
    played: int  # rounds in all
    expected: float | None  # the exact expectation of a whole session, where all its wagers have one

    def to_json(self) -> dict[str, Any]:
        """Results in dollars."""
        results = np.sort(self.results) / 100
        count = len(results)
        deviation = float(results.std(ddof=1))
        return {
            "sessions": count,
            "rounds": self.rounds,
            "mean": float(results.mean()),
            "standard_error": deviation / math.sqrt(count),
            "standard_deviation": deviation,
            "expected_without_ruin": None if self.expected is None else self.expected / 100,
            "quantiles": {f"{quantile}%": float(results[count * quantile // 100]) for quantile in QUANTILES},
            "ahead": float((results > 0).mean()),
            "ruin": self.ruined / count,
            "ruin_standard_error": math.sqrt(self.ruined * (count - self.ruined) / count**3),
            "rounds_played": self.played / count,
        }


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
    if simulation.seats != 1:
        raise InvalidInput("a session is played at one seat", field="--seats")
    if rounds < 1 or sessions < 2:
        raise InvalidInput("must be at least one round and two sessions", field="session")
    for row in stakes:
        if row not in simulation.rows:
            raise InvalidInput(f"is not one of {', '.join(simulation.rows)}", field=row)
    first = simulation.rows[MAIN]
    before = min(cell.staked for cell in first)
    worth = [
        Fraction(stakes.get(row, 0), scale) for row, scale in zip(simulation.rows, scales(simulation.rows), strict=True)
    ]
    unit = math.lcm(*(weight.denominator for weight in worth), before.denominator)
    weights = np.array([int(weight * unit) for weight in worth])
    staked = before * stakes[MAIN] + sum(stake for row, stake in stakes.items() if row != MAIN)
    if bankroll < staked:
        raise InvalidInput(f"does not cover the first wagers, {format_money(math.ceil(staked))}", field="--bankroll")
    shards = [
        (
            start,
            min(SHARD, sessions - start),
            sessions,
            rounds,
            seed,
            weights,
            unit * bankroll,
            int(unit * staked),
            compiled(simulation.counter),
            simulation.arguments,
        )
        for start in range(0, sessions, SHARD)
    ]
    found = run(play_sessions, shards)
    known = [exact.get(row) for row in stakes]
    expected = sum(rounds * stake * value for stake, value in zip(stakes.values(), known, strict=True) if value)
    return Sessions(
        results=found[:, RESULT] / unit,
        rounds=rounds,
        ruined=int(found[:, RUINED].sum()),
        played=int(found[:, ROUNDS].sum()),
        expected=expected if all(value is not None for value in known) else None,
    )
