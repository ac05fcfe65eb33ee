"""What players and staff may do at a table: each act looks at the state and plans the events, or says why not.

How a round ends is in table_ends.py.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.cards.card import Card, card_texts
from houseway.errors import InvalidInput, NotAllowedNow, shown
from houseway.games.decision import Decision
from houseway.games.round import Round
from houseway.house import jackpot_events
from houseway.house.course import added, default_decision, jackpot_stakes, verify_placed
from houseway.house.events import canonical, is_person
from houseway.house.ledger import Posting, cents, move
from houseway.house.shuffle import check_value
from houseway.house.table_ends import Means, TablePlan, account, commit, purse, reveal, settle_if_due
from houseway.house.table_rules import TableRules
from houseway.house.table_state import Place, TableState, running, wagers_json
from houseway.money import Cents

# ---- opening and closing


def open_table(
    plan: TablePlan, means: Means, rules: TableRules, *, day: str, sheet: str, software: str, by: str
) -> None:
    """The table is opened with rules that stay as they are until it is closed."""
    if plan.state.rules is not None:
        raise NotAllowedNow("the table is open", field="table")
    if rules.name != means.name:
        raise InvalidInput(f"the rules are those of table {rules.name}", field="table")
    after = TableState(day=day, rounds=plan.state.rounds, decks=plan.state.decks)
    data = {"rules": rules.to_json(), "sheet": sheet, "software": software, "table": after.summary()}
    plan.add("opened", data, by=by)
    if rules.jackpot:
        jackpot = means.jackpot(rules.jackpot.name)
        jackpot.catch_up()
        plan.beside(jackpot_events.linked(jackpot.state, rules), at=jackpot.state.number)
    commit(plan, means)


def close_table(plan: TablePlan, means: Means, *, by: str) -> None:
    """The table is closed: between rounds, with nothing on the layout and no win to be verified."""
    rules = plan.state.open
    if plan.state.phase != "wagers" or plan.state.betting:
        raise NotAllowedNow("wagers are on the layout, or a win is to be verified", field="table")
    reveal(plan)
    if rules.jackpot:
        jackpot = means.jackpot(rules.jackpot.name)
        jackpot.catch_up()
        plan.beside(jackpot_events.unlinked(jackpot.state, rules.name), at=jackpot.state.number)
    plan.add("closed", {}, by=by)


# ---- seats


def join(plan: TablePlan, seat: int, player: str, *, by: str = "") -> None:
    """Somebody sits down; `by` is a dealer who seats the player."""
    rules = plan.state.open
    if not isinstance(seat, int) or not 1 <= seat <= rules.seats:
        raise InvalidInput(f"must be 1 to {rules.seats}, not {shown(seat)}", field="seat")
    if not is_person(player):
        raise InvalidInput(f"{shown(player)} is no name of a player", field="player")
    if seat in plan.state.places:
        raise NotAllowedNow(f"seat {seat} is taken", field="seat")
    plan.add("joined", {"seat": seat, "player": player}, by=by or player)


def sit_out(plan: TablePlan, means: Means, seat: int, *, by: str = "") -> None:
    """A player takes no part until the next wager."""
    place = plan.state.place(seat)
    _between_rounds(plan, place)
    withdraw(plan, seat, by=by, quietly=True)
    plan.add("sat out", {"seat": seat}, by=by or place.player)
    if plan.state.round is None:
        deal_if_due(plan, means)


def leave(plan: TablePlan, means: Means, seat: int, *, by: str = "") -> None:
    """A player leaves; in a round the posted default decides for the seat, and it is free after the round."""
    place = plan.state.place(seat)
    if plan.state.round is None:
        withdraw(plan, seat, by=by, quietly=True)
    plan.add("left", {"seat": seat, "player": place.player}, by=by or place.player)
    if plan.state.round is None:
        deal_if_due(plan, means)
    else:
        _go_on(plan, means)


def give_value(plan: TablePlan, seat: int, value: str, *, by: str = "") -> None:
    """A player's part in the next shuffle; it counts until the first deal of the deck."""
    place = plan.state.place(seat)
    if plan.state.deck is None or plan.state.deck.begun:
        raise NotAllowedNow("the deck is in play; values are for the next one", field="value")
    plan.add("valued", {"seat": seat, "value": check_value(value)}, by=by or place.player)


def _between_rounds(plan: TablePlan, place: Place) -> None:
    if plan.state.round is not None and place.wagers:
        raise NotAllowedNow("the round is being played", field=f"seat {place.seat}")


# ---- wagers


