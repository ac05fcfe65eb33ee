"""How likely each net result of a round of the main game is: as it came with houseway, kept, or counted.

A game's `nets.json` holds the distribution under the letter's default choices, made by tools/make_nets.py, and belongs
to a digest of the rules of the main game. `make test-slow` counts it again.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct

from houseway.games import game_named
from houseway.games.game import Game
from houseway.games.pricing.analysis import Nets, Runner
from houseway.games.pricing.result_json import from_json, to_text
from houseway.games.scope import main_scope
from houseway.lab.cache import cached_answer, kept_answer

FILE: Final = "nets.json"
_QUESTION: Final = "nets of the main game"
Pairs = list[tuple[Fraction, Fraction]]  # a net result in first wagers, and how likely it is


class NetResult(Struct, frozen=True, kw_only=True):
    """A net result of a round: in first wagers, how likely it is, and both as exact fractions."""

    net: float
    probability: float
    net_exact: str
    probability_exact: str


def main_nets(game: Game, run: Runner) -> Nets:
    """How likely each net result of a round of the main game is; kept like an analysis."""
    from houseway.lab.kept_counts import KeepingRunner

    part, counting = game.kit.require(game.kit.analysis, "analysis"), KeepingRunner(run)
    pairs = shipped_nets(game) or cached_answer(
        _QUESTION, game, Pairs, lambda scoped: sorted(part.main_nets(scoped, counting).items()), scope=main_scope(game)
    )
    return dict(pairs)


def kept_nets(game: Game) -> Nets | None:
    """The distribution, if it came with houseway or was counted before; None if it must be counted."""
    pairs = shipped_nets(game) or kept_answer(_QUESTION, game, Pairs, scope=main_scope(game))
    return None if pairs is None else dict(pairs)


def net_results(nets: Nets) -> list[NetResult]:
    """Net results in order, as an answer has them."""
    return [
        NetResult(net=float(net), probability=float(chance), net_exact=str(net), probability_exact=str(chance))
        for net, chance in sorted(nets.items())
    ]


def shipped_nets(game: Game) -> Pairs | None:
    """The distribution that came with houseway; none where other rules are played."""
    return _shipped(game.kit.folder / FILE).get(main_scope(game).digest(game))


@cache
def _shipped(path: Path) -> Mapping[str, Pairs]:
    return from_json(path.read_bytes(), dict[str, Pairs]) if path.exists() else {}


def make_nets(name: str, run: Runner) -> bytes:
    """The file of a game: its distribution under the letter's default choices, by the digest of its main rules."""
    game = game_named(name)
    scope, part = main_scope(game), game.kit.require(game.kit.analysis, "analysis")
    return to_text({scope.digest(game): sorted(part.main_nets(scope.show(game), run).items())})
