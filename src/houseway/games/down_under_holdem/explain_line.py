"""Why a line was settled so: the two hands compared, or the line of a bonus with the cards that made it."""

from typing import TYPE_CHECKING

from houseway.cards.card import Card
from houseway.cards.making import best_five_cards, made_cards
from houseway.cards.names import poker_name
from houseway.games.round.explanation import (
    Reason,
    comparison,
    ending,
    explain_by_line,
    explain_without_action,
)
from houseway.games.round.settlement import SettledSeat, SettledWager

if TYPE_CHECKING:
    from houseway.games.down_under_holdem.play import Play
    from houseway.games.round.round import Seat


def explain(played: "Play", settled: SettledSeat, line: SettledWager) -> Reason:
    """The reason of one line."""
    game, seat = played.game, played.seat(settled.seat)
    bonus = game.approval.wagers[line.wager].role == "bonus"
    if line.result == "fold":
        if bonus:
            return explain_without_action(game, line, "folded-bonuses")
        return Reason(why=f"the hand was folded: {ending(game, line)}")
    if line.wager == "match-the-dealer":
        return _match(played, seat, line)
    cards = (*seat.cards, *played.board)
    hand = played.strength(seat.cards)
    if bonus:
        reason = explain_by_line(game, line, made_cards(cards))
        return Reason(why=f"{poker_name(hand)}: {reason.why}", cards=reason.cards)
    why = f"{comparison(hand, played.strength(played.dealer))}: {ending(game, line)}"
    against = best_five_cards((*played.dealer, *played.board)) if line.result == "lose" else ()
    return Reason(why=why, cards=best_five_cards(cards), against=against)


def _match(played: "Play", seat: "Seat", line: SettledWager) -> Reason:
    """The ranks that both sides hold, in words."""
    if line.result == "lose":
        return Reason(why=f"no hole card has the rank of one of the dealer's: {ending(played.game, line)}")
    shared = {card.rank for card in seat.cards} & {card.rank for card in played.dealer}
    matching: tuple[Card, ...] = tuple(card for card in (*seat.cards, *played.dealer) if card.rank in shared)
    mine = " and ".join(card.pretty for card in matching if card in seat.cards)
    theirs = " and ".join(card.pretty for card in matching if card not in seat.cards)
    verb = "match" if " and " in mine else "matches"
    return Reason(why=f"{mine} {verb} the dealer's {theirs}: {ending(played.game, line)}", cards=matching)
