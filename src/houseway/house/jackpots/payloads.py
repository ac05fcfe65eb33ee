"""The payloads of a jackpot's events; amounts are dollars as texts, those of a meter to the last fraction."""

from typing import Any, ClassVar, Final

import msgspec

from houseway.house.log.events import Event
from houseway.house.log.kinds import CorrectionEvent, JackpotEvent
from houseway.house.log.payload import Payload, payloads_by_kind

# What happens to awards that somebody entered; older events do not say.
PAID: Final = "paid"  # with nobody's verification
HELD: Final = "held"  # until two persons have verified them


class HeldAward(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A win at a game outside that waits for two persons; `award` is the number of the event that awards it."""

    award: int
    game: str
    player: str
    amount: str
    entered_by: tuple[str, ...]
    verified: tuple[str, ...] = ()


class JackpotSummary(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Everything about a jackpot except its money, which follows from the postings."""

    terms: dict[str, Any]
    key: str
    tables: list[str]
    outside: dict[str, str]
    stopped: str
    hits: int
    held: tuple[HeldAward, ...] = ()


class WithSummary(Payload, frozen=True, kw_only=True):
    """An event that changes more than money; it carries the state of the jackpot after it."""

    jackpot: JackpotSummary


class Created(WithSummary, frozen=True, kw_only=True):
    """A new jackpot."""

    KIND = JackpotEvent.CREATED
    game: str
    second: str


class Changed(WithSummary, frozen=True, kw_only=True):
    """The jackpot has other terms."""

    KIND = JackpotEvent.CHANGED
    second: str


class Declared(WithSummary, frozen=True, kw_only=True):
    """An outside game shares the meter."""

    KIND = JackpotEvent.DECLARED
    game: str
    key: str
    second: str
    reference: str = ""  # of the game's own approval; missing in older events


class Stopped(WithSummary, frozen=True, kw_only=True):
    """The jackpot takes no wagers."""

    KIND = JackpotEvent.STOPPED
    cause: str


class Started(WithSummary, frozen=True, kw_only=True):
    """The jackpot takes wagers again."""

    KIND = JackpotEvent.STARTED
    second: str


class Linked(WithSummary, frozen=True, kw_only=True):
    """A table opens on the jackpot."""

    KIND = JackpotEvent.LINKED
    table: str


class Unlinked(WithSummary, frozen=True, kw_only=True):
    """A table on the jackpot closes."""

    KIND = JackpotEvent.UNLINKED
    table: str


class Contributed(Payload, frozen=True, kw_only=True):
    """The contribution of a round's wagers; parts of zero are left out. An outside game has round 0 and its name."""

    KIND = JackpotEvent.CONTRIBUTED
    table: str
    round: int
    meter: str = ""
    overflow: str = ""
    reserve: str = ""
    staked: str = ""  # at an outside game
    second: str = ""  # of large wagers there


class Reversed(Contributed, frozen=True, kw_only=True):
    """A contribution goes back; `made_good` is what the house adds because somebody has won it since."""

    KIND = JackpotEvent.REVERSED
    made_good: str = msgspec.field(name="made good")


class AwardEntry(msgspec.Struct, frozen=True, kw_only=True):
    """The payment of a claim; `paid_by` is `meter` or `house`."""

    seat: int
    player: str
    line: str
    share: str | None
    amount: str
    paid_by: str = msgspec.field(name="from")


class Awarded(WithSummary, frozen=True, kw_only=True):
    """A round has won; `before` and `after` are the meter, or the posted amount of a house jackpot."""

    KIND: ClassVar[str] = JackpotEvent.AWARDED
    table: str
    round: int
    awards: list[AwardEntry]
    before: str
    reseeded: str
    after: str
    second: str = ""  # of a win at an outside game, or of a correction
    entered: str = ""  # of what somebody entered: `paid` or `held`; not in older events


class AwardCorrected(Awarded, frozen=True, kw_only=True):
    """The corrected awards of a round: all of them, and the meter before and after the correction.

    `reseeded` is how much more or less the reset adds than before.
    """

    KIND = CorrectionEvent.AWARD
    correction: int  # the number of the table's event that corrects the round


class WinVerified(WithSummary, frozen=True, kw_only=True):
    """Somebody has verified a held win of a game outside; the cage pays it with the `last` one."""

    KIND = JackpotEvent.WIN_VERIFIED
    award: int
    person: str
    last: bool = False


class WinRejected(WithSummary, frozen=True, kw_only=True):
    """A held win of a game outside was none: `amount` goes back, as far as it has room to the meter."""

    KIND = JackpotEvent.WIN_REJECTED
    award: int
    amount: str
    reason: str
    second: str
    overflow: str = ""  # the part that the meter has no room for


class Fed(Payload, frozen=True, kw_only=True):
    """The overflow goes into the next jackpot of the same meter."""

    KIND = JackpotEvent.FED
    amount: str


class Adjusted(WithSummary, frozen=True, kw_only=True):
    """A documented adjustment."""

    KIND = JackpotEvent.ADJUSTED
    reason: str
    pot: str
    amount: str
    before: str
    after: str
    note: str
    second: str
    into: str = ""  # the jackpot that takes what is removed


class PassedOn(WithSummary, frozen=True, kw_only=True):
    """Overflow goes into another jackpot."""

    KIND = JackpotEvent.PASSED_ON
    into: str
    amount: str


class Received(WithSummary, frozen=True, kw_only=True):
    """Money of another jackpot comes in."""

    KIND = JackpotEvent.RECEIVED
    giver: str = msgspec.field(name="from")
    amount: str


class Deposited(Payload, frozen=True, kw_only=True):
    """Money goes to the jackpot's bank account; `owed` is what was owed before, `slip` names the bank's receipt."""

    KIND = JackpotEvent.DEPOSITED
    amount: str
    owed: str
    second: str = ""
    slip: str = ""  # version 0.1 had none


class Drawn(Payload, frozen=True, kw_only=True):
    """Money of the jackpot's bank account goes to the cage, which has paid awards; `owed` is less than zero before."""

    KIND = JackpotEvent.DRAWN
    amount: str
    owed: str
    slip: str
    second: str


JACKPOT_PAYLOADS: Final = payloads_by_kind(
    Created,
    Changed,
    Declared,
    Stopped,
    Started,
    Linked,
    Unlinked,
    Contributed,
    Reversed,
    Awarded,
    AwardCorrected,
    WinVerified,
    WinRejected,
    Fed,
    Adjusted,
    PassedOn,
    Received,
    Deposited,
    Drawn,
)


def read_awards(event: Event) -> Awarded:
    """The awards of a round, from its award or the correction of it."""
    return event.read(AwardCorrected if event.kind == AwardCorrected.KIND else Awarded)


def round_of(event: Event) -> tuple[str, int]:
    """The table and the number of the round that a jackpot's event belongs to; an empty text and 0 for other events."""
    payload = event.read(JACKPOT_PAYLOADS.get(event.kind, Payload))
    return (payload.table, payload.round) if isinstance(payload, Contributed | Awarded) else ("", 0)
