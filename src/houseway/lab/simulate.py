"""Simulation of whole rounds: the same integers for a seed on one thread, on many, on a cluster, in any order."""

import hashlib
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import asdict, replace

from houseway.errors import InvalidInput
from houseway.games.bonuses.royal_riches import ENVY_FROM
from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.cell_worth import PREFIX
from houseway.games.pricing.result import MainResult
from houseway.games.resolved_rules import chosen_options, rules_digest
from houseway.games.simulation.simulation import MAIN, Counts, Simulation
from houseway.kernel import source_digest
from houseway.lab.bonus_prices import ENVY, basis_of, bonus_prices, price_of
from houseway.lab.checkpoint import run_in_batches
from houseway.lab.shipped import BonusPrices
from houseway.lab.strategies import default_strategy, strategy_of
from houseway.lab.tally import RowResult, row_results
from houseway.money import format_money
from houseway.tabular import Json, Row, TypedAnswer

if TYPE_CHECKING:
    from houseway.games.pricing.strategy import Array

SHARD: Final = 1_000_000  # rounds
PROBE: Final = 1_000  # shoes that tell how many rounds a shoe has
MOST_ROUNDS: Final = 10**13
MOST_SEED: Final = (1 << 63) - 1


class ShoeResult(Struct, frozen=True, kw_only=True):
    """Rounds from whole shoes dealt to the cut card, and what the cut card does to the edge."""

    shoes: int
    rounds: int
    main: RowResult
    cut_card_effect: float
    standard_error: float

    def to_json(self) -> Json:
        """As docs/interface.md describes it."""
        return {**asdict(self), "main": self.main.to_json()}


class WithEnvy(Struct, frozen=True, kw_only=True):
    """A wager together with the envy that it earns at a table, for the least wager that earns any."""

    wager: str  # dollars
    house_edge: float
    exact: float | None  # the house edge by exact prices

    @classmethod
    def of(cls, row: RowResult, envy: RowResult) -> "WithEnvy":
        """From the wager's own result and that of its envy, which is in dollars."""
        exact = None if row.exact is None or envy.exact is None else -row.exact - envy.exact * 100 / ENVY_FROM
        edge = float(-row.mean - envy.mean * 100 / ENVY_FROM)
        return cls(wager=format_money(ENVY_FROM), house_edge=edge, exact=exact)

    def to_json(self) -> Json:
        """As docs/interface.md describes it."""
        return asdict(self)


class SimulationResult(TypedAnswer, frozen=True, kw_only=True):
    """The results of a simulation."""

    game: str
    options: Mapping[str, str]
    strategy: str
    rounds: int
    seats: int
    seed: int
    main: RowResult
    wagers: Mapping[str, RowResult]
    marks: Mapping[str, str]
    shoe: ShoeResult | None = None  # where whole shoes were asked for
    trace: tuple[Mapping[str, object], ...] = ()  # the records of the first rounds, where they were asked for

    def in_short(self) -> str:
        """For its repr."""
        mean, error = float(self.main.mean), self.main.standard_error
        rounds = f"{self.rounds:,} rounds, mean {mean:+.6f}, standard error {error:.6f}"
        return f"{self.game!r}, {self.strategy!r}: {rounds}"

    def own_rows(self) -> list[Row]:
        """A row for the main game and for each bonus."""
        return [
            {
                "wager": name,
                "rounds": self.rounds,
                "unit": row.unit,
                "basis": row.basis,
                "mean": float(row.mean),
                "return": None if row.house_edge is None else 1 - row.house_edge,
                "house_edge": row.house_edge,
                "house_edge_with_envy": self.with_envy[name].house_edge if name in self.with_envy else None,
                "standard_error": row.standard_error,
                "exact": row.exact,
                "z": row.z,
                "standard_deviation": row.standard_deviation,
            }
            for name, row in {MAIN: self.main, **self.wagers}.items()
        ]

    @property
    def with_envy(self) -> dict[str, WithEnvy]:
        """The wagers that earn envy, together with it."""
        rows = self.wagers
        return {name: WithEnvy.of(row, rows[name + ENVY]) for name, row in rows.items() if name + ENVY in rows}

    def _wager(self, name: str, row: RowResult) -> Json:
        both = self.with_envy.get(name)
        return {**row.to_json(), **({"with_envy": both.to_json()} if both else {})}

    def to_json(self) -> Json:
        """As docs/interface.md describes it."""
        return {
            "game": self.game,
            **self.marks,
            "options": dict(self.options),
            "rounds": self.rounds,
            "seats": self.seats,
            "seed": self.seed,
            "strategy": self.strategy,
            "main": self.main.to_json(),
            "wagers": {name: self._wager(name, row) for name, row in self.wagers.items()},
            **({"shoe": self.shoe.to_json()} if self.shoe else {}),
        }


def prepare(
    game: Game, strategy: str, seats: int, run: Callable[[], Runner], *, whole_shoes: bool = False
) -> Simulation:
    """A game prepared for simulation; its first strategy is the default. Whole shoes only if the game has a shoe."""
    if not 1 <= seats <= game.approval.table.seats:
        raise InvalidInput(f"must be 1 to {game.approval.table.seats}, not {seats}", field="seats")
    played = strategy_of(game, strategy or default_strategy(game), run)
    part = game.kit.require(game.kit.simulation, "simulation")
    return (part.prepare_shoes if whole_shoes else part.prepare)(game, played, seats)


def simulate_game(
    simulation: Simulation,
    run: Runner,
    *,
    rounds: int,
    seed: int | str = 1,
    checkpoint: Path | None = None,
) -> SimulationResult:
    """Play this many rounds; their results."""
    number = seed_number(seed)
    tally = play_rounds(simulation, run, rounds=rounds, seed=number, checkpoint=checkpoint)
    return result(simulation, tally, run, rounds=rounds, seed=number)


