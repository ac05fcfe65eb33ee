"""The hands of a block of simulated rounds: arrays with a number for each round, filled place by place.

It is faster to take each step for all rounds than to play round after round: the tables of the step stay in the nearest
cache, a look-up in a large table does not wait for that of another round, and one instruction adds the cards of many
rounds.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import KEYS, WHEEL_LOWEST, best_five
from houseway.games.simulation.round_counter import Block
from houseway.kernel import counter, inlined

Masks = npt.NDArray[np.int64]
Strengths = npt.NDArray[np.int16]


class Sums(NamedTuple):
    """The keys and the masks (see `cards.hands`) of some cards of each round."""

    keys: npt.NDArray[np.int64]
    masks: Masks


@counter
def hand_masks(block: Block, start: int, stop: int) -> Masks:
    """The masks of the cards between two places."""
    masks = np.zeros(block.rounds, np.int64)
    for place in range(start, stop):
        for number in range(block.rounds):
            masks[number] |= 1 << int(block.cards[number, place])
    return masks


@counter
def board_sums(block: Block, start: int, stop: int) -> Sums:
    """The sums of the cards between two places."""
    sums = Sums(np.zeros(block.rounds, np.int64), np.zeros(block.rounds, np.int64))
    for place in range(start, stop):
        add_card(sums, block, place)
    return sums


@inlined
@counter
def add_card(sums: Sums, block: Block, place: int) -> None:
    """Add the card at a place."""
    keys, masks, cards = sums.keys, sums.masks, block.cards
    for number in range(block.rounds):
        card = int(cards[number, place])
        keys[number] += KEYS[card]
        masks[number] |= 1 << card


@counter
def best_fives(block: Block, board: Sums, start: int, stop: int, step: int) -> Strengths:
    """The strengths of the best five of a board and hole cards; the hole cards lie `step` places apart."""
    sums = Sums(board.keys.copy(), board.masks.copy())
    for place in range(start, stop, step):
        add_card(sums, block, place)
    strengths = np.empty(block.rounds, np.int16)
    for number in range(block.rounds):
        strengths[number] = best_five(int(sums.keys[number]), int(sums.masks[number]), WHEEL_LOWEST)
    return strengths
