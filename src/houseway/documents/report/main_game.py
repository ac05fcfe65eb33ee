"""Part 4 of a report: the main game with its best strategy, what decisions are worth, and simpler strategies."""

from collections.abc import Iterator

from houseway.documents.content import Block, Cell, Heading, Paragraph, Part, Picture, Table
from houseway.documents.numbers import count, decimals, derived, percent
from houseway.documents.report.bands import bands, funnel, volatility
from houseway.documents.report.evidence import Evidence
from houseway.documents.report.further import further
from houseway.documents.svg import bars
from houseway.games.pricing.decision_worth import DecisionWorth
from houseway.games.pricing.strategy import Chart


def main_game(evidence: Evidence) -> Part:
    """Part 4: prices of the main game, its strategy, its decisions, and the strategies to remember."""
    return Part(title="4. The main game", blocks=tuple(_blocks(evidence)))


def _blocks(evidence: Evidence) -> Iterator[Block]:
    analysis, command = evidence.analysis, evidence.prices.command
    best = analysis.main_games[analysis.best_play]
    yield _prices(evidence)
    games = analysis.main_games.items()
    rows = [(title(evidence, name), one.house_edge, one.standard_deviation) for name, one in games]
    yield bands("Return bands (90%)", rows, command, "play")
    played = title(evidence, analysis.best_play)
    yield funnel(f"Return by rounds: {played}", best.house_edge, best.standard_deviation, command)
    yield _shares(evidence, "decisions", "How often each decision is made")
    yield _shares(evidence, "outcomes", "How rounds end")
    yield from _strategy(evidence)
    if analysis.decision_worth:
        yield from _decision_worth(evidence, analysis.decision_worth)
    if analysis.simple_strategies:
        yield from _simple(evidence)
    yield from further(evidence)


def title(evidence: Evidence, name: str) -> str:
    """A play of the main game in words."""
    return evidence.analysis.TITLES.get(name, name.removeprefix("main_").replace("_", " "))


def _prices(evidence: Evidence) -> Table:
    source = evidence.prices
    rows: list[tuple[Cell, ...]] = []
    for name, one in evidence.analysis.main_games.items():
        rows.append(
            (
                title(evidence, name),
                source.number(percent, name, "house_edge"),
                derived(1 - one.house_edge, percent),
                source.number(percent, name, "element_of_risk"),
                source.number(decimals, name, "average_wagered"),
                source.number(decimals, name, "standard_deviation"),
                volatility(one.standard_deviation),
                source.number(count, name, "deals") if one.deals else "",
            )
        )
    per = evidence.analysis.main.per
    return Table(
        title=f"The main game, per {per}",
        columns=(
            *("play", "house edge", "return", "element of risk", "average wagered"),
            *("standard deviation", "volatility index (90%)", "deals"),
        ),
        rows=tuple(rows),
        command=source.command,
        note=f"Units of the {per}. Exact fractions stand in part 9.",
    )


def _shares(evidence: Evidence, what: str, heading: str) -> Table:
    games = evidence.analysis.main_games
    names = dict.fromkeys(name for one in games.values() for name in getattr(one, what))
    source = evidence.prices
    rows = tuple(
        (name, *(source.number(percent, game, what, name) if source.has(game, what, name) else "" for game in games))
        for name in names
    )
    columns = (what, *(title(evidence, game) for game in games))
    return Table(title=heading, columns=columns, rows=rows, command=source.command)


def _strategy(evidence: Evidence) -> Iterator[Block]:
    answer = evidence.strategy
    if answer is None:
        return
    command = evidence.command("strategy", "--json")
    yield Heading(text=f"Strategy: {answer.title or answer.strategy.name}")
    for chart in answer.charts:
        yield chart_table(chart, command)


def chart_table(chart: Chart, command: str) -> Table:
    """A chart of decisions as a table; a column without a head holds cards."""
    return Table(
        title=chart.title,
        columns=tuple(head or "cards" for head in chart.columns),
        rows=chart.rows,
        command=command,
        note=chart.legend,
        is_chart=True,
    )


def _decision_worth(evidence: Evidence, worth: DecisionWorth) -> Iterator[Block]:
    source = evidence.prices
    yield Heading(text="What decisions are worth")
    yield Paragraph(
        text="A decision is worth what it costs to answer it always in the same way, all else played best. "
        f"{worth.text[0].upper()}{worth.text[1:]}."
    )
    rows: list[tuple[Cell, ...]] = []
    for question, one in worth.decisions.items():
        for answer in sorted(one.answers, key=lambda name: one.answers[name].cost):
            path = ("decision_worth", "decisions", question, "answers", answer)
            figures = (source.number(percent, *path, "house_edge"), source.number(percent, *path, "cost"))
            rows.append((question, answer, *figures))
    columns = ("decision", "fixed answer", "house edge", "costs")
    yield Table(title="Fixed answers", columns=columns, rows=tuple(rows), command=source.command, wide=(0, 1))
    costs = [(one.instead, one.cost) for one in worth.decisions.values()]
    yield Picture(
        title="What the cheapest fixed answer to each decision costs",
        svg=bars(costs, lambda value: f"{100 * value:.2f}%", "cost in house edge"),
        alt="; ".join(f"{name}: {percent(cost)}" for name, cost in costs),
        command=source.command,
    )


def _simple(evidence: Evidence) -> Iterator[Block]:
    source = evidence.prices
    yield Heading(text="Strategies to remember, and what they cost")
    rows: list[tuple[Cell, ...]] = []
    for name, one in evidence.analysis.simple_strategies.items():
        path = ("simple_strategies", name)
        figures = (source.number(percent, *path, "house_edge"), source.number(percent, *path, "cost"))
        words = one.text + (
            f" Raise from: {'; '.join(one.raise_from_by_overcards)}." if one.raise_from_by_overcards else ""
        )
        rows.append((name.replace("_", " "), words, *figures))
    columns = ("strategy", "in words", "house edge", "costs")
    yield Table(title="Simple strategies", columns=columns, rows=tuple(rows), command=source.command, wide=(1,))
