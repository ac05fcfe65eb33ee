"""What the bonuses of folded hands would return, counted over all deals by line, and the value of each fold with them.

A hand is folded after the flop, if it was checked before it. Trips or Better then depends on turn and river, and Match
the Dealer on the dealer's cards. The lights, which the player has seen, affect both.
"""

from typing import Final, NamedTuple

import numpy as np

from houseway.cards.hands import KEYS, WHEEL_LOWEST, best_five
from houseway.games.down_under_holdem.exact.boards import Counts
from houseway.games.down_under_holdem.exact.decision_index import HOLES, NO_LIGHTS, hole_class, light_pair
from houseway.games.down_under_holdem.exact.flop_hands import (
    Room,
    fill_row,
    list_flops,
    list_hands,
    look_at,
    new_room,
    tally_ranks,
)
from houseway.games.down_under_holdem.exact.views import RESULTS
from houseway.games.down_under_holdem.rules import LINES, match_line, trips_line
from houseway.kernel import counter

TRIPS, MATCH = range(2)  # bonuses
NONE: Final = len(LINES["trips-or-better"])  # the place of no line
PLACES: Final = NONE + 1

# Counted of a pay table: deals that are played for its sake, what it would return for those still folded, and what
# playing the others costs the main game.
PLAYED, LOST, COST, WEIGHED = range(4)


class Folds(NamedTuple):
    """When hands are folded, and what a fold loses."""

    nets: Counts  # of each result of a fold and of a Play wager after the flop
    checks: Counts  # by hole class and lights: 1 where the hand is checked before the flop
    bonuses: Counts  # by pay table: which bonus it is of
    returns: Counts  # by pay table and place: what it returns, in antes / scale of the nets / scale
    scale: int


