"""The report of every game: ten parts, each number that of the command beside it, the same in every form."""

import io
import json
import shlex
from dataclasses import replace as replace_field
from pathlib import Path

import pypdf
import pytest
from msgspec.structs import replace
from PIL import Image

from documents.reports import CUT_OFFS, DEALS, QUICK, ROUNDS, SLOW, pdf_text, shared_pdf, shared_report, squeezed
from houseway.cli import main
from houseway.documents.content import Command, Document, Number, Paragraph, Part, Picture, Table
from houseway.documents.files import FORMS
from houseway.documents.html import as_html
from houseway.documents.numbers import at_place
from houseway.documents.pdf import as_images, as_pdf
from houseway.documents.report.bands import NORMAL_90, band
from houseway.documents.report.changes import AFFECTED, CHOICE, changes, read_report
from houseway.documents.report.evidence import Effort, gather, other_groups
from houseway.documents.report.report import report
from houseway.documents.report.sensitivity import sensitivity
from houseway.errors import InvalidInput
from houseway.games import game_named, kit_of
from houseway.games.resolved_rules import resolved_rules
from houseway.lab.api import study
from houseway.lab.sweep import Sweep, SweepPoint
from houseway.tabular import Json

Capture = pytest.CaptureFixture[str]
PPI = 36  # enough to see ink in a margin
EDGE = 0.6  # inches of a page beside which nothing is printed


EVERY_GAME = [*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW)]


@pytest.fixture(params=EVERY_GAME)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


# ---- content


def test_a_report_has_the_ten_parts_that_a_laboratory_expects(game: str) -> None:
    titles = [part.title for part in shared_report(game).document.parts]
    assert [title.partition(".")[0] for title in titles] == [str(number) for number in range(1, 11)]


def test_every_wager_pay_table_and_line_of_the_analysis_is_priced(game: str) -> None:
    made = shared_report(game)
    paths = {number.path for _, number in made.document.numbers()}
    for wager, tables in made.analysis.wagers.items():
        for table, one in tables.items():
            place = ("wagers", wager, table)
            keys = ["house_edge", "hit_frequency", "standard_deviation", *["combinations"] * bool(one.combinations)]
            assert {(*place, key) for key in keys} <= paths
            for line, counted in one.lines.items():
                assert (*place, "lines", line, "probability") in paths
                assert counted.combinations is None or (*place, "lines", line, "combinations") in paths


def test_every_wager_of_the_main_game_is_priced_line_by_line(game: str) -> None:
    made = shared_report(game)
    paths = {number.path for _, number in made.document.numbers()}
    priced = made.analysis.main_wagers
    assert priced is not None
    for name, one in priced.wagers.items():
        place = ("wagers", name, one.table)
        assert {(*place, key) for key in ("house_edge", "hit_frequency", "average_wagered")} <= paths
        assert {(*place, "lines", line, "contribution") for line in one.lines} <= paths


def test_the_main_game_its_decisions_and_simple_strategies_are_priced(game: str) -> None:
    made = shared_report(game)
    paths = {number.path for _, number in made.document.numbers()}
    for name, one in made.analysis.main_games.items():
        for key in ("house_edge", "element_of_risk", "average_wagered", "standard_deviation"):
            assert (name, key) in paths
        assert {(name, "decisions", decision) for decision in one.decisions} <= paths
        assert {(name, "outcomes", outcome) for outcome in one.outcomes} <= paths
    assert {("simple_strategies", name, "cost") for name in made.analysis.simple_strategies} <= paths


def test_every_exact_fraction_of_the_analysis_is_printed(game: str) -> None:
    made = shared_report(game)
    printed = {str(number.value) for _, number in made.document.numbers()}
    edges = [one.house_edge_exact for one in made.analysis.every_wager()]
    edges += [one.house_edge_exact for one in made.analysis.main_games.values()]
    assert {str(edge) for edge in edges if edge is not None} <= printed


def test_every_number_is_what_the_command_beside_it_prints(game: str, capsys: Capture) -> None:
    made, answers = shared_report(game), dict[str, Json]()
    compared = 0
    for table, number in made.document.numbers():
        if not number.path:
            continue
        if table.command not in answers:
            answers[table.command] = _run(table.command, capsys)
        value = at_place(answers[table.command], number.path)
        assert number.value == (json.dumps(value) if isinstance(value, list) else value), (table.title, number)
        compared += 1
    assert compared > 50


