"""Reports that tests share: each game's is built once a process."""

import io
import re
from functools import cache

import pypdf

from houseway.documents.report.report import Report, report

QUICK = ("premium-holdem", "down-under-blackjack", "wild-monkey-pai-gow")
SLOW = ("down-under-holdem", "flush-poker")  # whose cards dealt face up take a while to prepare
GAMES = (*QUICK, *SLOW)
ROUNDS = 100_000
DEALS = 40
CUT_OFFS = 0  # each is a main game to be counted


@cache
def shared_report(game: str) -> Report:
    """The report of a game with few rounds and deals."""
    return report(game, rounds=ROUNDS, deals=DEALS, cut_offs=CUT_OFFS)


@cache
def shared_pdf(game: str) -> bytes:
    """The same as PDF."""
    return shared_report(game).to_pdf()


@cache
def pdf_text(game: str) -> str:
    """Everything that the PDF says, without spaces."""
    pages = pypdf.PdfReader(io.BytesIO(shared_pdf(game))).pages
    return squeezed("".join(page.extract_text() for page in pages))


def squeezed(text: str) -> str:
    """A text without any space, which a PDF may break anywhere."""
    return re.sub(r"\s+", "", text)
