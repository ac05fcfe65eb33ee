"""The state of a table: a frozen value. How it follows from the events of the table's stream is in fold.py.

Of an open round, other packages see only `Round.view`.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from houseway.errors import InvalidInput, NotAllowedNow
from houseway.games.round.round import Round
from houseway.games.round.round_record import RoundRecord
from houseway.games.round.settlement_answer import SettlementAnswer
from houseway.house.jackpots.state import Contribution
from houseway.house.log.events import Event
from houseway.house.log.kinds import TableEvent
from houseway.house.log.ledger import Units, format_units, parse_amount
from houseway.house.log.payload import Payload
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables.decks import Deck
from houseway.house.tables.equipment import NO_EQUIPMENT, Equipment
from houseway.house.tables.payloads import LimitedWager, Opened, OpenMatter, Settled, TableSummary, Voided
from houseway.money import Cents, format_money
from houseway.values import changed


class Phase(StrEnum):
    """What a table waits for."""

    CLOSED = "closed"
    WAGERS = "wagers"
    CARDS = "cards"  # to be entered
    DECISIONS = "decisions"
    FINISHED = "finished"  # the settlement waits for the jackpot's controller
    HELD = "held"  # a win is being verified
    SEALED = "sealed"  # the key of the round's cards is not here: it can be called off


@dataclass(frozen=True, kw_only=True)
class SeatedPlayer:
    """Somebody on a seat; `sits_out` holds until the next wager, `has_left` until the round is over."""

    seat: int
    player: str
    wagers: Mapping[str, Cents] = field(default_factory=dict)
    shuffle_value: str = ""  # a value for the shuffle, of an old log, which shows it in plain text
    value_commitment: str = ""  # of a value for the shuffle, until the deck's first deal
    sits_out: bool = False
    has_left: bool = False


@dataclass(frozen=True, kw_only=True)
class Hold:
    """A win that two persons verify before it is paid."""

    round: int
    awards: tuple[tuple[str, Cents], ...]  # player and amount
    verified: tuple[str, ...] = ()
    entered_by: tuple[str, ...] = ()  # who entered cards or decisions of the round, and so does not verify it
    short: Cents = 0  # what the tray lacks of it


@dataclass(frozen=True, kw_only=True)
class FinishedRound:
    """The round that was settled or called off last; `void` is why it was called off."""

    round: int
    record: RoundRecord
    settlement: SettlementAnswer
    limited: Sequence[LimitedWager] = ()
    void: str = ""
    corrected: str = ""  # why it was corrected; then record and settlement are those of the last correction


@dataclass(frozen=True, kw_only=True)
class StaffEntry:
    """What staff entered last for the open round; it can be corrected until anything follows it."""

    number: int  # of its event
    by: str
    before: Round  # the round without it
    card: str = ""  # a card of a real shoe
    seat: int = 0  # of a decision; with neither it is a whole deal


class TableChange(Payload, frozen=True, kw_only=True):
    """The payload of an event that folds itself into the table's state."""

    @abstractmethod
    def fold(self, state: "TableState", by: str) -> "TableState":
        """The state after the event, which this person caused."""


