"""The kernel of the simulation: it plays rounds of Down Under Blackjack by looking up a strategy.

A block is played in steps, each over all its rounds: the values of the first cards, the seats one after the other, the
dealers, the cells of the main wagers, and those of the bonuses. A step is a short loop whose tables stay in the nearest
cache.
"""

from typing import Final

from houseway.games.down_under_blackjack.card_values import VALUES
from houseway.games.down_under_blackjack.simulate.block_state import (
    COURSE,
    ENDS,
    TOTAL,
    Lookups,
    Progress,
    deal_on,
    new_progress,
    say,
)
from houseway.games.down_under_blackjack.simulate.bonuses import name_bonus_cells
from houseway.games.down_under_blackjack.simulate.rule_tables import (
    BROKEN,
    DEALER_HANDS,
    DECK,
    DRAWN,
    DRAWS,
    TWO_CARDS,
)
from houseway.games.down_under_blackjack.simulate.seats import FIRST_DECISIONS, find_pairs, open_hands, play_hands
from houseway.games.down_under_blackjack.simulate.splits import play_splits, settle_splits
from houseway.games.simulation.joint_counter import joint_counter
from houseway.games.simulation.round_counter import Block, Bytes, Cells, Trace, round_counter
from houseway.games.simulation.session_counter import session_counter
from houseway.kernel import counter, inlined

ROUNDS: Final = 1024  # in a block: its many short steps are worth more rounds than other games have


@inlined
@counter
def find_live(live: Bytes, played: Bytes, seats: int, rounds: int) -> None:
    """Whether a seat has a hand that is not broken, in every round."""
    live[:rounds] = 0
    for seat in range(seats):
        for row in range(rounds):
            live[row] |= int(played[seat, row] > TOTAL) & int(played[seat, row] & TOTAL < BROKEN)


@inlined
@counter
def play_dealers(block: Block, hits_soft_17: bool, progress: Progress) -> None:
    """Play the dealers' hands: where a seat's hand is live, the dealer draws as the rules demand."""
    pairs, dealers, live = progress.pairs[len(progress.pairs) - 1], progress.dealers, progress.marks
    two_cards, drawn = VALUES * VALUES * int(hits_soft_17), DECK * DEALER_HANDS * int(hits_soft_17)
    waiting, ends, count = progress.waiting, progress.ends, 0
    for row in range(block.rounds):
        hand = TWO_CARDS[two_cards + int(pairs[row])]
        dealers[row], waiting[count] = hand % DRAWS, row
        count += int(live[row]) & (hand // DRAWS)
    while count > 0:
        left = 0
        for turn in range(count):
            row = int(waiting[turn])
            place = int(ends[row])
            if place >= int(progress.dealt[row]):
                deal_on(block, progress, row)
            hand = DRAWN[drawn + DECK * int(dealers[row]) + int(block.cards[row, place])]
            dealers[row], ends[row], waiting[left] = hand % DRAWS, place + 1, row
            left += hand // DRAWS
        count = left


@inlined
@counter
def settle_hands(cells: Cells, seat: int, settled: Bytes, played: Bytes, dealers: Bytes, rounds: int) -> None:
    """Store the cells of the main wagers of a seat, where it does not split."""
    for row in range(rounds):
        cells[0, row, seat] = settled[DEALER_HANDS * int(played[row]) + int(dealers[row])]


@inlined
@counter
def play_on(block: Block, lookups: Lookups, progress: Progress, cells: Cells, trace: Trace) -> None:
    """Play the rounds of a block whose first cards are open."""
    seats, opened, rounds = lookups.seats, progress.opened, block.rounds
    for seat in range(seats + 1):
        find_pairs(progress.pairs[seat], opened[seat], opened[seats + 1 + seat], rounds)
    for row in range(rounds):
        progress.ends[row] = int(progress.starts[row]) + 2 * (seats + 1)
    for seat in range(seats):
        played, splits = progress.played[seat], progress.splits[seat]
        openings, pairs, dealers = lookups.play.openings, progress.pairs[seat], progress.pairs[seats]
        count, split = open_hands(openings, pairs, dealers, played, progress.waiting, splits, rounds)
        progress.counts[seat] = split
        if rounds == 1:
            say(trace, seat, 0, FIRST_DECISIONS[played[0] // COURSE])
        if count > 0:
            play_hands(block, lookups.play, progress, trace, seat, count)
        if split > 0:
            play_splits(block, lookups.play, progress, trace, seat)
    find_live(progress.marks, progress.played, seats, rounds)
    play_dealers(block, lookups.hits_soft_17, progress)
    for seat in range(seats):
        settle_hands(cells, seat, lookups.cells.settled, progress.played[seat], progress.dealers, rounds)
        if progress.counts[seat] > 0:
            settle_splits(lookups.cells.split, progress, cells, seat)
        name_bonus_cells(lookups.cells, opened, progress.marks, progress.waiting, cells, seat, rounds)
        trace[0, seat, ENDS] = progress.ends[0]


@counter
def play_rounds(block: Block, lookups: Lookups, cells: Cells, trace: Trace) -> None:
    """Play rounds, each from a fresh shoe."""
    progress = new_progress(block.rounds, lookups.seats)
    for row in range(block.rounds):
        progress.numbers[row], progress.starts[row], progress.dealt[row] = block.first + row, 0, block.deal.cards
    for card in range(len(progress.opened)):
        for row in range(block.rounds):
            progress.opened[card, row] = block.cards[row, card]
    play_on(block, lookups, progress, cells, trace)


count_rounds = round_counter(play_rounds, ROUNDS, shoe=True)
count_sessions = session_counter(count_rounds)
count_joint = joint_counter(play_rounds, ROUNDS, shoe=True)
