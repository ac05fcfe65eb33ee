"""The main game, counted exactly: all 27,813,810,024,000 deals, with the best decision at every turn.

`flop_hands` lists every hand on every flop; `views` says how the value of a hand on a flop is counted.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.games.down_under_holdem.exact.decision_index import HOLES, KNOWN, ROWS, hole_class, play_place
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
from houseway.games.pricing.suit_classes import triple_class
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]
Bits = npt.NDArray[np.uint8]

# A shard counts the totals by hole class, knowledge of the lights, fold or play, and result: once for the best plays
# and once for each given rule. Then come the best plays: a byte for each class of flop and hand, with a bit for each
# knowledge of the lights, and eight bytes in a number.
TOTALS: Final = HOLES * KNOWN * 2 * RESULTS
PLAYS: Final = ROWS // 8 + 1
BYTE: Final = 8


@counter
def decide(row: Counts, weight: int, nets: Counts, totals: Counts) -> int:
    """Add the better of fold and play to the totals, for each knowledge of the lights; answer the plays as bits.

    Of equals it folds.
    """
    plays = 0
    for known in range(KNOWN):
        fold = worth = 0
        for result in range(RESULTS):
            fold += row[known, result] * nets[0, result]
            worth += row[known, result] * nets[1, result]
        play = 1 if worth > fold else 0
        plays |= play << known
    follow(row, weight, plays, totals)
    return plays


@counter
def follow(row: Counts, weight: int, plays: int, totals: Counts) -> None:
    """Add the results of a hand on a flop to the totals, folded or played by the bits."""
    for known in range(KNOWN):
        play = plays >> known & 1
        for result in range(RESULTS):
            totals[known, play, result] += weight * row[known, result]


@counter
def count_hands(
    room: Room,
    flop: Counts,
    deck: Counts,
    suits: int,
    nets: Counts,
    rules: Bits,
    totals: Counts,
    plays: Counts,
) -> None:
    """Count every hand on a flop."""
    look_at(room, flop, deck)
    tally, views, lights, left, hands, row = room.tally, room.views, room.lights, room.left, room.hands, room.row
    number, boards = triple_class(flop[0], flop[1], flop[2]), (len(deck) - 7) * (len(deck) - 8) // 2
    for hand in range(list_hands(hands, flop, deck, suits)):
        one, two, weight = hands[hand, 0], hands[hand, 1], hands[hand, 2]
        fill_row(row, one, two, tally, views, lights, left, boards)
        hole, place = hole_class(one, two), play_place(number, one, two)
        played = decide(row, weight, nets, totals[0, hole])
        plays[place // BYTE] |= played << BYTE * (place % BYTE)
        for rule in range(len(rules)):
            follow(row, weight, rules[rule, place], totals[1 + rule, hole])


@counter
def count_flops(flops: Counts, deck: Counts, suits: int, lights: Counts, nets: Counts, rules: Bits) -> Counts:
    """Count all deals whose flop has certain ranks; answer totals and plays.

    `nets` has the net of each result of a fold and of a Play wager after the flop. `rules` are further plays to count
    beside the best.
    """
    several = (1 + len(rules)) * TOTALS
    counted = np.zeros(several + PLAYS, np.int64)
    totals = counted[:several].reshape((1 + len(rules), HOLES, KNOWN, 2, RESULTS))
    room = new_room(lights)
    for ranks in flops:
        tally_ranks(room, ranks, deck)
        for number in range(list_flops(room.flops, ranks, suits)):
            count_hands(room, room.flops[number], deck, suits, nets, rules, totals, counted[several:])
    return counted
