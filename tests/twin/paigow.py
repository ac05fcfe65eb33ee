"""Wild Monkey Pai Gow, settled from the letter."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from . import meter as meters
from .houseway import Setting, best_seven, house_way, is_foul, setting
from .money import Refused, amount, broken, paid
from .options import Options
from .paytables import DEALER_JOKER, DEALER_PAI_GOW, INSURANCE
from .poker import HIGH_CARD, JOKER, best, rank, suit
from .records import Line, Round, Seat, Shape, card, line, read, settlement, voided
from .royal import add_envy, jackpot_returns, read_meter, riches_settled

BONUSES = ("dealer-joker", "royal-riches", "dealer-pai-gow", "player-pai-gow-insurance")
OWN_HAND = ("royal-riches", "player-pai-gow-insurance")


def _set_cards(seat: Seat, text: str, wheel: str) -> Setting:
    """The two hands that a `set` decision makes."""
    words = text.split(" ")
    if words == ["set", "house-way"]:
        return house_way(seat.cards, wheel)
    if len(words) != 3 or words[0] != "set":
        raise Refused(f"seat {seat.number}: illegal decision: {text}")
    front = [card(words[1]), card(words[2])]
    for name in front:
        if name not in seat.cards:
            raise Refused(f"seat {seat.number}: {name} is not in the hand")
    if front[0] == front[1]:
        raise Refused(f"seat {seat.number}: {front[0]} twice in front")
    return setting(seat.cards, front, wheel)


def _doubled(seat: Seat, text: str) -> Fraction:
    """The double-down stake, any amount up to the bet (clause 2)."""
    bet = seat.wagers["bet"]
    if text == "stand":
        return Fraction(0)
    if text == "double":
        return bet
    if not text.startswith("double "):
        raise Refused(f"seat {seat.number}: illegal decision: {text}")
    dollars = amount(text.removeprefix("double "), text)
    if dollars > bet:
        raise Refused(f"seat {seat.number}: {text}: more than the bet")
    return dollars


def decided(seat: Seat, wheel: str) -> tuple[Setting | None, Fraction]:
    """A seat's two hands, None after a surrender, and its double-down."""
    if seat.decisions == ["surrender"]:
        return None, Fraction(0)
    if not 1 <= len(seat.decisions) <= 2:
        raise Refused(f"seat {seat.number}: illegal decisions: {seat.decisions}")
    hands = _set_cards(seat, seat.decisions[0], wheel)
    extra = _doubled(seat, seat.decisions[1]) if len(seat.decisions) == 2 else Fraction(0)
    return hands, extra


def main_result(mine: Setting, dealers: Setting) -> str:
    """win, lose or push: both hands must win, and a copy goes to the dealer."""
    if is_foul(mine):
        return "lose"
    won = (mine.back_value > dealers.back_value) + (mine.front_value > dealers.front_value)
    return ("lose", "push", "win")[won]


def main_line(name: str, stake: Fraction, result: str, options: Options) -> Line:
    """Bet or double-down; the commission is taken from the winnings of each."""
    if result == "lose":
        return line(name, stake, result, 0)
    if result == "push":
        return line(name, stake, result, stake)
    kept = 1 - Fraction(int(options["commission"].rstrip("%")), 100)
    return line(name, stake, result, stake + broken(stake * kept, options["breakage"]))


def surrendered_line(bet: Fraction) -> Line:
    """Half the bet comes back, rounded to the player's favour at the cent."""
    return line("bet", bet, "surrender", broken(bet / 2, "cent-up"))


def pai_gow_high(cards: Sequence[str]) -> int | None:
    """The high card of seven cards that hold no pair, straight, flush or better."""
    if best(cards)[0] != HIGH_CARD:
        return None
    return max(rank(name) for name in cards)


def _ace_only_high(cards: Sequence[str]) -> int | None:
    """The same with the joker an ace and nothing else, and the ace always high."""
    ranks = [rank(name) for name in cards]
    if len(set(ranks)) < 7:
        return None
    for hand in combinations(sorted(ranks), 5):
        if hand[4] - hand[0] == 4:
            return None
    for which in "cdhs":
        if sum(suit(name) == which for name in cards) >= 5:
            return None
    return max(ranks)


def dealer_joker_odds(seven: Sequence[str], table: int) -> str:
    """The line of the dealer's hand after the joker is discarded."""
    high = pai_gow_high(seven)
    name = "none" if high is None else {9: "nine", 10: "ten", 11: "jack"}.get(high, "other")
    return DEALER_JOKER[name][table - 1]


