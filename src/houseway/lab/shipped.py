"""Exact analyses that come with houseway, each with the digest of the rules that it belongs to.

A game's `analyses.json.xz` holds its analysis for every choice of the options that it depends on, made by
tools/make_analyses.py. An answer fits a game whose rules, pay tables and choices give the same digest; any other game
is counted. `make test-slow` proves that the code still counts the same, as for line counts and tables.
"""

import itertools
import lzma
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from msgspec import Raw
from msgspec.structs import replace

from houseway.games import game_named, kit_of, letter_of
from houseway.games.game import Game
from houseway.games.kit import GameKit
from houseway.games.pricing.result import Analysis
from houseway.games.pricing.result_json import from_json, to_text
from houseway.games.pricing.wager_result import WagerResult
from houseway.games.resolved_rules import chosen_options
from houseway.games.scope import Scope

FILE: Final = "analyses.json.xz"

BonusPrices = Mapping[str, Mapping[str, WagerResult]]  # by wager and pay table


def bearing_options(kit: GameKit) -> tuple[str, ...]:
    """The operator's choices that an analysis depends on."""
    part = kit.require(kit.analysis, "analysis")
    counts = itertools.chain.from_iterable(part.count_options.values())
    stopping = (name for name, option in letter_of(kit.name).options.items() if option.stops_action)
    return tuple(dict.fromkeys((*kit.strategy_options, *part.price_options, *counts, *stopping)))


def analysis_scope(kit: GameKit) -> Scope:
    """The rules that an analysis depends on."""
    return Scope(options=bearing_options(kit))


def configurations(name: str) -> list[dict[str, str]]:
    """Every choice of the options that a game's analysis depends on."""
    options = bearing_options(kit_of(name))
    values = [letter_of(name).options[option].values for option in options]
    return [dict(zip(options, chosen, strict=True)) for chosen in itertools.product(*values)]


def shipped_analysis(game: Game) -> Analysis | None:
    """The analysis of a game that came with houseway; none where other rules are played."""
    stored = _analyses(game.kit.folder / FILE).get(analysis_scope(game.kit).digest(game))
    if stored is None:
        return None
    part = game.kit.require(game.kit.analysis, "analysis")
    analysis, words = from_json(stored, part.result_type()), part.simple_words(game)
    simple = {name: replace(one, text=words.get(name, one.text)) for name, one in analysis.simple_strategies.items()}
    return replace(analysis, options=chosen_options(game), simple_strategies=simple, shipped=True)


def shipped_prices(game: Game) -> BonusPrices:
    """The price of every bonus under every pay table as it came with houseway; none where other rules are played."""
    part = game.kit.analysis
    return _prices(game.kit.folder / FILE, analysis_scope(game.kit).digest(game), part.result_type()) if part else {}


@lru_cache(maxsize=16)
def _prices(path: Path, digest: str, kind: type[Analysis]) -> BonusPrices:
    """The prices of one analysis, cached: pages ask for them at every view, and reading them takes up to 20 ms."""
    analysis = _analyses(path).get(digest)
    return {} if analysis is None else from_json(analysis, kind).wagers


@cache
def _analyses(path: Path) -> Mapping[str, Raw]:
    """The analyses of a file by digest, each read when it is asked for; a game that ships none has none."""
    return from_json(lzma.decompress(path.read_bytes()), dict[str, Raw]) if path.exists() else {}


def make_analyses(name: str, count: Callable[[Game], Analysis]) -> dict[str, Analysis]:
    """The analyses of a game for every choice, by digest; `count` makes one.

    An analysis that reads an undeclared option is refused, because it would be used for other games too.
    """
    scope = analysis_scope(kit_of(name))
    games = [game_named(name, options) for options in configurations(name)]
    return {scope.digest(game): count(scope.show(game)) for game in games}


def packed(analyses: Mapping[str, Analysis]) -> bytes:
    """Analyses as the file holds them."""
    return lzma.compress(to_text(analyses), preset=9)
