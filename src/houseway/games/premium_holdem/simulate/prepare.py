"""Premium Hold'em made ready for simulation: its rows and cells, and any round of it as a record."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Final

import numpy as np

from houseway.cards.hands import FIVE_ACES
from houseway.errors import InvalidInput
from houseway.games.game import Game
from houseway.games.letter.paytable import PayTable
from houseway.games.premium_holdem.exact.second_street import board_classes, class_numbers
from houseway.games.premium_holdem.exact.values import AFTER_BOARD, FIRST_PLAYS, KINDS, payoffs_of
from houseway.games.premium_holdem.rules import (
    LINES,
    LOSS,
    TIE,
    UNQUALIFIED,
    WIN,
    hole_card_line,
    player_bonus_line,
    xtra_line,
)
from houseway.games.premium_holdem.simulate.rounds import (
    FIELDS,
    OFF,
    OPEN,
    PLAY_3X,
    Lookups,
    count_joint,
    count_rounds,
    count_sessions,
    play_rounds,
)
from houseway.games.premium_holdem.strategy.solve import OPENS, first_street, second_street
from houseway.games.premium_holdem.variant import Variant, variant_of
from houseway.games.pricing.price import Outcome, lines_of
from houseway.games.pricing.strategy import Strategy
from houseway.games.pricing.suit_classes import TRIPLES, cards_of, suit_classes, triple_class
from houseway.games.round.round import cards_needed
from houseway.games.round.round_record import PlainRecord
from houseway.games.simulation.round_counter import check_seats, new_deal, simulation_of, write_record
from houseway.games.simulation.simulation import MAIN, Cell, Simulation
from houseway.kernel import compiled

STREAM: Final = 20180918  # the date of the letter, which prints no submission number
BONUSES: Final = ("player-bonus", "hole-card-bonus")
ANTE: Final = 20
BONUS: Final = 5
BURN: Final = "x"  # in the letter's list of the board


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
            parts=_parts(variant, payoffs.stakes[decision] - 2, *divmod(place, KINDS)),
        )

    fold, *plays = (*AFTER_BOARD, *FIRST_PLAYS)
    return [cell(fold, fold, 0), *(cell(play, name, place) for play in plays for name, place in ends)]


def _parts(variant: Variant, times: int, line: int, kind: int) -> dict[str, Fraction]:
    """Each wager by itself, in antes: a win against a dealer who does not qualify leaves the Ante a push."""
    if not times:
        return {"ante": Fraction(-1), "xtra-bonus": Fraction(-1)}
    won = kind in (WIN, UNQUALIFIED)
    sign = 1 if won else -1 if kind == LOSS else 0
    return {
        "ante": Fraction(0 if kind == UNQUALIFIED else sign),
        "xtra-bonus": Fraction(variant.pays[line] if won else sign),
        "play": Fraction(sign * times),
    }


def bonus_cells(table: PayTable) -> tuple[list[Cell], dict[int, int]]:
    """The lines of a pay table and then a loss; and the cell of each line number, -1 for none."""
    lines = lines_of(table)
    cells = [Cell(name=name, net=Outcome(1, ((name, pay),)).net) for name, pay in lines.items()]
    places = {name: place for place, name in enumerate([*lines])}
    numbers = {number: places.get(name, len(cells)) for number, name in enumerate(table.lines)}
    return [*cells, Cell(name="lose", net=Fraction(-1))], {**numbers, -1: len(cells)}


def rows_of(game: Game) -> dict[str, Sequence[Cell]]:
    """The main row and the bonuses that are on, in the letter's order."""
    on = [name for name in BONUSES if game.is_on(name)]
    return {MAIN: main_cells(variant_of(game)), **{name: bonus_cells(game.paytable(name))[0] for name in on}}


# ---- made ready


def prepare(game: Game, strategy: Strategy, seats: int) -> Simulation:
    """A simulation of a table, all seats playing the strategy."""
    strategy.check(game)
    _check_seats(game, seats)
    rows, places = rows_of(game), places_seen(game, seats)
    lookups = lookups_of(game, strategy, list(rows), seats)
    return simulation_of(
        game,
        strategy,
        rows,
        counter=count_rounds,
        kernel=play_rounds,
        lookups=lookups,
        deal=new_deal(STREAM, variant_of(game).deck, len(places)),
        seats=seats,
        record=partial(_record, game, list(rows)),
        fields=FIELDS,
        places=places,
        sessions=count_sessions,
        joint=count_joint,
        with_stake_limit=lambda most: lookups._replace(
            most=int(most)
        ),  # two antes that are good are better as one than folded
    )


def places_seen(game: Game, seats: int) -> list[int]:
    """The places in the deck of the cards that somebody sees: every dealt card that is not burned."""
    hands = game.approval.table.player_cards * (seats + 1)
    return [*range(hands), *(hands + place for place, card in enumerate(game.approval.table.board) if card != BURN)]


def _check_seats(game: Game, seats: int) -> None:
    check_seats(game, seats)
    needed = cards_needed(game, seats)
    if needed > len(variant_of(game).deck):
        raise InvalidInput(f"are too many: the deck must hold {needed} cards for them", field="seats")


def lookups_of(game: Game, strategy: Strategy, rows: Sequence[str], seats: int) -> Lookups:
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
    player_row, hole_row = (rows.index(wager) if wager in rows else OFF for wager in BONUSES)
    return Lookups(
        seats,
        PLAY_3X,
        variant_of(game).least,
        player_row,
        hole_row,
        holes,
        np.array([0, *map(xtra_line, strengths)], np.uint8),
        np.array([0, *(player_cells[player_bonus_line(strength)] for strength in strengths)], np.uint8),
        compiled(class_numbers)(board_classes()),
        *second_street(strategy),
    )


def _record(
    game: Game, rows: Sequence[str], cards: Sequence[int], trace: Sequence[Sequence[int]], _number: int
) -> PlainRecord:
    """A round written down, both streets decided."""
    decisions = [[FIRST_PLAYS[0]] if decision == PLAY_3X else ["check", AFTER_BOARD[decision]] for (decision,) in trace]
    stakes = {"ante": ANTE, "xtra-bonus": ANTE, **{row: BONUS for row in rows if row != MAIN}}
    return write_record(game, stakes, cards, decisions)
