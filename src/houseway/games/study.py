"""A designer's study: a letter's game with other pay tables or rules, for analysis and never for play with money.

A study is a TOML file. It has the game, a name, the operator's choices in [options], other changes in [rules]
(`study_rules` of the game's kit lists them), and [[paytables]] in the form of an approval.toml. Its lines must be lines
of the letter, because the code knows only their hands.

A rule may have the name of an option (`decks`). With a value that the letter approves, it is the operator's choice;
with any other value, it replaces the option. If both are given and differ, the study is refused.

The name is only a label. The rules decide whether a letter approves the game (`resolved_rules.py`): a study that
changes nothing is the letter's game.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from houseway.errors import InvalidInput, did_you_mean, shown
from houseway.games import kit_of, letter_of
from houseway.games.demonstration import with_everything_on
from houseway.games.game import NOT_APPROVED, Game, resolve_options
from houseway.games.letter.approval import Approval
from houseway.games.letter.paytable import Pay, PayTable
from houseway.games.resolved_rules import played_options
from houseway.money import parse_money

STUDY_KEYS: Final = frozenset({"game", "name", "options", "rules", "paytables"})
TABLE_KEYS: Final = frozenset({"wager", "lines", "pays", "envy", "prize"})

Tables = dict[str, dict[str, PayTable]]


def study_game(
    data: Mapping[str, object],
    name: str = "study",
    chosen: Mapping[str, object] | None = None,
    *,
    everything_on: bool = False,
    recorded: bool = False,
) -> Game:
    """The game that a study describes, checked; `chosen` comes before its own options.

    With `everything_on` all wagers are offered unless a choice says otherwise; the study's own pay tables come before
    the letter's. Rules that contradict options are refused, unless the study was `recorded`: then its rules apply.
    """
    for key in data:
        if key not in STUDY_KEYS:
            raise InvalidInput(f"unknown key; there may be {', '.join(sorted(STUDY_KEYS))}", field=key)
    if not isinstance(data.get("game"), str):
        raise InvalidInput("must be the name of a game", field="game")
    parts, letter = kit_of(data["game"]), letter_of(data["game"])
    approval, new = _with_tables(letter, data.get("paytables", []))
    rules, options = _mapping(data, "rules"), {**_mapping(data, "options"), **(chosen or {})}
    for rule in rules:
        if rule not in parts.study_rules:
            known = ", ".join(parts.study_rules) or "none"
            near = did_you_mean(rule, parts.study_rules)
            raise InvalidInput(f"unknown{near}; {approval.game} knows {known}", field=f"rules.{rule}")
    if not recorded:
        rules, options = _with_choices(Game(approval, approval.defaults, parts, study=rules), options)
    called = _name(data, name)
    plain = {key: rules if key == "rules" else value for key, value in data.items() if key != "options"}
    plain["name"] = called

    def with_options(options: Mapping[str, object]) -> Game:
        resolved = resolve_options(approval, options)
        game = Game(approval, resolved, parts, study=rules, study_name=called, study_data=plain)
        parts.check_study(game)
        game.round_type.check_options(resolved)
        return game

    return (
        with_everything_on(approval, options, with_options, preferred=new) if everything_on else with_options(options)
    )


def _with_choices(study: Game, options: Mapping[str, object]) -> tuple[dict[str, object], dict[str, object]]:
    """The rules and options of a study; a rule with a value that the letter offers becomes the operator's choice."""
    played = played_options(study)
    for name in study.study.keys() & options.keys():
        if str(options[name]) != played[name]:
            reason = f"is {shown(options[name])}, but the rules say {played[name]}: leave one of them out"
            raise InvalidInput(reason, field=f"options.{name}")
    known = study.approval.options
    choices = {name: played[name] for name in study.study if name in known and played[name] in known[name].values}
    return {name: rule for name, rule in study.study.items() if name not in choices}, {**options, **choices}


def _mapping(data: Mapping[str, object], key: str) -> dict[str, object]:
    value = data.get(key, {})
    if not isinstance(value, dict):
        raise InvalidInput("must be a table", field=key)
    return value


def _name(data: Mapping[str, object], otherwise: str) -> str:
    """The name of a study, or the name of its file if it has none."""
    name = data.get("name", otherwise)
    if not isinstance(name, str):
        raise InvalidInput(f"must be a text, not {shown(name)}", field="name")
    label = " ".join(name.split())
    if not label.isprintable():
        raise InvalidInput(f"must be printable, not {shown(name)}", field="name")
    return label or otherwise


