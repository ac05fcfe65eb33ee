"""The payloads of a table's events; amounts are dollars as texts, such as `7.50`."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from houseway.cards.card import JOKER, Card
from houseway.games.round.round_record import RoundRecord
from houseway.games.round.settlement_answer import SettlementAnswer
from houseway.house.jackpots.state import Contribution
from houseway.house.log.events import Event
from houseway.house.log.kinds import CorrectionEvent, TableEvent, TrayEvent
from houseway.house.log.payload import Payload, Sentences, payloads_by_kind
from houseway.house.people.payloads import TrayMoved
from houseway.house.tables.equipment import PairedDevice


class OpenMatter(msgspec.Struct, frozen=True, kw_only=True):
    """Something at the table that waits for an answer, such as a call to the floor."""

    number: int
    what: str
    by: str
    reason: str


class TableSummary(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a table needs to know about its past when it is loaded from the event that carries this."""

    day: str
    rounds: int
    decks: int
    places: list[tuple[int, str, str, bool]]  # seat, player, value for the shuffle, whether it sits out
    deck: tuple[int, str, list[tuple[int, str]] | None, int, int] | None  # number, commitment, values, position, part
    controller: bool
    stopped: str = ""
    tray: str = ""  # what it holds, where it is counted
    matters: list[OpenMatter] = []
    devices: list[PairedDevice] = []
    dealer: str = ""  # who has taken over


