"""Parts of a table's page that are encoded once for several viewers, as a served table holds them."""

from typing import NamedTuple

from msgspec import Raw
from msgspec.structs import replace

from houseway.house.tables.state import SeatedPlayer
from houseway.web.floor.moment import NOTHING, Moment
from houseway.web.floor.page_view import PageView


class SeatTexts:
    """A seat as those see it who may see its cards, and as all others do, and what these texts are made of."""

    def __init__(self, place: SeatedPlayer, source: object) -> None:
        self.place = place
        self.source = source
        self.texts: dict[bool, Raw] = {}  # by whether its cards are open, once somebody looks


class SharedFields:
    """The fields of a page that every viewer sees alike, each encoded, at one number of the table."""

    def __init__(self, number: int, deadline: str, texts: dict[str, Raw], page: PageView) -> None:
        self.number = number
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


class SeenPage(NamedTuple):
    """A table as a viewer sees it: the shared fields, and the text of each field that is the viewer's own."""

    shared: SharedFields
    own: dict[str, Raw]

    def whole(self) -> PageView:
        """All of it, ready to be encoded."""
        return replace(self.shared.page, **self.own)

    def changes_since(self, before: "SeenPage") -> dict[str, Raw] | None:
        """The fields that differ from those of an earlier page; None where a field has come or gone."""
        shared = self.shared.changes_since(before.shared)
        if shared is None:
            return None
        past = before.own
        own = {name: text for name, text in self.own.items() if text is not past[name] and text != past[name]}
        return shared | own if own else shared


class TablePage:
    """A table at one number of its own and of its jackpot's, encoded part by part as people look at it."""

    def __init__(self, key: tuple[int, int], shared: SharedFields, seats: dict[int, SeatTexts]) -> None:
        self.key = key
        self.shared = shared
        self.seats = seats
        self.seat_lists: dict[frozenset[int], Raw] = {}  # by the seats whose cards are open
        self.moment: Moment | None = None  # the last one at which somebody looked
        self.left: Raw = NOTHING  # the time until the deadline, then
        self.seen: dict[tuple[int, int], SeenPage] = {}  # by viewer and purse, then

    def look_at(self, now: Moment) -> None:
        """Somebody looks at another moment."""
        self.moment = now
        self.left = now.milliseconds_to(self.shared.deadline)
        self.seen.clear()
