"""A mix of wagers at one seat: how it varies, how likely it ruins a bankroll, and the stake by Kelly.

Everything follows from the joint distribution of a seat's wagers. If a game counts it, the figures are exact. Otherwise
rounds are simulated, and simulated figures have a standard error. The mean and the deviation of a single wager are
always exact.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from houseway.errors import HousewayError, InvalidInput, did_you_mean
from houseway.games.game import Game
from houseway.lab.arguments import GameOrStudy, by_wager, chosen_game, whole
from houseway.lab.engine import engine as run_on
from houseway.lab.notebook import working
from houseway.lab.shards import Progress, Threads
from houseway.money import Cents, parse_money

if TYPE_CHECKING:
    from houseway.lab.risk_result import RiskResult

MAIN_STAKE: Final = 10  # dollars, where none is given
LEAST_SAMPLE: Final = 1000  # rounds
MOST_SAMPLE: Final = 10**11


@dataclass(frozen=True, kw_only=True)
class Terms:
    """What a jackpot pays besides its fixed pays, in cents."""

    meter: Cents = 0
    prizes: Mapping[str, Cents]


@dataclass(frozen=True, kw_only=True)
class Mix:
    """What is asked of a seat: stakes by row of the simulation, a bankroll, and how long it is played."""

    game: Game
    stakes: Mapping[str, Cents]
    bankroll: Cents
    rounds: int
    seats: int
    terms: Terms


def risk(
    name: GameOrStudy,
    *,
    stakes: Mapping[str, object] | Sequence[str] = (),
    bankroll: object = 1000,
    rounds: float | str = 1000,
    seats: float = 1,
    meter: object = None,
    prizes: Mapping[str, object] | Sequence[str] = (),
    strategy: str = "",
    sample: float | str = 10_000_000,
    seed: int | str = 1,
    everything_on: bool = True,
    threads: int | None = None,
    engine: str = "local",
    scheduler: str | None = None,
    progress: Progress | None = None,
    **options: object,
) -> "RiskResult":
    """How a mix of wagers varies: covariance, deviation, risk of ruin and Kelly's stake; stakes in dollars.

    The first wager is $10 unless it is among the stakes. `rounds` is how long it is played; `sample` is how many rounds
    are simulated for what is not counted.

    Example: houseway.risk("flush-poker", stakes={"bet": 10, "royal-riches": 5}, bankroll=500).standard_deviation
    """
    from houseway.lab.risk import mix_risk
    from houseway.lab.simulate import prepare, seed_number

    chosen = chosen_game(name, options, everything_on=everything_on)
    mix = Mix(
        game=chosen,
        stakes=_stakes(chosen, by_wager(stakes, "stake")),
        bankroll=parse_money(bankroll, field="bankroll"),
        rounds=whole(rounds, "rounds"),
        seats=whole(seats, "seats"),
        terms=_terms(chosen, meter, by_wager(prizes, "prize")),
    )
    tried = sample_size(sample)
    _check(mix)
    with working(progress, f"{chosen.name}, risk") as report, run_on(engine, scheduler, threads, report) as run:
        simulation = prepare(chosen, strategy, 2, lambda: Threads(threads, report))
        return mix_risk(mix, simulation, run, sample=tried, seed=seed_number(seed))


def _stakes(game: Game, given: Mapping[str, object]) -> dict[str, Cents]:
    """Stakes by row, the main game's first; refused as a table would refuse them."""
    from houseway.games.simulation.simulation import MAIN

    first = first_wager(game)
    chosen = {first if name == MAIN else name: value for name, value in given.items()}
    if len(chosen) < len(given):
        raise InvalidInput("is given twice", field=f"stake {first}")
    placed = [one for one in game.approval.placed if not game.approval.wagers[one].equals]
    for name in chosen:
        if name not in placed:
            equals = game.approval.wagers[name].equals if name in game.approval.wagers else ""
            near = f": it always equals the {equals}" if equals else did_you_mean(name, placed)
            raise InvalidInput(f"is not one of {', '.join(placed)}{near}", field=f"stake {name}")
    amounts = {name: parse_money(value, field=f"stake {name}") for name, value in chosen.items()}
    amounts = {first: parse_money(MAIN_STAKE), **amounts}
    _place(game, amounts)
    return {MAIN if name == first else name: amount for name, amount in amounts.items()}


def first_wager(game: Game) -> str:
    """The first mandatory wager, which figures of the main game are in units of."""
    wagers = game.approval.wagers
    return next(name for name in game.approval.placed if wagers[name].role == "main" and not wagers[name].equals)


def _place(game: Game, amounts: Mapping[str, Cents]) -> None:
    """Refuse wagers that no table accepts: off, outside the letter's range, or too many together."""
    from houseway.games.round.jackpot import Meter
    from houseway.games.round.seat import Seat

    wagers = game.approval.wagers
    equal = {name: amounts[one.equals] for name, one in wagers.items() if one.equals and one.equals in amounts}
    jackpot = game.approval.jackpot
    fixed = amounts.get(jackpot.name) if jackpot else None
    meter = None if fixed is None else Meter(meter=0, wager=fixed)
    try:
        game.place([Seat(number=1, wagers={**amounts, **equal})], meter)
    except HousewayError as problem:
        where = problem.field.removeprefix("seat 1: ").replace("wagers.", "stake ")
        field = f"stake {jackpot.name}" if jackpot and where == "jackpot.wager" else where
        raise type(problem)(problem.reason, field=field) from None


def _terms(game: Game, meter: object, prizes: Mapping[str, object]) -> Terms:
    if (meter is not None or prizes) and game.approval.jackpot is None:
        raise InvalidInput(f"{game.name} has no jackpot", field="meter" if meter is not None else "prize")
    for name in prizes:
        if name not in game.approval.prizes:
            raise InvalidInput(f"is not one of {', '.join(game.approval.prizes) or 'none'}", field=f"prize {name}")
    return Terms(
        meter=0 if meter is None else parse_money(meter, field="meter"),
        prizes={name: parse_money(prize, field=f"prize {name}") for name, prize in prizes.items()},
    )


def sample_size(given: float | str) -> int:
    """How many rounds are simulated for what is not counted."""
    sample = whole(given, "sample")
    if not LEAST_SAMPLE <= sample <= MOST_SAMPLE:
        raise InvalidInput(f"must be {LEAST_SAMPLE:,} to {MOST_SAMPLE:,}, not {sample:,}", field="sample")
    return sample


def _check(mix: Mix) -> None:
    from houseway.lab.ruin import MOST_ROUNDS

    most = mix.game.approval.table.seats
    if not 1 <= mix.seats <= most:
        raise InvalidInput(f"must be 1 to {most}, not {mix.seats}", field="seats")
    if not 1 <= mix.rounds <= MOST_ROUNDS:
        raise InvalidInput(f"must be 1 to {MOST_ROUNDS:,}, not {mix.rounds:,}", field="rounds")
