"""Houseway: the rules of approved casino table games, written once: played, settled, priced and run."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.games.game import Game
    from houseway.lab.result import Analysis
    from houseway.lab.simulate import SimulationResult

__version__ = "0.1.0"
__all__ = ["__version__", "advise", "analyze", "game", "settle", "simulate"]


def settle(record: object) -> dict[str, Any]:
    """Settle a finished round: a record in, its settlement out; a record that is wrong raises HousewayError."""
    from houseway.games import record as records

    return records.settle(record)


def game(name: str, options: Mapping[str, object] | None = None) -> "Game":
    """A game with the operator's choices; its `deal` starts a round to play step by step."""
    from houseway import games

    return games.game(name, options)


def analyze(name: str, **options: object) -> "Analysis":
    """The price of a game with these options (hyphens as in `**{"trips-or-better": 2}`): exact where it can be."""
    from houseway.lab.analyze import analyze as analyzed

    return analyzed(name, options)


def advise(record: object) -> dict[str, Any]:
    """What each legal decision is worth to the seat whose decision is open in a record."""
    from houseway.lab.shards import Threads
    from houseway.lab.strategies import advise as advised

    return advised(record, Threads)


def simulate(
    name: str, *, rounds: int, seed: int | str = 1, strategy: str = "", seats: int = 1, **options: object
) -> "SimulationResult":
    """So many rounds of a game with everything on, but for what the options choose."""
    from houseway.lab.simulate import simulate as simulated

    return simulated(name, options, rounds=rounds, seed=seed, strategy=strategy, seats=seats)
