"""A settled round: every wager with its result, what it returns and the clause that decided it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, Literal

from houseway.games.game import Game
from houseway.games.jackpot import JackpotResult
from houseway.games.paytable import Pay, PayTable
from houseway.money import Breakage, Cents, format_exact, format_money

Result = Literal["win", "lose", "push", "fold", "surrender", "void"]

NOTHING: Final = Fraction(0)
ALL: Final = Fraction(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledWager:
    """One line of a settlement."""

    wager: str
    stake: Cents
    result: Result
    returned: Cents
    rule: str
    odds: str | None = None
    breakage: Fraction = NOTHING  # cents that the table's unit took from the winnings (or, negative, added)
    details: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """As docs/interface.md describes it."""
        shown: dict[str, Any] = {
            "wager": self.wager,
            **self.details,
            "stake": format_money(self.stake),
            "result": self.result,
            "odds": self.odds,
            "returned": format_money(self.returned),
            "rule": self.rule,
        }
        if self.breakage:
            shown["breakage"] = format_exact(self.breakage / 100)
        return shown


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledSeat:
    """All lines of a seat, and its hand in words."""

    seat: int
    hand: str | None
    wagers: tuple[SettledWager, ...]
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def staked(self) -> Cents:
        """All that the seat put up."""
        return sum([line.stake for line in self.wagers])

    @property
    def returned(self) -> Cents:
        """All that the seat got back."""
        return sum([line.returned for line in self.wagers])

    def to_json(self) -> dict[str, Any]:
        """As docs/interface.md describes it."""
        staked, returned = self.staked, self.returned
        return {
            "seat": self.seat,
            "hand": self.hand,
            **self.details,
            "staked": format_money(staked),
            "returned": format_money(returned),
            "net": format_money(returned - staked),
            "wagers": [line.to_json() for line in self.wagers],
        }


@dataclass(frozen=True, kw_only=True)
class Settlement:
    """A round, settled."""

    game: str
    dealer: dict[str, Any]
    seats: tuple[SettledSeat, ...]
    jackpot: JackpotResult | None = None
    void: str = ""
    meta: Any = None
    marks: Mapping[str, str] = field(default_factory=dict)  # of a designer's study: not approved

    def to_json(self) -> dict[str, Any]:
        """As docs/interface.md describes it."""
        shown: dict[str, Any] = {
            "game": self.game,
            **self.marks,
            "dealer": self.dealer,
            "seats": [seat.to_json() for seat in self.seats],
            "jackpot": self.jackpot.to_json() if self.jackpot else None,
        }
        if self.void:
            shown["void"] = self.void
        if self.meta is not None:
            shown["meta"] = self.meta
        return shown


def pays(
    wager: str,
    stake: Cents,
    pay: Pay | None,
    *,
    rule: str,
    breakage: Breakage,
    keep: Fraction = ALL,
    **details: Any,
) -> SettledWager:
    """A wager settled by its pay: None loses. `keep` is what a commission leaves of the winnings."""
    if pay is None:
        return loses(wager, stake, rule=rule, **details)
    if pay.kind == "push":
        return pushes(wager, stake, rule=rule, **details)
    over, under = stake * pay.times.numerator * keep.numerator, pay.times.denominator * keep.denominator
    won = breakage.bring(over, under)
    return SettledWager(
        wager=wager,
        stake=stake,
        result="win",
        returned=won + (stake if pay.kind == "to" else 0),
        rule=rule,
        odds=pay.text,
        breakage=Fraction(over, under) - won if won * under != over else NOTHING,
        details=details,
    )


def loses(wager: str, stake: Cents, *, rule: str, result: Result = "lose", **details: Any) -> SettledWager:
    """A wager that returns nothing: lost, folded, or dead with its hand."""
    return SettledWager(wager=wager, stake=stake, result=result, returned=0, rule=rule, details=details)


def pushes(wager: str, stake: Cents, *, rule: str, result: Result = "push", **details: Any) -> SettledWager:
    """A wager whose stake comes back."""
    return SettledWager(wager=wager, stake=stake, result=result, returned=stake, rule=rule, details=details)


def bonus(
    game: Game,
    wagers: Mapping[str, Cents],
    name: str,
    line: int,
    *,
    dead: Result | None = None,
    table: PayTable | None = None,
) -> list[SettledWager]:
    """The line of a bonus wager, if the seat made it: paid by its table, or without action as `dead` says."""
    if name not in wagers:
        return []
    rule = game.approval.wagers[name].rule
    if dead:
        return [loses(name, wagers[name], rule=rule, result=dead)]
    chosen = table or game.paytable(name)
    pay = chosen.pay(line)
    details: dict[str, Any] = {"line": chosen.lines[line]} if pay else {}
    return [pays(name, wagers[name], pay, rule=rule, breakage=game.breakage, **details)]
