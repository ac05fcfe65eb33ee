"""Rounds of Premium Hold'em by the million: dealt, decided by look-up, and settled into cells.

Rounds are dealt in blocks and a block is played by one call, because every array that a compiled call is handed costs
time. What a round looks up is small: a byte for the hole cards, two for the strength of a hand, the class of the board
and its four bounds; only one hand in fifty is looked for among the undecided ones of its board.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.card import Card
from houseway.cards.hands import FIVE_ACES, KEYS, WHEEL_LOWEST, best_five
from houseway.cards.streams import deal_into, gather
from houseway.errors import InvalidInput
from houseway.games.game import Game
from houseway.games.paytable import PayTable
from houseway.games.premium_holdem.payoffs import AFTER_BOARD, FIRST_PLAYS, KINDS, XTRA_LINES, payoffs_of
from houseway.games.premium_holdem.rules import (
    LINES,
    LOSS,
    TIE,
    UNQUALIFIED,
    WIN,
    ending,
    hole_card_line,
    player_bonus_line,
    xtra_line,
)
from houseway.games.premium_holdem.strategy import OPENS, first_street, second_street
from houseway.games.premium_holdem.table import (
    UNDECIDED,
    board_classes,
    board_number,
    by_strength,
    class_numbers,
    looked_up,
    place_of,
)
from houseway.games.premium_holdem.variant import Variant, variant_of
from houseway.games.price import Outcome, lines_of
from houseway.games.round import Round, cards_needed
from houseway.games.simulation import MAIN, Cell, Played, Simulation, close_round, new_tally, note, whole_nets
from houseway.games.strategy import Strategy
from houseway.games.suit_classes import TRIPLES, cards_of, suit_classes, triple_class
from houseway.kernel import compiled, counter, kernel

Counts = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Small = npt.NDArray[np.uint16]

STREAM: Final = 20180918  # the date of the letter, which prints no submission number
BLOCK: Final = 64  # rounds that are played by one call

FOLD, PLAY_3X = 0, 3  # decisions by number: how many antes the Play wager is
ENDS: Final = 2 * XTRA_LINES + 2  # wins with each line, those against a dealer who does not qualify, loss, tie
OPEN: Final = 16  # the bit of hole cards that play 3x
TOLD: Final = {MAIN: 1, "player-bonus": 2, "hole-card-bonus": 3}  # columns of what is told of a seat; the decision is 0


# ---- the round


class Plan(NamedTuple):
    """What rounds are played by."""

    seats: int
    least: int  # the weakest dealer's hand that qualifies
    holes: Bytes  # by class of hole cards: the cell of the Hole Card Bonus, and OPEN
    xtra: Bytes  # by strength: the line of the X-tra Bonus table
    bonus: Bytes  # by strength: the cell of the Player Bonus
    classes: Small  # by number of a board: its class
    bounds: Small  # the second street, see `table`
    starts: npt.NDArray[np.int32]
    undecided: Small


@kernel
def strength_with(key: int, mask: int, one: int, two: int, three: int) -> int:
    """The best five of a board, by its key and mask, and three hole cards."""
    return best_five(
        key + KEYS[one] + KEYS[two] + KEYS[three], mask + (1 << one) + (1 << two) + (1 << three), WHEEL_LOWEST
    )


@kernel
def main_cell(decision: int, line: int, end: int) -> int:
    """The cell of the main row: a fold, then for each Play wager how it ends, with which line of the X-tra Bonus."""
    if decision == FOLD:
        return 0
    first = 1 + ENDS * (decision - 1)
    if end == WIN:
        return first + line
    if end == UNQUALIFIED:
        return first + XTRA_LINES + line
    return first + ENDS - (2 if end == LOSS else 1)


@counter
def play_rounds(deals: Counts, plan: Plan, told: Counts) -> None:
    """Play rounds of given cards, in the order of docs/deal-order.md; tell each seat's decision and cells."""
    seats = plan.seats
    step = seats + 1
    for number in range(len(deals)):
        a, b = deals[number, 3 * step], deals[number, 3 * step + 1]
        c, d = deals[number, 3 * step + 3], deals[number, 3 * step + 4]
        key = KEYS[a] + KEYS[b] + KEYS[c] + KEYS[d]
        mask = (1 << a) + (1 << b) + (1 << c) + (1 << d)
        board = np.int64(plan.classes[board_number(a, b, c, d)])
        one, two, three = deals[number, seats], deals[number, seats + step], deals[number, seats + 2 * step]
        dealer = strength_with(key, mask, one, two, three)
        for seat in range(seats):
            one, two, three = deals[number, seat], deals[number, seat + step], deals[number, seat + 2 * step]
            player = strength_with(key, mask, one, two, three)
            hole = np.int64(plan.holes[triple_class(one, two, three)])
            decision = PLAY_3X
            if hole < OPEN:
                plays, folds = plan.bounds[board, 0], plan.bounds[board, 1]
                decision = by_strength(player, plays, folds, plan.bounds[board, 2], plan.bounds[board, 3])
                if decision == UNDECIDED:
                    place = place_of(mask, one, two, three)
                    decision = looked_up(plan.undecided, plan.starts[board], plan.starts[board + 1], place)
            told[number, seat, 0] = decision
            told[number, seat, 1] = main_cell(decision, plan.xtra[player], ending(player, dealer, plan.least))
            told[number, seat, 2] = plan.bonus[player]
            told[number, seat, 3] = hole % OPEN


