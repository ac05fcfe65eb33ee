"""The house in this process: its tables in the loop, one writer for all, and who hears what happened."""

import asyncio
from collections import Counter
from collections.abc import Coroutine, Iterable
from typing import Any, Final, Protocol, TypeVar

import structlog

from houseway.errors import HousewayError
from houseway.house.jackpots.jackpot import Jackpot, Jackpots
from houseway.house.log.aggregate import Append, Lookup, Request
from houseway.house.log.kinds import LearningEvent, TableEvent
from houseway.house.log.ledger import cents
from houseway.house.log.log import Appended, Batch, Log
from houseway.house.log.names import HOUSE, SITE, player_account, practice_stream, table_stream
from houseway.house.log.writer import Writer
from houseway.house.people.act import ActInput
from houseway.house.people.house import House
from houseway.house.people.permissions import Permissions
from houseway.house.people.person_payloads import TableOwned
from houseway.house.tables.state import TableState
from houseway.money import Cents
from houseway.web.floor.chosen_names import ChosenNames
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.stored import Waiting
from houseway.web.http.problems import NotFound

ATTEMPTS: Final = 50  # how many things that are due are done before an act
FOLLOW_SECONDS: Final = 1.0  # how often the log is asked what other processes appended

T = TypeVar("T")
log = structlog.get_logger("houseway.web")


class Listener(Protocol):
    """Whoever hears of what happened at a table."""

    def happened(self, table: LiveTable, events: Appended) -> None:
        """Events were stored."""
        ...


