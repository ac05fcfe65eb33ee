"""Strategies of the main game, and what each decision is worth to a seat at the table."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from houseway.cards.card import RANKS
from houseway.errors import InvalidInput
from houseway.games.down_under_holdem.strategy import STRATEGIES
from houseway.games.down_under_holdem.variant import Variant, variant_of
from houseway.games.game import Game
from houseway.games.letter.card_reader import LIGHTS
from houseway.games.pricing.advice import Seen, Value
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.strategy import Chart, ChartPlace, Strategy, new_strategy

if TYPE_CHECKING:
    from houseway.games.down_under_holdem.exact.count import Bits
    from houseway.games.down_under_holdem.exact.main_game import HoldemAnalysis, HoleAndLights
    from houseway.games.pricing.strategy import Array
    from houseway.games.pricing.suit_classes import Opening


OPTIMAL: Final = STRATEGIES[0]


def solve(game: Game, run: Runner, name: str = OPTIMAL) -> Strategy:
    """A strategy by its name, with its exact figures.

    Its arrays are: `lights`, the light of each rank; `before`, the Play wagers before the flop; by hole class and pair
    of lights `deals`, `worth` (what check and these wagers are worth over all these deals, in antes times `scale`) and
    `preflop` (which of them is chosen); and `flop`, by class of flop and hand, with a bit for each pair of lights that
    plays. The strategy `no-lights` looks at no light. The best strategy also has, for the hands that check, how many of
    them play on (`cell_plays`) and how that ends (`cell_results`).
    """
    main, flop = _solved(game, run, name)
    arrays = _arrays(variant_of(game), main.openings, flop)
    if name == OPTIMAL:
        from houseway.games.down_under_holdem.exact.flop_cells import flop_cells
        from houseway.games.down_under_holdem.strategy.flop_chart import flop_plays

        arrays["cell_plays"] = flop_plays(arrays["preflop"], arrays["flop"], variant_of(game).lights)
        arrays["cell_results"] = flop_cells(variant_of(game), (arrays["preflop"] == 0).astype("u1"), run)
    return new_strategy(game, name, main.result(), arrays)


def _solved(game: Game, run: Runner, name: str) -> "tuple[HoldemAnalysis, Bits]":
    """The main game under a strategy, and its plays after the flop."""
    from houseway.games.down_under_holdem.exact.main_game import count_deals, price_plays
    from houseway.games.down_under_holdem.exact.simple import SIMPLE

    if name in SIMPLE:
        rule = SIMPLE[name].rule(variant_of(game))
        return price_plays(game, run, rule), rule.flop
    if name not in STRATEGIES:
        raise InvalidInput(f"{name!r} is not one of {', '.join(STRATEGIES)}", field="strategy")
    counted = count_deals(game, run)
    return counted.without_lights() if name == "no-lights" else counted.best(), counted.flop


def _arrays(variant: Variant, openings: "Mapping[HoleAndLights, Opening]", flop: "Bits") -> "dict[str, Array]":
    import numpy as np

    from houseway.games.down_under_holdem.exact.decision_index import HOLES, LIGHT_PAIRS, NO_LIGHTS, hole_name
    from houseway.games.pricing.suit_classes import Opening

    blind = ("AA", None) in openings
    never = Opening(deals=0, worth=dict.fromkeys(variant.openings, 0), best="check", scale=1)  # lights of no card
    kinds = [
        [openings.get((hole_name(hole), None if blind else lights), never) for lights in LIGHT_PAIRS]
        for hole in range(HOLES)
    ]
    pairs = (1 << NO_LIGHTS) - 1
    return {
        "lights": np.array(variant.lights, np.uint8),
        "before": np.array(variant.before),
        "scale": np.array(max(one.scale for row in kinds for one in row)),
        "deals": np.array([[one.deals for one in row] for row in kinds]),
        "worth": np.array([[[one.worth[word] for word in variant.openings] for one in row] for row in kinds]),
        "preflop": np.array([[variant.openings.index(one.best) for one in row] for row in kinds], np.uint8),
        "flop": (pairs * (flop >> NO_LIGHTS & 1) if blind else flop & pairs).astype(np.uint8),
    }


def advise(game: Game, strategy: Strategy, seen: Seen) -> dict[str, Value]:
    """What each decision is worth in antes, exactly: also knowing other players' cards, where they are seen."""
    variant = variant_of(game)
    one, two = _lights(seen)
    if seen.board:
        values = _after_flop(variant, seen, (one, two))
    elif seen.others:
        values = _seeing_others(variant, seen, (one, two))
    else:
        values = _before_flop(variant, strategy, seen, (one, two))
    legal = {str(choice) for choice in seen.now.choices()}
    return {decision: Value(ev) for decision, ev in values.items() if decision in legal}


