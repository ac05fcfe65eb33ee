"""The state of a table: a frozen value, folded from the events of its stream.

Events hold no hidden card of an open round: hands come from the deck's secret seed, so the fold is handed a way to look
secrets up, and what leaves this room is only `Round.view`.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from houseway.cards.card import Card, parse_cards
from houseway.errors import InvalidInput, NotAllowedNow
from houseway.games.jackpot import MeterUnits
from houseway.games.round import Round, Seat
from houseway.house.course import Deck, dealt, drawn, in_order, placed
from houseway.house.events import CLOCK
from houseway.house.live import PENDING, Secret, Told
from houseway.house.table_rules import TableRules
from houseway.money import Cents, format_money, parse_money
from houseway.values import changed


@dataclass(frozen=True, kw_only=True)
class Place:
    """A seat with somebody on it; `out` until the next wager, `gone` from leaving in a round to the round's end."""

    seat: int
    player: str
    wagers: Mapping[str, Cents] = field(default_factory=dict)
    given: str = ""  # a value for the shuffle
    out: bool = False
    gone: bool = False


@dataclass(frozen=True, kw_only=True)
class Sensed:
    """What a round's jackpot wagers have contributed, in units of 1e-8 dollar."""

    meter: MeterUnits
    overflow: MeterUnits = 0
    reserve: MeterUnits = 0


@dataclass(frozen=True, kw_only=True)
class Hold:
    """A win that two persons verify before it is paid."""

    round: int
    awards: tuple[tuple[str, Cents], ...]  # player and amount
    verified: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TableState:
    """Where a table stands."""

    number: int = 0  # of its last event
    phase: str = "closed"  # see `phase_of`
    rules: TableRules | None = None  # None while it is closed
    day: str = ""
    rounds: int = 0  # dealt so far, over all openings
    decks: int = 0  # committed to so far
    places: Mapping[int, Place] = field(default_factory=dict)
    deck: Deck | None = None
    round: Round | None = None
    sensed: Sensed | None = None
    controller: bool = True  # whether the jackpot's controller can be reached
    stopped: str = ""  # why no new round starts
    hold: Hold | None = None
    since: str = ""  # when the seat in turn got it, or the first wager was made

    @property
    def open(self) -> TableRules:
        """The rules, if the table is open."""
        if self.rules is None:
            raise NotAllowedNow("the table is closed", field="table")
        return self.rules

    def place(self, seat: object) -> Place:
        """The seat of that number, with somebody on it."""
        found = self.places.get(seat) if isinstance(seat, int) else None
        if found is None or found.gone:
            raise InvalidInput(f"nobody sits on seat {seat}", field="seat")
        return found

    @property
    def betting(self) -> dict[int, Place]:
        """The seats that have wagered on the round to come."""
        return {seat: place for seat, place in self.places.items() if place.wagers} if self.round is None else {}

    def summary(self) -> dict[str, Any]:
        """What a table that is loaded needs to know of the time before the last round's end."""
        deck = self.deck
        return {
            "day": self.day,
            "rounds": self.rounds,
            "decks": self.decks,
            "places": [[place.seat, place.player, place.given, place.out] for place in self.places.values()],
            "deck": [deck.number, deck.commitment, deck.values, deck.position, deck.part] if deck else None,
            "controller": self.controller,
            **({"stopped": self.stopped} if self.stopped else {}),
        }


def fold(state: TableState, told: Told, secret: Secret) -> TableState:
    """The state after one more event."""
    after = state
    if told.kind in _FOLDS:
        after = _FOLDS[told.kind](state, told.data)
    elif told.kind in _WITH_CARDS:
        after = _WITH_CARDS[told.kind](state, told.data, secret)
    return changed(after, number=state.number + 1, since=_since(state, after, told), phase=phase_of(after))


def _shown_at(told: Told) -> str:
    """What the clock showed; after a jump back the event's own time is later, and would stop every time limit."""
    return str(told.data.get(CLOCK, told.at))


