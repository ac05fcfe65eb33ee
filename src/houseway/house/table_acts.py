"""What may happen at a table: each act looks at the state and plans the events, or says why not."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from houseway.cards.card import Card
from houseway.errors import InvalidInput, NotAllowedNow, NotApproved, shown
from houseway.games.decision import Decision
from houseway.games.jackpot import MeterUnits
from houseway.games.round import Round, Seat
from houseway.games.settlement import Settlement
from houseway.house import jackpot_events
from houseway.house.course import all_stakes, default_decision, is_finished, jackpot_stakes, live_meter, placed, staked
from houseway.house.events import canonical, is_person
from houseway.house.jackpot import Jackpot
from houseway.house.jackpot_events import merged
from houseway.house.jackpot_state import JackpotState
from houseway.house.ledger import Posting, cents, move
from houseway.house.live import Plan
from houseway.house.shuffle import Entropy, check_value, new_seed
from houseway.house.table_rules import TableRules
from houseway.house.table_state import Place, TableState, running, wagers_json
from houseway.money import Cents, format_money
from houseway.values import changed

TablePlan = Plan[TableState]


@dataclass(frozen=True, kw_only=True)
class Means:
    """What a table has at hand beside its state."""

    name: str
    jackpot: Callable[[str], Jackpot]
    entropy: Entropy = new_seed


def account(plan: TablePlan, pot: str) -> str:
    """An account of the table."""
    return f"table/{plan.state.open.name}/{pot}"


def purse(player: str) -> str:
    """The account of a player."""
    return f"player/{player}"


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


def commit(plan: TablePlan, means: Means) -> None:
    """The house binds itself to the next deck before anyone wagers on it."""
    if plan.state.open.cards == "shuffle" and plan.state.deck is None:
        commitment = plan.keep(means.entropy())
        plan.add("committed", {"deck": plan.state.decks + 1, "commitment": commitment})


def reveal(plan: TablePlan) -> None:
    """A deck is over: its seed may be known."""
    if plan.state.deck:
        deck = plan.state.deck
        plan.add("revealed", {"deck": deck.number, "seed": plan.secret(deck.commitment)})


# ---- seats


def join(plan: TablePlan, seat: int, player: str) -> None:
    """Somebody sits down."""
    rules = plan.state.open
    if not isinstance(seat, int) or not 1 <= seat <= rules.seats:
        raise InvalidInput(f"must be 1 to {rules.seats}, not {shown(seat)}", field="seat")
    if not is_person(player):
        raise InvalidInput(f"{shown(player)} is no name of a player", field="player")
    if seat in plan.state.places:
        raise NotAllowedNow(f"seat {seat} is taken", field="seat")
    plan.add("joined", {"seat": seat, "player": player}, by=player)


def sit_out(plan: TablePlan, means: Means, seat: int) -> None:
    """A player takes no part until the next wager."""
    place = plan.state.place(seat)
    _between_rounds(plan, place)
    withdraw(plan, seat, quietly=True)
    plan.add("sat out", {"seat": seat}, by=place.player)
    if plan.state.round is None:
        deal_if_due(plan, means)


def leave(plan: TablePlan, means: Means, seat: int) -> None:
    """A player leaves; in a round the posted default decides for the seat, and it is free after the round."""
    place = plan.state.place(seat)
    if plan.state.round is None:
        withdraw(plan, seat, quietly=True)
    plan.add("left", {"seat": seat, "player": place.player}, by=place.player)
    if plan.state.round is None:
        deal_if_due(plan, means)


def give_value(plan: TablePlan, seat: int, value: str) -> None:
    """A player's part in the next shuffle; it counts until the first deal of the deck."""
    place = plan.state.place(seat)
    if plan.state.deck is None or plan.state.deck.begun:
        raise NotAllowedNow("the deck is in play; values are for the next one", field="value")
    plan.add("valued", {"seat": seat, "value": check_value(value)}, by=place.player)


def _between_rounds(plan: TablePlan, place: Place) -> None:
    if plan.state.round is not None and place.wagers:
        raise NotAllowedNow("the round is being played", field=f"seat {place.seat}")


# ---- wagers


