"""A server in a thread, and clients that talk to it as pages and programs do."""

import itertools
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from houseway.house.store.store import open_log
from houseway.web.http.app import build_app
from houseway.web.http.server import Server, bound, configured
from houseway.web.http.settings import Limits, Rate, Settings
from houseway.web.services import Services

OFTEN = Rate(100_000, 100_000)
GENEROUS = Limits(
    requests=OFTEN,
    sessions=OFTEN,
    passwords=OFTEN,
    codes=OFTEN,
    heavy=OFTEN,
    messages=OFTEN,
    reports=OFTEN,
    sockets=1000,
    waiting=10_000,
)
STAKES: dict[str, dict[str, Any]] = {
    "down-under-holdem": {"ante": 10, "bet": 10},
    "premium-holdem": {"ante": 10, "xtra-bonus": 10},
    "down-under-blackjack": {"wager": 10},
    "flush-poker": {"bet": 10},
    "wild-monkey-pai-gow": {"bet": 10},
}
_numbers = itertools.count(1)


class Running:
    """A server that runs."""

    def __init__(self, settings: Settings, services: Services) -> None:
        self.settings = settings
        self.services = services
        self.loop_thread = 0  # the thread that its loop runs in
        self.address = f"127.0.0.1:{settings.port}"
        self.http = httpx.Client(base_url=f"{settings.scheme}://{self.address}", timeout=30, verify=False)  # noqa: S501

    def guest(self) -> "Guest":
        """Somebody new."""
        answer = httpx.post(f"http://{self.address}/api/v1/session", json={"guest": True}, timeout=30).json()
        return Guest(self, answer["person"], answer["token"])

    def person(self, name: str, password: str) -> "Guest":
        """Somebody with a password."""
        body = {"person": name, "password": password}
        answer = httpx.post(f"http://{self.address}/api/v1/session", json=body, timeout=30)
        assert answer.status_code == 201, answer.text
        return Guest(self, name, answer.json()["token"])


class Guest:
    """Somebody who is signed in, as a program is."""

    def __init__(self, server: Running, person: str, token: str) -> None:
        self.server = server
        self.person = person
        self.token = token
        self.headers = {"Authorization": f"Bearer {token}"}

    def get(self, path: str) -> httpx.Response:
        """Ask."""
        return self.server.http.get(f"/api/v1{path}", headers=self.headers)

    def post(self, path: str, body: Any = None, key: str = "") -> httpx.Response:
        """Act."""
        more = {"Idempotency-Key": key} if key else {}
        return self.server.http.post(f"/api/v1{path}", json={} if body is None else body, headers=self.headers | more)

    def page(self) -> "Page":
        """A live link."""
        return Page(self.server, self.headers)


class Page:
    """A live link that remembers all it was told."""

    def __init__(self, server: Running, headers: dict[str, str] | None = None) -> None:
        self._open = ExitStack()
        linking = connect(f"ws://{server.address}/api/v1/live", additional_headers=headers or {})
        self.socket: ClientConnection = self._open.enter_context(linking)
        self.told: list[str] = []
        self.answers: dict[str, dict[str, Any]] = {}
        self.views: dict[str, dict[str, Any]] = {}
        self.hello = self.hear()["hello"]

    def __enter__(self) -> "Page":
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def hear(self, seconds: float = 30) -> dict[str, Any]:
        """The next message."""
        text = self.socket.recv(timeout=seconds)
        assert isinstance(text, str)
        self.told.append(text)
        message: dict[str, Any] = json.loads(text)
        if "changes" in message:
            before = self.views[message["table"]]["view"]
            assert before["number"] == message["after"]
            self.views[message["table"]] = {**message, "view": before | message["changes"]}
        if "view" in message:
            self.views[message["table"]] = message
        if "ok" in message or "problem" in message:
            self.answers[message["id"]] = message
        return message

    def send(self, do: str, table: str = "", **more: Any) -> str:
        """Say something; its id."""
        name = more.pop("id", None) or f"r{next(_numbers)}"
        self.socket.send(json.dumps({"id": name, "do": do, **({"table": table} if table else {}), **more}))
        return name

    def ask(self, do: str, table: str = "", **more: Any) -> dict[str, Any]:
        """Say something and wait for its answer."""
        name = self.send(do, table, **more)
        answer: dict[str, Any] = self.until(lambda: self.answers.pop(name, None))
        return answer

    def do(self, do: str, table: str = "", **more: Any) -> int:
        """The same, and it must be done."""
        answer = self.ask(do, table, **more)
        assert "ok" in answer, answer
        return int(answer["ok"]["number"])

    def until(self, found: Callable[[], Any]) -> Any:
        """Listen until there is something."""
        end = time.monotonic() + 60
        while True:
            if answer := found():
                return answer
            assert time.monotonic() < end, self.told[-3:]
            self.hear()

    def view(self, table: str, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Listen until a table's view is as wanted."""

        def found() -> dict[str, Any] | None:
            view: dict[str, Any] | None = self.views.get(table, {}).get("view")
            return view if view is not None and wanted(view) else None

        result: dict[str, Any] = self.until(found)
        return result

    def is_closed(self) -> bool:
        """Whether the server has hung up, once all it said is heard."""
        try:
            while True:
                self.hear(10)
        except ConnectionClosed:
            return True
        except TimeoutError:
            return False


def whole_decisions(view: dict[str, Any]) -> list[str]:
    """The decisions that are whole as they stand."""
    return [one["decision"] for one in view["choices"] if "most" not in one and "cards" not in one]


@contextmanager
def serving(*, limits: Limits = GENEROUS, pem: Path | None = None, **options: Any) -> Iterator[Running]:
    """A server in a thread, from its start to its polite end; `pem` is its certificate and key, if it has TLS."""
    listening = bound("127.0.0.1", 0)  # whatever address the settings name
    given: dict[str, Any] = {"pace": 0.0, "warm": False, "show": False, **options}
    settings = Settings(limits=limits, tls=pem is not None, port=listening.getsockname()[1], **given)
    if not settings.practice:
        open_log(settings.database).close()  # a room serves a house that is there
    made: list[Services] = []
    config = configured(settings, build_app(settings, made.append), certificate=pem, key=pem)
    server = Server(config, "", browser=False)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        server.services = made[0]
        with (running := Running(replace(settings), made[0])).http:
            running.loop_thread = thread.ident or 0
            yield running
    finally:
        server.should_exit = True
        thread.join()
        listening.close()
