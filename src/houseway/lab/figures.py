"""Figures: distributions, convergence with its confidence band, a swept rule, and the life of a meter."""

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Final

from houseway.errors import InvalidInput
from houseway.games.pricing.analysis import Runner
from houseway.games.simulation.simulation import MAIN, Simulation
from houseway.lab.meter import UNITS, Progressive, life_random, live, standing
from houseway.lab.meter_result import DAYS_A_YEAR, MeterResult
from houseway.lab.sessions import SessionResult, Sessions, stakes_text
from houseway.lab.simulate import SHARD, SimulationResult
from houseway.lab.sweep import Sweep
from houseway.lab.tally import INTERVALS, row_results
from houseway.money import Cents
from houseway.tabular import marks_in_words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KINDS: Final = (".png", ".svg")
STEPS: Final = 24  # points of a convergence
MOST_BINS: Final = 60  # of a histogram
WIDTH: Final = 90  # letters of a title above one panel


def check_plot(path: Path | None) -> None:
    """Refuse a file that cannot be drawn to, before the work is done."""
    if path is None:
        return
    if path.suffix.lower() not in KINDS:
        raise InvalidInput(f"must end in {' or '.join(KINDS)}", field="plot")
    if not path.parent.is_dir():
        raise InvalidInput("no such folder", field=f"plot {path}")


def draw(path: Path, panels: Sequence["Callable[[Axes], None]"], title: str) -> None:
    """A figure of some panels side by side, written whole."""
    check_plot(path)
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "houseway"
    from matplotlib.figure import Figure

    from houseway.lab.files import whole_file

    figure = Figure(figsize=(7 * len(panels), 4.5), layout="constrained")
    for axes, panel in zip(figure.subplots(1, len(panels), squeeze=False)[0], panels, strict=True):
        panel(axes)
    lines = [fill(line, WIDTH * len(panels)) for line in title.splitlines()]
    figure.suptitle("\n".join(lines), parse_math=False, fontsize="medium")
    kind = path.suffix.lower().removeprefix(".")
    try:
        with whole_file(path) as file:
            figure.savefig(file, format=kind, dpi=120, metadata={"Date": None} if kind == "svg" else {})
    except OSError as problem:
        raise InvalidInput(f"cannot be written: {problem.strerror}", field=f"plot {path}") from None


def plot_simulation(result: SimulationResult, simulation: Simulation, run: Runner, path: Path) -> None:
    """The distribution of a round's net result, and how the mean converged."""
    points = convergence(simulation, run, rounds=result.rounds, seed=result.seed)
    marked = f"{result.game}{marks_in_words(result.marks)}"
    title = f"{marked}, {result.strategy}: {result.rounds:,} rounds, seed {result.seed}"
    draw(path, [lambda axes: _distribution(axes, result), lambda axes: _convergence(axes, result, points)], title)


def convergence(simulation: Simulation, run: Runner, *, rounds: int, seed: int) -> list[tuple[int, float, float]]:
    """Rounds, mean and standard error of the main game in the course of a run; the last point is the whole run.

    The rounds are played again in ever longer stretches, at most ten million of them.
    """
    points, total, done = [], None, 0
    most = min(rounds, 10 * SHARD)
    for stop in sorted({max(2, round(most ** ((step + 1) / STEPS))) for step in range(STEPS)}):
        counted = run(simulation.counter, [(done, stop - done, seed, *simulation.arguments)])
        total = counted if total is None else total + counted
        done = stop
        row = row_results(simulation.rows, total, rounds=done, seats=simulation.seats)[MAIN]
        points.append((done, float(row.mean), row.standard_error))
    return points


def _distribution(axes: "Axes", result: SimulationResult) -> None:
    nets = sorted(result.main.distribution)
    shares = [result.main.distribution[net] / result.main.seat_rounds for net in nets]
    axes.bar([float(net) for net in nets], shares, width=0.4, color="#30638e")
    axes.set_yscale("log")
    axes.set_xlabel("net result of a round, in the first wager")
    axes.set_ylabel("share of rounds")
    axes.set_title("distribution")


