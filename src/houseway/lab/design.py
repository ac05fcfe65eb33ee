"""Pay tables of a wager with a given edge: which lines and pays are tried, and how often the lines come."""

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from houseway.errors import InvalidInput
from houseway.games.game import Game
from houseway.games.letter.approval import Wager
from houseway.games.letter.offer import counted_lines
from houseway.games.letter.paytable import Pay, PayTable
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.main_wagers import OPTIMAL
from houseway.lab.bonus_prices import bonus_prices
from houseway.lab.design_words import NONE, parse_edge, parse_odds, parse_range, parse_vary, usual_choices
from houseway.lab.pay_search import Counts, DesignGoal, Designs, search

SHOWN: Final = 100  # designs, where no other number is asked for
SOLVED: Final = 8  # tables of a mandatory wager, where no other number is asked for: each takes some seconds


def design(
    game: Game,
    wager: str,
    *,
    edge: str,
    hit: str = "",
    top_odds: str = "",
    vary: Sequence[str] = (),
    table: str = "",
    most: int | None = None,
    most_tables: int | None = None,
    run: Callable[[], Runner],
) -> Designs:
    """Pay tables of a wager with the edge, hit frequency and largest pay that you ask for, the nearest first.

    The edge of a mandatory wager's table is that of the main game, which is solved again for each (`main_design`).
    Lines that are not varied pay as in `table`, the letter's first by default; where nothing is varied, all lines are
    tried with usual odds near to theirs. `run` is called where the counts are not data yet. More than `most_tables`
    are refused.
    """
    spec, like = wager_with_table(game, wager, table)
    choices = {like.lines[line]: [pay.text] for line in like.printed if (pay := like.pays[line])}
    choices |= _varied_pays(vary, like) if vary else usual_choices(like)
    goal = DesignGoal(
        edge=parse_edge(edge),
        hit=parse_range(hit, "hit") if hit else (Fraction(0), Fraction(1)),
        top_odds=parse_odds(top_odds) if top_odds else None,
    )
    if spec.role == "main":
        from houseway.lab.main_design import search_main

        return search_main(game, like, goal, choices, most=most or SOLVED, run=run())
    counted, game = with_lines(game, like, list(choices))
    require_counted_lines(game, like, itertools.chain.from_iterable(choices.values()), "vary")
    counts = counts_of(game, wager, counted, run)
    ordered = keeps_order(game, like)
    return search(
        game, wager, counts, like, goal, choices, ordered=ordered, most=most or SHOWN, most_tables=most_tables
    )


def wager_with_table(game: Game, wager: str, table: str) -> tuple[Wager, PayTable]:
    """A wager that is paid by a table, and the table to start from: the letter's first by default."""
    spec = game.approval.wagers.get(wager)
    tables = game.approval.paytables.get((spec and spec.paytable) or wager, {})
    if spec is None or not tables:
        groups = game.approval.paytables
        paid = [name for name, one in game.approval.wagers.items() if (one.paytable or name) in groups]
        raise InvalidInput(f"{wager!r} is not one of {', '.join(paid)}", field="wager")
    if table and table not in tables:
        raise InvalidInput(f"{table!r} is not one of {', '.join(tables)}", field="table")
    return spec, tables[table] if table else next(iter(tables.values()))


def require_counted_lines(game: Game, table: PayTable, pays: Iterable[str], field: str) -> None:
    """Refuse to leave out a line whose hands would win another one, because nobody has counted how often."""
    part = game.kit.analysis
    if part is not None and table.wager in part.falling and NONE in pays:
        raise InvalidInput("a hand whose line is left out would win another line, which is not counted", field=field)


def keeps_order(game: Game, table: PayTable) -> bool:
    """Whether the counts of a table are valid only for pays in the same order: a hand wins its best-paying line."""
    return game.kit.analysis is not None and table.wager in game.kit.analysis.best_paying


def _varied_pays(vary: Sequence[str], table: PayTable) -> dict[str, list[str]]:
    """The pays of each line that is varied, each line once."""
    choices: dict[str, list[str]] = {}
    for text in vary:
        line, pays = parse_vary(text, table.lines)
        if line in choices:
            raise InvalidInput("is given twice", field=f"vary {line}")
        choices[line] = pays
    return choices


def with_lines(game: Game, table: PayTable, names: Sequence[str]) -> tuple[PayTable, Game]:
    """A table that also pays lines which the letter does not, and the game with it, so that these are counted."""
    numbers = [table.lines.index(name) for name in names]
    more = [number for number in numbers if number not in table.printed]
    if not more:
        return table, game
    even = Pay.parse("1 to 1")
    pays = tuple(even if number in more else pay for number, pay in enumerate(table.pays))
    wider = replace(table, pays=pays, printed=(*table.printed, *more))
    tables = {**game.approval.paytables, table.wager: {**game.approval.paytables[table.wager], table.name: wider}}
    return wider, replace(game, approval=replace(game.approval, paytables=tables))


def counts_of(game: Game, wager: str, table: PayTable, run: Callable[[], Runner]) -> Counts:
    """How often the lines of a table come: from the game's data, or counted."""
    counted = counted_lines(game, wager, table.name)
    if counted is not None and not counted.note:
        lines, combinations, hits = counted.lines, counted.combinations, counted.hits
    else:
        price = bonus_prices(game, run()).get(wager, {}).get(table.name)
        if price is None or price.combinations is None or price.strategy not in ("", OPTIMAL):
            raise InvalidInput(
                "depends on how the main game is played, and has no exact counts beside its best strategy",
                field=f"wager {wager}",
            )
        lines = {name: line.combinations or 0 for name, line in price.lines.items()}
        combinations = price.combinations
        hits = round(price.hit_frequency * combinations)
    pushes = sum(lines[name] for name in lines if _pay_of(table, name).kind == "push")
    together = sum(lines.values())
    return Counts(combinations=combinations, hits=together if together - pushes == hits else hits, lines=lines)


def _pay_of(table: PayTable, name: str) -> Pay:
    pay = table.pays[table.lines.index(name)] if name in table.lines else None
    return pay or Pay.parse("1 to 1")
