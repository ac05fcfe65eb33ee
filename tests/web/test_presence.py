"""A player who is linked to another process of the server is not taken for gone."""

import asyncio
import os
from pathlib import Path

from houseway.web.floor.hub import Hub
from houseway.web.floor.presence import FRESH_SECONDS, Presence
from web.serving import Running, serving

TABLE = "premium-holdem"


def sweep(server: Running) -> None:
    """What the server does every few seconds."""
    services = server.services
    asyncio.run_coroutine_threadsafe(services._sweep(), services._work[0].get_loop()).result(30)


def seated(server: Running) -> set[str]:
    places = server.services.floor.tables[TABLE].state.seated.values()
    return {place.player for place in places if not place.has_left}


def test_somebody_whom_another_process_sees_stays_until_that_sees_nobody(tmp_path: Path) -> None:
    with serving(database="memory:", shared=tmp_path, away_seconds=-1) as server:
        guest, hub = server.guest(), Hub(server.services.floor)
        hub.saw(guest.person)
        Presence(tmp_path, "another process").tell(hub)
        guest.post(f"/tables/{TABLE}/join", {"seat": 1}).raise_for_status()
        sweep(server)
        assert guest.person in seated(server)
        Presence(tmp_path, "another process").tell(Hub(server.services.floor))
        sweep(server)
        assert guest.person not in seated(server)


def test_a_process_tells_of_others_and_believes_no_file_that_a_dead_one_left(tmp_path: Path) -> None:
    with serving(database="memory:") as server:
        hub, one, other = Hub(server.services.floor), Presence(tmp_path, "1"), Presence(tmp_path, "2")
        hub.saw("ann")
        one.tell(hub)
        assert (set(one.others()), set(other.others())) == (set(), {"ann"})
        assert one.away_seconds("ann") > other.away_seconds("ann")
        before = (tmp_path / "1").stat().st_mtime - FRESH_SECONDS
        os.utime(tmp_path / "1", (before, before))
        assert other.others() == {}
        (tmp_path / "1").write_text('{"people": {"ann"')
        assert other.others() == {}
