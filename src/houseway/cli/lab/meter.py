"""`houseway meter`: a progressive over years, in exact figures and by simulation."""

from pathlib import Path
from typing import Any

from houseway.cli.console import console, marks_text
from houseway.cli.lab.words import plus_minus_dollars, print_answer
from houseway.cli.progress import progress_bar
from houseway.cli.written import say_written, write_rows
from houseway.errors import InvalidInput
from houseway.games.game import Game
from houseway.games.pricing.strategy import percent, plus_minus
from houseway.money import parse_money


def show_meter(
    game: Game,
    table: str | None,
    *,
    wager: str,
    start: str,
    reset: str,
    increment: str,
    wagers_a_day: int,
    years: int,
    lives: int,
    seed: int,
    plot: Path | None,
    csv_file: str | None,
    as_json: bool,
) -> None:
    """Let a meter live and print what came of it."""
    from houseway.lab.bonus_prices import bonus_prices
    from houseway.lab.design_words import percentage
    from houseway.lab.meter import meter_life, progressive_of
    from houseway.lab.shards import Threads

    jackpot = game.approval.jackpot
    if jackpot is None:
        raise InvalidInput(f"{game.name} has no jackpot", field="game")
    if plot is not None:
        from houseway.lab.figures import check_plot

        check_plot(plot)
    tables = bonus_prices(game, Threads())[jackpot.name]
    name = table or next(iter(tables))
    if name not in tables:
        raise InvalidInput(f"{name!r} is not one of {', '.join(tables)}", field="--table")
    progressive = progressive_of(
        tables[name],
        wager=parse_money(wager, field="--wager"),
        seed=parse_money(start, field="--start", zero=True),
        reset=parse_money(reset, field="--reset", zero=True),
        increment=percentage(increment, "--increment"),
    )
    with progress_bar("lives of the meter") as progress:
        found = meter_life(
            progressive, wagers_a_day=wagers_a_day, years=years, lives=lives, seed=seed, progress=progress
        )
    if plot is not None:
        from houseway.lab.figures import plot_meter

        plot_meter(progressive, found, plot)
        say_written(plot)
    if csv_file is not None:
        from houseway.lab.answers import meter_answer

        write_rows(csv_file, meter_answer(game.name, found).rows())
    if as_json:
        print_answer({"game": game.name, **game.marks, "wager": jackpot.name, "table": name, **found})
    elif csv_file != "-":
        _show(game, f"{jackpot.name} {name}", found)


def _show(game: Game, wager: str, found: dict[str, Any]) -> None:
    say = console().print
    name = f"[bold]{game.name}[/]{marks_text(game.marks)}"
    say(f"{name}, {wager}: {100 * found['increment']:g}% of each wager goes to the meter\n")
    say("[bold]in the long run[/], exactly")
    say(f"  the fixed pays return {percent(found['fixed_return'])}, the meter {percent(found['meter_return'])}")
    say(f"  so the house keeps {percent(found['house_edge'])}; the mean meter is ${found['mean_meter']:,.2f}")
    needed = found["increment_for_21_percent"]
    say(
        f"  the printed advantage (21% from the meter) is true with an increment of {percent(needed)}"
        if needed is not None
        else "  the reset alone returns more than the 21% that the printed advantage counts"
    )
    for line, waits in found["lines"].items():
        say(
            f"  {line}: every {waits['days_between_hits']:,.2f} days on average, "
            f"half of them within {waits['days_to_a_hit']['50%']:,.2f}"
        )
    _show_life(found)
    _show_simulated(found)


def _show_life(found: dict[str, Any]) -> None:
    """What a life of some years returns, and why that is not the long run."""
    say, life = console().print, found["life"]
    filling = life["meter_return"] < found["meter_return"]
    why = (
        "money stays behind in a meter that is still filling"
        if filling
        else "the seed is paid out beside what comes in"
    )
    say(f"\n[bold]{found['years']} years[/] from a meter of ${life['start']}, exactly")
    say(f"  with {found['wagers_a_day']:,} wagers a day")
    say(f"  the meter returns {percent(life['meter_return'])}, not {percent(found['meter_return'])}: {why}")
    say(f"  so the house keeps {percent(life['house_edge'])}; the mean meter is ${life['mean_meter']:,.2f}")


def _show_simulated(found: dict[str, Any]) -> None:
    say, simulated = console().print, found["simulated"]
    mean, back = simulated["mean_meter"], simulated["meter_return"]
    say(f"\n[bold]{found['lives']} such lives[/] simulated, seed {found['seed']}")
    say(f"  mean meter ${mean['mean']:,.2f}{plus_minus_dollars(mean['standard_error'])}")
    say(f"  the meter returned {percent(back['mean'])}{plus_minus(back['standard_error'])}")
    day_ends = ", ".join(f"{name} ${amount}" for name, amount in simulated["meter_at_day_end"].items())
    say(f"  at the end of a day: {day_ends}; largest ${simulated['largest_meter_at_day_end']}")
    for line, one in simulated["lines"].items():
        if one["hits"]:
            awards = f"${one['mean_award']:,.2f} on average, ${one['largest_award']:,.2f} at most"
            say(f"  {line}: {one['hits']:,} hits, {awards}")
        else:
            say(f"  {line}: never in these lives")
