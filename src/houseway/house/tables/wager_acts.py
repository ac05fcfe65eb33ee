"""What players do with their wagers and hands: wager, withdraw, decide."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final

from msgspec import Meta

from houseway.errors import NotAllowedNow
from houseway.games.round.decision import Decision
from houseway.house.log.ledger import Posting
from houseway.house.people.act import Act, ActInput
from houseway.house.people.act_fields import Wagers
from houseway.house.people.rights import PLAY, SEAT_PLAYER
from houseway.house.tables.course import (
    deal_if_due,
    go_on,
    require_between_rounds,
    require_counted,
    require_running,
    round_in_decisions,
)
from houseway.house.tables.desk import TableDesk, TablePlan
from houseway.house.tables.payloads import Decided, Wagered, Withdrawn
from houseway.house.tables.stakes import added_stakes, require_placeable, stake_postings
from houseway.house.tables.state import SeatedPlayer, TableState, open_round, wagers_json
from houseway.money import Cents

SeatNumber = Annotated[
    int, Meta(ge=0, le=7, description="The number of the seat; your own where none is named.", extra={"argument": True})
]
RoundNumber = Annotated[
    int, Meta(ge=0, le=10**12, description="The round you mean; a request for another round is refused.")
]


class Wager(ActInput, frozen=True, kw_only=True):
    """Wager on the next round; what the seat had wagered before is replaced."""

    seat: SeatNumber = 0
    wagers: Annotated[Wagers, Meta(description="All wagers of the seat, in dollars.", extra={"argument": True})]
    round: RoundNumber = 0


def _wager(plan: TablePlan, desk: TableDesk, asked: Wager) -> None:
    state, place = plan.state, desk.seat(plan.state, asked.seat)
    rules = state.open_rules
    require_between_rounds(state, "wagers are taken between rounds", field="wagers")
    require_running(state)
    if rules.cards == "shuffle" and state.deck is None:
        raise NotAllowedNow("no deck is committed to; close the table and open it again", field="deck")
    require_counted(state, desk.services)
    _require_round(state.rounds + 1, asked.round)
    _require_wagers(plan, desk, place, asked.wagers)
    postings = stake_postings(rules.name, place.player, sum(asked.wagers.values()) - sum(place.wagers.values()))
    ordered = {name: asked.wagers[name] for name in rules.chosen.approval.placed if name in asked.wagers}
    plan.add(Wagered(seat=place.seat, wagers=wagers_json(ordered)), by=desk.by or place.player, postings=postings)
    deal_if_due(plan, desk.services)


def _require_round(stands: int, number: int) -> None:
    if number and number != stands:
        raise NotAllowedNow(f"it is round {stands}", field=f"round {number}")


def _require_wagers(plan: TablePlan, desk: TableDesk, place: SeatedPlayer, wagers: Mapping[str, Cents]) -> None:
    rules = plan.state.open_rules
    require_placeable(rules, place.seat, wagers)
    wager = rules.chosen.approval.jackpot
    if rules.jackpot and wager and wager.name in wagers:
        if not plan.state.controller:
            raise NotAllowedNow("the jackpot's controller cannot be reached", field=f"wagers.{wager.name}")
        stopped = desk.services.jackpot(rules.jackpot.name).fresh().stopped
        if stopped:
            raise NotAllowedNow(f"the jackpot is stopped: {stopped}", field=f"wagers.{wager.name}")


class Withdraw(ActInput, frozen=True, kw_only=True):
    """Take a seat's wagers back before the deal."""

    seat: SeatNumber = 0


def _withdraw(plan: TablePlan, desk: TableDesk, asked: Withdraw) -> None:
    place = desk.seat(plan.state, asked.seat)
    require_no_open_stake(plan, place)
    if not place.wagers:
        raise NotAllowedNow("nothing is wagered", field=f"seat {place.seat}")
    return_wagers(plan, place, by=desk.by)


def return_wagers(plan: TablePlan, place: SeatedPlayer, *, by: str) -> None:
    """Whatever a seat has wagered on the next round goes back."""
    require_no_open_stake(plan, place)
    if place.wagers:
        back = stake_postings(plan.state.open_rules.name, place.player, -sum(place.wagers.values()))
        plan.add(Withdrawn(seat=place.seat), by=by or place.player, postings=back)


def require_no_open_stake(plan: TablePlan, place: SeatedPlayer) -> None:
    """Refuse what would take a seat out of a round that is being played."""
    if plan.state.round is not None and place.wagers:
        raise NotAllowedNow("the round is being played", field=f"seat {place.seat}")


class Decide(ActInput, frozen=True, kw_only=True):
    """Decide for the seat in turn; the last decision settles the round."""

    seat: SeatNumber = 0
    decision: Annotated[
        str,
        Meta(max_length=80, description="The decision, such as play 3x.", extra={"argument": True, "words": True}),
    ]
    round: RoundNumber = 0


def _decide(plan: TablePlan, desk: TableDesk, asked: Decide) -> None:
    seat = desk.seat_number(plan.state, asked.seat)  # a dealer enters what a player decided before leaving
    now = round_in_decisions(plan)
    _require_round(plan.state.rounds, asked.round)
    if now.turn != seat:
        raise NotAllowedNow(f"it is the turn of seat {now.turn}", field=f"seat {seat}")
    rules = plan.state.open_rules

    def stakes(before: TableState, after: TableState) -> Sequence[Posting]:
        more = added_stakes(open_round(after), seat) - added_stakes(open_round(before), seat)
        rules.require_stake(more)
        return stake_postings(rules.name, before.seated[seat].player, more)

    decided = Decided(round=plan.state.rounds, seat=seat, decision=str(Decision.parse(asked.decision)))
    plan.add(decided, by=desk.by or plan.state.seated[seat].player, postings=stakes)
    go_on(plan, desk.services)


def _seat(asked: Wager | Decide) -> dict[str, object]:
    return {"seat": asked.seat} if asked.seat else {}


WAGER: Final = Act(
    "wager",
    Wager,
    PLAY,
    (Wagered,),
    _wager,
    "wager 7 1 ante=10 bet=10 trips-or-better=5 --as pat",
    also=(SEAT_PLAYER,),
    says=lambda _, asked: {**_seat(asked), "wagers": wagers_json(asked.wagers)},
    is_timely=True,
)
WITHDRAW: Final = Act(
    "withdraw",
    Withdraw,
    PLAY,
    (Withdrawn,),
    _withdraw,
    "withdraw 7 1 --as pat",
    also=(SEAT_PLAYER,),
    is_timely=True,
)
DECIDE: Final = Act(
    "decide",
    Decide,
    PLAY,
    (Decided,),
    _decide,
    "decide 7 1 play 3x --as pat",
    also=(SEAT_PLAYER,),
    says=lambda _, asked: {**_seat(asked), "decision": str(Decision.parse(asked.decision))},
    is_timely=True,
)
