"""Strategies for Down Under Blackjack, solved once and stored in arrays for simulations; advice on one decision.

The arrays of a strategy are `decisions[state, context, hand]` (see `analysis.Strategy`), `states` (see
`charts.packed_states`) and its chart. The best play does not depend on what a blackjack pays, so one strategy serves
every pay. Its `figures` are those of the game it was solved for, `figures.by_blackjack_pays` has all of them, and
`figures_for` picks those of a game.
"""

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from msgspec.structs import asdict

from houseway.errors import InvalidInput
from houseway.games.down_under_blackjack.exact.result import FiguresByPays
from houseway.games.down_under_blackjack.exact.simple_names import OPTIMAL
from houseway.games.down_under_blackjack.play import Play
from houseway.games.down_under_blackjack.strategy import STRATEGIES
from houseway.games.down_under_blackjack.study import blackjack_pays, variant_of
from houseway.games.game import Game
from houseway.games.letter.card_reader import LIGHTS
from houseway.games.pricing.advice import Seen, Value
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.result import MainResult
from houseway.games.pricing.strategy import Chart, ChartPlace, Strategy, new_strategy
from houseway.money import Cents

if TYPE_CHECKING:
    from houseway.games.down_under_blackjack.variant import Variant
    from houseway.games.pricing.strategy import Array


NEARLY_EQUAL: Final = 1e-12  # values this close are equal: floats carry the sums


def solve(game: Game, run: Runner, name: str = OPTIMAL) -> Strategy:
    """A strategy by its name, with its figures."""
    from houseway.games.down_under_blackjack.exact.analysis import analyze
    from houseway.games.down_under_blackjack.exact.best_charts import chart_of
    from houseway.games.down_under_blackjack.exact.charts import packed_states
    from houseway.games.down_under_blackjack.exact.main_game import pays_to_show
    from houseway.games.down_under_blackjack.exact.simple import simple_strategy
    from houseway.games.down_under_blackjack.strategy.worth import WORTH, worth_array

    if name not in STRATEGIES:
        raise InvalidInput(f"unknown; {game.name} has {', '.join(STRATEGIES)}", field="strategy")
    variant = variant_of(game)
    if name == OPTIMAL:
        analysis = analyze(variant, run)
        chart = chart_of(analysis)
    else:
        simple = simple_strategy(name, variant, run)
        analysis, chart = simple.analysis, simple.chart
    by_pays = {pays: analysis.figures(pays).result() for pays in pays_to_show(game)}
    figures = FiguresByPays(**asdict(by_pays[blackjack_pays(game)]), by_blackjack_pays=by_pays)
    arrays: dict[str, Array] = {
        "states": packed_states(analysis.states, variant.groups),
        "decisions": analysis.strategy.decisions,
        **chart.arrays(variant.groups),
    }
    if name == OPTIMAL:
        arrays[WORTH] = worth_array(analysis.rows)
    return new_strategy(game, name, figures, arrays)


def figures_for(game: Game, strategy: Strategy) -> MainResult:
    """The figures of a strategy with the blackjack pays of a game, whichever game it was solved for."""
    pays = blackjack_pays(game)
    if not isinstance(strategy.figures, FiguresByPays) or pays not in strategy.figures.by_blackjack_pays:
        raise InvalidInput(f"has no figures for a blackjack that pays {pays}", field="strategy")
    return strategy.figures.by_blackjack_pays[pays]


def charts(strategy: Strategy) -> list[Chart]:
    """A chart for each group of a hidden hole card, one for exposed hole cards, and a list of exceptional hands."""
    from houseway.games.down_under_blackjack.exact.charts import Chart as Charted

    return Charted.of(strategy.arrays).shown()


def places(strategy: Strategy, seen: Seen) -> list[ChartPlace]:
    """Where the hand in play stands: by its pair if it may be split, otherwise by its total."""
    from houseway.games.down_under_blackjack.exact.charts import Chart as Charted
    from houseway.games.down_under_blackjack.exact.charts import pair_row, total_row

    now = seen.now
    if not isinstance(now, Play) or now.in_play is None:
        return []
    hand, splits = now.in_play, any(choice.text == "split" for choice in now.choices())
    row = pair_row(_value(hand.cards[0])) if splits else total_row(hand.hard, hand.aces)
    variant = variant_of(now.game)
    return [Charted.of(strategy.arrays).place(_value(now.dealer[0]), _hole(variant, seen), row)]


