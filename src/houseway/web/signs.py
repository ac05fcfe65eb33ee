"""What the signs on the wall show: a jackpot with its wins, a table with its limits; no names, no cards, no sign-in."""

from collections.abc import Iterator
from datetime import date
from typing import Final

from msgspec import Struct

from houseway.errors import HousewayError, shown
from houseway.games import letter_of
from houseway.games.letter.offer import offers
from houseway.games.round.jackpot import UNITS_PER_CENT
from houseway.house.jackpots.jackpot import Jackpot
from houseway.house.jackpots.report import JackpotWin, find_jackpot, standing_wins
from houseway.house.log.kinds import CorrectionEvent, JackpotEvent, TableEvent
from houseway.house.log.log import Log
from houseway.house.sheets.placard import jackpot_board, placard, posted_pay
from houseway.house.sheets.sheet import parse_sheet
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables.enabled import is_practice
from houseway.house.tables.payloads import Opened
from houseway.house.tables.state import TableState
from houseway.money import Cents, format_money, in_dollars, parse_money
from houseway.web.floor.floor import Floor
from houseway.web.floor.live_table import LiveTable
from houseway.web.http.problems import NotFound

SHOWN_WINS: Final = 3
_WINS: Final = (JackpotEvent.AWARDED, CorrectionEvent.AWARD, JackpotEvent.WIN_REJECTED)


class SignWin(Struct, frozen=True, kw_only=True):
    """A win: where, how much, and when."""

    table: str
    amount: str
    at: str


class SignState(Struct, frozen=True, kw_only=True):
    """What of a jackpot changes from moment to moment.

    `pending` are wins that people still verify, in the order in which they occurred; `wins` are the last ones, the
    newest first.
    """

    jackpot: str
    number: int
    meter: str
    stopped: str | None
    tables: list[str]
    pending: list[SignWin]
    wins: list[SignWin]


class SignLine(Struct, frozen=True, kw_only=True):
    """A line of a pay table, and what it pays."""

    name: str
    pays: str


class SignGame(Struct, frozen=True, kw_only=True):
    """A game and its tables on a jackpot."""

    title: str
    tables: list[str]


class JackpotSign(Struct, frozen=True, kw_only=True):
    """A jackpot's sign: what is posted of it, and where it stands."""

    state: SignState
    wager: str
    games: list[SignGame]
    pays: list[SignLine]
    notices: list[str]


class SignLimit(Struct, frozen=True, kw_only=True):
    """A wager and its limits."""

    label: str
    minimum: str
    maximum: str


class TableSign(Struct, frozen=True, kw_only=True):
    """A table's sign: its placard and limits; an empty title where it is closed."""

    table: str
    title: str
    head: list[str]
    limits: list[SignLimit]
    notices: list[str]
    rules: list[str]


# ---- a jackpot


