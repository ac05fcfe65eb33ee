"""Incarnations of a log: a back-up or a copy that somebody deals from is a different one from the original log.

What happened after a back-up was taken is lost to the log and not to the players: a deck that was in play then may have
been dealt and its seed revealed. So a process that deals first checks that the log contains the event that this user's
processes last saw in this database (store/witness.py). Where it does not, nothing is dealt until somebody has signed in
and acts at a table: an event of `system` names them, and every open table gives up its deck (restored.py). Somebody
with the key and no password can change nothing. docs/fair-shuffle.md says what this means for players.
"""

from functools import partial
from secrets import token_hex

from houseway.errors import NotAllowedNow
from houseway.house.log.aggregate import Request
from houseway.house.log.events import NewEvent
from houseway.house.log.kinds import SystemEvent
from houseway.house.log.log import Log
from houseway.house.log.names import SYSTEM
from houseway.house.log.site_payloads import IncarnationBegun
from houseway.house.store.store import SqlLog
from houseway.house.store.witness import Witness
from houseway.house.tables.known_tables import open_tables
from houseway.house.tables.restored import begin_again
from houseway.house.tables.table import Table


def resume_dealing(log: Log) -> None:
    """Watch new events from now on; where this log is not the one that was last dealt from, somebody must act first.

    A process without the vault's key deals nothing, and a log in memory is never restored.
    """
    if not isinstance(log, SqlLog) or log.witness is not None or not log.has_key():
        return
    witness = Witness(log.identity())
    try:
        if _is_continued(log, witness):
            log.witness = witness
        else:
            log.begin_dealing = partial(_begin_once, log)
    finally:
        if log.witness is None:
            witness.close()


def _is_continued(log: Log, witness: Witness) -> bool:
    """Whether the log holds the event that was seen last here."""
    seen = witness.last()
    return seen is not None and any(one.hash == seen.hash for one in log.read(seen.stream, seen.number, seen.number))


def _begin_once(log: SqlLog, by: str, may_seal: bool) -> None:
    """Begin an incarnation for somebody who acts, unless another process of this user has begun it meanwhile.

    Only calling a round off, which needs two persons, seals open rounds.
    """
    witness = Witness(log.identity())
    try:
        with witness.alone():
            if not _is_continued(log, witness):
                if not may_seal:
                    _require_no_open_round(log)
                _begin(log, witness, by)
    except BaseException:
        witness.close()
        raise
    log.witness, log.begin_dealing = witness, None


def _require_no_open_round(log: Log) -> None:
    if log.last(SYSTEM, SystemEvent.INCARNATION) is None:
        return
    for one in open_tables(log):
        state = Table.load(log, one.table).state
        if state.round is not None and state.sealed is None:
            raise NotAllowedNow(
                "this user has not dealt from this log before, or the log was restored, and a round is open, which can "
                "only be called off: two persons do that with `table void`",
                field=f"table {one.table}",
            )


def _begin(log: Log, witness: Witness, by: str) -> None:
    """The first incarnation of a log keeps its decks: nobody has dealt from another one."""
    begun = IncarnationBegun(incarnation=token_hex(8), restored=log.last(SYSTEM, SystemEvent.INCARNATION) is not None)
    (event,) = log.append(NewEvent(stream=SYSTEM, data=begun, by=by))
    for one in open_tables(log) if begun.restored else ():
        table = Table.load(log, one.table)
        act = partial(begin_again, services=table.services, incarnation=begun.incarnation)
        table.run(Request(act=act))
    witness.note(event)
