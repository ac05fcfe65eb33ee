"""What an analysis says beyond prices, as tables for people."""

from collections.abc import Mapping
from typing import Any

from houseway.games.pricing.strategy import Chart


def tables_for(described: Mapping[str, Any]) -> list[Chart]:
    """What a card that is seen elsewhere changes for hands at the border between folding and raising."""
    hands = described.get("effect_of_removal", [])
    if not hands:
        return []
    rows = tuple(
        (
            " ".join(hand["hand"]),
            f"{hand['difference']:+.4f}",
            *(f"{seen['change']:+.4f}" for seen in hand["seen"]),
        )
        for hand in hands
    )
    title = "what a seen card changes, in the value of raising less that of folding"
    return [Chart(title=title, columns=("hand", "now", *map(_kind, hands[0]["seen"])), rows=rows)]


def _kind(seen: Mapping[str, Any]) -> str:
    if seen["suit"] == "joker":
        return "the joker"
    own = "its suit" if seen["suit"] == "that of the flush" else "another suit"
    return f"{own}, {'higher' if seen['ranks'].startswith('higher') else 'not higher'}"
