"""Every figure that the letters print, beside the exact value."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

from houseway.games import game_named, game_names
from houseway.games.letter.approval import Approval, Figure
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.price import PRINTED_METER_RETURN, Prices, WagerPrice
from houseway.lab.cache import cached
from houseway.lab.shards import Progress, Threads, silent


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """A printed figure, its exact value, and whether the one rounds to the other."""

    game: str
    figure: Figure
    exact: Fraction  # in the unit of the print: percent, or hands

    @property
    def reproduced(self) -> bool:
        """Whether the exact value, rounded to the printed places, is what is printed."""
        return rounded(self.exact, places(self.figure.printed)) == number(self.figure.printed)

    @property
    def as_expected(self) -> bool:
        """Whether the letter's data expect this verdict."""
        return self.verdict == self.figure.verdict

    @property
    def verdict(self) -> str:
        """In words."""
        return "reproduced" if self.reproduced else "not reproduced"

    @property
    def shown(self) -> str:
        """The exact value in the form of the print, to six places."""
        printed = number(self.figure.printed)
        return self.figure.printed.replace(str(printed), str(rounded(self.exact, 6)))

    def to_json(self) -> dict[str, Any]:
        """As docs/interface.md describes it."""
        return {
            "game": self.game,
            "what": self.figure.what,
            "measure": self.figure.measure,
            "printed": self.figure.printed,
            "exact": self.shown,
            "verdict": self.verdict,
            "as_expected": self.as_expected,
        }


def number(printed: str) -> Decimal:
    """The number in `0.90%` or `1 in 7.6 hands`."""
    return Decimal(printed.removeprefix("1 in ").removesuffix(" hands").removesuffix("%"))


def places(printed: str) -> int:
    """How many decimals are printed."""
    exponent = number(printed).as_tuple().exponent
    return -exponent if isinstance(exponent, int) else 0


def rounded(value: Fraction, decimals: int) -> Decimal:
    """A fraction as a decimal, halves up."""
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return exact.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)


def measured(figure: Figure, price: WagerPrice) -> Fraction:
    """What a figure measures, of a wager's exact price."""
    if figure.measure == "win frequency":
        return 100 * price.hit_frequency
    if figure.measure == "hands per win":
        return 1 / price.hit_frequency
    if figure.measure == "house advantage with 21% progressive":
        return 100 * (price.house_edge - PRINTED_METER_RETURN)
    return 100 * price.house_edge


def verdicts(letter: Approval, prices: Prices, main_edge: Fraction | None) -> list[Verdict]:
    """A verdict for every figure of a letter; `main_edge` answers for figures of a main wager."""
    wagers = _wagers_by_table(letter, prices)
    found = []
    for figure in letter.figures:
        table, _, name = figure.of.partition("/")
        if table in wagers:
            exact = measured(figure, prices[wagers[table]][name])
        elif main_edge is not None:
            exact = 100 * main_edge
        else:
            continue
        found.append(Verdict(game=letter.game, figure=figure, exact=exact))
    return found


def verify(*, fresh: bool = False, threads: int | None = None, progress: Progress = silent) -> dict[str, Any]:
    """Every printed figure of every letter with its verdict, as docs/interface.md describes it."""
    return cached({"verify": "all"}, lambda: _verify_all(Threads(threads, progress)), fresh=fresh)


def _verify_all(run: Runner) -> dict[str, Any]:
    figures = []
    for name in game_names():
        game = game_named(name)
        if game.approval.figures:
            prices = game.kit.price_bonuses(game, run)
            priced = _wagers_by_table(game.approval, prices)
            needs_main = any(figure.of.partition("/")[0] not in priced for figure in game.approval.figures)
            edge = game.kit.main_house_edge(game, run) if needs_main else None
            figures += [verdict.to_json() for verdict in verdicts(game.approval, prices, edge)]
    reproduced = sum(figure["verdict"] == "reproduced" for figure in figures)
    return {"figures": figures, "reproduced": reproduced, "not_reproduced": len(figures) - reproduced}


def _wagers_by_table(letter: Approval, prices: Mapping[str, Any]) -> dict[str, str]:
    """Which priced wager a group of pay tables belongs to."""
    found: dict[str, str] = {}
    for name, wager in letter.wagers.items():
        if name in prices:
            found.setdefault(wager.paytable or name, name)
    return found
