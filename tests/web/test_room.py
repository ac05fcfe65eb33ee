"""A room: the people of the house sign in, staff open tables and deal, players play, auditors read."""

import time
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec import to_builtins

from house.support.people import add_person
from house.support.tables import declaration
from houseway.house.log.ledger import cents
from houseway.house.people.house import House
from houseway.house.people.person_acts import AddFirstPerson, AddPerson, DisablePerson, SetPassword
from houseway.house.sheets.links import winning_terms
from houseway.house.sheets.sheet import parse_sheet
from houseway.house.store.store import open_log
from houseway.money import parse_money
from web.serving import Guest, Running, serving

PASSWORD = "correct horse battery"  # noqa: S105  # of nobody


@pytest.fixture(scope="module")
def room() -> Iterator[Running]:
    """A room with its staff and a player."""
    with serving(database="memory:", practice=False) as running:
        people = running.services.floor.people
        people.do(AddFirstPerson(name="ada", password=PASSWORD))
        for name, role in (("sue", "supervisor"), ("dan", "dealer"), ("pat", "player"), ("audrey", "auditor")):
            add_person(people, AddPerson(name=name, roles=(role,), password=PASSWORD), by="ada")
        yield running


@pytest.fixture(scope="module")
def staff(room: Running) -> dict[str, Guest]:
    """Everybody, signed in."""
    return {name: room.person(name, PASSWORD) for name in ("ada", "sue", "dan", "pat", "audrey")}


@pytest.fixture(scope="module")
def table(room: Running, staff: dict[str, Guest]) -> str:
    """A table that is open, with pat on its second seat: the house is in business."""
    sue, dan, pat, ada = staff["sue"], staff["dan"], staff["pat"], staff["ada"]
    opened = sue.post("/sheets/open", {"sheet": _sheet(room)})
    assert opened.status_code == 200, opened.text
    second = {"person": "sue", "password": PASSWORD}
    assert ada.post("/cage/fund", {"amount": 100000, "second": second}).status_code == 200
    second = {"person": "dan", "password": PASSWORD}
    assert sue.post("/cage/fill", {"table": "1", "amount": 10000, "second": second}).status_code == 200
    assert dan.post("/cage/buy-in", {"player": "pat", "amount": "500"}).status_code == 200
    assert pat.post("/tables/1/join", {"seat": 2}).status_code == 200
    return "1"


def _sheet(room: Running, game: str = "premium-holdem") -> str:
    text: str = room.http.get(f"/api/v1/sheets/{game}").json()["sheet"]
    return text


def test_guests_do_not_play_in_a_room(room: Running) -> None:
    assert room.http.post("/api/v1/session", json={"guest": True}).status_code == 403
    wrong = room.http.post("/api/v1/session", json={"person": "pat", "password": "guess"})
    assert wrong.status_code == 403
    assert "pat" not in wrong.text


def test_a_page_to_sign_in_and_no_word_of_practice(room: Running) -> None:
    assert 'href="/sign-in"' in room.http.get("/").text
    assert "data-sign-in" in room.http.get("/sign-in").text
    for address in ("/", "/sign-in", "/docs", "/me", "/drill"):
        assert "practice chips</span>" not in room.http.get(address).text, address
    with httpx.Client(base_url=f"http://{room.address}") as browser:
        ours = {"Origin": f"http://{room.address}"}
        answer = browser.post("/api/v1/session", json={"person": "pat", "password": PASSWORD}, headers=ours)
        assert answer.status_code == 201
        page = browser.get("/").text
        assert "data-sign-out" in page
        assert "pat" in page


