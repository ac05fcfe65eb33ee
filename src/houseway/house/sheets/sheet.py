"""A table sheet: in TOML, how a house intends to run one table. check.py checks it against letter and law.

A field that the file leaves out has an empty value, and `given` lists the fields that it states: nothing has a silent
default.
"""

import datetime
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from houseway.bounded_text import LARGEST_SHEET, parse_toml, read_text
from houseway.errors import HousewayError, InvalidInput, shown
from houseway.games import game_named, known_prizes, letter_of
from houseway.games.game import Game
from houseway.games.letter.approval import Approval
from houseway.games.letter.paytable import Pay
from houseway.games.round.jackpot import Meter
from houseway.house.sheets.fields import Fields, Rate
from houseway.money import Cents

JURISDICTIONS: Final = ("commercial", "tribal")
CARDS: Final = ("shuffle", "hand", "scanner")
DEALERS: Final = ("person", "self")
KINDS: Final = ("progressive", "house")
POSTING: Final = ("rules", "disputes", "employees", "four-wagers", "jackpot")
VERIFY_ABOVE: Final[Cents] = 5_000_00  # what one person pays alone at most, where a sheet does not state less


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """The limits of a wager; every stake is a multiple of `step`. `aggregate` is 0 for none."""

    minimum: Cents
    maximum: Cents
    step: Cents
    aggregate: Cents = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealing:
    """Where the cards come from, and whether a person deals them or the table itself."""

    cards: str = ""
    dealer: str = ""
    house_way: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decisions:
    """How long a player may think, and what is decided for a player who does not: the first legal one of `default`.

    `coach` says whether the web room may advise players here and store how well they decided.
    """

    seconds: int = 0
    default: tuple[str, ...] = ()
    coach: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class JackpotTerms:
    """A jackpot as a table joins it. `cap` is 0 for none; `amount` is what a house jackpot posts."""

    name: str
    kind: str
    wager: Cents
    amount: Cents = 0
    seed: Cents = 0
    reset: Cents = 0
    increment: Rate = 0
    reserve: Rate = 0
    cap: Cents = 0
    overflow: str = ""
    prizes: Mapping[str, Pay | Cents] = field(default_factory=dict)
    prizes_from: str = ""
    verify_above: Cents = 0
    display_digits: int = 0
    linked: bool = False
    outside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """An approval that the house holds."""

    reference: str = ""
    date: datetime.date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Controls:
    """The house's internal controls: their approval, and their content."""

    approval: Grant
    further: Mapping[str, Grant]  # concurrence, equipment, and by the name of an option that needs its own approval
    controller: str = ""
    account: str = ""
    deposit_days: int = 0
    malfunction_hours: int = 0
    reserve: Cents = 0
    verify_above: Cents = 0  # winnings of a player in a round; 0 for the usual amount


@dataclass(frozen=True, slots=True, kw_only=True)
class Compact:
    """The wagers that a Tribal-State compact allows."""

    reference: str = ""
    wager_limit: Cents = 0


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """One table as its house describes it."""

    name: str
    game: str
    text: str
    given: frozenset[str]
    study: bool
    jurisdiction: str
    seats: int
    options: Mapping[str, str]
    chip: Cents
    limits: Mapping[str, Limit]
    dealing: Dealing
    decisions: Decisions
    jackpot: JackpotTerms | None
    posting: Mapping[str, str]
    controls: Controls
    compact: Compact
    departures: Mapping[str, Any]  # [rules] and [[paytables]] of a designer's study

    @property
    def approval(self) -> Approval:
        """The letter of the game."""
        return letter_of(self.game)

    @property
    def digest(self) -> str:
        """SHA-256 of the sheet's text: which sheet a table was opened with."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @cached_property
    def chosen(self) -> Game:
        """The game with the sheet's options, or a study with its own rules; invalid options are an error."""
        if self.study:
            from houseway.games.study import study_game

            data = {"game": self.game, "name": self.name, "options": dict(self.options), **self.departures}
            return study_game(data)
        return game_named(self.game, self.options)

    def limit(self, wager: str) -> Limit:
        """The limits of a wager that is placed: its own, those of the wager it equals, or the jackpot's one amount."""
        spec = self.approval.wagers[wager]
        if spec.role == "jackpot" and self.jackpot:
            fixed = self.jackpot.wager
            return Limit(minimum=fixed, maximum=fixed, step=fixed)
        return self.limits.get(wager) or self.limits[spec.equals or wager]


def load_sheet(path: Path) -> Sheet:
    """Read a sheet from a file."""
    text = read_text(path, most=4 * LARGEST_SHEET)
    try:
        return parse_sheet(text)
    except HousewayError as problem:
        raise problem.at(str(path)) from None


