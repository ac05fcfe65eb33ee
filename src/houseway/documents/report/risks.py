"""Parts 7 and 8 of a report: what players gain who know more than they should, and the most that a round can cost."""

from collections.abc import Iterator
from fractions import Fraction

from houseway.documents.content import Block, Cell, Heading, Paragraph, Part, Picture, Points, Table
from houseway.documents.numbers import Source, count, derived, dollars, percent
from houseway.documents.report.evidence import SHOES, Evidence
from houseway.documents.report.further import facts, nested
from houseway.documents.report.main_game import title
from houseway.documents.svg import Axis, Line, plane
from houseway.games.letter.paytable import Pay, PayTable
from houseway.games.simulation.simulation import MAIN
from houseway.house.sheets.policy import Policy, effective_maximum
from houseway.lab.vulnerability.answer import COUNTING
from houseway.money import Cents


def sensitivity(evidence: Evidence) -> Part:
    """Part 7: hands dealt face up, other plays and rules of the main game, and what this report does not hold."""
    blocks: list[Block] = [*_face_up(evidence)]
    if len(evidence.analysis.main_games) > 1:
        blocks.append(_other_plays(evidence))
    blocks += _counting(evidence)
    blocks += [Heading(text="Not computed in this report"), Points(items=tuple(_left_out(evidence)))]
    return Part(title="7. Sensitivity", blocks=tuple(blocks))


def _face_up(evidence: Evidence) -> Iterator[Block]:
    answer = evidence.face_up
    if answer is None:
        return
    effort = evidence.effort
    command = evidence.command("face-up", f"--deals {effort.deals}", f"--seed {effort.seed}", "--json")
    source = Source(command=command, answer=answer.to_json())
    rows = tuple(
        (
            source.number(count, "face_up", place, "hands_seen"),
            source.number(percent, "face_up", place, "house_edge"),
            source.number(percent, "face_up", place, "gain"),
            source.number(percent, "face_up", place, "standard_error"),
        )
        for place in map(str, range(len(answer.face_up)))
    )
    yield Heading(text="Hands of other players that are seen")
    yield Paragraph(
        text="What a player gains who sees the hands of others and uses them. Deals are sampled, everything after a "
        "deal is counted: no decision is ever wrong, so the gain is also the upper bound."
    )
    columns = ("hands seen", "house edge", "gain", "standard error")
    yield Table(title="Cards dealt face up", columns=columns, rows=rows, command=command)
    points = [(float(one.hands_seen), one.house_edge) for one in answer.face_up]
    points.insert(0, (0.0, answer.face_up[0].house_edge_unseen))
    yield Picture(
        title="House edge by the number of hands seen",
        svg=plane(
            [Line(label="house edge", points=points)],
            Axis(title="hands of others that are seen", words=lambda value: f"{value:g}", ticks=[x for x, _ in points]),
            Axis(title="house edge", words=lambda value: f"{100 * value:.2f}%"),
        ),
        alt="; ".join(f"{seen:g} seen: {percent(edge)}" for seen, edge in points),
        command=command,
    )


def _other_plays(evidence: Evidence) -> Table:
    source = evidence.prices
    best = evidence.analysis.main_games[evidence.analysis.best_play].house_edge
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (title(evidence, name), source.number(percent, name, "house_edge"), derived(one.house_edge - best, percent))
        for name, one in evidence.analysis.main_games.items()
    )
    columns = ("play", "house edge", "more than the best")
    return Table(title="Other plays of the main game", columns=columns, rows=rows, command=source.command)


def _counting(evidence: Evidence) -> Iterator[Block]:
    """What counters win."""
    answer = evidence.vulnerability
    if answer is None:
        return
    words = (f"--topic {COUNTING}", f"--shoes {SHOES}", f"--seed {evidence.effort.seed}", "--json")
    source = Source(command=evidence.command("vulnerability", *words), answer=answer.to_json())
    counted = source.answer[COUNTING]
    yield Heading(text="Counting")
    yield facts(source, "Counting: what is asked", (COUNTING,), counted)
    yield from nested(source, "Counting", (COUNTING,), counted)


def _left_out(evidence: Evidence) -> Iterator[str]:
    """What this report does not hold, and the command that answers it where there is one."""
    if not evidence.face_up:
        yield "Hands of other players that are seen."
    if not evidence.vulnerability:
        yield "Counting cards: every round is priced from a fresh deck or shoe."
    for topic in evidence.topics:
        if topic != COUNTING:
            command = evidence.command("vulnerability", f"--topic {topic}")
            yield f"{topic.replace('-', ' ').capitalize()}: {command} answers it."
    if not evidence.topics:
        yield "A dealer who shows a card too early, errors of reader or dealer, and players who act together."


