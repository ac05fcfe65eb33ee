"""Winning and losing: Ante, X-tra Bonus and Play against the dealer's hand, then the bonuses."""

from typing import TYPE_CHECKING

from houseway.cards.hands import outcome
from houseway.cards.names import poker_name
from houseway.games.letter.paytable import EVEN_MONEY
from houseway.games.premium_holdem.rules import (
    hole_card_line,
    player_bonus_line,
    qualifies,
    xtra_line,
)
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

if TYPE_CHECKING:
    from houseway.games.premium_holdem.play import Play
    from houseway.games.round.round import Seat

FOLDED = "4a"


def settle(played: "Play") -> Settlement:
    """Every wager of a finished round; a folded hand's bonuses still play (4a)."""
    dealer = played.strength(played.dealer)
    qualified = qualifies(dealer, played.game.variant.least)
    seats = []
    for seat in played.seats:
        player = played.strength(seat.cards)
        lines = [
            *_main(played, seat, player, dealer, dealer_qualifies=qualified),
            *bonus(played.game, seat.wagers, "player-bonus", player_bonus_line(player)),
            *bonus(played.game, seat.wagers, "hole-card-bonus", hole_card_line(*seat.cards)),
        ]
        seats.append(SettledSeat(seat=seat.number, hand=poker_name(player), wagers=tuple(lines)))
    return Settlement(
        game=played.game.name,
        dealer=SettledDealer(cards=played.dealer, hand=poker_name(dealer), qualifies=qualified),
        seats=tuple(seats),
    )


def _main(played: "Play", seat: "Seat", player: int, dealer: int, *, dealer_qualifies: bool) -> list[SettledWager]:
    game = played.game
    main = {"ante": seat.wagers["ante"], "xtra-bonus": seat.wagers["xtra-bonus"], **played.added(seat)}
    if seat.decided("fold"):
        return [loses(name, stake, rule=FOLDED, result="fold") for name, stake in main.items()]
    result = outcome(player, dealer)
    lines = []
    for name, stake in main.items():
        rule = game.approval.wagers[name].rule
        if result < 0:
            lines.append(loses(name, stake, rule=rule))
        elif result == 0 or (name == "ante" and not dealer_qualifies):
            lines.append(pushes(name, stake, rule=rule))
        elif name == "xtra-bonus":
            lines += bonus(game, seat.wagers, name, xtra_line(player))
        else:
            lines.append(pays(name, stake, EVEN_MONEY, rule=rule, breakage=game.breakage))
    return lines
