"""Wins at a game outside houseway that shares a meter: the lines that the meter pays, and how much it pays.

The game is played elsewhere, so houseway cannot check its hands, and two persons state which line was won. But its pay
table is known, because only a game with the same wins may be declared (`links.py`).
"""

from houseway.errors import InvalidInput, NotApproved, shown
from houseway.games.game import Game
from houseway.games.letter.offer import offer
from houseway.games.round.jackpot import Claim, JackpotResult, award
from houseway.house.jackpots.state import JackpotState
from houseway.house.sheets.links import link_key, require_same_wins
from houseway.house.sheets.table_rules import live_meter
from houseway.money import Cents

SEAT = 0  # an outside win has no seat at a table of ours


def require_declared(state: JackpotState, game: str) -> None:
    """Refuse a game that does not share this meter."""
    if game not in state.outside:
        raise NotApproved("is not declared at this jackpot", field=game[:60])


def require_whole_wagers(state: JackpotState, staked: Cents) -> None:
    """Refuse an amount that is not a whole number of the jackpot's fixed wager."""
    if staked <= 0 or staked % state.posted.wager:
        raise InvalidInput("must be one or more of the jackpot's wagers", field="wagers")


def outside_award(state: JackpotState, won_as: Game, line: str) -> JackpotResult:
    """What a line pays out of the current meter; `won_as` is one of our games with the jackpot's wins."""
    require_same_wins(link_key(won_as), state.key, field=won_as.name)
    wager = won_as.approval.jackpot
    lines = {one.name: one for one in offer(won_as, wager).lines} if wager else {}
    if line not in lines:
        raise InvalidInput(f"{shown(line)} is no line; there are {', '.join(lines)}", field="line")
    terms, pay = state.posted, lines[line].pay
    if pay.kind != "share" and not (pay.kind == "prize" and terms.prizes_from == "meter"):
        raise NotApproved(f"pays {pay.text}, which the table pays and not the meter", field=f"line {line}")
    claim = Claim(seat=SEAT, line=line, pay=pay, stake=terms.wager, prize=lines[line].prize)
    return award(live_meter(terms, state.prize_pool, 0), [claim], breakage=won_as.breakage)
