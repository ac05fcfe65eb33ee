"""Why a line was settled so: both hands compared or a foul, the dealer's joker and pai gow, or the line of a bonus."""

from typing import TYPE_CHECKING, Final

from houseway.cards.card import JOKER, Card
from houseway.cards.hands import hand_mask
from houseway.cards.names import front_name, poker_name
from houseway.games.bonuses.royal_riches_explain import RICHES, explain_riches
from houseway.games.round.explanation import Reason, comparison, ending, explain_without_action
from houseway.games.round.settlement import SettledSeat, SettledWager
from houseway.games.wild_monkey_pai_gow.rules import PAI_GOW_LINES, insured_high, pai_gow_high, pai_gow_line
from houseway.games.wild_monkey_pai_gow.settle import Dealer, Setting, main_outcome

if TYPE_CHECKING:
    from houseway.games.round.round import Seat
    from houseway.games.wild_monkey_pai_gow.play import Play

_MAIN: Final = ("bet", "double-down")


def explain(played: "Play", settled: SettledSeat, line: SettledWager) -> Reason:
    """The reason of one line."""
    game, seat = played.game, played.seat(settled.seat)
    if line.wager in _MAIN:
        return _main(played, seat, line)
    if seat.decided("surrender"):
        option = "surrendered-jackpot" if line.wager == "jackpot" else "surrendered-bonuses"
        if game.options[option] == "lose":
            return explain_without_action(game, line, option)
    if line.wager.partition(" ")[0] in RICHES:
        return explain_riches(played, seat, line)
    if line.wager == "player-pai-gow-insurance":
        return _insurance(played, seat, line)
    if line.wager == "dealer-joker":
        return _dealer_joker(played, Dealer.of(played), line)
    return _dealer_pai_gow(played, seat, Dealer.of(played), line)


def _main(played: "Play", seat: "Seat", line: SettledWager) -> Reason:
    """Bet and Double Down (clauses 2, 3 and 5)."""
    setting, end = played.setting(seat), ending(played.game, line)
    if setting is None:
        part = played.game.variant.surrender
        lost = "half" if part.numerator * 2 == part.denominator else f"{part}"
        return Reason(why=f"the hand was surrendered: {lost} of the Bet is lost and the rest is returned")
    if setting.foul:
        low, high = front_name(setting.front_strength), poker_name(setting.back_strength, played.wheel)
        return Reason(why=f"the hand is foul, its low hand, {low}, outranks its high hand, {high}: {end}")
    commission = played.game.options["commission"]
    less = f", less the commission of {commission}" if line.result == "win" and commission != "0%" else ""
    dealer = Dealer.of(played).setting
    mine, theirs = _better_cards(setting, dealer)
    return Reason(why=f"{_both_hands(setting, dealer, played.wheel)}: {end}{less}", cards=mine, against=theirs)


def _better_cards(mine: Setting, theirs: Setting) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards of the player's better hands, and of the dealer's: a copy is the dealer's."""
    high, low = mine.back_strength > theirs.back_strength, mine.front_strength > theirs.front_strength
    own = (*(mine.back if high else ()), *(mine.front if low else ()))
    return own, (*(() if high else theirs.back), *(() if low else theirs.front))


def _both_hands(mine: Setting, theirs: Setting, wheel: int) -> str:
    """High against high and low against low, in words; a copy is the dealer's."""
    high = comparison(mine.back_strength, theirs.back_strength, wheel)
    if mine.back_strength == theirs.back_strength:
        high = f"a copy, {poker_name(mine.back_strength, wheel)}, goes to the dealer"
    front = front_name(mine.front_strength)
    low = f"{front} loses to the dealer's {front_name(theirs.front_strength)}"
    if mine.front_strength > theirs.front_strength:
        low = f"{front} beats the dealer's {front_name(theirs.front_strength)}"
    if mine.front_strength == theirs.front_strength:
        low = f"a copy, {front}, goes to the dealer"
    return f"high hand, {high}; low hand, {low}"


def _dealer_joker(played: "Play", dealer: Dealer, line: SettledWager) -> Reason:
    """The reason for Dealer Joker: the joker alone decides, or the joker with a won Bet, as the house has chosen."""
    end = ending(played.game, line)
    if dealer.discarded != JOKER:
        return Reason(why=f"the dealer's eight cards do not hold the joker: {end}")
    if line.result != "win":
        return Reason(why=f"the dealer's eight cards hold the joker, but the Bet is not won: {end}", cards=(JOKER,))
    won = " and the Bet is won" if played.game.is_on("dealer-joker-needs-win") else ""
    seven = (*dealer.setting.front, *dealer.setting.back)
    hand = PAI_GOW_LINES[pai_gow_line(dealer.high)] if dealer.high >= 0 else "no pai gow"
    why = f"the dealer's eight cards hold the joker{won}; without it they are {_article(hand)}{hand}: {end}"
    return Reason(why=why, cards=(JOKER, *seven))


def _dealer_pai_gow(played: "Play", seat: "Seat", dealer: Dealer, line: SettledWager) -> Reason:
    """The reason for Dealer Pai Gow, which needs a pai gow of the dealer that loses to the player."""
    end = ending(played.game, line)
    if dealer.high < 0:
        return Reason(why=f"the dealer's hand is no pai gow: {end}")
    hand = PAI_GOW_LINES[pai_gow_line(dealer.high)]
    won = main_outcome(played.setting(seat), dealer) == "win"
    why = (
        f"the dealer has {_article(hand)}{hand} {'and' if won else 'but'} the Bet is {'' if won else 'not '}won: {end}"
    )
    return Reason(why=why, cards=(*dealer.setting.front, *dealer.setting.back))


def _insurance(played: "Play", seat: "Seat", line: SettledWager) -> Reason:
    """The reason for the insurance, which looks at the player's own seven cards."""
    only_ace = played.game.options["insurance-joker"] == "ace"
    high = (insured_high if only_ace else pai_gow_high)(hand_mask(seat.cards))
    hand = PAI_GOW_LINES[pai_gow_line(high)] if high >= 0 else "no pai gow"
    why = f"the seven cards are {_article(hand)}{hand}: {ending(played.game, line)}"
    return Reason(why=why, cards=seat.cards if line.result != "lose" else ())


def _article(hand: str) -> str:
    """`a ` or `an ` before a pai gow; nothing before "no pai gow"."""
    if hand.startswith("no "):
        return ""
    return "an " if hand[0] in "ae" else "a "
