"""Royal Riches, its envy and its jackpot, in both games that have them."""

import pytest

import houseway
from games.records import Record, flush, lines, pai_gow, refused, settled, together, unused

GAMES = {"flush-poker": (flush, 7, "raise 1x"), "wild-monkey-pai-gow": (pai_gow, 8, "set house-way")}

HANDS = {
    "7 card straight flush": "3s 4s 5s 6s 7s 8s 9s",
    "royal flush + ace-king suited": "As Ks Qs Js Ts Ah Kh",
    "7 card straight flush with joker": "3s 4s 5s Jo 7s 8s 9s",
    "5 aces": "As Ah Ad Ac Jo 2s 7d",
    "royal flush": "As Ks Qs Js Ts 2h 7d",
    "straight flush": "5s 6s 7s 8s 9s 2h Kd",
    "4 of a kind": "9c 9d 9h 9s 2h 5d Kc",
    "full house": "9c 9d 9h 5s 5h 2d Kc",
    "flush": "2s 5s 7s 9s Ks 3h Jd",
    "3 of a kind": "9c 9d 9h 2s 5h 7d Kc",
    "straight": "5c 6d 7h 8s 9c 2h Kd",
}
THREE_PAIR = "9c 9d 5h 5s 2h 2d Kc"
ONE_PAIR = "9c 9d 5h 6s 2h Jd Kc"

# The letters' pays `to 1`, pay tables 1 to 6; both letters print the same.
PAYS = {
    "7 card straight flush": (5000, 8000, 5000, 2500, 5000, 40),
    "royal flush + ace-king suited": (1000, 2000, 2000, 1000, 1000, 250),
    "7 card straight flush with joker": (750, 1000, 1000, 750, 500, 40),
    "5 aces": (250, 400, 400, 250, 300, 1000),
    "royal flush": (100, 150, 150, 125, 110, 250),
    "straight flush": (50, 50, 50, 50, 45, 40),
    "4 of a kind": (20, 25, 25, 25, 25, 20),
    "full house": (5, 5, 5, 5, 5, 5),
    "flush": (4, 4, 4, 4, 4, 4),
    "3 of a kind": (3, 3, 3, 3, 3, 3),
    "straight": (2, 2, 2, 2, 2, 2),
}
ENVY = {
    "7 card straight flush": (1000, 5000, 3000, 1000, 2500, 10),
    "royal flush + ace-king suited": (250, 1000, 1000, 750, 500, 25),
    "7 card straight flush with joker": (100, 500, 500, 250, 250, 10),
    "5 aces": (50, 250, 250, 100, 150, 100),
    "royal flush": (25, 50, 50, 50, 55, 25),
    "straight flush": (10, 20, 20, 20, 25, 10),
    "4 of a kind": (5, 5, 5, 5, 6, 5),
}

# Seven cards for each line of the jackpot tables, and what they pay a $2 wager from a meter of $1,000.
KING_QUEEN = "As Ks Qs Js Ts Kh Qh"
JACKPOTS = {
    "1": [
        ("3s 4s 5s 6s 7s 8s 9s", "1000.00"),  # 100%
        (KING_QUEEN, "500.00"),  # 50%
        ("3s 4s 5s Jo 7s 8s 9s", "250.00"),  # 25%
        ("As Ah Ad Ac Jo 2s 7d", "5000.00"),  # 2,500 for 1
        ("As Ks Qs Js Ts 2h 7d", "400.00"),  # 200 for 1
        ("5s 6s 7s 8s 9s 2h Kd", "200.00"),  # 100 for 1
        ("9c 9d 9h 9s 2h 5d Kc", "150.00"),  # 75 for 1
        ("9c 9d 9h 5s 5h 2d Kc", "12.00"),  # 6 for 1
    ],
    "2": [
        ("3s 4s 5s 6s 7s 8s 9s", "1000.00"),  # 100%
        ("3s 4s 5s Jo 7s 8s 9s", "1000.00"),  # 100%, with or without the joker
        ("As Ah Ad Ac Jo 2s 7d", "100.00"),  # 10%
        ("As Ks Qs Js Ts 2h 7d", "1000.00"),  # 500 for 1
        ("5s 6s 7s 8s 9s 2h Kd", "200.00"),  # 100 for 1
        ("9c 9d 9h 9s 2h 5d Kc", "150.00"),  # 75 for 1
        ("9c 9d 9h 5s 5h 2d Kc", "8.00"),  # 4 for 1
    ],
    "3": [
        ("As Ah Ad Ac Jo 2s 7d", "1000.00"),  # 100%
        ("As Ks Qs Js Ts 2h 7d", "1000.00"),  # 500 for 1
        ("3s 4s 5s 6s 7s 8s 9s", "200.00"),  # a straight flush, 100 for 1
        ("9c 9d 9h 9s 2h 5d Kc", "150.00"),  # 75 for 1
        ("9c 9d 9h 5s 5h 2d Kc", "10.00"),  # 5 for 1
    ],
}

