"""The letter's logic: which line of which table pays. Numbers only; approval.toml has the pays."""

from typing import Final

from houseway.cards.hands import category
from houseway.kernel import kernel

# The lines of each pay table in the order of their numbers.
LINES: Final = {
    "bet": (
        "royal flush",
        "straight flush",
        "four of a kind",
        "full house",
        "flush",
        "straight",
        "all other hands",
    ),
    "trips-or-better": (
        "royal flush",
        "straight flush",
        "four of a kind",
        "full house",
        "flush",
        "straight",
        "three of a kind",
        "two pair",  # from here on for studies alone
        "pair",
    ),
    "match-the-dealer": ("four of a kind", "three of a kind", "2 card matches", "1 card match"),
}


@kernel
def bet_line(strength: int) -> int:
    """The line of the Bet table for a winning hand: less than a straight is the last line."""
    kind = category(strength)
    return 9 - kind if kind >= 4 else 6


@kernel
def trips_line(strength: int) -> int:
    """The line of the Trips or Better table; -1 for less than a pair."""
    kind = category(strength)
    return 9 - kind if kind >= 1 else -1


@kernel
def match_line(one: int, two: int, dealer_one: int, dealer_two: int) -> int:
    """The line of the Match the Dealer table for four hole cards, the highest category only; -1 for no match."""
    a, b, x, y = one % 13, two % 13, dealer_one % 13, dealer_two % 13
    matches = (a == x) + (a == y) + (b == x) + (b == y)
    if matches == 4:
        return 0
    if matches == 2:
        return 1 if a == b or x == y else 2
    return 3 if matches == 1 else -1
