"""The deep audit of stakes and of the order at a table: what may happen in a state, and what money it must move."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from houseway.house.jackpots.state import Contribution
from houseway.house.log.kinds import CorrectionEvent, TableEvent
from houseway.house.log.ledger import Posting, cents
from houseway.house.log.names import jackpot_stream, player_account, table_name
from houseway.house.log.payload import Payload
from houseway.house.records.deep_audit.pairs import PairedEvents
from houseway.house.records.deep_audit.step import TableStep
from houseway.house.tables.payloads import (
    Closed,
    ControllerBack,
    ControllerLost,
    Dealt,
    Decided,
    Entered,
    EntryCorrected,
    Joined,
    Left,
    Opened,
    Valued,
    Wagered,
    Withdrawn,
)
from houseway.house.tables.settling import returned_postings
from houseway.house.tables.stakes import (
    added_stakes,
    default_decision,
    jackpot_stakes,
    require_placeable,
    stake_postings,
)
from houseway.house.tables.state import Phase, TableState, open_round

Postings = tuple[Posting, ...]

# ---- what is moved


def _wagered(step: TableStep[Wagered]) -> Postings:
    """What the seat wagers now, which the table takes, less what it had wagered; of the player who sits there."""
    place = step.before.player_at(step.payload.seat)
    wagers = step.after.seated[step.payload.seat].wagers
    if any(amount > place.wagers.get(name, 0) for name, amount in wagers.items()):
        require_placeable(step.before.open_rules, step.payload.seat, wagers)
    more = sum(wagers.values()) - sum(place.wagers.values())
    return stake_postings(step.before.open_rules.name, place.player, more)


def _withdrawn(step: TableStep[Withdrawn]) -> Postings:
    place = step.before.player_at(step.payload.seat)
    return stake_postings(step.before.open_rules.name, place.player, -sum(place.wagers.values()))


def _decided(step: TableStep[Decided] | TableStep[EntryCorrected]) -> Postings:
    """What the decision puts up. Where nobody can open the round's cards here, the amount that the event states."""
    seat, player = step.payload.seat, step.before.seated[step.payload.seat].player
    if step.after.sealed is not None:
        own = player_account(player)
        more = -sum(amount for account, amount in step.event.postings if account == own) // cents(1)
    else:
        more = added_stakes(open_round(step.after), seat) - added_stakes(open_round(step.before), seat)
    return stake_postings(step.before.open_rules.name, player, more)


def _entry_corrected(step: TableStep[EntryCorrected]) -> Postings:
    return _decided(step) if step.payload.seat else ()


def _controller_lost(step: TableStep[ControllerLost]) -> Postings:
    wager = step.before.open_rules.chosen.approval.jackpot
    return returned_postings(step.before, wager.name) if wager else ()


STAKES: Final[Mapping[str, Callable[[TableStep[Any]], Postings]]] = {
    TableEvent.WAGERED: _wagered,
    TableEvent.WITHDRAWN: _withdrawn,
    TableEvent.DECIDED: _decided,
    CorrectionEvent.ENTRY: _entry_corrected,
    TableEvent.CONTROLLER_LOST: _controller_lost,
}

# ---- what may happen


def order_problems(stream: str, payload: Payload, before: TableState) -> Iterator[str]:
    """What the table would have refused: a wager in a round, a decision out of turn, a seat that is taken."""
    if payload.KIND in _ORDER:
        yield from _ORDER[payload.KIND](payload, before)
    if isinstance(payload, Opened) and payload.rules.get("name") != table_name(stream):
        yield "the rules are those of another table"


def _opened_when(_payload: Opened, before: TableState) -> Iterator[str]:
    if before.rules is not None:
        yield "the table was open"


def _closed_when(_payload: Closed, before: TableState) -> Iterator[str]:
    if before.phase != Phase.WAGERS or before.betting:
        yield "the table was closed already, or wagers were on the layout, or a win was to be verified"


def _joined_when(payload: Joined, before: TableState) -> Iterator[str]:
    if not 1 <= payload.seat <= before.open_rules.seats or payload.seat in before.seated:
        yield f"seat {payload.seat} was not free"


def _left_when(payload: Left, before: TableState) -> Iterator[str]:
    if before.player_at(payload.seat).player != payload.player:
        yield f"{payload.player} did not sit on seat {payload.seat}"


