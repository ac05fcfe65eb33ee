"""Royal Riches, its envy and its jackpot, settled for every seat of a table."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from houseway.games.bonuses.royal_riches import ENVY_FROM, jackpot_lines
from houseway.games.game import Game
from houseway.games.round.jackpot import Claim, JackpotResult, Meter, award, in_award_order
from houseway.games.round.round import Seat
from houseway.games.round.settlement import SettledWager, bonus, loses, pays
from houseway.games.round.settlement_answer import Result

RULE: Final = "Royal Riches"


class Hand(Struct, frozen=True, kw_only=True):
    """A seat, the mask of its seven cards and the lines they make.

    `dead` and `jackpot_dead` are the results of a wager without action.
    """

    seat: Seat
    mask: int
    made: int
    dead: Result | None = None
    jackpot_dead: Result | None = None


def riches(game: Game, hand: Hand) -> list[SettledWager]:
    """The Royal Riches wager: the best-paying line that the hand makes."""
    if "royal-riches" not in hand.seat.wagers:
        return []
    line = game.paytable("royal-riches").best_paying(hand.made)
    return bonus(game, hand.seat.wagers, "royal-riches", line, dead=hand.dead)


def envy(game: Game, hand: Hand, table: Sequence[Hand]) -> list[SettledWager]:
    """A line for each hand of another player at the table that earns this seat an envy bonus."""
    if hand.dead or hand.seat.wagers.get("royal-riches", 0) < ENVY_FROM:
        return []
    paytable = game.paytable("royal-riches")
    lines = []
    for other in table:
        line = paytable.best_paying(other.made)
        amount = paytable.envy.get(paytable.lines[line], 0) if line >= 0 else 0
        if amount and not other.dead and _different_players(hand.seat, other.seat):
            lines.append(
                SettledWager(
                    wager="royal-riches envy",
                    stake=0,
                    result="win",
                    returned=amount,
                    rule=RULE,
                    from_seat=other.seat.number,
                    line=paytable.lines[line],
                )
            )
    return lines


def _different_players(one: Seat, other: Seat) -> bool:
    return one.number != other.number and not (one.player and one.player == other.player)


def award_jackpot(game: Game, meter: Meter | None, table: Sequence[Hand]) -> JackpotResult | None:
    """All percentage awards of the round, in the house's order."""
    if meter is None:
        return None
    claims = [claim for hand in table for claim in _claims(game, hand)]
    ordered = in_award_order(claims, game.options["award-order"])
    return award(meter, ordered, breakage=game.breakage, house=game.options["jackpot"] == "house")


def _claims(game: Game, hand: Hand) -> list[Claim]:
    if "jackpot" not in hand.seat.wagers or hand.jackpot_dead:
        return []
    table = game.paytable("jackpot", "jackpot-paytable")
    line = table.first_printed(jackpot_lines(hand.made))
    pay = table.pay(line)
    if pay is None or pay.kind != "share":
        return []
    stake = hand.seat.wagers["jackpot"]
    return [Claim(seat=hand.seat.number, line=table.lines[line], pay=pay, stake=stake)]


def jackpot(game: Game, hand: Hand, awarded: JackpotResult | None) -> list[SettledWager]:
    """The jackpot wager: the first printed line that the hand makes, which pays a share or odds."""
    if "jackpot" not in hand.seat.wagers:
        return []
    stake, rule = hand.seat.wagers["jackpot"], game.approval.wagers["jackpot"].rule
    if hand.jackpot_dead:
        return [loses("jackpot", stake, rule=rule, result=hand.jackpot_dead)]
    table = game.paytable("jackpot", "jackpot-paytable")
    line = table.first_printed(jackpot_lines(hand.made))
    pay = table.pay(line)
    if pay is None or awarded is None:
        return [loses("jackpot", stake, rule=rule)]
    if pay.kind != "share":
        return [pays("jackpot", stake, pay, rule=rule, breakage=game.breakage, line=table.lines[line])]
    return [
        SettledWager(
            wager="jackpot",
            stake=stake,
            result="win",
            returned=awarded.amount(hand.seat.number),
            rule=rule,
            line=table.lines[line],
            share=pay.text,
        )
    ]
