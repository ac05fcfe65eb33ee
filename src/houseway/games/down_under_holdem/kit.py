"""The parts of Down Under Hold'em that the rest of the program uses."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from houseway.games.down_under_holdem.strategy import STRATEGIES
from houseway.games.down_under_holdem.study import STUDY_RULES, check_study, rule_values
from houseway.games.kit import GameKit
from houseway.games.parts import (
    AdvicePart,
    AnalysisPart,
    FaceUpPart,
    SimulationPart,
    StrategyPart,
    StudyPart,
    VulnerabilityPart,
)

if TYPE_CHECKING:
    from houseway.games.down_under_holdem.variant import Variant
    from houseway.games.game import Game
    from houseway.games.pricing.advice import Seen, Value
    from houseway.games.pricing.analysis import Nets, Runner
    from houseway.games.pricing.cell_worth import ChartWorth
    from houseway.games.pricing.exposure import Exposure, ExposureQuestion
    from houseway.games.pricing.main_wagers import MainWagers
    from houseway.games.pricing.price import Prices
    from houseway.games.pricing.result import Analysis
    from houseway.games.pricing.strategy import Chart, ChartPlace, Strategy
    from houseway.games.round.round import Round
    from houseway.games.simulation.face_up import FaceUp
    from houseway.games.simulation.joint_counter import JointCounts
    from houseway.games.simulation.seat_products import SeatProducts
    from houseway.games.simulation.simulation import Simulation


class HoldemAnalysis(AnalysisPart):
    """Prices the game."""

    def result_type(self) -> "type[Analysis]":
        """The result with the game's own figures beside prices."""
        from houseway.games.down_under_holdem.exact.result import HoldemResult

        return HoldemResult

    def describe(self, game: "Game", run: "Runner") -> "Analysis":
        """The analysis of the main game."""
        from houseway.games.down_under_holdem.exact.main_game import describe

        return describe(game, run)

    def main_nets(self, game: "Game", run: "Runner") -> "Nets":
        """How likely each net result of a round is."""
        from houseway.games.down_under_holdem.exact.main_game import analyze_main

        return analyze_main(game, run).nets

    def price_main_wagers(self, game: "Game", run: "Runner") -> "MainWagers":
        """Each wager of the main game, line by line."""
        from houseway.games.down_under_holdem.exact.main_game import price_main_wagers

        return price_main_wagers(game, run)

    def price_bonuses(self, game: "Game", run: "Runner") -> "Prices":
        """Every bonus under every pay table, counted."""
        from houseway.games.down_under_holdem.exact.bonuses import price_bonuses

        return price_bonuses(game, run)

    def main_house_edge(self, game: "Game", run: "Runner") -> Fraction:
        """The house edge under the best strategy, without pricing any strategy to remember."""
        from houseway.games.down_under_holdem.exact.main_game import analyze_main

        return analyze_main(game, run).house_edge


class HoldemStrategy(StrategyPart):
    """Solves and shows the strategies."""

    names: ClassVar = STRATEGIES

    def solve(self, game: "Game", run: "Runner", name: str) -> "Strategy":
        """A strategy by its name, with its figures."""
        from houseway.games.down_under_holdem.strategy.solve import solve

        return solve(game, run, name)

    def charts(self, strategy: "Strategy") -> "list[Chart]":
        """A strategy as tables for people."""
        from houseway.games.down_under_holdem.strategy.solve import charts

        return charts(strategy)

    def worth(self, game: "Game", strategy: "Strategy") -> "list[ChartWorth]":
        """What each decision is worth in the cells of these charts."""
        from houseway.games.down_under_holdem.strategy.worth import worth

        return worth(game, strategy)

    def places(self, strategy: "Strategy", seen: "Seen") -> "list[ChartPlace]":
        """Where the hand of the seat in turn stands among the charts."""
        from houseway.games.down_under_holdem.strategy.solve import places

        return places(strategy, seen)


