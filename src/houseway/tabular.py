"""Answers as tables: rows for a notebook, CSV for a file or a colleague, HTML where a notebook shows a value."""

import csv
import html
import io
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, Final

from msgspec import Struct, to_builtins

from houseway.errors import InvalidInput

ROWS_SHOWN: Final = 60  # of a table in a notebook

Json = dict[str, Any]  # an object of JSON
Row = dict[str, Any]  # of a table: numbers and texts by the names of their columns


class Tabular:
    """An answer that is also a table: `rows()`, `to_csv()`, and HTML in a notebook."""

    KIND: ClassVar[str] = ""  # its name in a repr, where that is not the name of the class

    @abstractmethod
    def own_rows(self) -> list[Row]:
        """The answer as rows with the same names; values are numbers and texts."""
        raise NotImplementedError

    @abstractmethod
    def in_short(self) -> str:
        """The answer in less than a line, for its repr."""
        raise NotImplementedError

    def rows(self) -> list[Row]:
        """The answer as rows with the same names, each with the marks of a study."""
        marks = marks_of(self)
        return [row | {name: mark for name, mark in marks.items() if name not in row} for row in self.own_rows()]

    def __repr__(self) -> str:
        kind = self.KIND or type(self).__name__.removesuffix("Result").removesuffix("Answer")
        return f"{kind}({self.in_short()}{marks_in_words(marks_of(self))})"

    def to_csv(self, path: str | Path | None = None) -> str:
        """The rows as CSV; also written to a file where one is named."""
        text = csv_text(self.rows())
        if path is not None:
            Path(path).write_text(text, encoding="utf-8", newline="")
        return text

    def to_pandas(self) -> Any:
        """The rows as a DataFrame of pandas, where that is installed."""
        return _library("pandas").DataFrame(self.rows(), columns=columns_of(self.rows()))

    def to_polars(self) -> Any:
        """The rows as a DataFrame of polars, where that is installed."""
        return _library("polars").DataFrame(_filled(self.rows()), infer_schema_length=None)

    def to_arrow(self) -> Any:
        """The rows as a Table of Arrow, where pyarrow is installed."""
        return _library("pyarrow").Table.from_pylist(_filled(self.rows()))

    def _repr_html_(self) -> str:
        return html_table(self.rows(), repr(self))


class TypedAnswer(Tabular, Struct, frozen=True, kw_only=True):
    """An answer of the lab: typed fields with the names of its JSON, which may be read by name: `answer["mean"]`.

    A field `marks` stands for the marks of a study, which are names of the JSON too.
    """

    def __getitem__(self, name: str) -> Any:
        return self.to_json()[name]

    def to_json(self) -> Json:
        """All of it, as the command prints it as JSON."""
        data: Json = {}
        for name, value in to_builtins(self).items():
            data |= value if name == "marks" else {name: value}
        return data


def marks_of(answer: Tabular) -> Mapping[str, str]:
    """The marks of a study in an answer; none where a letter approves it, or where it is of no game."""
    marks: Mapping[str, str] = getattr(answer, "marks", {})
    return marks


def marks_in_words(marks: Mapping[str, str]) -> str:
    """The marks of an answer after what they mark: `, not approved (name of the study)`; empty for none."""
    if not marks.get("status"):
        return ""
    return f", {marks['status']} ({marks['study']})" if "study" in marks else f", {marks['status']}"


def csv_text(rows: Sequence[Mapping[str, object]]) -> str:
    """Rows as CSV, the names of their columns first."""
    file = io.StringIO()
    writer = csv.DictWriter(file, columns_of(rows), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()


def _library(name: str) -> Any:
    """A library that houseway does not depend on."""
    try:
        return import_module(name)
    except ImportError:
        raise InvalidInput("is not installed", field=name) from None


def _filled(rows: Sequence[Row]) -> list[Row]:
    """Rows that all have every column, as libraries with typed columns want them."""
    return [{name: row.get(name) for name in columns_of(rows)} for row in rows]


def columns_of(rows: Sequence[Mapping[str, object]]) -> list[str]:
    """The names of all columns, in the order in which they come up."""
    return list(dict.fromkeys(name for row in rows for name in row))


def html_table(rows: Sequence[Mapping[str, object]], title: str) -> str:
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
