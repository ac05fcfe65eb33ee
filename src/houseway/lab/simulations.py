"""Play by the million: rounds, whole sessions, the life of a meter, and players who see each other's cards.

One function for each, which the command line, the web and Python call alike. `threads`, `engine` and `scheduler` say
where the work is done, `progress` is called with (done, total) on the way, and `plot` names a file to draw to.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from houseway.errors import InvalidInput
from houseway.lab.arguments import GameOrStudy, chosen_game, whole
from houseway.lab.engine import engine as run_on
from houseway.lab.notebook import working
from houseway.lab.shards import Progress, Threads
from houseway.money import Cents, parse_money

if TYPE_CHECKING:
    from houseway.games.game import Game
    from houseway.games.pricing.wager_result import WagerResult
    from houseway.lab.face_up import FaceUpResult
    from houseway.lab.meter_result import MeterResult
    from houseway.lab.sessions import SessionResult
    from houseway.lab.simulate import SimulationResult

LEAST_DEALS: Final = 2  # fewer have no standard error
MOST_DEALS: Final = 10**9


def simulate(
    name: GameOrStudy,
    *,
    rounds: float | str,
    seed: int | str = 1,
    strategy: str = "",
    seats: float = 1,
    shoes: bool = False,
    trace: float = 0,
    everything_on: bool = True,
    checkpoint: Path | None = None,
    plot: Path | None = None,
    threads: int | None = None,
    engine: str = "local",
    scheduler: str | None = None,
    progress: Progress | None = None,
    **options: object,
) -> "SimulationResult":
    """Rounds of a game with everything on, except what the options choose, beside their exact value.

    `trace` keeps the records of the first rounds.

    Example: houseway.simulate("flush-poker", rounds=1e6, seed=7, jackpot="off").main.z
    """
    from msgspec.structs import replace

    from houseway.lab.figures import check_plot, plot_simulation
    from houseway.lab.simulate import prepare, simulate_game, simulate_shoes

    count, places, traced = whole(rounds, "rounds"), whole(seats, "seats"), whole(trace, "trace")
    check_plot(plot)
    chosen = chosen_game(name, options, everything_on=everything_on)
    with working(progress, f"{chosen.name}, {count:,} rounds") as report:
        here = Threads(threads, report)
        with run_on(engine, scheduler, threads, report) as run:
            simulation = prepare(chosen, strategy, places, lambda: here)
            answer = simulate_game(simulation, run, rounds=count, seed=seed, checkpoint=checkpoint)
            if shoes:
                whole_shoes = prepare(chosen, strategy, places, lambda: here, whole_shoes=True)
                answer = replace(answer, shoe=simulate_shoes(whole_shoes, run, rounds=count, seed=seed))
        if plot is not None:
            plot_simulation(answer, simulation, here, plot)
    records = tuple(simulation.play(answer.seed, number).record for number in range(min(traced, count)))
    return replace(answer, trace=records)


def simulated_records(
    name: GameOrStudy,
    numbers: range,
    *,
    seed: int | str = 1,
    strategy: str = "",
    seats: float = 1,
    everything_on: bool = True,
    **options: object,
) -> Iterator[Mapping[str, object]]:
    """The records of single rounds of a simulation, by their numbers from 0."""
    from houseway.lab.simulate import MOST_ROUNDS, prepare, seed_number

    if numbers.stop > MOST_ROUNDS:
        raise InvalidInput(f"must be below {MOST_ROUNDS:,}, not {numbers.stop - 1:,}", field="round")
    chosen = chosen_game(name, options, everything_on=everything_on)
    simulation = prepare(chosen, strategy, whole(seats, "seats"), Threads)
    return (simulation.play(seed_number(seed), number).record for number in numbers)


def session(
    name: GameOrStudy,
    *,
    bankroll: object = 500,
    bet: object = 10,
    bonuses: Mapping[str, object] | Sequence[str] | None = None,
    rounds: float = 240,
    hours: float | None = None,
    rounds_per_hour: float = 60,
    sessions: float | str = 10_000,
    seed: int | str = 1,
    strategy: str = "",
    everything_on: bool = True,
    plot: Path | None = None,
    threads: int | None = None,
    engine: str = "local",
    scheduler: str | None = None,
    progress: Progress | None = None,
    **options: object,
) -> "SessionResult":
    """Whole sessions with a bankroll: the distribution of their results, and the risk of ruin.

    A session is some rounds, or some hours. Bonuses are stakes by wager, or texts such as `natural-flush=5`.

    Example: houseway.session("down-under-blackjack", bankroll=200, bet=10, sessions=1e4).ruin
    """
    from houseway.games.simulation.simulation import MAIN
    from houseway.lab.bonus_prices import bonus_prices
    from houseway.lab.figures import check_plot, plot_sessions
    from houseway.lab.sessions import check_sessions, play, session_result
    from houseway.lab.simulate import exact_net, prepare, seed_number

    count = whole(sessions, "sessions")
    check_sessions(count)
    check_plot(plot)
    stakes, money = _stakes(bet, bonuses or ()), parse_money(bankroll, field="bankroll")
    length = whole(rounds, "rounds") if hours is None else _rounds_in(hours, rounds_per_hour)
    chosen = chosen_game(name, options, everything_on=everything_on)
    with (
        working(progress, f"{chosen.name}, {count:,} sessions") as report,
        run_on(engine, scheduler, threads, report) as run,
    ):
        simulation = prepare(chosen, strategy, 1, lambda: Threads(threads, report))
        prices = bonus_prices(chosen, run)
        ended = play(
            simulation,
            run,
            stakes=stakes,
            bankroll=money,
            rounds=length,
            sessions=count,
            seed=seed_number(seed),
            exact={row: exact_net(simulation, row, prices) for row in stakes if row in simulation.rows},
        )
    answer = session_result(simulation, stakes, money, ended)
    if plot is not None:
        plot_sessions(answer, ended, stakes[MAIN], plot)
    return answer


def _stakes(bet: object, bonuses: Mapping[str, object] | Sequence[str]) -> dict[str, Cents]:
    """The stakes of a session by row: the bet, and each bonus once."""
    from houseway.games.simulation.simulation import MAIN

    stakes = {MAIN: parse_money(bet, field="bet")}
    pairs = bonuses.items() if isinstance(bonuses, Mapping) else [_bonus(text) for text in bonuses]
    for wager, amount in pairs:
        row = wager.replace("_", "-")
        if row in stakes:
            reason = "is the bet: give it with `bet`" if row == MAIN else "stands twice"
            raise InvalidInput(reason, field=f"bonus {row}")
        stakes[row] = parse_money(amount, field=f"bonus {row}")
    return stakes


def _bonus(text: str) -> tuple[str, str]:
    wager, equals, amount = text.partition("=")
    if not equals:
        raise InvalidInput(f"{text!r} is not wager=dollars", field="bonus")
    return wager, amount


def _rounds_in(hours: float, rounds_per_hour: float) -> int:
    """How many rounds a session of some hours has."""
    from houseway.lab.sessions import check_rounds

    exactly = hours * rounds_per_hour
    if not math.isfinite(exactly) or hours <= 0 or rounds_per_hour < 1:
        raise InvalidInput("must be more than nothing, and not endless", field="hours, rounds_per_hour")
    rounds = round(exactly)
    check_rounds(rounds, "hours")
    return rounds


def meter(
    name: GameOrStudy,
    table: str = "",
    *,
    increment: str = "15%",
    wager: object = 1,
    start: object = 5000,
    reset: object = 1000,
    wagers_a_day: float = 6000,
    years: float = 5,
    lives: float = 50,
    seed: int = 1,
    plot: Path | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    **options: object,
) -> "MeterResult":
    """A progressive meter: its long run and a life of some years in closed form, and such lives simulated.

    Example: houseway.meter("down-under-blackjack", "3c/5", increment="18.5%").meter_return
    """
    from msgspec.structs import replace

    from houseway.lab.design_words import percentage
    from houseway.lab.figures import check_plot, plot_meter
    from houseway.lab.meter import progressive_of
    from houseway.lab.meter_result import meter_life

    chosen = chosen_game(name, options)
    check_plot(plot)
    jackpot, title, price = _jackpot_price(chosen, table, threads)
    progressive = progressive_of(
        price,
        wager=parse_money(wager, field="wager"),
        seed=parse_money(start, field="start", zero=True),
        reset=parse_money(reset, field="reset", zero=True),
        increment=percentage(increment, "increment"),
    )
    with working(progress, "lives of the meter") as report:
        result = meter_life(
            progressive,
            wagers_a_day=whole(wagers_a_day, "wagers_a_day"),
            years=whole(years, "years"),
            lives=whole(lives, "lives"),
            seed=seed,
            progress=report,
        )
    answer = replace(
        result,
        game=chosen.name,
        marks=chosen.marks,
        wager=jackpot,
        table=title,
        letter_prints_advantage=isinstance(price.printed_edge, float),
    )
    if plot is not None:
        plot_meter(progressive, answer, plot)
    return answer


def _jackpot_price(game: "Game", table: str, threads: int | None) -> "tuple[str, str, WagerResult]":
    """A game's jackpot wager, the pay table that was named or its first one, and its price under that."""
    from houseway.lab.bonus_prices import bonus_prices

    jackpot = game.approval.jackpot
    if jackpot is None:
        raise InvalidInput(f"{game.name} has no jackpot", field="game")
    tables = bonus_prices(game, Threads(threads))[jackpot.name]
    title = table or next(iter(tables))
    if title not in tables:
        raise InvalidInput(f"{title!r} is not one of {', '.join(tables)}", field="table")
    return jackpot.name, title, tables[title]


