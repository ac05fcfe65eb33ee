"""`houseway risk`: how a mix of wagers varies, the risk of ruin, and Kelly's stake."""

from rich.table import Table

from houseway.cli.console import console
from houseway.cli.lab.words import plus_minus_dollars, print_game
from houseway.games.pricing.strategy import LEVEL, NORMAL_95, percent
from houseway.games.simulation.joint import EXACT
from houseway.lab.covariances import Pair
from houseway.lab.risk_result import RiskResult, Ruin


def show_risk(answer: RiskResult) -> None:
    """Print the figures of a mix, then how its wagers go together."""
    say = console().print
    stakes = ", ".join(f"{name} ${stake}" for name, stake in answer.stakes.items())
    print_game(answer.game, answer.marks, f", {answer.strategy}: {stakes}\n")
    mean = f"{answer.mean:+,.4f}{plus_minus_dollars(answer.mean_error) if answer.mean_error else ''}"
    say(f"  mean result of a round {mean}, house edge {percent(answer.house_edge)} of ${answer.first_wagers}")
    say(f"  standard deviation ${answer.standard_deviation:,.4f}{_error(answer.standard_deviation_error)}")
    if answer.seats > 1:
        deviation = f"${answer.table_standard_deviation:,.4f}{_error(answer.table_standard_deviation_error)}"
        say(f"  all {answer.seats} seats: mean {answer.table_mean:+,.4f}, standard deviation {deviation}")
    _show_ruin(answer)
    _show_kelly(answer)
    say("")
    say(_wagers(answer))
    say("")
    say(_covariances(answer))
    say("")
    if answer.main_covariances:
        say(_main_covariances(answer))
        say("")
    for note in answer.notes:
        say(f"  note: {note}", markup=False)


def _error(error: float) -> str:
    return f"{plus_minus_dollars(error)}, simulated" if error else ", exact"


def _show_ruin(answer: RiskResult) -> None:
    say = console().print
    say(f"  ruined at some time with ${answer.bankroll}: {_chance(answer.ruin)}")
    if answer.mean <= 0:
        say("    a mix that loses on average ends in ruin if it is played for ever")
    say(f"  ruined within {answer.ruin_within.rounds:,} rounds: {_chance(answer.ruin_within)}")
    say(f"    {answer.ruin_within.method}{'' if answer.results_method == EXACT else ', as simulated'}", markup=False)


def _chance(ruin: Ruin) -> str:
    low, high = percent(ruin.low), percent(ruin.high)
    return low if low == high else f"{low} to {high}"


def _show_kelly(answer: RiskResult) -> None:
    say, kelly = console().print, answer.kelly
    if not kelly.fraction:
        say(f"  Kelly: {kelly.text}")
        return
    say(
        f"  Kelly: {percent(kelly.fraction)} of the bankroll before the deal, ${kelly.stake:,.2f} of ${answer.bankroll}"
    )
    say(f"    this mix is Kelly's for a bankroll of ${kelly.bankroll:,.2f}")
    if kelly.text:
        say(f"    {kelly.text}", markup=False)


def _wagers(answer: RiskResult) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("each wager, in wagers")
    for head in ("table", "mean", "deviation", ""):
        table.add_column(head, justify="right")
    for one in answer.wagers:
        table.add_row(one.wager, one.table, f"{one.mean:+.6f}", f"{one.standard_deviation:.4f}", one.method)
    return table


def _covariances(answer: RiskResult) -> Table:
    """Of one seat, and beside it of two; what is simulated has its error."""
    table = Table(box=None, pad_edge=False)
    table.add_column(f"covariance ({LEVEL})")
    for head in ("one seat", "corr.", "two seats", "corr."):
        table.add_column(head, justify="right")
    first = ""
    for own, other in zip(answer.covariances, answer.between_seats, strict=True):
        if own.one != first:
            first = own.one
            table.add_row(f"{first} with")
        table.add_row(f"  {own.other}", *_figures(own), *_figures(other))
    return table


def _main_covariances(answer: RiskResult) -> Table:
    """The wagers of the main game one by one."""
    table = Table(box=None, pad_edge=False)
    table.add_column("main game by wager, in first wagers")
    table.add_column("one seat", justify="right")
    table.add_column("corr.", justify="right")
    for pair in answer.main_covariances:
        table.add_row(f"{pair.one} with {pair.other}", *_figures(pair))
    return table


def _figures(pair: Pair) -> tuple[str, str]:
    error = f" ± {NORMAL_95 * pair.standard_error:.4f}" if pair.standard_error else ""
    return f"{pair.covariance:.4f}{error}", f"{pair.correlation:+.4f}"
