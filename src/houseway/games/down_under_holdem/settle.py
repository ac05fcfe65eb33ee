"""Clauses 10 and 11: Ante, Bet and Play against the dealer's hand, then the bonuses."""

from typing import TYPE_CHECKING

from houseway.cards.hands import outcome
from houseway.cards.names import poker_name
from houseway.games.down_under_holdem.rules import bet_line, match_line, trips_line
from houseway.games.letter.paytable import EVEN_MONEY
from houseway.games.round.settlement import (
    SettledDealer,
    SettledSeat,
    SettledWager,
    Settlement,
    bonus,
    loses,
    pays,
    pushes,
)
from houseway.games.round.settlement_answer import Result

if TYPE_CHECKING:
    from houseway.games.down_under_holdem.play import Play
    from houseway.games.round.round import Seat


def settle(played: "Play") -> Settlement:
    """Every wager of a finished round."""
    dealer = played.strength(played.dealer)
    seats = []
    for seat in played.seats:
        player = played.strength(seat.cards)
        lines = [*_main(played, seat, player, dealer), *_bonuses(played, seat, player)]
        seats.append(SettledSeat(seat=seat.number, hand=poker_name(player), wagers=tuple(lines)))
    return Settlement(
        game=played.game.name,
        dealer=SettledDealer(cards=played.dealer, hand=poker_name(dealer)),
        seats=tuple(seats),
    )


def _main(played: "Play", seat: "Seat", player: int, dealer: int) -> list[SettledWager]:
    stakes = {"ante": seat.wagers["ante"], "bet": seat.wagers["bet"], **played.added(seat)}
    if seat.decided("fold"):
        return [loses(name, stake, rule="6", result="fold") for name, stake in stakes.items()]
    result = outcome(player, dealer)
    if result < 0:
        return [loses(name, stake, rule="10") for name, stake in stakes.items()]
    if result == 0:
        return [pushes(name, stake, rule="10") for name, stake in stakes.items()]
    lines = [
        pays(name, stake, EVEN_MONEY, rule="10", breakage=played.game.breakage)
        for name, stake in stakes.items()
        if name != "bet"
    ]
    lines[1:1] = bonus(played.game, seat.wagers, "bet", bet_line(player))
    return lines


def _bonuses(played: "Play", seat: "Seat", player: int) -> list[SettledWager]:
    game, wagers, lines = played.game, seat.wagers, list[SettledWager]()
    dead: Result | None = "fold" if seat.decided("fold") and game.options["folded-bonuses"] == "lose" else None
    if "trips-or-better" in wagers:
        lines += bonus(game, wagers, "trips-or-better", trips_line(player), dead=dead)
    if "match-the-dealer" in wagers:
        lines += bonus(game, wagers, "match-the-dealer", match_line(*seat.cards, *played.dealer), dead=dead)
    return lines
