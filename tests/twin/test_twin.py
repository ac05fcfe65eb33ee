"""The twin itself, on hands worked out by hand, on known counts, and on its own generated records."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

from . import Refused, settle, settle_text
from .bases import BASES, BLACKJACK, FLUSH, HOLDEM, PAI_GOW, PREMIUM, PROGRESSIVE, Record, edit
from .generate import GAMES, record
from .houseway import best_seven, house_way
from .malformed import cases
from .money import broken, written
from .percentiles import ALL_HANDS, counts, percentile
from .poker import DECK, FIVE_ACES, HIGH_CARD, JOKER, NAMES, PAIR, five, five_or_joker, three
from .royal import jackpot_line, riches_line

Lines = list[tuple[str, str, str]]


def seat_lines(answer: dict[str, Any], seat: int = 0) -> Lines:
    """Wager, result and returned of each line of the nth seat."""
    found = answer["seats"][seat]["wagers"]
    return [(one["wager"], one["result"], one["returned"]) for one in found]


def names(text: str) -> list[str]:
    """Cards from a text."""
    return text.split()


# Money


@pytest.mark.parametrize(
    ("winnings", "breakage", "expected"),
    [
        ("0.015", "cent-down", "0.01"),
        ("0.015", "cent-nearest", "0.02"),
        ("0.014", "cent-nearest", "0.01"),
        ("0.011", "cent-up", "0.02"),
        ("7.60", "quarter-down", "7.50"),
        ("7.625", "quarter-nearest", "7.75"),
        ("7.51", "half-up", "8.00"),
        ("7.25", "half-nearest", "7.50"),
        ("7.99", "dollar-down", "7.00"),
        ("7.50", "dollar-nearest", "8.00"),
        ("7.00", "dollar-up", "7.00"),
        ("0.40", "dollar-down", "0.00"),
    ],
)
def test_breakage(winnings: str, breakage: str, expected: str) -> None:
    assert written(broken(Fraction(winnings), breakage)) == expected


# Down Under Hold'em


def holdem(cards: str, dealer: str, board: str, *decisions: str, **wagers: object) -> Record:
    """A one-seat round with everything offered that is staked."""
    options = {name.replace("_", "-"): 1 for name in wagers if name not in ("ante", "breakage", "folded")}
    stakes = {name.replace("_", "-"): wagers[name] for name in wagers if name not in ("breakage", "folded")}
    stakes = {"ante": 10, **stakes}
    stakes["bet"] = stakes["ante"]
    rules = {"breakage": wagers.get("breakage", "cent-down"), "folded-bonuses": wagers.get("folded", "play")}
    return edit(
        HOLDEM,
        (("options",), {**options, **rules}),
        (("dealer",), names(dealer)),
        (("board",), names(board)),
        (("seats", 0, "cards"), names(cards)),
        (("seats", 0, "wagers"), stakes),
        (("seats", 0, "decisions"), list(decisions)),
    )


def test_the_example_of_the_interface() -> None:
    answer = settle(HOLDEM)
    assert seat_lines(answer) == [
        ("ante", "win", "20.00"),
        ("bet", "push", "10.00"),
        ("play", "win", "60.00"),
        ("trips-or-better", "lose", "0.00"),
    ]
    one = answer["seats"][0]
    assert (one["staked"], one["returned"], one["net"]) == ("55.00", "90.00", "35.00")
    assert answer["jackpot"] is None


def test_holdem_fold_keeps_bonuses_alive() -> None:
    found = holdem("7h 7d", "9h 2c", "Kd 7s 8c 2d Jh", "check", "fold", trips_or_better=5)
    lines = [("ante", "fold", "0.00"), ("bet", "fold", "0.00"), ("trips-or-better", "win", "20.00")]
    assert seat_lines(settle(found)) == lines


def test_holdem_fold_kills_bonuses_where_the_house_says_so() -> None:
    found = holdem("7h 7d", "9h 2c", "Kd 7s 8c 2d Jh", "check", "fold", trips_or_better=5, folded="lose")
    assert seat_lines(settle(found))[2] == ("trips-or-better", "fold", "0.00")


def test_holdem_royal_on_the_board_ties_and_pays_the_bonus() -> None:
    found = holdem("2h 7d", "9h 2c", "As Ks Qs Js Ts", "play 2x", trips_or_better=5)
    lines = [("ante", "push", "10.00"), ("bet", "push", "10.00"), ("play", "push", "20.00")]
    assert seat_lines(settle(found)) == [*lines, ("trips-or-better", "win", "255.00")]


def test_holdem_royal_pays_500_to_1() -> None:
    found = holdem("As Ks", "9h 2c", "Qs Js Ts 2d 3d", "check", "play 1x")
    assert seat_lines(settle(found))[1] == ("bet", "win", "5010.00")


def test_holdem_steel_wheel_pays_50_to_1() -> None:
    found = holdem("As 2s", "9h 2c", "3s 4s 5s 9d 9c", "play 3x")
    assert seat_lines(settle(found))[1] == ("bet", "win", "510.00")


def test_holdem_wheel_is_a_straight_and_loses_to_a_six_high_straight() -> None:
    assert seat_lines(settle(holdem("As Kd", "6c 9s", "2h 3d 4c 5s Kh", "play 3x")))[2] == (
        "play",
        "lose",
        "0.00",
    )
    assert seat_lines(settle(holdem("As Kd", "Kc 9s", "2h 3d 4c 5s Kh", "play 3x")))[1] == (
        "bet",
        "win",
        "20.00",
    )


@pytest.mark.parametrize(
    ("breakage", "returned"), [("cent-down", "0.02"), ("cent-nearest", "0.03"), ("cent-up", "0.03")]
)
def test_holdem_flush_at_3_to_2_on_a_cent(breakage: str, returned: str) -> None:
    found = holdem("As 2s", "9h 2c", "3s 4s Js 9d Kc", "play 3x", ante="0.01", breakage=breakage)
    assert seat_lines(settle(found))[1] == ("bet", "win", returned)


@pytest.mark.parametrize(
    ("cards", "dealer", "returned"),
    [
        ("7h 7d", "7c 7s", "251.00"),
        ("7h 7d", "7c 9s", "26.00"),
        ("7h 9d", "7c 7s", "26.00"),
        ("7h 9d", "7c 9s", "11.00"),
        ("7h 9d", "7c 8s", "3.00"),
        ("7h 7d", "8c 9s", "0.00"),
        ("7h 9d", "8c 8s", "0.00"),
    ],
)
def test_holdem_match_the_dealer(cards: str, dealer: str, returned: str) -> None:
    found = holdem(cards, dealer, "Kd Qs 4c 2d Jh", "play 3x", match_the_dealer=1)
    assert seat_lines(settle(found))[3][2] == returned


def test_holdem_four_wager_rule() -> None:
    both = (("options",), {"trips-or-better": 1, "match-the-dealer": 1})
    small = (("seats", 0, "wagers"), {"ante": 5, "bet": 5, "match-the-dealer": 50})
    assert seat_lines(settle(edit(HOLDEM, both, small)))[3] == ("match-the-dealer", "lose", "0.00")
    with pytest.raises(Refused):
        settle(edit(HOLDEM, both, (("seats", 0, "wagers"), {"ante": 6, "bet": 6, "match-the-dealer": 6})))


def test_void_gives_every_stake_back() -> None:
    answer = settle(edit(HOLDEM, (("void",), "misdeal")))
    assert [line[1:] for line in seat_lines(answer)] == [
        ("void", "10.00"),
        ("void", "10.00"),
        ("void", "30.00"),
        ("void", "5.00"),
    ]
    assert answer["seats"][0]["net"] == "0.00"


# Premium Hold'em


def premium(cards: str, dealer: str, board: str, *decisions: str) -> Record:
    """A one-seat round with $10 on everything."""
    stakes = dict.fromkeys(("ante", "xtra-bonus", "player-bonus", "hole-card-bonus"), 10)
    return edit(
        PREMIUM,
        (("dealer",), names(dealer)),
        (("board",), names(board)),
        (("seats", 0, "cards"), names(cards)),
        (("seats", 0, "wagers"), stakes),
        (("seats", 0, "decisions"), list(decisions)),
    )


@pytest.mark.parametrize(
    ("cards", "dealer", "board", "returned"),
    [
        ("Ah Kh 3s", "9h 5c 4d", "Kd 7s 2c Jh", "10.00 10.00 60.00 0.00 0.00"),  # king high: ante pushes
        ("Ah Kh 3s", "9h 2d 4d", "Kd 7s 2c Jh", "10.00 10.00 60.00 0.00 0.00"),  # a pair of twos is too low
        ("Ah Kh 4s", "9h 3d 4d", "Kd 7s 3c Jh", "20.00 10.00 60.00 0.00 0.00"),  # a pair of threes is enough
        ("9c 5h 4s", "Ah 5c 4d", "Kd 7s 2c Jh", "0.00 0.00 0.00 0.00 0.00"),  # beaten by no qualifier
        ("9c 5h 4s", "9h 5c 4d", "Kd 7s 2c Jh", "10.00 10.00 30.00 0.00 0.00"),  # a tie
        ("Ah 8h 3h", "9h 9c 4d", "Kh 7h 2c Jd", "20.00 25.00 60.00 70.00 40.00"),  # a flush
        ("Ah 2d 3c", "9h 9c 8d", "4h 5h Kc Jd", "20.00 20.00 60.00 50.00 70.00"),  # the wheel
        ("7h 7d 7c", "9h 9c 4d", "Kh 8h 2c Jd", "20.00 10.00 60.00 40.00 310.00"),  # trips push the xtra
        ("Qh Kh Ah", "9h 9c 4d", "Th Jh 2c Jd", "20.00 5010.00 60.00 1010.00 410.00"),  # a royal flush
        ("Kh Ah 2h", "9h 9c 4d", "3h 4h 5h Jd", "20.00 1010.00 60.00 510.00 40.00"),  # K-A-2 is a flush
        ("8h 8d 2h", "9h 9c 4d", "8c 8s 5h Jd", "20.00 110.00 60.00 310.00 20.00"),  # four of a kind
        ("8h 8d 2h", "9h 9c 4d", "8c 2s 5h Jd", "20.00 40.00 60.00 90.00 20.00"),  # a full house
    ],
)
def test_premium(cards: str, dealer: str, board: str, returned: str) -> None:
    lines = seat_lines(settle(premium(cards, dealer, board, "play 3x")))
    assert [line[0] for line in lines] == ["ante", "xtra-bonus", "play", "player-bonus", "hole-card-bonus"]
    assert " ".join(line[2] for line in lines) == returned


def test_premium_fold_keeps_bonuses() -> None:
    found = premium("7h 7d 7c", "9h 9c 4d", "Kh 8h 2c Jd", "check", "fold")
    assert seat_lines(settle(found)) == [
        ("ante", "fold", "0.00"),
        ("xtra-bonus", "fold", "0.00"),
        ("player-bonus", "win", "40.00"),
        ("hole-card-bonus", "win", "310.00"),
    ]


# Down Under Blackjack


def blackjack(cards: str, dealer: str, decisions: str, draws: str, **options: object) -> Record:
    """A one-seat round of $10."""
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    return edit(
        BLACKJACK,
        (("options",), chosen),
        (("dealer",), names(dealer)),
        (("seats", 0, "cards"), names(cards)),
        (("seats", 0, "decisions"), decisions.split(", ") if decisions else []),
        (("draws",), names(draws)),
    )


@pytest.mark.parametrize(
    ("cards", "dealer", "decisions", "draws", "expected"),
    [
        ("Th 9h", "Td 8d", "stand", "", "win 20.00"),
        ("Th 7h", "Td 7d", "stand", "", "push 10.00"),
        ("Th 8h", "Td Kd", "stand", "", "lose 0.00"),
        ("Ah Kh", "Td 6d", "", "", "win 25.00"),  # the dealer does not draw to a lone blackjack
        ("Ah Kh", "Ad Kd", "", "", "push 10.00"),
        ("5h 4h", "Ad Kd", "", "", "lose 0.00"),
        ("Th 9h", "Td 6d", "stand", "6c", "push 10.00"),
        ("Th Kh", "Td 6d", "stand", "6c", "win 20.00"),
        ("Ah 9h", "Td 6d", "stand", "6c", "push 10.00"),
        ("5h 6h", "Td 6d", "hit", "Tc 6c", "win 20.00"),
        ("Kh Qh", "Td 6d", "split, stand", "Ac Jc 6c", "win 20.00 push 10.00"),
        ("Ah As", "Td 6d", "stand", "6c", "win 20.00"),  # two golds
        ("Th 5h", "Td 6d", "hit", "Tc", "lose 0.00"),  # bust: the dealer does not draw
        ("Th 6h", "Td 6d", "hit, stand", "2c 7c", "win 20.00"),  # dealer 23
        ("5h 6h", "Td 6d", "double", "9c 6c", "push 20.00"),  # a doubled 20 has drawn
        ("5h 6h", "Td 6d", "double 3", "Tc 4c", "win 26.00"),
        ("5h 6h", "Td 6d", "double", "Tc 5c", "push 20.00"),  # 21 against 21
        ("Ah Ad", "Td 8d", "split", "Tc 9c", "win 20.00 win 20.00"),
        ("Ah Ad", "Td 8d", "split, split", "Ac 9c 7c Tc", "win 20.00 push 10.00 win 20.00"),
        ("Ah Ad", "Td 8d", "split, stand", "Ac 9c", "lose 0.00 win 20.00"),
    ],
)
def test_blackjack_examples(cards: str, dealer: str, decisions: str, draws: str, expected: str) -> None:
    lines = seat_lines(settle(blackjack(cards, dealer, decisions, draws)))
    assert " ".join(f"{result} {returned}" for _, result, returned in lines) == expected


def test_a_blackjack_wins_against_22_at_its_own_odds() -> None:
    """Another live hand makes the dealer draw."""
    found = blackjack("Ah Kh", "Td 6d", "", "6c", blackjack_pays="6:5")
    other = {"seat": 2, "cards": ["Th", "9h"], "wagers": {"wager": 10}, "decisions": ["stand"]}
    found["seats"].append(other)
    answer = settle(found)
    assert seat_lines(answer, 0) == [("wager", "win", "22.00")]
    assert seat_lines(answer, 1) == [("wager", "push", "10.00")]


def test_blackjack_re_split_to_four_hands_in_order() -> None:
    decisions = "split, split, split, stand, stand, stand, double 5"
    found = blackjack("8h 8d", "Td 7d", decisions, "8s 8c Tc 9c Kc 2c Tc")
    answer = settle(found)
    hands = [one["cards"] for one in answer["seats"][0]["wagers"]]
    assert hands == [["8h", "Tc"], ["8c", "9c"], ["8s", "Kc"], ["8d", "2c", "Tc"]]
    assert [one["hand"] for one in answer["seats"][0]["wagers"]] == [1, 2, 3, 4]
    assert [one["stake"] for one in answer["seats"][0]["wagers"]] == ["10.00", "10.00", "10.00", "15.00"]
    assert [line[2] for line in seat_lines(answer)] == ["20.00", "10.00", "20.00", "30.00"]


@pytest.mark.parametrize(("soft", "draws", "expected"), [("hit", "Tc", "push"), ("stand", "", "win")])
def test_blackjack_soft_17(soft: str, draws: str, expected: str) -> None:
    found = blackjack("Th 7h" if soft == "hit" else "Th 8h", "Ad 6d", "stand", draws, soft_17=soft)
    assert seat_lines(settle(found))[0][1] == expected


def test_blackjack_soft_17_stand_forbids_double_after_split_but_not_the_split() -> None:
    found = blackjack("8h 8d", "Td 7d", "split, stand, stand", "9s 9c", soft_17="stand")
    assert [line[1] for line in seat_lines(settle(found))] == ["push", "push"]


@pytest.mark.parametrize(
    ("cards", "up", "down"),
    [
        ("Th Tc", "80.00", "0.00"),  # one suited (11) and one unsuited (4): 15 to 1 on $5 and the stake
        ("Th Th", "115.00", "0.00"),
        ("Tc Td", "45.00", "0.00"),
        ("Th 7c", "60.00", "60.00"),
        ("Kh 7d", "0.00", "25.00"),
    ],
)
def test_match_the_dealer(cards: str, up: str, down: str) -> None:
    stakes = {"wager": 10, "match-up": 5, "match-down": 5}
    found = edit(PROGRESSIVE, (("seats", 0, "cards"), names(cards)), (("seats", 0, "wagers"), stakes))
    lines = {wager: returned for wager, _, returned in seat_lines(settle(found))}
    assert (lines["match-up"], lines["match-down"]) == (up, down)


def progressive(table: str, cards: str, dealer: str, **jackpot: object) -> dict[str, Any]:
    """The settlement of a $1 progressive wager, its meter at $1,000.01."""
    decks = {"a": 4, "b": 5, "c": 6, "d": 8} if table[0] in "35" else {"a": 2, "b": 4, "c": 5, "d": 6, "e": 8}
    alternate = "on" if table.endswith("alt") else "off"
    name = table.removesuffix("alt")
    hand, cards_of_dealer = names(cards), names(dealer)
    total = 21 if {cards_of_dealer[0][0], cards_of_dealer[1][0]} in ({"A", "K"}, {"A", "T"}) else 0
    options = {"decks": decks[name[1]], "progressive": name, "progressive-alternate": alternate}
    decisions = [] if total == 21 or {hand[0][0], hand[1][0]} == {"A", "K"} else ["stand"]
    found = edit(
        PROGRESSIVE,
        (("options",), options),
        (("dealer",), cards_of_dealer),
        (("seats", 0, "cards"), hand),
        (("seats", 0, "decisions"), decisions),
        (("seats", 0, "wagers"), {"wager": 10, "progressive": 1}),
        (("jackpot",), {"meter": "1000.01", "reset": "500.00", "wager": 1, **jackpot}),
    )
    for draws in ([], ["Tc"], ["Tc", "Td"], ["5c"], ["5c", "Tc"], ["9d"], ["6d"], ["Tc", "9d"]):
        try:
            return settle({**found, "draws": draws})
        except Refused as refused:
            if "draws" not in refused.reason:
                raise
    raise AssertionError(table)


@pytest.mark.parametrize(
    ("table", "cards", "dealer", "returned", "after"),
    [
        ("3c/1", "As As", "As 9c", "1000.01", "500.00"),
        ("3c/1", "Ah Ah", "Ah 9c", "100.00", "900.01"),
        ("3c/1", "7h 7h", "7h 9c", "100.00", "900.01"),
        ("3c/1", "7h 7c", "7h 9c", "12.00", "1000.01"),
        ("3c/1", "7h 2c", "7h 9c", "10.00", "1000.01"),
        ("3c/1", "7s 7c", "7h 9c", "4.00", "1000.01"),
        ("3c/1", "7s 2c", "7h 9c", "2.00", "1000.01"),
        ("3c/1", "7s 2c", "9h 7c", "0.00", "1000.01"),  # the down card does not count
        ("3c/1alt", "As As", "As Ks", "1000.01", "500.00"),
        ("3c/1alt", "As As", "As 9s", "100.00", "900.01"),
        ("3c/1alt", "Ah Ah", "Ah Ks", "100.00", "900.01"),
        ("4a/1", "As Ks", "Ks As", "1000.01", "500.00"),
        ("4a/1", "As Ah", "Ac As", "100.00", "900.01"),
        ("4a/1", "As Ks", "Kh As", "7.50", "1000.01"),  # 6 for 1 and 3 for 2
        ("4b/1", "7h 7h", "7h 7h", "1000.01", "500.00"),
        ("4b/1", "7h 7h", "9c 7h", "100.00", "900.01"),
        ("4b/1", "7h 7h", "7c 7h", "102.00", "900.01"),  # and two non-suited at 2 for 1
        ("4b/1", "7h 9h", "7h 9c", "6.50", "1000.01"),  # 11 for 2 and 1 for 1
        ("4b/1alt", "Ah Ah", "Ah Ah", "1000.01", "500.00"),
        ("4b/1alt", "7h 7h", "7h 7h", "100.00", "900.01"),
        ("5c/1", "Ah Ah", "Ah Ah", "1000.01", "500.00"),
        ("5c/1", "7h 7h", "7h 7h", "100.00", "900.01"),
        ("5c/1", "7h 7c", "7h 7h", "12.00", "1000.01"),
    ],
)
def test_progressive(table: str, cards: str, dealer: str, returned: str, after: str) -> None:
    answer = progressive(table, cards, dealer)
    assert seat_lines(answer)[1][2] == returned
    assert answer["jackpot"]["meter_after"] == after


@pytest.mark.parametrize(
    ("jackpot", "returned", "after"),
    [
        ({"prizes": {"3-card-suited-match": "500.00"}}, "502.00", "1000.01"),
        ({"prizes": {"3-card-suited-match": "13 for 2"}}, "8.50", "1000.01"),
        ({"prizes": {"3-card-suited-match": 500}, "prizes_from": "meter"}, "502.00", "500.01"),
        ({"prizes": {"3-card-suited-match": 5000}, "prizes_from": "meter"}, "1002.01", "0.00"),
    ],
)
def test_prizes(jackpot: dict[str, object], returned: str, after: str) -> None:
    answer = progressive("4b/1alt", "7h 7h", "7c 7h", **jackpot)
    assert (seat_lines(answer)[1][2], answer["jackpot"]["meter_after"]) == (returned, after)
    from_meter = jackpot.get("prizes_from") == "meter"
    assert [award["share"] for award in answer["jackpot"]["awards"]] == [None] * from_meter


def test_a_prize_won_but_not_given_is_an_error() -> None:
    with pytest.raises(Refused, match="3-card-suited-match"):
        progressive("3c/1alt", "7h 7h", "7h 9c")


def test_awards_in_seat_order_each_from_what_is_left() -> None:
    seat = {"cards": ["7h", "7h"], "wagers": {"wager": 10, "progressive": 1}, "decisions": ["stand"]}
    found = edit(
        PROGRESSIVE,
        (("options",), {"progressive": "3c/1"}),
        (("dealer",), ["7h", "Tc"]),
        (("seats",), [{**seat, "seat": 2}, {**seat, "seat": 5}]),
        (("jackpot",), {"meter": "1000.00", "contributed": "0.09", "wager": 1}),
    )
    block = settle(found)["jackpot"]
    assert [award["amount"] for award in block["awards"]] == ["100.00", "90.00"]
    assert block["meter_after"] == "810.09"


# Flush Poker


def flush(cards: str, dealer: str, decision: str, **options: object) -> Record:
    """A one-seat round of $10 with $5 on every bonus that is on."""
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    bonuses = ("natural-straight-flush", "natural-flush", "royal-riches")
    stakes = {"bet": 10, **{name: 5 for name in bonuses if name in chosen}}
    return {
        "game": "flush-poker",
        "options": chosen,
        "dealer": names(dealer),
        "seats": [{"seat": 1, "cards": names(cards), "wagers": stakes, "decisions": [decision]}],
    }


WEAK = "Th 7h 2h 3c 5c 6d 9d"
STRONG = "Th 8h 2h 3c 5c 6d 9d"


@pytest.mark.parametrize(
    ("cards", "dealer", "decision", "expected"),
    [
        ("Kc 4c 8c 4d 3d 8s 6s", WEAK, "raise 1x", "win 20.00 push 10.00"),
        ("9c 4c 8c 4d 3d 8s 6s", STRONG, "raise 1x", "lose 0.00 lose 0.00"),
        ("Kc 4c 8c 4d 3d 8s 6s", STRONG, "raise 1x", "win 20.00 win 20.00"),
        ("Tc 8c 2c 4d 3d Ks Qs", STRONG, "raise 1x", "win 110.00 push 10.00"),
        ("Jo 8c 2c 4d 3d Ks Qs", "Ah 8h 2h 3s 5c 6d 9d", "raise 1x", "win 20.00 win 20.00"),  # A-K-Q
        ("Jo 8c 2c 4d 3d 6s 5s", "Ah 8h 2h 3s 5c 6d 9d", "raise 1x", "win 110.00 push 10.00"),
        ("Kc 4c 8c 4d 3d 8s 6s", STRONG, "fold", "fold 0.00"),
        ("Ac Kc Qc Jc 4d 3d 2s", STRONG, "raise 10", "win 20.00 win 20.00"),
        ("Jo Kc Qc Jc Tc 3d 2s", STRONG, "raise 20", "win 20.00 win 40.00"),
        ("Jo Kc Qc Jc Tc 4c 2s", STRONG, "raise 3x", "win 20.00 win 60.00"),
        ("2c 3c 4c 5c Kd Qd Js", "Ac Kc Qc Jc 9h 8h 2s", "raise 1x", "lose 0.00 lose 0.00"),
        ("Ac Kc Qc 2d 3d 4s 5s", "2h 3h 4h 5h 7d 8s 9c", "raise 1x", "lose 0.00 lose 0.00"),
    ],
)
def test_flush_poker(cards: str, dealer: str, decision: str, expected: str) -> None:
    lines = seat_lines(settle(flush(cards, dealer, decision)))
    assert " ".join(f"{result} {returned}" for _, result, returned in lines) == expected


@pytest.mark.parametrize(
    ("cards", "straight_flush", "natural"),
    [
        ("Ac 2c 3c 7c Kd Qd Js", "40.00", "10.00"),
        ("Ac Kc Qc 7c 4d 2d Js", "40.00", "10.00"),
        ("Kc Ac 2c 7c 4d 3d Js", "0.00", "10.00"),
        ("Jo 2c 3c 7c 5d 8d Js", "0.00", "0.00"),
        ("2c 3c 4c 5c 6c 7c 8c", "40005.00", "1505.00"),
        ("2c 3c 4c 5c 6c 7c 9c", "5005.00", "1505.00"),
        ("2c 3c 4c 5c 7c 9c Jd", "305.00", "505.00"),
        ("2d 3d 4d Kc Jc 9c 7c", "40.00", "10.00"),
    ],
)
def test_natural_bonuses(cards: str, straight_flush: str, natural: str) -> None:
    found = flush(cards, "Ah Th 8h 3s 5s 6s 9h", "fold", natural_straight_flush=1, natural_flush=1)
    assert [line[2] for line in seat_lines(settle(found))[1:]] == [straight_flush, natural]


def test_natural_straight_flush_only_in_the_played_suit() -> None:
    cards, rule = "2d 3d 4d Kc Jc 9c 7c", {"natural_straight_flush_suit": "flush-hand"}
    found = flush(cards, STRONG.replace("9d", "9s"), "fold", natural_straight_flush=1, **rule)
    assert seat_lines(settle(found))[1] == ("natural-straight-flush", "lose", "0.00")


@pytest.mark.parametrize(
    ("decision", "options", "dealer", "expected"),
    [
        ("fold", {}, STRONG, "win"),
        ("fold", {"folded_bonuses": "lose"}, STRONG, "fold"),
        ("fold", {"unqualified_bonuses": "lose"}, WEAK, "fold"),
        ("raise 1x", {"unqualified_bonuses": "lose"}, WEAK, "lose"),
        ("raise 1x", {}, WEAK, "win"),
        ("raise 1x", {"folded_bonuses": "lose"}, STRONG, "win"),
    ],
)
def test_flush_bonuses_without_action(decision: str, options: dict[str, object], dealer: str, expected: str) -> None:
    found = flush("Kc Jc 4c 8c 3s 3h 6s", dealer, decision, natural_flush=1, **options)
    assert seat_lines(settle(found))[-1][1] == expected


def table_of_envy(**options: object) -> Record:
    """Three seats: four eights, a royal flush, and nothing; seats 1 and 3 stake on Royal Riches."""
    hands = ["8c 8d 8h 8s 2c 3d 4h", "As Ks Qs Js Ts 2d 3c", "Kc Qd 9h 7c 5d 3h 2s"]
    found = flush(hands[0], "Ah Th 9c 3s 5s 6s Jh", "raise 1x", royal_riches=1, **options)
    raises = {hands[1]: "raise 2x"}
    found["seats"] = [
        {
            "seat": number,
            "cards": names(hand),
            "wagers": {"bet": 10, **({} if number == 2 else {"royal-riches": 5})},
            "decisions": [raises.get(hand, "raise 1x")],
        }
        for number, hand in enumerate(hands, start=1)
    ]
    return found


def envy_lines(answer: dict[str, Any], seat: int) -> list[tuple[int, str]]:
    """from_seat and returned of each envy line."""
    found = answer["seats"][seat]["wagers"]
    return [(one["from_seat"], one["returned"]) for one in found if one["wager"] == "royal-riches envy"]


def test_envy_comes_from_every_other_hand() -> None:
    answer = settle(table_of_envy())
    assert envy_lines(answer, 0) == [(2, "25.00")]
    assert envy_lines(answer, 1) == []
    assert envy_lines(answer, 2) == [(1, "5.00"), (2, "25.00")]


def test_envy_needs_five_dollars_another_player_and_action() -> None:
    low = edit(table_of_envy(), (("seats", 2, "wagers", "royal-riches"), "4.99"))
    assert envy_lines(settle(low), 2) == []
    same = edit(table_of_envy(), (("seats", 1, "player"), "Ann"), (("seats", 2, "player"), "Ann"))
    assert envy_lines(settle(same), 2) == [(1, "5.00")]
    folded = edit(table_of_envy(folded_bonuses="lose"), (("seats", 1, "decisions"), ["fold"]))
    assert envy_lines(settle(folded), 2) == [(1, "5.00")]


def test_jackpot_shares_largest_first() -> None:
    seats = [
        {"seat": 1, "cards": names("3c 4c 5c 6c 7c 8c Jo"), "wagers": {"bet": 10, "jackpot": 1}},
        {"seat": 2, "cards": names("3d 4d 5d 6d 7d 8d 9d"), "wagers": {"bet": 10, "jackpot": 1}},
    ]
    found: Record = {
        "game": "flush-poker",
        "options": {"jackpot": "progressive", "award-order": "largest-first"},
        "dealer": names("Ah Th 8h 2c 5s 6s 9s"),
        "seats": [{**seat, "decisions": ["fold"]} for seat in seats],
        "jackpot": {"meter": "1000.03", "reset": "100.00", "wager": 1},
    }
    block = settle(found)["jackpot"]
    assert [(award["seat"], award["amount"]) for award in block["awards"]] == [(2, "1000.03"), (1, "25.00")]
    assert (block["reseeded"], block["meter_after"]) == ("100.00", "75.00")
    block = settle(edit(found, (("options", "award-order"), "seat")))["jackpot"]
    assert [(award["seat"], award["amount"]) for award in block["awards"]] == [(1, "250.00"), (2, "750.03")]
    block = settle(edit(found, (("options", "jackpot"), "house")))["jackpot"]
    assert [award["amount"] for award in block["awards"]] == ["1000.03", "250.00"]
    assert block["meter_after"] == "1000.03"


# Royal Riches


@pytest.mark.parametrize(
    ("cards", "table", "expected"),
    [
        ("2c 3c 4c 5c 6c 7c 8c", 1, "7 card straight flush"),
        ("Ac 2c 3c 4c 5c 6c 7c", 1, "7 card straight flush"),
        ("8c 9c Tc Jc Qc Kc Ac", 1, "7 card straight flush"),
        ("8c 9c Tc Jc Qc Kc Ac", 6, "royal flush"),
        ("3c 4c 5c 6c 7c 8c Jo", 1, "7 card straight flush with joker"),
        ("As Ks Qs Js Ts Ah Kh", 1, "royal flush + ace-king suited"),
        ("Jo Ks Qs Js Ts Ah Kh", 1, "royal flush + ace-king suited"),
        ("As Ks Qs Js Ts Jo Kh", 1, "royal flush"),
        ("As Ks Qs Js Ts Kh Qh", 1, "royal flush"),
        ("Ac Ad Ah As Jo Kc Qc", 1, "5 aces"),
        ("Ac Ad Ah Jo 9s Kc Qd", 1, "four of a kind"),
        ("Ac Ad Jo Kc Kd 3h 2s", 1, "full house"),
        ("Ac Ad Jo Kc Td 3h 2s", 1, "three of a kind"),
        ("Ac Jo Kc Kd 9h 9d 2s", 1, "three pair"),
        ("Ac Jo Kc Kd 9h 9d 2s", 2, None),
        ("Ac Jo Kc Kd Qh Qd Ts", 1, "straight"),
        ("Ac 2d 3h 4s Jo 9d 9s", 1, "straight"),
        ("9c 9d Jo 4c 4d 2h 7s", 1, None),
        ("9c 9d Jo 4c 5d 2h 7s", 1, None),
    ],
)
def test_royal_riches(cards: str, table: int, expected: str | None) -> None:
    assert riches_line(names(cards), table) == expected


@pytest.mark.parametrize(
    ("cards", "table", "expected"),
    [
        ("As Ks Qs Js Ts Kh Qh", "1", "Royal Flush w/ K-Q Suited"),
        ("As Ks Qs Js Ts Ah Kh", "1", "Royal Flush"),
        ("3c 4c 5c 6c 7c 8c Jo", "1", "7-Card Wild Straight Flush"),
        ("3c 4c 5c 6c 7c 8c Jo", "2", "7-Card Straight Flush"),
        ("3c 4c 5c 6c 7c 8c Jo", "3", "Straight Flush"),
        ("Ac Ad Ah As Jo Kc Qc", "3", "5 Aces"),
        ("Ac Ad Jo Kc Kd 3h 2s", "2", "Full House"),
    ],
)
def test_jackpot_lines(cards: str, table: str, expected: str) -> None:
    found = jackpot_line(names(cards), table)
    assert found is not None
    assert found[0] == expected


# Wild Monkey Pai Gow: the house way, line by line


@pytest.mark.parametrize(
    ("cards", "front"),
    [
        ("Ac Ad Ah As Jo Kc Kd", "K K"),  # 1
        ("Ac Ad Ah As Jo Kc Qd", "A A"),
        ("7c 7d 7h 7s 4c 4d 4h", "4 4"),  # 2
        ("7c 7d 7h 7s 4c 4d Ah", "4 4"),  # 3
        ("Jc Jd Jh Js 4c 3d 2h", "J J"),  # 4
        ("Tc Td Th Ts Qc 3d 2h", "T T"),
        ("Tc Td Th Ts Kc 3d 2h", "K 3"),
        ("6c 6d 6h 6s 4c 3d 2h", "4 3"),
        ("9c 9d 9h 4c 4d 4h Ah", "9 9"),  # 5
        ("9c 9d 9h Kc Kd 4h 4s", "K K"),  # 6
        ("9c 9d 9h 5c 6d 7h 8s", "9 9"),  # 7a
        ("Ac Ad Ah 5c 6d 9h Js", "A J"),  # 7b
        ("9c 9d 9h 5c 6d 2h Js", "J 6"),  # 7c
        ("9c 9d 4h 4c Kd Kh 2s", "K K"),  # 8
        ("Jc Jd 4h 4c Kd 9h 2s", "4 4"),  # 9a
        ("Tc Td 4h 4c Ad 9h 2s", "A 9"),  # 9b
        ("Tc Td 4h 4c Kd 9h 2s", "4 4"),
        ("Tc Td 4h 4c Jo 9h 2s", "A 9"),
        ("6c 6d 4h 4c Kd 9h 2s", "K 9"),  # 9c
        ("6c 6d 4h 4c Qd 9h 2s", "4 4"),
        ("5c 6d 7h 8c 9d 9h 2s", "9 2"),  # 10: 9-2 in front is the highest that leaves a straight
        ("Kc Kd Ah 2c 4c 7c 9c", "A K"),  # 10: A-K before a flush outranks A-9 before the pair
        ("Qc Qd 9h 7c 5d 3h 2s", "9 7"),  # 11
        ("5c 6d 7h 8c 9d Th Ks", "K T"),  # 12: K-T leaves 5 to 9
        ("Ac Kd Jh 9c 7d 5h 3s", "K J"),  # 13
        ("Jo Kd Jh 9c 7d 5h 3s", "K J"),
    ],
)
def test_house_way(cards: str, front: str) -> None:
    found = house_way(names(cards), "lowest").front
    shown = sorted(("A" if card == JOKER else card[0] for card in found), key="23456789TJQKA".index)
    assert shown[::-1] == front.split()


def pai_gow(cards: str, dealer: str, *decisions: str, **options: object) -> Record:
    """A one-seat round of $10 with $5 on every bonus that is on, best-seven high."""
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    bonuses = ("dealer-joker", "royal-riches", "dealer-pai-gow", "player-pai-gow-insurance")
    stakes = {"bet": 10, **{name: 5 for name in bonuses if name in chosen}}
    return {
        "game": "wild-monkey-pai-gow",
        "options": {"best-seven": "high", **chosen},
        "dealer": names(dealer),
        "seats": [{"seat": 1, "cards": names(cards), "wagers": stakes, "decisions": list(decisions)}],
    }


NINE_HIGH = "Jo 9h 8h 7d 5c 4s 3d 2c"
PAIR_OF_SIXES = "6h 6s Kd Jc 9h 7d 3c 2h"


@pytest.mark.parametrize(
    ("cards", "dealer", "decisions", "expected"),
    [
        ("As Ad Kc Qh 7c 4s 2d", PAIR_OF_SIXES, "set Kc Qh, double 5", "win 20.00 win 10.00"),
        ("As Ad Kc Qh 7c 4s 2d", PAIR_OF_SIXES, "set 7c 4s", "push 10.00"),
        ("As Ad Kc Qh 7c 4s 2d", PAIR_OF_SIXES, "set As Ad, double", "lose 0.00 lose 0.00"),  # a foul
        ("6c 6d Kc Jd 9c 7c 3h", PAIR_OF_SIXES, "set house-way, stand", "lose 0.00"),  # a copy of both
        ("8c 8d Kc Jd 9c 7c 3h", PAIR_OF_SIXES, "set house-way", "push 10.00"),  # a copy in front
        ("As Ad Kc Qh 7c 4s 2d", PAIR_OF_SIXES, "surrender", "surrender 5.00"),
        ("8c 8d Qc Td 9c 7c 3h", PAIR_OF_SIXES, "set 9c 7c", "push 10.00"),
        ("5c 5d Qc Td 9c 7c 3h", PAIR_OF_SIXES, "set 9c 7c", "lose 0.00"),
        ("As Kc 9d 8c 7c 4h 3s", PAIR_OF_SIXES, "set As Kc", "lose 0.00"),  # A-K in front of 9 high: a foul
        ("Ts Td Jo Kc 7c 4h 3s", PAIR_OF_SIXES, "set Jo Kc", "win 20.00"),
        ("As Ks Qs Js 9s 5d Jo", PAIR_OF_SIXES, "set Ks Jo", "lose 0.00"),  # A-K before A-Q-J-9-5: a foul
        ("As Ks Qs Js 9s 5d Jo", PAIR_OF_SIXES, "set Ks 5d", "push 10.00"),  # a flush behind
        ("As Ks Qs Js 9s Kc Jo", PAIR_OF_SIXES, "set Kc Jo", "win 20.00"),
    ],
)
def test_pai_gow_main_bets(cards: str, dealer: str, decisions: str, expected: str) -> None:
    lines = seat_lines(settle(pai_gow(cards, dealer, *decisions.split(", "))))
    assert " ".join(f"{result} {returned}" for _, result, returned in lines) == expected


def test_pai_gow_surrender_rounds_for_the_player() -> None:
    found = pai_gow("As Ad Kc Qh 7c 4s 2d", PAIR_OF_SIXES, "surrender")
    found = edit(found, (("seats", 0, "wagers", "bet"), 0.25))
    assert seat_lines(settle(found)) == [("bet", "surrender", "0.13")]


@pytest.mark.parametrize(("commission", "returned"), [("5%", "19.50"), ("0%", "20.00"), ("100%", "10.00")])
def test_pai_gow_commission(commission: str, returned: str) -> None:
    found = pai_gow("As Ad Kc Qh 7c 4s 2d", PAIR_OF_SIXES, "set Kc Qh", commission=commission)
    assert seat_lines(settle(found))[0][2] == returned


WINNER, LOSER = "As Ad Kc Qh 7c 6s 2d", "As Kd Qc Jh 9c 6s 4d"


@pytest.mark.parametrize(
    ("cards", "dealer", "decision", "options", "expected"),
    [
        (WINNER, NINE_HIGH, "set Kc Qh", {}, "win 1505.00"),
        (LOSER, NINE_HIGH, "set 6s 4d", {}, "win 1505.00"),  # a push of the bet: the joker alone decides
        (LOSER, NINE_HIGH, "set 6s 4d", {"dealer_joker_needs_win": "yes"}, "push 5.00"),
        (WINNER, NINE_HIGH, "set Kc Qh", {"dealer_joker_needs_win": "yes"}, "win 1505.00"),
        (WINNER, NINE_HIGH, "surrender", {}, "win 1505.00"),
        (WINNER, NINE_HIGH, "surrender", {"dealer_joker_needs_win": "yes"}, "lose 0.00"),
        (WINNER, NINE_HIGH, "surrender", {"surrendered_bonuses": "lose"}, "surrender 0.00"),
        (WINNER, PAIR_OF_SIXES.replace("6s", "5s"), "set Kc Qh", {}, "lose 0.00"),
        (WINNER, "Jo Th 8h 7d 5c 4s 3d 2c", "set Kc Qh", {}, "win 505.00"),
        (WINNER, "Jo Jh 8h 7d 5c 4s 3d 2c", "set Kc Qh", {}, "win 130.00"),
        (WINNER, "Jo Jh Kh 7d 5c 4s 3d 2c", "set Kc Qh", {}, "win 55.00"),
        (WINNER, "Jo Jh Jd 7d 5c 4s 3d 2c", "set Kc Qh", {}, "win 25.00"),
    ],
)
def test_dealer_joker(cards: str, dealer: str, decision: str, options: dict[str, object], expected: str) -> None:
    line = seat_lines(settle(pai_gow(cards, dealer, decision, dealer_joker=1, **options)))[1]
    assert f"{line[1]} {line[2]}" == expected


@pytest.mark.parametrize(
    ("cards", "dealer", "decision", "expected"),
    [
        (WINNER, NINE_HIGH, "set Kc Qh", "win 1505.00"),
        (LOSER, NINE_HIGH, "set 6s 4d", "lose 0.00"),
        (WINNER, NINE_HIGH, "surrender", "lose 0.00"),
        (WINNER, "Jo Jh Jd 7d 5c 4s 3d 2c", "set Kc Qh", "lose 0.00"),
    ],
)
def test_dealer_pai_gow(cards: str, dealer: str, decision: str, expected: str) -> None:
    line = seat_lines(settle(pai_gow(cards, dealer, decision, dealer_pai_gow=1)))[1]
    assert f"{line[1]} {line[2]}" == expected


@pytest.mark.parametrize(
    ("cards", "joker", "expected"),
    [
        ("9c 8d 7h 5s 4d 3h 2d", "wild", "win 2005.00"),
        ("Tc 8d 7h 5s 4d 3h 2d", "wild", "win 205.00"),
        ("Jo 8d 7h 5s Td 3h Kd", "wild", "win 15.00"),
        ("Jo 8d 7h 5s 4c 3h Kd", "wild", "lose 0.00"),  # 4-5-joker-7-8
        ("Jo 8d 7h 5s 4c 3h Kd", "ace", "win 15.00"),
        ("As 8d 7h 5s 4c 3h 2d", "wild", "lose 0.00"),
        ("As 8d 7h 5s 4c 3h 2d", "ace", "win 15.00"),
        ("Jo Kd Qh Js Tc 3h 2d", "ace", "lose 0.00"),
        ("Jo 9d 8d 6d 4d Jh Ks", "wild", "lose 0.00"),
        ("Jo 9d 8d 6d 4d Jh Ks", "ace", "win 15.00"),
        ("Jo As 8d 6d 4c Jh Ks", "ace", "lose 0.00"),
        ("9c 9d 7h 5s 4d 3h 2d", "wild", "lose 0.00"),
    ],
)
def test_player_pai_gow_insurance(cards: str, joker: str, expected: str) -> None:
    dealer = "6h 6s Kc Jc 9h 7s 3c 2h"
    found = pai_gow(cards, dealer, "surrender", player_pai_gow_insurance=1, insurance_joker=joker)
    line = seat_lines(settle(found))[1]
    assert f"{line[1]} {line[2]}" == expected


def test_the_wheel_may_be_the_second_highest_straight() -> None:
    wheel, king = names("Ac 2d 3h 4s 5c"), names("9c Td Jh Qs Kc")
    assert five(tuple(wheel)) < five(tuple(king))
    assert five(tuple(wheel), "second") > five(tuple(king), "second")
    assert five_or_joker(names("2d 3h 4s 5c Jo"), "second") == five(tuple(wheel), "second")
    assert five(tuple(wheel), "second") < five(tuple(names("Tc Jd Qh Ks Ac")), "second")


def test_best_seven_readings_differ() -> None:
    eight = names("As Ad Kc Kd 7h 5c 3d 2s")
    for reading in ("expected", "high", "low", "poker"):
        seven, found = best_seven(eight, reading, "lowest")
        assert len(seven) == 7
        assert {*found.front, *found.back} == {*seven}
    straight = names("9c 8d 7h 6s 5c Ad Kh Kd")
    low, high = (best_seven(straight, reading, "lowest")[1] for reading in ("low", "high"))
    assert low.front_value >= high.front_value
    assert low.back_value <= high.back_value


# Counts that are known


def test_five_card_counts() -> None:
    deck = [card for card in DECK if card[0] in "A23456"]
    counts = Counter(NAMES[five(hand)[0]] for hand in combinations(deck, 5))
    assert sum(counts.values()) == 42504
    assert counts["straight flush"] == 2 * 4
    assert counts["straight"] == 2 * (4**5 - 4)
    assert counts["flush"] == 4 * 6 - 8
    assert counts["four of a kind"] == 6 * 20
    assert counts["full house"] == 6 * 4 * 5 * 6
    assert counts["three of a kind"] == 6 * 4 * 10 * 16
    assert counts["two pair"] == 15 * 36 * 16
    assert counts["pair"] == 6 * 6 * 10 * 64


def test_hole_card_counts() -> None:
    counts = Counter(three(hand) for hand in combinations(DECK, 3))
    expected = {"straight flush": 48, "three of a kind": 52, "straight": 720, "flush": 1096, "pair": 3744}
    assert {name: counts[name] for name in expected} == expected


def pai_gow_hands() -> int:
    """Seven cards without a pair, straight or flush, counted by rank sets and suits."""
    windows = [{14, 2, 3, 4, 5}] + [set(range(low, low + 5)) for low in range(2, 11)]
    natural = sum(all(len(window & {*ranks}) < 5 for window in windows) for ranks in combinations(range(2, 15), 7))
    joker = sum(all(len(window & {*ranks}) < 4 for window in windows) for ranks in combinations(range(2, 14), 6))
    no_five_suited = 4**7 - 4 * (21 * 9 + 7 * 3 + 1)
    no_four_suited = 4**6 - 4 * (15 * 9 + 6 * 3 + 1)
    return natural * no_five_suited + joker * no_four_suited


@pytest.mark.parametrize("wheel", ["lowest", "second"])
def test_percentile_counts(wheel: str) -> None:
    for hand in ("back", "front"):
        keys, how_many = counts()[wheel][hand]
        assert keys == sorted(set(keys))
        assert sum(how_many) == ALL_HANDS
    keys, how_many = counts()[wheel]["back"]
    of = Counter[int]()
    for one, many in zip(keys, how_many, strict=True):
        of[one >> 25] += many
    assert of[FIVE_ACES] == 6  # only beside two kings does the house way keep them together
    assert of[HIGH_CARD] == pai_gow_hands()


def test_the_best_hands_beat_everything() -> None:
    assert percentile((FIVE_ACES, ()), (PAIR, (14,)), "lowest") == 2 * ALL_HANDS
    assert percentile((HIGH_CARD, (9, 6, 5, 4, 2)), (HIGH_CARD, (8, 7)), "lowest") > 0


def test_best_seven_expected_is_the_largest_sum_of_percentiles() -> None:
    rng = Random(7)
    for _ in range(50):
        eight = rng.sample(DECK, 8)
        sums = []
        for discarded in eight:
            one = house_way([card for card in eight if card != discarded], "second")
            sums.append(percentile(one.back_value, one.front_value, "second"))
        chosen = best_seven(eight, "expected", "second")[1]
        assert percentile(chosen.back_value, chosen.front_value, "second") == max(sums)


# Generated and malformed records


@pytest.mark.parametrize("name", BASES)
def test_the_bases_settle(name: str) -> None:
    assert settle(BASES[name])["seats"]


@pytest.mark.parametrize("game", GAMES)
def test_generated_records_settle(game: str) -> None:
    rng = Random(f"twin {game}")
    for _ in range(300):
        found = record(game, rng)
        answer = settle(found)
        for one in answer["seats"]:
            staked = sum(Fraction(line["stake"]) for line in one["wagers"])
            returned = sum(Fraction(line["returned"]) for line in one["wagers"])
            assert Fraction(one["net"]) == returned - staked
        check_meter(answer, found)


def check_meter(answer: dict[str, Any], found: Record) -> None:
    """meter_after = meter_before + contributed + reseeded - awards from the meter."""
    block = answer["jackpot"]
    if block is None:
        return
    house = found.get("options", {}).get("jackpot") == "house"
    awards = sum((Fraction(award["amount"]) for award in block["awards"]), Fraction(0))
    before = sum(Fraction(block[name]) for name in ("meter_before", "contributed", "reseeded"))
    assert Fraction(block["meter_after"]) == before - (0 if house else awards)


@pytest.mark.parametrize(("name", "case"), cases(), ids=[name for name, _ in cases()])
def test_malformed_records_are_refused(name: str, case: str | Record) -> None:
    assert name
    with pytest.raises(Refused):
        settle_text(case) if isinstance(case, str) else settle(case)


def test_flush_and_pai_gow_bases_have_the_lines_they_should() -> None:
    assert [line[0] for line in seat_lines(settle(FLUSH))] == [
        "bet",
        "raise",
        "natural-flush",
        "royal-riches",
        "jackpot",
    ]
    assert [line[0] for line in seat_lines(settle(PAI_GOW))] == [
        "bet",
        "double-down",
        "dealer-joker",
        "royal-riches",
        "jackpot",
    ]
