"""A card reader and the sensed spots of a table, played against a server by the protocol of docs/devices.md."""

import json
import random
import urllib.error
import urllib.request
from collections.abc import Sequence
from typing import Any, Final, get_args
from urllib.parse import quote

from houseway.cards.deck import joker_deck, standard_deck
from houseway.errors import InvalidInput, NotAllowedNow, shown
from houseway.games import game_named, letter_of
from houseway.house.tables.simulated_devices import FAULT, Mistake, cards_read, reading_of, sensed_seats

MISTAKES: Final[tuple[str, ...]] = get_args(Mistake)
MISTAKE_STEPS: Final = 15  # for which a device is silent or faulty
_SECONDS: Final = 10  # for an answer

Line = dict[str, object]


class Simulation:
    """The devices of some tokens; a step is one heartbeat of each, and what it asks for."""

    def __init__(self, url: str, tokens: Sequence[str], *, seed: int = 1, mistake: str = "") -> None:
        if not url.startswith(("http://", "https://")):
            raise InvalidInput("must begin with http:// or https://", field="url")
        if mistake not in MISTAKES:
            raise InvalidInput(f"must be {', '.join(MISTAKES[1:])}, not {shown(mistake)}", field="mistake")
        self._url = url.rstrip("/")
        self._devices = [SimulatedDevice(self, token, seed, mistake) for token in tokens]

    @property
    def finished(self) -> int:
        """How many rounds have ended since the first step."""
        return min(device.finished for device in self._devices)

    def step(self) -> list[Line]:
        """A heartbeat of each device and what follows from it; what was reported."""
        return [line for device in self._devices for line in device.step()]

    def ask(self, path: str, token: str = "", body: Line | None = None) -> dict[str, Any]:
        """The answer to a call; a refusal raises with the server's message."""
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self._url}/api/v1{path}", data=data, headers=headers)  # noqa: S310  # checked
        try:
            with urllib.request.urlopen(request, timeout=_SECONDS) as answer:  # noqa: S310
                content: dict[str, Any] = json.load(answer)
        except urllib.error.HTTPError as problem:
            detail = json.loads(problem.read() or b"{}").get("detail", problem.reason)
            raise NotAllowedNow(str(detail), field=f"{problem.code}") from None
        except (OSError, ValueError) as problem:
            raise InvalidInput(f"no answer from {self._url}: {problem}", field="url") from None
        return content


class SimulatedDevice:
    """A device of one token."""

    def __init__(self, simulation: Simulation, token: str, seed: int, mistake: str) -> None:
        self._simulation = simulation
        self._token = token
        self._seed = seed
        self._mistake = mistake
        self._device = token.partition(".")[2].partition(".")[0]
        self._silent = self._faulty = 0  # steps that are left
        self._first = 0  # round
        self._reported: tuple[object, ...] = ()
        self.finished = 0

    def step(self) -> list[Line]:
        """A heartbeat, and what the state of the table asks of the device."""
        if self._silent:
            self._silent -= 1
            return []
        heard = self._report("heartbeat", {})
        number, phase = heard["round"], heard["phase"]
        self._first = self._first or number
        self.finished = number - self._first
        view = self._simulation.ask(f"/tables/{quote(heard['table'], safe='')}")
        lines = self._fail(heard)
        if heard["kind"] == "spots" and phase == "wagers" and any(seat["wagers"] for seat in view["seats"]):
            lines += self._sense(heard, view)
        if heard["kind"] == "reader" and phase == "cards" and not view["dealer"]:
            lines += self._read(heard, view["game"])
        return lines

    def _fail(self, heard: dict[str, Any]) -> list[Line]:
        """Report a fault, or fall silent for a while, once."""
        if self._faulty:
            self._faulty -= 1
            return [] if self._faulty else self._tell_fault(heard, "")
        if self._mistake not in ("fault", "silence"):
            return []
        mistake, self._mistake = self._mistake, ""
        if mistake == "silence":
            self._silent = MISTAKE_STEPS
            return [self._line(heard, silent=MISTAKE_STEPS)]
        self._faulty = MISTAKE_STEPS
        return self._tell_fault(heard, FAULT)

    def _tell_fault(self, heard: dict[str, Any], fault: str) -> list[Line]:
        self._report("fault", {"fault": fault})
        return [self._line(heard, fault=fault or "none")]

    def _sense(self, heard: dict[str, Any], view: dict[str, Any]) -> list[Line]:
        wagers = {seat["seat"]: seat["wagers"] for seat in view["seats"]}
        seats = sensed_seats(letter_of(view["game"]), wagers, miscounts=self._goes_wrong(heard, "count"))
        return self._report_once(heard, "sensed", {"seats": seats})

    def _goes_wrong(self, heard: dict[str, Any], mistake: str) -> bool:
        return self._mistake == mistake and heard["round"] == self._first

    def _read(self, heard: dict[str, Any], name: str) -> list[Line]:
        """Cards of the dealer that no other round has: the seed and the round decide."""
        game = game_named(name)
        spec = game.approval.table
        chance = random.Random(f"{self._seed} {heard['table']} {heard['round']}")  # noqa: S311  # plays, proves nothing
        deck = joker_deck() if spec.jokers or spec.deck == "53" else standard_deck()
        cards = chance.sample(deck, len(cards_read(game)))
        reading = reading_of(game, cards, misreads=self._goes_wrong(heard, "light"))
        if reading.lights is None:
            return self._report_once(heard, "read", {"cards": [str(card) for card in cards]})
        return self._report_once(heard, "read", {"lights": list(reading.lights)}, cards=" ".join(map(str, cards)))

    def _report_once(self, heard: dict[str, Any], report: str, body: Line, **more: object) -> list[Line]:
        """Report something of a round, unless it was reported just so."""
        key = (heard["round"], report, repr(body))
        if key == self._reported:
            return []
        self._report(report, {"table": heard["table"], "round": heard["round"], **body})
        self._reported = key
        return [self._line(heard, **body, **more)]

    def _line(self, heard: dict[str, Any], **more: object) -> Line:
        return {"table": heard["table"], "device": self._device, "round": heard["round"], **more}

    def _report(self, report: str, body: Line) -> dict[str, Any]:
        return self._simulation.ask(f"/devices/{quote(self._device, safe='')}/{report}", self._token, body)