def wager(
    plan: TablePlan, means: Means, seat: int, wagers: Mapping[str, Cents], *, by: str = "", number: int = 0
) -> None:
    """A seat's wagers on the next round, in place of what it wagered before; the last one may start the deal.

    `number` is the round that the player means, so that a message that comes too late is refused; 0 for any.
    """
    state, place = plan.state, plan.state.place(seat)
    rules = state.open
    if state.phase != "wagers":
        raise NotAllowedNow("wagers are taken between rounds", field="wagers")
    _verify_not_stopped(state)
    _verify_round(state.rounds + 1, number)
    _verify_wagers(plan, means, place, wagers)
    more = cents(sum(wagers.values()) - sum(place.wagers.values()))
    postings = move(more, out_of=purse(place.player), into=account(plan, "wagers"))
    ordered = {name: wagers[name] for name in rules.chosen.approval.placed if name in wagers}
    data = {"seat": seat, "wagers": wagers_json(ordered)}
    plan.add("wagered", data, by=by or place.player, postings=postings, plain=True)
    deal_if_due(plan, means)


def _verify_not_stopped(state: TableState) -> None:
    if state.stopped:
        raise NotAllowedNow(f"no new round starts: {state.stopped}", field="site")


def _verify_round(found: int, number: int) -> None:
    if number and number != found:
        raise NotAllowedNow(f"it is round {found}", field=f"round {number}")


def _verify_wagers(plan: TablePlan, means: Means, place: Place, wagers: Mapping[str, Cents]) -> None:
    rules = plan.state.open
    verify_placed(rules, place.seat, wagers)
    wager = rules.chosen.approval.jackpot
    if rules.jackpot and wager and wager.name in wagers:
        if not plan.state.controller:
            raise NotAllowedNow("the jackpot's controller cannot be reached", field=f"wagers.{wager.name}")
        stopped = means.jackpot(rules.jackpot.name).fresh().stopped
        if stopped:
            raise NotAllowedNow(f"the jackpot is stopped: {stopped}", field=f"wagers.{wager.name}")


def withdraw(plan: TablePlan, seat: int, *, by: str = "", quietly: bool = False) -> None:
    """A seat takes its wagers back before the deal."""
    place = plan.state.place(seat)
    _between_rounds(plan, place)
    if not place.wagers:
        if quietly:
            return
        raise NotAllowedNow("nothing is wagered", field=f"seat {seat}")
    back = move(cents(sum(place.wagers.values())), out_of=account(plan, "wagers"), into=purse(place.player))
    plan.add("withdrawn", {"seat": seat}, by=by or place.player, postings=back)


# ---- the deal


def deal_if_due(plan: TablePlan, means: Means) -> None:
    """A table that deals itself deals when everybody who does not sit out has wagered."""
    state = plan.state
    waiting = [place for place in state.places.values() if not place.wagers and not place.out]
    if state.open.dealer == "self" and state.betting and not waiting and not state.stopped:
        deal(plan, means)


def deal(plan: TablePlan, means: Means, *, by: str = "") -> None:
    """No more wagers: jackpot wagers are sensed, and the cards come from the shuffle or are to be entered."""
    _return_stopped(plan, means, by=by)
    state = plan.state
    betting = state.betting
    if state.phase != "wagers" or not betting:
        raise NotAllowedNow("nobody has wagered" if state.phase == "wagers" else "not between rounds", field="deal")
    _verify_not_stopped(state)
    number = state.rounds + 1
    data: dict[str, Any] = {"round": number, "seats": sorted(betting)}
    if state.deck:
        data |= {"deck": state.deck.number, "position": state.deck.position}
        if not state.deck.begun:
            data["values"] = [[seat, place.given] for seat, place in sorted(state.places.items())]
    if sensed := _sense(plan, means, {seat: place.wagers for seat, place in betting.items()}, number):
        data["sensed"] = sensed
    plan.add("dealt", data, by=by, plain=True)
    _go_on(plan, means)


def _return_stopped(plan: TablePlan, means: Means, *, by: str) -> None:
    """Wagers on a jackpot that was stopped after they were laid go back: nothing more is collected for it."""
    rules = plan.state.rules
    wager = rules.chosen.approval.jackpot if rules and rules.jackpot else None
    if not rules or not rules.jackpot or not wager or not means.jackpot(rules.jackpot.name).fresh().stopped:
        return
    for seat, place in sorted(plan.state.betting.items()):
        if wager.name in place.wagers and plan.state.phase == "wagers":
            kept = {name: amount for name, amount in place.wagers.items() if name != wager.name}
            back = move(cents(place.wagers[wager.name]), out_of=account(plan, "wagers"), into=purse(place.player))
            plan.add("wagered", {"seat": seat, "wagers": wagers_json(kept)}, by=by, postings=back)


