"""Premium Hold'em, settled from the letter."""

from fractions import Fraction
from typing import Any

from .money import Refused, paid
from .options import Options
from .paytables import HOLE_CARD_BONUS, PLAYER_BONUS, XTRA_BONUS
from .poker import NAMES, PAIR, Value, best, three
from .records import Line, Seat, Shape, line, read, settlement, voided

BONUSES = ("player-bonus", "hole-card-bonus")


def play_multiple(decisions: list[str]) -> int:
    """How many antes were played, 0 for a fold (clauses 3 and 4)."""
    legal = {
        ("play 3x",): 3,
        ("check", "fold"): 0,
        ("check", "play 1x"): 1,
        ("check", "play 2x"): 2,
    }
    if tuple(decisions) not in legal:
        raise Refused(f"illegal decisions: {decisions}")
    return legal[tuple(decisions)]


def qualifies(dealers: Value) -> bool:
    """At least one pair of threes."""
    return dealers[0] > PAIR or (dealers[0] == PAIR and dealers[1][0] >= 3)


def won_odds(name: str, mine: Value, dealers: Value) -> str | None:
    """The odds of a main wager whose hand beat the dealer's, or None for a push."""
    if name == "ante":
        return "1 to 1" if qualifies(dealers) else None
    if name == "xtra-bonus":
        return XTRA_BONUS.get(NAMES[mine[0]])
    return "1 to 1"


def main_lines(seat: Seat, multiple: int, mine: Value, dealers: Value, breakage: str) -> list[Line]:
    """Ante, xtra-bonus and play."""
    stakes = {"ante": seat.wagers["ante"], "xtra-bonus": seat.wagers["xtra-bonus"]}
    if multiple == 0:
        return [line(name, stake, "fold", 0) for name, stake in stakes.items()]
    stakes["play"] = multiple * seat.wagers["ante"]
    if mine < dealers:
        return [line(name, stake, "lose", 0) for name, stake in stakes.items()]
    if mine == dealers:
        return [line(name, stake, "push", stake) for name, stake in stakes.items()]
    return [won_line(name, stake, won_odds(name, mine, dealers), breakage) for name, stake in stakes.items()]


def won_line(name: str, stake: Fraction, odds: str | None, breakage: str) -> Line:
    """A main wager of a hand that won: paid, or pushed."""
    if odds is None:
        return line(name, stake, "push", stake)
    return line(name, stake, "win", paid(stake, odds, breakage))


def bonus_line(name: str, stake: Fraction, odds: str | None, breakage: str) -> Line:
    """A bonus wins or loses, folded or not (clause 4a)."""
    if odds is None:
        return line(name, stake, "lose", 0)
    return line(name, stake, "win", paid(stake, odds, breakage))


def settle_seat(seat: Seat, dealer: list[str], board: list[str], options: Options) -> None:
    """All lines of one seat."""
    multiple = play_multiple(seat.decisions)
    mine, dealers = best(seat.cards + board), best(dealer + board)
    breakage = options["breakage"]
    seat.lines = main_lines(seat, multiple, mine, dealers, breakage)
    odds = {
        "player-bonus": PLAYER_BONUS.get(NAMES[mine[0]]),
        "hole-card-bonus": HOLE_CARD_BONUS.get(three(seat.cards)),
    }
    for name in BONUSES:
        if name in seat.wagers:
            seat.lines.append(bonus_line(name, seat.wagers[name], odds[name], breakage))


def settle(record: dict[str, Any], options: Options) -> dict[str, Any]:
    """One round."""
    offered = tuple(name for name in BONUSES if options[name] == "on")
    shape = Shape(dealer=3, board=4, cards=3, seats=6, mandatory=("ante", "xtra-bonus"), offered=offered)
    found = read(record, options, shape)
    for seat in found.seats:
        if seat.wagers["ante"] != seat.wagers["xtra-bonus"]:
            raise Refused(f"seat {seat.number}: xtra-bonus is not equal to ante")
        settle_seat(seat, found.dealer, found.board, options)
        if found.void:
            seat.lines = voided(seat.lines)
    return settlement(record, found, None)
