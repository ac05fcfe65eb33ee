"""One hand of a split pair, played by a strategy, for each number of the pair's other cards that are out.

These numbers change only the chances: the same hands are reached and played alike. So each number has a *lane*, and all
lanes go through the hands together. A lane gives the same result as it would alone, to the last bit.
"""

from typing import Final, NamedTuple

import numpy as np

from houseway.games.down_under_blackjack.card_values import VALUES
from houseway.games.down_under_blackjack.exact.finals import Marks, ask, find_asked, place_of
from houseway.games.down_under_blackjack.exact.hands import CHILD, FINALS, FIRST_FINAL, HELD, HOLE, UNSEEN, Floats
from houseway.games.down_under_blackjack.exact.play_out import (
    BUSTED,
    BUSTED_DOUBLED,
    DOUBLE,
    DOUBLED,
    DOUBLED_PUSHED,
    HIT,
    PUSHING,
    STAND,
    TALLY,
    Bytes,
    Spot,
    total_of,
)
from houseway.games.down_under_blackjack.rules import result
from houseway.kernel import counter, inlined

LANES: Final = 8  # more than are ever asked for: whole vectors of the processor
OTHER, SAME, SECONDS = range(3)  # whether the second card has the value of the first


class Lanes(NamedTuple):
    """Arrays for a hand in all lanes."""

    asked: int  # how many lanes there are; the others stay 0
    reach: Floats  # [hand, second card, lane]: how likely the hand ever is
    tally: Floats  # [second card, place, lane]: how hands end, at the places of `play_out`
    cards: Floats  # [value, lane]: cards left
    chances: Floats  # [value, lane]: of the next card
    finals: Floats  # [final, lane]: how likely the dealer ends so
    weight: Floats  # [second card, lane]: how likely a card leads to the next hand or the end


@counter
def lanes_for(hands: int, asked: int) -> Lanes:
    """Empty lanes."""
    return Lanes(
        asked,
        np.zeros((hands, SECONDS, LANES)),
        np.zeros((SECONDS, TALLY, LANES)),
        np.zeros((VALUES, LANES)),
        np.zeros((VALUES, LANES)),
        np.zeros((FINALS, LANES)),
        np.zeros((SECONDS, LANES)),
    )


@counter
def play_split(spot: Spot, pair: int, decisions: Bytes, outs: int) -> tuple[Floats, Floats]:
    """Play one hand of a split pair for each number of copies that are out; answer tallies, and chances of a copy next.

    In the first lane only the other card of the pair is out.
    """
    room, met = lanes_for(len(spot.hands), outs), np.zeros(len(spot.hands), np.uint8)
    first = spot.hands[0, CHILD + pair]
    find_chances(spot, pair, first, room)
    tallies, same = np.empty((outs, SECONDS, TALLY)), np.empty(outs)
    for value in range(VALUES):
        hand = spot.hands[first, CHILD + value]
        met[hand] = 1
        for lane in range(outs):
            same[lane] = room.chances[pair, lane]
            room.reach[hand, SAME if value == pair else OTHER, lane] = room.chances[value, lane]
    ask_for_ends(spot, pair, decisions, outs, met)
    for hand in range(len(met)):
        if met[hand]:
            play_hand(spot, pair, decision_after_split(decisions, hand), hand, room)
    for lane in range(outs):
        for second in range(SECONDS):
            for place in range(TALLY):
                tallies[lane, second, place] = room.tally[second, place, lane]
    return tallies, same


@inlined
@counter
def decision_after_split(decisions: Bytes, hand: int) -> int:
    """The decision of a strategy for a hand that is not split again."""
    return (int(decisions[hand]) >> 2) & 3


