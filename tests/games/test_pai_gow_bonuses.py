"""Wild Monkey Pai Gow's own bonuses: Dealer Joker, Dealer Pai Gow and Player Pai Gow Insurance."""

import pytest

from games.records import pai_gow, settled, unused

# The dealer discards the joker, so that the other seven are set: queen-jack in front of a pair of kings, 9-8-2.
KINGS = "Jo Kh Kd Qc Js 9d 8c 2h"
# Eight-seven in front of nine high.
NINE_HIGH = "Jo 9h 8h 7d 5c 4s 3d 2c"
WIN, PUSH, LOSS = "win 20.00 [5]", "push 10.00 [5]", "lose 0.00 [5]"

# Seven cards without a pair, by their high card; the joker that the dealer discards stands in front of them.
DEALERS = {
    "nine": "Jo 9h 8h 7d 5c 4s 3d 2c",
    "ten": "Jo Th 8h 7d 5c 4s 3d 2c",
    "jack": "Jo Jh 8h 7d 5c 4s 3d 2c",
    "queen": "Jo Qh 8h 7d 5c 4s 3d 2c",
    "king": "Jo Kh 8h 7d 5c 4s 3d 2c",
    "ace": "Jo Ah Kh 8d 7c 5s 3d 2c",
    "none": "Jo Jh Jd 7d 5c 4s 3d 2c",
}
PLAYERS = {
    "nine": "9c 8d 7h 5s 4d 3h 2d",
    "ten": "Tc 8d 7h 5s 4d 3h 2d",
    "jack": "Jc 8d 7h 5s 4d 3h 2d",
    "queen": "Qc 8d 7h 5s 4d 3h 2d",
    "king": "Kc 8d 7h 5s 4d 3h 2d",
    "ace": "Ac Kd 8h 7s 5d 3h 2d",
}
# The letter's tables, all `to 1`.
DEALER_JOKER = {
    "nine": (300, 100),
    "ten": (100, 50),
    "jack": (25, 25),
    "queen": (10, 10),  # the letter's "other pai gow", as are the next two
    "king": (10, 10),
    "ace": (10, 10),
    "none": (4, 4),
}
DEALER_PAI_GOW = {
    "nine": (300, 200, 200),
    "ten": (150, 150, 150),
    "jack": (100, 100, 75),
    "queen": (15, 15, 20),
    "king": (10, 10, 10),
    "ace": (5, 5, 5),
}
INSURANCE = {
    "nine": (400, 250, 100, 100, 100),
    "ten": (40, 75, 50, 25, 25),
    "jack": (20, 25, 25, 15, 15),
    "queen": (5, 5, 10, 6, 7),
    "king": (3, 3, 5, 5, 5),
    "ace": (2, 2, 1, 3, 3),
}
# Aces behind six-four: the high hand wins against nine high and the low hand does not.
PUSHER = ("As Ad Kc Tc 9c 6s 4d", "set 6s 4d")


# ---- Dealer Joker


def joker(dealer: str, decision: str = "set Ks Qs", table: int = 1, cards: str = "", **options: object) -> str:
    """What $2 on Dealer Joker comes to."""
    record = pai_gow(cards or "As Ad Ks Qs 9c 6h 4h", dealer, decision, bonus={"dealer-joker": 2})
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    record["options"] = {"dealer-joker": table, **chosen}
    return settled(record)["dealer-joker"].removesuffix(" [Dealer Joker]")


@pytest.mark.parametrize("table", [1, 2])
@pytest.mark.parametrize("high", DEALER_JOKER)
def test_dealer_joker_pays(high: str, table: int) -> None:
    assert joker(DEALERS[high], table=table) == f"win {2 + 2 * DEALER_JOKER[high][table - 1]}.00"


def test_dealer_joker_loses_without_the_joker() -> None:
    assert joker("Th 9h 8h 7d 5c 4s 3d 2c") == "lose 0.00"


@pytest.mark.parametrize(
    ("needs_win", "decision", "expected"),
    [
        ("no", "set Ks Qs", "win 602.00"),
        ("yes", "set Ks Qs", "win 602.00"),
        ("no", "surrender", "win 602.00"),
        ("yes", "surrender", "lose 0.00"),
    ],
)
def test_option_dealer_joker_needs_win(needs_win: str, decision: str, expected: str) -> None:
    assert joker(NINE_HIGH, decision, dealer_joker_needs_win=needs_win) == expected


@pytest.mark.parametrize(("needs_win", "expected"), [("no", "win 602.00"), ("yes", "push 2.00")])
def test_option_dealer_joker_needs_win_pushes_on_a_push(needs_win: str, expected: str) -> None:
    cards, decision = PUSHER
    assert joker(NINE_HIGH, decision, cards=cards, dealer_joker_needs_win=needs_win) == expected


@pytest.mark.parametrize(("needs_win", "expected"), [("no", "win 10.00"), ("yes", "push 2.00")])
def test_option_dealer_joker_needs_win_pushes_on_a_loss(needs_win: str, expected: str) -> None:
    """A pair of kings is no pai gow, 4 to 1."""
    cards = "Qs Qd Jh Td 7s 5h 3c"
    assert joker(KINGS, "set Jh Td", cards=cards, dealer_joker_needs_win=needs_win) == expected


def test_option_dealer_joker_needs_win_still_needs_the_joker() -> None:
    assert joker("Th 9h 8h 7d 5c 4s 3d 2c", dealer_joker_needs_win="yes") == "lose 0.00"


# ---- Dealer Pai Gow


