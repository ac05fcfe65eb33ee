"""The parts of Down Under Blackjack that the rest of the program uses."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from houseway.games.down_under_blackjack.exact.simple_names import BY_GROUP, ONE_CHART, ONE_CHART_AND_GOLDS
from houseway.games.down_under_blackjack.strategy import STRATEGIES
from houseway.games.down_under_blackjack.study import STUDY_RULES, check_study, rule_values
from houseway.games.kit import GameKit
from houseway.games.parts import (
    AdvicePart,
    AnalysisPart,
    SimulationPart,
    StrategyPart,
    StudyPart,
    VulnerabilityPart,
)

if TYPE_CHECKING:
    from houseway.games.down_under_blackjack.variant import Variant
    from houseway.games.game import Game
    from houseway.games.pricing.advice import Seen, Value
    from houseway.games.pricing.analysis import Nets, Runner
    from houseway.games.pricing.cell_worth import ChartWorth
    from houseway.games.pricing.counting import CountingQuestion, CountingResult
    from houseway.games.pricing.exposure import Exposure, ExposureQuestion
    from houseway.games.pricing.main_wagers import MainWagers
    from houseway.games.pricing.price import Prices
    from houseway.games.pricing.result import Analysis, MainResult, RulesEdge
    from houseway.games.pricing.strategy import Chart, ChartPlace, Strategy
    from houseway.games.round.round import Round
    from houseway.games.round.settlement_answer import DealerAnswer
    from houseway.games.simulation.joint_counter import JointCounts
    from houseway.games.simulation.seat_products import SeatProducts
    from houseway.games.simulation.simulation import Simulation
    from houseway.money import Cents

ENDLESS: Final = 1_000_000  # copies of each card in an infinite shoe: more than any round takes


class BlackjackAnalysis(AnalysisPart):
    """Prices the game."""

    price_options: ClassVar = ("blackjack-pays",)
    solved_simple: ClassVar = (BY_GROUP, ONE_CHART_AND_GOLDS, ONE_CHART)

    def result_type(self) -> "type[Analysis]":
        """The result with the game's own figures beside prices."""
        from houseway.games.down_under_blackjack.exact.result import BlackjackResult

        return BlackjackResult

    def describe(self, game: "Game", run: "Runner") -> "Analysis":
        """The analysis of the main game."""
        from houseway.games.down_under_blackjack.exact.main_game import describe

        return describe(game, run)

    def main_nets(self, game: "Game", run: "Runner") -> "Nets":
        """How likely each net result of a round is."""
        from houseway.games.down_under_blackjack.exact.main_game import main_nets

        return main_nets(game, run)

    def price_main_wagers(self, game: "Game", run: "Runner") -> "MainWagers":
        """The wager, line by line."""
        from houseway.games.down_under_blackjack.exact.main_game import price_main_wagers

        return price_main_wagers(game, run)

    def price_bonuses(self, game: "Game", run: "Runner") -> "Prices":
        """Every bonus under every pay table, counted."""
        from houseway.games.down_under_blackjack.exact.bonuses import price_bonuses

        return price_bonuses(game, run)

    def table_note(self, game: "Game", wager: str, table: str) -> str:
        """The decks that a schedule or progressive table is for, where they are not those of the game."""
        from houseway.games.down_under_blackjack.matches import decks_of_table
        from houseway.games.down_under_blackjack.study import has_own_decks

        decks = decks_of_table(table) or table.partition("-")[0]
        return "" if has_own_decks(game) or decks == game.options["decks"] else f"for {decks} decks"

    def compare_rules(self, game: "Game", run: "Runner") -> "list[RulesEdge]":
        """The edge for every number of decks, soft 17 and pay of a blackjack."""
        from houseway.games.down_under_blackjack.exact.main_game import edges

        return edges(game, run)


class BlackjackStrategy(StrategyPart):
    """Solves and shows the strategies."""

    names: ClassVar = STRATEGIES
    options: ClassVar = ("decks", "soft-17")

    def figures_type(self) -> "type[MainResult]":
        """The figures for every pay of a blackjack."""
        from houseway.games.down_under_blackjack.exact.result import FiguresByPays

        return FiguresByPays

    def solve(self, game: "Game", run: "Runner", name: str) -> "Strategy":
        """A strategy by its name, with its figures."""
        from houseway.games.down_under_blackjack.strategy.solve import solve

        return solve(game, run, name)

    def charts(self, strategy: "Strategy") -> "list[Chart]":
        """A strategy as tables for people."""
        from houseway.games.down_under_blackjack.strategy.solve import charts

        return charts(strategy)

    def worth(self, game: "Game", strategy: "Strategy") -> "list[ChartWorth]":
        """What each decision is worth in the cells of these charts."""
        from houseway.games.down_under_blackjack.strategy.worth import worth

        return worth(strategy)

    def places(self, strategy: "Strategy", seen: "Seen") -> "list[ChartPlace]":
        """Where the hand of the seat in turn stands among the charts."""
        from houseway.games.down_under_blackjack.strategy.solve import places

        return places(strategy, seen)

    def figures_for(self, game: "Game", strategy: "Strategy") -> "MainResult":
        """The figures with the blackjack pays of this game: the best play is the same for all."""
        from houseway.games.down_under_blackjack.strategy.solve import figures_for

        return figures_for(game, strategy)


