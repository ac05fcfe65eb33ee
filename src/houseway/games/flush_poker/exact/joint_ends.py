"""How all wagers of a hand end together, counted over every hand of the dealer.

Outcomes are counted at the places that a simulation gives them: the sum, over the wagers, of the number of the wager's
cell times its step.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import longest_flush, longest_straight_flush
from houseway.games.bonuses.royal_riches import ROYAL_WITH_KING_QUEEN, hands_made
from houseway.games.flush_poker.rules import FOLDED_JACKPOT_LOSES, loses_action, straight_flush_of_flush
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]

DEAD: Final = 2 * ROYAL_WITH_KING_QUEEN  # the place of a wager without action, after what a hand can make
NO_ACTION: Final = 8  # the same behind the lengths of flushes
RESULTS: Final = 4  # of a raise: no qualified dealer, win, loss, match
FOLD: Final = 0  # cells of the main game: a fold, then for each raise its results


class JointTables(NamedTuple):
    """The place of each wager's outcomes, times the wager's step; 0 for a wager that is off."""

    main: int  # the step of the main game's cells
    any_suit: int  # 1 where any suit may hold the straight flush
    folded_loses: int
    unqualified_loses: int
    unqualified_jackpot_loses: int
    straight: Counts  # by cards in a row, then NO_ACTION
    natural: Counts  # by cards of one suit, then NO_ACTION
    riches: Counts  # by what a hand makes, then DEAD
    jackpot: Counts  # the same


@counter
def add_joint(
    joint: Counts,
    tables: JointTables,
    mask: int,
    weight: int,
    times: int,
    below: int,
    win: int,
    lose: int,
    match: int,
) -> None:
    """Count a class of hands with this raise; the dealers are given by how the raise ends."""
    made, folded = hands_made(mask), times == 0
    run = longest_straight_flush(mask) if tables.any_suit == 1 else straight_flush_of_flush(mask)
    size = longest_flush(mask)
    for result in range(RESULTS):
        dealers = below if result == 0 else (win if result == 1 else (lose if result == 2 else match))
        qualified = result > 0
        dead = loses_action(folded, qualified, tables.folded_loses == 1, tables.unqualified_loses == 1)
        gone = loses_action(folded, qualified, FOLDED_JACKPOT_LOSES, tables.unqualified_jackpot_loses == 1)
        place = tables.main * (FOLD if folded else 1 + RESULTS * (times - 1) + result)
        place += tables.straight[NO_ACTION if dead else run] + tables.natural[NO_ACTION if dead else size]
        place += tables.riches[DEAD if dead else made] + tables.jackpot[DEAD if gone else made]
        joint[place] += weight * dealers