def _run(command: str, capsys: Capture) -> Json:
    program, *words = shlex.split(command)
    assert program == "houseway"
    assert main(words) == 0, command
    answer: Json = json.loads(capsys.readouterr().out)
    return answer


def test_part_9_lists_every_command_and_figures_are_found_by_title(game: str) -> None:
    document = shared_report(game).document
    listed = {block.text for block in document.parts[8].blocks if isinstance(block, Command)}
    assert listed == {table.command for table in document.tables() if table.command} | {
        picture.command for picture in document.pictures().values()
    }
    assert any(command.startswith("houseway simulate ") for command in listed)


def test_a_table_with_numbers_of_a_command_names_it(game: str) -> None:
    for table in shared_report(game).document.tables():
        assert all(table.columns), table.title
        has_place = any(isinstance(cell, Number) and cell.path for row in table.rows for cell in row)
        assert not has_place or table.command.startswith("houseway "), table.title


def test_winnings_and_returned_stakes_of_a_pay_table_add_up_to_its_return(game: str) -> None:
    made = shared_report(game)
    for table in made.document.tables():
        if table.columns[-1] != "winnings":
            continue
        sums: dict[str, float] = {}
        for name, line, *_, winnings in table.rows:
            if isinstance(winnings, Number) and line != "all: the return":
                sums[str(name)] = sums.get(str(name), 0.0) + float(winnings.value)
            elif isinstance(winnings, Number):
                assert sums[str(name)] == pytest.approx(float(winnings.value), abs=1e-12)


def test_volatility_and_bands_follow_from_deviation_and_edge(game: str) -> None:
    made = shared_report(game)
    for wager, tables in made.analysis.wagers.items():
        prices = next(table for table in made.document.tables() if _is_prices(table, wager))
        for one, row in zip(tables.values(), prices.rows, strict=True):
            assert isinstance(row[5], Number)
            assert row[5].value == NORMAL_90 * one.standard_deviation
    low, high = band(0.02, 1.5, 10**4)
    assert (low, high) == pytest.approx((0.98 - 1.6448536 * 0.015, 0.98 + 1.6448536 * 0.015))


def _is_prices(table: Table, wager: str) -> bool:
    paths = [cell.path for row in table.rows for cell in row if isinstance(cell, Number)]
    is_bonus = table.columns[0] == "pay table" and table.title.endswith(": prices")
    return is_bonus and ("wagers", wager) in {path[:2] for path in paths}


def test_the_second_method_agrees(game: str) -> None:
    texts = [block.text for block in shared_report(game).document.blocks() if isinstance(block, Paragraph)]
    assert any(text.startswith("The methods agree") for text in texts)


# ---- forms


def test_pdf_html_and_json_hold_the_same_numbers(game: str) -> None:
    made, page, paper = shared_report(game), squeezed(shared_report(game).to_html()), pdf_text(game)
    written = json.dumps(made.to_json(), ensure_ascii=False)
    for text in {number.text for _, number in made.document.numbers()}:
        assert squeezed(text) in page
        assert squeezed(text) in paper
        assert text in written


def test_the_last_row_of_every_table_is_in_the_pdf(game: str) -> None:
    paper = pdf_text(game)
    for table in shared_report(game).document.tables():
        for cell in table.rows[-1]:
            text = squeezed(cell if isinstance(cell, str) else cell.text)
            assert text in paper, table.title


def test_nothing_runs_off_a_page(game: str) -> None:
    for number, page in enumerate(as_images(shared_report(game).document, PPI), start=1):
        image = Image.open(io.BytesIO(page)).convert("L")
        width, height = image.size
        margin = round(EDGE * PPI)
        for left, right in ((0, margin), (width - margin, width)):
            darkest, _ = image.crop((left, 0, right, height)).getextrema()
            assert darkest == 255, f"page {number}"


def test_two_builds_have_the_same_bytes(game: str) -> None:
    made = shared_report(game)
    again = report(game, rounds=ROUNDS, deals=DEALS, cut_offs=CUT_OFFS)
    assert as_pdf(again.document) == shared_pdf(game)
    assert again.to_html() == made.to_html()
    assert json.dumps(again.to_json()) == json.dumps(made.to_json())


