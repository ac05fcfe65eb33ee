"""Down Under Blackjack, played and settled from the letter."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from . import meter as meters
from .meter import Meter
from .money import Refused, amount, broken, odds, paid
from .options import Options
from .paytables import BLACKJACK_PAYS, MATCH_THE_DEALER
from .poker import rank
from .progressive import score
from .records import Line, Round, Seat, Shape, line, read, settlement, voided


@dataclass
class Hand:
    """One hand of a seat."""

    cards: list[str]
    wager: Fraction
    doubled: Fraction = Fraction(0)
    split: bool = False
    split_ace: bool = False


Draw = Callable[[str, list[str]], str]
Choose = Callable[[Seat, Hand, list[str]], str]


@dataclass
class House:
    """The rules in force, where cards come from and who decides."""

    options: Options
    draw: Draw
    choose: Choose


def value(card: str) -> int:
    """An ace is 1, a picture 10."""
    return 1 if rank(card) == 14 else min(rank(card), 10)


def total(cards: list[str]) -> int:
    """The best total: one ace is 11 where that does not bust."""
    hard = sum(value(card) for card in cards)
    return hard + 10 if is_soft(cards) else hard


def is_soft(cards: list[str]) -> bool:
    """Whether an ace counts 11."""
    hard = sum(value(card) for card in cards)
    return any(value(card) == 1 for card in cards) and hard <= 11


def is_gold(card: str) -> bool:
    """Ten, jack, queen, king or ace."""
    return rank(card) >= 10


def is_blackjack(hand: Hand) -> bool:
    """An unsplit ace and ten-value."""
    return len(hand.cards) == 2 and not hand.split and total(hand.cards) == 21


def can_split(hand: Hand, hands: int, options: Options) -> bool:
    """Equal values, up to four hands; no re-splitting where the dealer stands on all 17s (clause 7)."""
    if len(hand.cards) != 2 or value(hand.cards[0]) != value(hand.cards[1]) or hands >= 4:
        return False
    return not hand.split or options["soft-17"] == "hit"


def can_double(hand: Hand, options: Options) -> bool:
    """Any two cards; not after a split where the dealer stands on all 17s (clause 8)."""
    return len(hand.cards) == 2 and (not hand.split or options["soft-17"] == "hit")


def choices(hand: Hand, hands: int, options: Options) -> list[str]:
    """The decisions a hand has, none where there is no choice."""
    if hand.doubled or total(hand.cards) >= 21:
        return []
    splits = ["split"] if can_split(hand, hands, options) else []
    if hand.split_ace:
        return ["stand", *splits] if splits else []
    doubles = ["double"] if can_double(hand, options) else []
    return ["hit", "stand", *doubles, *splits]


def double_stake(text: str, hand: Hand) -> Fraction:
    """What a double adds: the wager, or less."""
    dollars = hand.wager if text == "double" else amount(text.removeprefix("double "), text)
    if dollars > hand.wager:
        raise Refused(f"{text}: more than the wager")
    return dollars


def split_in_two(hand: Hand, draw: Draw) -> list[Hand]:
    """The left hand gets its second card at once, the right one when its turn comes."""
    aces = rank(hand.cards[0]) == 14
    parts = [Hand([card], hand.wager, split=True, split_ace=aces) for card in hand.cards]
    parts[0].cards.append(draw("split", parts[0].cards))
    return parts


def play_hand(hands: list[Hand], at: int, seat: Seat, house: House) -> None:
    """Play the hand at this place until it has no choice left; a split puts a new hand to its right."""
    if len(hands[at].cards) == 1:
        hands[at].cards.append(house.draw("split", hands[at].cards))
    while True:
        hand = hands[at]
        legal = choices(hand, len(hands), house.options)
        if not legal:
            return
        decision = house.choose(seat, hand, legal)
        word = decision.split(" ")[0]
        if word not in legal or word not in (decision, "double"):
            raise Refused(f"seat {seat.number}: illegal decision: {decision}")
        if word == "stand":
            return
        if word == "hit":
            hand.cards.append(house.draw("player", hand.cards))
        elif word == "double":
            hand.doubled = double_stake(decision, hand)
            hand.cards.append(house.draw("player", hand.cards))
        else:
            hands[at : at + 1] = split_in_two(hand, house.draw)


def play_seat(seat: Seat, house: House) -> list[Hand]:
    """All hands of a seat, left to right."""
    hands = [Hand(list(seat.cards), seat.wagers["wager"])]
    at = 0
    while at < len(hands):
        play_hand(hands, at, seat, house)
        at += 1
    return hands


def dealer_must_draw(cards: list[str], options: Options) -> bool:
    """Up to 16, and a soft 17 where the house hits it (clause 10)."""
    if total(cards) == 17 and is_soft(cards):
        return options["soft-17"] == "hit"
    return total(cards) < 17


def play(seats: list[Seat], dealer: list[str], house: House) -> tuple[list[list[Hand]], list[str]]:
    """A whole round: the hands of every seat and the dealer's final cards."""
    final = list(dealer)
    if total(dealer) == 21:
        return [[Hand(list(seat.cards), seat.wagers["wager"])] for seat in seats], final
    hands = [play_seat(seat, house) for seat in seats]
    if any(total(hand.cards) <= 21 and not is_blackjack(hand) for of_seat in hands for hand in of_seat):
        while dealer_must_draw(final, house.options):
            final.append(house.draw("dealer", final))
    return hands, final


