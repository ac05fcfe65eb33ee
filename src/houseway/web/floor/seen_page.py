"""A table as one viewer sees it, in encoded parts.

What several viewers see alike is encoded once: the fields that everybody shares, the finished round, each seat once for
those who may see its cards and once for all others, and all seats once for those who see the same cards. A link that
asked for changes is sent only the fields whose text differs from what it was sent last.
"""

from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec import UNSET, Raw
from msgspec.structs import asdict

from houseway.games.round.explanation import explain_round
from houseway.games.round.record import replay
from houseway.games.round.round import Round
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables.state import SeatedPlayer, TableState
from houseway.house.tables.view import FinishedView, OwnView, open_choices, seat_view, shared_view
from houseway.money import Cents, format_money
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.moment import Moment
from houseway.web.floor.page_parts import SeatTexts, SeenPage, SharedFields, TablePage
from houseway.web.floor.page_view import PageChoice, PageFinished, PageSeat, PageView, is_house, page_choice

_NO_SEATS: Final[frozenset[int]] = frozenset()
_NONE, _EMPTY = Raw(b"null"), Raw(b"[]")
_NOBODY: Final = -1  # the purse of an onlooker

_encode = msgspec.json.encode


def seen_page(table: LiveTable, seat: int, now: Moment) -> SeenPage:
    """What a seat may see of its table at a moment; seat 0 is a spectator."""
    page = table.page
    if page is None or page.moment is not now:  # a table does not change between the looks of one moment
        page = table_page(table)
        page.look_at(now)
    viewer = seat, table.purse(seat) if seat in table.state.seated else _NOBODY
    known = page.seen.get(viewer)
    if known is None:
        known = page.seen[viewer] = _seen_page(table, page, viewer)
    return known


def _seen_page(table: LiveTable, page: TablePage, viewer: tuple[int, Cents]) -> SeenPage:
    seat = viewer[0]
    choices = _choices(table.state, seat)
    own = {
        "milliseconds_left": page.left,
        "seats": _seat_list(table, page, seat),
        "choices": Raw(_encode(choices)) if choices else _EMPTY,
        "you": _own_text(*viewer),
    }
    return SeenPage(page.shared, own)


def table_page(table: LiveTable) -> TablePage:
    """The page of a table as it stands; another one only when the table or its jackpot has changed."""
    key = (table.fresh().number, table.jackpot.fresh().number if table.jackpot else 0)
    past = table.page
    if past is None or past.key != key:
        table.page = TablePage(key, _shared_fields(table), _seats(table, past.seats if past else {}))
        return table.page
    return past


@lru_cache(maxsize=16_384)
def _own_text(seat: int, purse: Cents) -> Raw:
    """The viewer's own seat and purse, encoded."""
    return _NONE if purse == _NOBODY else Raw(_encode(OwnView(seat=seat, purse=format_money(purse))))


# ---- what everybody sees


def _shared_fields(table: LiveTable) -> SharedFields:
    """What every viewer sees alike."""
    view = shared_view(table)
    named: dict[str, Any] = asdict(view)
    named["settled"] = _finished_text(table, view.settled)
    texts: dict[str, Any] = {name: Raw(_encode(value)) for name, value in named.items() if value is not UNSET}
    page = PageView(**texts, private=bool(table.private), seats=[], choices=[], you=None)
    del texts["milliseconds_left"]  # which is the moment's, not the table's
    return SharedFields(view.number, view.deadline or "", texts, page)


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


def _seats(table: LiveTable, before: dict[int, SeatTexts]) -> dict[int, SeatTexts]:
    """All seats; the texts of one that shows what it showed before are used again."""
    now = table.state.round
    sources = {one.number: now.source_of(one) for one in now.seats} if now else {}
    seats: dict[int, SeatTexts] = {}
    for number, place in table.state.seated.items():
        source = table.chosen_name(place.player), sources.get(number)
        known = before.get(number)
        seats[number] = known if known and _shows(known, place, source) else SeatTexts(place, source)
    return seats


def _shows(known: SeatTexts, place: SeatedPlayer, source: object) -> bool:
    return known.place is place and known.source == source


def _seat_list(table: LiveTable, page: TablePage, viewer: int) -> Raw:
    """All seats as a viewer sees them; whoever sees the same cards is sent the same text."""
    visible = _visible_seats(table.state.round, viewer)
    known = page.seat_lists.get(visible)
    if known is None:
        texts = [_seat_text(table, seat, viewer, number in visible) for number, seat in page.seats.items()]
        known = page.seat_lists[visible] = Raw(_encode(texts))
    return known


def _visible_seats(now: Round | None, viewer: int) -> frozenset[int]:
    """The seats of the round whose cards are open to a viewer."""
    if now is None or not now.dealt:
        return _NO_SEATS
    return frozenset([seat.number for seat in now.seats if now.sees_cards_of(viewer, seat)])


def _seat_text(table: LiveTable, seat: SeatTexts, viewer: int, visible: bool) -> Raw:
    """A seat, for those who may see its cards or for all others."""
    if visible not in seat.texts:
        seat.texts[visible] = Raw(_encode(_page_seat(table, seat.place, viewer, visible)))
    return seat.texts[visible]


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
