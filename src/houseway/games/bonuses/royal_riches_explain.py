"""Why Royal Riches, its envy and its jackpot were settled so, with the cards that made the line."""

from typing import TYPE_CHECKING, Final

from houseway.cards.card import Card
from houseway.cards.hands import hand_mask
from houseway.cards.making import fewest
from houseway.games.bonuses.royal_riches import JACKPOT_LINES, LINES, hands_made, jackpot_lines
from houseway.games.round.explanation import Reason, explain_by_line
from houseway.games.round.settlement import SettledWager
from houseway.money import in_dollars

if TYPE_CHECKING:
    from houseway.games.round.round import Round, Seat

RICHES: Final = ("royal-riches", "jackpot")


def explain_riches(played: "Round", seat: "Seat", line: SettledWager) -> Reason:
    """The reason for a line: what the seven cards make, or for envy what another seat's cards make."""
    if line.from_seat:
        cards = cards_of_line(played.seat(line.from_seat).cards, str(line.line))
        amount = in_dollars(line.returned)
        return Reason(why=f"seat {line.from_seat} holds “{line.line}”, which earns envy of {amount}", cards=cards)
    if not line.line:
        return explain_by_line(played.game, line)
    return explain_by_line(played.game, line, cards_of_line(seat.cards, line.line, jackpot=line.wager == "jackpot"))


def cards_of_line(cards: tuple[Card, ...], name: str, *, jackpot: bool = False) -> tuple[Card, ...]:
    """The smallest part of seven cards that makes a line of the tables."""
    if jackpot:
        place = JACKPOT_LINES.index(name)
        return fewest(cards, lambda some: bool(jackpot_lines(hands_made(hand_mask(some))) >> place & 1))
    place = LINES.index(name)
    return fewest(cards, lambda some: bool(hands_made(hand_mask(some)) >> place & 1))
