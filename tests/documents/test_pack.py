"""The pack of a table: every document for every game, answers as the game settles them, the same bytes each time."""

import datetime
import io
import json
from functools import cache
from pathlib import Path

import pypdf
import pytest
from PIL import Image

from documents.reports import GAMES, squeezed
from houseway.cli import main
from houseway.documents.content import Document, Paragraph, Points, Table
from houseway.documents.html import as_html
from houseway.documents.pack.pack import SHEET, Pack, table_pack
from houseway.documents.pack.quiz import QUESTIONS, QuizTable, quiz_rounds
from houseway.documents.pack.rack_card import card_strategy
from houseway.documents.pdf import as_images, as_pdf
from houseway.errors import NotApproved
from houseway.games.letter.clause_words import clauses_in_force
from houseway.games.round.record import settle
from houseway.house.sheets.example import example_sheet
from houseway.house.sheets.sheet import parse_sheet
from houseway.house.sheets.table_rules import rules_of
from houseway.house.tables.irregularities import IRREGULARITIES
from houseway.lab.api import analyze
from houseway.money import in_dollars, parse_money

Capture = pytest.CaptureFixture[str]
DAY = datetime.date(2026, 11, 18)
NAMES = ["table", "placard", "rack-card", "procedure", "quiz", "quiz-answers"]
EVERY_GAME = pytest.mark.parametrize("game", GAMES)
PPI = 36
MARGIN = round(0.6 * PPI)  # beside which nothing is printed


@cache
def shared_pack(game: str) -> Pack:
    return table_pack(parse_sheet(example_sheet(game)), DAY)


def text_of(document: Document) -> str:
    """Everything that a document says, without spaces."""
    return squeezed("".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(as_pdf(document))).pages))


@EVERY_GAME
def test_every_document_is_printed_within_its_pages(game: str) -> None:
    documents = shared_pack(game).documents
    assert list(documents) == NAMES
    for name, document in documents.items():
        for page in as_images(document, PPI):
            image = Image.open(io.BytesIO(page)).convert("L")
            for left, right in ((0, MARGIN), (image.width - MARGIN, image.width)):
                assert image.crop((left, 0, right, image.height)).getextrema()[0] == 255, name


@EVERY_GAME
def test_the_last_row_of_every_table_is_in_pdf_and_html(game: str) -> None:
    for document in shared_pack(game).documents.values():
        paper, page = text_of(document), as_html(document)
        for table in document.tables():
            for cell in table.rows[-1]:
                assert isinstance(cell, str)
                assert squeezed(cell) in paper
            assert f"<caption>{table.title.split(',')[0].split(chr(39))[0]}" in page


@EVERY_GAME
def test_the_answers_are_what_the_game_settles_and_the_questions_hold_none(game: str) -> None:
    sheet = parse_sheet(example_sheet(game))
    rounds = quiz_rounds(QuizTable(game=sheet.chosen, rules=rules_of(sheet, DAY)), f"{sheet.digest} 1")
    tables = [*shared_pack(game).documents["quiz-answers"].tables()]
    assert len(rounds) == len(tables) == QUESTIONS
    for played, table in zip(rounds, tables, strict=True):
        lines = [line for seat in settle(played.record())["seats"] for line in seat["wagers"]]
        assert [row[4] for row in table.rows] == [
            in_dollars(parse_money(line["returned"], zero=True)) for line in lines
        ]
        assert all(". (Clause: " in str(row[5]) for row in table.rows)
    for table in shared_pack(game).documents["quiz"].tables():
        assert all(row[3:] == ("", "") for row in table.rows)


@EVERY_GAME
def test_a_quiz_asks_for_every_wager_of_the_table_and_for_wins_and_losses(game: str) -> None:
    sheet = parse_sheet(example_sheet(game))
    tables = [*shared_pack(game).documents["quiz-answers"].tables()]
    asked = {str(row[1]) for table in tables for row in table.rows}
    labels = {sheet.approval.wagers[name].label for name in sheet.chosen.offered}
    assert {label for label in labels if not any(one.startswith(label) for one in asked)} == set()
    results = {str(row[3]).partition(",")[0] for table in tables for row in table.rows}
    assert {"win", "lose"} <= results


