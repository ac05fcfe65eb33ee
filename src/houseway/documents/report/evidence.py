"""What a report is made of: the typed answers of the lab, each with the command that reproduces it."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from houseway.documents.numbers import Source
from houseway.errors import InvalidInput
from houseway.games.game import Game
from houseway.games.letter.approval import Wager
from houseway.games.pricing.result import Analysis
from houseway.games.resolved_rules import chosen_options
from houseway.games.simulation.simulation import Cell
from houseway.games.study import everything_on
from houseway.lab import simulations
from houseway.lab.analyze import analyze_game
from houseway.lab.answers import StrategyAnswer
from houseway.lab.api import strategy as strategy_of
from houseway.lab.shards import Progress, Threads, silent
from houseway.lab.simulate import SimulationResult, prepare, simulate_game
from houseway.lab.sweep import sweep
from houseway.lab.verify import FigureResult, printed_figures
from houseway.lab.vulnerability.answer import MISTAKES
from houseway.lab.vulnerability.ask import vulnerability
from houseway.money import parse_money

if TYPE_CHECKING:
    from houseway.lab.face_up import FaceUpResult
    from houseway.lab.meter_result import MeterResult
    from houseway.lab.sweep import Sweep
    from houseway.lab.vulnerability.answer import VulnerabilityResult

ENVY_WAGER: Final = "5"  # dollars: the least that earns an envy bonus
ROUNDS: Final = 1_000_000  # of the second method, where no other number is named
DEALS: Final = 5_000  # with cards face up
MOST_SEEN_DEALS: Final = 200  # in which hidden cards are seen
SHOES: Final = 2_000  # that are counted down
SEED: Final = 1
CUT_OFFS: Final = 4  # other cut-offs of the card reader
GROUPS: Final = "groups"  # the rule of a study that says what the lights mean
RANKS: Final = "23456789TJQKA"
METER_LIVES: Final = 20
METER_SEED: Final = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How much is done: rounds of the second method, deals with cards that are seen, and other cut-offs."""

    rounds: int
    deals: int
    cut_offs: int
    seed: int

    @property
    def seen_deals(self) -> int:
        """The deals in which hidden cards are seen: what follows each of them is counted, which takes long."""
        return min(self.deals, MOST_SEEN_DEALS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A game with everything that the lab says of it; None where the game lacks the part."""

    game: Game
    study_file: str
    effort: Effort
    analysis: Analysis
    prices: Source
    strategy: StrategyAnswer | None
    envy: Source | None
    figures: Sequence[FigureResult]
    simulation: SimulationResult | None
    endings: Mapping[str, Sequence[Cell]]  # every way in which a row of the simulation can end
    face_up: "FaceUpResult | None"
    vulnerability: "Mapping[str, VulnerabilityResult]"  # by topic
    cut_offs: "Sweep | None"  # the main game with other groups of the card reader
    meter: "MeterResult | None"

    def command(self, name: str, *words: str) -> str:
        """A command about this game: its name or its study, its choices, and further options."""
        chosen = [f"--set {option}={value}" for option, value in chosen_options(self.game).items()]
        named = f"--study {shlex.quote(self.study_file)}" if self.game.differs_from_letter else self.game.name
        return " ".join(["houseway", name, named, *chosen, *words])

    @property
    def wagers(self) -> dict[str, str]:
        """The labels of the priced wagers, by name."""
        known = self.game.approval.wagers
        return {name: known[name].label if name in known else _words(name) for name in self.analysis.wagers}

    @property
    def topics(self) -> Sequence[str]:
        """What the game answers about players who know more than they should."""
        return _topics(self.game)

    @property
    def jackpot(self) -> Wager | None:
        """The wager on a jackpot, where it is priced."""
        wager = self.game.approval.jackpot
        return wager if wager and wager.name in self.analysis.wagers else None


def _words(name: str) -> str:
    return name.replace("-", " ").replace("_", " ").capitalize()


def gather(game: Game, effort: Effort, *, study_file: str = "", progress: Progress = silent) -> Evidence:
    """Ask the lab for everything that a report of a game holds."""
    run = Threads(None, progress)
    analysis = analyze_game(game, run)
    simulation, endings = _simulation(game, effort, run) if game.kit.simulation else (None, {})
    bare = Evidence(
        game=game,
        study_file=study_file or "study.toml",
        effort=effort,
        analysis=analysis,
        prices=Source(command="", answer=analysis.to_json()),
        strategy=_answer(lambda: strategy_of(game, progress=progress)) if game.kit.strategy else None,
        envy=None,
        figures=() if game.differs_from_letter else printed_figures(game, analysis),
        simulation=simulation,
        endings=endings,
        face_up=_face_up(game, effort, progress) if game.kit.face_up else None,
        vulnerability={topic: _vulnerability(game, topic, effort, progress) for topic in _topics(game)},
        cut_offs=_cut_offs(game, effort, run),
        meter=_meter(game) if game.approval.jackpot and game.approval.jackpot.name in analysis.wagers else None,
    )
    return _with_commands(bare)


def _with_commands(bare: Evidence) -> Evidence:
    from dataclasses import replace

    prices = Source(command=bare.command("analyze", "--json"), answer=bare.prices.answer)
    if not bare.analysis.earns_envy:
        return replace(bare, prices=prices)
    with_envy = bare.analysis.with_envy(parse_money(ENVY_WAGER))
    command = bare.command("analyze", f"--envy-wager {ENVY_WAGER}", "--json")
    return replace(bare, prices=prices, envy=Source(command=command, answer=with_envy.to_json()))


def _answer(ask: Callable[[], StrategyAnswer]) -> StrategyAnswer | None:
    try:
        return ask()
    except InvalidInput:  # a strategy that makes no sense under a study's rules
        return None


def _simulation(game: Game, effort: Effort, run: Threads) -> tuple[SimulationResult, Mapping[str, Sequence[Cell]]]:
    prepared = prepare(everything_on(game), "", 1, lambda: run)
    return simulate_game(prepared, run, rounds=effort.rounds, seed=effort.seed), prepared.rows


def _face_up(game: Game, effort: Effort, progress: Progress) -> "FaceUpResult":
    return simulations.face_up(game, deals=effort.deals, seed=effort.seed, progress=progress)


def _topics(game: Game) -> Sequence[str]:
    """What the game answers about players who know more than they should."""
    return game.kit.vulnerability.topics if game.kit.vulnerability else ()


def _vulnerability(game: Game, topic: str, effort: Effort, progress: Progress) -> "VulnerabilityResult":
    deals = None if topic == MISTAKES else effort.seen_deals  # what a mistake changes is settled, not counted
    return vulnerability(game, topic, shoes=SHOES, deals=deals, seed=effort.seed, progress=progress)


def _cut_offs(game: Game, effort: Effort, run: Threads) -> "Sweep | None":
    """The main game where a border between two groups lies one rank lower or higher; none without a card reader."""
    groups = game.kit.rule_values(game).get(GROUPS)
    others = other_groups(groups)[: effort.cut_offs] if isinstance(groups, list) else []
    return sweep(game, GROUPS, others, run) if others else None


def other_groups(groups: Sequence[str]) -> list[list[str]]:
    """Groups of ranks with one border moved by one rank; each group keeps a rank at least."""
    starts = [RANKS.index(group[0]) for group in groups] + [len(RANKS)]
    moved = [
        [*starts[:place], starts[place] + step, *starts[place + 1 :]]
        for place in range(1, len(groups))
        for step in (-1, 1)
    ]
    return [_named(one) for one in moved if one == sorted(set(one))]


def _named(starts: Sequence[int]) -> list[str]:
    ends = [(start, stop - 1) for start, stop in pairwise(starts)]
    return [RANKS[start] if start == stop else f"{RANKS[start]}-{RANKS[stop]}" for start, stop in ends]


def meter_terms(game: Game) -> dict[str, str]:
    """The terms under which a report lets a meter live: those of the game's demonstration."""
    shown = game.approval.demonstration.jackpot
    terms = {"wager": "wager", "start": "meter", "reset": "reset", "increment": "increment"}
    return {name: str(shown[key]) for name, key in terms.items()}


def meter_table(game: Game) -> str:
    """The jackpot pay table that a report lets live: the chosen one, or that of the game with everything on."""
    wager = game.approval.jackpot
    return everything_on(game).options[wager.paytable_option or wager.option] if wager else ""


def _meter(game: Game) -> "MeterResult":
    terms = meter_terms(game)
    return simulations.meter(
        game,
        meter_table(game),
        wager=terms["wager"],
        start=terms["start"],
        reset=terms["reset"],
        increment=terms["increment"],
        lives=METER_LIVES,
        seed=METER_SEED,
        progress=silent,
    )
