"""What players do with their seats: sit down, sit out, leave, and give a value for the shuffle."""

from typing import Annotated, Final

from msgspec import Meta

from houseway.errors import InvalidInput, NotAllowedNow, NotApproved, shown
from houseway.house.log.events import Event, is_person
from houseway.house.people.act import Act, ActInput
from houseway.house.people.act_fields import Name
from houseway.house.people.rights import PLAY, SEAT_PLAYER
from houseway.house.tables.course import deal_if_due, go_on
from houseway.house.tables.dealing import read_value, value_text
from houseway.house.tables.desk import TableDesk, TablePlan
from houseway.house.tables.payloads import Joined, Left, SatOut, Valued, Withdrawn
from houseway.house.tables.shuffle import check_value
from houseway.house.tables.wager_acts import SeatNumber, require_no_open_stake, return_wagers


class Join(ActInput, frozen=True, kw_only=True):
    """Sit down at a table, or seat a player."""

    seat: Annotated[int, Meta(ge=1, le=7, description="The number of the seat.", extra={"argument": True})]
    player: Annotated[
        Name, Meta(description="Who sits down; you, where nobody is named.", extra={"argument": True})
    ] = ""


def _join(plan: TablePlan, desk: TableDesk, asked: Join) -> None:
    seat, player, rules = asked.seat, asked.player or desk.by, plan.state.open_rules
    desk.permit_for_seat(player)
    if desk.people is not None:
        desk.people.permit_player(player)
    if not isinstance(seat, int) or not 1 <= seat <= rules.seats:
        raise InvalidInput(f"must be 1 to {rules.seats}, not {shown(seat)}", field="seat")
    if not is_person(player):
        raise InvalidInput(f"{shown(player)} is no name of a player", field="player")
    if seat in plan.state.seated:
        raise NotAllowedNow(f"seat {seat} is taken", field="seat")
    plan.add(Joined(seat=seat, player=player), by=desk.by or player)


class SitOut(ActInput, frozen=True, kw_only=True):
    """Take no part until the next wager."""

    seat: SeatNumber = 0


def _sit_out(plan: TablePlan, desk: TableDesk, asked: SitOut) -> None:
    place = desk.seat(plan.state, asked.seat)
    require_no_open_stake(plan, place)
    return_wagers(plan, place, by=desk.by)
    plan.add(SatOut(seat=place.seat), by=desk.by or place.player)
    if plan.state.round is None:
        deal_if_due(plan, desk.services)


class Leave(ActInput, frozen=True, kw_only=True):
    """Leave a table; in a round the posted default decides for the seat."""

    seat: SeatNumber = 0


def _leave(plan: TablePlan, desk: TableDesk, asked: Leave) -> None:
    place = desk.seat(plan.state, asked.seat)
    if plan.state.round is None:
        return_wagers(plan, place, by=desk.by)
    plan.add(Left(seat=place.seat, player=place.player), by=desk.by or place.player)
    if plan.state.round is None:
        deal_if_due(plan, desk.services)
    else:
        go_on(plan, desk.services)


class GiveValue(ActInput, frozen=True, kw_only=True):
    """Give a player's value for the next shuffle."""

    seat: SeatNumber = 0
    value: Annotated[
        str, Meta(max_length=100, description="Any text of the player's own.", extra={"argument": True, "secret": True})
    ]


def _give_value(plan: TablePlan, desk: TableDesk, asked: GiveValue) -> None:
    place = desk.seat(plan.state, asked.seat)
    if desk.by and desk.by != place.player:
        raise NotApproved("only the player on the seat gives its value", field=desk.by)
    if plan.state.deck is None or plan.state.deck.begun:
        raise NotAllowedNow("the deck is in play; values are for the next one", field="value")
    if place.value_commitment or place.shuffle_value or place.player in plan.state.valued:
        raise NotAllowedNow("was given for this deck, and stays as it is", field="value")
    commitment = plan.keep(value_text(place.seat, check_value(asked.value), desk.services.entropy()))
    plan.add(Valued(seat=place.seat, commitment=commitment), by=place.player)


def _is_same_value(desk: TableDesk, asked: GiveValue, event: Event) -> bool:
    """Whether an event stores exactly this value."""
    if event.kind != Valued.KIND:
        return False
    given = event.read(Valued)
    return asked.seat in (0, given.seat) and asked.value == (given.value or read_value(given.commitment, desk.secret))


JOIN: Final = Act("join", Join, PLAY, (Joined,), _join, "join 7 1 pat --as dan", also=(SEAT_PLAYER,))
SIT_OUT: Final = Act(
    "sit-out",
    SitOut,
    PLAY,
    (SatOut, Withdrawn),
    _sit_out,
    "sit-out 7 1 --as pat",
    also=(SEAT_PLAYER,),
)
LEAVE: Final = Act("leave", Leave, PLAY, (Left, Withdrawn), _leave, "leave 7 1 --as pat", also=(SEAT_PLAYER,))
GIVE_VALUE: Final = Act(
    "value",
    GiveValue,
    PLAY,
    (Valued,),
    _give_value,
    'value 7 1 "my lucky word" --as pat',
    never="staff; only the player on the seat gives its value",
    match=_is_same_value,
)
