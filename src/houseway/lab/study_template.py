"""The template of a study: everything that a designer may change, with the letter's values and a description.

Lines that begin with `#` and no space are TOML: without the `#` they state what the letter states.
"""

import json
from collections.abc import Iterator

from houseway.games import game_named
from houseway.games.game import Game
from houseway.games.letter.paytable import PayTable


def study_template(name: str) -> str:
    """A study of a game with every rule, option and pay table commented out."""
    game = game_named(name)
    parts = (_head(game), _rules(game), _options(game), _tables(game))
    return "\n".join(line for part in parts for line in part) + "\n"


def _head(game: Game) -> Iterator[str]:
    yield f"# A study of {game.approval.title}: not approved, for analysis alone."
    yield "# Take the # away from what you change. What stays commented out is as the letter has it."
    yield "# Then: houseway analyze --study FILE   houseway simulate --study FILE   houseway strategy --study FILE"
    yield ""
    yield f"game = {_toml(game.name)}"
    yield 'name = "my study"  # a label for people'


def _rules(game: Game) -> Iterator[str]:
    values = game.kit.rule_values(game)
    if values:
        yield "\n# ---- rules"
        yield "#[rules]"
    for rule, value in values.items():
        yield f"# {game.kit.study_rules.get(rule, '')}"
        yield f"#{rule} = {_toml(value)}"


def _options(game: Game) -> Iterator[str]:
    yield "\n# ---- what the operator chooses"
    yield "#[options]"
    for option in game.approval.options.values():
        shown = option.values if len(option.values) <= 12 else (*option.values[:6], "...", option.values[-1])
        yield f"# {option.about}: {', '.join(shown)}"
        yield f"#{option.name} = {_toml(option.default)}"


def _tables(game: Game) -> Iterator[str]:
    yield "\n# ---- pay tables: `3 to 2` pays 1.5 and the stake comes back, `3 for 1` pays 3 and it does not; `push`."
    yield "# A new name beside the letter's is a new table; lines may be left out, and then pay nothing."
    for wager, tables in game.approval.paytables.items():
        known = next(iter(tables.values())).lines
        for table in tables.values():
            yield ""
            yield "#[[paytables]]"
            yield f"#wager = {_toml(wager)}"
            yield f"#lines = {_toml([table.lines[line] for line in table.printed])}"
            yield f"#pays = {{ {_toml(table.name)} = {_toml(_pays(table))} }}"
            if table.envy:
                yield f"#envy = {{ {_toml(table.name)} = {_toml(_envies(table))} }}"
            if table.prize:
                yield f"#prize = {_toml(table.prize)}"
        other = [line for line in known if all(table.pays[known.index(line)] is None for table in tables.values())]
        if other:
            yield f"# Lines that the letter does not pay and the code knows: {', '.join(other)}"


def _pays(table: PayTable) -> list[str]:
    return [pay.text for line in table.printed if (pay := table.pays[line])]


def _envies(table: PayTable) -> list[str | int]:
    """In dollars, in the order of the lines."""
    names = [table.lines[line] for line in table.printed]
    amounts: list[str | int] = [f"{table.envy[name] / 100:.2f}" if table.envy.get(name) else 0 for name in names]
    return amounts


def _toml(value: object) -> str:
    """A value of a study in TOML; for texts, numbers, truths and lists it is written as in JSON."""
    return json.dumps(value, ensure_ascii=False)
