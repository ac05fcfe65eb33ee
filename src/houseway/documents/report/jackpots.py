"""Parts 5 and 6 of a report: progressives and house jackpots, and envy by the number of players."""

from collections.abc import Iterator, Mapping
from typing import Final

from houseway.documents.content import Block, Cell, Heading, Paragraph, Part, Picture, Points, Table
from houseway.documents.numbers import Form, Source, count, days, decimals, derived, dollars, percent
from houseway.documents.report.evidence import ENVY_WAGER, METER_LIVES, METER_SEED, Evidence, meter_table, meter_terms
from houseway.documents.svg import RED, Axis, Line, plane
from houseway.games.pricing.wager_result import MOST_OTHERS, WagerResult

CAP: Final = (
    "No cap is set in these terms. A cap leaves the odds as they are and lowers what the meter returns by what is "
    "diverted above it; the quantiles of the meter at the end of a day show how often a cap would be reached. A cap "
    "may be imposed only at or above the current amount (WAC 230-15-685)."
)


def progressive(evidence: Evidence) -> Part:
    """Part 5: odds of the shares, edges at a meter, break-even, and the meter over time."""
    wager = evidence.jackpot
    if wager is None:
        text = "The letter of this game has no progressive and no house jackpot."
        return Part(title="5. Progressive and jackpots", blocks=(Paragraph(text=text),))
    blocks = [*_prices(evidence, wager.name, wager.label), *_life(evidence)]
    return Part(title="5. Progressive and jackpots", blocks=tuple(blocks))


def _tables(evidence: Evidence, wager: str) -> Mapping[str, Mapping[str, WagerResult]]:
    """The wagers that win shares of a meter: the jackpot's own, and its alternate tables."""
    priced = evidence.analysis.wagers
    shares = {
        name: tables for name, tables in priced.items() if any(one.meter_weight is not None for one in tables.values())
    }
    return {wager: priced[wager], **shares}


def _prices(evidence: Evidence, wager: str, label: str) -> Iterator[Block]:
    source = evidence.prices
    for name, tables in _tables(evidence, wager).items():
        words = label if name == wager else evidence.wagers[name]
        command = evidence.command("analyze", f"--wager {name}", "--full", "--json")
        rows = tuple(_price(source, name, table, one) for table, one in tables.items())
        columns = ("pay table", "edge, fixed pays alone", "with 21% from the meter", "share of the meter a wager wins")
        yield Table(
            title=f"{words}: edges and break-even",
            columns=(*columns, "break-even meter, in wagers"),
            rows=rows,
            command=command,
            note="The letters print the house advantage as if the meter returned 21% of a wager; where a letter prints "
            "none, the column is empty.",
        )
        yield _odds(source, name, words, tables, command)
    yield _by_meter(evidence, wager, label)


def _price(source: Source, wager: str, table: str, one: WagerResult) -> tuple[Cell, ...]:
    path = ("wagers", wager, table)

    def cell(name: str, form: Form) -> Cell:
        return source.number(form, *path, name) if source.has(*path, name) else ""

    return (
        f"{table} ({one.note})" if one.note else table,
        cell("fixed_edge", percent),
        cell("printed_edge", percent),
        cell("meter_weight", decimals),
        cell("break_even_meter", lambda value: f"{value:,.2f}"),
    )


def _odds(source: Source, wager: str, label: str, tables: Mapping[str, WagerResult], command: str) -> Table:
    rows = tuple(
        (table, line, one.lines[line].pays, source.number(count, "wagers", wager, table, "odds", line))
        for table, one in tables.items()
        for line in one.odds or {}
    )
    columns = ("pay table", "line", "pays", "odds")
    return Table(title=f"{label}: odds of the shares", columns=columns, rows=rows, command=command, wide=(1,))


def _by_meter(evidence: Evidence, wager: str, label: str) -> Picture:
    """The house edge of $1 as the meter rises."""
    table = meter_table(evidence.game)
    one = evidence.analysis.wagers[wager][table]
    even = one.break_even_meter if isinstance(one.break_even_meter, float) else 1.0
    weight = float(one.meter_weight or 0)
    points = [(meter, one.house_edge - weight * meter) for meter in (0.0, even, 1.5 * even)]
    zero = [(0.0, 0.0), (1.5 * even, 0.0)]
    return Picture(
        title=f"{label}, pay table {table}: house edge of a $1 wager by the meter",
        svg=plane(
            [Line(label="house edge", points=points), Line(label="even", points=zero, color=RED, dashed=True)],
            Axis(title="dollars on the meter", words=lambda value: f"{value:,.0f}"),
            Axis(title="house edge", words=lambda value: f"{100 * value:.0f}%"),
        ),
        alt=f"The edge falls from {percent(one.house_edge)} at an empty meter to nothing at {dollars(even)}.",
        command=evidence.command("analyze", f"--wager {wager}", f"--meter {even:.2f}", "--json"),
    )


# ---- the meter over time


