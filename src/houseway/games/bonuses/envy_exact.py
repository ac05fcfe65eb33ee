"""What the envy of Royal Riches is worth, exactly: by the hand that gives it, or by two hands if some have no action.

A hand that is out of action neither gives nor earns envy. If a player's decision can take a hand out of action, envy
depends on the cards of two players at once, and all pairs of their hands are counted (`two_hands.py`).
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.games.bonuses.royal_riches import ENVY_FROM, ROYAL_WITH_KING_QUEEN, hands_made
from houseway.games.letter.paytable import PayTable
from houseway.games.pricing.action import Stopped
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.price import Envy
from houseway.games.pricing.two_hands import CARDS, PairSums
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]

MADE: Final = 2 * ROYAL_WITH_KING_QUEEN  # what `hands_made` answers is below it
SHARDS: Final = 16
GONE: Final = 0  # the column of hands out of action; those of the pay tables follow


@dataclass(frozen=True, kw_only=True)
class HandsInAction:
    """All hands of a player, alike ones once: how many hands each stands for, and 1 where it is out of action."""

    masks: Counts
    weights: Counts
    gone: Counts
    deck: int  # cards


def envy_by_giver(table: PayTable, made: Mapping[int, int], stopped: Stopped | None = None) -> Envy:
    """What a hand earns each other player, by the lines it makes; `stopped` says how often nobody is paid for it."""
    deals, dead = (stopped.deals, stopped.dead) if stopped else (1, {})
    cents = sum(cents_given(table, bits) * (deals * count - dead.get(bits, 0)) for bits, count in made.items())
    return _envy(cents, deals * sum(made.values()))


def envy_between(tables: Mapping[str, PayTable], hands: HandsInAction, run: Runner) -> dict[str, Envy]:
    """By pay table: what a hand in action earns each other player whose hand is in action too."""
    amounts = np.array([[cents_given(table, bits) for table in tables.values()] for bits in range(MADE)])
    given = amounts[_made(hands.masks, run)] * (1 - hands.gone)[:, None]
    values = np.concatenate((hands.gone[:, None], given), 1)
    pairs, others = PairSums(hands.masks, hands.weights, values, run), math.comb(hands.deck - CARDS, CARDS)
    deals = int(hands.weights.sum()) * others
    earned = [int((hands.weights * column).sum()) * others for column in given.T]
    return {name: _envy(earned[place] - pairs.of(1 + place, GONE), deals) for place, name in enumerate(tables)}


def cents_given(table: PayTable, made: int) -> int:
    """The envy for a hand, in cents."""
    line = table.best_paying(made)
    return table.envy.get(table.lines[line], 0) if line >= 0 else 0


def _envy(cents: int, deals: int) -> Envy:
    return Envy(per_player=Fraction(cents, 100 * deals), least_wager=Fraction(ENVY_FROM, 100))


@counter
def find_made(masks: Counts, start: int, total: int) -> Counts:
    """[place of a hand]: the lines it makes."""
    made = np.zeros(total, np.int64)
    for place in range(len(masks)):
        made[start + place] = hands_made(masks[place])
    return made


def _made(masks: Counts, run: Runner) -> Counts:
    total = len(masks)
    bounds = [total * part // SHARDS for part in range(SHARDS + 1)]
    return np.asarray(run(find_made, [(masks[one:two], one, total) for one, two in pairwise(bounds)]))
