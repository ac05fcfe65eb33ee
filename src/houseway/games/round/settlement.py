"""A settled round: every wager with its result, what it returns and the clause that decided it."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, Literal

from msgspec import Struct

from houseway.games.game import Game
from houseway.games.letter.paytable import Pay, PayTable
from houseway.games.round.jackpot import JackpotResult
from houseway.games.round.record_text import any_text, members, object_text, quoted, read_text
from houseway.money import Breakage, Cents, format_exact, format_money

Result = Literal["win", "lose", "push", "fold", "surrender", "void"]

NOTHING: Final = Fraction(0)
ALL: Final = Fraction(1)


class SettledWager(Struct, frozen=True, kw_only=True):
    """One line of a settlement."""

    wager: str
    stake: Cents
    result: Result
    returned: Cents
    rule: str
    odds: str | None = None
    breakage: Fraction = NOTHING  # cents that the table's unit took from the winnings (or, negative, added)
    details: dict[str, Any] = {}

    def text(self) -> str:
        """As docs/interface.md describes it, in JSON."""
        line = _frame(self.wager, self.result, self.odds, self.rule) % (
            members(self.details) if self.details else "",
            format_money(self.stake),
            format_money(self.returned),
        )
        breakage = self.breakage
        if breakage is NOTHING or not breakage:
            return line
        return f'{line[:-1]}, "breakage": "{_in_dollars(breakage.numerator, breakage.denominator)}"}}'


@lru_cache(maxsize=4096)
def _in_dollars(over: int, under: int) -> str:
    """A fraction of a cent, in dollars; what a unit takes is small, and so the same few come again and again."""
    return format_exact(Fraction(over, 100 * under))


@lru_cache(maxsize=4096)
def _in_cents(over: int, under: int) -> Fraction:
    return Fraction(over, under)


@lru_cache(maxsize=4096)
def _frame(wager: str, result: Result, odds: str | None, rule: str) -> str:
    """A line with places for its details, its stake and what it returned; the same few come again and again."""
    named, ended, clause = (
        text.replace("%", "%%") for text in (quoted(wager), f'{quoted(result)}, "odds": {quoted(odds)}', quoted(rule))
    )
    return f'{{"wager": {named}, %s"stake": "%s", "result": {ended}, "returned": "%s", "rule": {clause}}}'


class SettledSeat(Struct, frozen=True, kw_only=True):
    """All lines of a seat, and its hand in words."""

    seat: int
    hand: str | None
    wagers: tuple[SettledWager, ...]
    details: dict[str, Any] = {}

    @property
    def staked(self) -> Cents:
        """All that the seat put up."""
        return sum([line.stake for line in self.wagers])

    @property
    def returned(self) -> Cents:
        """All that the seat got back."""
        return sum([line.returned for line in self.wagers])

    def text(self) -> str:
        """As docs/interface.md describes it, in JSON."""
        staked = returned = 0
        lines = []
        for line in self.wagers:
            staked += line.stake
            returned += line.returned
            lines.append(line.text())
        return (
            f'{{"seat": {self.seat}, "hand": {quoted(self.hand)}, {members(self.details) if self.details else ""}'
            f'"staked": "{format_money(staked)}", "returned": "{format_money(returned)}", '
            f'"net": "{format_money(returned - staked)}", "wagers": [{", ".join(lines)}]}}'
        )


class Settlement(Struct, frozen=True, kw_only=True):
    """A round, settled."""

    game: str
    dealer: dict[str, Any]
    seats: tuple[SettledSeat, ...]
    jackpot: JackpotResult | None = None
    void: str = ""
    meta: Any = None
    marks: dict[str, str] = {}  # of a designer's study: not approved

    def text(self) -> str:
        """As docs/interface.md describes it, in JSON: a line as `json.dumps(…, ensure_ascii=False)` writes it."""
        text = self._text_without_meta()
        return text if self.meta is None else f'{text[:-1]}, "meta": {any_text(self.meta)}}}'

    def to_json(self) -> dict[str, Any]:
        """As docs/interface.md describes it; the text is the one place that says so."""
        shown: dict[str, Any] = read_text(self._text_without_meta())
        return shown if self.meta is None else {**shown, "meta": self.meta}

    def _text_without_meta(self) -> str:
        marks = "".join([f"{quoted(name)}: {quoted(mark)}, " for name, mark in self.marks.items()])
        void = f', "void": {quoted(self.void)}' if self.void else ""
        return (
            f'{{"game": {quoted(self.game)}, {marks}"dealer": {object_text(self.dealer)}, '
            f'"seats": [{", ".join([seat.text() for seat in self.seats])}], '
            f'"jackpot": {object_text(self.jackpot.to_json()) if self.jackpot else "null"}{void}}}'
        )


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
    over, under = stake * pay.over, pay.under
    if keep is not ALL:
        over, under = over * keep.numerator, under * keep.denominator
    won = breakage.bring(over, under)
    rest = over - won * under
    return SettledWager(
        wager=wager,
        stake=stake,
        result="win",
        returned=won + (stake if pay.kind == "to" else 0),
        rule=rule,
        odds=pay.text,
        breakage=_in_cents(rest, under) if rest else NOTHING,
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
