"""The house's clock: one that the caller of a process cannot move.

It starts from the database server's time, which every writing transaction asks for again. Without a server it starts
from the operating system's time, by a direct system call, so that a preloaded library (libfaketime) cannot answer
instead. From there it advances with the system's boot-time clock, which nobody sets. When a log is opened for writing,
the clock of the process and the time that the kernel gives a new file must agree with it (clock_check.py); if one is
far off, that is recorded and nothing else is written. Somebody who controls every call or the memory of a process can
still deceive it (docs/threats.md).
"""

import ctypes
import os
import platform
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Final

from houseway.errors import NotAllowedNow

SKEW: Final = timedelta(seconds=60)  # between the process's clock and the house's, at most
_CALLS: Final = {"x86_64": 228, "aarch64": 113}  # the number of clock_gettime
_REALTIME, _BOOTTIME = 0, 7
_LIBRARIES: Final = ("libc.so.6", f"libc.musl-{platform.machine()}.so.1")  # the C library's own names


class _Timespec(ctypes.Structure):
    _fields_ = (("seconds", ctypes.c_long), ("nanoseconds", ctypes.c_long))


def _system_clock(clock: int) -> int | None:
    """Nanoseconds of a clock of the kernel; None on a system where we cannot ask for it."""
    call, time = _clock_gettime(), _Timespec()
    if call is None or call(clock, time):
        return None
    nanoseconds: int = time.seconds * 1_000_000_000 + time.nanoseconds
    return nanoseconds


@cache
def _clock_gettime() -> Callable[[int, _Timespec], int] | None:
    """The system call by its number: a preloaded library may replace the named function.

    The interpreter's lock is kept (PyDLL): the call returns immediately, and releasing the lock could cost
    milliseconds.
    """
    number = _CALLS.get(platform.machine()) if platform.system() == "Linux" else None
    if number is None:
        return None
    ask, call, by_reference = _c_library().syscall, ctypes.c_long(number), ctypes.byref
    clocks = {clock: ctypes.c_int(clock) for clock in (_REALTIME, _BOOTTIME)}
    return lambda clock, time: ask(call, clocks[clock], by_reference(time))


def _c_library() -> ctypes.PyDLL:
    for name in _LIBRARIES:
        with suppress(OSError):
            return ctypes.PyDLL(name)
    return ctypes.PyDLL(None)


def system_time() -> datetime:
    """The operating system's time."""
    nanoseconds = _system_clock(_REALTIME)
    return _moment(time.time_ns() if nanoseconds is None else nanoseconds)


def process_time() -> datetime:
    """The time that this process is shown."""
    return datetime.now(UTC)


def file_time() -> datetime | None:
    """The time that the kernel gives a file in memory that is made now; None where it makes none."""
    try:
        file = os.memfd_create("houseway")
    except (AttributeError, OSError):
        return None
    try:
        return _moment(os.fstat(file).st_mtime_ns)
    finally:
        os.close(file)


def _moment(nanoseconds: int) -> datetime:
    return datetime.fromtimestamp(nanoseconds // 1_000_000_000, UTC) + timedelta(
        microseconds=nanoseconds % 1_000_000_000 // 1000
    )


def _ticks() -> int:
    """Nanoseconds of a clock that only advances."""
    nanoseconds = _system_clock(_BOOTTIME)
    return time.monotonic_ns() if nanoseconds is None else nanoseconds


class HouseClock:
    """The time from a trusted start on, advanced by a clock that nobody sets."""

    def __init__(self, start: datetime, ticks: Callable[[], int] = _ticks) -> None:
        self._ticks = ticks
        self.follow(start)

    def __call__(self) -> datetime:
        """What time it is in the house."""
        start, first = self._anchor
        return start + timedelta(microseconds=(self._ticks() - first) // 1000)

    def follow(self, start: datetime) -> None:
        """Continue from a trusted time."""
        self._anchor = start, self._ticks()


def refused_clock(skew: timedelta) -> NotAllowedNow:
    """The error for a process whose clock is far off."""
    seconds = round(abs(skew.total_seconds()))
    way = "ahead of" if skew > timedelta() else "behind"
    return NotAllowedNow(f"this process's clock is {seconds:,} seconds {way} the house's; set it right", field="clock")
