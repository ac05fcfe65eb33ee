"""A settled round in cents: every wager with its result, what it returns and the clause that decided it."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, TypedDict, Unpack

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from houseway.cards.card import Card, card_texts
from houseway.games.game import Game
from houseway.games.letter.paytable import Pay
from houseway.games.round.jackpot import JackpotResult
from houseway.games.round.settlement_answer import DealerAnswer, LineAnswer, Result, SeatAnswer, SettlementAnswer
from houseway.money import Breakage, Cents, format_exact, format_money

NOTHING: Final = Fraction(0)
ALL: Final = Fraction(1)


class LineFacts(TypedDict, total=False):
    """What a line may have besides its wager and its money; `LineAnswer` describes the fields."""

    hand: int
    cards: tuple[Card, ...]
    from_seat: int
    line: str
    share: str
    lines: list[str]


class SettledWager(Struct, frozen=True, kw_only=True, gc=False):
    """One line of a settlement; the optional fields are those of `LineFacts`."""

    wager: str
    stake: Cents
    result: Result
    returned: Cents
    rule: str
    odds: str | None = None
    breakage: Fraction = NOTHING  # cents that the table's unit took from the winnings (or, negative, added)
    hand: int | UnsetType = UNSET
    cards: tuple[Card, ...] | UnsetType = UNSET
    from_seat: int | UnsetType = UNSET
    line: str | UnsetType = UNSET
    share: str | UnsetType = UNSET
    lines: list[str] | UnsetType = UNSET

    def answer(self) -> LineAnswer:
        """The line in the form of an answer."""
        breakage = self.breakage
        return LineAnswer(
            wager=self.wager,
            hand=self.hand,
            cards=UNSET if self.cards is UNSET else card_texts(self.cards),
            from_seat=self.from_seat,
            line=self.line,
            share=self.share,
            lines=self.lines,
            stake=format_money(self.stake),
            result=self.result,
            odds=self.odds,
            returned=format_money(self.returned),
            rule=self.rule,
            breakage=UNSET if breakage is NOTHING else _in_dollars(breakage.numerator, breakage.denominator),
        )


@lru_cache(maxsize=4096)
def _in_dollars(over: int, under: int) -> str:
    """A fraction of a cent, in dollars; cached, because the same few small fractions come again and again."""
    return format_exact(Fraction(over, 100 * under))


@lru_cache(maxsize=4096)
def fraction_of_cents(rest: int, under: int) -> Fraction:
    """What the unit took from the winnings, in cents; `NOTHING` where it took nothing."""
    return Fraction(rest, under) if rest else NOTHING


class SettledSeat(Struct, frozen=True, kw_only=True, gc=False):
    """All lines of a seat, and its hand in words; `front` and `back` of a hand that is set."""

    seat: int
    hand: str | None
    wagers: tuple[SettledWager, ...]
    front: tuple[Card, ...] | UnsetType | None = UNSET
    back: tuple[Card, ...] | UnsetType | None = UNSET
    foul: bool | UnsetType = UNSET

    @property
    def staked(self) -> Cents:
        """What the seat staked, in cents."""
        return sum([line.stake for line in self.wagers])

    @property
    def returned(self) -> Cents:
        """What the seat got back, in cents."""
        return sum([line.returned for line in self.wagers])

    def answer(self) -> SeatAnswer:
        """The seat in the form of an answer."""
        staked = returned = 0
        for line in self.wagers:
            staked += line.stake
            returned += line.returned
        return SeatAnswer(
            seat=self.seat,
            hand=self.hand,
            front=self.front if self.front is UNSET or self.front is None else card_texts(self.front),
            back=self.back if self.back is UNSET or self.back is None else card_texts(self.back),
            foul=self.foul,
            staked=format_money(staked),
            returned=format_money(returned),
            net=format_money(returned - staked),
            wagers=[line.answer() for line in self.wagers],
        )


class SettledDealer(Struct, frozen=True, kw_only=True, gc=False):
    """The dealer's cards and hand; `DealerAnswer` describes the fields."""

    cards: Sequence[Card]
    hand: str | None
    qualifies: bool | UnsetType = UNSET
    front: Sequence[Card] = ()
    back: Sequence[Card] = ()
    discarded: Card | UnsetType = UNSET

    def answer(self) -> DealerAnswer:
        """The dealer in the form of an answer."""
        return DealerAnswer(
            cards=card_texts(self.cards),
            hand=self.hand,
            qualifies=self.qualifies,
            front=card_texts(self.front) if self.front else UNSET,
            back=card_texts(self.back) if self.back else UNSET,
            discarded=UNSET if self.discarded is UNSET else str(self.discarded),
        )