def test_the_pdf_is_archival_tagged_and_every_figure_has_words(game: str) -> None:
    pdf = shared_pdf(game)
    for mark in (b"<pdfaid:part>2<", b"<pdfaid:conformance>A<", b"<pdfuaid:part>1<"):
        assert mark in pdf
    pictures = [block for block in shared_report(game).document.blocks() if isinstance(block, Picture)]
    assert pictures
    assert all(picture.alt and picture.svg.startswith("<svg ") for picture in pictures)
    page = shared_report(game).to_html()
    assert page.count('role="img" aria-label="') == len(pictures)
    assert "<script" not in page
    assert "http" not in page.replace('xmlns="http://www.w3.org/2000/svg"', "")


def test_texts_are_values_and_never_markup() -> None:
    hostile = '#panic("x") *bold* $1$ @ref <b>&amp;</b>'
    table = Table(title=hostile, columns=("a", hostile), rows=(("x", hostile),), command=hostile)
    document = Document(
        title=hostile,
        subtitle="",
        status="",
        digest="",
        made_by="",
        date="",
        parts=(Part(title=hostile, blocks=(Paragraph(text=hostile), table)),),
    )
    text = pypdf.PdfReader(io.BytesIO(as_pdf(document))).pages[0].extract_text()
    assert squeezed(hostile) in squeezed(text)
    assert "<b>" not in as_html(document)


# ---- changes


@pytest.mark.slow
def test_the_report_of_a_study_says_everywhere_that_it_is_not_approved(tmp_path: Path) -> None:
    old = shared_report("premium-holdem").save(tmp_path / "old.json")
    made = report(
        {"game": "premium-holdem", "paytables": [_other_pays()]}, since=old, rounds=1000, study_file="a b.toml"
    )
    assert made.document.status == "not approved"
    assert "figures differ" in json.dumps(made.to_json())
    assert any("--study 'a b.toml'" in table.command for table in made.document.tables())
    for page in pypdf.PdfReader(io.BytesIO(made.to_pdf())).pages:
        assert "NOT APPROVED" in page.extract_text()


def test_changed_rules_are_flagged_where_the_approval_is_affected(tmp_path: Path) -> None:
    old = read_report(shared_report("premium-holdem").save(tmp_path / "old.json"))
    game = study({"game": "premium-holdem", "paytables": [_other_pays()]})
    cheaper = {"main": {"house_edge": 0.5}}
    new = replace(old, status=game.marks["status"], rules=resolved_rules(game), analysis=old.analysis | cheaper)
    tables = {block.title: block for block in changes(old, new).blocks if isinstance(block, Table)}
    rules = {str(row[0]): row[3] for row in tables["Rules that changed"].rows}
    assert rules["status"] == AFFECTED
    assert any(name.startswith("paytables, player-bonus") for name in rules)
    assert AFFECTED in rules.values()
    assert any("house_edge" in str(row[0]) for row in tables["Figures that changed"].rows)


def _other_pays() -> Json:
    lines = ["royal flush", "straight flush", "four of a kind", "full house", "flush", "straight", "three of a kind"]
    pays = ["100 to 1", "50 to 1", "25 to 1", "8 to 1", "6 to 1", "4 to 1", "3 to 1"]
    return {"wager": "player-bonus", "lines": lines, "pays": {"1": pays}}


def test_a_choice_of_the_operator_affects_no_approval(tmp_path: Path) -> None:
    old = read_report(shared_report("premium-holdem").save(tmp_path / "old.json"))
    made = report("premium-holdem", player_bonus="on", rounds=1000, deals=DEALS)
    new = read_report(made.save(tmp_path / "new.json"))
    table = next(block for block in changes(old, new).blocks if isinstance(block, Table))
    assert [(row[0], row[3]) for row in table.rows] == [("options, player-bonus", CHOICE)]


def test_an_unchanged_report_says_so(tmp_path: Path) -> None:
    old = read_report(shared_report("premium-holdem").save(tmp_path / "old.json"))
    texts = [block.text for block in changes(old, old).blocks if isinstance(block, Paragraph)]
    assert texts[-1] == "Nothing changed."


