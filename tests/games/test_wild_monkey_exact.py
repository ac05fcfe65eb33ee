"""Wild Monkey Pai Gow's main game: exact tables against brute force, simulated rounds against settlement."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import chain, combinations
from math import comb, sqrt
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import houseway
import naive
from houseway.cards.card import JOKER, Card
from houseway.cards.hands import fouls, front_strength, hand_mask, poker_strength
from houseway.cards.streams import shuffle_into
from houseway.errors import InvalidInput
from houseway.games.analysis import run_here
from houseway.games.wild_monkey_pai_gow.best_seven import (
    EXPECTED,
    HIGHS,
    LOW,
    LOWS,
    POKER,
    READINGS,
    dealer_discard,
)
from houseway.games.wild_monkey_pai_gow.deals import (
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
    find_hands,
    simulate_deals,
)
from houseway.games.wild_monkey_pai_gow.estimate import Table, estimate, estimate_at, main_of, wagers_of
from houseway.games.wild_monkey_pai_gow.exact import (
    describe,
    expectations,
    held,
    set_all_dealers,
    set_all_players,
    values_for,
)
from houseway.games.wild_monkey_pai_gow.hand_classes import Classes, hand_classes
from houseway.games.wild_monkey_pai_gow.house_way import (
    NO_CARD,
    front_cards,
    house_way,
    setting_back,
    setting_front,
)
from houseway.games.wild_monkey_pai_gow.lookup import Lookup, class_key, find_class
from houseway.games.wild_monkey_pai_gow.rules import LINES, main_result, pai_gow_high
from houseway.games.wild_monkey_pai_gow.settings import (
    NO_RANK,
    UNIT,
    best_setting,
    class_shards,
    decide,
    set_dealers,
    set_players,
    value_of,
)
from houseway.games.wild_monkey_pai_gow.strengths import CELLS, at_least, at_most, cell_of, joint, stronger, weaker
from houseway.games.wild_monkey_pai_gow.variant import (
    BEST_SETTING,
    DECISIONS,
    DOUBLE,
    HOUSE_WAY,
    RANKS,
    STAND,
    SURRENDER,
    Variant,
)
from houseway.kernel import compiled, counter
from houseway.lab.shards import Threads

Ints = npt.NDArray[np.int64]

EIGHTS, SEVENS = 886_322_710, 154_143_080
TOP, BOTTOM = (8, 9, 10, 11, 12), (0, 1, 2, 3, 12)  # small decks: ten to ace, and the five ranks of the wheel
WIDE = (0, 1, 2, 4, 6, 7, 12)  # a small deck with pai gows
RUN = Threads(2)
DEFAULT = Variant()
OTHER = Variant(wheel=1, reading=LOW, commission=5)
NAME = "wild-monkey-pai-gow"


@pytest.fixture(scope="module")
def table() -> Table:
    return Table.of(DEFAULT, RUN)


@pytest.fixture(scope="module")
def other() -> Table:
    return Table.of(OTHER, RUN)


@cache
def estimates_of(variant: Variant, joker: int) -> npt.NDArray[np.int32]:
    """The player's estimates, against all dealers."""
    return values_for(set_all_dealers(variant, RUN), variant, joker)


def deck_of(ranks: tuple[int, ...]) -> list[int]:
    return [13 * suit + rank for suit in range(4) for rank in ranks] + [JOKER]


def all_hands(ranks: tuple[int, ...], size: int) -> Classes:
    """Every hand of a small deck, one by one, ascending, so that the joker is last."""
    cards = np.fromiter(chain.from_iterable(combinations(sorted(deck_of(ranks)), size)), np.int64)
    hands = cards.reshape(-1, size)
    return Classes(hands=hands, weights=np.ones(len(hands), np.int64))


def counted(numbers: Ints, weights: Ints) -> dict[int, int]:
    """The weights of equal numbers, added up."""
    found, places = np.unique(numbers, return_inverse=True)
    return dict(zip(found.tolist(), np.bincount(places, weights).astype(int).tolist(), strict=True))


# Classes of hands


