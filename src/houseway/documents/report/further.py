"""Figures that only one game's analysis has, as tables made from its JSON."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeGuard

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
    elif isinstance(value, list):
        yield from objects(source, _words(name), (name,), value)


def objects(source: Source, title: str, path: tuple[str, ...], values: Sequence[object]) -> Iterator[Block]:
    """A list of objects as a table, and a table for each list of objects inside one of them."""
    key = _naming_field(values)
    rows = [(_label(one, key, place), (*path, str(place)), one) for place, one in enumerate(values)]
    if rows:
        yield _table(source, title, rows, key)
    for label, inside, one in rows:
        yield from nested(source, f"{title}, {label}", inside, one)


def _naming_field(values: Sequence[object]) -> str:
    """The field that names the objects of a list: the first, where it is a text that differs from one to another."""
    firsts = [next(iter(one.items()), ("", "")) for one in values if isinstance(one, Mapping)]
    names = {value for _, value in firsts if isinstance(value, str)}
    return str(firsts[0][0]) if firsts and len(names) == len(values) else ""


def _label(one: object, key: str, place: int) -> str:
    return str(one[key]) if key and isinstance(one, Mapping) else str(place + 1)


def nested(source: Source, title: str, path: tuple[str, ...], one: object) -> Iterator[Block]:
    """The lists of objects inside an object: a table for each."""
    for key, inside in one.items() if isinstance(one, Mapping) else ():
        if _has_objects(inside):
            yield from objects(source, f"{title}: {_words(key)}", (*path, key), inside)


def facts(source: Source, title: str, path: tuple[str, ...], one: Mapping[str, object]) -> Table:
    """The plain fields of an object, one a row."""
    plain = [(_words(key), (*path, key), value) for key, value in one.items() if not _has_objects(value)]
    return _table(source, title, plain)


def _has_objects(value: object) -> TypeGuard[list[object]]:
    return isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)


def _table(source: Source, title: str, rows: Sequence[tuple[str, tuple[str, ...], object]], naming: str = "") -> Table:
    flat = [(label, dict(_leaves(one, path))) for label, path, one in rows]
    heads = list(dict.fromkeys(head for _, leaves in flat for head in leaves))
    if naming:
        heads.remove(_words(naming))
    cells = tuple((label, *(_cell(source, leaves.get(head)) for head in heads)) for label, leaves in flat)
    columns = (_words(naming) or "what", *(head or "value" for head in heads))
    return Table(title=title[0].upper() + title[1:], columns=columns, rows=cells, command=source.command)


def _leaves(value: object, path: tuple[str, ...], head: str = "") -> Iterator[tuple[str, tuple[str, ...]]]:
    """The numbers and texts of an object, by the head of their column: where each stands."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            if not key.endswith(EXACT):
                yield from _leaves(one, (*path, key), f"{head} {_words(key)}".strip())
    elif value != [] and not _has_objects(value):
        yield head, path


def _cell(source: Source, path: tuple[str, ...] | None) -> Cell:
    if path is None:
        return ""
    value = at_place(source.answer, path)
    if isinstance(value, list):
        return _joined(value, path)
    if isinstance(value, str):
        return value
    is_share = path[-1].endswith("edge") or path[0].startswith("house_edge")
    return source.number(percent if is_share else count if isinstance(value, int) else decimals, *path)


def _joined(values: Sequence[object], path: tuple[str, ...]) -> Cell:
    """A list in one cell: cards, or counts."""
    if all(isinstance(one, str) for one in values):
        return " ".join(map(str, values))
    shown = "; ".join(" / ".join(f"{one:,}" for one in each) for each in values if isinstance(each, list))
    return Number(text=shown, value=json.dumps(values), path=path)


def _words(name: str) -> str:
    return name.replace("_", " ").replace("-", " ")
