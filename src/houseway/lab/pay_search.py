"""The search for pay tables: from exact counts of lines to all tables with the edge, hits and odds that you ask for.

The return of a table is a sum over its lines: a whole number of combinations times a pay. So the search needs no
pricing. It walks through the pays line by line and leaves a branch if nothing below it can reach the edge. Where a hand
wins its best-paying line (Royal Riches), the counts are valid only for tables whose pays have the same order as in the
counted table; other tables are left out.
"""

import itertools
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from msgspec import Struct

from houseway.errors import InvalidInput
from houseway.games.game import Game
from houseway.games.letter.paytable import Pay, PayTable
from houseway.lab.design_words import NONE
from houseway.tabular import Json, Row, TypedAnswer

MOST_FOUND: Final = 20_000


class Counts(Struct, frozen=True, kw_only=True):
    """How often each line of a wager comes in a number of equally likely deals; `hits` are deals that win any line."""

    combinations: int
    hits: int
    lines: Mapping[str, int]

    @property
    def one_line(self) -> bool:
        """Whether no deal wins two lines."""
        return sum(self.lines.values()) == self.hits


@dataclass(frozen=True, kw_only=True)
class DesignGoal:
    """The figures that a design must have."""

    edge: tuple[Fraction, Fraction]  # from, to
    hit: tuple[Fraction, Fraction] = (Fraction(0), Fraction(1))
    top_odds: Fraction | None = None  # the largest pay

    @property
    def middle(self) -> Fraction:
        """The edge that is best."""
        return (self.edge[0] + self.edge[1]) / 2


class Design(Struct, frozen=True, kw_only=True):
    """A pay table that the search found."""

    pays: Mapping[str, str]
    house_edge: Fraction
    hit_frequency: Fraction
    standard_deviation: float | None  # None where several lines are won at once, and of a mandatory wager
    edge_before: Fraction | None = None  # of a mandatory wager: by the strategy that was best with the pays so far

    @property
    def changes_strategy(self) -> bool | None:
        """Whether these pays make another strategy best; None for a bonus, which needs no strategy."""
        return None if self.edge_before is None else self.house_edge != self.edge_before

    def to_json(self) -> Json:
        """As a row of a table of designs."""
        solved = (
            {}
            if self.edge_before is None
            else {
                "edge_with_strategy_so_far": float(self.edge_before),
                "edge_with_strategy_so_far_exact": str(self.edge_before),
                "changes_strategy": self.changes_strategy,
            }
        )
        return {
            "house_edge": float(self.house_edge),
            "house_edge_exact": str(self.house_edge),
            "return": float(1 - self.house_edge),
            "hit_frequency": float(self.hit_frequency),
            "standard_deviation": self.standard_deviation,
            **solved,
            "pays": dict(self.pays),
        }


