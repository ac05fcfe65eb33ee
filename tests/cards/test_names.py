"""Hands in words."""

from itertools import combinations

import pytest

import naive
from houseway.cards import hands, names
from twin import flush, poker

PLURALS = (
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "sevens",
    "eights",
    "nines",
    "tens",
    "jacks",
    "queens",
    "kings",
    "aces",
)
SINGULARS = [word.removesuffix("es") if word == "sixes" else word.removesuffix("s") for word in PLURALS]


def plural(rank: int) -> str:
    """The twin's rank, 2 to 14, in words."""
    return PLURALS[rank - 2]


def singular(rank: int) -> str:
    return SINGULARS[rank - 2]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ah Kd Qs Jc 9h", "ace high"),
        ("7h 5d 4s 3c 2h", "seven high"),
        ("6h 6d Qs Jc 9h", "pair of sixes"),
        ("Kh Kd 7s 7c 9h", "two pair, kings and sevens"),
        ("7h 7d Ks Kc Ah", "two pair, kings and sevens"),
        ("2h 2d 2s Kc Ah", "three of a kind, twos"),
        ("Ah 2d 3s 4c 5h", "straight, five high"),
        ("Ah Kd Qs Jc Th", "straight, ace high"),
        ("6h 7d 8s 9c Th", "straight, ten high"),
        ("Ah 9h 7h 3h 2h", "flush, ace high"),
        ("Jo 9h 7h 3h 2h", "flush, ace high"),
        ("6h 6d 6s 3c 3h", "full house, sixes over threes"),
        ("3h 3d 3s 6c 6h", "full house, threes over sixes"),
        ("8h 8d 8s 8c 3h", "four of a kind, eights"),
        ("Ah 2h 3h 4h 5h", "straight flush, five high"),
        ("9d Td Jd Qd Kd", "straight flush, king high"),
        ("As Ks Qs Js Ts", "royal flush"),
        ("As Ks Qs Js Jo", "royal flush"),
        ("As Ad Ac Ah Jo", "five aces"),
        ("Kd 7s 7c 2d Jh Ah Kh", "two pair, kings and sevens"),
    ],
)
@pytest.mark.parametrize("wheel", [hands.WHEEL_LOWEST, hands.WHEEL_SECOND])
def test_a_hand_is_named(text: str, name: str, wheel: int) -> None:
    strength = hands.poker_strength(naive.cards(text), wheel)
    assert names.poker_name(strength, wheel) == name


def naive_name(value: poker.Value) -> str:
    """A name made from the twin's value."""
    kind, ranks = value
    if kind in (poker.STRAIGHT, poker.STRAIGHT_FLUSH):
        top = 5 if ranks[0] in (10, 27) else ranks[0] // 2  # the twin doubles heights and puts a wheel at 10 or 27
        return f"{poker.NAMES[kind]}, {singular(top)} high"
    if kind == poker.HIGH_CARD:
        return f"{singular(ranks[0])} high"
    if kind == poker.PAIR:
        return f"pair of {plural(ranks[0])}"
    if kind == poker.TWO_PAIR:
        return f"two pair, {plural(ranks[0])} and {plural(ranks[1])}"
    if kind == poker.FULL_HOUSE:
        return f"full house, {plural(ranks[0])} over {plural(ranks[1])}"
    if kind in (poker.THREE, poker.FOUR):
        return f"{poker.NAMES[kind]}, {plural(ranks[0])}"
    if kind == poker.FLUSH:
        return f"flush, {singular(ranks[0])} high"
    return "royal flush" if kind == poker.ROYAL_FLUSH else "five aces"


@pytest.mark.parametrize("wheel", [hands.WHEEL_LOWEST, hands.WHEEL_SECOND])
def test_every_strength_is_named_as_the_twin_would(wheel: int) -> None:
    for value, place in naive.ladder(naive.WHEELS[wheel]).items():
        assert names.poker_name(place, wheel) == naive_name(value)


