"""A round step by step: what is allowed when, what each seat sees, what the record says."""

import pytest

import houseway
from games.records import (
    Record,
    blackjack,
    choices,
    deck_with,
    flush,
    holdem,
    opened,
    pai_gow,
    played,
    premium,
    together,
)
from houseway.cards.card import Card
from houseway.errors import IllegalDecision, InvalidInput, NotAllowedNow, NotApproved
from houseway.games.round.decision import Decision
from houseway.games.round.jackpot import Meter
from houseway.games.round.record import replay
from houseway.games.round.round import Seat, cards_needed

# A record of each game, and its steps in the order of play.
ROUNDS: dict[str, tuple[Record, list[str]]] = {
    "down-under-holdem": (
        together(holdem(decisions="check, play 1x"), holdem("Qh Qc", decisions="play 2x")),
        ["check", "play 2x", "play 1x"],
    ),
    "premium-holdem": (
        together(premium(decisions="play 3x"), premium("Qh Qc 8d", decisions="check, fold")),
        ["play 3x", "check", "fold"],
    ),
    "down-under-blackjack": (
        together(
            blackjack("8h 8d", "Td 6d", "split, double, hit, stand"),
            blackjack("Ah Kh", decisions=""),
            draws=["3c", "Kc", "4c", "5c", "5d"],
        ),
        ["split", "3c", "double", "Kc", "4c", "hit", "5c", "stand", "5d"],
    ),
    "flush-poker": (
        together(flush(), flush("Qs Js 8s 3s Qh 7c 2c", decisions="fold")),
        ["raise 1x", "fold"],
    ),
    "wild-monkey-pai-gow": (
        together(pai_gow(decisions="set Ks Qs, double 5"), pai_gow("Kc Jc Tc 9d 6d 4d 2h", decisions="surrender")),
        ["set Ks Qs", "double 5", "surrender"],
    ),
}
GAMES = pytest.mark.parametrize("game", ROUNDS)


@GAMES
def test_steps_lead_to_the_settlement_of_the_record(game: str) -> None:
    record, steps = ROUNDS[game]
    now = played(opened(record), *steps)
    assert now.finished
    assert now.settlement().to_json() == houseway.settle(record)


@GAMES
def test_a_finished_round_is_the_one_its_record_tells(game: str) -> None:
    record, steps = ROUNDS[game]
    now = played(opened(record), *steps)
    assert replay(record) == replay(now.record()) == now


@GAMES
def test_turn_and_phase_go_through_the_round(game: str) -> None:
    record, steps = ROUNDS[game]
    now = opened(record)
    for step in steps:
        assert now.phase == "decisions"
        assert (now.turn is None) is now.needs_card
        now = played(now, step)
    assert (now.phase, now.turn, now.needs_card) == ("finished", None, False)


@GAMES
def test_only_the_seat_in_turn_is_shown_choices(game: str) -> None:
    now = opened(ROUNDS[game][0])
    assert now.turn == 1
    assert now.view(1)["choices"] == choices(now) != []
    assert now.view(2)["choices"] == []
    assert now.view(2)["turn"] == 1


@GAMES
def test_before_the_deal_nothing_is_decided_and_nothing_shown(game: str) -> None:
    record = ROUNDS[game][0]
    stakes = {"ante": 500, "bet": 500, "xtra-bonus": 500, "wager": 500}
    table = houseway.game(game)
    seat = Seat(number=1, wagers={name: stakes[name] for name in table.approval.required})
    now = table.place([seat])
    assert now.phase == "wagers"
    view = now.view(1)
    assert (view["dealer"], view["board"], view["lights"], view["turn"], view["choices"]) == ([], [], None, None, [])
    with pytest.raises(NotAllowedNow, match="no decision is awaited"):
        now.decide(record["seats"][0]["decisions"][0])
    with pytest.raises(NotAllowedNow, match="the cards are not dealt"):
        now.settlement()


@GAMES
def test_cards_are_dealt_once(game: str) -> None:
    now = opened(ROUNDS[game][0])
    with pytest.raises(NotAllowedNow, match="the cards of this round are out"):
        now.deal_hands({seat.number: seat.cards for seat in now.seats}, now.dealer, now.board)


