"""A player who sees cards of the dealer or of other players. Deals and boards are sampled; dealers are counted."""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import KEYS, WHEEL_LOWEST, best_five
from houseway.cards.shuffles import shuffle_into
from houseway.games.game import Game
from houseway.games.premium_holdem.exact.values import AFTER_BOARD, FIRST_PLAYS, KINDS, XTRA_LINES, payoffs_of
from houseway.games.premium_holdem.rules import ending, xtra_line
from houseway.games.premium_holdem.simulate.prepare import lookups_of
from houseway.games.premium_holdem.simulate.rounds import OPEN, PLAY_3X, Lookups, decide, find_boards, find_holes
from houseway.games.premium_holdem.variant import variant_of
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.exposure import Exposure, ExposureQuestion
from houseway.games.pricing.strategy import Strategy
from houseway.games.simulation.block_hands import best_fives, board_sums
from houseway.games.simulation.round_counter import Block, Deal, Trace, new_cards, new_deal
from houseway.games.simulation.seen_gain import COUNTED, add_deal, cards_without, exposure_of
from houseway.games.simulation.simulation import MAIN, Counts
from houseway.kernel import counter

Floats = npt.NDArray[np.float64]

STREAM: Final = 20_180_918  # the date of the letter; the boards of a deal come from the next streams
HAND: Final = 3
BOARD: Final = 4
SHARD: Final = 20  # deals
BOARDS: Final = 256  # of a deal


class Table(NamedTuple):
    """Which cards are seen, and the tables by which deals are played."""

    dealers: int  # cards of the dealer that are seen
    others: int  # hands of other players that are seen
    boards: int  # of a deal
    deck: Counts
    nets: Floats  # [fold, play 1x, 2x, 3x][line][ending]
    deal: Deal  # for the layout of a block
    lookups: Lookups


@counter
def dealer_results(known: Counts, board: Counts, left: Counts, player: int, least: int) -> Counts:
    """How the dealer's hands end against a hand, by ending: all hands with the known cards and any others."""
    results = np.zeros(KINDS, np.int64)
    key = mask = 0
    for card in known:
        key, mask = key + KEYS[card], mask + (1 << card)
    for card in board:
        key, mask = key + KEYS[card], mask + (1 << card)
    unknown = HAND - len(known)
    if unknown == 0:
        results[ending(player, best_five(key, mask, WHEEL_LOWEST), least)] += 1
        return results
    for k in range(len(left)):
        third_key, third_mask = key + KEYS[left[k]], mask + (1 << left[k])
        if unknown == 1:
            results[ending(player, best_five(third_key, third_mask, WHEEL_LOWEST), least)] += 1
        for j in range(k if unknown > 1 else 0):
            second_key, second_mask = third_key + KEYS[left[j]], third_mask + (1 << left[j])
            if unknown == 2:
                results[ending(player, best_five(second_key, second_mask, WHEEL_LOWEST), least)] += 1
            for i in range(j if unknown > 2 else 0):
                dealer = best_five(second_key + KEYS[left[i]], second_mask + (1 << left[i]), WHEEL_LOWEST)
                results[ending(player, dealer, least)] += 1
    return results


@counter
def lay_boards(cards: Counts, table: Table, seed: int, number: int, block: Block) -> None:
    """Give the player's cards another board in every round of a block; the dealer's places do not matter."""
    seen = HAND * (1 + table.others) + table.dealers
    unseen = cards[seen:].copy()
    shuffled = unseen.copy()
    for turn in range(block.rounds):
        shuffle_into(shuffled, unseen, BOARD, seed, STREAM + 1, table.boards * number + turn)
        for place in range(HAND):
            block.cards[turn, 2 * place] = cards[place]
            block.cards[turn, 2 * place + 1] = 0
        for place in range(BOARD):
            block.cards[turn, 2 * HAND + place] = shuffled[place]


@counter
def add_boards(cards: Counts, table: Table, seed: int, number: int, block: Block, trace: Trace, tally: Counts) -> None:
    """Count a deal with some boards, in two separate halves."""
    lookups, start = table.lookups, HAND * (1 + table.others)
    lay_boards(cards, table, seed, number, block)
    sums, classes, holes = (
        board_sums(block, 2 * HAND, 2 * HAND + BOARD),
        find_boards(block, lookups),
        find_holes(block, lookups, 0),
    )
    players = best_fives(block, sums, 0, 2 * HAND, 2)
    decide(block, lookups, sums, classes, holes, players, trace, 0)
    values, usual = np.zeros((block.rounds, 2)), 0.0
    board, unseen = np.zeros(BOARD, np.int64), cards[start + table.dealers :]
    for turn in range(block.rounds):
        for place in range(BOARD):
            board[place] = block.cards[turn, 2 * HAND + place]
        left, player = cards_without(unseen, board), int(players[turn])
        results = dealer_results(cards[start : start + table.dealers], board, left, player, lookups.least)
        worth = np.zeros(PLAY_3X + 1)
        for decision in range(PLAY_3X + 1):
            for end in range(KINDS):
                worth[decision] += results[end] * table.nets[decision, xtra_line(player), end]
            worth[decision] /= results.sum()
        values[turn, 0], values[turn, 1] = max(worth[0], worth[1], worth[2]), worth[PLAY_3X]
        usual += worth[int(trace[turn, 0, 0])]
    add_deal(tally, values, int(holes[0] >= OPEN), usual)


@counter
def count_seen(first: int, count: int, seed: int, table: Table) -> Counts:
    """Count deals from number `first` on, for a player who sees some cards."""
    tally, cards = np.zeros(COUNTED, np.int64), table.deck.copy()
    block = Block(table.boards, 0, seed, table.deal, new_cards(table.deal, table.boards))
    trace = np.zeros((table.boards, 1, 1), np.int32)
    for number in range(first, first + count):
        shuffle_into(cards, table.deck, HAND * (1 + table.others) + table.dealers, seed, STREAM, number)
        add_boards(cards, table, seed, number, block, trace, tally)
    return tally


def count_sampled(
    game: Game, strategy: Strategy, run: Runner, *, dealers: int, others: int, boards: int, deals: int, seed: int
) -> Counts:
    """Sample what a player gains who sees cards of the dealer, or hands of others."""
    variant = variant_of(game)
    payoffs = payoffs_of(variant.pays)
    nets = np.array([payoffs.nets[decision] for decision in (*AFTER_BOARD, *FIRST_PLAYS)]) / payoffs.scale
    table = Table(
        dealers=dealers,
        others=others,
        boards=boards,
        deck=np.array(variant.deck),
        nets=nets.reshape(-1, XTRA_LINES, KINDS),
        deal=new_deal(STREAM, variant.deck, 2 * HAND + BOARD),
        lookups=lookups_of(game, strategy, [MAIN], 1),
    )
    shards = [(first, min(SHARD, deals - first), seed, table) for first in range(0, deals, SHARD)]
    return run(count_seen, shards)


def seen_exposure(
    game: Game, strategy: Strategy, asked: ExposureQuestion, run: Runner, what: str, seen: tuple[int, int], deals: int
) -> Exposure:
    """The gain of a player who sees this many cards of the dealer and hands of others."""
    dealers, others = seen
    tried = asked.deals or deals
    tally = count_sampled(
        game, strategy, run, dealers=dealers, others=others, boards=BOARDS, deals=tried, seed=asked.seed
    )
    return exposure_of(tally, what, tried, strategy.figures.house_edge)
