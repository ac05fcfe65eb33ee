"""The answer, stored form and print of a settlement: docs/interface.md describes it; these structs are its schema.

Money is dollars as text and cards are in notation; a field that is left out is unset. Inside the program a settlement
counts in cents (`settlement.py`).
"""

from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from houseway.games.round.record_text import any_text

Result = Literal["win", "lose", "push", "fold", "surrender", "void"]

_ENCODER: Final = msgspec.json.Encoder()


class Answer(Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """A part of a settlement; unknown fields are refused."""


class LineAnswer(Answer, frozen=True, kw_only=True):
    """A wager of a seat, settled, with the clause that decided it."""

    wager: str
    hand: int | UnsetType = UNSET  # of several hands of a seat, left to right
    cards: list[str] | UnsetType = UNSET
    from_seat: int | UnsetType = UNSET  # whose hand earned an envy bonus
    line: str | UnsetType = UNSET  # of the pay table
    share: str | UnsetType = UNSET  # of the meter
    lines: list[str] | UnsetType = UNSET  # where several lines pay together
    stake: str
    result: Result
    odds: str | None
    returned: str
    rule: str
    breakage: str | UnsetType = UNSET  # what the table's unit took from the winnings


class SeatAnswer(Answer, frozen=True, kw_only=True):
    """A seat with its hand in words and all its lines; `front` and `back` are of a hand that is set."""

    seat: int
    hand: str | None
    front: list[str] | UnsetType | None = UNSET
    back: list[str] | UnsetType | None = UNSET
    foul: bool | UnsetType = UNSET
    staked: str
    returned: str
    net: str
    wagers: list[LineAnswer]


class DealerAnswer(Answer, frozen=True, kw_only=True):
    """The dealer's cards and hand; `qualifies` where that matters, front, back and discard where hands are set."""

    cards: list[str]
    hand: str | None
    qualifies: bool | UnsetType = UNSET
    front: list[str] | UnsetType = UNSET
    back: list[str] | UnsetType = UNSET
    discarded: str | UnsetType = UNSET


class AwardAnswer(Answer, frozen=True, kw_only=True):
    """What the meter paid a seat; `share` is null for a prize."""

    seat: int
    line: str
    share: str | None
    amount: str


class JackpotAnswer(Answer, frozen=True, kw_only=True):
    """What the round did to the meter; the awards are shares, and prizes that the meter pays."""

    meter_before: str
    contributed: str
    awards: list[AwardAnswer]
    reseeded: str
    meter_after: str


class SettlementAnswer(Answer, frozen=True, kw_only=True):
    """A settled round; `study` and `status` mark a round that no letter approves."""

    game: str
    study: str | UnsetType = UNSET
    status: str | UnsetType = UNSET
    dealer: DealerAnswer
    seats: list[SeatAnswer]
    jackpot: JackpotAnswer | None
    void: str | UnsetType = UNSET  # why the round is void
    meta: dict[str, object] | UnsetType = UNSET  # whatever the record carried along

    def text(self) -> str:
        """The answer on one line of JSON, as `json.dumps(…, ensure_ascii=False)` writes it."""
        try:
            quick = self if self.meta is UNSET else replace(self, meta=msgspec.Raw(any_text(self.meta).encode()))
            return msgspec.json.format(_ENCODER.encode(quick), indent=0).decode()
        except ValueError:  # a lone surrogate, or NaN in the meta
            return any_text(self.to_json())

    def to_json(self) -> dict[str, Any]:
        """The answer as plain data; the `meta` of a record stays the same object."""
        if self.meta is UNSET:
            plain: dict[str, Any] = msgspec.to_builtins(self)
            return plain
        return {**replace(self, meta=UNSET).to_json(), "meta": self.meta}
