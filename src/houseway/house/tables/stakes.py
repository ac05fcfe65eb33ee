"""A round's wagers and stakes at a table: which are accepted, what decisions add, and the posted default."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from houseway.errors import NotAllowedNow
from houseway.games.round.round import Round, Seat
from houseway.house.log.ledger import Posting, cents, move
from houseway.house.log.names import TablePot, player_account, table_account
from houseway.house.sheets.table_rules import TableRules
from houseway.money import Cents

REMEMBERED: Final = 10_000  # combinations of wagers that a table remembers as accepted


def new_round(rules: TableRules, seats: Iterable[Seat]) -> Round:
    """A round with wagers that were verified when they were made."""
    return rules.chosen.round_type(game=rules.chosen, seats=tuple(seats), jackpot=rules.nominal_meter)


def require_placeable(rules: TableRules, seat: int, wagers: Mapping[str, Cents]) -> None:
    """Refuse wagers that the letter, the limits or the law do not allow; accepted ones are cached."""
    key = (seat, *wagers.items())
    if key in rules.accepted_wagers:
        return
    new_round(rules, [Seat(number=seat, wagers=wagers)]).verified()
    rules.require_wagers(wagers)
    if len(rules.accepted_wagers) < REMEMBERED:
        rules.accepted_wagers.add(key)


# ---- decisions and stakes


def default_decision(now: Round, defaults: Sequence[str]) -> str:
    """What is decided for a player who does not: the first posted default that is legal."""
    for text in defaults:
        if now.can_decide(text):
            return text
    raise NotAllowedNow("no posted default is legal here", field=f"seat {now.turn}")


def added_stakes(now: Round, seat: int) -> Cents:
    """What a seat's decisions have put up so far."""
    one = now.seat(seat)
    return sum(now.added(one).values()) if one.decisions else 0


def all_stakes(now: Round) -> Cents:
    """The total on the layout."""
    return sum(sum(now.stakes(seat).values()) for seat in now.seats)


def stake_postings(table: str, player: str, more: Cents) -> tuple[Posting, ...]:
    """What a player puts on the layout, or takes back where it is less than zero."""
    return move(cents(more), out_of=player_account(player), into=table_account(table, TablePot.WAGERS))


# ---- the jackpot of a round


def jackpot_stakes(rules: TableRules, wagers: Mapping[int, Mapping[str, Cents]]) -> Cents:
    """What the seats wager on the jackpot, together."""
    wager = rules.chosen.approval.jackpot
    return sum(seat.get(wager.name, 0) for seat in wagers.values()) if wager else 0
