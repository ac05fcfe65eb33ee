"""The payloads of a table's events; amounts are dollars as texts, such as `7.50`."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from houseway.house.jackpots.state import Contribution
from houseway.house.log.events import Event
from houseway.house.log.kinds import CorrectionEvent, TableEvent, TrayEvent
from houseway.house.log.payload import Payload, payloads_by_kind
from houseway.house.people.payloads import TrayMoved


class TableSummary(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a table that is loaded needs to know of the time before the event that carries this."""

    day: str
    rounds: int
    decks: int
    places: list[tuple[int, str, str, bool]]  # seat, player, value for the shuffle, whether it sits out
    deck: tuple[int, str, list[tuple[int, str]] | None, int, int] | None  # number, commitment, values, position, part
    controller: bool
    stopped: str = ""
    tray: str = ""  # what it holds, where it is counted


class LimitedSeat(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat won of a wager whose aggregate limit was reached, and what it is paid."""

    seat: int
    full: str
    paid: str


class LimitedWager(msgspec.Struct, frozen=True, kw_only=True):
    """A wager whose aggregate limit was reached: all that was won, what is paid, and each seat's part."""

    wager: str
    full: str
    paid: str
    seats: list[LimitedSeat]


class Opened(Payload, frozen=True, kw_only=True):
    """The table is open; `sheet` is its text."""

    KIND = TableEvent.OPENED
    rules: dict[str, Any]
    sheet: str
    software: str
    table: TableSummary


class Closed(Payload, frozen=True, kw_only=True):
    """The table is closed."""

    KIND = TableEvent.CLOSED


class Joined(Payload, frozen=True, kw_only=True):
    """A player sits down."""

    KIND = TableEvent.JOINED
    seat: int
    player: str


class Left(Payload, frozen=True, kw_only=True):
    """A player leaves."""

    KIND = TableEvent.LEFT
    seat: int
    player: str


class SatOut(Payload, frozen=True, kw_only=True):
    """A player takes no part until the next wager."""

    KIND = TableEvent.SAT_OUT
    seat: int


class Committed(Payload, frozen=True, kw_only=True):
    """The house is bound to the seed of a deck."""

    KIND = TableEvent.COMMITTED
    deck: int
    commitment: str


class Revealed(Payload, frozen=True, kw_only=True):
    """The seed of a deck that is over; `lost` where the key that seals it is lost, and nobody can tell it."""

    KIND = TableEvent.REVEALED
    deck: int
    seed: str
    lost: bool = False


class Valued(Payload, frozen=True, kw_only=True):
    """A player's value for the next shuffle, by its commitment; before there were such, the value itself."""

    KIND = TableEvent.VALUED
    seat: int
    value: str | UnsetType = UNSET
    commitment: str = ""


class Wagered(Payload, frozen=True, kw_only=True):
    """All wagers of a seat on the next round."""

    KIND = TableEvent.WAGERED
    seat: int
    wagers: dict[str, str]


class Withdrawn(Payload, frozen=True, kw_only=True):
    """A seat's wagers go back."""

    KIND = TableEvent.WITHDRAWN
    seat: int


class Dealt(Payload, frozen=True, kw_only=True):
    """A round begins. Without a shuffled deck the first three optional fields are left out."""

    KIND = TableEvent.DEALT
    round: int
    seats: list[int]
    deck: int | UnsetType = UNSET
    position: int | UnsetType = UNSET
    values: list[tuple[int, str]] | UnsetType = UNSET  # with the first round of a deck
    drawn: list[int] = msgspec.field(default_factory=list)  # seats whose value the house drew
    salts: list[tuple[int, str]] = msgspec.field(default_factory=list)  # of the values that players gave
    sensed: Contribution | None = None


class Entered(Payload, frozen=True, kw_only=True):
    """A card of a real shoe, or the digest of a whole deal that is kept as a secret."""

    KIND = TableEvent.ENTERED
    round: int
    card: str = ""
    deal: str = ""


class Decided(Payload, frozen=True, kw_only=True):
    """A decision; `default` for the posted one of a player who did not decide."""

    KIND = TableEvent.DECIDED
    round: int
    seat: int
    decision: str
    default: bool = False


class EntryCorrected(Payload, frozen=True, kw_only=True):
    """What staff entered last takes another form: a deal by its digest, a card, or a decision of a seat."""

    KIND = CorrectionEvent.ENTRY
    round: int
    entry: int  # the number of the event that it takes the place of
    reason: str
    card: str = ""
    deal: str = ""
    seat: int = 0
    decision: str = ""


class RoundResult(Payload, frozen=True, kw_only=True):
    """A round as it ended or was corrected; `limited` are the wagers that are paid less than the settlement says."""

    round: int
    record: dict[str, Any]
    settlement: dict[str, Any]
    limited: list[LimitedWager] = msgspec.field(default_factory=list)


class RoundEnd(RoundResult, frozen=True, kw_only=True):
    """The end of a round."""

    table: TableSummary


class Settled(RoundEnd, frozen=True, kw_only=True):
    """A round is settled; `short` is what the tray lacks for it, which is not yet held."""

    KIND = TableEvent.SETTLED
    short: str = ""


class Voided(RoundEnd, frozen=True, kw_only=True):
    """A round is called off; `sealed` is what went back beyond the settlement where nobody could open the cards."""

    KIND = TableEvent.VOIDED
    reason: str
    second: str
    sealed: dict[str, str] = msgspec.field(default_factory=dict)  # by player


class Held(Payload, frozen=True, kw_only=True):
    """Wins that two persons verify before they are paid: player and amount."""

    KIND = TableEvent.HELD
    round: int
    awards: list[tuple[str, str]]
    entered_by: list[str] = msgspec.field(default_factory=list)  # who entered the round, and does not verify it
    short: str = ""  # what the tray lacks of it: two persons pay when it is filled, or document the short


class Verified(Payload, frozen=True, kw_only=True):
    """A person has verified a held win; the `last` one pays it."""

    KIND = TableEvent.VERIFIED
    round: int
    person: str
    last: bool


class ShortDocumented(Payload, frozen=True, kw_only=True):
    """Two persons pay a held win though the tray lacks some of it: the tray holds less than zero until it is filled."""

    KIND = TrayEvent.SHORT
    round: int
    amount: str
    reason: str
    second: str = ""


class RoundCorrected(RoundResult, frozen=True, kw_only=True):
    """A settled round as it should have been; the postings are what it differs by from what stood before."""

    KIND = CorrectionEvent.ROUND
    corrects: int  # the number of the event that it takes the place of: the settlement, or the correction before
    borne: dict[str, str] = msgspec.field(default_factory=dict)  # by player: what is not taken back; the house bears it
    reason: str
    second: str = ""


class ControllerLost(Payload, frozen=True, kw_only=True):
    """The jackpot's controller cannot be reached."""

    KIND = TableEvent.CONTROLLER_LOST
    jackpot: str


class ControllerBack(Payload, frozen=True, kw_only=True):
    """It can be reached again."""

    KIND = TableEvent.CONTROLLER_BACK
    jackpot: str


class Disabled(Payload, frozen=True, kw_only=True):
    """The site is disabled: no new round starts."""

    KIND = TableEvent.DISABLED
    reason: str


class Enabled(Payload, frozen=True, kw_only=True):
    """Rounds may start again."""

    KIND = TableEvent.ENABLED


TABLE_PAYLOADS: Final = payloads_by_kind(
    Opened,
    Closed,
    Joined,
    Left,
    SatOut,
    Committed,
    Revealed,
    Valued,
    Wagered,
    Withdrawn,
    Dealt,
    Entered,
    Decided,
    EntryCorrected,
    Settled,
    Voided,
    Held,
    Verified,
    RoundCorrected,
    ControllerLost,
    ControllerBack,
    TrayMoved,
    ShortDocumented,
    Disabled,
    Enabled,
)
ROUND_RESULTS: Final[Mapping[str, type[RoundResult]]] = payloads_by_kind(Settled, Voided, RoundCorrected)


def read_round(event: Event) -> RoundResult:
    """What a settlement, a void round or a correction says of its round."""
    return event.read(ROUND_RESULTS[event.kind])
