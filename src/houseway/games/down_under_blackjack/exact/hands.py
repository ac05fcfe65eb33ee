"""The basis of the exact analysis: hands by the values of their cards, the unseen shoe, and how the dealer ends.

Ten values stand for the thirteen ranks: 0 to 7 are two to nine, 8 is every ten-value card, 9 the ace. One card of each
value (`CARDS`) stands for it when the rules are called. These functions are meant to be compiled; in plain Python they
are quick enough only for tiny shoes.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import blackjack_total, hard_value
from houseway.games.down_under_blackjack.card_values import ACE, CARDS, VALUES
from houseway.games.down_under_blackjack.rules import dealer_draws
from houseway.kernel import counter

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

# A table of hands has a row for each set of cards, fewer cards first; row 0 has none. Its columns:
CHILD: Final = 0  # ten of them: the hand with one more card of each value, or -1 above the table's limit
HELD: Final = 10  # ten of them: how many cards of each value
HARD, HAS_ACES, SIZE = 20, 21, 22
PARENT, LAST = 23, 24  # the hand without its last card, its values in order, and that card
HAND_COLUMNS: Final = 25

MOST: Final = 21  # the highest hard total of a player's hand
MOST_DRAWN: Final = 25  # the dealer ends at 26 at the latest, at least one of which is the up card

# How the dealer ends: 17 to 21, 22, and more.
FINALS: Final = 7
FIRST_FINAL: Final = 17

# Rows of a shoe, by value: unseen cards; 1 where the hole card may be one, else 0; 1 for a gold value, else 0.
UNSEEN, HOLE, GOLD = range(3)

# Rows of the work array: unseen cards, chances of the next card.
CARDS_LEFT: Final = 0
CHANCES: Final = 10
ROOM: Final = 20


class Tree(NamedTuple):
    """What the dealer may draw, the hole card first. A node is a set of cards; its parent is the set without the last.

    The chance of a set is a product along its branch, times the number of orders in which the dealer may draw it.
    """

    nodes: Ints  # [node]: parent, slot of the card that it adds, number of cards, final total
    orders: Floats  # [node]; 0 where the dealer does not stop
    slots: Ints  # [slot]: a value, and how many copies of it lie before in the set


NODE_PARENT, NODE_SLOT, NODE_SIZE, NODE_FINAL = range(4)


@counter
def how_many(limit: int) -> int:
    """How many hands have a hard total of no more than the limit; aces count as one."""
    ways = np.zeros(limit + 1, np.int64)
    ways[0] = 1
    for value in range(VALUES):
        pips = hard_value(CARDS[value])
        for total in range(pips, limit + 1):
            ways[total] += ways[total - pips]
    count = 0
    for total in range(limit + 1):
        count += ways[total]
    return count


@counter
def hands_up_to(limit: int) -> Ints:
    """The table of all hands with a hard total of no more than the limit; aces count as one."""
    count = how_many(limit)
    hands = np.zeros((count, HAND_COLUMNS), np.int64)
    end = 1
    for hand in range(count):
        for value in range(VALUES):
            hard = hands[hand, HARD] + hard_value(CARDS[value])
            if value < hands[hand, LAST] or hard > limit:
                hands[hand, CHILD + value] = -1
                continue
            for held in range(HELD, HELD + VALUES):
                hands[end, held] = hands[hand, held]
            hands[end, HELD + value] += 1
            hands[end, HARD], hands[end, HAS_ACES] = hard, hands[end, HELD + ACE]
            hands[end, SIZE], hands[end, PARENT], hands[end, LAST] = hands[hand, SIZE] + 1, hand, value
            hands[hand, CHILD + value] = end
            end += 1
    _complete(hands)
    return hands


@counter
def _complete(hands: Ints) -> None:
    """Fill in cards that come out of order: from the hand without its last card, add the new card, then the last."""
    for hand in range(1, len(hands)):
        for value in range(hands[hand, LAST]):
            without = hands[hands[hand, PARENT], CHILD + value]
            if without >= 0:
                hands[hand, CHILD + value] = hands[without, CHILD + hands[hand, LAST]]


@counter
def dealer_tree(draws: Ints, up: int, hole: Floats, hits_soft_17: bool) -> Tree:
    """What the dealer may draw to an up card when the hole card has one of these values (clause 10).

    `draws` is the table of hands up to MOST_DRAWN.
    """
    orders, final = _orders(draws, up, hole, hits_soft_17)
    place, count = _places(draws, orders)
    nodes, node_orders = np.zeros((count, 4), np.int64), np.zeros(count)
    slots, slot_of = np.zeros((VALUES * MOST_DRAWN, 2), np.int64), np.zeros((VALUES, MOST_DRAWN), np.int64)
    end = 0
    for node in range(1, len(draws)):
        new, value = place[node], draws[node, LAST]
        if new < 0:
            continue
        copy = draws[node, HELD + value] - 1
        if slot_of[value, copy] == 0:
            slots[end, 0], slots[end, 1] = value, copy
            end += 1
            slot_of[value, copy] = end
        nodes[new, NODE_PARENT], nodes[new, NODE_SLOT] = place[draws[node, PARENT]], slot_of[value, copy] - 1
        nodes[new, NODE_SIZE], nodes[new, NODE_FINAL] = draws[node, SIZE], final[node]
        node_orders[new] = orders[node]
    return Tree(nodes, node_orders, slots[:end].copy())


@counter
def _places(draws: Ints, orders: Floats) -> tuple[Ints, int]:
    """The place in the tree of each set of cards that ends the dealer's hand or leads there, else -1; and the count."""
    place = np.zeros(len(draws), np.int64)
    for node in range(len(draws) - 1, 0, -1):
        if orders[node] > 0 or place[node] > 0:
            place[node] = place[draws[node, PARENT]] = 1
    count = 0
    for node in range(len(draws)):
        place[node], count = (count if place[node] > 0 else -1), count + place[node]
    return place, count