def dealer_joker_line(stake: Fraction, dealer: list[str], result: str, options: Options) -> Line:
    """Dealer Joker: the joker alone decides, unless the house wants a win too."""
    name = "dealer-joker"
    needs_win = options["dealer-joker-needs-win"] == "yes"
    if JOKER not in dealer or (needs_win and result == "surrender"):
        return line(name, stake, "lose", 0)
    if needs_win and result != "win":
        return line(name, stake, "push", stake)
    seven = [one for one in dealer if one != JOKER]
    text = dealer_joker_odds(seven, int(options[name]))
    return line(name, stake, "win", paid(stake, text, options["breakage"]))


def dealer_pai_gow_odds(seven: Sequence[str], result: str, table: int) -> str | None:
    """Dealer Pai Gow needs a dealer's pai gow and a won main bet."""
    high = pai_gow_high(seven)
    if result != "win" or high is None:
        return None
    return DEALER_PAI_GOW[high][table - 1]


def insurance_odds(cards: Sequence[str], joker: str, table: int) -> str | None:
    """Player Pai Gow Insurance: a pai gow in the player's own seven cards."""
    high = _ace_only_high(cards) if joker == "ace" else pai_gow_high(cards)
    return None if high is None else INSURANCE[high][table - 1]


def bonus_line(name: str, seat: Seat, found: Round, seven: list[str], result: str) -> Line:
    """A bonus that has action."""
    options = found.options
    stake, table, breakage = seat.wagers[name], int(options[name]), options["breakage"]
    if name == "dealer-joker":
        return dealer_joker_line(stake, found.dealer, result, options)
    if name == "royal-riches":
        return riches_settled(seat.cards, stake, table, breakage)
    if name == "dealer-pai-gow":
        text = dealer_pai_gow_odds(seven, result, table)
    else:
        text = insurance_odds(seat.cards, options["insurance-joker"], table)
    if text is None:
        return line(name, stake, "lose", 0)
    return line(name, stake, "win", paid(stake, text, breakage))


def main_lines(seat: Seat, dealers: Setting, options: Options) -> str:
    """Write bet and double-down and answer with the result of the hand."""
    mine, extra = decided(seat, options["wheel"])
    bet = seat.wagers["bet"]
    if mine is None:
        seat.lines = [surrendered_line(bet)]
        return "surrender"
    result = main_result(mine, dealers)
    seat.lines = [main_line("bet", bet, result, options)]
    if extra:
        seat.lines.append(main_line("double-down", extra, result, options))
    return result


def settle_seats(found: Round, meter: meters.Meter | None) -> tuple[list[str], Setting]:
    """All lines of all seats; answers with the dealer's seven cards and how they are set."""
    options = found.options
    seven, dealers = best_seven(found.dealer, options["best-seven"], options["wheel"])
    results = {seat.number: main_lines(seat, dealers, options) for seat in found.seats}
    gone = {number for number, result in results.items() if result == "surrender"}
    live = set(results) - (gone if options["surrendered-bonuses"] == "lose" else set())
    jackpot_live = set(results) - (gone if options["surrendered-jackpot"] == "lose" else set())
    won = jackpot_returns(found.seats, jackpot_live, options, meter)
    for seat in found.seats:
        for name in BONUSES:
            if name in seat.wagers:
                if seat.number in live:
                    result = results[seat.number]
                    seat.lines.append(bonus_line(name, seat, found, seven, result))
                else:
                    seat.lines.append(line(name, seat.wagers[name], "surrender", 0))
        if "jackpot" in seat.wagers:
            lost = "lose" if seat.number in jackpot_live else "surrender"
            result = "win" if seat.number in won else lost
            seat.lines.append(line("jackpot", seat.wagers["jackpot"], result, won.get(seat.number, 0)))
    if options["royal-riches"] != "off":
        add_envy(found.seats, int(options["royal-riches"]), live)
    return seven, dealers


def settle(record: dict[str, Any], options: Options) -> dict[str, Any]:
    """One round."""
    offered = tuple(name for name in (*BONUSES, "jackpot") if options[name] != "off")
    shape = Shape(dealer=8, board=0, cards=7, seats=6, mandatory=("bet",), offered=offered, joker=True)
    found = read(record, options, shape)
    meter = read_meter(record, found)
    seven, dealers = settle_seats(found, meter)
    if found.void:
        for seat in found.seats:
            seat.lines = voided(seat.lines)
    answer = settlement(record, found, meters.block(meter, found.void))
    answer["dealer"]["front"] = list(dealers.front)
    answer["dealer"]["back"] = list(dealers.back)
    answer["dealer"]["discarded"] = [one for one in found.dealer if one not in seven]
    return answer
