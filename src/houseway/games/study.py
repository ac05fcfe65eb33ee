"""A designer's study: a game of a letter with other pay tables or rules, to be analysed, never to be played for money.

A study is a TOML file: the game, a name, operator's choices in [options], what else is changed in [rules] (each game
says what it knows, `study_rules` of its kit) and [[paytables]] as an approval.toml has them, with lines of the
letter: the code knows what hand a line is.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from houseway.errors import InvalidInput
from houseway.games import approval as letter_of
from houseway.games import kit
from houseway.games.approval import Approval
from houseway.games.game import NOT_APPROVED, Game, resolve_options
from houseway.games.paytable import Pay, PayTable

STUDY_KEYS: Final = frozenset({"game", "name", "options", "rules", "paytables"})


def study_game(data: Mapping[str, Any], name: str = "study", chosen: Mapping[str, object] | None = None) -> Game:
    """The game that a study describes, checked."""
    for key in data:
        if key not in STUDY_KEYS:
            raise InvalidInput(f"unknown key; there may be {', '.join(sorted(STUDY_KEYS))}", field=key)
    if not isinstance(data.get("game"), str):
        raise InvalidInput("must be the name of a game", field="game")
    approval = _with_tables(letter_of(data["game"]), data.get("paytables", []))
    given = data.get("options", {})
    options = resolve_options(approval, {**given, **(chosen or {})} if isinstance(given, dict) else given)
    parts = kit(data["game"])
    parts.round_type().check_options(options)
    rules = data.get("rules", {})
    if not isinstance(rules, dict):
        raise InvalidInput("must be a table", field="rules")
    game = Game(approval, options, parts, study=rules, study_name=str(data.get("name", name)))
    for rule in rules:
        if rule not in parts.study_rules:
            known = ", ".join(parts.study_rules) or "none"
            raise InvalidInput(f"unknown; {game.name} knows {known}", field=f"rules.{rule}")
    parts.check_study(game)
    return game


def _with_tables(approval: Approval, groups: object) -> Approval:
    """The letter with a designer's pay tables put in, in place of those of the same name or beside them."""
    if not isinstance(groups, list) or not all(isinstance(group, dict) for group in groups):
        raise InvalidInput("must be a list of tables", field="paytables")
    tables = {wager: dict(named) for wager, named in approval.paytables.items()}
    options = dict(approval.options)
    for group in groups:
        wager = group.get("wager")
        if not isinstance(wager, str) or wager not in tables:
            raise InvalidInput(f"must be one of {', '.join(tables)}", field="paytables.wager")
        made = _tables(group, next(iter(tables[wager].values())))
        for name, option in options.items():
            if set(tables[wager]) <= set(option.values):
                values = tuple(dict.fromkeys((*option.values, *made)))
                options[name] = replace(option, values=values)
        tables[wager].update(made)
    return replace(approval, paytables=tables, options=options)


def _tables(group: Mapping[str, Any], like: PayTable) -> dict[str, PayTable]:
    field = f"paytables.{like.wager}"
    if unknown := group.keys() - {"wager", "lines", "pays"}:
        raise InvalidInput(f"unknown: {', '.join(sorted(unknown))}", field=field)
    lines, columns = group.get("lines"), group.get("pays")
    if not isinstance(lines, list) or not lines or len(set(map(str, lines))) != len(lines):
        raise InvalidInput("must be a list of lines, each once", field=f"{field}.lines")
    for line in lines:
        if line not in like.lines:
            raise InvalidInput(f"the letter has no such line; it has {', '.join(like.lines)}", field=f"{field}.{line}")
    if not isinstance(columns, dict) or not columns:
        raise InvalidInput("must be lists of pays by the name of a pay table", field=f"{field}.pays")
    found = {}
    for name, column in columns.items():
        if not isinstance(column, list) or len(column) != len(lines):
            raise InvalidInput(f"must be {len(lines)} pays, one a line", field=f"{field}.pays.{name}")
        pays = {line: Pay.parse(str(pay)) for line, pay in zip(lines, column, strict=True)}
        found[name] = replace(
            like,
            name=name,
            rule=NOT_APPROVED,
            pays=tuple(pays.get(line) for line in like.lines),
            printed=tuple(like.lines.index(line) for line in lines),
            envy={},
        )
    return found