def outcome(hand: Hand, dealer: list[str]) -> str:
    """win, lose or push (clause 12 for a dealer's 22)."""
    mine, theirs = total(hand.cards), total(dealer)
    dealer_blackjack = len(dealer) == 2 and theirs == 21
    if mine > 21:
        return "lose"
    if is_blackjack(hand) or dealer_blackjack:
        if is_blackjack(hand) and dealer_blackjack:
            return "push"
        return "lose" if dealer_blackjack else "win"
    if theirs == 22:
        two_golds = len(hand.cards) == 2 and not hand.split and all(is_gold(card) for card in hand.cards)
        return "win" if mine == 21 or two_golds else "push"
    if theirs > 22 or mine > theirs:
        return "win"
    return "push" if mine == theirs else "lose"


def wager_line(number: int, hand: Hand, dealer: list[str], options: Options) -> Line:
    """The line of one hand, its stake including the double."""
    stake = hand.wager + hand.doubled
    result = outcome(hand, dealer)
    pays = BLACKJACK_PAYS[options["blackjack-pays"]] if is_blackjack(hand) else "1 to 1"
    returned = {"win": paid(stake, pays, options["breakage"]), "push": stake, "lose": Fraction(0)}[result]
    return line("wager", stake, result, returned, hand=number, cards=hand.cards)


def match_line(name: str, stake: Fraction, player: list[str], dealer_card: str, options: Options) -> Line:
    """Match The Dealer: each player card that matches is paid, in one line."""
    _, unsuited, suited = MATCH_THE_DEALER[options["match-the-dealer"]]
    times = Fraction(0)
    for card in player:
        if rank(card) == rank(dealer_card):
            times += odds(suited if card == dealer_card else unsuited)[0]
    if times == 0:
        return line(name, stake, "lose", 0)
    return line(name, stake, "win", stake + broken(stake * times, options["breakage"]))


def progressive_line(seat: Seat, dealer: list[str], options: Options, meter: Meter) -> Line:
    """The progressive: fixed pays added first, and at most one share or prize."""
    stake, breakage = seat.wagers["progressive"], options["breakage"]
    earned = score(seat.cards, dealer[0], dealer[1], options)
    if earned.top is None and not earned.fixed:
        return line("progressive", stake, "lose", 0)
    fixed = sum((odds(text)[0] for text in earned.fixed), Fraction(0))
    returned = broken(stake * fixed, breakage)
    if earned.top:
        name, pays = earned.top
        if pays.endswith("%"):
            returned += meters.take_share(meter, seat.number, name, pays)
        else:
            returned += meters.take_prize(meter, seat.number, name, pays, breakage)
    return line("progressive", stake, "win", returned)


