"""The deep audit of stakes: what an event moves between players and the layout is what lies there after it."""

from collections.abc import Iterator

from houseway.house.log.aggregate import EventFacts
from houseway.house.log.events import Event
from houseway.house.log.ledger import Units, add_postings, cents
from houseway.house.log.names import TablePot, player_account, table_account
from houseway.house.tables.state import TableState
from houseway.money import parse_money


def stake_problems(event: Event, facts: EventFacts, before: TableState, after: TableState) -> Iterator[str]:
    """What is wrong with the money of an event that lays stakes or takes them back."""
    table, seat = after.open_rules.name, getattr(facts.data, "seat", 0)
    seats = (seat,) if seat else {*before.seated, *after.seated}
    moved: dict[str, Units] = {}
    for number in seats:
        place = after.seated.get(number) or before.seated.get(number)
        if place is not None and (more := _staked(after, number) - _staked(before, number)):
            account = player_account(place.player)
            moved[account] = moved.get(account, 0) - cents(more)
    if moved or event.postings:
        yield from _compare(event, table, moved)


def void_problems(event: Event, before: TableState) -> Iterator[str]:
    """What is wrong with the money of a round that is called off: every stake goes back, and nothing else moves."""
    if before.round is None:
        yield "no such round is open"
        return
    moved: dict[str, Units] = {}
    for seat in before.round.seats:
        account = player_account(seat.player)
        moved[account] = moved.get(account, 0) + cents(sum(before.round.stakes(seat).values()))
    for player, amount in event.data.get("sealed", {}).items():
        account = player_account(player)
        moved[account] = moved.get(account, 0) + cents(parse_money(amount))
    yield from _compare(event, before.open_rules.name, moved)


def _staked(state: TableState, seat: int) -> int:
    """What a seat has on the layout, in cents."""
    now = state.round
    if now is not None and any(one.number == seat for one in now.seats):
        return sum(now.stakes(now.seat(seat)).values())
    place = state.seated.get(seat)
    return sum(place.wagers.values()) if place else 0


def _compare(event: Event, table: str, players: dict[str, Units]) -> Iterator[str]:
    layout = table_account(table, TablePot.WAGERS)
    expected = {**players, layout: -sum(players.values())}
    posted: dict[str, Units] = {}
    add_postings(posted, event.postings)
    if any(posted.get(account, 0) != expected.get(account, 0) for account in {*posted, *expected}):
        yield "other stakes move than lie on the layout"
