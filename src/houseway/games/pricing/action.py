"""Bonuses that an operator's option takes out of action when the main hand ends in certain ways.

The outcome of a bonus and the end of the main hand are counted together, for a strategy of the main game. A game says
how many deals of each outcome of a bonus have no action; they lose whatever the cards.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from houseway.games.letter.paytable import PayTable
from houseway.games.pricing.price import Envy, Outcome, WagerPrice, by_line, gathered

if TYPE_CHECKING:
    from houseway.games.game import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopped:
    """How many deals of each outcome of a bonus have no action, under a strategy of the main game."""

    strategy: str
    deals: int  # that each counted combination stands for
    dead: Mapping[int, int]


def stopping_options(game: "Game", wager: str) -> tuple[str, ...]:
    """The options that may take a wager out of action."""
    options = game.approval.options.items()
    return tuple(name for name, option in options if option.stops_action and wager in option.concerns)


def is_stopped(game: "Game", wager: str) -> bool:
    """Whether a choice of the operator takes a wager out of action for some hands."""
    options = game.approval.options
    return any(game.options[name] != options[name].default for name in stopping_options(game, wager))


def price_outcomes(
    table: PayTable,
    line_of: Callable[[int], int],
    counts: Mapping[int, int],
    stopped: Stopped | None = None,
    envy: Envy | None = None,
) -> WagerPrice:
    """Price a wager of which at most one line is paid, from the lines of its outcomes; no action means no line."""
    if stopped is None:
        return by_line(table, gathered((line_of(outcome), count) for outcome, count in counts.items()), envy)
    alive = {outcome: stopped.deals * count - stopped.dead.get(outcome, 0) for outcome, count in counts.items()}
    dead = sum(stopped.dead.values())
    lines = gathered([*((line_of(outcome), count) for outcome, count in alive.items()), (-1, dead)])
    unit = math.gcd(dead, *lines.values())
    price = by_line(table, {line: count // unit for line, count in lines.items()}, envy)
    share = Fraction(dead, stopped.deals * sum(counts.values()))
    return replace(price, no_action=share, strategy=stopped.strategy)


def returned(table: PayTable, line: int) -> Fraction:
    """What a line returns with the stake, in wagers; 0 for no line, for a share and for a `$` prize."""
    pay = table.pay(line)
    return 1 + Outcome(1, ((table.lines[line], pay),)).net if pay else Fraction(0)


def whole_returns(returns: Iterable[Iterable[Fraction]]) -> tuple[int, list[list[int]]]:
    """The scale that makes the returns of some pay tables whole numbers, and the returns times that scale."""
    every = [list(row) for row in returns]
    scale = math.lcm(*(one.denominator for row in every for one in row))
    return scale, [[int(scale * one) for one in row] for row in every]
