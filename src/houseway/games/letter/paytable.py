"""Pay tables: what each line of a letter's table pays, as exact odds."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Final, Literal

from houseway.errors import InvalidInput

Kind = Literal["to", "for", "push", "share", "prize"]

_ODDS: Final = re.compile(r"([0-9]{1,9}) (to|for) ([0-9]{1,9})")
_SHARE: Final = re.compile(r"([0-9]{1,3})%")


@dataclass(frozen=True, slots=True)
class Pay:
    """What a line pays: odds `to` (the stake comes back too) or `for` (it does not), a push, a share, a prize."""

    kind: Kind
    times: Fraction  # of the stake; of the meter for a share
    text: str
    over: int = field(init=False, repr=False, compare=False)  # `times` as two whole numbers, which are quicker to ask
    under: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "over", self.times.numerator)
        object.__setattr__(self, "under", self.times.denominator)

    @property
    def returned(self) -> Fraction:
        """What comes back for a stake of one, including the stake; 0 for a share of a meter and for a prize."""
        if self.kind in ("share", "prize"):
            return Fraction(0)
        return self.times + 1 if self.kind in ("to", "push") else self.times

    @staticmethod
    @lru_cache(maxsize=1024)
    def parse(text: str) -> "Pay":
        """`3 to 2`, `13 for 2`, `push`, `10%` of the jackpot, or `$`, a prize that the house sets."""
        if odds := _ODDS.fullmatch(text):
            kind: Kind = "to" if odds[2] == "to" else "for"
            if int(odds[1]) and int(odds[3]):
                return Pay(kind, Fraction(int(odds[1]), int(odds[3])), text)
        if (share := _SHARE.fullmatch(text)) and 0 < int(share[1]) <= 100:
            return Pay("share", Fraction(int(share[1]), 100), text)
        if text in ("push", "$"):
            return Pay("push" if text == "push" else "prize", Fraction(0), text)
        raise InvalidInput(f"{text!r} is no pay", field="pays")


EVEN_MONEY: Final = Pay.parse("1 to 1")


@dataclass(frozen=True, kw_only=True)
class PayTable:
    """One pay table of a wager: a pay, and where the letter grants one an envy bonus in cents, for each line."""

    wager: str
    name: str
    rule: str
    lines: tuple[str, ...]
    pays: tuple[Pay | None, ...]
    printed: tuple[int, ...]  # the line numbers of this table in printed order
    envy: Mapping[str, int]
    prize: str = ""  # the key of the `$` prize, where the table has one

    def pay(self, line: int) -> Pay | None:
        """What a line number of the rules pays; None for no line, and for a line that this table does not print."""
        return self.pays[line] if line >= 0 else None

    @cached_property
    def by_pay(self) -> tuple[int, ...]:
        """The line numbers, the best-paying first; equals keep their printed order."""
        return tuple(sorted(self.printed, key=lambda line: -pay.times if (pay := self.pays[line]) else 0))

    def best_paying(self, made: int) -> int:
        """Of the lines a hand makes (a bit each), the one that pays most; -1 for none."""
        for line in self.by_pay if made else ():
            if made >> line & 1:
                return line
        return -1

    def first_printed(self, made: int) -> int:
        """Of the lines a hand makes (a bit each), the one printed first in this table; -1 for none."""
        for line in self.printed if made else ():
            if made >> line & 1:
                return line
        return -1
