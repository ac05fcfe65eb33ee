"""What the rest of the program asks of a game: one class with a default for everything but the course of play.

A game's folder (or a package of its own) has a `kit.py` with `class Kit(GameKit)`. It overrides what the game has and
imports it when it is asked for, so that a light command stays light. What a game does not have answers with one line,
such as "no analysis yet".

| the lab asks | to |
|---|---|
| `describe`, `main_house_edge`, `price_bonuses`, `price_options`, `compare_rules`, `tables_for` | price and show it |
| `count_lines`, `count_options`, `count_note` | count the odds that a house posts |
| `strategies`, `strategy_options`, `solve`, `charts`, `figures_for` | make, keep and show a strategy |
| `advise`, `explain` | say what a decision is worth, and why |
| `study_rules`, `rule_values`, `check_study` | let a designer change it |
| `prepare`, `prepare_shoes`, `face_up`, `deals_to_try` | simulate it |
| `hands` | name its hands |
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NoReturn

from msgspec import UNSET, Struct, UnsetType

from houseway.cards.card import JOKER
from houseway.errors import InvalidInput
from houseway.games.game import V_co

if TYPE_CHECKING:
    from houseway.cards.card import Card
    from houseway.games.game import Game
    from houseway.games.pricing.advice import Seen, Value
    from houseway.games.pricing.analysis import Runner
    from houseway.games.pricing.price import Prices
    from houseway.games.pricing.strategy import Chart, Strategy
    from houseway.games.round.round import Round
    from houseway.games.round.settlement_answer import DealerAnswer
    from houseway.games.simulation.face_up import FaceUp
    from houseway.games.simulation.simulation import Simulation


class HandValue(Struct, frozen=True, kw_only=True):
    """What cards make: the hand in words and as a number, and how the house way sets it where it is set."""

    hand: str
    strength: int
    front: list[str] | UnsetType = UNSET
    back: list[str] | UnsetType = UNSET


@dataclass(frozen=True, slots=True, kw_only=True)
class HandKind:
    """A kind of hand that `houseway evaluate --as` knows: how many cards it takes, and what they make."""

    cards: tuple[int, ...]
    joker: bool
    evaluate: "Callable[[tuple[Card, ...]], HandValue]"


class GameKit(ABC, Generic[V_co]):
    """The parts of one game. Methods with a default need not be overridden."""

    name: str  # the game's name in records and commands
    folder: Path  # where its approval.toml and line_counts.json are

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.folder = folder
        self.variants: dict[tuple[str, ...], V_co] = {}  # of the letter's game, by the choices in `variant_options`

    @abstractmethod
    def round_type(self) -> "type[Round[V_co]]":
        """The course of a round: a subclass of `Round`."""

    variant_options: ClassVar[tuple[str, ...] | None] = None  # all the choices that `variant` reads, where it is told

    def variant(self, game: "Game") -> V_co:
        """The rules as the game's own modules read them, a study's included; `Game.variant` keeps it."""
        self.refuse("rules of its own")

    def deck(self, game: "Game[V_co]") -> frozenset[int]:
        """The cards in play; a study may take some out."""
        return frozenset(range(JOKER + 1 if game.approval.table.jokers else JOKER))

    def copies(self, game: "Game") -> int:
        """How many of each card the deck or shoe holds."""
        shoe = game.approval.table.shoe
        return int(game.options[shoe.decks]) if shoe else 1

    # ---- analysis

    titles: ClassVar[Mapping[str, str]] = {"main": "optimal play"}  # of the main games that `describe` answers with

    def describe(self, game: "Game", run: "Runner") -> dict[str, Any]:
        """The main game, priced: what `analyze --json` says besides the bonuses."""
        self.refuse("analysis")

    def main_house_edge(self, game: "Game", run: "Runner") -> Fraction:
        """The exact house edge of the main game alone, for who needs nothing else of it."""
        return Fraction(self.describe(game, run)["main"]["house_edge_exact"])

    def price_bonuses(self, game: "Game", run: "Runner") -> "Prices":
        """Every bonus under every pay table, counted."""
        return {}

    def table_note(self, game: "Game", wager: str, table: str) -> str:
        """What must be known beside the price of a pay table: that it is not for this game's deck, say."""
        return ""

    best_paying: ClassVar[tuple[str, ...]] = ()  # bonuses of which the best-paying line counts, whatever its place

    price_options: ClassVar[tuple[str, ...]] = ()  # choices that change the main game's price but not its best play

    count_options: ClassVar[Mapping[str, tuple[str, ...]]] = {}  # by wager: choices that change how often lines come

    def count_lines(self, game: "Game", run: "Runner") -> "Prices":
        """How often the lines of each bonus come, for the odds that a house posts."""
        return self.price_bonuses(game, run)

    def count_note(self, game: "Game", wager: str) -> str:
        """What else a player must know of the counts of a wager."""
        return ""

    def compare_rules(self, game: "Game", run: "Runner") -> dict[str, Any]:
        """The edge of the main game for every choice of rules that bears on it, as `table_of_edges`."""
        raise InvalidInput(f"{self.name} has one main game, whatever the options", field="all-decks")

    def tables_for(self, described: Mapping[str, Any], *, charts: bool) -> "list[Chart]":
        """What an analysis says beyond prices, as tables for people; charts of decisions where they are wanted."""
        return []

    # ---- strategies and advice

    strategies: ClassVar[tuple[str, ...]] = ()  # by name, the one that is played by default first
    strategy_options: ClassVar[tuple[str, ...]] = ()  # the operator's choices that change the best play
    strategy_files: ClassVar[tuple[str, ...]] = ("rules.py",)  # of the folder: what the best play follows from

    strategy_titles: ClassVar[Mapping[str, str]] = {}  # what a name does not say, in words
    solved_simple: ClassVar[tuple[str, ...]] = ()  # of the strategies to remember, those that serve whatever rules

    advice_needs_strategy: ClassVar[bool] = True  # whether `advise` asks for the default strategy, which takes a while

    def solve(self, game: "Game", run: "Runner", name: str) -> "Strategy":
        """A strategy by its name, with its figures."""
        self.refuse("strategy")

    def charts(self, strategy: "Strategy") -> "list[Chart]":
        """A strategy as tables for people."""
        return []

    def figures_for(self, game: "Game", strategy: "Strategy") -> Mapping[str, Any]:
        """The figures of a strategy in this very game, where one strategy serves several."""
        return strategy.figures

    def advise(self, game: "Game", seen: "Seen", solved: "Callable[[], Strategy]") -> "dict[str, Value]":
        """What each legal decision is worth to the seat in turn; `solved()` is the default strategy, if it helps."""
        self.refuse("advice")

    def explain(self, seen: "Seen", best: str) -> str:
        """One sentence why the best decision is best; empty where there is none."""
        return ""

    def explain_dealer(self, dealer: "DealerAnswer") -> str:
        """What the dealer's hand of a settlement means for the table, in a sentence; empty where it needs none."""
        return ""

    # ---- studies

    study_rules: ClassVar[Mapping[str, str]] = {}  # what a designer may change besides pay tables, explained

    def rule_values(self, game: "Game") -> Mapping[str, Any]:
        """Every rule that a study may change as it stands in this game, a study's included, in the words of a study.

        Values that mean the same must be equal here: whether a game is its letter's is told by them.
        """
        return dict(game.study)

    def check_study(self, game: "Game") -> None:
        """Refuse a study that makes no sense."""

    # ---- simulation

    def prepare(self, game: "Game", strategy: "Strategy", seats: int) -> "Simulation":
        """The game made ready for rounds by the million."""
        self.refuse("simulation")

    def prepare_shoes(self, game: "Game", strategy: "Strategy", seats: int) -> "Simulation":
        """The same from whole shoes to the cut card."""
        raise InvalidInput(f"{self.name} is dealt from a fresh deck each round", field="shoes")

    face_up_deals: ClassVar[int] = 0  # tried by default where one other hand is seen

    def deals_to_try(self, hands: int) -> int:
        """How many deals are tried by default where so many other hands are seen."""
        return self.face_up_deals

    def face_up(self, game: "Game", hands: int, deals: int, seed: int, run: "Runner") -> "FaceUp":
        """What a player gains who sees this many other hands."""
        self.refuse("study of cards dealt face up")

    # ---- hands

    def hands(self) -> Mapping[str, HandKind]:
        """Kinds of hands that only this game knows, by their names for `evaluate --as`."""
        return {}

    def refuse(self, part: str) -> NoReturn:
        """Say in one line that the game lacks a part."""
        raise InvalidInput(f"{self.name}: no {part} yet", field="game")
