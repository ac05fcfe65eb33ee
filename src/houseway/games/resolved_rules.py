"""The resolved rules of a game: as plain data, what an answer about it depends on besides the software.

These values alone (options, pay tables and rules, never the name of a study) decide whether a letter approves a game,
which cached answer fits it and which strategy belongs to it. Two games with the same resolved rules are the same game,
however their files are worded. A game is approved if its rules resolve to the same values as its letter.

| function | what it covers |
|---|---|
| `resolved_rules`, `rules_digest` | everything: options, all pay tables of all wagers, all rules that may be changed |
| `played_options`, `chosen_options` | the operator's choices as they are played: all, and those that are no default |
| `main_rules`, `main_digest` | what the main game's play depends on: pay tables of its wagers, its options and rules |
| `differs_from_letter` | whether any of it is not the letter's |
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from houseway.games.game import Game
    from houseway.games.letter.paytable import PayTable


def resolved_rules(game: "Game") -> dict[str, object]:
    """What decides how a round is played and paid, besides its cards, its decisions and the software."""
    return {
        "game": game.name,
        "options": dict(game.options),
        "rules": dict(game.kit.rule_values(game)),
        "paytables": {
            wager: {name: _table(table) for name, table in tables.items()}
            for wager, tables in game.approval.paytables.items()
        },
    }


def main_rules(game: "Game") -> dict[str, object]:
    """What the play of the main game depends on; a rule that replaces an option counts wherever the option does."""
    bearing = game.kit.strategy_options
    rules = game.kit.rule_values(game)
    main = [name for name, wager in game.approval.wagers.items() if wager.role in ("main", "decision")]
    return {
        "game": game.name,
        "options": {name: game.options[name] for name in bearing},
        "rules": {name: value for name, value in rules.items() if name not in game.options or name in bearing},
        "paytables": {
            wager: _table(game.paytable(wager))
            for wager in main
            if (game.approval.wagers[wager].paytable or wager) in game.approval.paytables
        },
    }


def played_options(game: "Game") -> dict[str, str]:
    """Every choice of the operator as it is played; if a study's rule replaces an option, the value of the rule."""
    rules = game.kit.rule_values(game)
    return {name: str(rules[name]) if name in game.study else value for name, value in game.options.items()}


def chosen_options(game: "Game") -> dict[str, str]:
    """The choices of the operator that are not the letter's defaults."""
    defaults = game.approval.defaults
    return {name: value for name, value in played_options(game).items() if value != defaults[name]}


def rules_digest(game: "Game") -> str:
    """A digest of all rules that a game is played by."""
    return digest_of(resolved_rules(game))


def main_digest(game: "Game") -> str:
    """A digest of the rules that the main game is played by."""
    return digest_of(main_rules(game))


def differs_from_letter(game: "Game") -> bool:
    """Whether anything in the rules of a game differs from its letter."""
    return _differs(game, resolved_rules)


def main_differs_from_letter(game: "Game") -> bool:
    """Whether anything that affects the main game differs from its letter."""
    return _differs(game, main_rules)


def _differs(game: "Game", values: "Callable[[Game], dict[str, object]]") -> bool:
    return not game.is_unchanged and values(game) != values(_letter(game))


def _letter(game: "Game") -> "Game":
    """The letter's game with the same choices."""
    from houseway.games import letter_of

    return replace(game, approval=letter_of(game.name), study={}, study_name="", study_data={})


def digest_of(values: Mapping[str, object]) -> str:
    """A digest of plain values that does not depend on the order of their names."""
    text = json.dumps(values, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _table(table: "PayTable") -> dict[str, object]:
    """What a pay table pays, in the order of its lines; equal pays such as `4 to 2` and `2 to 1` are the same."""
    return {
        "lines": [[table.lines[line], pay.kind, str(pay.times)] for line in table.printed if (pay := table.pays[line])],
        "envy": dict(table.envy),
        "prize": table.prize,
    }