def _sense(
    plan: TablePlan, means: Means, wagers: Mapping[int, Mapping[str, Cents]], number: int
) -> dict[str, int] | None:
    rules = plan.state.open
    stakes = jackpot_stakes(rules, wagers)
    if not rules.jackpot or not stakes or rules.jackpot.kind != "progressive":
        return None
    jackpot = means.jackpot(rules.jackpot.name)
    state = jackpot.fresh()
    sensed = jackpot_events.sense(state, stakes)
    told = jackpot_events.contributed(
        state, sensed, source=account(plan, "progressive"), table=rules.name, round_number=number
    )
    plan.beside(told, at=state.number if state.posted.cap else None)
    return {"meter": sensed.meter, "overflow": sensed.overflow, "reserve": sensed.reserve}


def enter_deal(
    plan: TablePlan,
    means: Means,
    hands: Mapping[int, Sequence[Card]],
    dealer: Sequence[Card],
    board: Sequence[Card] = (),
    *,
    by: str = "",
) -> None:
    """The cards of a real deal. Some of them are face down, so the event names only their digest."""
    _to_be_entered(plan)
    now = running(plan.state)
    for seat in sorted(hands.keys() - {one.number for one in now.seats}):
        raise InvalidInput("does not play this round", field=f"seat {seat}")
    now.deal_hands(hands, dealer, board)
    told = {
        "hands": {str(seat): card_texts(cards) for seat, cards in hands.items()},
        "dealer": card_texts(dealer),
        "board": card_texts(board),
        "salt": means.entropy(),
    }
    plan.add("entered", {"round": plan.state.rounds, "deal": plan.keep(canonical(told))}, by=by)
    _go_on(plan, means)


def enter_card(plan: TablePlan, means: Means, card: Card, *, by: str = "") -> None:
    """The next card of a real shoe."""
    _to_be_entered(plan)
    plan.add("entered", {"round": plan.state.rounds, "card": str(card)}, by=by)
    _go_on(plan, means)


def _to_be_entered(plan: TablePlan) -> None:
    if plan.state.open.cards == "shuffle" or plan.state.phase != "cards":
        raise NotAllowedNow("no card is to be entered", field="cards")


# ---- decisions


def decide(plan: TablePlan, means: Means, seat: int, text: str, *, by: str = "", number: int = 0) -> None:
    """A decision of the seat in turn, with what it stakes; the last one ends the round. `number` as for a wager."""
    now = _in_turn(plan)
    _verify_round(plan.state.rounds, number)
    if now.turn != seat:
        raise NotAllowedNow(f"it is the turn of seat {now.turn}", field=f"seat {seat}")
    rules = plan.state.open
    data = {"round": plan.state.rounds, "seat": seat, "decision": str(Decision.parse(text))}

    def stakes(before: TableState, after: TableState) -> Sequence[Posting]:
        more = added(running(after), seat) - added(running(before), seat)
        rules.verify_stake(more)
        player = before.places[seat].player
        return move(cents(more), out_of=purse(player), into=f"table/{rules.name}/wagers")

    plan.add("decided", data, by=by or plan.state.places[seat].player, postings=stakes, plain=True)
    _go_on(plan, means)


def deal_in_time(plan: TablePlan, means: Means, *, seen: int) -> None:
    """The deal of a table that waits no longer for wagers; `seen` is the event up to which that was so."""
    if plan.state.number == seen:
        deal(plan, means)


def decide_in_time(plan: TablePlan, means: Means, *, seen: int) -> None:
    """The posted default, for a seat whose time is up or whose player is gone; not where anything happened since."""
    if plan.state.number != seen:
        return
    _default(plan)
    _go_on(plan, means)


def _default(plan: TablePlan) -> None:
    """The posted default of the seat in turn."""
    now = running(plan.state)
    text = default_decision(now, plan.state.open.defaults)
    data = {"round": plan.state.rounds, "seat": now.turn, "decision": text, "default": True}
    plan.add("decided", data)


def _go_on(plan: TablePlan, means: Means) -> None:
    """Nobody waits for a player who is gone; a round in which nothing is awaited any more is settled.

    Where cards are entered by hand, decisions may be entered after they were made: the dealer says what they were.
    """
    waits = plan.state.open.cards == "hand"
    while not waits and plan.state.phase == "decisions" and plan.state.places[running(plan.state).turn or 0].gone:
        _default(plan)
    settle_if_due(plan, means)


def _in_turn(plan: TablePlan) -> Round:
    if plan.state.phase != "decisions":
        raise NotAllowedNow("no decision is awaited", field="decision")
    return running(plan.state)
