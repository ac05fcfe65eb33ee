"""A game's line_counts.json: how often each line of each bonus and jackpot pay table comes, exactly.

The counts are those of `houseway analyze`. Where a wager also needs something that depends on how the main game is
played, the counts are of the cards alone and a note says what else is needed. A game's analysis names the choices of
the operator that change the counts. Where a choice takes a wager out of action with some hands, the counts are of hands
that are paid, beside the best strategy of the main game, and hold for the choices that this strategy depends on.
"""

import itertools
import json
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import to_builtins
from msgspec.structs import replace

from houseway.games import game_named, kit_of, letter_of
from houseway.games.game import Game
from houseway.games.letter.offer import CountRow, LineCounts
from houseway.games.parts import AnalysisPart
from houseway.games.pricing.action import stopping_options
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.price import Prices

MADE_BY: Final = "houseway line-counts"


def count_lines(game: str, run: Runner) -> LineCounts:
    """The file of one game; a row that comes up again among the variants stands there once."""
    rows: list[CountRow] = []
    prices = _Counted(game, run)
    for wager in prices.of({}):
        for options in _variants(game, wager):
            plain = _rows(prices, wager, options, {})
            stopped = [row for stops in _stops(game, wager, options) for row in _rows(prices, wager, options, stops)]
            if stopped:
                defaults = {name: letter_of(game).options[name].default for name in _stopping(game, wager)}
                plain = [replace(row, options={**row.options, **defaults}) for row in plain]
            rows += [row for row in (*plain, *stopped) if row not in rows]
    return LineCounts(made_by=MADE_BY, game=game, counts=rows)


class _Counted:
    """The lines of a game, counted once for each choice of its options."""

    def __init__(self, game: str, run: Runner) -> None:
        self.game, self.run = game, run
        self.prices: dict[tuple[tuple[str, str], ...], Prices] = {}

    def of(self, options: Mapping[str, str]) -> Prices:
        """The counts, by wager and pay table."""
        key = tuple(sorted(options.items()))
        if key not in self.prices:
            chosen = game_named(self.game, options)
            self.prices[key] = _analysis_of(self.game).count_lines(chosen, self.run)
        return self.prices[key]


def _analysis_of(game: str) -> AnalysisPart:
    kit = kit_of(game)
    return kit.require(kit.analysis, "analysis")


def _choices(game: str, options: Sequence[str]) -> list[dict[str, str]]:
    """Every choice of some options."""
    values = [letter_of(game).options[option].values for option in options]
    return [dict(zip(options, chosen, strict=True)) for chosen in itertools.product(*values)]


def _variants(game: str, wager: str) -> list[dict[str, str]]:
    """Choices of the options that matter to a wager where all of its hands have action."""
    return _choices(game, _analysis_of(game).count_options.get(wager, ()))


def _stopping(game: str, wager: str) -> tuple[str, ...]:
    return stopping_options(game_named(game), wager)


def _stops(game: str, wager: str, options: Mapping[str, str]) -> list[dict[str, str]]:
    """Choices that take a wager out of action with some hands, with those that the strategy of these depends on."""
    stopping, letter = _stopping(game, wager), letter_of(game)
    bearing = [*stopping, *(name for name in kit_of(game).strategy_options if name not in options)]
    every = _choices(game, bearing) if stopping else []
    return [one for one in every if any(one[name] != letter.options[name].default for name in stopping)]


def _rows(prices: _Counted, wager: str, options: Mapping[str, str], stops: Mapping[str, str]) -> list[CountRow]:
    """Rows of a wager: tables whose lines come equally often stand together; none where `stops` changes nothing."""
    game = game_named(prices.game, {**options, **stops})
    chosen = {**options, **stops}
    groups: dict[str, CountRow] = {}
    for name, price in prices.of(chosen).get(wager, {}).items():
        if stops and price.no_action is None:
            continue
        of, named = _wager_and_choices(game, wager, chosen)
        note = _analysis_of(game.name).count_note(game, of)
        row = CountRow(
            wager=of,
            options=named,
            tables=[],
            combinations=price.combinations,
            hits=int(price.hit_frequency * price.combinations),
            lines={line: counted.combinations for line, counted in price.lines.items()},
            note=note,
            strategy=price.strategy,
        )
        key = json.dumps(to_builtins(row))
        groups[key] = replace(row, tables=[*groups.get(key, row).tables, name])
    return list(groups.values())


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