def _convergence(axes: "Axes", result: SimulationResult, points: Sequence[tuple[int, float, float]]) -> None:
    rounds = [point[0] for point in points] + [result.rounds]
    means = [point[1] for point in points] + [float(result.main.mean)]
    errors = [point[2] for point in points] + [result.main.standard_error]
    width = INTERVALS["95%"]
    low = [mean - width * error for mean, error in zip(means, errors, strict=True)]
    high = [mean + width * error for mean, error in zip(means, errors, strict=True)]
    axes.fill_between(rounds, low, high, color="#30638e", alpha=0.25, label="95% band")
    axes.plot(rounds, means, color="#30638e", marker=".", label="mean")
    if result.main.exact is not None:
        axes.axhline(result.main.exact, color="#d1495b", linestyle="--", label="exact")
    axes.set_xscale("log")
    axes.set_ylim(min(low[len(low) // 2 :]), max(high[len(high) // 2 :]))
    axes.set_xlabel("rounds")
    axes.set_ylabel("mean net result")
    axes.set_title("convergence")
    axes.legend()


def plot_sweep(answer: Sweep, path: Path) -> None:
    """The house edge at each value of a rule."""
    names, edges = [str(point.value) for point in answer.points], [100 * point.house_edge for point in answer.points]

    def panel(axes: "Axes") -> None:
        axes.bar(names, edges)
        axes.set_xlabel(answer.rule)
        axes.set_ylabel("house edge, %")

    draw(path, [panel], f"{answer.game}{marks_in_words(answer.marks)}: the main game by {answer.rule}")


def plot_meter(progressive: Progressive, result: MeterResult, path: Path) -> None:
    """The first life of a meter day by day, and the long run's mean beside it."""
    days, pace = DAYS_A_YEAR * result.years, result.wagers_a_day
    hits = live(progressive, days * pace, life_random(result.seed, 0))
    meters = [units / UNITS for units in standing(progressive, hits, [pace * day for day in range(days + 1)])]
    marked = f"{result.game}{marks_in_words(result.marks)}"
    title = f"{marked}: the life of the meter of {result.wager} {result.table}"
    draw(path, [lambda axes: _life(axes, meters, result.mean_meter)], title)


def _life(axes: "Axes", meters: Sequence[float], mean: float) -> None:
    axes.plot(range(len(meters)), meters, color="#30638e", linewidth=0.8, label="meter at the end of a day")
    axes.axhline(mean, color="#d1495b", linestyle="--", label="mean in the long run")
    axes.set_xlabel("days")
    axes.set_ylabel("dollars")
    axes.legend()


def plot_sessions(answer: SessionResult, ended: Sessions, bet: Cents, path: Path) -> None:
    """How the sessions ended."""
    marked = f"{answer.game}{marks_in_words(answer.marks)}"
    staked = f"{stakes_text(answer)}, bankroll ${answer.bankroll}"
    title = f"{marked}: {answer.sessions:,} sessions of {answer.rounds:,} rounds\n{staked}"
    draw(path, [lambda axes: _sessions(axes, ended, bet)], title)


def bins(low: float, high: float, bet: Cents) -> list[float]:
    """The edges of at most sixty bins for results in cents: each as wide as some whole bets, with 0 inside a bin.

    So every bin holds the same number of possible results, and no bar is high only because of its width.
    """
    wide = bet * max(1, math.ceil((high - low) / bet / (MOST_BINS - 1)))
    first, last = math.floor(low / wide + 0.5), math.floor(high / wide + 0.5)
    return [wide * (place - 0.5) / 100 for place in range(first, last + 2)]


def _sessions(axes: "Axes", result: Sessions, bet: Cents) -> None:
    axes.hist(result.results / 100, bins=bins(min(result.results), max(result.results), bet), color="#30638e")
    axes.axvline(0, color="#d1495b", linestyle="--")
    axes.set_xlabel("result of a session, in dollars")
    axes.set_ylabel("sessions")
