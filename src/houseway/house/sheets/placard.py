"""The placard that a house must post at a table (WAC 230-15-060, 230-15-671), made from the table's sheet."""

import datetime
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from houseway.errors import NotApproved
from houseway.games.game import Game
from houseway.games.letter.approval import Option, Wager
from houseway.games.letter.offer import Offer, OfferedLine, offers
from houseway.games.letter.paytable import Pay
from houseway.house.sheets.check import check_sheet
from houseway.house.sheets.fields import format_rate
from houseway.house.sheets.limits import single_wager_limit, table_limits
from houseway.house.sheets.policy import Policy, games_of, policy_on
from houseway.house.sheets.sheet import JackpotTerms, Limit, Sheet
from houseway.money import in_dollars

TWICE = "a hand that is paid twice counts twice"
FRESH = "Odds are exact, for a fresh deck or shoe: how many hands go to one that is paid, in the long run."


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerLine:
    """A wager with its limits, in dollars; a wager that a decision makes has only a highest amount."""

    label: str
    about: str
    minimum: str
    maximum: str
    step: str
    aggregate: str

    @property
    def aggregate_notice(self) -> str:
        """The notice of an aggregate limit, if there is one."""
        most = f"at most {self.aggregate} is paid for all winning wagers of a round together"
        return f"{self.label}: {most}; where more is won, each winner gets a part in proportion."


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidLine:
    """A line of a pay table: its pay, its envy bonus, and in how many hands it comes once."""

    name: str
    pays: str
    envy: str
    once_in: str
    count: int | None
    combinations: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PayBoard:
    """The pay table of a wager."""

    label: str
    table: str
    rule: str
    once_in: str  # a win of any kind
    note: str
    lines: tuple[PaidLine, ...]

    def cells(self) -> list[tuple[str, ...]]:
        """The table as rows, its head first; a column that no line fills is left out."""
        rows = [("", "pays", "envy", "once in"), *((one.name, one.pays, one.envy, one.once_in) for one in self.lines)]
        used = [place for place in range(4) if place < 2 or any(row[place] for row in rows[1:])]
        return [tuple(row[place] for place in used) for row in rows]


@dataclass(frozen=True, slots=True, kw_only=True)
class JackpotBoard:
    """A jackpot: what it is, how it is shared, and what the law has the house disclose."""

    name: str
    kind: str
    facts: tuple[str, ...]
    disclosures: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Placard:
    """Everything that is posted at a table."""

    table: str
    title: str
    letters: tuple[str, ...]
    status: str  # empty where a letter approves the game
    practice: bool  # of a house that plays for practice
    on: str
    notices: tuple[str, ...]
    wagers: tuple[WagerLine, ...]
    boards: tuple[PayBoard, ...]
    jackpot: JackpotBoard | None
    rules: tuple[str, ...]
    decisions: tuple[str, ...]
    disputes: str
    employees: str
    available: str
    odds: str
    sheet: str  # digest

    @property
    def head(self) -> tuple[str, ...]:
        """The heading: who approved the game, and whether it is only practice."""
        practice = ("PRACTICE: nothing here is played for money.",) if self.practice else ()
        return (*practice, f"{self.status or 'approved by ' + ', '.join(self.letters)}; posted as of {self.on}")

    def to_json(self) -> dict[str, Any]:
        """As `houseway table placard --json` prints it."""
        return asdict(self)


def placard(sheet: Sheet, on: datetime.date, *, practice: bool = False) -> Placard:
    """The placard of a sheet that may be opened; without a letter it may only be opened in practice.

    A sheet that is refused has no placard.
    """
    practice = practice or not sheet.approval.letters
    if refusals := check_sheet(sheet, on, practice=practice):
        raise NotApproved(f"is refused, so nothing is posted: {refusals[0]}", field=sheet.name)
    game, letter, policy = sheet.chosen, sheet.approval, policy_on(on)
    return Placard(
        table=sheet.name,
        title=letter.title,
        letters=tuple(f"letter of {one.date}" for one in letter.letters),
        status=letter.status,
        practice=practice,
        on=str(on),
        notices=tuple(_notices(sheet, game, policy)),
        wagers=tuple(_wagers(sheet, game, policy)),
        boards=tuple(_board(sheet, one) for one in offers(game)),
        jackpot=jackpot_board(sheet.jackpot, game) if sheet.jackpot else None,
        rules=tuple(_option_text(option, game) for option in _posted(game) if not _of_jackpot(option, game)),
        decisions=tuple(_decisions(sheet)),
        disputes=sheet.posting["disputes"],
        employees=sheet.posting["employees"],
        available=sheet.posting["rules"],
        odds=FRESH,
        sheet=sheet.digest,
    )


# ---- notices and limits


def _notices(sheet: Sheet, game: Game, policy: Policy) -> Iterator[str]:
    prizes = any(one.prizes for one in offers(game))
    for notice in game.approval.postings:
        if notice.due(game.offered, game.options) and (prizes or not notice.prizes):
            yield notice.text
    games = len(games_of(game.approval, game.offered))
    if sheet.jurisdiction != "commercial":
        return
    bet, above, count = (policy.figure("games", key) for key in ("bet", "above", "count-above"))
    if games > bet:
        yield f"A player may wager on at most {bet} of the {games} games that are offered here."
    if games > count:
        yield f"A player may wager more than {in_dollars(above)} on at most {count} games."


