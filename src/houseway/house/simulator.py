"""A house in simulation: one seed drives players, staff, tables, jackpots, clock, network, storage and crashes.

Several servers share one log and serve the same tables. Requests and answers travel over a network that loses, doubles
and reorders them; commits fail, or succeed without anyone hearing of it; servers die at any commit and start again from
the log. After every step all invariants are checked (`simulator_checks`), and the same seed takes the same steps.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, Final

from houseway.cards.card import Card, parse_cards
from houseway.errors import HousewayError
from houseway.games.demonstration import demonstration
from houseway.games.round import Round
from houseway.house.cage import buy_in
from houseway.house.events import Event
from houseway.house.faulty import Crash, Faults, FaultyLog
from houseway.house.jackpot import Jackpots
from houseway.house.log import Appended, OutcomeUnknown, StorageFailed
from houseway.house.memory import MemoryLog
from houseway.house.players import HousePlayer
from houseway.house.sheet import JackpotTerms
from houseway.house.shuffle import remaining_cards
from houseway.house.simulator_checks import Broken, Watch, demand
from houseway.house.table import Table
from houseway.house.table_rules import TableRules
from houseway.house.table_state import TableState, running

GAMES: Final = ("down-under-holdem", "premium-holdem", "down-under-blackjack", "flush-poker", "wild-monkey-pai-gow")
STAFF: Final = ("dee", "sid", "sue")
WINNERS: Final = ("2h 3h 4h 5h 6h 7h 8h", "Ac Kc Qc Jc Tc Kd Qd", "8d 9d Td Jd Jo 6d 7d")  # 100%, 50% and 25%
SERVERS: Final = 2
Tell = Callable[[int, Event], None]

DRAINING: Final = 2000  # steps in which everything must come to its end once nothing fails any more


class SimulationFailed(AssertionError):
    """An invariant does not hold: the seed and the step say where."""

    def __init__(self, seed: object, step: int, what: str) -> None:
        super().__init__(f"seed {seed}, step {step}: {what}")
        self.seed, self.step, self.what = seed, step, what


@dataclass(frozen=True, kw_only=True)
class Request:
    """A message to a server."""

    id: str
    sender: str
    table: str
    act: str  # a method of `Table` or `Jackpot`
    given: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Answer:
    """A message back: the events, or why not; `again` where nobody knows."""

    request: Request
    events: Appended = ()
    refused: str = ""
    again: bool = False


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


class Server:
    """One process: tables and jackpots in memory, and the log behind a storage that fails."""

    def __init__(self, world: "World", number: int) -> None:
        self._world = world
        self._number = number
        self.log = FaultyLog(world.store, f"{world.seed}/{number}", world.faults, world.clock.move)
        self.crashes = 0
        self.restart()

    def restart(self) -> None:
        """Start again with nothing but the log."""
        self.log.restart()
        self.jackpots = Jackpots(self.log)
        self._tables: dict[str, Table] = {}

    def table(self, name: str) -> Table:
        """A table, loaded when it is first asked for."""
        if name not in self._tables:
            found = Table(self.log, name, jackpots=self.jackpots, entropy=self._world.entropy)
            self._world.watch.look()
            demand(found.state == self._world.watch.state(name), f"table {name}: not where it stood when it is loaded")
            self._tables[name] = found
        return self._tables[name]

    def check(self) -> None:
        """What is in memory is what the events say, as far as it has followed them."""
        for name, table in self._tables.items():
            state = self._world.watch.state(name)
            if table.state.number == state.number:
                demand(table.state == state, f"table {name}: what is in memory is not what its events say")

    def handle(self, request: Request) -> Answer | None:
        """Do what a request asks; a server that dies answers nothing."""
        try:
            try:
                events = self._perform(request)
            except (StorageFailed, OutcomeUnknown):
                return Answer(request=request, again=True)
            except HousewayError as problem:
                return Answer(request=request, refused=str(problem))
        except Crash:
            self.crashes += 1
            self.restart()
            return None
        return Answer(request=request, events=events)

    def _perform(self, request: Request) -> Appended:
        given = dict(request.given)
        if request.act.startswith("jackpot "):
            jackpot = self.jackpots.get(request.table)
            found: Appended = getattr(jackpot, request.act.removeprefix("jackpot "))(**given, request=request.id)
            return found
        answer: Appended = getattr(self.table(request.table), request.act)(**given, request=request.id)
        return answer

    def handle_together(self, requests: list[Request]) -> list[Answer]:
        """Requests at different tables that wait at one moment: planned, and appended in one commit."""
        answers, steps = [], []
        try:
            for request in requests:
                table, given = self.table(request.table), request.given
                act = table.wagering(**given) if request.act == "wager" else table.deciding(**given)
                try:
                    planned = table.plan(act, request.id)
                except HousewayError:
                    planned = None  # refused, or done before: that is found out one by one
                if planned is None:
                    answer = self.handle(request)
                    answers += [answer] if answer else []
                else:
                    steps.append((request, table, planned))
            if steps:
                outcomes = self.log.commit([planned.batch for _, _, planned in steps])
                for (request, table, planned), outcome in zip(steps, outcomes, strict=True):
                    if isinstance(outcome, HousewayError):
                        table.lost()
                        answers.append(Answer(request=request, again=True))
                    else:
                        table.accept(planned, outcome)
                        answers.append(Answer(request=request, events=outcome))
        except (StorageFailed, OutcomeUnknown):
            for request, table, _ in steps:
                table.lost()
                answers.append(Answer(request=request, again=True))
        except Crash:
            self.crashes += 1
            self.restart()
            return []
        return answers

    def tick(self) -> None:
        """Do what time has come for, at all tables."""
        try:
            for name in self._world.names:
                try:
                    self.table(name).tick(self._world.clock())
                except HousewayError:
                    self.table(name).lost()
        except Crash:
            self.crashes += 1
            self.restart()


class SimulatedClock:
    """A clock that a simulation moves, now and then back."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 16, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        """The time."""
        return self.now

    def move(self, seconds: float) -> None:
        """On, or back."""
        self.now += timedelta(milliseconds=round(1000 * seconds))


class World:
    """Everything that a seed drives."""

    def __init__(self, seed: object, *, faults: Faults | None = None) -> None:
        self.seed = seed
        self.chance = Random(f"house/{seed}")  # noqa: S311  # a simulation must be repeatable
        self.clock = SimulatedClock()
        self.store = MemoryLog(self.clock)
        self.watch = Watch(self.store)
        self.faults = faults or Faults()
        self.names: list[str] = []
        self.players: dict[str, tuple[str, int]] = {}  # who plays where
        self.open: dict[str, Request] = {}  # what senders wait for
        self.mail: list[Request | Answer] = []
        self.requests = 0
        self.steps = 0
        self.lossy = True
        self._terms: dict[str, JackpotTerms] = {}
        self._set_up()
        self.servers = [Server(self, number) for number in range(SERVERS)]

    def entropy(self) -> str:
        """A seed for a deck."""
        return f"{self.chance.getrandbits(256):064x}"

    # ---- the house before anything goes wrong

    def _set_up(self) -> None:
        jackpots = Jackpots(self.store)
        wanted = self.chance.sample(GAMES, 2)
        for number, game in enumerate([*wanted, "flush-poker", "flush-poker"], start=1):
            rules = self._rules(game, str(number), stacked=number > 2)
            if rules.jackpot and jackpots.get(rules.jackpot.name).state.terms is None:
                jackpots.get(rules.jackpot.name).create(rules.jackpot, rules.chosen)
            table = Table(self.store, rules.name, jackpots=jackpots, entropy=self.entropy)
            table.open(rules, day="2026-11-16")
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
            jackpot=self._jackpot_terms(game) if chosen.approval.jackpot else None,
        )

    def _jackpot_terms(self, game: str) -> JackpotTerms:
        """The blackjack progressive is one, that of Royal Riches another, shared by all its tables."""
        name = "dealer" if game == "down-under-blackjack" else "royal"
        if name not in self._terms:
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
                prizes={"2-suited-matches": 500_00},
                prizes_from=choose(["house", "meter"]),
                verify_above=choose([0, 400_00]),
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
            self._speak(list(self.players))
        elif drawn < 90:
            self._speak(list(STAFF))
        elif drawn < 95:
            self.clock.move(self.chance.choice([0.001, 1, 10, 31, 100]) if self.chance.random() < 0.9 else -50)
        elif drawn < 98:
            self.chance.choice(self.servers).tick()
        elif self.lossy:
            server = self.chance.choice(self.servers)
            server.crashes += 1
            server.restart()
        self.watch.look()
        for server in self.servers:
            server.check()

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
            self._hear(message)

    def _deliver_together(self) -> None:
        """Wagers and decisions at different tables that arrive at one moment."""
        found: dict[str, Request] = {}
        for message in self.mail:
            if isinstance(message, Request) and message.act in ("wager", "decide"):
                found.setdefault(message.table, message)
        requests = list(found.values())
        for request in requests:
            self.mail.remove(request)
        if requests:
            for answer in self.chance.choice(self.servers).handle_together(requests):
                self._answered(answer)

    def _answered(self, answer: Answer) -> None:
        if answer.events:
            self.watch.answered(answer.request.id, answer.events)
        self.mail.append(answer)

    def _hear(self, answer: Answer) -> None:
        """An answer reaches who asked; where nobody knows, the same request is sent again."""
        request = answer.request
        if self.open.get(request.sender) == request:
            if answer.again:
                self.mail.append(request)
            else:
                del self.open[request.sender]

    def _speak(self, senders: list[str]) -> None:
        """The first who has something to say sends a new request, or the old one once more."""
        self.chance.shuffle(senders)
        for sender in senders:
            if sender in self.open:
                request = self._impatient(self.open[sender])
            else:
                request = self._staff_request(sender) if sender in STAFF else self._player_request(sender)
                self.requests += request is not None
            if request is not None:
                self.open[sender] = request
                self.mail.append(request)
                return

    def _impatient(self, request: Request) -> Request | None:
        """The same request once more, where it or its answer was lost, and now and then where it was not."""
        on_the_way = any(request in (message, getattr(message, "request", None)) for message in self.mail)
        return None if on_the_way and self.chance.random() < 0.95 else request

    def _request(self, sender: str, table: str, act: str, **given: Any) -> Request:
        return Request(id=f"{sender}/{self.requests}", sender=sender, table=table, act=act, given=given)

    # ---- what players want

    def _player_request(self, player: str) -> Request | None:
        name, seat = self.players[player]
        state = self.watch.state(name)
        place = state.places.get(seat)
        if place is None or place.gone:
            return self._request(player, name, "join", seat=seat, player=player) if self.lossy else None
        drawn = self.chance.random()
        if self.lossy and drawn < 0.03:
            return self._request(player, name, "leave", seat=seat)
        if self.lossy and drawn < 0.06:
            return self._request(player, name, self.chance.choice(["sit_out", "withdraw"]), seat=seat)
        if self.lossy and drawn < 0.10:
            return self._request(player, name, "give_value", seat=seat, value=f"value {drawn}")
        return self._play_request(player, name, seat, state)

    def _play_request(self, player: str, name: str, seat: int, state: TableState) -> Request | None:
        person = HousePlayer(self.chance.getrandbits(64))
        if state.phase == "wagers" and self.lossy:
            return self._request(player, name, "wager", seat=seat, wagers=person.wagers(state.open))
        if state.phase == "decisions":
            now = running(state)
            if now.turn == seat or self.chance.random() < 0.1:
                text = person.decision(now, state.open.defaults)
                return self._request(player, name, "decide", seat=seat, text=text)
        return None

    # ---- what the staff do

    def _staff_request(self, person: str) -> Request | None:
        name = self.chance.choice(self.names)
        state = self.watch.state(name)
        if state.phase == "held":
            return self._request(person, name, "verify", by=person)
        if state.phase == "closed":
            return self._reopen(person, name)
        rules = state.open
        if state.phase == "cards" and state.round is not None:
            return self._enter(person, name, state.round)
        if state.phase == "wagers" and rules.dealer == "person" and state.betting:
            return self._request(person, name, "deal", by=person)
        if rules.jackpot and not state.controller:
            return self._request(person, name, "regain_controller", by=person)
        return self._trouble(person, name, state) if self.lossy else None

    def _reopen(self, person: str, name: str) -> Request | None:
        opened = self.store.last(f"table/{name}", "opened")
        if not self.lossy or opened is None:
            return None
        return self._request(person, name, "open", rules=TableRules.from_json(opened.data["rules"]), day="later")

    def _trouble(self, person: str, name: str, state: TableState) -> Request | None:
        """Voids, lost controllers, adjustments, deposits, stops, tables that are closed."""
        drawn = self.chance.random()
        terms = state.open.jackpot
        if drawn < 0.15:
            return self._request(person, name, "void", reason="misdeal", by=person)
        if drawn < 0.25:
            return self._request(person, name, "close", by=person)
        if terms is None:
            return None
        if drawn < 0.40:
            return self._request(person, name, "lose_controller", by=person)
        if drawn < 0.55:
            amount = self.chance.randint(-1000, 1000) or 1
            given = {"reason": "malfunction", "amount": amount, "note": "drawn", "by": person, "second": "ada"}
            return self._request(person, terms.name, "jackpot adjust", **given)
        if drawn < 0.65:
            return self._request(person, terms.name, "jackpot deposit", amount=self.chance.randint(1, 10_000))
        if drawn < 0.70:
            return self._request(person, terms.name, "jackpot stop", cause="drawn", by=person)
        return self._request(person, terms.name, "jackpot start", by=person) if drawn < 0.80 else None

    def _enter(self, person: str, name: str, now: Round) -> Request:
        """The next cards of a real shoe; winning hands are far more frequent than nature has them."""
        rest = list(remaining_cards(now.game, now.cards_out))
        self.chance.shuffle(rest)
        if now.dealt:
            return self._request(person, name, "enter_card", card=rest[0], by=person)
        hands: dict[int, tuple[Card, ...]] = {}
        spec = now.game.approval.table
        lucky = self.chance.sample(WINNERS, len(WINNERS)) if now.game.name == "flush-poker" else []
        for seat in now.seats:
            hand = parse_cards(lucky.pop().split()) if lucky and self.chance.random() < 0.6 else tuple(rest[:7])
            hands[seat.number] = hand[: spec.player_cards]
            rest = [card for card in rest if card not in hand]
            lucky = [other for other in lucky if not set(parse_cards(other.split())) - set(rest)]
        dealer = tuple(rest[: spec.dealer_cards + spec.dealer_extra])
        return self._request(person, name, "enter_deal", hands=hands, dealer=dealer, by=person)

    # ---- the end

    def drain(self) -> None:
        """Nothing fails any more: every round comes to its end, every win is verified, every table is closed."""
        self.lossy = False
        self.faults = Faults(fails=0, lost=0, delayed=0, crashes_before=0, crashes_after=0)
        self.servers = [Server(self, number) for number in range(SERVERS)]
        for count in range(DRAINING):
            self.step()
            self.clock.move(5)
            if not count % 10:
                self.servers[0].tick()
            states = [self.watch.state(name) for name in self.names]
            if not self.mail and not self.open and all(_is_idle(state) for state in states):
                break
        else:
            raise Broken("not everything came to its end")
        for name in self.names:
            table = self.servers[0].table(name)
            table.catch_up()
            for seat in [seat for seat, place in table.state.places.items() if place.wagers]:
                table.withdraw(seat)
            if table.state.rules is not None:
                table.close()
        self.watch.look()
        self.watch.check_end()
        left = {account: amount for account, amount in self.store.balances("table/").items() if amount}
        demand(not [one for one in left if one.endswith(("/wagers", "/held"))], "something is left on a layout")


def _is_idle(state: TableState) -> bool:
    return state.phase == "closed" or (state.phase == "wagers" and (not state.betting or state.open.dealer == "person"))


def simulate(seed: object, steps: int = 400, *, faults: Faults | None = None, tell: Tell | None = None) -> Summary:
    """Run a house through so many steps and to its end; raises SimulationFailed at the first invariant that breaks.

    `tell` is told of every event with the number of its step.
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
        requests=world.requests,
        crashes=crashes,
        faults=struck,
        fingerprint=heads,
    )
