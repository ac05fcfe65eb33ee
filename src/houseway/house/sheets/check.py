"""Check a sheet against its letter: choices, table, postings, approvals; check_money.py checks the money."""

import datetime
from collections.abc import Callable, Iterator, Mapping, Sequence

from houseway.errors import HousewayError, NotApproved
from houseway.games import kit_of
from houseway.games.game import Game, resolve_options
from houseway.games.letter.approval import Approval, Option
from houseway.games.letter.offer import offers
from houseway.house.sheets.check_jackpot import check_jackpot, check_together
from houseway.house.sheets.check_money import check_money
from houseway.house.sheets.links import outside_games
from houseway.house.sheets.policy import games_of, policy_on
from houseway.house.sheets.refusal import COMPACT, MODIFICATIONS, Case, Refusal
from houseway.house.sheets.sheet import Grant, Sheet

OptionsCheck = Callable[[Mapping[str, str]], None]


def check_sheet(sheet: Sheet, on: datetime.date, *, practice: bool = False) -> list[Refusal]:
    """The refusals by letter and law on that day; a practice house may open a game without a letter."""
    return examine(sheet, on, practice=practice)[0]


def check_sheets(sheets: Sequence[Sheet], on: datetime.date, *, practice: bool = False) -> list[list[Refusal]]:
    """The same for several tables of one house, with the refusals that follow from the other tables."""
    examined = [examine(sheet, on, practice=practice) for sheet in sheets]
    cases = [case for _, case in examined if case]
    beside = check_together(cases) if len(cases) > 1 else [[] for _ in cases]
    further = iter(beside)
    return [[*refusals, *(next(further) if case else ())] for refusals, case in examined]


def examine(sheet: Sheet, on: datetime.date, *, practice: bool = False) -> tuple[list[Refusal], Case | None]:
    """The refusals, and the sheet as examined; None for a sheet that is not examined: a study, or a day too early."""
    letter = sheet.approval
    first = letter.first_day
    if sheet.study:
        return [_study(sheet)], None
    if first is None and not practice:
        return [_without_letter(letter)], None
    if first is not None and on < first:
        reason = f"the game was not yet approved on {on}"
        return [_of_letter(letter, "game", reason, f"It is from {first} on.", "the letter itself")], None
    refusals, chosen = _choices(sheet)
    case = Case(sheet=sheet, game=Game(letter, chosen, kit_of(letter.game)), policy=policy_on(on))
    refusals += [*_departures(case), *_options_stated(case), *_letters(case), *_unpaid(case)]
    for part in (_uncounted, _table, _dealing, _decisions, check_money, check_jackpot, _posting, _controls):
        refusals += part(case)
    return refusals, case


def _study(sheet: Sheet) -> Refusal:
    reason = "the sheet is marked as a study: it can be analysed and simulated, never opened"
    right = "A sheet to be opened keeps to the letter and is not marked."
    return _of_letter(sheet.approval, "study", reason, right, MODIFICATIONS)


def _without_letter(letter: Approval) -> Refusal:
    reason = "no letter approves this game: it can be played, priced and simulated, never opened outside practice"
    right = "A practice house may open it, and no other (houseway site practice)."
    return _of_letter(letter, "game", reason, right, letter.origin)


def _of_letter(letter: Approval, field: str, reason: str, right: str, clause: str) -> Refusal:
    date = letter.first_day
    return Refusal(field=field, reason=reason, right=right, title=letter.title, date=date, clause=clause)


# ---- the operator's choices


def _choices(sheet: Sheet) -> tuple[list[Refusal], dict[str, str]]:
    """Refusals of single choices and of contradicting choices, and the choices that can replace them."""
    letter = sheet.approval
    refusals: list[Refusal] = []
    given: dict[str, object] = {}
    for name, value in sheet.options.items():
        try:
            resolve_options(letter, {name: value})
            given[name] = value
        except HousewayError as problem:
            refusals.append(_of_option(letter, name, problem))
            if (option := letter.options.get(name)) and option.default == "off":
                given[name] = option.values[1]  # it is meant to be offered: check the rest
    return _together(letter, resolve_options(letter, given), refusals)


def _together(
    letter: Approval, chosen: dict[str, str], refusals: list[Refusal]
) -> tuple[list[Refusal], dict[str, str]]:
    check = kit_of(letter.game).round_type().check_options
    for _ in letter.options:
        problem = _problem(check, chosen)
        if problem is None:
            break
        name = problem.field.removeprefix("options.")
        refusals.append(_of_option(letter, name, problem))
        chosen[name] = _value_that_fits(letter.options[name], chosen, check)
    return refusals, chosen


def _problem(check: OptionsCheck, chosen: Mapping[str, str]) -> NotApproved | None:
    try:
        check(chosen)
    except NotApproved as problem:
        return problem
    return None


def _value_that_fits(option: Option, chosen: Mapping[str, str], check: OptionsCheck) -> str:
    """Another value of the option that the letter allows beside the others; one that offers something comes first."""
    for value in (*option.values[1:], option.default):
        problem = _problem(check, {**chosen, option.name: value})
        if problem is None or problem.field != f"options.{option.name}":
            return value
    return option.default


