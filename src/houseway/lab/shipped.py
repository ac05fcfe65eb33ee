"""Exact analyses that come with houseway, each with the digest of the rules that it belongs to.

A game's `analyses.json.xz` holds its analysis for every choice of options that bears on it, made by
tools/make_analyses.py. An answer fits a game whose rules, pay tables and choices give the same digest; any other game
is counted. That the code still counts the same is proved by `make test-slow`, as for line counts and tables.
"""

import dataclasses
import itertools
import json
import lzma
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Raw
from msgspec.structs import replace

from houseway.games import game_named, kit_of, letter_of
from houseway.games.game import Game
from houseway.games.kit import GameKit
from houseway.games.pricing.result import Analysis
from houseway.games.pricing.result_json import from_json
from houseway.games.resolved_rules import digest_of, resolved_rules

FILE: Final = "analyses.json.xz"


def bearing_options(kit: GameKit) -> tuple[str, ...]:
    """The operator's choices that an analysis depends on."""
    part = kit.require(kit.analysis, "analysis")
    counts = itertools.chain.from_iterable(part.count_options.values())
    stopping = (name for name, option in letter_of(kit.name).options.items() if option.stops_action)
    return tuple(dict.fromkeys((*kit.strategy_options, *part.price_options, *counts, *stopping)))


def analysis_digest(game: Game) -> str:
    """Which rules an analysis belongs to: everything that bears on it."""
    bearing = bearing_options(game.kit)
    return digest_of({**resolved_rules(game), "options": {name: game.options[name] for name in bearing}})


def configurations(name: str) -> list[dict[str, str]]:
    """Every choice of the options that bear on the analysis of a game."""
    options = bearing_options(kit_of(name))
    values = [letter_of(name).options[option].values for option in options]
    return [dict(zip(options, chosen, strict=True)) for chosen in itertools.product(*values)]


def chosen_options(game: Game) -> dict[str, str]:
    """The operator's choices that are not the default."""
    defaults = game.approval.defaults
    return {name: value for name, value in game.options.items() if value != defaults[name]}


def shipped_analysis(game: Game) -> Analysis | None:
    """The analysis of a game that came with houseway; none where other rules are played."""
    kept = _analyses(game.kit.folder / FILE).get(analysis_digest(game))
    if kept is None:
        return None
    kind = game.kit.require(game.kit.analysis, "analysis").result_type()
    return replace(from_json(kept, kind), options=chosen_options(game), shipped=True)


@cache
def _analyses(path: Path) -> Mapping[str, Raw]:
    """The analyses of a file by digest, each read when it is asked for; a game that ships none has none."""
    return from_json(lzma.decompress(path.read_bytes()), dict[str, Raw]) if path.exists() else {}


class Watched(dict[str, str]):
    """Options that remember which of them were looked at."""

    def __init__(self, options: Mapping[str, str]) -> None:
        super().__init__(options)
        self.seen: set[str] = set()

    def __getitem__(self, name: str) -> str:
        """The choice of an option."""
        self.seen.add(name)
        return super().__getitem__(name)


def make_analyses(name: str, count: Callable[[Game], Analysis]) -> dict[str, Analysis]:
    """The analyses of a game for every choice, by digest; `count` makes one.

    An analysis that looks at an option which is not said to bear on it is refused: it would serve other games too.
    """
    made = {}
    for options in configurations(name):
        game = game_named(name, options)
        watched = Watched(game.options)
        digest, analysis = analysis_digest(game), count(dataclasses.replace(game, options=watched))
        if hidden := sorted(watched.seen - set(bearing_options(game.kit))):
            raise RuntimeError(f"{name}: the analysis also depends on {', '.join(hidden)}")
        made[digest] = replace(analysis, options={})
    return made


def packed(analyses: Mapping[str, Analysis]) -> bytes:
    """Analyses as the file holds them."""
    plain = {digest: analysis.to_json() for digest, analysis in analyses.items()}
    return lzma.compress(json.dumps(plain).encode(), preset=9)