def test_a_table_is_dealt_by_hand_and_settled(room: Running, staff: dict[str, Guest], table: str) -> None:
    dan, pat = staff["dan"], staff["pat"]
    assert pat.post("/sheets/open", {"sheet": _sheet(room)}).status_code == 403
    before = Decimal(pat.get("/session").json()["balance"])
    assert dan.post("/cage/buy-in", {"player": "pat", "amount": "250"}, key="b").json()[0]["kind"] == "buy-in"
    assert dan.post("/cage/buy-in", {"player": "pat", "amount": "250"}, key="b").status_code == 200
    assert Decimal(pat.get("/session").json()["balance"]) == before + 250
    with pat.page() as player, dan.page() as dealer:
        player.do("watch", table)
        player.do("wager", table, seat=2, wagers={"ante": 10, "xtra-bonus": 10})
        assert player.ask("deal", table)["problem"]["status"] == 403
        dealer.do("watch", table)
        dealer.do("deal", table)
        deal = {"hands": {"2": ["Qs", "Qd", "Qc"]}, "dealer": ["9h", "2c", "3d"], "board": ["Kd", "7s", "7c", "2d"]}
        dealer.do("enter", table, deal=deal)
        view = player.view(table, lambda one: one["turn"] == 2)
        assert view["seats"][0]["cards"] == ["Qs", "Qd", "Qc"]
        assert set(dealer.view(table, lambda one: one["turn"] == 2)["seats"][0]["cards"]) == {"??"}
        assert not any("Qs" in text for text in dealer.told)
        player.do("decide", table, seat=2, round=view["round"], decision="play 3x")
        assert player.view(table, lambda one: one["settled"] is not None)["settled"]["round"] == view["round"]


def test_a_mistyped_round_is_corrected_by_two_others(staff: dict[str, Guest], table: str) -> None:
    """Over HTTP as by the commands: the round tells both settlements, and its replay goes on working."""
    sue, dan, pat = staff["sue"], staff["dan"], staff["pat"]
    deal = {"hands": {"2": ["Ah", "Ad", "Ac"]}, "dealer": ["9h", "2c", "3d"], "board": ["Kd", "7s", "7c", "2d"]}
    typed = {**deal, "hands": {"2": ["4h", "5d", "9c"]}}
    assert pat.post(f"/tables/{table}/wager", {"seat": 2, "wagers": {"ante": 10, "xtra-bonus": 10}}).status_code == 200
    dan.post(f"/tables/{table}/deal")
    dan.post(f"/tables/{table}/enter", {"deal": deal})
    assert pat.post(f"/tables/{table}/correct", {"deal": typed, "reason": "x"}).status_code == 403
    assert "dan entered it" in sue.post(f"/tables/{table}/correct", {"deal": typed, "reason": "x"}).text
    assert dan.post(f"/tables/{table}/correct", {"deal": typed, "reason": "mistyped"}).status_code == 200
    view = pat.get(f"/tables/{table}?seat=2").json()
    assert view["seats"][0]["cards"] == ["4h", "5d", "9c"]
    number = view["round"]
    dan.post(f"/tables/{table}/decide", {"seat": 2, "round": number, "decision": "check"})
    dan.post(f"/tables/{table}/decide", {"seat": 2, "round": number, "decision": "fold"})
    before = pat.get(f"/rounds/{table}/{number}").json()
    purse = pat.get("/session").json()["balance"]
    assert before["corrections"] == []
    record = before["record"]
    record["seats"][0] |= {"cards": ["Ah", "Ad", "Ac"], "decisions": ["play 3x"]}
    body = {"round": number, "record": record, "reason": "another seat's"}
    assert sue.post(f"/tables/{table}/correct-round", body).status_code == 403
    second = {"person": "ada", "password": PASSWORD}
    assert (
        dan.post(f"/tables/{table}/correct-round", {**body, "second": {**second, "person": "sue"}}).status_code >= 400
    )
    done = sue.post(f"/tables/{table}/correct-round", {**body, "second": second}, key="c")
    assert done.status_code == 200, done.text
    assert sue.post(f"/tables/{table}/correct-round", {**body, "second": second}, key="c").json() == done.json()
    after = pat.get(f"/rounds/{table}/{number}").json()
    assert after["settlement"] == before["settlement"]
    (corrected,) = after["corrections"]
    assert corrected["settlement"]["seats"][0]["net"] != before["settlement"]["seats"][0]["net"]
    assert corrected["replay"][-1]["view"]["seats"][0]["cards"] == ["Ah", "Ad", "Ac"]
    assert pat.get("/session").json()["balance"] != purse
    view = pat.get(f"/tables/{table}?seat=2").json()
    assert view["settled"]["settlement"] == corrected["settlement"]
    assert view["you"]["purse"] == pat.get("/session").json()["balance"]


