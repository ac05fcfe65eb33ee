"""Attacks with libfaketime itself: commands that are shown another time move nothing (docs/threats.md)."""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from house.support.floor import QUICK, WORDS, staff
from houseway.cli.house.common import terminal
from houseway.house.log.events import NewEvent
from houseway.house.people.gaming_day import read_calendar
from houseway.house.people.house import House
from houseway.house.people.sign_ins import SignIns
from houseway.house.store.store import open_log

SCRIPT = Path(__file__).parents[3] / "tools" / "faketime.sh"


class Shifted:
    """Commands of a house in processes that libfaketime shows another time."""

    def __init__(self, library: str, url: str, folder: Path) -> None:
        self._given = {
            **{name: value for name, value in os.environ.items() if not name.startswith("HOUSEWAY_")},
            "LD_PRELOAD": library,
            "HOUSEWAY_DB": url,
            "HOUSEWAY_KEY": str(folder / "key"),
            "HOUSEWAY_VAULT_KEY_FILE": str(folder / "vault"),
            "XDG_DATA_HOME": str(folder / "data"),
        }
        self.sessions = folder / "data" / "houseway" / "sessions"

    def run(self, by: str, *words: str, password: str = WORDS) -> "subprocess.CompletedProcess[str]":
        given = {**self._given, "FAKETIME": by, **({"HOUSEWAY_PASSWORD": password} if password else {})}
        command = [sys.executable, "-m", "houseway", *words]
        return subprocess.run(command, env=given, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)


@pytest.fixture(scope="session")
def library() -> str:
    found = subprocess.run([str(SCRIPT)], capture_output=True, text=True, check=False)
    if found.returncode:
        pytest.skip(found.stderr.strip())
    program = "import datetime; print(datetime.datetime.now(datetime.UTC).isoformat())"
    given = {**os.environ, "LD_PRELOAD": found.stdout.strip(), "FAKETIME": "+3d"}
    shown = subprocess.run([sys.executable, "-c", program], env=given, capture_output=True, text=True, check=True)
    assert datetime.fromisoformat(shown.stdout.strip()) - datetime.now(UTC) > timedelta(days=2)  # it does lie
    return found.stdout.strip()


@pytest.fixture
def shifted(library: str, url: str, tmp_path: Path) -> Shifted:
    """A house with people, on either engine."""
    with open_log(url) as log:
        staff(log)
    return Shifted(library, url, tmp_path)


@pytest.mark.parametrize("by", ["+3d", "-3d"])
def test_a_shifted_command_writes_nothing_and_reads_true_days(shifted: Shifted, url: str, by: str) -> None:
    done = shifted.run(by, "site", "disable", "fire", "--as", "sue")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("houseway: clock: this process's clock is ")
    assert done.stderr.count("\n") == 1
    shown = shifted.run(by, "site", "day", "--json")
    with open_log(url, read_only=True) as log:
        assert json.loads(shown.stdout)["day"] == str(read_calendar(log).of(log.clock()))
        assert sorted(log.streams()) == ["house", "system"]
        _, refused = log.read("system")  # after the key of the vault was named
        assert refused.kind == "clock refused"
        assert abs(datetime.fromisoformat(refused.at) - datetime.now(UTC)) < timedelta(minutes=5)
        assert abs(datetime.fromisoformat(refused.data["showed"]) - datetime.now(UTC)) > timedelta(days=2)


def test_a_lock_out_does_not_end_in_a_shifted_command(shifted: Shifted, url: str) -> None:
    with open_log(url) as log:
        failed = {"name": "sue", "reason": "wrong password", "place": terminal()}
        for _ in range(12):  # fifteen minutes
            log.append(NewEvent(stream="house", kind="log-in failed", data=failed))
    done = shifted.run("+1h", "cage", "balances", "--as", "sue")
    assert (done.returncode, done.stdout) == (2, "")
    done = shifted.run("+1h", "sign-in", "--as", "sue")
    assert (done.returncode, done.stdout) == (2, "")
    assert not shifted.sessions.exists()


def test_a_sign_in_that_is_over_does_not_come_back_in_a_shifted_command(shifted: Shifted, url: str) -> None:
    before = datetime.now(UTC) - timedelta(hours=2)
    with open_log(url, clock=lambda: before) as log:
        over = SignIns(log, House(log, hasher=QUICK)).start("sue", WORDS)
        first = next(iter(log.read("house", 1, 1))).hash[:24]
    shifted.sessions.mkdir(parents=True)
    file = shifted.sessions / first
    file.touch(mode=0o600)
    file.write_text(f"sue {over.token}\n")
    done = shifted.run("-2h", "cage", "balances", password="")
    assert (done.returncode, done.stdout) == (2, "")
    assert "who are you? Add --as NAME" in done.stderr
    with open_log(url) as log:
        valid = SignIns(log, House(log, hasher=QUICK)).start("sue", WORDS)
    file.write_text(f"sue {valid.token}\n")
    assert shifted.run("+3d", "cage", "balances", password="").returncode == 0  # nor does one end before its time
