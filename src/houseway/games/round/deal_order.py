"""The order of the deal: where each card from the top of a deck goes."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from houseway.cards.card import Card
from houseway.errors import InvalidInput
from houseway.games.game import Game


class Place(NamedTuple):
    """Where a dealt card goes: to a seat, the dealer or the board, as the first, second ... card there."""

    to: Literal["seat", "dealer", "board"]
    card: int
    seat: int = 0


def deal_order(
    game: Game, seats: Sequence[int], deck: Sequence[Card]
) -> tuple[dict[int, tuple[Card, ...]], tuple[Card, ...], tuple[Card, ...]]:
    """Deal hands, dealer's cards and board from the top of a deck: one card at a time, round the seats, dealer last.

    A seat that has all its cards is passed over; where the seats get none, the dealer's cards come first.
    """
    if len(deck) < cards_needed(game, len(seats)):
        raise InvalidInput(f"{len(deck)} cards are too few for {len(seats)} seats", field="deck")
    spec = game.approval.table
    places = range(1, spec.always_dealt + 1) or seats
    step = len(places) + 1
    both = step * min(spec.player_cards, spec.dealer_cards)
    used = len(places) * spec.player_cards + spec.dealer_cards
    hands = {place: tuple(deck[index:both:step]) for index, place in enumerate(places)}
    dealer = tuple(deck[step - 1 : both : step])
    if spec.player_cards > spec.dealer_cards:
        hands = {place: (*hands[place], *deck[both + index : used : len(places)]) for index, place in enumerate(places)}
    elif spec.dealer_cards > spec.player_cards:
        dealer = (*dealer, *deck[both:used])
    extra = deck[used : used + spec.dealer_extra]
    used += spec.dealer_extra
    board = tuple([deck[used + index] for index, mark in enumerate(spec.board) if mark == "b"])
    return {seat: hands[seat] for seat in seats}, (*dealer, *extra), board


def dealt_places(game: Game, seats: Sequence[int]) -> list[Place]:
    """Where each card of a deal goes, in the order of dealing, without the cards that nobody gets."""
    positions = [Card(position) for position in range(cards_needed(game, len(seats)))]  # each card is its own position
    hands, dealer, board = deal_order(game, seats, positions)
    places = {
        card: Place("seat", number, seat) for seat, cards in hands.items() for number, card in enumerate(cards, 1)
    }
    places |= {card: Place("dealer", number) for number, card in enumerate(dealer, 1)}
    places |= {card: Place("board", number) for number, card in enumerate(board, 1)}
    return [places[position] for position in sorted(places)]


def cards_needed(game: Game, seats: int) -> int:
    """How many cards the deal takes from the top of the deck, including burned ones."""
    spec = game.approval.table
    players = (spec.always_dealt or seats) * spec.player_cards
    return players + spec.dealer_cards + spec.dealer_extra + len(spec.board)
