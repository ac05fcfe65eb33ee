"""The parts of Wild Monkey Pai Gow that the rest of the program uses."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from houseway.games.kit import GameKit, HandKind, HandValue
from houseway.games.parts import AdvicePart, AnalysisPart, SimulationPart, StrategyPart, StudyPart, VulnerabilityPart
from houseway.games.wild_monkey_pai_gow.strategy import STRATEGIES
from houseway.games.wild_monkey_pai_gow.study import STUDY_RULES, check_study, rule_values

if TYPE_CHECKING:
    from houseway.cards.card import Card
    from houseway.games.game import Game
    from houseway.games.pricing.advice import Seen, Value
    from houseway.games.pricing.analysis import Nets, Runner
    from houseway.games.pricing.cell_worth import ChartWorth
    from houseway.games.pricing.exposure import Exposure, ExposureQuestion, WrongSetting
    from houseway.games.pricing.main_wagers import MainWagers
    from houseway.games.pricing.price import Prices
    from houseway.games.pricing.result import Analysis
    from houseway.games.pricing.strategy import Chart, ChartPlace, Strategy
    from houseway.games.round.round import Round
    from houseway.games.round.settlement_answer import DealerAnswer
    from houseway.games.simulation.joint_counter import JointCounts
    from houseway.games.simulation.seat_products import SeatProducts
    from houseway.games.simulation.simulation import Simulation
    from houseway.games.wild_monkey_pai_gow.variant import Variant
    from houseway.money import Cents


class PaiGowAnalysis(AnalysisPart):
    """Prices the game."""

    best_paying: ClassVar = ("royal-riches",)
    falling: ClassVar = ("royal-riches", "jackpot")
    count_options: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "dealer-joker": ("dealer-joker-needs-win",),
        "dealer-pai-gow": ("wheel", "best-seven"),
        "player-pai-gow-insurance": ("insurance-joker",),
    }

    def result_type(self) -> "type[Analysis]":
        """The result with the game's own figures beside prices."""
        from houseway.games.wild_monkey_pai_gow.exact.result import PaiGowResult

        return PaiGowResult

    def describe(self, game: "Game", run: "Runner") -> "Analysis":
        """The analysis of the main game."""
        from houseway.games.wild_monkey_pai_gow.exact.main_game import describe

        return describe(game, run)

    def main_nets(self, game: "Game", run: "Runner") -> "Nets":
        """How likely each net result of a round is."""
        from houseway.games.wild_monkey_pai_gow.exact.main_game import main_nets

        return main_nets(game, run)

    def simple_words(self, game: "Game") -> Mapping[str, str]:
        """The strategies that a person can remember, in words."""
        from houseway.games.wild_monkey_pai_gow.exact.simple_words import TEXTS

        return TEXTS

    def price_main_wagers(self, game: "Game", run: "Runner") -> "MainWagers":
        """Each wager of the main game, line by line."""
        from houseway.games.wild_monkey_pai_gow.exact.main_game import price_main_wagers

        return price_main_wagers(game, run)

    def price_bonuses(self, game: "Game", run: "Runner") -> "Prices":
        """Every bonus under every pay table, counted."""
        from houseway.games.wild_monkey_pai_gow.exact.bonuses import price_bonuses

        return price_bonuses(game, run)

    def count_lines(self, game: "Game", run: "Runner") -> "Prices":
        """The line counts of the bonuses; those of bonuses that need a won Bet count the dealer's cards alone."""
        from houseway.games.wild_monkey_pai_gow.exact.bonuses import price_dealers

        return self.price_bonuses(game, run) | price_dealers(game, run)

    def count_note(self, game: "Game", wager: str) -> str:
        """A note for the two bonuses that also depend on the Bet."""
        if wager == "dealer-pai-gow":
            return "how often the dealer's hand comes; the Bet must be won too"
        if wager == "dealer-joker" and game.is_on("dealer-joker-needs-win"):
            return "how often the dealer's hand comes; without a won Bet it is a push"
        return ""


class PaiGowStrategy(StrategyPart):
    """Solves and shows the strategies."""

    names: ClassVar = STRATEGIES
    options: ClassVar = ("wheel", "best-seven", "commission")
    files: ClassVar = ("rules.py", "house_way.py", "best_seven.py", "percentiles.tbl")
    titles: ClassVar[Mapping[str, str]] = {
        "optimal": "best setting, best double and surrender",
        "house-way": "house way, best double and surrender",
    }

    def solve(self, game: "Game", run: "Runner", name: str) -> "Strategy":
        """A strategy by its name, with its figures."""
        from houseway.games.wild_monkey_pai_gow.strategy.solve import solve

        return solve(game, run, name)

    def charts(self, strategy: "Strategy") -> "list[Chart]":
        """A strategy as tables for people."""
        from houseway.games.wild_monkey_pai_gow.strategy.solve import charts

        return charts(strategy)

    def table_charts(self, strategy: "Strategy") -> "list[Chart]":
        """The same charts, with the house way."""
        from houseway.games.wild_monkey_pai_gow.strategy.solve import table_charts

        return table_charts(strategy)

    def worth(self, game: "Game", strategy: "Strategy") -> "list[ChartWorth]":
        """What each decision is worth in the cells of these charts."""
        from houseway.games.wild_monkey_pai_gow.strategy.worth import worth

        return worth(game, strategy)

    def places(self, strategy: "Strategy", seen: "Seen") -> "list[ChartPlace]":
        """Where the hand of the seat in turn stands among the charts."""
        from houseway.games.wild_monkey_pai_gow.strategy.solve import places

        return places(seen.now.game, seen)


