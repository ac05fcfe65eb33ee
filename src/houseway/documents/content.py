"""The content of a document: parts made of paragraphs, lists, tables and figures; every form is printed from it.

A number holds its value and its place in the JSON of the command that its table names; a number without a place is
derived from others of its table, and the table's note says how.
"""

import re
from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct

Value = float | int | str  # as the JSON of the command has it
Side = Literal["left", "right", "center"]
SHORT_ROWS, SHORT_LETTERS = 14, 1_400
_NUMERIC: Final = re.compile(r"[0-9]+ (to|for) [0-9]+|1 in [0-9,.]+|push|simulated|never|none allowed")


class Number(Struct, frozen=True, kw_only=True):
    """A number as it is printed, its value, and where the command's JSON has it."""

    text: str
    value: Value
    path: tuple[str, ...] = ()


Cell = Number | str


class Heading(Struct, frozen=True, kw_only=True, tag="heading"):
    """A heading inside a part."""

    text: str


class Paragraph(Struct, frozen=True, kw_only=True, tag="paragraph"):
    """Some sentences."""

    text: str
    strong: bool = False  # what a reader must not overlook


class Points(Struct, frozen=True, kw_only=True, tag="points"):
    """A list."""

    items: tuple[str, ...]
    numbered: bool = False


class Table(Struct, frozen=True, kw_only=True, tag="table"):
    """A table; its first column names the rows."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    command: str = ""  # what reproduces its numbers
    note: str = ""
    wide: tuple[int, ...] = ()  # the columns that take the space that is left
    is_chart: bool = False  # of decisions

    @property
    def sides(self) -> tuple[Side, ...]:
        """How each column is set: words to the left, numbers to the right, the cells of a chart in the middle."""
        return tuple(self._side(place) for place in range(len(self.columns)))

    @property
    def is_short(self) -> bool:
        """Whether it moves to the next page as a whole; only a long table is parted."""
        letters = sum(len(cell if isinstance(cell, str) else cell.text) for row in self.rows for cell in row)
        return len(self.rows) <= SHORT_ROWS and letters <= SHORT_LETTERS

    def _side(self, place: int) -> Side:
        if place == 0:
            return "left"
        if self.is_chart:
            return "center"
        cells = [row[place] for row in self.rows]
        return "left" if any(isinstance(cell, str) and is_word(cell) for cell in cells) else "right"


def is_word(cell: str) -> bool:
    """Whether a cell holds words, not a pay or a number that is written as text."""
    return any(letter.isalpha() for letter in cell) and not _NUMERIC.fullmatch(cell)


class Picture(Struct, frozen=True, kw_only=True, tag="picture"):
    """A vector figure, and what it shows in words, for readers who cannot see it."""

    title: str
    svg: str
    alt: str
    command: str = ""

    def _repr_svg_(self) -> str:
        """For a notebook, which shows it."""
        return self.svg


class Command(Struct, frozen=True, kw_only=True, tag="command"):
    """A command to type."""

    text: str


Block = Heading | Paragraph | Points | Table | Picture | Command


class Part(Struct, frozen=True, kw_only=True):
    """A numbered part of a document."""

    title: str
    blocks: tuple[Block, ...]
    new_page: bool = False


class Document(Struct, frozen=True, kw_only=True):
    """A whole document."""

    title: str
    subtitle: str
    status: str  # what stands on every page, such as "not approved"; empty for nothing
    digest: str  # which rules or which sheet it belongs to
    made_by: str  # the software
    date: str  # as the caller names it; empty for none
    parts: tuple[Part, ...]

    def blocks(self) -> Iterator[Block]:
        """Every block of every part."""
        return (block for part in self.parts for block in part.blocks)

    def tables(self) -> Iterator[Table]:
        """Every table."""
        return (block for block in self.blocks() if isinstance(block, Table))

    def pictures(self) -> dict[str, Picture]:
        """Every figure by its title; a notebook shows one as it is."""
        return {block.title: block for block in self.blocks() if isinstance(block, Picture)}

    def numbers(self) -> Iterator[tuple[Table, Number]]:
        """Every number with its table."""
        for table in self.tables():
            for row in table.rows:
                for cell in row:
                    if isinstance(cell, Number):
                        yield table, cell
