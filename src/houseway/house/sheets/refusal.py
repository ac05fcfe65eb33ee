"""Why a sheet is refused: the field, what is wrong, what would be right, and the letter or law that says so."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from msgspec import Struct

from houseway.games.game import Game
from houseway.games.letter.approval import NO_LETTER, Approval
from houseway.house.sheets.policy import Policy
from houseway.house.sheets.sheet import Sheet
from houseway.money import Cents

# Headings that the covering pages of all letters have.
COVER: Final = {"commercial": "Commercial Card Rooms", "tribal": "Tribal Casinos"}
MODIFICATIONS: Final = "any modifications to this game may affect this approval"
COMPACT: Final = "Tribal-State Compact, Appendix A, Section 18"


class LetterClause(Struct, frozen=True, kw_only=True):
    """A clause of a letter."""

    title: str
    date: str | None
    clause: str


class RefusalRow(Struct, frozen=True, kw_only=True):
    """A refusal as programs read it."""

    field: str
    reason: str
    right: str
    letter: LetterClause
    law: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """One reason why a table may not be opened by its sheet: always a letter's, often also a rule of law."""

    field: str
    reason: str
    right: str
    title: str  # of the letter
    date: datetime.date | None  # None where no letter approves the game
    clause: str
    law: str = ""

    @property
    def source(self) -> str:
        """The letter and the law, in words."""
        letter = f"{self.title}, {f'letter of {self.date}' if self.date else NO_LETTER}: {self.clause}"
        return f"{letter}; {self.law}" if self.law else letter

    def __str__(self) -> str:
        return f"{self.field}: {self.reason}. {self.right} ({self.source})"

    def row(self) -> RefusalRow:
        """As `houseway table check --json` prints it."""
        letter = LetterClause(title=self.title, date=str(self.date) if self.date else None, clause=self.clause)
        return RefusalRow(field=self.field, reason=self.reason, right=self.right, letter=letter, law=self.law or None)


@dataclass(frozen=True, kw_only=True)
class Case:
    """A sheet under examination; `game` is the game as chosen, with an allowed value in place of each refused one."""

    sheet: Sheet
    game: Game
    policy: Policy

    @property
    def approval(self) -> Approval:
        """The letter."""
        return self.game.approval

    @property
    def commercial(self) -> bool:
        """Whether state law sets the limits; it also applies to a sheet that does not say."""
        return self.sheet.jurisdiction != "tribal"

    @property
    def cover(self) -> str:
        """The part of the covering page that applies to this house."""
        return COVER[self.sheet.jurisdiction or "commercial"]

    @property
    def opening(self) -> str:
        """The first clause of the letter, which describes the game."""
        return self.approval.clauses[0].clause

    def maximum(self, wager: str) -> Cents:
        """The highest wager at this table; 0 if the sheet does not say."""
        try:
            return self.sheet.limit(wager).maximum
        except KeyError:
            return 0

    def minimum(self, wager: str) -> Cents:
        """The lowest wager at this table; 0 if the sheet does not say."""
        try:
            return self.sheet.limit(wager).minimum
        except KeyError:
            return 0

    def law(self, law: str) -> str:
        """The citation of a rule of state law for this house."""
        return law if self.commercial else f"{COMPACT} ({law} in a commercial card room)"

    def refuse(
        self,
        name: str,
        reason: str,
        right: str,
        *,
        clause: str = "",
        law: str = "",
        date: datetime.date | None = None,
    ) -> Refusal:
        """A refusal by a clause of the letter, or by its covering page where none applies, and by a rule of law."""
        return Refusal(
            field=name,
            reason=reason,
            right=right,
            title=self.approval.title,
            date=date or self.approval.first_day,
            clause=clause or self.cover,
            law=law,
        )

    def missing(self, *names: str, right: str, clause: str = "", law: str = "") -> Iterator[Refusal]:
        """A refusal for each of these fields that the sheet does not state."""
        for name in names:
            if name not in self.sheet.given:
                yield self.refuse(name, "is not stated", right, clause=clause, law=law)
