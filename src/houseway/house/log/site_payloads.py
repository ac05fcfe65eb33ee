"""The payloads of the events of the streams `site`, `incidents` and `system`."""

from typing import Final

import msgspec
from msgspec import UNSET, UnsetType

from houseway.house.log.kinds import IncidentEvent, SiteEvent, SystemEvent
from houseway.house.log.payload import Payload, payloads_by_kind

# ---- the site


class SiteDisabled(Payload, frozen=True, kw_only=True):
    """No new round starts anywhere."""

    KIND = SiteEvent.DISABLED
    reason: str


class SiteEnabled(Payload, frozen=True, kw_only=True):
    """Rounds may start again; `reason` is why they could not."""

    KIND = SiteEvent.ENABLED
    reason: str
    second: str


class PracticeDeclared(Payload, frozen=True, kw_only=True):
    """The house is for practice; in one of a single person no act needs a second person."""

    KIND = SiteEvent.PRACTICE
    one_person: bool = msgspec.field(name="one person", default=False)


class DealerDeclared(Payload, frozen=True, kw_only=True):
    """Whether `only` a dealing process deals: the server, or `houseway dealer`."""

    KIND = SiteEvent.DEALER
    only: bool
    second: str = ""


SITE_PAYLOADS: Final = payloads_by_kind(SiteDisabled, SiteEnabled, PracticeDeclared, DealerDeclared)

# ---- incidents


class IncidentOpened(Payload, frozen=True, kw_only=True):
    """A malfunction, and until when it must be reported."""

    KIND = IncidentEvent.OPENED
    incident: int
    description: str
    tables: list[str]
    jackpots: list[str]
    discovered: str
    hours: int
    deadline: str
    entered: str = ""  # when somebody wrote it down, where they named another moment as that of the discovery


class IncidentReported(Payload, frozen=True, kw_only=True):
    """A malfunction was reported under a reference."""

    KIND = IncidentEvent.REPORTED
    incident: int
    reported: str
    reference: str
    late: bool
    entered: str = ""  # when somebody wrote it down, where they named another moment as that of the report


INCIDENT_PAYLOADS: Final = payloads_by_kind(IncidentOpened, IncidentReported)

# ---- the programs


class BrokenLink(msgspec.Struct, frozen=True, kw_only=True):
    """The first thing that is wrong with a log: which event, or else where."""

    stream: str
    number: int
    what: str
    where: str


class LogVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a log is whole, and how much of it was walked."""

    whole: bool
    streams: int
    events: int
    postings: int
    broken: BrokenLink | None


class SeenHeads(Payload, frozen=True, kw_only=True):
    """Where every stream stood when a self-check saw it: number and hash; older self-checks lack them."""

    heads: dict[str, tuple[int, str]] | UnsetType = UNSET
    owner: str = ""  # of the tables on their server


class SelfChecked(SeenHeads, frozen=True, kw_only=True):
    """A self-check: the log, the software, tables that were opened with another one, and where every stream stood."""

    KIND = SystemEvent.CHECKED
    occasion: str
    passed: bool
    log: LogVerdict
    software: str
    differing: list[str]
    findings: list[str] = msgspec.field(default_factory=list)  # of a deep audit


class SoftwareDiffers(Payload, frozen=True, kw_only=True):
    """A table is open that was opened with other software than the one that runs."""

    KIND = SystemEvent.SOFTWARE_DIFFERS
    table: str
    opened: str
    opened_with: str = msgspec.field(name="opened with")
    running: str


class ProgramStarted(Payload, frozen=True, kw_only=True):
    """A program that runs for long has started."""

    KIND = SystemEvent.STARTED
    program: str


class ProgramInterrupted(Payload, frozen=True, kw_only=True):
    """An earlier run of a program, started then, never ended."""

    KIND = SystemEvent.INTERRUPTED
    program: str
    since: str


class ProgramEnded(Payload, frozen=True, kw_only=True):
    """A program has ended, perhaps by an error of this type."""

    KIND = SystemEvent.ENDED
    program: str
    error: str


class ProgramFailed(Payload, frozen=True, kw_only=True):
    """An error that nobody expected: its type and its places, not its words, which might hold a hidden card."""

    KIND = SystemEvent.PROGRAM_ERROR
    error: str
    places: list[str]


class ClockRefused(Payload, frozen=True, kw_only=True):
    """A writer was refused: its clock or a file `showed` another time than the house, or the `log` has another one."""

    KIND = SystemEvent.CLOCK_REFUSED
    house: str
    showed: str = ""
    log: str = ""


class ClockSet(Payload, frozen=True, kw_only=True):
    """Two persons continued the log at the house's time; `streams` were ahead, each up to this number."""

    KIND = SystemEvent.CLOCK_SET
    house: str
    log: str
    streams: dict[str, int]
    second: str


class VaultKeyMade(Payload, frozen=True, kw_only=True):
    """The first key of the vault; in a house that is older than the vault, made at its upgrade."""

    KIND = SystemEvent.KEY_MADE
    key: str
    brought_over: bool = False


class VaultKeyChanged(Payload, frozen=True, kw_only=True):
    """Another key seals from now on: both ids, what was sealed anew, and what stays under a key that is lost."""

    KIND = SystemEvent.KEY_CHANGED
    before: str
    after: str
    sealed: int
    unopened: int
    second: str


class IncarnationBegun(Payload, frozen=True, kw_only=True):
    """The log is dealt from at a new place; `restored` where it was dealt from before, as another incarnation."""

    KIND = SystemEvent.INCARNATION
    incarnation: str
    restored: bool = False


SYSTEM_PAYLOADS: Final = payloads_by_kind(
    SelfChecked,
    SoftwareDiffers,
    ProgramStarted,
    ProgramInterrupted,
    ProgramEnded,
    ProgramFailed,
    ClockRefused,
    ClockSet,
    VaultKeyMade,
    VaultKeyChanged,
    IncarnationBegun,
)
