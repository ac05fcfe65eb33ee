"""The record of a round: these structs are its schema, and `record.py` reads a record.

Money is dollars as text, cards are in notation and decisions in words; a field that is left out is unset.
"""

from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from houseway.cards.card import card_texts
from houseway.games.round.jackpot import JackpotRecord
from houseway.games.round.seat import Seat
from houseway.games.round.state import RoundState
from houseway.money import format_money

PlainRecord = dict[str, Any]  # a record as JSON has it


class StudyMark(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The study that a round belongs to: its name, and a digest of its rules."""

    name: str
    rules: str


class SeatRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a seat staked, held and decided."""

    seat: int
    player: str | UnsetType = UNSET
    cards: list[str]
    wagers: dict[str, str]
    decisions: list[str]

    @classmethod
    def of(cls, seat: Seat) -> "SeatRecord":
        """The record of a seat."""
        return cls(
            seat=seat.number,
            player=seat.player or UNSET,
            cards=card_texts(seat.cards),
            wagers={name: format_money(amount) for name, amount in seat.wagers.items()},
            decisions=[str(decision) for decision in seat.decisions],
        )


class RoundRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was dealt, staked and decided: enough to settle the round again."""

    game: str
    study: StudyMark | UnsetType = UNSET
    options: dict[str, str]  # those that are not at their default
    dealer: list[str]
    board: list[str] | UnsetType = UNSET
    seats: list[SeatRecord]
    jackpot: JackpotRecord | UnsetType = UNSET
    draws: list[str] | UnsetType = UNSET
    void: str | UnsetType = UNSET  # why the round is void
    meta: dict[str, object] | UnsetType = UNSET  # whatever a record carries along

    @classmethod
    def of(cls, now: RoundState) -> "RoundRecord":
        """The record that replays to this round."""
        game = now.game
        mark = StudyMark(name=game.marks["study"], rules=game.digest) if game.differs_from_letter else UNSET
        return cls(
            game=game.name,
            study=mark,
            options={name: value for name, value in game.options.items() if value != game.approval.defaults[name]},
            dealer=card_texts(now.dealer),
            board=card_texts(now.board) if now.board else UNSET,
            seats=[SeatRecord.of(seat) for seat in now.seats],
            jackpot=now.jackpot.to_record() if now.jackpot else UNSET,
            draws=card_texts(now.drawn) if now.draws else UNSET,
            void=now.void or UNSET,
            meta=UNSET if now.meta is None else now.meta,
        )

    def to_json(self) -> PlainRecord:
        """The record as plain data; `meta` stays the same object."""
        if self.meta is UNSET:
            plain: PlainRecord = msgspec.to_builtins(self)
            return plain
        return {**msgspec.structs.replace(self, meta=UNSET).to_json(), "meta": self.meta}