def _of_option(letter: Approval, name: str, problem: HousewayError) -> Refusal:
    option = letter.options.get(name)
    clause = (option and option.rule) or letter.clauses[0].clause
    date = (option and option.letter) or letter.first_day
    right = f"The letter leaves the house: {option.about}." if option else "Leave it out."
    reason = problem.reason
    return Refusal(
        field=f"options.{name}"[:80], reason=reason, right=right, title=letter.title, date=date, clause=clause
    )


def _options_stated(case: Case) -> Iterator[Refusal]:
    """Every choice that matters for what is offered is stated: none has a silent default."""
    for option in case.approval.options.values():
        matters = not option.concerns or not case.game.offered.isdisjoint(option.concerns)
        if matters and option.name not in case.sheet.options:
            right = f"State {option.about}: {_values(option)}."
            yield case.refuse(f"options.{option.name}", "is not stated", right, clause=option.rule, date=option.letter)


def _values(option: Option) -> str:
    if len(option.values) > 8:
        return f"{', '.join(option.values[:3])}, … {option.values[-1]}"
    return ", ".join(option.values) + (" …" if option.number else "")


def _departures(case: Case) -> Iterator[Refusal]:
    for key in case.sheet.departures:
        reason = "a sheet to be opened has no rules or pay tables of its own"
        right = "Choose among the letter's, or mark the sheet with study = true."
        yield case.refuse(key, reason, right, clause=MODIFICATIONS)


def _letters(case: Case) -> Iterator[Refusal]:
    """A choice that a later letter added is valid from the day of that letter."""
    for option in case.approval.options.values():
        if option.letter and case.game.is_on(option.name) and case.policy.on < option.letter:
            reason = f"was not yet allowed on {case.policy.on}"
            yield case.refuse(
                f"options.{option.name}", reason, "It must be off.", clause=option.rule, date=option.letter
            )


def _unpaid(case: Case) -> Iterator[Refusal]:
    """Refuse a wager that another wager's tables pay, if those tables are off."""
    for wager in case.approval.wagers.values():
        shared = case.approval.options.get(wager.paytable)
        if shared and case.game.is_on(wager.option) and not case.game.is_on(shared.name):
            field, reason = f"options.{wager.option}", f"{wager.name} is paid by {shared.name}, which is off"
            right = f"Turn it off, or choose {shared.about}."
            yield case.refuse(field, reason, right, clause=wager.rule)


def _uncounted(case: Case) -> Iterator[Refusal]:
    """Refuse a bonus or jackpot whose lines nobody has counted, because its odds must be posted."""
    for one in offers(case.game):
        if one.wager.role in ("bonus", "jackpot") and not one.combinations:
            reason = (
                f"how often the lines of {one.wager.name} {one.table} come is not counted: its odds cannot be posted"
            )
            right = "Turn it off, or have its lines counted (houseway line-counts)."
            yield case.refuse(
                f"options.{one.wager.option}", reason, right, clause=one.rule, law=case.law("WAC 230-15-060")
            )


# ---- the table


def _table(case: Case) -> Iterator[Refusal]:
    most = case.approval.table.seats
    if case.sheet.name in outside_games():
        reason = "is a game outside houseway that may share a meter, whose wagers are entered under that name"
        yield case.refuse("name", reason, "Give the table another name.")
    yield from case.missing("jurisdiction", right="Say commercial or tribal.")
    yield from case.missing("seats", right=f"Say how many seats the table has, 1 to {most}.", clause=case.opening)
    if case.sheet.seats > most:
        reason = f"{case.sheet.seats} seats are more than the game is dealt to"
        yield case.refuse("seats", reason, f"At most {most}.", clause=case.opening)


def _dealing(case: Case) -> Iterator[Refusal]:
    dealing, sheet = case.sheet.dealing, case.sheet
    yield from case.missing("dealing.cards", right="Say shuffle, hand or scanner.")
    yield from case.missing("dealing.dealer", right="Say person or self.")
    if dealing.dealer == "self" and dealing.cards in ("hand", "scanner"):
        reason = "a table that deals itself has no cards to enter by hand or scanner"
        yield case.refuse("dealing.cards", reason, "Its cards come from the fair shuffle: shuffle.")
    if dealing.cards in ("shuffle", "scanner"):
        law = case.law("WAC 230-06-050" + ("; WAC 230-15-116" if dealing.cards == "shuffle" else ""))
        yield from _grant(
            case, "controls.equipment", sheet.controls.further["equipment"], "the equipment that deals", law=law
        )
    house_way = case.approval.operation.house_way
    if house_way:
        right = f"Name the house way: {', '.join(house_way.values)}."
        yield from case.missing("dealing.house-way", right=right, clause=house_way.rule)
        if dealing.house_way and dealing.house_way not in house_way.values:
            reason = f"{dealing.house_way!r} is no house way that can be dealt"
            yield case.refuse("dealing.house-way", reason, right, clause=house_way.rule)
    elif dealing.house_way:
        yield case.refuse("dealing.house-way", "the game has no house way", "Leave it out.", clause=case.opening)


