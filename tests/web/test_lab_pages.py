"""The lab over HTTP: facts under any choice, other pays, the search, and lines as CSV."""

import csv
import io
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

import houseway
from houseway.games import game_names
from houseway.lab.analyze import analyze
from houseway.web.api.what_if import LIVES
from houseway.web.job_folder import Job
from houseway.web.lab_work import Step, Task, run_task
from web.serving import Guest, Running


@pytest.mark.parametrize("game", game_names())
def test_a_page_shows_what_analyze_says(practice: Running, game: str) -> None:
    assert practice.http.get(f"/lab/{game}").status_code == 200
    assert practice.http.get(f"/lab/{game}/what-if").status_code == 200
    facts = practice.http.get(f"/api/v1/lab/{game}").json()
    found = analyze(game).to_json()
    assert facts["analysis"]["main"] == found["main"]
    assert [one["name"] for one in facts["wagers"]] == [*analyze(game).wagers]
    for wager, tables in facts["analysis"]["wagers"].items():
        for name, table in tables.items():
            lines = [*table["lines"].values()]
            returns = [line.pop("returns", 0) for line in lines]
            assert table == found["wagers"][wager][name]
            pushes = sum(line["probability"] for line in lines if line["pays"] == "push")
            wins_once = sum(line["probability"] for line in lines) - pushes < table["hit_frequency"] + 1e-12
            if "contribution" not in table and "basis" not in table and wins_once:
                assert sum(returns) == pytest.approx(1 - table["house_edge"], abs=1e-9), (wager, name)


def test_choices_change_the_price_and_are_marked(practice: Running) -> None:
    plain = practice.http.get("/api/v1/lab/flush-poker").json()
    strict = practice.http.get("/api/v1/lab/flush-poker?set=folded-bonuses=lose&set=royal-riches=3").json()
    assert strict["chosen"] == {"folded-bonuses": "lose", "royal-riches": "3"}
    edges = [one["analysis"]["wagers"]["royal-riches"]["1"]["house_edge"] for one in (plain, strict)]
    assert edges == [pytest.approx(0.080008, abs=1e-6), pytest.approx(0.307102, abs=1e-6)]
    assert {one["name"]: one["offered"] for one in strict["wagers"]}["royal-riches"] == "3"
    assert practice.http.get("/api/v1/lab/flush-poker?set=royal-riches=77").status_code == 422
    assert practice.http.get("/api/v1/lab/no-game").status_code == 404


def test_other_pays_and_the_search(practice: Running) -> None:
    body = {"wager": "trips-or-better", "table": "2", "pays": {"flush": "6 to 1"}}
    priced = practice.http.post("/api/v1/lab/down-under-holdem/reprice", json=body)
    assert priced.status_code == 200
    assert "[[paytables]]" in priced.json()["study"]
    wanted = {"wager": "trips-or-better", "table": "2", "edge": "0%..9%", "vary": {"flush": "4..9 to 1"}}
    found = practice.http.post("/api/v1/lab/down-under-holdem/design", json=wanted).json()
    for design in found["designs"]:
        again = practice.http.post("/api/v1/lab/down-under-holdem/reprice", json={**body, "pays": design["pays"]})
        assert again.json()["house_edge_exact"] == design["house_edge_exact"]
    assert found["designs"]
    path = "/api/v1/lab/down-under-holdem/design"
    main = practice.http.post(path, json={**wanted, "wager": "bet", "table": "", "vary": {}})
    assert main.status_code == 409  # the server itself solves nothing
    huge = dict.fromkeys(("flush", "straight", "full house", "four of a kind"), "1..100 to 1")
    refused = practice.http.post(path, json={**wanted, "vary": huge})
    assert (refused.status_code, refused.json()["field"]) == (400, "vary")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"wager": "ante"}, "wager"),
        ({"wager": "trips-or-better", "pays": {"flush": "x" * 200}}, None),
        ({"wager": "trips-or-better", "pays": {"flush": "0 to 0"}}, "pays.flush"),
        ({"wager": "trips-or-better", "table": "99"}, "table"),
        ({"wager": "trips-or-better", "more": 1}, None),
    ],
)
def test_wrong_pays_are_answered_with_a_problem(practice: Running, body: dict[str, object], field: str | None) -> None:
    answer = practice.http.post("/api/v1/lab/down-under-holdem/reprice", json=body)
    assert answer.status_code in (400, 422)
    assert answer.headers["content-type"].startswith("application/problem+json")
    assert field is None or answer.json()["field"] == field


def test_lines_come_as_csv(practice: Running) -> None:
    answer = practice.http.get("/api/v1/lab/premium-holdem/lines?wager=player-bonus")
    assert answer.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [row["wager"] for row in rows] == ["player-bonus"] * 7
    assert rows[0]["combinations"] == "4324"


