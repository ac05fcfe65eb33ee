"""Part 8 of a report: the most that a round can cost, and aggregate limits."""

from fractions import Fraction

from houseway.documents.content import Block, Cell, Paragraph, Part, Table
from houseway.documents.numbers import derived, dollars
from houseway.documents.report.evidence import Evidence
from houseway.games.letter.paytable import Pay, PayTable
from houseway.games.simulation.simulation import MAIN
from houseway.house.sheets.policy import Policy, effective_maximum
from houseway.money import Cents


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