class BlackjackAdvice(AdvicePart):
    """Weighs a decision."""

    needs_strategy: ClassVar = False

    def advise(self, game: "Game", seen: "Seen", solved: "Callable[[], Strategy]") -> "dict[str, Value]":
        """What each legal decision is worth to the seat in turn."""
        from houseway.games.down_under_blackjack.strategy.solve import advise

        return advise(game, None, seen)

    def value_of_amount(self, seen: "Seen", amount: "Cents", values: "Mapping[str, Value]") -> "Value | None":
        """What a double of any amount is worth."""
        from houseway.games.down_under_blackjack.strategy.solve import value_of_amount

        return value_of_amount(seen, amount, values)

    def explain(self, seen: "Seen", best: str) -> str:
        """One sentence why the best decision is best."""
        from houseway.games.down_under_blackjack.strategy.explain import explain

        return explain(seen, best)


class BlackjackSimulation(SimulationPart):
    """Plays rounds by the million."""

    def prepare(self, game: "Game", strategy: "Strategy", seats: int) -> "Simulation":
        """The game, prepared for simulation."""
        from houseway.games.down_under_blackjack.simulate.prepare import prepare

        return prepare(game, strategy, seats)

    def count_joint(self, game: "Game", strategy: "Strategy", run: "Runner") -> "JointCounts":
        """Some wagers of a seat together, counted."""
        from houseway.games.down_under_blackjack.simulate.joint import count_joint

        return count_joint(game, run)

    def two_seats(self, game: "Game", run: "Runner") -> "SeatProducts | None":
        """The bonuses of two seats, counted."""
        from houseway.games.down_under_blackjack.simulate.two_seats import two_seats

        return two_seats(game, run)

    def prepare_shoes(self, game: "Game", strategy: "Strategy", seats: int) -> "Simulation":
        """The game, prepared for whole shoes that are dealt to the cut card."""
        from houseway.games.down_under_blackjack.simulate.prepare import prepare_shoes

        return prepare_shoes(game, strategy, seats)


class BlackjackVulnerability(VulnerabilityPart):
    """What a player gains by counting or by seeing the hole card."""

    topics: ClassVar = ("counting", "hole-cards", "mistakes")
    not_covered: ClassVar = (
        "collusion: players of a shoe see each other's cards anyway, and counting says what they are worth",
        "play that changes with the count: counters change their stakes alone",
        "a dealer who draws or peeks against the rules",
    )

    def counting(
        self, game: "Game", strategy: "Strategy", asked: "CountingQuestion", run: "Runner"
    ) -> "CountingResult":
        """Effects of removal, linear counts, and what they win in a shoe."""
        from houseway.games.down_under_blackjack.simulate.counting_answer import counting

        return counting(game, strategy, asked, run)

    def hole_cards(
        self, game: "Game", strategy: "Strategy", asked: "ExposureQuestion", run: "Runner"
    ) -> "Sequence[Exposure]":
        """The gain from seeing the hole card, and the cost of wrong lights."""
        from houseway.games.down_under_blackjack.exact.hole_card import hole_card

        return hole_card(game, strategy.arrays["decisions"].astype("uint8"), asked, run)


class Kit(GameKit["Variant"]):
    """Down Under Blackjack."""

    analysis: ClassVar = BlackjackAnalysis()
    strategy: ClassVar = BlackjackStrategy()
    advice: ClassVar = BlackjackAdvice()
    study: ClassVar = StudyPart(rules=STUDY_RULES, rule_values=rule_values, check=check_study)
    simulation: ClassVar = BlackjackSimulation()
    vulnerability: ClassVar = BlackjackVulnerability()
    variant_options: ClassVar = strategy.options

    def round_type(self) -> "type[Round[Variant]]":
        """The course of a round."""
        from houseway.games.down_under_blackjack.play import Play

        return Play

    def variant(self, game: "Game") -> "Variant":
        """The rules of the main game as numbers."""
        from houseway.games.down_under_blackjack.study import variant_of

        return variant_of(game)

    def copies(self, game: "Game") -> int:
        """One for each deck."""
        from houseway.games.down_under_blackjack.study import decks_of

        return decks_of(game) or ENDLESS

    def explain_dealer(self, dealer: "DealerAnswer") -> str:
        """A sentence on a dealer's 22 (clause 12)."""
        if not str(dealer.hand).startswith("22"):
            return ""
        return "The dealer ends on 22: a hand that is not over pushes; a 21 and two original gold cards win."
