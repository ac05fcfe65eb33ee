"""A table as one viewer sees it, in encoded parts.

What several viewers see alike is encoded once: the fields that everybody shares, the finished round, and each seat once
for those who may see its cards and once for all others. A link that asked for changes is sent only the fields whose
text differs from what it was sent last.
"""

from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET, Raw
from msgspec.structs import asdict, replace

from houseway.games.round.explanation import explain_round
from houseway.games.round.record import replay
from houseway.games.round.round import Round
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables.state import SeatedPlayer, TableState
from houseway.house.tables.view import FinishedView, open_choices, own_view, seat_view, shared_view
from houseway.money import format_money
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.moment import Moment
from houseway.web.floor.page_parts import SeatText, SharedFields
from houseway.web.floor.page_view import PageChoice, PageFinished, PageSeat, PageView, is_house, page_choice

_NO_SEATS: Final[frozenset[int]] = frozenset()
_NONE, _EMPTY = Raw(b"null"), Raw(b"[]")

_encode = msgspec.json.encode


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
        own = {name: text for name, text in self.own.items() if text != before.own[name]}
        return shared | own if own else shared


def seen_page(table: LiveTable, seat: int, now: Moment) -> SeenPage:
    """What a seat may see of its table at a moment; seat 0 is a spectator."""
    shared = _shared_fields(table)
    own = own_view(table, seat)
    choices = _choices(table.state, seat)
    return SeenPage(
        shared,
        {
            "milliseconds_left": now.milliseconds_to(shared.deadline),
            "seats": Raw(_encode(_seat_texts(table, seat))),
            "choices": Raw(_encode(choices)) if choices else _EMPTY,
            "you": Raw(_encode(own)) if own else _NONE,
        },
    )


def _shared_fields(table: LiveTable) -> SharedFields:
    """What every viewer sees alike; encoded again only when the table or its jackpot has changed."""
    key = (table.fresh().number, table.jackpot.fresh().number if table.jackpot else 0)
    if table.shared is None or table.shared.key != key:
        view = shared_view(table)
        named: dict[str, Any] = asdict(view)
        named["settled"] = _finished_text(table, view.settled)
        texts: dict[str, Any] = {name: Raw(_encode(value)) for name, value in named.items() if value is not UNSET}
        page = PageView(**texts, private=bool(table.private), seats=[], choices=[], you=None)
        del texts["milliseconds_left"]  # which is the moment's, not the table's
        table.shared = SharedFields(key, view.deadline or "", texts, page)
    return table.shared


def _finished_text(table: LiveTable, finished: FinishedView | None) -> Raw | None:
    """The last round with its explanations, encoded once until another round or a correction takes its place."""
    if table.finished[0] is not table.state.finished:
        rules = table.state.rules
        encoded = Raw(_encode(_page_finished(finished, rules) if rules else finished)) if finished else None
        table.finished = table.state.finished, encoded
    return table.finished[1]


def _page_finished(finished: FinishedView, rules: TableRules) -> PageFinished:
    """The last round with its explanations; a void one has none."""
    if finished.void:
        return PageFinished(**asdict(finished), note=None, explained=[])
    note = rules.chosen.kit.explain_dealer(finished.settlement.dealer)
    explained = explain_round(replay(finished.record, rules.chosen_study))
    return PageFinished(**asdict(finished), note=note or None, explained=explained)


# ---- seats


def _seat_texts(table: LiveTable, viewer: int) -> list[Raw]:
    """All seats; each has one text for those who may see its cards, and one for all others."""
    now = table.state.round
    visible = _visible_seats(now, viewer)
    return [_seat_text(table, place, viewer, place.seat in visible) for place in table.state.seated.values()]


def _visible_seats(now: Round | None, viewer: int) -> frozenset[int]:
    """The seats of the round whose cards are open to a viewer."""
    if now is None or not now.dealt:
        return _NO_SEATS
    return frozenset([seat.number for seat in now.seats if now.sees_cards_of(viewer, seat)])


def _seat_text(table: LiveTable, place: SeatedPlayer, viewer: int, visible: bool) -> Raw:
    """A seat, encoded again only when what it is made of has changed."""
    state = table.state
    before = table.seat_texts.get((place.seat, visible))
    if before and before.state is state:
        return before.text
    source = table.chosen_name(place.player), _source_of(state.round, place)
    if before and before.place is place and before.source == source:
        table.seat_texts[place.seat, visible] = before._replace(state=state)
        return before.text
    text = Raw(_encode(_page_seat(table, place, viewer, visible)))
    table.seat_texts[place.seat, visible] = SeatText(state, place, source, text)
    return text


def _source_of(now: Round | None, place: SeatedPlayer) -> object:
    """What the view of a seat is made of beside its place."""
    seat = next((one for one in now.seats if one.number == place.seat), None) if now else None
    return now.source_of(seat) if now and seat else None


def _page_seat(table: LiveTable, place: SeatedPlayer, viewer: int, visible: bool) -> PageSeat:
    now = table.state.round
    return PageSeat(
        **asdict(seat_view(table.state, place, viewer)),
        house=is_house(place.player),
        hand=now.hand_name(now.seat(place.seat)) if now and visible else None,
        name=table.chosen_name(place.player) or UNSET,
    )


# ---- choices


def _choices(state: TableState, seat: int) -> list[PageChoice]:
    """The choices of the seat in turn."""
    if state.round is None or state.rules is None or state.round.turn != seat:
        return []
    chip, now = format_money(state.rules.chip), state.round
    return [page_choice(choice, now, chip) for choice in open_choices(state, seat)]
