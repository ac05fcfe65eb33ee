"""An evening once more by commands: every act that a log tells, done in another house, and how two logs compare.

What devices report has no command. It is appended as the server does it.
"""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from houseway.cli.app import run
from houseway.house.log.aggregate import Request
from houseway.house.log.events import Event
from houseway.house.log.log import Log
from houseway.house.people.act import ActInput
from houseway.house.store.store import open_log
from houseway.house.tables.device_acts import ReportRead, ReportSensed, ReportState
from houseway.house.tables.table import Table

SESSIONS: Final = ("logged in", "pin accepted", "pin failed", "log-in failed")
NOT_COMPARED: Final = ("sessions", "sign-ins", "system")
DIGEST: Final = re.compile(r"[0-9a-f]{64}|\$argon2\S*")
MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)")
FIRST, OWN, PINS = "given by somebody else", "correct horse battery", {"dan": "4071", "sam": "7306"}

Command = list[str]


class ByCommand:
    """Does what a log tells in another house."""

    def __init__(self, log: Log, database: Path) -> None:
        self._log = log
        self._database = str(database)
        self._folder = database.parent
        self._events = sorted(acted_events(log), key=lambda event: (event.at, event.stream, event.number))
        self._sheets = {event.stream.partition("/")[2]: event.data["sheet"] for event in self._of_kind("opened")}

    def _of_kind(self, kind: str) -> list[Event]:
        return [event for event in self._events if event.kind == kind]

    def do(self) -> int:
        """Everything, in its order; how many commands it took."""
        return sum(self._do(event) for event in self._events)

    def _do(self, event: Event) -> bool:
        if report := self._report(event):
            with open_log(self._database) as log:
                table = Table(log, event.stream.partition("/")[2])
                table.run(Request(act=table.own_act(report)))
            return False
        command = self._command(event)
        if command is None:
            return False
        refused = event.kind in ("entry contradicted", "shares differ")
        words = [*command, *(["--as", event.by] if event.by else []), "--db", self._database]
        second = event.data.get("second")
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("HOUSEWAY_PASSWORD", FIRST if event.kind == "password set" else OWN)
            patch.setenv("HOUSEWAY_NEW_PASSWORD", self._new_password(event))
            patch.setenv("HOUSEWAY_NEW_PIN", PINS.get(event.by, ""))
            patch.setenv("HOUSEWAY_SECOND_PASSWORD", OWN)
            code = run([*words, *(["--second", second] if second else [])])
        assert code == (2 if refused else 0), (words, code)
        return True

    def _new_password(self, event: Event) -> str:
        return FIRST if event.kind == "person added" and event.by else OWN

    def _report(self, event: Event) -> ActInput | None:
        device = event.data.get("device", "")
        if event.kind == "wagers sensed":
            return ReportSensed(device=device, seats=tuple(event.data["seats"]))
        if event.kind == "dealer read":
            return ReportRead(device=device, lights=tuple(event.data["lights"]))
        if event.kind in ("device lost", "device back"):
            return ReportState(device=device, fault=event.data.get("reason", ""))
        return None

    def _command(self, event: Event) -> Command | None:
        """The command of an event; None where it follows from another."""
        kinds: dict[str, Callable[[Event, str], Command]] = {**_TABLE, **_HOUSE}
        make = kinds.get(event.kind)
        table = event.stream.partition("/")[2]
        if event.kind in ("entered", "entry contradicted"):
            return self._enter(event, table)
        if event.kind == "opened":
            return ["table", "open", self._file(table)]
        if event.kind == "created":
            return [
                "jackpot",
                "create",
                self._file(next(one for one, text in self._sheets.items() if f'"{table}"' in text)),
            ]
        return make(event, table) if make else None

    def _file(self, table: str) -> str:
        path = self._folder / f"sheet-{table}.toml"
        path.write_text(self._sheets[table], encoding="utf-8")
        return str(path)

    def _enter(self, event: Event, table: str) -> Command:
        if card := event.data.get("card"):
            return ["table", "enter", table, card]
        entered = next(
            one
            for one in self._events
            if one.stream == event.stream and one.number >= event.number and one.kind == "entered"
        )
        deal = json.loads(self._log.dealing_secret(entered.data["deal"]))
        words = ["table", "enter", table]
        for seat, cards in deal["hands"].items():
            words += ["--hand", f"{seat}={' '.join(cards)}"]
        words += ["--dealer", " ".join(deal["dealer"])]
        return [*words, "--board", " ".join(deal["board"])] if deal["board"] else words


_TABLE: Final[dict[str, Callable[[Event, str], Command]]] = {
    "joined": lambda event, table: ["table", "join", table, str(event.data["seat"]), event.data["player"]],
    "wagered": lambda event, table: [
        *("table", "wager", table, str(event.data["seat"])),
        *(f"{name}={amount}" for name, amount in event.data["wagers"].items()),
    ],
    "dealt": lambda _, table: ["table", "deal", table],
    "decided": lambda event, table: ["table", "decide", table, str(event.data["seat"]), event.data["decision"]],
    "voided": lambda event, table: ["table", "void", table, event.data["reason"]],
    "verified": lambda _, table: ["table", "verify", table],
    "relieved": lambda _, table: ["table", "relieve", table],
    "done by hand": lambda event, table: ["table", "manual", table, event.data["step"], event.data["reason"]],
    "shares entered": lambda event, table: [
        *("table", "shares", table),
        *(f"{seat}={share}" for seat, share in event.data["shares"]),
    ],
    "floor called": lambda event, table: ["table", "call-floor", table, event.data["reason"]],
    "floor answered": lambda event, table: ["table", "answer-call", table, event.data["reply"]],
    "device paired": lambda event, table: ["device", "pair", table, event.data["device"], event.data["kind"]],
    "console paired": lambda event, table: ["device", "pair-console", table, event.data["device"]],
}
_HOUSE: Final[dict[str, Callable[[Event, str], Command]]] = {
    "person added": lambda event, _: [
        *("person", "add", event.data["name"]),
        *(word for role in event.data["roles"] for word in ("--role", role)),
    ],
    "password set": lambda event, _: ["person", "password", event.data["name"]],
    "pin set": lambda event, _: ["person", "pin", event.data["name"]],
    "fund": lambda event, _: ["cage", "fund", event.data["amount"]],
    "fill": lambda event, _: ["cage", "fill", event.data["table"], event.data["amount"]],
    "buy-in": lambda event, _: ["cage", "buy-in", event.data["player"], event.data["amount"]],
}


# ---- two logs beside one another


def acted_events(log: Log) -> Iterator[Event]:
    """Every event of people, money, tables and jackpots; how people sign in is another matter at a console."""
    for stream in log.streams():
        if stream not in NOT_COMPARED:
            yield from (event for event in log.read(stream) if event.kind not in SESSIONS)


def compared(log: Log) -> dict[str, list[dict[str, Any]]]:
    """What two logs of one evening have in common, by stream: all but times, numbers of sign-ins, digests and ids."""
    found: dict[str, list[dict[str, Any]]] = {}
    for event in acted_events(log):
        text = MOMENT.sub("@", DIGEST.sub("#", json.dumps(event.data, sort_keys=True)))
        row = {"kind": event.kind, "by": event.by, "data": json.loads(text), "postings": sorted(event.postings)}
        found.setdefault(event.stream, []).append(row)
    return found
