"""The wagers of the main game in part 3 of a report: how each ends under the best strategy, line by line."""

from collections.abc import Iterator
from typing import Final

from houseway.documents.content import Block, Cell, Heading, Paragraph, Table
from houseway.documents.numbers import chance, count, decimals, percent, signed
from houseway.documents.report.evidence import Evidence
from houseway.games.pricing.main_wagers import MainWager, MainWagers

TOGETHER: Final = (
    "All in units of the first mandatory wager: house edges and contributions of the main wagers add up to those of "
    "the main game. They win and lose together, so their deviation, volatility and bands are those of the main game, "
    "in part 4."
)


def main_wagers(evidence: Evidence) -> Iterator[Block]:
    """Every wager of the main game with its lines, where the game counts them."""
    answer = evidence.analysis.main_wagers
    if answer is None:
        return
    yield Heading(text="Wagers of the main game")
    yield Paragraph(text=f"Under the strategy {answer.strategy}. {TOGETHER}")
    yield _prices(evidence, answer)
    for name, one in answer.wagers.items():
        yield _lines(evidence, name, one)


def _label(evidence: Evidence, name: str) -> str:
    return evidence.game.approval.wagers[name].label


def _prices(evidence: Evidence, answer: MainWagers) -> Table:
    source = evidence.prices
    rows: list[tuple[Cell, ...]] = []
    for name, one in answer.wagers.items():
        path = ("wagers", name, one.table)
        rows.append(
            (
                _label(evidence, name),
                one.table,
                source.number(percent, *path, "house_edge"),
                source.number(percent, *path, "hit_frequency"),
                source.number(decimals, *path, "average_wagered"),
                source.number(count, *path, "combinations") if one.combinations else "",
            )
        )
    columns = ("wager", "pay table", "adds to the house edge", "hit frequency", "average wagered", "deals")
    return Table(title="Main wagers: prices", columns=columns, rows=tuple(rows), command=source.command)


def _lines(evidence: Evidence, name: str, one: MainWager) -> Table:
    source, spec = evidence.prices, evidence.game.approval.wagers[name]
    rows: list[tuple[Cell, ...]] = []
    for line, ended in one.lines.items():
        path = ("wagers", name, one.table, "lines", line)
        rows.append(
            (
                line,
                source.number(count, *path, "combinations") if ended.combinations is not None else "",
                source.number(chance, *path, "probability"),
                ended.pays,
                source.number(signed, *path, "contribution"),
            )
        )
    columns = ("line", "deals", "probability", "pays", "adds to the net result")
    return Table(
        title=f"{spec.label}: lines",
        columns=columns,
        rows=tuple(rows),
        command=source.command,
        note=f"{spec.about[0].upper()}{spec.about[1:]}. Clause: {spec.rule}.",
    )
