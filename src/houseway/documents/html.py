"""A document as one self-contained page: no script, light and dark, fit for paper; everything is escaped."""

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Final

from houseway.documents.content import (
    Block,
    Cell,
    Command,
    Document,
    Heading,
    Paragraph,
    Part,
    Picture,
    Points,
    Table,
)

STYLE: Final = Path(__file__).parent / "page.css"


def as_html(document: Document) -> str:
    """The document as a page."""
    return "\n".join(_page(document)) + "\n"


def _page(document: Document) -> Iterator[str]:
    title = escape(f"{document.title}: {document.subtitle}")
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{title}</title>\n<style>\n{STYLE.read_text(encoding='utf-8')}</style>\n</head>\n<body>"
    yield f"<header>\n<h1>{escape(document.title)}</h1>"
    yield f'<p class="subtitle">{escape(document.subtitle)}</p>'
    if document.status:
        yield f'<p class="status">{escape(document.status)}</p>'
    if document.date:
        yield f"<p>{escape(document.date)}</p>"
    yield "</header>"
    yield from _contents(document)
    yield "<main>"
    for number, part in enumerate(document.parts, start=1):
        yield from _part(number, part)
    yield "</main>"
    made = " · ".join(filter(None, (document.made_by, document.digest)))
    yield f"<footer>{escape(made)}</footer>\n</body>\n</html>"


def _contents(document: Document) -> Iterator[str]:
    if len(document.parts) < 2:
        return
    yield '<nav aria-label="Contents"><ul>'
    for number, part in enumerate(document.parts, start=1):
        yield f'<li><a href="#part-{number}">{escape(part.title)}</a></li>'
    yield "</ul></nav>"


def _part(number: int, part: Part) -> Iterator[str]:
    turned = ' class="new-page"' if part.new_page else ""
    yield f'<section id="part-{number}"{turned}>\n<h2>{escape(part.title)}</h2>'
    for block in part.blocks:
        yield from _block(block)
    yield "</section>"


def _block(block: Block) -> Iterator[str]:
    match block:
        case Heading(text=text):
            yield f"<h3>{escape(text)}</h3>"
        case Paragraph(text=text, strong=strong):
            yield f"<p><strong>{escape(text)}</strong></p>" if strong else f"<p>{escape(text)}</p>"
        case Points(items=items, numbered=numbered):
            tag = "ol" if numbered else "ul"
            yield f"<{tag}>" + "".join(f"<li>{escape(item)}</li>" for item in items) + f"</{tag}>"
        case Table():
            yield from _table(block)
        case Picture():
            yield from _picture(block)
        case Command(text=text):
            yield f"<p><code>{escape(text)}</code></p>"


def _table(table: Table) -> Iterator[str]:
    sides = ["" if side == "right" else f' class="{side}"' for side in table.sides]
    yield f'<div class="wide" tabindex="0"><table><caption>{escape(table.title)}</caption>'
    heads = (f'<th scope="col"{side}>{escape(head)}</th>' for head, side in zip(table.columns, sides, strict=True))
    yield f"<thead><tr>{''.join(heads)}</tr></thead>\n<tbody>"
    for first, *others in table.rows:
        cells = (f"<td{side}>{_words(cell)}</td>" for cell, side in zip(others, sides[1:], strict=True))
        yield f'<tr><th scope="row">{_words(first)}</th>{"".join(cells)}</tr>'
    yield "</tbody></table></div>"
    if table.note:
        yield f'<p class="note">{escape(table.note)}</p>'
    yield from _reproduce(table.command)


def _words(cell: Cell) -> str:
    return escape(cell if isinstance(cell, str) else cell.text)


def _picture(picture: Picture) -> Iterator[str]:
    drawn = picture.svg.replace("<svg ", f'<svg role="img" aria-label="{escape(picture.alt, quote=True)}" ', 1)
    yield f"<figure><figcaption>{escape(picture.title)}</figcaption>{drawn}</figure>"
    yield from _reproduce(picture.command)


def _reproduce(command: str) -> Iterator[str]:
    if command:
        yield f'<p class="reproduce">Reproduce: <code>{escape(command)}</code></p>'