@counter
def _orders(draws: Ints, up: int, hole: Floats, hits_soft_17: bool) -> tuple[Floats, Ints]:
    """In how many orders the dealer reaches each set of cards and stops there, and the final total of that set."""
    orders, final = np.zeros(len(draws)), np.zeros(len(draws), np.int64)
    for value in range(VALUES):
        if hole[value] > 0:
            orders[draws[0, CHILD + value]] = 1
    for node in range(1, len(draws)):
        if orders[node] == 0:
            continue
        hard, aces = draws[node, HARD] + hard_value(CARDS[up]), draws[node, HAS_ACES] + (up == ACE)
        if dealer_draws(hard, aces, hits_soft_17):
            for value in range(VALUES):
                orders[draws[node, CHILD + value]] += orders[node]
            orders[node] = 0
        else:
            final[node] = min(blackjack_total(hard, aces) - FIRST_FINAL, FINALS - 1)
    return orders, final


@counter
def take_out(shoe: Floats, step: float, hands: Ints, hand: int, room: Floats) -> tuple[float, float]:
    """Find the unseen cards once a hand is out; answer how many they are, and how many may be the hole card.

    `step` is what a card takes away from its value: 1, or 0 in an infinite shoe. The second answer is 0 if the shoe
    does not hold the hand together with a hole card.
    """
    unseen = holes = 0.0
    for value in range(VALUES):
        cards = shoe[UNSEEN, value] - step * hands[hand, HELD + value]
        if cards < 0:
            return 0.0, 0.0
        room[CARDS_LEFT + value] = cards
        unseen += cards
        holes += cards * shoe[HOLE, value]
    return unseen, holes


@counter
def find_chances(shoe: Floats, step: float, hands: Ints, hand: int, room: Floats) -> None:
    """Find the chance of each value to be the next card of a hand.

    The hole card is out of the shoe; it is one of `holes` equally likely cards. All other cards are alike.
    """
    unseen, holes = take_out(shoe, step, hands, hand, room)
    for value in range(VALUES):
        room[CHANCES + value] = 0
        if holes > 0 and unseen > step:
            hidden = step / holes * shoe[HOLE, value]
            room[CHANCES + value] = room[CARDS_LEFT + value] * (1 - hidden) / (unseen - step)
