"""The acts of the cage: buy-in, cash-out, fill, credit, drop and the owner's money.

What each act posts is in `cage_events.py`.
"""

from dataclasses import replace
from typing import Annotated, Final

from msgspec import Meta

from houseway.errors import InvalidInput, NotAllowedNow
from houseway.house.log.events import NewEvent
from houseway.house.log.ledger import cents, format_units
from houseway.house.log.names import BANK, TablePot, table_stream
from houseway.house.people import cage_events
from houseway.house.people.act import Act, ActInput, Catalogue
from houseway.house.people.act_fields import CountedDollars, Dollars, Name
from houseway.house.people.cage_events import checked_table_account
from houseway.house.people.drawer_acts import DRAWER_ACTS
from houseway.house.people.guest_acts import ADD_GUEST
from houseway.house.people.house_desk import HouseDesk, HousePlan
from houseway.house.people.payloads import BoughtIn, CashedOut, Credited, Dropped, Filled, Funded, TrayMoved
from houseway.house.people.rights import ADMINISTRATOR, CASHIER, FLOOR, SUPERVISOR, Right
from houseway.house.people.roster import NeedsSecond, NotPermitted, Roster
from houseway.money import LIMIT, Cents, format_money

BUY_IN: Final = Right("buy in", FLOOR, second=SUPERVISOR, alone_up_to=10_000_00)  # at the cage if it has no cashier
CASH_OUT: Final = Right("cash out", FLOOR, second=SUPERVISOR, alone_up_to=10_000_00)  # where there is no cashier
TAKE_CASH: Final = Right("take cash", CASHIER, second=SUPERVISOR, alone_up_to=10_000_00)  # at a drawer
PAY_CASH: Final = Right("pay cash", CASHIER, second=SUPERVISOR, alone_up_to=10_000_00)

_NOT_FOR_ONESELF: Final = "staff do not buy in or cash out for themselves"

Player = Annotated[Name, Meta(description="The player.", extra={"argument": True})]
Amount = Annotated[Dollars, Meta(description="In dollars.", extra={"argument": True})]
TableName = Annotated[Name, Meta(description="The table.", extra={"argument": True})]


class BuyIn(ActInput, frozen=True, kw_only=True):
    """Take a player's cash for chips, at the cage or at a table.

    Above $10,000 in 24 hours two persons do it. Where the house has a cashier, the cash goes into the open drawer of
    the person who acts, or at a table into its drop box.
    """

    player: Player
    amount: Amount
    table: Annotated[Name, Meta(description="At this table, into its drop box.")] = ""


def _buy_in(plan: HousePlan, desk: HouseDesk, asked: BuyIn) -> None:
    right = TAKE_CASH if not asked.table and plan.state.has_cashier else BUY_IN
    if asked.player == desk.second:
        raise NotPermitted(_NOT_FOR_ONESELF, field=asked.player)
    drawer = _drawer(plan, desk, right, asked.player)
    second = _second_for(desk, right, BoughtIn.KIND, asked.player, asked.amount)
    if asked.table:
        desk.require_open(plan, asked.table)
    event = cage_events.buy_in(asked.player, asked.amount, table=asked.table, drawer=drawer, by=desk.by, second=second)
    if asked.table:
        _add_at_tray(plan, desk, event, asked.table, -asked.amount)
        return
    if drawer:
        desk.require_held(BANK, asked.amount)
    _add(plan, event)


class CashOut(ActInput, frozen=True, kw_only=True):
    """Pay a player's chips out. Above $10,000 in 24 hours two persons do it.

    A player whom the house knows confirms it with their own password, as the second person; without that, two persons
    of the house do it. Where the house has a cashier, the cash comes out of the open drawer of the person who acts. The
    answer is a receipt.
    """

    player: Player
    amount: Amount


