"""The search for pay tables of a mandatory wager, whose pays change the best strategy of the main game.

By one strategy the expected result is a sum over lines of a count times a pay, so all tables are priced at once. The
best strategy for a table does at least as well as any other: every strategy that has been solved bounds the edge of
every table from above. The table whose bound is nearest to the edge asked for is solved, its strategy narrows the
bounds of the others, and so on. A table whose bound is below the range of edges cannot fit, and is not solved.
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
from houseway.lab.design_words import NONE
from houseway.lab.pay_search import MOST_FOUND, Counts, Design, DesignGoal, Designs, picks_within, study_table
from houseway.lab.studies import changed_game

Pays = Mapping[str, str]  # by line
Bounded = tuple[Fraction, Pays]  # an edge that the table's own does not exceed, and the table


@dataclass(frozen=True, kw_only=True)
class Played:
    """A strategy of the main game: how often the lines of the wager are paid, and what the rest adds to the net."""

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
    """What a line with this pay wins for each unit of the wager."""
    if text == NONE:
        return Fraction(-1)
    pay = Pay.parse(text)
    if pay.kind not in ("to", "for", "push"):
        raise InvalidInput(f"{text!r}: a mandatory wager pays odds or pushes", field="vary")
    return pay.times - 1 if pay.kind == "for" else pay.times


def search_main(
    game: Game, table: PayTable, goal: DesignGoal, choices: Mapping[str, Sequence[str]], *, most: int, run: Runner
) -> Designs:
    """The tables nearest to an edge of the main game, each with its own best strategy; `most` are solved."""
    answer = main_wagers_of(game, run)
    if answer.deals is None:
        raise InvalidInput("has no exact counts", field=f"wager {table.wager}")
    first = Played.of(answer, table.wager, table)
    if unknown := [line for line in choices if line not in table.lines]:
        raise InvalidInput(f"is not one of {', '.join(table.lines)}", field=f"line {unknown[0]}")
    allowed = {line: [pay for pay in pays if _is_within(pay, goal)] for line, pays in choices.items()}
    if empty := [line for line, pays in allowed.items() if not pays]:
        raise InvalidInput(f"leaves no pay for {empty[0]!r}", field="top_odds")
    left, whole = _candidates(first, allowed, goal)
    designs, solved = list[Design](), 0
    while left and solved < most:
        nearest = min(left, key=lambda one: abs(one[0] - goal.middle))
        left.remove(nearest)
        _, pays = nearest
        changed = changed_game(game, f"{table.wager} design", table=study_table(table.wager, table.name, pays))
        played = Played.of(main_wagers_of(changed, run), table.wager, table)
        solved += 1
        bounds = [(min(bound, played.house_edge(other)), other) for bound, other in left]
        left = [one for one in bounds if one[0] >= goal.edge[0]]
        design = Design(
            pays=pays,
            house_edge=played.house_edge(pays),
            hit_frequency=played.hit_frequency(pays),
            standard_deviation=None,
            edge_before=first.house_edge(pays),
        )
        if _fits(design, goal):
            designs.append(design)
    return Designs(
        game=game.name,
        wager=table.wager,
        group=table.wager,
        like=table.name,
        designs=tuple(sorted(designs, key=lambda one: abs(one.house_edge - goal.middle))),
        tables_tried=math.prod(map(len, allowed.values())),
        whole=whole and not left,
        tables_solved=solved,
        counts=Counts(combinations=first.deals, hits=sum(first.lines.values()), lines=first.lines),
        choices=allowed,
        marks=game.marks,
    )


def _candidates(first: Played, choices: Mapping[str, Sequence[str]], goal: DesignGoal) -> tuple[list[Bounded], bool]:
    """Every table whose edge by the strategy so far is not below the range; whether these are all."""
    nets = {line: [net_of(pay) for pay in pays] for line, pays in choices.items()}
    scale = math.lcm(*(net.denominator for row in nets.values() for net in row))
    values = [[int(first.lines.get(line, 0) * net * scale) for net in row] for line, row in nets.items()]
    high = scale * first.deals * (-first.others - goal.edge[0])
    low = Fraction(sum(min(row) for row in values))
    tables: list[Bounded] = []
    for picked in picks_within(values, low, high):
        pays = {line: texts[place] for (line, texts), place in zip(choices.items(), picked, strict=True)}
        tables.append((first.house_edge(pays), pays))
        if len(tables) >= MOST_FOUND:
            return tables, False
    return tables, True


def _is_within(pay: str, goal: DesignGoal) -> bool:
    return goal.top_odds is None or pay in (NONE, "push") or Pay.parse(pay).times <= goal.top_odds


def _fits(design: Design, goal: DesignGoal) -> bool:
    within = goal.edge[0] <= design.house_edge <= goal.edge[1]
    return within and goal.hit[0] <= design.hit_frequency <= goal.hit[1]
