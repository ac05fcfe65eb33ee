"""For one up card and one knowledge of the hole card: the best decision for every hand, and the value of a strategy.

A *spot* is the surroundings of a hand: the shoe, the dealer's tree and, for a hand from a split, the pair that was
split and how many other cards of its value are known to be out. Values are expected net results in wagers.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import blackjack_total
from houseway.games.down_under_blackjack.card_values import ACE, CARDS, VALUES
from houseway.games.down_under_blackjack.exact.finals import Finals, ask, finals_for, finals_of, find_asked
from houseway.games.down_under_blackjack.exact.hands import (
    CHANCES,
    CHILD,
    FINALS,
    FIRST_FINAL,
    GOLD,
    HARD,
    HAS_ACES,
    HELD,
    LAST,
    MOST,
    PARENT,
    ROOM,
    SIZE,
    UNSEEN,
    Floats,
    Ints,
    Tree,
    find_chances,
)
from houseway.games.down_under_blackjack.rules import is_blackjack, may_double, result
from houseway.kernel import counter

Bytes = npt.NDArray[np.uint8]

STAND, HIT, DOUBLE, SPLIT = range(4)
PUSHING: Final = 22 - FIRST_FINAL  # the final total that pushes most hands (clause 12)
BEST: Final = 4  # the column after the decisions: the value of the best one
STOOD: Final = 5  # and that of standing, whether it is allowed or not
COLUMNS: Final = 6
NEARLY_EQUAL: Final = 1e-12  # values this close are equal, and the decision that stakes less is taken
PLAIN: Final = 5  # the first bit of the decision, stand or hit, of a hand that has no money to double or split
NOT_ALLOWED: Final = -1e9
UNSPLIT: Final = -1

# A habit answers a question always in the same way. Its number is twice the decision, plus 1 for always, not never.
NO_HABIT: Final = -1
NEVER_STAND: Final = 2 * STAND
NEVER_SPLIT: Final = 2 * SPLIT
ALWAYS_SPLIT: Final = 2 * SPLIT + 1
ALWAYS_DOUBLE: Final = 2 * DOUBLE + 1  # with any two cards, so that nothing is split

# A tally adds up how hands end: [net result + 2][dealer's final], and then these places.
BUSTED: Final = 5 * FINALS
BUSTED_DOUBLED: Final = BUSTED + 1
DOUBLED: Final = BUSTED + 2
BLACKJACK: Final = BUSTED + 3
# Some of these hands are counted again: two golds that win against the dealer's 22, and doubled hands that it pushes.
GOLDS: Final = BUSTED + 4
DOUBLED_PUSHED: Final = BUSTED + 5
TALLY: Final = BUSTED + 6


class Spot(NamedTuple):
    """A hand's surroundings; `pair` is the value that was split or -1, `out` its copies known to be elsewhere."""

    hands: Ints
    fresh: Floats  # the shoe without the up card
    shoe: Floats  # and without the copies elsewhere
    step: float
    split_doubles: bool  # whether a hand from a split may be doubled
    pair: int
    out: int
    finals: Finals
    room: Floats


@counter
def spot_for(hands: Ints, tree: Tree, shoe: Floats, step: float, split_doubles: bool) -> Spot:
    """The surroundings of an unsplit hand."""
    pair, out = int(UNSPLIT), 0
    finals = finals_for(hands, tree, shoe, step)
    return Spot(hands, shoe, shoe.copy(), step, split_doubles, pair, out, finals, np.zeros(ROOM))


@counter
def after_split(spot: Spot, pair: int, out: int) -> Spot:
    """The surroundings of a hand that began as one card of a pair, with this many other cards of its value out."""
    shoe = spot.fresh.copy()
    shoe[UNSEEN, pair] -= out * spot.step
    return Spot(spot.hands, spot.fresh, shoe, spot.step, spot.split_doubles, pair, out, spot.finals, spot.room)


@counter
def finals_at(spot: Spot, hand: int) -> Floats:
    """How likely the dealer ends with each final total against a hand."""
    return finals_of(spot.finals, hand, max(spot.pair, 0), spot.out)


@counter
def ask_for_all(spot: Spot) -> None:
    """Find how the dealer ends against every hand that can occur."""
    pair = max(spot.pair, 0)
    for hand in range(len(spot.hands)):
        if is_played(spot.hands, hand, spot.pair):
            ask(spot.finals, hand, pair, spot.out)
    find_asked(spot.finals, pair, spot.out)


