"""Jackpots: wagers raise the meter and wins lower it; every other change has a reason and two persons."""

from collections.abc import Iterator
from typing import Any, Final

from houseway.house.jackpots import state as jackpot_state
from houseway.house.jackpots.catalogue import JACKPOT_ACTS
from houseway.house.jackpots.desk import JackpotDesk
from houseway.house.jackpots.payloads import JACKPOT_PAYLOADS, WithSummary
from houseway.house.jackpots.state import JackpotState, deposited, from_summary, from_totals
from houseway.house.log.aggregate import EventFacts, Secret
from houseway.house.log.events import Event
from houseway.house.log.kinds import CorrectionEvent, JackpotEvent
from houseway.house.log.ledger import format_units
from houseway.house.log.log import Appended, Appender, Log
from houseway.house.log.names import JackpotPot, is_contribution_account, jackpot_account, jackpot_stream
from houseway.house.people.act import ActingAggregate
from houseway.house.people.permissions import Permissions
from houseway.values import changed

_SUMMARY_KINDS: Final = tuple(kind for kind, payload in JACKPOT_PAYLOADS.items() if issubclass(payload, WithSummary))
_MONEY_KINDS: Final = (JackpotEvent.DEPOSITED, JackpotEvent.DRAWN, JackpotEvent.REVERSED, JackpotEvent.FED)


class Jackpot(ActingAggregate[JackpotState, JackpotDesk]):
    """A jackpot on its stream."""

    catalogue = JACKPOT_ACTS

    def __init__(
        self,
        log: Log,
        name: str,
        appender: Appender | None = None,
        people: Permissions | None = None,
        others: "Jackpots | None" = None,
    ) -> None:
        super().__init__(log, jackpot_stream(name), _load_state(log, name), appender)
        self.name = name
        self._people = people
        self._others = others or Jackpots(log, appender, people)

    def desk(self, by: str = "", second: str = "") -> JackpotDesk:
        """The desk at which these persons act."""
        other = self._others.get
        return JackpotDesk(by=by, second=second, people=self._people, name=self.name, log=self.log, other=other)

    def fold(self, state: JackpotState, facts: EventFacts, secret: Secret) -> JackpotState:
        """The state after an event."""
        return jackpot_state.fold(state, facts)

    def with_time(self, state: JackpotState, at: str) -> JackpotState:
        """The same state: it keeps no time."""
        return state

    def after_append(self, events: Appended) -> None:
        """Hand the other jackpots the events that were appended to their streams."""
        self._others.observe(events)

    def reconcile(self) -> dict[str, Any]:
        """Compare accrual with deposits, and the meter with its postings, to the last unit."""
        self.catch_up()
        state = self.state
        by_kind = self.log.sums(self.stream, 1, state.number)
        meter = {
            kind: amount
            for (kind, name), amount in by_kind.items()
            if name == jackpot_account(state.name, JackpotPot.METER)
        }
        deposits = deposited(state.name, by_kind)
        wagered = (JackpotEvent.CONTRIBUTED, JackpotEvent.REVERSED)
        contributed = sum(
            -amount for (kind, name), amount in by_kind.items() if kind in wagered and is_contribution_account(name)
        )
        last = self.log.last(self.stream, JackpotEvent.DEPOSITED)
        return {
            "jackpot": self.name,
            "meter": format_units(state.meter),
            "meter from": {kind: format_units(amount) for kind, amount in sorted(meter.items()) if amount},
            "adds up": sum(meter.values()) == state.meter,
            "contributed": format_units(contributed),
            "accrued": format_units(state.owed + deposits),
            "deposited": format_units(deposits),
            "owed": format_units(state.owed),
            "last deposit": last.at if last else None,
        }

    def history(self, *, hits: bool = False) -> Iterator[Event]:
        """All events except contributions, oldest first; or only wins, their corrections and rejections."""
        wins = (JackpotEvent.AWARDED, CorrectionEvent.AWARD, JackpotEvent.WIN_REJECTED)
        kinds = wins if hits else (*_SUMMARY_KINDS, *_MONEY_KINDS)
        return (one for one in self.log.read(self.stream) if one.kind in kinds)


class Jackpots:
    """The jackpots that the tables of a process share; `people`, where given, say who may act on them."""

    def __init__(self, log: Log, appender: Appender | None = None, people: Permissions | None = None) -> None:
        self._log = log
        self._appender = appender
        self._people = people
        self._jackpots: dict[str, Jackpot] = {}

    def get(self, name: str) -> Jackpot:
        """A jackpot by name."""
        if name not in self._jackpots:
            self._jackpots[name] = Jackpot(self._log, name, self._appender, self._people, self)
        return self._jackpots[name]

    def observe(self, events: Appended) -> None:
        """Hand every jackpot the events that were appended to its stream."""
        streams = {event.stream for event in events}
        for jackpot in self._jackpots.values():
            if jackpot.stream in streams:
                jackpot.observe(events)


def _load_state(log: Log, name: str) -> JackpotState:
    """The state of a jackpot: the last event with a summary, and the money that its stream adds up to."""
    stream = jackpot_stream(name)
    number = log.head(stream).number
    state = JackpotState(name=name)
    last = log.last(stream, *_SUMMARY_KINDS)
    if last is None:
        return state
    number = max(number, last.number)
    summary = from_summary(last.read(WithSummary).jackpot)
    return changed(state, number=number, **summary, **from_totals(name, log.totals(stream, number)))
