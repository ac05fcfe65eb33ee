"""R33: two versions of a table, and every field in which they differ."""

import json
from pathlib import Path
from typing import Any

import pytest

from house.support.floor import ON, opened_table, sheet_text
from house.support.sheets import sheet
from houseway.cli import main
from houseway.errors import InvalidInput
from houseway.games import game_names
from houseway.house.log.memory import MemoryLog
from houseway.house.records.difference import Version, differences, openings, version_facts
from houseway.house.sheets.example import example_sheet
from houseway.house.sheets.sheet import parse_sheet
from houseway.house.sheets.table_rules import rules_of
from houseway.house.store.store import open_log
from houseway.house.tables.staff_acts import CloseTable, OpenTable

GAMES = game_names()


def version(game: str = "flush-poker", software: str = "ab", /, **changes: Any) -> Version:
    return Version(what="a sheet", sheet=sheet(game, **changes), software=software)


def found(game: str = "flush-poker", /, **changes: Any) -> dict[str, tuple[str, str]]:
    both = differences(version(game), version(game, **changes))
    return {one.field: (one.before, one.after) for one in both}


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_does_not_differ_from_itself_however_it_is_written(game: str) -> None:
    plain = Version(what="as it is printed", sheet=parse_sheet(example_sheet(game)), software="ab")
    assert differences(plain, version(game)) == []


@pytest.mark.parametrize(
    ("change", "field", "before", "after"),
    [
        ({"seats": 5}, "seats", "6", "5"),
        ({"limits__bet__maximum": "50.00"}, "limits.bet.maximum", "100.00", "50.00"),
        ({"limits__royal_riches__aggregate": "25000"}, "limits.royal-riches.aggregate", "–", "25000.00"),
        ({"limits__chip": "0.50"}, "limits.chip", "1.00", "0.50"),
        ({"jackpot__increment": "21.5%"}, "jackpot.increment", "20%", "21.5%"),
        ({"jackpot__linked": "yes"}, "jackpot.linked", "–", "yes"),
        ({"decisions__seconds": 30}, "decisions.seconds", "45", "30"),
        ({"dealing__cards": "scanner"}, "dealing.cards", "hand", "scanner"),
        ({"posting__disputes": "Ask."}, "posting.disputes", None, "Ask."),
        ({"controls__malfunction_hours": 48}, "controls.malfunction-hours", "72", "48"),
        ({"controls__reserve": "50000"}, "controls.reserve", "40000.00", "50000.00"),
        ({"controls__reference": "IC-001"}, "controls.approval.reference", "IC-000", "IC-001"),
        ({"controls__equipment": {"reference": "E"}}, "controls.equipment.reference", "–", "E"),
    ],
)
def test_one_field(change: dict[str, Any], field: str, before: str | None, after: str) -> None:
    rows = found(**change)
    assert rows.keys() == {field}
    assert rows[field][1] == after
    assert before is None or rows[field][0] == before


def test_an_option_that_takes_bonuses_out_of_action_changes_the_chances_that_are_posted() -> None:
    rows = found(options__folded_bonuses="lose")
    assert rows.pop("options.folded-bonuses") == ("play", "lose")
    assert rows.pop("pays.royal-riches.straight") == (
        "2 to 1, 2,758,551 in 38,535,770",
        "2 to 1, 2,081,727 in 38,535,770",
    )
    assert all(field.startswith("pays.") for field in rows)


def test_another_pay_table_tells_every_line_with_its_chance() -> None:
    rows = found(options__natural_straight_flush="3")
    assert rows == {
        "options.natural-straight-flush": ("2", "3"),
        "pays.natural-straight-flush.4-card straight flush": rows["pays.natural-straight-flush.4-card straight flush"],
        "pays.natural-straight-flush.3-card straight flush": rows["pays.natural-straight-flush.3-card straight flush"],
    }
    before, after = rows["pays.natural-straight-flush.4-card straight flush"]
    assert before.startswith("50 to 1, ")
    assert after.startswith("75 to 1, ")
    assert before.split(", ", 1)[1] == after.split(", ", 1)[1]  # the same hand comes as often


def test_a_bonus_that_is_turned_off_loses_its_lines_and_other_decks_have_other_chances() -> None:
    rows = found(options__royal_riches="off")
    assert rows["options.royal-riches"] == ("2", "off")
    assert all(after == "–" for field, (_, after) in rows.items() if field.startswith("pays."))
    assert rows["pays.royal-riches.7 card straight flush"][0].startswith("8000 to 1, envy 5000.00, ")
    decks = found("down-under-blackjack", options__decks="8", options__match_the_dealer="8")
    chances = [pair for field, pair in decks.items() if field.startswith("pays.match-up")]
    assert chances
    assert all(" in " in text for pair in chances for text in pair if text != "–")


def test_software_and_a_study() -> None:
    (one,) = differences(version(), version("flush-poker", "cd"))
    assert (one.field, one.before, one.after) == ("software", "ab", "cd")
    assert found(study=True)["study"] == ("no", "yes")


def test_options_that_cannot_stand_are_still_compared() -> None:
    assert found(options__royal_riches="99")["options.royal-riches"] == ("2", "99")


def test_every_fact_of_a_sheet_is_a_text() -> None:
    for game in GAMES:
        assert all(isinstance(value, str) and value for value in version_facts(version(game)).values())


# ---- what a table was opened with


def test_the_openings_of_a_table() -> None:
    log = MemoryLog()
    table = opened_table(log, sheet_text(), software="ab")
    table.do(CloseTable())
    other = sheet_text({"seconds = 45": "seconds = 30"})
    table.do(OpenTable(rules=rules_of(parse_sheet(other), ON), day=str(ON), sheet=other, software="cd"))
    before, after = openings(log, "1", 2)
    assert [one.field for one in differences(before, after)] == ["decisions.seconds", "software"]
    assert before.what.startswith("table 1, opened 20")
    assert openings(log, "1", 1) == [after]
    with pytest.raises(InvalidInput, match="there is no table"):
        openings(log, "9", 1)


def test_a_table_without_two_openings_or_without_a_sheet() -> None:
    log = MemoryLog()
    table = opened_table(log, sheet_text())
    with pytest.raises(InvalidInput, match="table 1: was opened once only"):
        openings(log, "1", 2)
    table.do(CloseTable())
    table.do(OpenTable(rules=rules_of(parse_sheet(sheet_text()), ON), day=str(ON)))
    with pytest.raises(InvalidInput, match="without a sheet"):
        openings(log, "1", 1)


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = str(tmp_path / "house.db")
    with open_log(path) as log:
        opened_table(log, sheet_text())
    same, other = tmp_path / "same.toml", tmp_path / "other.toml"
    same.write_text(sheet_text())
    other.write_text(sheet_text({"seconds = 45": "seconds = 30"}))

    def run(*words: object, code: int) -> str:
        assert main(["audit", "difference", *map(str, words), "--db", path]) == code
        return capsys.readouterr().out

    assert "nothing differs" in run("--table", 1, same, code=0)
    printed = json.loads(run("--table", 1, other, "--json", code=1))
    assert printed["differences"] == [{"field": "decisions.seconds", "before": "45", "after": "30"}]
    assert (printed["same"], printed["after"]["what"]) == (False, str(other))
    assert "  decisions.seconds: 30 -> 45\n1 difference\n" in run(other, same, code=1)
    for words in ((), (same,), (same, other, same), ("--table", 1, same, other), ("--table", 1)):
        run(*words, code=2)
