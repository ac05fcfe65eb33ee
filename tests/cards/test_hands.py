"""Hand evaluation: known counts of all hands, every entry of the tables, and the twin on random and rare hands."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import naive
from houseway.cards import hands
from houseway.cards.card import ACE, JOKER
from houseway.kernel import compiled
from twin import blackjack, flush, poker
from twin.houseway import Setting, is_foul

Counts = npt.NDArray[np.int64]
STRENGTHS = hands.FIVE_ACES + 1
BOTH_WHEELS = pytest.mark.parametrize("wheel", [hands.WHEEL_LOWEST, hands.WHEEL_SECOND])

# Known counts, over every hand there is


def walk(evaluate: Callable[[int, int, int], int], keys: Counts, size: int, wheel: int, found: Counts) -> None:
    """Count the strengths of all hands of a size; those with the last card, the joker, in a row of their own."""
    first = np.arange(size - 2)  # all cards but two, as an odometer
    while True:
        key = mask = 0
        for card in first:
            key += keys[card]
            mask += 1 << int(card)
        for a in range(first[-1] + 1, 52):
            for b in range(a + 1, 53):
                strength = evaluate(key + keys[a] + keys[b], mask + (1 << a) + (1 << b), wheel)
                found[int(b == 52), strength] += 1
        turning = size - 3
        while turning >= 0 and first[turning] == 53 - size + turning:
            turning -= 1
        if turning < 0:
            return
        first[turning] += 1
        for later in range(turning + 1, size - 2):
            first[later] = first[later - 1] + 1


@cache
def compiled_walk() -> Any:
    import numba

    return numba.njit(walk)


@cache
def all_hands(size: int, wheel: int = hands.WHEEL_LOWEST) -> Counts:
    """How many hands have each strength: without the joker, and with it."""
    found = np.zeros((2, STRENGTHS), np.int64)
    compiled_walk()(compiled(hands.best_five), np.array(hands.KEYS), size, wheel, found)
    return found


def by_category(strengths: Counts) -> tuple[int, ...]:
    """Counts from high card to five aces."""
    found = Counter[int]()
    for strength, count in enumerate(strengths.tolist()):
        found[hands.category(strength)] += count
    return tuple(found[kind] for kind in range(11))


WITHOUT_JOKER = {
    5: (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4, 0),
    6: (6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_656, 188, 0),
    7: (
        23_294_460,
        58_627_800,
        31_433_400,
        6_461_620,
        6_180_020,
        4_047_644,
        3_473_184,
        224_848,
        37_260,
        4_324,
        0,
    ),
}
WITH_JOKER_DECK = (
    24_780_420,
    64_221_960,
    35_553_816,
    7_470_676,
    11_236_028,
    6_172_088,
    4_188_528,
    307_472,
    184_832,
    26_132,
    1_128,
)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_all_hands_of_52_cards_have_the_known_categories(size: int) -> None:
    assert sum(WITHOUT_JOKER[size]) == comb(52, size)
    assert by_category(all_hands(size)[0]) == WITHOUT_JOKER[size]


def test_all_154_143_080_hands_of_seven_with_a_joker_have_the_known_categories() -> None:
    assert sum(WITH_JOKER_DECK) == comb(53, 7) == 154_143_080
    assert by_category(all_hands(7).sum(axis=0)) == WITH_JOKER_DECK


@pytest.mark.parametrize(("size", "distinct"), [(5, 7462), (6, 6075), (7, 4824)])
def test_hands_of_52_cards_have_the_known_number_of_strengths(size: int, distinct: int) -> None:
    assert np.count_nonzero(all_hands(size)[0]) == distinct


def test_strengths_run_from_1_to_five_aces_without_a_gap() -> None:
    found = all_hands(5).sum(axis=0)
    assert np.flatnonzero(found).tolist() == list(range(1, hands.FIVE_ACES + 1))
    assert found[hands.FIVE_ACES] == 1


def test_the_place_of_the_wheel_changes_no_count() -> None:
    lowest, second = all_hands(5, hands.WHEEL_LOWEST), all_hands(5, hands.WHEEL_SECOND)
    assert by_category(lowest[0]) == by_category(second[0])
    assert np.count_nonzero(lowest[0]) == np.count_nonzero(second[0])


def test_category_bounds_stand_where_the_twin_changes_category() -> None:
    for wheel in naive.WHEELS:
        for value, place in naive.ladder(wheel).items():
            assert hands.category(place) == value[0]


# Every entry of the tables, from what the twin makes of five cards


def best_by_ranks(ranks: naive.Ranks, wheel: str) -> poker.Value:
    fives = naive.unsuited_fives(wheel)
    return max(fives[five] for five in set(combinations(ranks, 5)))


def best_by_ranks_with_joker(ranks: naive.Ranks, wheel: str) -> poker.Value:
    fours = naive.unsuited_jokers(wheel)
    best = max(fours[four] for four in set(combinations(ranks, 4)))
    return max(best, best_by_ranks(ranks, wheel)) if len(ranks) > 4 else best


class Recorder:
    """A table that remembers which of its entries were looked at."""

    def __init__(self, table: Sequence[int]) -> None:
        self.table = table
        self.used: set[int] = set()

    def __getitem__(self, place: int) -> int:
        self.used.add(place)
        return self.table[place]


def test_every_set_of_ranks_has_its_entry_and_every_entry_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    strengths, rows = Recorder(hands.RANK_STRENGTHS), Recorder(hands.ROW_OFFSETS)
    monkeypatch.setattr(hands, "RANK_STRENGTHS", strengths)
    monkeypatch.setattr(hands, "ROW_OFFSETS", rows)
    classes = 0
    for wheel, word in enumerate(naive.WHEELS):
        places = naive.ladder(word)
        for size in (5, 6, 7):
            for ranks in naive.multisets(size):
                hand = naive.spread(ranks)
                assert hands.poker_strength(hand, wheel) == places[best_by_ranks(ranks, word)], (word, ranks)
                classes += 1
            for ranks in naive.multisets(size - 1):
                hand = (*naive.spread(ranks), JOKER)
                assert hands.poker_strength(hand, wheel) == places[best_by_ranks_with_joker(ranks, word)], (word, ranks)
                classes += 1
    assert strengths.used == {place for place, strength in enumerate(strengths.table) if strength}
    assert rows.used >= {row for row, offset in enumerate(rows.table) if offset}
    assert len(strengths.used) == classes  # no two sets of ranks share an entry


@BOTH_WHEELS
@pytest.mark.parametrize("suit", range(4))
def test_every_flush_has_its_entry(wheel: int, suit: int) -> None:
    word = naive.WHEELS[wheel]
    places, fives = naive.ladder(word), naive.suited_fives(word)
    for size in (5, 6, 7):
        for ranks in combinations(range(13), size):
            expected = max(fives[five] for five in combinations(ranks, 5))
            assert hands.poker_strength(naive.suited(ranks, suit), wheel) == places[expected], (word, ranks)


@BOTH_WHEELS
@pytest.mark.parametrize("suit", range(4))
def test_every_flush_with_the_joker_has_its_entry(wheel: int, suit: int) -> None:
    word = naive.WHEELS[wheel]
    places, fives, fours = naive.ladder(word), naive.suited_fives(word), naive.suited_jokers(word)
    for size in (4, 5, 6):
        for ranks in combinations(range(13), size):
            expected = max(fours[four] for four in combinations(ranks, 4))
            expected = max([expected, *(fives[five] for five in combinations(ranks, 5))])
            hand = (*naive.suited(ranks, suit), JOKER)
            assert hands.poker_strength(hand, wheel) == places[expected], (word, ranks)


def test_fewer_suited_cards_than_a_flush_needs_have_no_entry() -> None:
    for wheel in (0, 1):
        for joker in (0, 1):
            start = (2 * wheel + joker) << 13
            few = [mask for mask in range(1 << 13) if mask.bit_count() + joker < 5]
            assert not any(hands.FLUSH_STRENGTHS[start + mask] for mask in few)


def test_every_mask_has_its_highest_straight() -> None:
    windows = [{(low + step) % 13 for step in range(5)} for low in range(-1, 9)]  # -1 is the ace below the two
    for joker in (0, 1):
        for mask in range(1 << 13):
            held = set(naive.ranks_of(mask))
            made = [place for place, window in enumerate(windows, 1) if len(window - held) <= joker]
            assert hands.STRAIGHTS[(joker << 13) + mask] == max(made, default=0)


def test_every_mask_knows_seven_in_a_row() -> None:
    windows = [{(low + step) % 13 for step in range(7)} for low in range(-1, 7)]
    for joker in (0, 1):
        for mask in range(1 << 13):
            held = set(naive.ranks_of(mask))
            made = any(len(window - held) <= joker for window in windows)
            assert hands.SEVENS_IN_A_ROW[(joker << 13) + mask] == made


def test_every_mask_has_its_longest_run_top_rank_and_count() -> None:
    for mask in range(1 << 13):
        ranks = naive.ranks_of(mask)
        longest = flush.longest_run({rank + 2 for rank in ranks})
        assert hands.LONGEST_RUNS[mask] == min(longest, 13)  # all thirteen hold the ace twice
        assert hands.TOP_RANKS[mask] == max(ranks, default=-1)
        assert hands.COUNTS[mask] == len(ranks)


def test_every_mask_has_its_flush_poker_hand() -> None:
    for mask in range((1 << 13) - 1):
        suited = naive.texts(naive.suited(naive.ranks_of(mask)))
        assert hands.LONGEST_FLUSHES[mask] == packed(flush.flush_in(suited, "c"))
        assert hands.LONGEST_FLUSHES[(1 << 13) + mask] == packed(flush.flush_in((*suited, "Jo"), "c"))


# The twin, on hands as they are dealt and on hands that hardly ever are


@BOTH_WHEELS
@pytest.mark.parametrize("size", [5, 6, 7])
def test_a_strength_is_its_place_among_all_that_the_twin_knows(size: int, wheel: int) -> None:
    word = naive.WHEELS[wheel]
    seen = set()
    for hand in naive.hands(f"best five {word}", size, 1000):
        strength = hands.poker_strength(hand, wheel)
        assert strength == naive.strength(hand, word), naive.texts(hand)
        seen.add(hands.category(strength))
    assert seen >= set(range(10))  # the sample holds what chance hardly ever deals


@BOTH_WHEELS
def test_the_stronger_of_two_hands_is_the_stronger_for_the_twin(wheel: int) -> None:
    word = naive.WHEELS[wheel]
    dealt = naive.hands(f"pairs of hands {word}", 7, 300)
    for one, other in zip(dealt[::2], dealt[1::2], strict=True):
        a, b = poker.best(naive.texts(one), word), poker.best(naive.texts(other), word)
        expected = (a > b) - (a < b)
        assert hands.outcome(hands.poker_strength(one, wheel), hands.poker_strength(other, wheel)) == expected


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("As Ks Qs Js Ts 2c 3d", 9),
        ("Jo Ks Qs Js Ts 2c 3d", 9),
        ("As Jo Qs Js Ts 2c 3d", 9),
        ("Ad As Ah Ac Jo Kc Kd", 10),
        ("Ad As Ah Ac Kh Kc Kd", 7),
        ("Ah 2h 3h 4h 5h 6h 7c", 8),
        ("Jo 2h 3h 4h 5h Kc Kd", 8),
        ("Kh Kd Ks Jo 2c 3d 9h", 3),
        ("Kh Kd Jo As 2c 3d 9h", 2),
        ("Jo Kd Qs 2c 4d 6h 8h", 0),
        ("Jo 3d 5s 6c 7d Kh Qh", 4),
        ("Jo 2h 5h 9h Jh Kc Qd", 5),
    ],
)
def test_the_joker_is_an_ace_or_completes_a_straight_or_flush(text: str, category: int) -> None:
    hand = naive.cards(text)
    assert hands.category(hands.poker_strength(hand)) == category
    assert poker.best(naive.texts(hand))[0] == category


def test_the_wheel_is_the_lowest_straight_or_the_second_highest() -> None:
    wheel, six, king, ace = (
        naive.cards(text) for text in ("Ah 2d 3s 4c 5h", "2h 3d 4s 5c 6h", "9h Td Js Qc Kh", "Th Jd Qs Kc Ah")
    )
    lowest = [hands.poker_strength(hand, hands.WHEEL_LOWEST) for hand in (wheel, six, king, ace)]
    second = [hands.poker_strength(hand, hands.WHEEL_SECOND) for hand in (six, king, wheel, ace)]
    assert lowest == sorted(lowest)
    assert second == sorted(second)


def test_the_joker_prefers_the_wheel_where_it_stands_second() -> None:
    hand = naive.cards("Jo 2d 3s 4c 5h")
    assert hands.poker_strength(hand, hands.WHEEL_LOWEST) == hands.poker_strength(naive.cards("6d 2d 3s 4c 5h"))
    assert hands.poker_strength(hand, hands.WHEEL_SECOND) == hands.poker_strength(
        naive.cards("Ad 2d 3s 4c 5h"), hands.WHEEL_SECOND
    )


@pytest.mark.parametrize(("player", "dealer", "result"), [(5, 4, 1), (4, 4, 0), (4, 5, -1)])
def test_outcome(player: int, dealer: int, result: int) -> None:
    assert hands.outcome(player, dealer) == result


# Three cards


@cache
def three_card_hands() -> dict[tuple[int, int, int], int]:
    return {hand: hands.three_card(*hand) for hand in combinations(range(52), 3)}


THREE_KINDS = ("nothing", "pair", "flush", "straight", "three of a kind", "straight flush")


def test_all_22_100_hands_of_three_have_the_known_categories() -> None:
    found = Counter(THREE_KINDS[strength // 2197] for strength in three_card_hands().values())
    assert found == {
        "straight flush": 48,
        "three of a kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "nothing": 16_440,
    }


def naive_three(hand: tuple[int, int, int]) -> tuple[int, ...]:
    """Category, then what decides within it."""
    kind = THREE_KINDS.index(poker.three(naive.texts(hand)))
    ranks = [poker.rank(text) for text in naive.texts(hand)]
    if kind in (3, 5) and set(ranks) == {2, 3, 14}:
        return (kind, 3)
    if kind in (3, 5):
        return (kind, max(ranks))
    return (kind, *(rank for _, rank in poker.ranks_by_count(ranks)))


def test_all_hands_of_three_stand_in_the_order_of_the_twin() -> None:
    places: dict[tuple[int, ...], set[int]] = {}
    for hand, strength in three_card_hands().items():
        places.setdefault(naive_three(hand), set()).add(strength)
    in_order = [places[key] for key in sorted(places)]
    assert all(len(found) == 1 for found in in_order)
    assert [min(found) for found in in_order] == sorted({min(found) for found in in_order})


def test_the_order_of_three_cards_does_not_matter() -> None:
    for a, b, c in naive.hands("three in any order", 3, 300, deck=52):
        assert len({hands.three_card(*hand) for hand in ((a, b, c), (b, c, a), (c, a, b), (a, c, b))}) == 1


# Two cards in front


def test_all_fronts_stand_in_the_order_of_the_twin() -> None:
    fronts = naive.fronts()
    assert len(fronts) == 91
    assert [fronts[value] for value in sorted(fronts)] == sorted(set(fronts.values()))


def test_equal_fronts_are_equally_strong_in_any_order_of_cards() -> None:
    fronts = naive.fronts()
    for one, two in combinations(range(53), 2):
        strength = fronts[poker.two(naive.texts((one, two)))]
        assert hands.front_strength(one, two) == hands.front_strength(two, one) == strength


def test_a_front_fouls_exactly_where_the_twin_says_so() -> None:
    fronts = naive.fronts()
    for back, place in naive.ladder("lowest").items():
        legal = [value for value in fronts if not is_foul(Setting((), (), value, back))]
        assert [value for value in fronts if not hands.fouls(fronts[value], place)] == legal


def test_the_place_of_the_wheel_makes_no_front_foul() -> None:
    lowest, second = naive.ladder("lowest"), naive.ladder("second")
    for value, place in lowest.items():
        if value[0] < poker.STRAIGHT:
            assert second[value] == place


# Flush poker


def packed(value: flush.Flush) -> int:
    """The twin's flush as our strength."""
    size, ranks = value
    return size << 13 | naive.mask_of(rank - 2 for rank in ranks)


