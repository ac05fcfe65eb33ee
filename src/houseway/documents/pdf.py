"""A document as PDF: archival (PDF/A-2a), accessible (PDF/UA-1), and the same bytes for the same content."""

import json
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Final

from msgspec import to_builtins

from houseway.documents.content import Document, Table
from houseway.errors import InvalidInput

if TYPE_CHECKING:
    from typst import Compiler

TEMPLATE: Final = Path(__file__).parent / "document.typ"
ARCHIVAL: Final = "a-2a"
ACCESSIBLE: Final = "ua-1"
TIMESTAMP: Final = 0  # a fixed one: the bytes follow from the content alone
CONTENTS_FROM: Final = 8  # parts from which on a document has a table of contents


def as_pdf(document: Document) -> bytes:
    """The document as PDF; refused where typst is not installed."""
    pdf = _compiler(document).compile(format="pdf", pdf_standards=[ARCHIVAL, ACCESSIBLE], timestamp=TIMESTAMP)
    return pdf if isinstance(pdf, bytes) else b"".join(pdf or ())


def as_images(document: Document, ppi: int = 72) -> list[bytes]:
    """The pages of the document as PNG."""
    pages = _compiler(document).compile(format="png", ppi=ppi)
    return [pages] if isinstance(pages, bytes) else list(pages or ())


def _compiler(document: Document) -> "Compiler":
    inputs = {"document": json.dumps(_content(document))}
    compiler: Compiler = _typst().Compiler(TEMPLATE, ignore_system_fonts=True, sys_inputs=inputs)
    return compiler


def _content(document: Document) -> dict[str, object]:
    """The content with what the template has to know of its tables."""
    tables = iter([{"sides": table.sides, "is_short": table.is_short} for table in document.tables()])
    content = to_builtins(document)
    for part in content["parts"]:
        for block in part["blocks"]:
            if block["type"] == Table.__struct_config__.tag:
                block.update(next(tables))
    return {**content, "contents": len(document.parts) >= CONTENTS_FROM}


def has_typst() -> bool:
    """Whether documents can be written as PDF here."""
    return find_spec("typst") is not None


def _typst() -> ModuleType:
    try:
        import typst
    except ImportError:
        reason = "is needed for PDF and is not installed: pip install 'houseway[report]', or write .html"
        raise InvalidInput(reason, field="typst") from None
    return typst