# ---- advice


def advise(game: Game, strategy: Strategy | None, seen: Seen) -> dict[str, Value]:
    """What each legal decision is worth to a seat over all its hands; every card in sight is out of the shoe.

    Cards of earlier rounds are not in sight. The hands of a seat that splits are played as in `exact/splits`: each by
    its own cards and everything that is seen now. The value is exactly the value of this play.
    """
    from houseway.games.down_under_blackjack.exact.values import values

    if strategy is not None:
        strategy.check(game)
    now = seen.now
    if not isinstance(now, Play) or now.active is None or now.in_play is None:
        raise InvalidInput("no decision is awaited", field="advise")
    variant, hand, up = variant_of(game), now.in_play, now.dealer[0]
    index, number = now.active
    hands = len(now.hands[index])
    hole, unseen = _hole(variant, seen), _unseen(variant, now)
    worth = values(variant, unseen, hand.cards, up, hole, hands=hands, waiting=hands - number - 1)
    others = _others(seen)
    legal = {choice.text for choice in now.choices() if choice.complete}
    return _settled({decision: others + value for decision, value in worth.items() if decision in legal})


def _others(seen: Seen) -> float:
    """What the other hands of the seat in turn are worth, both those that are done and those that wait."""
    from houseway.games.down_under_blackjack.exact.values import other_hands_value

    now = seen.now
    if not isinstance(now, Play) or now.active is None or now.in_play is None:
        return 0.0
    index, number = now.active
    hands = now.hands[index]
    if len(hands) == 1:
        return 0.0
    variant = variant_of(now.game)
    done = [(other.total, (other.stake + other.doubled) / other.stake) for other in hands[:number]]
    return other_hands_value(
        variant,
        _unseen(variant, now),
        now.dealer[0],
        _hole(variant, seen),
        pair=_value(now.in_play.cards[0]),
        hands=len(hands),
        waiting=len(hands) - number - 1,
        done=done,
    )


def value_of_amount(seen: Seen, amount: Cents, values: Mapping[str, Value]) -> Value:
    """What a double of any amount is worth: the hand is played like a full double, for less."""
    others, double = _others(seen), values["double"]
    stake = seen.seat.wagers["wager"]
    return Value(others + (float(double.ev) - others) * (stake + amount) / (2 * stake), double.exact)


def _settled(worth: dict[str, float]) -> dict[str, Value]:
    """Make values equal that differ only by float error, so that the first of them, which stakes least, is best."""
    values: dict[str, float] = {}
    for decision, value in worth.items():
        equal = [other for other in values.values() if abs(other - value) <= NEARLY_EQUAL]
        values[decision] = equal[0] if equal else value
    return {decision: Value(value) for decision, value in values.items()}


def _value(card: int) -> int:
    from houseway.games.down_under_blackjack.variant import value_of

    return value_of(card)


def _unseen(variant: "Variant", now: Play) -> list[float]:
    """The cards of each value that are not in sight; an exposed hole card counts among them, as `values` expects."""
    seen = Counter(_value(card) for card in [now.dealer[0], *now.drawn, *(c for seat in now.seats for c in seat.cards)])
    unseen = [cards - variant.step * seen[value] for value, cards in enumerate(variant.shoe)]
    if min(unseen) < 0:
        raise InvalidInput("there are more cards of a value than the shoe holds", field="cards")
    return unseen


def _hole(variant: "Variant", seen: Seen) -> tuple[int, ...]:
    """The values that the hole card may have, by what the player sees of it."""
    from houseway.games.down_under_blackjack.variant import hole_values

    up, down = seen.now.dealer[0], seen.dealer[1]
    if down is not None and variant.exposes(_value(up), _value(down)):
        return (_value(down),)
    if down is not None:
        group = variant.groups[_value(down)]
    elif seen.lights:
        group = LIGHTS.index(seen.lights[0])
    else:
        raise InvalidInput("the light of the hole card is missing", field="lights")
    values = hole_values(variant, up, group)
    if not values:
        raise InvalidInput(f"no hidden hole card shows {LIGHTS[group]} beside this up card", field="lights")
    return values