def _wagers(sheet: Sheet, game: Game, policy: Policy) -> Iterator[WagerLine]:
    limits = table_limits(sheet, policy)
    for name, wager in game.approval.wagers.items():
        if name in limits:
            yield _limited(wager, limits[name])
        elif wager.of:
            most = min(limits[wager.of].maximum * wager.times, single_wager_limit(sheet, policy))
            yield WagerLine(
                label=wager.label, about=wager.about, minimum="", maximum=in_dollars(most), step="", aggregate=""
            )


def _limited(wager: Wager, limit: Limit) -> WagerLine:
    return WagerLine(
        label=wager.label,
        about=wager.about,
        minimum=in_dollars(limit.minimum),
        maximum=in_dollars(limit.maximum),
        step=in_dollars(limit.step),
        aggregate=in_dollars(limit.aggregate) if limit.aggregate else "",
    )


# ---- pay tables


def _board(sheet: Sheet, one: Offer) -> PayBoard:
    return PayBoard(
        label=one.wager.label,
        table=one.table,
        rule=one.rule,
        once_in=once_in(one.hits, one.combinations) if one.combinations else "",
        note=one.note or (TWICE if _pays_twice(one) else ""),
        lines=tuple(_line(sheet, one, line) for line in one.lines),
    )


def _pays_twice(one: Offer) -> bool:
    """Whether one hand can be paid for two lines, or for one line twice."""
    return sum(line.count or 0 for line in one.lines if line.pay.kind != "push") > one.hits


def _line(sheet: Sheet, one: Offer, line: OfferedLine) -> PaidLine:
    return PaidLine(
        name=line.name,
        pays=posted_pay(sheet.jackpot, line),
        envy=in_dollars(line.envy) if line.envy else "",
        once_in="" if line.count is None else once_in(line.count, one.combinations),
        count=line.count,
        combinations=one.combinations if line.count is not None else None,
    )


def posted_pay(jackpot: JackpotTerms | None, line: OfferedLine) -> str:
    """The pay of a line in the form of a placard."""
    if jackpot and line.prize:
        prize = jackpot.prizes[line.prize]
        return prize.text if isinstance(prize, Pay) else in_dollars(prize)
    if line.pay.kind != "share":
        return line.pay.text
    if jackpot and jackpot.kind == "house":
        return f"{line.pay.text} of the jackpot, {in_dollars(int(jackpot.amount * line.pay.times))}"
    return f"{line.pay.text} of the jackpot"


def once_in(count: int, combinations: int) -> str:
    """In how many hands a line comes once: with one decimal below a hundred."""
    if not count:
        return "never"
    if combinations < 100 * count:
        tenths = (20 * combinations + count) // (2 * count)
        return f"{tenths // 10}.{tenths % 10}"
    return f"{(2 * combinations + count) // (2 * count):,}"


# ---- the jackpot


def jackpot_board(terms: JackpotTerms, game: Game) -> JackpotBoard:
    """The board of a jackpot at a table of this game."""
    facts = [f"One wager of {in_dollars(terms.wager)}, the same for all players."]
    disclosures: list[str] = []
    if terms.kind == "house":
        facts.append("Every player with a winning hand is paid in full: the jackpot is not shared and does not change.")
        disclosures = [
            f"The amount of this house jackpot is {in_dollars(terms.amount)}.",
            "No money of players funds it.",
            "It may be removed without notice.",
        ]
    else:
        facts += _progressive(terms)
    wager = game.approval.jackpot
    order = [_option_text(option, game) for option in _posted(game) if _of_jackpot(option, game)]
    if terms.kind == "progressive" and "award-order" not in game.options:
        order.append("Several awards of one round are paid by seat from the dealer's left.")
    if terms.kind == "progressive":
        order.append("Each award leaves the meter before the next one is worked out.")
    if terms.prizes_from:
        facts.append(f"Prizes in dollars are paid by the {'house' if terms.prizes_from == 'house' else 'jackpot'}.")
    facts += order
    facts.append(f"A win above {in_dollars(terms.verify_above)} is paid when two persons have verified the hand.")
    return JackpotBoard(
        name=f"{wager.label if wager else 'Jackpot'} ({terms.name})",
        kind=terms.kind,
        facts=tuple(facts),
        disclosures=tuple(disclosures),
    )


def _progressive(terms: JackpotTerms) -> Iterator[str]:
    yield "The display at the table shows the jackpot as it stands."
    yield f"It started at {in_dollars(terms.seed)} and rises by {format_rate(terms.increment)} of each wager."
    if terms.reserve:
        yield f"A further {format_rate(terms.reserve)} of each wager is kept for later prizes."
    yield f"After a 100% award it stands at {in_dollars(terms.reset)}."
    if terms.cap:
        yield f"It rises to {in_dollars(terms.cap)} at most; what comes in above goes to the jackpot {terms.overflow}."
    if terms.linked:
        yield "Several tables share it."


# ---- the rules of this table


def _posted(game: Game) -> Iterator[Option]:
    """The choices that a placard lists for players, as far as they matter here."""
    for option in game.approval.options.values():
        if option.posted and (not option.concerns or not game.offered.isdisjoint(option.concerns)):
            yield option


def _of_jackpot(option: Option, game: Game) -> bool:
    wager = game.approval.jackpot
    return wager is not None and option.concerns == (wager.name,)


def _option_text(option: Option, game: Game) -> str:
    value = game.options[option.name]
    return option.posted[value] if value in option.posted else option.posted["other"].replace("{value}", value)


def _decisions(sheet: Sheet) -> Iterator[str]:
    default = ", then ".join(sheet.decisions.default)
    yield f"A player has {sheet.decisions.seconds} seconds for each decision."
    yield f"For a player who does not decide in time, or is disconnected, the table decides: {default}."