TABLES = [(game, table) for game in GAMES for table in range(1, 7)]


def seat(game: str, cards: str, riches: object = None, jackpot: object = None, **options: object) -> Record:
    """A one-seat round of a game with these stakes; the dealer's cards do not matter."""
    build, count, decision = GAMES[game]
    stakes = {"royal-riches": riches, "jackpot": jackpot}
    bonus = {name: stake for name, stake in stakes.items() if stake is not None}
    more = {"jackpot": {"meter": 1000, "wager": jackpot}} if jackpot else {}
    return build(cards, unused(cards, count), decision, bonus=bonus, **more) | {
        "options": {
            "royal-riches": "off" if riches is None else 1,
            **({"jackpot": "progressive"} if jackpot else {}),
            **{name.replace("_", "-"): value for name, value in options.items()},
        }
    }


def table_of(game: str, *records: Record, **changes: object) -> Record:
    """Several seats at one table, against a dealer who holds none of their cards."""
    used = " ".join(card for record in records for card in record["seats"][0]["cards"])
    return together(*records, dealer=unused(used, GAMES[game][1]).split(), **changes)


def riches(cards: str, game: str = "flush-poker", table: int = 1) -> str:
    """What $2 on Royal Riches returns."""
    return settled(seat(game, cards, riches=2, royal_riches=table))["royal-riches"].removesuffix(" [Royal Riches]")


# ---- the bonus


@pytest.mark.parametrize(("game", "table"), TABLES)
@pytest.mark.parametrize("line", PAYS)
def test_royal_riches_pays(line: str, game: str, table: int) -> None:
    assert riches(HANDS[line], game, table) == f"win {2 + 2 * PAYS[line][table - 1]}.00"


@pytest.mark.parametrize(("game", "table"), TABLES)
def test_reading_only_pay_table_1_pushes_three_pair(game: str, table: int) -> None:
    assert riches(THREE_PAIR, game, table) == ("push 2.00" if table == 1 else "lose 0.00")


@pytest.mark.parametrize("game", GAMES)
def test_less_than_a_line_loses(game: str) -> None:
    assert riches(ONE_PAIR, game) == "lose 0.00"


@pytest.mark.parametrize(
    ("cards", "returned"),
    [
        ("5c 6d Jo 8s 9c 2h Kd", "win 6.00"),  # the joker completes a straight
        ("2s 5s 7s 9s Jo 3h Jd", "win 10.00"),  # a flush
        ("Jo Ks Qs Js Ts 2h 7d", "win 202.00"),  # a royal flush
        ("Jo As Ah Ad 2s 7d 9c", "win 42.00"),  # or is an ace: four of a kind
        ("Jo As 9d 9h 9c 4s 7d", "win 12.00"),  # a full house
        ("Jo Ac 9d 9h 5s 5c 2d", "push 2.00"),  # three pair
        ("Jo 9d 9h 9c 4s 5d Kc", "win 8.00"),  # nines stay three: the joker is no nine
    ],
)
@pytest.mark.parametrize("game", GAMES)
def test_the_joker_is_an_ace_or_completes_a_straight_or_flush(cards: str, returned: str, game: str) -> None:
    assert riches(cards, game) == returned


def test_reading_three_of_a_kind_is_above_a_straight() -> None:
    assert riches("5c 6d 7h 8s 9c 9d 9h") == "win 8.00"


def test_reading_the_best_paying_line_is_paid() -> None:
    """Eight to ace of spades is a natural seven in a row and a royal flush."""
    cards = "8s 9s Ts Js Qs Ks As"
    assert riches(cards, table=1) == "win 10002.00"  # 5,000 to 1
    assert riches(cards, table=6) == "win 502.00"  # the royal's 250 to 1, not 40 to 1


