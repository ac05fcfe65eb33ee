"""Exact prices of every bonus: known counts, the letters' figures, and second ways."""

from fractions import Fraction
from functools import cache
from importlib import import_module
from math import comb, sqrt

import pytest
from msgspec.structs import replace

from houseway.games import game_named, game_names, letter_of
from houseway.games.pricing.price import Prices, WagerPrice
from houseway.lab.shards import Threads
from houseway.lab.verify import verdicts


@cache
def prices(name: str) -> Prices:
    found: Prices = import_module(f"houseway.games.{name.replace('-', '_')}.exact.bonuses").price_bonuses(
        game_named(name), Threads(2)
    )
    return found


def counts(price: WagerPrice) -> dict[str, int]:
    return {name: line.combinations for name, line in price.lines.items()}


@pytest.mark.parametrize("name", game_names())
def test_every_pay_table_is_priced_from_whole_counts(name: str) -> None:
    for wager, tables in prices(name).items():
        letter = letter_of(name).paytables
        wagers = letter_of(name).wagers
        group = wagers[wager].paytable or wager if wager in wagers else wager
        if group in letter and wager != "progressive-alternate":
            assert list(tables) == list(letter[group])
        for price in tables.values():
            assert 0 < price.hit_frequency < 1
            assert -1 < price.net < 0
            assert price.net_squared >= price.net**2


def test_trips_or_better_counts_are_those_of_seven_cards() -> None:
    assert counts(prices("down-under-holdem")["trips-or-better"]["1"]) == {
        "royal flush": 4_324,
        "straight flush": 37_260,
        "four of a kind": 224_848,
        "full house": 3_473_184,
        "flush": 4_047_644,
        "straight": 6_180_020,
        "three of a kind": 6_461_620,
    }


def test_match_the_dealer_counts_by_hand() -> None:
    price = prices("down-under-holdem")["match-the-dealer"]["1"]
    assert price.combinations == comb(52, 2) * comb(50, 2)
    four = 13 * comb(4, 2)  # one pair each of one rank
    three = 2 * 13 * comb(4, 2) * 2 * 48  # a pair on one side, one of the two left and another rank on the other
    two = comb(13, 2) * 4 * 4 * 3 * 3
    assert [line.combinations for line in price.lines.values()][:3] == [four, three, two]


def test_royal_riches_counts_agree_with_the_published_ones() -> None:
    found = counts(prices("flush-poker")["royal-riches"]["1"])
    assert found["5 aces"] == 1_128
    assert found["royal flush"] + found["royal flush + ace-king suited"] == 26_132 - 8 * 4 - 2 * 4
    assert found["4 of a kind"] == 307_472
    assert found["full house"] == 4_188_528
    assert found["flush"] == 6_172_088
    assert found["3 of a kind"] == 7_672_500
    assert found["straight"] == 11_034_204
    assert found["7 card straight flush"] == 4 * 8
    assert found["royal flush + ace-king suited"] == 4 * 3 + 4 * 5 * 3  # natural, or the joker for one of the five


def test_natural_flush_counts_by_binomials() -> None:
    found = counts(prices("flush-poker")["natural-flush"]["1"])
    assert found == {
        f"{size}-card flush": 4 * comb(13, size) * comb(40, 7 - size) for size in (7, 6, 5, 4)
    }  # no two suits can hold four of seven


def test_dealer_joker_wins_in_8_of_53_rounds() -> None:
    assert prices("wild-monkey-pai-gow")["dealer-joker"]["1"].hit_frequency == Fraction(8, 53)


def test_jackpots_of_both_games_have_the_same_exact_probabilities() -> None:
    one, other = prices("flush-poker")["jackpot"], prices("wild-monkey-pai-gow")["jackpot"]
    assert {name: counts(price) for name, price in one.items()} == {n: counts(p) for n, p in other.items()}