@pytest.mark.parametrize(
    ("cards", "need", "classes"), [(8, 5, 885_391), (7, 5, 190_346), (6, 4, 101_907)], ids=["8", "7", "6 and joker"]
)
def test_classes_stand_for_all_hands(cards: int, need: int, classes: int) -> None:
    found = hand_classes(cards, need)
    assert len(found.hands) == len(found.weights) == classes
    assert int(found.weights.min()) > 0
    assert int(found.weights.sum()) == comb(52, cards)


def test_all_dealers_and_all_players_are_counted(table: Table) -> None:
    assert table.dealers.total == EIGHTS == comb(53, 8)
    assert table.players.total == SEVENS == comb(53, 7)


@pytest.mark.parametrize(("cards", "need"), [(8, 5), (7, 5), (6, 4)])
def test_no_two_classes_look_the_same(cards: int, need: int) -> None:
    found = hand_classes(cards, need, WIDE)
    hands = found.hands if need == 5 else found.with_joker().hands
    keys = {class_key(hand_mask(hand)) for hand in hands.tolist()}
    assert len(keys) == len(hands)
    assert all(len(set(hand)) == len(hand) for hand in hands.tolist())


@pytest.mark.parametrize(("cards", "need", "joker"), [(8, 5, 0), (7, 5, 0), (6, 4, 1)])
def test_a_class_has_the_weight_of_its_hands(cards: int, need: int, joker: int) -> None:
    every = combinations(deck_of(TOP)[:-1], cards)
    found = Counter(class_key(hand_mask(hand) | joker << 52) for hand in every)
    classes = hand_classes(cards, need, TOP)
    masks = (classes.masks | joker << 52).tolist()
    assert {class_key(mask): weight for mask, weight in zip(masks, classes.weights.tolist(), strict=True)} == found


# The dealer's hands


def brute_dealers(variant: Variant) -> dict[int, int]:
    """Every dealer's hand of a small deck, set one by one."""
    every = all_hands(variant.ranks, 8)
    return counted(RUN(set_dealers, class_shards(every, variant.wheel, variant.reading)), every.weights)


@pytest.mark.parametrize("wheel", [0, 1])
@pytest.mark.parametrize("reading", range(4), ids=READINGS)
@pytest.mark.parametrize("ranks", [TOP, BOTTOM], ids=["top", "bottom"])
def test_the_dealers_hands_are_those_of_brute_force(ranks: tuple[int, ...], reading: int, wheel: int) -> None:
    variant = Variant(ranks=ranks, reading=reading, wheel=wheel)
    found = set_all_dealers(variant, RUN)
    assert counted(found.cells + CELLS * (1 + found.highs), found.weights) == brute_dealers(variant)


