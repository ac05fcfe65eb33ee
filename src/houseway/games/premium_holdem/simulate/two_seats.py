"""The bonuses of two seats beside one board, counted over all boards and both hands."""

from itertools import product
from typing import Final

import numpy as np

from houseway.cards.hands import KEYS, WHEEL_LOWEST, best_five
from houseway.games.game import Game
from houseway.games.premium_holdem.rules import LINES, hole_card_line, player_bonus_line
from houseway.games.premium_holdem.simulate.prepare import BONUSES, bonus_cells, rows_of
from houseway.games.premium_holdem.variant import variant_of
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.kept_arrays import kept_arrays
from houseway.games.pricing.small_hands import SmallHands, count_pairs, lay_board, small_hands
from houseway.games.pricing.suit_classes import relabellings, suit_classes
from houseway.games.simulation.seat_products import SeatProducts, products_of_counts
from houseway.games.simulation.simulation import Cell, Counts
from houseway.kernel import counter

SHARDS: Final = 16
BOARD: Final = 4
HAND: Final = 3
PLAYER_LINES, HOLE_LINES = (len(LINES[wager]) + 1 for wager in BONUSES)  # the last is none
COLUMNS: Final = PLAYER_LINES + HOLE_LINES

Deck = tuple[tuple[int, ...], int]  # ranks, and how many suits


@counter
def fill_lines(lines: Counts, hands: SmallHands, cards: Counts, key: int, mask: int) -> None:
    """The lines of both bonuses, the second one's behind the first one's, for every hand that a board leaves."""
    for hand in range(len(lines)):
        one, two, three = cards[hands.places[hand, 0]], cards[hands.places[hand, 1]], cards[hands.places[hand, 2]]
        own = (1 << one) + (1 << two) + (1 << three)
        player = player_bonus_line(best_five(key + KEYS[one] + KEYS[two] + KEYS[three], mask + own, WHEEL_LOWEST))
        hole = hole_card_line(one, two, three)
        lines[hand, 0] = player if player >= 0 else PLAYER_LINES - 1
        lines[hand, 1] = PLAYER_LINES + (hole if hole >= 0 else HOLE_LINES - 1)


@counter
def count_two_seats(boards: Counts, deck: Counts, suits: int, hands: SmallHands) -> Counts:
    """All deals of two hands with certain boards, each class once, by a line of each."""
    counts, lines = np.zeros((COLUMNS, COLUMNS), np.int64), np.zeros((len(hands.places), 2), np.int64)
    cards = np.zeros(len(deck) - BOARD, np.int64)
    for masks in boards:
        key, mask = lay_board(masks, deck, cards)
        fill_lines(lines, hands, cards, key, mask)
        counts += relabellings(masks[0], masks[1], masks[2], masks[3], suits) * count_pairs(hands, lines, COLUMNS)
    return counts


def two_seats(game: Game, run: Runner) -> SeatProducts | None:
    """How the bonuses of two seats go together."""
    variant, on = variant_of(game), rows_of(game).keys()
    rows: dict[str, list[Cell]] = {wager: cells_by_line(game, wager) for wager in BONUSES if wager in on}
    if not rows:
        return None
    deck: Deck = variant.ranks, variant.suits
    counts = kept_arrays(run, "premium two seats", deck, lambda deck: {"lines": count_lines(deck, run)})["lines"]
    spans = dict(zip(BONUSES, (slice(PLAYER_LINES), slice(PLAYER_LINES, COLUMNS)), strict=True))
    return products_of_counts(rows, {(one, two): counts[spans[one], spans[two]] for one, two in product(rows, rows)})


def cells_by_line(game: Game, wager: str) -> list[Cell]:
    """The cells of a bonus by the number of the line, the last of no line."""
    cells, places = bonus_cells(game.paytable(wager))
    return [cells[places[line]] for line in (*range(len(LINES[wager])), -1)]


def count_lines(deck: Deck, run: Runner) -> Counts:
    """All deals of a board and two hands, by a line of each."""
    ranks, suits = deck
    cards = np.array([13 * suit + rank for suit in range(suits) for rank in ranks])
    boards, hands = np.array(list(suit_classes(ranks, suits, BOARD))), small_hands(len(cards) - BOARD, HAND)
    shards = [boards[number::SHARDS] for number in range(min(SHARDS, len(boards)))]
    return run(count_two_seats, [(shard, cards, suits, hands) for shard in shards])