class LimitedSeat(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat won of a wager whose aggregate limit was reached, and what it is paid."""

    seat: int
    full: str
    paid: str


class LimitedWager(msgspec.Struct, frozen=True, kw_only=True):
    """A wager whose aggregate limit was reached: what was won, what is paid, and each seat's part."""

    wager: str
    full: str
    paid: str
    seats: list[LimitedSeat]


class Opened(Payload, frozen=True, kw_only=True):
    """The table is open; `sheet` is its text."""

    KIND = TableEvent.OPENED
    PUBLIC = ()
    SENTENCE = "The table is open."
    IS_QUIET = True
    rules: dict[str, Any]
    sheet: str
    software: str
    table: TableSummary
    adds_up: bool = msgspec.field(default=False, name="adds up")  # entered wins of 24 hours; not in older events


class Closed(Payload, frozen=True, kw_only=True):
    """The table is closed."""

    KIND = TableEvent.CLOSED
    PUBLIC = ()
    SENTENCE = "The table is closed."


class Joined(Payload, frozen=True, kw_only=True):
    """A player sits down."""

    KIND = TableEvent.JOINED
    PUBLIC = ("seat", "player")
    SENTENCE = "{who} sits down on seat {seat}."
    YOU = "You sit down on seat {seat}."
    seat: int
    player: str


class Left(Payload, frozen=True, kw_only=True):
    """A player leaves; `missed` counts the rounds without a wager after which a practice table freed the seat."""

    KIND = TableEvent.LEFT
    PUBLIC = ("seat", "player", "missed")
    SENTENCE = "{who} leaves the table{words}."
    YOU = "You leave the table{words}."
    seat: int
    player: str
    missed: int = 0

    def words(self, label: Callable[[str], str]) -> str:
        """Why the seat is free."""
        return f": {self.missed} rounds without a wager" if self.missed else ""


class SatOut(Payload, frozen=True, kw_only=True):
    """A player takes no part until the next wager."""

    KIND = TableEvent.SAT_OUT
    PUBLIC = ("seat",)
    SENTENCE = "{who} sits out."
    YOU = "You sit out."
    seat: int


class Committed(Payload, frozen=True, kw_only=True):
    """The house is bound to the seed of a deck."""

    KIND = TableEvent.COMMITTED
    PUBLIC = ("deck", "commitment")
    SENTENCE = "The house has committed itself to deck {deck}."
    IS_QUIET = True
    deck: int
    commitment: str


class Revealed(Payload, frozen=True, kw_only=True):
    """The seed of a deck that is over; `lost` where the key that seals it is lost."""

    KIND = TableEvent.REVEALED
    PUBLIC = ("deck", "seed")
    SENTENCE = "The seed of deck {deck} is revealed."
    IS_QUIET = True
    deck: int
    seed: str
    lost: bool = False


class Valued(Payload, frozen=True, kw_only=True):
    """A player's value for the next shuffle, by its commitment; before there were such, the value itself."""

    KIND = TableEvent.VALUED
    PUBLIC = ("seat",)
    SENTENCE = "{who} gives a value for the shuffle."
    YOU = "Your value for the next shuffle is kept."
    IS_QUIET = True
    seat: int
    value: str | UnsetType = UNSET
    commitment: str = ""


class Wagered(Payload, frozen=True, kw_only=True):
    """All wagers of a seat on the next round."""

    KIND = TableEvent.WAGERED
    PUBLIC = ("seat", "wagers")
    SENTENCE = "{who} wagers: {words}."
    YOU = "Your wagers are placed: {words}."
    IS_QUIET = True
    seat: int
    wagers: dict[str, str]

    def words(self, label: Callable[[str], str]) -> str:
        """The wagers with their labels."""
        return ", ".join(f"{label(name)} ${amount}" for name, amount in self.wagers.items())


class Withdrawn(Payload, frozen=True, kw_only=True):
    """A seat's wagers go back."""

    KIND = TableEvent.WITHDRAWN
    PUBLIC = ("seat",)
    SENTENCE = "{who} takes the wagers back."
    YOU = "Your wagers are taken back."
    IS_QUIET = True
    seat: int


class Dealt(Payload, frozen=True, kw_only=True):
    """A round begins. Without a shuffled deck the first three optional fields are left out."""

    KIND = TableEvent.DEALT
    PUBLIC = ("round", "seats", "deck")
    SENTENCE = "Round {round} is dealt."
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
    PUBLIC = ("round", "card")
    round: int
    card: str = ""
    deal: str = ""

    def sentences(self, who: str, label: Callable[[str], str]) -> Sentences:
        """A drawn card is open; a deal stays hidden."""
        if not self.card:
            return Sentences("Cards are entered.", quiet=True)
        card = Card.parse(self.card)
        return Sentences(f"Drawn: {'Joker' if card == JOKER else card.pretty}.")


class Decided(Payload, frozen=True, kw_only=True):
    """A decision; `default` for the posted one of a player who did not decide."""

    KIND = TableEvent.DECIDED
    PUBLIC = ("round", "seat", "default")
    round: int
    seat: int
    decision: str
    default: bool = False

    def public(self) -> dict[str, Any]:
        """How a hand is set is seen when the round is over: until then only that it is."""
        word = self.decision.partition(" ")[0]
        return {**super().public(), "decision": word if word == "set" else self.decision}

    def sentences(self, who: str, label: Callable[[str], str]) -> Sentences:
        """What was decided; how a hand is set stays hidden."""
        word, _, rest = self.decision.partition(" ")
        after = f" for ${rest}" if rest.replace(".", "").isdigit() else f" {rest}" if rest else ""
        late = ", by default" if self.default else ""
        if word == "set":
            return Sentences(f"{who} sets the hands{late}.", f"You set your hands{late}.")
        return Sentences(f"{who} {word}s{after}{late}.", f"You {word}{after}{late}.")


class EntryCorrected(Payload, frozen=True, kw_only=True):
    """What staff entered last takes another form: a deal by its digest, a card, or a decision of a seat."""

    KIND = CorrectionEvent.ENTRY
    PUBLIC = ("round", "seat")
    SENTENCE = "What was entered last is corrected."
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
    record: RoundRecord
    settlement: SettlementAnswer
    limited: list[LimitedWager] = msgspec.field(default_factory=list)


class RoundEnd(RoundResult, frozen=True, kw_only=True):
    """The end of a round."""

    table: TableSummary

    def public(self) -> dict[str, Any]:
        """What each seat won or lost."""
        return {"round": self.round, **seats_won(self.settlement)}


def seats_won(settlement: SettlementAnswer) -> dict[str, Any]:
    """What each seat of a settlement won or lost, as data and in words."""
    nets = [{"seat": seat.seat, "net": seat.net} for seat in settlement.seats]
    return {"seats": nets, "words": ", ".join(f"seat {seat.seat} {_signed(seat.net)}" for seat in settlement.seats)}


def _signed(net: str) -> str:
    return "even" if net == "0.00" else f"loses {net[1:]}" if net.startswith("-") else f"wins {net}"


class Settled(RoundEnd, frozen=True, kw_only=True):
    """A round is settled; `short` is what the tray lacks for it, which is not yet held."""

    KIND = TableEvent.SETTLED
    PUBLIC = ()
    SENTENCE = "Round {round}: {words}."
    IS_QUIET = True
    short: str = ""


class SeenCards(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What had been seen of a round when it was called off."""

    table: list[str] = msgspec.field(default_factory=list)  # by everybody: the dealer's cards and the board
    seats: dict[str, list[str]] = msgspec.field(default_factory=dict)  # by the player of each seat: their own cards
    decisions: int = 0  # that were made
    staff: list[str] = msgspec.field(default_factory=list)  # who entered cards or decisions, and so knew more
    not_entered: bool = False  # cards were dealt by hand, and nobody had entered them

    @property
    def any(self) -> bool:
        """Whether anybody has seen a card."""
        return bool(self.table or self.seats or self.not_entered)


class Voided(RoundEnd, frozen=True, kw_only=True):
    """A round is called off; `sealed` is what went back beyond the settlement where nobody could open the cards."""

    KIND = TableEvent.VOIDED
    PUBLIC = ()
    SENTENCE = "The round is void: {reason}. Every stake goes back."
    reason: str
    second: str
    sealed: dict[str, str] = msgspec.field(default_factory=dict)  # by player
    seen: SeenCards | UnsetType = UNSET  # missing in older events

    def public(self) -> dict[str, Any]:
        """The same, and why it was called off."""
        return {**super().public(), "reason": self.reason}


class Held(Payload, frozen=True, kw_only=True):
    """Wins that two persons verify before they are paid: player and amount."""

    KIND = TableEvent.HELD
    PUBLIC = ("round", "awards")
    SENTENCE = "A large win waits for two people to verify it."
    round: int
    awards: list[tuple[str, str]]
    entered_by: list[str] = msgspec.field(default_factory=list)  # who entered the round, and does not verify it
    short: str = ""  # what the tray lacks of it: two persons pay when it is filled, or document the short


class Verified(Payload, frozen=True, kw_only=True):
    """A person has verified a held win; the `last` one pays it."""

    KIND = TableEvent.VERIFIED
    PUBLIC = ("round", "person", "last")
    round: int
    person: str
    last: bool

    def sentences(self, who: str, label: Callable[[str], str]) -> Sentences:
        """The last of two pays."""
        return Sentences("The win is verified and paid." if self.last else "One person has verified the win.")


class ShortDocumented(Payload, frozen=True, kw_only=True):
    """Two persons pay a held win though the tray lacks some of it: the tray holds less than zero until it is filled."""

    KIND = TrayEvent.SHORT
    PUBLIC = ("round", "amount", "reason")
    SENTENCE = "The win is paid."
    round: int
    amount: str
    reason: str
    second: str = ""


class RoundCorrected(RoundResult, frozen=True, kw_only=True):
    """A settled round as it should have been; the postings are what it differs by from what stood before."""

    KIND = CorrectionEvent.ROUND
    PUBLIC = ()
    SENTENCE = "Round {round} is corrected: {words}."
    round: int
    corrects: int  # the number of the event that it takes the place of: the settlement, or the correction before
    borne: dict[str, str] = msgspec.field(default_factory=dict)  # by player: what is not taken back; the house bears it
    reason: str
    second: str = ""

    def public(self) -> dict[str, Any]:
        """What each seat wins or loses now, and why."""
        return {"round": self.round, **seats_won(self.settlement), "reason": self.reason}


class ControllerLost(Payload, frozen=True, kw_only=True):
    """The jackpot's controller cannot be reached."""

    KIND = TableEvent.CONTROLLER_LOST
    PUBLIC = ("jackpot",)
    SENTENCE = "The jackpot cannot be reached; it takes no wagers."
    jackpot: str


class ControllerBack(Payload, frozen=True, kw_only=True):
    """It can be reached again."""

    KIND = TableEvent.CONTROLLER_BACK
    PUBLIC = ("jackpot",)
    SENTENCE = "The jackpot takes wagers again."
    jackpot: str


class Disabled(Payload, frozen=True, kw_only=True):
    """The site is disabled: no new round starts."""

    KIND = TableEvent.DISABLED
    PUBLIC = ("reason",)
    SENTENCE = "The table is stopped: {reason}."
    reason: str


class Enabled(Payload, frozen=True, kw_only=True):
    """Rounds may start again."""

    KIND = TableEvent.ENABLED
    PUBLIC = ()
    SENTENCE = "The table continues."


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
