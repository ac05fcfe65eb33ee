"""Documents as files: the extension decides the format; a file is written whole or not at all."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

from msgspec import to_builtins

from houseway.documents.content import Document
from houseway.documents.html import as_html
from houseway.documents.pdf import as_pdf
from houseway.errors import InvalidInput
from houseway.lab.files import whole_file
from houseway.tabular import Json

FORMS: Final = (".pdf", ".html", ".json")


def check_file(path: Path) -> None:
    """Refuse a file that cannot be written, before the work is done."""
    if path.suffix.lower() not in FORMS:
        raise InvalidInput(f"must end in {', '.join(FORMS[:-1])} or {FORMS[-1]}", field=str(path))
    if not path.parent.is_dir():
        raise InvalidInput("no such folder", field=str(path))


def write_document(path: Path, document: Document, to_json: Callable[[], Json] | None = None) -> Path:
    """Write a document in the form that the name of its file asks for; as JSON it may be a part of more."""
    check_file(path)
    form = path.suffix.lower()
    if form == ".pdf":
        content = as_pdf(document)
    elif form == ".html":
        content = as_html(document).encode()
    else:
        content = (
            json.dumps(to_json() if to_json else to_builtins(document), ensure_ascii=False, indent=1) + "\n"
        ).encode()
    try:
        with whole_file(path) as file:
            file.write(content)
    except OSError as problem:
        raise InvalidInput(f"cannot be written: {problem.strerror}", field=str(path)) from None
    return path
