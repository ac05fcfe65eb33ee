"""Strategies that a person can remember: a few ranks for each pair of lights, before the flop and after it.

After the flop a hand plays if it has *something*: a pair or better with a card of its own, three of a kind on the flop,
or four cards to a flush or a straight, with or without a gap. Any other hand plays if its higher card is high enough
for the number of ranks on the flop that lie in the ranges of the dealer's lights.
"""

from array import array
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.cards.card import ACE, EIGHT, FIVE, FOUR, JACK, KING, NINE, QUEEN, RANKS, SEVEN, SIX, TEN
from houseway.cards.hands import COUNTS
from houseway.games.down_under_holdem.exact.decision_index import HOLES, LIGHT_PAIRS, ROWS, play_row
from houseway.games.down_under_holdem.exact.main_game import Counted, Rule, count_deals
from houseway.games.down_under_holdem.variant import Variant, variant_of
from houseway.games.game import Game
from houseway.games.letter.card_reader import LIGHTS
from houseway.games.pricing.analysis import MainAnalysis, Runner
from houseway.games.pricing.result import SimpleStrategy
from houseway.games.pricing.strategy import Chart
from houseway.games.pricing.suit_classes import FULL_DECK, triple_class
from houseway.kernel import compiled, counter, kernel

Counts = npt.NDArray[np.int64]
Bits = npt.NDArray[np.uint8]