def check_wagers(seat: Seat, options: Options) -> None:
    """Down needs up, and the house may demand either."""
    demanded = {"no": [], "up": ["match-up"], "both": ["match-up", "match-down"]}
    for name in demanded[options["match-the-dealer-mandatory"]]:
        if name not in seat.wagers:
            raise Refused(f"seat {seat.number}: {name} is mandatory")
    if "match-down" in seat.wagers and "match-up" not in seat.wagers:
        raise Refused(f"seat {seat.number}: match-down without match-up")


def replay(found: Round) -> tuple[list[list[Hand]], list[str]]:
    """Play the round with the record's decisions and draws, exactly those."""
    draws = list(found.draws)
    left = {seat.number: list(seat.decisions) for seat in found.seats}

    def draw(_who: str, _cards: list[str]) -> str:
        if not draws:
            raise Refused("draws: too few cards")
        return draws.pop(0)

    def choose(seat: Seat, _hand: Hand, legal: list[str]) -> str:
        if not left[seat.number]:
            raise Refused(f"seat {seat.number}: a decision is missing: {legal}")
        return left[seat.number].pop(0)

    played = play(found.seats, found.dealer, House(found.options, draw, choose))
    if draws:
        raise Refused("draws: too many cards")
    for number, decisions in left.items():
        if decisions:
            raise Refused(f"seat {number}: a decision where there is no choice: {decisions[0]}")
    return played


def read_meter(record: dict[str, Any], found: Round) -> Meter | None:
    """The jackpot block, which must be there once somebody stakes on the progressive."""
    stakes = [seat.wagers["progressive"] for seat in found.seats if "progressive" in seat.wagers]
    if "jackpot" not in record:
        if stakes:
            raise Refused("jackpot: a progressive wager but no jackpot")
        return None
    meter = meters.read(record["jackpot"], house=False)
    if any(stake != meter.wager for stake in stakes):
        raise Refused("jackpot: not the fixed amount")
    return meter


def settle_seat(seat: Seat, hands: list[Hand], final: list[str], found: Round, meter: Meter | None) -> None:
    """All lines of one seat."""
    options = found.options
    seat.lines = [wager_line(n, hand, final, options) for n, hand in enumerate(hands, start=1)]
    for name, dealer_card in (("match-up", found.dealer[0]), ("match-down", found.dealer[1])):
        if name in seat.wagers:
            seat.lines.append(match_line(name, seat.wagers[name], seat.cards, dealer_card, options))
    if "progressive" in seat.wagers and meter:
        if found.void:
            seat.lines.append(line("progressive", seat.wagers["progressive"], "void", 0))
        else:
            seat.lines.append(progressive_line(seat, found.dealer, options, meter))
    if found.void:
        seat.lines = voided(seat.lines)


def offered_wagers(options: Options) -> tuple[str, ...]:
    """The optional wagers that are on."""
    match = options["match-the-dealer"] != "off"
    down = match and options["match-down-card"] == "on"
    on = {"match-up": match, "match-down": down, "progressive": options["progressive"] != "off"}
    return tuple(name for name, is_on in on.items() if is_on)


def settle(record: dict[str, Any], options: Options) -> dict[str, Any]:
    """One round."""
    offered, decks = offered_wagers(options), int(options["decks"])
    shape = Shape(dealer=2, board=0, cards=2, seats=7, mandatory=("wager",), offered=offered, decks=decks)
    found = read(record, options, shape)
    for seat in found.seats:
        check_wagers(seat, options)
    meter = read_meter(record, found)
    hands, final = replay(found)
    for seat, of_seat in zip(found.seats, hands, strict=True):
        settle_seat(seat, of_seat, final, found, meter)
    answer = settlement(record, found, meters.block(meter, found.void))
    answer["dealer"]["cards"] = final
    return answer
