"""The payloads of events about people: persons, log-ins, sign-ins, sessions, and what they learn."""

from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from houseway.house.log.kinds import HouseEvent, LearningEvent, SessionEvent, SignInEvent
from houseway.house.log.payload import Payload, payloads_by_kind

# ---- persons


class PersonChange(Payload, frozen=True, kw_only=True):
    """A change of a person, by two administrators, or by one at the house's first start, which is marked."""

    name: str
    first_start: bool = msgspec.field(name="first start", default=False)
    second: str = ""


class PersonAdded(PersonChange, frozen=True, kw_only=True):
    """A new person; `password` is the SHA-256 of the argon2 hash, which the person must change before anything else."""

    KIND = HouseEvent.PERSON_ADDED
    roles: list[str]
    password: str
    must_change: bool = msgspec.field(name="must change", default=False)


class GuestAdded(PersonAdded, frozen=True, kw_only=True):
    """A guest with a name of their own, who plays; `password` is that of the code that the guest was given."""

    KIND = HouseEvent.GUEST_ADDED


class AccountMade(PersonAdded, frozen=True, kw_only=True):
    """A guest of a practice house, `name`, who from now on signs in as `account`."""

    KIND = HouseEvent.ACCOUNT_MADE
    account: str


class RolesChanged(PersonChange, frozen=True, kw_only=True):
    """A person has other roles."""

    KIND = HouseEvent.ROLES_CHANGED
    roles: list[str]


class PasswordSet(PersonChange, frozen=True, kw_only=True):
    """A person has another password, which they must change if somebody else set it."""

    KIND = HouseEvent.PASSWORD_SET
    password: str
    must_change: bool = msgspec.field(name="must change", default=False)


class PersonDisabled(PersonChange, frozen=True, kw_only=True):
    """A person may no longer log in or act."""

    KIND = HouseEvent.PERSON_DISABLED


class PersonEnabled(PersonChange, frozen=True, kw_only=True):
    """A person may log in and act again."""

    KIND = HouseEvent.PERSON_ENABLED


class LogInUnlocked(PersonChange, frozen=True, kw_only=True):
    """A name that failed too often may log in again."""

    KIND = HouseEvent.LOG_IN_UNLOCKED


PERSON_CHANGES: Final = payloads_by_kind(
    PersonAdded, GuestAdded, AccountMade, RolesChanged, PasswordSet, PersonDisabled, PersonEnabled, LogInUnlocked
)

# ---- log-ins and settings


class LoggedIn(Payload, frozen=True, kw_only=True):
    """A log-in that ended a row of failures from a place."""

    KIND = HouseEvent.LOGGED_IN
    name: str
    place: str = ""


class LogInFailed(Payload, frozen=True, kw_only=True):
    """A log-in failed, for a name that may exist; `place` is an address, or a user's terminal."""

    KIND = HouseEvent.LOG_IN_FAILED
    name: str
    reason: str
    place: str = ""


class LogInLocked(Payload, frozen=True, kw_only=True):
    """A name failed too often, and nobody logged in under it for a while; older programs wrote it."""

    KIND = HouseEvent.LOG_IN_LOCKED
    name: str
    until: str


class SettingsChanged(Payload, frozen=True, kw_only=True):
    """The hour at which the gaming day starts; `before` is the number of the event that chose it before, or 0."""

    KIND = HouseEvent.SETTINGS_CHANGED
    day_starts: int = msgspec.field(name="day starts")
    zone: str
    before: int | UnsetType = UNSET


# ---- PINs


class PinSet(Payload, frozen=True, kw_only=True):
    """A person who deals has set a PIN; `pin` is the SHA-256 of its argon2 hash."""

    KIND = HouseEvent.PIN_SET
    name: str
    pin: str


class PinEntry(Payload, frozen=True, kw_only=True):
    """A PIN was entered at the paired console of a table."""

    name: str
    table: str
    console: str


class PinAccepted(PinEntry, frozen=True, kw_only=True):
    """A PIN was right."""

    KIND = HouseEvent.PIN_ACCEPTED


