"""`houseway evaluate`: a hand in words and as a number."""

from msgspec import to_builtins

from houseway.cli.console import console, print_json
from houseway.games.evaluation import evaluate


def show_hand(texts: list[str], name: str | None, *, as_json: bool) -> None:
    """Print it."""
    found = evaluate(texts, name)
    if as_json:
        print_json(to_builtins(found))
        return
    console().print(f"{' '.join(found.cards)}: [bold]{found.hand}[/bold] (strength {found.strength})")
    if found.front and found.back:
        console().print(f"house way: front {' '.join(found.front)}, back {' '.join(found.back)}")