def _cash_out(plan: HousePlan, desk: HouseDesk, asked: CashOut) -> None:
    right = PAY_CASH if plan.state.has_cashier else CASH_OUT
    drawer = _drawer(plan, desk, right, asked.player)
    second = _confirmed_by(plan, desk, right, asked)
    receipt = plan.state.receipts + 1
    event = cage_events.cash_out(asked.player, asked.amount, drawer=drawer, by=desk.by, second=second, receipt=receipt)
    _add(plan, event)


def _confirmed_by(plan: HousePlan, desk: HouseDesk, right: Right, asked: CashOut) -> str:
    """Who confirms a payment: the player whose money it is, or a second person of the house; nobody for a guest."""
    needed = right.for_amount(asked.amount + desk.house.moved_alone(CashedOut.KIND, asked.player))
    if plan.state.asks_for_word(asked.player) and not needed.second:
        if desk.second == asked.player:
            plan.state.require_own_passwords(asked.player)
            plan.state.require_word_of(asked.player, desk.by)
            desk.permit(needed, desk.by)
            return asked.player
        if not desk.second:
            raise NeedsSecond(
                f"{asked.player} confirms it with their own password, as the second person; or a supervisor does",
                field="cash out",
            )
        needed = replace(right, alone_up_to=0)
    second = desk.second if needed.second else ""
    desk.permit(needed, desk.by, second)
    return second


def _drawer(plan: HousePlan, desk: HouseDesk, right: Right, player: str) -> str:
    """The cashier whose open drawer takes or pays; none in a house without a cashier, where the floor handles cash."""
    desk.permit(right.for_amount(0))
    if player == desk.by:
        raise NotPermitted(_NOT_FOR_ONESELF, field=player)
    desk.house.permit_player(player)
    if right not in (TAKE_CASH, PAY_CASH):
        return ""
    if not plan.state.has_open_drawer(desk.by):
        raise NotAllowedNow("has no open drawer; open one with its count", field=desk.by)
    return desk.by


def _second_for(desk: HouseDesk, right: Right, kind: str, player: str, amount: Cents) -> str:
    """The second person, if one person has recently moved so much for the player that two are needed."""
    needed = right.for_amount(amount + desk.house.moved_alone(kind, player))
    second = desk.second if needed.second else ""
    desk.permit(needed, desk.by, second)
    return second


class Fill(ActInput, frozen=True, kw_only=True):
    """Bring chips from the cage to a table's tray; the bank must hold them."""

    table: TableName
    amount: Amount


def _fill(plan: HousePlan, desk: HouseDesk, asked: Fill) -> None:
    event = cage_events.fill(asked.table, asked.amount, by=desk.by, second=desk.second)
    desk.require_held(BANK, asked.amount)
    _add_at_tray(plan, desk, event, asked.table, asked.amount)


class Credit(ActInput, frozen=True, kw_only=True):
    """Take chips from a table's tray back to the cage; the tray must hold them."""

    table: TableName
    amount: Amount


def _credit(plan: HousePlan, desk: HouseDesk, asked: Credit) -> None:
    event = cage_events.credit(asked.table, asked.amount, by=desk.by, second=desk.second)
    _add_at_tray(plan, desk, event, asked.table, -asked.amount)


def _add_at_tray(plan: HousePlan, desk: HouseDesk, event: NewEvent, table: str, change: Cents) -> None:
    """Plan a move of a tray's chips.

    A tray that was ever filled is counted: it never holds less than zero. Then the table's own stream gets an event
    too, so that rounds are settled on what the tray holds.
    """
    tray, is_counted = checked_table_account(table, TablePot.CHIPS), desk.is_tray_counted(table)
    by_kind = event.kind in (Filled.KIND, Credited.KIND)
    guarded: tuple[str, ...] = (BANK,)
    if by_kind or plan.state.has_cashier or is_counted:
        desk.require_held(tray, -change)
        guarded = (BANK, tray) if change < 0 else (BANK,)
    _add(plan, event, *guarded)
    if event.kind == Filled.KIND or is_counted:
        holds = format_units(desk.log.balance(tray) + cents(change))
        moved = TrayMoved(what=event.kind, amount=format_money(abs(change)), holds=holds)
        stream = table_stream(table)
        event = NewEvent(stream=stream, by=desk.by, data=moved)
        plan.add_to_other_stream(event, expected=desk.log.head(stream).number)