class Designs(TypedAnswer, frozen=True, kw_only=True):
    """Every design that fits, the nearest to the given edge first."""

    game: str
    wager: str
    group: str  # the pay tables of the wager, as a study names them
    like: str  # the pay table whose lines were taken
    designs: tuple[Design, ...]
    tables_tried: int  # tables of all pays together
    whole: bool  # whether the search was finished
    counts: Counts
    choices: Mapping[str, Sequence[str]]
    marks: Mapping[str, str]
    tables_solved: int | None = None  # of a mandatory wager: for how many tables the main game was solved

    def own_rows(self) -> list[Row]:
        """A row for each design: its figures, then the pay of each line."""
        return [
            {key: value for key, value in one.to_json().items() if key != "pays"} | dict(one.pays)
            for one in self.designs
        ]

    def to_json(self) -> Json:
        """The whole answer."""
        return {
            "game": self.game,
            "wager": self.wager,
            "like": self.like,
            "tables_tried": self.tables_tried,
            "whole": self.whole,
            **({} if self.tables_solved is None else {"tables_solved": self.tables_solved}),
            "choices": {line: list(pays) for line, pays in self.choices.items()},
            "designs": [one.to_json() for one in self.designs],
            **self.marks,
        }

    @property
    def pays_from_meter(self) -> bool:
        """Whether some line pays a share of a meter or a prize, which no edge here counts."""
        pays = [pay for choices in self.choices.values() for pay in choices if pay != NONE]
        return any(Pay.parse(pay).kind in ("share", "prize") for pay in pays)

    def study(self, place: int = 0, name: str = "") -> Json:
        """A design as a study that can be analysed."""
        if not 0 <= place < len(self.designs):
            raise InvalidInput(f"there are {len(self.designs)} designs", field=f"design {place}")
        one = self.designs[place]
        title = name or f"{self.wager} at {100 * float(one.house_edge):.4f}%"
        return {"game": self.game, "name": title, "paytables": [study_table(self.group, self.like, one.pays)]}

    def study_text(self, place: int = 0, name: str = "") -> str:
        """The same as the text of a study file."""
        data = self.study(place, name)
        (table,) = data["paytables"]
        lines = [f"{key} = {json.dumps(data[key], ensure_ascii=False)}" for key in ("game", "name")]
        lines += ["", "[[paytables]]"]
        lines += [f"{key} = {json.dumps(table[key], ensure_ascii=False)}" for key in ("wager", "lines")]
        pays = json.dumps(table["pays"][self.like], ensure_ascii=False)
        return "\n".join([*lines, f"pays = {{ {json.dumps(self.like)} = {pays} }}"]) + "\n"

    def in_short(self) -> str:
        """For its repr."""
        return f"{self.game!r}, {self.wager!r}: {len(self.designs)} of {self.tables_tried:,} tables"


def study_table(group: str, name: str, pays: Mapping[str, str]) -> Json:
    """A pay table as a study has it."""
    paid = {line: pay for line, pay in pays.items() if pay != NONE}
    return {"wager": group, "lines": list(paid), "pays": {name: list(paid.values())}}


def search(
    game: Game,
    wager: str,
    counts: Counts,
    table: PayTable,
    goal: DesignGoal,
    choices: Mapping[str, Sequence[str]],
    *,
    ordered: bool = False,
    most: int = 100,
    most_tables: int | None = None,
) -> Designs:
    """All tables of some pays whose figures meet the goal; `ordered` keeps the order of the table that was counted."""
    lines = _lines(counts, choices, goal)
    tables_tried = math.prod(len(line.choices) for line in lines)
    if most_tables is not None and tables_tried > most_tables:
        raise InvalidInput(f"{tables_tried:,} tables are too many to try at once: name fewer pays", field="vary")
    kinds = {choice.kind for line in lines for choice in line.choices}
    if not counts.one_line and (not kinds <= {"to"} and not kinds <= {"for"}):
        raise InvalidInput(
            "wins several lines at once: all of its pays must be `to`, or all `for`", field=f"wager {wager}"
        )
    scale = math.lcm(*(choice.value.denominator for line in lines for choice in line.choices))
    designs, whole = [], True
    for picked in _walk(lines, counts, goal, scale, all_for=kinds == {"for"} and not counts.one_line):
        if ordered and not _same_order(table, picked):
            continue
        design = _design(counts, lines, picked, all_for=kinds == {"for"} and not counts.one_line)
        if goal.hit[0] <= design.hit_frequency <= goal.hit[1]:
            designs.append(design)
        if len(designs) >= MOST_FOUND:
            whole = False
            break
    designs.sort(key=lambda one: (abs(one.house_edge - goal.middle), one.standard_deviation or 0))
    return Designs(
        game=game.name,
        wager=wager,
        group=table.wager,
        like=table.name,
        designs=tuple(designs[:most]),
        tables_tried=tables_tried,
        whole=whole,
        counts=counts,
        choices={line.name: [choice.text for choice in line.choices] for line in lines},
        marks=game.marks,
    )


@dataclass(frozen=True, slots=True)
class _Choice:
    text: str
    kind: str
    value: Fraction  # what it adds to the net of all deals, over the loss of every stake


@dataclass(frozen=True, slots=True)
class _Line:
    name: str
    combinations: int
    choices: tuple[_Choice, ...]