ANY: Final = 0  # any rank is high enough
NEVER: Final = ACE + 1
MEANT: Final = (
    "(A pair takes a card of your own, or three of a kind on the flop; a draw is four to a flush or to a straight, a "
    "gap in it or not.)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """The ranks that are high enough against one pair of lights."""

    pair: int = ANY  # before the flop the largest Play wager is made with such a pair,
    one: int = NEVER  # with one such card,
    both: int = NEVER  # or with two
    nothing: tuple[int, int, int, int] = (ANY, ANY, ANY, ANY)  # after it: with no, one, two, three ranks in range


@dataclass(frozen=True, slots=True, kw_only=True)
class Simple:
    """A strategy for people: in words, and a line for each pair of lights, from blue and blue to gold and gold."""

    text: str
    lines: tuple[Line, Line, Line, Line, Line, Line]

    def words(self, variant: Variant) -> str:
        """The text with the Play wagers of these rules."""
        return f"{self.text.format(most=variant.first_plays[-1], after=variant.last_play)} {MEANT}"

    def rule(self, variant: Variant) -> Rule:
        """The strategy as tables of plays."""
        most = len(variant.before)
        preflop = [[most * opens(hole, line) for line in self.lines] for hole in range(HOLES)]
        least = np.array([line.nothing for line in self.lines])
        flop = compiled(fill_plays)(flops_by_class()[0], least, np.array(variant.lights))
        return Rule(preflop=np.array(preflop, np.uint8), flop=flop)


def opens(hole: int, line: Line) -> bool:
    """Whether a class of hole cards is high enough for a Play wager before the flop."""
    low, high = sorted(divmod(hole, 13))
    return high >= line.pair if low == high else high >= line.one or low >= line.both


_NO_GOLD: Final = Line(one=EIGHT)
_ONE_GOLD: Final = Line(one=QUEEN, nothing=(TEN, TEN, TEN, TEN))
_SHORT: Final = (ANY, ANY, TEN, TEN)

SIMPLE: Final = {
    "one-liner": Simple(
        text="Before the flop, {most} with a pair, with an 8 or higher if no light is gold, with a queen or higher if "
        "one is; if both are, only with a pair of tens or higher or with two cards from the queen up. After it, fold "
        "only against gold, with no pair, no draw and no ten or higher.",
        lines=(
            _NO_GOLD,
            _NO_GOLD,
            _ONE_GOLD,
            _NO_GOLD,
            _ONE_GOLD,
            Line(pair=TEN, both=QUEEN, nothing=(TEN, TEN, TEN, TEN)),
        ),
    ),
    "short": Simple(
        text="Before the flop, {most} with any pair or with one card of at least 6 against blue-blue, 8 against "
        "blue-red, 10 against red-red, queen against blue-gold, king against red-gold; against gold-gold only with a "
        "pair of tens or higher or with two cards from the queen up. After it, {after} with a pair or a draw. With "
        "neither, count the ranks of the flop that are in the dealer's colours: {after} with none or one, and with a "
        "ten or higher; against gold-gold with none, or with one and a king or higher. Fold the rest.",
        lines=(
            Line(one=SIX, nothing=_SHORT),
            Line(one=EIGHT, nothing=_SHORT),
            Line(one=QUEEN, nothing=_SHORT),
            Line(one=TEN, nothing=_SHORT),
            Line(one=KING, nothing=_SHORT),
            Line(pair=TEN, both=QUEEN, nothing=(ANY, KING, NEVER, NEVER)),
        ),
    ),
    "chart": Simple(
        text="Before the flop, {most} with a pair, one card or two cards that are high enough for the lights. After "
        "it, {after} with a pair or a draw; with neither if the higher card is high enough for the lights and for the "
        "number of ranks of the flop that are in the dealer's colours. The chart shows what is high enough.",
        lines=(
            Line(one=SIX, both=FOUR),
            Line(one=EIGHT, both=SIX, nothing=(ANY, ANY, FIVE, SIX)),
            Line(one=QUEEN, both=NINE, nothing=(ANY, FIVE, SEVEN, TEN)),
            Line(pair=SEVEN, one=TEN, both=EIGHT, nothing=(ANY, EIGHT, TEN, TEN)),
            Line(one=KING, both=TEN, nothing=(ANY, ANY, TEN, JACK)),
            Line(pair=TEN, both=QUEEN, nothing=(ANY, KING, NEVER, NEVER)),
        ),
    ),
}


def line_chart(name: str) -> Chart:
    """The lines of a strategy as a chart."""
    rows = []
    for lights, line in zip(LIGHT_PAIRS, SIMPLE[name].lines, strict=True):
        ranks = (line.pair, line.one, line.both, *line.nothing)
        rows.append(("-".join(LIGHTS[light] for light in lights), *map(_rank_word, ranks)))
    before = tuple(f"before: {what}" for what in ("a pair of", "one card", "both cards"))
    after = tuple(f"after: nothing, {count} in range" for count in range(4))
    return Chart(title="High enough to play", columns=("lights", *before, *after), rows=tuple(rows))


def _rank_word(rank: int) -> str:
    return "any" if rank == ANY else "never" if rank == NEVER else f"{RANKS[rank]}+"


# ---- after the flop

_LIGHT_ONE: Final = array("b", [one for one, _ in LIGHT_PAIRS])
_LIGHT_TWO: Final = array("b", [two for _, two in LIGHT_PAIRS])


@kernel
def is_drawing(mask: int) -> bool:
    """Whether some ranks hold four of a straight, or all of it; the ace is low or high."""
    ranks = mask << 1 | mask >> ACE
    most = 0
    for lowest in range(10):
        most = max(most, COUNTS[ranks >> lowest & 31])
    return most >= 4


@kernel
def has_something(one: int, two: int, a: int, b: int, c: int) -> bool:
    """Whether a hand has more on a flop than its high card and the flop's own pair."""
    x, y, z = a % 13, b % 13, c % 13
    for rank in (one % 13, two % 13):
        if rank == x or rank == y or rank == z:
            return True
    if one % 13 == two % 13 or (x == y and y == z):
        return True
    for suit in range(4):
        held = (one // 13 == suit) + (two // 13 == suit)
        if held + (a // 13 == suit) + (b // 13 == suit) + (c // 13 == suit) >= 4:
            return True
    return is_drawing(1 << one % 13 | 1 << two % 13 | 1 << x | 1 << y | 1 << z)


@counter
def ranks_in_range(a: int, b: int, c: int, lights: Counts, lit: int) -> int:
    """How many different ranks of a flop lie in the ranges of a pair of lights."""
    one, two = _LIGHT_ONE[lit], _LIGHT_TWO[lit]
    count = 0
    for rank, again in ((a % 13, False), (b % 13, b % 13 == a % 13), (c % 13, c % 13 == a % 13 or c % 13 == b % 13)):
        if not again and (lights[rank] == one or lights[rank] == two):
            count += 1
    return count


@counter
def fill_plays(flops: Counts, least: Counts, lights: Counts) -> Bits:
    """The plays of every hand on every flop; `least` is the card an empty hand needs, by lights and ranks in range."""
    plays = np.zeros(ROWS, np.uint8)
    for flop in flops:
        a, b, c = flop
        for two in range(52):
            for one in range(two):
                if one == a or one == b or one == c or two == a or two == b or two == c:
                    continue
                bits = 0
                something = has_something(one, two, a, b, c)
                high = max(one % 13, two % 13)
                for lit in range(6):
                    if something or high >= least[lit, ranks_in_range(a, b, c, lights, lit)]:
                        bits |= 1 << lit
                plays[play_row(one, two, a, b, c)] = bits
    return plays


def flops_by_class() -> tuple[Counts, Counts]:
    """A flop of each class, and how many flops the class has."""
    flops: dict[int, tuple[int, ...]] = {}
    sizes: Counter[int] = Counter()
    for flop in combinations(FULL_DECK, 3):
        number = triple_class(*flop)
        flops.setdefault(number, flop)
        sizes[number] += 1
    return np.array([*flops.values()]), np.array([sizes[number] for number in flops])


# ---- the figures of the strategies


def price_simple(game: Game, run: Runner) -> tuple[Counted, Mapping[str, MainAnalysis]]:
    """Count all deals, and the main game under each of the strategies for people, in one pass."""
    variant = variant_of(game)
    rules = {name: simple.rule(variant) for name, simple in SIMPLE.items()}
    counted = count_deals(game, run, [*rules.values()])
    return counted, {name: counted.ruled(number, rule) for number, (name, rule) in enumerate(rules.items())}


def simple_results(
    variant: Variant, best: MainAnalysis, priced: Mapping[str, MainAnalysis]
) -> dict[str, SimpleStrategy]:
    """The strategies for people in words, with their costs."""
    return {
        name: SimpleStrategy.of(SIMPLE[name].words(variant), main.house_edge, best.house_edge)
        for name, main in priced.items()
    }
