"""`houseway jackpot` as a program sees it: two persons, exact meters, one line for what is wrong."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from cli.commands import run as command
from house.support.floor import EVERYTHING, JACKPOT, NOTHING, ON, QUICK, WORDS, opened_table, play, sheet_text, staff
from house.support.people import add_person
from houseway.cli.house.common import terminal
from houseway.house.jackpots.jackpot import Jackpot
from houseway.house.people.cage_events import fund
from houseway.house.people.house import House
from houseway.house.people.person_acts import AddPerson
from houseway.house.records.audit import audit_log
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.sheets.example import example_sheet
from houseway.house.sheets.links import winning_terms
from houseway.house.sheets.sheet import load_sheet
from houseway.house.store.store import open_log

Shown = pytest.CaptureFixture[str]
DAY = ("--on", str(ON))
TWO = ("--as", "sue", "--second", "ada")
READER = ("--as", "sue")
CAPPED = {
    'cap = "none"': 'cap = "10000.30"\noverflow = "next"',
    'reserve = "0%"': 'reserve = "1.5%"',
    'increment = "20%"': 'increment = "20.1234%"',
}


@pytest.fixture(autouse=True)
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own with three persons who have one password."""
    path = tmp_path / "house.db"
    monkeypatch.setenv("HOUSEWAY_DB", str(path))
    monkeypatch.setenv("HOUSEWAY_KEY", str(tmp_path / "house.key"))
    monkeypatch.setenv("HOUSEWAY_PASSWORD", WORDS)
    monkeypatch.setenv("HOUSEWAY_SECOND_PASSWORD", WORDS)
    monkeypatch.delenv("HOUSEWAY_PERSON", raising=False)
    monkeypatch.delenv("HOUSEWAY_SECOND", raising=False)
    with open_log(str(path)) as log:
        staff(log)
        log.append(fund(20_000_00))  # for deposits
    return path


def run(capsys: Shown, *words: str, code: int = 0) -> tuple[str, str]:
    return command(capsys, "jackpot", *words, code=code)


def answer(capsys: Shown, *words: str, code: int = 0) -> Any:
    return json.loads(run(capsys, *words, "--json", code=code)[0])


def written(folder: Path, changes: Mapping[str, str] | None = None, name: str = "sheet.toml") -> str:
    path = folder / name
    path.write_text(sheet_text(changes))
    return str(path)


def created(capsys: Shown, folder: Path, changes: Mapping[str, str] | None = None) -> str:
    sheet = written(folder, changes, f"{len(list(folder.iterdir()))}.toml")
    run(capsys, "create", sheet, *DAY, *TWO)
    return sheet


def test_create_needs_an_accepted_sheet_and_two_persons(capsys: Shown, tmp_path: Path) -> None:
    sheet = written(tmp_path)
    _, err = run(capsys, "create", sheet, *DAY, "--as", "sue", "--second", "sue", code=2)
    assert "two different persons" in err
    run(capsys, "create", sheet, *DAY, "--as", "dan", "--second", "ada", code=2)
    run(capsys, "create", sheet, *DAY, "--as", "sue", code=2)
    run(capsys, "create", sheet, "--on", "soon", *TWO, code=2)
    run(capsys, "create", str(tmp_path / "none.toml"), *TWO, code=2)
    _, err = run(capsys, "create", written(tmp_path, {"malfunction-hours = 72": ""}, "x.toml"), *DAY, *TWO, code=1)
    assert "malfunction-hours" in err
    found = answer(capsys, "create", sheet, *DAY, *TWO)
    assert (found["jackpot"], found["current"]) == (JACKPOT, "10000.00")
    assert found["appended"][0]["by"] == "sue"
    assert found["appended"][0]["data"]["second"] == "ada"
    _, err = run(capsys, "create", sheet, *DAY, *TWO, code=2)
    assert "there is one of this name" in err


