"""The outcome of a finished round: who is paid what and by whom, and which wins wait for two persons."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from houseway.games.round.jackpot import JackpotResult
from houseway.games.round.round import Round
from houseway.games.round.settlement import Settlement
from houseway.house.jackpots.events import merge_postings
from houseway.house.jackpots.payloads import HELD, PAID
from houseway.house.log.ledger import Posting, Units, cents
from houseway.house.log.names import TablePot, player_account, table_account
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables import payout
from houseway.house.tables.entered_wins import AskLately, PaidLately, nothing_lately
from houseway.house.tables.payloads import (
    Held,
    LimitedWager,
)
from houseway.house.tables.state import TableState
from houseway.money import Cents, format_money


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """A finished round, settled, with who is paid what and by whom."""

    round: int
    played: Round
    settlement: Settlement
    won: JackpotResult | None  # where the jackpot awards something
    by_meter: Mapping[int, Cents]  # what the meter itself pays each seat: in version 0.1 its awards, now nothing
    by_table: Mapping[int, Cents]  # what the table pays each seat, stakes that come back and awards included
    held: Mapping[int, Cents]  # what waits for two persons, by seat
    short: Cents  # what the tray lacks for it
    limited: list[LimitedWager]
    entered: str  # for awards of entered cards that count together: `paid` or `held`

    @property
    def players(self) -> dict[int, str]:
        """The player on each seat of the round."""
        return {seat.number: seat.player for seat in self.played.seats}


def outcome(
    state: TableState, played: Round, *, meter_pays: bool = False, lately: AskLately = nothing_lately
) -> Outcome:
    """The outcome of a table's open round, as it was played and with its meter.

    The tray pays everything. `lately` is called where entered cards win something. `meter_pays` is how version 0.1 did
    it: awards went straight from the meter to players.
    """
    rules = state.open_rules
    settlement = played.settlement()
    limited = payout.wagers_over_limit(settlement, rules.aggregates) if rules.aggregates else []
    by_meter = _awards(settlement) if meter_pays else dict.fromkeys((seat.seat for seat in settlement.seats), 0)
    less = payout.amounts_withheld(limited)
    by_table = {seat.seat: seat.returned - by_meter[seat.seat] - less.get(seat.seat, 0) for seat in settlement.seats}
    players = {seat.number: seat.player for seat in played.seats}
    before = _paid_before(rules, settlement, lately)
    held, short = _held_amounts(rules, settlement, limited, players, before), 0
    if state.tray is not None and (short := _short(state.tray, settlement, by_table)):
        won = [seat.seat for seat in settlement.seats if by_table[seat.seat] > seat.staked]
        held |= {seat: by_table[seat] + by_meter[seat] for seat in won}
    return Outcome(
        round=state.rounds,
        played=played,
        settlement=settlement,
        won=settlement.jackpot if settlement.jackpot and settlement.jackpot.awards else None,
        by_meter=by_meter,
        by_table=by_table,
        held=held,
        short=short,
        limited=limited,
        entered=_entered_awards(settlement, held) if before.counts and not meter_pays else "",
    )


def _short(tray: Units, settlement: Settlement, by_table: Mapping[int, Cents]) -> Cents:
    """What a counted tray lacks for what the table pays above the stakes; an earlier shortfall does not change."""
    paid = sum(by_table.values()) - sum(seat.staked for seat in settlement.seats)
    return max(0, paid - max(0, tray // cents(1)))


def _paid_before(rules: TableRules, settlement: Settlement, lately: AskLately) -> PaidLately:
    """What counts together with what entered cards win; nothing is looked up where they win nothing."""
    won_jackpot = any(_jackpot_wins(rules, settlement).values())
    if rules.cards == "shuffle" or not (won_jackpot or any(seat.returned > seat.staked for seat in settlement.seats)):
        return PaidLately()
    return lately(rules.jackpot.name if rules.jackpot and won_jackpot else "")


def _entered_awards(settlement: Settlement, held: Mapping[int, Cents]) -> str:
    awards = settlement.jackpot.awards if settlement.jackpot else ()
    return HELD if all(award.seat in held for award in awards) else PAID


def _held_amounts(
    rules: TableRules,
    settlement: Settlement,
    limited: list[LimitedWager],
    players: Mapping[int, str],
    before: PaidLately,
) -> dict[int, Cents]:
    """What is paid only when two persons have verified it: everything that large winners get.

    Where any seat's jackpot wager wins more than the jackpot's amount, what every seat's wins waits. What entered cards
    have won before without verification counts as won now.
    """
    wins = _jackpot_wins(rules, settlement)
    most = rules.jackpot.verify_above if rules.jackpot else 0
    largest = before.meter + sum(wins.values()) if before.counts else max(wins.values(), default=0)
    held = {seat: won for seat, won in wins.items() if won} if 0 < most < largest else {}
    if rules.verify_above:
        less = payout.amounts_withheld(limited)
        won = {seat.seat: seat.returned - less.get(seat.seat, 0) - seat.staked for seat in settlement.seats}
        winners = {seat: amount for seat, amount in won.items() if amount > 0}
        earlier = sum(before.players.get(player, 0) for player in {players[seat] for seat in winners})
        adds_up = earlier and earlier + sum(winners.values()) > rules.verify_above
        large = set(winners) if adds_up else _large_winners(rules, winners, players)
        held |= {seat.seat: seat.staked + won[seat.seat] for seat in settlement.seats if seat.seat in large}
    return held


def _large_winners(rules: TableRules, won: Mapping[int, Cents], players: Mapping[int, str]) -> set[int]:
    """The seats of players who win more than the table's amount on all their seats together.

    Where cards are entered, one person enters those of every seat, so there the whole round counts as one player's.
    """
    if sum(won.values()) <= rules.verify_above:
        return set()
    if rules.cards != "shuffle":
        return set(won)
    total: dict[str, Cents] = {}
    for seat, amount in won.items():
        total[players[seat]] = total.get(players[seat], 0) + amount
    return {seat for seat in won if total[players[seat]] > rules.verify_above}


def _awards(settlement: Settlement) -> dict[int, Cents]:
    """What each seat gets of the meter."""
    paid = {seat.seat: 0 for seat in settlement.seats}
    for award in settlement.jackpot.awards if settlement.jackpot else ():
        if award.from_meter:
            paid[award.seat] += award.amount
    return paid


def _jackpot_wins(rules: TableRules, settlement: Settlement) -> dict[int, Cents]:
    """What the jackpot wager of each seat is paid: its shares, its `$` prizes and its odds."""
    wager = rules.chosen.approval.jackpot
    if rules.jackpot is None or wager is None:
        return {}
    lines = ((seat.seat, line) for seat in settlement.seats for line in seat.wagers)
    return {seat: line.returned for seat, line in lines if line.wager == wager.name}


def held_wins(end: Outcome, entered_by: Sequence[str]) -> Held | None:
    """What waits for two persons who did not enter the round; None where nothing does."""
    if not end.held:
        return None
    awards = [(end.players[seat], format_money(amount)) for seat, amount in end.held.items()]
    short = format_money(end.short) if end.short else ""
    return Held(round=end.round, awards=awards, entered_by=list(entered_by), short=short)


def award_payees(table: str, end: Outcome) -> dict[int, str]:
    """The account that a meter pays each seat into: the table's for jackpots, for the table pays the players.

    In version 0.1 it was the player's own, or that of what waits for two persons.
    """
    if not any(end.by_meter.values()):
        return dict.fromkeys(end.players, table_account(table, TablePot.PROGRESSIVE))
    held = table_account(table, TablePot.HELD)
    return {seat: held if seat in end.held else player_account(player) for seat, player in end.players.items()}


def settled_postings(table: str, end: Outcome) -> tuple[Posting, ...]:
    """Take all stakes off the layout, pay players what no meter pays, and leave the rest to the table."""
    stakes = sum(seat.staked for seat in end.settlement.seats)
    held_back = {seat: amount - end.by_meter[seat] for seat, amount in end.held.items()}
    players = end.players
    return merge_postings(
        Posting(table_account(table, TablePot.WAGERS), -cents(stakes)),
        *(
            Posting(player_account(players[seat]), cents(amount - held_back.get(seat, 0)))
            for seat, amount in end.by_table.items()
        ),
        Posting(table_account(table, TablePot.HELD), cents(sum(held_back.values()) - end.short)),
        Posting(table_account(table, TablePot.CHIPS), cents(stakes - sum(end.by_table.values()) + end.short)),
    )
