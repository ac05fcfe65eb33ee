"""The payloads of a table's events; amounts are dollars as texts, such as `7.50`."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from houseway.games.round.round_record import RoundRecord
from houseway.games.round.settlement_answer import SettlementAnswer
from houseway.house.jackpots.state import Contribution
from houseway.house.log.kinds import CorrectionEvent, TableEvent, TrayEvent
from houseway.house.log.payload import Payload
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

    rules: dict[str, Any]
    sheet: str
    software: str
    table: TableSummary


class Closed(Payload, frozen=True, kw_only=True):
    """The table is closed."""


class Joined(Payload, frozen=True, kw_only=True):
    """A player sits down."""

    seat: int
    player: str


class Left(Payload, frozen=True, kw_only=True):
    """A player leaves."""

    seat: int
    player: str


class SatOut(Payload, frozen=True, kw_only=True):
    """A player takes no part until the next wager."""

    seat: int


class Committed(Payload, frozen=True, kw_only=True):
    """The house is bound to the seed of a deck."""

    deck: int
    commitment: str


class Revealed(Payload, frozen=True, kw_only=True):
    """The seed of a deck that is over; `lost` where the key that seals it is lost, and nobody can tell it."""

    deck: int
    seed: str
    lost: bool = False


class Valued(Payload, frozen=True, kw_only=True):
    """A player's value for the next shuffle, by its commitment; before there were such, the value itself."""

    seat: int
    value: str | UnsetType = UNSET
    commitment: str = ""


class Wagered(Payload, frozen=True, kw_only=True):
    """All wagers of a seat on the next round."""

    seat: int
    wagers: dict[str, str]


class Withdrawn(Payload, frozen=True, kw_only=True):
    """A seat's wagers go back."""

    seat: int


class Dealt(Payload, frozen=True, kw_only=True):
    """A round begins. Without a shuffled deck the first three optional fields are left out."""

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

    round: int
    card: str = ""
    deal: str = ""


class Decided(Payload, frozen=True, kw_only=True):
    """A decision; `default` for the posted one of a player who did not decide."""

    round: int
    seat: int
    decision: str
    default: bool = False


class EntryCorrected(Payload, frozen=True, kw_only=True):
    """What staff entered last takes another form: a deal by its digest, a card, or a decision of a seat."""

    round: int
    entry: int  # the number of the event that it takes the place of
    reason: str
    card: str = ""
    deal: str = ""
    seat: int = 0
    decision: str = ""


class RoundEnd(Payload, frozen=True, kw_only=True):
    """The end of a round."""

    round: int
    record: RoundRecord
    settlement: SettlementAnswer
    table: TableSummary


class Settled(RoundEnd, frozen=True, kw_only=True):
    """A round is settled; `limited` are the wagers that are paid less than the settlement says.

    `short` is what the tray lacks for it; that is not yet held.
    """

    limited: list[LimitedWager] = msgspec.field(default_factory=list)
    short: str = ""


class Voided(RoundEnd, frozen=True, kw_only=True):
    """A round is called off; `sealed` is what went back beyond the settlement where nobody could open the cards."""

    reason: str
    second: str
    sealed: dict[str, str] = msgspec.field(default_factory=dict)  # by player


class Held(Payload, frozen=True, kw_only=True):
    """Wins that two persons verify before they are paid: player and amount."""

    round: int
    awards: list[tuple[str, str]]
    entered_by: list[str] = msgspec.field(default_factory=list)  # who entered the round, and does not verify it
    short: str = ""  # what the tray lacks of it: two persons pay when it is filled, or document the short


class Verified(Payload, frozen=True, kw_only=True):
    """A person has verified a held win; the `last` one pays it."""

    round: int
    person: str
    last: bool


class ShortDocumented(Payload, frozen=True, kw_only=True):
    """Two persons pay a held win though the tray lacks some of it: the tray holds less than zero until it is filled."""

    round: int
    amount: str
    reason: str
    second: str = ""


class RoundCorrected(Payload, frozen=True, kw_only=True):
    """A settled round as it should have been; the postings are what it differs by from what stood before."""

    round: int
    corrects: int  # the number of the event that it takes the place of: the settlement, or the correction before
    record: RoundRecord
    settlement: SettlementAnswer
    limited: list[LimitedWager] = msgspec.field(default_factory=list)
    borne: dict[str, str] = msgspec.field(default_factory=dict)  # by player: what is not taken back; the house bears it
    reason: str
    second: str = ""


class ControllerLost(Payload, frozen=True, kw_only=True):
    """The jackpot's controller cannot be reached."""

    jackpot: str


class ControllerBack(Payload, frozen=True, kw_only=True):
    """It can be reached again."""

    jackpot: str


class Disabled(Payload, frozen=True, kw_only=True):
    """The site is disabled: no new round starts."""

    reason: str


class Enabled(Payload, frozen=True, kw_only=True):
    """Rounds may start again."""


TABLE_PAYLOADS: Final[Mapping[str, type[Payload]]] = {
    TableEvent.OPENED: Opened,
    TableEvent.CLOSED: Closed,
    TableEvent.JOINED: Joined,
    TableEvent.LEFT: Left,
    TableEvent.SAT_OUT: SatOut,
    TableEvent.COMMITTED: Committed,
    TableEvent.REVEALED: Revealed,
    TableEvent.VALUED: Valued,
    TableEvent.WAGERED: Wagered,
    TableEvent.WITHDRAWN: Withdrawn,
    TableEvent.DEALT: Dealt,
    TableEvent.ENTERED: Entered,
    TableEvent.DECIDED: Decided,
    CorrectionEvent.ENTRY: EntryCorrected,
    TableEvent.SETTLED: Settled,
    TableEvent.VOIDED: Voided,
    TableEvent.HELD: Held,
    TableEvent.VERIFIED: Verified,
    CorrectionEvent.ROUND: RoundCorrected,
    TableEvent.CONTROLLER_LOST: ControllerLost,
    TableEvent.CONTROLLER_BACK: ControllerBack,
    TrayEvent.MOVED: TrayMoved,
    TrayEvent.SHORT: ShortDocumented,
    TableEvent.DISABLED: Disabled,
    TableEvent.ENABLED: Enabled,
}
