"""The deep audit of awards: what a meter pays, how it is reset and fed, and what a corrected round makes of it."""

from collections.abc import Hashable, Iterable, Iterator
from datetime import datetime
from typing import Any, Final, NamedTuple

from houseway.errors import HousewayError
from houseway.games import game_names
from houseway.games.demonstration import demonstration
from houseway.games.game import Game
from houseway.games.round.jackpot import Award, JackpotResult
from houseway.house.jackpots.events import award_events
from houseway.house.jackpots.outside import SEAT, outside_award
from houseway.house.jackpots.outside_wins import is_large_win, outside_award_events
from houseway.house.jackpots.payloads import HELD, PAID, AwardCorrected, Awarded, AwardEntry, round_of
from houseway.house.jackpots.state import JackpotState
from houseway.house.log.events import Event, NewEvent
from houseway.house.log.kinds import CorrectionEvent, JackpotEvent
from houseway.house.log.ledger import Posting, format_units, parse_amount
from houseway.house.log.log import Log
from houseway.house.log.names import (
    PLAYERS,
    JackpotPot,
    TablePot,
    is_contribution_account,
    jackpot_account,
    jackpot_pot,
    table_account,
    table_stream,
)
from houseway.house.records.deep_audit.pairs import PairedEvents
from houseway.house.records.deep_audit.round_ends import payee_facts
from houseway.house.records.deep_audit.step import RuleViolation, Step, same_money, sums_of
from houseway.house.sheets.links import link_key
from houseway.house.tables.payloads import read_round
from houseway.money import parse_money
from houseway.values import changed

WITHOUT_OWN_CONTRIBUTION: Final = (
    "settled on a meter without the round's own contribution, as version 0.1 did where a round was dealt and settled"
    " at once"
)

PAID_AT_ONCE: Final = "a win outside was paid without a look at its amount, as in version 0.1"
PAID_BY_METER: Final = "the meter paid a player, and no tray, cage or account, as in version 0.1"


class Expected(NamedTuple):
    """What an event must lead to: the state of the jackpot except its money, and the postings."""

    after: JackpotState
    postings: tuple[Posting, ...] = ()
    notes: tuple[str, ...] = ()  # that are no faults


def either_form(
    event: Event, new: Iterable[Posting], older: Iterable[Posting], note: str
) -> tuple[tuple[Posting, ...], str]:
    """What an event must post, with a note where it posts what version 0.1 did."""
    expected = tuple(new)
    if same_money(event.postings, expected) or not same_money(event.postings, tuple(older)):
        return expected, ""
    return event.postings, note