class Settlement(Struct, frozen=True, kw_only=True, gc=False):
    """A round, settled."""

    game: str
    dealer: SettledDealer
    seats: tuple[SettledSeat, ...]
    jackpot: JackpotResult | None = None
    void: str = ""
    meta: dict[str, object] | None = None  # whatever the record carried along
    marks: Mapping[str, str] = {}  # of a designer's study: not approved

    def answer(self) -> SettlementAnswer:
        """The settlement in the form that docs/interface.md describes."""
        return SettlementAnswer(
            game=self.game,
            study=self.marks.get("study", UNSET),
            status=self.marks.get("status", UNSET),
            dealer=self.dealer.answer(),
            seats=[seat.answer() for seat in self.seats],
            jackpot=self.jackpot.answer() if self.jackpot else None,
            void=self.void or UNSET,
            meta=UNSET if self.meta is None else self.meta,
        )

    def to_json(self) -> dict[str, Any]:
        """The answer as plain data."""
        return self.answer().to_json()


def pays(
    wager: str,
    stake: Cents,
    pay: Pay | None,
    *,
    rule: str,
    breakage: Breakage,
    keep: Fraction = ALL,
    **facts: Unpack[LineFacts],
) -> SettledWager:
    """Settle a wager by its pay; None loses. `keep` is the part of the winnings that a commission leaves."""
    if pay is None:
        return loses(wager, stake, rule=rule, **facts)
    if pay.kind == "push":
        return pushes(wager, stake, rule=rule, **facts)
    over, under = stake * pay.over, pay.under
    if keep is not ALL:
        over, under = over * keep.numerator, under * keep.denominator
    won = breakage.bring(over, under)
    rest = over - won * under
    line = SettledWager(
        wager=wager,
        stake=stake,
        result="win",
        returned=won + (stake if pay.kind == "to" else 0),
        rule=rule,
        odds=pay.text,
        breakage=fraction_of_cents(rest, under) if rest else NOTHING,
    )
    return replace(line, **facts) if facts else line


def loses(wager: str, stake: Cents, *, rule: str, result: Result = "lose", **facts: Unpack[LineFacts]) -> SettledWager:
    """Settle a wager that returns nothing: lost, folded, or dead with its hand."""
    line = SettledWager(wager=wager, stake=stake, result=result, returned=0, rule=rule)
    return replace(line, **facts) if facts else line


def pushes(wager: str, stake: Cents, *, rule: str, result: Result = "push", **facts: Unpack[LineFacts]) -> SettledWager:
    """Settle a wager whose stake comes back."""
    line = SettledWager(wager=wager, stake=stake, result=result, returned=stake, rule=rule)
    return replace(line, **facts) if facts else line


def bonus(
    game: Game, wagers: Mapping[str, Cents], name: str, line: int, *, dead: Result | None = None
) -> list[SettledWager]:
    """The line of a bonus wager, if the seat made one: paid by its table, or with the result `dead`."""
    if name not in wagers:
        return []
    rule = game.approval.wagers[name].rule
    if dead:
        return [loses(name, wagers[name], rule=rule, result=dead)]
    table = game.paytable(name)
    pay = table.pay(line)
    if pay is None:
        return [loses(name, wagers[name], rule=rule)]
    return [pays(name, wagers[name], pay, rule=rule, breakage=game.breakage, line=table.lines[line])]