# ---- the command


def test_the_command_writes_every_form(tmp_path: Path, capsys: Capture) -> None:
    for form in FORMS:
        file = tmp_path / f"report{form}"
        assert main(["report", "premium", "-o", str(file), "--rounds", "1000", "--date", "2026-11-18"]) == 0
        assert file.stat().st_size > 1000
    capsys.readouterr()
    old = str(tmp_path / "report.json")
    assert main(["report", "premium", "--since", old, "--rounds", "1000", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert "Nothing changed." in json.dumps(answer["document"]["parts"][-1])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-o", "report.docx"], "must end in .pdf, .html or .json"),
        (["-o", "nowhere/report.pdf"], "no such folder"),
        ([], "--output: is missing"),
        (["-o", "report.pdf", "--date", "soon"], "is not a day such as"),
        (["-o", "report.pdf", "--since", "none.json"], "cannot be read"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(words: list[str], said: str, capsys: Capture) -> None:
    assert main(["report", "premium", *words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_a_report_of_another_game_is_refused(tmp_path: Path) -> None:
    old = shared_report("premium-holdem").save(tmp_path / "old.json")
    with pytest.raises(InvalidInput, match="is a report of premium-holdem, not of flush-poker"):
        changes(read_report(old), replace(read_report(old), game="flush-poker"))


def test_without_typst_a_pdf_is_refused_in_a_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(__import__("sys").modules, "typst", None)
    with pytest.raises(InvalidInput, match=r"typst: is needed for PDF .* pip install 'houseway\[report\]'"):
        shared_report("premium-holdem").save(tmp_path / "report.pdf")


# ---- sensitivity


def test_everything_that_moves_the_edge_stands_side_by_side(game: str) -> None:
    part = shared_report(game).document.parts[6]
    titles = {block.title for block in part.blocks if isinstance(block, Table)}
    part_of_game = kit_of(game).vulnerability
    topics = part_of_game.topics if part_of_game else ()
    assert ("hole-cards" in topics) == ("Hidden cards that are seen, and wrong lights" in titles)
    assert ("collusion" in topics) == ("Players who show each other their cards" in titles)
    assert ("mistakes" in topics) == ("Mistakes of dealers" in titles)
    assert ("counting" in topics) == ("Counting: what is asked" in titles)
    first = next(block for block in part.blocks if isinstance(block, Picture))
    assert first.title == "What the player gains by each of them"
    assert first.svg.count("<rect ") == first.alt.count(";") + 1


@pytest.mark.parametrize(
    ("groups", "others"),
    [
        (["2-5", "6-9", "T-A"], ["2-4/5-9/T-A", "2-6/7-9/T-A", "2-5/6-8/9-A", "2-5/6-T/J-A"]),
        (["2-K", "A"], ["2-Q/K-A"]),
        (["2", "3", "4-A"], ["2/3-4/5-A"]),
    ],
)
def test_other_cut_offs_move_one_border_by_one_rank(groups: list[str], others: list[str]) -> None:
    assert ["/".join(one) for one in other_groups(groups)] == others


def test_other_cut_offs_are_priced_beside_the_letters() -> None:
    evidence = gather(game_named("premium-holdem"), Effort(rounds=1000, deals=DEALS, cut_offs=4, seed=1))
    assert evidence.cut_offs is None  # it has no card reader
    point = SweepPoint(
        value=["2-6", "7-A"],
        status="not approved",
        house_edge=0.5,
        returned=0.5,
        element_of_risk=0.25,
        average_wagered=2.0,
        standard_deviation=1.0,
        standard_error=None,
    )
    swept = Sweep(game="premium-holdem", rule="groups", points=(point,), marks={})
    part = sensitivity(replace_field(evidence, cut_offs=swept))
    table = next(block for block in part.blocks if isinstance(block, Table) and "other groups" in block.title)
    assert table.command == """houseway design premium-holdem --sweep 'groups=["2-6","7-A"]' --json"""
    assert [cell if isinstance(cell, str) else cell.value for cell in table.rows[0]] == [
        "2-6 / 7-A",
        0.5,
        0.5 - evidence.analysis.main.house_edge,
        0.25,
    ]