def _lines(counts: Counts, choices: Mapping[str, Sequence[str]], goal: DesignGoal) -> list[_Line]:
    lines = []
    for name, texts in choices.items():
        if name not in counts.lines:
            raise InvalidInput(f"is not one of {', '.join(counts.lines)}", field=f"line {name}")
        made = [_choice(text, counts.lines[name], one_line=counts.one_line) for text in texts]
        top = goal.top_odds
        allowed = [one for one in made if top is None or one.text == NONE or Pay.parse(one.text).times <= top]
        if not allowed:
            raise InvalidInput(f"leaves no pay for {name!r}", field="top_odds")
        lines.append(_Line(name, counts.lines[name], tuple(allowed)))
    return lines


def _choice(text: str, combinations: int, *, one_line: bool) -> _Choice:
    if text == NONE:
        if not one_line:
            raise InvalidInput("a wager that wins several lines at once pays all of them", field="vary")
        return _Choice(NONE, NONE, Fraction(0))
    pay = Pay.parse(text)
    if pay.kind in ("share", "prize"):
        return _Choice(text, "for", Fraction(0))  # the meter and the house's prizes are left out
    won = pay.times + (1 if pay.kind in ("to", "push") and one_line else 0)
    return _Choice(text, pay.kind, combinations * won)


def _walk(
    lines: Sequence[_Line], counts: Counts, goal: DesignGoal, scale: int, *, all_for: bool
) -> Iterator[dict[str, str]]:
    """Every choice of pays whose edge can be within the range."""
    total = counts.combinations
    lost = total if counts.one_line or all_for else total - counts.hits
    low, high = (scale * (lost - total * edge) for edge in reversed(goal.edge))
    values = [[int(choice.value * scale) for choice in line.choices] for line in lines]
    for picked in picks_within(values, low, high):
        yield {line.name: line.choices[choice].text for line, choice in zip(lines, picked, strict=True)}


def picks_within(values: Sequence[Sequence[int]], low: Fraction, high: Fraction) -> Iterator[tuple[int, ...]]:
    """Every choice of one value a line whose sum is within the range, line after line, as places."""
    least = list(itertools.accumulate((min(row) for row in reversed(values)), initial=0))[::-1]
    most = list(itertools.accumulate((max(row) for row in reversed(values)), initial=0))[::-1]
    picked = [0] * len(values)

    def go(place: int, so_far: int) -> Iterator[tuple[int, ...]]:
        if not low <= so_far + most[place] or not so_far + least[place] <= high:
            return
        if place == len(values):
            yield tuple(picked)
            return
        for choice, value in enumerate(values[place]):
            picked[place] = choice
            yield from go(place + 1, so_far + value)

    yield from go(0, 0)


def _design(counts: Counts, lines: Sequence[_Line], pays: Mapping[str, str], *, all_for: bool) -> Design:
    total = counts.combinations
    net = square = Fraction(0)
    paid = hits = 0
    for line in lines:
        if pays[line.name] == NONE:
            continue
        pay = Pay.parse(pays[line.name])
        times = Fraction(0) if pay.kind in ("share", "prize") else pay.times  # as in the search: of fixed pays alone
        won = times - 1 if pay.kind in ("for", "share", "prize") and not all_for else times
        net += line.combinations * won
        square += line.combinations * won * won
        paid += line.combinations
        hits += line.combinations if pay.kind != "push" else 0
    if not counts.one_line:
        paid = hits = counts.hits
    lost = total if all_for else total - paid
    mean = (net - lost) / total
    variance = (square + lost) / total - mean**2 if counts.one_line else None
    return Design(
        pays=dict(pays),
        house_edge=-mean,
        hit_frequency=Fraction(hits, total),
        standard_deviation=None if variance is None else math.sqrt(variance),
    )


def _same_order(table: PayTable, pays: Mapping[str, str]) -> bool:
    """Whether the lines of a table stand in the same order by what they pay as in the one that was counted."""
    printed = [line for line in table.printed if table.lines[line] in pays]
    now = {line: Pay.parse(pays[table.lines[line]]).times for line in printed if pays[table.lines[line]] != NONE}
    if len(now) != len(printed):
        return False
    return sorted(printed, key=lambda line: -now[line]) == [line for line in table.by_pay if line in now]
