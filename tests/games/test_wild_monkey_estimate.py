"""Wild Monkey's estimates: deals against settlement, honest errors, all readings and plans side by side."""

from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import pytest

import houseway
from games.wild_monkey import DEFAULT, NAME, OTHER, RUN, Ints, table_of, worth_of
from houseway.cards.card import JOKER, Card
from houseway.cards.streams import shuffle_into
from houseway.errors import InvalidInput
from houseway.games.analysis import run_here
from houseway.games.wild_monkey_pai_gow.best_seven import READINGS, dealer_discard
from houseway.games.wild_monkey_pai_gow.exact.estimate import estimate, main_of, reading_at, wagers_of
from houseway.games.wild_monkey_pai_gow.exact.estimate_deals import (
    DEALT,
    DECISION,
    EVENTS,
    HANDS,
    JOKER_EVENT,
    JOKERS,
    PAI_GOW,
    PAIRS,
    RAW,
    REMAINDER,
    RESULTS,
    SCALE,
    STREAM,
    Rows,
    find_hands,
    simulate_deals,
)
from houseway.games.wild_monkey_pai_gow.exact.estimate_moments import Table
from houseway.games.wild_monkey_pai_gow.exact.estimate_results import Estimated
from houseway.games.wild_monkey_pai_gow.exact.hand_classes import hand_classes
from houseway.games.wild_monkey_pai_gow.exact.main_game import describe
from houseway.games.wild_monkey_pai_gow.exact.set_hands import (
    UNIT,
    best_setting,
    class_shards,
    set_players,
    set_sevens,
    value_of,
)
from houseway.games.wild_monkey_pai_gow.exact.simple import BEST_SETTING, HOUSE_WAY, TEXTS
from houseway.games.wild_monkey_pai_gow.house_way import (
    NO_CARD,
    front_cards,
    house_way,
    setting_back,
    setting_front,
)
from houseway.games.wild_monkey_pai_gow.rules import LINES, main_result
from houseway.games.wild_monkey_pai_gow.variant import DECISIONS, SURRENDER, Variant
from houseway.kernel import compiled, counter
from houseway.lab.shards import Threads


@pytest.fixture(scope="module")
def table() -> Table:
    return table_of(DEFAULT)


@pytest.fixture(scope="module")
def other() -> Table:
    return table_of(OTHER)


# Simulated rounds against settlement


def hands_of_deal(number: int, seed: int) -> tuple[list[list[Card]], Card]:
    """The seven hands of a deal, round by round from the top of the deck, and the eighth card."""
    cards = np.empty(53, np.int64)
    compiled(shuffle_into)(cards, np.arange(53), DEALT, seed, STREAM, number)
    dealt = [Card(int(card)) for card in cards]
    return [dealt[hand : 7 * HANDS : HANDS] for hand in range(HANDS)], dealt[DEALT - 1]


def decisions_of(table: Table, hand: list[Card], strategy: int) -> list[str]:
    """What a player does, in the words of a record, by the plain rules and the player's estimate."""
    variant = table.variant
    worth = worth_of(variant)[int(JOKER in hand)]
    setting = house_way(hand, NO_CARD, variant.wheel)
    words = "set house-way"
    if strategy == BEST_SETTING:
        setting = best_setting(hand, variant.wheel, worth)
        words = "set {} {}".format(*map(str, map(Card, front_cards(hand, setting))))
    value = value_of(worth, hand, setting_front(setting), setting_back(setting)) / UNIT
    if value < -0.5:
        return ["surrender"]
    return [words, "double"] if value > 0 else [words]


def record_of(table: Table, hands: list[list[Card]], eighth: Card, house: int, strategy: int) -> dict[str, Any]:
    """One of the seven rounds of a deal: this hand is the dealer's."""
    players = [hand for place, hand in enumerate(hands) if place != house]
    options = {
        "best-seven": READINGS[table.variant.reading],
        "wheel": ("lowest", "second")[table.variant.wheel],
        "commission": f"{table.variant.commission}%",
        "dealer-pai-gow": 1,
        "dealer-joker": 1,
        "dealer-joker-needs-win": "yes",
    }
    seats = [
        {
            "seat": seat,
            "cards": [str(card) for card in hand],
            "wagers": {"bet": 10, "dealer-pai-gow": 1, "dealer-joker": 1},
            "decisions": decisions_of(table, hand, strategy),
        }
        for seat, hand in enumerate(players, start=1)
    ]
    return {"game": NAME, "options": options, "dealer": [str(c) for c in (*hands[house], eighth)], "seats": seats}


