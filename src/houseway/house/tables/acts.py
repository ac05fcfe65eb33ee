"""What players and staff may do at a table: each act looks at the state and plans the events, or says why not.

How a round ends is in ends.py.
"""

from collections.abc import Mapping, Sequence

from msgspec import UNSET, UnsetType

from houseway.cards.card import Card
from houseway.errors import InvalidInput, NotAllowedNow, NotApproved, shown
from houseway.games.round.decision import Decision
from houseway.games.round.round import Round
from houseway.house.jackpots import events as jackpot_events
from houseway.house.jackpots.state import Contribution
from houseway.house.log.events import is_person
from houseway.house.log.kinds import TableEvent
from houseway.house.log.ledger import Posting
from houseway.house.log.names import TablePot
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables.dealing import deal_text, open_values, value_text
from houseway.house.tables.payloads import (
    Closed,
    Dealt,
    Decided,
    Entered,
    Joined,
    Left,
    Opened,
    SatOut,
    Valued,
    Wagered,
    Withdrawn,
)
from houseway.house.tables.settling import (
    TablePlan,
    TableServices,
    commit_next_deck,
    own_account,
    reveal_deck,
    settle_if_due,
)
from houseway.house.tables.shuffle import check_value
from houseway.house.tables.stakes import (
    added_stakes,
    default_decision,
    jackpot_stakes,
    require_placeable,
    stake_postings,
)
from houseway.house.tables.state import Phase, SeatedPlayer, TableState, open_round, wagers_json
from houseway.money import Cents

# ---- opening and closing


def open_table(
    plan: TablePlan, services: TableServices, rules: TableRules, *, day: str, sheet: str, software: str, by: str
) -> None:
    """The table is opened with rules that stay as they are until it is closed."""
    if plan.state.rules is not None:
        raise NotAllowedNow("the table is open", field="table")
    if rules.name != services.name:
        raise InvalidInput(f"the rules are those of table {rules.name}", field="table")
    after = TableState(day=day, rounds=plan.state.rounds, decks=plan.state.decks, tray=plan.state.tray)
    opened = Opened(rules=rules.to_json(), sheet=sheet, software=software, table=after.summary())
    plan.add(TableEvent.OPENED, opened, by=by)
    if rules.jackpot:
        jackpot = services.jackpot(rules.jackpot.name)
        jackpot.catch_up()
        plan.add_to_other_stream(jackpot_events.link_event(jackpot.state, rules), expected=jackpot.state.number)
    commit_next_deck(plan, services)


def close_table(plan: TablePlan, services: TableServices, *, by: str) -> None:
    """The table is closed: between rounds, with nothing on the layout and no win to be verified."""
    rules = plan.state.open_rules
    if plan.state.phase != Phase.WAGERS or plan.state.betting:
        raise NotAllowedNow("wagers are on the layout, or a win is to be verified", field="table")
    reveal_deck(plan)
    if rules.jackpot:
        jackpot = services.jackpot(rules.jackpot.name)
        jackpot.catch_up()
        plan.add_to_other_stream(jackpot_events.unlink_event(jackpot.state, rules.name), expected=jackpot.state.number)
    plan.add(TableEvent.CLOSED, Closed(), by=by)


# ---- seats


def join(plan: TablePlan, seat: int, player: str, *, by: str = "") -> None:
    """Somebody sits down; `by` is a dealer who seats the player."""
    rules = plan.state.open_rules
    if not isinstance(seat, int) or not 1 <= seat <= rules.seats:
        raise InvalidInput(f"must be 1 to {rules.seats}, not {shown(seat)}", field="seat")
    if not is_person(player):
        raise InvalidInput(f"{shown(player)} is no name of a player", field="player")
    if seat in plan.state.seated:
        raise NotAllowedNow(f"seat {seat} is taken", field="seat")
    plan.add(TableEvent.JOINED, Joined(seat=seat, player=player), by=by or player)