def everything_on(game: Game, chosen: Mapping[str, object] | None = None) -> Game:
    """A game or study with all wagers offered, except where the given choices or its own say otherwise."""
    defaults = game.approval.defaults
    own = {name: value for name, value in game.options.items() if value != defaults[name] or name in game.study}
    letter = letter_of(game.name)
    preferred = {
        option: name
        for wager, tables in game.approval.paytables.items()
        for option in _choosing(letter, wager)
        for name, table in list(tables.items())[::-1]
        if table is not letter.paytables[wager].get(name)
    }
    return with_everything_on(game.approval, {**own, **(chosen or {})}, game.with_options, preferred=preferred)


def warnings_of(game: Game) -> list[str]:
    """Warnings of probable mistakes: lines that a table leaves out, a study that changes nothing."""
    warnings = []
    letter = letter_of(game.name).paytables
    for wager, tables in game.approval.paytables.items():
        for name, table in tables.items():
            if table is not letter[wager].get(name):
                usual = _like(letter[wager], name)
                left = [usual.lines[line] for line in usual.printed if table.pays[line] is None]
                falls = game.kit.analysis is not None and wager in game.kit.analysis.falling
                then = ": such a hand wins a lower line if it makes one" if falls else " and pays nothing"
                warnings += [f"{wager} {name}: {line!r} is left out{then}" for line in left]
    if game.study_name and not game.differs_from_letter:
        warnings.append("the study changes nothing: these are the letter's rules")
    return warnings


# ---- pay tables


def _with_tables(approval: Approval, groups: object) -> tuple[Approval, dict[str, str]]:
    """The letter with a designer's pay tables, which replace those of the same name or are added.

    The second answer has, by option, the first of the designer's tables that the option selects.
    """
    if not isinstance(groups, list) or not all(isinstance(group, dict) for group in groups):
        raise InvalidInput("must be a list of tables", field="paytables")
    tables = {wager: dict(named) for wager, named in approval.paytables.items()}
    options, new, seen = dict(approval.options), dict[str, str](), dict[str, set[str]]()
    for group in groups:
        wager = group.get("wager")
        if not isinstance(wager, str) or wager not in tables:
            raise InvalidInput(f"must be one of {', '.join(tables)}", field="paytables.wager")
        made = {name: _letters_own(approval, table) for name, table in _tables(group, approval, wager).items()}
        if again := sorted(made.keys() & seen.setdefault(wager, set())):
            raise InvalidInput("stands twice", field=f"paytables.{wager}.pays.{again[0]}")
        seen[wager] |= made.keys()
        choosing = _choosing(approval, wager)
        for name in choosing:
            options[name] = replace(options[name], values=tuple(dict.fromkeys((*options[name].values, *made))))
            new.setdefault(name, next(iter(made)))
        _put(tables, wager, made, chosen=bool(choosing))
    return replace(approval, paytables=tables, options=options), new


def _choosing(approval: Approval, wager: str) -> list[str]:
    """The options that select a wager's pay table: the option of the same name, or those that its wagers name."""
    options = [one.paytable_option for one in approval.wagers.values() if (one.paytable or one.name) == wager]
    names = [name for name in dict.fromkeys((wager, *options)) if name in approval.options]
    return [name for name in names if set(approval.paytables[wager]) <= set(approval.options[name].values)]


def _put(tables: Tables, wager: str, made: dict[str, PayTable], *, chosen: bool) -> None:
    """Add a designer's tables; where the operator has no choice, a table must replace one of the letter's."""
    if not chosen and not made.keys() <= tables[wager].keys():
        if len(made) > 1 or len(tables[wager]) > 1:
            reason = f"no option chooses it, and it stands for none of the letter's: {', '.join(tables[wager])}"
            raise InvalidInput(reason, field=f"paytables.{wager}.pays.{next(iter(made.keys() - tables[wager].keys()))}")
        tables[wager] = {}
    tables[wager].update(made)


def _letters_own(approval: Approval, table: PayTable) -> PayTable:
    """The letter's table of the same name if it pays the same, so that it is cited as the letter's."""
    own = approval.paytables[table.wager].get(table.name)
    same = own is not None and (own.printed, own.envy, own.prize) == (table.printed, table.envy, table.prize)
    if own is not None and same and list(map(_value, own.pays)) == list(map(_value, table.pays)):
        return own
    return table


def _value(pay: Pay | None) -> object:
    return pay and (pay.kind, pay.times)


