"""A strategy as a thing: what to decide, in arrays that a kernel looks up, and the rules that it belongs to."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from houseway.errors import InvalidInput
from houseway.games.game import Game

if TYPE_CHECKING:
    import numpy.typing as npt

    Array = npt.NDArray[Any]

FORMAT: Final = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A strategy, or a part of it, as a table for people."""

    title: str
    columns: tuple[str, ...]  # the first one names the rows
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, eq=False, kw_only=True)
class Strategy:
    """How to play a main game; `arrays` are what its game's kernels and advice look up."""

    game: str
    name: str  # `optimal`, or another that the game's `solve` knows
    rules: str  # digest of the rules that it belongs to
    options: Mapping[str, str]  # the operator's choices among these rules
    figures: Mapping[str, Any]  # what it comes to, as `analyze` says it of a main game
    arrays: "Mapping[str, Array]"
    study: str = ""  # the name of a designer's study: not approved
    format: int = field(default=FORMAT)

    def check(self, game: Game) -> None:
        """Refuse another game, or other rules than those the strategy was made for."""
        if self.game != game.name:
            raise InvalidInput(f"is a strategy for {self.game}, not for {game.name}", field="strategy")
        if self.rules != rules_digest(game):
            chosen = ", ".join(f"{name} {value}" for name, value in self.options.items()) or "other rules"
            raise InvalidInput(f"belongs to another rule set ({chosen})", field="strategy")


def part(game: str, module: str) -> Any:
    """A module of the folder of a game."""
    return import_module(f"houseway.games.{game.replace('-', '_')}.{module}")


def has_part(game: str, module: str) -> bool:
    """Whether the folder of a game has such a module."""
    return find_spec(f"houseway.games.{game.replace('-', '_')}.{module}") is not None


def strategy_options(game: Game) -> dict[str, str]:
    """The operator's choices on which the best play of the main game hangs."""
    depends: Sequence[str] = part(game.name, "strategy").DEPENDS_ON
    return {name: game.options[name] for name in depends}


def rules_digest(game: Game) -> str:
    """What a strategy belongs to: the game's rules as code and data, pay tables of main wagers, options, study."""
    files = ("rules.py", *getattr(part(game.name, "strategy"), "FURTHER_RULES", ()))
    folder = Path(str(part(game.name, "rules").__file__)).parent
    rules = b"".join((folder / name).read_bytes() for name in files)
    main = [name for name, wager in game.approval.wagers.items() if wager.role in ("main", "decision")]
    tables = {
        wager: {name: [str(pay and pay.text) for pay in table.pays] for name, table in tables.items()}
        for wager, tables in game.approval.paytables.items()
        if wager in main
    }
    said = {
        "format": FORMAT,
        "game": game.name,
        "options": strategy_options(game),
        "paytables": tables,
        "study": {name: repr(value) for name, value in game.study.items()},
    }
    return hashlib.sha256(rules + json.dumps(said, sort_keys=True).encode()).hexdigest()[:32]


def new_strategy(game: Game, name: str, figures: Mapping[str, Any], arrays: "Mapping[str, Array]") -> Strategy:
    """A strategy for a game, with what it comes to."""
    return Strategy(
        game=game.name,
        name=name,
        rules=rules_digest(game),
        options=strategy_options(game),
        figures=figures,
        arrays=arrays,
        study=game.study_name,
    )