def sit_out(plan: TablePlan, services: TableServices, seat: int, *, by: str = "") -> None:
    """A player takes no part until the next wager."""
    place = plan.state.player_at(seat)
    _require_no_open_stake(plan, place)
    withdraw(plan, seat, by=by, quietly=True)
    plan.add(TableEvent.SAT_OUT, SatOut(seat=seat), by=by or place.player)
    if plan.state.round is None:
        deal_if_due(plan, services)


def leave(plan: TablePlan, services: TableServices, seat: int, *, by: str = "") -> None:
    """A player leaves; in a round the posted default decides for the seat, and it is free after the round."""
    place = plan.state.player_at(seat)
    if plan.state.round is None:
        withdraw(plan, seat, by=by, quietly=True)
    plan.add(TableEvent.LEFT, Left(seat=seat, player=place.player), by=by or place.player)
    if plan.state.round is None:
        deal_if_due(plan, services)
    else:
        go_on(plan, services)


def give_value(plan: TablePlan, services: TableServices, seat: int, value: str, *, by: str = "") -> None:
    """A player's part in the next shuffle, which nobody else gives: one a deck, told to nobody before the deal."""
    place = plan.state.player_at(seat)
    if by and by != place.player:
        raise NotApproved("only the player on the seat gives its value", field=by)
    if plan.state.deck is None or plan.state.deck.begun:
        raise NotAllowedNow("the deck is in play; values are for the next one", field="value")
    if place.value_commitment or place.shuffle_value:
        raise NotAllowedNow("was given for this deck, and stays as it is", field="value")
    kept = plan.keep(value_text(seat, check_value(value), services.entropy()))
    plan.add(TableEvent.VALUED, Valued(seat=seat, commitment=kept), by=place.player)


def _require_no_open_stake(plan: TablePlan, place: SeatedPlayer) -> None:
    if plan.state.round is not None and place.wagers:
        raise NotAllowedNow("the round is being played", field=f"seat {place.seat}")


# ---- wagers


def wager(
    plan: TablePlan, services: TableServices, seat: int, wagers: Mapping[str, Cents], *, by: str = "", number: int = 0
) -> None:
    """A seat's wagers on the next round, in place of what it wagered before; the last one may start the deal.

    `number` is the round that the player means, so that a message that comes too late is refused; 0 for any.
    """
    state, place = plan.state, plan.state.player_at(seat)
    rules = state.open_rules
    if state.phase != Phase.WAGERS:
        raise NotAllowedNow("wagers are taken between rounds", field="wagers")
    _require_running(state)
    if rules.cards == "shuffle" and state.deck is None:
        raise NotAllowedNow("no deck is committed to; close the table and open it again", field="deck")
    _require_round(state.rounds + 1, number)
    _require_wagers(plan, services, place, wagers)
    postings = stake_postings(rules.name, place.player, sum(wagers.values()) - sum(place.wagers.values()))
    ordered = {name: wagers[name] for name in rules.chosen.approval.placed if name in wagers}
    wagered = Wagered(seat=seat, wagers=wagers_json(ordered))
    plan.add(TableEvent.WAGERED, wagered, by=by or place.player, postings=postings)
    deal_if_due(plan, services)


def _require_running(state: TableState) -> None:
    if state.stopped:
        raise NotAllowedNow(f"no new round starts: {state.stopped}", field="site")


def _require_round(found: int, number: int) -> None:
    if number and number != found:
        raise NotAllowedNow(f"it is round {found}", field=f"round {number}")


def _require_wagers(plan: TablePlan, services: TableServices, place: SeatedPlayer, wagers: Mapping[str, Cents]) -> None:
    rules = plan.state.open_rules
    require_placeable(rules, place.seat, wagers)
    wager = rules.chosen.approval.jackpot
    if rules.jackpot and wager and wager.name in wagers:
        if not plan.state.controller:
            raise NotAllowedNow("the jackpot's controller cannot be reached", field=f"wagers.{wager.name}")
        stopped = services.jackpot(rules.jackpot.name).fresh().stopped
        if stopped:
            raise NotAllowedNow(f"the jackpot is stopped: {stopped}", field=f"wagers.{wager.name}")


