"""Strategies of Premium Hold'em: solved, looked up, and shown to people.

The first street has a row for each of the 1,755 classes of hole cards: how many deals it has, what check and play 3x
net over all of them under the best strategy (times the scale of the pays), and whether this strategy opens with it. The
second street is a table of every hand on every board (`exact/second_street`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from houseway.errors import InvalidInput
from houseway.games.game import Game
from houseway.games.premium_holdem.exact.simple import SIMPLE, opens_of
from houseway.games.premium_holdem.strategy import STRATEGIES
from houseway.games.premium_holdem.variant import variant_of
from houseway.games.pricing.advice import Seen, Value
from houseway.games.pricing.analysis import MainAnalysis, Runner
from houseway.games.pricing.strategy import Chart, ChartPlace, Strategy, new_strategy

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from houseway.games.premium_holdem.exact.second_street import SecondStreet
    from houseway.games.pricing.suit_classes import Opening

    Counts = npt.NDArray[np.int64]

OPTIMAL: Final = "optimal"
FOR_PEOPLE: Final = "chart"  # whose chart after the board stands beside the best play

DEALS, CHECK, PLAY_3X, OPENS = range(4)  # the columns of the first street


# ---- solving


def solve(game: Game, run: Runner, name: str = OPTIMAL) -> Strategy:
    """The best strategy, or a simple one, with its exact figures."""
    from houseway.games.premium_holdem.exact.main_game import count_deals
    from houseway.games.premium_holdem.exact.second_street import simple_words, table_of

    if name not in STRATEGIES:
        raise InvalidInput(f"must be one of {', '.join(STRATEGIES)}", field="strategy")
    rules = variant_of(game)
    counted = count_deals(rules, run, keep=name == OPTIMAL)
    main = counted.main()
    first = _first_street(main.openings)
    figures: MainAnalysis = main
    words = counted.words
    if name != OPTIMAL:
        figures, words = counted.simple()[name], simple_words(rules, run, STRATEGIES.index(name) - 1)
        first[:, OPENS] = opens_of([SIMPLE[name]])
    table = table_of(rules, words)
    cells = {"cell_results": counted.cells(FOR_PEOPLE)} if name == OPTIMAL else {}
    return new_strategy(game, name, figures.result(), {"first": first, **table._asdict(), **cells})


def _first_street(openings: "Mapping[str, Opening]") -> "Counts":
    """[class of hole cards, column], from an analysis; zeros for hole cards that the deck does not give."""
    import numpy as np

    from houseway.games.premium_holdem.exact.main_game import hole_name
    from houseway.games.pricing.suit_classes import TRIPLES, cards_of, suit_classes, triple_class

    rows = np.zeros((TRIPLES, 4), np.int64)
    for masks in suit_classes(range(13), 4, 3):
        hole = cards_of(masks)
        if opening := openings.get(hole_name(hole)):
            plays = opening.best == "play 3x"
            rows[triple_class(*hole)] = opening.deals, opening.worth["check"], opening.worth["play 3x"], plays
    return rows


def first_street(strategy: Strategy) -> "Counts":
    """[class of hole cards, column]: the first street of a strategy."""
    return strategy.arrays["first"]


def second_street(strategy: Strategy) -> "SecondStreet":
    """The second street of a strategy."""
    from houseway.games.premium_holdem.exact.second_street import SecondStreet

    return SecondStreet(*(strategy.arrays[name] for name in SecondStreet._fields))


# ---- advice


def advise(game: Game, strategy: Strategy, seen: Seen) -> dict[str, Value]:
    """What the legal decisions are worth, exactly: before the board from the table, after it over all dealers.

    Other players' cards that are seen are out of the deck; before the board all boards and dealers are then counted.
    """
    rules = variant_of(game)
    if not {*seen.seat.cards, *seen.board, *seen.others} <= {*rules.deck}:
        raise InvalidInput("are not all of this study's deck", field="cards")
    if seen.board:
        from houseway.games.premium_holdem.exact.values import board_values

        values = board_values(seen.seat.cards, seen.board, rules, others=seen.others)
    elif seen.others:
        from houseway.games.premium_holdem.exact.values import seeing_values

        values = seeing_values(seen.seat.cards, rules, seen.others)
    else:
        values = opening_values(strategy, rules.pays, seen.seat.cards)
    return {str(choice): Value(values[str(choice)]) for choice in seen.now.choices()}


def opening_values(strategy: Strategy, pays: Sequence[Fraction], hole: Sequence[int]) -> dict[str, Fraction]:
    """What check and play 3x are worth to some hole cards, in antes, with the best play afterwards."""
    from houseway.games.premium_holdem.exact.values import payoffs_of
    from houseway.games.pricing.suit_classes import triple_class

    one, two, three = hole
    row = first_street(strategy)[triple_class(one, two, three)].tolist()
    deals = payoffs_of(pays).scale * row[DEALS]
    return {"check": Fraction(row[CHECK], deals), "play 3x": Fraction(row[PLAY_3X], deals)}


# ---- charts


def charts(strategy: Strategy) -> list[Chart]:
    """The first street, and the second one where a chart can hold it."""
    from houseway.games.premium_holdem.strategy.charts import board_chart, opening_charts

    first = first_street(strategy)
    openings = opening_charts(first[:, OPENS] > 0, first[:, DEALS] > 0)
    return [*openings, board_chart(SIMPLE[strategy.name])] if strategy.name in SIMPLE else openings


def table_charts(strategy: Strategy) -> list[Chart]:
    """The same charts; a chart for people stands in for the best play after the board, which no chart can hold."""
    from houseway.games.premium_holdem.strategy.charts import board_chart

    if strategy.name in SIMPLE:
        return charts(strategy)
    nearly = "Close to the best play, which looks at every card."
    return [*charts(strategy), replace(board_chart(SIMPLE[FOR_PEOPLE]), legend=nearly)]


def places(seen: Seen) -> list[ChartPlace]:
    """Where a hand stands, before the board or after it."""
    from houseway.games.premium_holdem.strategy.charts import board_place, opening_place

    hole = seen.seat.cards
    return [board_place(hole, seen.board) if seen.board else opening_place(hole)]
