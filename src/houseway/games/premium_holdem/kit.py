"""The parts of Premium Hold'em that the rest of the program uses."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from houseway.games.kit import GameKit
from houseway.games.parts import AdvicePart, AnalysisPart, SimulationPart, StrategyPart, StudyPart, VulnerabilityPart
from houseway.games.premium_holdem.strategy import STRATEGIES
from houseway.games.premium_holdem.study import STUDY_RULES, check_study, rule_values

if TYPE_CHECKING:
    from houseway.games.game import Game
    from houseway.games.premium_holdem.variant import Variant
    from houseway.games.pricing.advice import Seen, Value
    from houseway.games.pricing.analysis import Nets, Runner
    from houseway.games.pricing.cell_worth import ChartWorth
    from houseway.games.pricing.exposure import Exposure, ExposureQuestion
    from houseway.games.pricing.main_wagers import MainWagers
    from houseway.games.pricing.price import Prices
    from houseway.games.pricing.result import Analysis
    from houseway.games.pricing.strategy import Chart, ChartPlace, Strategy
    from houseway.games.round.round import Round
    from houseway.games.round.settlement_answer import DealerAnswer
    from houseway.games.simulation.joint_counter import JointCounts
    from houseway.games.simulation.seat_products import SeatProducts
    from houseway.games.simulation.simulation import Simulation


class PremiumAnalysis(AnalysisPart):
    """Prices the game."""

    def describe(self, game: "Game", run: "Runner") -> "Analysis":
        """The analysis of the main game."""
        from houseway.games.premium_holdem.exact.main_game import describe

        return describe(game, run)

    def main_nets(self, game: "Game", run: "Runner") -> "Nets":
        """How likely each net result of a round is."""
        from houseway.games.premium_holdem.exact.main_game import analyze_main

        return analyze_main(game, run).nets

    def simple_words(self, game: "Game") -> Mapping[str, str]:
        """The strategies that a person can remember, in words."""
        from houseway.games.premium_holdem.exact.simple import SIMPLE

        return {name: simple.text for name, simple in SIMPLE.items()}

    def price_main_wagers(self, game: "Game", run: "Runner") -> "MainWagers":
        """Each wager of the main game, line by line."""
        from houseway.games.premium_holdem.exact.main_game import price_main_wagers

        return price_main_wagers(game, run)

    def price_bonuses(self, game: "Game", run: "Runner") -> "Prices":
        """Every bonus under every pay table, counted."""
        from houseway.games.premium_holdem.exact.bonuses import price_bonuses

        return price_bonuses(game, run)


class PremiumStrategy(StrategyPart):
    """Solves and shows the strategies."""

    names: ClassVar = STRATEGIES

    def solve(self, game: "Game", run: "Runner", name: str) -> "Strategy":
        """A strategy by its name, with its figures."""
        from houseway.games.premium_holdem.strategy.solve import solve

        return solve(game, run, name)

    def charts(self, strategy: "Strategy") -> "list[Chart]":
        """A strategy as tables for people."""
        from houseway.games.premium_holdem.strategy.solve import charts

        return charts(strategy)

    def table_charts(self, strategy: "Strategy") -> "list[Chart]":
        """The same charts, with one for people after the board."""
        from houseway.games.premium_holdem.strategy.solve import table_charts

        return table_charts(strategy)

    def worth(self, game: "Game", strategy: "Strategy") -> "list[ChartWorth]":
        """What each decision is worth in the cells of these charts."""
        from houseway.games.premium_holdem.strategy.worth import worth

        return worth(game, strategy)

    def places(self, strategy: "Strategy", seen: "Seen") -> "list[ChartPlace]":
        """Where the hand of the seat in turn stands among the charts."""
        from houseway.games.premium_holdem.strategy.solve import places

        return places(seen)


class PremiumAdvice(AdvicePart):
    """Weighs a decision."""

    def advise(self, game: "Game", seen: "Seen", solved: "Callable[[], Strategy]") -> "dict[str, Value]":
        """What each legal decision is worth to the seat in turn."""
        from houseway.games.premium_holdem.strategy.solve import advise

        return advise(game, solved(), seen)

    def explain(self, seen: "Seen", best: str) -> str:
        """One sentence why the best decision is best."""
        from houseway.games.premium_holdem.strategy.explain import explain

        return explain(seen, best)


class PremiumSimulation(SimulationPart):
    """Plays rounds by the million."""

    def prepare(self, game: "Game", strategy: "Strategy", seats: int) -> "Simulation":
        """The game, prepared for simulation."""
        from houseway.games.premium_holdem.simulate.prepare import prepare

        return prepare(game, strategy, seats)

    def count_joint(self, game: "Game", strategy: "Strategy", run: "Runner") -> "JointCounts":
        """All wagers of a seat together, counted."""
        from houseway.games.premium_holdem.simulate.joint import count_joint

        return count_joint(game, strategy, run)

    def two_seats(self, game: "Game", run: "Runner") -> "SeatProducts | None":
        """The bonuses, counted over all boards and both hands."""
        from houseway.games.premium_holdem.simulate.two_seats import two_seats

        return two_seats(game, run)


class PremiumVulnerability(VulnerabilityPart):
    """What a player gains by seeing cards of the dealer and of others."""

    topics: ClassVar = ("hole-cards", "collusion", "mistakes")
    not_covered: ClassVar = ("hole cards and others' cards seen together",)

    def hole_cards(
        self, game: "Game", strategy: "Strategy", asked: "ExposureQuestion", run: "Runner"
    ) -> "Sequence[Exposure]":
        """The gain from seeing cards of the dealer, sampled."""
        from houseway.games.premium_holdem.simulate.seen_cards import seen_exposure

        words = {1: "sees one of the dealer's cards", 3: "sees all of the dealer's cards"}
        deals = {1: 10_000, 3: 40_000}
        return [
            seen_exposure(game, strategy, asked, run, what, (cards, 0), deals[cards]) for cards, what in words.items()
        ]

    def collusion(
        self, game: "Game", strategy: "Strategy", asked: "ExposureQuestion", run: "Runner"
    ) -> "Sequence[Exposure]":
        """The gain from seeing other players' hands, sampled."""
        from houseway.games.premium_holdem.simulate.seen_cards import seen_exposure
        from houseway.games.simulation.face_up import HANDS_ASKED, hands_text

        return [
            seen_exposure(game, strategy, asked, run, hands_text(hands), (0, hands), 1_000) for hands in HANDS_ASKED
        ]


class Kit(GameKit["Variant"]):
    """Premium Hold'em."""

    analysis: ClassVar = PremiumAnalysis()
    strategy: ClassVar = PremiumStrategy()
    advice: ClassVar = PremiumAdvice()
    study: ClassVar = StudyPart(rules=STUDY_RULES, rule_values=rule_values, check=check_study)
    simulation: ClassVar = PremiumSimulation()
    vulnerability: ClassVar = PremiumVulnerability()
    variant_options: ClassVar = ()

    def round_type(self) -> "type[Round[Variant]]":
        """The course of a round."""
        from houseway.games.premium_holdem.play import Play

        return Play

    def variant(self, game: "Game") -> "Variant":
        """The rules of the main game as numbers."""
        from houseway.games.premium_holdem.variant import variant_of

        return variant_of(game)

    def deck(self, game: "Game[Variant]") -> frozenset[int]:
        """The ranks in play."""
        return frozenset(game.variant.deck)

    def explain_dealer(self, dealer: "DealerAnswer") -> str:
        """A dealer with less than a pair of threes pushes the Ante of a better hand."""
        if dealer.qualifies is not False:
            return ""
        return "The dealer has less than a pair of threes: the Ante of a better hand pushes."
