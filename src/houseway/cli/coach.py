"""The coach of `houseway play --coach`: what every choice of the seat in turn is worth, and why one is best."""

from houseway.cli.console import console
from houseway.cli.progress import progress_bar
from houseway.games.pricing.advice_words import compare_best
from houseway.games.round.open_record import open_round
from houseway.games.round.positions import seen_record
from houseway.games.round.round import Round
from houseway.money import Cents, format_money

MOST_SHOWN = 6  # of the twenty-one ways to set a hand


def show_advice(now: Round) -> None:
    """Print the expected value of each choice, in units of the first wager and in money, the best one first."""
    from houseway.lab.api import advice

    seat = now.turn or 0
    position = seen_record(now, seat)
    with progress_bar("the strategy, once") as progress:
        answer = advice(position, now.game, progress=progress)
    first = now.game.approval.wagers[now.game.approval.required[0]]
    unit = now.seat(seat).wagers[first.name]
    ranked = sorted(answer.decisions.items(), key=lambda item: (item[0] != answer.best, -item[1].ev))
    width = max(len(decision) for decision, _ in ranked[:MOST_SHOWN])
    console().print(f"[dim]coach, of the {first.label}:[/]")
    for decision, value in ranked[:MOST_SHOWN]:
        best = "  [bold green]best[/]" if decision == answer.best else ""
        money = _signed(round(value.ev * unit))
        console().print(
            f"  {decision:{width}}  {value.ev:+.4f}  {money:>9}{'' if value.exact else ' (estimated)'}{best}"
        )
    part = now.game.kit.advice
    rule = part.explain(open_round(position, now.game), answer.best) if part else ""
    figures = {decision: value.ev for decision, value in answer.decisions.items()}
    console().print(f"  [dim]{rule or compare_best(figures, answer.best, unit)}[/]")


def _signed(amount: Cents) -> str:
    """Money with its sign, such as +$6.95."""
    return f"{'-' if amount < 0 else '+'}${format_money(abs(amount))}"
