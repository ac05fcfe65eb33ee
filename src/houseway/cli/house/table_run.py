"""`table run`: house players at a table without a dealer, to watch it live."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import Any

from houseway.cli.console import console, print_json
from houseway.cli.house.common import alone_or_two, sign_in
from houseway.cli.house.floor import Floor, at_table
from houseway.cli.progress import progress_bar
from houseway.errors import NotAllowedNow
from houseway.house.controls.selfcheck import ProgramRun
from houseway.house.log.ledger import cents
from houseway.house.log.log import Appended
from houseway.house.log.names import player_account
from houseway.house.people.cage_acts import BuyIn, CashOut
from houseway.house.people.house import NeedsSecond
from houseway.house.people.rights import SEAT_PLAYER
from houseway.house.tables.driver import Driver
from houseway.house.tables.seat_acts import Join, Leave
from houseway.house.tables.state import Phase
from houseway.house.tables.table import Table
from houseway.money import Cents, parse_money


def run_table(
    name: str,
    *,
    rounds: int,
    players: int,
    seed: str,
    bankroll: str,
    by: str | None,
    second: str | None,
    db: str | None,
    as_json: bool,
) -> None:
    """Seat house players, let them play, and let them leave."""
    amount = parse_money(bankroll, field="--bankroll")
    with at_table(db, name) as floor, ExitStack() as stack:
        who = sign_in(floor.people, by)
        floor.people.permit(SEAT_PLAYER, who)
        floor.table.begin_dealing(who)
        _require_free_table(floor.table, players)
        stack.enter_context(_alone(floor.table))
        driver = Driver(floor.table.log, [floor.table], seed=seed)
        with ProgramRun(floor.table.log, f"table run {name}") as running:
            try:
                _seat(floor, players, amount, by=who, second=second)
                start = time.perf_counter()
                _play(driver, rounds, running)
                passed = time.perf_counter() - start
            finally:
                _go(floor, by=who)
        summary = _summary(driver, passed, floor.table.view())
    if as_json:
        print_json(summary)
    else:
        _show(summary)


@contextmanager
def _alone(table: Table) -> Iterator[None]:
    """Refuse a second run at the same table of this house; a run that died releases its claim."""
    first = next(iter(table.log.read(table.stream, 1, 1)))
    with table.log.claim(f"table run {table.stream} {first.hash}") as claim:
        if not claim.is_held:
            raise NotAllowedNow("house players run there already", field=f"table {table.name}")
        yield


def _player(table: Table, seat: int) -> str:
    return f"house-{table.name}-{seat}"


def _require_free_table(table: Table, players: int) -> None:
    state = table.state
    rules = state.open_rules
    if rules.dealer != "self":
        raise NotAllowedNow(
            "has a dealer; house players play at a table that deals itself", field=f"table {table.name}"
        )
    if players > rules.seats:
        raise NotAllowedNow(f"there are {rules.seats} seats", field="--players")
    if any(place.player != _player(table, seat) for seat, place in state.seated.items()):
        raise NotAllowedNow("somebody sits there; house players play alone", field=f"table {table.name}")
    if state.phase == Phase.HELD:
        raise NotAllowedNow("a win is to be verified", field=f"table {table.name}")


def _seat(floor: Floor, players: int, amount: Cents, *, by: str, second: str | None) -> None:
    table = floor.table
    for seat in range(1, players + 1):
        if seat not in table.fresh().seated:
            player = _player(table, seat)
            alone_or_two(floor.people, second, partial(_buy_in, floor, by, player, amount))
            table.do(Join(seat=seat, player=player), by=by)


def _buy_in(floor: Floor, by: str, player: str, amount: Cents, second: str) -> Appended:
    return floor.people.do(BuyIn(player=player, amount=amount), by=by, second=second)


def _play(driver: Driver, rounds: int, running: ProgramRun) -> None:
    with progress_bar("rounds") as progress:
        while driver.tally.rounds < rounds and driver.step():
            progress(driver.tally.rounds, rounds)
            running.check_if_due()


def _go(floor: Floor, *, by: str) -> None:
    """Everybody leaves, those with wagers first so that no new round is dealt; an open round ends by default."""
    table = floor.table
    table.catch_up()
    if table.state.rules is None:
        return
    places = sorted(table.state.seated.values(), key=lambda place: not place.wagers)
    for place in places:
        if not place.has_left:
            table.do(Leave(seat=place.seat), by=by)
    table.tick(table.log.clock())
    for place in places:
        held = table.log.balance(player_account(place.player)) // cents(1)
        with suppress(NeedsSecond):  # what one person does not pay out stays in the player's account
            if held:
                floor.people.do(CashOut(player=place.player, amount=held), by=by)


def _summary(driver: Driver, passed: float, view: dict[str, Any]) -> dict[str, Any]:
    tally = driver.tally
    return {
        "table": view["table"],
        "game": view["game"],
        "rounds": tally.rounds,
        "seat_rounds": tally.seat_rounds,
        "events": tally.events,
        "seconds": round(passed, 3),
        "rounds_per_second": round(tally.rounds / passed, 1) if passed else None,
        "refused": tally.refused,
        "jackpot": view["jackpot"],
        "held": view["held"],
    }


def _show(summary: dict[str, Any]) -> None:
    out = console()
    out.print(
        f"table {summary['table']}, {summary['game']}: {summary['rounds']:,} rounds in {summary['seconds']} s, "
        f"{summary['rounds_per_second']:,} a second, {summary['seat_rounds']:,} seat-rounds, "
        f"{summary['events']:,} events",
        markup=False,
    )
    if jackpot := summary["jackpot"]:
        out.print(f"jackpot {jackpot['name']}: ${jackpot['amount']}", markup=False)
    if summary["held"]:
        out.print("a win is held until two persons have verified it: houseway table verify", markup=False)
    for line in summary["refused"][:5]:
        out.print(f"refused: {line}", markup=False)
