"""All wagers of a seat together, counted over every deal: at the places of the simulation's cells."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import ROYAL_FLUSH
from houseway.games.down_under_holdem.exact.board_ends import (
    LOST,
    MATCHES,
    TIED,
    WON,
    Counts,
    fill_ends,
    lay_board,
    new_board,
    sweep,
)
from houseway.games.down_under_holdem.exact.decision_index import NO_LIGHTS, hole_class
from houseway.games.down_under_holdem.exact.views import LOSS, TIE
from houseway.games.down_under_holdem.rules import trips_line
from houseway.games.down_under_holdem.simulate.prepare import BONUSES, rows_of
from houseway.games.down_under_holdem.simulate.rounds import (
    BET_LINES,
    FOLD,
    NO_DECISION,
    PLAY,
    TRIPS,
    bonus_cell,
    flop_row,
    main_cell,
)
from houseway.games.down_under_holdem.simulate.rounds import MATCHES as MATCH_LINES
from houseway.games.down_under_holdem.variant import variant_of
from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.strategy import Strategy
from houseway.games.pricing.suit_classes import FULL_DECK, ranks_and_suits, relabellings, suit_classes
from houseway.games.simulation.joint_counter import JointCounts, joint_places
from houseway.kernel import counter

Bits = npt.NDArray[np.uint8]

SHARDS: Final = 64
BOARD: Final = 5
FLOPS: Final = 10  # of a board


# What a hand does: nothing before the flop, and after it fold or play; or it has opened with a Play wager, from 1 on.
FOLDED, PLAYED, OPENED = 0, 1, 1


class Decisions(NamedTuple):
    """What a seat plays by."""

    preflop: Bits  # [hole class, pair of lights]: check or which Play wager
    flop: Bits  # by `flop_row`: a bit for each pair of lights


class JointTables(NamedTuple):
    """Where the outcomes of each wager are counted, times its step; nothing for a wager that is off."""

    main: int  # the step of the main game's cells
    size: int
    trips: Counts  # by strength, then of a folded hand that loses it
    match: Counts  # by line, then without one, then of a folded hand that loses it
    dead: int  # 1 where a folded hand loses its bonuses


@counter
def add_ways(decisions: Decisions, one: int, two: int, laid: Counts, ways: Counts) -> None:
    """Add to [lights, decision] on how many of the flops of a board a hand takes each decision."""
    opens, checked = decisions.preflop[hole_class(one, two)], False
    for lit in range(NO_LIGHTS):
        checked |= opens[lit] == 0
        ways[lit, OPENED + opens[lit]] += FLOPS if opens[lit] > 0 else 0
    if not checked:
        return
    for a in range(BOARD):
        for b in range(a):
            for c in range(b):
                bits = decisions.flop[flop_row(one, two, laid[a], laid[b], laid[c])]
                for lit in range(NO_LIGHTS):
                    if opens[lit] == 0:
                        ways[lit, PLAYED if bits >> lit & 1 else FOLDED] += 1


@counter
def add_deals(joint: Counts, tables: JointTables, ends: Counts, strength: int, ways: Counts, weight: int) -> None:
    """Count the deals of some hands that end alike, by lights and decision."""
    last = len(tables.trips) - 1
    for lit in range(NO_LIGHTS):
        for decision in range(ways.shape[1]):
            deals = weight * ways[lit, decision]
            if deals == 0:
                continue
            opened = max(0, decision - OPENED)
            later = NO_DECISION if opened > 0 else FOLD if decision == FOLDED else PLAY
            dead = later == FOLD and tables.dead == 1
            won = tables.main * main_cell(opened, later, BET_LINES[strength])
            lost, tied = tables.main * main_cell(opened, later, LOSS), tables.main * main_cell(opened, later, TIE)
            for line in range(MATCHES):
                place = tables.trips[last if dead else strength] + tables.match[MATCHES if dead else line]
                joint[place + won] += deals * ends[line, lit, WON]
                joint[place + lost] += deals * ends[line, lit, LOST]
                joint[place + tied] += deals * ends[line, lit, TIED]


@counter
def count_joint_boards(
    boards: Counts, deck: Counts, suits: int, lights: Counts, decisions: Decisions, tables: JointTables
) -> Counts:
    """All deals with certain boards, each class once, by what becomes of all wagers; flops apart."""
    joint, board = np.zeros(tables.size, np.int64), new_board(len(deck) - BOARD)
    laid, most = np.zeros(BOARD, np.int64), OPENED + 1 + decisions.preflop.max()
    ways = np.zeros((len(board.pairs), NO_LIGHTS, most), np.int64)
    for masks in boards:
        lay_board(board, masks, deck, lights, laid)
        sweep(board)
        ways[:] = 0
        for pair in range(len(board.pairs)):
            one, two = board.cards[board.one[pair]], board.cards[board.two[pair]]
            add_ways(decisions, one, two, laid, ways[board.alike[pair]])
        weight = relabellings(masks[0], masks[1], masks[2], masks[3], suits)
        for pair in range(len(board.pairs)):
            if board.alike[pair] == pair:
                fill_ends(board, pair)
                add_deals(joint, tables, board.ends, board.strengths[pair], ways[pair], weight)
    return joint


def count_joint(game: Game, strategy: Strategy, run: Runner, deck: Sequence[int] = FULL_DECK) -> JointCounts:
    """How many deals end all wagers of a seat in which way, under any strategy."""
    variant, rows = variant_of(game), rows_of(game)
    places, dead = joint_places(rows), int(game.options["folded-bonuses"] == "lose")
    trips, match = (places.steps[list(rows).index(wager)] if wager in rows else 0 for wager in BONUSES)
    made = [bonus_cell(trips_line(strength), TRIPS, dead=False) for strength in range(ROYAL_FLUSH + 1)]
    lines = [*range(MATCH_LINES), -1]
    tables = JointTables(
        main=int(places.steps[0]),
        size=places.outcomes,
        trips=trips * np.array([*made, TRIPS + 1]),
        match=match * np.array([*(bonus_cell(line, MATCH_LINES, dead=False) for line in lines), MATCH_LINES + 1]),
        dead=dead,
    )
    decisions = Decisions(
        np.asarray(strategy.arrays["preflop"], np.uint8), np.asarray(strategy.arrays["flop"], np.uint8)
    )
    ranks, suits = ranks_and_suits(deck)
    cards = np.array([13 * suit + rank for suit in range(suits) for rank in ranks])
    boards = np.array(list(suit_classes(ranks, suits, BOARD)))
    lights = np.array(variant.lights)
    work = [(boards[start::SHARDS], cards, suits, lights, decisions, tables) for start in range(SHARDS)]
    return {tuple(rows): run(count_joint_boards, [shard for shard in work if len(shard[0])])}
