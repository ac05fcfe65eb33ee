"""What the analysis of one game says beyond what all games say, as tables made from its JSON."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from houseway.documents.content import Block, Cell, Heading, Number, Paragraph, Table
from houseway.documents.numbers import Source, at_place, count, decimals, percent
from houseway.documents.report.evidence import Evidence
from houseway.games.pricing.result import Analysis

WITH_THE_STRATEGY: Final = ("charts", "depending")  # whose charts show the same
EXACT: Final = "_exact"  # the end of a name whose fraction stands in part 9


def further(evidence: Evidence) -> Iterator[Block]:
    """Every field that this game's analysis adds to those of all games."""
    fields = [name for name in evidence.analysis.__struct_fields__ if name not in Analysis.__struct_fields__]
    answer = evidence.prices.answer
    shown = [
        name for name in fields if name in answer and name not in (*WITH_THE_STRATEGY, *evidence.analysis.main_games)
    ]
    if shown:
        yield Heading(text="Further figures of this game")
    for name in shown:
        yield from _field(evidence.prices, name, answer[name])


def _field(source: Source, name: str, value: object) -> Iterator[Block]:
    if isinstance(value, str):
        yield Paragraph(text=f"{_words(name).capitalize()}: {value}.")
    elif isinstance(value, Mapping):
        yield _table(source, _words(name), [(key, (name, key), one) for key, one in value.items()])
    elif isinstance(value, Sequence):
        rows = [(str(place + 1), (name, str(place)), one) for place, one in enumerate(value)]
        yield _table(source, _words(name), rows)
        for _, path, one in rows:
            yield from _nested(source, path, one)


def _nested(source: Source, path: tuple[str, ...], one: object) -> Iterator[Block]:
    """Lists of objects inside an object: a table for each."""
    for key, inside in one.items() if isinstance(one, Mapping) else ():
        if isinstance(inside, list) and inside and isinstance(inside[0], Mapping):
            rows = [(str(place + 1), (*path, key, str(place)), each) for place, each in enumerate(inside)]
            yield _table(source, f"{_words(path[0])} {int(path[1]) + 1}: {_words(key)}", rows)


def _table(source: Source, title: str, rows: Sequence[tuple[str, tuple[str, ...], object]]) -> Table:
    flat = [(label, dict(_leaves(one, path))) for label, path, one in rows]
    heads = dict.fromkeys(head for _, leaves in flat for head in leaves)
    cells = tuple((label, *(_cell(source, head, leaves.get(head)) for head in heads)) for label, leaves in flat)
    columns = ("", *(head or "value" for head in heads))
    return Table(title=title[0].upper() + title[1:], columns=columns, rows=cells, command=source.command)


def _leaves(value: object, path: tuple[str, ...], head: str = "") -> Iterator[tuple[str, tuple[str, ...]]]:
    """The numbers and texts of an object, by the head of their column: where each stands."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            if not key.endswith(EXACT):
                yield from _leaves(one, (*path, key), f"{head} {_words(key)}".strip())
    elif not (isinstance(value, list) and value and isinstance(value[0], Mapping)):
        yield head, path


def _cell(source: Source, head: str, path: tuple[str, ...] | None) -> Cell:
    if path is None:
        return ""
    value = at_place(source.answer, path)
    if isinstance(value, list):
        return _joined(value, path)
    if isinstance(value, str):
        return value
    is_share = head.endswith("edge") or head == ""
    return source.number(percent if is_share else count if isinstance(value, int) else decimals, *path)


def _joined(values: Sequence[object], path: tuple[str, ...]) -> Cell:
    """A list in one cell: cards, or counts."""
    if all(isinstance(one, str) for one in values):
        return " ".join(map(str, values))
    shown = "; ".join(" / ".join(f"{one:,}" for one in each) for each in values if isinstance(each, list))
    return Number(text=shown, value=json.dumps(values), path=path)


def _words(name: str) -> str:
    return name.replace("_", " ").replace("-", " ")
