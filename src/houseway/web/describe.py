"""Games as data for pages and programs: the letter, its options, its pay tables, its layout."""

import dataclasses
from functools import lru_cache
from typing import Any

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict, replace

from houseway.games import game_named, game_names, letter_of
from houseway.games.game import Game
from houseway.games.letter.approval import Approval, Option, Wager
from houseway.games.letter.clause_words import clauses_in_force
from houseway.games.letter.layout import Layout, Spot
from houseway.games.letter.offer import Offer, OfferedLine, offers
from houseway.games.letter.paytable import Pay, PayTable
from houseway.house.sheets.sheet import JackpotTerms
from houseway.house.sheets.table_rules import TableRules
from houseway.money import format_money
from houseway.web.edges import edge_of_offer


class LetterDate(Struct, frozen=True):
    """A letter of the Commission, and what it is about."""

    date: str
    about: str


class DealingFacts(Struct, frozen=True, kw_only=True):
    """How many cards go where."""

    player_cards: int
    dealer_cards: int
    dealer_extra: int
    board: int
    always_dealt: int


class GameHead(Struct, frozen=True, kw_only=True):
    """A game in a few facts, with its layout."""

    game: str
    title: str
    status: str
    supplier: str
    submission: str | None
    letters: list[LetterDate]
    seats: int
    deck: str
    dealing: DealingFacts
    layout: Layout


class WagerFacts(Struct, frozen=True, kw_only=True):
    """A wager of the letter."""

    name: str
    label: str
    role: str
    required: bool
    equals: str | None
    about: str
    rule: str
    of: str | None
    times: int | None
    option: str | None


class OptionFacts(Struct, frozen=True, kw_only=True):
    """A choice of the operator."""

    name: str
    values: list[str]
    default: str
    demonstration: str
    number: str | None
    about: str
    rule: str | None
    concerns: list[str]
    posted: dict[str, str]


class ClauseText(Struct, frozen=True):
    """A clause of the letter in our words."""

    clause: str
    text: str


class ReadingText(Struct, frozen=True):
    """How a doubtful clause is read, and the option that reads it otherwise."""

    text: str
    option: str | None


class LinePays(Struct, frozen=True):
    """A line of a pay table."""

    name: str
    pays: str


class PayTableFacts(Struct, frozen=True, kw_only=True):
    """A pay table of the letter."""

    rule: str
    lines: list[LinePays]
    envy: dict[str, str] | UnsetType = UNSET


class OfferLine(Struct, frozen=True, kw_only=True):
    """A line that a table pays, and how often it comes."""

    name: str
    pays: str
    envy: str | None
    count: int | None


class OfferFacts(Struct, frozen=True, kw_only=True):
    """What a table pays for a wager, and the house edge of a bonus where its exact price comes with houseway."""

    wager: str
    label: str
    paytable: str | None
    table: str
    rule: str
    lines: list[OfferLine]
    combinations: int | None
    house_edge: float | None


class Notice(Struct, frozen=True, kw_only=True):
    """What the house must post, and where."""

    name: str | None
    rule: str
    where: list[str]
    text: str


class LimitFacts(Struct, frozen=True, kw_only=True):
    """The limits of a wager at a table."""

    minimum: str
    maximum: str
    step: str


class GameFacts(GameHead, frozen=True, kw_only=True):
    """A whole letter, what is offered, and at a table what a player must know to wager there."""

    wagers: list[WagerFacts]
    options: list[OptionFacts]
    clauses: list[ClauseText]
    readings: list[ReadingText]
    paytables: dict[str, dict[str, PayTableFacts]]
    stakes: dict[str, str]
    chosen: dict[str, str]
    offers: list[OfferFacts]
    notices: list[Notice]
    table: str | UnsetType = UNSET
    limits: dict[str, LimitFacts] | UnsetType = UNSET
    fixed: dict[str, str] | UnsetType = UNSET
    offered: list[str] | UnsetType = UNSET
    chip: str | UnsetType = UNSET
    seconds: int | UnsetType | None = UNSET
    dealer: str | UnsetType = UNSET
    defaults: list[str] | UnsetType = UNSET
    study: str | UnsetType = UNSET  # the name of the designer's study that the table plays: not approved


def game_heads() -> list[GameHead]:
    """All games in a few facts each."""
    return [_head(letter_of(name)) for name in game_names()]


def _head(letter: Approval) -> GameHead:
    table = letter.table
    return GameHead(
        game=letter.game,
        title=letter.title,
        status=letter.status,
        supplier=letter.supplier or letter.origin,
        submission=letter.submission or None,
        letters=[LetterDate(str(one.date), one.about) for one in letter.letters],
        seats=table.seats,
        deck=table.deck,
        dealing=DealingFacts(**{name: getattr(table, name) for name in DealingFacts.__struct_fields__}),
        layout=_layout(letter),
    )


def _layout(letter: Approval) -> Layout:
    """The layout; a game without one gets a spot for each wager."""
    if letter.layout.spots:
        return letter.layout
    spots = tuple(Spot(wager=one.name, label=one.label) for one in letter.wagers.values())
    return dataclasses.replace(letter.layout, spots=spots)


