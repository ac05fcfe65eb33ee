"""Why a decision is best, and why the dealer sets so: the line of the house way that applies."""

from typing import Final

from houseway.cards.card import JOKER, parse_cards
from houseway.cards.hands import hand_mask
from houseway.games.pricing.advice import Seen
from houseway.games.round.settlement_answer import DealerAnswer
from houseway.games.wild_monkey_pai_gow.house_way import matching_line

LINES: Final = {
    "1": "five aces: a pair of kings in front, else two aces",
    "2": "four and three of a kind: a pair from the three in front",
    "3": "four of a kind and a pair: the pair in front",
    "4": "four of a kind: split from jacks up, from sevens to tens unless a king or ace can stand in front",
    "5": "two sets of three: a pair from the higher in front",
    "6": "a full house: the highest pair in front",
    "7a": "three of a kind with a straight or flush: the highest front that leaves the complete hand behind",
    "7b": "three aces: one of them in front with the best odd card",
    "7c": "three of a kind: all three behind, the two best odd cards in front",
    "8": "three pair: the highest pair in front",
    "9a": "two pair from jacks up: the lower pair in front",
    "9b": "two pair, sevens to tens: both behind with an odd ace, else the lower pair in front",
    "9c": "two pair, threes to sixes: both behind with an odd king or ace, else the lower pair in front",
    "10": "a pair with a straight or flush: the highest front that leaves the complete hand behind",
    "11": "one pair: the pair behind, the two best odd cards in front",
    "12": "no pair with a straight or flush: the highest front that leaves the complete hand behind",
    "13": "no pair: the best card behind, the second and third in front",
}


def explain(seen: Seen, best: str) -> str:
    """The line of the house way for these seven cards, if setting them so is best."""
    if best != "set house-way":
        return ""
    line = matching_line(hand_mask(seen.seat.cards))
    return f"House way, line {line}: {LINES[line]}."


def explain_dealer(dealer: DealerAnswer) -> str:
    """Why the dealer of a settlement discarded that card (clause 4), and the line by which the others are set."""
    if not dealer.discarded:
        return ""
    (discarded,) = parse_cards([dealer.discarded], field="dealer")
    seven = parse_cards([*(dealer.front or ()), *(dealer.back or ())], field="dealer")
    line = matching_line(hand_mask(seven))
    reason = "the dealer never keeps it" if discarded == JOKER else "the other seven make the best two hands"
    return f"{discarded.pretty} is laid aside: {reason}. House way, line {line}: {LINES[line]}."
