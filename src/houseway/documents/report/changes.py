"""Part 10 of a report: what changed since an earlier one, and where the approval would be affected."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec

from houseway.documents.content import Block, Cell, Paragraph, Part, Table
from houseway.errors import InvalidInput

TITLE: Final = "10. Changes since the earlier report"
AFFECTED: Final = "approval affected"
CHOICE: Final = "operator's choice: internal controls"
SOFTWARE: Final = "figures only: explain to the laboratory"
_NOTHING: Final = "–"


class EarlierReport(msgspec.Struct, frozen=True, kw_only=True):
    """What is read of an earlier report."""

    game: str
    digest: str
    rules: Mapping[str, object]
    analysis: dict[str, object]
    made_by: Mapping[str, str]
    status: str = ""


def read_report(path: Path) -> EarlierReport:
    """Read a report that was saved as JSON."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=EarlierReport)
    except OSError as problem:
        raise InvalidInput(f"cannot be read: {problem.strerror}", field=str(path)) from None
    except msgspec.DecodeError:
        raise InvalidInput("is no report that was saved as .json", field=str(path)) from None


def changes(old: EarlierReport | None, new: EarlierReport) -> Part:
    """Part 10: rules first, with the flag of each, and then the figures."""
    if old is None:
        text = "No earlier report was given. With --since OLD.json it is compared with one that was saved as JSON."
        return Part(title=TITLE, blocks=(Paragraph(text=text),))
    if old.game != new.game:
        raise InvalidInput(f"is a report of {old.game}, not of {new.game}", field="since")
    return Part(title=TITLE, blocks=tuple(_changes(old, new)))


def _changes(old: EarlierReport, new: EarlierReport) -> Iterator[Block]:
    rules = [(path, before, after, flag(path)) for path, before, after in differences(old.rules, new.rules)]
    if old.status != new.status:
        rules.insert(0, (("status",), old.status or "approved", new.status or "approved", AFFECTED))
    figures = list(differences(old.analysis, new.analysis, leave_out=("options", "status", "study")))
    affected = sum(one[3] == AFFECTED for one in rules)
    yield Paragraph(
        text=f"Rules {old.digest} before, {new.digest} now; {_software(old)} before, {_software(new)} now. "
        f"{len(rules)} differences of rules, of which {affected} affect the approval; {len(figures)} figures differ.",
        strong=bool(affected),
    )
    heads = ("what", "before", "now", "consequence")
    if rules:
        rows = tuple(
            (_name(path), _word(before), _word(after), consequence) for path, before, after, consequence in rules
        )
        yield Table(title="Rules that changed", columns=heads, rows=rows, wide=(0, 3))
    if figures:
        consequence = "follows from the rules above" if rules else SOFTWARE
        changed: tuple[tuple[Cell, ...], ...] = tuple(
            (_name(path), _word(before), _word(after), consequence) for path, before, after in figures
        )
        yield Table(title="Figures that changed", columns=heads, rows=changed, wide=(0, 3))
    if not rules and not figures:
        yield Paragraph(text="Nothing changed.")


def _software(report: EarlierReport) -> str:
    return f"houseway {report.made_by.get('version', '?')} ({report.made_by.get('sources', '?')[:12]})"


def flag(path: tuple[str, ...]) -> str:
    """What a change of a rule means: choices are the operator's, everything else is the letter's."""
    return CHOICE if path[0] == "options" else AFFECTED


def differences(
    old: object, new: object, leave_out: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], object, object]]:
    """What differs between two answers: its place, what stood there and what stands there now."""
    before, after = dict(leaves(old)), dict(leaves(new))
    for path in dict.fromkeys((*before, *after)):
        if path[:1] and path[0] in leave_out:
            continue
        if before.get(path) != after.get(path):
            yield path, before.get(path), after.get(path)


def leaves(value: object, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], object]]:
    """The numbers and texts of an answer with their places."""
    if isinstance(value, Mapping):
        for name, one in value.items():
            yield from leaves(one, (*path, str(name)))
    elif isinstance(value, list | tuple):
        for place, one in enumerate(value):
            yield from leaves(one, (*path, str(place)))
    else:
        yield path, value


def _name(path: tuple[str, ...]) -> str:
    return ", ".join(path)


def _word(value: object) -> str:
    return _NOTHING if value is None else f"{value:.9g}" if isinstance(value, float) else str(value)
