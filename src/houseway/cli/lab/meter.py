"""`houseway meter`: a progressive over years, in exact figures and by simulation."""

from fractions import Fraction
from pathlib import Path
from typing import Any

from houseway.cli.console import console, print_json
from houseway.cli.progress import progress_bar
from houseway.errors import InvalidInput
from houseway.games.game import Game, marks_in_words
from houseway.money import parse_money


def percent(text: str, field: str) -> Fraction:
    """`15%` or `0.25%` as a fraction."""
    try:
        return Fraction(text.strip().removesuffix("%")) / 100
    except (ValueError, ZeroDivisionError):
        raise InvalidInput(f"{text!r} is no percentage", field=field) from None


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
    as_json: bool,
) -> None:
    """Let a meter live and print what came of it."""
    from houseway.lab.meter import meter_life, progressive_of
    from houseway.lab.shards import Threads
    from houseway.lab.simulate import bonus_prices

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
        increment=percent(increment, "--increment"),
    )
    with progress_bar("lives of the meter") as progress:
        found = meter_life(
            progressive, wagers_a_day=wagers_a_day, years=years, lives=lives, seed=seed, progress=progress
        )
    if plot is not None:
        from houseway.lab.figures import plot_meter

        plot_meter(progressive, found, plot)
    if as_json:
        print_json({"game": game.name, **game.marks, "wager": jackpot.name, "table": name, **found})
    else:
        _show(game, f"{jackpot.name} {name}", found)


def _show(game: Game, wager: str, found: dict[str, Any]) -> None:
    say = console().print
    name = f"[bold]{game.name}[/]{marks_in_words(game.marks)}"
    say(f"{name}, {wager}: {100 * found['increment']:g}% of each wager goes to the meter\n")
    say("in the long run, exactly")
    say(f"  the fixed pays return {100 * found['fixed_return']:.4f}%, the meter {100 * found['meter_return']:.4f}%")
    say(f"  so the house keeps {100 * found['house_edge']:.4f}%; the mean meter is ${found['mean_meter']:,.2f}")
    needed = found["increment_for_21_percent"]
    say(
        f"  the printed advantage (21% from the meter) is true with an increment of {100 * needed:.4f}%"
        if needed is not None
        else "  the reset alone returns more than the 21% that the printed advantage counts"
    )
    simulated = found["simulated"]
    mean, back = simulated["mean_meter"], simulated["meter_return"]
    say(f"\n{found['lives']} lives of {found['years']} years, {found['wagers_a_day']:,} wagers a day")
    say(f"  mean meter ${mean['mean']:,.2f} ± {mean['standard_error']:,.2f}")
    say(f"  the meter returned {100 * back['mean']:.4f}% ± {100 * back['standard_error']:.4f}%")
    day_ends = ", ".join(f"{name} ${amount}" for name, amount in simulated["meter_at_day_end"].items())
    say(f"  at the end of a day: {day_ends}; largest ${simulated['largest_meter_at_day_end']}")
    for line, one in simulated["lines"].items():
        if one["hits"]:
            to_hit = one["days_to_a_hit"]
            say(
                f"  {line}: every {one['days_between_hits']:,.2f} days (half of them within {to_hit['50%']:,.2f}), "
                f"${one['mean_award']:,.2f} on average, ${one['largest_award']:,.2f} at most"
            )
        else:
            say(f"  {line}: never in these lives")
