"""The shipped tables: made again from the rules (slow), and their sums against the twin's own count (quick)."""

from array import array
from itertools import pairwise

import pytest

import houseway
import naive
from houseway.cards.hands import FIVE_ACES
from houseway.games.wild_monkey_pai_gow.best_seven import HIGHS, HIGHS_AT_MOST, LOWS, LOWS_AT_MOST
from houseway.lab.shards import Threads
from houseway.lookup_files import read_tables
from twin import percentiles as twin

ALL_SEVENS = 154_143_080
WHEELS = pytest.mark.parametrize("wheel", [0, 1])


@pytest.mark.slow
def test_hand_tables_are_what_the_rules_of_poker_make() -> None:
    import make_hand_tables

    assert read_tables(make_hand_tables.TARGET) == make_hand_tables.make()


@pytest.mark.slow
def test_percentiles_are_what_the_house_way_makes() -> None:
    import make_percentiles

    assert read_tables(make_percentiles.TARGET) == make_percentiles.make()


@pytest.mark.slow
def test_a_player_who_sees_no_other_card_has_the_edge_that_is_counted_otherwise() -> None:
    from one_card_seen import edge_with_cards_seen
    from printed_edge import letter

    counted = houseway.analyze("down-under-holdem").main.house_edge_exact
    assert edge_with_cards_seen(letter(), 0, Threads()) == counted


def highs(wheel: int) -> "array[int]":
    return HIGHS_AT_MOST[wheel * HIGHS : (wheel + 1) * HIGHS]


def lows(wheel: int) -> "array[int]":
    return LOWS_AT_MOST[wheel * LOWS : (wheel + 1) * LOWS]


@WHEELS
def test_percentiles_rise_from_none_to_all_hands(wheel: int) -> None:
    for table in (highs(wheel), lows(wheel)):
        assert table[0] == 0
        assert table[-1] == ALL_SEVENS
        assert all(one <= next_one for one, next_one in pairwise(table))


def test_percentiles_stand_for_every_high_and_low_of_both_wheels() -> None:
    assert HIGHS == FIVE_ACES + 1
    assert (len(HIGHS_AT_MOST), len(LOWS_AT_MOST)) == (2 * HIGHS, 2 * LOWS)


@WHEELS
def test_high_percentiles_are_those_that_the_twin_counted(wheel: int) -> None:
    word, table = naive.WHEELS[wheel], highs(wheel)
    for value, place in naive.ladder(word).items():
        assert table[place] == twin.no_better(value, word, "back")


@WHEELS
def test_low_percentiles_are_those_that_the_twin_counted(wheel: int) -> None:
    word, table = naive.WHEELS[wheel], lows(wheel)
    for value, place in naive.fronts().items():
        assert table[place] == twin.no_better(value, word, "front")