class Signs:
    """The signs of a house; the wins of a jackpot are read once, and again when there is another."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._wins: dict[str, tuple[int, list[JackpotWin]]] = {}  # by jackpot: the last event of its wins

    def state(self, name: str) -> SignState:
        """Where a jackpot stands now."""
        jackpot = self._jackpot(name)
        wins = self._all_wins(jackpot)
        state = jackpot.fresh()
        pending = [win for win in wins if self._is_pending(jackpot, win)]
        over = [win for win in wins if win not in pending]
        return SignState(
            jackpot=name,
            number=state.number,
            meter=format_money(state.meter // UNITS_PER_CENT if state.progressive else state.displayed),
            stopped=state.stopped or None,
            tables=sorted(state.tables),
            pending=[_shown(win) for win in pending],
            wins=[_shown(win) for win in reversed(over[-SHOWN_WINS:])],
        )

    def jackpot(self, name: str) -> JackpotSign:
        """The whole sign of a jackpot."""
        state = self.state(name)
        rules = [(table, table.state.rules) for one in state.tables if (table := self._floor.tables.get(one))]
        games: dict[str, list[str]] = {}
        for table, played in rules:
            if played:
                games.setdefault(letter_of(played.game).title, []).append(table.name)
        first = next((played for _, played in rules if played), None)
        terms = self._jackpot(name).state.terms
        return JackpotSign(
            state=state,
            wager=format_money(terms.wager) if terms else "",
            games=[SignGame(title=title, tables=tables) for title, tables in games.items()],
            pays=list(_pays(first)) if first else [],
            notices=_jackpot_notices(first) if first else [],
        )

    def table(self, table: LiveTable) -> TableSign:
        """The sign of a table, from the sheet that it was opened with; practice tables have rules and no sheet."""
        if table.private:  # whoever sits there sees it on the felt
            raise NotFound("there is no such table", field="table")
        rules = table.fresh().rules
        if rules is None:
            return TableSign(table=table.name, title="", head=["The table is closed."], limits=[], notices=[], rules=[])
        text = _sheet_text(self._floor.log, table.stream)
        return _from_sheet(table, text) if text else _from_rules(table, rules)

    def _jackpot(self, name: str) -> Jackpot:
        require_open_jackpot(self._floor, name)
        jackpot = self._floor.jackpots.get(name)
        jackpot.catch_up()
        return jackpot

    def _all_wins(self, jackpot: Jackpot) -> list[JackpotWin]:
        """The wins of a jackpot in the order of its stream."""
        last = self._floor.log.last(jackpot.stream, *_WINS)
        number = last.number if last else 0
        if self._wins.get(jackpot.name, (-1,))[0] != number:
            self._wins[jackpot.name] = number, standing_wins(jackpot.history(hits=True))
        return self._wins[jackpot.name][1]

    def _is_pending(self, jackpot: Jackpot, win: JackpotWin) -> bool:
        """Whether people still verify a win: of a table, or of a game outside.

        Another process may have settled the round of a table that has not heard of it here: then nobody knows yet
        whether the win was paid.
        """
        table = self._floor.tables.get(win.table)
        if table and _is_behind(table.state, win):
            return True
        hold = table.state.hold if table else None
        return (hold is not None and hold.round == win.round) or win.number in {
            held.award for held in jackpot.state.held
        }


def _is_behind(state: TableState, win: JackpotWin) -> bool:
    """Whether the round of a win is not yet settled in what is known of its table here."""
    return state.rounds < win.round or (state.rounds == win.round and state.round is not None)


def require_open_jackpot(floor: Floor, name: str) -> Jackpot:
    """A jackpot that everybody may see; that of a private practice table is as good as none."""
    try:
        jackpot = find_jackpot(floor.log, name)
    except HousewayError as problem:
        raise NotFound(problem.reason, field="jackpot") from None
    shared = {one.jackpot.name for one in floor.tables.values() if one.jackpot and not one.private}
    if is_practice(floor.log) and name not in shared:
        raise NotFound(f"there is no jackpot {shown(name)}", field="jackpot")
    return jackpot


def _shown(win: JackpotWin) -> SignWin:
    amount = sum(parse_money(award.amount) for award in win.awards)
    return SignWin(table=win.table, amount=format_money(amount), at=win.at)


def _pays(rules: TableRules) -> Iterator[SignLine]:
    wager = rules.chosen.approval.jackpot
    for offer in offers(rules.chosen):
        if wager and offer.wager.name == wager.name:
            for line in offer.lines:
                yield SignLine(name=line.name, pays=posted_pay(rules.jackpot, line).removesuffix(" of the jackpot"))


def _jackpot_notices(rules: TableRules) -> list[str]:
    if rules.jackpot is None:
        return []
    board = jackpot_board(rules.jackpot, rules.chosen)
    return [*board.disclosures, *board.facts]


# ---- a table


def _sheet_text(log: Log, stream: str) -> str:
    opened = log.last(stream, TableEvent.OPENED)
    return opened.read(Opened).sheet if opened else ""


def _from_sheet(table: LiveTable, text: str) -> TableSign:
    posted = placard(parse_sheet(text), date.fromisoformat(table.state.day))
    return TableSign(
        table=table.name,
        title=posted.title,
        head=list(posted.head),
        limits=[SignLimit(label=one.label, minimum=one.minimum, maximum=one.maximum) for one in posted.wagers],
        notices=[*posted.notices, *(one.aggregate_notice for one in posted.wagers if one.aggregate)],
        rules=[*posted.rules, *posted.decisions, posted.disputes, posted.employees, posted.available],
    )


def _from_rules(table: LiveTable, rules: TableRules) -> TableSign:
    letter = rules.chosen.approval
    return TableSign(
        table=table.name,
        title=letter.title,
        head=["PRACTICE: nothing here is played for money."],
        limits=[
            SignLimit(
                label=letter.wagers[name].label, minimum=_or_nothing(one.minimum), maximum=_or_nothing(one.maximum)
            )
            for name, one in rules.limits.items()
            if name in letter.wagers
        ],
        notices=[notice.text for notice in letter.postings if notice.due(rules.chosen.offered, rules.chosen.options)],
        rules=[],
    )


def _or_nothing(amount: Cents) -> str:
    return in_dollars(amount) if amount else ""
