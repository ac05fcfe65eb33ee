"""The parts of Red Dog, as houseway asks for them; each is imported when it is needed, to keep start-up light."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from houseway.cards.card import Card
from houseway.errors import InvalidInput
from houseway.games.kit import GameKit, HandKind, HandValue
from red_dog.exact import NEVER, STRATEGIES
from red_dog.variant import STUDY_RULES

if TYPE_CHECKING:
    from houseway.cards.card import Card
    from houseway.games.game import Game
    from houseway.games.pricing.advice import Seen, Value
    from houseway.games.pricing.analysis import Runner
    from houseway.games.pricing.price import Prices
    from houseway.games.pricing.strategy import Chart, Strategy
    from houseway.games.round.round import Round
    from houseway.games.simulation.simulation import Simulation


class Kit(GameKit):
    """Red Dog."""

    strategies: ClassVar = STRATEGIES
    solved_simple: ClassVar = (NEVER,)
    strategy_options: ClassVar = ("decks",)
    count_options: ClassVar[Mapping[str, tuple[str, ...]]] = {"first-two": ("decks",)}
    study_rules: ClassVar[Mapping[str, str]] = STUDY_RULES

    def round_type(self) -> "type[Round]":
        """The course of a round."""
        from red_dog.play import Play

        return Play

    def describe(self, game: "Game", run: "Runner") -> dict[str, Any]:
        """The main game, counted."""
        from red_dog.exact import describe

        return describe(game)

    def price_bonuses(self, game: "Game", run: "Runner") -> "Prices":
        """First Two under every pay table, counted."""
        from red_dog.exact import price_bonuses

        return price_bonuses(game)

    def compare_rules(self, game: "Game", run: "Runner") -> dict[str, Any]:
        """The edge for every number of decks."""
        from red_dog.exact import edges

        return edges(game)

    def tables_for(self, described: Mapping[str, Any], *, charts: bool) -> "list[Chart]":
        """The published edge, and every spread where charts are wanted."""
        from red_dog.strategy import analysis_tables

        return analysis_tables(described, charts=charts)

    def solve(self, game: "Game", run: "Runner", name: str) -> "Strategy":
        """A strategy by its name, with its figures."""
        from red_dog.strategy import solve

        return solve(game, name)

    def charts(self, strategy: "Strategy") -> "list[Chart]":
        """A strategy as a table for people."""
        from red_dog.strategy import charts

        return charts(strategy)

    def advise(self, game: "Game", seen: "Seen", solved: "Callable[[], Strategy]") -> "dict[str, Value]":
        """What each decision is worth to the seat in turn."""
        from red_dog.strategy import advise

        return advise(game, seen)

    def rule_values(self, game: "Game") -> Mapping[str, Any]:
        """Every rule that a study may change, as it stands."""
        from red_dog.variant import raise_times

        return {"raise": raise_times(game)}

    def check_study(self, game: "Game") -> None:
        """Refuse rules that make no sense."""
        from red_dog.variant import check_study

        check_study(game)

    def prepare(self, game: "Game", strategy: "Strategy", seats: int) -> "Simulation":
        """The game made ready for rounds by the million."""
        from red_dog.simulate import prepare

        return prepare(game, strategy, seats)

    def face_up(self, game: "Game", hands: int, deals: int, seed: int, run: "Runner") -> NoReturn:
        """Nobody has cards of their own."""
        raise InvalidInput(f"{self.name}: no player holds a card, all lie face up in the middle", field="game")

    def hands(self) -> Mapping[str, HandKind]:
        """The first two cards, for `houseway evaluate --as red-dog`."""
        from red_dog.rules import spread
        from red_dog.settle import hand_name

        def evaluate(cards: tuple[Card, ...]) -> HandValue:
            return HandValue(hand=hand_name(cards), strength=spread(*cards))

        return {"red-dog": HandKind(cards=(2,), joker=False, evaluate=evaluate)}
