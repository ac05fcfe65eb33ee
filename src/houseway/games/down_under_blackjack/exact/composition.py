"""The bonuses of a shoe of any composition, in closed form: `left[card]` are the copies of each card.

Compared with the up card, a player's card is the very same card, another card of its rank, or of another rank. The down
card is dealt like the up card, so it earns the same on average. Given fractions, these functions answer with fractions;
compiled, they take floats.
"""

from collections.abc import Sequence

from houseway.games.down_under_blackjack.exact.hands import Floats
from houseway.games.down_under_blackjack.matches import (
    ACE_OF_SPADES,
    ALTERNATE_3,
    ALTERNATE_4,
    KING_OF_SPADES,
    TABLE_3,
    TABLE_4,
    TABLE_4A,
)
from houseway.kernel import counter

Numbers = Sequence[float] | Floats  # an array when compiled


@counter
def count_rank(left: Numbers, rank: int) -> float:
    """How many cards of a rank are left."""
    return left[rank] + left[13 + rank] + left[26 + rank] + left[39 + rank]


@counter
def match_net(left: Numbers, cards: float, suited: float, unsuited: float) -> float:
    """What a Match The Dealer wager wins on average, up card or down card, with this many cards in all."""
    net = left[0] - left[0]
    for card in range(52):
        copies, rank = left[card], count_rank(left, card % 13)
        rest = cards - rank
        paid = 2 * ((copies - 1) * suited + (rank - copies) * unsuited) / (cards - 1)
        net += copies / cards * (paid - rest * (rest - 1) / ((cards - 1) * (cards - 2)))
    return net


@counter
def progressive_net(left: Numbers, cards: float, family: int, fixed: Numbers, jackpots: Numbers) -> float:
    """What the progressive wins on average, given the value of each fixed and each jackpot line in wagers."""
    both_cards = family == TABLE_4A or family == TABLE_4 or family == ALTERNATE_4
    won = left[0] - left[0]
    for card in range(52):
        copies, rank = left[card], count_rank(left, card % 13)
        hands = copies / cards * 2 / ((cards - 1) * (cards - 2))
        paid = _fixed_pays(copies - 1, rank - copies, cards - rank, fixed)
        if family == TABLE_4A:
            paid -= _fixed_of_four(copies - 1, rank - copies, fixed) * (rank - 3) / (cards - 3)
            four = (rank - 1) * (rank - 2) / 2 * (rank - 3) / (cards - 3)
            won += hands * four * jackpots[7 if card % 13 == 12 else 8]
        else:
            two = (copies - 1) * (copies - 2) / 2
            won += hands * two * _jackpot(left, cards, card, family, jackpots)
        won += hands * paid * (2 if both_cards else 1)
    if family == TABLE_4A:
        won += _ace_king_of_spades(left, cards) * (jackpots[6] - 2 * fixed[3])
    return won - 1


@counter
def _fixed_pays(same: float, alike: float, rest: float, fixed: Numbers) -> float:
    """The fixed pays of all pairs of cards against one dealer card: same card, same rank, others."""
    paid = same * alike * fixed[2] + same * rest * fixed[3]
    return paid + alike * (alike - 1) / 2 * fixed[4] + alike * rest * fixed[5]


@counter
def _fixed_of_four(same: float, alike: float, fixed: Numbers) -> float:
    """The part of these pays for two cards of the dealer's rank, which four of a rank do not get."""
    return same * alike * fixed[2] + alike * (alike - 1) / 2 * fixed[4]


@counter
def _jackpot(left: Numbers, cards: float, card: int, family: int, jackpots: Numbers) -> float:
    """What the jackpot lines of two cards like the up card are worth on average, over all down cards."""
    down, ace = (left[card] - 3) / (cards - 3), card % 13 == 12
    if family == TABLE_3:
        return jackpots[0 if card == ACE_OF_SPADES else 1]
    if family == ALTERNATE_3:
        if not ace:
            return jackpots[2]
        king = left[KING_OF_SPADES] / (cards - 3) if card == ACE_OF_SPADES else 0 * down
        return king * jackpots[0] + (1 - king) * jackpots[1]
    if family == TABLE_4:
        return down * jackpots[9] + 2 * (1 - down) * jackpots[10]
    if family == ALTERNATE_4:
        return down * jackpots[3 if ace else 4] + 2 * (1 - down) * jackpots[5]
    return down * jackpots[11 if ace else 12] + (1 - down) * jackpots[13]


@counter
def _ace_king_of_spades(left: Numbers, cards: float) -> float:
    """How likely player and dealer both have the ace and king of spades."""
    aces, kings = left[ACE_OF_SPADES], left[KING_OF_SPADES]
    ways = 4 * aces * (aces - 1) * kings * (kings - 1)
    return ways / (cards * (cards - 1) * (cards - 2) * (cards - 3))
