"""The search for pay tables of a mandatory wager: its pays bear on how the main game is played best.

By one strategy the expected result is a sum over lines of a count times a pay, so all tables are priced at once. The
best strategy for a table does at least as well as any other: every strategy that has been solved bounds the edge of
every table from above. The table whose bound is nearest to the wanted edge is solved, its strategy narrows the bounds
of the others, and so on. A table whose bound is below the wanted edges cannot fit, and is not solved.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from houseway.errors import InvalidInput
from houseway.games.game import Game
from houseway.games.letter.paytable import Pay, PayTable
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.main_wagers import MainWagers
from houseway.lab.analyze import main_wagers_of
from houseway.lab.design import MOST_FOUND, Counts, Design, Designs, Wanted, picks_within, study_table
from houseway.lab.design_words import NONE
from houseway.lab.studies import changed_game

Pays = Mapping[str, str]  # by line


@dataclass(frozen=True, kw_only=True)
class Played:
    """A strategy of the main game: how often the lines of the wager are paid, and what all else adds to the net."""

    deals: int
    lines: Mapping[str, int]
    others: Fraction

    @classmethod
    def of(cls, answer: MainWagers, wager: str, table: PayTable) -> "Played":
        """From the wagers of a game, of which one is paid by a table."""
        lines = answer.wagers[wager].lines
        paid = {name: lines[name] for name in table.lines if name in lines}
        return cls(
            deals=answer.deals or 0,
            lines={name: line.combinations or 0 for name, line in paid.items()},
            others=-answer.house_edge - sum((line.contribution_exact or 0 for line in paid.values()), Fraction(0)),
        )

    def house_edge(self, pays: Pays) -> Fraction:
        """That of the main game where this strategy is played."""
        paid = sum((self.lines.get(line, 0) * net_of(pay) for line, pay in pays.items()), Fraction(0))
        return -self.others - paid / self.deals

    def hit_frequency(self, pays: Pays) -> Fraction:
        """How often the wager wins."""
        return Fraction(sum(self.lines.get(line, 0) for line, pay in pays.items() if net_of(pay) > 0), self.deals)


def net_of(text: str) -> Fraction:
    """What a hand wins for each unit of the wager when it wins with a line that pays so."""
    if text == NONE:
        return Fraction(-1)
    pay = Pay.parse(text)
    if pay.kind not in ("to", "for", "push"):
        raise InvalidInput(f"{text!r}: a mandatory wager pays odds or pushes", field="vary")
    return pay.times - 1 if pay.kind == "for" else pay.times


def search_main(
    game: Game, table: PayTable, wanted: Wanted, choices: Mapping[str, Sequence[str]], *, most: int, run: Runner
) -> Designs:
    """The tables nearest to the wanted edge of the main game, each with its own best strategy; `most` are solved."""
    answer = main_wagers_of(game, run)
    if answer.deals is None:
        raise InvalidInput("has no exact counts", field=f"wager {table.wager}")
    first = Played.of(answer, table.wager, table)
    if unknown := [line for line in choices if line not in table.lines]:
        raise InvalidInput(f"is not one of {', '.join(table.lines)}", field=f"line {unknown[0]}")
    kept = {line: [pay for pay in pays if _is_within(pay, wanted)] for line, pays in choices.items()}
    if empty := [line for line, pays in kept.items() if not pays]:
        raise InvalidInput(f"leaves no pay for {empty[0]!r}", field="top_odds")
    left, whole = _candidates(first, kept, wanted)
    designs, strategies, solved = list[Design](), [first], 0
    while left and solved < most:
        pays = min(left, key=lambda one: _distance(strategies, one, wanted))
        left.remove(pays)
        changed = changed_game(game, f"{table.wager} design", table=study_table(table.wager, table.name, pays))
        played = Played.of(main_wagers_of(changed, run), table.wager, table)
        solved += 1
        strategies.append(played)
        left = [one for one in left if min(way.house_edge(one) for way in strategies) >= wanted.edge[0]]
        design = Design(
            pays=pays,
            house_edge=played.house_edge(pays),
            hit_frequency=played.hit_frequency(pays),
            standard_deviation=None,
            edge_before=first.house_edge(pays),
        )
        if _fits(design, wanted):
            designs.append(design)
    return Designs(
        game=game.name,
        wager=table.wager,
        group=table.wager,
        like=table.name,
        designs=tuple(sorted(designs, key=lambda one: abs(one.house_edge - wanted.middle))),
        tables_tried=math.prod(map(len, kept.values())),
        whole=whole and not left,
        tables_solved=solved,
        counts=Counts(combinations=first.deals, hits=sum(first.lines.values()), lines=first.lines),
        choices=kept,
        marks=game.marks,
    )


def _candidates(first: Played, choices: Mapping[str, Sequence[str]], wanted: Wanted) -> tuple[list[Pays], bool]:
    """Every table whose edge by the strategy so far is not below the wanted ones; whether these are all."""
    nets = {line: [net_of(pay) for pay in pays] for line, pays in choices.items()}
    scale = math.lcm(*(net.denominator for row in nets.values() for net in row))
    values = [[int(first.lines.get(line, 0) * net * scale) for net in row] for line, row in nets.items()]
    high = scale * first.deals * (-first.others - wanted.edge[0])
    low = Fraction(sum(min(row) for row in values))
    found: list[Pays] = []
    for picked in picks_within(values, low, high):
        found.append({line: pays[place] for (line, pays), place in zip(choices.items(), picked, strict=True)})
        if len(found) >= MOST_FOUND:
            return found, False
    return found, True


def _distance(strategies: Sequence[Played], pays: Pays, wanted: Wanted) -> Fraction:
    """How far the least known bound of a table's edge is from the middle of those wanted."""
    return abs(min(one.house_edge(pays) for one in strategies) - wanted.middle)


def _is_within(pay: str, wanted: Wanted) -> bool:
    return wanted.top_odds is None or pay in (NONE, "push") or Pay.parse(pay).times <= wanted.top_odds


def _fits(design: Design, wanted: Wanted) -> bool:
    within = wanted.edge[0] <= design.house_edge <= wanted.edge[1]
    return within and wanted.hit[0] <= design.hit_frequency <= wanted.hit[1]