@pytest.mark.parametrize(
    ("cards", "returned"),
    [
        ("Jo Ks Qs Js Ts Ah Kh", "win 2002.00"),  # the joker in the royal flush
        ("As Ks Qs Js Ts Jo Kh", "win 202.00"),  # not as the ace beside it
        (KING_QUEEN, "win 202.00"),  # king-queen is the jackpot's line
        ("As Ks Qs Js Ts Ah Kd", "win 202.00"),  # not suited
    ],
)
def test_reading_royal_flush_with_ace_king(cards: str, returned: str) -> None:
    assert riches(cards) == returned


# ---- envy


@pytest.mark.parametrize(("game", "table"), TABLES)
@pytest.mark.parametrize("line", ENVY)
def test_envy_pays(line: str, game: str, table: int) -> None:
    other = unused(HANDS[line], 7)
    one, two = (seat(game, cards, riches=5, royal_riches=table) for cards in (other, HANDS[line]))
    told = settled(table_of(game, one, two), 1)
    assert told["royal-riches envy 2"] == f"win {ENVY[line][table - 1]}.00 [Royal Riches]"


QUADS = "9c 9d 9h 9s 2h 5d Kc"
OTHER_QUADS = "8c 8d 8h 8s 2d 5h Kd"
NOTHING = "As Jd 7h 6s 4c 3d Qs"


@pytest.mark.parametrize("game", GAMES)
def test_envy_full_house_or_less_causes_none(game: str) -> None:
    record = table_of(game, seat(game, NOTHING, riches=5), seat(game, HANDS["full house"], riches=5))
    assert "royal-riches envy 2" not in settled(record, 1)


@pytest.mark.parametrize(("stake", "earns"), [("5.00", True), ("4.99", False), (None, False)])
@pytest.mark.parametrize("game", GAMES)
def test_envy_needs_a_wager_of_five_dollars(game: str, stake: object, earns: bool) -> None:
    record = table_of(game, seat(game, NOTHING, riches=stake, royal_riches=1), seat(game, QUADS))
    assert ("royal-riches envy 2" in settled(record, 1)) is earns


@pytest.mark.parametrize("game", GAMES)
def test_reading_envy_comes_from_each_other_hand_whatever_it_wagers(game: str) -> None:
    first = seat(game, NOTHING, riches=5)
    told = settled(table_of(game, first, seat(game, QUADS), seat(game, OTHER_QUADS)))
    assert list(told)[-2:] == ["royal-riches envy 2", "royal-riches envy 3"]
    assert told["royal-riches envy 2"] == told["royal-riches envy 3"] == "win 5.00 [Royal Riches]"


@pytest.mark.parametrize("game", GAMES)
def test_envy_is_never_earned_from_the_own_hand(game: str) -> None:
    assert list(settled(seat(game, QUADS, riches=5)))[-1] == "royal-riches"


@pytest.mark.parametrize("game", GAMES)
def test_envy_is_never_earned_from_the_dealers_hand(game: str) -> None:
    record = seat(game, NOTHING, riches=5)
    record["dealer"] = [*QUADS.split(), "8h"][: GAMES[game][1]]
    assert list(settled(record))[-1] == "royal-riches"


@pytest.mark.parametrize(("names", "earns"), [(("Ann", "Ann"), False), (("Ann", "Bob"), True), (("", ""), True)])
@pytest.mark.parametrize("game", GAMES)
def test_reading_seats_of_one_player_earn_no_envy_from_each_other(
    game: str, names: tuple[str, str], earns: bool
) -> None:
    record = table_of(game, seat(game, NOTHING, riches=5), seat(game, QUADS))
    for row, name in zip(record["seats"], names, strict=True):
        if name:
            row["player"] = name
    assert ("royal-riches envy 2" in settled(record, 1)) is earns


DEAD = {"flush-poker": ("fold", "folded-bonuses"), "wild-monkey-pai-gow": ("surrender", "surrendered-bonuses")}


@pytest.mark.parametrize("dead", [1, 2])
@pytest.mark.parametrize("option", ["play", "lose"])
@pytest.mark.parametrize("game", GAMES)
def test_reading_a_dead_hand_neither_earns_nor_causes_envy(game: str, option: str, dead: int) -> None:
    decision, name = DEAD[game]
    record = table_of(game, seat(game, NOTHING, riches=5), seat(game, QUADS, riches=5))
    record["options"][name] = option
    record["seats"][dead - 1]["decisions"] = [decision]
    assert ("royal-riches envy 2" in settled(record, 1)) is (option == "play")
    bonus = settled(record, dead)["royal-riches"]
    assert bonus.startswith(decision) is (option == "lose")


