"""The lab over HTTP: facts under any choice, other pays, the search, and lines as CSV."""

import csv
import io
import subprocess
import sys
import time

import httpx
import pytest

from houseway.games import game_names
from houseway.lab.analyze import analyze
from web.serving import Running


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
        end = time.monotonic() + LONGEST
        while job["state"] in ("waiting", "running"):
            assert time.monotonic() < end
            time.sleep(0.2)  # what another process counts can only be asked for
            job = guest.get(f"/jobs/{job['id']}").json()
        assert job["state"] == "done"
        facts = guest.get(f"/lab/premium-holdem?{text}").json()
    again = guest.get(f"/analyses/premium-holdem?{text}").json()
    assert facts["analysis"]["main"] == again["main"]
    assert again["main"]["house_edge"] == pytest.approx(-2.006370, abs=1e-6)
    assert again["status"] == "not approved"


@pytest.mark.parametrize("text", ["[rules", "game = 'premium-holdem'", "[rules]\nnone = 1", "x = " + "[" * 300])
def test_a_study_that_is_wrong_is_refused(practice: Running, text: str) -> None:
    answer = practice.http.get(f"/api/v1/lab/flush-poker?{httpx.QueryParams(study=text)}")
    assert answer.status_code in (400, 422)
