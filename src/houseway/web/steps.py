"""What everybody may know of an event, for animation and speech. A hidden card is in no step."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from houseway.games.round.decision import Decision
from houseway.house.log.events import Event

Data = Mapping[str, Any]
Player = Callable[[int], str]  # who sits on a seat
Told = dict[str, Any]


class Step(NamedTuple):
    """What an event tells, and its number."""

    number: int
    told: Told


def step_of(event: Event, player: Player) -> Step | None:
    """The step of an event of a table; None for one that tells nobody anything."""
    tell = _TOLD.get(event.kind)
    if tell is None:
        return None
    data = event.data
    told = tell(data)
    who = str(data.get("player") or (player(data["seat"]) if "seat" in data else ""))
    said = _SAID[event.kind].format(who=who, **told) if event.kind in _SAID else event.kind
    return Step(event.number, {"number": event.number, "at": event.at, "kind": event.kind, **told, "say": said})


def _some(*names: str) -> Callable[[Data], Told]:
    return lambda data: {name: data[name] for name in names if name in data}


def _wagered(data: Data) -> Told:
    words = ", ".join(f"{name} {amount}" for name, amount in data["wagers"].items())
    return {**_some("seat", "wagers")(data), "words": words}


def _decided(data: Data) -> Told:
    """How a hand is set is seen when the round is over: until then only that it is."""
    decision = Decision.parse(data["decision"])
    told = _some("round", "seat", "default")(data)
    return {**told, "decision": "set" if decision.word == "set" else str(decision)}


def _settled(data: Data) -> Told:
    nets = [{"seat": seat["seat"], "net": seat["net"]} for seat in data["settlement"]["seats"]]
    words = ", ".join(f"seat {one['seat']} {_signed(one['net'])}" for one in nets)
    return {"round": data["round"], "seats": nets, "words": words, **_some("reason")(data)}


def _signed(net: str) -> str:
    return "even" if net == "0.00" else f"loses {net[1:]}" if net.startswith("-") else f"wins {net}"


_TOLD: Final[Mapping[str, Callable[[Data], Told]]] = {
    "opened": lambda _: {},
    "closed": lambda _: {},
    "joined": _some("seat", "player"),
    "left": _some("seat", "player"),
    "sat out": _some("seat"),
    "committed": _some("deck", "commitment"),
    "revealed": _some("deck", "seed"),
    "valued": _some("seat"),
    "wagered": _wagered,
    "withdrawn": _some("seat"),
    "dealt": _some("round", "seats", "deck"),
    "entered": _some("round", "card"),
    "decided": _decided,
    "entry corrected": _some("round", "seat"),
    "settled": _settled,
    "voided": _settled,
    "controller lost": _some("jackpot"),
    "controller back": _some("jackpot"),
    "disabled": _some("reason"),
    "enabled": lambda _: {},
    "held": _some("round", "awards"),
    "verified": _some("round", "person", "last"),
    "short documented": _some("round", "amount", "reason"),
    "round corrected": _settled,
}
_SAID: Final[Mapping[str, str]] = {
    "opened": "The table is open.",
    "closed": "The table is closed.",
    "joined": "{who} sits down on seat {seat}.",
    "left": "{who} leaves.",
    "sat out": "{who} sits out.",
    "committed": "The house has committed itself to deck {deck}.",
    "revealed": "The seed of deck {deck} is revealed.",
    "valued": "{who} gives a value for the shuffle.",
    "wagered": "{who} wagers: {words}.",
    "withdrawn": "{who} takes the wagers back.",
    "dealt": "Round {round} is dealt.",
    "entered": "Cards are entered.",
    "decided": "{who}: {decision}.",
    "entry corrected": "What was entered last is corrected.",
    "settled": "Round {round}: {words}.",
    "voided": "Round {round} is void: {reason}.",
    "controller lost": "The jackpot cannot be reached; it takes no wagers.",
    "controller back": "The jackpot takes wagers again.",
    "disabled": "No new round starts: {reason}.",
    "enabled": "Rounds start again.",
    "held": "A win of round {round} is being verified.",
    "verified": "{person} has verified the win.",
    "short documented": "The win of round {round} is paid.",
    "round corrected": "Round {round} is corrected: {words}.",
}
