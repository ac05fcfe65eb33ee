"""Why a line was settled so: the two hands compared, the dealer's qualifier, or the line of a bonus."""

from typing import TYPE_CHECKING

from houseway.cards.card import Card
from houseway.cards.hands import outcome, three_card
from houseway.cards.making import best_five_cards, made_cards
from houseway.cards.names import poker_name, three_name
from houseway.games.premium_holdem.rules import qualifies
from houseway.games.round.explanation import Reason, comparison, ending, explain_by_line
from houseway.games.round.settlement import SettledSeat, SettledWager

if TYPE_CHECKING:
    from houseway.games.premium_holdem.play import Play
    from houseway.games.round.round import Seat


def explain(played: "Play", settled: SettledSeat, line: SettledWager) -> Reason:
    """The reason of one line."""
    game, seat = played.game, played.seat(settled.seat)
    if line.result == "fold":
        return Reason(why=f"the hand was folded: {ending(game, line)}")
    if line.wager == "hole-card-bonus":
        return _named(three_name(three_card(*seat.cards)), explain_by_line(game, line, _hole_cards(seat, line)))
    hand = played.strength(seat.cards)
    cards = (*seat.cards, *played.board)
    if line.wager == "player-bonus":
        return _named(poker_name(hand), explain_by_line(game, line, made_cards(cards)))
    against = best_five_cards((*played.dealer, *played.board)) if line.result == "lose" else ()
    why = f"{_against(played, hand, line)}: {ending(game, line)}"
    return Reason(why=why, cards=best_five_cards(cards), against=against)


def _named(hand: str, reason: Reason) -> Reason:
    return Reason(why=f"{hand}: {reason.why}", cards=reason.cards)


def _hole_cards(seat: "Seat", line: SettledWager) -> tuple[Card, ...]:
    """All three, or the two of a pair."""
    if line.line != "pair":
        return seat.cards
    ranks = [card.rank for card in seat.cards]
    return tuple(card for card in seat.cards if ranks.count(card.rank) > 1)


def _against(played: "Play", hand: int, line: SettledWager) -> str:
    """The two hands compared; for the Ante of a better hand also whether the dealer qualifies."""
    dealer, least = played.strength(played.dealer), played.game.variant.least
    words = comparison(hand, dealer)
    if line.wager != "ante" or outcome(hand, dealer) <= 0 or qualifies(dealer, least):
        return words
    return f"{words}, but the dealer has less than a {poker_name(least)}"