def _like(tables: Mapping[str, PayTable], name: str) -> PayTable:
    """The letter's table most like a new one: the one of its name, of its family (`3c/mine`), or the first."""
    family = name.partition("/")[0]
    alike = (table for other, table in tables.items() if other.partition("/")[0] == family)
    return tables.get(name) or next(alike, next(iter(tables.values())))


def _tables(group: Mapping[str, object], approval: Approval, wager: str) -> dict[str, PayTable]:
    letters, field = approval.paytables[wager], f"paytables.{wager}"
    if unknown := group.keys() - TABLE_KEYS:
        raise InvalidInput(f"unknown: {', '.join(sorted(unknown))}", field=field)
    known = next(iter(letters.values())).lines
    lines, columns = group.get("lines"), group.get("pays")
    if not isinstance(lines, list) or not lines or len(set(map(str, lines))) != len(lines):
        raise InvalidInput("must be a list of lines, each once", field=f"{field}.lines")
    for line in lines:
        if line not in known:
            raise InvalidInput(f"the letter has no such line; it has {', '.join(known)}", field=f"{field}.{line}")
    if not isinstance(columns, dict) or not columns:
        raise InvalidInput("must be lists of pays by the name of a pay table", field=f"{field}.pays")
    shares = _pays_shares(approval, wager)
    tables = {}
    for name, column in columns.items():
        if not isinstance(column, list) or len(column) != len(lines):
            raise InvalidInput(f"must be {len(lines)} pays, one a line", field=f"{field}.pays.{name}")
        pays = {line: _pay(pay, f"{field}.pays.{name}", shares=shares) for line, pay in zip(lines, column, strict=True)}
        tables[name] = replace(
            _like(letters, name),
            name=name,
            rule=NOT_APPROVED,
            pays=tuple(pays.get(line) for line in known),
            printed=tuple(known.index(line) for line in lines),
            envy=_envy(group, name, lines, letters),
            prize=_prize(group, name, pays, letters),
        )
    return tables


def _pays_shares(approval: Approval, wager: str) -> bool:
    """Whether a jackpot wager uses these pay tables; they may then pay shares of a meter and prizes."""
    jackpot = approval.jackpot
    return jackpot is not None and wager in (jackpot.paytable or jackpot.name, jackpot.alternate)


def _pay(given: object, field: str, *, shares: bool) -> Pay:
    """A pay in lowest terms, so that equal pays have the same text."""
    try:
        pay = Pay.parse(str(given))
    except InvalidInput as problem:
        raise InvalidInput(f"{shown(given)} is no pay", field=field) from problem
    if pay.kind in ("share", "prize") and not shares:
        reason = f"{pay.text!r}: only a jackpot wager pays shares and prizes"
        raise InvalidInput(reason, field=field.partition(".pays.")[0])
    if pay.kind not in ("to", "for"):
        return pay
    return Pay.parse(f"{pay.times.numerator} {pay.kind} {pay.times.denominator}")


def _envy(group: Mapping[str, object], name: str, lines: list[str], letters: Mapping[str, PayTable]) -> dict[str, int]:
    """What other players earn by a line, in cents: from the study, or from the letter's table of the same name."""
    field = f"paytables.{group['wager']}.envy"
    given, columns = group.get("envy"), group["pays"]
    if given is None:
        own = letters.get(name)
        return {line: amount for line, amount in own.envy.items() if line in lines} if own else {}
    if not any(table.envy for table in letters.values()):
        raise InvalidInput("the letter's wager earns no envy", field=field)
    if not isinstance(given, dict) or not isinstance(columns, dict) or given.keys() - columns.keys():
        raise InvalidInput("must be lists of dollars by the name of a pay table", field=field)
    column = given.get(name, [])
    if not isinstance(column, list) or len(column) > len(lines):
        raise InvalidInput(f"must be at most {len(lines)} amounts, in the order of the lines", field=f"{field}.{name}")
    pairs = zip(lines, column, strict=False)
    return {line: parse_money(amount, field=f"{field}.{name}") for line, amount in pairs if amount}


def _prize(group: Mapping[str, object], name: str, pays: Mapping[str, Pay], letters: Mapping[str, PayTable]) -> str:
    """The key of the `$` prize that a table prints: the study's, or the letter's."""
    field = f"paytables.{group['wager']}.prize"
    if not any(pay.kind == "prize" for pay in pays.values()):
        return ""
    known = tuple(dict.fromkeys(table.prize for table in letters.values() if table.prize))
    prize = group.get("prize") or _like(letters, name).prize
    if prize not in known:
        raise InvalidInput(f"a $ must be named: one of {', '.join(known) or 'none'}", field=field)
    return str(prize)
