"""`houseway evaluate`: a hand in words and as a number."""

from msgspec import to_builtins

from houseway.cli.console import console, print_json
from houseway.games.evaluation import evaluate


def show_hand(texts: list[str], name: str | None, *, as_json: bool) -> None:
    """Print what a hand is, and how strong."""
    hand = evaluate(texts, name)
    if as_json:
        print_json(to_builtins(hand))
        return
    console().print(f"{' '.join(hand.cards)}: [bold]{hand.hand}[/bold] (strength {hand.strength})")
    if hand.front and hand.back:
        console().print(f"house way: front {' '.join(hand.front)}, back {' '.join(hand.back)}")