def _since(state: TableState, after: TableState, told: Told) -> str:
    """When what runs out began: with the step that a round took, or with the first wager on the next one."""
    if after.round is not state.round:
        return _shown_at(told) if after.round is not None else ""
    if after.round is not None:
        return state.since
    return (state.since or _shown_at(told)) if told.kind == "wagered" or after.betting else ""


def phase_of(state: TableState) -> str:
    """`closed`, `held`, `wagers`, `cards` (to be entered), `decisions`, or `finished` (the settlement waits)."""
    if state.rules is None:
        return "closed"
    if state.hold:
        return "held"
    if state.round is None:
        return "wagers"
    if not state.round.dealt or state.round.wants_card:
        return "cards"
    return "decisions" if state.round.turn is not None else "finished"


def stamped(state: TableState, at: str) -> TableState:
    """A planned state with the time that its events were given."""
    return changed(state, since=at) if state.since == PENDING else state


def restored(data: Mapping[str, Any], rules: TableRules | None, number: int) -> TableState:
    """The state right after an event that carries a summary."""
    deck = None
    if data["deck"]:
        count, commitment, values, position, part = data["deck"]
        fixed = None if values is None else tuple((seat, value) for seat, value in values)
        deck = Deck(number=count, commitment=commitment, values=fixed, position=position, part=part)
    return TableState(
        number=number,
        phase="wagers" if rules else "closed",
        rules=rules,
        day=data["day"],
        rounds=data["rounds"],
        decks=data["decks"],
        places={
            seat: Place(seat=seat, player=player, given=value, out=out) for seat, player, value, out in data["places"]
        },
        deck=deck,
        controller=data["controller"],
        stopped=data.get("stopped", ""),
    )


# ---- one function for each kind of event

Data = Mapping[str, Any]


def _opened(state: TableState, data: Data) -> TableState:
    rules = TableRules.from_json(data["rules"])
    return changed(state, rules=rules, day=data["table"]["day"], places={}, deck=None, controller=True, stopped="")


def _closed(state: TableState, _data: Data) -> TableState:
    return changed(state, rules=None, places={}, deck=None, stopped="")


def _joined(state: TableState, data: Data) -> TableState:
    places = {**state.places, data["seat"]: Place(seat=data["seat"], player=data["player"])}
    return changed(state, places=dict(sorted(places.items())))


def _left(state: TableState, data: Data) -> TableState:
    seat = data["seat"]
    if state.round is not None and state.places[seat].wagers:
        return _with(state, seat, gone=True)
    return changed(state, places={number: place for number, place in state.places.items() if number != seat})


def _sat_out(state: TableState, data: Data) -> TableState:
    return _with(state, data["seat"], out=True)


def _committed(state: TableState, data: Data) -> TableState:
    places = {seat: changed(place, given="") if place.given else place for seat, place in state.places.items()}
    deck = Deck(number=data["deck"], commitment=data["commitment"])
    return changed(state, deck=deck, decks=data["deck"], places=places)


def _revealed(state: TableState, _data: Data) -> TableState:
    return changed(state, deck=None)


def _valued(state: TableState, data: Data) -> TableState:
    return _with(state, data["seat"], given=data["value"])


def _wagered(state: TableState, data: Data) -> TableState:
    wagers = {name: parse_money(amount) for name, amount in data["wagers"].items()}
    return _with(state, data["seat"], wagers=wagers, out=False)


def _withdrawn(state: TableState, data: Data) -> TableState:
    return _with(state, data["seat"], wagers={})


def _dealt(state: TableState, data: Data, secret: Secret) -> TableState:
    rules = state.open
    places = state.places
    seats = [Seat(number=seat, wagers=places[seat].wagers, player=places[seat].player) for seat in data["seats"]]
    now = placed(rules, seats)
    after = changed(state, round=now, rounds=data["round"], sensed=_sensed(data.get("sensed")))
    if state.deck is None:
        return after
    values = state.deck.values
    if values is None:
        values = tuple((seat, value) for seat, value in data["values"])
    deck = in_order(changed(state.deck, values=values), rules, secret)
    now, deck = drawn(*dealt(now, deck), rules, secret)
    return changed(after, round=now, deck=deck)