@GAMES
def test_no_settlement_while_a_decision_is_missing(game: str) -> None:
    with pytest.raises(NotAllowedNow, match=r"^seat 1: decisions: a decision is missing; legal: "):
        opened(ROUNDS[game][0]).settlement()


def test_no_settlement_while_a_card_is_missing() -> None:
    record, steps = ROUNDS["down-under-blackjack"]
    with pytest.raises(NotAllowedNow, match="too few cards are drawn"):
        played(opened(record), *steps[:-1]).settlement()


@GAMES
def test_a_card_that_nobody_awaits_is_refused(game: str) -> None:
    with pytest.raises(NotAllowedNow, match="no card is awaited"):
        opened(ROUNDS[game][0]).take(Card.parse("2c"))


@GAMES
def test_after_the_end_nothing_is_decided(game: str) -> None:
    record, steps = ROUNDS[game]
    now = played(opened(record), *steps)
    with pytest.raises(NotAllowedNow, match="no decision is awaited"):
        now.decide(record["seats"][0]["decisions"][0])


def test_a_drawn_card_must_be_left_in_the_shoe() -> None:
    now = played(opened(blackjack("Ah Ah", decks=2)), "hit")
    with pytest.raises(InvalidInput, match="Ah appears more than 2 times"):
        now.take(Card.parse("Ah"))
    assert now.take(Card.parse("As")).turn == 1


# ---- verify, can, act


def test_verify_tells_can_answers_decide_acts() -> None:
    now = opened(holdem())
    assert now.verify_decision("play 3x") == Decision(word="play", times=3)
    assert now.can_decide("play 3x")
    assert not now.can_decide("play 1x")
    assert not now.can_decide("stand up")
    with pytest.raises(IllegalDecision, match="'play 1x' is not legal here; legal: check, play 2x, play 3x"):
        now.decide("play 1x")
    assert now.decide("play 3x").seat(1).decisions == (Decision(word="play", times=3),)
    assert now.seat(1).decisions == ()


def test_a_round_has_no_seat_that_nobody_plays() -> None:
    with pytest.raises(InvalidInput, match="nobody plays seat 5"):
        opened(holdem()).seat(5)


# ---- void


@GAMES
def test_a_round_may_be_called_off_at_any_point(game: str) -> None:
    record, steps = ROUNDS[game]
    for count in range(len(steps) + 1):
        void = played(opened(record), *steps[:count]).voided("fire alarm")
        assert (void.phase, void.finished) == ("void", False)
        answer = void.settlement().to_json()
        assert answer["void"] == "fire alarm"
        assert {line["result"] for seat in answer["seats"] for line in seat["wagers"]} == {"void"}
        assert {seat["net"] for seat in answer["seats"]} == {"0.00"}


@GAMES
def test_a_void_round_takes_neither_decision_nor_card(game: str) -> None:
    record, steps = ROUNDS[game]
    void = opened(record).voided("fire alarm")
    with pytest.raises(NotAllowedNow):
        void.decide(steps[0])
    with pytest.raises(NotAllowedNow):
        void.take(Card.parse("2c"))


@pytest.mark.parametrize("reason", ["", "  "])
def test_a_void_round_says_why(reason: str) -> None:
    with pytest.raises(InvalidInput, match="must say why"):
        opened(holdem()).voided(reason)
    with pytest.raises(InvalidInput, match="must say why the round is void"):
        houseway.settle(holdem() | {"void": reason})


# ---- dealing from a deck


def test_deal_takes_wagers_in_dollars_by_seat_in_any_order() -> None:
    stakes = {"ante": "7.50", "bet": 7.5}
    now = houseway.game("down-under-holdem").deal({4: stakes, 2: stakes}, deck_with())
    assert [(seat.number, seat.wagers["ante"]) for seat in now.seats] == [(2, 750), (4, 750)]


def test_deal_verifies_the_wagers() -> None:
    game = houseway.game("down-under-holdem")
    with pytest.raises(InvalidInput, match=r"^seat 2: wagers\.bet: must equal the ante"):
        game.deal({2: {"ante": 5, "bet": 6}}, deck_with())
    with pytest.raises(NotApproved, match="is off at this table"):
        game.deal({2: {"ante": 5, "bet": 5, "trips-or-better": 5}}, deck_with())
    with pytest.raises(InvalidInput, match="must be 1 to 6, not 7"):
        game.deal({7: {"ante": 5, "bet": 5}}, deck_with())
    with pytest.raises(InvalidInput, match="there must be at least one seat"):
        game.deal({}, deck_with())


