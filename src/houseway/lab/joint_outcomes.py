"""How the wagers of a seat end together: counted and cached where a game can count, else simulated like two seats.

A game's `joint_counts.json` holds the counts of its default strategy with every wager on, and `seat_products.json` what
is counted of two seats; tools/make_joint_counts.py makes both, and `make test-slow` counts them again.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from msgspec import Struct

from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.result_json import from_json, to_text
from houseway.games.pricing.strategy import Strategy
from houseway.games.scope import EVERYTHING
from houseway.games.simulation.joint import EXACT, SIMULATED, Joint, SeatPairs, joint_of, seat_pairs_of
from houseway.games.simulation.joint_counter import joint_places
from houseway.games.simulation.seat_products import SeatProducts
from houseway.games.simulation.simulation import Counts, Simulation
from houseway.lab.cache import cached_answer
from houseway.lab.kept_counts import KeepingRunner
from houseway.lab.simulate import SHARD, arrays_digest

FILE: Final = "joint_counts.json"
SEATS_FILE: Final = "seat_products.json"


class CountedTogether(Struct, frozen=True, kw_only=True):
    """Wagers that are counted together: where their outcomes stand, and how many deals end in each."""

    wagers: tuple[str, ...]
    places: list[tuple[int, int]]


@dataclass(frozen=True, kw_only=True)
class Outcomes:
    """The outcomes of a seat: some of its wagers counted together, and all of them simulated."""

    counted: tuple[Joint, ...]
    sampled: Joint
    seats: SeatPairs
    two_seats: SeatProducts | None  # of two seats, what is counted

    def of(self, wagers: Collection[str]) -> Joint:
        """The outcomes of some wagers together: counted if they are, else simulated."""
        return next((joint for joint in self.counted if joint.rows.keys() >= set(wagers)), self.sampled)


def joint_outcomes(simulation: Simulation, run: Runner, *, sample: int, seed: int) -> Outcomes:
    """The outcomes of a seat and of two seats, of which this many rounds are simulated."""
    if simulation.joint is None:
        simulation.game.kit.refuse("outcomes of all wagers together")
    rows, places = simulation.rows, joint_places(simulation.rows)
    shared = seed, *simulation.arguments, places
    tally = run(simulation.joint, [(start, min(SHARD, sample - start), *shared) for start in range(0, sample, SHARD)])
    return Outcomes(
        counted=counted_outcomes(simulation, run),
        sampled=joint_of(rows, tally, SIMULATED),
        seats=seat_pairs_of(rows, tally, sample),
        two_seats=seat_products(simulation.game, run),
    )


def counted_outcomes(simulation: Simulation, run: Runner) -> tuple[Joint, ...]:
    """The wagers of a seat that are counted together over all deals."""
    joints = []
    for one in _counted(simulation.game, simulation.strategy, run):
        rows = {name: simulation.rows[name] for name in one.wagers}
        deals = np.zeros(joint_places(rows).outcomes, np.int64)
        for place, count in one.places:
            deals[place] = count
        joints.append(joint_of(rows, deals, EXACT))
    return tuple(joints)


def seat_products(game: Game, run: Runner) -> SeatProducts | None:
    """How wagers of two seats go together, where that is counted: shipped with houseway, or kept like an analysis."""
    part = game.kit.require(game.kit.simulation, "simulation")
    shipped = _shipped_products(game.kit.folder / SEATS_FILE).get(EVERYTHING.digest(game))
    if shipped is not None:
        return shipped
    counting = KeepingRunner(run)
    products = cached_answer(
        "two seats", game, list[SeatProducts], lambda shown: _some(part.two_seats(shown, counting))
    )
    return next(iter(products), None)


def _some(products: SeatProducts | None) -> list[SeatProducts]:
    return [] if products is None else [products]


def _counted(game: Game, strategy: Strategy, run: Runner) -> Sequence[CountedTogether]:
    """The counts as plain numbers: shipped, or cached like an analysis."""
    question = f"{strategy.name} {arrays_digest(strategy.arrays)}"
    shipped = _shipped(game.kit.folder / FILE).get(f"{question} {EVERYTHING.digest(game)}")
    if shipped is not None:
        return shipped
    counting = KeepingRunner(run)
    return cached_answer(
        f"joint {question}", game, list[CountedTogether], lambda shown: count_together(shown, strategy, counting)
    )


def count_together(game: Game, strategy: Strategy, run: Runner) -> list[CountedTogether]:
    """Count what a game can count together."""
    part = game.kit.require(game.kit.simulation, "simulation")
    counted = part.count_joint(game, strategy, run)
    return [CountedTogether(wagers=wagers, places=_places(deals)) for wagers, deals in counted.items()]


def _places(deals: Counts) -> list[tuple[int, int]]:
    return [(place, int(deals[place])) for place in np.flatnonzero(deals).tolist()]


# ---- what comes with houseway


@cache
def _shipped(path: Path) -> Mapping[str, list[CountedTogether]]:
    """The counts of a file by what they belong to; a game that ships none has none."""
    return from_json(path.read_bytes(), dict[str, list[CountedTogether]]) if path.exists() else {}


@cache
def _shipped_products(path: Path) -> Mapping[str, SeatProducts]:
    return from_json(path.read_bytes(), dict[str, SeatProducts]) if path.exists() else {}


def make_products(game: Game, run: Runner) -> bytes | None:
    """The file of two seats with every wager on, by the digest of all rules; none where nothing is counted."""
    part = game.kit.require(game.kit.simulation, "simulation")
    products = part.two_seats(EVERYTHING.show(game), run)
    return None if products is None else to_text({EVERYTHING.digest(game): products})


def make_counts(game: Game, strategy: Strategy, run: Runner) -> bytes:
    """The file of a game: its default strategy with every wager on, by the digest of all rules."""
    key = f"{strategy.name} {arrays_digest(strategy.arrays)} {EVERYTHING.digest(game)}"
    return to_text({key: count_together(EVERYTHING.show(game), strategy, run)})
