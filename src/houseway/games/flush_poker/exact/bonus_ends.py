"""What the bonuses of a hand come to, counted by how its main game ends: folded, or against no qualified dealer.

One list holds the outcomes of all bonuses; those of each bonus start at their own place. Rows for pay tables follow:
for each of these tables the fold itself is weighed, by a player who has as much on the bonus as on the Bet.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import longest_flush, longest_straight_flush
from houseway.games.bonuses.royal_riches import ROYAL_WITH_KING_QUEEN, hands_made
from houseway.games.flush_poker.rules import straight_flush_of_flush
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]

# Where the outcomes of a bonus start: what a hand makes of Royal Riches, then lengths of 0 to 7 cards.
RICHES: Final = 0
NATURAL_FLUSH: Final = 2 * ROYAL_WITH_KING_QUEEN
ANY_STRAIGHT_FLUSH: Final = NATURAL_FLUSH + 8
PLAYED_STRAIGHT_FLUSH: Final = ANY_STRAIGHT_FLUSH + 8
OUTCOMES: Final = PLAYED_STRAIGHT_FLUSH + 8

# Counted of an outcome: hands, folded hands, deals without a qualified dealer, and how many of these deals are folded.
HANDS, FOLDED, UNQUALIFIED, FOLDED_UNQUALIFIED, ENDS = range(5)
# Counted of a pay table: hands that are raised for its sake, what it returns for them, and what the raise costs.
PLAYED_ON, RETURNED, COST = range(3)


class Stakes(NamedTuple):
    """Pay tables of bonuses that a fold loses, each as large as the Bet."""

    returns: Counts  # by pay table and outcome: what it returns, in Bets / scale / unit of a match's pay
    firsts: Counts  # by pay table: where the outcomes of its bonus start
    scale: int
    unqualified_loses: int  # 1 where it is lost as well when the dealer does not qualify


@counter
def add_end(
    ends: Counts, stakes: Stakes, dealers: int, mask: int, weight: int, folded: bool, below: int, saved: int
) -> None:
    """Count a class of hands; `below` of its dealers do not qualify, and a fold saves `saved` over all of them."""
    made = hands_made(mask)
    flush = NATURAL_FLUSH + longest_flush(mask)
    any_suit = ANY_STRAIGHT_FLUSH + longest_straight_flush(mask)
    played = PLAYED_STRAIGHT_FLUSH + straight_flush_of_flush(mask)
    for outcome in (made, flush, any_suit, played):
        ends[outcome, HANDS] += weight
        ends[outcome, UNQUALIFIED] += weight * below
        if folded:
            ends[outcome, FOLDED] += weight
            ends[outcome, FOLDED_UNQUALIFIED] += weight * below
    if not folded:
        return
    alive = dealers - below if stakes.unqualified_loses else dealers
    for table in range(len(stakes.returns)):
        first = stakes.firsts[table]
        outcome = made
        if first == NATURAL_FLUSH:
            outcome = flush
        elif first == ANY_STRAIGHT_FLUSH:
            outcome = any_suit
        elif first == PLAYED_STRAIGHT_FLUSH:
            outcome = played
        returned = stakes.returns[table, outcome] * alive
        if returned > saved * stakes.scale:
            ends[OUTCOMES + table, PLAYED_ON] += weight
            ends[OUTCOMES + table, RETURNED] += weight * returned
            ends[OUTCOMES + table, COST] += weight * saved