def play_rounds(
    simulation: Simulation, run: Runner, *, rounds: int, seed: int, checkpoint: Path | None = None
) -> Counts:
    """The counts of the kernel over rounds 0 to `rounds` - 1."""
    if not 2 <= rounds <= MOST_ROUNDS:
        raise InvalidInput(f"must be 2 to {MOST_ROUNDS:,}, not {rounds:,}", field="rounds")
    shards = [(first, min(SHARD, rounds - first), seed, *simulation.arguments) for first in range(0, rounds, SHARD)]
    if checkpoint is None:  # the question takes a digest of all sources, longer than 100,000 rounds
        return run(simulation.counter, shards)
    return run_in_batches(run, simulation.counter, shards, question=question(simulation, seed), path=checkpoint)


def simulate_shoes(simulation: Simulation, run: Runner, *, rounds: int, seed: int | str = 1) -> ShoeResult:
    """About this many rounds from whole shoes dealt to the cut card, and what the cut card does to the edge.

    A shoe that deals small cards early deals more rounds, so rounds from shoes are not those from fresh ones.
    """
    number = seed_number(seed)
    probe = run(simulation.counter, [(0, PROBE, number, *simulation.arguments)])
    shoes = max(2, math.ceil(rounds * PROBE / rounds_in(simulation, probe)))
    size = max(1, SHARD * PROBE // rounds_in(simulation, probe))
    shards = [(first, min(size, shoes - first), number, *simulation.arguments) for first in range(0, shoes, size)]
    tally = run(simulation.counter, shards)
    dealt = rounds_in(simulation, tally)
    main = row_results(simulation.rows, tally, rounds=dealt, seats=simulation.seats)[MAIN]
    fresh = -figures_of(simulation).house_edge
    return ShoeResult(
        shoes=shoes,
        rounds=dealt,
        main=main,
        cut_card_effect=fresh - float(main.mean),
        standard_error=main.standard_error,
    )


def rounds_in(simulation: Simulation, tally: Counts) -> int:
    """How many rounds a tally holds: every seat has one cell of the main row in each."""
    return int(tally[0, :-2].sum()) // simulation.seats


def question(simulation: Simulation, seed: int) -> dict[str, object]:
    """What a count of rounds depends on besides their number."""
    game, strategy = simulation.game, simulation.strategy
    return {
        "simulate": game.name,
        "rules": rules_digest(game),
        "strategy": [strategy.name, strategy.rules, arrays_digest(strategy.arrays)],
        "seats": simulation.seats,
        "seed": seed,
        "software": source_digest(),
    }


def arrays_digest(arrays: "Mapping[str, Array]") -> str:
    """A digest of the arrays that a strategy is played by."""
    digest = hashlib.sha256()
    for name, array in sorted(arrays.items()):
        if name.startswith(PREFIX):
            continue
        digest.update(f"{name} {array.dtype} {array.shape}".encode() + array.tobytes())
    return digest.hexdigest()


def seed_number(seed: int | str) -> int:
    """A seed from 0 to 2^63 - 1: a number, or a text that is hashed to one."""
    text = str(seed).strip()
    if text.isascii() and text.isdigit() and len(text) < 20 and int(text) <= MOST_SEED:
        return int(text)
    if not text or isinstance(seed, int):
        raise InvalidInput(f"must be 0 to {MOST_SEED} or a text", field="seed")
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") & MOST_SEED


def result(simulation: Simulation, tally: Counts, run: Runner, *, rounds: int, seed: int) -> SimulationResult:
    """The results from the counts, beside the exact values if there are any."""
    game = simulation.game
    rows = row_results(simulation.rows, tally, rounds=rounds, seats=simulation.seats)
    figures = figures_of(simulation)
    main = replace(rows.pop(MAIN), exact=-figures.house_edge, exact_error=figures.standard_error or 0.0)
    return SimulationResult(
        game=game.name,
        options=chosen_options(game),
        strategy=simulation.strategy.name,
        rounds=rounds,
        seats=simulation.seats,
        seed=seed,
        main=main,
        wagers=_priced(simulation, rows, run),
        marks=game.marks,
    )


def figures_of(simulation: Simulation) -> MainResult:
    """The figures of the strategy in this very game; one strategy may serve several."""
    part = simulation.game.kit.require(simulation.game.kit.strategy, "strategy")
    return part.figures_for(simulation.game, simulation.strategy)


def _priced(simulation: Simulation, rows: Mapping[str, RowResult], run: Runner) -> dict[str, RowResult]:
    """Bonus rows beside their exact prices."""
    prices = bonus_prices(simulation.game, run) if rows else {}
    priced = {}
    for name, row in rows.items():
        price = price_of(simulation.game, name, prices)
        error = (price and price.standard_error) or 0.0
        basis = basis_of(simulation.game, name)
        priced[name] = replace(row, basis=basis, exact=exact_net(simulation, name, prices), exact_error=error)
    return priced


def exact_net(simulation: Simulation, row: str, prices: BonusPrices) -> float | None:
    """The expected net result of a row, where it is known."""
    if row == MAIN:
        return -figures_of(simulation).house_edge
    price = price_of(simulation.game, row, prices)
    edge = price.edge_beside(simulation.strategy.name) if price else None
    if price is None or edge is None:
        return None
    if row.endswith(ENVY):
        known = price.envy_per_player is not None and price.strategy in ("", simulation.strategy.name)
        return (simulation.seats - 1) * (price.envy_per_player or 0.0) if known else None
    return -edge
