"""The cage: who may buy in, cash out, fill, credit, drop, fund and keep a drawer, and what the house must hold for it.

What each act posts is in `cage_events.py`.
"""

import json
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from houseway.errors import HousewayError, InvalidInput, NotAllowedNow
from houseway.house.log.events import NewEvent
from houseway.house.log.kinds import DrawerEvent, HouseEvent, TableEvent, TrayEvent
from houseway.house.log.ledger import cents, format_units, move
from houseway.house.log.log import Appended, Appender, Log, confirm_answer, event_matching, personal_request
from houseway.house.log.names import (
    BANK,
    HOUSE,
    VARIANCE,
    TablePot,
    drawer_account,
    table_stream,
)
from houseway.house.log.retry import until_current
from houseway.house.people.acts import act_of
from houseway.house.people.cage_events import (
    buy_in,
    cash_out,
    checked_table_account,
    credit,
    drop,
    fill,
    fund,
    require_positive,
)
from houseway.house.people.payloads import (
    DrawerClosed,
    DrawerOpened,
    TrayMoved,
)
from houseway.house.people.people import NotPermitted, People
from houseway.money import LIMIT, Cents, format_money
from houseway.values import changed

ATTEMPTS: Final = 100  # when others move the house's money at the same moment
Problem = Callable[[], HousewayError | None]  # what is wrong as things stand


class _Pair(NamedTuple):
    """Who takes or pays a player's cash: one person, and the second where the amounts of a day ask for one."""

    people: People
    act: str
    kind: HouseEvent
    player: str
    amount: Cents
    by: str
    given: str

    @property
    def _needed(self) -> str:
        """The act that is asked for, with all that was moved alone for the player lately."""
        return act_of(self.act, self.amount + self.people.moved_alone(self.kind, self.player))

    @property
    def second(self) -> str:
        """The second person, where one is needed."""
        return self.given if self._needed != self.act else ""

    def problem(self) -> HousewayError | None:
        """Why they may not."""
        try:
            self.people.permit(self._needed, self.by, self.second)
        except NotPermitted as problem:
            return problem
        return None


