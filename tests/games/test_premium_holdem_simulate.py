"""Simulated rounds of Premium Hold'em: settled again from their records, counted one by one, against exact figures."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import pytest

import houseway
from figures import figures
from games.records import deck_with
from games.test_premium_holdem import HOLE_CARDS, WINNERS
from houseway.cards.card import Card
from houseway.cards.deals import deal_rounds
from houseway.errors import InvalidInput
from houseway.games.game import Game
from houseway.games.premium_holdem.exact.bonuses import price_bonuses
from houseway.games.premium_holdem.exact.second_street import NEVER, SecondStreet, simple_words, table_of
from houseway.games.premium_holdem.exact.simple import SIMPLE, opens_of
from houseway.games.premium_holdem.simulate.prepare import STREAM, main_cells, places_seen, prepare
from houseway.games.premium_holdem.simulate.rounds import ENDS, count_rounds
from houseway.games.premium_holdem.strategy import solve as strategy
from houseway.games.premium_holdem.variant import variant_of
from houseway.games.pricing.strategy import Strategy, new_strategy
from houseway.games.pricing.suit_classes import TRIPLES
from houseway.games.round.record import settle
from houseway.games.round.round import deal_order
from houseway.games.simulation.simulation import MAIN, Played, Simulation, scales, whole_nets
from houseway.games.study import study_game
from houseway.kernel import compiled
from houseway.lab.shards import Threads

RUN = Threads(1)
BONUSES = {"player-bonus": "on", "hole-card-bonus": "on"}
OPTIONS = [BONUSES, {}, {"hole-card-bonus": "on"}, {"player-bonus": "on"}]
SHORT = {"game": "premium-holdem", "rules": {"deck": "6789TJQ"}}

# The bounds that make every hand fold, play 1x or play 2x.
FORCED = {"fold": (NEVER, NEVER, NEVER, NEVER), "play 1x": (0, 0, NEVER, NEVER), "play 2x": (0, 0, 0, 0)}


def with_table(game: Game, name: str, opens: Any, table: SecondStreet) -> Strategy:
    first = np.zeros((TRIPLES, 4), np.int64)
    first[:, strategy.OPENS] = opens
    return new_strategy(game, name, figures(), {"first": first, **table._asdict()})


def forced(game: Game, last: str) -> Strategy:
    """A strategy whose last decision is always the same."""
    bounds = np.full((16_432, 4), FORCED.get(last, FORCED["fold"]), np.uint16)
    table = SecondStreet(bounds, np.zeros(16_432 + 1, np.int32), np.zeros(0, np.uint16))
    return with_table(game, last, int(last == "play 3x"), table)


@pytest.fixture(scope="module")
def one_line() -> Strategy:
    """The simplest strategy with the full deck, not priced."""
    game = houseway.game("premium-holdem")
    rules, number = variant_of(game), list(SIMPLE).index("one-line")
    opens = opens_of([SIMPLE["one-line"]])
    return with_table(game, "one-line", opens, table_of(rules, simple_words(rules, RUN, number)))


@pytest.fixture(scope="module")
def short() -> dict[str, Strategy]:
    """The best strategies of a shorter deck, priced: for the letter's qualifier and for another."""
    other = {**SHORT, "rules": {"deck": "6789TJQ", "qualifier": "pair of tens"}}
    return {name: strategy.solve(study_game(data), RUN) for name, data in (("letter", SHORT), ("other", other))}


def short_game(options: dict[str, str], **rules: str) -> Game:
    return study_game({"game": "premium-holdem", "rules": {"deck": "6789TJQ", **rules}, "options": options})


