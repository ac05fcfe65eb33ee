"""Jackpot shares: pure arithmetic on a given meter, exact to 1e-8 dollar."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

from houseway.errors import HousewayError, InvalidInput, shown
from houseway.games.letter.paytable import Pay
from houseway.games.round.settlement_answer import AwardAnswer, JackpotAnswer
from houseway.money import CENT_DOWN, Breakage, Cents, format_money, parse_money, parse_units

MeterUnits = int  # of 1e-8 dollar
UNITS_PER_CENT: Final = 1_000_000
METER_DECIMALS: Final = 8
_KEYS: Final = ("meter", "contributed", "reset", "wager", "prizes", "prizes_from")


class JackpotRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The jackpot of a record: amounts in dollars, a prize as an amount or as odds."""

    meter: str
    contributed: str
    reset: str
    wager: str
    prizes: dict[str, str]
    prizes_from: Literal["house", "meter"]


class Meter(Struct, frozen=True, kw_only=True):
    """The jackpot of a round: the meter before it, what the round adds, and the house's prizes."""

    meter: MeterUnits
    wager: Cents
    contributed: MeterUnits = 0
    reset: MeterUnits = 0
    prizes: Mapping[str, Pay | Cents] = {}
    prizes_from: Literal["house", "meter"] = "house"

    @classmethod
    def parse(cls, value: object, prizes: Collection[str] = ()) -> "Meter":
        """Read the `jackpot` of a record: meter, contributed and reset have up to eight decimals, other money two.

        `prizes` are the keys of the `$` prizes that the letter knows.
        """
        if not isinstance(value, dict):
            raise InvalidInput("must be an object with a meter and a wager", field="jackpot")
        for key in value:
            if key not in _KEYS:
                raise InvalidInput(f"unknown key; it may have {', '.join(_KEYS)}", field=f"jackpot.{key}")
        for key in ("meter", "wager"):
            if key not in value:
                raise InvalidInput("is missing", field=f"jackpot.{key}")
        prizes_from = value.get("prizes_from", "house")
        if prizes_from not in ("house", "meter"):
            raise InvalidInput(f"must be house or meter, not {shown(prizes_from)}", field="jackpot.prizes_from")
        amounts = {
            key: parse_units(value.get(key, 0), decimals=METER_DECIMALS, field=f"jackpot.{key}", zero=True)
            for key in ("meter", "contributed", "reset")
        }
        return cls(
            wager=parse_money(value["wager"], field="jackpot.wager"),
            prizes=_prizes(value.get("prizes", {}), prizes),
            prizes_from=prizes_from,
            **amounts,
        )

    def to_record(self) -> JackpotRecord:
        """The `jackpot` of a record; reading it gives this meter again, to the last fraction of a cent."""
        return JackpotRecord(
            meter=format_meter(self.meter),
            contributed=format_meter(self.contributed),
            reset=format_meter(self.reset),
            wager=format_money(self.wager),
            prizes={k: p.text if isinstance(p, Pay) else format_money(p) for k, p in self.prizes.items()},
            prizes_from=self.prizes_from,
        )


def _prizes(value: object, known: Collection[str]) -> dict[str, Pay | Cents]:
    if not isinstance(value, dict):
        raise InvalidInput("must be an object", field="jackpot.prizes")
    prizes: dict[str, Pay | Cents] = {}
    for key, prize in value.items():
        if key not in known:
            raise InvalidInput(f"unknown prize; there are {', '.join(known) or 'none'}", field=f"jackpot.prizes.{key}")
        prizes[key] = _prize(prize, field=f"jackpot.prizes.{key}")
    return prizes


def _prize(prize: object, *, field: str) -> Pay | Cents:
    if isinstance(prize, str) and " " in prize:
        try:
            pay = Pay.parse(prize)
        except HousewayError:
            pay = None
        if pay is None or pay.kind != "for":
            raise InvalidInput(f'must be an amount or odds such as "200 for 1", not {shown(prize)}', field=field)
        return pay
    return parse_money(prize, field=field)


def format_meter(units: MeterUnits) -> str:
    """A meter in dollars, with two decimals, or more if it holds a fraction of a cent."""
    cents, rest = divmod(units, UNITS_PER_CENT)
    return format_money(cents) + (f"{rest:06d}".rstrip("0") if rest else "")


