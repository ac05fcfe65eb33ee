"""How `table open` checks a sheet against letter, law and the other tables, and how cards are read."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from houseway.bounded_text import LARGEST_SHEET, read_file_or_input
from houseway.cards.card import Card, parse_cards
from houseway.cli.console import print_json
from houseway.cli.house.common import opened, read_json, require_readable, sign_in
from houseway.cli.house.floor import answer, dealing, floor_of
from houseway.cli.house.table import checked_answer, day_of, show_checked
from houseway.errors import InvalidInput
from houseway.house.people.act_fields import Deal
from houseway.house.sheets.sheet import Sheet, load_sheet, parse_sheet
from houseway.house.tables.opening import open_table, opening_refusals
from houseway.house.tables.staff_acts import OPEN_TABLE, EnterCards

if TYPE_CHECKING:
    from houseway.house.log.log import Appended
    from houseway.house.tables.table import Table


def open_file(
    file: Path, on: str | None, *, request: str, by: str | None, second: str | None, db: str | None, as_json: bool
) -> int:
    """Open the table of a sheet, or print every reason against it; returns the exit code."""
    require_readable(str(file))
    day, sheet = day_of(on), _sheet_of(file)
    with opened(db) as log, dealing(log, shuffled=sheet.dealing.cards == "shuffle"):
        if refusals := opening_refusals(log, sheet, day):
            refused = checked_answer(sheet, day, refusals)
            print_json(refused) if as_json else show_checked(refused, [str(one) for one in refusals])
            return 1
        floor = floor_of(log, sheet.name, new=True)
        who = sign_in(floor.people, by)
        floor.people.permit(OPEN_TABLE.right, who)
        events = open_table(
            floor.table,
            sheet,
            day,
            by=who,
            second=lambda: sign_in(floor.people, second, second=True),
            gaming_day=str(day) if on else "",
            request=request,
        )
        answer(floor.table, events, as_json=as_json)
    return 0


def _sheet_of(file: Path) -> Sheet:
    return parse_sheet(read_file_or_input("-", most=LARGEST_SHEET)) if str(file) == "-" else load_sheet(file)


# Cards as they are typed


def deal_of(hands: list[str], dealer: str, board: str, file: str | None) -> Deal | None:
    """A deal from the options of `table enter` or from a file; None where only drawn cards are entered."""
    if file is not None:
        if hands or dealer or board:
            raise InvalidInput("stands alone, without --hand, --dealer and --board", field="--deal")
        return _read_deal(file)
    if not (hands or dealer or board):
        return None
    by_seat: dict[int, tuple[Card, ...]] = {}
    for word in hands:
        seat, equals, cards = word.partition("=")
        if not equals or not re.fullmatch("[1-9][0-9]?", seat) or int(seat) in by_seat:
            raise InvalidInput("must be SEAT=CARDS, each seat once", field="--hand")
        by_seat[int(seat)] = parse_cards(cards.split(), field=f"seat {seat}")
    return Deal(
        hands=by_seat,
        dealer=parse_cards(dealer.split(), field="dealer"),
        board=parse_cards(board.split(), field="board"),
    )


def _read_deal(file: str) -> Deal:
    data = read_json(file)
    if not isinstance(data, Mapping) or not isinstance(hands := data.get("hands"), Mapping):
        raise InvalidInput('must be {"hands": {"1": [...]}, "dealer": [...], "board": [...]}', field=file)
    if unknown := sorted(set(data) - {"hands", "dealer", "board"}):
        raise InvalidInput("unknown key", field=f"{file}: {unknown[0][:40]}")
    if not all(re.fullmatch("[1-9][0-9]?", seat) for seat in hands):
        raise InvalidInput("must name seats by their numbers", field=f"{file}: hands")
    return Deal(
        hands={int(seat): _cards(cards, f"seat {seat}") for seat, cards in hands.items()},
        dealer=_cards(data.get("dealer", []), "dealer"),
        board=_cards(data.get("board", []), "board"),
    )


def _cards(value: Any, field: str) -> tuple[Card, ...]:
    if not isinstance(value, list):
        raise InvalidInput("must be a list of cards", field=field)
    return parse_cards(value, field=field)


def enter_cards(table: "Table", words: list[str], deal: Deal | None, *, by: str, request: str) -> "Appended":
    """Enter a deal, or drawn cards one by one."""
    if (deal is None) == (not words):
        raise InvalidInput("give a deal, or the cards that were drawn", field="cards")
    if deal is not None:
        return table.do(EnterCards(deal=deal), by=by, request=request)
    done: Appended = ()
    for number, card in enumerate(parse_cards(words, field="cards"), start=1):
        one = f"{request}/{number}" if request and len(words) > 1 else request
        done += table.do(EnterCards(cards=(card,)), by=by, request=one)
    return done
