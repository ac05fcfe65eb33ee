"""How many rare events generated records contain: `python -m twin.census [records a game]`, in tests/."""

import sys
from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

from . import settle
from .blackjack import total
from .flush import flush_hand, qualifies
from .generate import GAMES, record
from .houseway import Setting, house_way, is_foul
from .options import read as read_options
from .paigow import decided, main_result, pai_gow_high
from .poker import FIVE_ACES, JOKER, NAMES, best
from .premium import qualifies as dealer_has_threes
from .progressive import score
from .records import Seat
from .records import card as read_card
from .royal import hands_made, jackpot_line, riches_line

Record = dict[str, Any]


def _cards(raw: list[str]) -> list[str]:
    """Canonical cards."""
    return [read_card(text) for text in raw]


def _lines(answer: Record, seat: int) -> list[Record]:
    """The lines of one seat."""
    return [line for one in answer["seats"] if one["seat"] == seat for line in one["wagers"]]


def _common(found: Record, answer: Record, tally: Counter[str]) -> None:
    """Events of any game."""
    tally["void"] += "void" in found
    tally["breakage other than cent-down"] += "breakage" in found.get("options", {})
    awards = (answer["jackpot"] or {}).get("awards", [])
    shares = [award for award in awards if award["share"]]
    tally[f"rounds with {len(shares)} shares"] += len(shares) > 0
    tally["prizes from the meter"] += len(awards) - len(shares)
    for one in answer["seats"]:
        for line in one["wagers"]:
            tally[f"line {line['wager']}: {line['result']}"] += 1
        envies = sum("from_seat" in line for line in one["wagers"])
        tally[f"seats with {envies} envy lines"] += envies > 0


def _blackjack(found: Record, answer: Record, tally: Counter[str]) -> None:
    """Events of blackjack."""
    options = read_options(found["game"], found.get("options", {}))
    final, dealer = answer["dealer"]["cards"], _cards(found["dealer"])
    tally["dealer blackjack"] += total(dealer) == 21
    tally["dealer 22"] += total(final) == 22
    tally["dealer above 22"] += total(final) > 22
    tally["dealer soft 17 two cards"] += {card[0] for card in dealer} == {"A", "6"}
    prizes = list(found.get("jackpot", {}).get("prizes", {}).values())
    for award in (answer["jackpot"] or {}).get("awards", []):
        if award["share"] is None and " for " not in str(prizes[0]):
            tally["prizes cut short by the meter"] += Fraction(award["amount"]) < Fraction(str(prizes[0]))
    busts = []
    for seat in found["seats"]:
        hands = [line for line in _lines(answer, seat["seat"]) if line["wager"] == "wager"]
        tally[f"seats with {len(hands)} hands"] += 1
        aces = seat["cards"][0].upper().startswith("A") and "split" in seat["decisions"]
        tally["split aces re-split"] += aces and len(hands) > 2
        tally["doubles for less"] += sum(text.startswith("double ") for text in seat["decisions"])
        tally["doubles"] += seat["decisions"].count("double")
        tally["21 after split"] += sum(len(hands) > 1 and total(hand["cards"]) == 21 for hand in hands)
        busts += [total(hand["cards"]) > 21 for hand in hands]
        tally["first hand wins against 22"] += total(final) == 22 and hands[0]["result"] == "win"
        if "progressive" in seat["wagers"]:
            _progressive(_cards(seat["cards"]), dealer, options, tally)
    tally["all bust"] += all(busts)


def _progressive(player: list[str], dealer: list[str], options: dict[str, str], tally: Counter[str]) -> None:
    """Events of the progressive."""
    earned = score(player, dealer[0], dealer[1], options)
    table = options["progressive"].split("/")[0]
    if earned.top:
        tally[f"progressive {table[0]}: {earned.top[0]}"] += 1
        tally[f"progressive {table[0]}: top line and fixed pay"] += bool(earned.fixed)
    tally[f"progressive {table[0]}: {len(earned.fixed)} fixed pays"] += bool(earned.fixed)


