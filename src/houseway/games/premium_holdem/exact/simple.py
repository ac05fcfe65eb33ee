"""Strategies that a person can remember: which hole cards open, and a small chart for the decision after the board.

After the board, the chart looks at what your own cards add to it. A pair is *yours* if at least one of your cards makes
it. The chart weighs it by how many ranks on the board are above it.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from houseway.cards.card import ACE, FIVE, JACK, KING, NINE, QUEEN, SIX, TEN
from houseway.cards.hands import COUNTS, STRAIGHT, SUIT_MASK, TRIPS, ranks_held
from houseway.kernel import kernel

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Counts = npt.NDArray[np.int64]

# ---- after the board: rows and columns of the charts

HOLDINGS: Final = (
    "a straight or better",
    "two pair or three of a kind, yours",
    "a pair of yours, at most one rank on the board above it",
    "a pair of yours, two ranks above it",
    "a pair of yours, three ranks above it",
    "a pair of yours, four ranks above it",
    "no pair of yours, an ace",
    "no pair of yours, a king",
    "no pair of yours, a queen, and an ace or a king on the board",
    "no pair of yours, a queen",
    "no pair of yours, a jack",
    "less",
)
MADE, TWO_PAIR, HIGH_PAIR, TWO_ABOVE, THREE_ABOVE, FOUR_ABOVE = range(6)
ACE_HIGH, KING_HIGH, QUEEN_SECOND, QUEEN_HIGH, JACK_HIGH, NOTHING = range(6, 12)

BOARDS: Final = ("no pair", "four to a straight or flush", "a pair", "two pair or three of a kind")
UNPAIRED, FOUR_TO, PAIRED, HEAVY = range(4)

_ACE_OR_KING: Final = 1 << ACE | 1 << KING
_FIVE_RANKS: Final = 31
_WHEEL: Final = 15 | 1 << ACE


@kernel
def four_in_five(ranks: int) -> bool:
    """Whether four ranks lie within the five ranks of a straight."""
    most = COUNTS[ranks & _WHEEL]
    for lowest in range(9):
        most = max(most, COUNTS[ranks & _FIVE_RANKS << lowest])
    return most >= 4


@kernel
def board_kind(mask: int) -> int:
    """The column of a chart for the four cards of a board."""
    once, twice, thrice, _, _ = ranks_held(mask)
    if thrice or COUNTS[twice] > 1:
        return HEAVY
    if twice:
        return PAIRED
    for suit in range(4):
        if COUNTS[mask >> 13 * suit & SUIT_MASK] == 4:
            return FOUR_TO
    return FOUR_TO if four_in_five(once) else UNPAIRED


@kernel
def holding(strength: int, mask: int, one: int, two: int, three: int) -> int:
    """The row of a chart, for a hand of some strength, the mask of the board and the ranks of the hole cards."""
    if strength >= STRAIGHT:
        return MADE
    once, _, thrice, _, _ = ranks_held(mask)
    if strength >= TRIPS and not thrice:
        return TWO_PAIR
    own = (1 << one | 1 << two | 1 << three) & once
    if one == two or one == three:
        own |= 1 << one
    if two == three:
        own |= 1 << two
    if own & (own - 1):
        return TWO_PAIR
    if own:
        above = COUNTS[once & -2 * own]
        return HIGH_PAIR if above <= 1 else TWO_ABOVE + above - 2
    high = one if one > two else two
    if three > high:
        high = three
    if high < JACK:
        return NOTHING
    if high == QUEEN and once & _ACE_OR_KING:
        return QUEEN_SECOND
    return ACE_HIGH if high == ACE else KING_HIGH if high == KING else QUEEN_HIGH if high == QUEEN else JACK_HIGH


# ---- before the board


@kernel
def opens_sixes(one: int, two: int, three: int) -> bool:
    """Play 3x with a pair of sixes or better; three of a kind is better."""
    a, b, c = one % 13, two % 13, three % 13
    if a == b:
        return a == c or a >= SIX
    return (a == c and a >= SIX) or (b == c and b >= SIX)


@kernel
def opens_chart(one: int, two: int, three: int) -> bool:
    """Also with a pair of fives and a higher card, an ace and two cards from ten up, and certain suited high cards."""
    if opens_sixes(one, two, three):
        return True
    a, b, c = one % 13, two % 13, three % 13
    if a == b or b == c or a == c:
        return (a == FIVE) + (b == FIVE) + (c == FIVE) == 2 and a + b + c > 3 * FIVE
    ace = a == ACE or b == ACE or c == ACE
    high = (a >= TEN) + (b >= TEN) + (c >= TEN)
    if one // 13 == two // 13 and two // 13 == three // 13:
        return (ace and high > 1) or (a >= NINE and b >= NINE and c >= NINE)
    return ace and high > 2


# ---- the strategies


@dataclass(frozen=True, kw_only=True)
class Simple:
    """A strategy for people: its text, the hole cards that play 3x, and a row of decisions for each holding."""

    text: str
    opening: str  # the first street in words
    opens: Callable[[int, int, int], bool]
    rows: Sequence[str]  # for each holding what to do on each kind of board: 0 fold, 1 and 2 play 1x and 2x


SIMPLE: Final = {
    "chart": Simple(
        text=(
            "Play 3x with a pair of sixes or better, a pair of fives with a higher card, an ace with two cards from "
            "ten up, three suited cards from nine up, or three suited cards with an ace and a card from ten up. "
            "After the board look at the chart: what your own cards make, by the kind of board."
        ),
        opening=(
            "a pair of sixes or better; a pair of fives with a higher card; an ace with two cards from ten up; three "
            "suited cards from nine up; three suited cards with an ace and a card from ten up"
        ),
        opens=opens_chart,
        rows=("2222", "2222", "2122", "1120", "1010", "0000", "0012", "0011", "0011", "0001", "0001", "0000"),
    ),
    "one-line": Simple(
        text=(
            "Play 3x with a pair of sixes or better; after the board 2x with a pair of yours that at most one rank on "
            "the board outranks, or better, 1x with any other pair of yours or, on a board with a pair or better, an "
            "ace or a king of yours; else fold. (A pair is yours if at least one of its cards is.)"
        ),
        opening="a pair of sixes or better",
        opens=opens_sixes,
        rows=("2222", "2222", "2222", "1111", "1111", "1111", "0011", "0011", "0000", "0000", "0000", "0000"),
    ),
}

DECISIONS: Final = array("q", [int(cell) for simple in SIMPLE.values() for row in simple.rows for cell in row])


@kernel
def simple_decision(number: int, held: int, kind: int) -> int:
    """What a simple strategy, by its number, decides after the board: 0 fold, 1 and 2 play 1x and 2x."""
    return DECISIONS[(12 * number + held) * 4 + kind]


def opens_of(strategies: Iterable[Simple]) -> "Counts":
    """[class of hole cards]: a byte for each strategy, the first one lowest, that is 1 where it plays 3x and 0 else."""
    import numpy as np

    from houseway.games.pricing.suit_classes import TRIPLES, cards_of, suit_classes, triple_class

    opens = np.zeros(TRIPLES, np.int64)
    for masks in suit_classes(range(13), 4, 3):
        one, two, three = cards_of(masks)
        bytes_ = (simple.opens(one, two, three) << 8 * number for number, simple in enumerate(strategies))
        opens[triple_class(one, two, three)] = sum(bytes_)
    return opens
