"""A table's sheet in words, the operator's choices, and its placard, as documents."""

from collections.abc import Iterator, Sequence

from houseway.documents.content import Block, Cell, Document, Paragraph, Part, Points, Table
from houseway.games.letter.clause_words import option_words
from houseway.house.sheets.fields import format_rate
from houseway.house.sheets.limits import table_limits
from houseway.house.sheets.placard import Placard, WagerLine
from houseway.house.sheets.policy import Policy
from houseway.house.sheets.sheet import JackpotTerms, Sheet
from houseway.money import in_dollars

CARDS = {
    "shuffle": "the system shuffles, fairly and provably",
    "hand": "dealt by hand, and entered",
    "scanner": "dealt by hand, and read by a scanner",
}
DEALERS = {"person": "a person", "self": "the table itself"}


def document(sheet: Sheet, subtitle: str, status: str, made_by: str, parts: Sequence[Part]) -> Document:
    """A document of the pack."""
    return Document(
        title=f"{sheet.approval.title}, table {sheet.name}",
        subtitle=subtitle,
        status=status,
        digest=f"sheet {sheet.digest[:32]}",
        made_by=made_by,
        date="",
        parts=tuple(parts),
    )


def sheet_parts(sheet: Sheet, policy: Policy) -> tuple[Part, ...]:
    """The sheet in words: the table, its limits, the operator's choices, the jackpot and the controls."""
    parts = [
        Part(title="The table", blocks=(_table(sheet),)),
        Part(title="Limits", blocks=(_limits(sheet, policy),)),
        Part(title="The operator's choices", blocks=(choices(sheet),)),
    ]
    if sheet.jackpot:
        parts.append(Part(title="The jackpot", blocks=(_jackpot(sheet.jackpot),)))
    return (*parts, Part(title="Internal controls", blocks=(_controls(sheet),)))


def _facts(title: str, rows: Sequence[tuple[str, str]]) -> Table:
    return Table(title=title, columns=("what", "value"), rows=tuple(row for row in rows if row[1]), wide=(1,))


def _table(sheet: Sheet) -> Table:
    letter, deal = sheet.approval, sheet.dealing
    letters = ", ".join(f"{one.date:%d %B %Y}" for one in letter.letters)
    rows = [
        ("Table", sheet.name),
        ("Game", letter.title),
        ("Supplier", letter.supplier),
        ("Letters", letters or letter.status),
        ("Jurisdiction", sheet.jurisdiction),
        ("Seats", str(sheet.seats)),
        ("Cards", CARDS.get(deal.cards, deal.cards)),
        ("Dealt by", DEALERS.get(deal.dealer, deal.dealer)),
        ("House way", deal.house_way),
        ("Time for a decision", f"{sheet.decisions.seconds} seconds"),
        ("Who does not decide", ", then ".join(sheet.decisions.default)),
        ("Sheet, SHA-256", sheet.digest),
    ]
    return _facts("The table", rows)


def _limits(sheet: Sheet, policy: Policy) -> Table:
    wagers = sheet.approval.wagers
    rows = tuple(
        (
            wagers[name].label,
            in_dollars(limit.minimum),
            in_dollars(limit.maximum),
            in_dollars(limit.step),
            in_dollars(limit.aggregate) if limit.aggregate else "none",
            wagers[name].rule,
        )
        for name, limit in table_limits(sheet, policy).items()
    )
    heads = ("wager", "least", "most", "steps of", "aggregate limit", "clause")
    law = f"By the stricter of sheet and law: a single wager is at most {in_dollars(policy.wager_limit)}."
    return Table(
        title=f"Limits, in chips of {in_dollars(sheet.chip)}",
        columns=heads,
        rows=rows,
        note=law if sheet.jurisdiction == "commercial" else "",
        wide=(5,),
    )


def choices(sheet: Sheet) -> Table:
    """Every choice that the letter leaves to the operator, and what it means for players."""
    game = sheet.chosen
    rows = tuple(
        (name, game.options[name], option.rule, option_words(game, name) or f"{option.about}")
        for name, option in game.approval.options.items()
        if not option.concerns or not game.offered.isdisjoint(option.concerns)
    )
    heads = ("choice", "value", "clause", "in words")
    return Table(title="Choices that concern this table", columns=heads, rows=rows, wide=(3,))