def sevens(seed: str) -> list[naive.Hand]:
    return naive.hands(seed, 7, 4000)


def test_the_flush_hand_is_the_twins() -> None:
    for hand in sevens("flush hand"):
        strength = hands.flush_hand(hands.hand_mask(hand))
        expected = flush.flush_hand(naive.texts(hand))
        assert strength == packed(expected), naive.texts(hand)
        assert hands.flush_size(strength) == expected[0]


def test_flush_hands_stand_in_the_order_of_the_twin() -> None:
    dealt = sevens("flush order")
    for one, other in zip(dealt[::2], dealt[1::2], strict=True):
        a, b = flush.flush_hand(naive.texts(one)), flush.flush_hand(naive.texts(other))
        assert hands.outcome(packed(a), packed(b)) == (a > b) - (a < b)


def test_the_joker_joins_the_suit_that_is_then_best() -> None:
    hand = naive.cards("Ah Kh Qh As 3s 2s Jo")
    assert hands.flush_hand(hands.hand_mask(hand)) == packed((4, (14, 13, 12, 11)))
    hand = naive.cards("9h 8h 7h Ks Qs Js Jo")
    assert hands.flush_hand(hands.hand_mask(hand)) == packed((4, (14, 13, 12, 11)))


def test_the_longest_straight_flush_and_flush_are_the_twins_without_the_joker() -> None:
    for hand in sevens("longest"):
        mask, words = hands.hand_mask(hand), naive.texts(hand)
        assert hands.longest_straight_flush(mask) == flush.natural_run(words, "any"), words
        assert hands.longest_flush(mask) == flush.natural_length(words), words


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("Ah 2h 3h 4h 5h 6h 7h", 7),
        ("8s 9s Ts Js Qs Ks As", 7),
        ("Ks As 2s 3s 5d 7c 9h", 3),
        ("Qd Kd Ad 2c 3c 5s 7s", 3),
        ("Jo 2d 4d 6d 8d Td Qd", 1),
    ],
)
def test_a_straight_flush_has_its_ace_low_or_high_and_no_joker(text: str, length: int) -> None:
    assert hands.longest_straight_flush(hands.hand_mask(naive.cards(text))) == length


