"""The letter as data: the content of a game's approval.toml, which `approval_file` reads."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Literal

from houseway.games.letter.layout import Layout
from houseway.games.letter.operation import Notice, Operation
from houseway.games.letter.paytable import PayTable

Role = Literal["main", "decision", "bonus", "jackpot"]
DECKS: Final = ("52", "53", "shoe")
ROLES: Final = ("main", "decision", "bonus", "jackpot")
VERDICTS: Final = ("reproduced", "not reproduced")
NO_LETTER: Final = "not approved by any letter"


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """One letter of the Commission."""

    date: datetime.date
    about: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeSpec:
    """The names of the options for a shoe; without `dealing` every round has a fresh shoe."""

    decks: str  # the option that says how many decks are in it
    dealing: str = ""  # the option whose value `shoe` keeps one shoe for many rounds
    cut_card: str = ""  # the option that says how many cards stay behind the cut card, or `quarter`


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSpec:
    """How the game is dealt: the deck, the seats, and how many cards go where."""

    deck: Literal["52", "53", "shoe"]
    seats: int
    player_cards: int
    dealer_cards: int
    board: str = ""  # a letter a card after the hands: b for the board, x burned
    always_dealt: int = 0  # hands dealt whether or not someone sits there; 0 deals to betting seats only
    dealer_extra: int = 0  # cards the dealer takes when all hands are dealt
    jokers: bool = False
    shoe: ShoeSpec | None = None  # for a deck that is a shoe

    @property
    def board_cards(self) -> int:
        """How many community cards there are."""
        return self.board.count("b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wager:
    """A wager of the letter; `option` is the option by which the operator offers it."""

    name: str
    label: str
    role: Role
    rule: str
    about: str
    required: bool = False
    equals: str = ""
    option: str = ""
    paytable: str = ""  # whose pay tables it is paid by, where they are not its own
    paytable_option: str = ""  # what chooses its pay table, where it is not the option that offers it
    alternate: str = ""  # the option that puts the share and prize lines of other tables in place of its own
    of: str = ""  # for a wager that comes from a decision: the wager it is a multiple of,
    times: int = 0  # and how many times that at most
    least: str = ""  # dollars, where the letter sets a range
    most: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """An operator's choice: its values, the default first, or a kind of number."""

    name: str
    about: str
    values: tuple[str, ...] = ()
    number: Literal["", "cards", "percent"] = ""
    rule: str = ""  # the clause that gives the choice, or that it reads
    letter: datetime.date | None = None  # the letter it stands in, where that is not the first
    concerns: tuple[str, ...] = ()  # it matters where one of these wagers is offered; none named: always
    posted: Mapping[str, str] = field(default_factory=dict)  # what players read, by value; `other` for the rest
    stops_action: bool = False  # every value but the default takes bonuses of some hands out of action

    @property
    def default(self) -> str:
        """The value where nothing is chosen."""
        return self.values[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A rule in our own words; `clause` is its number in the letter."""

    clause: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How houseway reads a passage where the letter is silent or contradicts itself."""

    text: str
    option: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure that the letter prints, and whether we expect the exact value to match it."""

    what: str
    of: str  # wager/pay table
    measure: str
    printed: str
    verdict: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Demonstration:
    """A table with everything on, for `play`: options, a usual stake for each wager, and a jackpot."""

    options: Mapping[str, str]
    stakes: Mapping[str, str]
    jackpot: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Approval:
    """The whole content of a letter, as data."""

    game: str
    title: str
    supplier: str
    submission: str
    letters: tuple[Letter, ...]  # none: played, priced and simulated, opened by a practice house alone
    origin: str  # where a game without a letter comes from
    table: TableSpec
    wagers: Mapping[str, Wager]
    options: Mapping[str, Option]
    clauses: tuple[Clause, ...]
    readings: tuple[Reading, ...]
    paytables: Mapping[str, Mapping[str, PayTable]]  # by wager, then by name
    figures: tuple[Figure, ...]
    postings: tuple[Notice, ...]
    operation: Operation
    layout: Layout
    demonstration: Demonstration

    @property
    def status(self) -> str:
        """The words printed with the game's name if no letter approves it; otherwise empty."""
        return "" if self.letters else NO_LETTER

    @property
    def first_day(self) -> datetime.date | None:
        """The day of the first letter."""
        return self.letters[0].date if self.letters else None

    @property
    def notices(self) -> tuple[str, ...]:
        """The texts of all notices."""
        return tuple(notice.text for notice in self.postings)

    @cached_property
    def defaults(self) -> dict[str, str]:
        """The values where the operator chooses nothing."""
        return {name: option.default for name, option in self.options.items()}

    @cached_property
    def placed(self) -> tuple[str, ...]:
        """The wagers that are placed before the deal; the others come from decisions."""
        return tuple(name for name, wager in self.wagers.items() if wager.role != "decision")

    @cached_property
    def required(self) -> tuple[str, ...]:
        """The wagers that every betting seat makes."""
        return tuple(name for name, wager in self.wagers.items() if wager.required)

    @cached_property
    def prizes(self) -> tuple[str, ...]:
        """The keys of the `$` prizes that pay tables print."""
        tables = (table for named in self.paytables.values() for table in named.values())
        return tuple(dict.fromkeys(table.prize for table in tables if table.prize))

    @cached_property
    def jackpot(self) -> Wager | None:
        """The wager on a jackpot, where the letter has one."""
        return next((wager for wager in self.wagers.values() if wager.role == "jackpot"), None)
