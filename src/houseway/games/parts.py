"""The parts that a game may have besides the course of play. Each part is one class to write.

A part imports what it needs only when it is used, so that a light command stays light.

| part | with it, the lab can |
|---|---|
| `AnalysisPart` | price the main game and every bonus, and count the odds that a house posts |
| `StrategyPart` | solve, store and show strategies |
| `AdvicePart` | say what a decision is worth, and why the best one is best |
| `StudyPart` | let a designer change the rules |
| `SimulationPart` | play rounds by the million |
| `FaceUpPart` | say what it is worth to see other players' cards |
| `VulnerabilityPart` | say what counters, hole carders and mistakes cost the house |
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from houseway.errors import InvalidInput

if TYPE_CHECKING:
    from houseway.games.game import Game
    from houseway.games.pricing.advice import Seen, Value
    from houseway.games.pricing.analysis import Nets, Runner
    from houseway.games.pricing.cell_worth import ChartWorth
    from houseway.games.pricing.counting import CountingQuestion, CountingResult
    from houseway.games.pricing.exposure import Exposure, ExposureQuestion, WrongSetting
    from houseway.games.pricing.main_wagers import MainWagers
    from houseway.games.pricing.price import Prices
    from houseway.games.pricing.result import Analysis, MainResult, RulesEdge
    from houseway.games.pricing.strategy import Chart, ChartPlace, Strategy
    from houseway.games.simulation.face_up import FaceUp
    from houseway.games.simulation.joint_counter import JointCounts
    from houseway.games.simulation.seat_products import SeatProducts
    from houseway.games.simulation.simulation import Simulation
    from houseway.money import Cents


class AnalysisPart(ABC):
    """What the lab needs from a game to price it."""

    price_options: ClassVar[tuple[str, ...]] = ()  # choices that change the main game's price but not its best play
    count_options: ClassVar[Mapping[str, tuple[str, ...]]] = {}  # by wager: choices that change how often lines come
    best_paying: ClassVar[tuple[str, ...]] = ()  # bonuses of which the best-paying line counts, whatever its place
    falling: ClassVar[tuple[str, ...]] = ()  # bonuses of which a hand whose line is left out wins another that it makes
    solved_simple: ClassVar[tuple[str, ...]] = ()  # of the strategies to remember, those that serve whatever rules

    def result_type(self) -> "type[Analysis]":
        """The type of what `describe` answers: a subclass where the game has more figures."""
        from houseway.games.pricing.result import Analysis

        return Analysis

    @abstractmethod
    def describe(self, game: "Game", run: "Runner") -> "Analysis":
        """Price the main game and add the game's own figures; the lab adds the bonuses."""

    def simple_words(self, game: "Game") -> Mapping[str, str]:
        """The fixed texts of strategies to remember; a cached analysis holds only their figures."""
        return {}

    def main_house_edge(self, game: "Game", run: "Runner") -> Fraction:
        """The house edge of the main game, for callers that need nothing else."""
        main = self.describe(game, run).main
        return Fraction(main.house_edge) if main.house_edge_exact is None else main.house_edge_exact

    def main_nets(self, game: "Game", run: "Runner") -> "Nets":
        """How likely each net result of a round of the main game is, under the strategy that `describe` prices."""
        raise InvalidInput(f"{game.name} does not count how likely each result of a round is", field="game")

    def price_main_wagers(self, game: "Game", run: "Runner") -> "MainWagers":
        """Each wager of the main game under the best strategy: how it ends, and what it adds to the net result."""
        raise InvalidInput(f"{game.name}: its main wagers are not counted line by line", field="wager")

    def price_bonuses(self, game: "Game", run: "Runner") -> "Prices":
        """Price every bonus under every pay table."""
        return {}

    def can_price_envy(self, game: "Game") -> bool:
        """Whether envy can be priced, if some wager earns it."""
        return True

    def table_note(self, game: "Game", wager: str, table: str) -> str:
        """A note beside the price of a pay table, such as that it is not for this game's deck."""
        return ""

    def count_lines(self, game: "Game", run: "Runner") -> "Prices":
        """How often the lines of each bonus come, for the odds that a house posts."""
        return self.price_bonuses(game, run)

    def count_note(self, game: "Game", wager: str) -> str:
        """What else a player must know about the counts of a wager."""
        return ""

    def compare_rules(self, game: "Game", run: "Runner") -> "list[RulesEdge]":
        """The house edge of the main game for every choice of rules that affects it."""
        raise InvalidInput(f"{game.name} has one main game, whatever the options", field="all-decks")


