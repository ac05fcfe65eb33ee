"""Whole rounds of Down Under Blackjack by the million: each from a fresh shoe, or shoe after shoe to the cut card.

`prepare` plays every round from a fresh shoe, which is what the exact analysis prices and what a continuous shuffler
comes close to. `prepare_shoes` plays whole shoes: its counter takes numbers of shoes, a shoe is one shuffle, and rounds
are dealt from it until the cut card is out; the round in which it comes is the last. An empty shoe is filled with the
cards of earlier rounds. How many rounds were played is the sum of the main cells over the seats. A round of a shoe is
found by `shoe_round`.

The strategy looks at nothing but the cards of its hand, as it was solved.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any, Final, NamedTuple

import numpy as np

from houseway.cards.card import Card
from houseway.cards.deck import standard_deck
from houseway.cards.streams import deal_rows
from houseway.errors import InvalidInput
from houseway.games.down_under_blackjack.exact import DECISIONS as WORDS
from houseway.games.down_under_blackjack.exact import hand_table
from houseway.games.down_under_blackjack.exact_hands import CHILD, VALUES, Ints
from houseway.games.down_under_blackjack.exact_play import Bytes
from houseway.games.down_under_blackjack.simulate_cells import rows_and_book
from houseway.games.down_under_blackjack.simulate_round import (
    BEGINS,
    CELLS,
    DEALER,
    DEALT,
    END,
    ENDS,
    NUMBER,
    SAID,
    SEAT,
    SHOE,
    Shorts,
    find_bonus_cells,
    find_main_cells,
    play_dealers,
    play_seats,
)
from houseway.games.down_under_blackjack.strategy import figures_for
from houseway.games.down_under_blackjack.study_rules import decks_of
from houseway.games.game import Game
from houseway.games.jackpot import PRIZES, Meter
from houseway.games.round import cards_needed
from houseway.games.simulation import Cell, Counts, Played, Simulation, close_round, new_tally, note, whole_nets
from houseway.games.strategy import Strategy
from houseway.kernel import compiled, counter

STREAM: Final = 20190723  # the date of the letter, which prints no submission number
SHOE_STREAM: Final = STREAM + 1
ROUNDS_A_SHOE: Final = 1000  # more than any shoe has
BLOCK: Final = 64  # rounds from fresh shoes that are played before they are settled

WAGERS: Final = {"wager": 20, "match-up": 5, "match-down": 5, "progressive": 1}
# The meter pays the prizes too, so that the awards of a settlement are all that the net of a cell leaves out.
METER: Final = {"meter": 10_000, "wager": 1, "prizes": dict.fromkeys(PRIZES, 500), "prizes_from": "meter"}


class Table(NamedTuple):
    """What the kernel looks up, and the deck."""

    book: Shorts
    child: Shorts
    decisions: Bytes
    deck: Ints


class Room(NamedTuple):
    """What rounds are played in, as `simulate_round` describes it."""

    rows: Bytes
    shoes: Ints
    cards: Ints
    places: Ints
    dealers: Ints
    seats: Ints
    said: Bytes


@counter
def new_room(deck: Ints, players: int, shoes: int) -> Room:
    """Room for rounds from so many fresh shoes, or for all rounds from one."""
    rounds = max(shoes, len(deck) // 4)
    return Room(
        np.zeros((shoes, 2 * len(deck)), np.uint8),
        np.zeros((shoes, SHOE), np.int64),
        deck.copy(),
        np.zeros(len(deck), np.int64),
        np.zeros((rounds, DEALER), np.int64),
        np.zeros((rounds * players, SEAT), np.int64),
        np.zeros((rounds * players, SAID), np.uint8),
    )


@counter
def play_rounds(table: Table, room: Room, players: int, first: int, last: int, seed: int, stream: int) -> None:
    """Play rounds `first` to `last` of a room, which begin where their dealers say."""
    rows, shoes, cards, places, dealers = room.rows, room.shoes, room.cards, room.places, room.dealers
    play_seats(
        first,
        last,
        players,
        seed,
        stream,
        rows,
        shoes,
        cards,
        places,
        table.book,
        table.child,
        table.decisions,
        dealers,
        room.seats,
        room.said,
    )
    play_dealers(first, last, seed, stream, rows, shoes, cards, places, table.book, dealers)


@counter
def play_fresh(table: Table, room: Room, players: int, first: int, count: int, seed: int) -> None:
    """Rounds `first` to `first + count - 1`, each from a fresh shoe and in a row of its own."""
    ahead = min(4 * (players + 1), len(room.cards))  # so many cards are enough for most rounds
    deal_rows(room.rows, ahead, room.cards, room.places, seed, STREAM, first, count)
    for row in range(count):
        room.shoes[row, NUMBER], room.shoes[row, DEALT] = first + row, ahead
        room.dealers[row, BEGINS] = 0
    play_rounds(table, room, players, 0, count - 1, seed, STREAM)
    find_main_cells(count, players, table.book, room.dealers, room.seats, room.said)
    find_bonus_cells(count, players, table.book, room.dealers, room.seats)


@counter
def play_shoe(table: Table, room: Room, players: int, number: int, behind: int, seed: int) -> int:
    """All rounds of a shoe up to the cut card; answers how many. The round in which the cut card comes is the last."""
    size = len(room.cards)
    deal_rows(room.rows, size, room.cards, room.places, seed, SHOE_STREAM, number, 1)
    room.shoes[0, NUMBER], room.shoes[0, DEALT] = number, size
    rounds = place = 0
    while rounds == 0 or (size - place > behind and size - place >= 2 * (players + 1)):
        room.dealers[rounds, BEGINS] = place
        play_rounds(table, room, players, rounds, rounds, seed, SHOE_STREAM)
        place = room.dealers[rounds, ENDS]
        rounds += 1
    find_main_cells(rounds, players, table.book, room.dealers, room.seats, room.said)
    find_bonus_cells(rounds, players, table.book, room.dealers, room.seats)
    return rounds


@counter
def count_rounds(first: int, count: int, seed: int, nets: Counts, table: Table, players: int) -> Counts:
    """Rounds `first` to `first + count - 1`, each from a fresh shoe."""
    tally, totals, room = new_tally(nets), np.zeros(len(nets), np.int64), new_room(table.deck, players, BLOCK)
    for start in range(first, first + count, BLOCK):
        rounds = min(BLOCK, first + count - start)
        play_fresh(table, room, players, start, rounds, seed)
        note_rounds(tally, totals, nets, room.seats, rounds, players)
    return tally


@counter
def count_shoes(first: int, count: int, seed: int, nets: Counts, table: Table, players: int, behind: int) -> Counts:
    """All rounds of shoes `first` to `first + count - 1`."""
    tally, totals, room = new_tally(nets), np.zeros(len(nets), np.int64), new_room(table.deck, players, 1)
    for number in range(first, first + count):
        rounds = play_shoe(table, room, players, number, behind, seed)
        note_rounds(tally, totals, nets, room.seats, rounds, players)
    return tally


@counter
def note_rounds(tally: Counts, totals: Counts, nets: Counts, seats: Ints, rounds: int, players: int) -> None:
    """Count the cells of some rounds."""
    for turn in range(rounds):
        for seat in range(turn * players, (turn + 1) * players):
            for row in range(len(nets)):
                note(tally, totals, nets, row, seats[seat, CELLS + row])
        close_round(tally, totals)


# ---- made ready


def prepare(game: Game, strategy: Strategy, seats: int) -> Simulation:
    """Every round from a fresh shoe, as the exact analysis has it."""
    rows, table = _ready(game, strategy, seats)

    def play(seed: int, number: int) -> Played:
        room = new_room(table.deck, seats, 1)
        compiled(play_fresh)(table, room, seats, number, 1, seed)
        return _played(game, list(rows), room, seats, 0)

    return Simulation(
        game=game,
        strategy=replace(strategy, figures={**strategy.figures, **figures_for(game, strategy)}),
        seats=seats,
        rows=rows,
        counter=count_rounds,
        arguments=(whole_nets(rows), table, seats),
        play=play,
        stream=STREAM,
    )


def prepare_shoes(game: Game, strategy: Strategy, seats: int) -> Simulation:
    """Whole shoes to the cut card; `play` takes what `shoe_round` says."""
    rows, table = _ready(game, strategy, seats)
    behind = cards_behind(game, len(table.deck))

    def play(seed: int, number: int) -> Played:
        room, (shoe, turn) = new_room(table.deck, seats, 1), divmod(number, ROUNDS_A_SHOE)
        rounds = compiled(play_shoe)(table, room, seats, shoe, behind, seed)
        if turn >= rounds:
            raise InvalidInput(f"shoe {shoe} has {rounds} rounds", field="round")
        return _played(game, list(rows), room, seats, turn)

    return replace(
        prepare(game, strategy, seats),
        counter=count_shoes,
        arguments=(whole_nets(rows), table, seats, behind),
        play=play,
        stream=SHOE_STREAM,
    )


def shoe_round(shoe: int, turn: int) -> int:
    """The number by which `play` of whole shoes knows a round: the shoe, and the round in it, both from 0."""
    return ROUNDS_A_SHOE * shoe + turn


def cards_behind(game: Game, cards: int) -> int:
    """How many cards stay behind the cut card; a quarter of the shoe where nothing is said."""
    cut = game.options["cut-card"]
    return cards // 4 if cut == "quarter" else int(cut)


def _ready(game: Game, strategy: Strategy, seats: int) -> tuple[dict[str, Sequence[Cell]], Table]:
    strategy.check(game)
    if not 1 <= seats <= game.approval.table.seats:
        raise InvalidInput(f"must be 1 to {game.approval.table.seats}, not {seats}", field="seats")
    decks = decks_of(game)
    if decks is None:
        raise InvalidInput("an infinite shoe cannot be dealt", field="rules.decks")
    rows, book = rows_and_book(game, strategy)
    return rows, Table(
        book=book,
        child=hand_table()[:, CHILD : CHILD + VALUES].astype(np.int16).ravel(),
        decisions=strategy.arrays["decisions"].astype(np.uint8).ravel(),
        deck=np.array(standard_deck() * decks, np.int64),
    )


# ---- one round written down


def _played(game: Game, rows: Sequence[str], room: Room, players: int, turn: int) -> Played:
    """A round of a room with its record: dealt and decided again at the table, as the kernel did it."""
    if game.study:
        raise InvalidInput("a study is not played at a table, and its rounds have no records", field="study")
    seats = range(turn * players, (turn + 1) * players)
    begins, ends = room.dealers[turn, [BEGINS, ENDS]]
    cards = [Card(int(card)) for card in room.rows[turn % len(room.rows), begins:ends]]
    words = [[WORDS[code] for code in takewhile(lambda code: code != END, room.said[seat])] for seat in seats]
    cells = [{row: [int(room.seats[seat, CELLS + place])] for place, row in enumerate(rows)} for seat in seats]
    return Played(record=_record(game, rows, cards, words), cells=cells)


def _record(game: Game, rows: Sequence[str], cards: list[Card], words: list[list[str]]) -> dict[str, Any]:
    wagers = {name: amount for name, amount in WAGERS.items() if name in ("wager", *rows)}
    meter = Meter.parse(METER) if "progressive" in rows else None
    dealt = cards_needed(game, len(words))
    now = game.deal(dict.fromkeys(range(1, len(words) + 1), wagers), cards[:dealt], meter)
    draws = cards[dealt:]
    while not now.finished:
        now = now.take(draws.pop(0)) if now.turn is None else now.decide(words[now.turn - 1].pop(0))
    return now.record()
