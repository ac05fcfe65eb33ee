"""Clauses 3 to 5: the two hands against the dealer's two, then the bonuses and the jackpot."""

from typing import TYPE_CHECKING

from msgspec import Struct

from houseway.cards.card import JOKER, Card
from houseway.cards.hands import fouls, front_strength, hand_mask, poker_strength
from houseway.cards.names import front_name, poker_name
from houseway.games.bonuses.royal_riches import hands_made
from houseway.games.bonuses.royal_riches_settle import Hand, award_jackpot, envy, jackpot, riches
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
from houseway.games.wild_monkey_pai_gow.best_seven import dealer_setting
from houseway.games.wild_monkey_pai_gow.house_way import front_cards, setting_back, setting_front
from houseway.games.wild_monkey_pai_gow.rules import (
    dealer_joker_line,
    insured_high,
    main_result,
    pai_gow_high,
    pai_gow_line,
)

if TYPE_CHECKING:
    from houseway.games.round.round import Seat
    from houseway.games.wild_monkey_pai_gow.play import Play


class Setting(Struct, frozen=True, kw_only=True):
    """Seven cards set into two hands."""

    front: tuple[Card, ...]
    back: tuple[Card, ...]
    front_strength: int
    back_strength: int
    name: str
    foul: bool  # whether the front outranks the back

    @classmethod
    def of(cls, cards: tuple[Card, ...], front: tuple[Card, ...], wheel: int) -> "Setting":
        """The setting that puts two of the cards in front."""
        back = _without(cards, front)
        return cls._named(front, back, front_strength(*front), poker_strength(back, wheel), wheel)

    @classmethod
    def packed(cls, cards: tuple[Card, ...], setting: int, wheel: int, discarded: tuple[Card, ...] = ()) -> "Setting":
        """A setting by the house way, which includes the strengths of its two hands."""
        front = front_cards(cards, setting)
        back = _without(cards, front + discarded)
        return cls._named(front, back, setting_front(setting), setting_back(setting), wheel)

    @classmethod
    def _named(cls, front: tuple[Card, ...], back: tuple[Card, ...], low: int, high: int, wheel: int) -> "Setting":
        return cls(
            front=front,
            back=back,
            front_strength=low,
            back_strength=high,
            name=f"{poker_name(high, wheel)}; {front_name(low)}",
            foul=fouls(low, high),
        )


