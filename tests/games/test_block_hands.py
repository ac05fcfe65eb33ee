"""The hands of a block of rounds: compared with the same cards taken one round after the other."""

from typing import Any

import numpy as np
import pytest

from houseway.cards.deals import deal_rounds
from houseway.cards.hands import hand_key, hand_mask, poker_strength
from houseway.games.simulation.block_hands import best_fives, board_sums, hand_masks
from houseway.games.simulation.round_counter import Block, new_cards, new_deal
from houseway.kernel import compiled

ROUNDS = 300
DEAL = new_deal(5, range(52), 12)


@pytest.fixture(scope="module")
def block() -> Block:
    cards = new_cards(DEAL, ROUNDS)
    compiled(deal_rounds)(cards, DEAL.deck, DEAL.size, DEAL.cards, 3, DEAL.stream, 0, ROUNDS)
    return Block(ROUNDS, 0, 3, DEAL, cards)


def rounds_of(block: Block) -> list[list[int]]:
    return [list(map(int, cards)) for cards in block.cards[:, : DEAL.cards]]


def both(function: Any) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("run", [function, compiled(function)], ids=["plain", "compiled"])


@both(hand_masks)
def test_masks_hold_the_cards_between_two_places(block: Block, run: Any) -> None:
    assert run(block, 3, 10).tolist() == [hand_mask(cards[3:10]) for cards in rounds_of(block)]


@both(board_sums)
def test_sums_are_those_of_the_cards_between_two_places(block: Block, run: Any) -> None:
    keys, masks = run(block, 4, 9)
    assert keys.tolist() == [hand_key(cards[4:9]) for cards in rounds_of(block)]
    assert masks.tolist() == [hand_mask(cards[4:9]) for cards in rounds_of(block)]


@both(best_fives)
def test_strengths_are_those_of_board_and_hole_cards_and_leave_the_board_as_it_is(block: Block, run: Any) -> None:
    board = board_sums(block, 6, 10)
    before = board.keys.copy(), board.masks.copy()
    for start in (0, 1):
        expected = [poker_strength([*cards[6:10], *cards[start:6:2]]) for cards in rounds_of(block)]
        assert run(block, board, start, 6, 2).tolist() == expected
    assert np.array_equal(before, board)