class PinFailed(PinEntry, frozen=True, kw_only=True):
    """A PIN was wrong; the third in a row blocks it."""

    KIND = HouseEvent.PIN_FAILED


class PinUnblocked(Payload, frozen=True, kw_only=True):
    """A supervisor lets a person try their blocked PIN again."""

    KIND = HouseEvent.PIN_UNBLOCKED
    name: str


PIN_PAYLOADS: Final = payloads_by_kind(PinSet, PinAccepted, PinFailed, PinUnblocked)
PERSON_PAYLOADS: Final = {
    **PERSON_CHANGES,
    **payloads_by_kind(LoggedIn, LogInFailed, LogInLocked, SettingsChanged),
    **PIN_PAYLOADS,
}

# ---- sign-ins on the command line, sessions in a browser


class SignedIn(Payload, frozen=True, kw_only=True):
    """The SHA-256 of a token, when it expires, and the password that it was given for."""

    KIND = SignInEvent.STARTED
    token: str
    until: str
    password: str


class SignedOut(Payload, frozen=True, kw_only=True):
    """A token is no longer valid."""

    KIND = SignInEvent.ENDED
    token: str


class SessionKeyMade(Payload, frozen=True, kw_only=True):
    """The SHA-256 of the key that signs sessions."""

    KIND = SessionEvent.KEY_MADE
    key: str


class SessionStarted(Payload, frozen=True, kw_only=True):
    """A person signed in, from an address; `ends` is when it ends by itself, in seconds since 1970."""

    KIND = SessionEvent.STARTED
    session: str
    ends: int
    place: str = ""
    change: int = 0  # the number of the last event that changed the person
    table: str = ""  # where alone a session by PIN acts


class SessionUsed(Payload, frozen=True, kw_only=True):
    """A session was not idle; one event stands for ten minutes of acts."""

    KIND = SessionEvent.USED
    session: str


class SessionEnded(Payload, frozen=True, kw_only=True):
    """A session was signed out before it ended by itself."""

    KIND = SessionEvent.ENDED
    session: str
    ends: int


SIGN_IN_PAYLOADS: Final = payloads_by_kind(SignedIn, SignedOut)
SESSION_PAYLOADS: Final = payloads_by_kind(SessionKeyMade, SessionStarted, SessionUsed, SessionEnded)

# ---- practice


class TableOwned(Payload, frozen=True, kw_only=True):
    """A practice table has an owner; at a table for training the owner deals real cards like a dealer."""

    KIND = LearningEvent.OWNED
    person: str
    training: bool = False


class InvitationRenewed(Payload, frozen=True, kw_only=True):
    """The owner of a practice table gave its invitation a new link; the old one admits nobody."""

    KIND = LearningEvent.RENEWED
    person: str


class DecisionWeighed(Payload, frozen=True, kw_only=True):
    """The cost of a decision, and the value of each choice."""

    KIND = LearningEvent.WEIGHED
    round: str
    game: str
    decision: str
    best: str
    cost: str
    loss: str
    values: dict[str, str]
    why: str
    position: dict[str, Any]


class DrillAnswered(Payload, frozen=True, kw_only=True):
    """The answer to a drill and whether it was right; `mistake` is the number of the decision that it repeated."""

    KIND = LearningEvent.DRILLED
    drill: str
    game: str
    right: bool
    mistake: int = 0


class RoundPlayed(Payload, frozen=True, kw_only=True):
    """A round that somebody played in practice; `number` is that of its settlement on the stream of the table.

    `purse` is what the player has afterwards, `decisions` how many the player made.
    """

    KIND = LearningEvent.PLAYED
    round: str
    number: int
    game: str
    seat: int
    staked: str
    returned: str
    net: str
    purse: str
    decisions: int


PRACTICE_PAYLOADS: Final = payloads_by_kind(TableOwned, InvitationRenewed)
LEARNING_PAYLOADS: Final = payloads_by_kind(DecisionWeighed, DrillAnswered, RoundPlayed)
