"""The rules that an analysis depends on: the letter's options and the changes of a designer's study."""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final

from houseway.cards.hands import WHEEL_LOWEST, WHEEL_SECOND
from houseway.errors import InvalidInput
from houseway.games.game import Game
from houseway.games.wild_monkey_pai_gow.best_seven import EXPECTED, READINGS

RANKS: Final = tuple(range(13))

SURRENDER, STAND, DOUBLE = range(3)
DECISIONS: Final = ("surrender", "stand", "double")

HALF: Final = Fraction(1, 2)
NO_SURRENDER: Final = Fraction(2)  # more than a hand that stands can lose: never chosen
MOST_DOUBLED: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRules:
    """The rules that decide what hands beat and how they are best set; surrenders and doubles do not matter to them."""

    wheel: int = WHEEL_LOWEST
    reading: int = EXPECTED  # of the dealer's best seven
    commission: int = 0  # percent of the winnings of bet and double-down
    ranks: tuple[int, ...] = RANKS  # of the deck, each in four suits

    @property
    def deck(self) -> int:
        """How many cards there are, with the joker."""
        return 4 * len(self.ranks) + 1

    @property
    def dealers(self) -> int:
        """How many hands the dealer can have against each of the player's."""
        return math.comb(self.deck - 7, 8)


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant(HandRules):
    """The rules that the analysis depends on."""

    surrender: Fraction = HALF  # what a surrendered hand loses, in bets
    double: Fraction = Fraction(1)  # the most that is doubled, in bets

    @classmethod
    def of(cls, game: Game) -> "Variant":
        """The rules by the options of a game and its study."""
        return cls(
            wheel=WHEEL_SECOND if game.options["wheel"] == "second" else WHEEL_LOWEST,
            reading=READINGS.index(game.options["best-seven"]),
            commission=int(game.options["commission"].removesuffix("%")),
            surrender=_surrender(game.study.get("surrender", HALF)),
            double=_fraction(game.study.get("double", 1), "double", MOST_DOUBLED),
        )

    @property
    def hand_rules(self) -> HandRules:
        """The rules that the counts of all hands depend on."""
        return HandRules(wheel=self.wheel, reading=self.reading, commission=self.commission, ranks=self.ranks)

    @property
    def surrenders(self) -> bool:
        """Whether a hand may be surrendered."""
        return self.surrender.numerator <= self.surrender.denominator

    @property
    def keep(self) -> Fraction:
        """What a won unit pays, after the commission."""
        return _after_commission(self.commission)

    def stakes(self, decision: int) -> Fraction:
        """The whole stake of a decision, in bets."""
        return 1 + self.double if decision == DOUBLE else Fraction(1)

    def net(self, decision: int, result: int) -> Fraction:
        """The net of a decision with a result of 1, 0 or -1, in bets."""
        if decision == SURRENDER:
            return -self.surrender
        return self.stakes(decision) * (self.keep if result > 0 else result)


@cache
def _after_commission(commission: int) -> Fraction:
    return 1 - Fraction(commission, 100)


def _surrender(value: object) -> Fraction:
    return NO_SURRENDER if value == "no" else _fraction(value, "surrender", 1)


def _fraction(value: object, name: str, most: int) -> Fraction:
    """A number of a study, as TOML has it or written as a fraction."""
    try:
        if isinstance(value, bool):
            raise ValueError
        number = Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        raise InvalidInput(
            f"must be a number or a fraction such as 1/2, not {value!r}", field=f"rules.{name}"
        ) from None
    if not 0 <= number <= most:
        raise InvalidInput(f"must be from 0 to {most}, not {value!r}", field=f"rules.{name}")
    return number