def test_reading_unqualified_bonuses_lose_leave_no_envy() -> None:
    one, two = (seat("flush-poker", cards, riches=5) for cards in (NOTHING, QUADS))
    record = together(one, two, dealer=["Th", "6h", "3h", "8c", "2c", "8d", "2d"])
    assert "royal-riches envy 2" in settled(record, 1)
    record["options"]["unqualified-bonuses"] = "lose"
    assert "royal-riches envy 2" not in settled(record, 1)
    assert settled(record, 2)["royal-riches"] == "lose 0.00 [Royal Riches]"


# ---- the jackpot


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("table", "cards", "returned"), [(table, *row) for table, rows in JACKPOTS.items() for row in rows]
)
def test_jackpot_pays(table: str, cards: str, returned: str, game: str) -> None:
    record = seat(game, cards, jackpot=2, jackpot_paytable=table)
    assert settled(record)["jackpot"] == f"win {returned} [Royal Riches Jackpot]"


@pytest.mark.parametrize("table", [1, 2, 3])
@pytest.mark.parametrize("game", GAMES)
def test_jackpot_loses_below_a_full_house(game: str, table: int) -> None:
    record = seat(game, HANDS["flush"], jackpot=2, jackpot_paytable=table)
    assert settled(record)["jackpot"] == "lose 0.00 [Royal Riches Jackpot]"


def test_reading_ace_king_is_no_king_queen() -> None:
    record = seat("flush-poker", HANDS["royal flush + ace-king suited"], jackpot=2)
    assert settled(record)["jackpot"] == "win 400.00 [Royal Riches Jackpot]"  # a royal flush, 200 for 1


@pytest.mark.parametrize(
    ("cards", "returned"), [("Jo Ks Qs Js Ts Kh Qh", "500.00"), ("As Ks Qs Js Ts Jo Kh", "400.00")]
)
def test_reading_the_joker_may_stand_in_the_royal_not_in_the_king_queen(cards: str, returned: str) -> None:
    assert settled(seat("flush-poker", cards, jackpot=2))["jackpot"] == f"win {returned} [Royal Riches Jackpot]"


def test_reading_jackpot_lines_are_tried_in_printed_order() -> None:
    """A quarter of a meter of $100 is less than a straight flush at 100 for 1 would pay."""
    record = seat("flush-poker", HANDS["7 card straight flush with joker"], jackpot=2)
    record["jackpot"]["meter"] = 100
    assert settled(record)["jackpot"] == "win 25.00 [Royal Riches Jackpot]"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("wager", "accepted"), [("1.00", True), ("20.00", True), ("0.99", False), ("20.01", False)])
def test_jackpot_clause_1_the_wager_is_one_to_twenty_dollars(game: str, wager: str, accepted: bool) -> None:
    record = seat(game, NOTHING, jackpot=wager)
    if accepted:
        assert settled(record)["jackpot"] == "lose 0.00 [Royal Riches Jackpot]"
    else:
        assert refused(record) == f"jackpot.wager: must be $1.00 to $20.00, not {wager}"


@pytest.mark.parametrize("game", GAMES)
def test_jackpot_clause_1_the_wager_is_the_same_for_all(game: str) -> None:
    record = table_of(game, seat(game, NOTHING, jackpot=2), seat(game, QUADS, jackpot=2))
    record["seats"][1]["wagers"]["jackpot"] = 3
    assert "must be the fixed amount of 2.00" in refused(record)


SEVEN_HEARTS = "3h 4h 5h 6h 7h 8h 9h"


@pytest.mark.parametrize(
    ("order", "awards"),
    [
        ("seat", [(1, "25%", "250.00"), (2, "100%", "750.00")]),
        ("largest-first", [(2, "100%", "1000.00"), (1, "25%", "50.00")]),  # a quarter of the reset
    ],
)
@pytest.mark.parametrize("game", GAMES)
def test_jackpot_clause_6_and_option_award_order(game: str, order: str, awards: list[tuple[int, str, str]]) -> None:
    wild = seat(game, HANDS["7 card straight flush with joker"], jackpot=2, award_order=order)
    record = table_of(game, wild, seat(game, SEVEN_HEARTS, jackpot=2))
    record["jackpot"]["reset"] = 200
    found = houseway.settle(record)["jackpot"]
    assert [(row["seat"], row["share"], row["amount"]) for row in found["awards"]] == awards
    assert found["meter_after"] == ("200.00" if order == "seat" else "150.00")