def test_every_category_has_a_name() -> None:
    assert names.CATEGORIES[:-1] == poker.NAMES[:-1]
    assert len(names.CATEGORIES) == len(set(names.CATEGORIES)) == 11


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ah Kd", "ace-king"),
        ("3d 2h", "three-two"),
        ("2h 3d", "three-two"),
        ("6h 6d", "pair of sixes"),
        ("Jo Kd", "ace-king"),
        ("Jo Ad", "pair of aces"),
        ("2c 2d", "pair of twos"),
        ("Th 9h", "ten-nine"),
    ],
)
def test_a_front_is_named(text: str, name: str) -> None:
    one, two = naive.cards(text)
    assert names.front_name(hands.front_strength(one, two)) == name


def test_every_front_is_named_as_the_twin_would() -> None:
    for pair in combinations(range(53), 2):
        kind, ranks = poker.two(naive.texts(pair))
        expected = f"pair of {plural(ranks[0])}" if kind == poker.PAIR else "-".join(map(singular, ranks))
        assert names.front_name(hands.front_strength(*pair)) == expected


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ah Kd 9s", "ace high"),
        ("5h 3d 2s", "five high"),
        ("6h 6d 9s", "pair of sixes"),
        ("Ah 6d 6s", "pair of sixes"),
        ("Kh 9h 2h", "flush, king high"),
        ("Ah 2d 3s", "straight, three high"),
        ("Qh Kd As", "straight, ace high"),
        ("6h 6d 6s", "three of a kind, sixes"),
        ("Ah 2h 3h", "straight flush, three high"),
        ("Ts Js Qs", "straight flush, queen high"),
    ],
)
def test_three_cards_are_named(text: str, name: str) -> None:
    one, two, three = naive.cards(text)
    assert names.three_name(hands.three_card(one, two, three)) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ah 9h 7h 3h 2h Kd Kc", "five-card flush, A-9-7-3-2"),
        ("Ah 9h 7h 3h Ks Kd Jo", "five-card flush, A-K-9-7-3"),
        ("Th 8h 2h Js 9s 3d 4c", "three-card flush, T-8-2"),
        ("2c 3c 4d 5d 6h 7h 8s", "two-card flush, 7-6"),
        ("Ah Kh Qh Jh Th 9h 8h", "seven-card flush, A-K-Q-J-T-9-8"),
        ("Ah Kh Qh Jh Th 9h Jo", "seven-card flush, A-K-Q-J-T-9-8"),
    ],
)
def test_a_flush_is_named_by_its_size_and_ranks(text: str, name: str) -> None:
    assert names.flush_name(hands.flush_hand(hands.hand_mask(naive.cards(text)))) == name


def test_flushes_are_named_as_the_twin_would() -> None:
    counted = ("no", "one", "two", "three", "four", "five", "six", "seven")
    for hand in naive.hands("flush names", 7, 1000):
        size, ranks = flush.flush_hand(naive.texts(hand))
        expected = f"{counted[size]}-card flush, {'-'.join(poker.RANKS[rank - 2] for rank in ranks)}"
        assert names.flush_name(hands.flush_hand(hands.hand_mask(hand))) == expected


@pytest.mark.parametrize(
    ("hard", "aces", "cards", "name"),
    [
        (11, 1, 2, "blackjack"),
        (11, 1, 0, "soft 21"),
        (11, 1, 3, "soft 21"),
        (21, 0, 3, "21"),
        (21, 1, 3, "21"),
        (7, 1, 2, "soft 17"),
        (17, 1, 3, "17"),
        (17, 0, 2, "17"),
        (2, 2, 2, "soft 12"),
        (20, 0, 2, "20"),
        (22, 0, 3, "22, bust"),
        (26, 1, 4, "26, bust"),
    ],
)
def test_a_blackjack_total_is_named(hard: int, aces: int, cards: int, name: str) -> None:
    assert names.total_name(hard, aces, cards) == name