@counter
def count_rounds(
    first: int, count: int, seed: int, plan: Plan, deck: Counts, dealt: int, columns: Counts, nets: Counts
) -> Counts:
    """Play and count rounds; `columns` of what is told are the rows, so many cards are dealt."""
    tally = new_tally(nets)
    totals = np.zeros(len(nets), np.int64)
    cards, places = deck.copy(), np.zeros(len(deck), np.int64)
    deals = np.zeros((BLOCK, dealt), np.int64)
    told = np.zeros((BLOCK, plan.seats, 4), np.int64)
    for start in range(first, first + count, BLOCK):
        rounds = min(BLOCK, first + count - start)
        for number in range(rounds):
            deal_into(cards, places, dealt, seed, STREAM, start + number)
            for place in range(dealt):
                deals[number, place] = cards[place]
            gather(cards, places, dealt)
        play_rounds(deals[:rounds], plan, told)
        for number in range(rounds):
            for seat in range(plan.seats):
                for row in range(len(columns)):
                    note(tally, totals, nets, row, told[number, seat, columns[row]])
            close_round(tally, totals)
    return tally


# ---- cells


def main_cells(variant: Variant) -> list[Cell]:
    """Every last decision and how it ends, in antes, in the order of `main_cell`."""
    payoffs = payoffs_of(variant.pays)
    ends = [(f"win, {line}", KINDS * number + WIN) for number, line in enumerate(LINES["xtra-bonus"])]
    ends += [(f"{name}, dealer not qualified", place + UNQUALIFIED - WIN) for name, place in ends]
    ends += [("lose", LOSS), ("push", TIE)]

    def cell(decision: str, name: str, place: int) -> Cell:
        return Cell(
            name=decision if decision == name else f"{decision}: {name}",
            net=Fraction(payoffs.nets[decision][place], payoffs.scale),
            staked=Fraction(payoffs.stakes[decision]),
            decision=decision,
            outcome=name.partition(",")[0],
        )

    fold, *plays = (*AFTER_BOARD, *FIRST_PLAYS)
    return [cell(fold, fold, 0), *(cell(play, name, place) for play in plays for name, place in ends)]


def bonus_cells(table: PayTable) -> tuple[list[Cell], dict[int, int]]:
    """The lines of a pay table and then a loss; and the cell of each line number, -1 for none."""
    lines = lines_of(table)
    cells = [Cell(name=name, net=Outcome(1, ((name, pay),)).net) for name, pay in lines.items()]
    places = {name: place for place, name in enumerate([*lines])}
    numbers = {number: places.get(name, len(cells)) for number, name in enumerate(table.lines)}
    return [*cells, Cell(name="lose", net=Fraction(-1))], {**numbers, -1: len(cells)}


