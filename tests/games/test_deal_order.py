"""Cards from the top of a deck for any numbers of cards a side, beside a deal one card at a time."""

import dataclasses
from collections.abc import Sequence

import pytest

import houseway
from houseway.cards.card import Card
from houseway.cards.deck import standard_deck
from houseway.games.game import Game
from houseway.games.letter.approval import TableSpec
from houseway.games.round.round import Seat, cards_needed, deal_order

Dealt = tuple[dict[int, tuple[Card, ...]], tuple[Card, ...], tuple[Card, ...]]


def game_with(**table: object) -> Game:
    """A game that is dealt otherwise."""
    game = houseway.game("premium-holdem")
    spec = dataclasses.replace(game.approval.table, **table)  # type: ignore[arg-type]
    return Game(dataclasses.replace(game.approval, table=spec), game.options, game.kit)


def one_at_a_time(spec: TableSpec, seats: Sequence[int], deck: Sequence[Card]) -> tuple[Dealt, int]:
    """The naive way; and how many cards it took."""
    places = list(range(1, spec.always_dealt + 1)) or list(seats)
    hands: dict[int, list[Card]] = {place: [] for place in places}
    dealer: list[Card] = []
    board: list[Card] = []
    cards = iter(deck)
    while len(dealer) < spec.dealer_cards or any(len(hand) < spec.player_cards for hand in hands.values()):
        for place in places:
            if len(hands[place]) < spec.player_cards:
                hands[place].append(next(cards))
        if len(dealer) < spec.dealer_cards:
            dealer.append(next(cards))
    dealer += [next(cards) for _ in range(spec.dealer_extra)]
    for mark in spec.board:
        card = next(cards)
        if mark == "b":
            board.append(card)
    taken = len(deck) - len(list(cards))
    return ({seat: tuple(hands[seat]) for seat in seats}, tuple(dealer), tuple(board)), taken


@pytest.mark.parametrize("player_cards", range(4))
@pytest.mark.parametrize("dealer_cards", range(1, 4))
@pytest.mark.parametrize(("always", "seats"), [(0, [1]), (0, [2, 5]), (0, [1, 2, 3, 4]), (6, [2, 5])])
@pytest.mark.parametrize(("extra", "board"), [(0, ""), (1, "bbxb")])
def test_a_deal_is_that_of_one_card_at_a_time(
    player_cards: int, dealer_cards: int, always: int, seats: list[int], extra: int, board: str
) -> None:
    game = game_with(
        player_cards=player_cards, dealer_cards=dealer_cards, always_dealt=always, dealer_extra=extra, board=board
    )
    naive, taken = one_at_a_time(game.approval.table, seats, standard_deck())
    assert deal_order(game, seats, standard_deck()) == naive
    assert cards_needed(game, len(seats)) == taken


def test_seats_without_cards_need_no_hands() -> None:
    game = game_with(player_cards=0, board="")
    ante = {"ante": 1000, "xtra-bonus": 1000}
    dealt = game.place([Seat(number=2, wagers=ante)]).deal_hands({}, standard_deck()[:3])
    assert dealt.dealt
    assert dealt.seats[0].cards == ()
    assert dealt.cards_out == list(standard_deck()[:3])
