"""Everything that a command of the house does is a call: each command names its calls, or why it has none."""

from typing import Any, Final

import pytest

from houseway.cli.app import GROUPS, _commands
from houseway.web.http.app import build_app
from houseway.web.http.settings import Settings

API: Final = "/api/v1"
# By the words of a command; the acts of a group have the call of their group, unless they are named here.
CALLS: Final[dict[str, tuple[str, ...]]] = {
    "table check": ("POST /sheets/check",),
    "table placard": ("POST /sheets/placard",),
    "table open": ("POST /sheets/open",),
    "table sheet": ("GET /sheets/{game}",),
    "table list": ("GET /tables",),
    "table show": ("GET /tables/{table}",),
    "audit verify": ("GET /audit/verify", "GET /audit/verify/deep"),
    "audit export": ("GET /audit/export",),
    "audit heads": ("GET /audit/heads",),
    "audit day": ("GET /audit/day",),
    "audit round": ("GET /audit/rounds/{table}/{number}",),
    "audit shuffle": ("GET /audit/shuffle/{table}", "GET /audit/shuffle-statistics"),
    "audit recall": ("GET /audit/recall/{table}", "GET /audit/bonuses"),
    "audit check": ("POST /audit/check",),
    "audit difference": ("POST /audit/difference",),
    "audit exceptions": ("GET /audit/exceptions",),
    "audit incidents": ("GET /incidents",),
    "audit software": ("GET /audit/software",),
    "jackpot outside": ("POST /jackpots/{name}/outside-wagers", "POST /jackpots/{name}/outside-win"),
    "jackpot list": ("GET /jackpots",),
    "jackpot show": ("GET /jackpots/{name}",),
    "jackpot history": ("GET /jackpots/{name}/history",),
    "jackpot reconcile": ("GET /audit/reconcile",),
    "person list": ("GET /people",),
    "cage drawer": ("POST /cage/open-drawer", "POST /cage/close-drawer"),
    "cage statement": ("GET /cage/statement/{player}",),
    "cage balances": ("GET /cage",),
    "incident list": ("GET /incidents",),
    "site show": ("GET /site",),
    "site clock": ("GET /site/clock",),
    "device pair": ("POST /devices",),
    "device pair-console": ("POST /consoles",),
    "sign-in": ("POST /session",),
    "sign-out": ("DELETE /session",),
}
PATHS: Final = {  # of the acts of a group
    "table": "/tables/{table}",
    "jackpot": "/jackpots/{name}",
    "person": "/people",
    "cage": "/cage",
    "incident": "/incidents",
    "site": "/site",
}
NOT_OVER_HTTP: Final = {
    "table run": "it keeps the one who runs it busy for as long as it plays; over HTTP a table has its own players",
    "vault show": "keys are files of the computer that deals, and their names are nobody's on the network",
    "vault change": "a key is changed where it lies, by two people who are there",
    "table pack": "it writes files of its user's own, from a sheet that need not be of any table",
    "device simulate": "it is a client of the calls of devices",
    "dealer": "it is the dealing process itself; the server is one already",
    "serve": "it is the server itself",
}


def house_commands() -> set[str]:
    """Every command that concerns a house, by its words."""
    groups = {f"{group} {name}" for group in GROUPS for name in _commands(group).commands[group].commands}
    return groups | {"sign-in", "sign-out", "dealer", "serve"}


@pytest.fixture(scope="module")
def calls() -> set[str]:
    """Every call of the OpenAPI document; a call whose last word is an act counts once for each act."""
    guarded: Any = build_app(Settings(database="memory:"))
    found = set()
    for path, item in guarded.app.openapi_schema.to_schema()["paths"].items():
        for method, call in item.items():
            named = f"{method.upper()} {path.removeprefix(API)}"
            acts = [one["schema"]["enum"] for one in call.get("parameters", ()) if one["name"] == "act"]
            found |= {named.replace("{act}", act) for act in acts[0]} if acts else {named}
    return found


def test_every_command_of_the_house_is_a_call_or_says_why_not(calls: set[str]) -> None:
    missing = {}
    for command in house_commands() - set(NOT_OVER_HTTP):
        group, _, name = command.partition(" ")
        wanted = CALLS.get(command) or (f"POST {PATHS[group]}/{name}",)
        if not calls.issuperset(wanted):
            missing[command] = wanted
    assert missing == {}


def test_no_command_is_named_that_there_is_not() -> None:
    assert (CALLS.keys() | NOT_OVER_HTTP.keys()) <= house_commands()
    assert not CALLS.keys() & NOT_OVER_HTTP.keys()
