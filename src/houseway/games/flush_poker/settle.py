"""Clauses 3A to 6: Bet and Raise against the dealer's flush, then the bonuses and the jackpot."""

from typing import TYPE_CHECKING

from houseway.cards.hands import flush_hand, hand_mask, longest_flush, longest_straight_flush, outcome
from houseway.cards.names import flush_name
from houseway.games.bonuses.royal_riches import hands_made
from houseway.games.bonuses.royal_riches_settle import Hand, award_jackpot, envy, jackpot, riches
from houseway.games.flush_poker.rules import (
    FOLDED_JACKPOT_LOSES,
    flush_line,
    loses_action,
    qualifies,
    straight_flush_line,
    straight_flush_of_flush,
)
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
    from houseway.games.flush_poker.play import Play
    from houseway.games.round.round import Seat


def settle(played: "Play") -> Settlement:
    """Every wager of a finished round."""
    game = played.game
    dealer = flush_hand(hand_mask(played.dealer))
    qualified = qualifies(dealer, game.variant.qualifier)
    table = [_hand(played, seat, dealer_qualifies=qualified) for seat in played.seats]
    awarded = award_jackpot(game, played.jackpot, table)
    seats = []
    for hand in table:
        flush = flush_hand(hand.mask)
        lines = [
            *_main(played, hand.seat, flush, dealer, dealer_qualifies=qualified),
            *_naturals(played, hand),
            *riches(game, hand),
            *jackpot(game, hand, awarded),
            *envy(game, hand, table),
        ]
        seats.append(SettledSeat(seat=hand.seat.number, hand=flush_name(flush), wagers=tuple(lines)))
    return Settlement(
        game=game.name,
        dealer=SettledDealer(cards=played.dealer, hand=flush_name(dealer), qualifies=qualified),
        seats=tuple(seats),
        jackpot=awarded,
    )


def _hand(played: "Play", seat: "Seat", *, dealer_qualifies: bool) -> Hand:
    """A seat, and whether its wagers have action: a fold (3A) or an unqualified dealer (4) may end it."""
    options = played.game.options
    folded = seat.decided("fold")
    called: Result = "fold" if folded else "lose"
    bonuses_dead = loses_action(
        folded, dealer_qualifies, options["folded-bonuses"] == "lose", options["unqualified-bonuses"] == "lose"
    )
    jackpot_dead = loses_action(
        folded, dealer_qualifies, FOLDED_JACKPOT_LOSES, options["unqualified-jackpot"] == "lose"
    )
    mask = hand_mask(seat.cards)
    return Hand(
        seat=seat,
        mask=mask,
        made=hands_made(mask),
        dead=called if bonuses_dead else None,
        jackpot_dead=called if jackpot_dead else None,
    )


def _main(played: "Play", seat: "Seat", flush: int, dealer: int, *, dealer_qualifies: bool) -> list[SettledWager]:
    bet, raised = seat.wagers["bet"], played.raised(seat)
    if seat.decided("fold"):
        return [loses("bet", bet, rule="3A", result="fold")]
    breakage = played.game.breakage
    if not dealer_qualifies:
        return [pays("bet", bet, EVEN_MONEY, rule="4", breakage=breakage), pushes("raise", raised, rule="4")]
    result = outcome(flush, dealer)
    if result > 0:
        return [
            pays("bet", bet, EVEN_MONEY, rule="5A", breakage=breakage),
            pays("raise", raised, EVEN_MONEY, rule="5A", breakage=breakage),
        ]
    if result < 0:
        return [loses("bet", bet, rule="5B"), loses("raise", raised, rule="5B")]
    match = played.game.paytable("bet")
    return [
        pays("bet", bet, match.pay(0), rule=match.rule, breakage=breakage, line=match.lines[0]),
        pushes("raise", raised, rule=match.rule),
    ]


def _naturals(played: "Play", hand: Hand) -> list[SettledWager]:
    game, wagers = played.game, hand.seat.wagers
    lines = list[SettledWager]()
    if "natural-straight-flush" in wagers:
        any_suit = game.options["natural-straight-flush-suit"] == "any"
        run = longest_straight_flush(hand.mask) if any_suit else straight_flush_of_flush(hand.mask)
        lines += bonus(game, wagers, "natural-straight-flush", straight_flush_line(run), dead=hand.dead)
    if "natural-flush" in wagers:
        lines += bonus(game, wagers, "natural-flush", flush_line(longest_flush(hand.mask)), dead=hand.dead)
    return lines
