"""All wagers of a seat together, counted over every deal at the places of the simulation's cells."""

from typing import NamedTuple

import numpy as np

from houseway.games.game import Game
from houseway.games.premium_holdem.exact.board import (
    SYMBOLS,
    Board,
    Counts,
    Swept,
    lay_board,
    list_hands,
    new_board,
    sweep,
)
from houseway.games.premium_holdem.exact.main_game import decide_hands, shards_of
from houseway.games.premium_holdem.rules import LOSS, TIE, UNQUALIFIED, WIN, xtra_line
from houseway.games.premium_holdem.simulate.prepare import lookups_of, rows_of
from houseway.games.premium_holdem.simulate.rounds import OFF, OPEN, PLAY_3X, main_cell
from houseway.games.premium_holdem.variant import variant_of
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.main_wagers import OPTIMAL
from houseway.games.pricing.strategy import Strategy
from houseway.games.pricing.suit_classes import relabellings, triple_class
from houseway.games.simulation.joint_counter import JointCounts, joint_places
from houseway.kernel import counter


class JointTables(NamedTuple):
    """The place of each wager's outcomes, times the wager's step; 0 for a wager that is off."""

    main: int  # the step of the main game's cells
    size: int
    opens: Counts  # by class of hole cards: 1 for those that play at once
    holes: Counts  # by class of hole cards
    bonus: Counts  # by strength


@counter
def add_hand(joint: Counts, tables: JointTables, board: Board, hand: int, weight: int, dealers: int) -> None:
    """Count all hole cards that look like a hand, against all dealers."""
    left, cards, line = board.left, board.cards, xtra_line(board.strengths[hand])
    wins, unqualified, losses = board.dealers[hand, 0], board.dealers[hand, 1], board.dealers[hand, 2]
    ties = dealers - wins - unqualified - losses
    one, two, three = board.one[hand], board.two[hand], board.three[hand]
    for i in range(left[one]):
        for j in range(i + 1 if two == one else 0, left[two]):
            for k in range(j + 1 if three == two else 0, left[three]):
                hole = triple_class(cards[one, i], cards[two, j], cards[three, k])
                decision = PLAY_3X if tables.opens[hole] else board.decisions[hand]
                place = tables.holes[hole] + tables.bonus[board.strengths[hand]]
                joint[place + tables.main * main_cell(decision, line, WIN)] += weight * wins
                joint[place + tables.main * main_cell(decision, line, UNQUALIFIED)] += weight * unqualified
                joint[place + tables.main * main_cell(decision, line, LOSS)] += weight * losses
                joint[place + tables.main * main_cell(decision, line, TIE)] += weight * ties


@counter
def count_joint_boards(
    boards: Counts, deck: Counts, suits: int, nets: Counts, least: int, tables: JointTables
) -> Counts:
    """Count all deals with certain boards by how all wagers end; the arguments are like those of `count_boards`."""
    joint, board = np.zeros(tables.size, np.int64), new_board()
    swept = Swept(np.zeros(SYMBOLS + 1, np.int64), np.zeros((SYMBOLS, SYMBOLS), np.int64))
    low = Swept(np.zeros(SYMBOLS + 1, np.int64), np.zeros((SYMBOLS, SYMBOLS), np.int64))
    dealers = (len(deck) - 7) * (len(deck) - 8) * (len(deck) - 9) // 6
    for masks in boards:
        key, mask = lay_board(board, masks, deck)
        count = list_hands(board, key, mask)
        sweep(board, count, least, swept, low)
        decide_hands(board, count, dealers, nets)
        weight = relabellings(masks[0], masks[1], masks[2], masks[3], suits)
        for hand in range(count):
            add_hand(joint, tables, board, hand, weight, dealers)
    return joint


def count_joint(game: Game, strategy: Strategy, run: Runner) -> JointCounts:
    """How many deals end all wagers of a seat in each way, under the best strategy."""
    if strategy.name != OPTIMAL:
        return {}
    rows = rows_of(game)
    lookups, places = lookups_of(game, strategy, list(rows), 1), joint_places(rows)

    def step(row: int) -> int:
        return 0 if row == OFF else int(places.steps[row])

    tables = JointTables(
        main=step(0),
        size=places.outcomes,
        opens=(lookups.holes >= OPEN).astype(np.int64),
        holes=(lookups.holes % OPEN).astype(np.int64) * step(lookups.hole_row),
        bonus=lookups.bonus.astype(np.int64) * step(lookups.player_row),
    )
    work = [
        (boards, deck, suits, nets, least, tables)
        for boards, _, deck, suits, nets, least, *_ in shards_of(variant_of(game))
    ]
    return {tuple(rows): run(count_joint_boards, work)}