class Cage:
    """The acts of the cage, each by persons who may do it. A request that is repeated is done once."""

    def __init__(self, log: Log, people: People, writer: Appender | None = None) -> None:
        self._log = log
        self._people = people
        self._appender = writer or log

    def buy_in(
        self, by: str, player: str, amount: Cents, *, table: str = "", second: str = "", request: str = ""
    ) -> Appended:
        """Take a player's cash, at the cage or at a table; above an amount, of one day together, two persons do it."""
        act = "take cash" if not table and self._people.has_cashier else "buy in"
        drawer = self._drawer(act, by, player, second)
        pair = _Pair(self._people, act, HouseEvent.BUY_IN, player, amount, by, second)

        def make() -> NewEvent:
            return buy_in(player, amount, table=table, drawer=drawer, by=by, second=pair.second)

        if table:
            problem = self._first_of(pair.problem, lambda: self._not_open(table))
            return self._at_tray(make, HouseEvent.BUY_IN, table, -amount, request, problem)
        money = self._first_of(pair.problem, lambda: self._short(BANK, amount) if drawer else None)
        return self._as_things_stand(make, request, money)

    def cash_out(self, by: str, player: str, amount: Cents, *, second: str = "", request: str = "") -> Appended:
        """Pay a player's chips out; above an amount, of one day together, two persons do it."""
        act = "pay cash" if self._people.has_cashier else "cash out"
        drawer = self._drawer(act, by, player, second)
        pair = _Pair(self._people, act, HouseEvent.CASH_OUT, player, amount, by, second)

        def make() -> NewEvent:
            return cash_out(player, amount, drawer=drawer, by=by, second=pair.second)

        return self._as_things_stand(make, request, pair.problem)

    def _drawer(self, act: str, by: str, player: str, second: str) -> str:
        """The cashier whose open drawer takes or pays; none in a house without a cashier, where the floor does it."""
        self._people.permit(act, by)
        self._require_no_own_account(player, by, second)
        if act not in ("take cash", "pay cash"):
            return ""
        if not self._people.has_open_drawer(by):
            raise NotAllowedNow("has no open drawer; open one with its count", field=by)
        return by

    def _first_of(self, *problems: Problem) -> Problem:
        return lambda: next(filter(None, (one() for one in problems)), None)

    def _require_no_own_account(self, player: str, *staff: str) -> None:
        """Staff do not buy in for themselves, nor pay themselves out."""
        if player in staff:
            raise NotPermitted("staff do not buy in or cash out for themselves", field=player)
        self._people.permit_player(player)

    def _not_open(self, table: str) -> NotAllowedNow | None:
        """What is wrong where a house with a cashier would sell chips at a table that is not there, or closed."""
        last = self._log.last(table_stream(table), TableEvent.OPENED, TableEvent.CLOSED)
        if not self._people.has_cashier or (last is not None and last.kind == TableEvent.OPENED):
            return None
        return NotAllowedNow("is not open; chips are sold there or at the cage", field=f"table {table}")

    def _short(self, account: str, amount: Cents) -> InvalidInput | None:
        """What is wrong where an account holds less than is wanted of it."""
        held = self._log.balance(account)
        if amount <= 0 or held >= cents(amount):
            return None
        name = "the bank" if account == BANK else account
        return InvalidInput(f"{name} holds {format_units(held)}", field="amount")

    # ---- drawers

    def open_drawer(self, cashier: str, second: str, counted: Cents, *, request: str = "") -> Appended:
        """A cashier begins with a counted float out of the bank; a supervisor counts with them."""
        self._people.permit("open drawer", cashier, second)
        self._people.permit("take cash", cashier)  # the drawer is the first one's own
        told = DrawerOpened(cashier=cashier, counted=format_money(require_positive(counted)), second=second)
        money = move(cents(counted), out_of=BANK, into=drawer_account(cashier))
        event = NewEvent(stream=HOUSE, kind=DrawerEvent.OPENED, by=cashier, data=told, postings=money)

        def problem() -> HousewayError | None:
            if self._people.has_open_drawer(cashier):
                return NotAllowedNow("has an open drawer; close it first", field=cashier)
            return self._short(BANK, counted)

        return self._as_things_stand(lambda: event, request, problem)

    def close_drawer(self, by: str, second: str, counted: Cents, *, cashier: str = "", request: str = "") -> Appended:
        """The drawer is counted and goes back to the bank; what is missing or too much is a variance.

        A cashier closes their own. That of a `cashier` who may no longer act is closed by a supervisor and another one.
        """
        cashier = cashier or by
        self._permit_closing(by, second, cashier)
        if not 0 <= counted < LIMIT:
            raise InvalidInput("must be at least 0 and under $1,000,000,000", field="counted")

        def make() -> NewEvent:
            account = drawer_account(cashier)
            expected = self._log.balance(account) // cents(1)
            told = DrawerClosed(
                cashier=cashier, counted=format_money(counted), expected=format_money(expected), second=second
            )
            postings = (
                *move(cents(counted), out_of=account, into=BANK),
                *move(cents(expected - counted), out_of=account, into=VARIANCE),
            )
            return NewEvent(stream=HOUSE, kind=DrawerEvent.CLOSED, by=by, data=told, postings=postings)

        def problem() -> HousewayError | None:
            return None if self._people.has_open_drawer(cashier) else NotAllowedNow("has no open drawer", field=cashier)

        return self._as_things_stand(make, request, problem)

    def _permit_closing(self, by: str, second: str, cashier: str) -> None:
        if by == cashier and self._people.is_cashier(cashier):
            self._people.permit("close drawer", by, second)
            return
        self._people.permit("close another's drawer", by, second)
        if cashier in (by, second) or self._people.is_cashier(cashier):
            raise NotPermitted(
                "closes it with a supervisor; others do where the cashier may no longer act", field=cashier
            )

    # ---- trays, boxes and the bank

    def fill(self, by: str, second: str, table: str, amount: Cents, *, request: str = "") -> Appended:
        """Bring chips to a table; the bank must hold them."""
        self._people.permit("fill", by, second)
        event = fill(table, amount, by=by, second=second)
        return self._at_tray(lambda: event, event.kind, table, amount, request, lambda: self._short(BANK, amount))

    def credit(self, by: str, second: str, table: str, amount: Cents, *, request: str = "") -> Appended:
        """Take chips from a table; its tray must hold them."""
        self._people.permit("credit", by, second)
        event, tray = credit(table, amount, by=by, second=second), checked_table_account(table, TablePot.CHIPS)
        return self._at_tray(lambda: event, event.kind, table, -amount, request, lambda: self._short(tray, amount))

    def _at_tray(
        self, make: Callable[[], NewEvent], kind: str, table: str, change: Cents, request: str, problem: Problem
    ) -> Appended:
        """Append what moves the chips of a tray. One that was ever filled is counted: it never holds less than zero.

        Then the table's own stream tells of it too, so that rounds are settled on what the tray holds.
        """
        tray = checked_table_account(table, TablePot.CHIPS)

        def wrong() -> HousewayError | None:
            return problem() or (self._short(tray, -change) if self._counts_chips(kind, table) else None)

        def told() -> Sequence[NewEvent]:
            if kind != HouseEvent.FILL and not self._is_counted(table):
                return ()
            holds = format_units(self._log.balance(tray) + cents(change))
            moved = TrayMoved(what=kind, amount=format_money(abs(change)), holds=holds)
            return (NewEvent(stream=table_stream(table), kind=TrayEvent.MOVED, by=make().by, data=moved),)

        guarded = (BANK, tray) if change < 0 and self._counts_chips(kind, table) else (BANK,)
        return self._as_things_stand(make, request, wrong, beside=told, stream=table_stream(table), guarded=guarded)

    def _counts_chips(self, kind: str, table: str) -> bool:
        """Whether no more chips leave a tray than it holds.

        One that was ever filled, all that go to the cage, and every tray of a house with a cashier.
        """
        by_kind = kind in (HouseEvent.FILL, HouseEvent.CREDIT)
        return by_kind or self._people.has_cashier or self._is_counted(table)

    def _is_counted(self, table: str) -> bool:
        return self._log.last(table_stream(table), TrayEvent.MOVED) is not None

    def drop(self, by: str, second: str, table: str, counted: Cents, *, request: str = "") -> Appended:
        """Count a table's drop box; what should be in it is known from the buy-ins."""
        self._people.permit("drop", by, second)
        if not 0 <= counted < LIMIT:
            raise InvalidInput("must be at least 0 and under $1,000,000,000", field="counted")
        box = checked_table_account(table, TablePot.DROP)

        def make() -> NewEvent:
            return drop(table, counted, self._log.balance(box) // cents(1), by=by, second=second)

        def problem() -> HousewayError | None:
            empty = not counted and not self._log.balance(box)
            return InvalidInput("the box is empty, and nothing should be in it", field="counted") if empty else None

        return self._as_things_stand(make, request, problem)

    def fund(self, by: str, second: str, amount: Cents, *, request: str = "") -> Appended:
        """Bring the owner's money in, or take it out."""
        self._people.permit("fund", by, second)
        if not -LIMIT < amount < LIMIT or not amount:
            raise InvalidInput("must be an amount under $1,000,000,000, and not zero", field="amount")
        event = fund(amount, by=by, second=second)
        return self._as_things_stand(lambda: event, request, lambda: self._short(BANK, -amount))

    def _as_things_stand(
        self,
        make: Callable[[], NewEvent],
        request: str,
        problem: Problem,
        *,
        beside: Callable[[], Sequence[NewEvent]] = lambda: (),
        stream: str = "",
        guarded: Sequence[str] = (BANK,),
    ) -> Appended:
        """Append an event if there is no problem as the accounts stand: nobody at the cage moves them meanwhile.

        Whoever else does, `guarded` accounts do not fall below zero. A request that was done before is answered,
        whatever has become a problem since. `beside` are events of another `stream`, which must stay where it is too.
        """

        def attempt() -> Appended:
            expected = {name: self._log.head(name).number for name in (HOUSE, stream) if name}
            event, found = changed(make(), guarded=guarded), problem()
            own = personal_request(request, event.by)
            done = self._log.find_answer(own, HOUSE) if found else None
            if found and done is None:
                raise found
            if done is None:
                more = beside()
                expected = expected if more else {HOUSE: expected[HOUSE]}
                done = self._appender.append(event, *more, expected=expected, request=own)
            return tuple(one for one in _confirmed(event, own, done) if one.stream == HOUSE)

        return until_current(attempt, field=HOUSE, attempts=ATTEMPTS)


def _confirmed(event: NewEvent, request: str, done: Appended) -> Appended:
    """The answer to a request, if it tells the same; who else had to be there depends on what was moved before it."""
    left_out = ("expected", "second") if event.kind in (HouseEvent.BUY_IN, HouseEvent.CASH_OUT) else ("expected",)
    told = {name: value for name, value in json.loads(event.text).items() if name not in left_out}
    return confirm_answer(request, event_matching(event.kind, **told), done)
