"""Wild Monkey's strategies: the best setting, and the house way with the best decisions or with rules to remember.

A strategy holds how each class of sevens is set and decided (hand by hand where that depends on more than the class),
and how the dealer's hand is set for each class of eights. A simulation looks these up. Advice is exact: it counts all
eights that the dealer can still have.
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, cast

from houseway.errors import IllegalDecision, InvalidInput
from houseway.games.game import Game
from houseway.games.pricing.advice import Seen, Value
from houseway.games.pricing.strategy import Chart, ChartPlace, Strategy, new_strategy
from houseway.games.wild_monkey_pai_gow.strategy import STRATEGIES
from houseway.games.wild_monkey_pai_gow.variant import DOUBLE, STAND, SURRENDER, Variant
from houseway.money import Cents

if TYPE_CHECKING:
    from houseway.cards.card import Card
    from houseway.games.pricing.analysis import Runner
    from houseway.games.wild_monkey_pai_gow.exact.values import Chances
    from houseway.games.wild_monkey_pai_gow.play import Play


def solve(game: Game, run: "Runner", name: str = STRATEGIES[0]) -> Strategy:
    """A strategy by its name, with exact figures from every hand of a player against every hand of the dealer."""
    if name not in STRATEGIES:
        raise InvalidInput(f"{name!r} is not one of {', '.join(STRATEGIES)}", field="strategy")
    from houseway.games.wild_monkey_pai_gow.exact.counted_hands import CountedHands
    from houseway.games.wild_monkey_pai_gow.exact.decided import arrays_of
    from houseway.games.wild_monkey_pai_gow.exact.values import class_arrays

    variant = Variant.of(game)
    counted = CountedHands(rules=variant.hand_rules, run=run)
    valued = counted.valued(variant)
    plan = valued.plan_named(name)
    arrays = {**arrays_of(valued.hands, plan, run), "dealers": counted.dealers.packed, **class_arrays()}
    if name == STRATEGIES[0]:
        from houseway.games.wild_monkey_pai_gow.strategy.worth import worth_arrays

        arrays |= worth_arrays(valued, run)
    return new_strategy(game, name, plan.analysis().result(), arrays)


def charts(strategy: Strategy) -> list[Chart]:
    """The decision by five-card and two-card hand, and when two pair stay together."""
    from houseway.games.wild_monkey_pai_gow.strategy.charts import decision_chart, two_pair_chart

    return [decision_chart(strategy), two_pair_chart(strategy)]


def table_charts(strategy: Strategy) -> list[Chart]:
    """The house way, by which a hand is set, and then the charts of the strategy."""
    from houseway.games.wild_monkey_pai_gow.strategy.charts import house_way_chart

    return [house_way_chart(), *charts(strategy)]


def places(game: Game, seen: Seen) -> list[ChartPlace]:
    """Where seven cards stand before they are set, or where their two hands stand afterwards."""
    from houseway.games.wild_monkey_pai_gow.settle import Setting
    from houseway.games.wild_monkey_pai_gow.strategy.charts import decision_place, house_way_place, two_pair_places

    seat, now = seen.seat, cast("Play", seen.now)
    if not seat.decisions:
        return [house_way_place(seat.cards), *two_pair_places(seat.cards)]
    setting = Setting.of(seat.cards, now.front(seat), Variant.of(game).wheel)
    return [decision_place(setting.front_strength, setting.back_strength)]


def advise(game: Game, strategy: Strategy, seen: Seen) -> dict[str, Value]:
    """What surrender, every legal setting (doubled if that is better), doubling and standing are worth, exactly.

    A player who has set may still surrender, so a setting is worth at least a surrender.
    """
    strategy.check(game)
    from houseway.games.wild_monkey_pai_gow.exact.values import Chances
    from houseway.games.wild_monkey_pai_gow.settle import Setting

    variant = Variant.of(game)
    chances = Chances.of(strategy.arrays, [*seen.seat.cards, *seen.others])
    values = {} if variant.surrender > 1 else {"surrender": variant.net(SURRENDER, 0)}
    if not seen.seat.decisions:
        return {name: Value(ev) for name, ev in {**values, **_settings(variant, seen, chances)}.items()}
    now = cast("Play", seen.now)
    if Setting.of(seen.seat.cards, now.front(seen.seat), variant.wheel).foul:
        reason = f"'{seen.seat.decisions[0]}' is a foul: the two-card hand outranks the five, and loses (clause 2)"
        raise IllegalDecision(reason, field=f"seat {seen.seat.number}: decisions")
    stand, double = _decided(variant, seen.seat.cards, now.front(seen.seat), chances)
    values |= {"stand": stand} | ({"double": double} if variant.double else {})
    return {name: Value(ev) for name, ev in values.items()}


def value_of_amount(seen: Seen, amount: Cents, values: Mapping[str, Value]) -> Value:
    """What a double down of any amount is worth: every cent of it adds the same."""
    stand, double = values["stand"], values["double"]
    most = cast("Play", seen.now).most_doubled(seen.seat)
    return Value(Fraction(stand.ev) + Fraction(amount, most) * (Fraction(double.ev) - Fraction(stand.ev)), double.exact)


def _settings(variant: Variant, seen: Seen, chances: "Chances") -> dict[str, Fraction]:
    """The house way, then every setting that is no foul, the two front cards in the order of the hand."""
    from houseway.games.wild_monkey_pai_gow.house_way import NO_CARD, front_cards, house_way
    from houseway.games.wild_monkey_pai_gow.settle import Setting

    cards = seen.seat.cards
    usual = front_cards(cards, house_way(cards, NO_CARD, variant.wheel))
    values = {"set house-way": max(_decided(variant, cards, usual, chances))}
    for front in combinations(cards, 2):
        if not Setting.of(cards, front, variant.wheel).foul:
            values[f"set {front[0]} {front[1]}"] = max(_decided(variant, cards, front, chances))
    return values


def _decided(
    variant: Variant, cards: "tuple[Card, ...]", front: "tuple[Card, ...]", chances: "Chances"
) -> tuple[Fraction, Fraction]:
    """The values of a setting that stands, and of one that is doubled."""
    from houseway.games.wild_monkey_pai_gow.settle import Setting

    setting = Setting.of(cards, front, variant.wheel)
    result = chances.result(setting.front_strength, setting.back_strength, variant.keep)
    return variant.stakes(STAND) * result, variant.stakes(DOUBLE) * result
