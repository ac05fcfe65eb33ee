"""How much a client may ask for: a bucket that fills at a steady rate and holds a burst."""

import time
from collections.abc import Callable, Hashable
from ipaddress import IPv6Address, ip_address
from typing import Final

from houseway.web.http.metrics import REFUSED
from houseway.web.http.problems import TooMany
from houseway.web.http.settings import Rate

FORGET: Final = 10_000  # buckets, after which the full ones are forgotten


class Bucket:
    """A rate: how many a second in the long run, and how many at once."""

    __slots__ = ("_clock", "_held", "_rate", "_then")

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._held = float(rate.burst)
        self._then = clock()

    def take(self) -> bool:
        """Take one, if there is one."""
        self._fill()
        if self._held < 1:
            REFUSED.inc()
            return False
        self._held -= 1
        return True

    @property
    def full(self) -> bool:
        """Whether nobody has taken any lately."""
        self._fill()
        return self._held >= self._rate.burst

    def _fill(self) -> None:
        now = self._clock()
        self._held = min(float(self._rate.burst), self._held + (now - self._then) * self._rate.per_second)
        self._then = now


class Buckets:
    """A bucket for each client."""

    def __init__(self, rate: Rate, what: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._what = what
        self._clock = clock
        self._found: dict[Hashable, Bucket] = {}

    def take(self, client: Hashable) -> bool:
        """Take one for a client, if there is one."""
        if len(self._found) > FORGET:
            self._found = {key: bucket for key, bucket in self._found.items() if not bucket.full}
        return self._found.setdefault(client, Bucket(self._rate, self._clock)).take()

    def check(self, client: Hashable) -> None:
        """The same, and an error where there is none."""
        if not self.take(client):
            raise TooMany(f"too many {self._what}; wait a little", field="rate")


def network_of(address: str) -> str:
    """The place that an address counts as: in version 6 its network, all of which one client may have."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    return str(parsed.ipv4_mapped) if parsed.ipv4_mapped else f"{IPv6Address(int(parsed) >> 64 << 64)}/64"
