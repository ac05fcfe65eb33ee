"""Cards, tables and settlements drawn for the terminal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from houseway.cards.card import Card
from houseway.cli.console import console, marks_text
from houseway.games import letter_of
from houseway.games.round.round import HIDDEN
from houseway.games.round.seen_round import RoundView, SeatView
from houseway.games.round.settlement_answer import LineAnswer, SettlementAnswer
from houseway.house.tables.payloads import LimitedWager
from houseway.house.tables.view import ChoiceView, PlaceView, TableView

if TYPE_CHECKING:
    from rich.table import Table

COLOURS: Final = ("green", "blue", "red", "bold")  # clubs, diamonds, hearts, spades
LIGHT_COLOURS: Final = {"blue": "blue", "red": "red", "gold": "yellow"}
RESULT_COLOURS: Final = {
    "win": "green",
    "lose": "red",
    "fold": "red",
    "surrender": "red",
    "push": "yellow",
    "void": "yellow",
}


def card_rows(cards: Sequence[str]) -> list[str]:
    """Cards side by side, three rows high, with rich's marks for colour."""
    rows = ["", "", ""]
    for text in cards:
        face, colour = _face(text)
        rows[0] += "┌───┐ "
        rows[1] += f"│[{colour}]{face:^3}[/]│ "
        rows[2] += "└───┘ "
    return rows


def _face(text: str) -> tuple[str, str]:
    if text == HIDDEN:
        return "░░░", "dim"
    card = Card.parse(text)
    return card.pretty, "magenta" if card.suit is None else COLOURS[card.suit]


def show_cards(label: str, cards: Sequence[str], note: str = "") -> None:
    """A labelled row of cards."""
    if not cards:
        console().print(f"{label:>14}  {note}".rstrip())
        return
    rows = card_rows(cards)
    for index, row in enumerate(rows):
        name = label if index == 1 else ""
        end = f" {note}" if index == 1 and note else ""
        console().print(f"{name:>14}  {row}{end}", no_wrap=True, overflow="ignore", crop=False)


def choice_text(choice: ChoiceView) -> str:
    """A choice of a table's view in words, such as `check`, `double 1 … 10` or `set (two cards)`."""
    if choice.cards:
        return f"{choice.decision} (two cards)"
    if not choice.least or not choice.most:
        return choice.decision
    least, most = choice.least.removesuffix(".00"), choice.most.removesuffix(".00")
    return f"{choice.decision} {least}" + (f" … {most}" if most != least else "")


def show_view(view: RoundView | TableView, viewer: int) -> None:
    """The cards and stakes of a round as a seat sees them, from the view of a table or of a round."""
    lights = " ".join(f"[{LIGHT_COLOURS[light]}]● {light}[/]" for light in view.lights or [])
    show_cards("dealer", view.dealer, lights)
    if view.board:
        show_cards("board", view.board)
    for seat in view.seats:
        if not isinstance(seat, PlaceView) or seat.in_round:
            _show_seat(seat, f"seat {seat.seat}" + (" (you)" if seat.seat == viewer else ""))


def _show_seat(seat: SeatView, label: str) -> None:
    for number, hand in enumerate(seat.hands or [], start=1):
        several = len(seat.hands or []) > 1
        mark = "[bold]◀[/] " if hand.in_play and several else ""
        show_cards(f"{label}/{number}" if several else label, hand.cards, f"{mark}{hand.hand or ''}".rstrip())
    if not seat.hands:
        front = f" (front {' '.join(Card.parse(card).pretty for card in seat.front)})" if seat.front else ""
        show_cards(label, seat.cards, ", ".join(seat.decisions) + front)
    staked = ", ".join(f"{name} {amount}" for name, amount in seat.staked.items())
    console().print(f"{'':>14}  [dim]{staked}[/]")


def show_settlement(settled: SettlementAnswer) -> None:
    """A settlement, line by line, with the clause that decided each wager."""
    marks = {"study": settled.study, "status": settled.status or letter_of(settled.game).status}
    if mark := marks_text({name: text for name, text in marks.items() if text}):
        console().print(f"{settled.game}{mark}")
    dealer = settled.dealer
    named = f": [bold]{dealer.hand}[/]" if dealer.hand else ""
    aside = f" (discarded {dealer.discarded})" if dealer.discarded else ""
    unqualified = " — does not qualify" if dealer.qualifies is False else ""
    console().print(f"dealer {' '.join(dealer.cards)}{named}{aside}{unqualified}")
    for seat in settled.seats:
        foul = " [red]foul[/]" if seat.foul else ""
        console().print(f"\nseat {seat.seat}" + (f": [bold]{seat.hand}[/]{foul}" if seat.hand else ""))
        console().print(_lines(seat.wagers))
        console().print(f"  staked {seat.staked}, returned {seat.returned}, net [bold]{seat.net}[/]")
    if jackpot := settled.jackpot:
        console().print(f"\njackpot {jackpot.meter_before} → {jackpot.meter_after}")


def show_limited(limited: Sequence[LimitedWager]) -> None:
    """Wagers whose aggregate payout limit was reached: what was won, and what is paid."""
    from houseway.house.tables.payout import limit_text

    for one in limited:
        console().print(f"\n{limit_text(one)}", markup=False, soft_wrap=True)


def _lines(wagers: Sequence[LineAnswer]) -> "Table":
    from rich.table import Table

    table = Table("wager", "stake", "result", "pays", "returned", "clause", "", box=None, padding=(0, 2, 0, 2))
    for line in wagers:
        name = line.wager + (f" (hand {line.hand})" if line.hand else "")
        name += f" from seat {line.from_seat}" if line.from_seat else ""
        why = line.line or ", ".join(line.lines or ()) or " ".join(line.cards or ())
        if line.breakage:
            why += f" (breakage {line.breakage})"
        result = f"[{RESULT_COLOURS[line.result]}]{line.result}[/]"
        table.add_row(name, line.stake, result, line.odds or line.share or "", line.returned, line.rule, why)
    return table
