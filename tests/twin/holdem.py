"""Down Under Hold'em, settled from the letter."""

from collections import Counter
from fractions import Fraction
from typing import Any

from .money import Refused, paid
from .options import Options
from .paytables import HOLDEM_BET, HOLDEM_MATCH, TRIPS_OR_BETTER
from .poker import NAMES, Value, best, rank
from .records import Line, Seat, Shape, line, read, settlement, voided

BONUSES = ("trips-or-better", "match-the-dealer")
FIVE_DOLLARS = 5


def play_multiple(decisions: list[str]) -> int:
    """How many antes were played, 0 for a fold (clauses 4 and 6)."""
    legal = {
        ("play 2x",): 2,
        ("play 3x",): 3,
        ("check", "fold"): 0,
        ("check", "play 1x"): 1,
    }
    if tuple(decisions) not in legal:
        raise Refused(f"illegal decisions: {decisions}")
    return legal[tuple(decisions)]


def check_wagers(seat: Seat, offered: tuple[str, ...]) -> None:
    """Ante and bet are equal; at most four wagers, one of them at most $5, where five are offered."""
    if seat.wagers["ante"] != seat.wagers["bet"]:
        raise Refused(f"seat {seat.number}: bet is not equal to ante")
    staked = [name for name in offered if name in seat.wagers]
    if len(offered) == 2 and staked:
        if len(staked) == 2:
            raise Refused(f"seat {seat.number}: more than four wagers")
        if min(seat.wagers[staked[0]], seat.wagers["ante"]) > FIVE_DOLLARS:
            raise Refused(f"seat {seat.number}: one of the four wagers must be at most $5")


def main_lines(seat: Seat, multiple: int, mine: Value, dealers: Value, breakage: str) -> list[Line]:
    """Ante, bet and play (clause 10)."""
    stakes = {"ante": seat.wagers["ante"], "bet": seat.wagers["bet"]}
    if multiple == 0:
        return [line(name, stake, "fold", 0) for name, stake in stakes.items()]
    stakes["play"] = multiple * seat.wagers["ante"]
    if mine < dealers:
        return [line(name, stake, "lose", 0) for name, stake in stakes.items()]
    if mine == dealers:
        return [line(name, stake, "push", stake) for name, stake in stakes.items()]
    lines = []
    for name, stake in stakes.items():
        odds = HOLDEM_BET.get(NAMES[mine[0]]) if name == "bet" else "1 to 1"
        if odds is None:
            lines.append(line(name, stake, "push", stake))
        else:
            lines.append(line(name, stake, "win", paid(stake, odds, breakage)))
    return lines


def match_category(hole: list[str], dealer: list[str]) -> str | None:
    """The highest category that the four hole cards make together."""
    mine = Counter(rank(card) for card in hole)
    theirs = Counter(rank(card) for card in dealer)
    matched = [value for value in mine if value in theirs]
    if len(matched) == 2:
        return "two card matches"
    if len(matched) == 0:
        return None
    together = mine[matched[0]] + theirs[matched[0]]
    return {4: "four of a kind", 3: "three of a kind", 2: "one card match"}[together]


def bonus_odds(name: str, option: str, seat: Seat, dealer: list[str], mine: Value) -> str | None:
    """The odds a bonus wins at, or None."""
    if name == "trips-or-better":
        row = TRIPS_OR_BETTER.get(NAMES[mine[0]])
    else:
        row = HOLDEM_MATCH.get(match_category(seat.cards, dealer) or "")
    return row[int(option) - 1] if row else None


def bonus_line(name: str, stake: Fraction, odds: str | None, dead: bool, breakage: str) -> Line:
    """A bonus that has no action after a fold, wins, or loses."""
    if dead:
        return line(name, stake, "fold", 0)
    if odds is None:
        return line(name, stake, "lose", 0)
    return line(name, stake, "win", paid(stake, odds, breakage))


def settle_seat(seat: Seat, dealer: list[str], board: list[str], options: Options) -> None:
    """All lines of one seat."""
    multiple = play_multiple(seat.decisions)
    mine, dealers = best(seat.cards + board), best(dealer + board)
    breakage = options["breakage"]
    seat.lines = main_lines(seat, multiple, mine, dealers, breakage)
    dead = multiple == 0 and options["folded-bonuses"] == "lose"
    for name in BONUSES:
        if name in seat.wagers:
            odds = bonus_odds(name, options[name], seat, dealer, mine)
            seat.lines.append(bonus_line(name, seat.wagers[name], odds, dead, breakage))


def settle(record: dict[str, Any], options: Options) -> dict[str, Any]:
    """One round."""
    offered = tuple(name for name in BONUSES if options[name] != "off")
    shape = Shape(dealer=2, board=5, cards=2, seats=6, mandatory=("ante", "bet"), offered=offered)
    found = read(record, options, shape)
    for seat in found.seats:
        check_wagers(seat, offered)
        settle_seat(seat, found.dealer, found.board, options)
        if found.void:
            seat.lines = voided(seat.lines)
    return settlement(record, found, None)