# ---- part 8


def liability(evidence: Evidence, policy: Policy) -> Part:
    """Part 8: the most that a seat wins in a round, and what the law says of aggregate limits."""
    limit = policy.rules["wager-limit"]
    least = policy.figure("aggregate", "odds")
    certain = (
        ""
        if limit.certain and policy.rules["aggregate"].certain
        else (" These figures of the law were not read in the rule itself: check them before you rely on them.")
    )
    blocks: list[Block] = [
        Paragraph(
            text=f"A single wager is at most {_money(policy.wager_limit)} ({limit.law}). An aggregate payout limit is "
            f"at least the highest wager times {least}, and stands only where a line pays {least} to 1 or more "
            f"({policy.law('aggregate')}).{certain}"
        )
    ]
    if MAIN in evidence.endings:
        blocks.append(_main_liability(evidence, policy))
    blocks.append(_bonus_liability(evidence, policy, least))
    return Part(title="8. Worst-case liability and aggregate limits", blocks=tuple(blocks))


def _money(cents: Cents) -> str:
    return dollars(cents / 100)


def _main_liability(evidence: Evidence, policy: Policy) -> Table:
    letter = evidence.game.approval
    first, seats = letter.required[0], letter.table.seats
    worst = max(evidence.endings[MAIN], key=lambda ending: ending.net)
    most = effective_maximum(letter, first, policy.wager_limit, 100)
    rows: tuple[tuple[Cell, ...], ...] = (
        ("the most that a seat wins, in first wagers", derived(float(worst.net), lambda value: f"{value:,.2f}")),
        ("staked for it, in first wagers", derived(float(worst.staked), lambda value: f"{value:,.2f}")),
        ("the highest first wager that keeps every wager within the law", derived(most / 100, dollars)),
        ("the most that a seat wins at it", derived(float(worst.net) * most / 100, dollars)),
        (f"upper bound for {seats} seats", derived(float(worst.net) * most / 100 * seats, dollars)),
    )
    return Table(
        title="The main game",
        columns=("what", "value"),
        rows=rows,
        wide=(0,),
        note=f"The highest of all {len(evidence.endings[MAIN])} ways in which the main wagers of a seat can end "
        f"({worst.name}), as the simulation of part 9 lists them. Not all seats can win it at once.",
    )


def _bonus_liability(evidence: Evidence, policy: Policy, least: int) -> Table:
    rows = []
    for name, label in evidence.wagers.items():
        tables = (
            evidence.game.approval.paytables.get(evidence.game.approval.wagers[name].paytable or name, {})
            if (name in evidence.game.approval.wagers)
            else {}
        )
        tops = {table: _top(one) for table, one in tables.items()}
        if any(top is not None for top in tops.values()):
            rows.append(_bonus_row(name, label, tops, evidence, policy, least))
    columns = ("wager", "pay table", "line", "pays", "highest wager", "pays at it", "aggregate limit at least")
    return Table(
        title="The highest line at odds of each wager",
        columns=columns,
        rows=tuple(rows),
        wide=(2,),
        note="Of all pay tables of the letter. Shares of a meter are paid by the meter, whose worst case is what it "
        "holds; envy bonuses come on top for each other player. A house may set a lower maximum.",
    )


def _bonus_row(
    name: str, label: str, tops: dict[str, tuple[str, Pay] | None], evidence: Evidence, policy: Policy, least: int
) -> tuple[Cell, ...]:
    table = max(tops, key=lambda one: top[1].times if (top := tops[one]) else Fraction(-1))
    line, pay = tops[table] or ("", Pay.parse("push"))
    fixed = (
        evidence.game.approval.demonstration.jackpot.get("wager")
        if evidence.jackpot and evidence.jackpot.name == name
        else None
    )
    most = (
        float(str(fixed)) if fixed else effective_maximum(evidence.game.approval, name, policy.wager_limit, 100) / 100
    )
    aggregate: Cell = derived(most * least, dollars) if pay.times >= least else "none allowed"
    return (label, table, line, pay.text, derived(most, dollars), derived(most * float(pay.times), dollars), aggregate)


def _top(table: PayTable) -> tuple[str, Pay] | None:
    """The line that pays most at odds; None where every line pays shares, prizes or a push."""
    odds = [
        (table.lines[line], pay) for line in table.printed if (pay := table.pay(line)) and pay.kind in ("to", "for")
    ]
    return max(odds, key=lambda one: one[1].times, default=None)
