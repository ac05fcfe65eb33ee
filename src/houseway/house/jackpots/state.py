"""The state of a jackpot: a frozen value, folded from the events of its stream; all its money is postings.

| account | what is in it |
|---|---|
| `jackpot/NAME/meter` | what the displays show |
| `jackpot/NAME/overflow` | what came in above the cap; it goes into the next jackpot |
| `jackpot/NAME/reserve` | the part of each wager that is not displayed; it pays resets first |
| `jackpot/NAME/funding` | less than zero: seeds and resets of the house |
| `table/N/progressive` | what the table paid of the meter, less what its wagers contributed |
| `jackpot/NAME/account` | the jackpot's own bank account: deposits less draws |

The first five accounts only say what players are owed and by whom; they add up to zero. The house owes the account what
meter, overflow and reserve hold beyond it. Version 0.1 booked deposits as funding and let the meter pay players itself:
`unbooked` is the rest of these deposits or, below zero, the payments that no deposit covered.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from houseway.errors import NotAllowedNow
from houseway.games.round.jackpot import UNITS_PER_CENT, MeterUnits
from houseway.house.jackpots.payloads import HeldAward, JackpotSummary, WithSummary
from houseway.house.log.aggregate import EventFacts
from houseway.house.log.kinds import JackpotEvent
from houseway.house.log.ledger import Units
from houseway.house.log.names import JackpotPot, is_contribution_account, jackpot_account, jackpot_pot
from houseway.house.sheets.sheet import JackpotTerms
from houseway.house.sheets.table_rules import terms_from_json, terms_to_json
from houseway.money import Cents
from houseway.values import changed

MONEY: Final = (JackpotPot.METER, JackpotPot.OVERFLOW, JackpotPot.RESERVE, JackpotPot.FUNDING, JackpotPot.ACCOUNT)


@dataclass(frozen=True, kw_only=True)
class Contribution:
    """What a round's jackpot wagers have contributed, in units of 1e-8 dollar."""

    meter: MeterUnits
    overflow: MeterUnits = 0
    reserve: MeterUnits = 0


@dataclass(frozen=True, kw_only=True)
class JackpotState:
    """Where a jackpot stands; amounts in units of 1e-8 dollar."""

    name: str
    number: int = 0
    terms: JackpotTerms | None = None
    key: str = ""  # how it is won, as `links` says it
    tables: tuple[str, ...] = ()  # open ones that are linked to it
    outside: Mapping[str, str] = field(default_factory=dict)  # games outside houseway, with their keys
    stopped: str = ""  # why it takes no wagers
    hits: int = 0
    held: tuple[HeldAward, ...] = ()  # wins of games outside that wait for two persons
    meter: Units = 0
    overflow: Units = 0
    reserve: Units = 0
    funding: Units = 0
    account: Units = 0
    contributed: Units = 0  # by all tables, less what they paid of the meter

    @property
    def posted(self) -> JackpotTerms:
        """The terms, if there is such a jackpot."""
        if self.terms is None:
            raise NotAllowedNow("there is no such jackpot", field=f"jackpot {self.name}")
        return self.terms

    @property
    def progressive(self) -> bool:
        """Whether it has a meter that rises; a house jackpot has a posted amount."""
        return self.posted.kind == "progressive"

    @property
    def displayed(self) -> Cents:
        """What the displays show: whole cents; the fraction is kept but not shown."""
        return self.meter // UNITS_PER_CENT if self.progressive else self.posted.amount

    @property
    def prize_pool(self) -> MeterUnits:
        """The amount that shares are taken from: the meter, or the posted amount of a house jackpot."""
        return self.meter if self.progressive else self.posted.amount * UNITS_PER_CENT

    @property
    def owed(self) -> Units:
        """What the players are owed beyond the jackpot's bank account; below zero if the account has more."""
        return self.owed_to_players - self.in_account

    @property
    def owed_to_players(self) -> Units:
        """What the house owes to players for this jackpot and the next ones."""
        return self.meter + self.overflow + self.reserve

    @property
    def in_account(self) -> Units:
        """What is in the jackpot's bank account."""
        return self.account + max(0, self.unbooked)

    @property
    def unbooked(self) -> Units:
        """What version 0.1 left in `funding`; below zero, what its meter paid and the cage must bear."""
        return self.owed_to_players - self.contributed + self.funding

    @property
    def room(self) -> Units | None:
        """How much the meter may still rise; None without a cap."""
        cap = self.posted.cap * UNITS_PER_CENT
        return max(cap - self.meter, 0) if cap else None

    def summary(self) -> JackpotSummary:
        """Everything except the money, which follows from the postings."""
        return JackpotSummary(
            terms=terms_to_json(self.posted),
            key=self.key,
            tables=list(self.tables),
            outside=dict(self.outside),
            stopped=self.stopped,
            hits=self.hits,
            held=self.held,
        )


def fold(state: JackpotState, facts: EventFacts) -> JackpotState:
    """The state after one more event: the summary that it carries, and its postings."""
    fields: dict[str, Any] = {"number": state.number + 1}
    if isinstance(facts.data, WithSummary):
        fields |= from_summary(facts.data.jackpot)
    for account, amount in facts.postings:
        if pot := jackpot_pot(account, state.name):
            if pot in MONEY:
                fields[pot] = fields.get(pot, getattr(state, pot)) + amount
        elif is_contribution_account(account):
            fields["contributed"] = fields.get("contributed", state.contributed) - amount
    return changed(state, **fields)


def from_summary(summary: JackpotSummary) -> dict[str, Any]:
    """The fields that a summary holds."""
    return {
        "terms": terms_from_json(summary.terms),
        "key": summary.key,
        "tables": tuple(summary.tables),
        "outside": dict(summary.outside),
        "stopped": summary.stopped,
        "hits": summary.hits,
        "held": summary.held,
    }


def deposited(name: str, sums: Mapping[tuple[str, str], Units]) -> Units:
    """Deposits less draws, from the postings by kind of event and account; version 0.1 posted them to `funding`."""
    pots = [jackpot_account(name, pot) for pot in (JackpotPot.ACCOUNT, JackpotPot.FUNDING)]
    kinds = (JackpotEvent.DEPOSITED, JackpotEvent.DRAWN)
    return sum(sums.get((kind, pot), 0) for kind in kinds for pot in pots)


def from_totals(name: str, totals: Mapping[str, Units]) -> dict[str, Units]:
    """The money that a stream's postings add up to."""
    money: dict[str, Units] = {pot: totals.get(jackpot_account(name, pot), 0) for pot in MONEY}
    money["contributed"] = -sum(amount for account, amount in totals.items() if is_contribution_account(account))
    return money
