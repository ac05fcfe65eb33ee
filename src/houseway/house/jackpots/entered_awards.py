"""How much people's entries have recently taken out of a meter without verification.

Entered cards, corrected rounds and wins of games outside count together, at all tables, so that many small awards count
as a large one. A table's award that waits for two persons ends the count, because the table waits until they have
looked at it. An outside win that waits stops no table, so it does not end the count.
"""

from collections.abc import Iterable, Iterator

from houseway.house.jackpots.payloads import HELD, AwardCorrected, Awarded, read_awards
from houseway.house.log.events import Event
from houseway.house.log.ledger import cents
from houseway.house.log.log import Log
from houseway.house.log.names import is_contribution_account, jackpot_stream
from houseway.money import Cents, parse_money


def awards_since(log: Log, jackpot: str, oldest: str, until: int | None = None) -> Iterator[Event]:
    """The awards of a jackpot, and their corrections, since a moment."""
    stream = jackpot_stream(jackpot)
    kinds = (Awarded.KIND, AwardCorrected.KIND)
    return iter(log.read_kinds(stream, kinds, log.number_before(stream, oldest) + 1, until))


def paid_unverified(awards: Iterable[Event]) -> Cents:
    """How much some awards have paid since two persons last looked."""
    paid = 0
    for event in awards:
        awarded = read_awards(event)
        if awarded.entered == HELD:
            paid = 0 if awarded.round else paid
        elif awarded.entered:
            paid += _paid_out(event, awarded)
    return paid


def _paid_out(event: Event, awarded: Awarded) -> Cents:
    """What an award has paid; for a correction, the difference from before."""
    if isinstance(awarded, AwardCorrected):
        more = sum(amount for account, amount in event.postings if is_contribution_account(account))
        return max(0, more // cents(1))
    return sum(parse_money(one.amount, zero=True) for one in awarded.awards)