def rows_of(game: Game) -> dict[str, Sequence[Cell]]:
    """The main row and the bonuses that are on, in the letter's order."""
    on = [name for name in TOLD if name != MAIN and game.is_on(name)]
    return {MAIN: main_cells(variant_of(game)), **{name: bonus_cells(game.paytable(name))[0] for name in on}}


# ---- made ready


def prepare(game: Game, strategy: Strategy, seats: int) -> Simulation:
    """A simulation of so many seats, all with one strategy."""
    strategy.check(game)
    dealt = _cards_needed(game, seats) - 1  # the last one is burned
    plan, rows, deck = plan_of(game, strategy, seats), rows_of(game), np.array(variant_of(game).deck)
    columns = np.array([TOLD[row] for row in rows])

    def play(seed: int, number: int) -> Played:
        cards = deck.copy()
        compiled(deal_into)(cards, np.zeros(len(deck), np.int64), dealt, seed, STREAM, number)
        return played(game, plan, rows, cards)

    return Simulation(
        game=game,
        strategy=strategy,
        seats=seats,
        rows=rows,
        counter=count_rounds,
        arguments=(plan, deck, dealt, columns, whole_nets(rows)),
        play=play,
        stream=STREAM,
    )


def _cards_needed(game: Game, seats: int) -> int:
    most = game.approval.table.seats
    needed = cards_needed(game, seats)
    if not 1 <= seats <= most or needed > len(variant_of(game).deck):
        raise InvalidInput(f"must be 1 to {most}, and the deck must hold {needed} cards for them", field="seats")
    return needed


def plan_of(game: Game, strategy: Strategy, seats: int) -> Plan:
    """What the kernel looks up."""
    _, hole_cells = bonus_cells(game.paytable("hole-card-bonus"))
    _, player_cells = bonus_cells(game.paytable("player-bonus"))
    opens = first_street(strategy)[:, OPENS]
    holes = np.zeros(TRIPLES, np.uint8)
    for masks in suit_classes(range(13), 4, 3):
        one, two, three = cards_of(masks)
        hole = triple_class(one, two, three)
        holes[hole] = hole_cells[hole_card_line(one, two, three)] + OPEN * opens[hole]
    strengths = range(1, FIVE_ACES)
    return Plan(
        seats,
        variant_of(game).least,
        holes,
        np.array([0, *map(xtra_line, strengths)], np.uint8),
        np.array([0, *(player_cells[player_bonus_line(strength)] for strength in strengths)], np.uint8),
        compiled(class_numbers)(board_classes()),
        *second_street(strategy),
    )


# ---- one round


def played(game: Game, plan: Plan, rows: Mapping[str, Sequence[Cell]], cards: Counts) -> Played:
    """One round of given cards: its record, by the game itself, and the cells that the kernel tells."""
    told = np.zeros((1, plan.seats, 4), np.int64)
    compiled(play_rounds)(cards[None, :], plan, told)
    stakes: dict[str, object] = {"ante": 20, "xtra-bonus": 20, **{row: 5 for row in rows if row != MAIN}}
    now = game.deal(dict.fromkeys(range(1, plan.seats + 1), stakes), [Card(card) for card in cards.tolist()])
    cells = [{row: (int(seat[TOLD[row]]),) for row in rows} for seat in told[0]]
    return Played(record=_decided(now, told[0, :, 0].tolist()).record(), cells=cells)


def _decided(now: Round, decisions: Sequence[int]) -> Round:
    """The round after both streets."""
    for decision in decisions:
        now = now.decide(FIRST_PLAYS[0] if decision == PLAY_3X else "check")
    for decision in decisions:
        if decision != PLAY_3X:
            now = now.decide(AFTER_BOARD[decision])
    return now
