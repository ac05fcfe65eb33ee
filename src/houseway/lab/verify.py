"""Every figure that the letters print, beside the exact value."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Protocol

from houseway.games import game_named, game_names
from houseway.games.game import Game
from houseway.games.letter.approval import Approval, Figure
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.price import PRINTED_METER_RETURN
from houseway.games.pricing.result import Analysis
from houseway.games.pricing.result_json import Result
from houseway.games.pricing.wager_result import WagerResult
from houseway.lab.cache import cached
from houseway.lab.shards import Progress, Threads, silent
from houseway.tabular import Row, TypedAnswer


class Priced(Protocol):
    """A wager under a pay table, as far as figures are printed of it."""

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of it."""

    @property
    def hit_frequency(self) -> Fraction:
        """How often it wins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysedPrice:
    """The exact price of a wager out of an analysis, where hit frequencies are floats of counted hands."""

    of: WagerResult

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of it."""
        return self.of.house_edge_exact if self.of.house_edge_exact is not None else Fraction(self.of.house_edge)

    @property
    def hit_frequency(self) -> Fraction:
        """How often it wins."""
        hands = self.of.combinations
        return Fraction(round(self.of.hit_frequency * hands), hands) if hands else Fraction(self.of.hit_frequency)


class FigureResult(Result, frozen=True, kw_only=True):
    """A printed figure beside the exact value in the form of the print."""

    game: str
    what: str
    measure: str
    printed: str
    exact: str
    verdict: str
    as_expected: bool  # whether the letter's data expect this verdict


class Verdicts(TypedAnswer, frozen=True, kw_only=True):
    """What `houseway verify` answers."""

    figures: Sequence[FigureResult]
    reproduced: int
    not_reproduced: int

    def own_rows(self) -> list[Row]:
        """A row for each printed figure."""
        return [figure.to_json() for figure in self.figures]

    def in_short(self) -> str:
        """For its repr."""
        return f"{self.reproduced} reproduced, {self.not_reproduced} not"


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

    def result(self) -> FigureResult:
        """As the answer says it."""
        return FigureResult(
            game=self.game,
            what=self.figure.what,
            measure=self.figure.measure,
            printed=self.figure.printed,
            exact=self.shown,
            verdict=self.verdict,
            as_expected=self.as_expected,
        )


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


def measured(figure: Figure, price: Priced) -> Fraction:
    """What a figure measures, of a wager's exact price."""
    if figure.measure == "win frequency":
        return 100 * price.hit_frequency
    if figure.measure == "hands per win":
        return 1 / price.hit_frequency
    if figure.measure == "house advantage with 21% progressive":
        return 100 * (price.house_edge - PRINTED_METER_RETURN)
    return 100 * price.house_edge


def verdicts(letter: Approval, prices: Mapping[str, Mapping[str, Priced]], main_edge: Fraction | None) -> list[Verdict]:
    """A verdict for every figure of a letter; `main_edge` answers for figures of a main wager."""
    wagers = _wagers_by_table(letter, prices)
    verdicts = []
    for figure in letter.figures:
        table, _, name = figure.of.partition("/")
        if table in wagers:
            exact = measured(figure, prices[wagers[table]][name])
        elif main_edge is not None:
            exact = 100 * main_edge
        else:
            continue
        verdicts.append(Verdict(game=letter.game, figure=figure, exact=exact))
    return verdicts


def verify(*, fresh: bool = False, threads: int | None = None, progress: Progress = silent) -> Verdicts:
    """Every printed figure of every letter with its verdict."""
    return cached({"verify": "all"}, Verdicts, lambda: _verify_all(Threads(threads, progress)), fresh=fresh)


def printed_figures(game: Game, analysis: Analysis) -> list[FigureResult]:
    """The printed figures of one game beside those of its analysis."""
    prices = {
        wager: {name: AnalysedPrice(of=one) for name, one in tables.items()}
        for wager, tables in analysis.wagers.items()
    }
    main = analysis.main
    edge = Fraction(main.house_edge) if main.house_edge_exact is None else main.house_edge_exact
    return [verdict.result() for verdict in verdicts(game.approval, prices, edge)]


def _verify_all(run: Runner) -> Verdicts:
    games = [game for game in map(game_named, game_names()) if game.approval.figures]
    figures = [verdict.result() for game in games for verdict in _verify_game(game, run)]
    reproduced = sum(figure.verdict == "reproduced" for figure in figures)
    return Verdicts(figures=figures, reproduced=reproduced, not_reproduced=len(figures) - reproduced)


def _verify_game(game: Game, run: Runner) -> list[Verdict]:
    part = game.kit.require(game.kit.analysis, "analysis")
    prices = part.price_bonuses(game, run)
    priced = _wagers_by_table(game.approval, prices)
    needs_main = any(figure.of.partition("/")[0] not in priced for figure in game.approval.figures)
    return verdicts(game.approval, prices, part.main_house_edge(game, run) if needs_main else None)


def _wagers_by_table(letter: Approval, prices: Container[str]) -> dict[str, str]:
    """Which priced wager a group of pay tables belongs to."""
    wagers: dict[str, str] = {}
    for name, wager in letter.wagers.items():
        if name in prices:
            wagers.setdefault(wager.paytable or name, name)
    return wagers
