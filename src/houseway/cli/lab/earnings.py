"""`houseway earnings`: what the table of a sheet earns by theory, and what promotions cost there."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

import typer
from rich.table import Table as Columns

from houseway.cli.console import console
from houseway.cli.lab.words import print_game
from houseway.errors import InvalidInput
from houseway.games.letter.paytable import Pay
from houseway.games.pricing.strategy import percent
from houseway.lab.arguments import by_wager
from houseway.lab.earnings import Earnings, JackpotMoney
from houseway.money import Cents, format_money, parse_money

if TYPE_CHECKING:
    from houseway.house.sheets.sheet import JackpotTerms, Sheet

RATE_UNIT: Final = 1_000_000  # of the sheet's rates: ten-thousandths of a percent


def accepted_sheet(path: Path) -> "Sheet":
    """The sheet of a file; one that letter or law refuses ends the command with every reason."""
    from houseway.cli.house.common import say_refusals
    from houseway.cli.house.table import day_of
    from houseway.house.sheets.check import check_sheet
    from houseway.house.sheets.sheet import load_sheet

    sheet = load_sheet(path)
    if refusals := check_sheet(sheet, day_of(None), practice=True):  # to plan a table is not to open it
        say_refusals(refusals)
        raise typer.Exit(1)
    return sheet


def stakes_of(sheet: "Sheet", given: Sequence[str]) -> dict[str, Cents]:
    """The stake of each wager that is placed: as given, else the sheet's minimum; always within its limits."""
    from houseway.house.sheets.limits import require_amounts

    letter = sheet.approval
    limits = {name: sheet.limit(name) for name in letter.placed if name in sheet.chosen.offered}
    chosen = {name: parse_money(value, field=f"stake {name}") for name, value in by_wager(given, "stake").items()}
    for name in chosen:
        if name not in limits or letter.wagers[name].equals:
            known = ", ".join(one for one in limits if not letter.wagers[one].equals)
            raise InvalidInput(f"is not one of {known}", field=f"stake {name}")
    require_amounts(chosen, limits)
    return {name: chosen.get(name, limit.minimum) for name, limit in limits.items()}


def jackpot_of(terms: "JackpotTerms | None") -> JackpotMoney:
    """What the sheet's jackpot costs the house: contributions, or the amounts that the house itself pays."""
    if terms is None:
        return JackpotMoney()
    if terms.kind == "house":
        return JackpotMoney(amount=terms.amount, prizes=_prizes(terms))
    rate = Fraction(terms.increment + terms.reserve, RATE_UNIT)
    return JackpotMoney(contribution=rate, prizes=_prizes(terms) if terms.prizes_from == "house" else {})


def _prizes(terms: "JackpotTerms") -> Mapping[str, Fraction]:
    return {
        name: prize.times * terms.wager if isinstance(prize, Pay) else Fraction(prize)
        for name, prize in terms.prizes.items()
    }


def dollars_by_wager(stakes: Mapping[str, Cents]) -> dict[str, object]:
    """Stakes in dollars."""
    return {name: format_money(stake) for name, stake in stakes.items()}


def show_earnings(answer: Earnings) -> None:
    """Print what a table earns, its bands and its promotions."""
    say = console().print
    seats = "1 seat" if answer.seats == 1 else f"{answer.seats} seats"
    print_game(answer.game, answer.marks, f": {seats}, {answer.rounds_per_hour} rounds an hour\n")
    say(_wagers(answer))
    say(f"\n[bold]theoretical win[/], and where it is at {answer.level}")
    for name, band in answer.bands.items():
        hours = f"{band.hours:,g} hours" if band.hours != 1 else "1 hour"
        say(f"  {name} ({hours}): {_money(band.win)}")
        if band.expected and band.deviation_error is not None:
            error = percent(band.deviation_error / (band.deviation or 1))
            say(f"    {_span(band.expected)} as wagers and seats go together (standard error of its width: {error})")
        say(f"    {_span(band.if_independent)} if wagers were independent of each other")
        say(f"    {_span(band.widest)} at the widest, whatever goes with what")
    _show_promotions(answer)
    say("")
    for note in answer.notes:
        say(f"  note: {note}", markup=False)


def _wagers(answer: Earnings) -> Columns:
    columns = Columns(box=None, pad_edge=False)
    columns.add_column("an hour")
    for head in ("stake", "take-up", "handle", "to the jackpot", "win", "hold"):
        columns.add_column(head, justify="right")
    for one in answer.wagers:
        name = f"{one.wager} {one.table}".strip()
        made = f"{100 * one.take_up:g}%"
        columns.add_row(name, f"${one.stake}", made, *_figures(one.handle, one.contribution, one.win, one.hold))
    columns.add_row("all", "", "", *_figures(answer.handle, answer.contribution, answer.win, answer.hold))
    return columns


def _figures(handle: float, contribution: float, win: float, hold: float) -> tuple[str, ...]:
    return _money(handle), _money(contribution) if contribution else "", _money(win), percent(hold)


def _money(dollars: float) -> str:
    return f"-${-dollars:,.2f}" if dollars < 0 else f"${dollars:,.2f}"


def _span(band: tuple[float, float]) -> str:
    low, high = band
    return f"{_money(low)} to {_money(high)}"


def _show_promotions(answer: Earnings) -> None:
    say = console().print
    if answer.coupons or answer.rebates:
        say("\n[bold]promotions[/], for each player who gets one")
    for coupon in answer.coupons:
        share = percent(coupon.cost_of_face)
        say(f"  {coupon.kind} of ${coupon.face} costs {_money(coupon.cost)}, {share} of its face")
        say(f"    {coupon.terms}", markup=False)
    for rebate in answer.rebates:
        what = f"{100 * rebate.rate:g}% of a loss above ${rebate.threshold}"
        say(f"  {what} after {rebate.rounds:,} rounds of ${rebate.stake} costs {_money(rebate.cost)}")
        say(f"    {percent(rebate.chance)} of players get some of it")
        say(f"    of a theoretical win of {_money(rebate.win)}, {_money(rebate.win_after)} is left")
        say(f"    {rebate.terms}", markup=False)