def test_ranks_held_counts_the_joker_as_an_ace() -> None:
    for hand in sevens("ranks held"):
        counted = Counter(rank - 2 for rank in map(poker.rank, naive.texts(hand)))
        expected = [naive.mask_of(rank for rank in counted if counted[rank] >= times) for times in range(1, 6)]
        assert list(hands.ranks_held(hands.hand_mask(hand))) == expected


# Blackjack


def test_totals_are_the_twins() -> None:
    for size in range(1, 9):
        for hand in naive.hands(f"totals {size}", size, 1000, deck=52):
            hard, aces = sum(map(hands.hard_value, hand)), sum(card % 13 == ACE for card in hand)
            assert hands.blackjack_total(hard, aces) == blackjack.total(list(naive.texts(hand))), naive.texts(hand)


@pytest.mark.parametrize(
    ("text", "total", "soft"),
    [
        ("Ah Kd", 21, True),
        ("Ah Ad", 12, True),
        ("Ah Ad 9c", 21, True),
        ("Ah Ad 9c Tc", 21, False),
        ("Ah Ad Ac As 7c", 21, True),
        ("Ah 6d", 17, True),
        ("Ah 6d Tc", 17, False),
        ("Kh Qd 2c", 22, False),
        ("2h", 2, False),
        ("Ah", 11, True),
    ],
)
def test_an_ace_counts_eleven_where_that_does_not_break_the_hand(text: str, total: int, soft: bool) -> None:
    hand = naive.cards(text)
    hard, aces = sum(map(hands.hard_value, hand)), sum(card.rank == 12 for card in hand)
    assert hands.blackjack_total(hard, aces) == total
    assert hands.is_soft(hard, aces) == soft


def test_pips_and_pictures() -> None:
    values = [hands.hard_value(card) for card in range(13)]
    assert values == [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1]
    assert [hands.hard_value(card) for card in range(52)] == values * 4


# Sums over cards


def test_keys_and_masks_are_sums_over_cards() -> None:
    for hand in naive.hands("sums", 7, 200):
        key, mask = hands.hand_key(hand), hands.hand_mask(hand)
        assert key == hands.hand_key(hand[:3]) + hands.hand_key(hand[3:])
        assert mask == hands.hand_mask(hand[:3]) + hands.hand_mask(hand[3:])
        assert {card for card in range(53) if mask >> card & 1} == set(hand)
