"""Drills: positions where the choices are close, and settlements with one line wrong, made from chance deals."""

import copy
import secrets
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from random import Random, SystemRandom
from typing import Any, Final, NamedTuple

import msgspec

from houseway.cards.deck import shuffle
from houseway.errors import HousewayError
from houseway.games import game_names
from houseway.games.demonstration import demonstration
from houseway.games.game import Game
from houseway.games.letter.paytable import Pay
from houseway.games.round.explanation import LineExplanation, explain_round
from houseway.games.round.open_record import open_round
from houseway.games.round.positions import Record, seen_record
from houseway.games.round.round import Round, cards_needed
from houseway.games.round.settlement import loses, pays, pushes
from houseway.house.tables.players import HousePlayer
from houseway.house.tables.shuffle import fresh_cards
from houseway.house.tables.view import choice_view
from houseway.money import format_money, parse_money
from houseway.web.floor.page_view import page_choice

CLOSE: Final = 0.15  # units of the first wager between the best choice and the next
SAME: Final = 1e-4  # a smaller difference is none
MOST_WAITING: Final = 5_000  # positions that wait for an answer
SEATS: Final = (1, 3)


class Position(NamedTuple):
    """A decision to be found, what each would be worth, and the number of the mistake where it is yours."""

    person: str
    game: str
    record: Record
    seat: int
    advice: Record
    mistake: int = 0


class Wrong(NamedTuple):
    """A settlement with one wrong line, its place, and the reason for the right line."""

    person: str
    game: str
    seat: int
    line: int
    true: Record
    reason: LineExplanation


class Asked:
    """Questions that are not answered yet; the oldest are forgotten."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, Position | Wrong] = OrderedDict()

    def keep(self, one: Position | Wrong) -> str:
        """Store a question, and answer its name."""
        name = secrets.token_urlsafe(12)
        self._waiting[name] = one
        while len(self._waiting) > MOST_WAITING:
            self._waiting.popitem(last=False)
        return name

    def take(self, name: str, person: str) -> Position | Wrong | None:
        """The question of this person with a name; it can be answered once."""
        question = self._waiting.get(name)
        return self._waiting.pop(name) if question is not None and question.person == person else None


# ---- positions


def chance_position(name: str, chance: Random | None = None) -> tuple[Record, int]:
    """A position of a chance deal, as its seat sees it."""
    luck = chance or SystemRandom()
    game = demonstration(name, {})
    while True:
        now, deck = _dealt(game, luck)
        stop = luck.randrange(4)
        while now.turn is not None or now.needs_card:
            if now.needs_card:
                now = now.take(deck.pop(0))
                continue
            seat = now.turn or 0
            if stop == 0:
                return seen_record(now, seat), seat
            stop -= 1
            now = now.decide(_some_decision(now, luck))


def _dealt(game: Game, luck: Random, bonuses: Sequence[str] = ()) -> tuple[Round, list[Any]]:
    """Two seats with the usual mandatory wagers; each makes one of the bonuses, if there are any."""
    cards = list(shuffle(fresh_cards(game), luck.getrandbits))
    usual = game.approval.demonstration.stakes
    wagers = {seat: {name: usual[name] for name in game.approval.required} for seat in SEATS}
    for seat, bonus in zip(SEATS, bonuses, strict=False):
        wagers[seat][bonus] = usual[bonus]
    needed = cards_needed(game, len(SEATS))
    return game.deal(wagers, cards[:needed]), cards[needed:]


def _some_decision(now: Round, luck: Random) -> str:
    complete = [choice.text for choice in now.choices() if choice.complete]
    return luck.choice(complete)


def is_close(advice: Record) -> bool:
    """Whether a position is worth asking: the best choice and the next are close, and not the same."""
    best, *others = sorted(advice["decisions"].values(), reverse=True)
    worse = [value for value in others if best - value > SAME]  # two names may be one setting
    return bool(worse) and best - worse[0] < CLOSE


def position_view(record: Record, seat: int) -> dict[str, Any]:
    """A position as a table's view shows it to the seat."""
    now = open_round(record).now
    shown = now.view(seat)
    layout = now.game.approval.layout
    choices = []
    for choice in now.choices():
        if choice.most:
            continue  # a drill asks for whole decisions
        choices.append(msgspec.to_builtins(page_choice(choice_view(choice, layout), now)))
    for row in shown["seats"]:
        own = row["seat"] == seat
        row |= {"hand": now.hand_name(now.seat(seat)) if own else None, "in_round": True, "house": not own}
        row |= {"wagers": row["staked"], "player": "you" if own else f"seat {row['seat']}"}
    return {
        **shown,
        "table": None,
        "number": 0,
        "phase": "decisions",
        "round": 0,
        "milliseconds_left": None,
        "choices": choices,
        "you": {"seat": seat, "purse": None},
        "settled": None,
        "jackpot": None,
    }


