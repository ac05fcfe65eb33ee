"""Royal Riches and its jackpot: the lines that a seven-card hand makes. The pay tables are in royal_riches.toml."""

from typing import Final

from houseway.cards.hands import COUNTS, JOKER_BIT, SEVENS_IN_A_ROW, STRAIGHTS, SUIT_MASK, ranks_held
from houseway.kernel import kernel

# Line n of the Royal Riches tables is bit n of the lines that a hand makes.
LINES: Final = (
    "7 card straight flush",
    "royal flush + ace-king suited",
    "7 card straight flush with joker",
    "5 aces",
    "royal flush",
    "straight flush",
    "4 of a kind",
    "full house",
    "flush",
    "3 of a kind",
    "straight",
    "three pair",
)
SEVEN_NATURAL: Final = 1 << 0
ROYAL_WITH_ACE_KING: Final = 1 << 1
SEVEN_WITH_JOKER: Final = 1 << 2
FIVE_ACES: Final = 1 << 3
ROYAL_FLUSH: Final = 1 << 4
STRAIGHT_FLUSH: Final = 1 << 5
FOUR_OF_A_KIND: Final = 1 << 6
FULL_HOUSE: Final = 1 << 7
FLUSH: Final = 1 << 8
THREE_OF_A_KIND: Final = 1 << 9
STRAIGHT: Final = 1 << 10
THREE_PAIR: Final = 1 << 11
ROYAL_WITH_KING_QUEEN: Final = 1 << 12  # a hand of the jackpot tables only

JACKPOT_LINES: Final = (
    "7-card natural straight flush",
    "royal flush w/ k-q suited",
    "7-card wild straight flush",
    "5 aces",
    "royal flush",
    "straight flush",
    "four of a kind",
    "full house",
    "7-card straight flush",
)

ACE_KING: Final = 0b11 << 11
KING_QUEEN: Final = 0b11 << 10
TOP_STRAIGHT: Final = 10  # ten to ace, as STRAIGHTS numbers them

ENVY_FROM: Final = 500  # cents: a Royal Riches wager that earns envy


@kernel
def ranks_made(mask: int) -> int:
    """What the ranks of a hand make, with the joker as an ace: pairs, trips, full house, quads, five aces."""
    _, two, three, four, five = ranks_held(mask)
    pairs = COUNTS[two]
    made = 0
    if pairs >= 3:
        made |= THREE_PAIR
    if three:
        made |= THREE_OF_A_KIND
        if pairs >= 2:
            made |= FULL_HOUSE
    if four:
        made |= FOUR_OF_A_KIND
    if five:
        made |= FIVE_ACES
    return made


@kernel
def beside_royal(mask: int, royal: int) -> int:
    """An ace-king or king-queen in a suit other than that of the royal flush."""
    made = 0
    for suit in range(4):
        ranks = (mask >> (13 * suit)) & SUIT_MASK
        if suit != royal and ranks & ACE_KING == ACE_KING:
            made |= ROYAL_WITH_ACE_KING
        if suit != royal and ranks & KING_QUEEN == KING_QUEEN:
            made |= ROYAL_WITH_KING_QUEEN
    return made


@kernel
def suits_made(mask: int) -> int:
    """What the suits of a hand make: flush, straight flush, royal flush, seven in a row, and also the straight."""
    joker = (mask >> JOKER_BIT) & 1
    together = made = 0
    for suit in range(4):
        ranks = (mask >> (13 * suit)) & SUIT_MASK
        together |= ranks
        if COUNTS[ranks] + joker < 5:
            continue
        made |= FLUSH
        straight = STRAIGHTS[(joker << 13) + ranks]
        if straight:
            made |= STRAIGHT_FLUSH
        if straight == TOP_STRAIGHT:
            made |= ROYAL_FLUSH | beside_royal(mask, suit)
        if SEVENS_IN_A_ROW[(joker << 13) + ranks]:
            made |= SEVEN_WITH_JOKER if joker else SEVEN_NATURAL
    if STRAIGHTS[(joker << 13) + together]:
        made |= STRAIGHT
    return made


@kernel
def hands_made(mask: int) -> int:
    """All lines of the tables that seven cards make, a bit each.

    The joker is an ace or completes a straight or flush; it may stand in a royal flush, but not in the ace-king or
    king-queen beside it.
    """
    return ranks_made(mask) | suits_made(mask)


@kernel
def jackpot_lines(made: int) -> int:
    """All lines of the jackpot tables that a hand makes, a bit each."""
    lines = made & (SEVEN_NATURAL | SEVEN_WITH_JOKER)
    lines |= made & (FIVE_ACES | ROYAL_FLUSH | STRAIGHT_FLUSH | FOUR_OF_A_KIND | FULL_HOUSE)
    if made & ROYAL_WITH_KING_QUEEN:
        lines |= 1 << 1
    if made & (SEVEN_NATURAL | SEVEN_WITH_JOKER):
        lines |= 1 << 8
    return lines