class HoldemAdvice(AdvicePart):
    """Weighs a decision."""

    def advise(self, game: "Game", seen: "Seen", solved: "Callable[[], Strategy]") -> "dict[str, Value]":
        """What each legal decision is worth to the seat in turn."""
        from houseway.games.down_under_holdem.strategy.solve import advise

        return advise(game, solved(), seen)

    def explain(self, seen: "Seen", best: str) -> str:
        """One sentence why the best decision is best."""
        from houseway.games.down_under_holdem.strategy.explain import explain

        return explain(seen, best)


class HoldemSimulation(SimulationPart):
    """Plays rounds by the million."""

    def prepare(self, game: "Game", strategy: "Strategy", seats: int) -> "Simulation":
        """The game, prepared for simulation."""
        from houseway.games.down_under_holdem.simulate.prepare import prepare

        return prepare(game, strategy, seats)

    def count_joint(self, game: "Game", strategy: "Strategy", run: "Runner") -> "JointCounts":
        """All wagers of a seat together, counted."""
        from houseway.games.down_under_holdem.simulate.joint import count_joint

        return count_joint(game, strategy, run)

    def two_seats(self, game: "Game", run: "Runner") -> "SeatProducts | None":
        """The bonuses, counted over all boards, both hands and the dealer's."""
        from houseway.games.down_under_holdem.simulate.two_seats import two_seats

        return two_seats(game, run)


class HoldemFaceUp(FaceUpPart):
    """Prices the sight of other players' cards."""

    deals: ClassVar = 160_000

    def deals_to_try(self, hands: int) -> int:
        """As many deals as leave a standard error below 0.01%; the gain varies more where more hands are seen."""
        return self.deals * hands

    def face_up(self, game: "Game", hands: int, deals: int, seed: int, run: "Runner") -> "FaceUp":
        """What a player gains who sees this many other hands."""
        from houseway.games.down_under_holdem.simulate.face_up import face_up

        return face_up(game, hands, deals, seed, run)


class HoldemVulnerability(VulnerabilityPart):
    """What seen cards of the dealer and of others gain, and what wrong lights cost."""

    topics: ClassVar = ("hole-cards", "collusion", "mistakes")
    not_covered: ClassVar = ("hole cards and others' cards seen together",)

    def hole_cards(
        self, game: "Game", strategy: "Strategy", asked: "ExposureQuestion", run: "Runner"
    ) -> "Sequence[Exposure]":
        """The gain from seeing cards of the dealer, sampled, and the cost of wrong lights, counted."""
        from houseway.games.down_under_holdem.exact.misread import misread_lights
        from houseway.games.down_under_holdem.simulate.hole_card import seen_cards

        plays = strategy.arrays["preflop"].astype("uint8"), strategy.arrays["flop"].astype("uint8")
        return [*seen_cards(game, strategy, asked, run), *misread_lights(game, *plays, asked, run)]

    def collusion(
        self, game: "Game", strategy: "Strategy", asked: "ExposureQuestion", run: "Runner"
    ) -> "Sequence[Exposure]":
        """The gain from seeing other players' hands, as `face-up` computes it."""
        from houseway.games.simulation.face_up import collusion_of

        return collusion_of(HoldemFaceUp(), game, asked, run)


class Kit(GameKit["Variant"]):
    """Down Under Hold'em."""

    analysis: ClassVar = HoldemAnalysis()
    strategy: ClassVar = HoldemStrategy()
    advice: ClassVar = HoldemAdvice()
    study: ClassVar = StudyPart(rules=STUDY_RULES, rule_values=rule_values, check=check_study)
    simulation: ClassVar = HoldemSimulation()
    vulnerability: ClassVar = HoldemVulnerability()
    face_up: ClassVar = HoldemFaceUp()
    variant_options: ClassVar = ()

    def round_type(self) -> "type[Round[Variant]]":
        """The course of a round."""
        from houseway.games.down_under_holdem.play import Play

        return Play

    def variant(self, game: "Game") -> "Variant":
        """The rules of the main game as numbers."""
        from houseway.games.down_under_holdem.variant import variant_of

        return variant_of(game)