def _jackpot(terms: JackpotTerms) -> Table:
    rows = [
        ("Name", terms.name),
        ("Kind", terms.kind),
        ("Wager", in_dollars(terms.wager)),
        ("Amount", in_dollars(terms.amount) if terms.amount else ""),
        ("Seed", in_dollars(terms.seed) if terms.kind == "progressive" else ""),
        ("After a 100% award", in_dollars(terms.reset) if terms.kind == "progressive" else ""),
        ("Increment of each wager", format_rate(terms.increment) if terms.increment else ""),
        ("Reserve of each wager", format_rate(terms.reserve) if terms.reserve else ""),
        ("Cap", in_dollars(terms.cap) if terms.cap else "none"),
        ("Above the cap", terms.overflow),
        ("Prizes in dollars are paid by", terms.prizes_from),
        ("Two persons verify wins above", in_dollars(terms.verify_above)),
        ("Linked with other tables", "yes" if terms.linked else "no"),
    ]
    return _facts("Terms of the jackpot", rows)


def _controls(sheet: Sheet) -> Table:
    held = sheet.controls
    grants = [("Approval of the internal controls", held.approval), *held.further.items()]
    rows = [
        *(
            (name.capitalize(), f"{grant.reference}, {grant.date}" if grant.date else grant.reference)
            for name, grant in grants
        ),
        ("Controller", held.controller),
        ("Account of the progressive", held.account),
        ("Deposits at least every", f"{held.deposit_days} days" if held.deposit_days else ""),
        ("Malfunctions are reported within", f"{held.malfunction_hours} hours"),
        ("Reserve for prizes at odds", in_dollars(held.reserve) if held.reserve else ""),
        ("Rules of play", sheet.posting["rules"]),
        ("Disputes", sheet.posting["disputes"]),
        ("Employees", sheet.posting["employees"]),
    ]
    return _facts("Controls", rows)


# ---- the placard


def placard_parts(posted: Placard) -> tuple[Part, ...]:
    """What is posted at the table."""
    head: list[Block] = [Paragraph(text=line[:1].upper() + line[1:]) for line in posted.head]
    head += [Paragraph(text=notice, strong=True) for notice in posted.notices]
    parts = [Part(title="Wagers", blocks=(*head, *_wagers(posted.wagers)))]
    if posted.boards:
        parts.append(Part(title="Pay tables", blocks=(*boards(posted), Paragraph(text=posted.odds))))
    if posted.jackpot:
        points = Points(items=(*posted.jackpot.disclosures, *posted.jackpot.facts))
        parts.append(Part(title=f"{posted.jackpot.name}: {posted.jackpot.kind} jackpot", blocks=(points,)))
    parts.append(Part(title="At this table", blocks=(Points(items=(*posted.rules, *posted.decisions)),)))
    texts = (("Disputes", posted.disputes), ("Employees", posted.employees), ("Rules", posted.available))
    return (*parts, *(Part(title=title, blocks=(Paragraph(text=text),)) for title, text in texts))


def _wagers(wagers: Sequence[WagerLine]) -> Iterator[Block]:
    rows = tuple((one.label, one.minimum, one.maximum, one.step) for one in wagers)
    yield Table(title="Limits", columns=("wager", "least", "most", "steps of"), rows=rows)
    notices = [one.aggregate_notice for one in wagers if one.aggregate]
    yield Points(items=(*(f"{one.label}: {one.about}." for one in wagers), *notices))


def boards(posted: Placard) -> Iterator[Table]:
    """The pay tables that are offered."""
    for board in posted.boards:
        head, *rows = board.cells()
        cells: tuple[tuple[Cell, ...], ...] = tuple(rows)
        wins = f"Wins once in {board.once_in} hands." if board.once_in else ""
        yield Table(
            title=f"{board.label}, pay table {board.table}",
            columns=("line", *head[1:]),
            rows=cells,
            note=" ".join(filter(None, (wins, f"({board.note})" if board.note else ""))),
        )