# ---- settlements with an error


class WrongSettlement(NamedTuple):
    """A record, its settlement with one line wrong, the seat and the number of that line, and the line as it is."""

    record: Record
    shown: Record
    seat: int
    line: int
    true: Record
    reason: LineExplanation


def wrong_settlement(name: str, chance: Random | None = None) -> WrongSettlement:
    """A settlement of a chance round with one line as a dealer might get it wrong."""
    luck = chance or SystemRandom()
    while True:
        played = _played(name, luck)
        settlement = played.settlement().to_json()
        rows = [(index, line) for index, seat in enumerate(settlement["seats"]) for line in range(len(seat["wagers"]))]
        index, line = luck.choice(rows)
        true = settlement["seats"][index]["wagers"][line]
        if (false := _mistaken(played.game, true, luck)) is not None:
            shown = copy.deepcopy(settlement)
            seat = shown["seats"][index]
            seat["wagers"][line] = false
            _add_up(seat)
            reason = explain_round(played)[index].lines[line]
            return WrongSettlement(played.record(), shown, seat["seat"], line, true, reason)


def _played(name: str, luck: Random) -> Round:
    game = demonstration(name, {})
    player = HousePlayer(luck.random())
    bonuses = [name for name in game.offered if game.approval.wagers[name].role == "bonus"]
    while True:
        try:
            now, deck = _dealt(game, luck, [luck.choice(bonuses) for _ in SEATS] if bonuses else ())
            while now.turn is not None or now.needs_card:
                now = now.take(deck.pop(0)) if now.needs_card else now.decide(player.decision(now, ()))
        except (HousewayError, IndexError):
            continue
        return now


def _mistaken(game: Game, line: Mapping[str, Any], luck: Random) -> Record | None:
    """A line as a dealer might get it wrong: paid at other odds, pushed, or taken."""
    stake = parse_money(line["stake"], zero=True)
    if not stake or line["result"] not in ("win", "lose", "push"):
        return None
    name = line["wager"]
    ways = [loses(name, stake, rule=""), pushes(name, stake, rule="")]
    ways += [pays(name, stake, pay, rule="", breakage=game.breakage) for pay in _other_pays(game, name)]
    false = luck.choice([way for way in ways if format_money(way.returned) != line["returned"]])
    rest = {key: value for key, value in line.items() if key not in ("breakage", "line", "lines")}
    return {**rest, "result": false.result, "odds": false.odds, "returned": format_money(false.returned)}


def _other_pays(game: Game, wager: str) -> list[Pay]:
    """What a wager might be paid by mistake: a line of its own table, else even money or twice that."""
    if game.approval.wagers[wager].role != "bonus":
        return [Pay.parse("1 to 1"), Pay.parse("2 to 1")]
    table = game.paytable(wager)
    return [pay for line in table.printed if (pay := table.pay(line)) and pay.kind in ("to", "for")]


def _add_up(seat: Record) -> None:
    returned = sum(parse_money(line["returned"], zero=True) for line in seat["wagers"])
    seat["returned"] = format_money(returned)
    seat["net"] = format_money(returned - parse_money(seat["staked"], zero=True))


def some_game(chance: Random | None = None) -> str:
    """Any game."""
    return (chance or SystemRandom()).choice(game_names())
