"""What holds in every round of every game, whatever the options, the cards and the decisions."""

import json
import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings

import houseway
from games.records import Answer, Record, sums
from houseway.cards.card import Card
from houseway.errors import HousewayError
from houseway.games.down_under_blackjack.play import Play as Blackjack
from houseway.games.letter.card_reader import light
from houseway.games.round.record import parse_json, replay
from houseway.games.round.round import Round, Seat
from houseway.money import format_money
from houseway.values import changed
from strategies import GAMES, Course, courses

SETTINGS = settings(derandomize=True, deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
CARD = re.compile(r"\b(?:[2-9TJQKA][cdhs]|Jo)\b")
MULTIPLES = [f"{word} {times}x" for word in ("play", "raise") for times in range(1, 5)]
WORDS = ["check", "fold", "hit", "stand", "double", "split", "surrender", "set house-way", *MULTIPLES]

Property = Callable[[Course], None]


def for_all_courses(name: str, check: Property) -> None:
    """Run a check on the courses of a game."""

    @SETTINGS
    @given(course=courses(name))
    def run(course: Course) -> None:
        check(course)

    run()


# ---- money


def lines_of(answer: Answer) -> list[dict[str, Any]]:
    """All lines of all seats."""
    return [line for seat in answer["seats"] for line in seat["wagers"]]


def check_line(line: dict[str, Any]) -> None:
    """A lost wager returns nothing, a push or a void exactly the stake, a surrender half of it."""
    stake, returned = sums([line["stake"]]), sums([line["returned"]])
    if line["result"] in ("lose", "fold") or (line["result"] == "surrender" and line["wager"] != "bet"):
        assert returned == 0
    elif line["result"] == "surrender":
        assert returned == (stake + 1) // 2
    elif line["result"] in ("push", "void"):
        assert returned == stake
    else:
        assert line["result"] == "win"
        assert returned >= 0


def check_seats(now: Round, answer: Answer) -> None:
    """A seat's sums are those of its lines, and it staked what it put up."""
    for seat, found in zip(now.seats, answer["seats"], strict=True):
        staked = sums(line["stake"] for line in found["wagers"])
        returned = sums(line["returned"] for line in found["wagers"])
        assert (found["staked"], found["returned"]) == (format_money(staked), format_money(returned))
        assert found["net"] == format_money(returned - staked)
        assert staked == sum(now.stakes(seat).values())
        check_awards(found, answer)


def check_awards(found: dict[str, Any], answer: Answer) -> None:
    """What a seat is awarded stands in its jackpot or progressive line."""
    awards = answer["jackpot"]["awards"] if answer["jackpot"] else []
    amount = sums(award["amount"] for award in awards if award["seat"] == found["seat"])
    paid = sums(line["returned"] for line in found["wagers"] if line["wager"] in ("jackpot", "progressive"))
    assert paid >= amount


def check_meter(now: Round, answer: Answer) -> None:
    """The meter afterwards is what it was, with what came in and without what the meter paid."""
    found = answer["jackpot"]
    assert (found is None) is (now.jackpot is None)
    if found is None:
        return
    paid = 0 if now.game.options.get("jackpot") == "house" else sums(row["amount"] for row in found["awards"])
    before = sums(found[key] for key in ("meter_before", "contributed", "reseeded"))
    assert sums([found["meter_after"]]) == before - paid


def check_money(course: Course) -> None:
    for now in (course.last, *(now.voided("misdeal") for now in course.states)):
        answer = now.settlement().to_json()
        for line in lines_of(answer):
            check_line(line)
        check_seats(now, answer)
        check_meter(now, answer)


@pytest.mark.parametrize("game", GAMES)
def test_money_is_conserved(game: str) -> None:
    for_all_courses(game, check_money)


def check_order(course: Course) -> None:
    now = course.last
    order = [*now.game.approval.wagers, "royal-riches envy"]
    for seat in now.settlement().to_json()["seats"]:
        places = [order.index(line["wager"]) for line in seat["wagers"]]
        assert places == sorted(places)
        assert {*now.seat(seat["seat"]).wagers} <= {line["wager"] for line in seat["wagers"]}


@pytest.mark.parametrize("game", GAMES)
def test_every_wager_has_its_line_in_the_order_of_the_letter(game: str) -> None:
    for_all_courses(game, check_order)


# ---- seats


def renumbered(found: Any, numbers: dict[int, int]) -> Any:
    """A record or an answer with other seat numbers."""
    if isinstance(found, dict):
        return {
            key: numbers[value] if key in ("seat", "from_seat") else renumbered(value, numbers)
            for key, value in found.items()
        }
    return [renumbered(item, numbers) for item in found] if isinstance(found, list) else found


@pytest.mark.parametrize("game", GAMES)
def test_renumbering_seats_changes_only_the_numbers(game: str) -> None:
    @SETTINGS
    @given(course=courses(game), data=st.data())
    def run(course: Course, data: st.DataObject) -> None:
        record = course.last.record()
        old = [seat["seat"] for seat in record["seats"]]
        places = st.integers(1, course.last.game.approval.table.seats)
        new = sorted(data.draw(st.sets(places, min_size=len(old), max_size=len(old))))
        numbers = dict(zip(old, new, strict=True))
        assert houseway.settle(renumbered(record, numbers)) == renumbered(houseway.settle(record), numbers)

    run()


# ---- sight


def strings(found: Any) -> list[str]:
    """Every text in a view, keys too."""
    if isinstance(found, dict):
        return [text for item in found.items() for text in strings(list(item))]
    if isinstance(found, list):
        return [text for item in found for text in strings(item)]
    return [found] if isinstance(found, str) else []


def open_board(now: Round) -> int:
    """How many community cards lie face up, by the letters."""
    if now.finished:
        return len(now.board)
    second_street = all(seat.decisions for seat in now.seats)
    return {5: 3, 4: 4, 0: 0}[len(now.board)] if second_street else 0


def visible(now: Round, viewer: int) -> set[str]:
    """The cards that a seat may know of in a game with one deck."""
    face_up = now.finished or now.game.options.get("face-up") == "yes"
    cards = {*now.board[: open_board(now)], *(now.dealer if now.finished else ())}
    for seat in now.seats:
        if face_up or seat.number == viewer:
            cards.update(seat.cards)
    return {str(card) for card in cards}


def shown(now: Round, viewer: int) -> set[str]:
    """The cards that a view names, anywhere."""
    return {card for text in strings(now.view(viewer)) for card in CARD.findall(text)}


def check_sight(course: Course) -> None:
    most = course.last.game.approval.table.seats
    for now in course.states:
        for state in (now, now.voided("misdeal")):
            for viewer in range(most + 1):  # 0 is nobody's seat, and most seats are empty
                assert shown(state, viewer) <= visible(now, viewer)


@pytest.mark.parametrize("game", [game for game in GAMES if game != "down-under-blackjack"])
def test_no_view_holds_a_hidden_card(game: str) -> None:
    for_all_courses(game, check_sight)


def check_everything_shows(course: Course) -> None:
    first, last = course.states[0], course.last
    assert shown(last, 0) == visible(last, 0)
    for seat in first.seats:
        assert shown(first, seat.number) == visible(first, seat.number)


@pytest.mark.parametrize("game", [game for game in GAMES if game != "down-under-blackjack"])
def test_a_view_holds_all_that_may_be_seen(game: str) -> None:
    for_all_courses(game, check_everything_shows)


def with_other_down_cards(now: Blackjack) -> list[Blackjack]:
    """The same round with each other down card of the same light."""
    up, down = now.dealer
    others = [Card(index) for index in range(52) if light(index) == light(down) and index != down]
    return [changed(now, dealer=(up, other)) for other in others]


def check_down_card(course: Course) -> None:
    """While a hand is in play and the dealer's cards are not both gold, a view does not depend on the down card."""
    for now in course.states:
        assert isinstance(now, Blackjack)
        golds = [light(card) for card in now.dealer] == [2, 2]
        if now.active is None or golds:
            assert now.view(1)["dealer"][1] == str(now.dealer[1])
            continue
        for viewer in range(8):
            assert now.view(viewer)["dealer"] == [str(now.dealer[0]), "??"]
            assert all(other.view(viewer) == now.view(viewer) for other in with_other_down_cards(now))


def test_no_view_tells_more_of_the_down_card_than_its_light() -> None:
    for_all_courses("down-under-blackjack", check_down_card)


# ---- records


def through_json(record: Record) -> Any:
    """A record written down and read again."""
    return parse_json(json.dumps(record))


def check_replay(course: Course) -> None:
    last = course.last
    again = replay(through_json(last.record()))
    assert again == last
    assert again.settlement() == last.settlement()


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_round_replays_from_its_record(game: str) -> None:
    for_all_courses(game, check_replay)


def undealt(now: Round) -> Round:
    """The round before its cards are dealt."""
    return now.game.place([changed(seat, cards=(), decisions=()) for seat in now.seats], now.jackpot)


def check_void_settlement(course: Course) -> None:
    for now in (undealt(course.states[0]), *course.states):
        void = now.voided("card exposed")
        assert replay(through_json(void.record())).settlement() == void.settlement()


@pytest.mark.parametrize("game", GAMES)
def test_a_round_voided_at_any_point_settles_alike_from_its_record(game: str) -> None:
    for_all_courses(game, check_void_settlement)


def check_void_replay(course: Course) -> None:
    for now in (undealt(course.states[0]), *course.states):
        void = now.voided("card exposed")
        assert replay(through_json(void.record())) == void


@pytest.mark.parametrize("game", GAMES)
def test_a_round_voided_at_any_point_replays_from_its_record(game: str) -> None:
    for_all_courses(game, check_void_replay)


def check_unfinished(course: Course) -> None:
    for now in course.states[:-1]:
        if not now.implied_decision:
            with pytest.raises(HousewayError, match=r"is missing|too few cards"):
                replay(through_json(now.record()))


@pytest.mark.parametrize("game", GAMES)
def test_a_record_of_an_unfinished_round_is_refused(game: str) -> None:
    for_all_courses(game, check_unfinished)


# ---- decisions


def offered(now: Round) -> list[str]:
    """Decisions that the choices name: each plain one, and both ends of each range."""
    texts = [choice.text for choice in now.choices() if choice.complete]
    for choice in now.choices():
        if choice.most:
            texts += [f"{choice.text} {format_money(amount)}" for amount in (choice.least, choice.most)]
    return texts


def beyond(now: Round) -> list[str]:
    """Amounts just outside the ranges."""
    ranges = [choice for choice in now.choices() if choice.most]
    ends = [(choice.text, amount) for choice in ranges for amount in (choice.least - 1, choice.most + 1)]
    return [f"{text} {format_money(amount)}" for text, amount in ends]


def fronts(now: Round) -> tuple[list[str], list[str]]:
    """Ways to set the hand in turn, and ways that must be refused."""
    cards = now.seat(now.turn or 0).cards
    own = [f"set {one} {two}" for one in cards for two in cards if one != two]
    other = next(card for card in now.dealer if card not in cards)
    return own, [f"set {cards[0]} {cards[0]}", f"set {cards[0]} {other}", f"set {other} {cards[1]}"]


def check_decisions(course: Course) -> None:
    for now in course.states:
        if now.turn is None:
            assert not any(now.can_decide(text) for text in WORDS)
            continue
        legal, illegal = offered(now), [*beyond(now), "set Zz Ah", "", "play", "double -1"]
        if any(choice.text == "set" for choice in now.choices()):
            own, not_own = fronts(now)
            legal, illegal = legal + own, illegal + not_own
        illegal += [text for text in WORDS if text not in legal]
        assert [text for text in legal if not now.can_decide(text)] == []
        assert [text for text in illegal if now.can_decide(text)] == []
        assert not any(now.voided("misdeal").can_decide(text) for text in legal)
        with pytest.raises(HousewayError):
            now.decide(illegal[-1])


@pytest.mark.parametrize("game", GAMES)
def test_what_is_offered_is_accepted_and_nothing_else(game: str) -> None:
    for_all_courses(game, check_decisions)


# ---- values


def check_frozen(course: Course) -> None:
    for now in course.states:
        before = deepcopy(now.record())
        values: tuple[Round | Seat, ...] = (now, *now.seats)
        for value in values:
            for name in type(value).__annotations__:
                with pytest.raises(AttributeError):
                    setattr(value, name, None)
        if now.turn is not None:
            now.decide(offered(now)[0])
        now.voided("misdeal")
        assert now.record() == before


@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_never_changed(game: str) -> None:
    for_all_courses(game, check_frozen)
