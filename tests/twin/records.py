"""Reading a round record: keys, cards, seats and wagers; and the lines of a settlement."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .money import Refused, amount, written
from .options import Options
from .poker import DECK, JOKER

Line = dict[str, Any]
KEYS = ("game", "options", "dealer", "board", "seats", "draws", "void", "meta", "jackpot")
SEAT_KEYS = ("seat", "player", "cards", "wagers", "decisions")


@dataclass
class Seat:
    """One seat of a record: its cards, stakes and decisions, and later its lines."""

    number: int
    player: str | None
    cards: list[str]
    wagers: dict[str, Fraction]
    decisions: list[str]
    lines: list[Line] = field(default_factory=list)


@dataclass
class Shape:
    """How many cards lie where, and which wagers there are."""

    dealer: int
    board: int
    cards: int
    seats: int
    mandatory: tuple[str, ...]
    offered: tuple[str, ...]
    decks: int = 1
    joker: bool = False


def known_keys(found: Iterable[str], known: Collection[str], what: str) -> None:
    """Any unknown key is an error."""
    for key in found:
        if key not in known:
            raise Refused(f"{what}: unknown key: {key}")


def card(text: object) -> str:
    """A card's canonical name; input also takes `10h` and any letter case."""
    if not isinstance(text, str):
        raise Refused(f"not a card: {text!r}")
    if text.upper() == "JO":
        return JOKER
    name = text[:-1].upper().replace("10", "T") + text[-1:].lower()
    if name not in DECK or not re.fullmatch(r"(10|[2-9tTjJqQkKaA])[cdhsCDHS]", text):
        raise Refused(f"no such card: {text}")
    return name


def cards(raw: object, count: int | None, what: str) -> list[str]:
    """A list of cards, of the given length if there is one."""
    if not isinstance(raw, list):
        raise Refused(f"{what}: not a list of cards")
    if count is not None and len(raw) != count:
        raise Refused(f"{what}: {len(raw)} cards instead of {count}")
    return [card(text) for text in raw]


def check_deck(all_cards: Sequence[str], decks: int, joker: bool) -> None:
    """No card may appear more often than the deck holds it."""
    for name, count in Counter(all_cards).items():
        if name == JOKER and not joker:
            raise Refused(f"no {JOKER} in this game")
        if count > decks:
            raise Refused(f"{name} appears {count} times")


def _wagers(raw: object, shape: Shape, what: str) -> dict[str, Fraction]:
    """A seat's stakes: the mandatory ones and any that are offered."""
    if not isinstance(raw, dict):
        raise Refused(f"{what}: wagers: not an object")
    known_keys(raw, (*shape.mandatory, *shape.offered), f"{what}: wagers")
    for name in shape.mandatory:
        if name not in raw:
            raise Refused(f"{what}: no {name}")
    return {name: amount(stake, f"{what}: {name}") for name, stake in raw.items()}


def _seat(raw: object, shape: Shape) -> Seat:
    """One seat."""
    if not isinstance(raw, dict):
        raise Refused("seats: not an object")
    known_keys(raw, SEAT_KEYS, "seat")
    number = raw.get("seat")
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= shape.seats:
        raise Refused(f"no such seat: {number!r}")
    what = f"seat {number}"
    player = raw.get("player")
    if "player" in raw and not isinstance(player, str):
        raise Refused(f"{what}: player: not a name")
    decisions = raw.get("decisions", [])
    if not isinstance(decisions, list) or not all(isinstance(text, str) for text in decisions):
        raise Refused(f"{what}: decisions: not a list of texts")
    return Seat(
        number=number,
        player=player,
        cards=cards(raw.get("cards"), shape.cards, what),
        wagers=_wagers(raw.get("wagers"), shape, what),
        decisions=list(decisions),
    )


def seats(record: dict[str, Any], shape: Shape) -> list[Seat]:
    """The seats, ascending."""
    raw = record.get("seats")
    if not isinstance(raw, list) or not raw:
        raise Refused("seats: none")
    found = [_seat(one, shape) for one in raw]
    numbers = [seat.number for seat in found]
    if numbers != sorted(set(numbers)):
        raise Refused("seats: not ascending")
    return found


@dataclass
class Round:
    """A record that has been read."""

    options: Options
    dealer: list[str]
    board: list[str]
    seats: list[Seat]
    draws: list[str]
    void: bool


def read(record: dict[str, Any], options: Options, shape: Shape) -> Round:
    """Everything that all games read alike."""
    known_keys(record, KEYS, "record")
    if "board" in record and not shape.board:
        raise Refused("board: there is none in this game")
    if "draws" in record and record["game"] != "down-under-blackjack":
        raise Refused("draws: there are none in this game")
    void = record.get("void", "no")
    if not isinstance(void, str) or not void:
        raise Refused("void: not a reason")
    if not isinstance(record.get("meta", {}), dict):
        raise Refused("meta: not an object")
    found = Round(
        options=options,
        dealer=cards(record.get("dealer"), shape.dealer, "dealer"),
        board=cards(record.get("board"), shape.board, "board") if shape.board else [],
        seats=seats(record, shape),
        draws=cards(record.get("draws", []), None, "draws"),
        void="void" in record,
    )
    everything = found.dealer + found.board + found.draws
    for seat in found.seats:
        everything += seat.cards
    check_deck(everything, shape.decks, shape.joker)
    return found


def line(wager: str, stake: Fraction, result: str, returned: Fraction | int, **more: object) -> Line:
    """One line of a settlement, its amounts still fractions."""
    return {"wager": wager, **more, "stake": stake, "result": result, "returned": Fraction(returned)}


def voided(lines: Iterable[Line]) -> list[Line]:
    """The same stakes, all given back; envy is no wager."""
    return [{**one, "result": "void", "returned": one["stake"]} for one in lines if "from_seat" not in one]


def seat_settlement(seat: Seat) -> dict[str, Any]:
    """A seat's lines and sums, written out."""
    staked = sum((one["stake"] for one in seat.lines), Fraction(0))
    returned = sum((one["returned"] for one in seat.lines), Fraction(0))
    lines = [{**one, "stake": written(one["stake"]), "returned": written(one["returned"])} for one in seat.lines]
    return {
        "seat": seat.number,
        "staked": written(staked),
        "returned": written(returned),
        "net": written(returned - staked),
        "wagers": lines,
    }


def settlement(record: dict[str, Any], found: Round, jackpot: dict[str, Any] | None) -> dict[str, Any]:
    """The whole answer."""
    answer: dict[str, Any] = {"game": record["game"], "dealer": {"cards": found.dealer}}
    answer["seats"] = [seat_settlement(seat) for seat in found.seats]
    answer["jackpot"] = jackpot
    if "meta" in record:
        answer["meta"] = record["meta"]
    return answer
