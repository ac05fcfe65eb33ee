"""The letter's rules as tables, filled by calling the rules, for blocks of rounds that look them up.

In a table of two values the index is ten times the first plus the second. A dealer's hand is a number: twice its hard
total, plus one with an ace.
"""

from array import array
from typing import Final

from houseway.cards.hands import blackjack_total, hard_value
from houseway.games.down_under_blackjack.card_values import ACE, CARDS
from houseway.games.down_under_blackjack.rules import dealer_draws, is_blackjack, result
from houseway.games.down_under_blackjack.variant import value_of

DECK: Final = 52
VALUE_OF: Final = array("B", [value_of(card) for card in range(DECK)])
NATURALS: Final = array("B", [is_blackjack(one, two) for one in CARDS for two in CARDS])

BROKEN: Final = 22  # the total of all hands that have broken
DEALER_HANDS: Final = 2 * 27
DRAWS: Final = 64  # added to the number of a dealer's hand that draws


def dealer_hand(hard: int, ace: bool, hits_soft_17: bool) -> int:
    """A dealer's hand, with DRAWS if another card is drawn."""
    return 2 * hard + ace + DRAWS * dealer_draws(hard, ace, hits_soft_17)


# [whether a soft 17 is hit]: the dealer's hand by the values of two cards; by another hand and the card that it draws.
RULES: Final = (False, True)
TWO_CARDS: Final = array(
    "B",
    [
        dealer_hand(hard_value(one) + hard_value(two), CARDS[ACE] in (one, two), hits)
        for hits in RULES
        for one in CARDS
        for two in CARDS
    ],
)
DRAWN: Final = array(
    "B",
    [
        dealer_hand(min(hand // 2 + hard_value(card), 26), hand % 2 > 0 or value_of(card) == ACE, hits)
        for hits in RULES
        for hand in range(DEALER_HANDS)
        for card in range(DECK)
    ],
)

# By two golds, a player's total and a dealer's hand: who wins.
RESULTS: Final = array(
    "b",
    [
        result(total, golds, blackjack_total(hand // 2, hand % 2))
        for golds in (False, True)
        for total in range(BROKEN + 1)
        for hand in range(DEALER_HANDS)
    ],
)