class StrategyPart(ABC):
    """What the lab needs from a game to solve, store and show its strategies."""

    names: ClassVar[tuple[str, ...]]  # the one that is played by default first
    titles: ClassVar[Mapping[str, str]] = {}  # what a name does not say, in words
    options: ClassVar[tuple[str, ...]] = ()  # the operator's choices that change the best play
    files: ClassVar[tuple[str, ...]] = ("rules.py",)  # of the game's folder: what the best play follows from

    def figures_type(self) -> "type[MainResult]":
        """The type of a strategy's figures: a subclass where one strategy serves several games."""
        from houseway.games.pricing.result import MainResult

        return MainResult

    @abstractmethod
    def solve(self, game: "Game", run: "Runner", name: str) -> "Strategy":
        """A strategy by its name, with its figures."""

    @abstractmethod
    def charts(self, strategy: "Strategy") -> "list[Chart]":
        """A strategy as tables for people."""

    def table_charts(self, strategy: "Strategy") -> "list[Chart]":
        """The charts that a player sees beside the felt: those of the strategy, and any that help to use them."""
        return self.charts(strategy)

    def worth(self, game: "Game", strategy: "Strategy") -> "list[ChartWorth]":
        """What each decision is worth in the cells of these charts; nothing where the strategy does not hold it."""
        return []

    def places(self, strategy: "Strategy", seen: "Seen") -> "list[ChartPlace]":
        """Where the hand of the seat in turn stands in these charts, by what the seat sees."""
        return []

    def figures_for(self, game: "Game", strategy: "Strategy") -> "MainResult":
        """The figures of a strategy in this game, where one strategy serves several."""
        return strategy.figures


class AdvicePart(ABC):
    """What the coach needs from a game to weigh a decision."""

    needs_strategy: ClassVar[bool] = True  # whether `advise` asks for the default strategy, which takes a while

    @abstractmethod
    def advise(self, game: "Game", seen: "Seen", solved: "Callable[[], Strategy]") -> "dict[str, Value]":
        """What each legal decision is worth to the seat in turn; `solved()` is the default strategy, if it helps."""

    def value_of_amount(self, seen: "Seen", amount: "Cents", values: "Mapping[str, Value]") -> "Value | None":
        """What the decision with an amount is worth, from what `advise` says of the others; None where unknown."""
        return None

    def explain(self, seen: "Seen", best: str) -> str:
        """A rule of thumb that leads to the best decision; empty if none does, and then the figures explain it."""
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyPart:
    """What a designer may change besides pay tables and options."""

    rules: Mapping[str, str]  # by name, explained
    # The value of every rule in a game or a study, in the words of a study. Values that mean the same must be equal,
    # because they decide whether a game still has its letter's rules.
    rule_values: "Callable[[Game], Mapping[str, object]]"
    check: "Callable[[Game], None]"  # refuses a study that makes no sense


class SimulationPart(ABC):
    """What the lab needs from a game to play rounds by the million."""

    @abstractmethod
    def prepare(self, game: "Game", strategy: "Strategy", seats: int) -> "Simulation":
        """The game, prepared for simulation."""

    def count_joint(self, game: "Game", strategy: "Strategy", run: "Runner") -> "JointCounts":
        """The joint counts of some wagers of a seat; nothing where they are not counted."""
        return {}

    def two_seats(self, game: "Game", run: "Runner") -> "SeatProducts | None":
        """How wagers of two seats vary together, counted over all deals; None where that is not counted."""
        return None

    def prepare_shoes(self, game: "Game", strategy: "Strategy", seats: int) -> "Simulation":
        """The game, prepared for whole shoes that are dealt to the cut card."""
        raise InvalidInput(f"{game.name} is dealt from a fresh deck each round", field="shoes")


class FaceUpPart(ABC):
    """What the lab needs from a game whose players may see each other's cards."""

    deals: ClassVar[int]  # tried by default where one other hand is seen

    def deals_to_try(self, hands: int) -> int:
        """How many deals are tried by default where this many other hands are seen."""
        return self.deals

    @abstractmethod
    def face_up(self, game: "Game", hands: int, deals: int, seed: int, run: "Runner") -> "FaceUp":
        """What a player gains by seeing this many other hands."""


class VulnerabilityPart(ABC):
    """What the lab needs from a game to price mistakes, and players who know more than they should."""

    topics: ClassVar[tuple[str, ...]]  # those that the game answers
    not_covered: ClassVar[tuple[str, ...]] = ()  # what it does not, in words

    def counting(
        self, game: "Game", strategy: "Strategy", asked: "CountingQuestion", run: "Runner"
    ) -> "CountingResult":
        """What a player gains by counting the cards of a shoe."""
        raise InvalidInput(f"{game.name} is dealt from a fresh deck each round: nothing to count", field="topic")

    def hole_cards(
        self, game: "Game", strategy: "Strategy", asked: "ExposureQuestion", run: "Runner"
    ) -> "Sequence[Exposure]":
        """What a player gains by seeing hidden cards of the dealer, and what wrong lights cost."""
        raise InvalidInput(f"{game.name}: no study of hidden cards that are seen yet", field="topic")

    def wrong_settings(
        self, game: "Game", strategy: "Strategy", asked: "ExposureQuestion", run: "Runner"
    ) -> "Sequence[WrongSetting]":
        """What players gain if the dealer's hand is set wrongly; None where the dealer has nothing to set."""
        return ()

    def collusion(
        self, game: "Game", strategy: "Strategy", asked: "ExposureQuestion", run: "Runner"
    ) -> "Sequence[Exposure]":
        """What players gain by showing each other their cards."""
        raise InvalidInput(f"{game.name}: no study of players who show each other their cards yet", field="topic")
