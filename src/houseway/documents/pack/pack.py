"""The pack of a table: every document that a card room submits with its internal controls, as HTML and PDF."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from houseway import __version__
from houseway.documents.content import Document, Part
from houseway.documents.files import write_document
from houseway.documents.pack.procedure import procedure_parts
from houseway.documents.pack.quiz import QuizTable, answer_parts, quiz_parts, quiz_rounds
from houseway.documents.pack.rack_card import rack_card_parts
from houseway.documents.pack.table_words import document, placard_parts, sheet_parts
from houseway.errors import InvalidInput
from houseway.games.pricing.result import Analysis
from houseway.house.sheets.placard import placard
from houseway.house.sheets.policy import policy_on
from houseway.house.sheets.sheet import Sheet
from houseway.house.sheets.table_rules import rules_of
from houseway.lab.api import kept_analysis

SHEET: Final = "sheet.toml"
HTML: Final = (".html",)
ALL_FORMS: Final = (".html", ".pdf")


@dataclass(frozen=True, kw_only=True)
class Pack:
    """The documents of a table by the names of their files, and the sheet that they were made from."""

    sheet: Sheet
    documents: Mapping[str, Document]

    def save(self, folder: Path, forms: tuple[str, ...] = ALL_FORMS) -> list[Path]:
        """Write every document in these forms into a folder, with the sheet beside them."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / SHEET).write_text(self.sheet.text, encoding="utf-8")
        except OSError as problem:
            raise InvalidInput(f"cannot be written: {problem.strerror}", field=str(folder)) from None
        return [write_document(folder / f"{name}{form}", one) for name, one in self.documents.items() for form in forms]


def table_pack(sheet: Sheet, on: datetime.date, *, practice: bool = False, seed: str = "1") -> Pack:
    """The pack of a sheet that may be opened on a day; any other sheet raises with the first reason."""
    rules, policy = rules_of(sheet, on, practice=practice), policy_on(on)
    posted = placard(sheet, on, practice=practice)
    rounds = quiz_rounds(QuizTable(game=sheet.chosen, rules=rules), f"{sheet.digest} {seed}")
    parts: dict[str, tuple[str, tuple[Part, ...]]] = {
        "table": ("the table in words", sheet_parts(sheet, policy)),
        "placard": ("placard", placard_parts(posted)),
        "rack-card": ("rack card", rack_card_parts(sheet.approval, posted, _analysis(sheet))),
        "procedure": ("the dealer's procedure", procedure_parts(sheet)),
        "quiz": ("dealer quiz", quiz_parts(rounds)),
        "quiz-answers": ("dealer quiz, answers", answer_parts(rounds)),
    }
    status = sheet.chosen.marks.get("status", "") or ("practice" if posted.practice else "")
    return Pack(
        sheet=sheet,
        documents={
            name: document(sheet, title, status, f"houseway {__version__}", made)
            for name, (title, made) in parts.items()
        },
    )


def _analysis(sheet: Sheet) -> Analysis | None:
    """The price of the table's game if it is already cached: a pack counts nothing."""
    return kept_analysis(sheet.chosen) if sheet.chosen.kit.analysis else None