class Drop(ActInput, frozen=True, kw_only=True):
    """Count a table's drop box into the cage; a difference from the buy-ins is a variance."""

    table: TableName
    amount: Annotated[
        CountedDollars, Meta(description="What was counted in the box, in dollars.", extra={"argument": True})
    ]


def _drop(plan: HousePlan, desk: HouseDesk, asked: Drop) -> None:
    counted = asked.amount
    if not 0 <= counted < LIMIT:
        raise InvalidInput("must be at least 0 and under $1,000,000,000", field="counted")
    held = desk.log.balance(checked_table_account(asked.table, TablePot.DROP))
    if not counted and not held:
        raise InvalidInput("the box is empty, and nothing should be in it", field="counted")
    _add(plan, cage_events.drop(asked.table, counted, held // cents(1), by=desk.by, second=desk.second))


class Fund(ActInput, frozen=True, kw_only=True):
    """Bring the owner's money into the cage, or take it out."""

    amount: Amount
    out: Annotated[bool, Meta(description="Take it out instead.")] = False

    @property
    def change(self) -> Cents:
        """How much more the bank holds afterwards."""
        return -self.amount if self.out else self.amount


def _fund(plan: HousePlan, desk: HouseDesk, asked: Fund) -> None:
    if not -LIMIT < asked.change < LIMIT or not asked.change:
        raise InvalidInput("must be an amount under $1,000,000,000, and not zero", field="amount")
    desk.require_held(BANK, -asked.change)
    _add(plan, cage_events.fund(asked.change, by=desk.by, second=desk.second))


def _add(plan: HousePlan, event: NewEvent, *guarded: str) -> None:
    plan.add_event(event, by=event.by, guarded=guarded or (BANK,))


CAGE_ACTS: Final = Catalogue[Roster, HouseDesk](
    "cage",
    (
        Act(
            "buy-in",
            BuyIn,
            BUY_IN,
            (BoughtIn, TrayMoved),
            _buy_in,
            "buy-in pat 200 --table 7 --as dan",
            also=(TAKE_CASH,),
            never="for oneself; a cashier takes cash at the cage where the house has one",
            asks_right_first=False,
        ),
        Act(
            "cash-out",
            CashOut,
            CASH_OUT,
            (CashedOut,),
            _cash_out,
            "cash-out pat 350 --as dan --second pat",
            also=(PAY_CASH,),
            never="for oneself; without the player's word or a second person; a cashier pays where the house has one",
            asks_right_first=False,
        ),
        Act(
            "fill",
            Fill,
            Right("fill", SUPERVISOR, second=FLOOR),
            (Filled, TrayMoved),
            _fill,
            "fill 7 5000 --as sue --second dan",
        ),
        Act(
            "credit",
            Credit,
            Right("credit", SUPERVISOR, second=FLOOR),
            (Credited, TrayMoved),
            _credit,
            "credit 7 2500 --as sue --second dan",
        ),
        Act(
            "drop",
            Drop,
            Right("drop", SUPERVISOR, second=FLOOR),
            (Dropped,),
            _drop,
            "drop 7 1250 --as sue --second dan",
            says=lambda _, asked: {"table": asked.table, "counted": format_money(asked.amount)},
        ),
        Act(
            "fund",
            Fund,
            Right("fund", ADMINISTRATOR, second=SUPERVISOR),
            (Funded,),
            _fund,
            "fund 100000 --as ada --second sue",
            says=lambda _, asked: {"amount": format_money(asked.change)},
        ),
        ADD_GUEST,
        *DRAWER_ACTS,
    ),
)