def game_facts(name: str, rules: TableRules | None = None) -> GameFacts:
    """A whole letter, and what a table of it offers; without a table, what everything on would."""
    facts = _letter(name)
    if rules is None:
        return facts
    return replace(facts, **_offered(rules.chosen, rules.jackpot), **_table(rules), **_study(rules))


@lru_cache(maxsize=16)
def _letter(name: str) -> GameFacts:
    letter = letter_of(name)
    return GameFacts(
        **asdict(_head(letter)),
        wagers=[_wager(one) for one in letter.wagers.values()],
        options=[_option(one, letter) for one in letter.options.values()],
        clauses=[ClauseText(one.clause, one.text) for one in letter.clauses],
        readings=[ReadingText(one.text, one.option or None) for one in letter.readings],
        paytables=_paytables(letter),
        stakes=dict(letter.demonstration.stakes),
        **_offered(game_named(name, letter.demonstration.options)),
    )


def _wager(one: Wager) -> WagerFacts:
    return WagerFacts(
        name=one.name,
        label=one.label,
        role=one.role,
        required=one.required,
        equals=one.equals or None,
        about=one.about,
        rule=one.rule,
        of=one.of or None,
        times=one.times or None,
        option=one.option or None,
    )


def _option(one: Option, letter: Approval) -> OptionFacts:
    return OptionFacts(
        name=one.name,
        values=list(one.values),
        default=one.default,
        demonstration=letter.demonstration.options.get(one.name, one.default),
        number=one.number or None,
        about=one.about,
        rule=one.rule or None,
        concerns=list(one.concerns),
        posted=dict(one.posted),
    )


def _paytables(letter: Approval) -> dict[str, dict[str, PayTableFacts]]:
    return {
        wager: {table: _paytable(one) for table, one in tables.items()} for wager, tables in letter.paytables.items()
    }


def _paytable(table: PayTable) -> PayTableFacts:
    lines = [LinePays(table.lines[one], pay.text) for one in table.printed if (pay := table.pay(one))]
    envy = {line: format_money(amount) for line, amount in table.envy.items()}
    return PayTableFacts(rule=table.rule, lines=lines, envy=envy or UNSET)


def _offered(game: Game, jackpot: JackpotTerms | None = None) -> dict[str, Any]:
    """What a game offers as it is chosen, and what must be posted with it: fields of `GameFacts`."""
    due = [one for one in game.approval.postings if one.due(frozenset(game.offered), game.options)]
    return {
        "chosen": dict(game.options),
        "offers": [_offer(one, jackpot, edge_of_offer(game, one)) for one in offers(game)],
        "notices": [Notice(name=one.name or None, rule=one.rule, where=list(one.where), text=one.text) for one in due],
    }


def _offer(one: Offer, jackpot: JackpotTerms | None, house_edge: float | None) -> OfferFacts:
    return OfferFacts(
        wager=one.wager.name,
        label=one.wager.label,
        paytable=one.wager.paytable or None,
        table=one.table,
        rule=one.rule,
        lines=[
            OfferLine(
                name=line.name,
                pays=_pays(line, jackpot),
                envy=format_money(line.envy) if line.envy else None,
                count=line.count,
            )
            for line in one.lines
        ],
        combinations=one.combinations or None,
        house_edge=house_edge,
    )


def _pays(line: OfferedLine, jackpot: JackpotTerms | None) -> str:
    """What a line pays; a `$` prize as the house of the table has set it; the letter demands that it is shown."""
    if not line.prize:
        return line.pay.text
    prize = jackpot.prizes.get(line.prize) if jackpot else None
    if prize is None:
        return "a prize of the house"
    return prize.text if isinstance(prize, Pay) else f"${format_money(prize)}"


def _study(rules: TableRules) -> dict[str, Any]:
    """The marks and the pay tables of a designer's study, where the table plays one: fields of `GameFacts`."""
    marks = rules.chosen.marks if rules.study else {}
    if not marks:
        return {}
    tables = _paytables(rules.chosen.approval)
    return {"status": f"{marks['study']}: {marks['status']}", "study": marks["study"], "paytables": tables}


def _table(rules: TableRules) -> dict[str, Any]:
    """What a player must know to wager at a table: fields of `GameFacts`."""
    limits = {
        name: LimitFacts(
            minimum=format_money(limit.minimum), maximum=format_money(limit.maximum), step=format_money(limit.step)
        )
        for name, limit in rules.limits.items()
    }
    wager = rules.chosen.approval.jackpot
    fixed = format_money(rules.jackpot.wager) if rules.jackpot else None
    return {
        "table": rules.name,
        "clauses": [ClauseText(clause, text) for clause, text in clauses_in_force(rules.chosen).items()],
        "limits": limits,
        "fixed": {wager.name: fixed} if wager and fixed else {},
        "offered": [name for name in rules.chosen.approval.placed if name in rules.chosen.offered],
        "chip": format_money(rules.chip),
        "seconds": rules.seconds or None,
        "dealer": rules.dealer,
        "defaults": list(rules.defaults),
    }