@counter
def ask_for_ends(spot: Spot, decisions: Bytes, reach: Floats) -> None:
    """Find how the dealer ends against every hand that a strategy may end with."""
    hands, pair = spot.hands, max(spot.pair, 0)
    met = reach > 0
    for hand in range(len(reach)):
        if not met[hand]:
            continue
        decision = decision_at(spot, decisions, hand)
        if decision == STAND:
            ask(spot.finals, hand, pair, spot.out)
        for value in range(VALUES if decision == HIT or decision == DOUBLE else 0):
            grown = hands[hand, CHILD + value]
            if grown >= 0 and decision == HIT:
                met[grown] = True
            elif grown >= 0:
                ask(spot.finals, grown, pair, spot.out)
    find_asked(spot.finals, pair, spot.out)


@counter
def decision_at(spot: Spot, decisions: Bytes, hand: int) -> int:
    """What a strategy does with a hand; a hand after a split follows the decision for hands that may not split."""
    if spot.hands[hand, SIZE] < 2:
        return HIT
    return decisions[hand] & 3 if spot.pair == UNSPLIT else (decisions[hand] >> 2) & 3  # type: ignore[no-any-return]


@counter
def is_played(hands: Ints, hand: int, pair: int) -> bool:
    """Whether a hand can occur, with a decision or at its end; a split ace gets only one card (clause 7)."""
    if hands[hand, SIZE] < 2:
        return False
    if pair == UNSPLIT:
        return not is_natural(hands, hand)
    return hands[hand, HELD + pair] > 0 and (pair != ACE or hands[hand, SIZE] == 2)


@counter
def is_natural(hands: Ints, hand: int) -> bool:
    """Whether the cards of an unsplit hand are a blackjack."""
    return hands[hand, SIZE] == 2 and is_blackjack(CARDS[hands[hand, LAST]], CARDS[hands[hands[hand, PARENT], LAST]])


@counter
def pair_of(hands: Ints, hand: int) -> int:
    """The value of which the hand is a pair, or -1."""
    value = hands[hand, LAST]
    return value if hands[hand, SIZE] == 2 and hands[hand, HELD + value] == 2 else -1


@counter
def total_of(hands: Ints, hand: int) -> int:
    """The blackjack total of a hand."""
    return blackjack_total(hands[hand, HARD], hands[hand, HAS_ACES])


@counter
def has_two_golds(spot: Spot, hand: int) -> bool:
    """Whether a hand is two golds: two cards, unsplit (clause 12)."""
    hands = spot.hands
    golds = spot.pair == UNSPLIT and hands[hand, SIZE] == 2
    for card in (hand, hands[hand, PARENT]):
        golds = golds and spot.shoe[GOLD, hands[card, LAST]] > 0
    return golds


class Ahead(NamedTuple):
    """What follows every hand that can occur, whatever the player does."""

    chances: Floats  # [hand, value]: of the next card
    stood: Floats  # [hand]: the value of standing


@counter
def look_ahead(spot: Spot) -> Ahead:
    """Find what follows the hands of a spot."""
    hands, chances, stood = spot.hands, np.zeros((len(spot.hands), VALUES)), np.zeros(len(spot.hands))
    ask_for_all(spot)
    for hand in range(len(hands)):
        if not is_played(hands, hand, spot.pair):
            continue
        finals, total, golds = finals_at(spot, hand), total_of(hands, hand), has_two_golds(spot, hand)
        for final in range(FINALS):
            stood[hand] += finals[final] * result(total, golds, FIRST_FINAL + final)
        find_chances(spot.shoe, spot.step, hands, hand, spot.room)
        for value in range(VALUES):
            chances[hand, value] = spot.room[CHANCES + value]
    return Ahead(chances, stood)


@counter
def find_values(spot: Spot, ahead: Ahead, habit: int, splits: Floats, values: Floats) -> None:
    """Find the value of each decision on each hand, [hand, decision], if the best one follows; `splits` are given.

    The player may have a habit, or NO_HABIT. Nothing is decided on 21; a split ace may only stand.
    """
    hands, pair = spot.hands, spot.pair
    doubles = may_double(2, 1 if pair == UNSPLIT else 2, not spot.split_doubles)
    for hand in range(len(hands) - 1, -1, -1):
        for column in range(COLUMNS):
            values[hand, column] = NOT_ALLOWED
        if not is_played(hands, hand, pair):
            continue
        values[hand, STOOD] = values[hand, STAND] = ahead.stood[hand]
        if total_of(hands, hand) < MOST and pair != ACE:
            _find_drawing(hands, ahead.chances, hand, doubles and hands[hand, SIZE] == 2, values)
        if pair_of(hands, hand) >= 0:
            values[hand, SPLIT] = splits[pair_of(hands, hand)]
        _keep_habit(habit, values[hand])
        values[hand, BEST] = values[hand, best_of(values, hand, SPLIT)]


