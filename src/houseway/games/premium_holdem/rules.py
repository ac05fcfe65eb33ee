"""The letter's logic: the qualifier, the Ante's order of tests, which line of which table pays."""

from typing import Final

from houseway.cards.hands import (
    PAIR,
    THREE_FLUSH,
    THREE_PAIR,
    THREE_STRAIGHT,
    THREE_STRAIGHT_FLUSH,
    THREE_TRIPS,
    category,
    outcome,
    three_card,
)
from houseway.kernel import kernel

LINES: Final = {
    "xtra-bonus": (
        "royal flush",
        "straight flush",
        "four of a kind",
        "full house",
        "flush",
        "straight",
        "trips or less",
    ),
    "player-bonus": (
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
    "hole-card-bonus": ("straight flush", "three of a kind", "straight", "flush", "pair"),
}

PAIR_OF_THREES: Final = PAIR + 220  # the 220 pairs of twos come first

# How a round ends for a hand that is not folded: a win against a dealer who qualifies or who does not, a loss, a tie.
WIN, UNQUALIFIED, LOSS, TIE = range(4)


@kernel
def qualifies(dealer: int, least: int) -> bool:
    """Whether the dealer's hand is good enough for the Ante: a pair of threes or better, unless a study changes it."""
    return dealer >= least


@kernel
def ending(player: int, dealer: int, least: int) -> int:
    """How Ante, X-tra Bonus and Play end: WIN, UNQUALIFIED (a win whose Ante pushes), LOSS or TIE."""
    result = outcome(player, dealer)
    if result > 0:
        return WIN if qualifies(dealer, least) else UNQUALIFIED
    return LOSS if result < 0 else TIE


@kernel
def xtra_line(strength: int) -> int:
    """The line of the X-tra Bonus table for a winning hand: trips or less is the last line, a push."""
    kind = category(strength)
    return 9 - kind if kind >= 4 else 6


@kernel
def player_bonus_line(strength: int) -> int:
    """The line of the Player Bonus table; -1 for less than a pair."""
    kind = category(strength)
    return 9 - kind if kind >= 1 else -1


@kernel
def hole_card_line(one: int, two: int, three: int) -> int:
    """The line of the Hole Card Bonus table for three hole cards; -1 for less than a pair."""
    strength = three_card(one, two, three)
    if strength >= THREE_STRAIGHT_FLUSH:
        return 0
    if strength >= THREE_TRIPS:
        return 1
    if strength >= THREE_STRAIGHT:
        return 2
    if strength >= THREE_FLUSH:
        return 3
    return 4 if strength >= THREE_PAIR else -1
