"""The course of a round at a table: dealt when all have wagered, continued, and decided by default when time is up.

What players and staff do is in the modules of acts; how a round ends is in settling.py.
"""

from collections.abc import Mapping, Sequence

from msgspec import UNSET, UnsetType

from houseway.cards.card import Card
from houseway.errors import InvalidInput, NotAllowedNow
from houseway.games.round.round import Round
from houseway.house.jackpots import events as jackpot_events
from houseway.house.jackpots.state import Contribution
from houseway.house.log.names import TablePot
from houseway.house.tables.dealing import open_values
from houseway.house.tables.desk import TablePlan, TableServices
from houseway.house.tables.device_checks import require_sensed
from houseway.house.tables.payloads import Dealt, Decided, Wagered
from houseway.house.tables.settling import own_account, planned_meter, settle_if_due
from houseway.house.tables.shares import require_shares
from houseway.house.tables.stakes import default_decision, jackpot_stakes, stake_postings
from houseway.house.tables.state import Phase, TableState, open_round, wagers_json
from houseway.money import Cents

# ---- the deal


def require_between_rounds(state: TableState, refusal: str, *, field: str) -> None:
    """Refuse what is done between rounds while one is played, or while a win of one is held."""
    if state.hold:
        raise NotAllowedNow(f"round {state.hold.round} is held: two people must verify it first", field=field)
    if state.phase != Phase.WAGERS:
        raise NotAllowedNow(refusal, field=field)


def require_running(state: TableState) -> None:
    """Refuse a new round while the site is disabled."""
    if state.stopped:
        raise NotAllowedNow(f"no new round starts: {state.stopped}", field="site")


def lacks_count(state: TableState, services: TableServices) -> bool:
    """Whether nobody has counted the tray of a table that pays real money: version 0.1 opened it."""
    return state.tray is None and services.counts_trays()


def require_counted(state: TableState, services: TableServices) -> None:
    """Refuse a new round at a table whose tray nobody has counted."""
    if lacks_count(state, services):
        raise NotAllowedNow(
            "the tray has no opening count: fill it, or close the table and open it again", field="table"
        )


def deal_if_due(plan: TablePlan, services: TableServices) -> None:
    """Deal at a table without a dealer once everybody who does not sit out has wagered."""
    state = plan.state
    waiting = [place for place in state.seated.values() if not place.wagers and not place.sits_out]
    is_due = state.open_rules.dealer == "self" and state.betting and not waiting and not state.stopped
    if is_due and not lacks_count(state, services):
        deal(plan, services)


def deal(plan: TablePlan, services: TableServices, *, by: str = "") -> None:
    """Take no more wagers: sense the jackpot wagers, and deal from the shuffle or wait for the cards to be entered."""
    _return_stopped(plan, services, by=by)
    state = plan.state
    betting = state.betting
    require_between_rounds(state, "a round is being played", field="deal")
    if not betting:
        raise NotAllowedNow("nobody has wagered", field="deal")
    require_running(state)
    require_counted(state, services)
    require_sensed(state)
    require_shares(state)
    number, deck = state.rounds + 1, state.deck
    values, drawn, salts = _deck_values(plan)
    dealt = Dealt(
        round=number,
        seats=sorted(betting),
        deck=deck.number if deck else UNSET,
        position=deck.position if deck else UNSET,
        values=values,
        drawn=drawn,
        salts=salts,
        sensed=_sense(plan, services, {seat: place.wagers for seat, place in betting.items()}, number),
    )
    plan.add(dealt, by=by)
    go_on(plan, services)


def _deck_values(plan: TablePlan) -> tuple[list[tuple[int, str]] | UnsetType, list[int], list[tuple[int, str]]]:
    """The values that the first deal of a deck fixes, opened now; an old log shows values in plain text."""
    state, deck = plan.state, plan.state.deck
    if deck is None or deck.begun:
        return UNSET, [], []
    plain = {seat: place.shuffle_value for seat, place in state.seated.items() if place.shuffle_value}
    commitments = {seat: place.value_commitment for seat, place in state.seated.items() if seat not in plain}
    values, drawn, salts = open_values(commitments, deck, state.open_rules.name, plan.secret)
    return sorted([*values, *plain.items()]), drawn, salts


def _return_stopped(plan: TablePlan, services: TableServices, *, by: str) -> None:
    """Return wagers on a jackpot that was stopped after they were laid: it collects nothing more."""
    rules = plan.state.rules
    wager = rules.chosen.approval.jackpot if rules and rules.jackpot else None
    if not rules or not rules.jackpot or not wager or not services.jackpot(rules.jackpot.name).fresh().stopped:
        return
    for seat, place in sorted(plan.state.betting.items()):
        if wager.name in place.wagers and plan.state.phase == Phase.WAGERS:
            rest = {name: amount for name, amount in place.wagers.items() if name != wager.name}
            back = stake_postings(rules.name, place.player, -place.wagers[wager.name])
            plan.add(Wagered(seat=seat, wagers=wagers_json(rest)), by=by, postings=back)


def _sense(
    plan: TablePlan, services: TableServices, wagers: Mapping[int, Mapping[str, Cents]], number: int
) -> Contribution | None:
    rules = plan.state.open_rules
    stakes = jackpot_stakes(rules, wagers)
    state = planned_meter(plan, services) if stakes else None
    if state is None or not state.progressive:
        return None
    contribution = jackpot_events.sense(state, stakes)
    event = jackpot_events.contribution_event(
        state, contribution, source=own_account(plan, TablePot.PROGRESSIVE), table=rules.name, round_number=number
    )
    plan.add_to_other_stream(event, expected=state.number if state.posted.cap else None)
    return contribution


def require_playing(now: Round, hands: Mapping[int, Sequence[Card]]) -> None:
    """Refuse cards of a seat that does not play the round."""
    for seat in sorted(hands.keys() - {one.number for one in now.seats}):
        raise InvalidInput("does not play this round", field=f"seat {seat}")


# ---- decisions


def deal_in_time(plan: TablePlan, services: TableServices, *, seen: int) -> None:
    """Deal at a table that no longer waits for wagers, unless something happened after the event `seen`."""
    if plan.state.number == seen:
        deal(plan, services)


def decide_in_time(plan: TablePlan, services: TableServices, *, seen: int) -> None:
    """Decide the posted default for a seat whose time is up or whose player left, unless something happened since."""
    if plan.state.number != seen:
        return
    _decide_default(plan)
    go_on(plan, services)


def _decide_default(plan: TablePlan) -> None:
    """The posted default of the seat in turn."""
    now = open_round(plan.state)
    text = default_decision(now, plan.state.open_rules.defaults)
    decided = Decided(round=plan.state.rounds, seat=now.turn or 0, decision=text, default=True)
    plan.add(decided)


def go_on(plan: TablePlan, services: TableServices) -> None:
    """Decide for a player who is gone, and settle a round that waits for nothing more.

    Where cards are entered by hand, decisions may be entered after they were made: the dealer says what they were.
    """
    if plan.state.open_rules.cards != "hand":
        while plan.state.phase == Phase.DECISIONS and plan.state.seated[open_round(plan.state).turn or 0].has_left:
            _decide_default(plan)
    settle_if_due(plan, services)


def round_in_decisions(plan: TablePlan) -> Round:
    """The round, if a decision is awaited."""
    if plan.state.phase == Phase.SEALED:
        raise NotAllowedNow(
            "its cards cannot be opened: their key is not here, or the log was restored; call the round off",
            field="round",
        )
    if plan.state.phase != Phase.DECISIONS:
        raise NotAllowedNow("no decision is awaited", field="decision")
    return open_round(plan.state)
