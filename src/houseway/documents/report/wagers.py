"""Part 3 of a report: every wager under every pay table, line by line."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from houseway.documents.content import Block, Cell, Heading, Paragraph, Part, Picture, Table
from houseway.documents.numbers import chance, count, decimals, derived, percent
from houseway.documents.report.bands import bands, volatility
from houseway.documents.report.evidence import Evidence
from houseway.documents.report.main_wagers import main_wagers
from houseway.documents.svg import bars
from houseway.games.letter.paytable import Pay
from houseway.games.pricing.wager_result import LineResult, WagerResult

WINNINGS: Final = (
    "Winnings: probability times what the line pays beyond the stake, in wagers; “stakes returned” is the rest of the "
    "return. Shares of a meter and $ prizes count nothing here."
)


def wagers(evidence: Evidence) -> Part:
    """Part 3: for each wager its prices, their bands, and the lines of its pay tables."""
    bonuses = [block for name, label in evidence.wagers.items() for block in _wager(evidence, name, label)]
    return Part(title="3. Every wager under every pay table", blocks=(*main_wagers(evidence), *bonuses))


def _wager(evidence: Evidence, name: str, label: str) -> Iterator[Block]:
    tables = evidence.analysis.wagers[name]
    spec = evidence.game.approval.wagers.get(name)
    command = evidence.command("analyze", f"--wager {name}", "--full", "--json")
    yield Heading(text=label)
    if spec:
        yield Paragraph(text=f"{spec.about[0].upper()}{spec.about[1:]}. Clause: {spec.rule}.")
    for sentence in dict.fromkeys(_beside(one) for one in tables.values()):
        if sentence:
            yield Paragraph(text=sentence)
    yield _prices(evidence, name, label, tables, command)
    if len(tables) > 1:
        yield _picture(label, tables, command)
    rows = [(table, one.house_edge, one.standard_deviation) for table, one in tables.items()]
    yield bands(f"{label}: return bands (90%)", rows, command, "pay table")
    yield from _other_edges(evidence, name, label, tables, command)
    yield _lines(evidence, name, label, tables, command)


def _beside(one: WagerResult) -> str:
    """What a price depends on besides its own cards."""
    parts = []
    if one.basis:
        parts.append(f"Figures of this part count {one.basis}; part 5 adds the meter.")
    if one.strategy:
        parts.append(f"Priced beside the strategy {one.strategy} of the main game.")
    if one.no_action is not None:
        parts.append(f"Out of action with {percent(one.no_action)} of the hands.")
    if one.standard_error is not None:
        parts.append(f"Simulated, with a standard error of {percent(one.standard_error)}.")
    return " ".join(parts)


def _prices(evidence: Evidence, name: str, label: str, tables: Mapping[str, WagerResult], command: str) -> Table:
    source = evidence.prices
    rows: list[tuple[Cell, ...]] = []
    for table, one in tables.items():
        path = ("wagers", name, table)
        rows.append(
            (
                f"{table} ({one.note})" if one.note else table,
                source.number(percent, *path, "house_edge"),
                derived(1 - one.house_edge, percent),
                source.number(percent, *path, "hit_frequency"),
                source.number(decimals, *path, "standard_deviation"),
                volatility(one.standard_deviation),
                "" if one.combinations is None else source.number(count, *path, "combinations"),
            )
        )
    return Table(
        title=f"{label}: prices",
        columns=(
            "pay table",
            "house edge",
            "return",
            "hit frequency",
            "standard deviation",
            "volatility index (90%)",
            "combinations",
        ),
        rows=tuple(rows),
        command=command,
    )


def _picture(label: str, tables: Mapping[str, WagerResult], command: str) -> Picture:
    shown = {table: one for table, one in tables.items() if not one.note} or tables
    edges = [(f"pay table {table}", one.house_edge) for table, one in shown.items()]
    low, high = min(edges, key=lambda one: one[1]), max(edges, key=lambda one: one[1])
    return Picture(
        title=f"{label}: house edge by pay table",
        svg=bars(edges, lambda value: f"{100 * value:.2f}%", "house edge"),
        alt=f"From {percent(low[1])} with {low[0]} to {percent(high[1])} with {high[0]}.",
        command=command,
    )


def _other_edges(
    evidence: Evidence, name: str, label: str, tables: Mapping[str, WagerResult], command: str
) -> Iterator[Block]:
    """Edges beside other habits of the player, and where a bonus is played together with the main game."""
    rows: list[tuple[Cell, ...]] = []
    source = evidence.prices
    for table, one in tables.items():
        path = ("wagers", name, table)
        for strategy in one.house_edge_by_strategy:
            edge = source.number(percent, *path, "house_edge_by_strategy", strategy)
            rows.append((table, f"beside the strategy {strategy}", edge))
        if source.has(*path, "without_surrender"):
            edge = source.number(percent, *path, "without_surrender", "house_edge")
            rows.append((table, "for a player who never surrenders", edge))
        if one.together:
            edge = source.number(percent, *path, "together", "wager_edge")
            rows.append((table, "played for main game and bonus together, the bonus as large as the first wager", edge))
    if rows:
        columns = ("pay table", "how the main game is played", "house edge")
        yield Table(title=f"{label}: beside other play", columns=columns, rows=tuple(rows), command=command, wide=(1,))


def _lines(evidence: Evidence, name: str, label: str, tables: Mapping[str, WagerResult], command: str) -> Table:
    rows = [row for table, one in tables.items() for row in _line_rows(evidence, name, table, one)]
    columns = ("pay table", "line", "combinations", "probability", "pays", "winnings")
    return Table(title=f"{label}: lines", columns=columns, rows=tuple(rows), command=command, wide=(1,), note=WINNINGS)


def _line_rows(evidence: Evidence, name: str, table: str, one: WagerResult) -> Iterator[tuple[Cell, ...]]:
    source, total = evidence.prices, 0.0
    for line, counted in one.lines.items():
        path = ("wagers", name, table, "lines", line)
        won = winnings(counted)
        total += won or 0.0
        yield (
            table,
            line,
            "simulated" if counted.combinations is None else source.number(count, *path, "combinations"),
            source.number(chance, *path, "probability"),
            counted.pays,
            "" if won is None else derived(won, decimals),
        )
    back = 1 - one.house_edge
    yield (table, "stakes returned", "", "", "", derived(back - total, decimals))
    whole: Cell = "" if one.combinations is None else source.number(count, "wagers", name, table, "combinations")
    yield (table, "all: the return", whole, "", "", derived(back, decimals))


def winnings(line: LineResult) -> float | None:
    """What a line adds to the return beyond stakes; None for a share of a meter or a prize that the house sets."""
    pay = Pay.parse(line.pays) if re.fullmatch(r"[0-9]+ (to|for) [0-9]+|push", line.pays) else None
    if pay is None:
        return None
    beyond = pay.times - 1 if pay.kind == "for" else pay.times
    return line.probability * float(beyond)
