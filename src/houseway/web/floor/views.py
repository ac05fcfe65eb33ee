"""What a seat or somebody who looks on may see of a table, as `GET /tables/{table}` and the live link send it.

The house's own view is all of the truth; what is added here only helps a page to draw it. What several see alike is
encoded once: the finished round, and each seat once for those who may see its cards and once for all others.
"""

from typing import Any, Final

import msgspec
from msgspec import UNSET, Raw, Struct
from msgspec.structs import asdict, replace

from houseway.games.round.explanation import explain_round
from houseway.games.round.record import replay
from houseway.games.round.round import Round
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables.state import SeatedPlayer, TableState
from houseway.house.tables.view import (
    ChoiceView,
    FinishedView,
    milliseconds_left,
    open_choices,
    own_view,
    seat_view,
    shared_view,
)
from houseway.money import format_money
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.page_view import PageChoice, PageFinished, PageSeat, PageView

HOUSE_PLAYER: Final = "house-"  # how the names of house players begin

_NO_SEATS: Final[frozenset[int]] = frozenset()

_encode = msgspec.json.encode


def is_house(player: str) -> bool:
    """Whether the program plays for this player."""
    return player.startswith(HOUSE_PLAYER)


def encoded_view(table: LiveTable, seat: int) -> bytes:
    """The view of a seat as JSON."""
    shared = _shared_page(table)
    view = replace(
        shared,
        milliseconds_left=milliseconds_left(shared.deadline, table.log.clock) if shared.deadline else None,
        seats=_encoded_seats(table, seat),
        choices=_choices(table.state, seat),
        you=own_view(table, seat),
    )
    return _encode(view)


def _shared_page(table: LiveTable) -> PageView:
    """What every viewer sees alike, without seats; built again only when the table or its jackpot has changed."""
    key = (table.fresh().number, table.jackpot.fresh().number if table.jackpot else 0)
    if table.shared is None or table.shared[0] != key:
        shared = asdict(shared_view(table))
        settled = _encoded_finished(table, shared["settled"])
        page = PageView(**{**shared, "settled": settled}, private=bool(table.private), seats=[], choices=[], you=None)
        table.shared = key, page
    return table.shared[1]


def view_of(table: LiveTable, seat: int) -> dict[str, Any]:
    """The same as plain data; seat 0 is somebody who looks on."""
    view: dict[str, Any] = msgspec.json.decode(encoded_view(table, seat))
    return view


def _encoded_finished(table: LiveTable, finished: FinishedView | None) -> Raw | None:
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


def _encoded_seats(table: LiveTable, viewer: int) -> list[Raw]:
    """All seats; each has one text for those who may see its cards, and one for all others."""
    visible = _visible_seats(table.state.round, viewer)
    return [_encoded_seat(table, place, viewer, place.seat in visible) for place in table.state.seated.values()]


def _visible_seats(now: Round | None, viewer: int) -> frozenset[int]:
    """The seats of the round whose cards are open to a viewer."""
    if now is None or not now.dealt:
        return _NO_SEATS
    return frozenset(seat.number for seat in now.seats if now.sees_cards_of(viewer, seat))


def _encoded_seat(table: LiveTable, place: SeatedPlayer, viewer: int, visible: bool) -> Raw:
    key = (place.seat, visible)
    if key not in table.encoded:
        now = table.state.round
        row = asdict(seat_view(table.state, place, viewer))
        hand = now.hand_name(now.seat(place.seat)) if now and visible else None
        name = table.chosen_name(place.player) or UNSET
        table.encoded[key] = Raw(_encode(PageSeat(**row, house=is_house(place.player), hand=hand, name=name)))
    return table.encoded[key]


def _choices(state: TableState, seat: int) -> list[PageChoice]:
    """The choices of the seat in turn."""
    if state.round is None or state.rules is None:
        return []
    chip, now = format_money(state.rules.chip), state.round
    return [page_choice(choice, now, chip) for choice in open_choices(state, seat)]


def page_choice(choice: ChoiceView, now: Round, chip: str = "") -> PageChoice:
    """A choice with the step of its amounts, or every way to set the cards."""
    return PageChoice(
        **asdict(choice),
        step=chip if choice.most else UNSET,
        settings=now.settings() if choice.cards else UNSET,
    )


# ---- the lobby


class LobbyPlayer(Struct, frozen=True, kw_only=True):
    """Who sits on a seat."""

    seat: int
    player: str
    house: bool


class LobbyMeter(Struct, frozen=True, kw_only=True):
    """The jackpot of a table."""

    name: str
    amount: str


class LobbyTable(Struct, frozen=True, kw_only=True):
    """A table in a line, for the lobby; `own_seat` is the reader's, `in_hand` whether the round there waits for it."""

    table: str
    game: str | None
    number: int
    phase: str
    round: int
    seats: int
    taken: int
    players: list[LobbyPlayer]
    free: list[int]
    minimum: str | None
    private: bool
    jackpot: LobbyMeter | None
    watching: int
    day: str
    own_seat: int | None
    in_hand: bool
    study: str | None  # the name of the designer's study that it plays: not approved


def summary_of(table: LiveTable, watching: int = 0, person: str = "") -> LobbyTable:
    """A table in a line, for the lobby of a person."""
    state, jackpot = table.fresh(), table.jackpot
    rules = state.rules
    seats = rules.seats if rules else 0
    own = table.seat_of(person)
    return LobbyTable(
        table=table.name,
        game=rules.game if rules else None,
        number=state.number,
        phase=state.phase,
        round=state.rounds,
        seats=seats,
        taken=len(state.seated),
        players=_players(state),
        free=[seat for seat in range(1, seats + 1) if seat not in state.seated],
        minimum=_minimum(state),
        private=bool(table.private),
        jackpot=LobbyMeter(name=jackpot.name, amount=format_money(jackpot.fresh().displayed)) if jackpot else None,
        watching=watching,
        day=state.day,
        own_seat=own or None,
        study=rules.chosen.study_name if rules and rules.study else None,
        in_hand=bool(own and state.round and any(one.number == own for one in state.round.seats)),
    )


def _players(state: TableState) -> list[LobbyPlayer]:
    return [LobbyPlayer(seat=one.seat, player=one.player, house=is_house(one.player)) for one in state.seated.values()]


def _minimum(state: TableState) -> str | None:
    """The least that the first wager can be."""
    if state.rules is None:
        return None
    limit = state.rules.limits.get(state.rules.chosen.approval.required[0])
    return format_money(limit.minimum) if limit else format_money(state.rules.chip)