@pytest.mark.slow
@pytest.mark.parametrize("reading", range(4), ids=READINGS)
def test_the_dealers_pai_gows_are_those_of_brute_force(reading: int) -> None:
    variant = Variant(ranks=WIDE, reading=reading)
    found = set_all_dealers(variant, RUN)
    brute = brute_dealers(variant)
    assert counted(found.cells + CELLS * (1 + found.highs), found.weights) == brute
    assert found.pai_gows == {
        high: count
        for high in RANKS
        if (count := sum(times for packed, times in brute.items() if packed // CELLS == 1 + high))
    }
    assert found.pai_gows


def test_plain_dealers_are_the_compiled_ones() -> None:
    hands = np.array(naive.hands("plain dealers", 8, 40))
    for reading in range(4):
        assert (set_dealers(hands, 0, 40, 0, reading) == compiled(set_dealers)(hands, 0, 40, 0, reading)).all()


@counter
def differing(count: int, wheel: int, reading: int, dealers: Lookup) -> int:
    """How many of so many random eights are looked up otherwise than the rules set them."""
    cards, deck, wrong = np.empty(53, np.int64), np.arange(53), 0
    hand = np.empty(8, np.int64)
    for number in range(count):
        shuffle_into(cards, deck, 8, 8, 8, number)
        hand[:] = cards[:8]
        discard = dealer_discard(hand, wheel, reading)
        mask = kept = 0
        for index in range(8):
            if hand[index] != 52:
                mask += 1 << hand[index]
            if index != discard:
                kept += 1 << hand[index]
        row = dealers.rows[find_class(dealers.keys, dealers.slots, class_key(mask))]
        cell = cell_of(house_way(hand, discard, wheel))
        high = pai_gow_high(kept)
        line = PAI_GOW + high - 7 if high >= 0 else EVENTS
        wrong += cell != HIGHS * row[0] + row[1] or line != row[2] or (hand[discard] == 52) != (row[3] < EVENTS)
    return wrong


def test_200_000_random_eights_are_looked_up_as_the_rules_set_them(table: Table, other: Table) -> None:
    assert compiled(differing)(200_000, 0, EXPECTED, table.houses) == 0
    assert compiled(differing)(200_000, 1, LOW, other.houses) == 0
    assert compiled(differing)(1000, 0, LOW, table.houses) > 0  # it can differ


def test_the_distribution_of_random_dealers(table: Table) -> None:
    """200,000 random eights, set by the plain rules' compiled form, against the exact table: 4 standard errors."""
    cards, sample = np.empty(53, np.int64), np.empty((200_000, 8), np.int64)
    for number in range(len(sample)):
        compiled(shuffle_into)(cards, np.arange(53), 8, 9, 9, number)
        sample[number] = cards[:8]
    packed = RUN(set_dealers, class_shards(Classes(hands=sample, weights=np.ones(len(sample), np.int64)), 0, EXPECTED))
    exact = table.dealers
    for name, of_sample, of_all in (
        ("front", packed % CELLS // HIGHS, exact.cells // HIGHS),
        ("back in tens", packed % CELLS % HIGHS // 10, exact.cells % HIGHS // 10),
        ("high card", packed // CELLS, exact.highs + 1),
    ):
        expected = np.bincount(of_all, exact.weights) * (len(sample) / EIGHTS)
        found = np.bincount(of_sample, minlength=len(expected))
        common = expected >= 5
        chi = (found - expected)[common] ** 2 / expected[common]
        assert abs(chi.sum() - len(chi)) < 4 * sqrt(2 * len(chi)), name
        assert abs(found[~common].sum() - expected[~common].sum()) <= 4 * sqrt(expected[~common].sum()), name


def test_the_dealers_pai_gows(table: Table) -> None:
    """Nine-high to ace-high; with the joker discarded they are those of all natural sevens."""
    dealers = table.dealers
    assert dealers.pai_gows == {7: 31080, 8: 307020, 9: 1780800, 10: 6806100, 11: 20106240, 12: 47739300}
    discarded = dealers.jokers == 1
    assert int(dealers.weights[discarded].sum()) == comb(52, 7)
    sevens = table.players
    natural = np.array([pai_gow_high(int(mask)) for mask in sevens.masks[sevens.jokers == 0]])
    for high in RANKS:
        of_joker = int(dealers.weights[discarded & (dealers.highs == high)].sum())
        assert of_joker == int(sevens.weights[sevens.jokers == 0][natural == high].sum())


# Tables of strengths


def test_tables_count_as_the_rules_compare() -> None:
    rng = np.random.default_rng(1)
    cells, weights = rng.integers(0, CELLS, 300), rng.integers(1, 9, 300)
    hands = joint(cells, weights)
    for front, back in zip(rng.integers(0, LOWS, 60), rng.integers(0, HIGHS, 60), strict=True):
        one = int(front), int(back)
        others = [(*divmod(int(cell), HIGHS), int(weight)) for cell, weight in zip(cells, weights, strict=True)]
        player = [(main_result(*one, *other[:2]), other[2]) for other in others]
        dealer = [(main_result(*other[:2], *one), other[2]) for other in others]
        assert weaker(hands)[one] == sum(weight for result, weight in player if result == 1)
        assert at_least(hands)[one] == sum(weight for result, weight in player if result == -1)
        assert stronger(hands)[one] == sum(weight for result, weight in dealer if result == 1)
        assert at_most(hands)[one] == sum(weight for result, weight in dealer if result == -1)


# The player's estimate


def test_a_dealer_who_cannot_have_a_card() -> None:
    """The dealers counted without one of four cards are, four times, those of a deck that lacks it."""
    variant = Variant(ranks=TOP)
    every = all_hands(TOP, 8)
    packed = RUN(set_dealers, class_shards(every, variant.wheel, variant.reading))
    dealers = set_all_dealers(variant, RUN)
    for card in (8, 13 + 12):
        lacking = (every.masks >> card & 1) == 0
        expected = joint(packed[lacking] % CELLS, every.weights[lacking])
        weights = dealers.weights * (4 - held(dealers.masks, card % 13))
        assert (joint(dealers.cells, weights) == 4 * expected).all()


def test_expectations_are_wins_less_losses(table: Table) -> None:
    rng = Random("expectations")
    for commission in (0, 5):
        found = expectations(table.dealers, Variant(commission=commission), table.dealers.weights)
        for cell in [rng.randrange(CELLS) for _ in range(20)]:
            won, lost = int(table.dealers.beaten[cell]), int(table.dealers.winning[cell])
            assert found[cell] == pytest.approx((won * (1 - commission / 100) - lost) / EIGHTS, abs=1e-12)


def test_the_joker_held_leaves_the_dealer_eight_natural_cards(table: Table) -> None:
    dealers = table.dealers
    eights = dealers.jokers == 0
    natural = expectations(dealers, DEFAULT, dealers.weights * eights)
    seven = expectations(dealers, DEFAULT, dealers.weights * ~eights)
    with_joker, without = (estimates_of(DEFAULT, joker)[:, NO_RANK] / UNIT for joker in (1, 0))
    assert np.abs(with_joker - natural).max() < 1e-8
    assert np.abs(without - natural * 38 / 46 - seven * 8 / 46).max() < 1e-8


@counter
def sampled_value(deck: Ints, front: int, back: int, dealers: Lookup, count: int) -> int:
    """The sum of the results of a setting against so many dealers from the cards that are left."""
    cards, total = np.empty(len(deck), np.int64), 0
    for number in range(count):
        shuffle_into(cards, deck, 8, 46, 46, number)
        mask = 0
        for index in range(8):
            mask += 1 << cards[index]
        row = dealers.rows[find_class(dealers.keys, dealers.slots, class_key(mask & ~(1 << 52)))]
        total += main_result(front, back, row[0], row[1])
    return total


@pytest.mark.parametrize("joker", [0, 1])
def test_the_estimate_is_close_to_the_truth(table: Table, joker: int) -> None:
    """Against dealers dealt from the 46 cards that the player does not hold; without removal it is off by 0.02."""
    values, rng = estimates_of(DEFAULT, joker), Random(f"estimate {joker}")
    errors = []
    for _ in range(40):
        hand = np.array([*rng.sample(range(52), 7 - joker), *[52] * joker])
        setting = house_way(hand, NO_CARD, 0)
        front, back = divmod(cell_of(setting), HIGHS)
        deck = np.array([card for card in range(53) if card not in hand])
        true = compiled(sampled_value)(deck, front, back, table.houses, 100_000) / 100_000
        errors.append(true - compiled(value_of)(values, hand, cell_of(setting)) / UNIT)
    assert sqrt(float(np.mean(np.square(errors)))) < 0.015
    assert max(map(abs, errors)) < 0.05


# The player's settings and decisions


def settings_of(hand: tuple[int, ...], wheel: int) -> Iterator[tuple[int, int]]:
    """Front and back of every legal setting."""
    for front in combinations(hand, 2):
        low = front_strength(*front)
        high = poker_strength([card for card in hand if card not in front], wheel)
        if not fouls(low, high):
            yield low, high


@pytest.mark.parametrize("joker", [0, 1])
def test_the_best_setting_is_the_best_of_all_legal_ones(joker: int) -> None:
    values = estimates_of(DEFAULT, joker)
    for hand in naive.hands("best setting", 7, 200):
        if (JOKER in hand) == bool(joker):
            cards = np.array(hand)
            best = compiled(best_setting)(cards, 0, values)
            front = front_cards(hand, best)
            found = HIGHS * front_strength(*front) + poker_strength([card for card in hand if card not in front])
            assert found == cell_of(best)
            every = [int(value_of(values, hand, HIGHS * low + high)) for low, high in settings_of(hand, 0)]
            assert value_of(values, hand, found) == max(every)


def test_plain_players_are_the_compiled_ones() -> None:
    hands = np.array(naive.hands("plain players", 7, 30, 52))
    values = estimates_of(DEFAULT, 0)
    assert (set_players(hands, 0, 30, 0, values) == compiled(set_players)(hands, 0, 30, 0, values)).all()


@pytest.mark.parametrize("ranks", [TOP, BOTTOM], ids=["top", "bottom"])
@pytest.mark.parametrize("wheel", [0, 1])
def test_the_players_hands_are_those_of_brute_force(ranks: tuple[int, ...], wheel: int) -> None:
    variant = Variant(ranks=ranks, wheel=wheel)
    dealers = set_all_dealers(variant, RUN)
    found = set_all_players(variant, dealers, RUN)
    every = all_hands(ranks, 7).hands
    for joker in (0, 1):
        hands = every[(every[:, -1] == JOKER) == bool(joker)]
        ones = Classes(hands=hands, weights=np.ones(len(hands), np.int64))
        packed = RUN(set_players, class_shards(ones, wheel, values_for(dealers, variant, joker)))
        for strategy in (HOUSE_WAY, BEST_SETTING):
            chosen = found.jokers == joker
            ours = (CELLS * found.decisions + found.cells)[strategy, chosen]
            assert counted(ours, found.weights[chosen]) == counted(packed[strategy], ones.weights)


def test_decisions_by_expectation() -> None:
    half = UNIT // 2
    assert [decide(value) for value in (UNIT, 1, 0, -1, -half, -half - 1, -UNIT)] == [
        DOUBLE,
        DOUBLE,
        STAND,
        STAND,
        STAND,
        SURRENDER,
        SURRENDER,
    ]


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
    values = estimates_of(variant, int(JOKER in hand))
    setting = house_way(hand, NO_CARD, variant.wheel)
    words = "set house-way"
    if strategy == BEST_SETTING:
        setting = best_setting(hand, variant.wheel, values)
        words = "set {} {}".format(*map(str, map(Card, front_cards(hand, setting))))
    value = value_of(values, hand, cell_of(setting)) / UNIT
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


def test_one_thread_sets_all_hands_as_two_do(other: Table) -> None:
    one = Table.of(OTHER, Threads(1))
    assert (one.dealers.cells == other.dealers.cells).all()
    assert (one.players.cells == other.players.cells).all()
    assert (one.players.decisions == other.players.decisions).all()
    assert (one.houses.rows == other.houses.rows).all()
    assert (one.seats.rows == other.seats.rows).all()


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
        [main_of(table, strategy, one) for strategy, one in enumerate(table.estimates(found, 1000))]
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
        wagers_of(game, table, HOUSE_WAY, table.estimates(found, 1000)[HOUSE_WAY])
        for found in batches(table, 100, 1000)
    ]
    for wager in ("dealer-pai-gow", "dealer-joker"):
        scatter = np.var([float(one[wager]["2"].net) for one in prices], ddof=1)
        told = np.mean([one[wager]["2"].standard_error ** 2 for one in prices])
        assert 0.3 < scatter / told < 1.9  # long shots: the variance of a variance is large


@counter
def surrenders_to_jokers(first: int, count: int, seats: Lookup, houses: Lookup) -> Ints:
    """How many of so many rounds are surrendered, by strategy, to a dealer with the joker."""
    found, cards = np.zeros(2, np.int64), np.empty(53, np.int64)
    rows, dealers = np.empty(HANDS, np.int64), np.empty(HANDS, np.int64)
    for number in range(first, first + count):
        shuffle_into(cards, np.arange(53), DEALT, 31, STREAM, number)
        find_hands(cards, seats, houses, rows, dealers)
        for strategy in range(2):
            surrendered = seats.rows[rows[0], strategy, DECISION] == SURRENDER
            found[strategy] += surrendered and houses.rows[dealers[1], JOKER_EVENT] < EVENTS
    return found


def test_surrenders_to_a_joker_are_exact(table: Table) -> None:
    count = 400_000
    found = RUN(surrenders_to_jokers, [(first, 50_000, table.seats, table.houses) for first in range(0, count, 50_000)])
    for strategy in (HOUSE_WAY, BEST_SETTING):
        exact = float(table.joker_surrendered(strategy))
        assert abs(found[strategy] / count - exact) < 4 * sqrt(exact / count)


# Results


def test_a_result_adds_up(table: Table) -> None:
    game = houseway.game(NAME, {"dealer-joker-needs-win": "yes"})
    found = estimate_at(table, game, RUN, deals=20_000, seed=3)
    for strategy, main in enumerate((found.main, found.main_best_setting)):
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
        assert main.independent_net == table.independent_net(strategy)
    assert found.main_best_setting.net > found.main.net
    for wagers in (found.wagers, found.wagers_best_setting):
        assert [(wager, list(tables)) for wager, tables in wagers.items()] == [
            ("dealer-pai-gow", ["1", "2", "3"]),
            ("dealer-joker", ["1", "2"]),
        ]


def test_a_wager_from_its_lines(table: Table) -> None:
    game = houseway.game(NAME, {"dealer-joker-needs-win": "yes"})
    found = estimate_at(table, game, RUN, deals=5000, seed=3)
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


def test_json_says_how_it_was_found(table: Table) -> None:
    shown = estimate_at(table, houseway.game(NAME), RUN, deals=1000, seed=1).to_json()
    assert shown["method"] == "simulated"
    assert list(shown["wagers"]) == ["dealer-pai-gow"]  # the joker alone decides: Dealer Joker is counted exactly
    for main in (shown["main"], shown["main_best_setting"]):
        assert main["method"] == "simulated"
        assert main["rounds"] == 42_000
        assert main["standard_error"] > 0
        assert "house_edge_exact" not in main
    line = shown["wagers"]["dealer-pai-gow"]["1"]["lines"]["ace-high pai gow"]
    assert line.keys() == {"probability", "standard_error", "pays"}


def test_one_deal_has_no_standard_error(table: Table) -> None:
    with pytest.raises(InvalidInput, match="at least 2"):
        estimate_at(table, houseway.game(NAME), RUN, deals=1, seed=1)


def test_a_variant_reads_the_options() -> None:
    options = {"wheel": "second", "best-seven": "poker", "commission": "5%"}
    assert Variant.of(houseway.game(NAME, options)) == Variant(wheel=1, reading=POKER, commission=5)
    assert Variant.of(houseway.game(NAME)) == DEFAULT
    assert DEFAULT.deck == 53


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
    found = estimate_at(table, houseway.game(NAME), RUN, deals=200_000, seed=77)
    for main, edge in zip((found.main, found.main_best_setting), FIGURES["expected", "lowest"], strict=True):
        assert abs(float(main.house_edge) - edge) < 4 * (main.standard_error + 0.00005)


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
                value = value_of(values, hand, cell_of(ours))
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
    tables = [estimates_of(Variant(reading=reading), joker) for joker in (0, 1)]
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
    game = houseway.game(NAME, {"best-seven": reading, "wheel": wheel})
    found = estimate(game, RUN, seed=78)
    for main, edge in zip((found.main, found.main_best_setting), FIGURES[reading, wheel], strict=True):
        assert main.standard_error < 0.0001
        assert abs(float(main.house_edge) - edge) < 4 * (main.standard_error + 0.00005)


@pytest.mark.slow
def test_a_description_is_a_simulation() -> None:
    shown = describe(houseway.game(NAME), RUN)
    assert shown == estimate(houseway.game(NAME), Threads(1)).to_json()
    assert shown["standard_error"] < 0.0001
