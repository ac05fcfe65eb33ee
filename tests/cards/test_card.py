"""Cards and their notation."""

import pytest

from houseway.cards.card import ACE, JOKER, RANKS, SUITS, Card, check_copies, parse_cards
from houseway.errors import InvalidInput

ALL = [rank + suit for suit in SUITS for rank in RANKS] + ["Jo"]


def test_cards_are_numbered_by_suit_and_then_rank_with_the_joker_last() -> None:
    assert [Card.parse(text) for text in ALL] == list(range(53))
    assert [str(Card(index)) for index in range(53)] == ALL


@pytest.mark.parametrize("text", ALL)
def test_a_card_reads_in_any_letter_case(text: str) -> None:
    card = Card.parse(text)
    for written in (text.upper(), text.lower(), text.swapcase()):
        assert Card.parse(written) == card


@pytest.mark.parametrize("suit", "cdhsCDHS")
def test_ten_may_be_written_with_two_digits(suit: str) -> None:
    assert Card.parse(f"10{suit}") == Card.parse(f"T{suit}")


@pytest.mark.parametrize(
    "text",
    ["", "A", "h", "1h", "11h", "0h", "10", "010h", "Ax", "hA", "Ah ", " Ah", "AhKd", "A♥", "Aſ", "Kһ", "Joker", "Jk"],
)
def test_a_card_that_does_not_exist_is_refused_by_name(text: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        Card.parse(text, field="board")
    assert str(caught.value) == f"board: {text!r} is not a card"


@pytest.mark.parametrize("value", [None, 5, 0.5, True, ["Ah"], {"Ah": 1}, b"Ah", Card(0)])
def test_what_is_no_text_is_no_card(value: object) -> None:
    with pytest.raises(InvalidInput, match="is not a card"):
        Card.parse(value)


def test_a_refusal_cuts_what_is_long() -> None:
    with pytest.raises(InvalidInput, match=r"^'x{20}\.\.\. is not a card$"):
        Card.parse("x" * 100)


def test_a_number_too_long_to_print_is_no_card() -> None:
    with pytest.raises(InvalidInput, match="is not a card"):
        Card.parse(10**5000)


def test_rank_and_suit() -> None:
    cards = [Card(index) for index in range(52)]
    assert [(RANKS[card.rank] + SUITS[card.suit]) for card in cards if card.suit is not None] == ALL[:52]


def test_the_joker_is_an_ace_of_no_suit() -> None:
    assert (JOKER.rank, JOKER.suit) == (ACE, None)


@pytest.mark.parametrize(
    ("text", "shown"), [("Ah", "A♥"), ("Ts", "10♠"), ("2c", "2♣"), ("Qd", "Q♦"), ("Jo", "Jo"), ("Jh", "J♥")]
)
def test_people_see_suits_and_ten(text: str, shown: str) -> None:
    assert Card.parse(text).pretty == shown


def test_every_card_looks_different_to_people() -> None:
    assert len({Card(index).pretty for index in range(53)}) == 53


@pytest.mark.parametrize("text", ALL)
def test_a_repr_names_the_call_that_makes_the_card(text: str) -> None:
    assert repr(Card.parse(text)) == f"Card.parse('{text}')"


def test_cards_are_read_in_order() -> None:
    assert parse_cards(["Ah", "10s", "jo"]) == (Card.parse("Ah"), Card.parse("Ts"), JOKER)
    assert parse_cards([]) == ()


def test_one_wrong_card_among_several_is_named_with_its_field() -> None:
    with pytest.raises(InvalidInput, match=r"^dealer: 'Xx' is not a card$"):
        parse_cards(["Ah", "Xx"], field="dealer")


def test_a_deck_holds_each_card_once() -> None:
    check_copies(parse_cards(ALL), copies=1, joker=True)
    with pytest.raises(InvalidInput, match=r"^cards: Ah appears more than once$"):
        check_copies(parse_cards(["Ah", "Kd", "ah"]), copies=1, joker=True, field="cards")


@pytest.mark.parametrize("decks", [2, 4, 5, 6, 8])
def test_a_shoe_holds_each_card_once_a_deck(decks: int) -> None:
    check_copies(parse_cards(["Ts"] * decks), copies=decks, joker=False)
    with pytest.raises(InvalidInput, match=f"^Ts appears more than {decks} times, in a shoe of {decks} decks$"):
        check_copies(parse_cards(["Ts"] * (decks + 1)), copies=decks, joker=False)


def test_several_cards_may_come_again_as_long_as_none_comes_too_often() -> None:
    check_copies(parse_cards(["Ts", "Ts", "Ah", "Ah", "2c", "2c", "3d", "3d"]), copies=2, joker=False)
    with pytest.raises(InvalidInput, match=r"^Ah appears more than 2 times, in a shoe of 2 decks$"):
        check_copies(parse_cards(["Ts", "Ah", "Ts", "Ah", "2c", "Ah"]), copies=2, joker=False)


def test_a_joker_is_refused_where_there_is_none() -> None:
    with pytest.raises(InvalidInput, match=r"^Jo: this game is played without a joker$"):
        check_copies([JOKER], copies=1, joker=False)


def test_a_deck_holds_one_joker() -> None:
    with pytest.raises(InvalidInput, match=r"^Jo appears more than once$"):
        check_copies([JOKER, JOKER], copies=1, joker=True)