def test_two_persons_where_two_are_needed(staff: dict[str, Guest]) -> None:
    sue = staff["sue"]
    assert sue.post("/site/disable", {"reason": "a test"}).json()["disabled"] == "a test"
    assert sue.post("/site/enable", {}).status_code == 403
    wrong = {"second": {"person": "ada", "password": "guess"}}
    assert sue.post("/site/enable", wrong).status_code == 403
    assert sue.post("/site/enable", {"second": {"person": "ada", "password": PASSWORD}}).json()["disabled"] is None


def test_an_auditor_reads_and_changes_nothing(staff: dict[str, Guest]) -> None:
    audrey, pat = staff["audrey"], staff["pat"]
    assert audrey.get("/audit/verify").json()["broken"] is None
    assert audrey.get("/audit/day").status_code == 200
    assert audrey.get("/people").status_code == 200
    assert pat.get("/people").status_code == 403
    assert pat.get("/audit/export").status_code == 403
    assert audrey.post("/site/disable", {"reason": "no"}).status_code == 403
    assert audrey.post("/people/add", {"name": "x", "roles": ["player"], "password": PASSWORD}).status_code == 403


def test_reading_is_a_right_over_http_too(room: Running, staff: dict[str, Guest]) -> None:
    reports = ("/people", "/cage", "/site", "/incidents", "/audit/day")
    log = ("/audit/verify", "/audit/export", "/audit/rounds/1/1", "/audit/recall/1", "/audit/bonuses")
    for path in (*reports, *log):
        assert room.http.get(f"/api/v1{path}").status_code == 401, path
        for name in ("pat", "dan"):
            refused = staff[name].get(path)
            assert refused.status_code == 403, path
            assert f"may not read {'log' if path in log else 'reports'}" in refused.text
        for name in ("audrey", "sue", "ada"):
            assert staff[name].get(path).status_code in (200, 400, 404), path  # there may be no such table


def test_incidents_run_their_clock(staff: dict[str, Guest]) -> None:
    found = staff["dan"].post("/incidents/open", {"description": "the reader shows no light"}).json()
    assert found["status"]
    assert staff["audrey"].get("/incidents?unreported=true").json()[0]["incident"] == found["incident"]


@pytest.mark.usefixtures("table")
def test_who_is_disabled_is_out_at_once(room: Running, staff: dict[str, Guest]) -> None:
    ada = staff["ada"]
    gone_person = {"name": "gone", "roles": ["player"], "password": PASSWORD}
    second = {"person": "sue", "password": PASSWORD}
    assert ada.post("/people/add", gone_person).status_code == 403  # the house is in business: two persons do it
    ada.post("/people/add", {**gone_person, "second": second})
    gone = room.person("gone", PASSWORD)
    assert gone.get("/session").status_code == 200
    assert ada.post("/people/disable", {"name": "gone", "second": second}).json()["disabled"] is True
    assert gone.get("/session").status_code == 401