def _sevens(found: Record, tally: Counter[str]) -> None:
    """Events of Royal Riches and its jackpot."""
    options = found.get("options", {})
    table, paytable = str(options.get("royal-riches", "off")), str(options.get("jackpot-paytable", "1"))
    for seat in found["seats"]:
        cards = _cards(seat["cards"])
        tally["joker with a player"] += JOKER in cards
        for name in hands_made(cards) - {"straight", "flush", "full house", "three of a kind"}:
            tally[f"hand {name}{' (joker)' if JOKER in cards else ''}"] += 1
        if table != "off" and "royal-riches" in seat["wagers"]:
            tally[f"riches {table}: {riches_line(cards, int(table))}"] += 1
        hit = jackpot_line(cards, paytable)
        if "jackpot" in seat["wagers"] and hit:
            tally[f"jackpot {paytable}: {hit[0]}"] += 1
    tally["joker with the dealer"] += JOKER in _cards(found["dealer"])


def _flush(found: Record, _answer: Record, tally: Counter[str]) -> None:
    """Events of Flush Poker."""
    dealers = flush_hand(_cards(found["dealer"]))
    qualified = qualifies(dealers)
    tally["dealer does not qualify"] += not qualified
    for seat in found["seats"]:
        mine = flush_hand(_cards(seat["cards"]))
        folded = seat["decisions"] == ["fold"]
        tally["exact matches"] += qualified and mine == dealers and not folded
        tally["folded"] += folded
        tally[f"flush of {mine[0]}"] += 1
    _sevens(found, tally)


def _pai_gow(found: Record, answer: Record, tally: Counter[str]) -> None:
    """Events of pai gow."""
    options = read_options(found["game"], found.get("options", {}))
    kept = [card for card in _cards(found["dealer"]) if card not in answer["dealer"]["discarded"]]
    high = pai_gow_high(kept)
    dealers = house_way(kept, options["wheel"])
    tally[f"dealer pai gow {high}"] += high is not None
    tally[f"best-seven {options['best-seven']}, wheel {options['wheel']}"] += 1
    for raw in found["seats"]:
        rich = {"bet": Fraction(10**9)}
        seat = Seat(raw["seat"], None, _cards(raw["cards"]), rich, raw["decisions"])
        mine, extra = decided(seat, options["wheel"])
        tally["surrenders"] += mine is None
        tally["double-downs"] += extra > 0
        if mine:
            tally["fouls"] += is_foul(mine)
            tally["five aces"] += best(seat.cards)[0] == FIVE_ACES
            tally["house-way"] += raw["decisions"][0] == "set house-way"
            _copies(mine, dealers, tally)
        high = pai_gow_high(seat.cards)
        tally[f"player pai gow {high}"] += high is not None
    _sevens(found, tally)


def _copies(mine: Setting, dealers: Setting, tally: Counter[str]) -> None:
    """Copies of the dealer's front or back."""
    tally["copies in front"] += mine.front_value == dealers.front_value
    tally["copies behind"] += mine.back_value == dealers.back_value
    tally["copies of both"] += (mine.front_value, mine.back_value) == (
        dealers.front_value,
        dealers.back_value,
    )
    tally["back " + NAMES[mine.back_value[0]]] += 1
    tally["main " + main_result(mine, dealers)] += 1


def _holdem(found: Record, _answer: Record, tally: Counter[str]) -> None:
    """Events of the two hold'em games."""
    board = _cards(found["board"])
    dealers = best(_cards(found["dealer"]) + board)
    if found["game"] == "premium-holdem":
        tally["dealer does not qualify"] += not dealer_has_threes(dealers)
    for seat in found["seats"]:
        mine = best(_cards(seat["cards"]) + board)
        tally["ties"] += mine == dealers
        tally["folded"] += "fold" in seat["decisions"]
        tally[f"hand {NAMES[mine[0]]}"] += 1


EVENTS = {
    "down-under-holdem": _holdem,
    "premium-holdem": _holdem,
    "down-under-blackjack": _blackjack,
    "flush-poker": _flush,
    "wild-monkey-pai-gow": _pai_gow,
}


def census(game: str, count: int) -> Counter[str]:
    """Tally the events of that many records."""
    rng, tally = Random(game), Counter[str]()
    for _ in range(count):
        found = record(game, rng)
        answer = settle(found)
        _common(found, answer, tally)
        if "void" not in found:
            EVENTS[game](found, answer, tally)
    return +tally


if __name__ == "__main__":
    for _game in GAMES:
        sys.stdout.write(f"\n{_game}\n")
        for _event, _count in sorted(census(_game, int([*sys.argv, "2000"][1])).items()):
            sys.stdout.write(f"{_count:7d}  {_event}\n")
