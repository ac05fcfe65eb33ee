"""How a round starts where strangers practise at one table, by a clock that is moved by hand."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from house.support.tables import DAY, Clock
from houseway.games.demonstration import demonstration
from houseway.house.log.memory import MemoryLog
from houseway.house.people.act import ActInput
from houseway.house.people.cage_events import buy_in
from houseway.house.tables.seat_acts import Join, SitOut
from houseway.house.tables.staff_acts import OpenTable, StartDeal
from houseway.house.tables.steps import step_of
from houseway.house.tables.wager_acts import Decide, Wager, Withdraw
from houseway.web.floor.views import view_of
from houseway.web.practice.demonstration_house import practice_rules
from houseway.web.practice.practice_table import DECIDE_SECONDS, ROUNDS_OUT, WAGER_SECONDS, practice_floor

GAME = "flush-poker"
HOUSE_PLAYER = "house-careful-6"


class Room:
    """A table, who sits at it, and a clock."""

    def __init__(self, *players: str, seconds: int = 0) -> None:
        self.clock = Clock()
        self.log = MemoryLog(self.clock)
        self.floor = practice_floor(self.log)
        self.table = self.floor.keep(self.floor.make(GAME))
        self.players = players
        self.rules = practice_rules(GAME, demonstration(GAME, {}), None, seconds=seconds)

    async def open(self) -> None:
        await self.do(OpenTable(rules=self.rules, day=DAY))
        for seat, player in enumerate(self.players, 1):
            await self.floor.append(buy_in(player, 1_000_00))
            await self.do(Join(seat=seat, player=player))

    async def do(self, asked: ActInput, by: str = "") -> list[str]:
        """Act; the kinds of events that came of it."""
        before = self.table.state.number
        await self.floor.do(self.table, asked, by=by)
        return self.since(before)

    async def wager(self, seat: int) -> list[str]:
        return await self.do(Wager(seat=seat, wagers={"bet": 10_00}))

    async def wait(self, seconds: float) -> list[str]:
        """Let time pass; the kinds of events that came of it."""
        before = self.table.state.number
        self.clock.move(seconds)
        await self.floor.tick(self.table)
        return self.since(before)

    async def fold(self, seat: int) -> list[str]:
        return await self.do(Decide(seat=seat, decision="fold"))

    def since(self, number: int) -> list[str]:
        return [event.kind for event in self.log.read(self.table.stream, number + 1)]

    def view(self, seat: int = 0) -> dict[str, Any]:
        return view_of(self.table, seat)

    @property
    def seated(self) -> list[str]:
        return [place.player for place in self.table.state.seated.values()]


Story = Callable[[Room], Coroutine[Any, Any, None]]


def follow(story: Story, *players: str, seconds: int = 0) -> None:
    async def whole() -> None:
        room = Room(*players, seconds=seconds)
        await room.open()
        await story(room)
        await room.floor.close()

    with ThreadPoolExecutor(1) as thread:  # the browser's tests have a loop in this one
        thread.submit(lambda: asyncio.run(whole())).result()


def test_a_late_player_sits_out_and_the_others_play() -> None:
    async def story(room: Room) -> None:
        assert room.view()["milliseconds_left"] is None
        await room.wager(1)
        await room.wait(4)
        await room.wager(2)
        assert room.view(1)["milliseconds_left"] == (WAGER_SECONDS - 4) * 1000
        assert await room.wait(WAGER_SECONDS - 5) == []
        assert await room.wait(1) == ["sat out", "dealt"]
        assert [place["in_round"] for place in room.view()["seats"]] == [True, True, False]
        assert [place["sits_out"] for place in room.view()["seats"]] == [False, False, True]

    follow(story, "ann", "bea", "idle")


def test_nobody_waits_for_who_sits_out_and_a_wager_ends_it() -> None:
    async def story(room: Room) -> None:
        await room.wager(1)
        await room.wait(WAGER_SECONDS)
        await room.fold(1)
        assert "dealt" in await room.wager(1)
        await room.fold(1)
        assert await room.wager(2) == ["wagered"]
        assert "dealt" in await room.wager(1)

    follow(story, "ann", "idle")


def test_a_wager_is_taken_back_and_the_clock_stands() -> None:
    async def story(room: Room) -> None:
        await room.wager(1)
        await room.do(Withdraw(seat=1), by="ann")
        assert room.view()["milliseconds_left"] is None
        assert await room.wait(10 * WAGER_SECONDS) == []

    follow(story, "ann", "bea")


def test_whoever_has_wagered_deals_now_and_nobody_counts_as_late() -> None:
    async def story(room: Room) -> None:
        for _ in range(ROUNDS_OUT + 1):
            await room.wager(1)
            assert await room.do(StartDeal(), by="ann") == ["dealt"]
            await room.fold(1)
            await room.wait(0)
        assert room.seated == ["ann", "bea"]
        assert await room.wager(1) == ["wagered"]  # bea is still waited for

    follow(story, "ann", "bea")


def test_who_sits_out_some_rounds_stands_up_between_rounds_and_may_sit_down_again() -> None:
    async def story(room: Room) -> None:
        await room.wager(1)
        await room.wait(WAGER_SECONDS)
        for _ in range(ROUNDS_OUT - 1):
            await room.fold(1)
            assert await room.wait(0) == []
            await room.wager(1)
        assert await room.wait(0) == []  # the round goes on
        await room.fold(1)
        assert await room.wait(0) == ["left"]
        assert room.seated == ["ann"]
        left = room.log.last(room.table.stream, "left")
        assert left is not None
        step = step_of(left, room.table.state)
        assert step is not None
        assert step.facts["you"] == "You leave the table: 3 rounds without a wager."
        await room.do(Join(seat=2, player="idle"), by="idle")
        await room.wager(1)
        await room.wait(WAGER_SECONDS)
        await room.fold(1)
        assert await room.wait(0) == []  # one round is not three

    follow(story, "ann", "idle")


def test_sitting_out_by_choice_counts_too() -> None:
    async def story(room: Room) -> None:
        await room.do(SitOut(seat=2), by="bea")
        for _ in range(ROUNDS_OUT):
            await room.wager(1)
            await room.fold(1)
        assert await room.wait(0) == ["left"]

    follow(story, "ann", "bea")


def test_the_posted_default_is_taken_while_another_person_waits() -> None:
    async def story(room: Room) -> None:
        await room.wager(1)
        await room.wager(2)
        assert room.view()["milliseconds_left"] == DECIDE_SECONDS * 1000
        assert await room.wait(DECIDE_SECONDS - 1) == []
        assert await room.wait(1) == ["decided"]
        assert room.view()["turn"] == 2

    follow(story, "idle", "ann")


def test_nobody_hurries_who_plays_with_house_players_alone() -> None:
    async def story(room: Room) -> None:
        await room.wager(1)
        await room.wager(2)
        assert room.view()["turn"] == 1
        assert room.view()["milliseconds_left"] is None
        assert await room.wait(3600) == []
        await room.fold(1)
        assert room.view()["milliseconds_left"] is None  # the house player decides by itself

    follow(story, "ann", HOUSE_PLAYER)


def test_a_table_with_a_clock_of_its_own_keeps_it() -> None:
    async def story(room: Room) -> None:
        await room.wager(1)
        assert room.view()["milliseconds_left"] == 30_000
        assert await room.wait(WAGER_SECONDS) == []
        assert await room.wait(30 - WAGER_SECONDS) == ["sat out", "dealt"]
        assert room.view()["milliseconds_left"] == 30_000

    follow(story, "ann", "bea", seconds=30)