@counter
def _keep_habit(habit: int, values: Floats) -> None:
    """Remove the decisions of a hand that a habit forbids, unless it is the only one."""
    decision, always = habit // 2, habit % 2 == 1
    if habit == NO_HABIT or values[decision] == NOT_ALLOWED:
        return
    others = 0
    for other in range(SPLIT + 1):
        if other != decision and values[other] > NOT_ALLOWED:
            others += 1
            if always:
                values[other] = NOT_ALLOWED
    if others > 0 and not always:
        values[decision] = NOT_ALLOWED


@counter
def _find_drawing(hands: Ints, chances: Floats, hand: int, doubles: bool, values: Floats) -> None:
    """Find the value of a card followed by the best decision, and of a single card on a doubled wager."""
    hit = one = 0.0
    for value in range(VALUES):
        chance, grown = chances[hand, value], hands[hand, CHILD + value]
        if chance > 0:
            hit += chance * (values[grown, BEST] if grown >= 0 else -1.0)
            one += chance * (values[grown, STOOD] if grown >= 0 else -1.0)
    values[hand, HIT] = hit
    if doubles:
        values[hand, DOUBLE] = 2 * one


@counter
def best_of(values: Floats, hand: int, last: int) -> int:
    """The decision with the highest value up to the last one allowed; of equal ones the one that stakes less."""
    best = STAND
    for decision in range(HIT, last + 1):
        if values[hand, decision] > values[hand, best] + NEARLY_EQUAL:
            best = decision
    return best


@counter
def write_decisions(values: Floats, decisions: Bytes) -> None:
    """Write the best decision for each hand: bits 0-1 if it may split, 2-3 if it may not, 5-6 without money."""
    for hand in range(len(decisions)):
        plain = best_of(values, hand, HIT)
        decisions[hand] = best_of(values, hand, SPLIT) + 4 * best_of(values, hand, DOUBLE) + (plain << PLAIN)


@counter
def play_out(spot: Spot, decisions: Bytes, reach: Floats, tally: Floats) -> None:
    """Play hands by a strategy: `reach` has the chance of each at first, and then the chance that it ever occurs.

    Hands that split stay where they are.
    """
    hands, unsplit = spot.hands, spot.pair == UNSPLIT
    ask_for_ends(spot, decisions, reach)
    for hand in range(len(reach)):
        if reach[hand] == 0:
            continue
        decision = decision_at(spot, decisions, hand)
        if unsplit and is_natural(hands, hand):
            tally[BLACKJACK] += reach[hand]
        elif decision == STAND:
            _settle(spot, hand, 1, reach[hand], tally)
        elif decision != SPLIT:
            _draw(spot, hand, decision == DOUBLE, reach, tally)


@counter
def _draw(spot: Spot, hand: int, doubles: bool, reach: Floats, tally: Floats) -> None:
    """Deal a card to a hand."""
    if doubles:
        tally[DOUBLED] += reach[hand]
    find_chances(spot.shoe, spot.step, spot.hands, hand, spot.room)
    for value in range(VALUES):
        weight, grown = reach[hand] * spot.room[CHANCES + value], spot.hands[hand, CHILD + value]
        if grown < 0:
            tally[BUSTED_DOUBLED if doubles else BUSTED] += weight
        elif not doubles:
            reach[grown] += weight
        elif weight > 0:
            _settle(spot, grown, 2, weight, tally)


@counter
def _settle(spot: Spot, hand: int, stake: int, weight: float, tally: Floats) -> None:
    """Settle a hand that is not broken against every final total of the dealer."""
    finals, total, golds = finals_at(spot, hand), total_of(spot.hands, hand), has_two_golds(spot, hand)
    for final in range(FINALS):
        net = stake * result(total, golds, FIRST_FINAL + final)
        tally[FINALS * (net + 2) + final] += weight * finals[final]
    if golds:
        tally[GOLDS] += weight * finals[PUSHING]
    elif stake == 2 and result(total, golds, FIRST_FINAL + PUSHING) == 0:
        tally[DOUBLED_PUSHED] += weight * finals[PUSHING]


@counter
def net_of(tally: Floats) -> float:
    """The net result of a tally, without blackjacks."""
    net = -tally[BUSTED] - 2 * tally[BUSTED_DOUBLED]
    for place in range(BUSTED):
        net += (place // FINALS - 2) * tally[place]
    return net  # type: ignore[no-any-return]


@counter
def mass_of(tally: Floats) -> float:
    """How many hands a tally holds, without blackjacks."""
    mass = 0.0
    for place in range(BUSTED_DOUBLED + 1):
        mass += tally[place]
    return mass
