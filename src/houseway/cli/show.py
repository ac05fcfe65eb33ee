"""Cards, tables and settlements drawn for the terminal."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from houseway.cards.card import Card
from houseway.cli.console import console, marks_text
from houseway.games import letter_of
from houseway.games.round.round import HIDDEN

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


def choice_text(choice: Mapping[str, Any]) -> str:
    """A choice of a table's view in words, such as `check`, `double 1 … 10` or `set (two cards)`."""
    decision = str(choice["decision"])
    if "cards" in choice:
        return f"{decision} (two cards)"
    if "most" not in choice:
        return decision
    least, most = (choice[bound].removesuffix(".00") for bound in ("least", "most"))
    return f"{decision} {least}" + (f" … {most}" if most != least else "")


def show_view(view: Mapping[str, Any], viewer: int) -> None:
    """The cards and stakes of a round as a seat sees them, from the view of a table or of a round."""
    lights = " ".join(f"[{LIGHT_COLOURS[light]}]● {light}[/]" for light in view["lights"] or [])
    show_cards("dealer", view["dealer"], lights)
    if view["board"]:
        show_cards("board", view["board"])
    for seat in (row for row in view["seats"] if row.get("in_round", True)):
        label = f"seat {seat['seat']}" + (" (you)" if seat["seat"] == viewer else "")
        staked = ", ".join(f"{name} {amount}" for name, amount in seat["staked"].items())
        if "hands" in seat:
            for number, hand in enumerate(seat["hands"], start=1):
                name = label if len(seat["hands"]) == 1 else f"{label}/{number}"
                mark = "[bold]◀[/] " if hand["in_play"] and len(seat["hands"]) > 1 else ""
                show_cards(name, hand["cards"], f"{mark}{hand['hand']}")
        else:
            front = f" (front {' '.join(Card.parse(card).pretty for card in seat['front'])})" if "front" in seat else ""
            show_cards(label, seat["cards"], ", ".join(seat["decisions"]) + front)
        console().print(f"{'':>14}  [dim]{staked}[/]")


def show_settlement(settled: dict[str, Any]) -> None:
    """A settlement, line by line, with the clause that decided each wager."""
    if mark := marks_text({"status": letter_of(settled["game"]).status, **settled}):
        console().print(f"{settled['game']}{mark}")
    dealer = settled["dealer"]
    named = f": [bold]{dealer['hand']}[/]" if dealer["hand"] else ""
    aside = f" (discarded {dealer['discarded']})" if "discarded" in dealer else ""
    unqualified = " — does not qualify" if dealer.get("qualifies") is False else ""
    console().print(f"dealer {' '.join(dealer['cards'])}{named}{aside}{unqualified}")
    for seat in settled["seats"]:
        foul = " [red]foul[/]" if seat.get("foul") else ""
        console().print(f"\nseat {seat['seat']}" + (f": [bold]{seat['hand']}[/]{foul}" if seat["hand"] else ""))
        console().print(_lines(seat["wagers"]))
        console().print(f"  staked {seat['staked']}, returned {seat['returned']}, net [bold]{seat['net']}[/]")
    if settled["jackpot"]:
        jackpot = settled["jackpot"]
        console().print(f"\njackpot {jackpot['meter_before']} → {jackpot['meter_after']}")


def show_limited(limited: Sequence[dict[str, Any]]) -> None:
    """Wagers whose aggregate payout limit was reached: what was won, and what is paid."""
    from houseway.house.tables.payout import limit_text, read_limited

    for one in read_limited(limited):
        console().print(f"\n{limit_text(one)}", markup=False, soft_wrap=True)


def _lines(wagers: Sequence[dict[str, Any]]) -> "Table":
    from rich.table import Table

    table = Table("wager", "stake", "result", "pays", "returned", "clause", "", box=None, padding=(0, 2, 0, 2))
    for line in wagers:
        name = line["wager"] + (f" (hand {line['hand']})" if "hand" in line else "")
        name += f" from seat {line['from_seat']}" if "from_seat" in line else ""
        why = line.get("line") or ", ".join(line.get("lines", [])) or " ".join(line.get("cards", []))
        if "breakage" in line:
            why += f" (breakage {line['breakage']})"
        result = f"[{RESULT_COLOURS[line['result']]}]{line['result']}[/]"
        pays = line["odds"] or line.get("share") or ""
        table.add_row(name, line["stake"], result, pays, line["returned"], line["rule"], why)
    return table