@counter
def dealers_of(left: Counts, a: int, b: int) -> int:
    """How many pairs of the cards left have certain lights."""
    return int(left[a] * (left[a] - 1) // 2 if a == b else left[a] * left[b])


@counter
def count_trips(lines: Counts, one: int, two: int, flop: Counts, deck: Counts, room: Room) -> None:
    """[lights, place]: the deals of a hand on a flop by line of Trips or Better; `left` is without the hand."""
    lights, left = room.lights, room.left
    boards = np.zeros((NO_LIGHTS, PLACES), np.int64)
    key, mask = KEYS[one] + KEYS[two], (1 << one) | (1 << two)
    for card in flop:
        key += KEYS[card]
        mask |= 1 << card
    for i in range(len(deck)):
        turn = deck[i]
        if mask >> turn & 1:
            continue
        for j in range(i):
            river = deck[j]
            if not mask >> river & 1:
                strength = best_five(key + KEYS[turn] + KEYS[river], mask | 1 << turn | 1 << river, WHEEL_LOWEST)
                line = trips_line(strength)
                dealt = light_pair(lights[turn % 13], lights[river % 13])
                boards[dealt, line if line >= 0 else NONE] += 1
    for c in range(3):
        for d in range(c, 3):
            dealt = light_pair(c, d)
            left[c] -= 1
            left[d] -= 1
            for a in range(3):
                for b in range(a, 3):
                    lit = light_pair(a, b)
                    dealers = dealers_of(left, a, b)
                    for place in range(PLACES):
                        if boards[dealt, place] > 0:
                            lines[lit, place] += boards[dealt, place] * dealers
            left[c] += 1
            left[d] += 1


@counter
def count_matches(lines: Counts, one: int, two: int, flop: Counts, deck: Counts, room: Room) -> None:
    """[lights, place]: the deals of a hand on a flop by line of Match the Dealer."""
    lights, boards = room.lights, (len(deck) - 7) * (len(deck) - 8) // 2
    taken = (1 << one) | (1 << two)
    for card in flop:
        taken |= 1 << card
    for i in range(len(deck)):
        first = deck[i]
        if taken >> first & 1:
            continue
        for j in range(i):
            second = deck[j]
            if not taken >> second & 1:
                line = match_line(one, two, first, second)
                lit = light_pair(lights[first % 13], lights[second % 13])
                lines[lit, line if line >= 0 else NONE] += boards


@counter
def is_folded(row: Counts, lit: int, nets: Counts) -> bool:
    """Whether a hand on a flop is folded."""
    return saved_by_fold(row, lit, nets) >= 0


@counter
def saved_by_fold(row: Counts, lit: int, nets: Counts) -> int:
    """What a fold saves a hand on a flop over all its deals, in antes / scale; below 0 playing is better."""
    saved = 0
    for result in range(RESULTS):
        saved += row[lit, result] * (nets[0, result] - nets[1, result])
    return saved


@counter
def weigh(lines: Counts, lit: int, weight: int, saved: int, folds: Folds, weighed: Counts) -> None:
    """Weigh the fold of a hand on a flop against what each pay table returns."""
    deals = 0
    for place in range(PLACES):
        deals += lines[0, lit, place]
    for table in range(len(folds.bonuses)):
        returned = 0
        for place in range(PLACES):
            returned += lines[folds.bonuses[table], lit, place] * folds.returns[table, place]
        if returned > saved * folds.scale:
            weighed[table, lit, PLAYED] += weight * deals
            weighed[table, lit, COST] += weight * saved
        else:
            weighed[table, lit, LOST] += weight * returned


@counter
def count_fold_ends(flops: Counts, deck: Counts, suits: int, lights: Counts, folds: Folds) -> Counts:
    """Count all deals whose flop has certain ranks: first the folded ones by bonus and place, then the weighed folds.

    The weighed folds are by hole class, pay table, lights and what is counted.
    """
    tables, folded = len(folds.bonuses), 2 * PLACES
    counted = np.zeros(folded + HOLES * tables * NO_LIGHTS * WEIGHED, np.int64)
    ends = counted[:folded].reshape((2, PLACES))
    weighed = counted[folded:].reshape((HOLES, tables, NO_LIGHTS, WEIGHED))
    room, boards = new_room(lights), (len(deck) - 7) * (len(deck) - 8) // 2
    for ranks in flops:
        tally_ranks(room, ranks, deck)
        for number in range(list_flops(room.flops, ranks, suits)):
            flop = room.flops[number]
            look_at(room, flop, deck)
            for hand in range(list_hands(room.hands, flop, deck, suits)):
                one, two, weight = room.hands[hand, 0], room.hands[hand, 1], room.hands[hand, 2]
                fill_row(room.row, one, two, room.tally, room.views, room.lights, room.left, boards)
                add_folds(room, flop, deck, one, two, weight, folds, ends, weighed[hole_class(one, two)])
    return counted


@counter
def add_folds(
    room: Room, flop: Counts, deck: Counts, one: int, two: int, weight: int, folds: Folds, ends: Counts, weighed: Counts
) -> None:
    """Count a hand on a flop where it is folded, for every pair of lights."""
    checks, some = folds.checks[hole_class(one, two)], False
    for lit in range(NO_LIGHTS):
        some |= checks[lit] == 1 and is_folded(room.row, lit, folds.nets)
    if not some:
        return
    lines = np.zeros((2, NO_LIGHTS, PLACES), np.int64)
    room.left[room.lights[one % 13]] -= 1
    room.left[room.lights[two % 13]] -= 1
    count_trips(lines[TRIPS], one, two, flop, deck, room)
    count_matches(lines[MATCH], one, two, flop, deck, room)
    room.left[room.lights[one % 13]] += 1
    room.left[room.lights[two % 13]] += 1
    for lit in range(NO_LIGHTS):
        if checks[lit] == 1 and is_folded(room.row, lit, folds.nets):
            for bonus in range(2):
                for place in range(PLACES):
                    ends[bonus, place] += weight * lines[bonus, lit, place]
            weigh(lines, lit, weight, saved_by_fold(room.row, lit, folds.nets), folds, weighed)