class AwardsAudit:
    """The awards of some jackpots, what is fed to their meters after them, and their corrections."""

    def __init__(self, log: Log, pairs: PairedEvents) -> None:
        self._log = log
        self._pairs = pairs
        self._fed: dict[str, Expected] = {}  # by stream: what must follow the award before
        self._won: dict[tuple[str, str, int], bool] = {}  # by stream, table and round: whether it stands as a win
        self._contributed: dict[str, Event] = {}  # by stream: the last contribution

    def is_fed_due(self, event: Event) -> bool:
        """Whether another event stands where the overflow was due to be fed to the meter."""
        if event.kind == JackpotEvent.FED:
            return False
        return self._fed.pop(event.stream, None) is not None

    def follow_contribution(self, event: Event) -> None:
        """Remember a contribution: an award of the same batch may follow it."""
        self._contributed[event.stream] = event

    def expected(self, step: Step[JackpotState, Any]) -> Expected:
        """What an award, the overflow fed after it, or its correction must lead to."""
        if step.event.kind == JackpotEvent.AWARDED:
            return self._awarded(step)
        if step.event.kind == CorrectionEvent.AWARD:
            return self._corrected(step)
        if step.event.kind == JackpotEvent.FED:
            due = self._fed.pop(step.event.stream, None)
            if due is None:
                raise RuleViolation("nothing was due to be fed to the meter")
            return due
        raise RuleViolation("no such event stands on the stream of a jackpot")

    def _awarded(self, step: Step[JackpotState, Awarded]) -> Expected:
        state, payload, event = self._meter_before(step), step.payload, step.event
        result = _result(payload)
        if not result.awards:
            raise RuleViolation("it awards nothing")
        if not payload.round:
            _require_outside(state, payload, result)
        players, held = {award.seat: award.player for award in payload.awards}, state.held
        made, *fed = award_events(
            state,
            result,
            dict.fromkeys(players, PLAYERS),
            table=payload.table,
            round_number=payload.round,
            players=players,
        )
        if not isinstance(made.data, Awarded) or (payload.before, payload.after) != (made.data.before, made.data.after):
            raise RuleViolation("the meter stood elsewhere before or after it")
        others = [posting for posting in event.postings if not jackpot_pot(posting.account, state.name)]
        if payload.round:
            awards = tuple(_award_fact(award) for award in payload.awards)
            facts = (payload.round, awards, state.prize_pool, result.reseeded, payee_facts(sums_of(others)))
            self._pairs.add_event(event, "awards", table_stream(payload.table), *facts)
            if payload.entered:
                stream = table_stream(payload.table)
                self._pairs.add_event(event, "awards of entered cards", stream, payload.round, payload.entered)
            own = tuple(posting for posting in made.postings if jackpot_pot(posting.account, state.name))
            postings = (*own, *others)
            note = "" if all(is_contribution_account(one.account) for one in others) else PAID_BY_METER
        else:
            won, note = self._outside_win(step, result)
            postings, held = tuple(won.postings), won.data.jackpot.held if isinstance(won.data, Awarded) else ()
            if note and not same_money(event.postings, postings):
                postings, note = either_form(event, postings, made.postings, PAID_BY_METER)
        self._won[event.stream, payload.table, payload.round] = True
        after = changed(state, hits=state.hits + 1, held=held)
        for one in fed:
            self._fed[event.stream] = Expected(after, tuple(one.postings))
        notes = (note, "" if state is step.before else WITHOUT_OWN_CONTRIBUTION)
        return Expected(after, postings, tuple(one for one in notes if one))

    def _outside_win(self, step: Step[JackpotState, Awarded], result: JackpotResult) -> tuple[NewEvent, str]:
        """What a win outside must lead to: a large one is held; earlier programs paid all of them immediately."""
        event, payload, state = step.event, step.payload, step.before
        moment = datetime.fromisoformat(self._log.clock_corrections().time_of(event.stream, event.number, event.at))
        is_large = is_large_win(self._log, state, result, moment, event.number - 1)
        if payload.entered and payload.entered != (HELD if is_large else PAID):
            raise RuleViolation("a large win outside was not held" if is_large else "a small win outside was held")
        entered_by = (event.by, payload.second) if payload.entered == HELD else ()
        won = outside_award_events(state, result, payload.table, payload.awards[0].player, entered_by)[0]
        return won, "" if payload.entered else PAID_AT_ONCE

    def _meter_before(self, step: Step[JackpotState, Awarded]) -> JackpotState:
        """The meter that the round was settled on.

        A round that was dealt and settled in one batch was once settled without its own contribution.
        """
        state, payload, last = step.before, step.payload, self._contributed.get(step.event.stream)
        if not payload.round or payload.before == format_units(state.prize_pool) or last is None:
            return state
        is_own = round_of(last) == (payload.table, payload.round)
        if not is_own or (last.number, last.at) != (step.event.number - 1, step.event.at):
            return state
        added = sums_of(last.postings)
        pots = (JackpotPot.METER, JackpotPot.OVERFLOW, JackpotPot.RESERVE)
        without = {pot: getattr(state, pot) - added.get(jackpot_account(state.name, pot), 0) for pot in pots}
        return changed(state, **without)

    def _corrected(self, step: Step[JackpotState, AwardCorrected]) -> Expected:
        """A corrected award must belong to a table's correction, which corrections.py checks."""
        state, payload = step.before, step.payload
        event = next(iter(self._log.read(table_stream(payload.table), payload.correction, payload.correction)), None)
        if event is None or event.kind != CorrectionEvent.ROUND or read_round(event).round != payload.round:
            raise RuleViolation("it belongs to no correction of a round")
        own = {table_account(payload.table, TablePot.PROGRESSIVE)}
        if any(not jackpot_pot(one.account, state.name) and one.account not in own for one in step.event.postings):
            raise RuleViolation("it moves money that is neither the jackpot's nor the table's")
        place, wins = (step.event.stream, payload.table, payload.round), bool(payload.awards)
        hits = state.hits + wins - self._won.get(place, False)
        self._won[place] = wins
        return Expected(changed(state, hits=hits), step.event.postings)


def _result(payload: Awarded) -> JackpotResult:
    awards = tuple(
        Award(
            seat=one.seat,
            line=one.line,
            share=one.share,
            amount=parse_money(one.amount, zero=True),
            from_meter=one.paid_by == "meter",
        )
        for one in payload.awards
    )
    return JackpotResult(before=0, contributed=0, awards=awards, reseeded=parse_amount(payload.reseeded), after=0)


def _award_fact(one: AwardEntry) -> tuple[Hashable, ...]:
    return one.seat, one.player, one.line, one.share, one.amount, one.paid_by == "meter"


def _require_outside(state: JackpotState, payload: Awarded, result: JackpotResult) -> None:
    """A win at a declared game outside: one line of the pay table, paid by the meter as it stands."""
    if payload.table not in state.outside:
        raise RuleViolation(f"{payload.table} is not declared at this jackpot")
    if len(result.awards) != 1 or result.awards[0].seat != SEAT:
        raise RuleViolation("a win outside is one line, of no seat here")
    for game in _won_alike(state.key):
        due = outside_award(state, game, result.awards[0].line)
        if (due.awards, due.reseeded) != (result.awards, result.reseeded):
            raise RuleViolation("the meter pays another amount for the line")
        return


def _won_alike(key: str) -> Iterator[Game]:
    """Our games, in their demonstration form, whose jackpot is won by these rules."""
    for name in game_names():
        game = demonstration(name, {})
        try:
            same = link_key(game) == key
        except HousewayError:
            continue
        if same:
            yield game
