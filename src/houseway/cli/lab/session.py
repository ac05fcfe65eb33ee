"""`houseway session`: how an evening ends: the distribution of results, and the risk of ruin."""

import math
from pathlib import Path
from typing import Any

from houseway.cli.console import console, marks_text
from houseway.cli.lab.words import plus_minus_dollars, print_answer
from houseway.cli.progress import progress_bar
from houseway.cli.written import say_written, write_rows
from houseway.errors import InvalidInput
from houseway.games.game import Game
from houseway.games.pricing.strategy import percent, plus_minus
from houseway.games.simulation.simulation import MAIN
from houseway.lab.answers import session_answer
from houseway.lab.bonus_prices import bonus_prices
from houseway.lab.engine import engine
from houseway.lab.sessions import Sessions, play
from houseway.lab.simulate import exact_net, prepare, seed_number
from houseway.money import Cents, format_money, parse_money


def bonuses(pairs: list[str]) -> dict[str, Cents]:
    """`wager=dollars` words as stakes."""
    stakes: dict[str, Cents] = {}
    for pair in pairs:
        name, equals, amount = pair.partition("=")
        if not equals:
            raise InvalidInput(f"{pair!r} is not wager=dollars", field="--bonus")
        if name == MAIN or name in stakes:
            raise InvalidInput(
                "is the bet: give it with --bet" if name == MAIN else "stands twice", field=f"--bonus {name}"
            )
        stakes[name] = parse_money(amount, field=f"--bonus {name}")
    return stakes


def rounds_of(hours: float, rounds_per_hour: int) -> int:
    """How many rounds a session has."""
    if not math.isfinite(hours) or hours <= 0 or rounds_per_hour < 1:
        raise InvalidInput("must be more than nothing", field="--hours, --rounds-per-hour")
    return round(hours * rounds_per_hour)


def show_session(
    game: Game,
    *,
    hours: float,
    rounds_per_hour: int,
    bankroll: str,
    bet: str,
    bonus: list[str],
    sessions: int,
    strategy: str,
    seed: str,
    threads: int | None,
    plot: Path | None,
    csv_file: str | None,
    as_json: bool,
) -> None:
    """Play sessions and print how they ended."""
    if plot is not None:
        from houseway.lab.figures import check_plot

        check_plot(plot)
    stakes = {MAIN: parse_money(bet, field="--bet"), **bonuses(bonus)}
    money = parse_money(bankroll, field="--bankroll")
    rounds = rounds_of(hours, rounds_per_hour)
    with progress_bar(f"{sessions:,} sessions") as progress, engine(threads=threads, progress=progress) as run:
        simulation = prepare(game, strategy, 1, lambda: run)
        prices = bonus_prices(game, run)
        exact = {row: exact_net(simulation, row, prices) for row in stakes if row in simulation.rows}
        found = play(
            simulation,
            run,
            stakes=stakes,
            bankroll=money,
            rounds=rounds,
            sessions=sessions,
            seed=seed_number(seed),
            exact=exact,
        )
    if plot is not None:
        from houseway.lab.figures import plot_sessions

        plot_sessions(found, game.name, plot)
        say_written(plot)
    said = {name: format_money(stake) for name, stake in stakes.items()}
    head = {"game": game.name, **game.marks, "strategy": simulation.strategy.name, "stakes": said}
    if csv_file is not None:
        write_rows(csv_file, session_answer(game.name, {**head, **found.to_json()}).rows())
    if as_json:
        print_answer({**head, **found.to_json()})
    elif csv_file != "-":
        _show(game, simulation.strategy.name, found)


def _show(game: Game, strategy: str, sessions: Sessions) -> None:
    found: dict[str, Any] = sessions.to_json()
    say = console().print
    name = f"[bold]{game.name}[/]{marks_text(game.marks)}"
    say(f"{name}, {strategy}: {found['sessions']:,} sessions of {found['rounds']:,} rounds\n")
    say(f"  mean result {found['mean']:+,.2f}{plus_minus_dollars(found['standard_error'])}")
    if found["expected_without_ruin"] is not None:
        say(f"  exactly {found['expected_without_ruin']:+,.2f} for players who are never ruined")
    say(f"  standard deviation {found['standard_deviation']:,.2f}")
    say("  " + ", ".join(f"{name} {amount:+,.2f}" for name, amount in found["quantiles"].items()))
    say(f"  ahead at the end: {100 * found['ahead']:.2f}%")
    say(f"  ruined: {percent(found['ruin'])}{plus_minus(found['ruin_standard_error'])}")
    say(f"  short of money in {found['rounds_short_of_money']:,.2f} of {found['rounds_played']:,.2f} rounds:")
    say(f"  {found['house_rule']}")
