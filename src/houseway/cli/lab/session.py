"""`houseway session`: how an evening ends: the distribution of results, and the risk of ruin."""

from houseway.cli.console import console
from houseway.cli.lab.words import plus_minus_dollars, print_game
from houseway.games.pricing.strategy import percent, plus_minus
from houseway.lab.sessions import SessionResult, stakes_text


def show_session(answer: SessionResult) -> None:
    """Print how sessions ended."""
    say = console().print
    head = f", {answer.strategy}: {answer.sessions:,} sessions of {answer.rounds:,} rounds"
    print_game(answer.game, answer.marks, head)
    say(f"  {stakes_text(answer)}, bankroll ${answer.bankroll}\n")
    say(f"  mean result {answer.mean:+,.2f}{plus_minus_dollars(answer.standard_error)}")
    if answer.expected_without_ruin is not None:
        say(f"  exactly {answer.expected_without_ruin:+,.2f} for players who are never ruined")
    say(f"  standard deviation {answer.standard_deviation:,.2f}")
    say("  " + ", ".join(f"{name} {amount:+,.2f}" for name, amount in answer.quantiles.items()))
    say(f"  ahead at the end: {100 * answer.ahead:.2f}%")
    say(f"  ruined: {percent(answer.ruin)}{plus_minus(answer.ruin_standard_error)}")
    say(f"  short of money in {answer.rounds_short_of_money:,.2f} of {answer.rounds_played:,.2f} rounds:")
    say(f"  {answer.house_rule}")
    if answer.left_out:
        say(f"  {answer.left_out}")
