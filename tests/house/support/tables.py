"""Tables for tests: rules of every game with everything on, a clock moved by hand, players who play at random."""

import itertools
import random
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from houseway.games import game_names, letter_of
from houseway.games.demonstration import demonstration
from houseway.games.game import Game
from houseway.games.round.decision import Choice
from houseway.games.round.round import Round
from houseway.house.jackpots.jackpot import Jackpot, Jackpots
from houseway.house.jackpots.terms_acts import CreateJackpot, DeclareGame
from houseway.house.log.events import digest
from houseway.house.log.ledger import check_balances
from houseway.house.log.log import Log
from houseway.house.log.memory import MemoryLog
from houseway.house.people.cage_events import buy_in
from houseway.house.sheets.links import winning_terms
from houseway.house.sheets.sheet import JackpotTerms
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables.holds import VerifyWin
from houseway.house.tables.staff_acts import OpenTable
from houseway.house.tables.state import open_round
from houseway.house.tables.table import Table, load_state, replay_state
from houseway.house.tables.wager_acts import Decide, Wager
from houseway.money import format_money, parse_money

GAMES = tuple(game_names())
WITH_JACKPOT = tuple(name for name in GAMES if letter_of(name).jackpot)
DAY = "2026-11-16"
PRIZES = {"2-suited-matches": 500_00, "3-card-suited-match": 500_00, "4-same-rank": 500_00}


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 16, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def move(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


def counted_seeds(start: int = 0) -> Callable[[], str]:
    """Seeds that are the same in every run."""
    numbers = itertools.count(start)
    return lambda: f"{next(numbers):064x}"


def seeds_of(log: Log) -> Callable[[], str]:
    """Seeds that what is in the log decides: a table that is loaded goes on with the same ones."""
    return lambda: digest(" ".join(f"{stream} {head.number}" for stream, head in log.heads().items()))


def loaded(log: Log, name: str = "7", **services: Any) -> Table:
    """The table as a process that was started again finds it."""
    return Table.load(log, name, **{"entropy": seeds_of(log), **services})


def terms_of(name: str = "royal", **more: Any) -> JackpotTerms:
    given: dict[str, Any] = {
        "kind": "progressive",
        "wager": 100,
        "seed": 10_000_00,
        "reset": 1_000_00,
        "increment": 201_234,
        "prizes": PRIZES,
        "prizes_from": "house",
        "linked": True,
    }
    return JackpotTerms(name=name, **{**given, **more})


def declaration(name: str, won_as: Game) -> DeclareGame:
    """What two people say of an outside game that is won as one of ours is."""
    terms = winning_terms(won_as)
    lines = tuple("=".join(line) for line in terms["lines"])
    supplier, kept_out = won_as.approval.supplier, tuple(terms["kept out"])
    return DeclareGame(game=name, reference="2019-07-23", supplier=supplier, lines=lines, kept_out=kept_out)


def rules_for(game: str, name: str = "7", options: Mapping[str, object] | None = None, **more: Any) -> TableRules:
    """A table with everything on that deals itself."""
    chosen = demonstration(game, options or {})
    wager = chosen.approval.jackpot
    if wager and wager.name in chosen.offered and "jackpot" not in more:
        more["jackpot"] = terms_of()
    given: dict[str, Any] = {
        "options": dict(chosen.options),
        "seats": chosen.approval.table.seats,
        "seconds": 30,
        "defaults": chosen.approval.operation.defaults,
    }
    return TableRules(name=name, game=game, **{**given, **more})


def fund(log: Log, *players: str, amount: int = 100_000_00) -> None:
    for player in players:
        log.append(buy_in(player, amount))


def opened(log: Log, rules: TableRules, **services: Any) -> Table:
    """The table, opened, with its jackpot where it has one."""
    jackpots = services.pop("jackpots", None) or Jackpots(log)
    if rules.jackpot:
        jackpot = jackpots.get(rules.jackpot.name)
        if jackpot.state.terms is None:
            jackpot.do(CreateJackpot(terms=rules.jackpot, game=rules.chosen))
    table = loaded(log, rules.name, jackpots=jackpots, **services)
    table.do(OpenTable(rules=rules, day=DAY))
    return table


def usual_wagers(game: Game, *, jackpot: bool = True, bonuses: bool = True) -> dict[str, int]:
    """The stakes of the letter's demonstration, as they are allowed together."""
    stakes = game.approval.demonstration.stakes
    found = {name: parse_money(stake) for name, stake in stakes.items() if name in game.offered}
    if game.name == "down-under-holdem":
        found.pop("match-the-dealer", None)
    roles = {name: game.approval.wagers[name].role for name in found}
    if not jackpot:
        found = {name: stake for name, stake in found.items() if roles[name] != "jackpot"}
    if not bonuses:
        found = {name: stake for name, stake in found.items() if roles[name] in ("main", "jackpot")}
    return found


def any_decision(now: Round, chance: random.Random) -> str:
    """A legal decision."""
    choice: Choice = chance.choice(now.choices())
    if choice.complete:
        return choice.text
    if choice.most:
        return f"{choice.text} {format_money(chance.randint(choice.least, choice.most))}"
    front = chance.sample(now.seat(now.turn or 0).cards, 2)
    return f"set {front[0]} {front[1]}"


def play_on(table: Table, chance: random.Random) -> None:
    """One more step: a wager of a seat that has none, or a decision of the seat in turn."""
    state = table.state
    if state.phase == "wagers":
        free = [seat for seat, place in state.seated.items() if not place.wagers]
        game = state.open_rules.chosen
        table.do(
            Wager(seat=free[0], wagers=usual_wagers(game, jackpot=chance.random() < 0.8, bonuses=chance.random() < 0.8))
        )
    elif state.phase == "held":
        table.do(VerifyWin(), by="ann" if not state.hold or not state.hold.verified else "bea")
    else:
        now = open_round(state)
        table.do(Decide(seat=now.turn or 0, decision=any_decision(now, chance)))


def is_liability(account: str) -> bool:
    """Whether an account only says what is owed to players, and by whom; all others are places, or outside."""
    return account.endswith("/progressive") or (
        account.startswith("jackpot/") and account.endswith(("/meter", "/overflow", "/reserve", "/funding"))
    )


def check_places(log: Log) -> None:
    """No event turns what is owed into money: what moves between places adds up to zero, and so does what is owed.

    So the places hold what came in less what went out, and a jackpot's account holds what is owed less what is due.
    """
    for stream in log.heads():
        for event in log.read(stream):
            owed = sum(amount for account, amount in event.postings if is_liability(account))
            assert owed == 0, f"{stream} {event.number} {event.kind}"
        if stream.startswith("jackpot/"):
            state = Jackpot(log, stream.removeprefix("jackpot/")).state
            assert state.account == log.balance(f"{stream}/account") == state.owed_to_players - state.owed
            assert state.unbooked == 0


def check_house(log: Log, *tables: str) -> None:
    """All balances sum to zero, and a table's wagers account holds exactly what is on its layout."""
    check_balances(log.balances())
    check_places(log)
    for name in tables:
        state = replay_state(log, name)
        assert state == load_state(log, name)
        if state.round is not None:
            now = state.round
            staked = sum(sum(now.stakes(seat).values()) for seat in now.seats)
        else:
            staked = sum(sum(place.wagers.values()) for place in state.seated.values())
        assert log.balance(f"table/{name}/wagers") == staked * 1_000_000
        held = sum(amount for _, amount in state.hold.awards) - state.hold.short if state.hold else 0
        assert log.balance(f"table/{name}/held") == held * 1_000_000
    for account, amount in log.balances("jackpot/").items():
        assert not account.endswith("/transit")
        if account.endswith(("/meter", "/reserve", "/overflow")):
            assert amount >= 0


def new_log() -> MemoryLog:
    return MemoryLog(Clock())
