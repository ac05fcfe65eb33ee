"""The kinds of events, stream by stream; the values are what the log stores."""

from enum import StrEnum


class TableEvent(StrEnum):
    """What happens on the stream of a table."""

    OPENED = "opened"
    CLOSED = "closed"
    JOINED = "joined"
    LEFT = "left"
    SAT_OUT = "sat out"
    COMMITTED = "committed"
    REVEALED = "revealed"
    VALUED = "valued"
    WAGERED = "wagered"
    WITHDRAWN = "withdrawn"
    DEALT = "dealt"
    ENTERED = "entered"
    DECIDED = "decided"
    SETTLED = "settled"
    VOIDED = "voided"
    HELD = "held"
    VERIFIED = "verified"
    CONTROLLER_LOST = "controller lost"
    CONTROLLER_BACK = "controller back"
    DISABLED = "disabled"
    ENABLED = "enabled"
    RESTORED = "restored"  # the log was: the deck in play is given up


class JackpotEvent(StrEnum):
    """What happens on the stream of a jackpot."""

    CREATED = "created"
    CHANGED = "changed"
    DECLARED = "declared"
    STOPPED = "stopped"
    STARTED = "started"
    LINKED = "linked"
    UNLINKED = "unlinked"
    CONTRIBUTED = "contributed"
    REVERSED = "reversed"
    AWARDED = "awarded"
    FED = "fed"
    ADJUSTED = "adjusted"
    PASSED_ON = "passed on"
    RECEIVED = "received"
    DEPOSITED = "deposited"
    DRAWN = "drawn"
    WIN_VERIFIED = "win verified"  # of a game outside
    WIN_REJECTED = "win rejected"


class CorrectionEvent(StrEnum):
    """What corrects: an entry or a round on the stream of its table, an award on that of its jackpot."""

    ENTRY = "entry corrected"
    ROUND = "round corrected"
    AWARD = "award corrected"


class TrayEvent(StrEnum):
    """What happens on the stream of a table with its chip tray, once the tray is counted."""

    MOVED = "tray moved"
    SHORT = "short documented"


class HouseEvent(StrEnum):
    """What happens on the stream `house`: persons, settings and the cage."""

    PERSON_ADDED = "person added"
    GUEST_ADDED = "guest added"
    ACCOUNT_MADE = "account made"
    ROLES_CHANGED = "roles changed"
    PASSWORD_SET = "password set"  # noqa: S105  # a kind of event
    PERSON_DISABLED = "person disabled"
    PERSON_ENABLED = "person enabled"
    LOGGED_IN = "logged in"
    LOG_IN_FAILED = "log-in failed"
    LOG_IN_LOCKED = "log-in locked"
    LOG_IN_UNLOCKED = "log-in unlocked"
    SETTINGS_CHANGED = "settings changed"
    PIN_SET = "pin set"
    PIN_ACCEPTED = "pin accepted"
    PIN_FAILED = "pin failed"
    PIN_UNBLOCKED = "pin unblocked"
    BUY_IN = "buy-in"
    CASH_OUT = "cash-out"
    FILL = "fill"
    CREDIT = "credit"
    DROP = "drop"
    FUND = "fund"


class DrawerEvent(StrEnum):
    """What happens on the stream `house` with a cashier's drawer."""

    OPENED = "drawer opened"
    CLOSED = "drawer closed"


class SiteEvent(StrEnum):
    """What happens on the stream `site`."""

    DISABLED = "site disabled"
    ENABLED = "site enabled"
    PRACTICE = "practice declared"  # for good
    DEALER = "dealer declared"  # whether commands deal


class IncidentEvent(StrEnum):
    """What happens on the stream `incidents`."""

    OPENED = "incident opened"
    REPORTED = "incident reported"


class SignInEvent(StrEnum):
    """What happens on the stream `sign-ins`."""

    STARTED = "signed in"
    ENDED = "signed out"


class SessionEvent(StrEnum):
    """What happens on the stream `sessions`, of those who play in a browser."""

    KEY_MADE = "key made"
    STARTED = "signed in"
    USED = "session used"
    ENDED = "signed out"


class LearningEvent(StrEnum):
    """What happens on the streams of practice: whose a table is, and what somebody learned."""

    OWNED = "owned"
    RENEWED = "invitation renewed"  # the links that were given before admit nobody any more
    WEIGHED = "decision weighed"
    DRILLED = "drilled"
    PLAYED = "round played"


class SystemEvent(StrEnum):
    """What happens on the stream `system`."""

    CHECKED = "checked"
    SOFTWARE_DIFFERS = "software differs"
    STARTED = "started"
    INTERRUPTED = "interrupted"
    ENDED = "ended"
    PROGRAM_ERROR = "program error"
    CLOCK_REFUSED = "clock refused"
    CLOCK_SET = "clock set"  # by two persons, who bring streams back that are ahead
    KEY_MADE = "vault key made"  # the first, with the house's first secret
    KEY_CHANGED = "vault key changed"
    INCARNATION = "incarnation begun"  # by the first process that deals from this very database