def _without(cards: tuple[Card, ...], taken: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple([card for card in cards if card not in taken])


class Dealer(Struct, frozen=True, kw_only=True):
    """The dealer's eight cards, set."""

    discarded: Card
    setting: Setting
    high: int  # the high card of a pai gow; -1 for any other hand

    @classmethod
    def of(cls, played: "Play") -> "Dealer":
        """The dealer's hand by clause 4: discard, then the house way."""
        cards, wheel = played.dealer, played.wheel
        packed = dealer_setting(cards, wheel, played.game.variant.reading)
        discarded = cards[packed & 7]
        setting = Setting.packed(cards, packed >> 3, wheel, (discarded,))
        return cls(discarded=discarded, setting=setting, high=pai_gow_high(hand_mask(setting.front + setting.back)))


def settle(played: "Play") -> Settlement:
    """Every wager of a finished round."""
    game = played.game
    dealer = Dealer.of(played)
    table = [_hand(played, seat) for seat in played.seats]
    awarded = award_jackpot(game, played.jackpot, table)
    seats = []
    for hand in table:
        setting = played.setting(hand.seat)
        result = main_outcome(setting, dealer)
        lines = [
            *_main(played, hand.seat, setting, result),
            *_dealer_joker(played, hand, dealer, result),
            *riches(game, hand),
            *_dealer_pai_gow(played, hand, dealer, result),
            *_insurance(played, hand),
            *jackpot(game, hand, awarded),
            *envy(game, hand, table),
        ]
        seats.append(_settled(hand.seat, setting, lines))
    setting = dealer.setting
    return Settlement(
        game=game.name,
        dealer=SettledDealer(
            cards=played.dealer,
            hand=setting.name,
            front=setting.front,
            back=setting.back,
            discarded=dealer.discarded,
        ),
        seats=tuple(seats),
        jackpot=awarded,
    )


def _hand(played: "Play", seat: "Seat") -> Hand:
    surrendered = seat.decided("surrender")
    options = played.game.options
    mask = hand_mask(seat.cards)
    return Hand(
        seat=seat,
        mask=mask,
        made=hands_made(mask),
        dead="surrender" if surrendered and options["surrendered-bonuses"] == "lose" else None,
        jackpot_dead="surrender" if surrendered and options["surrendered-jackpot"] == "lose" else None,
    )


def main_outcome(setting: Setting | None, dealer: Dealer) -> Result:
    """The result of the Bet: a foul loses, and a copy goes to the dealer (clauses 2, 3 and 5)."""
    if setting is None:
        return "surrender"
    if setting.foul:
        return "lose"
    theirs = dealer.setting
    won = main_result(setting.front_strength, setting.back_strength, theirs.front_strength, theirs.back_strength)
    return ("lose", "push", "win")[won + 1]


def _main(played: "Play", seat: "Seat", setting: Setting | None, result: Result) -> list[SettledWager]:
    bet = seat.wagers["bet"]
    if result == "surrender":
        lost = played.game.variant.surrender
        back = bet - bet * lost.numerator // lost.denominator  # the odd cent is the player's
        return [SettledWager(wager="bet", stake=bet, result="surrender", returned=back, rule="3")]
    doubled = played.doubled(seat)
    lines = []
    for name, stake in (("bet", bet), ("double-down", doubled)) if doubled else (("bet", bet),):
        if result == "win":
            game = played.game
            lines.append(pays(name, stake, EVEN_MONEY, rule="5", breakage=game.breakage, keep=game.variant.keep))
        elif result == "push":
            lines.append(pushes(name, stake, rule="5"))
        else:
            lines.append(loses(name, stake, rule="2" if setting and setting.foul else "5"))
    return lines


def _dealer_joker(played: "Play", hand: Hand, dealer: Dealer, result: Result) -> list[SettledWager]:
    wagers = hand.seat.wagers
    if "dealer-joker" not in wagers:
        return []
    line = dealer_joker_line(dealer.high) if dealer.discarded == JOKER else -1
    if hand.dead is None and line >= 0 and played.game.is_on("dealer-joker-needs-win") and result != "win":
        rule = played.game.approval.wagers["dealer-joker"].rule
        end = loses if result == "surrender" else pushes
        return [end("dealer-joker", wagers["dealer-joker"], rule=rule)]
    return bonus(played.game, wagers, "dealer-joker", line, dead=hand.dead)


def _dealer_pai_gow(played: "Play", hand: Hand, dealer: Dealer, result: Result) -> list[SettledWager]:
    line = pai_gow_line(dealer.high) if result == "win" else -1
    return bonus(played.game, hand.seat.wagers, "dealer-pai-gow", line, dead=hand.dead)


def _insurance(played: "Play", hand: Hand) -> list[SettledWager]:
    if "player-pai-gow-insurance" not in hand.seat.wagers:
        return []
    high = (insured_high if played.game.options["insurance-joker"] == "ace" else pai_gow_high)(hand.mask)
    return bonus(played.game, hand.seat.wagers, "player-pai-gow-insurance", pai_gow_line(high), dead=hand.dead)


def _settled(seat: "Seat", setting: Setting | None, lines: list[SettledWager]) -> SettledSeat:
    if setting is None:
        return SettledSeat(seat=seat.number, hand=None, wagers=tuple(lines), front=None, back=None, foul=False)
    return SettledSeat(
        seat=seat.number,
        hand=setting.name,
        wagers=tuple(lines),
        front=setting.front,
        back=setting.back,
        foul=setting.foul,
    )