def check_round(simulation: Simulation, one: Played) -> None:
    """The settlement of a record comes to the nets of the cells."""
    answer = settle(one.record, simulation.game if simulation.game.differs_from_letter else None)
    assert [seat["seat"] for seat in answer["seats"]] == list(range(1, simulation.seats + 1))
    for seat, cells in zip(answer["seats"], one.cells, strict=True):
        lines = {line["wager"]: Fraction(line["returned"]) - Fraction(line["stake"]) for line in seat["wagers"]}
        staked = {line["wager"]: Fraction(line["stake"]) for line in seat["wagers"]}
        won = {row: lines.pop(row) for row in [*lines] if row in simulation.rows}
        won[MAIN] = sum(lines.values(), Fraction(0))
        assert list(cells) == list(simulation.rows)
        for row, numbers in cells.items():
            (cell,) = (simulation.rows[row][number] for number in numbers)
            assert won[row] == cell.net * (20 if row == MAIN else 5), (row, cell, one.record)
        main = simulation.rows[MAIN][cells[MAIN][0]]
        assert sum(staked[name] for name in lines) == 20 * main.staked
        assert {line["result"] for line in seat["wagers"] if line["wager"] in lines} & {main.outcome}
        assert one.record["seats"][seat["seat"] - 1]["decisions"][-1] == main.decision


# ---- the bridge


