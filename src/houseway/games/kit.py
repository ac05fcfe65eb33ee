"""What the rest of the program needs from a game: one class with the course of play and the parts of the game.

A game's folder (or its own package) has a `kit.py` with `class Kit(GameKit)`. The class names the parts that the game
has (`games/parts.py`). It imports what they need only when they are used, so that a light command stays light. If a
game lacks a part, one line says so, such as "no analysis yet".
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Generic, NoReturn, TypeVar

from msgspec import UNSET, Struct, UnsetType

from houseway.cards.card import JOKER
from houseway.errors import InvalidInput
from houseway.games.game import V_co
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
    from houseway.cards.card import Card
    from houseway.games.game import Game
    from houseway.games.round.round import Round
    from houseway.games.round.settlement_answer import DealerAnswer

Part = TypeVar("Part")


class HandValue(Struct, frozen=True, kw_only=True):
    """The value of cards: the hand in words and as a number and, if it is set, how the house way sets it."""

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
    """A game: the course of a round, and the parts that it has."""

    name: str  # the game's name in records and commands
    folder: Path  # where its approval.toml and line_counts.json are

    analysis: ClassVar[AnalysisPart | None] = None
    strategy: ClassVar[StrategyPart | None] = None
    advice: ClassVar[AdvicePart | None] = None
    study: ClassVar[StudyPart | None] = None
    simulation: ClassVar[SimulationPart | None] = None
    face_up: ClassVar[FaceUpPart | None] = None
    vulnerability: ClassVar[VulnerabilityPart | None] = None

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.folder = folder
        self.variants: dict[tuple[str, ...], V_co] = {}  # of the letter's game, by the choices in `variant_options`

    def require(self, part: Part | None, title: str) -> Part:
        """A part of the game; raises with one line where the game lacks it."""
        if part is None:
            self.refuse(title)
        return part

    def refuse(self, part: str) -> NoReturn:
        """Raise with one line that names the missing part."""
        raise InvalidInput(f"{self.name}: no {part} yet", field="game")

    # ---- rounds

    @abstractmethod
    def round_type(self) -> "type[Round[V_co]]":
        """The class of the game's rounds, a subclass of `Round`."""

    variant_options: ClassVar[tuple[str, ...] | None] = None  # all choices that `variant` reads, where they are known

    def variant(self, game: "Game") -> V_co:
        """The rules as the game's own modules read them, a study's included; `Game.variant` caches it."""
        self.refuse("rules of its own")

    def deck(self, game: "Game[V_co]") -> frozenset[int]:
        """The cards in play; a study may take some out."""
        return frozenset(range(JOKER + 1 if game.approval.table.jokers else JOKER))

    def copies(self, game: "Game") -> int:
        """How many of each card the deck or shoe holds."""
        shoe = game.approval.table.shoe
        return int(game.options[shoe.decks]) if shoe else 1

    def explain_dealer(self, dealer: "DealerAnswer") -> str:
        """A sentence on what the dealer's hand means for the table; empty where it needs none."""
        return ""

    def hands(self) -> Mapping[str, HandKind]:
        """The kinds of hands that only this game has, by their names for `evaluate --as`."""
        return {}

    # ---- what decides which rules a game has

    @property
    def strategy_options(self) -> tuple[str, ...]:
        """The operator's choices that change the best play."""
        return self.strategy.options if self.strategy else ()

    @property
    def study_rules(self) -> Mapping[str, str]:
        """The rules that a designer may change besides pay tables, each explained."""
        return self.study.rules if self.study else {}

    def rule_values(self, game: "Game") -> Mapping[str, object]:
        """The value in this game of every rule that a study may change."""
        return self.study.rule_values(game) if self.study else {}

    def check_study(self, game: "Game") -> None:
        """Refuse a study that makes no sense."""
        if self.study:
            self.study.check(game)