class Claim(Struct, frozen=True, kw_only=True):
    """A line that a seat has won: a percentage of the meter, or a `$` prize by its key."""

    seat: int
    line: str
    pay: Pay
    stake: Cents
    prize: str = ""


class Award(Struct, frozen=True, kw_only=True):
    """The payment of a claim; `from_meter` says whether the meter paid it."""

    seat: int
    line: str
    share: str | None
    amount: Cents
    from_meter: bool

    def answer(self) -> AwardAnswer:
        """The award in the form of an answer."""
        return AwardAnswer(seat=self.seat, line=self.line, share=self.share, amount=format_money(self.amount))


class JackpotResult(Struct, frozen=True, kw_only=True):
    """The part of a settlement that concerns the jackpot."""

    before: MeterUnits
    contributed: MeterUnits
    awards: tuple[Award, ...] = ()
    reseeded: MeterUnits = 0
    after: MeterUnits

    def amount(self, seat: int) -> Cents:
        """What a seat was awarded."""
        return sum(award.amount for award in self.awards if award.seat == seat)

    def answer(self) -> JackpotAnswer:
        """The jackpot in the form of an answer; its awards are shares, and prizes that the meter pays."""
        return JackpotAnswer(
            meter_before=format_meter(self.before),
            contributed=format_meter(self.contributed),
            awards=[award.answer() for award in self.awards if award.share is not None or award.from_meter],
            reseeded=format_meter(self.reseeded),
            meter_after=format_meter(self.after),
        )


def untouched(meter: Meter) -> JackpotResult:
    """The result of a void round: its contribution is reversed."""
    return JackpotResult(before=meter.meter, contributed=0, after=meter.meter)


def award(meter: Meter, claims: Sequence[Claim], *, breakage: Breakage, house: bool = False) -> JackpotResult:
    """Pay the claims in the given order, each from what the claims before it left.

    A payment from the meter is rounded down to the cent and subtracted. A 100% award leaves the meter at its reset. In
    a house jackpot every share is a share of the posted amount, which does not change.
    """
    now = meter.meter + meter.contributed
    reseeded = 0
    awards = []
    for claim in claims:
        if claim.pay.kind == "share":
            amount = int(now * claim.pay.times / UNITS_PER_CENT)
            awards.append(_award(claim, amount, share=claim.pay.text, from_meter=not house))
            if not house:
                now -= amount * UNITS_PER_CENT
                if claim.pay.times == 1:
                    reseeded += meter.reset
                    now += meter.reset
        else:
            prize = _prize_amount(meter, claim, breakage)
            if meter.prizes_from == "meter":
                prize = min(prize, now // UNITS_PER_CENT)
                now -= prize * UNITS_PER_CENT
            awards.append(_award(claim, prize, share=None, from_meter=meter.prizes_from == "meter"))
    return JackpotResult(
        before=meter.meter, contributed=meter.contributed, awards=tuple(awards), reseeded=reseeded, after=now
    )


def _award(claim: Claim, amount: Cents, *, share: str | None, from_meter: bool) -> Award:
    return Award(seat=claim.seat, line=claim.line, share=share, amount=amount, from_meter=from_meter)


def _prize_amount(meter: Meter, claim: Claim, breakage: Breakage) -> Cents:
    prize = meter.prizes.get(claim.prize)
    if prize is None:
        raise InvalidInput(
            f"is missing, and seat {claim.seat} has won it ({claim.line})",
            field=f"jackpot.prizes.{claim.prize}",
        )
    if not isinstance(prize, Pay):
        return prize
    unit = CENT_DOWN if meter.prizes_from == "meter" else breakage.fine
    return unit.bring(claim.stake * prize.times.numerator, prize.times.denominator)


def in_award_order(claims: Sequence[Claim], order: str) -> list[Claim]:
    """Claims in the house's order: `seat`, or `largest-first` by percentage and then by seat."""
    by_seat = sorted(claims, key=lambda claim: claim.seat)
    return sorted(by_seat, key=lambda claim: -claim.pay.times) if order == "largest-first" else by_seat
