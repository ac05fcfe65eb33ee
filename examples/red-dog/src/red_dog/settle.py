"""Winning and losing: Ante and Raise by the third card, First Two by the first two."""

from typing import TYPE_CHECKING

from houseway.cards.card import Card
from houseway.cards.names import PLURAL
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
from red_dog.rules import LOSE, NEIGHBOURS, PAIR, PUSH, ante_line, ending, first_two_line, spread

if TYPE_CHECKING:
    from houseway.games.round.round import Seat
    from red_dog.play import Play


def settle(played: "Play") -> Settlement:
    """Every wager of a finished round."""
    seats = tuple(
        SettledSeat(
            seat=seat.number,
            hand=None,
            wagers=(
                *_main(played, seat),
                *bonus(played.game, seat.wagers, "first-two", first_two_line(*played.dealer)),
            ),
        )
        for seat in played.seats
    )
    dealer = SettledDealer(cards=(*played.dealer, *played.drawn), hand=hand_name(played.dealer))
    return Settlement(game=played.game.name, dealer=dealer, seats=seats)


def hand_name(cards: tuple[Card, ...]) -> str:
    """The first two cards in words."""
    between = spread(*cards)
    if between == PAIR:
        return f"pair of {PLURAL[cards[0] % 13]}"
    return "neighbours" if between == NEIGHBOURS else f"spread of {between}"


def _main(played: "Play", seat: "Seat") -> list[SettledWager]:
    game, between = played.game, spread(*played.dealer)
    one, two = played.dealer
    result = ending(one, two, played.drawn[0]) if played.drawn else PUSH
    lines = []
    for name, stake in played.stakes(seat).items():
        if name not in ("ante", "raise"):
            continue
        rule = "2" if between == NEIGHBOURS else game.approval.wagers[name].rule
        if result == PUSH:
            lines.append(pushes(name, stake, rule=rule))
        elif result == LOSE:
            lines.append(loses(name, stake, rule=rule))
        else:
            table, line = game.paytable("ante"), ante_line(between)
            pay, named = table.pay(line), table.lines[line]
            lines.append(pays(name, stake, pay, rule=rule, breakage=game.breakage, line=named))
    return lines
