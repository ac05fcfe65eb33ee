"""The parts of Down Under Hold'em, as the rest of the program asks for them."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from houseway.games.down_under_holdem.strategy import STRATEGIES
from houseway.games.down_under_holdem.study import STUDY_RULES, check_study, rule_values
from houseway.games.kit import GameKit

if TYPE_CHECKING:
    from houseway.games.down_under_holdem.variant import Variant
    from houseway.games.game import Game
    from houseway.games.pricing.advice import Seen, Value
    from houseway.games.pricing.analysis import Runner
    from houseway.games.pricing.price import Prices
    from houseway.games.pricing.strategy import Chart, Strategy
    from houseway.games.round.round import Round
    from houseway.games.simulation.face_up import FaceUp
    from houseway.games.simulation.simulation import Simulation


class Kit(GameKit["Variant"]):
    """Down Under Hold'em."""

    strategies: ClassVar = STRATEGIES
    variant_options: ClassVar = ()
    titles: ClassVar = {
        "main": "optimal play",
        "main_without_lights": "the same game without the card reader's lights",
    }
    study_rules: ClassVar[Mapping[str, str]] = STUDY_RULES
    face_up_deals: ClassVar = 160_000

    def round_type(self) -> "type[Round[Variant]]":
        """The course of a round."""
        from houseway.games.down_under_holdem.play import Play

        return Play

    def variant(self, game: "Game") -> "Variant":
        """The rules of the main game as numbers."""
        from houseway.games.down_under_holdem.variant import variant_of

        return variant_of(game)

    def describe(self, game: "Game", run: "Runner") -> dict[str, Any]:
        """The main game, counted."""
        from houseway.games.down_under_holdem.exact.main_game import describe

        return describe(game, run)

    def main_house_edge(self, game: "Game", run: "Runner") -> Fraction:
        """That of the best strategy, without any strategy to remember."""
        from houseway.games.down_under_holdem.exact.main_game import analyze_main

        return analyze_main(game, run).house_edge

    def price_bonuses(self, game: "Game", run: "Runner") -> "Prices":
        """Every bonus under every pay table, counted."""
        from houseway.games.down_under_holdem.exact.bonuses import price_bonuses

        return price_bonuses(game, run)

    def solve(self, game: "Game", run: "Runner", name: str) -> "Strategy":
        """A strategy by its name, with its figures."""
        from houseway.games.down_under_holdem.strategy.solve import solve

        return solve(game, run, name)

    def charts(self, strategy: "Strategy") -> "list[Chart]":
        """A strategy as tables for people."""
        from houseway.games.down_under_holdem.strategy.solve import charts

        return charts(strategy)

    def advise(self, game: "Game", seen: "Seen", solved: "Callable[[], Strategy]") -> "dict[str, Value]":
        """What each legal decision is worth to the seat in turn."""
        from houseway.games.down_under_holdem.strategy.solve import advise

        return advise(game, solved(), seen)

    def explain(self, seen: "Seen", best: str) -> str:
        """One sentence why the best decision is best."""
        from houseway.games.down_under_holdem.strategy.explain import explain

        return explain(seen, best)

    def rule_values(self, game: "Game") -> Mapping[str, Any]:
        """Every rule that a study may change, as it stands."""
        return rule_values(game)

    def check_study(self, game: "Game") -> None:
        """Refuse rules that make no sense."""
        check_study(game)

    def prepare(self, game: "Game", strategy: "Strategy", seats: int) -> "Simulation":
        """The game made ready for rounds by the million."""
        from houseway.games.down_under_holdem.simulate.prepare import prepare

        return prepare(game, strategy, seats)

    def deals_to_try(self, hands: int) -> int:
        """The gain of more hands seen is spread more: so many deals leave a standard error below 0.01%."""
        return self.face_up_deals * hands

    def face_up(self, game: "Game", hands: int, deals: int, seed: int, run: "Runner") -> "FaceUp":
        """What a player gains who sees this many other hands."""
        from houseway.games.down_under_holdem.simulate.face_up import face_up

        return face_up(game, hands, deals, seed, run)