@EVERY_GAME
def test_the_procedure_goes_by_the_letters_clauses_in_their_order(game: str) -> None:
    sheet, document = parse_sheet(example_sheet(game)), shared_pack(game).documents["procedure"]
    tables = {table.title: table for table in document.tables()}
    assert tables["Step by step"].rows == tuple(clauses_in_force(sheet.chosen).items())
    order = next(table for title, table in tables.items() if title.startswith("Seat by seat"))
    wagers = sheet.approval.wagers
    labels = [one.label for name, one in wagers.items() if name in sheet.chosen.offered or one.role == "decision"]
    assert [row[1] for row in order.rows] == labels
    happens = " ".join(str(row[0]).lower() for row in tables["What you do"].rows)
    assert all(reason in happens for reason in IRREGULARITIES)


@EVERY_GAME
def test_the_rack_card_has_a_strategy_that_needs_no_chart(game: str) -> None:
    chosen = card_strategy(analyze(game))
    assert chosen is not None
    assert "chart" not in chosen[1].text
    texts = [block.text for block in shared_pack(game).documents["rack-card"].blocks() if isinstance(block, Paragraph)]
    assert chosen[1].text in texts


@EVERY_GAME
def test_the_sheet_in_words_tells_every_choice_that_concerns_the_table(game: str) -> None:
    sheet = parse_sheet(example_sheet(game))
    tables = {table.title: table for table in shared_pack(game).documents["table"].tables()}
    shown = {row[0]: row[1] for row in tables["Choices that concern this table"].rows}
    assert shown.items() <= sheet.chosen.options.items()
    assert shown.keys() >= sheet.options.keys()


def test_the_placard_says_what_the_posted_page_says() -> None:
    sheet = parse_sheet(example_sheet("flush-poker"))
    from houseway.house.sheets.placard import placard

    posted, document = placard(sheet, DAY), shared_pack("flush-poker").documents["placard"]
    points = [item for block in document.blocks() if isinstance(block, Points) for item in block.items]
    assert posted.jackpot is not None
    assert {*posted.jackpot.facts, *posted.rules, *posted.decisions} <= {*points}
    lines = [row[0] for table in document.tables() for row in table.rows]
    assert all(line.name in lines for board in posted.boards for line in board.lines)


def test_a_seed_gives_the_same_pack_and_another_seed_other_hands() -> None:
    sheet = parse_sheet(example_sheet("premium-holdem"))
    first, again, other = (table_pack(sheet, DAY, seed=seed).documents for seed in ("1", "1", "2"))
    assert {name: as_pdf(one) for name, one in first.items()} == {name: as_pdf(one) for name, one in again.items()}
    assert first["quiz"] != other["quiz"]
    assert first["procedure"] == other["procedure"]


def test_a_refused_sheet_has_no_pack(tmp_path: Path, capsys: Capture) -> None:
    text = example_sheet("premium-holdem").replace('maximum = "5.00"', 'maximum = "5000.00"')
    with pytest.raises(NotApproved, match="the sheet is refused"):
        table_pack(parse_sheet(text), DAY)
    file = tmp_path / "sheet.toml"
    file.write_text(text)
    assert main(["table", "pack", str(file), "--on", str(DAY), "-o", str(tmp_path / "pack")]) == 1
    assert "above 400.00 for a single wager" in capsys.readouterr().err
    assert not (tmp_path / "pack").exists()


def test_the_command_writes_pages_and_papers_with_the_sheet_beside_them(tmp_path: Path, capsys: Capture) -> None:
    file, folder = tmp_path / "sheet.toml", tmp_path / "pack"
    file.write_text(example_sheet("premium-holdem"))
    assert main(["table", "pack", str(file), "--on", str(DAY), "-o", str(folder)]) == 0
    names = {f"{name}{form}" for name in NAMES for form in (".html", ".pdf")}
    assert {path.name for path in folder.iterdir()} == {*names, SHEET}
    assert "6 documents, 12 files" in capsys.readouterr().err
    assert main(["table", "pack", str(file), "--on", str(DAY), "-o", str(tmp_path / "pages"), "--html"]) == 0
    assert not list((tmp_path / "pages").glob("*.pdf"))
    assert "<script" not in (folder / "quiz.html").read_text(encoding="utf-8")
    assert json.dumps(file.read_text()) == json.dumps((folder / SHEET).read_text(encoding="utf-8"))


def test_every_table_of_a_pack_has_a_cell_for_every_column() -> None:
    for game in GAMES:
        for document in shared_pack(game).documents.values():
            for table in document.tables():
                assert isinstance(table, Table)
                assert all(len(row) == len(table.columns) for row in table.rows)
                assert all(table.columns)