def wager(plan: TablePlan, means: Means, seat: int, wagers: Mapping[str, Cents]) -> None:
    """A seat's wagers on the next round, in place of what it wagered before; the last one may start the deal."""
    state, place = plan.state, plan.state.place(seat)
    rules = state.open
    if state.phase != "wagers":
        raise NotAllowedNow("wagers are taken between rounds", field="wagers")
    _verify_wagers(plan, means, place, wagers)
    more = cents(sum(wagers.values()) - sum(place.wagers.values()))
    postings = move(more, out_of=purse(place.player), into=account(plan, "wagers"))
    ordered = {name: wagers[name] for name in rules.chosen.approval.placed if name in wagers}
    plan.add("wagered", {"seat": seat, "wagers": wagers_json(ordered)}, by=place.player, postings=postings)
    deal_if_due(plan, means)


def _verify_wagers(plan: TablePlan, means: Means, place: Place, wagers: Mapping[str, Cents]) -> None:
    rules = plan.state.open
    placed(rules, [Seat(number=place.seat, wagers=wagers, player=place.player)]).verified()
    rules.verify_wagers(wagers)
    wager = rules.chosen.approval.jackpot
    if rules.jackpot and wager and wager.name in wagers:
        if not plan.state.controller:
            raise NotAllowedNow("the jackpot's controller cannot be reached", field=f"wagers.{wager.name}")
        stopped = means.jackpot(rules.jackpot.name).fresh().stopped
        if stopped:
            raise NotAllowedNow(f"the jackpot is stopped: {stopped}", field=f"wagers.{wager.name}")


def withdraw(plan: TablePlan, seat: int, *, quietly: bool = False) -> None:
    """A seat takes its wagers back before the deal."""
    place = plan.state.place(seat)
    _between_rounds(plan, place)
    if not place.wagers:
        if quietly:
            return
        raise NotAllowedNow("nothing is wagered", field=f"seat {seat}")
    back = move(cents(sum(place.wagers.values())), out_of=account(plan, "wagers"), into=purse(place.player))
    plan.add("withdrawn", {"seat": seat}, by=place.player, postings=back)


# ---- the deal


def deal_if_due(plan: TablePlan, means: Means) -> None:
    """A table that deals itself deals when everybody who does not sit out has wagered."""
    state = plan.state
    waiting = [place for place in state.places.values() if not place.wagers and not place.out]
    if state.open.dealer == "self" and state.betting and not waiting:
        deal(plan, means)


def deal(plan: TablePlan, means: Means, *, by: str = "") -> None:
    """No more wagers: jackpot wagers are sensed, and the cards come from the shuffle or are to be entered."""
    state = plan.state
    betting = state.betting
    if state.phase != "wagers" or not betting:
        raise NotAllowedNow("nobody has wagered" if state.phase == "wagers" else "not between rounds", field="deal")
    number = state.rounds + 1
    data: dict[str, Any] = {"round": number, "seats": sorted(betting)}
    if state.deck:
        data |= {"deck": state.deck.number, "position": state.deck.position}
        if not state.deck.begun:
            data["values"] = [[seat, place.given] for seat, place in sorted(state.places.items())]
    if sensed := _sense(plan, means, {seat: place.wagers for seat, place in betting.items()}, number):
        data["sensed"] = sensed
    plan.add("dealt", data, by=by)
    settle_if_due(plan, means)


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
    running(plan.state).deal_hands(hands, dealer, board)
    told = {
        "hands": {str(seat): [str(card) for card in cards] for seat, cards in hands.items()},
        "dealer": [str(card) for card in dealer],
        "board": [str(card) for card in board],
        "salt": means.entropy(),
    }
    plan.add("entered", {"round": plan.state.rounds, "deal": plan.keep(canonical(told))}, by=by)
    settle_if_due(plan, means)


def enter_card(plan: TablePlan, means: Means, card: Card, *, by: str = "") -> None:
    """The next card of a real shoe."""
    _to_be_entered(plan)
    plan.add("entered", {"round": plan.state.rounds, "card": str(card)}, by=by)
    settle_if_due(plan, means)


def _to_be_entered(plan: TablePlan) -> None:
    if plan.state.open.cards == "shuffle" or plan.state.phase != "cards":
        raise NotAllowedNow("no card is to be entered", field="cards")


# ---- decisions


