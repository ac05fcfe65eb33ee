"""The house way, line by line and on both sides of every threshold."""

import pytest

import houseway
from games.records import pai_gow, unused

# Seven cards and the ranks that go in front; the joker counts as an ace there.
LINE_1_FIVE_ACES = [
    ("As Ah Ad Ac Jo Ks Kd", "K K"),
    ("As Ah Ad Ac Jo Qs Qd", "A A"),
    ("As Ah Ad Ac Jo Ks 7d", "A A"),
]
LINE_2_FOUR_AND_THREE = [
    ("8s 8h 8d 8c 5s 5h 5d", "5 5"),
    ("5s 5h 5d 5c 8s 8h 8d", "8 8"),
    ("2s 2h 2d 2c 5s 5h 5d", "5 5"),
    ("As Ah Ad Ac 5s 5h 5d", "5 5"),
]
LINE_3_FOUR_AND_A_PAIR = [
    ("8s 8h 8d 8c 5s 5h Kd", "5 5"),
    ("5s 5h 5d 5c As Ah Kd", "A A"),
    ("Ks Kh Kd Kc As Jo 2d", "A A"),
    ("2s 2h 2d 2c 5s 5h Kd", "5 5"),
    ("As Ah Ad Ac 5s 5h Kd", "5 5"),
]
LINE_4_FOUR_OF_A_KIND = [
    ("As Ah Ad Ac Ks 3h 2d", "A A"),
    ("As Ah Ad Jo Ks 8h 2d", "A A"),
    ("Ks Kh Kd Kc As 3h 2d", "K K"),
    ("Js Jh Jd Jc As 3h 2d", "J J"),  # jacks are split, whatever is beside them
    ("Ts Th Td Tc As 3h 2d", "A 3"),  # tens stay together behind an ace
    ("Ts Th Td Tc Ks 3h 2d", "K 3"),  # or a king
    ("Ts Th Td Tc Qs 3h 2d", "T T"),  # but not behind a queen
    ("Ts Th Td Tc Jo 3h 2d", "A 3"),  # the joker is an ace
    ("7s 7h 7d 7c Ks 3h 2d", "K 3"),
    ("7s 7h 7d 7c Qs 3h 2d", "7 7"),
    ("6s 6h 6d 6c Qs 3h 2d", "Q 3"),  # sixes are never split
    ("2s 2h 2d 2c 5s 4h 3d", "5 4"),
]
LINE_5_TWO_SETS_OF_TRIPS = [
    ("9s 9h 9d 4s 4h 4d Kc", "9 9"),
    ("2s 2h 2d As Ah Ad Kc", "A A"),
]
LINE_6_FULL_HOUSE = [
    ("9s 9h 9d 4s 4h Kd Qc", "4 4"),
    ("4s 4h 4d 9s 9h 6s 6h", "9 9"),
    ("As Ah Ad Ks Kh 2d 2c", "K K"),  # never a pair torn from the trips
    ("2s 2h 2d As Jo Kd Qc", "A A"),
]
LINE_7A_TRIPS_AND_A_COMPLETE_HAND = [
    ("9s 9h 9d 8c 7d 6s 5h", "9 9"),  # a straight behind
    ("Ks Kh Kd 9s 7s 4s 2s", "K K"),  # a flush behind
    ("Th Td Tc Jh Qh Kh Ah", "T T"),  # a royal flush behind
    ("As Ah Jo Kd Qc Js 3h", "A 3"),  # the only complete hand takes the joker and an ace
    ("As Ah Ad Kd Qc Js Th", "A A"),
    ("2s 2h 2d 3c 4d 5s 6h", "2 2"),
]
LINE_7B_TRIP_ACES = [
    ("As Ah Ad Kc 9d 6s 3h", "A K"),
    ("As Jo Ad Kc 9d 6s 3h", "A K"),
]
LINE_7C_OTHER_TRIPS = [
    ("Ks Kh Kd Qc 9d 6s 3h", "Q 9"),
    ("2s 2h 2d Ac 9d 7s 6h", "A 9"),
]
LINE_8_THREE_PAIR = [
    ("9s 9h 6s 6h 3d 3c Kd", "9 9"),
    ("Jo Ah 9h 9d 8h 8c 7h", "A A"),  # though the joker would complete a flush
]
LINE_9A_TWO_PAIR_JACKS_OR_BETTER = [
    ("As Ah 2s 2h Kd 9d 7c", "2 2"),
    ("Js Jh 4s 4h As 9d 7c", "4 4"),  # even with a single ace
    ("Ks Kh Qs Qh Js Td 9c", "Q Q"),  # even with a straight
    ("As Jo 4s 4h Kd 9d 7c", "4 4"),  # the joker's pair of aces is like any other
]
LINE_9B_TWO_PAIR_SEVENS_TO_TENS = [
    ("Ts Th 4s 4h As 9d 7c", "A 9"),
    ("Ts Th 4s 4h Ks 9d 7c", "4 4"),
    ("Ts Th 4s 4h Jo 9d 7c", "A 9"),
    ("7s 7h 4s 4h As Kd 9c", "A K"),
    ("7s 7h 4s 4h Ks Qd 9c", "4 4"),
]
LINE_9C_TWO_PAIR_THREES_TO_SIXES = [
    ("6s 6h 4s 4h As 9d 8c", "A 9"),
    ("6s 6h 4s 4h Ks 9d 8c", "K 9"),
    ("6s 6h 4s 4h Qs 9d 8c", "4 4"),
    ("3s 3h 2s 2h Kd Jd 9c", "K J"),
    ("3s 3h 2s 2h Qd Jd 9c", "2 2"),
]
LINE_10_PAIR_AND_A_COMPLETE_HAND = [
    ("5s 5h 6d 7c 8s 9h Kd", "K 5"),
    ("2s 2h 3d 4c 5s 6h Kd", "K 2"),
    ("Ks Kh 9s 8s 7s 4s 2s", "K K"),  # the pair itself before the flush
    ("Ts Th As 9d 8c 7h 6s", "A T"),  # ace-nine would not be higher
    ("Ks Kh As Qd Jc Tc 4h", "A Q"),  # the exception: kings behind, ace and next best in front
    ("Ts Th Ah Kd Qh 7h 4h", "A K"),  # the exception for tens
    ("9s 9h Ah Kd Qh 7h 4h", "K 9"),  # nines keep the flush
    ("As Ah Kd Qc Jh Td 4s", "A 4"),  # aces keep the straight: there is no single ace
    ("Jo As Kd Qc Jh 7d 4s", "7 4"),  # so does the joker's pair of aces
]
LINE_11_ONE_PAIR = [
    ("Ks Kh Qd 9c 7h 5d 2s", "Q 9"),
    ("2s 2h Ad Kc 9h 7d 5s", "A K"),
    ("Jo As Qd 9c 7h 5d 2s", "Q 9"),
]
LINE_12_COMPLETE_HAND = [
    ("Ks Qd 9h 8c 7d 6s 5h", "K Q"),
    ("9s 8d 7h 6c 5s 4d 3h", "9 8"),  # of a long straight the lowest stays behind
    ("9h 8h 7h 6h 5h Ts 2h", "T 9"),  # a straight flush is broken into a flush
    ("Jo Kd Qh 9c 8d 7s 5h", "K Q"),  # the joker completes the straight
    ("Ah Qh 9h 6h 3h Kd Jc", "K J"),
]
LINE_13_NO_PAIR = [
    ("Ks Qd 9h 8c 7d 4s 2h", "Q 9"),
    ("Jo Kd Jh 9c 6d 4s 2h", "K J"),  # the joker stays behind as an ace
    ("9c 8d 7h 5s 4d 3h 2d", "8 7"),
]
LINES = {name: cases for name, cases in globals().items() if name.startswith("LINE_")}
CASES = [pytest.param(*case, id=f"{name.lower()}-{case[0]}") for name, cases in LINES.items() for case in cases]


