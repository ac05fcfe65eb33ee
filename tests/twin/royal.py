"""Royal Riches, its envy and its jackpot, shared by Flush Poker and Wild Monkey Pai Gow."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from . import meter as meters
from .meter import Meter
from .money import Refused, odds, paid
from .options import Options
from .paytables import JACKPOT, ROYAL_RICHES, ROYAL_RICHES_ENVY
from .poker import (
    ACE,
    FIVE_ACES,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    JOKER,
    NAMES,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    five_or_joker,
    joker_values,
    rank,
    suit,
)
from .records import Line, Round, Seat, line

ENVY_STAKE = 5


def _in_a_row(ranks: Collection[int], length: int) -> bool:
    """Whether the ranks are that many in a row, the ace high or low."""
    for held in (set(ranks), {1 if r == ACE else r for r in ranks}):
        if len(held) == length and max(held) - min(held) == length - 1:
            return True
    return False


def seven_card_straight_flush(cards: Sequence[str]) -> str | None:
    """`natural` or `joker` if all seven cards make a straight flush."""
    natural = [card for card in cards if card != JOKER]
    if len({suit(card) for card in natural}) != 1:
        return None
    ranks = {rank(card) for card in natural}
    if len(natural) == 7:
        return "natural" if _in_a_row(ranks, 7) else None
    if any(_in_a_row(ranks | {extra}, 7) for extra in range(2, ACE + 1)):
        return "joker"
    return None


def royal_with(cards: Sequence[str], high: int, low: int) -> bool:
    """A royal flush, in which the joker may stand, and two natural suited cards of these ranks."""
    for pair in combinations(cards, 2):
        natural = JOKER not in pair and suit(pair[0]) == suit(pair[1])
        if natural and {rank(card) for card in pair} == {high, low}:
            rest = [card for card in cards if card not in pair]
            if five_or_joker(rest)[0] == ROYAL_FLUSH:
                return True
    return False


def _three_pair(cards: Sequence[str]) -> bool:
    """Three pairs and an odd card, the joker an ace."""
    return sorted(Counter(rank(card) for card in cards).values()) == [1, 2, 2, 2]


def hands_made(cards: Sequence[str]) -> set[str]:
    """The names of all lines that seven cards make, in both the bonus's and the jackpot's sense."""
    categories = {value[0] for hand in combinations(cards, 5) for value in joker_values(hand)}
    ranked = (STRAIGHT, THREE, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL_FLUSH, FIVE_ACES)
    made = {NAMES[category] for category in ranked if category in categories}
    if ROYAL_FLUSH in categories:
        made.add("straight flush")
    seven = seven_card_straight_flush(cards)
    if seven == "natural":
        made.add("7 card straight flush")
    if seven == "joker":
        made.add("7 card straight flush with joker")
    if royal_with(cards, 14, 13):
        made.add("royal flush + ace-king suited")
    if royal_with(cards, 13, 12):
        made.add("royal flush w/ k-q suited")
    if _three_pair(cards):
        made.add("three pair")
    return made


def riches_line(cards: Sequence[str], table: int) -> str | None:
    """The best-paying line of a Royal Riches pay table, or None."""
    made = hands_made(cards)
    lines = [name for name, pays in ROYAL_RICHES.items() if name in made and pays[table - 1]]

    def pays(name: str) -> Fraction:
        text = ROYAL_RICHES[name][table - 1]
        return Fraction(0) if text == "push" else odds(text)[0]

    return max(lines, key=pays, default=None)


def riches_settled(cards: Sequence[str], stake: Fraction, table: int, breakage: str) -> Line:
    """A Royal Riches wager that has action."""
    name = riches_line(cards, table)
    if name is None:
        return line("royal-riches", stake, "lose", 0)
    text = ROYAL_RICHES[name][table - 1]
    if text == "push":
        return line("royal-riches", stake, "push", stake)
    return line("royal-riches", stake, "win", paid(stake, text, breakage))


def envy_dollars(cards: Sequence[str], table: int) -> int:
    """What a hand earns each envious player."""
    name = riches_line(cards, table)
    return ROYAL_RICHES_ENVY[name][table - 1] if name in ROYAL_RICHES_ENVY else 0


def _same_player(one: Seat, other: Seat) -> bool:
    """Whether two seats belong to one player."""
    return one is other or (one.player is not None and one.player == other.player)


def add_envy(seats: Sequence[Seat], table: int, live: Collection[int]) -> None:
    """Envy lines, one for each seat that caused it; `live` seats' bonuses have action."""
    for seat in seats:
        if seat.number not in live or seat.wagers.get("royal-riches", 0) < ENVY_STAKE:
            continue
        for other in seats:
            if other.number in live and not _same_player(seat, other):
                dollars = envy_dollars(other.cards, table)
                if dollars:
                    more = {"from_seat": other.number}
                    seat.lines.append(line("royal-riches envy", Fraction(0), "win", dollars, **more))


def _makes(printed: str, made: set[str]) -> bool:
    """Whether the hands made include a printed jackpot line."""
    natural = "7 card straight flush" in made
    wild = "7 card straight flush with joker" in made
    if printed == "7-Card Natural Straight Flush":
        return natural
    if printed == "7-Card Wild Straight Flush":
        return wild
    if printed == "7-Card Straight Flush":
        return natural or wild
    return printed.lower() in made


def jackpot_line(cards: Sequence[str], table: str) -> tuple[str, str] | None:
    """The first line in printed order that the hand makes: its name, and a share or odds."""
    made = hands_made(cards)
    for printed, pays in JACKPOT[table]:
        if _makes(printed, made):
            return printed, pays
    return None


@dataclass
class Hit:
    """A live jackpot wager that makes a line."""

    seat: Seat
    name: str
    pays: str


def _percent(hit: Hit) -> int:
    """The share of a hit, 0 if it is paid at odds."""
    return int(hit.pays.rstrip("%")) if hit.pays.endswith("%") else 0


def jackpot_returns(
    seats: Sequence[Seat], live: Collection[int], options: Options, meter: Meter | None
) -> dict[int, Fraction]:
    """What each winning jackpot wager returns, the awards taken in the order of the controls."""
    hits = []
    for seat in seats:
        found = jackpot_line(seat.cards, options["jackpot-paytable"]) if seat.number in live else None
        if found and "jackpot" in seat.wagers:
            hits.append(Hit(seat, *found))
    if options["award-order"] == "largest-first":
        hits.sort(key=lambda hit: -_percent(hit))
    returned = {}
    for hit in hits:
        if _percent(hit) and meter:
            dollars = meters.take_share(meter, hit.seat.number, hit.name, hit.pays)
        else:
            dollars = paid(hit.seat.wagers["jackpot"], hit.pays, options["breakage"])
        returned[hit.seat.number] = dollars
    return returned


def read_meter(record: dict[str, Any], found: Round) -> Meter | None:
    """The jackpot block, which must be there once somebody stakes on it; the wager is $1 to $20."""
    stakes = [seat.wagers["jackpot"] for seat in found.seats if "jackpot" in seat.wagers]
    if "jackpot" not in record:
        if stakes:
            raise Refused("jackpot: a wager but no jackpot")
        return None
    meter = meters.read(record["jackpot"], found.options["jackpot"] == "house")
    if not 1 <= meter.wager <= 20:
        raise Refused("jackpot: the wager is from $1 to $20")
    if any(stake != meter.wager for stake in stakes):
        raise Refused("jackpot: not the fixed amount")
    return meter
