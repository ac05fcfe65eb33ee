"""The end of a round: settled on the meter as it stands, or void; then the next deck. Wins that wait: holds.py."""

from typing import Any

from houseway.errors import NotAllowedNow
from houseway.games.round.jackpot import MeterUnits
from houseway.games.round.round import Round
from houseway.games.round.round_record import RoundRecord
from houseway.house.jackpots import events as jackpot_events
from houseway.house.jackpots.events import merge_postings
from houseway.house.jackpots.state import Contribution, JackpotState
from houseway.house.log.kinds import TableEvent
from houseway.house.log.ledger import Posting, cents
from houseway.house.log.log import KeyMissing
from houseway.house.log.names import TablePot, player_account, table_account, table_stream
from houseway.house.sheets.table_rules import live_meter
from houseway.house.tables.dealing import seed_of
from houseway.house.tables.decks import is_finished
from houseway.house.tables.desk import TablePlan, TableServices
from houseway.house.tables.irregularities import cards_seen
from houseway.house.tables.payloads import (
    Committed,
    ControllerBack,
    ControllerLost,
    Revealed,
    Settled,
    TableSummary,
    Voided,
)
from houseway.house.tables.round_outcome import Outcome, award_payees, held_wins, outcome, settled_postings
from houseway.house.tables.stakes import all_stakes
from houseway.house.tables.state import Phase, TableState, open_round
from houseway.money import format_money
from houseway.values import changed


def own_account(plan: TablePlan, pot: TablePot) -> str:
    """An account of the table that the plan is for."""
    return table_account(plan.state.open_rules.name, pot)


# ---- decks


def commit_next_deck(plan: TablePlan, services: TableServices) -> None:
    """Commit to the next deck before anybody wagers on it."""
    if plan.state.open_rules.cards == "shuffle" and plan.state.deck is None:
        commitment = plan.keep(services.entropy())
        plan.add(Committed(deck=plan.state.decks + 1, commitment=commitment))


def reveal_deck(plan: TablePlan) -> None:
    """Reveal the seed of a deck that is over."""
    if deck := plan.state.deck:
        try:
            revealed = Revealed(deck=deck.number, seed=seed_of(deck, plan.secret))
        except KeyMissing:  # the table must not wait for ever; the audit of the shuffle reports it
            revealed = Revealed(deck=deck.number, seed="", lost=True)
        plan.add(revealed)


# ---- settlement


def settle_if_due(plan: TablePlan, services: TableServices) -> None:
    """Settle a round in which nothing is awaited any more; a win waits for a controller that is lost."""
    if plan.state.phase == Phase.FINISHED:
        settle(plan, services)


def settle(plan: TablePlan, services: TableServices) -> None:
    """Settle every wager to the cent. A win is computed on the current meter, or it is not appended."""
    state, meter = plan.state, planned_meter(plan, services)
    own = min(state.contribution.meter, meter.meter) if state.contribution and meter else 0
    seen = meter.number if meter else 0
    end = outcome(state, _round_on_meter(plan, meter, own), lately=lambda jackpot: services.paid_lately(jackpot, seen))
    if end.won and not state.controller:
        return  # a win waits for the controller
    _add_settled(plan, end)
    _add_awards(plan, end, meter)
    if held := held_wins(end, state.entered_by):
        plan.add(held)
    next_deck(plan, services)


def _add_settled(plan: TablePlan, end: Outcome) -> None:
    postings = settled_postings(plan.state.open_rules.name, end)
    settled = Settled(
        round=end.round,
        record=RoundRecord.of(end.played),
        settlement=end.settlement.answer(),
        table=_summary_after(plan, postings),
        limited=end.limited,
        short=format_money(end.short) if end.short else "",
    )
    plan.add(settled, postings=postings)


def _add_awards(plan: TablePlan, end: Outcome, meter: JackpotState | None) -> None:
    """Add the awards to the jackpot's stream, which must not have moved since the round was settled."""
    if end.won is None or meter is None:
        return
    table = plan.state.open_rules.name
    for event in jackpot_events.award_events(
        meter,
        end.won,
        award_payees(table, end),
        table=table,
        round_number=end.round,
        players=end.players,
        entered=end.entered,
    ):
        plan.add_to_other_stream(event, expected=meter.number)


def planned_meter(plan: TablePlan, services: TableServices) -> JackpotState | None:
    """The table's jackpot as known here, with what this plan contributes to it.

    Its number is that of its last stored event.
    """
    terms = plan.state.open_rules.jackpot
    if terms is None:
        return None
    jackpot = services.jackpot(terms.name)
    stored = jackpot.fresh()
    return changed(plan.with_planned(jackpot, stored), number=stored.number)


