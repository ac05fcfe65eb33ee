"""A game that a package brings is served without a line of script, and says so where no letter approves it."""

import json
import os
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from web.test_restart import SECONDS, free_port, served

(EXAMPLE,) = (found.parent for found in (Path(__file__).parents[2] / "examples").glob("*/pyproject.toml"))
SOURCE, GAME = EXAMPLE / "src", EXAMPLE.name
PACKAGE = GAME.replace("-", "_")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the path of programs that holds what pip writes down of an installed package."""
    facts = tmp_path / f"houseway_{PACKAGE}-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: houseway-{GAME}\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(f"[houseway.games]\n{GAME} = {PACKAGE}.kit:Kit\n")
    before = os.environ.get("PYTHONPATH", "")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(SOURCE), *([before] if before else [])]))
    return tmp_path


def test_the_example_is_played_in_practice_and_said_to_be_unapproved(installed: Path) -> None:
    with (
        served(installed, free_port()) as (_, address),
        httpx.Client(base_url=f"http://{address}/api/v1", timeout=SECONDS) as guest,
    ):
        games = {row["game"]: row for row in guest.get("/games").json()}
        assert games[GAME]["status"] == "not approved by any letter"
        assert games["flush-poker"]["status"] == ""
        assert "not approved by any letter" in httpx.get(f"http://{address}/docs/{GAME}", timeout=SECONDS).text
        token = guest.post("/session", json={"guest": True}).json()["token"]
        settled = _play(address, token)
        assert settled["settlement"]["game"] == GAME
        assert guest.get(f"/rounds/{GAME}/{settled['round']}").json()["proof"]


def _play(address: str, token: str) -> dict[str, Any]:
    """A round at seat 1; how it ended."""
    with connect(f"ws://{address}/api/v1/live", additional_headers={"Authorization": f"Bearer {token}"}) as link:

        def say(name: str, **more: Any) -> None:
            link.send(json.dumps({"id": name, "do": name.split(maxsplit=1)[0], "table": GAME, **more}))

        say("watch")
        say("join", seat=1)
        say("wager", seat=1, wagers={"ante": 10})
        while True:
            view = json.loads(link.recv(timeout=SECONDS)).get("view")
            if view and view["settled"]:
                found: dict[str, Any] = view["settled"]
                return found
            if view and view["turn"] == 1:
                decision = view["choices"][0]["decision"]
                say(f"decide {view['number']}", seat=1, round=view["round"], decision=decision)