@counter
def ask_for_ends(spot: Spot, pair: int, decisions: Bytes, outs: int, met: Marks) -> None:
    """Mark all hands that are met, and find how the dealer ends against those that may be the last, in every lane."""
    for hand in range(len(met)):
        decision = decision_after_split(decisions, hand)
        if not met[hand]:
            continue
        if decision == STAND:
            ask_in_lanes(spot, pair, outs, hand)
        for value in range(0 if decision == STAND else VALUES):
            grown = spot.hands[hand, CHILD + value]
            if grown >= 0 and decision == HIT:
                met[grown] = 1
            elif grown >= 0:
                ask_in_lanes(spot, pair, outs, grown)
    find_asked(spot.finals, pair, outs)


@counter
def ask_in_lanes(spot: Spot, pair: int, outs: int, hand: int) -> None:
    """Ask for the dealer's end against a hand in every lane."""
    for lane in range(outs):
        ask(spot.finals, hand, pair, 1 + lane)


@counter
def play_hand(spot: Spot, pair: int, decision: int, hand: int, room: Lanes) -> None:
    """End a hand, or deal it a card."""
    reach, tally, chances, weight = room.reach, room.tally, room.chances, room.weight
    if decision == STAND:
        for second in range(SECONDS):
            for lane in range(LANES):
                weight[second, lane] = reach[hand, second, lane]
        find_finals(spot, pair, hand, room)
        settle(total_of(spot.hands, hand), 1, room)
        return
    find_chances(spot, pair, hand, room)
    for value in range(VALUES):
        grown = spot.hands[hand, CHILD + value]
        for second in range(SECONDS):
            for lane in range(LANES):
                weight[second, lane] = reach[hand, second, lane] * chances[value, lane]
                if grown < 0:
                    tally[second, BUSTED_DOUBLED if decision == DOUBLE else BUSTED, lane] += weight[second, lane]
                elif decision == HIT:
                    reach[grown, second, lane] += weight[second, lane]
        if grown >= 0 and decision == DOUBLE:
            find_finals(spot, pair, grown, room)
            settle(total_of(spot.hands, grown), 2, room)
    for second in range(SECONDS if decision == DOUBLE else 0):
        for lane in range(LANES):
            tally[second, DOUBLED, lane] += reach[hand, second, lane]


@counter
def settle(total: int, stake: int, room: Lanes) -> None:
    """Settle a hand that is not broken against every final total of the dealer; after a split it is never two golds."""
    two_golds = False
    for final in range(FINALS):
        place = FINALS * (stake * result(total, two_golds, FIRST_FINAL + final) + 2) + final
        for second in range(SECONDS):
            for lane in range(LANES):
                room.tally[second, place, lane] += room.weight[second, lane] * room.finals[final, lane]
    if stake == 2 and result(total, two_golds, FIRST_FINAL + PUSHING) == 0:
        for second in range(SECONDS):
            for lane in range(LANES):
                room.tally[second, DOUBLED_PUSHED, lane] += room.weight[second, lane] * room.finals[PUSHING, lane]


@counter
def find_finals(spot: Spot, pair: int, hand: int, room: Lanes) -> None:
    """Find how likely the dealer ends with each final total against a hand, in every lane."""
    for lane in range(room.asked):
        table, place = place_of(spot.finals, hand, pair, 1 + lane)
        for final in range(FINALS):
            room.finals[final, lane] = spot.finals.chances[table, place, final]


@counter
def find_chances(spot: Spot, pair: int, hand: int, room: Lanes) -> None:
    """Find the chance of each value to be the next card of a hand, in every lane; `exact.hands` does so for one."""
    step, shoe = spot.step, spot.fresh
    for lane in range(room.asked):
        unseen = holes = 0.0
        possible = True
        for value in range(VALUES):
            others = 1 + lane if value == pair else 0
            cards = shoe[UNSEEN, value] - others * step - step * spot.hands[hand, HELD + value]
            possible = possible and cards >= 0
            unseen += cards
            holes += cards * shoe[HOLE, value]
            room.cards[value, lane] = cards
        possible = possible and holes > 0 and unseen > step
        for value in range(VALUES):
            hidden = step / holes * shoe[HOLE, value] if possible else 0.0
            room.chances[value, lane] = room.cards[value, lane] * (1 - hidden) / (unseen - step) if possible else 0.0