def cents(amount: str) -> int:
    return int(amount.replace(".", ""))


def events_of(seat: dict[str, Any]) -> list[int]:
    """The events of a settled seat, told by its lines."""
    lines = {line["wager"]: line for line in seat["wagers"]}
    result = lines["bet"]["result"]
    events = [2 * ("double-down" in lines) + (result == "lose")] if result in ("win", "lose") else []
    pays = {"300 to 1": 0, "150 to 1": 1, "100 to 1": 2, "15 to 1": 3, "10 to 1": 4, "5 to 1": 5}
    if lines["dealer-pai-gow"]["result"] == "win":
        events.append(PAI_GOW + pays[lines["dealer-pai-gow"]["odds"]])
    pays = {"300 to 1": 0, "100 to 1": 1, "25 to 1": 2, "10 to 1": 3, "4 to 1": 4}
    if lines["dealer-joker"]["result"] == "win":
        events.append(JOKERS + pays[lines["dealer-joker"]["odds"]])
    return events


def main_net(seat: dict[str, Any]) -> int:
    lines = [line for line in seat["wagers"] if line["wager"] in ("bet", "double-down")]
    return sum(cents(line["returned"]) - cents(line["stake"]) for line in lines)


@pytest.mark.parametrize("strategy", [HOUSE_WAY, BEST_SETTING], ids=["house way", "best setting"])
@pytest.mark.parametrize("which", ["table", "other"])
def test_simulated_rounds_settle_the_same(which: str, strategy: int, request: pytest.FixtureRequest) -> None:
    """Every event, and the net of bet and double-down to the cent at a bet of 10.00, of 15 deals: 630 rounds."""
    table: Table = request.getfixturevalue(which)
    for number in range(15):
        hands, eighth = hands_of_deal(number, seed=5)
        settled = [houseway.settle(record_of(table, hands, eighth, house, strategy)) for house in range(HANDS)]
        seats = [seat for one in settled for seat in one["seats"]]
        found = compiled(simulate_deals)(number, 1, 5, table.seats, table.houses)[strategy, RAW]
        told = np.bincount([event for seat in seats for event in events_of(seat)], minlength=EVENTS)
        assert found.tolist() == told.tolist()
        surrendered = sum(seat["wagers"][0]["result"] == "surrender" for seat in seats)
        win = 1000 * (100 - table.variant.commission) // 100
        nets = np.array([win, -1000, 2 * win, -2000])
        assert int(found[: len(RESULTS)] @ nets) - 500 * surrendered == sum(map(main_net, seats))


# What a simulation sums up


def test_threads_and_order_change_nothing(table: Table) -> None:
    shards = [(first, 500, 11, table.seats, table.houses) for first in range(0, 5000, 500)]
    two = Threads(2)(simulate_deals, shards)
    assert (Threads(1)(simulate_deals, shards) == two).all()
    assert (Threads(2)(simulate_deals, shards[::-1]) == two).all()
    assert (Threads(1)(simulate_deals, [(0, 5000, 11, table.seats, table.houses)]) == two).all()


