"""Answers as tables: rows for a notebook, CSV for a file or a colleague, HTML where a notebook shows a value."""

import csv
import html
import io
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

ROWS_SHOWN: Final = 60  # of a table in a notebook


class Tabular:
    """An answer that is also a table: `rows()`, `to_csv()`, and HTML in a notebook."""

    @abstractmethod
    def rows(self) -> list[dict[str, Any]]:
        """The answer as rows with the same names; values are numbers and texts."""
        raise NotImplementedError

    def to_csv(self, path: str | Path | None = None) -> str:
        """The rows as CSV; also written to a file where one is named."""
        text = csv_text(self.rows())
        if path is not None:
            Path(path).write_text(text, encoding="utf-8", newline="")
        return text

    def _repr_html_(self) -> str:
        return html_table(self.rows(), repr(self))


def csv_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows as CSV, the names of their columns first."""
    file = io.StringIO()
    writer = csv.DictWriter(file, columns_of(rows), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()


def columns_of(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """The names of all columns, in the order in which they come up."""
    return list(dict.fromkeys(name for row in rows for name in row))


def html_table(rows: Sequence[Mapping[str, Any]], title: str) -> str:
    """Rows as an HTML table under a title."""
    columns = columns_of(rows)
    head = "".join(f"<th>{html.escape(name)}</th>" for name in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{html.escape(_shown(row.get(name)))}</td>" for name in columns) + "</tr>"
        for row in rows[:ROWS_SHOWN]
    )
    more = f"<p>and {len(rows) - ROWS_SHOWN:,} more</p>" if len(rows) > ROWS_SHOWN else ""
    return f"<p>{html.escape(title)}</p><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _shown(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else str(value)
