"""The content of a dispute pack: a finished round with everything that led to it and followed from it."""

from typing import Any

import msgspec

from houseway.games.round.round_record import RoundRecord
from houseway.games.round.settlement_answer import SettlementAnswer
from houseway.house.records.heads import SignedHeads
from houseway.house.records.recall import RecalledCorrection
from houseway.house.tables.payloads import LimitedWager


class DealtCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card, and where it went: a seat, the dealer or the board, or drawn later."""

    card: str
    to: str


class PackedEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event of the log, without the data that the pack shows elsewhere."""

    stream: str
    number: int
    at: str
    kind: str
    by: str
    data: dict[str, Any]
    postings: dict[str, str]
    hash: str


class PackedCorrection(RecalledCorrection, frozen=True, kw_only=True):
    """A correction of the round, with its own settlement; it takes the place of the event that it names."""

    corrects: int
    paid: dict[str, str]
    replays: bool
    postings: dict[str, str]


class PackedDeck(msgspec.Struct, frozen=True, kw_only=True):
    """The deck that the round was dealt from; its seed once that is revealed."""

    commitment: str
    deck: int
    committed: str
    position: int
    seed: str | None


class MeterHistory(msgspec.Struct, frozen=True, kw_only=True):
    """How a payoff was reached (R16): everything that moved the meter since the last hit, including this one."""

    since: int | None
    start: str = msgspec.field(name="from")
    moved: dict[str, str]
    to: str


class PackedJackpot(msgspec.Struct, frozen=True, kw_only=True):
    """The meter before and after the round, and the jackpot's events around it; `own` are the round's."""

    name: str
    before: str | None = None
    at_award: str | None = None
    after: str | None = None
    reached_by: MeterHistory | None = None
    corrected: str | None = None
    own: list[int] = []
    events: list[PackedEvent] = []


class PackedOpening(msgspec.Struct, frozen=True, kw_only=True):
    """The opening of the table: software, sheet and posted placard."""

    at: str
    by: str
    practice: bool
    day: str
    number: int
    software: str
    software_now: str
    sheet_digest: str
    sheet: str
    rules: dict[str, Any]
    placard: dict[str, Any] | None


class DisputePack(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Everything that the house knows about a finished round; the printed pack adds signed heads."""

    round: str
    status: str
    game: str
    dealt: str
    ended: str
    gaming_day: str
    reason: str | None
    cards: list[DealtCard]
    record: RoundRecord
    settlement: SettlementAnswer
    limited: list[LimitedWager]
    paid: dict[str, str]
    replays: bool
    corrections: list[PackedCorrection]
    events: list[PackedEvent]
    deck: PackedDeck | None
    jackpot: PackedJackpot | None
    opened: PackedOpening
    forms: dict[str, list[str]] = {}  # by seat: the tax and cash forms that what it was paid calls for
    heads: SignedHeads | None = None
