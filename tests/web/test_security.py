"""Who may ask, from where, how much and how often; and the headers of every answer."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from houseway.house.people.person_acts import AddFirstPerson
from houseway.web.http.guard import CSP
from houseway.web.http.rates import Bucket, Buckets
from houseway.web.http.settings import Limits, Rate, is_loopback
from web.serving import GENEROUS, Page, Running, serving


@pytest.fixture(scope="module")
def strict() -> Iterator[Running]:
    """A server with small limits."""
    limits = replace(
        GENEROUS, messages=Rate(1, 20), sessions=Rate(0.001, 2), sockets=3, body=1000, heavy=Rate(0.001, 1)
    )
    with serving(database="memory:", limits=limits) as running:
        yield running


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/v1/games", "/nothing", "/static/base.css", "/metrics"])
def test_every_answer_has_the_headers_of_a_strict_site(practice: Running, path: str) -> None:
    headers = practice.http.get(path).headers
    assert headers["content-security-policy"] == CSP
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


def test_the_csp_allows_nothing_from_elsewhere_and_no_inline_script() -> None:
    assert "default-src 'none'" in CSP
    assert "require-trusted-types-for 'script'" in CSP
    assert "unsafe" not in CSP
    assert "http" not in CSP


def test_the_cookie_is_for_no_script_and_no_other_site(practice: Running) -> None:
    with httpx.Client(base_url=practice.http.base_url) as browser:
        cookie = browser.post("/api/v1/session", json={"guest": True}).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie  # over plain HTTP on loopback a browser would drop it


def test_the_cookie_alone_does_not_act(practice: Running) -> None:
    with httpx.Client(base_url=practice.http.base_url) as browser:
        token = browser.post("/api/v1/session", json={"guest": True}).json()["csrf"]
        act = "/api/v1/tables/premium-holdem/join"
        ours = f"http://{practice.address}"
        assert browser.post(act, json={"seat": 3}).status_code == 403
        assert browser.post(act, json={"seat": 3}, headers={"Origin": "http://elsewhere.example"}).status_code == 403
        assert browser.post(act, json={"seat": 3}, headers={"Origin": "null"}).status_code == 403
        assert browser.post(act, json={"seat": 3}, headers={"X-CSRF-Token": "wrong"}).status_code == 403
        assert browser.post(act, json={"seat": 3}, headers={"Origin": ours}).status_code == 200
        leave = "/api/v1/tables/premium-holdem/leave"
        assert browser.post(leave, json={}, headers={"X-CSRF-Token": token}).status_code == 200
        assert browser.delete("/api/v1/session").status_code == 403


def test_another_site_signs_nobody_in(practice: Running) -> None:
    headers = {"Origin": "http://elsewhere.example"}
    assert practice.http.post("/api/v1/session", json={"guest": True}, headers=headers).status_code == 403


def test_another_site_opens_no_live_link(practice: Running) -> None:
    guest = practice.guest()
    for origin in ("http://elsewhere.example", "null", f"https://{practice.address}"):
        with (
            pytest.raises(InvalidStatus) as refused,
            connect(f"ws://{practice.address}/api/v1/live", origin=Origin(origin), additional_headers=guest.headers),
        ):
            pass
        assert refused.value.response.status_code == 403
    ours = Origin(f"http://{practice.address}")
    with connect(f"ws://{practice.address}/api/v1/live", origin=ours) as socket:
        assert "hello" in json.loads(socket.recv(timeout=20))


def test_another_name_for_this_machine_is_another_site(practice: Running) -> None:
    answer = practice.http.get("/api/v1/tables", headers={"Host": "rebound.example"})
    assert answer.status_code == 421


def test_signing_out_ends_the_token_everywhere(practice: Running) -> None:
    guest = practice.guest()
    with guest.page() as page:
        assert practice.http.delete("/api/v1/session", headers=guest.headers).status_code == 204
        assert guest.get("/session").status_code == 401
        assert page.is_closed()
    with Page(practice, guest.headers) as page:
        assert page.hello["person"] is None


def test_a_token_that_was_changed_is_none(practice: Running) -> None:
    token = practice.guest().token
    for wrong in (token[:-2], token + "A", token.replace(".", ""), "." + token, "x" * 5000, "ü"):
        headers = {"Authorization": f"Bearer {wrong}".encode()}
        assert practice.http.get("/api/v1/session", headers=headers).status_code == 401  # type: ignore[arg-type]


def test_problems_say_title_detail_field_and_rule(practice: Running) -> None:
    guest = practice.guest()
    answer = guest.post("/tables/premium-holdem/join", {"seat": 9})
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["status"] == answer.status_code == 400
    assert {"title", "detail", "field", "rule"} <= problem.keys()
    assert "traceback" not in answer.text.lower()


def test_too_many_new_guests(strict: Running) -> None:
    codes = [strict.http.post("/api/v1/session", json={"guest": True}).status_code for _ in range(5)]
    assert codes[:2] == [201, 201]
    assert codes[-1] == 429


def test_a_body_that_is_too_large(strict: Running) -> None:
    answer = strict.http.post("/api/v1/settle", content=b"[" + b"1," * 1000 + b"1]")
    assert answer.status_code == 413

    def pieces() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 100

    assert strict.http.post("/api/v1/settle", content=pieces()).status_code in (400, 413)


def _flood(page: Page) -> None:
    """Far more than is allowed, heard as it is answered, until the server hangs up."""
    for start in range(0, 5000, 60):
        for number in range(start, start + 60):
            page.socket.send(f'{{"id": "f{number}", "do": "watch", "table": "flush-poker"}}')
        page.until(partial(_was_answered, page, f"f{start + 59}"))
    while True:
        page.hear()


def _was_answered(page: Page, name: str) -> bool:
    return name in page.answers or any('"status":429' in text for text in page.told)


def test_a_flood_of_messages_is_refused_then_cut_off(strict: Running) -> None:
    with Page(strict) as page:
        with pytest.raises(ConnectionClosed):
            _flood(page)
        assert any('"status":429' in text for text in page.told)


def test_too_many_links_from_one_address(strict: Running) -> None:
    pages = [Page(strict) for _ in range(3)]
    with pytest.raises(InvalidStatus):
        Page(strict)
    for page in pages:
        page.__exit__()


def test_a_frame_that_is_too_large_ends_the_link(practice: Running) -> None:
    with Page(practice) as page:
        page.socket.send("x" * (GENEROUS.frame + 1))
        assert page.is_closed()


def test_a_bucket_fills_at_its_rate() -> None:
    now = [0.0]
    bucket = Bucket(Rate(2, 3), lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    now[0] = 100
    assert bucket.full
    buckets = Buckets(Rate(1, 1), "tries", lambda: now[0])
    assert buckets.take("one")
    assert buckets.take("other")
    assert not buckets.take("one")


def test_the_usual_limits_let_a_program_play_and_stop_a_flood() -> None:
    assert Limits().messages.burst < 1000
    assert Limits().frame <= 16 * 1024


PASSWORD = {"person": "ada", "password": "correct horse battery"}


def test_no_password_is_taken_over_plain_http_from_elsewhere() -> None:
    for mode in (True, False):
        with serving(database="memory:", host="192.0.2.7", practice=mode) as running:
            refused = running.http.post("/api/v1/session", json=PASSWORD)
            assert refused.status_code == 403
            assert "plain HTTP" in refused.json()["detail"]


@pytest.fixture(scope="module")
def proxied() -> Iterator[Running]:
    """A room behind a proxy on this computer."""
    with serving(database="memory:", practice=False, host="192.0.2.7", behind_proxy=("127.0.0.1",)) as running:
        running.services.floor.people.do(AddFirstPerson(name="ada", password=PASSWORD["password"]))
        yield running


THROUGH = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9", "Host": "house.example"}


def test_behind_a_proxy_only_what_came_to_it_over_tls_is_served(proxied: Running) -> None:
    for headers in ({}, {"X-Forwarded-For": "203.0.113.9"}, {"X-Forwarded-Proto": "http"}):
        assert proxied.http.post("/api/v1/session", json=PASSWORD, headers=headers).status_code == 403
        assert proxied.http.get("/", headers=headers).status_code == 403
        with pytest.raises(InvalidStatus), connect(f"ws://{proxied.address}/api/v1/live", additional_headers=headers):
            pass
    assert proxied.http.get("/healthz").status_code == 200
    answer = proxied.http.post("/api/v1/session", json=PASSWORD, headers=THROUGH)
    assert answer.status_code == 201
    cookie = answer.headers["set-cookie"].lower()
    assert cookie.startswith("__host-houseway=")
    assert "secure" in cookie
    assert "strict-transport-security" in answer.headers
    ours = {**THROUGH, "Origin": "https://house.example", "Authorization": f"Bearer {answer.json()['token']}"}
    assert proxied.http.delete("/api/v1/session", headers=ours).status_code == 204


def test_nobody_but_the_proxy_says_for_whom_it_speaks() -> None:
    limits = replace(GENEROUS, sessions=Rate(0.001, 2))
    with serving(database="memory:", host="192.0.2.7", behind_proxy=("192.0.2.1",), limits=limits) as running:
        assert running.http.get("/", headers=THROUGH).status_code == 403
    with serving(database="memory:", host="192.0.2.7", behind_proxy=("127.0.0.1",), limits=limits) as running:
        codes = [
            running.http.post(
                "/api/v1/session", json={"guest": True}, headers={**THROUGH, "X-Forwarded-For": f"203.0.113.{client}"}
            ).status_code
            for client in (1, 1, 1, 2)
        ]
        assert codes == [201, 201, 429, 201]


@pytest.mark.parametrize(
    ("host", "own"),
    [("127.0.0.1", True), ("127.9.9.9", True), ("::1", True), ("localhost", True), ("127.evil.example", False)]
    + [(host, False) for host in ("0.0.0.0", "", "::", "192.0.2.7", "localhost.example")],  # noqa: S104
)
def test_only_an_address_of_this_computer_is_loopback(host: str, own: bool) -> None:
    assert is_loopback(host) is own