def soon(is_so: Callable[[], bool]) -> bool:
    """Whether something comes true within a few looks of the server at what other processes do."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        if is_so():
            return True
    return False


def test_a_session_ends_with_a_new_password_or_its_persons_rights(tmp_path: Path) -> None:
    """Also where another process, such as a command, changed them, and at a live link that is open."""
    url = str(tmp_path / "house.db")
    with serving(database=url, practice=False) as running:
        people = running.services.floor.people
        people.do(AddFirstPerson(name="ada", password=PASSWORD))
        add_person(people, AddPerson(name="sue", roles=("supervisor",), password=PASSWORD), by="ada")
        add_person(people, AddPerson(name="dan", roles=("dealer",), password=PASSWORD), by="ada")
        add_person(people, AddPerson(name="bea", roles=("administrator",), password=PASSWORD), by="ada")
        sue, dan = running.person("sue", PASSWORD), running.person("dan", PASSWORD)
        assert sue.post("/sheets/open", {"sheet": _sheet(running)}).status_code == 200
        body = {"name": "sue", "password": "a thief's own words"}
        assert sue.post("/people/password", body).status_code == 403
        assert sue.post("/people/password", {**body, "old": "a thief's guess"}).status_code == 403
        assert sue.get("/session").status_code == 200
        with open_log(url) as elsewhere:
            others = House(elsewhere)
            with sue.page() as page:
                others.do(SetPassword(name="sue", password="another good horse", old=PASSWORD), by="sue")
                assert page.is_closed()
            others.do(DisablePerson(name="dan"), by="ada", second="bea")
        assert soon(lambda: dan.get("/session").status_code == 401)
        assert sue.get("/session").status_code == 401
        assert sue.post("/people/password", {**body, "old": "another good horse"}).status_code == 401
        own = {"name": "dan", "password": "a thief's own words", "old": PASSWORD}
        assert dan.post("/people/password", own).status_code == 401
        again = running.person("sue", "another good horse")
        own = {"name": "sue", "password": "one more good horse", "old": "another good horse"}
        assert again.post("/people/password", own).status_code == 200
        assert again.get("/session").status_code == 401
        assert running.person("sue", "one more good horse").get("/session").status_code == 200


def test_the_cage_over_http_holds_to_open_tables_trays_and_a_days_amounts(tmp_path: Path) -> None:
    with serving(database=str(tmp_path / "house.db"), practice=False) as running:
        people = running.services.floor.people
        people.do(AddFirstPerson(name="ada", password=PASSWORD))
        for name, role in (("sue", "supervisor"), ("dan", "dealer"), ("kim", "cashier"), ("pat", "player")):
            add_person(people, AddPerson(name=name, roles=(role,), password=PASSWORD), by="ada")
        ada, sue, dan = (running.person(name, PASSWORD) for name in ("ada", "sue", "dan"))
        bought = {"player": "pat", "amount": "6000", "table": "1"}
        assert "is not open" in dan.post("/cage/buy-in", bought).text
        assert sue.post("/sheets/open", {"sheet": _sheet(running)}).status_code == 200
        assert "table/1/chips holds 0.00" in dan.post("/cage/buy-in", bought).text
        second = {"person": "sue", "password": PASSWORD}
        ada.post("/cage/fund", {"amount": "50000", "second": second})
        filled = {"table": "1", "amount": "20000", "second": {**second, "person": "dan"}}
        assert sue.post("/cage/fill", filled).status_code == 200
        assert dan.post("/cage/buy-in", bought, key="b").status_code == 200
        assert dan.post("/cage/buy-in", bought, key="b").status_code == 200  # the same once more
        assert dan.post("/cage/buy-in", bought, key="dan/b").status_code == 403  # another one, and too much for one
        walk_in = {"player": "amy", "amount": "20", "table": "1"}
        first, again = (dan.post("/cage/buy-in", walk_in) for _ in range(2))
        assert first.status_code == 200, first.text
        assert first.json()[0]["warning"] is None
        assert again.json()[0]["warning"].startswith("a guest amy had $20.00 here before")
        assert dan.post("/cage/buy-in", {**bought, "second": second}, key="dan/b").status_code == 200
        assert running.services.floor.log.balance("player/pat") == 12_000_00 * 1_000_000


def test_a_win_of_a_game_outside_is_entered_and_verified_over_http(tmp_path: Path) -> None:
    with serving(database=str(tmp_path / "house.db"), practice=False) as running:
        people = running.services.floor.people
        people.do(AddFirstPerson(name="ada", password=PASSWORD))
        for name, role in (("sue", "supervisor"), ("sam", "supervisor"), ("dan", "dealer"), ("deb", "dealer")):
            add_person(people, AddPerson(name=name, roles=(role,), password=PASSWORD), by="ada")
        ada, sue, sam, deb = (running.person(name, PASSWORD) for name in ("ada", "sue", "sam", "deb"))
        two = {"second": {"person": "dan", "password": PASSWORD}}
        ada.post("/cage/fund", {"amount": "50000", "second": {**two["second"], "person": "sue"}})
        sheet = _sheet(running, "down-under-blackjack").replace('linked = "no"', 'linked = "yes"')
        rules = parse_sheet(sheet)
        assert rules.jackpot is not None
        path, game = f"/jackpots/{rules.jackpot.name}", "match-the-dealer-blackjack"
        asked = to_builtins(declaration(game, rules.chosen))
        named = {"second": {"person": "ada", "password": PASSWORD}}
        assert sue.post(f"{path}/create", {"sheet": sheet, **named}).status_code == 200
        assert sue.post(f"{path}/declare", {**asked, **named}).status_code == 200
        won = {"sheet": sheet, "game": game, "line": "2 suited aces of spades", "player": "Pat", **two}
        assert sue.post(f"{path}/outside-win", {**won, "line": "no line"}).status_code == 400
        assert sue.post(f"{path}/outside-win", won, key="w").status_code == 200
        assert sue.post(f"{path}/outside-win", won, key="w").status_code == 200  # the same once more
        (held,) = deb.get(path).json()["held"]
        sign = running.http.get(f"/api/v1{path}/sign").json()["state"]
        assert ([one["amount"] for one in sign["pending"]], sign["wins"]) == ([held["amount"]], [])
        bank = running.services.floor.log.balance("house/bank")
        assert sue.post(f"{path}/verify", {}).status_code == 422  # entered by sue herself
        assert [one.post(f"{path}/verify", {"award": held["number"]}).status_code for one in (deb, sam)] == [200, 200]
        assert deb.get(path).json()["held"] == []
        sign = running.http.get(f"/api/v1{path}/sign").json()["state"]
        assert (sign["pending"], [one["amount"] for one in sign["wins"]]) == ([], [held["amount"]])
        paid = cents(parse_money(held["amount"]))
        assert running.services.floor.log.balance("house/bank") == bank - paid


READINGS: dict[str, Callable[[Any], object]] = {
    "/audit/verify/deep": lambda answer: answer["deep"],
    "/audit/heads": lambda answer: answer["signature"],
    "/audit/shuffle/1": lambda answer: answer["table"] == "1",
    "/audit/shuffle-statistics": lambda answer: answer["confidence"] == "99%",
    "/audit/reconcile": lambda answer: isinstance(answer, list),
    "/audit/exceptions": lambda answer: "employees" in answer,
    "/audit/software": lambda answer: answer["same"] and answer["tables"][0]["table"] == "1",
    "/audit/bonuses?table=1": lambda answer: isinstance(answer, list),
    "/site/clock": lambda answer: answer["agrees"],
    "/cage/statement/pat": lambda answer: answer[0]["what"] == "buy-in",
}


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("path", READINGS)
def test_what_the_command_line_reads_is_a_call_for_those_who_may_read(staff: dict[str, Guest], path: str) -> None:
    answer = staff["audrey"].get(path)
    assert answer.status_code == 200, answer.text
    assert READINGS[path](answer.json())
    assert staff["dan"].get(path).status_code == 403


@pytest.mark.usefixtures("table")
def test_the_house_is_checked_over_http(room: Running, staff: dict[str, Guest]) -> None:
    assert staff["dan"].post("/audit/check").status_code == 403
    checked = staff["audrey"].post("/audit/check").json()
    assert (checked["passed"], checked["recorded"]) == (True, True)
    assert room.services.floor.log.last("system", "checked") is not None


@pytest.mark.usefixtures("table")
def test_versions_of_a_table_are_compared_over_http(room: Running, staff: dict[str, Guest]) -> None:
    sheet = _sheet(room)
    changed = sheet.replace("seconds = 45", "seconds = 40")
    assert changed != sheet
    answer = staff["audrey"].post("/audit/difference", {"sheets": [sheet, changed]}).json()
    assert [one["field"] for one in answer["differences"]] == ["decisions.seconds"]
    assert staff["audrey"].post("/audit/difference", {"table": "1", "sheets": [sheet]}).json()["same"]
    assert staff["audrey"].post("/audit/difference", {"sheets": [sheet]}).status_code == 400
    assert staff["audrey"].post("/audit/difference", {"table": "none", "sheets": [sheet]}).status_code == 404
    assert staff["dan"].post("/audit/difference", {"sheets": [sheet, sheet]}).status_code == 403


@pytest.mark.usefixtures("table")
def test_a_win_of_an_outside_game_is_entered_by_two(room: Running, staff: dict[str, Guest]) -> None:
    sheet = _sheet(room, "down-under-blackjack").replace('linked = "no"', 'linked = "yes"')
    sheet = sheet.replace('name = "progressive-1"', 'name = "shared-outside"')
    chosen, terms = parse_sheet(sheet).chosen, parse_sheet(sheet).jackpot
    assert terms
    assert terms.name == "shared-outside"
    path, game = f"/jackpots/{terms.name}", "match-the-dealer-blackjack"
    by_sue = {"person": "sue", "password": PASSWORD}
    assert staff["ada"].post(f"{path}/create", {"sheet": sheet, "second": by_sue}).status_code == 200
    lines = winning_terms(chosen)["lines"]
    said = {"reference": "2019-07-23", "supplier": chosen.approval.supplier, "lines": ["=".join(one) for one in lines]}
    declared = staff["ada"].post(f"{path}/declare", {"game": game, **said, "second": by_sue})
    assert declared.status_code == 200, declared.text
    won = {"game": game, "line": lines[0][0], "player": "Pat", "sheet": sheet}
    assert staff["sue"].post(f"{path}/outside-win", won).status_code == 403
    signed = {**won, "second": {"person": "dan", "password": PASSWORD}}
    for _ in range(2):
        answer = staff["sue"].post(f"{path}/outside-win", signed, key="win")
        assert answer.status_code == 200, answer.text
    assert staff["audrey"].get(path).json()["hits"] == 1


@pytest.mark.usefixtures("table")
def test_a_player_reads_an_own_statement_and_no_other(staff: dict[str, Guest]) -> None:
    assert staff["pat"].get("/cage/statement/pat").json()[0]["amount"] == "500.00"
    assert staff["pat"].get("/cage/statement/quin").status_code == 403


@pytest.mark.usefixtures("table")
def test_the_history_of_a_jackpot_is_for_those_who_may_read_the_log(staff: dict[str, Guest]) -> None:
    assert staff["audrey"].get("/jackpots/nothing/history").status_code == 404
    assert staff["pat"].get("/jackpots/nothing/history").status_code == 403
    for path in ("/audit/shuffle/none", "/audit/reconcile?jackpot=none"):
        assert staff["audrey"].get(path).status_code == 404


def test_a_table_opens_today_and_on_no_other_day(room: Running, staff: dict[str, Guest]) -> None:
    sheet = _sheet(room, "flush-poker").replace('name = "1"', 'name = "today"')
    for day in ("2026-01-01", "2031-01-01"):
        refused = staff["sue"].post("/sheets/open", {"sheet": sheet, "on": day})
        assert (refused.status_code, refused.json()["field"]) == (400, "on")
    assert staff["sue"].post("/sheets/check", {"sheet": sheet, "on": "2026-01-01"}).status_code == 200


def test_a_room_coaches_nobody_unless_the_sheet_allows_it(room: Running, staff: dict[str, Guest], table: str) -> None:
    pat = staff["pat"]
    with pat.page() as page:
        assert page.ask("coach", table)["problem"]["status"] == 409
    for ask in (pat.get("/drills/premium-holdem"), pat.get("/drills/dealer-errors")):
        assert ask.status_code == 409
    assert pat.post("/drills/premium-holdem", {"id": "x", "decision": "fold"}).status_code == 409
    assert not [name for name in room.services.floor.log.streams() if name.startswith("learning")]
    sheet = _sheet(room, "down-under-blackjack").replace('name = "1"', 'name = "taught"')
    taught = sheet.replace("[decisions]", "[decisions]\ncoach = true")
    opened = staff["sue"].post("/sheets/open", {"sheet": taught, "second": {"person": "ada", "password": PASSWORD}})
    assert opened.status_code == 200, opened.text
    with pat.page() as page:
        assert "ok" in page.ask("coach", "taught")
        assert page.ask("coach", table)["problem"]["status"] == 409
    assert pat.get("/drills/dealer-errors").status_code == 200
    assert pat.get("/drills/premium-holdem").status_code == 409
    assert staff["sue"].post("/tables/taught/close", {}).status_code == 200


def test_an_incident_says_when_its_report_was_entered(staff: dict[str, Guest]) -> None:
    sue = staff["sue"]
    opened = sue.post("/incidents/open", {"description": "no light", "at": "2026-03-02T10:00:00Z"}).json()
    assert opened["discovered"].startswith("2026-03-02T10:00")
    assert opened["entered"] > opened["discovered"]
    number = opened["incident"]
    for wrong in ("2026-03-02T09:59:59Z", "2099-01-01T00:00:00Z"):
        refused = sue.post("/incidents/report", {"incident": number, "reference": "R", "at": wrong})
        assert (refused.status_code, refused.json()["field"]) == (400, "reported")
    reported = sue.post("/incidents/report", {"incident": number, "reference": "R", "at": "2026-03-02T12:00:00Z"})
    assert reported.json()["status"] == "reported"
    assert reported.json()["report_entered"] > reported.json()["deadline"]