def _wagered_when(payload: Wagered, before: TableState) -> Iterator[str]:
    before.player_at(payload.seat)
    if before.phase != Phase.WAGERS or before.stopped:
        yield "no wagers were taken then"


def _withdrawn_when(payload: Withdrawn, before: TableState) -> Iterator[str]:
    if before.round is not None or not before.player_at(payload.seat).wagers:
        yield "nothing could be taken back then"


def _valued_when(payload: Valued, before: TableState) -> Iterator[str]:
    if before.player_at(payload.seat).value_commitment:
        yield f"a value of seat {payload.seat} was given for this deck already"


def _dealt_when(payload: Dealt, before: TableState) -> Iterator[str]:
    if before.phase != Phase.WAGERS or before.stopped or payload.round != before.rounds + 1:
        yield "no such round could begin then"
    if payload.seats != sorted(before.betting):
        yield "other seats play than have wagered"


def _entered_when(payload: Entered, before: TableState) -> Iterator[str]:
    if before.open_rules.cards == "shuffle" or before.phase not in (Phase.CARDS, Phase.SEALED):
        yield "no card was to be entered then"
    elif payload.round != before.rounds:
        yield "it is of another round"


def _decided_when(payload: Decided, before: TableState) -> Iterator[str]:
    if payload.round != before.rounds or before.round is None:
        yield "no such round was open"
    elif before.sealed is None:
        if before.phase != Phase.DECISIONS or before.round.turn != payload.seat:
            yield f"it was not the turn of seat {payload.seat}"
        elif payload.default and payload.decision != default_decision(before.round, before.open_rules.defaults):
            yield "it is not the posted default"


def _lost_when(_payload: ControllerLost, before: TableState) -> Iterator[str]:
    if before.open_rules.jackpot is None or not before.controller:
        yield "there was no controller to be lost"


def _back_when(_payload: ControllerBack, before: TableState) -> Iterator[str]:
    if before.open_rules.jackpot is None or before.controller:
        yield "the controller was not lost"


_ORDER: Final[Mapping[str, Callable[[Any, TableState], Iterator[str]]]] = {
    TableEvent.OPENED: _opened_when,
    TableEvent.CLOSED: _closed_when,
    TableEvent.JOINED: _joined_when,
    TableEvent.LEFT: _left_when,
    TableEvent.WAGERED: _wagered_when,
    TableEvent.WITHDRAWN: _withdrawn_when,
    TableEvent.VALUED: _valued_when,
    TableEvent.DEALT: _dealt_when,
    TableEvent.ENTERED: _entered_when,
    TableEvent.DECIDED: _decided_when,
    TableEvent.CONTROLLER_LOST: _lost_when,
    TableEvent.CONTROLLER_BACK: _back_when,
}

# ---- what the jackpot's stream records too


def dealt_problems(step: TableStep[Dealt], pairs: PairedEvents) -> Iterator[str]:
    """Jackpot wagers of a new round contribute at the sheet's rates, and the jackpot's stream records the same."""
    rules, sensed = step.before.open_rules, step.payload.sensed
    stakes = jackpot_stakes(rules, {seat: place.wagers for seat, place in step.before.betting.items()})
    terms = rules.jackpot if stakes else None
    if terms is None or terms.kind != "progressive":
        if sensed is not None:
            yield "it senses jackpot wagers that nobody made"
        return
    given = sensed or Contribution(meter=0)
    if (given.meter + given.overflow, given.reserve) != (stakes * terms.increment, stakes * terms.reserve):
        yield "the jackpot wagers contribute at other rates than the sheet's"
    if sensed is not None:
        facts = (step.payload.round, given.meter, given.overflow, given.reserve)
        pairs.add_event(step.event, "contribution", jackpot_stream(terms.name), *facts)


def link_problems(step: TableStep[Opened] | TableStep[Closed], pairs: PairedEvents) -> Iterator[str]:
    """A table that is opened or closed is linked to its jackpot, or no longer."""
    opened = step.event.kind == TableEvent.OPENED
    rules = step.after.rules if opened else step.before.rules
    if rules is not None and rules.jackpot is not None:
        pairs.add_event(step.event, "link" if opened else "unlink", jackpot_stream(rules.jackpot.name))
    yield from ()
