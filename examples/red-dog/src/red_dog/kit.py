"""The parts of Red Dog, as houseway asks for them; each is imported when it is needed, to keep start-up light."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar

from houseway.games.kit import GameKit, HandKind, HandValue
from houseway.games.parts import AdvicePart, AnalysisPart, SimulationPart, StrategyPart, StudyPart
from red_dog.exact import NEVER, STRATEGIES
from red_dog.variant import STUDY_RULES, check_study, rule_values

if TYPE_CHECKING:
    from houseway.cards.card import Card
    from houseway.games.game import Game
    from houseway.games.pricing.advice import Seen, Value
    from houseway.games.pricing.analysis import Runner
    from houseway.games.pricing.price import Prices
    from houseway.games.pricing.result import Analysis, RulesEdge
    from houseway.games.pricing.strategy import Chart, Strategy
    from houseway.games.round.round import Round
    from houseway.games.simulation.simulation import Simulation


class RedDogAnalysis(AnalysisPart):
    """Its prices."""

    count_options: ClassVar[Mapping[str, tuple[str, ...]]] = {"first-two": ("decks",)}
    solved_simple: ClassVar = (NEVER,)

    def result_type(self) -> "type[Analysis]":
        """With every spread."""
        from red_dog.result import RedDogResult

        return RedDogResult

    def describe(self, game: "Game", run: "Runner") -> "Analysis":
        """The main game, counted."""
        from red_dog.exact import describe

        return describe(game)

    def price_bonuses(self, game: "Game", run: "Runner") -> "Prices":
        """First Two under every pay table, counted."""
        from red_dog.exact import price_bonuses

        return price_bonuses(game)

    def compare_rules(self, game: "Game", run: "Runner") -> "list[RulesEdge]":
        """The edge for every number of decks."""
        from red_dog.exact import edges

        return edges(game)


class RedDogStrategy(StrategyPart):
    """Its strategies."""

    names: ClassVar = STRATEGIES
    options: ClassVar = ("decks",)

    def solve(self, game: "Game", run: "Runner", name: str) -> "Strategy":
        """A strategy by its name, with its figures."""
        from red_dog.strategy import solve

        return solve(game, name)

    def charts(self, strategy: "Strategy") -> "list[Chart]":
        """A strategy as a table for people."""
        from red_dog.strategy import charts

        return charts(strategy)


class RedDogAdvice(AdvicePart):
    """What a decision is worth."""

    needs_strategy: ClassVar = False

    def advise(self, game: "Game", seen: "Seen", solved: "Callable[[], Strategy]") -> "dict[str, Value]":
        """What each decision is worth to the seat in turn."""
        from red_dog.strategy import advise

        return advise(game, seen)


class RedDogSimulation(SimulationPart):
    """Rounds by the million."""

    def prepare(self, game: "Game", strategy: "Strategy", seats: int) -> "Simulation":
        """The game made ready."""
        from red_dog.simulate import prepare

        return prepare(game, strategy, seats)


class Kit(GameKit):
    """Red Dog."""

    analysis: ClassVar = RedDogAnalysis()
    strategy: ClassVar = RedDogStrategy()
    advice: ClassVar = RedDogAdvice()
    study: ClassVar = StudyPart(rules=STUDY_RULES, rule_values=rule_values, check=check_study)
    simulation: ClassVar = RedDogSimulation()

    def round_type(self) -> "type[Round]":
        """The course of a round."""
        from red_dog.play import Play

        return Play

    def hands(self) -> Mapping[str, HandKind]:
        """The first two cards, for `houseway evaluate --as red-dog`."""
        from red_dog.rules import spread
        from red_dog.settle import hand_name

        def evaluate(cards: "tuple[Card, ...]") -> HandValue:
            one, two = cards
            return HandValue(hand=hand_name(cards), strength=spread(one, two))

        return {"red-dog": HandKind(cards=(2,), joker=False, evaluate=evaluate)}
