"""Decisions as lines of text, and the choices that admit them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards.card import Card, parse_cards
from houseway.errors import InvalidInput
from houseway.games.round.decision import Choice, Decision

ACE_KING = parse_cards(["Ah", "Kd"])


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ("check", Decision(word="check")),
        ("fold", Decision(word="fold")),
        ("hit", Decision(word="hit")),
        ("stand", Decision(word="stand")),
        ("double", Decision(word="double")),
        ("split", Decision(word="split")),
        ("surrender", Decision(word="surrender")),
        ("play 1x", Decision(word="play", times=1)),
        ("play 3x", Decision(word="play", times=3)),
        ("raise 2x", Decision(word="raise", times=2)),
        ("raise 12.50", Decision(word="raise", amount=1250)),
        ("double 3", Decision(word="double", amount=300)),
        ("double 0.01", Decision(word="double", amount=1)),
        ("set Ah Kd", Decision(word="set", cards=ACE_KING)),
        ("set house-way", Decision(word="set", name="house-way")),
    ],
)
def test_a_decision_is_read_and_written_in_the_same_words(text: str, decision: Decision) -> None:
    assert Decision.parse(text) == decision
    assert str(decision) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("raise 12.5", "raise 12.50"),
        ("raise 12.00", "raise 12"),
        ("double 007", "double 7"),
        ("set ah 10D", "set Ah Td"),
        ("set jo kd", "set Jo Kd"),
    ],
)
def test_other_ways_to_write_a_decision_come_out_the_usual_way(text: str, written: str) -> None:
    assert str(Decision.parse(text)) == written
    assert Decision.parse(written) == Decision.parse(text)


NO_DECISIONS = ["", " ", "Check", "check!", " check", "3x", "Ah Kd"]
OF_NO_GAME = ["call", "play", "set", "hit 5", "fold now", "set house", "bet-the-farm"]


@pytest.mark.parametrize("text", OF_NO_GAME)
def test_words_that_no_game_knows_have_the_form_of_a_decision_and_no_choice_admits_them(text: str) -> None:
    decision = Decision.parse(text)
    assert str(decision) == text
    assert not any(choice.admits(decision) for choice in CHOICES)


@pytest.mark.parametrize("text", NO_DECISIONS)
def test_what_has_not_the_form_of_a_decision_is_none(text: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        Decision.parse(text)
    assert str(caught.value) == f"{text!r} is not a decision"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("raise 0", "must be more than zero, not '0'"),
        ("raise -5", "must be more than zero, not '-5'"),
        ("raise 10x", "must be an amount in dollars, not '10x'"),
        ("double 1.005", "must have at most two decimals, not '1.005'"),
        ("double 1000000000", "must be under $1,000,000,000"),
        ("double ", "must be an amount in dollars, not ''"),
        ("play 0x", "must be an amount in dollars, not '0x'"),
        ("play 3x 3x", "'3x' is not a card"),
        ("set  Ah Kd", "'' is not a card"),
        ("set Ah Xx", "'Xx' is not a card"),
        ("set house way", "'house' is not a card"),
    ],
)
def test_an_amount_or_card_that_is_none_is_refused_with_its_reason(text: str, reason: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        Decision.parse(text)
    assert str(caught.value) == f"{text!r}: {reason}"


@pytest.mark.parametrize("value", [None, 3, True, ["check"], {"check": 1}, b"check"])
def test_what_is_no_text_is_no_decision(value: object) -> None:
    with pytest.raises(InvalidInput, match=r"is not a decision$"):
        Decision.parse(value)


def test_a_refusal_cuts_what_is_long() -> None:
    with pytest.raises(InvalidInput, match=r"^'x{56}\.\.\. is not a decision$"):
        Decision.parse("x" * 1000)


def test_a_number_too_long_to_print_is_no_decision() -> None:
    with pytest.raises(InvalidInput, match=r"is not a decision$"):
        Decision.parse(10**5000)


CARDS = st.lists(st.integers(0, 52).map(Card), min_size=2, max_size=2).map(tuple)
DECISIONS = st.one_of(
    st.sampled_from(["check", "fold", "hit", "stand", "double", "split", "surrender"]).map(
        lambda word: Decision(word=word)
    ),
    st.builds(Decision, word=st.sampled_from(["play", "raise"]), times=st.integers(1, 9)),
    st.builds(Decision, word=st.sampled_from(["double", "raise"]), amount=st.integers(1, 999_999_999_99)),
    st.builds(Decision, word=st.just("set"), cards=CARDS),
    st.just(Decision(word="set", name="house-way")),
)


@given(DECISIONS)
def test_every_decision_reads_back(decision: Decision) -> None:
    assert Decision.parse(str(decision)) == decision


@given(st.text(max_size=100))
def test_any_text_is_a_decision_or_refused_on_purpose(text: str) -> None:
    try:
        decision = Decision.parse(text)
    except InvalidInput:
        return
    assert Decision.parse(str(decision)) == decision


# Choices

CHECK, PLAY_3X, HOUSE_WAY = Choice("check"), Choice("play 3x"), Choice("set house-way")
ANY_TWO, FOR_LESS, EXACTLY = Choice("set", cards=2), Choice("double", 100, 999), Choice("raise", 500, 500)
CHOICES = (CHECK, PLAY_3X, HOUSE_WAY, ANY_TWO, FOR_LESS, EXACTLY)


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("check", CHECK),
        ("play 3x", PLAY_3X),
        ("set house-way", HOUSE_WAY),
        ("set Ah Kd", ANY_TWO),
        ("double 1", FOR_LESS),
        ("double 9.99", FOR_LESS),
        ("raise 5", EXACTLY),
    ],
)
def test_a_decision_is_admitted_by_its_choice_and_by_no_other(text: str, choice: Choice) -> None:
    decision = Decision.parse(text)
    assert [one for one in CHOICES if one.admits(decision)] == [choice]


@pytest.mark.parametrize(
    "text",
    ["fold", "play 2x", "double", "double 0.99", "double 10", "raise 5.01", "raise 1x", "set Ah", "set Ah Kd Qs"],
)
def test_what_is_not_offered_is_admitted_by_none(text: str) -> None:
    assert not any(choice.admits(Decision.parse(text)) for choice in CHOICES)


def test_the_whole_double_is_admitted_by_its_own_choice() -> None:
    assert Choice("double").admits(Decision.parse("double"))
    assert not Choice("double").admits(Decision.parse("double 5"))


@pytest.mark.parametrize(
    ("choice", "complete", "example", "shown"),
    [
        (CHECK, True, "check", "check"),
        (PLAY_3X, True, "play 3x", "play 3x"),
        (HOUSE_WAY, True, "set house-way", "set house-way"),
        (ANY_TWO, False, "set Ah Kd", "set (two cards)"),
        (FOR_LESS, False, "double 9.99", "double 1 … 9.99"),
        (EXACTLY, False, "raise 5.00", "raise 5"),
    ],
)
def test_a_choice_shows_itself_and_an_example(choice: Choice, complete: bool, example: str, shown: str) -> None:
    assert choice.complete == complete
    assert choice.example == example
    assert str(choice) == shown


@pytest.mark.parametrize("choice", CHOICES)
def test_every_example_is_admitted(choice: Choice) -> None:
    assert choice.admits(Decision.parse(choice.example))
