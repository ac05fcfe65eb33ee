"""The end of a round: settled on the meter as it stands, or void; then the next deck, and wins that are verified."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from houseway.errors import InvalidInput, NotAllowedNow, NotApproved, shown
from houseway.games.jackpot import MeterUnits
from houseway.games.round import Round
from houseway.games.settlement import Settlement
from houseway.house import jackpot_events, payout
from houseway.house.course import all_stakes, is_finished
from houseway.house.events import is_person
from houseway.house.jackpot import Jackpot
from houseway.house.jackpot_events import merged
from houseway.house.jackpot_state import JackpotState
from houseway.house.ledger import Posting, cents
from houseway.house.live import Plan
from houseway.house.shuffle import Entropy, new_seed
from houseway.house.table_rules import TableRules, live_meter
from houseway.house.table_state import TableState, running
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


# ---- decks


def commit(plan: TablePlan, means: Means) -> None:
    """The house binds itself to the next deck before anyone wagers on it."""
    if plan.state.open.cards == "shuffle" and plan.state.deck is None:
        commitment = plan.keep(means.entropy())
        plan.add("committed", {"deck": plan.state.decks + 1, "commitment": commitment}, plain=True)


def reveal(plan: TablePlan) -> None:
    """A deck is over: its seed may be known."""
    if plan.state.deck:
        deck = plan.state.deck
        plan.add("revealed", {"deck": deck.number, "seed": plan.secret(deck.commitment)}, plain=True)


# ---- settlement


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
    players = {seat.number: seat.player for seat in now.seats}
    by_meter = dict.fromkeys(players, 0)
    for award in won.awards if won else ():
        if award.from_meter:
            by_meter[award.seat] += award.amount
    wins = _jackpot_wins(rules, settlement)
    held = rules.jackpot is not None and any(0 < rules.jackpot.verify_above < amount for amount in wins.values())
    by_house = {seat: amount - by_meter[seat] for seat, amount in wins.items()}
    told = _told(plan, now, settlement)
    less: Mapping[int, Cents] = {}
    if rules.aggregates and (limited := payout.limited(told["settlement"], rules.aggregates)):
        told["limited"], less = limited, payout.withheld(limited)
    plan.add(
        "settled",
        told,
        postings=_settled_postings(plan, settlement, players, by_meter, by_house if held else {}, less),
        plain=True,  # record and settlement are texts and whole numbers throughout
    )
    if won and meter:
        payees = {seat: account(plan, "held") if held else purse(player) for seat, player in players.items()}
        for event in jackpot_events.awarded(
            meter, won, payees, table=rules.name, round_number=state.rounds, players=players
        ):
            plan.beside(event, at=meter.number)
    if held:
        waiting = [[players[seat], format_money(amount)] for seat, amount in wins.items() if amount]
        plan.add("held", {"round": state.rounds, "awards": waiting})
    next_deck(plan, means)


def _meter(plan: TablePlan, means: Means) -> JackpotState | None:
    """Where the table's jackpot stands, as far as is known here."""
    terms = plan.state.open.jackpot
    return means.jackpot(terms.name).fresh() if terms else None


def _jackpot_wins(rules: TableRules, settlement: Settlement) -> dict[int, Cents]:
    """What the jackpot wager of each seat is paid: its shares, its `$` prizes and its odds."""
    wager = rules.chosen.approval.jackpot
    if rules.jackpot is None or wager is None:
        return {}
    lines = ((seat.seat, line) for seat in settlement.seats for line in seat.wagers)
    return {seat: line.returned for seat, line in lines if line.wager == wager.name}


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
    less: Mapping[int, Cents],
) -> tuple[Posting, ...]:
    """All stakes off the layout; what comes back to players that no meter pays; the rest is the table's.

    `less` is what an aggregate limit keeps from a seat.
    """
    stakes = sum(seat.staked for seat in settlement.seats)
    paid = {seat.seat: seat.returned - by_meter[seat.seat] - less.get(seat.seat, 0) for seat in settlement.seats}
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


def verify(plan: TablePlan, *, by: str, alone: bool = False) -> None:
    """One of two different persons has verified the hand; after the second the win is paid.

    `alone` where those who verified it before count no longer.
    """
    hold = plan.state.hold
    if hold is None:
        raise NotAllowedNow("no win is to be verified", field="table")
    if not is_person(by):
        raise InvalidInput(f"{shown(by)} is no name of a person", field="person")
    if by in hold.verified:
        raise NotApproved("has verified it; another person must", field=by)
    last = bool(hold.verified) and not alone
    paid: tuple[Posting, ...] = ()
    if last:
        total = sum(amount for _, amount in hold.awards)
        paid = merged(
            *(Posting(purse(player), cents(amount)) for player, amount in hold.awards),
            Posting(account(plan, "held"), -cents(total)),
        )
    plan.add("verified", {"round": hold.round, "person": by, "last": last}, by=by, postings=paid)