@pytest.mark.parametrize(("decks", "schedule"), [(2, "2"), (4, "4"), (5, "5"), (6, "6"), (8, "8")])
def test_match_the_dealer_edge_by_expectation(decks: int, schedule: str) -> None:
    price = prices("down-under-blackjack")["match-up"][schedule]
    left = 52 * decks - 1
    suited, unsuited = 2 * Fraction(decks - 1, left), 2 * Fraction(3 * decks, left)
    table = letter_of("down-under-blackjack").paytables["match-the-dealer"][schedule]
    pays = [pay.times for pay in table.pays if pay]
    miss = 1 - Fraction(comb(left, 2) - comb(left - (4 * decks - 1), 2), comb(left, 2))
    assert price.net == suited * pays[0] + unsuited * pays[1] - miss


def test_break_even_meter_is_where_the_edge_is_gone() -> None:
    price = prices("down-under-blackjack")["progressive"]["3a/1"]
    even = price.break_even_meter
    assert even is not None
    assert round(even) == 27_407  # $ at a wager of $1
    assert price.edge_at(even) == 0
    assert price.edge_at(Fraction(0)) == price.house_edge


@pytest.mark.parametrize(
    ("name", "line", "one_in"),
    [
        ("3a/1", "2 suited aces of spades", 369_564),
        ("5a/1", "4 suited aces dealer's up and down cards", 18_940_155),
        ("5d/8", "4 suited aces dealer's up and down cards", 4_392_609),
    ],
)
def test_odds_of_the_rarest_shares(name: str, line: str, one_in: int) -> None:
    price = prices("down-under-blackjack")["progressive"][name]
    assert round(Fraction(price.combinations, price.lines[line].combinations)) == one_in


def test_all_118_blackjack_figures_are_reproduced() -> None:
    found = verdicts(letter_of("down-under-blackjack"), prices("down-under-blackjack"), None)
    assert len(found) == 118
    assert [verdict.figure.what for verdict in found if not verdict.reproduced] == []


def test_one_thread_and_two_give_the_same() -> None:
    from houseway.games.bonuses.royal_riches_exact import count_made

    one, two = (count_made(Threads(threads)) for threads in (1, 2))
    assert (one == two).all()


def test_the_deviation_of_a_jackpot_wager_counts_its_shares_line_by_line() -> None:
    """At $12,000 on the meter, from the counts of the lines alone."""
    price = prices("flush-poker")["jackpot"]["3"]
    found = price.result().at_meter(12_000_00)
    mean = square = Fraction(0)
    for line in price.lines.values():
        chance = Fraction(line.combinations, price.combinations)
        won = line.pays.times * 12_000 if line.pays.kind == "share" else line.pays.times
        mean += chance * won
        square += chance * won**2
    assert found.standard_deviation == pytest.approx(sqrt(square - mean**2))
    assert round(found.standard_deviation, 2) == 33.46
    assert found.fixed_standard_deviation == pytest.approx(price.standard_deviation)
    assert found.edge_at_meter_exact == 1 - mean
    assert (price.result().basis, found.basis) == ("fixed pays only", "fixed pays, meter")


def test_meter_and_prize_of_a_progressive_together() -> None:
    table = letter_of("down-under-blackjack").paytables["progressive"]["5d/6"]
    plain = replace(prices("down-under-blackjack")["progressive"]["5d/6"].result(), prize=table.prize)
    found = plain.at_meter(20_000_00).with_prizes({table.prize: Fraction(500)})
    again = plain.with_prizes({table.prize: Fraction(500)}).at_meter(20_000_00)
    assert found == again
    assert found.edge_with_meter_and_prize == pytest.approx(0.189787, abs=1e-6)
    assert round(found.standard_deviation, 2) == 12.89
    assert found.break_even_meter_with_prize is not None
    assert round(found.break_even_meter_with_prize) == 398_936
    even = plain.at_meter(398_935_73).with_prizes({table.prize: Fraction(500)})
    assert even.edge_with_meter_and_prize == pytest.approx(0, abs=1e-7)
