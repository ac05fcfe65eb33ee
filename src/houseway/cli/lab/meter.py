"""`houseway meter`: a progressive over years, in exact figures and by simulation."""

from houseway.cli.console import console
from houseway.cli.lab.words import plus_minus_dollars, print_game
from houseway.games.pricing.strategy import percent, plus_minus
from houseway.lab.meter_result import MeterResult, NeverHit


def show_meter(answer: MeterResult) -> None:
    """Print the long run, a life, and the lives that were simulated."""
    _show_long_run(answer)
    _show_life(answer)
    _show_simulated(answer)


def _show_long_run(answer: MeterResult) -> None:
    say = console().print
    share = f"{100 * answer.increment:g}% of each wager goes to the meter"
    print_game(answer.game, answer.marks, f", {answer.wager} {answer.table}: {share}\n")
    say("[bold]in the long run[/], exactly")
    say(f"  the fixed pays return {percent(answer.fixed_return)}, the meter {percent(answer.meter_return)}")
    say(f"  so the house keeps {percent(answer.house_edge)}; the mean meter is ${answer.mean_meter:,.2f}")
    if answer.letter_prints_advantage:
        _show_printed_advantage(answer.increment_for_21_percent)
    for line, waits in answer.lines.items():
        say(
            f"  {line}: every {waits.days_between_hits:,.2f} days on average, "
            f"half of them within {waits.days_to_a_hit['50%']:,.2f}"
        )


def _show_printed_advantage(needed: float | None) -> None:
    console().print(
        f"  the printed advantage (21% from the meter) is true with an increment of {percent(needed)}"
        if needed is not None
        else "  the reset alone returns more than the 21% that the printed advantage counts"
    )


def _show_life(answer: MeterResult) -> None:
    """What a life of some years returns, and why that is not the long run."""
    say, life = console().print, answer.life
    filling = life.meter_return < answer.meter_return
    why = (
        "money stays behind in a meter that is still filling"
        if filling
        else "the seed is paid out beside what comes in"
    )
    say(f"\n[bold]{answer.years} years[/] from a meter of ${life.start}, exactly")
    say(f"  with {answer.wagers_a_day:,} wagers a day")
    say(f"  the meter returns {percent(life.meter_return)}, not {percent(answer.meter_return)}: {why}")
    say(f"  so the house keeps {percent(life.house_edge)}; the mean meter is ${life.mean_meter:,.2f}")


def _show_simulated(answer: MeterResult) -> None:
    say, simulated = console().print, answer.simulated
    mean, back = simulated.mean_meter, simulated.meter_return
    say(f"\n[bold]{answer.lives} such lives[/] simulated, seed {answer.seed}")
    say(f"  mean meter ${mean.mean:,.2f}{plus_minus_dollars(mean.standard_error)}")
    say(f"  the meter returned {percent(back.mean)}{plus_minus(back.standard_error)}")
    day_ends = ", ".join(f"{name} ${amount}" for name, amount in simulated.meter_at_day_end.items())
    say(f"  at the end of a day: {day_ends}; largest ${simulated.largest_meter_at_day_end}")
    for line, one in simulated.lines.items():
        if isinstance(one, NeverHit):
            say(f"  {line}: never in these lives")
        else:
            awards = f"${one.mean_award:,.2f} on average, ${one.largest_award:,.2f} at most"
            say(f"  {line}: {one.hits:,} hits, {awards}")