def dealer_pai_gow(
    dealer: str, cards: str = "As Ad Ks Qs 9c 6h 4h", decision: str = "set Ks Qs", table: int = 1
) -> tuple[str, str]:
    """What the bet and $2 on Dealer Pai Gow come to."""
    record = pai_gow(cards, dealer, decision, bonus={"dealer-pai-gow": 2}, dealer_pai_gow=table)
    told = settled(record)
    return told["bet"], told["dealer-pai-gow"].removesuffix(" [Dealer Pai Gow]")


@pytest.mark.parametrize("table", [1, 2, 3])
@pytest.mark.parametrize("high", DEALER_PAI_GOW)
def test_dealer_pai_gow_pays(high: str, table: int) -> None:
    returned = 2 + 2 * DEALER_PAI_GOW[high][table - 1]
    assert dealer_pai_gow(DEALERS[high], table=table) == (WIN, f"win {returned}.00")


def test_dealer_pai_gow_does_not_need_the_joker() -> None:
    """Of K-Q-T-8-7-5-3-2 the best seven leave the two out: king high."""
    assert dealer_pai_gow("Kh Qh Td 8d 7c 5c 3s 2s") == (WIN, "win 22.00")


@pytest.mark.parametrize(
    "dealer",
    [
        DEALERS["none"],  # a pair
        "Jo Ah Kh 5d 4c 3s 2c 8d",  # a straight, A-2-3-4-5
        "Jo Th 8h 7h 5h 3h 2c Jd",  # a flush
    ],
)
def test_dealer_pai_gow_needs_a_pai_gow(dealer: str) -> None:
    assert dealer_pai_gow(dealer, "As Ad Ac 9c 9s Ks Kd", "set Ks Kd") == (WIN, "lose 0.00")


@pytest.mark.parametrize(
    ("cards", "decision", "bet"),
    [
        (*PUSHER, PUSH),
        ("As Ad Ks Qs 9c 6h 4h", "surrender", "surrender 5.00 [3]"),
        ("As Ad Kc Qs 9c 6h 4d", "set Ad Kc", "lose 0.00 [2]"),
    ],
)
def test_reading_dealer_pai_gow_needs_a_won_bet(cards: str, decision: str, bet: str) -> None:
    assert dealer_pai_gow(NINE_HIGH, cards, decision) == (bet, "lose 0.00")


# ---- Player Pai Gow Insurance


def insurance(cards: str, table: int = 1, **options: object) -> str:
    """What $2 on the insurance comes to; the hand is surrendered, which does not matter."""
    record = pai_gow(cards, unused(cards, 8), "surrender", bonus={"player-pai-gow-insurance": 2})
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    record["options"] = {"player-pai-gow-insurance": table, **chosen}
    return settled(record)["player-pai-gow-insurance"].removesuffix(" [Player Pai Gow Insurance]")


@pytest.mark.parametrize("table", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("high", INSURANCE)
def test_insurance_pays(high: str, table: int) -> None:
    assert insurance(PLAYERS[high], table) == f"win {2 + 2 * INSURANCE[high][table - 1]}.00"


@pytest.mark.parametrize(
    ("cards", "wild", "ace"),
    [
        ("Jo 9d 7h 5s Td 3h Kd", "win 6.00", "win 6.00"),  # the joker is an ace: ace high, 2 to 1
        ("Jo 8d 7h 5s 4c 3h Kd", "lose 0.00", "win 6.00"),  # four, five, joker, seven, eight
        ("Jo 9d 8d 6d 4d Jh Ks", "lose 0.00", "win 6.00"),  # a flush of diamonds with the joker
        ("As 8d 7h 5s 4c 3h 2d", "lose 0.00", "win 6.00"),  # A-2-3-4-5: the ace is always high
        ("Jo 8d 7h 5s 4c 3h 2d", "lose 0.00", "win 6.00"),
        ("Jo Kd Qh Js Tc 3h 2d", "lose 0.00", "lose 0.00"),  # A-K-Q-J-T is a straight
        ("8d 7h 6s 5c 4h Kd Jc", "lose 0.00", "lose 0.00"),
        ("Ad 9d 8d 6d 4d Jh Ks", "lose 0.00", "lose 0.00"),  # a natural flush
        ("Jo As 8d 6d 4c Jh Ks", "lose 0.00", "lose 0.00"),  # a pair of aces
        ("9c 9d 7h 5s 4d 3h 2d", "lose 0.00", "lose 0.00"),
    ],
)
def test_option_insurance_joker(cards: str, wild: str, ace: str) -> None:
    assert (insurance(cards, insurance_joker="wild"), insurance(cards, insurance_joker="ace")) == (wild, ace)


def test_insurance_does_not_ask_who_wins() -> None:
    record = pai_gow(
        PLAYERS["king"],
        KINGS.replace("8c", "7c"),
        "set house-way",
        bonus={"player-pai-gow-insurance": 2},
        player_pai_gow_insurance=1,
    )
    assert settled(record) == {"bet": LOSS, "player-pai-gow-insurance": "win 8.00 [Player Pai Gow Insurance]"}


# ---- surrendered bonuses


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ("play", ["win 602.00", "lose 0.00", "lose 0.00", "lose 0.00"]),
        ("lose", ["surrender 0.00"] * 4),
    ],
)
def test_option_surrendered_bonuses(option: str, expected: list[str]) -> None:
    names = ("dealer-joker", "royal-riches", "dealer-pai-gow", "player-pai-gow-insurance")
    record = pai_gow(decisions="surrender", bonus=dict.fromkeys(names, 2), surrendered_bonuses=option)
    record["options"] |= dict.fromkeys(names, 1)
    told = settled(record)
    assert list(told) == ["bet", *names]
    assert [told[name].rpartition(" [")[0] for name in names] == expected
