"""How seats play the rounds of a block: first all hands as dealt, then card by card the hands that continue.

In most rounds a seat plays one hand. All such hands of a block take their next card before any of them takes another.
Which of them draw is counted without branches, so that the processor never waits for the value of a card. Split hands
are played one by one.
"""

from array import array
from typing import Final

from houseway.games.down_under_blackjack.card_values import VALUES, card_value
from houseway.games.down_under_blackjack.exact.play_out import DOUBLE, HIT, SPLIT, STAND
from houseway.games.down_under_blackjack.simulate.block_state import (
    END,
    HITS,
    SPLITS,
    TOTAL,
    Places,
    Progress,
    SeatTables,
    deal_on,
    say,
)
from houseway.games.down_under_blackjack.simulate.rule_tables import VALUE_OF
from houseway.games.simulation.round_counter import Block, Bytes, Trace
from houseway.kernel import counter, inlined

FIRST_DECISIONS: Final = array("B", [END, STAND, STAND, HIT, DOUBLE, SPLIT])  # by course


@inlined
@counter
def find_pairs(pairs: Bytes, ones: Bytes, twos: Bytes, rounds: int) -> None:
    """The values of two cards of each round, the first one's times ten."""
    for row in range(rounds):
        pairs[row] = VALUES * card_value(int(ones[row])) + card_value(int(twos[row]))


@inlined
@counter
def open_hands(
    openings: Bytes, pairs: Bytes, dealers: Bytes, played: Bytes, waiting: Places, splits: Places, rounds: int
) -> tuple[int, int]:
    """Make a seat's first decision in every round; answer how many rounds wait for a card, and how many are split."""
    count = split = 0
    for row in range(rounds):
        course = int(openings[VALUES * VALUES * int(pairs[row]) + int(dealers[row])])
        played[row], waiting[count], splits[split] = course, row, row
        count += int(course >= HITS) & int(course < SPLITS)
        split += int(course >= SPLITS)
    return count, split


@inlined
@counter
def play_hands(block: Block, tables: SeatTables, progress: Progress, trace: Trace, seat: int, count: int) -> None:
    """Play the one hand of a seat in the first `count` rounds that wait."""
    pairs, dealers, played = progress.pairs[seat], progress.pairs[len(progress.pairs) - 1], progress.played[seat]
    waiting, ends, held, width, decisions = progress.waiting, progress.ends, progress.held, len(tables.totals), 1
    for turn in range(count):
        row = int(waiting[turn])
        held[row] = tables.pairs[pairs[row]]
    while count > 0:
        left = 0
        for turn in range(count):
            row = int(waiting[turn])
            place, course = int(ends[row]), int(played[row]) & ~TOTAL
            if place >= int(progress.dealt[row]):
                deal_on(block, progress, row)
            hand = int(tables.child[VALUES * int(held[row]) + VALUE_OF[block.cards[row, place]]])
            again = int(tables.hits[width * int(tables.states[dealers[row]]) + hand]) & int(course == HITS)
            played[row] = course | int(tables.totals[hand])
            held[row], ends[row], waiting[left] = hand, place + 1, row
            left += again
            if block.rounds == 1 and course == HITS and int(tables.totals[hand]) < 21:
                say(trace, seat, decisions, HIT if again else STAND)
        count, decisions = left, decisions + 1