def decide(plan: TablePlan, means: Means, seat: int, text: str, *, by: str = "") -> None:
    """A decision of the seat in turn, with what it stakes; the last one ends the round."""
    now = _in_turn(plan)
    if now.turn != seat:
        raise NotAllowedNow(f"it is the turn of seat {now.turn}", field=f"seat {seat}")
    rules = plan.state.open
    data = {"round": plan.state.rounds, "seat": seat, "decision": str(Decision.parse(text))}

    def stakes(before: TableState, after: TableState) -> Sequence[Posting]:
        more = staked(running(after), seat) - staked(running(before), seat)
        rules.verify_stake(more)
        player = before.places[seat].player
        return move(cents(more), out_of=purse(player), into=f"table/{rules.name}/wagers")

    plan.add("decided", data, by=by or plan.state.places[seat].player, postings=stakes)
    settle_if_due(plan, means)


def decide_by_default(plan: TablePlan, means: Means) -> None:
    """The posted default, for a seat whose time is up or whose player is gone."""
    now = _in_turn(plan)
    text = default_decision(now, plan.state.open.defaults)
    data = {"round": plan.state.rounds, "seat": now.turn, "decision": text, "default": True}
    plan.add("decided", data)
    settle_if_due(plan, means)


def _in_turn(plan: TablePlan) -> Round:
    if plan.state.phase != "decisions":
        raise NotAllowedNow("no decision is awaited", field="decision")
    return running(plan.state)


# ---- the end of a round


def settle_if_due(plan: TablePlan, means: Means) -> None:
    """Settle a round in which nothing is awaited any more; a win waits for a controller that is lost."""
    if plan.state.phase == "finished":
        settle(plan, means)


def settle(plan: TablePlan, means: Means) -> None:
    """Every wager to the cent. A win is computed on the meter as it stands, or it is not appended."""
    state, rules = plan.state, plan.state.open
    meter = _meter(plan, means)
    own = min(state.sensed.meter, meter.meter) if state.sensed and meter else 0
    now = _on_meter(plan, meter, own)
    settlement = now.settlement()
    won = settlement.jackpot if settlement.jackpot and settlement.jackpot.awards else None
    if won and not state.controller:
        return
    held = won is not None and rules.jackpot is not None and jackpot_events.at_or_above(won, rules.jackpot)
    players = {seat.number: seat.player for seat in now.seats}
    by_meter, by_house = dict.fromkeys(players, 0), dict.fromkeys(players, 0)
    for award in won.awards if won else ():
        (by_meter if award.from_meter else by_house)[award.seat] += award.amount
    plan.add(
        "settled",
        _told(plan, now, settlement),
        postings=_settled_postings(plan, settlement, players, by_meter, by_house if held else {}),
    )
    if won and meter:
        payees = {seat: account(plan, "held") if held else purse(player) for seat, player in players.items()}
        for event in jackpot_events.awarded(
            meter, won, payees, table=rules.name, round_number=state.rounds, players=players
        ):
            plan.beside(event, at=meter.number)
    if held:
        waiting = [[players[seat], format_money(by_meter[seat] + by_house[seat])] for seat in players]
        plan.add("held", {"round": state.rounds, "awards": [row for row in waiting if row[1] != "0.00"]})
    next_deck(plan, means)


def _meter(plan: TablePlan, means: Means) -> JackpotState | None:
    """Where the table's jackpot stands, as far as is known here."""
    terms = plan.state.open.jackpot
    return means.jackpot(terms.name).fresh() if terms else None


def _on_meter(plan: TablePlan, meter: JackpotState | None, contributed: MeterUnits) -> Round:
    """The round with the jackpot as it stands now."""
    now, terms = running(plan.state), plan.state.open.jackpot
    if meter is None or terms is None:
        return now
    return changed(now, jackpot=live_meter(terms, meter.shares_of, contributed))


def _told(plan: TablePlan, now: Round, settlement: Settlement) -> dict[str, Any]:
    """What the event of a round's end tells."""
    places = {seat: place for seat, place in plan.state.places.items() if not place.gone}
    over = changed(plan.state, round=None, places=places)
    return {
        "round": plan.state.rounds,
        "record": now.record(),
        "settlement": settlement.to_json(),
        "table": over.summary(),
    }


