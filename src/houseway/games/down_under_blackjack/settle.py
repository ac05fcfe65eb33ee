"""Clauses 1, 12 and 14: every hand against the dealer's, Match The Dealer, and the progressive."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from houseway.cards.card import Card
from houseway.games.down_under_blackjack import matches
from houseway.games.down_under_blackjack.hand import Hand
from houseway.games.down_under_blackjack.rules import result
from houseway.games.down_under_blackjack.study import blackjack_pays
from houseway.games.game import Game
from houseway.games.letter.paytable import EVEN_MONEY, Pay, PayTable
from houseway.games.round.jackpot import Claim, JackpotResult, award
from houseway.games.round.settlement import (
    NOTHING,
    SettledDealer,
    SettledSeat,
    SettledWager,
    Settlement,
    fraction_of_cents,
    loses,
    pays,
    pushes,
)

if TYPE_CHECKING:
    from houseway.games.down_under_blackjack.play import Play
    from houseway.games.round.round import Seat


def settle(played: "Play") -> Settlement:
    """Every wager of a finished round."""
    claims = {seat.number: claim for seat in played.seats if (claim := _claim(played, seat))}
    awarded = _award(played, claims)
    dealer = played.dealer_hand
    seats = []
    for seat, hands in zip(played.seats, played.hands, strict=True):
        lines = [
            *_hands(played, hands, dealer.total),
            *up_card_matches(played, seat),
            *_match(played, seat, "match-down", played.dealer[1]),
            *_progressive(played, seat, awarded, claims.get(seat.number)),
        ]
        name = "; ".join([hand.name for hand in hands])
        seats.append(SettledSeat(seat=seat.number, hand=name, wagers=tuple(lines)))
    return Settlement(
        game=played.game.name,
        dealer=SettledDealer(cards=dealer.cards, hand=dealer.name),
        seats=tuple(seats),
        jackpot=awarded,
    )


def _hands(played: "Play", hands: tuple[Hand, ...], dealer: int) -> list[SettledWager]:
    game = played.game
    dealer_blackjack = played.dealer_blackjack
    lines = []
    for number, hand in enumerate(hands, start=1):
        stake = hand.stake + hand.doubled
        golds = hand.as_dealt and game.variant.are_gold(hand.cards)
        won, rule = _outcome(hand, dealer, golds=golds, dealer_blackjack=dealer_blackjack)
        if won > 0:
            pay = Pay.parse(blackjack_pays(game).replace(":", " to ")) if hand.blackjack else EVEN_MONEY
            breakage = game.breakage
            lines.append(pays("wager", stake, pay, rule=rule, breakage=breakage, hand=number, cards=hand.cards))
        else:
            end = pushes if won == 0 else loses
            lines.append(end("wager", stake, rule=rule, hand=number, cards=hand.cards))
    return lines


def _outcome(hand: Hand, dealer: int, *, golds: bool, dealer_blackjack: bool) -> tuple[int, str]:
    """1, 0 or -1, and the clause that decides it."""
    if dealer_blackjack:
        return (0, "2") if hand.blackjack else (-1, "2")
    if hand.blackjack:
        return 1, "1"
    won = result(hand.total, golds, dealer)
    return won, "12" if dealer == 22 and hand.total <= 21 else "2"


def up_card_matches(played: "Play", seat: "Seat") -> list[SettledWager]:
    """The wager on the dealer's up card, which is settled before the hands are played."""
    return _match(played, seat, "match-up", played.dealer[0])


def _match(played: "Play", seat: "Seat", wager: str, dealer: Card) -> list[SettledWager]:
    """A Match The Dealer wager: each original card that matches pays, and the odds are added (clause 14)."""
    if wager not in seat.wagers:
        return []
    table = played.game.paytable(wager)
    paid = [pay for card in seat.cards if (pay := table.pay(matches.match_kind(card, dealer)))]
    pay = paid[0] if len(paid) == 1 else _added(*[one.text for one in paid]) if paid else None
    return [pays(wager, seat.wagers[wager], pay, rule=table.rule, breakage=played.game.breakage)]


@lru_cache(maxsize=256)
def _added(*odds: str) -> Pay:
    """The sum of `to` odds: 4 to 1 and 11 to 1 are 15 to 1."""
    times = sum((Pay.parse(text).times for text in odds), Fraction(0))
    return Pay("to", times, f"{times.numerator} to {times.denominator}")


def progressive_table(game: Game) -> int:
    """Which family of progressive tables the options choose, as `matches` numbers them."""
    return _progressive_table(game.options["progressive"], alternate=game.is_on("progressive-alternate"))


@lru_cache(maxsize=256)
def _progressive_table(name: str, *, alternate: bool) -> int:
    table = name.partition("/")[0]
    if alternate:
        return matches.ALTERNATE_3 if table[0] == "3" else matches.ALTERNATE_4
    if table == "4a":
        return matches.TABLE_4A
    return {"3": matches.TABLE_3, "4": matches.TABLE_4, "5": matches.TABLE_5}[table[0]]


def jackpot_table(game: Game) -> PayTable:
    """The table that prices jackpot hands: the alternate pays of Attachments A and B, or the table's own."""
    if game.is_on("progressive-alternate"):
        return game.approval.paytables["progressive-alternate"][game.options["progressive"][0]]
    return game.paytable("progressive")


def _claim(played: "Play", seat: "Seat") -> Claim | None:
    if "progressive" not in seat.wagers:
        return None
    game = played.game
    line = matches.jackpot_line(progressive_table(game), *seat.cards, *played.dealer)
    table = jackpot_table(game)
    pay = table.pay(line)
    if pay is None:
        return None
    prize = table.prize if pay.kind == "prize" else ""
    stake = seat.wagers["progressive"]
    return Claim(seat=seat.number, line=table.lines[line], pay=pay, stake=stake, prize=prize)


def _award(played: "Play", claims: Mapping[int, Claim]) -> JackpotResult | None:
    """Shares and prizes in seat order from the dealer's left, each subtracted before the next."""
    if played.jackpot is None:
        return None
    return award(played.jackpot, list(claims.values()), breakage=played.game.breakage)


def _fixed_lines(played: "Play", seat: "Seat") -> list[int]:
    """The fixed pays for the up card and for the down card."""
    table = progressive_table(played.game)
    cards = (*seat.cards, *played.dealer)
    lines = matches.fixed_on_up(table, *cards), matches.fixed_on_down(table, *cards)
    return [line for line in lines if line >= 0]


def _progressive(
    played: "Play", seat: "Seat", awarded: JackpotResult | None, claim: Claim | None
) -> list[SettledWager]:
    if "progressive" not in seat.wagers or awarded is None:
        return []
    stake, table = seat.wagers["progressive"], played.game.paytable("progressive")
    fixed = [(table.lines[line], pay) for line in _fixed_lines(played, seat) if (pay := table.pay(line))]
    names = [*([claim.line] if claim else []), *(name for name, _ in fixed)]
    if not names:
        return [loses("progressive", stake, rule=table.rule, lines=[])]
    times = sum([pay.times for _, pay in fixed[1:]], fixed[0][1].times) if fixed else NOTHING
    exact, unit = stake * times.numerator, times.denominator
    won = played.game.breakage.bring(exact, unit)
    rest = exact - won * unit
    return [
        SettledWager(
            wager="progressive",
            stake=stake,
            result="win",
            returned=won + awarded.amount(seat.number),
            rule=table.rule,
            odds=fixed[0][1].text if not claim and len(fixed) == 1 else None,
            breakage=fraction_of_cents(rest, unit),
            lines=names,
        )
    ]