def _sensed(data: Mapping[str, MeterUnits] | None) -> Sensed | None:
    return Sensed(**data) if data else None


def _entered(state: TableState, data: Data, secret: Secret) -> TableState:
    now = running(state)
    if "card" in data:
        return changed(state, round=now.take(Card.parse(data["card"], field="card")))
    told = json.loads(secret(data["deal"]))
    hands = {int(seat): parse_cards(cards) for seat, cards in told["hands"].items()}
    return changed(state, round=now.deal_hands(hands, parse_cards(told["dealer"]), parse_cards(told["board"])))


def _decided(state: TableState, data: Data, secret: Secret) -> TableState:
    now = running(state).decide(data["decision"])
    deck = state.deck
    if deck is not None:
        now, deck = drawn(now, deck, state.open, secret)
    return changed(state, round=now, deck=deck)


def _over(state: TableState, _data: Data) -> TableState:
    """A round is settled or void: wagers are off the layout, and who left is gone."""
    places = {
        seat: changed(place, wagers={}) if place.wagers else place
        for seat, place in state.places.items()
        if not place.gone
    }
    return changed(state, round=None, sensed=None, places=places)


def _lost(state: TableState, _data: Data) -> TableState:
    """Jackpot wagers that are not yet in a round are handed back."""
    jackpot = state.open.chosen.approval.jackpot
    places = state.places
    if jackpot and state.round is None:
        places = {
            seat: changed(place, wagers={name: stake for name, stake in place.wagers.items() if name != jackpot.name})
            for seat, place in places.items()
        }
    return changed(state, controller=False, places=places)


def _back(state: TableState, _data: Data) -> TableState:
    return changed(state, controller=True)


def _disabled(state: TableState, data: Data) -> TableState:
    return changed(state, stopped=data["reason"]) if state.rules else state


def _enabled(state: TableState, _data: Data) -> TableState:
    return changed(state, stopped="")


def _held(state: TableState, data: Data) -> TableState:
    awards = tuple((player, parse_money(amount)) for player, amount in data["awards"])
    return changed(state, hold=Hold(round=data["round"], awards=awards))


def _verified(state: TableState, data: Data) -> TableState:
    if state.hold is None:
        return state
    verified = (*state.hold.verified, data["person"])
    return changed(state, hold=None if data["last"] else changed(state.hold, verified=verified))


def running(state: TableState) -> Round:
    """The open round."""
    if state.round is None:
        raise NotAllowedNow("no round is open", field="round")
    return state.round


def _with(state: TableState, seat: int, **fields: Any) -> TableState:
    return changed(state, places={**state.places, seat: changed(state.places[seat], **fields)})


_WITH_CARDS: Final[Mapping[str, Callable[[TableState, Data, Secret], TableState]]] = {
    "dealt": _dealt,
    "entered": _entered,
    "decided": _decided,
}
_FOLDS: Final[Mapping[str, Callable[[TableState, Data], TableState]]] = {
    "opened": _opened,
    "closed": _closed,
    "joined": _joined,
    "left": _left,
    "sat out": _sat_out,
    "committed": _committed,
    "revealed": _revealed,
    "valued": _valued,
    "wagered": _wagered,
    "withdrawn": _withdrawn,
    "settled": _over,
    "voided": _over,
    "controller lost": _lost,
    "controller back": _back,
    "disabled": _disabled,
    "enabled": _enabled,
    "held": _held,
    "verified": _verified,
}


def wagers_json(wagers: Mapping[str, Cents]) -> dict[str, str]:
    """Wagers as events have them."""
    return {name: format_money(amount) for name, amount in wagers.items()}
