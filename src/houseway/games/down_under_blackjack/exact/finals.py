"""How the dealer ends, by the cards that are out: computed once for each set of cards, for several hands side by side.

The dealer's totals depend only on the cards that are out of the shoe. A hand with copies of the split value elsewhere
is equal to a larger hand, if the table of hands has that one; the other cases have their own tables.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.games.down_under_blackjack.card_values import VALUES
from houseway.games.down_under_blackjack.exact.hands import (
    CHILD,
    FINALS,
    HELD,
    HOLE,
    NODE_FINAL,
    NODE_PARENT,
    NODE_SIZE,
    NODE_SLOT,
    UNSEEN,
    Floats,
    Ints,
    Tree,
)
from houseway.games.down_under_blackjack.variant import MOST_HANDS
from houseway.kernel import counter

Marks = npt.NDArray[np.uint8]

MOST_OUT: Final = 2 * MOST_HANDS - 3  # copies of the split value elsewhere: those split, and one for each other hand
LANES: Final = 16  # hands side by side


class Finals(NamedTuple):
    """The dealer's ends that are known, and arrays to find more."""

    hands: Ints
    tree: Tree
    shoe: Floats  # without the up card
    step: float
    chances: Floats  # [table, hand]: how likely each final total is, where it is known
    known: Marks  # [table, hand]: 1 where it is found, 2 where it is asked for
    products: Floats  # [node, lane]
    copies: Floats  # [slot, lane]
    draw: Floats  # [0]: the chance of one card, [1]: the unseen cards, by lane
    sums: Floats  # [final, lane]


@counter
def finals_for(hands: Ints, tree: Tree, shoe: Floats, step: float) -> Finals:
    """Empty tables of the dealer's ends."""
    tables = 1 + VALUES * MOST_OUT
    return Finals(
        hands,
        tree,
        shoe,
        step,
        np.empty((tables, len(hands), FINALS)),
        np.zeros((tables, len(hands)), np.uint8),
        np.zeros((len(tree.nodes), LANES)),
        np.zeros((len(tree.slots), LANES)),
        np.zeros((2, LANES)),
        np.zeros((FINALS, LANES)),
    )


@counter
def table_of(pair: int, out: int) -> int:
    """The table of hands with `out` copies of a value out that no larger hand stands for."""
    return 1 + MOST_OUT * pair + out - 1 if out > 0 else 0


@counter
def place_of(finals: Finals, hand: int, pair: int, out: int) -> tuple[int, int]:
    """The table and the place of a hand with this many other copies of a value out."""
    place, more = hand, out
    while more > 0 and finals.hands[place, CHILD + pair] >= 0:
        place, more = finals.hands[place, CHILD + pair], more - 1
    return table_of(pair, more), place


@counter
def ask(finals: Finals, hand: int, pair: int, out: int) -> None:
    """Ask for the finals of a hand; `find_asked` finds them."""
    table, place = place_of(finals, hand, pair, out)
    if finals.known[table, place] == 0:
        finals.known[table, place] = 2


@counter
def finals_of(finals: Finals, hand: int, pair: int, out: int) -> Floats:
    """How likely the dealer ends with each final total against a hand; computed now if nobody asked for it before."""
    table, place = place_of(finals, hand, pair, out)
    if finals.known[table, place] != 1:
        finals.known[table, place] = 2
        find_asked(finals, pair, out)
    answer: Floats = finals.chances[table, place]
    return answer


@counter
def find_asked(finals: Finals, pair: int, out: int) -> None:
    """Find every final that was asked for with up to this many copies of a value out."""
    which, shoe = np.zeros(len(finals.hands), np.int64), finals.shoe.copy()
    for copies in range(out + 1):
        table, count = table_of(pair, copies), 0
        for hand in range(len(finals.hands)):
            if finals.known[table, hand] == 2:
                which[count], count = hand, count + 1
                finals.known[table, hand] = 1
        for start in range(0, count, LANES):
            find_lanes(finals, shoe, which[start : min(start + LANES, count)], finals.chances[table])
        if copies < out:
            shoe[UNSEEN, pair] -= finals.step


@counter
def find_lanes(finals: Finals, shoe: Floats, which: Ints, chances: Floats) -> None:
    """Find how likely the dealer ends with 17 to 21, 22 and more against some hands; all 0 where a hand cannot be."""
    nodes, orders, step = finals.tree.nodes, finals.tree.orders, finals.step
    products, copies, sums = finals.products, finals.copies, finals.sums
    draw, unseen = finals.draw[0], finals.draw[1]
    for lane in range(LANES):
        _lay_out(finals, shoe, which[min(lane, len(which) - 1)], lane)
    sums[:] = 0
    size = 1
    for node in range(1, len(nodes)):
        if nodes[node, NODE_SIZE] > size:
            for lane in range(LANES):
                left = unseen[lane] - step * size
                draw[lane] = 1 / left if left > 0 else 0.0
            size += 1
        parent, own, order = products[nodes[node, NODE_PARENT]], products[node], orders[node]
        copy, total = copies[nodes[node, NODE_SLOT]], sums[nodes[node, NODE_FINAL]]
        for lane in range(LANES):
            product = parent[lane] * copy[lane] * draw[lane]
            own[lane] = product
            total[lane] += product * order
    for lane in range(len(which)):
        for final in range(FINALS):
            chances[which[lane], final] = sums[final, lane]


@counter
def _lay_out(finals: Finals, shoe: Floats, hand: int, lane: int) -> None:
    """Fill in the shoe without a hand in a lane: copies left of each card of the tree, and the hole card's chance."""
    held, slots, step = finals.hands[hand, HELD : HELD + VALUES], finals.tree.slots, finals.step
    unseen = holes = 0.0
    possible = True
    for value in range(VALUES):
        cards = shoe[UNSEEN, value] - step * held[value]
        possible = possible and cards >= 0
        unseen += cards
        holes += cards * shoe[HOLE, value]
    possible = possible and holes > 0
    for slot in range(len(slots)):
        finals.copies[slot, lane] = shoe[UNSEEN, slots[slot, 0]] - step * held[slots[slot, 0]] - step * slots[slot, 1]
    finals.products[0, lane] = 1.0 if possible else 0.0
    finals.draw[0, lane] = 1 / holes if possible else 0.0
    finals.draw[1, lane] = unseen
