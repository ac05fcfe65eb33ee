"""The letter's logic: who wins, what a pai gow is, which line pays."""

from typing import Final

from houseway.cards.hands import (
    ACE_BIT,
    COUNTS,
    JOKER_BIT,
    STRAIGHTS,
    SUIT_MASK,
    TOP_RANKS,
)
from houseway.games.wild_monkey_pai_gow.house_way import holds_complete_hand
from houseway.kernel import kernel

PAI_GOW_LINES: Final = (
    "nine-high pai gow",
    "ten-high pai gow",
    "jack-high pai gow",
    "queen-high pai gow",
    "king-high pai gow",
    "ace-high pai gow",
)
LINES: Final = {
    "dealer-joker": (*PAI_GOW_LINES[:3], "other pai gow", "no pai gow"),
    "dealer-pai-gow": PAI_GOW_LINES,
    "player-pai-gow-insurance": PAI_GOW_LINES,
}

NINE: Final = 7
NO_PAI_GOW: Final = -1  # the high card of any other hand


@kernel
def main_result(front: int, back: int, dealer_front: int, dealer_back: int) -> int:
    """1 when both hands beat the dealer's, -1 when neither does (a copy goes to the dealer), else 0, a push."""
    won = (front > dealer_front) + (back > dealer_back)
    return won - 1


@kernel
def high_card_without_pair(mask: int) -> int:
    """The highest rank of cards without a pair, with the joker as an ace; -1 where there is a pair."""
    seen, paired = ACE_BIT if (mask >> JOKER_BIT) & 1 else 0, 0
    for suit in range(4):
        ranks = (mask >> (13 * suit)) & SUIT_MASK
        paired |= seen & ranks
        seen |= ranks
    return -1 if paired else TOP_RANKS[seen]


@kernel
def pai_gow_high(mask: int) -> int:
    """The high card of a pai gow: no pair, straight or flush in the seven cards; -1 for any other hand."""
    return -1 if holds_complete_hand(mask) else high_card_without_pair(mask)


@kernel
def insured_high(mask: int) -> int:
    """The high card of a pai gow if the joker is only an ace and the ace is always high; -1 for any other hand."""
    together = ACE_BIT if (mask >> JOKER_BIT) & 1 else 0
    for suit in range(4):
        ranks = (mask >> (13 * suit)) & SUIT_MASK
        together |= ranks
        if COUNTS[ranks] >= 5:
            return -1
    if STRAIGHTS[together] > 1:  # 1 is A-2-3-4-5
        return -1
    return high_card_without_pair(mask)


@kernel
def pai_gow_line(high: int) -> int:
    """The line of a pai gow table: nine high is the first; -1 for no pai gow."""
    return high - NINE if high >= 0 else -1


@kernel
def dealer_joker_line(high: int) -> int:
    """The line of the Dealer Joker table for the dealer's seven cards after the discard."""
    if high < 0:
        return 4
    return high - NINE if high < NINE + 3 else 3
