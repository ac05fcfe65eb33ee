"""Strategies: which spreads are raised, as an array, as a chart, and as advice on one decision."""

from typing import TYPE_CHECKING, Final

from houseway.errors import InvalidInput
from houseway.games.game import Game
from houseway.games.pricing.advice import Seen, Value
from houseway.games.pricing.strategy import Chart, Strategy, new_strategy
from red_dog.exact import STRATEGIES, count_spreads, main_game, raised_spreads
from red_dog.rules import WIDEST, spread
from red_dog.variant import variant_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Flags = npt.NDArray[np.int8]

RAISES: Final = "raises"  # the array: 1 for each spread that is raised


def solve(game: Game, name: str) -> Strategy:
    """A strategy by its name, with its figures."""
    import numpy as np

    if name not in STRATEGIES:
        raise InvalidInput(f"must be one of {', '.join(STRATEGIES)}", field="strategy")
    variant = variant_of(game)
    raised = raised_spreads(variant, name)
    raises = np.array([between in raised for between in range(WIDEST + 1)], np.int8)
    return new_strategy(game, name, main_game(variant, raised).result(), {RAISES: raises})


def charts(strategy: Strategy) -> list[Chart]:
    """What to do with each spread."""
    raises = strategy.arrays[RAISES]
    rows = tuple((str(between), "raise" if raises[between] else "call") for between in range(1, WIDEST + 1))
    return [Chart(title="Spreads", columns=("spread", "decision"), rows=rows)]


def advise(game: Game, seen: Seen) -> dict[str, Value]:
    """What a call and the largest Raise are worth, in antes: a smaller Raise lies between them."""
    variant = variant_of(game)
    cards = [card for card in seen.dealer if card is not None]
    net = count_spreads(variant)[spread(*cards)].net
    values = {"call": Value(net)}
    if variant.raises:
        values["raise"] = Value((1 + variant.raises) * net)
    return values