def _round_on_meter(plan: TablePlan, meter: JackpotState | None, contributed: MeterUnits) -> Round:
    """The round with the jackpot as it stands now."""
    now, terms = open_round(plan.state), plan.state.open_rules.jackpot
    if meter is None or terms is None:
        return now
    return changed(now, jackpot=live_meter(terms, meter.prize_pool, contributed))


def _summary_after(plan: TablePlan, postings: tuple[Posting, ...] = ()) -> TableSummary:
    """The table after the round: players who left are removed, and a counted tray holds what the round leaves in it."""
    seated = {seat: place for seat, place in plan.state.seated.items() if not place.has_left}
    tray = plan.state.tray
    if tray is not None:
        chips = own_account(plan, TablePot.CHIPS)
        tray += sum(amount for account, amount in postings if account == chips)
    return changed(plan.state, round=None, seated=seated, tray=tray).summary()


def next_deck(plan: TablePlan, services: TableServices) -> None:
    """After a round: a finished deck is revealed and the next one committed to."""
    if plan.state.deck and is_finished(plan.state.deck, plan.state.open_rules):
        reveal_deck(plan)
        commit_next_deck(plan, services)


def _next_deck_after_sealed(plan: TablePlan, services: TableServices) -> None:
    """End the deck of a round whose cards nobody could open; the next deck waits for a key."""
    reveal_deck(plan)
    if services.has_key():
        commit_next_deck(plan, services)


def void(plan: TablePlan, services: TableServices, reason: str, *, by: str = "", second: str = "") -> None:
    """Call a round off: every stake goes back, and so does its contribution to the jackpot."""
    state, meter = plan.state, planned_meter(plan, services)
    now = _round_on_meter(plan, meter, 0).voided(reason)
    sealed = state.sealed or {}
    voided = Voided(
        round=state.rounds,
        record=RoundRecord.of(now),
        settlement=now.settlement().answer(),
        table=_summary_after(plan),
        reason=reason,
        second=second,
        sealed={player: format_money(amount) for player, amount in sealed.items()},
        seen=cards_seen(state),
    )
    plan.add(voided, by=by, postings=voided_postings(state))
    if meter and state.contribution:
        _add_reversal(plan, services, meter, state.contribution, state.rounds)
    if state.sealed is not None:
        _next_deck_after_sealed(plan, services)
    else:
        next_deck(plan, services)


def _add_reversal(
    plan: TablePlan, services: TableServices, meter: JackpotState, contribution: Contribution, number: int
) -> None:
    table, log = services.name, services.jackpot(meter.name).log
    dealt = log.last(table_stream(table), TableEvent.DEALT)
    names: dict[str, Any] = {"table": table, "round_number": number}
    was_reset = dealt is not None and jackpot_events.was_reset_since(log, meter, dealt_at=dealt.at, **names)
    reversal = jackpot_events.reversal_event(meter, contribution, was_reset=was_reset, **names)
    plan.add_to_other_stream(reversal, expected=meter.number)


def voided_postings(state: TableState) -> tuple[Posting, ...]:
    """Every stake of the open round goes back to its player."""
    now, sealed = open_round(state), state.sealed or {}
    back = [Posting(player_account(seat.player), cents(sum(now.stakes(seat).values()))) for seat in now.seats]
    back += [Posting(player_account(player), cents(amount)) for player, amount in sealed.items()]
    staked = all_stakes(now) + sum(sealed.values())
    wagers = table_account(state.open_rules.name, TablePot.WAGERS)
    return merge_postings(*back, Posting(wagers, -cents(staked)))


# ---- the controller


def lose_controller(plan: TablePlan, *, by: str = "") -> None:
    """The table cannot reach the jackpot: it takes everything but the jackpot wager, which goes back."""
    rules = plan.state.open_rules
    wager = rules.chosen.approval.jackpot
    if rules.jackpot is None or wager is None or not plan.state.controller:
        raise NotAllowedNow("there is none, or it is lost already", field="controller")
    postings = returned_postings(plan.state, wager.name)
    plan.add(ControllerLost(jackpot=rules.jackpot.name), by=by, postings=postings)


def returned_postings(state: TableState, wager: str) -> tuple[Posting, ...]:
    """One wager of all who have wagered on the round to come goes back."""
    back = [(place.player, place.wagers.get(wager, 0)) for place in state.betting.values()]
    return merge_postings(
        *(Posting(player_account(player), cents(amount)) for player, amount in back),
        Posting(table_account(state.open_rules.name, TablePot.WAGERS), -cents(sum(amount for _, amount in back))),
    )


def regain_controller(plan: TablePlan, services: TableServices, *, by: str = "") -> None:
    """The jackpot can be reached again; a win that waited for it is settled."""
    rules = plan.state.open_rules
    if rules.jackpot is None or plan.state.controller:
        raise NotAllowedNow("is not lost", field="controller")
    plan.add(ControllerBack(jackpot=rules.jackpot.name), by=by)
    settle_if_due(plan, services)
