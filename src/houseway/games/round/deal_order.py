"""The order of the deal: which card from the top of a deck goes where."""

from collections.abc import Sequence

from houseway.cards.card import Card
from houseway.errors import InvalidInput
from houseway.games.game import Game


def deal_order(
    game: Game, seats: Sequence[int], deck: Sequence[Card]
) -> tuple[dict[int, tuple[Card, ...]], tuple[Card, ...], tuple[Card, ...]]:
    """Hands, dealer's cards and board from the top of a deck: round the seats, dealer last, one card at a time.

    Whoever has all cards is passed over: where the seats get none, the dealer's cards come first.
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


def cards_needed(game: Game, seats: int) -> int:
    """How many cards the deal takes from the top of the deck, burned ones included."""
    spec = game.approval.table
    players = (spec.always_dealt or seats) * spec.player_cards
    return players + spec.dealer_cards + spec.dealer_extra + len(spec.board)