@pytest.mark.parametrize("game", GAMES)
def test_reading_award_order_goes_by_percentage_and_then_by_seat(game: str) -> None:
    two = [
        seat(game, cards, jackpot=2, award_order="largest-first")
        for cards in (HANDS["7 card straight flush"], SEVEN_HEARTS)
    ]
    found = houseway.settle(table_of(game, *two))["jackpot"]
    assert [(row["seat"], row["amount"]) for row in found["awards"]] == [(1, "1000.00"), (2, "0.00")]


@pytest.mark.parametrize("game", GAMES)
def test_reading_a_house_jackpot_pays_every_winner_of_the_posted_amount(game: str) -> None:
    wild = seat(game, HANDS["7 card straight flush with joker"], jackpot=2)
    record = table_of(game, wild, seat(game, SEVEN_HEARTS, jackpot=2))
    record["options"]["jackpot"] = "house"
    answer = houseway.settle(record)
    assert lines(answer, 1)["jackpot"] == "win 250.00 [Royal Riches Jackpot]"
    assert lines(answer, 2)["jackpot"] == "win 1000.00 [Royal Riches Jackpot]"
    assert answer["jackpot"]["meter_after"] == "1000.00"


@pytest.mark.parametrize("game", GAMES)
def test_a_share_is_rounded_down_and_the_fraction_stays_in_the_meter(game: str) -> None:
    record = seat(game, HANDS["7 card straight flush with joker"], jackpot=2)
    record["jackpot"]["meter"] = "1000.03"
    found = houseway.settle(record)["jackpot"]
    assert (found["awards"][0]["amount"], found["meter_after"]) == ("250.00", "750.03")


def test_reading_a_folded_hands_jackpot_stays_live() -> None:
    record = seat("flush-poker", QUADS, riches=5, jackpot=2, folded_bonuses="lose")
    record["seats"][0]["decisions"] = ["fold"]
    told = settled(record)
    assert told["royal-riches"] == "fold 0.00 [Royal Riches]"
    assert told["jackpot"] == "win 150.00 [Royal Riches Jackpot]"


@pytest.mark.parametrize(
    ("option", "decision", "expected"),
    [("play", "raise 1x", "win 150.00"), ("lose", "raise 1x", "lose 0.00"), ("lose", "fold", "fold 0.00")],
)
def test_option_unqualified_jackpot(option: str, decision: str, expected: str) -> None:
    record = seat("flush-poker", QUADS, jackpot=2, unqualified_jackpot=option)
    record["dealer"] = ["Th", "7h", "6h", "8c", "3c", "8d", "3d"]
    record["seats"][0]["decisions"] = [decision]
    assert settled(record)["jackpot"] == f"{expected} [Royal Riches Jackpot]"


def test_option_unqualified_jackpot_leaves_the_meter_alone() -> None:
    record = seat("flush-poker", HANDS["7 card straight flush"], jackpot=2, unqualified_jackpot="lose")
    record["dealer"] = ["Th", "7h", "6h", "9c", "3c", "9d", "3d"]
    found = houseway.settle(record)["jackpot"]
    assert (found["awards"], found["meter_after"]) == ([], "1000.00")


@pytest.mark.parametrize(("option", "expected"), [("play", "win 150.00"), ("lose", "surrender 0.00")])
def test_option_surrendered_jackpot(option: str, expected: str) -> None:
    record = seat("wild-monkey-pai-gow", QUADS, jackpot=2, surrendered_jackpot=option)
    record["seats"][0]["decisions"] = ["surrender"]
    assert settled(record)["jackpot"] == f"{expected} [Royal Riches Jackpot]"


@pytest.mark.parametrize("game", GAMES)
def test_void_returns_riches_and_jackpot_and_reverses_the_contribution(game: str) -> None:
    record = seat(game, HANDS["7 card straight flush"], riches=5, jackpot=2) | {"void": "misdeal"}
    record["jackpot"]["contributed"] = "1.25"
    answer = houseway.settle(record)
    told = lines(answer)
    assert (told["royal-riches"], told["jackpot"]) == ("void 5.00 [void: misdeal]", "void 2.00 [void: misdeal]")
    assert answer["jackpot"]["meter_after"] == "1000.00"
    assert answer["seats"][0]["net"] == "0.00"
