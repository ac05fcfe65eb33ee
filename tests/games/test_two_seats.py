"""Bonuses of two seats that are counted: beside exact prices, simulated tables and every deal of small decks."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest

from houseway.cards.hands import poker_strength
from houseway.games.demonstration import demonstration
from houseway.games.down_under_blackjack.simulate.bonuses import match_place, progressive_place
from houseway.games.down_under_blackjack.simulate.cells import rows_and_tables
from houseway.games.down_under_blackjack.simulate.two_seats import TwoSeatTables, count_two_seats
from houseway.games.down_under_holdem.rules import match_line, trips_line
from houseway.games.down_under_holdem.simulate.rounds import MATCHES, TRIPS
from houseway.games.down_under_holdem.simulate.two_seats import count_cells
from houseway.games.premium_holdem.rules import hole_card_line, player_bonus_line
from houseway.games.premium_holdem.simulate.two_seats import HOLE_LINES, PLAYER_LINES, count_lines
from houseway.games.simulation.joint import seat_pairs_of
from houseway.games.simulation.joint_counter import joint_places
from houseway.kernel import compiled
from houseway.lab.bonus_prices import bonus_prices, price_of
from houseway.lab.covariances import covariance_of
from houseway.lab.joint_outcomes import SEATS_FILE, make_products, seat_products
from houseway.lab.shards import Threads
from houseway.lab.simulate import prepare

GAMES = ("down-under-blackjack", "down-under-holdem", "flush-poker", "premium-holdem", "wild-monkey-pai-gow")
RUN = Threads(1)
NET = {"net": Fraction(1), "share": Fraction(0), "prizes": Fraction(0)}


@pytest.mark.parametrize("name", GAMES)
def test_each_seat_by_itself_wins_what_the_exact_price_says(name: str) -> None:
    game = demonstration(name, {})
    counted, prices = seat_products(game, RUN), bonus_prices(game, RUN)
    assert counted is not None
    for place, (wager, part) in enumerate(counted.columns):
        price = price_of(game, wager, prices)
        assert price is not None
        if part == "net":
            assert counted.means[place] == -(price.house_edge_exact or Fraction(0)), wager
    jackpots = [wager for wager in ("jackpot", "progressive") if wager in game.offered]
    assert [wager for wager, part in counted.columns if part == "share"] == jackpots


@pytest.mark.parametrize("name", GAMES)
def test_covariances_agree_with_simulated_tables(name: str) -> None:
    """Within four standard errors."""
    game, rounds = demonstration(name, {}), 200_000
    simulation, counted = prepare(game, "", 2, lambda: RUN), seat_products(game, RUN)
    assert simulation.joint is not None
    assert counted is not None
    tally = RUN(simulation.joint, [(0, rounds, 9, *simulation.arguments, joint_places(simulation.rows))])
    seats = seat_pairs_of(simulation.rows, tally, rounds).counts
    wagers = {wager for wager, _ in counted.columns}
    for one in wagers:
        for other in wagers:
            first, second = ([cell.net for cell in simulation.rows[wager]] for wager in (one, other))
            sampled, error = covariance_of(seats[one, other], first, second)
            exact = counted.covariance((one, NET), (other, NET))
            assert abs(float(sampled - exact)) <= 4 * error + 1e-9, (one, other)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_counts_that_come_with_houseway_are_those_of_the_code(name: str) -> None:
    game = demonstration(name, {})
    assert make_products(game, Threads()) == (game.kit.folder / SEATS_FILE).read_bytes()


def test_blackjack_bonuses_of_two_seats_are_those_of_every_deal_of_one_deck() -> None:
    """Beside a two of clubs: all deals of two cards to each seat and a down card."""
    _, cells = rows_and_tables(demonstration("down-under-blackjack", {}))
    up, size = 0, 1 + int(max(cells.match_up.max(), cells.match_down.max(), cells.jackpots.max()))
    tables = TwoSeatTables(
        decks=1,
        family=cells.family,
        up=cells.match_up.astype(np.int64),
        down=cells.match_down.astype(np.int64),
        progressive=cells.jackpots.astype(np.int64),
        size=size,
    )
    counted = compiled(count_two_seats)(up, tables)
    expected = np.zeros_like(counted)
    for down in range(1, 52):
        pairs = np.array(list(permutations([card for card in range(52) if card not in (up, down)], 2)))
        matched = [match_place(one, two, up, down) for one, two in pairs.tolist()]
        fixed = [progressive_place(cells.family, one, two, up, down) for one, two in pairs.tolist()]
        seat = tables.up[matched], tables.down[matched], tables.progressive[fixed]
        masks = (np.int64(1) << pairs).sum(1)
        apart = masks[:, None] & masks == 0
        for one in range(3):
            for other in range(3):
                both = (seat[one][:, None] * size + seat[other])[apart]
                expected[one, other] += np.bincount(both, minlength=size * size).reshape(size, size)
    assert (counted == expected).all()


# ---- hold'em on small decks, deal by deal

DECKS = {"quads": ((2, 6, 12), 4), "flushes": ((4, 5, 6, 7, 8, 9), 2), "a wheel": ((0, 1, 3, 12), 3)}


def deck_of(ranks: tuple[int, ...], suits: int) -> list[int]:
    return [13 * suit + rank for suit in range(suits) for rank in ranks]


def hands_beside(deck: list[int], taken: tuple[int, ...], size: int) -> list[Any]:
    return list(combinations([card for card in deck if card not in taken], size))


def as_table(counts: Counter[tuple[int, int]], rows: int, columns: int) -> list[list[int]]:
    return [[counts[one, other] for other in range(columns)] for one in range(rows)]


@pytest.mark.parametrize("ranks_and_suits", DECKS.values(), ids=DECKS)
def test_holdem_bonuses_of_two_seats_are_those_of_every_deal(ranks_and_suits: tuple[tuple[int, ...], int]) -> None:
    deck = deck_of(*ranks_and_suits)
    trips, both, matches = Counter[tuple[int, int]](), Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for board in combinations(deck, 5):
        made = {hand: trips_line(poker_strength([*board, *hand])) for hand in hands_beside(deck, board, 2)}
        for one, first in made.items():
            for other in hands_beside(deck, (*board, *one), 2):
                trips[first % (TRIPS + 1), made[other] % (TRIPS + 1)] += 1  # -1 is the last cell
                for dealer in hands_beside(deck, (*board, *one, *other), 2):
                    both[first % (TRIPS + 1), match_line(*other, *dealer) % (MATCHES + 1)] += 1
    for dealer in hands_beside(deck, (), 2):
        for one in hands_beside(deck, dealer, 2):
            for other in hands_beside(deck, (*dealer, *one), 2):
                first, second = match_line(*one, *dealer), match_line(*other, *dealer)
                matches[first % (MATCHES + 1), second % (MATCHES + 1)] += 1
    counted = count_cells(deck, RUN)
    assert counted["trips-or-better trips-or-better"].tolist() == as_table(trips, TRIPS + 1, TRIPS + 1)
    assert counted["trips-or-better match-the-dealer"].tolist() == as_table(both, TRIPS + 1, MATCHES + 1)
    assert counted["match-the-dealer match-the-dealer"].tolist() == as_table(matches, MATCHES + 1, MATCHES + 1)


@pytest.mark.parametrize("ranks_and_suits", DECKS.values(), ids=DECKS)
def test_premium_bonuses_of_two_seats_are_those_of_every_deal(ranks_and_suits: tuple[tuple[int, ...], int]) -> None:
    deck, counts = deck_of(*ranks_and_suits), Counter[tuple[int, int]]()
    hole_lines = {hand: hole_card_line(*hand) % HOLE_LINES for hand in hands_beside(deck, (), 3)}  # -1 is the last line
    for board in combinations(deck, 4):
        made = {
            hand: (player_bonus_line(poker_strength([*board, *hand])) % PLAYER_LINES, PLAYER_LINES + hole_lines[hand])
            for hand in hands_beside(deck, board, 3)
        }
        for one, first in made.items():
            for other in hands_beside(deck, (*board, *one), 3):
                counts.update((a, b) for a in first for b in made[other])
    columns = PLAYER_LINES + HOLE_LINES
    assert count_lines(ranks_and_suits, RUN).tolist() == as_table(counts, columns, columns)
