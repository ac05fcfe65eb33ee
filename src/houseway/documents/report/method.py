"""Part 9 of a report: the second method and how well it agrees, printed figures, exact fractions, all commands."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from houseway.documents.content import Block, Cell, Command, Heading, Number, Paragraph, Part, Picture, Table
from houseway.documents.numbers import MINUS, Source, decimals, percent, signed
from houseway.documents.report.evidence import Evidence
from houseway.documents.svg import Axis, columns
from houseway.games.simulation.simulation import MAIN

FAR: Final = 4  # standard errors beyond which two methods disagree
EXACT: Final = "_exact"
LEFT_OUT: Final = ("moments",)


def method(evidence: Evidence, parts: Iterable[Part]) -> Part:
    """Part 9: the method of the figures, a second one, and the commands that reproduce every figure."""
    blocks = [*_first(evidence), *_second(evidence), *_printed(evidence), _fractions(evidence)]
    every = [block for part in parts for block in part.blocks]
    return Part(title="9. Method, second method and reproduction", blocks=(*blocks, *_commands([*every, *blocks])))


def _first(evidence: Evidence) -> Iterator[Block]:
    deals = evidence.analysis.main.deals
    counted = f" The main game is counted over {deals:,} equally likely deals." if deals else ""
    yield Heading(text="First method")
    yield Paragraph(
        text=f"Method: {evidence.analysis.method}. Probabilities and pays are exact fractions; what is printed is "
        f"rounded.{counted} The same software settles the rounds of a live table, by the same rules."
    )


def _second(evidence: Evidence) -> Iterator[Block]:
    run = evidence.simulation
    if run is None:
        return
    effort = evidence.effort
    words = (f"--rounds {effort.rounds}", f"--seed {effort.seed}", "--json")
    source = Source(command=evidence.command("simulate", *words), answer=run.to_json())
    yield Heading(text="Second method: simulation")
    yield Paragraph(
        text=f"{run.rounds:,} whole rounds are dealt, decided by the strategy {run.strategy} and settled, with seed "
        f"{run.seed}; the same seed deals the same rounds anywhere. A result counts as disagreeing from {FAR} standard "
        "errors on."
    )
    paths = {MAIN: (MAIN,), **{name: ("wagers", name) for name in run.wagers}}
    yield _agreement(source, paths)
    scores = [abs(float(source.value(*path, "z"))) for path in paths.values() if source.has(*path, "z")]
    if scores:
        verdict = "agree" if max(scores) < FAR else "DO NOT AGREE"
        text = f"The methods {verdict}: of {len(scores)} results the farthest is {max(scores):.2f} standard errors off."
        yield Paragraph(text=text, strong=True)
    yield _distribution(evidence, source)


def _agreement(source: Source, paths: Mapping[str, tuple[str, ...]]) -> Table:
    def interval(path: tuple[str, ...], level: str) -> Cell:
        low, high = (float(source.value(*path, "intervals", level, place)) for place in ("0", "1"))
        return Number(text=f"{signed(low)} to {signed(high)}", value=low, path=(*path, "intervals", level, "0"))

    def cell(path: tuple[str, ...], name: str) -> Cell:
        return source.number(signed, *path, name) if source.has(*path, name) else ""

    rows = tuple(
        (
            name,
            cell(path, "mean"),
            source.number(decimals, *path, "standard_error"),
            cell(path, "exact"),
            cell(path, "z"),
            interval(path, "95%"),
            interval(path, "99%"),
        )
        for name, path in paths.items()
    )
    heads = ("wager", "mean", "standard error", "exact", "z", "95% interval", "99% interval")
    return Table(
        title="Net result of a round, simulated and exact",
        columns=heads,
        rows=rows,
        command=source.command,
        note="In units of the wager; an envy bonus in dollars. The mean is the player's net result.",
    )


def _distribution(evidence: Evidence, source: Source) -> Picture:
    run = evidence.simulation
    counts = sorted(run.main.distribution.items()) if run else []
    rounds = sum(number for _, number in counts)
    shares = [(float(net), number / rounds) for net, number in counts]
    likely = max(shares, key=lambda one: one[1])
    return Picture(
        title="How likely each net result of the main game is, simulated",
        svg=columns(
            shares,
            Axis(title="net result of a round, in first wagers", words=lambda value: f"{value:g}".replace("-", MINUS)),
            Axis(title="share of rounds", words=lambda value: f"{value:g}"),
        ),
        alt=f"From {shares[0][0]:g} to {shares[-1][0]:g}; the likeliest is {likely[0]:g}, with {percent(likely[1])}.",
        command=source.command,
    )


def _printed(evidence: Evidence) -> Iterator[Block]:
    if not evidence.figures:
        return
    yield Heading(text="Figures that the letter prints")
    rows = tuple((one.what, one.measure, one.printed, one.exact, one.verdict) for one in evidence.figures)
    heads = ("figure", "measure", "printed", "exact", "verdict")
    yield Table(title="Printed and exact", columns=heads, rows=rows, command="houseway verify --json", wide=(0, 1))


def _fractions(evidence: Evidence) -> Table:
    """Every exact value of the analysis as a fraction."""
    source = evidence.prices
    rows = tuple(
        (", ".join(path[:-1]), path[-1].removesuffix(EXACT).replace("_", " "), source.number(decimals, *path))
        for path in _exact_paths(source.answer, ())
    )
    return Table(
        title="Exact values as fractions",
        columns=("of", "what", "fraction"),
        rows=rows,
        command=source.command,
        wide=(0,),
    )


def _exact_paths(value: object, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for name, one in value.items() if isinstance(value, Mapping) else ():
        if name.endswith(EXACT) and isinstance(one, str):
            yield (*path, name)
        elif name not in LEFT_OUT:
            yield from _exact_paths(one, (*path, name))


def _commands(blocks: Iterable[Block]) -> Iterator[Block]:
    """Every command of the report, once."""
    commands = dict.fromkeys(block.command for block in blocks if isinstance(block, Table | Picture) and block.command)
    yield Heading(text="Every command of this report")
    yield Paragraph(text="Each table and figure names the command that gives its numbers again. These are all of them.")
    for command in commands:
        yield Command(text=command)