def _lights(seen: Seen) -> tuple[int, int]:
    if seen.lights is None or len(seen.lights) != 2:
        raise InvalidInput("must be those of the dealer's two cards", field="lights")
    one, two = sorted(LIGHTS.index(light) for light in seen.lights)
    return one, two


def _before_flop(variant: Variant, strategy: Strategy, seen: Seen, lights: tuple[int, int]) -> dict[str, Fraction]:
    """The values that the strategy holds."""
    from houseway.games.down_under_holdem.exact.decision_index import hole_class, light_pair

    place = hole_class(*seen.seat.cards), light_pair(*lights)
    deals = int(strategy.arrays["deals"][place]) * int(strategy.arrays["scale"])
    worth = strategy.arrays["worth"][place]
    return {word: Fraction(int(worth[index]), deals) for index, word in enumerate(variant.openings)}


def _after_flop(variant: Variant, seen: Seen, lights: tuple[int, int]) -> dict[str, Fraction]:
    """The values counted over every turn, river and dealer."""
    from houseway.games.down_under_holdem.exact.values import flop_values

    return flop_values(variant, seen.seat.cards, seen.board, lights, seen.others)


def _seeing_others(variant: Variant, seen: Seen, lights: tuple[int, int]) -> dict[str, Fraction]:
    """The values counted over every flop, turn, river and dealer."""
    from houseway.games.down_under_holdem.exact.values import hand_values

    return hand_values(variant, seen.seat.cards, lights, seen.others)


def charts(strategy: Strategy) -> list[Chart]:
    """One chart for a strategy for people; for any other its openings by pair of lights, and the flop in short."""
    from houseway.games.down_under_holdem.exact.decision_index import LIGHT_PAIRS
    from houseway.games.down_under_holdem.exact.simple import SIMPLE, line_chart
    from houseway.games.down_under_holdem.strategy.flop_chart import flop_chart

    if strategy.name in SIMPLE:
        return [line_chart(strategy.name)]
    if strategy.name == "no-lights":
        return [_opening_chart(strategy, 0, "Before the flop")]
    openings = [
        _opening_chart(strategy, lit, opening_title(lights))
        for lit, lights in enumerate(LIGHT_PAIRS)
        if strategy.arrays["deals"][:, lit].any()
    ]
    return [*openings, flop_chart(strategy)]


def _opening_chart(strategy: Strategy, lit: int, title: str) -> Chart:
    legend = "suited hands stand right of the pairs, others left; 3x: play three antes, and so on; blank: check"
    rows, decisions = tuple(_hole_rows(strategy, lit)), {"": "check", **_play_words(strategy)}
    return Chart(title=title, columns=("", *reversed(RANKS)), rows=rows, legend=legend, decisions=decisions)


def _play_words(strategy: Strategy) -> dict[str, str]:
    return {f"{times}x": f"play {times}x" for times in strategy.arrays["before"]}


def opening_title(lights: Iterable[int]) -> str:
    """The title of the openings against a pair of lights."""
    return f"Before the flop, {_light_names(lights)}"


def places(strategy: Strategy, seen: Seen) -> list[ChartPlace]:
    """Where two hole cards stand in the charts, before the flop or after it."""
    from houseway.games.down_under_holdem.exact.decision_index import hole_class
    from houseway.games.down_under_holdem.strategy.flop_chart import flop_place

    lights = _lights(seen)
    if seen.board:
        return [flop_place(strategy, seen.seat.cards, seen.board, lights)]
    row, column = divmod(hole_class(*seen.seat.cards), len(RANKS))
    return [ChartPlace(opening_title(lights), (RANKS[row],), RANKS[column])]


def _light_names(lights: Iterable[int]) -> str:
    return " and ".join(LIGHTS[light] for light in lights)


def _hole_rows(strategy: Strategy, lit: int) -> Iterator[tuple[str, ...]]:
    """A row for each rank, from the ace down; suited hands, whose other card is lower, stand right of the pair."""
    words = ["", *(f"{times}x" for times in strategy.arrays["before"])]
    chosen = strategy.arrays["preflop"]
    for row in range(12, -1, -1):
        yield RANKS[row], *(words[chosen[13 * row + column, lit]] for column in range(12, -1, -1))
