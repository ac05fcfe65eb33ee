"""A house in simulation: one seed drives players, staff, tables, jackpots, clock, network, storage and crashes.

Several servers share one log and serve the same tables. Requests and answers travel over a network that loses, doubles
and reorders them; commits fail, or succeed without anyone hearing of it; servers die at any commit and start again from
the log. After every step all invariants are checked (`checks.py`), and the same seed takes the same steps.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from house.support.tables import declaration
from houseway.errors import HousewayError
from houseway.games import game_names
from houseway.games.demonstration import demonstration
from houseway.games.game import Game
from houseway.games.letter.offer import offer
from houseway.house.jackpots.jackpot import Jackpots
from houseway.house.jackpots.terms_acts import CreateJackpot
from houseway.house.log.events import Event
from houseway.house.log.memory import MemoryLog
from houseway.house.log.names import TablePot, table_pot
from houseway.house.office.site import DisableSite, EnableSite, Site
from houseway.house.people.cage_events import buy_in
from houseway.house.sheets.links import link_key
from houseway.house.sheets.sheet import JackpotTerms, Limit
from houseway.house.sheets.table_rules import TableRules
from houseway.house.store.faulty import Faults
from houseway.house.tables.staff_acts import CloseTable, OpenTable
from houseway.house.tables.state import Phase, TableState
from houseway.house.tables.table import Table
from houseway.house.tables.wager_acts import Decide, Wager, Withdraw
from houseway.money import LIMIT
from simulated_house.checks import Broken, LogWatcher, require
from simulated_house.people import OUTSIDE, STAFF, SimulatedPeople, winnable_games
from simulated_house.servers import Answer, Request, Server, SimulatedClock

SERVERS: Final = 2
Tell = Callable[[int, Event], None]

DRAINING: Final = 2000  # steps in which everything must come to its end once nothing fails any more


class SimulationFailed(AssertionError):
    """An invariant does not hold: the seed and the step say where."""

    def __init__(self, seed: object, step: int, what: str) -> None:
        super().__init__(f"seed {seed}, step {step}: {what}")
        self.seed, self.step, self.what = seed, step, what


@dataclass(frozen=True, kw_only=True)
class Summary:
    """What a simulation has gone through."""

    seed: object
    steps: int
    events: int
    rounds: int
    wins: int
    requests: int
    crashes: int
    faults: int
    fingerprint: str  # the hashes of all stream heads


class World:
    """Everything that a seed drives."""

    def __init__(self, seed: object, *, faults: Faults | None = None) -> None:
        self.seed = seed
        self.chance = Random(f"house/{seed}")  # a simulation must be repeatable
        self.clock = SimulatedClock()
        self.store = MemoryLog(self.clock)
        self.watch = LogWatcher(self.store)
        self.faults = faults or Faults()
        self.names: list[str] = []
        self.players: dict[str, tuple[str, int]] = {}  # who plays where
        self.open: dict[str, Request] = {}  # what senders wait for
        self.mail: list[Request | Answer] = []
        self.steps = 0
        self.lossy = True
        self._terms: dict[str, JackpotTerms] = {}
        self._set_up()
        self.people = SimulatedPeople(self.chance, self.watch, self.names, self.players)
        self.servers = [Server(self, number) for number in range(SERVERS)]
        self.site = Site(self.store)

    def entropy(self) -> str:
        """A seed for a deck."""
        return f"{self.chance.getrandbits(256):064x}"

    # ---- the house before anything goes wrong

    def _set_up(self) -> None:
        jackpots = Jackpots(self.store)
        games = game_names()
        wanted = self.chance.sample(games, min(2, len(games)))
        stacked = winnable_games()[:1] * 2  # two tables on one meter
        for number, game in enumerate([*wanted, *stacked], start=1):
            rules = self._rules(game, str(number), stacked=number > len(wanted))
            if rules.jackpot and jackpots.get(rules.jackpot.name).state.terms is None:
                jackpot = jackpots.get(rules.jackpot.name)
                jackpot.do(CreateJackpot(terms=rules.jackpot, game=rules.chosen))
                jackpot.do(declaration(OUTSIDE, rules.chosen))
            table = Table(self.store, rules.name, jackpots=jackpots, entropy=self.entropy)
            table.do(OpenTable(rules=rules, day="2026-11-16"))
            self.names.append(rules.name)
            for seat in range(1, self.chance.randint(2, 3) + 1):
                player = f"p{number}-{seat}"
                self.store.append(buy_in(player, self.chance.choice([100_00, 5_000_00])))
                self.players[player] = (rules.name, seat)
        self.watch.look()

    def _rules(self, game: str, name: str, *, stacked: bool) -> TableRules:
        chosen = demonstration(game, {})
        return TableRules(
            name=name,
            game=game,
            options=chosen.options,
            seats=chosen.approval.table.seats,
            cards="scanner" if stacked else "shuffle",
            dealer="person" if stacked else "self",
            seconds=30,
            defaults=chosen.approval.operation.defaults,
            limits=_limits(chosen),
            jackpot=self._jackpot_terms(chosen) if chosen.approval.jackpot else None,
        )

    def _jackpot_terms(self, game: Game) -> JackpotTerms:
        """One meter for all games that are won alike, as the law wants it."""
        name = f"meter-{link_key(game)[:8]}"
        wager = game.approval.jackpot
        if wager is not None and name not in self._terms:
            choose = self.chance.choice
            self._terms[name] = JackpotTerms(
                name=name,
                kind="progressive",
                wager=100,
                seed=1_000_00,
                reset=choose([0, 500_00]),
                increment=choose([1, 123_457, 900_000]),
                reserve=choose([0, 33_333]),
                cap=choose([0, 0, 1_001_00]),
                prizes={prize: 500_00 for line in offer(game, wager).lines if (prize := line.prize)},
                prizes_from=choose(["house", "meter"]),
                verify_above=choose([0, 90_00, 400_00]),
                linked=True,
            )
        return self._terms[name]

    # ---- one step

    def step(self) -> None:
        """Something happens; then everything is checked."""
        self.steps += 1
        drawn = self.chance.randrange(100)
        if drawn < 45 and self.mail:
            self._deliver()
        elif drawn < 52:
            self._deliver_together()
        elif drawn < 80:
            self._send_request(list(self.players))
        elif drawn < 90:
            self._send_request(list(STAFF))
        elif drawn < 95:
            self.clock.move(self.chance.choice([0.001, 1, 10, 31, 100]) if self.chance.random() < 0.9 else -50)
        elif drawn < 98:
            self.chance.choice(self.servers).tick()
        elif self.lossy and self.chance.random() < 0.05:
            self._stop_or_start()
        elif self.lossy:
            server = self.chance.choice(self.servers)
            server.crashes += 1
            server.restart()
        self.watch.look()
        for server in self.servers:
            server.check()

    def _stop_or_start(self) -> None:
        """The site is disabled, or enabled again, whatever the servers are about to do."""
        if self.site.fresh().disabled:
            self.site.do(EnableSite(), by=STAFF[0], second=STAFF[1])
        else:
            self.site.do(DisableSite(reason="a fire alarm"), by=STAFF[0])

    def _deliver(self) -> None:
        """A message arrives: any of those on the way, perhaps twice, perhaps not at all."""
        message = self.mail.pop(self.chance.randrange(len(self.mail)))
        if self.lossy and self.chance.random() < 0.05:
            return
        if self.lossy and self.chance.random() < 0.05:
            self.mail.append(message)
        if isinstance(message, Request):
            if answer := self.chance.choice(self.servers).handle(message):
                self._answered(answer)
        else:
            self._receive(message)

    def _deliver_together(self) -> None:
        """Wagers and decisions at different tables that arrive at one moment."""
        found: dict[str, Request] = {}
        for message in self.mail:
            if isinstance(message, Request) and isinstance(message.asked, Wager | Decide):
                found.setdefault(message.table, message)
        requests = list(found.values())
        for request in requests:
            self.mail.remove(request)
        if requests:
            for answer in self.chance.choice(self.servers).handle_together(requests):
                self._answered(answer)

    def _answered(self, answer: Answer) -> None:
        if answer.events:
            self.watch.check_answer(answer.request.id, answer.events)
        self.mail.append(answer)

    def _receive(self, answer: Answer) -> None:
        """An answer reaches who asked; where nobody knows, the same request is sent again."""
        request = answer.request
        if self.open.get(request.sender) == request:
            if answer.again:
                self.mail.append(request)
            else:
                del self.open[request.sender]

    def _send_request(self, senders: list[str]) -> None:
        """The first who has something to say sends a new request, or the old one once more."""
        self.chance.shuffle(senders)
        for sender in senders:
            waits_for = self.open.get(sender)
            request = self._impatient(waits_for) if waits_for else self.people.new_request(sender)
            if request is not None:
                self.open[sender] = request
                self.mail.append(request)
                return

    def _impatient(self, request: Request) -> Request | None:
        """The same request once more, where it or its answer was lost, and now and then where it was not."""
        on_the_way = any(request in (message, getattr(message, "request", None)) for message in self.mail)
        return None if on_the_way and self.chance.random() < 0.95 else request

    # ---- the end

    def drain(self) -> None:
        """Nothing fails any more: every round comes to its end, every win is verified, every table is closed."""
        self.lossy = self.people.trouble = False
        self.faults = Faults(fails=0, lost=0, delayed=0, crashes_before=0, crashes_after=0)
        self.servers = [Server(self, number) for number in range(SERVERS)]
        if self.site.fresh().disabled:
            self._stop_or_start()
        for count in range(DRAINING):
            self.step()
            self.clock.move(5)
            if not count % 10:
                self.servers[0].tick()
            states = [self.watch.state(name) for name in self.names]
            waits = any(self.watch.held.values())
            if not self.mail and not self.open and not waits and all(_is_idle(state) for state in states):
                break
        else:
            raise Broken("not everything came to its end")
        for name in self.names:
            table = self.servers[0].table(name)
            table.catch_up()
            for seat in [seat for seat, place in table.state.seated.items() if place.wagers]:
                table.do(Withdraw(seat=seat))
            if table.state.rules is not None:
                table.do(CloseTable())
        self.watch.look()
        self.watch.check_end()
        left = [account for account, amount in self.store.balances().items() if amount]
        stuck = [one for one in left if table_pot(one)[1] in (TablePot.WAGERS, TablePot.HELD)]
        require(not stuck, "something is left on a layout")


def _limits(game: Game) -> dict[str, Limit]:
    """Any stake, but so low an aggregate limit on every bonus that it is reached now and then."""
    bonuses = [name for name in game.approval.placed if game.approval.wagers[name].role == "bonus"]
    return {name: Limit(minimum=1, maximum=LIMIT - 1, step=1, aggregate=20_01) for name in bonuses}


def _is_idle(state: TableState) -> bool:
    return state.phase == Phase.CLOSED or (
        state.phase == Phase.WAGERS and (not state.betting or state.open_rules.dealer == "person")
    )


def simulate(seed: object, steps: int = 400, *, faults: Faults | None = None, tell: Tell | None = None) -> Summary:
    """Run a house for `steps` steps and to its end; raises SimulationFailed at the first invariant that breaks.

    `tell` is called with every event and the number of its step.
    """
    world = World(seed, faults=faults)
    if tell is not None:
        world.watch.tell = lambda event: tell(world.steps, event)
    try:
        for _ in range(steps):
            world.step()
        crashes = sum(server.crashes for server in world.servers)
        struck = sum(len(server.log.struck) for server in world.servers)
        world.drain()
    except (Broken, HousewayError, LookupError, TypeError, AttributeError, ArithmeticError) as problem:
        raise SimulationFailed(seed, world.steps, f"{type(problem).__name__}: {problem}") from problem
    heads = " ".join(head.hash for head in world.store.heads().values())
    return Summary(
        seed=seed,
        steps=world.steps,
        events=world.watch.events,
        rounds=world.watch.rounds,
        wins=world.watch.wins,
        requests=world.people.requests,
        crashes=crashes,
        faults=struck,
        fingerprint=heads,
    )
