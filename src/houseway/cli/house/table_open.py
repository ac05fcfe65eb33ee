"""How `table open` holds a sheet against letter, law and the other tables, and how cards and wagers are read."""

import datetime
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.cards.card import Card, parse_cards
from houseway.cli.console import print_json
from houseway.cli.floor import Floor, answer, floor_of
from houseway.cli.house import opened, sign_in
from houseway.cli.table import checked_answer, day_of, show_checked
from houseway.errors import HousewayError, InvalidInput, shown
from houseway.house.check import check_sheets
from houseway.house.sheet import JackpotTerms, Sheet, load_sheet, parse_sheet
from houseway.money import Cents, parse_money

if TYPE_CHECKING:
    from houseway.house.log import Appended, Log
    from houseway.house.table import Table


def open_file(
    file: Path, on: str | None, *, request: str, by: str | None, second: str | None, db: str | None, as_json: bool
) -> int:
    """Open the table of a sheet, or say everything that is against it; the answer is the exit code."""
    day, sheet = day_of(on), load_sheet(file)
    with opened(db) as log:
        refusals = check_sheets([*open_sheets(log, besides=sheet.name), sheet], day)[-1]
        if refusals:
            refused = checked_answer(sheet, day, refusals)
            print_json(refused) if as_json else show_checked(refused, [str(one) for one in refusals])
            return 1
        floor = floor_of(log, sheet.name, new=True)
        who = sign_in(floor.people, by)
        floor.people.permit("open table", who)
        events = _open(log, floor, sheet, day if on else None, by=who, second=second, request=request)
        answer(floor.table, events, as_json=as_json)
    return 0


def open_sheets(log: "Log", *, besides: str = "") -> list[Sheet]:
    """The sheets of the tables that are open, but for one."""
    from houseway.house.table import load_state

    names = (name for name in table_names(log) if name != besides and load_state(log, name).rules is not None)
    events = (log.last(f"table/{name}", "opened") for name in names)
    return [parse_sheet(event.data["sheet"]) for event in events if event and event.data["sheet"]]


def table_names(log: "Log") -> list[str]:
    """The tables that were ever opened."""
    names = (stream.removeprefix("table/") for stream in log.streams() if stream.startswith("table/"))
    return [name for name in names if log.last(f"table/{name}", "opened")]


def _open(
    log: "Log",
    floor: Floor,
    sheet: Sheet,
    day: datetime.date | None,
    *,
    by: str,
    second: str | None,
    request: str,
) -> "Appended":
    from houseway.house.gaming_day import calendar
    from houseway.house.site import check_enabled
    from houseway.house.table_rules import rules_of
    from houseway.kernel import source_digest

    rules = rules_of(sheet, day or day_of(None))
    if rules.jackpot and floor.table.state.rules is None:
        check_enabled(log)
        _create(log, floor, rules.jackpot, sheet, by=by, second=second, request=request)
    return floor.table.open(
        rules,
        day=str(day or calendar(log).of(log.clock())),
        sheet=sheet.text,
        software=source_digest(),
        by=by,
        request=request,
    )


def _create(
    log: "Log", floor: Floor, terms: JackpotTerms, sheet: Sheet, *, by: str, second: str | None, request: str
) -> None:
    """Create the jackpot of a sheet where there is none of its name; two persons do it."""
    from houseway.house.jackpot import Jackpot

    jackpot = Jackpot(log, terms.name, people=floor.people)
    if jackpot.state.terms is None:
        other = sign_in(floor.people, second, second=True)
        jackpot.create(terms, sheet.chosen, by=by, second=other, request=request)
        floor.table.jackpots.get(terms.name).catch_up()


# Wagers and cards as they are typed


def wagers_of(words: Iterable[str]) -> dict[str, Cents]:
    """`ante=10` words as wagers."""
    found: dict[str, Cents] = {}
    for word in words:
        name, equals, amount = word.partition("=")
        if not equals or name in found:
            raise InvalidInput(f"{shown(word)} is not WAGER=DOLLARS, each wager once", field="wagers")
        found[name] = parse_money(amount, field=f"wagers.{name}")
    return found


class Deal(NamedTuple):
    """A whole deal."""

    hands: dict[int, tuple[Card, ...]]
    dealer: tuple[Card, ...]
    board: tuple[Card, ...]


def deal_of(hands: list[str], dealer: str, board: str, file: str | None) -> Deal | None:
    """A deal from the options of `table enter` or from a file; None where only drawn cards are entered."""
    if file is not None:
        if hands or dealer or board:
            raise InvalidInput("stands alone, without --hand, --dealer and --board", field="--deal")
        return _read_deal(file)
    if not (hands or dealer or board):
        return None
    found: dict[int, tuple[Card, ...]] = {}
    for word in hands:
        seat, equals, cards = word.partition("=")
        if not equals or not re.fullmatch("[1-9][0-9]?", seat) or int(seat) in found:
            raise InvalidInput("must be SEAT=CARDS, each seat once", field="--hand")
        found[int(seat)] = parse_cards(cards.split(), field=f"seat {seat}")
    return Deal(found, parse_cards(dealer.split(), field="dealer"), parse_cards(board.split(), field="board"))


def _read_deal(file: str) -> Deal:
    import sys

    from houseway.games.record import parse_json

    try:
        data = parse_json(sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8"))
    except OSError as problem:
        raise InvalidInput(f"cannot be read: {problem.strerror}", field=file) from None
    except UnicodeDecodeError:
        raise InvalidInput("is not UTF-8 text", field=file) from None
    except HousewayError as problem:
        raise problem.at(file) from None
    if not isinstance(data, Mapping) or not isinstance(hands := data.get("hands"), Mapping):
        raise InvalidInput('must be {"hands": {"1": [...]}, "dealer": [...], "board": [...]}', field=file)
    if unknown := sorted(set(data) - {"hands", "dealer", "board"}):
        raise InvalidInput("unknown key", field=f"{file}: {unknown[0][:40]}")
    if not all(re.fullmatch("[1-9][0-9]?", seat) for seat in hands):
        raise InvalidInput("must name seats by their numbers", field=f"{file}: hands")
    return Deal(
        {int(seat): _cards(cards, f"seat {seat}") for seat, cards in hands.items()},
        _cards(data.get("dealer", []), "dealer"),
        _cards(data.get("board", []), "board"),
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
        return table.enter_deal(*deal, by=by, request=request)
    done: Appended = ()
    for number, card in enumerate(parse_cards(words, field="cards"), start=1):
        one = f"{request}/{number}" if request and len(words) > 1 else request
        done += table.enter_card(card, by=by, request=one)
    return done
