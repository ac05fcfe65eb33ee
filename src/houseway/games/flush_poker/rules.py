"""The letter's logic: the raise's cap, the qualifier, the natural bonuses."""

from typing import Final

from houseway.cards.hands import JOKER_BIT, LONGEST_FLUSHES, LONGEST_RUNS, SUIT_MASK, flush_hand, flush_size
from houseway.kernel import kernel

LINES: Final = {
    "natural-straight-flush": (
        "7-card straight flush",
        "6-card straight flush",
        "5-card straight flush",
        "4-card straight flush",
        "3-card straight flush",
        "2-card straight flush",  # for studies alone
    ),
    "natural-flush": (
        "7-card flush",
        "6-card flush",
        "5-card flush",
        "4-card flush",
        "3-card flush",  # from here on for studies alone
        "2-card flush",
    ),
}

TEN_EIGHT: Final = 3 << 13 | 1 << 8 | 1 << 6  # every three-card flush of ten and eight stands above it

FOLDED_JACKPOT_LOSES: Final = False  # clause 3A lets the house determine it for bonus wagers only


@kernel
def raise_cap(flush: int) -> int:
    """How many times the Bet the Raise may be (clause 3B)."""
    size = flush_size(flush)
    if size >= 6:
        return 3
    return 2 if size == 5 else 1


@kernel
def qualifies(dealer: int, least: int) -> bool:
    """Whether the dealer's flush is good enough: three cards, ten-eight high (clause 4), unless a study changes it."""
    return dealer >= least


@kernel
def loses_action(folded: bool, qualified: bool, folded_loses: bool, unqualified_loses: bool) -> bool:
    """Whether a bonus loses whatever its cards, by the choice of the house (clauses 3A and 4)."""
    return (folded and folded_loses) or (not qualified and unqualified_loses)


@kernel
def straight_flush_line(length: int) -> int:
    """The line of the Natural Straight Flush table; -1 for less than two in a row."""
    return 7 - length if length >= 2 else -1


@kernel
def flush_line(length: int) -> int:
    """The line of the Natural Flush table; -1 for less than two cards."""
    return 7 - length if length >= 2 else -1


@kernel
def straight_flush_of_flush(mask: int) -> int:
    """The longest natural straight flush within the suit of the flush that is played.

    Where two suits make the same flush with the joker's help, the one with the longer straight flush counts.
    """
    joker = ((mask >> JOKER_BIT) & 1) << 13
    best, longest = flush_hand(mask), 0
    for suit in range(4):
        ranks = (mask >> (13 * suit)) & SUIT_MASK
        if LONGEST_FLUSHES[joker + ranks] == best and LONGEST_RUNS[ranks] > longest:
            longest = LONGEST_RUNS[ranks]
    return longest
