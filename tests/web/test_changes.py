"""A link that asks for changes has the same view, byte for byte, as one that is sent every view whole."""

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from house.support.tables import DAY, Clock
from houseway.errors import HousewayError
from houseway.games.demonstration import demonstration
from houseway.house.log.memory import MemoryLog
from houseway.house.people.act import ActInput
from houseway.house.people.cage_events import buy_in
from houseway.house.tables.enabled import practice_event
from houseway.house.tables.seat_acts import Join, Leave, SitOut
from houseway.house.tables.staff_acts import OpenTable
from houseway.house.tables.wager_acts import Decide, Wager
from houseway.money import parse_money
from houseway.web.floor.connection import Connection
from houseway.web.floor.hub import Hub
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.moment import Moment
from houseway.web.floor.seen_page import seen_page
from houseway.web.http.sessions import Session
from houseway.web.practice.demonstration_house import practice_rules
from houseway.web.practice.practice_table import practice_floor
from web.serving import STAKES, Page, Running, serving, whole_decisions

PLAYERS = ("ann", "bea", "cid")
VIEWERS = (*PLAYERS, "")  # and somebody who looks on
ROUNDS = 25


class Viewer:
    """Two links of one person, of which one asks for changes; the view that each has put together."""

    def __init__(self, person: str) -> None:
        self.person = person
        self.changing: dict[str, Any] = {}
        self.whole: dict[str, Any] = {}
        self.changes = 0  # messages with changes

    def connect(self, hub: Hub, table: LiveTable) -> None:
        """Open both links anew; each is sent a whole view first."""
        self.links = [self._link(hub, table, changes=changes) for changes in (True, False)]
        self.changing = self.whole = {}

    def _link(self, hub: Hub, table: LiveTable, *, changes: bool) -> Connection:
        link = Connection(waiting=100, mark=lambda _: None)
        if self.person:
            link.session = Session(person=self.person, guest=True, token=self.person, ends=2**40)
        hub.watch(link, table, 0, changes=changes)
        return link

    def hear(self, moment: Moment) -> None:
        """Read what both links are sent by now."""
        for text in self.links[0].messages(lambda: moment):
            message = msgspec.json.decode(text)
            if "changes" in message:
                assert message["after"] == self.changing["number"]
                self.changes += 1
            self.changing = message.get("view") or {**self.changing, **message["changes"]}
            assert self.changing["number"] == message["number"]
        for text in self.links[1].messages(lambda: moment):
            message = msgspec.json.decode(text)
            assert "changes" not in message
            self.whole = message["view"]


class Game:
    """A practice table of a game with three people, who play at random."""

    def __init__(self, game: str, chance: random.Random) -> None:
        self.game, self.chance, self.clock = game, chance, Clock()
        self.floor = practice_floor(MemoryLog(self.clock))
        self.table = self.floor.keep(self.floor.make(game))
        self.table.services = replace(self.table.services, entropy=lambda: chance.randbytes(32).hex())
        self.hub = Hub(self.floor)
        self.floor.listeners.append(self.hub)
        self.viewers = [Viewer(person) for person in VIEWERS]

    async def open(self) -> None:
        await self.floor.append(practice_event())
        rules = practice_rules(self.game, demonstration(self.game, {}), None)
        await self.floor.do(self.table, OpenTable(rules=rules, day=DAY))
        for seat, player in enumerate(PLAYERS, 1):
            await self.floor.append(buy_in(player, 100_000_00))
            await self.floor.do(self.table, Join(seat=seat, player=player), by=player)
        for viewer in self.viewers:
            viewer.connect(self.hub, self.table)

    async def step(self) -> None:
        """An act at random; then some viewers read, some are behind, and now and then one connects anew."""
        if asked := self._next_act():
            seat = getattr(asked, "seat", 1)
            with suppress(HousewayError):  # what was due came first: a seat that was idle for too long is free
                await self.floor.do(self.table, asked, by=PLAYERS[seat - 1])
        self.clock.move(self.chance.random())
        if self.chance.random() < 0.05:
            self.hub.purse_changed(self.chance.choice(PLAYERS))
        if self.chance.random() < 0.05:
            self.chance.choice(self.viewers).connect(self.hub, self.table)
        for viewer in self.viewers:
            if self.chance.random() < 0.8:
                self.compare(viewer)

    def compare(self, viewer: Viewer) -> None:
        moment = Moment(self.clock)
        viewer.hear(moment)
        assert msgspec.json.encode(viewer.changing) == msgspec.json.encode(viewer.whole)

    def _next_act(self) -> ActInput | None:
        state, chance = self.table.state, self.chance
        if state.phase == "decisions":
            turn = state.round.turn if state.round else None
            view = msgspec.json.decode(msgspec.json.encode(self._page(turn or 0)))
            return Decide(seat=turn or 0, decision=chance.choice(whole_decisions(view))) if turn else None
        waiting = [place.seat for place in state.seated.values() if not place.wagers and not place.has_left]
        if not waiting:
            return None
        seat = chance.choice(waiting)
        if chance.random() < 0.05:
            return SitOut(seat=seat)
        if chance.random() < 0.02:
            return Leave(seat=seat)
        return Wager(seat=seat, wagers={name: parse_money(stake) for name, stake in STAKES[self.game].items()})

    def _page(self, seat: int) -> Any:
        return seen_page(self.table, seat, Moment(self.clock)).whole()

    def require_fresh_pages(self) -> None:
        """What is used again of earlier pages is what would be made now."""
        for seat in range(4):
            used = msgspec.json.encode(self._page(seat))
            page, self.table.page = self.table.page, None
            assert used == msgspec.json.encode(self._page(seat))
            self.table.page = page

    async def bring_back(self) -> None:
        """Whoever left takes the seat again."""
        for seat, player in enumerate(PLAYERS, 1):
            if self.table.state.phase == "wagers" and seat not in self.table.state.seated:
                await self.floor.do(self.table, Join(seat=seat, player=player), by=player)