def test_a_wrong_password_is_an_event(
    capsys: Shown, tmp_path: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = written(tmp_path)
    monkeypatch.setenv("HOUSEWAY_SECOND_PASSWORD", "wrong password")
    run(capsys, "create", sheet, *DAY, *TWO, code=2)
    with open_log(str(database)) as log:
        last = log.last("house", "log-in failed")
        assert last is not None
        assert last.data == {"name": "ada", "reason": "wrong password", "place": terminal()}
        assert Jackpot(log, JACKPOT).state.terms is None


def test_show_list_and_history(capsys: Shown, tmp_path: Path, database: Path) -> None:
    changes = {'increment = "20%"': 'increment = "20.1234%"', 'reserve = "0%"': 'reserve = "1.5%"'}
    created(capsys, tmp_path, changes)
    with open_log(str(database)) as log:
        table = opened_table(log, sheet_text(changes))
        play(table, {1: NOTHING})
        play(table, {1: EVERYTHING, 2: NOTHING})
        play(table, {1: NOTHING})
    found = answer(capsys, "show", JACKPOT)
    assert (found["current"], found["displayed"], found["hits"]) == ("1000.204936", "1000.20", 1)
    assert (found["reserve"], found["overflow"], found["contributed"]) == ("0.015", "0.00", "0.864936")
    assert found["paid"] == {"meter": "10000.60", "house": "0.00", "all": "10000.60"}
    terms = found["terms"]
    assert (terms["reset"], terms["limit"], terms["increment"], terms["seed"]) == (
        "1000.00",
        None,
        "20.1234%",
        "10000.00",
    )
    [win] = found["wins"]
    assert (win["table"], win["round"], win["before"]) == ("1", 2, "10000.603702")
    assert win["awards"][0]["player"] == "pat"
    assert found["meter from"]["created"] == "10000.00"
    out, _ = run(capsys, "show", JACKPOT)
    for words in ("1000.204936", "20.1234%", "paid by meter", "pat 10000.60", "1/2"):
        assert words in out
    [row] = answer(capsys, "list")
    assert (row["jackpot"], row["tables"]) == (JACKPOT, ["1"])
    assert JACKPOT in run(capsys, "list")[0]
    assert [event["kind"] for event in answer(capsys, "history", JACKPOT, *READER)] == ["created", "linked", "awarded"]
    assert [event["kind"] for event in answer(capsys, "history", JACKPOT, *READER, "--hits")] == ["awarded"]
    out, _ = run(capsys, "history", JACKPOT, *READER)
    assert "created by sue and ada" in out
    assert "pat 10000.60" in out


def test_adjustments_have_a_reason_a_note_and_two_persons(capsys: Shown, tmp_path: Path, database: Path) -> None:
    created(capsys, tmp_path)
    words = ("adjust", JACKPOT, "-12.50000001", "--reason", "malfunction", "--note", "a chip counted twice")
    found = answer(capsys, *words, *TWO)
    assert found["current"] == "9987.49999999"
    assert found["appended"][0]["data"]["reason"] == "malfunction"
    run(capsys, "adjust", JACKPOT, "12.50000001", *words[3:], *TWO)
    for wrong in (
        (*words, "--as", "sue", "--second", "sue"),
        (*words, "--as", "dan", "--second", "ada"),
        ("adjust", JACKPOT, "-1", "--reason", "generosity", "--note", "x", *TWO),
        ("adjust", JACKPOT, "-1", "--reason", "malfunction", "--note", " ", *TWO),
        ("adjust", JACKPOT, "-1", "--reason", "malfunction", *TWO),
        ("adjust", JACKPOT, "--5", "--reason", "malfunction", "--note", "x", *TWO),
        ("adjust", JACKPOT, "-0.000000001", "--reason", "malfunction", "--note", "x", *TWO),
        ("adjust", JACKPOT, "-99999", "--reason", "malfunction", "--note", "x", *TWO),
        ("adjust", JACKPOT, "-1", "--reason", "over-cap", "--note", "x", *TWO),
        ("adjust", "none", "-1", "--reason", "malfunction", "--note", "x", *TWO),
    ):
        run(capsys, *wrong, code=2)
    assert answer(capsys, "show", JACKPOT)["current"] == "10000.00"
    run(capsys, "adjust", JACKPOT, "-5", "--reason", "seed-recovery", "--note", "x", *TWO)
    seizure = ("adjust", JACKPOT, "-1", "--reason", "seizure", "--note", "a court's order", *TWO)
    assert "account holds 0.00; deposit first" in run(capsys, *seizure, code=2)[1]
    run(capsys, "deposit", JACKPOT, "1.00", "--slip", "17", *TWO)
    run(capsys, *seizure)
    assert answer(capsys, "show", JACKPOT)["stopped"] == "seizure"
    with open_log(str(database)) as log:
        assert audit_log(log).broken is None


def test_a_removed_prize_goes_into_another_jackpot(capsys: Shown, tmp_path: Path, database: Path) -> None:
    created(capsys, tmp_path)
    words = ("adjust", JACKPOT, "-10000", "--reason", "removal", "--note", "the table goes", *TWO)
    run(capsys, *words, code=2)
    run(capsys, *words, "--into", "other", code=2)
    created(capsys, tmp_path, {JACKPOT: "other"})
    assert answer(capsys, *words, "--into", "other")["current"] == "0.00"
    assert answer(capsys, "show", "other")["current"] == "20000.00"
    with open_log(str(database)) as log:
        assert [one for one in deep_audit(log).findings if one.stream.startswith("jackpot/")] == []


def test_stop_start_and_change(capsys: Shown, tmp_path: Path, database: Path) -> None:
    created(capsys, tmp_path)
    assert answer(capsys, "stop", JACKPOT, "the account is short", "--as", "ada")["stopped"] == "the account is short"
    run(capsys, "stop", JACKPOT, "again", "--as", "ada", code=2)
    run(capsys, "start", JACKPOT, "--as", "sue", "--second", "dan", code=2)
    assert answer(capsys, "start", JACKPOT, *TWO)["stopped"] == ""
    other = {'increment = "20%"': 'increment = "10%"'}
    sheet = written(tmp_path, other)
    run(capsys, "change", JACKPOT, sheet, *DAY, *TWO)
    assert answer(capsys, "show", JACKPOT)["terms"]["increment"] == "10%"
    run(capsys, "change", "none", sheet, *DAY, *TWO, code=2)
    unlike = written(tmp_path, {'jackpot-paytable = "1"': 'jackpot-paytable = "2"'}, "unlike.toml")
    _, err = run(capsys, "change", JACKPOT, unlike, *DAY, *TWO, code=2)
    assert "is not won alike" in err
    with open_log(str(database)) as log:
        opened_table(log, sheet_text(other))
    _, err = run(capsys, "change", JACKPOT, sheet, *DAY, *TWO, code=2)
    assert "table 1 is open on it" in err


def test_deposits_and_reconciliation(capsys: Shown, tmp_path: Path, database: Path) -> None:
    sheet = created(capsys, tmp_path)
    with open_log(str(database)) as log:
        play(opened_table(log, Path(sheet).read_text()), {1: NOTHING, 2: "2s 3s 4s 5c 6c 7d 9d"})
    [week] = answer(capsys, "reconcile", *READER)
    assert (week["accrued"], week["owed"], week["short"], week["holds"]) == ("10000.40", "10000.40", "0.00", True)
    [due] = answer(capsys, "reconcile", *READER, JACKPOT, "--since", "2099-01-01", code=1)
    assert (due["short"], due["holds"], due["adds_up"]) == ("10000.40", False, True)
    out, _ = run(capsys, "reconcile", *READER, "--since", "2099-01-01", code=1)
    assert "SHORT by 10000.40" in out
    run(capsys, "deposit", JACKPOT, "10000.40", "--slip", "17", "--as", "dan", code=2)
    run(capsys, "deposit", JACKPOT, "0", "--slip", "17", *TWO, code=2)
    found = answer(capsys, "deposit", JACKPOT, "10000.40", "--slip", "17", *TWO)
    assert found["appended"][0]["data"]["owed"] == "10000.40"
    [done] = answer(capsys, "reconcile", *READER, "--since", "2099-01-01")
    assert (done["deposited_before"], done["owed"], done["holds"]) == ("10000.40", "0.00", True)
    assert "holds" in run(capsys, "reconcile", *READER)[0]
    run(capsys, "reconcile", *READER, "none", code=2)
    run(capsys, "reconcile", *READER, "--since", "monday", code=2)


def test_the_account_gives_back_what_the_tray_has_paid(capsys: Shown, tmp_path: Path, database: Path) -> None:
    sheet = created(capsys, tmp_path)
    run(capsys, "deposit", JACKPOT, "10000.00", "--slip", "17", *TWO)
    draw = ("draw", JACKPOT, "9000.00", "--slip", "18")
    assert "holds 0.00 above what the players are owed" in run(capsys, *draw, *TWO, code=2)[1]
    with open_log(str(database)) as log:
        play(opened_table(log, Path(sheet).read_text()), {1: EVERYTHING, 2: NOTHING})
        tray, bank = log.balance("table/1/chips"), log.balance("house/bank")
    assert tray < -9_900 * 100_000_000  # it paid the award; nobody counts it here
    found = answer(capsys, "show", JACKPOT)
    assert (found["account"], found["owed"]) == ("10000.00", "-9000.00")
    run(capsys, *draw, "--as", "sue", code=2)
    run(capsys, "draw", JACKPOT, "9000.00", *TWO, code=2)
    done = answer(capsys, *draw, *TWO)
    assert done["appended"][0]["data"] == {"amount": "9000.00", "owed": "-9000.00", "second": "ada", "slip": "18"}
    found = answer(capsys, "show", JACKPOT)
    assert (found["account"], found["owed"]) == ("1000.00", "0.00")
    with open_log(str(database)) as log:
        assert log.balance("house/bank") == bank + 9_000 * 100_000_000


def test_the_same_request_counts_once(capsys: Shown, tmp_path: Path) -> None:
    sheet = written(tmp_path)
    steps: list[tuple[str, ...]] = [
        ("create", sheet, *DAY, *TWO),
        ("deposit", JACKPOT, "10.00", "--slip", "17", *TWO),
        ("adjust", JACKPOT, "-1.00", "--reason", "malfunction", "--note", "x", *TWO),
        ("stop", JACKPOT, "the account is short", "--as", "sue"),
        ("start", JACKPOT, *TWO),
        ("change", JACKPOT, sheet, *DAY, *TWO),
    ]
    for number, step in enumerate(steps):
        first = answer(capsys, *step, "--request", str(number))
        assert answer(capsys, *step, "--request", str(number)) == first
    _, err = run(capsys, "deposit", JACKPOT, "11.00", "--slip", "17", *TWO, "--request", "1", code=2)
    assert "request 1: was used for something else" in err
    found = answer(capsys, "show", JACKPOT)
    assert (found["current"], found["owed"]) == ("9999.00", "9989.00")


def test_what_overflows_is_passed_on(capsys: Shown, tmp_path: Path, database: Path) -> None:
    sheet = created(capsys, tmp_path, CAPPED)
    with open_log(str(database)) as log:
        table = opened_table(log, Path(sheet).read_text())
        for _ in range(2):
            play(table, {1: NOTHING})
    found = answer(capsys, "show", JACKPOT)
    assert (found["current"], found["overflow"], found["terms"]["limit"]) == ("10000.30", "0.102468", "10000.30")
    run(capsys, "pass-on", JACKPOT, "--as", "sue", code=2)
    created(capsys, tmp_path, {JACKPOT: "next"})
    run(capsys, "pass-on", JACKPOT, "--as", "dan", code=2)
    run(capsys, "pass-on", "next", "--as", "sue", code=2)
    run(capsys, "pass-on", JACKPOT, "--as", "sue")
    assert answer(capsys, "show", JACKPOT)["overflow"] == "0.00"
    assert answer(capsys, "show", "next")["current"] == "10000.102468"
    with open_log(str(database)) as log:
        assert [one for one in deep_audit(log).findings if one.stream.startswith("jackpot/")] == []


def declared(sheet: Path) -> list[str]:
    """How an outside game is won that is won as the game of a sheet is: its approval, and every line."""
    game = load_sheet(sheet).chosen
    words = ["--reference", "2019-07-23", "--supplier", game.approval.supplier]
    for line in winning_terms(game)["lines"]:
        words += ["--line", "=".join(line)]
    return words


def test_an_outside_game_is_declared_by_two(capsys: Shown, tmp_path: Path) -> None:
    sheet = tmp_path / "blackjack.toml"
    sheet.write_text(example_sheet("down-under-blackjack").replace('linked = "no"', 'linked = "yes"'))
    name = answer(capsys, "create", str(sheet), *DAY, *TWO)["jackpot"]
    key = answer(capsys, "show", name)["key"]
    said = declared(sheet)
    words = ("declare", name, "match-the-dealer-blackjack", *said)
    run(capsys, "declare", name, "go-fish", *said, *TWO, code=2)
    run(capsys, *words[:3], key, *TWO, code=2)
    run(capsys, *words[:-2], *TWO, code=2)
    run(capsys, *words, "--as", "sue", "--second", "dan", code=2)
    run(capsys, *words, *TWO)
    assert answer(capsys, "show", name)["outside"] == {"match-the-dealer-blackjack": key}
    assert "outside game match-the-dealer-blackjack" in run(capsys, "show", name)[0]


def test_wagers_and_wins_of_an_outside_game_are_entered(capsys: Shown, tmp_path: Path, database: Path) -> None:
    with open_log(str(database)) as log:
        add_person(House(log, hasher=QUICK), AddPerson(name="sam", roles=("supervisor",), password=WORDS), by="ada")
    sheet = tmp_path / "blackjack.toml"
    sheet.write_text(example_sheet("down-under-blackjack").replace('linked = "no"', 'linked = "yes"'))
    name = answer(capsys, "create", str(sheet), *DAY, *TWO)["jackpot"]
    game = "match-the-dealer-blackjack"
    words = ("outside", name, game, "--wagers", "25.00", "--as", "dan", "--request", "w")
    assert "is not declared" in run(capsys, *words, code=2)[1]
    run(capsys, "declare", name, game, *declared(sheet), *TWO)
    before = float(answer(capsys, "show", name)["current"])
    raised = answer(capsys, *words)["current"]
    assert answer(capsys, *words)["current"] == raised
    assert float(raised) > before
    floor = ("--as", "sue", "--second", "dan")
    rest = ("--sheet", str(sheet), *DAY, "--player", "Pat")
    refusal = run(capsys, "outside", name, game, "--win", "no such line", *rest, *floor, code=2)[1]
    line = refusal.partition("is no line; there are ")[2].split(", ")[0]
    won = ("outside", name, game, "--win", line, *rest, "--request", "a")
    assert "two different persons" in run(capsys, *won, "--as", "sue", "--second", "sue", code=2)[1]
    paid = answer(capsys, *won, *floor)["current"]
    assert answer(capsys, *won, *floor)["current"] == paid
    assert float(paid) < float(raised)
    shown = answer(capsys, "show", name)
    (held,) = shown["held"]
    assert (shown["hits"], held["player"], held["verified"]) == (1, "Pat", 0)
    assert f"award {held['number']}: Pat {held['amount']}" in run(capsys, "show", name)[0]
    assert "entered this win" in run(capsys, "verify", name, "--as", "sue", code=2)[1]
    assert "no such win waits" in run(capsys, "verify", name, "--award", "1", "--as", "deb", code=2)[1]
    run(capsys, "verify", name, "--as", "deb")
    run(capsys, "reject", name, "the hand was a pair", "--as", "sam", "--second", "deb")
    assert answer(capsys, "show", name)["held"] == []
    for wrong in ((), ("--wagers", "1", "--win", line), ("--win", line), ("--wagers", "1.50")):
        run(capsys, "outside", name, game, *wrong, *floor, code=2)


def test_jackpots_that_are_not_there(capsys: Shown) -> None:
    for words in (("show", "x"), ("history", "x", *READER), ("stop", "x", "y", "--as", "sue"), ("start", "../x", *TWO)):
        _, err = run(capsys, *words, code=2)
        assert "no jackpot" in err
    assert answer(capsys, "list") == []


@pytest.mark.parametrize(
    "command",
    [
        *("create", "change", "declare", "outside", "stop", "start", "adjust"),
        *("deposit", "draw", "pass-on", "list", "show", "history", "reconcile"),
    ],
)
def test_every_help_has_an_example(capsys: Shown, command: str) -> None:
    out, _ = run(capsys, command, "--help")
    assert f"houseway jackpot {command}" in " ".join(out.partition("Example:")[2].split())
