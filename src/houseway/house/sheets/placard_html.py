"""A placard as one self-contained page without scripts, for paper and for a phone; everything is escaped."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from houseway.house.sheets.placard import PayBoard, Placard

STYLE: Final = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; color: #111; background: #fff;
  font: 1rem/1.45 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.7rem; }
h2 { margin: 0 0 .3rem; font-size: 1.1rem; }
.of { margin: .2rem 0 1rem; color: #444; }
.notice { margin: .6rem 0; padding: .6rem .8rem; border: 3px solid #111; font-weight: 700; }
section { margin: 1rem 0; break-inside: avoid; }
.boards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 0 2rem; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .2rem .5rem; border-bottom: 1px solid #bbb; text-align: right; vertical-align: top; }
th:first-child, td:first-child { padding-left: 0; text-align: left; }
@media (min-width: 45rem) { td:not(:first-child) { white-space: nowrap; } }
th { font-size: .85rem; font-weight: 600; color: #444; }
ul { margin: 0; padding-left: 1.2rem; }
p { margin: .3rem 0; white-space: pre-line; overflow-wrap: anywhere; }
footer { margin-top: 1.5rem; color: #444; font-size: .75rem; overflow-wrap: anywhere; }
@media print { body { max-width: none; padding: 0; font-size: 10.5pt; } .wide { overflow: visible; } }
"""


def as_html(posted: Placard) -> str:
    """The placard as a page."""
    return "\n".join(_page(posted)) + "\n"


def _page(posted: Placard) -> Iterator[str]:
    title = escape(f"{posted.title}, table {posted.table}")
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>"
    yield f"<h1>{title}</h1>"
    for line in posted.head:
        yield f'<p class="of">{escape(line[:1].upper() + line[1:])}</p>'
    for notice in posted.notices:
        yield f'<p class="notice">{escape(notice)}</p>'
    yield from _section("Wagers", [*_wagers(posted)])
    yield '<div class="boards">'
    for board in posted.boards:
        yield from _board(board)
    yield "</div>"
    if posted.boards:
        yield f"<p>{escape(posted.odds)}</p>"
    if posted.jackpot:
        points = (*posted.jackpot.disclosures, *posted.jackpot.facts)
        yield from _section(f"{posted.jackpot.name}: {posted.jackpot.kind} jackpot", _points(points))
    yield from _section("At this table", _points((*posted.rules, *posted.decisions)))
    for heading, text in (("Disputes", posted.disputes), ("Employees", posted.employees), ("Rules", posted.available)):
        yield from _section(heading, [f"<p>{escape(text)}</p>"])
    yield f"</main>\n<footer>sheet {escape(posted.sheet)}</footer>\n</body>\n</html>"


def _section(heading: str, content: Sequence[str]) -> Iterator[str]:
    yield f"<section>\n<h2>{escape(heading)}</h2>"
    yield from content
    yield "</section>"


def _points(points: Sequence[str]) -> list[str]:
    return ["<ul>", *(f"<li>{escape(point)}</li>" for point in points), "</ul>"]


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield '<div class="wide"><table>'
    yield "<tr>" + "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head) + "</tr>"
    for row in rows:
        yield "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
    yield "</table></div>"


def _wagers(posted: Placard) -> Iterator[str]:
    rows = [(one.label, one.minimum, one.maximum, one.step) for one in posted.wagers]
    yield from _table(("wager", "least", "most", "steps of"), rows)
    texts = [f"{one.label}: {one.about}." for one in posted.wagers]
    texts += [one.aggregate_notice for one in posted.wagers if one.aggregate]
    yield from _points(texts)


def _board(board: PayBoard) -> Iterator[str]:
    head, *rows = board.cells()
    content = [*_table(head, rows)]
    if board.once_in:
        content.append(f"<p>Wins once in {escape(board.once_in)} hands.</p>")
    if board.note:
        content.append(f"<p>({escape(board.note)})</p>")
    yield from _section(f"{board.label}, pay table {board.table}", content)