class Floor:
    """Tables, people and jackpots on one log. All of it is used from one loop; the writer alone has a thread."""

    def __init__(
        self, house_log: Log, *, permits: Permissions | None = None, table_type: type[LiveTable] = LiveTable
    ) -> None:
        self.log = house_log
        self._table_type = table_type
        self.writer = Writer(house_log)
        self._waiting = Waiting(self.writer)
        self.people = House(house_log, self.writer, is_fed=True)
        self.permits: Permissions = permits or self.people
        self.jackpots = Jackpots(house_log, self.writer, self.permits)
        self.names = ChosenNames()
        self.tables: dict[str, LiveTable] = {}
        self.listeners: list[Listener] = []
        self._purses: dict[str, Cents] = {}
        self._moving: Counter[str] = Counter()  # accounts with a batch on the way
        self._moves: Counter[str] = Counter()  # how often players' chips have moved
        self._cleared = 0  # how often all purses were forgotten
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loading: dict[str, asyncio.Lock] = {}

    # ---- tables

    async def table(self, name: str) -> LiveTable:
        """A table that the log knows; it is loaded when somebody first asks for it."""
        if table := self.tables.get(name):
            return table
        async with self._loading.setdefault(name, asyncio.Lock()):
            if name not in self.tables:
                self.tables[name] = await asyncio.to_thread(self._load, name)
        return self.tables[name]

    def _load(self, name: str) -> LiveTable:
        try:
            known = self.log.last(table_stream(name), TableEvent.OPENED)
        except HousewayError:
            known = None
        if known is None:
            raise NotFound("there is no such table", field="table")
        table = self.make(name)
        if table.state.deck and self.log.has_key():
            table.secret(table.state.deck.commitment)  # so that the next deal does not read it in the loop
        if table.jackpot:
            table.jackpot.fresh()
        return table

    def make(self, name: str) -> LiveTable:
        """A table of this name, whether or not it was ever opened."""
        owned = self.ownership(name)
        return self._table_type(
            self.log,
            name,
            appender=self.writer,
            jackpots=self.jackpots,
            people=self.permits_at(owned),
            purses=self.purse,
            names=self.names.of,
            private=owned.person if owned else "",
            training=bool(owned and owned.training),
        )

    def permits_at(self, _owned: TableOwned | None) -> Permissions:
        """Who says who may act at a table of somebody's own, or of everybody's."""
        return self.permits

    def ownership(self, name: str) -> TableOwned | None:
        """Whose private practice table it is; None for a table that is everybody's."""
        owned = self.log.last(practice_stream(name), LearningEvent.OWNED)
        return owned.read(TableOwned) if owned else None

    def owner_of(self, name: str) -> str:
        """The same, by name; empty for a table that is everybody's."""
        owned = self.ownership(name)
        return owned.person if owned else ""

    def keep(self, table: LiveTable) -> LiveTable:
        """Serve a table that was just made."""
        return self.tables.setdefault(table.name, table)

    # ---- acts

    async def do(self, table: LiveTable, asked: ActInput, *, by: str = "", request: str = "") -> Appended:
        """Do an act of a table; the answer comes when it is stored, whoever stops waiting for it."""
        return await self.run(table, table.request(asked, by=by, request=request))

    async def run(self, table: LiveTable, request: Request[TableState]) -> Appended:
        """The same of a request that is ready."""
        return await self.shielded(self.run_in_turn(table, request))

    async def shielded(self, work: Coroutine[Any, Any, T]) -> T:
        """Run work to its end even if the person who asked for it is gone."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def run_in_turn(self, table: LiveTable, request: Request[TableState]) -> Appended:
        """The same in a task that nobody ends."""
        async with table.turn:
            await self._prepare(table)
            await self._catch_up_with_time(table)
            return await self._run(table, request)

    async def tick(self, *tables: LiveTable) -> None:
        """Do what time has come for at some tables."""
        now = self.log.clock()
        for table in tables:
            if table.due(now):
                async with table.turn:
                    await self._catch_up_with_time(table)

    async def _prepare(self, table: LiveTable) -> None:
        """Read in a thread what the loop would else have to: a table that is behind, its jackpot, and purses."""
        if table.is_stale:
            await asyncio.to_thread(table.fresh)
        await self.refresh_jackpots(table)
        await self.prepare_purses(*[place.player for place in table.state.seated.values()])

    async def refresh_jackpots(self, *tables: LiveTable) -> None:
        """Read in a thread what others appended to the jackpots of tables."""
        behind = {one.jackpot for one in tables if one.jackpot and one.jackpot.is_stale}
        if behind:
            await asyncio.to_thread(lambda: [jackpot.fresh() for jackpot in behind])

    async def _catch_up_with_time(self, table: LiveTable) -> None:
        for _ in range(ATTEMPTS):
            act = table.due(self.log.clock())
            if act is None:
                return
            await self._run(table, Request(act=act))

    async def _run(self, table: LiveTable, request: Request[TableState]) -> Appended:
        """Run the attempts of a request in the loop, which serves other tables while the disk works."""
        attempts = table.attempts(request)
        try:
            step = next(attempts)
            while True:
                try:
                    answer = await self._step(table, step)
                except HousewayError as problem:
                    step = attempts.throw(problem)
                else:
                    step = attempts.send(answer)
        except StopIteration as done:
            events: Appended = done.value
        except HousewayError:
            await self._tell_since(table, table.last_published)  # a refusal may be an event of its own
            raise
        await self.refresh_jackpots(table)
        self._tell(table, events)
        return events

    async def _step(self, table: LiveTable, step: Append | Lookup) -> object:
        if isinstance(step, Append):
            return await self._stored(step.batch)
        answer = await asyncio.to_thread(step.work)
        await self._tell_since(table, table.last_published)
        return answer

    async def _stored(self, batch: Batch) -> Appended:
        moving, moves = self._moving, self._moves
        for account in batch.changes:
            moving[account] += 1
        try:
            return await self._waiting.store(batch)
        finally:
            for account in batch.changes:
                moving[account] -= 1
                moves[account.removeprefix("player/")] += 1

    # ---- what happened

    async def follow(self, table: LiveTable) -> None:
        """Read what other processes appended to a table, and tell what nobody has heard of yet."""
        await asyncio.to_thread(table.catch_up)
        await self._tell_since(table, table.last_published)

    async def up_to_date(self, table: LiveTable) -> LiveTable:
        """A table with everything that other processes appended to it."""
        async with table.turn:
            await self.follow(table)
        return table

    async def _tell_since(self, table: LiveTable, before: int) -> None:
        """Tell what others appended to a table since a number."""
        if table.state.number > before:
            events = await asyncio.to_thread(lambda: tuple(self.log.read(table.stream, before + 1)))
            self._purses.clear()
            self._cleared += 1
            await self._prepare(table)
            self._tell(table, events, are_counted=True)
            log.info("followed", table=table.name, before=before, number=table.state.number)

    def _tell(self, table: LiveTable, events: Appended, *, are_counted: bool = False) -> None:
        """Tell what happened at a table; the answer to a repeated request happened before, and is not repeated.

        `are_counted` says that the purses were read after the events were stored.
        """
        last = max((event.number for event in events if event.stream == table.stream), default=0)
        if last <= table.last_published:
            return
        table.last_published = last
        for event in () if are_counted else events:
            for account, amount in event.postings:
                name = account.removeprefix("player/")
                if name in self._purses and name != account:
                    self._purses[name] += amount // cents(1)
        table.tell(events)
        for listener in self.listeners:
            listener.happened(table, events)

    async def follow_all(self) -> None:
        """See what other processes have appended to the tables that are served here."""
        heads = await asyncio.to_thread(self.log.heads)
        for table in list(self.tables.values()):
            head = heads.get(table.stream)
            if head and head.number > table.last_published and not table.turn.locked():
                async with table.turn:
                    await self.follow(table)
        for jackpot in self.known_jackpots():
            head = heads.get(jackpot.stream)
            if head and head.number > jackpot.state.number:
                await asyncio.to_thread(jackpot.catch_up)

    async def follow_people(self) -> None:
        """See what other processes have changed of people and their rights."""
        heads = await asyncio.to_thread(lambda: [(one, self.log.head(one).number) for one in (HOUSE, SITE)])
        if not all(self.people.has_seen(stream, number) for stream, number in heads):
            await asyncio.to_thread(self.people.catch_up)

    def known_jackpots(self) -> Iterable[Jackpot]:
        """The jackpots of the tables that are served here."""
        jackpots = {table.jackpot.name: table.jackpot for table in self.tables.values() if table.jackpot}
        return jackpots.values()

    # ---- purses

    def purse(self, player: str) -> Cents:
        """What a player has that is not wagered: read once, then kept by what is posted."""
        if player in self._purses:
            return self._purses[player]
        balance = self.balance(player)
        if not self._moving[player_account(player)]:  # else a batch that is being stored might be counted twice
            self._purses[player] = balance
        return balance

    async def prepare_purses(self, *players: str) -> None:
        """Read what players have before the loop is asked for it; one that moves meanwhile is left to be asked for."""
        missing = [player for player in players if player and player not in self._purses]
        if not missing:
            return
        before = self._cleared, [self._moves[player] for player in missing]
        balances = await asyncio.to_thread(lambda: [self.balance(player) for player in missing])
        if before[0] == self._cleared:
            for player, moves, purse in zip(missing, before[1], balances, strict=True):
                if moves == self._moves[player] and not self._moving[player_account(player)]:
                    self._purses.setdefault(player, purse)

    def balance(self, player: str) -> Cents:
        """The same, read from the log."""
        return self.log.balance(player_account(player)) // cents(1)

    def forget_purse(self, player: str) -> None:
        """Money came or went by another door than a table."""
        self._purses.pop(player, None)
        self._moves[player] += 1

    async def append(self, *args: Any, **named: Any) -> Appended:
        """Append events that are no act of a table."""
        return await asyncio.to_thread(self.writer.append, *args, **named)

    # ---- the end

    async def finish(self) -> None:
        """Wait for what was begun."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def close(self) -> None:
        """Finish what was begun, then close the log."""
        await self.finish()
        await asyncio.to_thread(self.writer.close)
        self.log.close()
