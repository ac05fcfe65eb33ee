"""A cashier's drawer: opened with a counted float, closed with a count."""

from typing import Annotated, Final

from msgspec import Meta

from houseway.errors import InvalidInput, NotAllowedNow
from houseway.house.log.ledger import cents, move
from houseway.house.log.names import BANK, VARIANCE, drawer_account
from houseway.house.people.act import Act, ActInput
from houseway.house.people.act_fields import CountedDollars, Dollars, Name
from houseway.house.people.cage_events import require_positive
from houseway.house.people.house_desk import HouseDesk, HousePlan
from houseway.house.people.payloads import DrawerClosed, DrawerOpened
from houseway.house.people.rights import CASHIER, FLOOR, MANAGERS, SUPERVISOR, Right
from houseway.house.people.roster import NotPermitted
from houseway.money import LIMIT, format_money

HAVE_DRAWER: Final = Right("take cash", CASHIER)
CLOSE: Final = Right("close drawer", CASHIER, second=SUPERVISOR)
CLOSE_ANOTHERS: Final = Right("close another's drawer", SUPERVISOR, second=MANAGERS | FLOOR | CASHIER)


class OpenDrawer(ActInput, frozen=True, kw_only=True):
    """Open your drawer with a counted float out of the bank; a supervisor counts too."""

    amount: Annotated[Dollars, Meta(description="The cash that was counted, in dollars.", extra={"argument": True})]


def _open_drawer(plan: HousePlan, desk: HouseDesk, asked: OpenDrawer) -> None:
    cashier, counted = desk.by, asked.amount
    desk.permit(HAVE_DRAWER, cashier)  # the drawer belongs to the first person
    money = move(cents(require_positive(counted)), out_of=BANK, into=drawer_account(cashier))
    if plan.state.has_open_drawer(cashier):
        raise NotAllowedNow("has an open drawer; close it first", field=cashier)
    desk.require_held(BANK, counted)
    opened = DrawerOpened(cashier=cashier, counted=format_money(counted), second=desk.second)
    plan.add(opened, by=cashier, postings=money, guarded=(BANK,))


class CloseDrawer(ActInput, frozen=True, kw_only=True):
    """Count your drawer back into the bank; what is missing or too much is a variance.

    A cashier closes their own with a supervisor. A supervisor and another person close the drawer of a cashier who may
    no longer act.
    """

    amount: Annotated[
        CountedDollars, Meta(description="The cash that was counted, in dollars.", extra={"argument": True})
    ]
    cashier: Annotated[Name, Meta(description="Whose drawer, where the cashier may no longer act.")] = ""


def _close_drawer(plan: HousePlan, desk: HouseDesk, asked: CloseDrawer) -> None:
    cashier, counted = asked.cashier or desk.by, asked.amount
    _permit_closing(plan, desk, cashier)
    if not 0 <= counted < LIMIT:
        raise InvalidInput("must be at least 0 and under $1,000,000,000", field="counted")
    if not plan.state.has_open_drawer(cashier):
        raise NotAllowedNow("has no open drawer", field=cashier)
    account = drawer_account(cashier)
    expected = desk.log.balance(account) // cents(1)
    closed = DrawerClosed(
        cashier=cashier, counted=format_money(counted), expected=format_money(expected), second=desk.second
    )
    postings = (
        *move(cents(counted), out_of=account, into=BANK),
        *move(cents(expected - counted), out_of=account, into=VARIANCE),
    )
    plan.add(closed, by=desk.by, postings=postings, guarded=(BANK,))


def _permit_closing(plan: HousePlan, desk: HouseDesk, cashier: str) -> None:
    is_cashier = plan.state.is_cashier(cashier)
    if desk.by == cashier and is_cashier:
        desk.permit(CLOSE)
        return
    desk.permit(CLOSE_ANOTHERS)
    if cashier in (desk.by, desk.second) or is_cashier:
        raise NotPermitted("closes it with a supervisor; others do where the cashier may no longer act", field=cashier)


DRAWER_ACTS: Final = (
    Act(
        "open-drawer",
        OpenDrawer,
        Right("open drawer", CASHIER, second=SUPERVISOR),
        (DrawerOpened,),
        _open_drawer,
        "drawer open 2000 --as kim --second sue",
        says=lambda desk, asked: {"cashier": desk.by, "counted": format_money(asked.amount)},
    ),
    Act(
        "close-drawer",
        CloseDrawer,
        CLOSE,
        (DrawerClosed,),
        _close_drawer,
        "drawer close 1980 --as kim --second sue",
        never="for a cashier who may still act, others than that cashier",
        says=lambda desk, asked: {"cashier": asked.cashier or desk.by, "counted": format_money(asked.amount)},
        asks_right_first=False,
    ),
)
