"""The parts of Flush Poker that the rest of the program uses."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from houseway.games.flush_poker.strategy import STRATEGIES
from houseway.games.flush_poker.study import STUDY_RULES, check_study, rule_values
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
    from houseway.games.flush_poker.variant import Variant
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
    from houseway.games.round.settlement_answer import DealerAnswer
    from houseway.games.simulation.face_up import FaceUp
    from houseway.games.simulation.joint_counter import JointCounts
    from houseway.games.simulation.seat_products import SeatProducts
    from houseway.games.simulation.simulation import Simulation
    from houseway.money import Cents


class FlushPokerAnalysis(AnalysisPart):
    """Prices the game."""

    best_paying: ClassVar = ("royal-riches",)
    falling: ClassVar = ("royal-riches", "jackpot")
    solved_simple: ClassVar = STRATEGIES[1:]
    count_options: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "natural-straight-flush": ("natural-straight-flush-suit",),
    }

    def result_type(self) -> "type[Analysis]":
        """The result with the game's own figures beside prices."""
        from houseway.games.flush_poker.exact.result import FlushPokerResult

        return FlushPokerResult

    def describe(self, game: "Game", run: "Runner") -> "Analysis":
        """The analysis of the main game."""
        from houseway.games.flush_poker.exact.main_game import describe

        return describe(game, run)

    def can_price_envy(self, game: "Game") -> bool:
        """Whether envy can be priced: not where it depends on two players' hands and the dealer's."""
        return "play" in (game.options["folded-bonuses"], game.options["unqualified-bonuses"])

    def main_nets(self, game: "Game", run: "Runner") -> "Nets":
        """How likely each net result of a round is."""
        from houseway.games.flush_poker.exact.main_game import main_nets

        return main_nets(game, run)

    def price_main_wagers(self, game: "Game", run: "Runner") -> "MainWagers":
        """Each wager of the main game, line by line."""
        from houseway.games.flush_poker.exact.main_game import price_main_wagers

        return price_main_wagers(game, run)

    def price_bonuses(self, game: "Game", run: "Runner") -> "Prices":
        """Every bonus under every pay table, counted."""
        from houseway.games.flush_poker.exact.bonuses import price_bonuses

        return price_bonuses(game, run)


class FlushPokerStrategy(StrategyPart):
    """Solves and shows the strategies."""

    names: ClassVar = STRATEGIES

    def solve(self, game: "Game", run: "Runner", name: str) -> "Strategy":
        """A strategy by its name, with its figures."""
        from houseway.games.flush_poker.strategy.solve import solve

        return solve(game, run, name)

    def charts(self, strategy: "Strategy") -> "list[Chart]":
        """A strategy as tables for people."""
        from houseway.games.flush_poker.strategy.solve import charts

        return charts(strategy)

    def worth(self, game: "Game", strategy: "Strategy") -> "list[ChartWorth]":
        """What each decision is worth in the cells of these charts."""
        from houseway.games.flush_poker.strategy.worth import worth

        return worth(game, strategy)

    def places(self, strategy: "Strategy", seen: "Seen") -> "list[ChartPlace]":
        """Where the hand of the seat in turn stands among the charts."""
        from houseway.games.flush_poker.strategy.solve import places

        return places(strategy, seen)


class FlushPokerAdvice(AdvicePart):
    """Weighs a decision."""

    needs_strategy: ClassVar = False

    def advise(self, game: "Game", seen: "Seen", solved: "Callable[[], Strategy]") -> "dict[str, Value]":
        """What each legal decision is worth to the seat in turn."""
        from houseway.games.flush_poker.strategy.solve import advise

        return advise(game, None, seen)

    def value_of_amount(self, seen: "Seen", amount: "Cents", values: "Mapping[str, Value]") -> "Value | None":
        """What a raise of any amount is worth."""
        from houseway.games.flush_poker.strategy.solve import value_of_amount

        return value_of_amount(seen, amount, values)

    def explain(self, seen: "Seen", best: str) -> str:
        """One sentence why the best decision is best."""
        from houseway.games.flush_poker.strategy.explain import explain

        return explain(seen, best)


class FlushPokerSimulation(SimulationPart):
    """Plays rounds by the million."""

    def prepare(self, game: "Game", strategy: "Strategy", seats: int) -> "Simulation":
        """The game, prepared for simulation."""
        from houseway.games.flush_poker.simulate.prepare import prepare

        return prepare(game, strategy, seats)

    def count_joint(self, game: "Game", strategy: "Strategy", run: "Runner") -> "JointCounts":
        """All wagers of a seat together, counted."""
        from houseway.games.flush_poker.simulate.joint import count_joint

        return count_joint(game, strategy, run)

    def two_seats(self, game: "Game", run: "Runner") -> "SeatProducts | None":
        """The bonuses of two seats, counted."""
        from houseway.games.flush_poker.simulate.two_seats import two_seats

        return two_seats(game, run)


class FlushPokerFaceUp(FaceUpPart):
    """Prices the sight of other players' cards."""

    deals: ClassVar = 100_000

    def face_up(self, game: "Game", hands: int, deals: int, seed: int, run: "Runner") -> "FaceUp":
        """What a player gains who sees this many other hands."""
        from houseway.games.flush_poker.simulate.face_up import face_up

        return face_up(game, hands, deals, seed, run)


class FlushVulnerability(VulnerabilityPart):
    """What a player gains by seeing cards of the dealer and of others."""

    topics: ClassVar = ("hole-cards", "collusion", "mistakes")
    not_covered: ClassVar = ("more than one of the dealer's cards seen",)

    def hole_cards(
        self, game: "Game", strategy: "Strategy", asked: "ExposureQuestion", run: "Runner"
    ) -> "Sequence[Exposure]":
        """The gain from seeing one of the dealer's cards, sampled."""
        from houseway.games.flush_poker.simulate.hole_card import seen_card

        return seen_card(game, strategy, asked, run)

    def collusion(
        self, game: "Game", strategy: "Strategy", asked: "ExposureQuestion", run: "Runner"
    ) -> "Sequence[Exposure]":
        """The gain from seeing other players' hands, as `face-up` computes it."""
        from houseway.games.simulation.face_up import collusion_of

        return collusion_of(FlushPokerFaceUp(), game, asked, run)


class Kit(GameKit["Variant"]):
    """Flush Poker."""

    analysis: ClassVar = FlushPokerAnalysis()
    strategy: ClassVar = FlushPokerStrategy()
    advice: ClassVar = FlushPokerAdvice()
    study: ClassVar = StudyPart(rules=STUDY_RULES, rule_values=rule_values, check=check_study)
    simulation: ClassVar = FlushPokerSimulation()
    vulnerability: ClassVar = FlushVulnerability()
    face_up: ClassVar = FlushPokerFaceUp()
    variant_options: ClassVar = ()

    def round_type(self) -> "type[Round[Variant]]":
        """The course of a round."""
        from houseway.games.flush_poker.play import Play

        return Play

    def variant(self, game: "Game") -> "Variant":
        """The rules of the main game as numbers."""
        from houseway.games.flush_poker.variant import variant_of

        return variant_of(game)

    def deck(self, game: "Game[Variant]") -> frozenset[int]:
        """The deck, with its joker or without."""
        return frozenset(range(52 + game.variant.joker))

    def explain_dealer(self, dealer: "DealerAnswer") -> str:
        """A dealer without a three-card flush, ten-eight high, does not qualify (clause 4)."""
        if dealer.qualifies is not False:
            return ""
        return "The dealer has less than three cards T-8 high: the Bet wins even money, and the Raise pushes."