class PaiGowAdvice(AdvicePart):
    """Weighs a decision."""

    def advise(self, game: "Game", seen: "Seen", solved: "Callable[[], Strategy]") -> "dict[str, Value]":
        """What each legal decision is worth to the seat in turn."""
        from houseway.games.wild_monkey_pai_gow.strategy.solve import advise

        return advise(game, solved(), seen)

    def value_of_amount(self, seen: "Seen", amount: "Cents", values: "Mapping[str, Value]") -> "Value | None":
        """What a double down of any amount is worth."""
        from houseway.games.wild_monkey_pai_gow.strategy.solve import value_of_amount

        return value_of_amount(seen, amount, values)

    def explain(self, seen: "Seen", best: str) -> str:
        """One sentence why the best decision is best."""
        from houseway.games.wild_monkey_pai_gow.strategy.explain import explain

        return explain(seen, best)


class PaiGowSimulation(SimulationPart):
    """Plays rounds by the million."""

    def prepare(self, game: "Game", strategy: "Strategy", seats: int) -> "Simulation":
        """The game, prepared for simulation."""
        from houseway.games.wild_monkey_pai_gow.simulate.prepare import prepare

        return prepare(game, strategy, seats)

    def count_joint(self, game: "Game", strategy: "Strategy", run: "Runner") -> "JointCounts":
        """Some wagers of a seat together, counted."""
        from houseway.games.wild_monkey_pai_gow.simulate.joint import count_joint

        return count_joint(game, strategy, run)

    def two_seats(self, game: "Game", run: "Runner") -> "SeatProducts | None":
        """The bonuses of two seats, counted."""
        from houseway.games.wild_monkey_pai_gow.simulate.two_seats import two_seats

        return two_seats(game, run)


class PaiGowVulnerability(VulnerabilityPart):
    """What a player gains by seeing cards of the dealer and of others, or by wrong settings."""

    topics: ClassVar = ("hole-cards", "collusion", "mistakes")
    not_covered: ClassVar = (
        "more than one of the dealer's cards seen",
        "a dealer who overlooks two lines of the house way; `analyze` prices the readings of the best seven",
    )

    def hole_cards(
        self, game: "Game", strategy: "Strategy", asked: "ExposureQuestion", run: "Runner"
    ) -> "Sequence[Exposure]":
        """The gain from seeing one of the dealer's cards, sampled."""
        from houseway.games.wild_monkey_pai_gow.simulate.seen_cards import seen_exposure

        return [seen_exposure(game, strategy, asked, "sees one of the dealer's cards", dealers=1)]

    def wrong_settings(
        self, game: "Game", strategy: "Strategy", asked: "ExposureQuestion", run: "Runner"
    ) -> "Sequence[WrongSetting]":
        """The gain from lines of the house way that a dealer overlooks, sampled."""
        from houseway.games.wild_monkey_pai_gow.simulate.wrong_settings import wrong_settings

        return wrong_settings(game, strategy, asked, run)

    def collusion(
        self, game: "Game", strategy: "Strategy", asked: "ExposureQuestion", run: "Runner"
    ) -> "Sequence[Exposure]":
        """The gain from seeing other players' hands, sampled."""
        from houseway.games.simulation.face_up import HANDS_ASKED, hands_text
        from houseway.games.wild_monkey_pai_gow.simulate.seen_cards import seen_exposure

        return [seen_exposure(game, strategy, asked, hands_text(hands), others=hands) for hands in HANDS_ASKED]


class Kit(GameKit["Variant"]):
    """Wild Monkey Pai Gow."""

    analysis: ClassVar = PaiGowAnalysis()
    strategy: ClassVar = PaiGowStrategy()
    advice: ClassVar = PaiGowAdvice()
    study: ClassVar = StudyPart(rules=STUDY_RULES, rule_values=rule_values, check=check_study)
    simulation: ClassVar = PaiGowSimulation()
    vulnerability: ClassVar = PaiGowVulnerability()
    variant_options: ClassVar = strategy.options

    def round_type(self) -> "type[Round[Variant]]":
        """The course of a round."""
        from houseway.games.wild_monkey_pai_gow.play import Play

        return Play

    def variant(self, game: "Game") -> "Variant":
        """The rules of the main game as numbers."""
        from houseway.games.wild_monkey_pai_gow.variant import Variant

        return Variant.of(game)

    def explain_dealer(self, dealer: "DealerAnswer") -> str:
        """Which of the eight cards is discarded and why, and the line of the house way that applies."""
        from houseway.games.wild_monkey_pai_gow.strategy.explain import explain_dealer

        return explain_dealer(dealer)

    def hands(self) -> Mapping[str, HandKind]:
        """The kind of hand of seven cards, set by the house way."""
        return {"pai-gow": HandKind(cards=(7,), joker=True, evaluate=_evaluate)}


def _evaluate(cards: "tuple[Card, ...]") -> HandValue:
    from houseway.cards.card import card_texts
    from houseway.cards.hands import WHEEL_LOWEST
    from houseway.games.wild_monkey_pai_gow.best_seven import expected_score
    from houseway.games.wild_monkey_pai_gow.house_way import NO_CARD, front_cards, house_way
    from houseway.games.wild_monkey_pai_gow.settle import Setting

    packed = house_way(cards, NO_CARD, WHEEL_LOWEST)
    setting = Setting.of(cards, front_cards(cards, packed), WHEEL_LOWEST)
    return HandValue(
        hand=setting.name,
        strength=expected_score(packed, WHEEL_LOWEST),
        front=card_texts(setting.front),
        back=card_texts(setting.back),
    )
