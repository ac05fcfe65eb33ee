"""Questions that differ from the letter's game in one thing: each option, each rule of a study, each pay table."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from houseway.games import game_named, kit_of, letter_of
from houseway.games.game import Game
from houseway.games.letter.approval import Option
from houseway.games.letter.paytable import PayTable
from houseway.games.study import study_game

NUMBERS = {"cards": ("0", "26"), "percent": ("5%", "100%")}

# For every rule that a study may change, a value that the letter does not have.
OTHER_RULES: dict[str, dict[str, Any]] = {
    "down-under-holdem": {"groups": ["2-6", "7-9", "T-A"], "play-before": [3], "play-after": 4},
    "premium-holdem": {"deck": "6789TJQKA", "qualifier": "ace high"},
    "down-under-blackjack": {
        "decks": 3,
        "groups": ["2-6", "7-9", "T-A"],
        "golds": ["A"],
        "exposes-golds": False,
        "most-hands": 2,
        "double-after-split": False,
        "blackjack-pays": "9:1",
    },
    "flush-poker": {"joker": False, "raise-caps": [1] * 7, "qualifier": "4-card"},
    "wild-monkey-pai-gow": {"surrender": "1/3", "double": 2},
}


@dataclass(frozen=True)
class Question:
    """A game that is the letter's but for one thing: an option, a rule, or a pay table of a group."""

    game: Game
    kind: str
    name: str
    value: object


def values_of(option: Option) -> list[str]:
    """What the letter lets an operator choose; of numbers, some."""
    return [*option.values, *NUMBERS.get(option.number, ())]


def by_options(name: str) -> Iterator[Question]:
    letter = game_named(name)
    for option in letter.approval.options.values():
        for value in values_of(option)[1:]:
            yield Question(
                replace(letter, options={**letter.options, option.name: value}), "option", option.name, value
            )


def by_rules(name: str) -> Iterator[Question]:
    assert OTHER_RULES[name].keys() == kit_of(name).study_rules.keys()
    for rule, value in OTHER_RULES[name].items():
        yield Question(study_game({"game": name, "rules": {rule: value}}), "rule", rule, value)


def by_tables(name: str) -> Iterator[Question]:
    """One pay of each pay table is another, and one line of each is left out."""
    for wager, tables in letter_of(name).paytables.items():
        for table in tables.values():
            for value, group in _other_tables(wager, table):
                game = study_game({"game": name, "paytables": [group]})
                yield Question(game, "pay table", wager, f"{table.name}, {value}")


def questions(name: str) -> list[Question]:
    """All of them."""
    return [*by_options(name), *by_rules(name), *by_tables(name)]


def _other_tables(wager: str, table: PayTable) -> Iterator[tuple[str, dict[str, Any]]]:
    lines = {table.lines[line]: pay.text for line in table.printed if (pay := table.pays[line])}
    place = next((line for line, pay in lines.items() if pay.endswith(("1", "%"))), None)
    if place is not None:
        number, dot, unit = lines[place].partition(" ") if " " in lines[place] else (lines[place][:-1], "", "%")
        other = {**lines, place: f"{int(number) - 1 or 2}{dot}{unit}"}
        yield f"{place} pays {other[place]}", _group(wager, table, other)
    if len(lines) > 1 and wager not in ("bet", "xtra-bonus"):
        yield "without its last line", _group(wager, table, dict(list(lines.items())[:-1]))


def _group(wager: str, table: PayTable, lines: dict[str, str]) -> dict[str, Any]:
    prize = {"prize": table.prize} if "$" in lines.values() else {}
    return {"wager": wager, "lines": list(lines), "pays": {table.name: list(lines.values())}, **prize}