def _decisions(case: Case) -> Iterator[Refusal]:
    posted = case.approval.operation.defaults
    in_words = ", ".join(f'"{one}"' for one in posted)
    yield from case.missing("decisions.seconds", right="Say how many seconds a player has for a decision.")
    yield from case.missing("decisions.default", right=f"State the posted default: [{in_words}].")
    if case.sheet.decisions.default and case.sheet.decisions.default != posted:
        reason = "is not the posted default of this game"
        yield case.refuse("decisions.default", reason, f"It is [{in_words}].")


# ---- posting


def _posting(case: Case) -> Iterator[Refusal]:
    law = case.law("WAC 230-15-060")
    texts = {
        "rules": "Say where rules of play and internal controls can be had at once.",
        "disputes": "Give the dispute procedure as it is posted.",
        "employees": "Give the policy on play by employees as it is posted.",
    }
    for key, right in texts.items():
        yield from case.missing(f"posting.{key}", right=right, law=law)
    for notice in case.approval.postings:
        if notice.name and notice.due(case.game.offered, case.game.options):
            yield from _posted(case, f"posting.{notice.name}", notice.where, clause=notice.rule)
            break
    else:
        games = len(games_of(case.approval, case.game.offered))
        if case.commercial and games > case.policy.figure("games", "bet"):
            yield from _posted(case, "posting.four-wagers", ("layout", "placard"), law=case.policy.law("games"))
    yield from _jackpot_posting(case)


def _posted(case: Case, name: str, places: tuple[str, ...], *, clause: str = "", law: str = "") -> Iterator[Refusal]:
    right = f"The notice of at most four wagers stands on the {' or the '.join(places)}: say which."
    yield from case.missing(name, right=right, clause=clause, law=law)
    stated = case.sheet.posting[name.partition(".")[2]]
    if stated and stated not in places:
        yield case.refuse(name, f"{stated[:40]!r} is not the place", right, clause=clause, law=law)


def _jackpot_posting(case: Case) -> Iterator[Refusal]:
    """A progressive's meter is seen rising at each table; a house jackpot has none (WAC 230-15-671, -685)."""
    if not any(one.wager.role == "jackpot" for one in offers(case.game)) or case.sheet.jackpot is None:
        return
    house = case.sheet.jackpot.kind == "house"
    required, law = ("sign", "WAC 230-15-671") if house else ("display", "WAC 230-15-685(2)")
    what = "its amount and disclosures stand on a sign" if house else "a display at the table shows its meter"
    right = f"{'A house jackpot' if house else 'A progressive'}: {what}. Say {required}."
    yield from case.missing("posting.jackpot", right=right, law=case.law(law))
    stated = case.sheet.posting["jackpot"]
    if stated and stated != required:
        yield case.refuse("posting.jackpot", f"{stated[:40]!r} is not how it is posted", right, law=case.law(law))


# ---- approvals


def _controls(case: Case) -> Iterator[Refusal]:
    controls = case.sheet.controls
    who = "the Commission" if case.commercial else "the Tribal Gaming Agency"
    yield from _grant(case, "controls", controls.approval, f"the internal controls by {who}")
    if not case.commercial:
        what = "the Commission's concurrence"
        yield from _grant(case, "controls.concurrence", controls.further["concurrence"], what)
        right = "Give the compact and its limit for a single wager."
        yield from case.missing("compact.reference", "compact.wager-limit", right=right, law=COMPACT)
    for option in case.approval.options.values():
        if option.letter and case.game.is_on(option.name):
            grant, what = controls.further[option.name], f"internal controls for {option.rule}"
            yield from _grant(case, f"controls.{option.name}", grant, what, option=option)
    if case.commercial:
        hours = case.policy.figure("malfunction", "hours")
        law = case.policy.law("malfunction")
        right = f"Malfunctions are reported within {hours} hours."
        yield from case.missing("controls.malfunction-hours", right=right, law=law)
        if controls.malfunction_hours > hours:
            reason = f"{controls.malfunction_hours} hours are too many"
            yield case.refuse("controls.malfunction-hours", reason, right, law=law)


def _grant(
    case: Case, place: str, grant: Grant, what: str, *, law: str = "", option: Option | None = None
) -> Iterator[Refusal]:
    """An approval with reference and date; not older than the letter that asks for it, not later than the day."""
    since = (option and option.letter) or case.approval.first_day
    clause = option.rule if option else ""
    right = f"Give reference and date of the approval of {what}."
    for key, value in (("reference", grant.reference), ("date", grant.date)):
        if not value:
            yield case.refuse(f"{place}.{key}", "is not stated", right, clause=clause, law=law, date=since)
    if grant.date and since and grant.date < since:
        reason = f"{grant.date} is before the letter"
        right = f"The approval of {what} is of {since} or later."
        yield case.refuse(f"{place}.date", reason, right, clause=clause, law=law, date=since)
    if grant.date and grant.date > case.policy.on:
        reason = f"{grant.date} is after {case.policy.on}"
        right = f"The approval of {what} comes before the table is opened."
        yield case.refuse(f"{place}.date", reason, right, clause=clause, law=law, date=since)