def test_a_page_of_the_lab_loads_no_compiler() -> None:
    program = (
        "import sys; from houseway.games import game_named, game_names; from houseway.web.lab_page import lab_facts; "
        "[lab_facts(game_named(name)) for name in game_names()]; sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


STUDY = 'game = "premium-holdem"\nname = "short"\n[rules]\ndeck = "9TJQKA"\n'
LONGEST = 300.0  # seconds of a count on a busy machine


def test_a_study_is_counted_by_a_job_and_then_priced_by_its_text(practice: Running) -> None:
    guest, text = practice.guest(), str(httpx.QueryParams(study=STUDY))
    facts = guest.get(f"/lab/premium-holdem?{text}").json()
    assert facts["marks"] == {"study": "short", "status": "not approved"}
    if facts["analysis"] is None:
        job = guest.post("/jobs", {"game": "premium-holdem", "study": STUDY}).json()
        assert guest.post("/jobs", {"game": "premium-holdem", "study": STUDY}).json()["id"] == job["id"]
        assert finished(guest, job)["state"] == "done"
        facts = guest.get(f"/lab/premium-holdem?{text}").json()
    again = guest.get(f"/analyses/premium-holdem?{text}").json()
    assert facts["analysis"]["main"] == again["main"]
    assert again["main"]["house_edge"] == pytest.approx(-2.006370, abs=1e-6)
    assert again["status"] == "not approved"


@pytest.mark.parametrize("text", ["[rules", "game = 'premium-holdem'", "[rules]\nnone = 1", "x = " + "[" * 300])
def test_a_study_that_is_wrong_is_refused(practice: Running, text: str) -> None:
    answer = practice.http.get(f"/api/v1/lab/flush-poker?{httpx.QueryParams(study=text)}")
    assert answer.status_code in (400, 422)


def finished(guest: Guest, job: dict[str, Any]) -> dict[str, Any]:
    """A job that is over."""
    end = time.monotonic() + LONGEST
    while job["state"] in ("waiting", "running"):
        assert time.monotonic() < end
        time.sleep(0.2)  # what another process counts can only be asked for
        job = guest.get(f"/jobs/{job['id']}").json()
    return job


def test_a_job_has_its_file_once_it_is_done(practice: Running) -> None:
    """The job of a report, as `work` does it, with a report that takes no time."""
    guest, folder = practice.guest(), practice.services.jobs._folder
    job = Job(id="made", kind="report", game="premium-holdem", options={}, person=guest.person, form="html")
    folder.add(job)
    assert guest.get("/jobs/made/file").status_code == 404
    folder.file(job).write_text("<!doctype html>")
    assert guest.get("/jobs/made/file").status_code == 404  # it is not done
    job.state = "done"
    folder.update(job)
    answer = guest.get("/jobs/made/file")
    assert answer.headers["content-disposition"] == 'attachment; filename="premium-holdem-report.html"'
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.text == "<!doctype html>"
    assert guest.get("/jobs/none/file").status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize("form", ["html", "json", "pdf"])
def test_a_report_is_made_by_a_job(practice: Running, form: str) -> None:
    guest = practice.guest()
    job = finished(guest, guest.post("/jobs", {"game": "premium-holdem", "kind": "report", "form": form}).json())
    assert (job["state"], job["problem"]) == ("done", "")
    assert guest.get(f"/jobs/{job['id']}/file").content
    again = guest.post("/jobs", {"game": "premium-holdem", "kind": "report", "form": form}).json()
    assert again["id"] == job["id"]  # the same question is answered once


def test_a_pdf_is_refused_where_typst_is_missing(practice: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.web.api.lab.has_typst", lambda: False)
    answer = practice.guest().post("/jobs", {"game": "premium-holdem", "kind": "report", "form": "pdf"})
    assert (answer.status_code, answer.json()["field"]) == (409, "form")
    assert "houseway[report]" in answer.json()["detail"]


def test_a_game_without_hands_face_up_has_no_such_job(practice: Running) -> None:
    assert practice.guest().post("/jobs", {"game": "premium-holdem", "kind": "face-up"}).status_code == 400


def test_what_the_lab_refuses_is_said_by_the_job(tmp_path: Path) -> None:
    said: list[Step] = []
    task = Task(kind="face-up", game="premium-holdem", options={}, study="", form="json")
    with pytest.raises(SystemExit):
        run_task(task, tmp_path / "file.json", said.append)
    assert "premium-holdem" in str(said)


def test_the_life_of_a_meter_is_that_of_the_command(practice: Running) -> None:
    path = "/api/v1/lab/flush-poker/meter?table=1&increment=10%25&start=500&reset=100&wager=1&wagers_a_day=1000"
    answer = practice.http.get(path).json()
    life = houseway.meter("flush-poker", "1", increment="10%", start=500, reset=100, wagers_a_day=1000, lives=LIVES)
    assert answer == json.loads(json.dumps(life.to_json()))
    assert practice.http.get("/api/v1/lab/premium-holdem/meter").status_code == 400
