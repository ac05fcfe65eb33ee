"""The parts of Wild Monkey Pai Gow, as the rest of the program asks for them."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from houseway.games.kit import GameKit, HandKind, HandValue
from houseway.games.wild_monkey_pai_gow.strategy import STRATEGIES
from houseway.games.wild_monkey_pai_gow.study import STUDY_RULES, check_study, rule_values

if TYPE_CHECKING:
    from houseway.cards.card import Card
    from houseway.games.game import Game
    from houseway.games.pricing.advice import Seen, Value
    from houseway.games.pricing.analysis import Runner
    from houseway.games.pricing.price import Prices
    from houseway.games.pricing.strategy import Chart, Strategy
    from houseway.games.round.round import Round
    from houseway.games.round.settlement_answer import DealerAnswer
    from houseway.games.simulation.simulation import Simulation
    from houseway.games.wild_monkey_pai_gow.variant import Variant


class Kit(GameKit["Variant"]):
    """Wild Monkey Pai Gow."""

    best_paying: ClassVar = ("royal-riches",)
    strategies: ClassVar = STRATEGIES
    strategy_options: ClassVar = ("wheel", "best-seven", "commission")
    variant_options: ClassVar = strategy_options
    strategy_files: ClassVar = ("rules.py", "house_way.py", "best_seven.py", "percentiles.tbl")
    titles: ClassVar = {
        "main": "house way, best double and surrender",
        "main_best_setting": "best setting, best double and surrender",
    }
    strategy_titles: ClassVar = {
        "optimal": "best setting, best double and surrender",
        "house-way": "house way, best double and surrender",
    }
    study_rules: ClassVar[Mapping[str, str]] = STUDY_RULES

    count_options: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "dealer-joker": ("dealer-joker-needs-win",),
        "dealer-pai-gow": ("wheel", "best-seven"),
        "player-pai-gow-insurance": ("insurance-joker",),
    }

    def round_type(self) -> "type[Round[Variant]]":
        """The course of a round."""
        from houseway.games.wild_monkey_pai_gow.play import Play

        return Play

    def variant(self, game: "Game") -> "Variant":
        """The rules of the main game as numbers."""
        from houseway.games.wild_monkey_pai_gow.variant import Variant

        return Variant.of(game)

    def describe(self, game: "Game", run: "Runner") -> dict[str, Any]:
        """The main game, counted."""
        from houseway.games.wild_monkey_pai_gow.exact.main_game import describe

        return describe(game, run)

    def price_bonuses(self, game: "Game", run: "Runner") -> "Prices":
        """Every bonus under every pay table, counted."""
        from houseway.games.wild_monkey_pai_gow.exact.bonuses import price_bonuses

        return price_bonuses(game, run)

    def tables_for(self, described: Mapping[str, Any], *, charts: bool) -> "list[Chart]":
        """The readings of what the letter leaves open, side by side."""
        from houseway.games.wild_monkey_pai_gow.exact.tables import tables_for

        return tables_for(described)

    def count_lines(self, game: "Game", run: "Runner") -> "Prices":
        """The bonuses, and by the dealer's cards alone those that need a won Bet too."""
        from houseway.games.wild_monkey_pai_gow.exact.bonuses import price_dealers

        return self.price_bonuses(game, run) | price_dealers(game, run)

    def count_note(self, game: "Game", wager: str) -> str:
        """Two bonuses look at the Bet as well."""
        if wager == "dealer-pai-gow":
            return "how often the dealer's hand comes; the Bet must be won too"
        if wager == "dealer-joker" and game.is_on("dealer-joker-needs-win"):
            return "how often the dealer's hand comes; without a won Bet it is a push"
        return ""

    def solve(self, game: "Game", run: "Runner", name: str) -> "Strategy":
        """A strategy by its name, with its figures."""
        from houseway.games.wild_monkey_pai_gow.strategy.solve import solve

        return solve(game, run, name)

    def charts(self, strategy: "Strategy") -> "list[Chart]":
        """A strategy as tables for people."""
        from houseway.games.wild_monkey_pai_gow.strategy.solve import charts

        return charts(strategy)

    def advise(self, game: "Game", seen: "Seen", solved: "Callable[[], Strategy]") -> "dict[str, Value]":
        """What each legal decision is worth to the seat in turn."""
        from houseway.games.wild_monkey_pai_gow.strategy.solve import advise

        return advise(game, solved(), seen)

    def explain(self, seen: "Seen", best: str) -> str:
        """One sentence why the best decision is best."""
        from houseway.games.wild_monkey_pai_gow.strategy.explain import explain

        return explain(seen, best)

    def explain_dealer(self, dealer: "DealerAnswer") -> str:
        """Which of the eight cards is laid aside and why, and the line of the house way."""
        from houseway.games.wild_monkey_pai_gow.strategy.explain import explain_dealer

        return explain_dealer(dealer)

    def rule_values(self, game: "Game") -> Mapping[str, Any]:
        """Every rule that a study may change, as it stands."""
        return rule_values(game)

    def check_study(self, game: "Game") -> None:
        """Refuse rules that make no sense."""
        check_study(game)

    def prepare(self, game: "Game", strategy: "Strategy", seats: int) -> "Simulation":
        """The game made ready for rounds by the million."""
        from houseway.games.wild_monkey_pai_gow.simulate.prepare import prepare

        return prepare(game, strategy, seats)

    def hands(self) -> Mapping[str, HandKind]:
        """A hand of seven, set by the house way."""
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
