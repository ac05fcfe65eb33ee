"""The figures of the lab's pages for notebooks: each is SVG, draws itself on matplotlib axes, and has its numbers.

A figure is asked for by its kind: how likely each net result is, what decisions are worth, the edge of a jackpot as its
meter rises, the edge by the hands that are seen, and the bands that returns lie in.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from houseway.documents.numbers import MINUS, percent
from houseway.documents.report.bands import ROUNDS, band
from houseway.documents.svg import RED, Axis, Line, bars, columns, plane
from houseway.errors import InvalidInput, did_you_mean
from houseway.games.game import Game
from houseway.lab.arguments import GameOrStudy, chosen_game
from houseway.lab.files import whole_file
from houseway.lab.notebook import working
from houseway.lab.shards import Progress, Threads
from houseway.tabular import Row, csv_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DEALS: Final = 500  # face up, where no other number is named
BEYOND_EVEN: Final = 1.5  # how far the line of a meter goes, in break-even meters

Draw = Callable[["Axes"], None]


class Figure(Struct, frozen=True, kw_only=True):
    """A figure: its title, its numbers, and its drawing as SVG or on matplotlib axes."""

    title: str
    numbers: list[Row]
    svg: str
    on_axes: Draw

    def __repr__(self) -> str:
        """Its title, and how many rows of numbers it has."""
        return f"Figure({self.title!r}: {len(self.numbers)} rows)"

    def draw(self, axes: "Axes | None" = None) -> "Axes":
        """Draw it on matplotlib axes, those that are given or new ones; the axes."""
        if axes is None:
            from matplotlib.figure import Figure as Sheet

            axes = Sheet(figsize=(7, 4), layout="constrained").subplots()
        self.on_axes(axes)
        axes.set_title(self.title, fontsize="medium")
        return axes

    def save(self, path: str | Path) -> Path:
        """Write the SVG to a file."""
        file = Path(path)
        if file.suffix.lower() != ".svg":
            raise InvalidInput("must end in .svg; `draw` gives axes for any other form", field=str(file))
        try:
            with whole_file(file) as content:
                content.write(self.svg.encode())
        except OSError as problem:
            raise InvalidInput(f"cannot be written: {problem.strerror}", field=str(file)) from None
        return file

    def rows(self) -> list[Row]:
        """The numbers of the figure."""
        return list(self.numbers)

    def to_csv(self) -> str:
        """The numbers as CSV."""
        return csv_text(self.numbers)

    def _repr_svg_(self) -> str:
        """How a notebook shows it."""
        return self.svg


def figure(
    name: GameOrStudy,
    kind: str,
    *,
    table: str = "",
    deals: int = DEALS,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
    **options: object,
) -> Figure:
    """A figure of the lab's page: results, decisions, meter, face-up or bands.

    `table` is the pay table of a meter, and `deals` are tried for hands that are seen.

    Example: houseway.figure("flush-poker", "results").save("results.svg")
    """
    if kind not in _KINDS:
        raise InvalidInput(f"{kind!r}{did_you_mean(kind, _KINDS)} is not one of {', '.join(_KINDS)}", field="kind")
    game = chosen_game(name, options)
    with working(progress, f"figure of {game.name}") as steps:
        return _KINDS[kind](game, _Asked(table=table, deals=deals, seed=seed, run=Threads(threads, steps)))


class _Asked(Struct, frozen=True, kw_only=True):
    table: str
    deals: int
    seed: int
    run: Any


def _results(game: Game, asked: _Asked) -> Figure:
    from houseway.lab.distribution import main_nets, net_results

    outcomes = net_results(main_nets(game, asked.run))
    shares = [(one.net, one.probability) for one in outcomes]
    across = Axis(title="net result of a round, in first wagers", words=_number)
    up = Axis(title="probability", words=lambda value: f"{value:g}")

    def draw(axes: "Axes") -> None:
        colours = ["tab:red" if net < 0 else "tab:green" if net > 0 else "tab:gray" for net, _ in shares]
        axes.bar([net for net, _ in shares], [share for _, share in shares], color=colours)
        axes.set_yscale("log")
        _label(axes, across, up)

    rows: list[Row] = [
        {"net": one.net, "probability": one.probability, "exact": one.probability_exact} for one in outcomes
    ]
    title = f"{game.approval.title}: how likely each net result is"
    return Figure(title=title, numbers=rows, svg=columns(shares, across, up), on_axes=draw)


def _decisions(game: Game, asked: _Asked) -> Figure:
    from houseway.lab.analyze import analyze_game

    worth = analyze_game(game, asked.run).decision_worth
    costs = [(question, one.cost) for question, one in worth.decisions.items()] if worth else []
    if not costs:
        raise InvalidInput(f"{game.name} has no decisions that are weighed", field="kind")

    def draw(axes: "Axes") -> None:
        axes.barh([question for question, _ in costs], [100 * cost for _, cost in costs])
        axes.invert_yaxis()
        axes.set_xlabel("cost of the best fixed answer, percent of the first wager")

    rows: list[Row] = [{"question": question, "cost": cost} for question, cost in costs]
    drawing = bars(costs, percent, "cost of the best fixed answer, of the first wager")
    title = f"{game.approval.title}: what decisions are worth"
    return Figure(title=title, numbers=rows, svg=drawing, on_axes=draw)


def _meter(game: Game, asked: _Asked) -> Figure:
    from houseway.lab.analyze import analyze_game

    wager = game.approval.jackpot
    tables = analyze_game(game, asked.run).wagers.get(wager.name, {}) if wager else {}
    if not tables:
        raise InvalidInput(f"{game.name} has no jackpot", field="game")
    table = asked.table or next(iter(tables))
    if table not in tables:
        raise InvalidInput(f"{table!r} is not one of {', '.join(tables)}", field="table")
    price = tables[table]
    even = float(price.break_even_meter) if isinstance(price.break_even_meter, float) else 1.0
    weight = float(price.meter_weight or 0)
    points = [(meter, price.house_edge - weight * meter) for meter in _steps(BEYOND_EVEN * even)]
    title = f"{game.approval.title}, jackpot table {table}: house edge of a $1 wager"
    return _lines(title, {"house edge": points}, "dollars on the meter", "house edge", level=True)


def _steps(most: float) -> list[float]:
    return [most * step / 30 for step in range(31)]


def _face_up(game: Game, asked: _Asked) -> Figure:
    part = game.kit.require(game.kit.face_up, "study of cards dealt face up")
    hands = range(1, game.approval.table.seats)
    answers = [part.face_up(game, seen, asked.deals, asked.seed, asked.run) for seen in hands]
    points = [(0.0, answers[0].house_edge_unseen), *((float(one.hands_seen), one.house_edge) for one in answers)]
    title = f"{game.approval.title}: house edge by the hands of others that are seen"
    return _lines(title, {"house edge": points}, "hands seen", "house edge", level=False)


def _bands(game: Game, asked: _Asked) -> Figure:
    from houseway.lab.analyze import analyze_game

    main = analyze_game(game, asked.run).main
    both = [(rounds, band(main.house_edge, main.standard_deviation, rounds)) for rounds in ROUNDS]
    lines = {
        "90% above": [(float(rounds), low) for rounds, (low, _) in both],
        "90% below": [(float(rounds), high) for rounds, (_, high) in both],
    }
    title = f"{game.approval.title}: the band of returns of the main game"
    return _lines(title, lines, "rounds", "return", level=False, logarithmic=True)


def _lines(
    title: str,
    lines: Mapping[str, Sequence[tuple[float, float]]],
    across: str,
    up: str,
    *,
    level: bool,
    logarithmic: bool = False,
) -> Figure:
    """Lines over two axes; a level of nothing is dashed."""
    every = [point for points in lines.values() for point in points]
    ends = (min(x for x, _ in every), max(x for x, _ in every))
    drawn = [Line(label=label, points=points) for label, points in lines.items()]
    if level:
        drawn.append(Line(label="even", points=[(x, 0.0) for x in ends], color=RED, dashed=True))
    axis = Axis(title=across, words=lambda value: f"{value:,.0f}", logarithmic=logarithmic)

    def draw(axes: "Axes") -> None:
        for label, points in lines.items():
            axes.plot([x for x, _ in points], [100 * y for _, y in points], label=label)
        if level:
            axes.axhline(0, color="tab:red", linestyle="--")
        axes.set_xscale("log" if logarithmic else "linear")
        axes.set_xlabel(across)
        axes.set_ylabel(f"{up}, percent")
        axes.legend()

    rows: list[Row] = [{"line": label, across: x, up: y} for label, points in lines.items() for x, y in points]
    svg = plane(drawn, axis, Axis(title=up, words=lambda value: f"{100 * value:.2f}%"))
    return Figure(title=title, numbers=rows, svg=svg, on_axes=draw)


def _label(axes: "Axes", across: Axis, up: Axis) -> None:
    axes.set_xlabel(across.title)
    axes.set_ylabel(up.title)


def _number(value: float) -> str:
    return f"{value:g}".replace("-", MINUS)


_KINDS: Final[Mapping[str, Callable[[Game, _Asked], Figure]]] = {
    "results": _results,
    "decisions": _decisions,
    "meter": _meter,
    "face-up": _face_up,
    "bands": _bands,
}
KINDS: Final = tuple(_KINDS)