def test_one_thread_sets_all_hands_as_two_do() -> None:
    hands = np.ascontiguousarray(hand_classes(7, 5).hands[::9])
    for setter, rules in ((set_sevens, (1,)), (set_players, (1, worth_of(OTHER)[0], UNIT // 2, 1))):
        shards = class_shards(hands, *rules)
        assert (Threads(1)(setter, shards[::-1]) == Threads(2)(setter, shards)).all()


def test_plain_deals_are_the_compiled_ones(table: Table) -> None:
    shard = (3, 5, 2, table.seats, table.houses)
    assert (run_here(simulate_deals, [shard]) == compiled(simulate_deals)(*shard)).all()


def batches(table: Table, count: int, deals: int) -> list[Ints]:
    run = compiled(simulate_deals)
    return [run(batch * deals, deals, 21, table.seats, table.houses) for batch in range(count)]


def test_control_variates_have_the_exact_means(table: Table) -> None:
    """Events less what remains of them: the controls of 100 batches of 2,000 deals, within 4.5 standard errors."""
    unit = PAIRS * 2000
    for strategy in (HOUSE_WAY, BEST_SETTING):
        exact = table.controls[strategy]
        found = np.array(
            [(one[strategy, RAW] - one[strategy, REMAINDER] / SCALE) / unit for one in batches(table, 100, 2000)]
        )
        error = found.std(0, ddof=1) / sqrt(len(found))
        assert (np.abs(found.mean(0) - np.array([float(mean) for mean in exact])) < 4.5 * error).all()


def test_standard_errors_are_honest(table: Table) -> None:
    """The means of 100 batches scatter as their standard errors say: within 4 standard errors of a variance."""
    mains = [
        [main_of(table, strategy, one) for strategy, one in enumerate(table.estimates_from(found, 1000))]
        for found in batches(table, 100, 1000)
    ]
    for strategy in (HOUSE_WAY, BEST_SETTING):
        one = [main[strategy] for main in mains]
        scatter = np.var([float(main.net) for main in one], ddof=1)
        told = np.mean([main.standard_error**2 for main in one])
        assert abs(scatter / told - 1) < 4 * sqrt(2 / 99)


def test_a_wager_scatters_as_its_standard_error_says(table: Table) -> None:
    game = houseway.game(NAME, {"dealer-joker-needs-win": "yes"})
    prices = [
        wagers_of(game, table, HOUSE_WAY, table.estimates_from(found, 1000)[HOUSE_WAY])
        for found in batches(table, 100, 1000)
    ]
    for wager in ("dealer-pai-gow", "dealer-joker"):
        scatter = np.var([float(one[wager]["2"].net) for one in prices], ddof=1)
        told = np.mean([one[wager]["2"].standard_error ** 2 for one in prices])
        assert 0.3 < scatter / told < 1.9  # long shots: the variance of a variance is large


@counter
def surrenders_to_jokers(first: int, count: int, seats: Rows, houses: Rows) -> Ints:
    """How many of so many rounds are surrendered, by strategy, to a dealer with the joker."""
    found, cards = np.zeros(2, np.int64), np.empty(53, np.int64)
    rows, dealers = np.empty(HANDS, np.int64), np.empty(HANDS, np.int64)
    for number in range(first, first + count):
        shuffle_into(cards, np.arange(53), DEALT, 31, STREAM, number)
        find_hands(cards, rows, dealers)
        for strategy in range(2):
            surrendered = seats[rows[0], strategy, DECISION] == SURRENDER
            found[strategy] += surrendered and houses[dealers[1], JOKER_EVENT] < EVENTS
    return found


def test_surrenders_to_a_joker_are_exact(table: Table) -> None:
    count = 400_000
    found = RUN(surrenders_to_jokers, [(first, 50_000, table.seats, table.houses) for first in range(0, count, 50_000)])
    for strategy in (HOUSE_WAY, BEST_SETTING):
        exact = float(table.joker_surrendered(strategy))
        assert abs(found[strategy] / count - exact) < 4 * sqrt(exact / count)


# Results


@pytest.fixture(scope="module")
def found() -> Estimated:
    game = houseway.game(NAME, {"dealer-joker-needs-win": "yes"})
    return estimate(game, RUN, deals=20_000, seed=3)


def test_a_result_adds_up(found: Estimated, table: Table) -> None:
    for plan, main in enumerate((found.main, found.main_best_setting)):
        assert main.per == "bet"
        assert main.rounds == 42 * main.deals == 42 * 20_000
        assert sum(main.decisions.values()) == sum(main.outcomes.values()) == 1
        assert main.outcomes["surrender"] == main.decisions["surrender"]
        assert main.wagered == 1 + main.decisions["double"]
        assert main.house_edge == -main.net == -main.mean
        assert main.element_of_risk == -main.net / main.wagered
        assert 0.9 < main.standard_deviation < 1.1
        assert 0 < main.standard_error < 0.001
        assert list(main.decisions) == list(DECISIONS)
        assert main.independent_net == table.independent_net(plan)
    assert found.main_best_setting.net > found.main.net
    for wagers in (found.wagers, found.wagers_best_setting):
        assert [(wager, list(tables)) for wager, tables in wagers.items()] == [
            ("dealer-pai-gow", ["1", "2", "3"]),
            ("dealer-joker", ["1", "2"]),
        ]


def test_a_wager_from_its_lines(found: Estimated, table: Table) -> None:
    pai_gow, joker = found.wagers["dealer-pai-gow"]["3"], found.wagers["dealer-joker"]["1"]
    assert tuple(pai_gow.lines) == LINES["dealer-pai-gow"]
    assert tuple(joker.lines) == LINES["dealer-joker"]
    assert [line.pays.times for line in pai_gow.lines.values()] == [200, 150, 75, 20, 10, 5]
    won = sum(line.probability for line in pai_gow.lines.values())
    paid = sum(line.probability * line.pays.times for line in pai_gow.lines.values())
    squares = sum(line.probability * line.pays.times**2 for line in pai_gow.lines.values())
    assert pai_gow.hit_frequency == won
    assert pai_gow.net == paid - (1 - won)
    assert pai_gow.net_squared == squares + (1 - won)
    lost = Fraction(45, 53) + table.joker_surrendered(HOUSE_WAY)
    assert joker.net == sum(line.probability * line.pays.times for line in joker.lines.values()) - lost
    assert joker.hit_frequency + lost < 1  # the rest are pushes


def test_dealer_joker_is_estimated_only_where_it_needs_a_win(table: Table) -> None:
    estimates = table.estimates(RUN, 1000, 1)[HOUSE_WAY]
    assert list(wagers_of(houseway.game(NAME), table, HOUSE_WAY, estimates)) == ["dealer-pai-gow"]


def test_json_says_how_it_was_found(found: Estimated) -> None:
    shown = found.to_json()
    assert shown["method"] == "simulated"
    for main in (shown["main"], shown["main_best_setting"]):
        assert main["method"] == "simulated"
        assert main["rounds"] == 840_000
        assert main["standard_error"] > 0
        assert "house_edge_exact" not in main
    line = shown["wagers"]["dealer-pai-gow"]["1"]["lines"]["ace-high pai gow"]
    assert line.keys() == {"probability", "standard_error", "pays"}


def test_one_deal_has_no_standard_error(table: Table) -> None:
    with pytest.raises(InvalidInput, match="at least 2"):
        table.estimates(RUN, 1, 1)


# The figures: house edge by the house way and with the best setting, by reading and wheel; standard error 0.00005
FIGURES = {
    ("expected", "lowest"): (0.02104, 0.01804),
    ("high", "lowest"): (0.01488, 0.01194),
    ("low", "lowest"): (-0.01948, -0.02275),
    ("poker", "lowest"): (0.01533, 0.01238),
    ("expected", "second"): (0.02100, 0.01804),
    ("high", "second"): (0.01429, 0.01138),
    ("low", "second"): (-0.01958, -0.02282),
    ("poker", "second"): (0.01495, 0.01204),
}


def test_the_house_edge(table: Table) -> None:
    """Of other deals than the figure's: within 4 standard errors of both."""
    reading = reading_at(table, table.estimates(RUN, 200_000, 77))
    for main, edge in zip((reading.main, reading.main_best_setting), FIGURES["expected", "lowest"], strict=True):
        assert abs(float(main.house_edge) - edge) < 4 * (main.standard_error + 0.00005)


def test_all_readings_stand_side_by_side(found: Estimated) -> None:
    shown = found.to_json()["best_seven"]
    assert list(shown) == list(READINGS)
    for name, reading in shown.items():
        for one, edge in zip((reading, reading["main_best_setting"]), FIGURES[name, "lowest"], strict=True):
            assert abs(one["house_edge"] - edge) < 4 * (one["standard_error"] + 0.00005)
            assert 0 < one["standard_error"] < 0.004
    assert shown["expected"]["house_edge"] == float(found.main.house_edge)
    assert shown["low"]["dealer_pai_gows"]["ten-high pai gow"] == 371_664
    assert shown["expected"]["house_edge"] - shown["low"]["house_edge"] > 0.03


def test_simple_plans_are_told_and_priced(found: Estimated) -> None:
    shown = found.to_json()["simple_strategies"]
    assert shown.keys() == TEXTS.keys()
    for name, edge in {"house-way-stand": 0.1962, "house-way-pairs": 0.0655, "house-way-simple": 0.0237}.items():
        one = shown[name]
        assert abs(one["house_edge"] - edge) < 4 * one["standard_error"]
        assert one["cost"] == pytest.approx(one["house_edge"] - float(found.main_best_setting.house_edge))
        assert one["house_edge_exact"] is None


@counter
def play_naively(decks: Ints, natural: Any, joker: Any, reading: int) -> Ints:
    """Six players against one dealer, set by the rules themselves: by strategy, deals, half bets won, their squares."""
    found = np.zeros((2, 3), np.int64)
    for deal in range(len(decks)):
        dealer = decks[deal, 42:50]
        setting = house_way(dealer, dealer_discard(dealer, 0, reading), 0)
        for strategy in range(2):
            total = 0
            for seat in range(6):
                hand = decks[deal, 7 * seat : 7 * seat + 7]
                values = joker if (hand == 52).any() else natural
                ours = house_way(hand, NO_CARD, 0) if strategy == 0 else best_setting(hand, 0, values)
                value = value_of(values, hand, setting_front(ours), setting_back(ours))
                result = main_result(
                    setting_front(ours), setting_back(ours), setting_front(setting), setting_back(setting)
                )
                if 2 * value < -UNIT:
                    total -= 1
                else:
                    total += 4 * result if value > 0 else 2 * result
            found[strategy] += np.array([1, total, total * total])
    return found


@pytest.mark.slow
@pytest.mark.parametrize("reading", range(4), ids=READINGS)
def test_the_house_edge_of_naive_rounds(reading: int) -> None:
    """Without classes, lookups, control variates and our streams: 6 x 2,000,000 rounds, within 4 standard errors."""
    rng = np.random.default_rng(reading)
    tables = worth_of(Variant(reading=reading))
    found = np.zeros((2, 3), np.int64)
    for _ in range(100):
        decks = rng.permuted(np.tile(np.arange(53), (20_000, 1)), axis=1)
        found += RUN(play_naively, [(part, *tables, reading) for part in np.array_split(decks, 4)])
    for (deals, total, squares), edge in zip(found.tolist(), FIGURES[READINGS[reading], "lowest"], strict=True):
        error = sqrt((squares / deals - (total / deals) ** 2) / deals) / 12
        assert abs(total / deals / 12 + edge) < 4 * (error + 0.00005)
        assert error < 0.0006


@pytest.mark.slow
@pytest.mark.parametrize(("reading", "wheel"), FIGURES)
def test_the_house_edge_of_every_reading(reading: str, wheel: str) -> None:
    variant = Variant.of(houseway.game(NAME, {"best-seven": reading, "wheel": wheel}))
    table = Table.for_variant(variant, RUN)
    found = reading_at(table, table.estimates(RUN, 2_000_000, 78))
    for main, edge in zip((found.main, found.main_best_setting), FIGURES[reading, wheel], strict=True):
        assert main.standard_error < 0.0001
        assert abs(float(main.house_edge) - edge) < 4 * (main.standard_error + 0.00005)


@pytest.mark.slow
def test_a_description_is_a_simulation() -> None:
    shown = describe(houseway.game(NAME), RUN)
    assert shown == estimate(houseway.game(NAME), Threads(1)).to_json()
    assert shown["standard_error"] < 0.0001
    assert round(shown["main"]["house_edge"], 5) == 0.02104
    assert max(one["standard_error"] for one in shown["best_seven"].values()) < 0.0003
    assert max(one["standard_error"] for one in shown["simple_strategies"].values()) < 0.0003
