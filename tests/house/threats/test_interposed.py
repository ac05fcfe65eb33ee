"""Attacks with a library of one's own in front of the program that lies about time (docs/threats.md)."""

import os
import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from house.support.cluster import Cluster
from house.support.floor import WORDS, staff
from houseway.errors import NotAllowedNow
from houseway.house.log.events import NewEvent, timestamp
from houseway.house.store import clock_check, store
from houseway.house.store.clock import HouseClock, file_time, system_time
from houseway.house.store.store import open_log

SOURCE = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#define SHIFT 172800
typedef long (*call)(long, ...);
long syscall(long number, ...) {
  va_list given;
  va_start(given, number);
  long a = va_arg(given, long), b = va_arg(given, long), c = va_arg(given, long);
  long d = va_arg(given, long), e = va_arg(given, long), f = va_arg(given, long);
  va_end(given);
  long found = ((call)dlsym(RTLD_NEXT, "syscall"))(number, a, b, c, d, e, f);
  if (number == SYS_clock_gettime && (int)a == 0) ((struct timespec *)b)->tv_sec += SHIFT;
  return found;
}
int clock_gettime(clockid_t clock, struct timespec *found) {
  int answer = ((call)dlsym(RTLD_NEXT, "syscall"))(SYS_clock_gettime, (long)clock, (long)found);
  if (clock == 0) found->tv_sec += SHIFT;
  return answer;
}
time_t time(time_t *found) {
  struct timespec now;
  clock_gettime(0, &now);
  if (found) *found = now.tv_sec;
  return now.tv_sec;
}
int gettimeofday(struct timeval *found, void *zone) {
  struct timespec now;
  clock_gettime(0, &now);
  found->tv_sec = now.tv_sec;
  found->tv_usec = now.tv_nsec / 1000;
  return 0;
}
"""
SHIFT = timedelta(days=2)


@pytest.fixture(scope="session")
def liar(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library that shows every call for the time, the system call among them, a moment to come."""
    compiler = shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        pytest.skip("there is no compiler for a library of Linux")
    folder = tmp_path_factory.mktemp("liar")
    (folder / "liar.c").write_text(SOURCE)
    words = [compiler, "-shared", "-fPIC", "-o", str(folder / "liar.so"), str(folder / "liar.c"), "-ldl"]
    subprocess.run(words, check=True, capture_output=True)
    program = "import time; print(time.time())"
    given = {**os.environ, "LD_PRELOAD": str(folder / "liar.so")}
    shown = subprocess.run([sys.executable, "-c", program], env=given, capture_output=True, text=True, check=True)
    assert float(shown.stdout) > (datetime.now(UTC) + timedelta(days=1)).timestamp()  # it does lie
    return folder / "liar.so"


def test_a_library_that_answers_the_system_call_itself_moves_nothing(liar: Path, url: str) -> None:
    with open_log(url) as log:
        staff(log)
    own = {name: value for name, value in os.environ.items() if not name.startswith("HOUSEWAY_")}
    given = own | {"LD_PRELOAD": str(liar), "HOUSEWAY_DB": url, "HOUSEWAY_PASSWORD": WORDS}
    command = [sys.executable, "-m", "houseway", "site", "disable", "fire", "--as", "sue"]
    done = subprocess.run(command, env=given, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("houseway: clock: this process's clock is 172,")
    with open_log(url) as log:
        refused = log.last("system")
        assert refused is not None
        assert refused.kind == "clock refused"
        assert abs(datetime.fromisoformat(refused.at) - datetime.now(UTC)) < timedelta(minutes=5)
        assert log.head("site").number == 0


@pytest.mark.parametrize("shift", [SHIFT, -SHIFT])
def test_where_every_clock_lies_the_time_of_a_new_file_tells(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, shift: timedelta
) -> None:
    """And what is written down about it does not push the log ahead."""
    assert file_time() is not None
    with open_log(sqlite_url) as log:
        log.append(NewEvent(stream="house", kind="noted"))
    monkeypatch.setattr(store, "system_time", lambda: system_time() + shift)
    monkeypatch.setattr(clock_check, "process_time", lambda: datetime.now(UTC) + shift)
    with pytest.raises(NotAllowedNow, match=r"172,\d\d\d seconds (ahead of|behind) the house's"):
        open_log(sqlite_url)
    monkeypatch.undo()
    with open_log(sqlite_url) as log:
        refused = log.last("system", "clock refused")
        assert refused is not None
        assert refused.at <= timestamp(datetime.now(UTC))
        assert abs(datetime.fromisoformat(refused.data["house"]) - datetime.now(UTC)) > timedelta(days=1)


def test_events_have_the_servers_time_whatever_the_process_counts(cluster: Cluster) -> None:
    """A process whose clock ran away goes by the server's again with every transaction."""
    with open_log(cluster.new_database()) as log:
        for shift in (SHIFT, -SHIFT):
            log.clock = HouseClock(system_time() + shift)
            (event,) = log.append(NewEvent(stream="house", kind="noted"))
            assert abs(datetime.fromisoformat(event.at) - system_time()) < timedelta(minutes=5)
            assert abs(log.clock() - system_time()) < timedelta(minutes=5)