def test_deal_takes_the_jackpot() -> None:
    game = houseway.game("flush-poker", {"jackpot": "progressive"})
    meter = Meter.parse({"meter": 1000, "wager": 2})
    now = game.deal({1: {"bet": 5, "jackpot": 2}}, deck_with(), meter)
    assert now.jackpot == meter
    with pytest.raises(InvalidInput, match="jackpot: is missing"):
        game.deal({1: {"bet": 5, "jackpot": 2}}, deck_with())


@pytest.mark.parametrize(
    ("game", "seats", "cards"),
    [
        ("down-under-holdem", 3, 4 * 2 + 5),
        ("premium-holdem", 3, 4 * 3 + 6),
        ("down-under-blackjack", 3, 4 * 2),
        ("flush-poker", 3, 4 * 7),
        ("wild-monkey-pai-gow", 3, 7 * 7 + 1),
    ],
)
def test_cards_needed_for_a_deal(game: str, seats: int, cards: int) -> None:
    assert cards_needed(houseway.game(game), seats) == cards


# ---- what stays


@GAMES
def test_state_is_frozen(game: str) -> None:
    now = opened(ROUNDS[game][0])
    for value, field in ((now, "void"), (now, "seats"), (now.seats[0], "decisions"), (now.seats[0], "wagers")):
        with pytest.raises(AttributeError):
            setattr(value, field, None)


@GAMES
def test_a_step_leaves_the_state_before_it_as_it_was(game: str) -> None:
    record, steps = ROUNDS[game]
    first = opened(record)
    before = first.record()
    played(first, *steps)
    assert first.record() == before
    assert first == opened(record)


@GAMES
def test_what_a_round_hands_out_is_a_copy(game: str) -> None:
    now = opened(ROUNDS[game][0])
    now.view(1)["seats"][0]["cards"].clear()
    now.record()["seats"][0]["wagers"].clear()
    assert now == opened(ROUNDS[game][0])


@GAMES
def test_meta_is_carried_through_unread(game: str) -> None:
    meta = {"table": "BJ-1", "note": [1, None, True]}
    record = ROUNDS[game][0] | {"meta": meta}
    assert houseway.settle(record)["meta"] == meta
    assert replay(record).record()["meta"] == meta
    assert houseway.settle(record | {"void": "misdeal"})["meta"] == meta
    assert "meta" not in houseway.settle(ROUNDS[game][0])


@GAMES
def test_a_record_tells_only_options_that_differ_from_the_default(game: str) -> None:
    record = ROUNDS[game][0]
    assert replay(record | {"options": {"breakage": "cent-down"}}).record()["options"] == {}
    assert replay(record | {"options": {"breakage": "dollar-up"}}).record()["options"] == {"breakage": "dollar-up"}


@pytest.mark.parametrize("options", [None, False, 0, "", []])
def test_options_of_a_record_must_be_an_object(options: object) -> None:
    with pytest.raises(InvalidInput, match=r"^options: must be an object"):
        houseway.settle(holdem() | {"options": options})


def test_a_record_tells_the_jackpot() -> None:
    jackpot = {
        "meter": "1000.00",
        "contributed": "1.25",
        "reset": "500.00",
        "wager": "2.00",
        "prizes": {"2-suited-matches": "500.00", "4-same-rank": "200 for 1"},
        "prizes_from": "meter",
    }
    record = blackjack(bonus={"progressive": 2}, jackpot=jackpot, progressive="5c/1")
    assert replay(record).record()["jackpot"] == jackpot


def test_a_record_tells_the_players() -> None:
    record = holdem()
    record["seats"][0]["player"] = "Ann"
    now = replay(record)
    assert now.record()["seats"][0]["player"] == "Ann"
    assert now.view(1)["seats"][0]["player"] == "Ann"
    assert "player" not in replay(holdem()).record()["seats"][0]
