"""A strategy as a thing: what to decide, in arrays that a kernel looks up, and the rules that it belongs to."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
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


def percent(share: float) -> str:
    """A share or an edge as people read it, to four places."""
    return f"{100 * share:.4f}%"


@dataclass(frozen=True, eq=False, kw_only=True)
class Strategy:
    """How to play a main game; `arrays` are what its game's kernels and advice look up."""

    game: str
    name: str  # `optimal`, or another that the game's `solve` knows
    rules: str  # digest of the rules that it belongs to
    options: Mapping[str, str]  # the operator's choices among these rules
    figures: Mapping[str, Any]  # as `analyze` gives them for a main game
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


def strategy_options(game: Game) -> dict[str, str]:
    """The operator's choices that change the best play of the main game."""
    return {name: game.options[name] for name in game.kit.strategy_options}


def rules_digest(game: Game) -> str:
    """What a strategy belongs to: the game's rules as code and data, pay tables of main wagers, options, study."""
    rules = b"".join((game.kit.folder / name).read_bytes() for name in game.kit.strategy_files)
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
    """A strategy for a game, with its figures."""
    return Strategy(
        game=game.name,
        name=name,
        rules=rules_digest(game),
        options=strategy_options(game),
        figures=figures,
        arrays=arrays,
        study=game.study_name,
    )