@pytest.mark.parametrize("seats", range(1, 7))
def test_rounds_settle_to_their_cells(seats: int, one_line: Strategy) -> None:
    for turn, options in enumerate(OPTIONS):
        simulation = prepare(houseway.game("premium-holdem", options), one_line, seats)
        for number in range(turn, 800 // seats, len(OPTIONS)):
            check_round(simulation, simulation.play(seats, number))


@pytest.mark.parametrize("seats", [1, 4])
def test_rounds_of_the_best_strategy_settle_to_their_cells(seats: int, short: dict[str, Strategy]) -> None:
    simulation = prepare(short_game(BONUSES), short["letter"], seats)
    for number in range(400 // seats):
        check_round(simulation, simulation.play(9, number))


def stacked(cards: str, board: str, dealer: str) -> tuple[Card, ...]:
    """A deck that deals these hands to one seat."""
    hands = [f"{own} {other}" for own, other in zip(cards.split(), dealer.split(), strict=True)]
    used = {*cards.split(), *board.split(), *dealer.split()}
    burned = [card for card in (f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs") if card not in used]
    one, two, three, four = board.split()
    return deck_with(*hands, f"{one} {two} {burned[0]} {three} {four} {burned[1]}")


RARE = {
    **WINNERS,
    "a straight against ace high": ("9s 8d 2d", "7s 6h 5c Kh", "Ad Qc 4d"),
    "a royal flush against twos": ("As Ks 4d", "Qs Js Ts 2h", "2c 6h 7d"),
    "a loss": ("Qh Th 5s", "Kd 7s 3c Jh", "3d 9h 4s"),
    "a loss to a dealer who does not qualify": ("Qh 9d 5s", "Kd 7s 3c Jh", "Ad 9h 4s"),
    "a tie": ("Ac 9d 5s", "Kd 7s 3c Jh", "Ad 9h 4s"),
    "a royal flush on both sides": ("2c 3d 4h", "As Ks Qs Js", "Ts 9d 9h"),
    **{f"hole cards {cards}": (cards, "Kc 7s 3c Jd", "5d 9c 4s") for cards, _ in HOLE_CARDS},
}


@pytest.mark.parametrize("last", ["fold", "play 1x", "play 2x", "play 3x"])
@pytest.mark.parametrize("hands", RARE.values(), ids=RARE)
def test_rare_rounds_settle_to_their_cells(hands: tuple[str, str, str], last: str) -> None:
    game = houseway.game("premium-holdem", BONUSES)
    simulation = prepare(game, forced(game, last), 1)
    one = simulation.play_cards(stacked(*hands), 0)
    assert one.record["seats"][0]["cards"] == hands[0].split()
    assert one.record["board"] == hands[1].split()
    check_round(simulation, one)
    assert simulation.rows[MAIN][one.cells[0][MAIN][0]].decision == last


def test_a_main_cell_for_every_decision_and_end() -> None:
    cells = main_cells(variant_of(houseway.game("premium-holdem")))
    assert len(cells) == 1 + 3 * ENDS == len({cell.name for cell in cells})
    nets = {cell.name: cell.net for cell in cells}
    assert nets["fold"] == -2
    assert nets["play 3x: win, straight"] == 5
    assert nets["play 1x: win, flush, dealer not qualified"] == Fraction(5, 2)
    assert nets["play 2x: win, trips or less"] == 3
    assert nets["play 2x: lose"] == -4
    assert nets["play 2x: push"] == 0
    assert Counter(cell.outcome for cell in cells) == {"fold": 1, "win": 42, "lose": 3, "push": 3}


def test_the_cards_are_dealt_in_the_order_of_the_docs(one_line: Strategy) -> None:
    game = houseway.game("premium-holdem")
    simulation = prepare(game, one_line, 3)
    for number in range(20):
        rows, deck = np.zeros((1, 64), np.uint8), np.zeros(18, np.int64)
        deal_rounds(rows, np.arange(64, dtype=np.uint8), 52, 16, 77, STREAM, number, 1)
        deck[places_seen(game, 3)] = rows[0, :16]  # burned cards are nobody's
        hands, dealer, board = deal_order(game, [1, 2, 3], [Card(card) for card in deck.tolist()])
        record = simulation.play(77, number).record
        assert record["dealer"] == [str(card) for card in dealer]
        assert record["board"] == [str(card) for card in board]
        assert [seat["cards"] for seat in record["seats"]] == [[str(card) for card in hand] for hand in hands.values()]


# ---- tallies


def tally_by_hand(simulation: Simulation, seed: int, rounds: Sequence[int]) -> Any:
    """The tally, from rounds played one by one."""
    nets = whole_nets(simulation.rows)
    tally = np.zeros((len(nets), nets.shape[1] + 2), np.int64)
    for number in rounds:
        one = simulation.play(seed, number)
        for row, name in enumerate(simulation.rows):
            numbers = [cell for seat in one.cells for cell in seat[name]]
            total = sum(nets[row, cell] for cell in numbers)
            for cell in numbers:
                tally[row, cell] += 1
            tally[row, -2:] += (total, total**2)
    return tally


@pytest.mark.parametrize(("seats", "options"), [(1, BONUSES), (2, {}), (6, {"hole-card-bonus": "on"})])
def test_a_tally_is_the_sum_of_its_rounds(seats: int, options: dict[str, str], one_line: Strategy) -> None:
    simulation = prepare(houseway.game("premium-holdem", options), one_line, seats)
    count = compiled(simulation.counter)
    whole = count(1000, 150, 5, *simulation.arguments)
    assert np.array_equal(whole, tally_by_hand(simulation, 5, range(1000, 1150)))
    parts = [count(first, size, 5, *simulation.arguments) for first, size in ((1000, 1), (1001, 64), (1065, 85))]
    assert np.array_equal(whole, sum(parts[1:], parts[0]))
    assert not np.array_equal(whole, count(1000, 150, 6, *simulation.arguments))


def test_plain_as_compiled(one_line: Strategy) -> None:
    simulation = prepare(houseway.game("premium-holdem", BONUSES), one_line, 2)
    assert simulation.counter is count_rounds
    plain = count_rounds(0, 70, 3, *simulation.arguments)
    assert np.array_equal(plain, compiled(count_rounds)(0, 70, 3, *simulation.arguments))


# ---- against exact figures


def z_of(simulation: Simulation, tally: Any, row: str, mean: Fraction, rounds: int) -> float:
    """How many standard errors the mean of a row is off."""
    place = list(simulation.rows).index(row)
    scale = scales(simulation.rows)[place]
    total, squares = map(float, tally[place, -2:])
    found = total / rounds
    error = sqrt((squares / rounds - found**2) / rounds)
    return (found - float(mean * scale * simulation.seats)) / error


def check_shares(simulation: Simulation, tally: Any, figures: dict[str, Any], rounds: int) -> None:
    """Decisions and outcomes come as often as the analysis says."""
    seen: dict[str, Counter[str]] = {"decisions": Counter(), "outcomes": Counter()}
    for cell, count in zip(simulation.rows[MAIN], tally[0].tolist(), strict=False):
        seen["decisions"][cell.decision] += count
        seen["outcomes"][cell.outcome] += count
    for kind, counts in seen.items():
        shares = {name: share for name, share in figures[kind].items() if name != "check"}
        assert set(shares) >= {name for name, count in counts.items() if count}
        for name, share in shares.items():
            error = sqrt(share * (1 - share) / rounds)
            assert abs(counts[name] / rounds - share) <= 4 * error, name


@pytest.mark.parametrize(("name", "rules"), [("letter", {}), ("other", {"qualifier": "pair of tens"})])
def test_a_simulation_agrees_with_the_analysis(name: str, rules: dict[str, str], short: dict[str, Strategy]) -> None:
    rounds = 400_000
    simulation = prepare(short_game(BONUSES, **rules), short[name], 1)
    tally = compiled(simulation.counter)(0, rounds, 20, *simulation.arguments)
    told: dict[str, Any] = short[name].figures.to_json()
    edges = {MAIN: Fraction(told["house_edge_exact"])}
    edges |= {row: tables["1"].house_edge for row, tables in price_bonuses(simulation.game, RUN).items()}
    for row, edge in edges.items():
        assert abs(z_of(simulation, tally, row, -edge, rounds)) < 4, row
    check_shares(simulation, tally, told, rounds)


def test_the_qualifier_of_a_study_is_played(short: dict[str, Strategy]) -> None:
    assert short["letter"].figures.house_edge < short["other"].figures.house_edge
    with pytest.raises(InvalidInput, match="belongs to another rule set"):
        prepare(short_game({}), short["other"], 1)


def test_the_full_deck_agrees_with_exact_figures(one_line: Strategy) -> None:
    rounds = 1_000_000
    game = houseway.game("premium-holdem", BONUSES)
    simulation = prepare(game, one_line, 1)
    tally = compiled(simulation.counter)(0, rounds, 2018, *simulation.arguments)
    edges = {MAIN: Fraction(526_106_913, 14_726_086_375)}  # a slow test of the strategies counts it
    edges |= {name: tables["1"].house_edge for name, tables in price_bonuses(game, RUN).items()}
    for row, edge in edges.items():
        assert abs(z_of(simulation, tally, row, -edge, rounds)) < 4, row


# ---- what is refused


@pytest.mark.parametrize("seats", [0, 7])
def test_seats_that_the_table_does_not_have(seats: int, one_line: Strategy) -> None:
    with pytest.raises(InvalidInput, match="seats: must be 1 to 6"):
        prepare(houseway.game("premium-holdem"), one_line, seats)


def test_a_deck_that_is_too_short_for_the_seats() -> None:
    game = study_game({"game": "premium-holdem", "rules": {"deck": "23A"}})
    assert prepare(game, forced(game, "fold"), 1).seats == 1
    with pytest.raises(InvalidInput, match=r"seats: .* the deck must hold 15 cards"):
        prepare(game, forced(game, "fold"), 2)


def test_lines_that_a_study_leaves_out_lose() -> None:
    table = {"wager": "hole-card-bonus", "lines": ["pair", "flush"], "pays": {"1": ["2 to 1", "5 for 1"]}}
    game = study_game({"game": "premium-holdem", "paytables": [table], "options": BONUSES})
    simulation = prepare(game, forced(game, "fold"), 1)
    cells = simulation.rows["hole-card-bonus"]
    assert [(cell.name, cell.net) for cell in cells] == [
        ("pair", Fraction(2)),
        ("flush", Fraction(4)),
        ("lose", Fraction(-1)),
    ]
    for cards, found in (("8h 8d Ts", 0), ("2h 8h Th", 1), ("Ah 2d 3s", 2), ("8h 8d 8s", 2), ("2h 8d Ts", 2)):
        deck = stacked(cards, "Kc 7s 3c Jd", "5d 9c 4s")
        assert simulation.play_cards(deck, 0).cells[0]["hole-card-bonus"] == [found]