def parse_sheet(text: str) -> Sheet:
    """Read a sheet from its text; unreadable and unknown fields are errors."""
    data = parse_toml(text, field="sheet", parse_float=Decimal)
    given: set[str] = set()
    top = Fields(data, "", given)
    name, game = top.account_name("name"), top.take("game")
    for key, value in (("name", name), ("game", game)):
        if not value:
            raise InvalidInput("is missing", field=key)
    letter = letter_of(game) if isinstance(game, str) else None
    if letter is None:
        raise InvalidInput("must be the name of a game", field="game")
    chip, limits = _limits(top.table("limits"), letter)
    sheet = Sheet(
        name=name,
        game=game,
        text=text,
        study=top.flag("study"),
        jurisdiction=top.word("jurisdiction", JURISDICTIONS),
        seats=top.whole("seats", most=99),
        options=_options(top.table("options")),
        chip=chip,
        limits=limits,
        dealing=_dealing(top.table("dealing")),
        decisions=_decisions(top.table("decisions")),
        jackpot=_jackpot(top.table("jackpot"), letter) if "jackpot" in top.data else None,
        posting=_posting(top.table("posting")),
        controls=_controls(top.table("controls"), letter),
        compact=_compact(top.table("compact")),
        departures={key: top.take(key) for key in ("rules", "paytables") if key in top.data},
        given=frozenset(given),
    )
    top.done()
    return sheet


def _is_option_value(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= 40
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**40


def _options(fields: Fields) -> dict[str, str]:
    """Words and whole numbers; the letter says which are allowed."""
    options = {}
    for key in list(fields.data):
        value = fields.take(key)
        if not _is_option_value(value):
            raise InvalidInput(f"must be a word or a whole number, not {shown(value)}", field=fields.field(key)[:80])
        options[key] = str(value)
    return options


def _limits(fields: Fields, letter: Approval) -> tuple[Cents, dict[str, Limit]]:
    chip = fields.money("chip")
    limits = {}
    for name in list(fields.data):
        if name not in letter.wagers:
            raise InvalidInput(f"unknown wager; there are {', '.join(letter.wagers)}", field=fields.field(name)[:80])
        if name not in letter.placed or letter.wagers[name].role == "jackpot":
            reason = "has no limits of its own: " + (
                "its one amount stands in [jackpot]" if name in letter.placed else "it follows from a decision"
            )
            raise InvalidInput(reason, field=fields.field(name))
        one = fields.table(name)
        limits[name] = Limit(
            minimum=one.money("minimum"),
            maximum=one.money("maximum"),
            step=one.money("step"),
            aggregate=one.money("aggregate"),
        )
        one.done()
    return chip, limits


def _dealing(fields: Fields) -> Dealing:
    dealing = Dealing(
        cards=fields.word("cards", CARDS),
        dealer=fields.word("dealer", DEALERS),
        house_way=fields.name("house-way"),
    )
    fields.done()
    return dealing


def _decisions(fields: Fields) -> Decisions:
    decisions = Decisions(
        seconds=fields.whole("seconds", most=3600), default=fields.words("default"), coach=fields.flag("coach")
    )
    fields.done()
    return decisions


def _prizes(given: object, letter: Approval) -> Mapping[str, Pay | Cents]:
    if given is None:
        return {}
    return Meter.parse({"meter": 0, "wager": 1, "prizes": given}, known_prizes(letter, given)).prizes


def _jackpot(fields: Fields, letter: Approval) -> JackpotTerms:
    capped = fields.data.get("cap") != "none"
    if not capped:
        fields.take("cap")
    terms = JackpotTerms(
        name=fields.account_name("name"),
        kind=fields.word("kind", KINDS),
        wager=fields.money("wager"),
        amount=fields.money("amount"),
        seed=fields.money("seed", zero=True),
        reset=fields.money("reset", zero=True),
        increment=fields.rate("increment"),
        reserve=fields.rate("reserve"),
        cap=fields.money("cap") if capped else 0,
        overflow=fields.account_name("overflow"),
        prizes=_prizes(fields.take("prizes"), letter),
        prizes_from=fields.word("prizes-from", ("house", "meter")),
        verify_above=fields.money("verify-above"),
        display_digits=fields.whole("display-digits", most=20),
        linked=fields.word("linked", ("no", "yes")) == "yes",
        outside=fields.words("outside"),
    )
    fields.done()
    return terms


def _posting(fields: Fields) -> dict[str, str]:
    posting = {key: fields.text(key) for key in POSTING}
    fields.done()
    return posting


def _controls(fields: Fields, letter: Approval) -> Controls:
    names = ("concurrence", "equipment", *(option.name for option in letter.options.values() if option.letter))
    controls = Controls(
        approval=Grant(reference=fields.text("reference"), date=fields.day("date")),
        further={name: _grant(fields.table(name)) for name in names},
        controller=fields.name("controller"),
        account=fields.text("account"),
        deposit_days=fields.whole("deposit-days", most=366),
        malfunction_hours=fields.whole("malfunction-hours", most=10_000),
        reserve=fields.money("reserve"),
        verify_above=fields.money("verify-above"),
    )
    fields.done()
    return controls


def _grant(fields: Fields) -> Grant:
    grant = Grant(reference=fields.text("reference"), date=fields.day("date"))
    fields.done()
    return grant


def _compact(fields: Fields) -> Compact:
    compact = Compact(reference=fields.text("reference"), wager_limit=fields.money("wager-limit"))
    fields.done()
    return compact