@dataclass(frozen=True, kw_only=True)
class TableState:
    """Where a table stands."""

    number: int = 0  # of its last event
    phase: Phase = Phase.CLOSED
    rules: TableRules | None = None  # None while it is closed
    day: str = ""
    rounds: int = 0  # dealt so far, over all openings
    decks: int = 0  # committed to so far
    seated: Mapping[int, SeatedPlayer] = field(default_factory=dict)
    deck: Deck | None = None
    round: Round | None = None
    contribution: Contribution | None = None
    controller: bool = True  # whether the jackpot's controller can be reached
    stopped: str = ""  # why no new round starts
    hold: Hold | None = None
    finished: FinishedRound | None = None  # until the next deal
    since: str = ""  # when the seat's turn began, or the first wager was made
    entered_by: tuple[str, ...] = ()  # staff who entered cards or decisions of the open round
    entry: StaffEntry | None = None  # the last of these, while nothing depends on it
    valued: tuple[str, ...] = ()  # players who gave a value for this deck and left before it was dealt from
    tray: Units | None = None  # what the tray holds, where it is counted: it was filled once
    matters: tuple[OpenMatter, ...] = ()  # that wait for an answer
    equipment: Equipment = NO_EQUIPMENT  # devices, and what they reported for this round
    dealer: str = ""  # who has taken over the table's dealing; empty where nobody said so
    shares_entered: bool = False  # whether the shares that the last round won were keyed in
    shares_call: int = 0  # the call to the floor that shares which differ have caused
    sealed: Mapping[str, Cents] | None = None  # of a round whose cards nobody can open: stakes of decisions, by player

    @property
    def open_rules(self) -> TableRules:
        """The rules, if the table is open."""
        if self.rules is None:
            raise NotAllowedNow("the table is closed", field="table")
        return self.rules

    def player_at(self, seat: object) -> SeatedPlayer:
        """The seat of that number, with somebody on it."""
        player = self.seated.get(seat) if isinstance(seat, int) else None
        if player is None or player.has_left:
            raise InvalidInput(f"nobody sits on seat {seat}", field="seat")
        return player

    @property
    def betting(self) -> dict[int, SeatedPlayer]:
        """The seats that have wagered on the round to come."""
        return {seat: place for seat, place in self.seated.items() if place.wagers} if self.round is None else {}

    def player_name(self, seat: int) -> str:
        """Who sits on a seat, or its number where nobody does."""
        place = self.seated.get(seat)
        return place.player if place else f"seat {seat}"

    def wager_label(self, wager: str) -> str:
        """What people call a wager."""
        wagers = self.rules.chosen.approval.wagers if self.rules else {}
        return wagers[wager].label if wager in wagers else wager

    def summary(self) -> TableSummary:
        """What a table needs to know about its past when it is loaded from the last round's end."""
        deck = self.deck
        return TableSummary(
            day=self.day,
            rounds=self.rounds,
            decks=self.decks,
            places=[(one.seat, one.player, one.shuffle_value, one.sits_out) for one in self.seated.values()],
            deck=_deck_summary(deck) if deck else None,
            controller=self.controller,
            stopped=self.stopped,
            tray="" if self.tray is None else format_units(self.tray),
            matters=list(self.matters),
            devices=list(self.equipment.devices),
            dealer=self.dealer,
        )


def _deck_summary(deck: Deck) -> tuple[int, str, list[tuple[int, str]] | None, int, int]:
    values = None if deck.values is None else list(deck.values)
    return deck.number, deck.commitment, values, deck.position, deck.part


def open_round(state: TableState) -> Round:
    """The open round."""
    if state.round is None:
        raise NotAllowedNow("no round is open", field="round")
    return state.round


def wagers_json(wagers: Mapping[str, Cents]) -> dict[str, str]:
    """Wagers as events have them."""
    return {name: format_money(amount) for name, amount in wagers.items()}


# ---- from the summary that an event carries


def state_from_summary(summary: TableSummary, rules: TableRules | None, number: int) -> TableState:
    """The state right after an event that carries a summary of the table."""
    deck = None
    if summary.deck:
        count, commitment, values, position, part = summary.deck
        fixed = None if values is None else tuple(values)
        deck = Deck(number=count, commitment=commitment, values=fixed, position=position, part=part)
    return TableState(
        number=number,
        phase=Phase.WAGERS if rules else Phase.CLOSED,
        rules=rules,
        day=summary.day,
        rounds=summary.rounds,
        decks=summary.decks,
        seated={
            seat: SeatedPlayer(seat=seat, player=player, shuffle_value=value, sits_out=out)
            for seat, player, value, out in summary.places
        },
        deck=deck,
        controller=summary.controller,
        stopped=summary.stopped,
        tray=parse_amount(summary.tray) if summary.tray else None,
        matters=tuple(summary.matters),
        equipment=Equipment(devices=tuple(summary.devices)),
        dealer=summary.dealer,
    )


def state_after_end(end: Event, rules: TableRules | None) -> TableState:
    """The state right after an opening or the end of a round, from the summary that it carries."""
    if end.kind == TableEvent.OPENED:
        return state_from_summary(end.read(Opened).table, rules, end.number)
    data = end.read(Settled) if end.kind == TableEvent.SETTLED else end.read(Voided)
    return changed(state_from_summary(data.table, rules, end.number), finished=finished_round(data))


def finished_round(data: Settled | Voided) -> FinishedRound:
    """The round that ended with this."""
    return FinishedRound(
        round=data.round,
        record=data.record,
        settlement=data.settlement,
        limited=data.limited if isinstance(data, Settled) else [],
        void=data.reason if isinstance(data, Voided) else "",
    )