def withdraw(plan: TablePlan, seat: int, *, by: str = "", quietly: bool = False) -> None:
    """A seat takes its wagers back before the deal."""
    place = plan.state.player_at(seat)
    _require_no_open_stake(plan, place)
    if not place.wagers:
        if quietly:
            return
        raise NotAllowedNow("nothing is wagered", field=f"seat {seat}")
    back = stake_postings(plan.state.open_rules.name, place.player, -sum(place.wagers.values()))
    plan.add(TableEvent.WITHDRAWN, Withdrawn(seat=seat), by=by or place.player, postings=back)


# ---- the deal


def deal_if_due(plan: TablePlan, services: TableServices) -> None:
    """A table that deals itself deals when everybody who does not sit out has wagered."""
    state = plan.state
    waiting = [place for place in state.seated.values() if not place.wagers and not place.sits_out]
    if state.open_rules.dealer == "self" and state.betting and not waiting and not state.stopped:
        deal(plan, services)


def deal(plan: TablePlan, services: TableServices, *, by: str = "") -> None:
    """No more wagers: jackpot wagers are sensed, and the cards come from the shuffle or are to be entered."""
    _return_stopped(plan, services, by=by)
    state = plan.state
    betting = state.betting
    if state.phase != Phase.WAGERS or not betting:
        raise NotAllowedNow("nobody has wagered" if state.phase == Phase.WAGERS else "not between rounds", field="deal")
    _require_running(state)
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
    plan.add(TableEvent.DEALT, dealt, by=by)
    go_on(plan, services)


def _deck_values(plan: TablePlan) -> tuple[list[tuple[int, str]] | UnsetType, list[int], list[tuple[int, str]]]:
    """The values that the first deal of a deck fixes, opened now; a value that an old log told at once stays so."""
    state, deck = plan.state, plan.state.deck
    if deck is None or deck.begun:
        return UNSET, [], []
    told = {seat: place.shuffle_value for seat, place in state.seated.items() if place.shuffle_value}
    commitments = {seat: place.value_commitment for seat, place in state.seated.items() if seat not in told}
    values, drawn, salts = open_values(commitments, deck, state.open_rules.name, plan.secret)
    return sorted([*values, *told.items()]), drawn, salts


def _return_stopped(plan: TablePlan, services: TableServices, *, by: str) -> None:
    """Wagers on a jackpot that was stopped after they were laid go back: nothing more is collected for it."""
    rules = plan.state.rules
    wager = rules.chosen.approval.jackpot if rules and rules.jackpot else None
    if not rules or not rules.jackpot or not wager or not services.jackpot(rules.jackpot.name).fresh().stopped:
        return
    for seat, place in sorted(plan.state.betting.items()):
        if wager.name in place.wagers and plan.state.phase == Phase.WAGERS:
            kept = {name: amount for name, amount in place.wagers.items() if name != wager.name}
            back = stake_postings(rules.name, place.player, -place.wagers[wager.name])
            plan.add(TableEvent.WAGERED, Wagered(seat=seat, wagers=wagers_json(kept)), by=by, postings=back)


def _sense(
    plan: TablePlan, services: TableServices, wagers: Mapping[int, Mapping[str, Cents]], number: int
) -> Contribution | None:
    rules = plan.state.open_rules
    stakes = jackpot_stakes(rules, wagers)
    if not rules.jackpot or not stakes or rules.jackpot.kind != "progressive":
        return None
    jackpot = services.jackpot(rules.jackpot.name)
    state = jackpot.fresh()
    contribution = jackpot_events.sense(state, stakes)
    told = jackpot_events.contribution_event(
        state, contribution, source=own_account(plan, TablePot.PROGRESSIVE), table=rules.name, round_number=number
    )
    plan.add_to_other_stream(told, expected=state.number if state.posted.cap else None)
    return contribution


