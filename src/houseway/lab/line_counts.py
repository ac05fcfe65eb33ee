"""A game's line_counts.json: how often each line of each bonus and jackpot pay table comes, exactly.

The counts are those of `houseway analyze`. Where a wager also needs something that depends on how the main game is
played, the counts are of the cards alone and a note says what else is needed. A game's kit tells which choices of
the operator change the counts.
"""

import itertools
import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from houseway.games import game_named, kit_of, letter_of
from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner

Row = dict[str, Any]

MADE_BY: Final = "houseway line-counts"


def count_lines(game: str, run: Runner) -> dict[str, Any]:
    """The file of one game."""
    rows: list[Row] = []
    for options in _variants(game):
        chosen = game_named(game, options)
        for wager, tables in chosen.kit.count_lines(chosen, run).items():
            rows += _rows(chosen, wager, tables, options)
    return {"made_by": MADE_BY, "game": game, "counts": _once(rows)}


def _variants(game: str) -> list[dict[str, str]]:
    """Choices of the options that matter, one at a time beside the defaults, those of one wager together."""
    found: list[dict[str, str]] = [{}]
    for options in kit_of(game).count_options.values():
        values = [letter_of(game).options[option].values for option in options]
        found += [dict(zip(options, chosen, strict=True)) for chosen in itertools.product(*values)]
    return found


def _rows(game: Game, wager: str, tables: Mapping[str, Any], options: Mapping[str, str]) -> Iterator[Row]:
    """Rows of a wager: tables whose lines come equally often stand together."""
    names = game.kit.count_options.get(wager, ())
    if set(options) - set(names):
        return  # another wager's variant
    chosen = {name: game.options[name] for name in names}
    if wager not in game.approval.wagers:  # the alternate pays of a jackpot wager
        jackpot = game.approval.jackpot
        if jackpot is None or jackpot.alternate != wager:
            raise RuntimeError(f"{wager} is no wager of {game.name}")
        wager, chosen = jackpot.name, {jackpot.alternate: "on"}
    elif (jackpot := game.approval.jackpot) and jackpot.alternate and jackpot.name == wager:
        chosen = {jackpot.alternate: "off"}
    note = game.kit.count_note(game, wager)
    groups: dict[str, Row] = {}
    for name, price in tables.items():
        lines = {line: counted.combinations for line, counted in price.lines.items()}
        hits = int(price.hit_frequency * price.combinations)
        row = {"combinations": price.combinations, "hits": hits, "lines": lines}
        groups.setdefault(json.dumps(row), {"wager": wager, "options": chosen, "tables": [], **row})["tables"].append(
            name
        )
    for row in groups.values():
        yield {**row, "note": note} if note else row


def _once(rows: list[Row]) -> list[Row]:
    """The defaults come up again among the variants: each row is kept once."""
    return list({json.dumps(row): row for row in rows}.values())


def text_of(file: Mapping[str, Any]) -> str:
    """The file as it is written: a row a line."""
    rows = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in file["counts"])
    head = json.dumps({key: value for key, value in file.items() if key != "counts"})
    return f'{head[:-1]}, "counts": [\n{rows}\n]}}\n'