@pytest.mark.parametrize("game", STAKES)
def test_changes_lead_to_the_whole_view_through_gaps_and_new_links(game: str) -> None:
    async def play() -> None:
        played = Game(game, random.Random(game))
        await played.open()
        while played.table.state.rounds < ROUNDS:
            await played.step()
            played.require_fresh_pages()
            await played.bring_back()
        for viewer in played.viewers:
            played.compare(viewer)
            assert viewer.changes > ROUNDS
        await played.floor.close()

    with ThreadPoolExecutor(1) as thread:  # the browser's tests have a loop in this one
        thread.submit(lambda: asyncio.run(play())).result()


def test_a_field_that_comes_or_goes_brings_a_whole_view() -> None:
    async def look() -> None:
        played = Game("flush-poker", random.Random(1))
        await played.open()
        page = seen_page(played.table, 1, Moment(played.clock))
        texts = {**page.shared.texts, "devices": page.shared.texts["lights"]}
        other = page._replace(shared=type(page.shared)(page.shared.number, "", texts, page.shared.page))
        assert page.changes_since(page) == {}
        assert page.changes_since(other) is None
        assert other.changes_since(page) is None
        await played.floor.close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(look())).result()


def test_a_link_is_sent_changes_only_if_it_asks_for_them(practice: Running) -> None:
    game = "premium-holdem"
    with practice.guest().page() as asking, practice.guest().page() as plain:
        asking.do("watch", game, changes=True)
        plain.do("watch", game)
        number = asking.do("join", game, seat=1)
        for page in (asking, plain):
            page.view(game, lambda view: view["number"] >= number)
        assert [_kinds(asking, game), _kinds(plain, game)] == [{"view", "changes"}, {"view"}]
        asking.views.clear()
        asking.do("watch", game, changes=True)  # as a page does that has lost its place
        asking.view(game, lambda view: view["number"] >= number)
        asking.do("leave", game, seat=1)


def _kinds(page: Page, table: str) -> set[str]:
    messages = [msgspec.json.decode(text) for text in page.told]
    return {kind for one in messages if one.get("table") == table for kind in ("view", "changes") if kind in one}


def test_a_compressed_link_is_sent_the_same() -> None:
    with serving(database="memory:", host="0.0.0.0") as server, server.guest().page() as page:  # noqa: S104 - not loopback
        assert "permessage-deflate" in (page.socket.response.headers if page.socket.response else {}).get(
            "Sec-WebSocket-Extensions", ""
        )
        page.do("watch", "flush-poker", changes=True)
        number = page.do("join", "flush-poker", seat=1)
        view = page.view("flush-poker", lambda one: one["number"] >= number)
        assert view["you"]["seat"] == 1