def house_way(cards: str, **options: object) -> tuple[list[str], str]:
    """The front cards that the house way sets, and the two hands in words."""
    record = pai_gow(cards, unused(cards, 8), "set house-way")
    record["options"] = options
    seat = houseway.settle(record)["seats"][0]
    assert seat["foul"] is False
    return sorted(seat["front"]), seat["hand"]


def ranks(cards: list[str]) -> str:
    """The ranks of some cards, highest first."""
    found = ["A" if card == "Jo" else card[0] for card in cards]
    return " ".join(sorted(found, key="AKQJT98765432".index))


def test_every_line_has_examples() -> None:
    numbers = [name.split("_")[1] for name in LINES]
    assert numbers == ["1", "2", "3", "4", "5", "6", "7A", "7B", "7C", "8", "9A", "9B", "9C", "10", "11", "12", "13"]


@pytest.mark.parametrize(("cards", "front"), CASES)
def test_front(cards: str, front: str) -> None:
    assert ranks(house_way(cards)[0]) == front


@pytest.mark.parametrize(("cards", "front"), CASES)
def test_front_does_not_depend_on_the_order_of_the_cards(cards: str, front: str) -> None:
    assert ranks(house_way(" ".join(reversed(cards.split())))[0]) == front


@pytest.mark.parametrize(
    ("cards", "front", "hand"),
    [
        ("As Ah Ad Jo Ks Qs Js", ["Ad", "Ah"], "royal flush; pair of aces"),
        ("Ks Kh Kd 9s 7s 4s 2s", ["Kd", "Kh"], "flush, king high; pair of kings"),
        ("Kh Ks 9s 8s 7s 4s 2s", ["Kh", "Ks"], "flush, nine high; pair of kings"),
    ],
)
def test_of_equal_fronts_the_one_with_the_best_back_is_set(cards: str, front: list[str], hand: str) -> None:
    assert house_way(cards) == (front, hand)


@pytest.mark.parametrize(("wheel", "hand"), [("lowest", "straight, six high"), ("second", "straight, five high")])
def test_the_joker_completes_the_better_straight(wheel: str, hand: str) -> None:
    """King-queen before 2-3-4-5 and the joker: a six, or where the wheel is second, an ace."""
    assert house_way("Jo Kd Qh 5c 4d 3s 2h", wheel=wheel)[1] == f"{hand}; king-queen"