def enter_deal(
    plan: TablePlan,
    services: TableServices,
    hands: Mapping[int, Sequence[Card]],
    dealer: Sequence[Card],
    board: Sequence[Card] = (),
    *,
    by: str = "",
) -> None:
    """The cards of a real deal. Some of them are face down, so the event names only their digest."""
    _require_card_entry(plan)
    now = open_round(plan.state)
    require_playing(now, hands)
    now.deal_hands(hands, dealer, board)
    kept = plan.keep(deal_text(hands, dealer, board, services.entropy()))
    plan.add(TableEvent.ENTERED, Entered(round=plan.state.rounds, deal=kept), by=by)
    go_on(plan, services)


def enter_card(plan: TablePlan, services: TableServices, card: Card, *, by: str = "") -> None:
    """The next card of a real shoe."""
    _require_card_entry(plan)
    plan.add(TableEvent.ENTERED, Entered(round=plan.state.rounds, card=str(card)), by=by)
    go_on(plan, services)


def require_playing(now: Round, hands: Mapping[int, Sequence[Card]]) -> None:
    """Refuse cards of a seat that does not play the round."""
    for seat in sorted(hands.keys() - {one.number for one in now.seats}):
        raise InvalidInput("does not play this round", field=f"seat {seat}")


def _require_card_entry(plan: TablePlan) -> None:
    if plan.state.open_rules.cards == "shuffle" or plan.state.phase != Phase.CARDS:
        raise NotAllowedNow("no card is to be entered", field="cards")


# ---- decisions


def decide(plan: TablePlan, services: TableServices, seat: int, text: str, *, by: str = "", number: int = 0) -> None:
    """A decision of the seat in turn, with what it stakes; the last one ends the round. `number` as for a wager."""
    now = _round_in_decisions(plan)
    _require_round(plan.state.rounds, number)
    if now.turn != seat:
        raise NotAllowedNow(f"it is the turn of seat {now.turn}", field=f"seat {seat}")
    rules = plan.state.open_rules
    decided = Decided(round=plan.state.rounds, seat=seat, decision=str(Decision.parse(text)))

    def stakes(before: TableState, after: TableState) -> Sequence[Posting]:
        more = added_stakes(open_round(after), seat) - added_stakes(open_round(before), seat)
        rules.require_stake(more)
        return stake_postings(rules.name, before.seated[seat].player, more)

    plan.add(TableEvent.DECIDED, decided, by=by or plan.state.seated[seat].player, postings=stakes)
    go_on(plan, services)


def deal_in_time(plan: TablePlan, services: TableServices, *, seen: int) -> None:
    """The deal of a table that waits no longer for wagers; `seen` is the event up to which that was so."""
    if plan.state.number == seen:
        deal(plan, services)


def decide_in_time(plan: TablePlan, services: TableServices, *, seen: int) -> None:
    """The posted default, for a seat whose time is up or whose player is gone; not where anything happened since."""
    if plan.state.number != seen:
        return
    _decide_default(plan)
    go_on(plan, services)


def _decide_default(plan: TablePlan) -> None:
    """The posted default of the seat in turn."""
    now = open_round(plan.state)
    text = default_decision(now, plan.state.open_rules.defaults)
    decided = Decided(round=plan.state.rounds, seat=now.turn or 0, decision=text, default=True)
    plan.add(TableEvent.DECIDED, decided)


def go_on(plan: TablePlan, services: TableServices) -> None:
    """Nobody waits for a player who is gone; a round in which nothing is awaited any more is settled.

    Where cards are entered by hand, decisions may be entered after they were made: the dealer says what they were.
    """
    if plan.state.open_rules.cards != "hand":
        while plan.state.phase == Phase.DECISIONS and plan.state.seated[open_round(plan.state).turn or 0].has_left:
            _decide_default(plan)
    settle_if_due(plan, services)


def _round_in_decisions(plan: TablePlan) -> Round:
    if plan.state.phase == Phase.SEALED:
        raise NotAllowedNow(
            "the key of its cards is not here; with it the round goes on, else call it off", field="round"
        )
    if plan.state.phase != Phase.DECISIONS:
        raise NotAllowedNow("no decision is awaited", field="decision")
    return open_round(plan.state)