def _settled_postings(
    plan: TablePlan,
    settlement: Settlement,
    players: Mapping[int, str],
    by_meter: Mapping[int, Cents],
    held_back: Mapping[int, Cents],
) -> tuple[Posting, ...]:
    """All stakes off the layout; what comes back to players that no meter pays; the rest is the table's."""
    stakes = all_stakes(running(plan.state))
    paid = {seat.seat: seat.returned - by_meter[seat.seat] for seat in settlement.seats}
    to_players = [
        Posting(purse(players[seat]), cents(amount - held_back.get(seat, 0))) for seat, amount in paid.items()
    ]
    return merged(
        Posting(account(plan, "wagers"), -cents(stakes)),
        *to_players,
        Posting(account(plan, "held"), cents(sum(held_back.values()))),
        Posting(account(plan, "chips"), cents(stakes - sum(paid.values()))),
    )


def next_deck(plan: TablePlan, means: Means) -> None:
    """After a round: a finished deck is revealed and the next one committed to."""
    if plan.state.deck and is_finished(plan.state.deck, plan.state.open):
        reveal(plan)
        commit(plan, means)


def void(plan: TablePlan, means: Means, reason: str, *, by: str = "", second: str = "") -> None:
    """A round is called off: every stake goes back, and its contribution to the jackpot too."""
    state, rules = plan.state, plan.state.open
    meter = _meter(plan, means)
    now = _on_meter(plan, meter, 0).voided(reason)
    back = [Posting(purse(seat.player), cents(sum(now.stakes(seat).values()))) for seat in now.seats]
    data = {**_told(plan, now, now.settlement()), "reason": reason, "second": second}
    postings = merged(*back, Posting(account(plan, "wagers"), -cents(all_stakes(now))))
    plan.add("voided", data, by=by, postings=postings)
    if meter and state.sensed:
        told = jackpot_events.reversed_contribution(meter, state.sensed, table=rules.name, round_number=state.rounds)
        plan.beside(told, at=meter.number)
    next_deck(plan, means)


# ---- the controller, and wins that are verified


def lose_controller(plan: TablePlan, *, by: str = "") -> None:
    """The table cannot reach the jackpot: it takes everything but the jackpot wager, which goes back."""
    rules = plan.state.open
    wager = rules.chosen.approval.jackpot
    if rules.jackpot is None or wager is None or not plan.state.controller:
        raise NotAllowedNow("there is none, or it is lost already", field="controller")
    back = {place.player: 0 for place in plan.state.betting.values()}
    for place in plan.state.betting.values():
        back[place.player] += place.wagers.get(wager.name, 0)
    postings = merged(
        *(Posting(purse(player), cents(amount)) for player, amount in back.items()),
        Posting(account(plan, "wagers"), -cents(sum(back.values()))),
    )
    plan.add("controller lost", {"jackpot": rules.jackpot.name}, by=by, postings=postings)


def regain_controller(plan: TablePlan, means: Means, *, by: str = "") -> None:
    """The jackpot can be reached again; a win that waited for it is settled."""
    rules = plan.state.open
    if rules.jackpot is None or plan.state.controller:
        raise NotAllowedNow("is not lost", field="controller")
    plan.add("controller back", {"jackpot": rules.jackpot.name}, by=by)
    settle_if_due(plan, means)


def verify(plan: TablePlan, *, by: str) -> None:
    """One of two different persons has verified the hand; after the second the win is paid."""
    hold = plan.state.hold
    if hold is None:
        raise NotAllowedNow("no win is to be verified", field="table")
    if not is_person(by):
        raise InvalidInput(f"{shown(by)} is no name of a person", field="person")
    if by in hold.verified:
        raise NotApproved("has verified it; another person must", field=by)
    last = len(hold.verified) == 1
    paid: tuple[Posting, ...] = ()
    if last:
        total = sum(amount for _, amount in hold.awards)
        paid = merged(
            *(Posting(purse(player), cents(amount)) for player, amount in hold.awards),
            Posting(account(plan, "held"), -cents(total)),
        )
    plan.add("verified", {"round": hold.round, "person": by, "last": last}, by=by, postings=paid)


REASONS: Final = ("misdeal", "card-reader fault", "exposed card", "wrong number of cards", "equipment failure")