def _life(evidence: Evidence) -> Iterator[Block]:
    life = evidence.meter
    if life is None:
        return
    terms = meter_terms(evidence.game)
    words = [f"--{name} {value}" for name, value in terms.items()]
    extra = [f"--lives {METER_LIVES}", f"--seed {METER_SEED}", "--json"]
    source = Source(command=evidence.command("meter", f"--table {life.table}", *words, *extra), answer=life.to_json())
    yield Heading(text=f"The meter over time: pay table {life.table}")
    yield Points(
        items=(
            f"A wager of {_posted(terms['wager'])}, of which {terms['increment']} go to the meter.",
            f"The meter starts at {_posted(terms['start'])}; an award of 100% leaves it at {_posted(terms['reset'])}.",
            f"{life.wagers_a_day:,} wagers a day for {life.years} years; {life.lives} such lives are simulated.",
            "These terms are an example: a table's sheet sets its own, and the command houseway meter takes them.",
            CAP,
        )
    )
    yield _return(source)
    yield _waits(source, evidence)
    yield _day_ends(source, evidence)


def _posted(amount: str) -> str:
    return dollars(float(amount))


def _return(source: Source) -> Table:
    long_run = source.number(percent, "meter_return"), source.number(percent, "house_edge")
    life = source.number(percent, "life", "meter_return"), source.number(percent, "life", "house_edge")
    simulated = source.number(percent, "simulated", "meter_return", "mean")
    rows: tuple[tuple[Cell, ...], ...] = (
        ("fixed pays alone", source.number(percent, "fixed_return"), "", ""),
        ("long run, closed form", *long_run, source.number(dollars, "mean_meter")),
        ("one life, closed form", *life, source.number(dollars, "life", "mean_meter")),
        ("lives, simulated", simulated, "", source.number(dollars, "simulated", "mean_meter", "mean")),
        (
            "standard error",
            source.number(percent, "simulated", "meter_return", "standard_error"),
            "",
            source.number(dollars, "simulated", "mean_meter", "standard_error"),
        ),
    )
    return Table(
        title="What fixed pays and meter return, and the mean meter",
        columns=("over", "returns of a wager", "house edge with both", "mean meter"),
        rows=rows,
        command=source.command,
    )


def _waits(source: Source, evidence: Evidence) -> Table:
    lines = evidence.meter.lines if evidence.meter else {}
    rows = []
    for line in lines:
        hit = ("simulated", "lines", line)
        award: Cell = source.number(dollars, *hit, "mean_award") if source.has(*hit, "mean_award") else "never hit"
        largest: Cell = source.number(dollars, *hit, "largest_award") if source.has(*hit, "largest_award") else ""
        rows.append(
            (
                line,
                source.number(lambda value: f"1 in {value:,.1f}", "odds", line),
                source.number(days, "lines", line, "days_between_hits"),
                source.number(days, "lines", line, "days_to_a_hit", "50%"),
                source.number(days, "lines", line, "days_to_a_hit", "95%"),
                source.number(count, *hit, "hits"),
                award,
                largest,
            )
        )
    return Table(
        title="Hits: waits in days, and awards in the simulated lives",
        columns=("line", "odds", "mean wait", "median", "95% within", "hits", "average win", "largest"),
        rows=tuple(rows),
        command=source.command,
        wide=(0,),
    )


def _day_ends(source: Source, evidence: Evidence) -> Table:
    levels = evidence.meter.simulated.meter_at_day_end if evidence.meter else {}
    rows: list[tuple[Cell, ...]] = [
        (level, source.number(dollars, "simulated", "meter_at_day_end", level)) for level in levels
    ]
    rows.append(("largest", source.number(dollars, "simulated", "largest_meter_at_day_end")))
    columns = ("of all days, at most", "dollars")
    return Table(title="The meter at the end of a day", columns=columns, rows=tuple(rows), command=source.command)


# ---- envy


def envy(evidence: Evidence) -> Part:
    """Part 6: what envy is worth, by the number of other players."""
    title = "6. Envy by the number of players"
    source = evidence.envy
    if source is None:
        return Part(title=title, blocks=(Paragraph(text="No wager of this game earns an envy bonus."),))
    blocks: list[Block] = [
        Paragraph(
            text=f"The edge of a wager of ${ENVY_WAGER}.00 with the envy bonuses that its player wins for the hands of "
            "others who made the wager too. Envy is paid in dollars, so a larger wager gains less of its size."
        )
    ]
    for name, tables in evidence.analysis.wagers.items():
        earning = {table: one for table, one in tables.items() if one.envy_per_player is not None}
        if earning:
            blocks += _envy(evidence, source, name, earning)
    return Part(title=title, blocks=tuple(blocks))


def _envy(evidence: Evidence, source: Source, name: str, tables: Mapping[str, WagerResult]) -> Iterator[Block]:
    rows: list[tuple[Cell, ...]] = []
    for table, one in tables.items():
        path = ("wagers", name, table)
        edges = [source.number(percent, *path, "house_edge_by_others", str(place)) for place in range(MOST_OTHERS + 1)]
        per = source.number(lambda value: f"${value:.6f}", *path, "envy_per_player")
        rows.append((table, per, derived(one.envy_from or 0, dollars), *edges))
    heads = (f"{place} other{'' if place == 1 else 's'}" for place in range(MOST_OTHERS + 1))
    yield Table(
        title=f"{evidence.wagers[name]}: house edge by the number of other players",
        columns=("pay table", "envy a player", "from a wager of", *heads),
        rows=tuple(rows),
        command=source.command,
    )
