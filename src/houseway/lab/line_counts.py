"""A game's line_counts.json: how often each line of each bonus and jackpot pay table comes, exactly.

The counts are those of `houseway analyze`. Where a wager also needs something that depends on how the main game is
played, the counts are of the cards alone and a note says what else is needed. A game's analysis names the choices of
the operator that change the counts.
"""

import itertools
import json
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import to_builtins
from msgspec.structs import replace

from houseway.games import game_named, kit_of, letter_of
from houseway.games.game import Game
from houseway.games.letter.offer import CountRow, LineCounts
from houseway.games.parts import AnalysisPart
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.price import WagerPrice

MADE_BY: Final = "houseway line-counts"


def count_lines(game: str, run: Runner) -> LineCounts:
    """The file of one game; a row that comes up again among the variants stands there once."""
    part = _analysis_of(game)
    rows: list[CountRow] = []
    for options in _variants(game):
        chosen = game_named(game, options)
        for wager, tables in part.count_lines(chosen, run).items():
            rows += [row for row in _rows(chosen, wager, tables, options) if row not in rows]
    return LineCounts(made_by=MADE_BY, game=game, counts=rows)


def _analysis_of(game: str) -> AnalysisPart:
    kit = kit_of(game)
    return kit.require(kit.analysis, "analysis")


def _variants(game: str) -> list[dict[str, str]]:
    """Choices of the options that matter, one at a time beside the defaults, those of one wager together."""
    found: list[dict[str, str]] = [{}]
    for options in _analysis_of(game).count_options.values():
        values = [letter_of(game).options[option].values for option in options]
        found += [dict(zip(options, chosen, strict=True)) for chosen in itertools.product(*values)]
    return found


def _rows(game: Game, wager: str, tables: Mapping[str, WagerPrice], options: Mapping[str, str]) -> Iterator[CountRow]:
    """Rows of a wager: tables whose lines come equally often stand together."""
    part = _analysis_of(game.name)
    names = part.count_options.get(wager, ())
    if set(options) - set(names):
        return  # another wager's variant
    wager, chosen = _wager_and_choices(game, wager, {name: game.options[name] for name in names})
    note = part.count_note(game, wager)
    groups: dict[str, CountRow] = {}
    for name, price in tables.items():
        row = CountRow(
            wager=wager,
            options=chosen,
            tables=[],
            combinations=price.combinations,
            hits=int(price.hit_frequency * price.combinations),
            lines={line: counted.combinations for line, counted in price.lines.items()},
            note=note,
        )
        key = json.dumps(to_builtins(row))
        groups[key] = replace(row, tables=[*groups.get(key, row).tables, name])
    yield from groups.values()


def _wager_and_choices(game: Game, wager: str, chosen: dict[str, str]) -> tuple[str, dict[str, str]]:
    """The wager that is counted, and the choices that it is counted for: alternate pays belong to the jackpot wager."""
    jackpot = game.approval.jackpot
    if wager not in game.approval.wagers:
        if jackpot is None or jackpot.alternate != wager:
            raise RuntimeError(f"{wager} is no wager of {game.name}")
        return jackpot.name, {jackpot.alternate: "on"}
    if jackpot and jackpot.alternate and jackpot.name == wager:
        return wager, {jackpot.alternate: "off"}
    return wager, chosen


def text_of(file: LineCounts) -> str:
    """The file as it is written: a row a line."""
    rows = ",\n".join("  " + json.dumps(to_builtins(row), ensure_ascii=False) for row in file.counts)
    head = json.dumps({"made_by": file.made_by, "game": file.game})
    return f'{head[:-1]}, "counts": [\n{rows}\n]}}\n'
