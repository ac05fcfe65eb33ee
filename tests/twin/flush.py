"""Flush Poker, settled from the letter."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from . import meter as meters
from .money import Refused, amount, paid
from .options import Options
from .paytables import NATURAL_FLUSH, NATURAL_STRAIGHT_FLUSH
from .poker import ACE, JOKER, SUITS, rank, suit
from .records import Line, Round, Seat, Shape, line, read, settlement, voided
from .royal import add_envy, jackpot_returns, read_meter, riches_settled

BONUSES = ("natural-straight-flush", "natural-flush", "royal-riches")
Flush = tuple[int, tuple[int, ...]]


def flush_in(cards: Sequence[str], which: str) -> Flush:
    """The flush in one suit, the joker as the highest rank missing there."""
    ranks = {rank(card) for card in cards if suit(card) == which}
    if JOKER in cards:
        ranks.add(max(r for r in range(2, ACE + 1) if r not in ranks))
    return len(ranks), tuple(sorted(ranks, reverse=True))


def flush_hand(cards: Sequence[str]) -> Flush:
    """The best flush: the number of cards, then their ranks from the highest."""
    return max(flush_in(cards, which) for which in SUITS)


def qualifies(dealers: Flush) -> bool:
    """A 3-card flush, ten high with an eight, or better (clause 4)."""
    return dealers[0] > 3 or (dealers[0] == 3 and dealers[1][:2] >= (10, 8))


def raised(seat: Seat) -> Fraction | None:
    """The raise, or None for a fold (clause 3)."""
    if len(seat.decisions) != 1:
        raise Refused(f"seat {seat.number}: illegal decisions: {seat.decisions}")
    text = seat.decisions[0]
    if text == "fold":
        return None
    if not text.startswith("raise "):
        raise Refused(f"seat {seat.number}: illegal decision: {text}")
    size, bet = text.removeprefix("raise "), seat.wagers["bet"]
    dollars = int(size[0]) * bet if re.fullmatch("[123]x", size) else amount(size, text)
    length = flush_hand(seat.cards)[0]
    most = 1 if length <= 4 else 2 if length == 5 else 3
    if not bet <= dollars <= most * bet:
        raise Refused(f"seat {seat.number}: {text}: at least the bet and at most {most}x")
    return dollars


def main_lines(seat: Seat, raise_: Fraction | None, dealers: Flush, breakage: str) -> list[Line]:
    """Bet and raise (clauses 3 to 5)."""
    bet = seat.wagers["bet"]
    if raise_ is None:
        return [line("bet", bet, "fold", 0)]
    mine = flush_hand(seat.cards)
    even_bet = line("bet", bet, "win", paid(bet, "1 to 1", breakage))
    pushed_raise = line("raise", raise_, "push", raise_)
    if not qualifies(dealers):
        return [even_bet, pushed_raise]
    if mine > dealers:
        return [even_bet, line("raise", raise_, "win", paid(raise_, "1 to 1", breakage))]
    if mine < dealers:
        return [line("bet", bet, "lose", 0), line("raise", raise_, "lose", 0)]
    return [line("bet", bet, "win", paid(bet, "10 to 1", breakage)), pushed_raise]


def longest_run(ranks: set[int]) -> int:
    """The most ranks in a row, the ace low or high."""
    held = ranks | ({1} if ACE in ranks else set())
    longest = 0
    for low in held:
        length = 0
        while low + length in held:
            length += 1
        longest = max(longest, length)
    return longest


def natural_run(cards: Sequence[str], suits: str) -> int:
    """The longest natural straight flush: in any suit, or only in a suit of the played flush."""
    best = flush_hand(cards)
    longest = 0
    for which in SUITS:
        if suits == "any" or flush_in(cards, which) == best:
            longest = max(longest, longest_run({rank(card) for card in cards if suit(card) == which}))
    return longest


def natural_length(cards: Sequence[str]) -> int:
    """The most natural cards of one suit."""
    return max(sum(suit(card) == which for card in cards) for which in SUITS)


def bonus_line(name: str, seat: Seat, options: Options) -> Line:
    """A bonus that has action."""
    stake, table, breakage = seat.wagers[name], int(options[name]), options["breakage"]
    if name == "royal-riches":
        return riches_settled(seat.cards, stake, table, breakage)
    if name == "natural-flush":
        row = NATURAL_FLUSH.get(natural_length(seat.cards))
    else:
        row = NATURAL_STRAIGHT_FLUSH.get(natural_run(seat.cards, options["natural-straight-flush-suit"]))
    if row is None:
        return line(name, stake, "lose", 0)
    return line(name, stake, "win", paid(stake, row[table - 1], breakage))


def is_live(folded: bool, qualified: bool, options: Options) -> bool:
    """Whether a hand's bonuses have action."""
    if folded and options["folded-bonuses"] == "lose":
        return False
    return qualified or options["unqualified-bonuses"] == "play"


def settle_seats(found: Round, meter: meters.Meter | None) -> None:
    """All lines of all seats."""
    options = found.options
    dealers = flush_hand(found.dealer)
    qualified = qualifies(dealers)
    raises = {seat.number: raised(seat) for seat in found.seats}
    folded = {number for number, size in raises.items() if size is None}
    live = {n for n in raises if is_live(n in folded, qualified, options)}
    jackpot_live = set(raises) if qualified or options["unqualified-jackpot"] == "play" else set()
    won = jackpot_returns(found.seats, jackpot_live, options, meter)
    for seat in found.seats:
        dead = "fold" if seat.number in folded else "lose"
        seat.lines = main_lines(seat, raises[seat.number], dealers, options["breakage"])
        for name in BONUSES:
            if name in seat.wagers:
                alive = seat.number in live
                seat.lines.append(bonus_line(name, seat, options) if alive else line(name, seat.wagers[name], dead, 0))
        if "jackpot" in seat.wagers:
            lost = "lose" if seat.number in jackpot_live else dead
            result = "win" if seat.number in won else lost
            seat.lines.append(line("jackpot", seat.wagers["jackpot"], result, won.get(seat.number, 0)))
    if options["royal-riches"] != "off":
        add_envy(found.seats, int(options["royal-riches"]), live)


def settle(record: dict[str, Any], options: Options) -> dict[str, Any]:
    """One round."""
    offered = tuple(name for name in (*BONUSES, "jackpot") if options[name] != "off")
    shape = Shape(dealer=7, board=0, cards=7, seats=6, mandatory=("bet",), offered=offered, joker=True)
    found = read(record, options, shape)
    meter = read_meter(record, found)
    settle_seats(found, meter)
    if found.void:
        for seat in found.seats:
            seat.lines = voided(seat.lines)
    return settlement(record, found, meters.block(meter, found.void))
