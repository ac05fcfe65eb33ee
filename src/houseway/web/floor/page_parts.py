"""Parts of a table's page that are encoded once for several viewers, as a served table holds them."""

from typing import NamedTuple

from msgspec import Raw

from houseway.house.tables.state import SeatedPlayer, TableState
from houseway.web.floor.page_view import PageView


class SeatText(NamedTuple):
    """A seat as those see it who may see its cards, or as all others do, and what that text is made of."""

    state: TableState
    place: SeatedPlayer
    source: object
    text: Raw


class SharedFields:
    """The fields of a page that every viewer sees alike, each encoded, at one number of the table and its jackpot."""

    def __init__(self, key: tuple[int, int], deadline: str, texts: dict[str, Raw], page: PageView) -> None:
        self.key = key
        self.deadline = deadline
        self.texts = texts
        self.page = page  # with these texts as its fields, and none of the viewer's own
        self._compared: tuple[SharedFields, dict[str, Raw] | None] | None = None  # most viewers have seen the same

    def changes_since(self, before: "SharedFields") -> dict[str, Raw] | None:
        """The fields that differ from earlier ones; None where a field has come or gone."""
        if before is self:
            return {}
        if self._compared is None or self._compared[0] is not before:
            self._compared = before, self._compare(before)
        return self._compared[1]

    def _compare(self, before: "SharedFields") -> dict[str, Raw] | None:
        texts, past = self.texts, before.texts
        if texts.keys() != past.keys():
            return None
        return {name: text for name, text in texts.items() if text is not past[name] and text != past[name]}