def face_up(
    name: GameOrStudy,
    hands: float | None = None,
    *,
    deals: float | str | None = None,
    seed: int | str = 1,
    threads: int | None = None,
    engine: str = "local",
    scheduler: str | None = None,
    progress: Progress | None = None,
    **options: object,
) -> "FaceUpResult":
    """What players gain by seeing each other's cards, by the number of hands seen.

    Example: houseway.face_up("flush-poker", 5, deals=1e4)
    """
    from houseway.lab.face_up import FaceUpResult
    from houseway.lab.simulate import seed_number

    chosen = chosen_game(name, options)
    tried = None if deals is None else whole(deals, "deals")
    most = chosen.approval.table.seats - 1
    asked = range(1, most + 1) if hands is None else [whole(hands, "hands")]
    if hands is not None and not 1 <= asked[0] <= most:
        raise InvalidInput(f"must be 1 to {most}, not {asked[0]}", field="hands")
    if tried is not None and not LEAST_DEALS <= tried <= MOST_DEALS:
        raise InvalidInput(f"must be {LEAST_DEALS} to {MOST_DEALS:,}, not {tried:,}", field="deals")
    part, number = chosen.kit.require(chosen.kit.face_up, "study of cards dealt face up"), seed_number(seed)
    with working(progress, f"{chosen.name}, face up") as report, run_on(engine, scheduler, threads, report) as run:
        answers = [part.face_up(chosen, seen, tried or part.deals_to_try(seen), number, run) for seen in asked]
    return FaceUpResult(game=chosen.name, marks=chosen.marks, face_up=tuple(answers))
