"""What the best strategy loses when it heeds wrong lights, counted over all deals.

A strategy that heeds a wrong light is simply another strategy against the right lights, so it is counted like any
other. All wrong lights are equally likely. With a rate e for each of the dealer's two cards, the edge is (1-e)² of the
edge with right lights, 2e(1-e) of that with one wrong light and e² of that with two.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import numpy as np

from houseway.games.down_under_holdem.exact.count import Bits
from houseway.games.down_under_holdem.exact.decision_index import LIGHT_PAIRS, light_pair
from houseway.games.down_under_holdem.exact.main_game import Rule, count_deals
from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.counting import EXACT
from houseway.games.pricing.exposure import Exposure, ExposureQuestion
from houseway.games.pricing.suit_classes import FULL_DECK

LIGHTS: Final = 3
ONE_WRONG: Final = ((1, 0), (2, 0), (0, 1), (0, 2))  # how far the light of each card is off
BOTH_WRONG: Final = ((1, 1), (1, 2), (2, 1), (2, 2))


def misread_rule(usual: Rule, off: tuple[int, int]) -> Rule:
    """What a player does who heeds wrong lights, as a strategy against the right ones."""
    shown = [light_pair((one + off[0]) % LIGHTS, (two + off[1]) % LIGHTS) for one, two in LIGHT_PAIRS]
    flop = np.zeros_like(usual.flop)
    for right, heeded in enumerate(shown):
        flop |= (usual.flop >> heeded & 1) << right
    return Rule(preflop=np.ascontiguousarray(usual.preflop[:, shown]), flop=flop)


def misread_edges(game: Game, usual: Rule, run: Runner, deck: Sequence[int] = FULL_DECK) -> tuple[Fraction, ...]:
    """The house edge with right lights, with one wrong light, and with two."""
    rules = [usual, *(misread_rule(usual, off) for off in (*ONE_WRONG, *BOTH_WRONG))]
    counted = count_deals(game, run, rules, deck=deck)
    right, *wrong = [counted.ruled(number, rule).house_edge for number, rule in enumerate(rules)]
    one, both = wrong[: len(ONE_WRONG)], wrong[len(ONE_WRONG) :]
    return right, sum(one, Fraction(0)) / len(one), sum(both, Fraction(0)) / len(both)


def misread_lights(game: Game, preflop: Bits, flop: Bits, asked: ExposureQuestion, run: Runner) -> list[Exposure]:
    """What wrong lights cost a player who heeds them."""
    right, one, both = misread_edges(game, Rule(preflop=preflop, flop=flop), run)
    e = asked.misread
    mixed = (1 - e) ** 2 * right + 2 * e * (1 - e) * one + e**2 * both
    words = {
        "is shown one wrong light": one,
        "is shown two wrong lights": both,
        f"is shown each light wrong {100 * float(e):g}% of the time": mixed,
    }
    return [
        Exposure(what=what, gain=float(right - edge), method=EXACT, house_edge=float(edge))
        for what, edge in words.items()
    ]
