"""The ten values that stand for the thirteen ranks: 0 to 7 are two to nine, 8 is every ten-value card, 9 the ace."""

from array import array
from typing import Final

from houseway.cards.hands import hard_value
from houseway.kernel import inlined, kernel

VALUES: Final = 10
TEN, ACE = 8, 9
CARDS: Final = array("b", [0, 1, 2, 3, 4, 5, 6, 7, 8, 12])  # a card of each value


@inlined
@kernel
def card_value(card: int) -> int:
    """The value of a card."""
    hard = hard_value(card)
    return hard - 2 if hard > 1 else ACE
