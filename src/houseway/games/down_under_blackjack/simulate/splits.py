"""How a seat plays the hands that it splits.

All of them began with a card of the same value, so it is enough to count those that wait.
"""

from typing import Final

from houseway.games.down_under_blackjack.card_values import ACE, VALUES
from houseway.games.down_under_blackjack.exact.count import CONTEXTS
from houseway.games.down_under_blackjack.exact.play_out import DOUBLE, HIT, PLAIN, SPLIT, STAND
from houseway.games.down_under_blackjack.simulate.block_state import COURSE, SPLITS, Progress, SeatTables, deal_on, say
from houseway.games.down_under_blackjack.simulate.rule_tables import BROKEN, DEALER_HANDS, RESULTS, VALUE_OF
from houseway.games.down_under_blackjack.variant import MOST_HANDS
from houseway.games.simulation.round_counter import Block, Bytes, Cells, Trace
from houseway.kernel import counter, inlined, kernel

MOST_STAKED: Final = 2 * MOST_HANDS
NETS: Final = 2 * MOST_STAKED + 1
SPLIT_PLACES: Final = (MOST_STAKED + 1) * NETS


@inlined
@kernel
def decoded(coded: int, splits: bool, money: bool) -> int:
    """The decision of a strategy for a hand that may be split or not, with or without money to double or split."""
    if not money:
        return (coded >> PLAIN) & 3
    return coded & 3 if splits else (coded >> 2) & 3


@kernel
def split_place(staked: int, net: int) -> int:
    """The place of the cell of split hands, by amount staked and net result."""
    return NETS * staked + net + MOST_STAKED


@inlined
@counter
def play_splits(block: Block, tables: SeatTables, progress: Progress, trace: Trace, seat: int) -> None:
    """Play the hands of a seat in the rounds in which its pair has been split."""
    child, ends, dealers = tables.child, progress.ends, progress.pairs[len(progress.pairs) - 1]
    width = len(tables.totals) - 1
    for number in range(int(progress.counts[seat])):
        row = int(progress.splits[seat, number])
        pair = int(progress.pairs[seat, row]) % VALUES
        alone, spot = int(child[pair]), width * (CONTEXTS * int(tables.states[dealers[row]]) + 1 + pair)
        for place in range(MOST_HANDS * seat, MOST_HANDS * (seat + 1)):
            progress.hands[place, number] = 0
        hand, held, stake = alone, 1, 1
        hands, waiting, done, decided, added, live = 2, 2, 0, 1, 1, 0
        while waiting > 0:
            total, decision = int(tables.totals[hand]), STAND
            if held == 1:
                decision = HIT
            elif stake == 1 and total < 21:
                splits = held == 2 and hand == int(child[VALUES * alone + pair]) and hands < tables.splits_to
                money = added < tables.most
                if pair != ACE or (splits and money):
                    decision = decoded(int(tables.decisions[spot + hand]), splits, money)
                    if block.rounds == 1:
                        say(trace, seat, decided, decision)
                    decided, added = decided + 1, added + int(decision >= DOUBLE)
            if decision == HIT or decision == DOUBLE:
                place = int(ends[row])
                if place >= int(progress.dealt[row]):
                    deal_on(block, progress, row)
                hand, held = int(child[VALUES * hand + VALUE_OF[block.cards[row, place]]]), held + 1
                ends[row], stake = place + 1, 1 + int(decision == DOUBLE)
                continue
            if decision == SPLIT:
                hands, waiting = hands + 1, waiting + 1
            else:
                progress.hands[MOST_HANDS * seat + done, number] = COURSE * stake + total
                done, waiting, live = done + 1, waiting - 1, live | int(total < BROKEN)
            hand, held, stake = alone, 1, 1  # on with a hand of one card
        progress.played[seat, row] = SPLITS | (0 if live else BROKEN)


@inlined
@counter
def settle_splits(table: Bytes, progress: Progress, cells: Cells, seat: int) -> None:
    """Store the cells of the main wagers of a seat in the rounds that it splits in."""
    for number in range(int(progress.counts[seat])):
        row, staked, net = int(progress.splits[seat, number]), 0, 0
        for place in range(MOST_HANDS * seat, MOST_HANDS * (seat + 1)):
            stake, total = divmod(int(progress.hands[place, number]), COURSE)
            staked += stake
            net += stake * RESULTS[DEALER_HANDS * total + int(progress.dealers[row])]
        cells[0, row, seat] = table[split_place(staked, net)]
