"""Why a decision is best: a line of the three-line strategy, where that line leads to the best decision."""

from dataclasses import dataclass
from typing import Final, cast

from houseway.games.down_under_blackjack.card_values import ACE, TEN
from houseway.games.down_under_blackjack.hand import Hand
from houseway.games.down_under_blackjack.play import Play
from houseway.games.down_under_blackjack.variant import value_of
from houseway.games.letter.card_reader import LIGHTS
from houseway.games.pricing.advice import Seen

_HIDDEN: Final = dict(zip(LIGHTS, (3, 7, 10), strict=True))  # what a light counts for


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What to do against a dealer's count: the lowest totals to stand on, totals to double, and pairs to split."""

    against: str
    stand: int
    stand_soft: int
    doubles: range = range(0)
    soft_doubles: range = range(0)
    splits: frozenset[int] = frozenset()
    pairs: str = ""


_EIGHT: Final = 6
_ACES_AND_EIGHTS: Final = frozenset({ACE, _EIGHT})
_MOST_PAIRS: Final = frozenset(range(ACE + 1)) - {2, 3, TEN}  # not fours, fives and tens


def line_against(count: int) -> Line:
    """The line of the three-line strategy against a count, by the text in `simple_names`."""
    if count <= 11:
        return Line(
            against="up to 11",
            stand=16,
            stand_soft=18,
            doubles=range(10, 12),
            splits=_ACES_AND_EIGHTS,
            pairs="aces and eights",
        )
    if count <= 16:
        return Line(
            against="12 to 16",
            stand=12,
            stand_soft=18,
            doubles=range(9, 12),
            soft_doubles=range(12, 19),
            splits=_MOST_PAIRS,
            pairs="all pairs but fours, fives and tens",
        )
    splits = _ACES_AND_EIGHTS if count == 17 else frozenset[int]()
    stand = max(17, count)
    return Line(against=f"{count}", stand=stand, stand_soft=max(18, count), splits=splits, pairs="aces and eights")


def explain(seen: Seen, best: str) -> str:
    """The line against the dealer's count, if it leads to the best decision; empty if it does not."""
    now, count = cast("Play", seen.now), _count(seen)
    hand = now.in_play
    if hand is None:
        return ""
    decision, words = decide(line_against(count), hand, {choice.text for choice in now.choices()})
    if decision != best:
        return ""
    return f"The dealer counts {count}. Rule of thumb against {line_against(count).against}: {words}."


def decide(line: Line, hand: Hand, legal: set[str]) -> tuple[str, str]:
    """What a line does with a hand, and the part of the line that says so."""
    one, *others = [value_of(card) for card in hand.cards]
    if "split" in legal and len(others) == 1 and others[0] == one and one in line.splits:
        return "split", f"split {line.pairs}"
    kind, soft = ("soft", True) if hand.total != hand.hard else ("hard", False)
    doubles = line.soft_doubles if soft else line.doubles
    if "double" in legal and hand.total in doubles:
        return "double", f"double {kind} {doubles[0]} to {doubles[-1]}"
    stand = line.stand_soft if soft else line.stand
    if hand.total >= stand:
        return "stand", f"stand on {kind} {stand} and more"
    return "hit", f"hit {kind} totals below {stand}"


def _count(seen: Seen) -> int:
    """The dealer's count: the up card, with an ace as 11, plus the hole card by its light or its value."""
    up, down = seen.dealer[0], seen.dealer[1]
    first = _points(int(up)) if up is not None else 0
    if down is None:
        return first + _HIDDEN[seen.lights[0]] if seen.lights else first
    second = _points(int(down))
    return 2 if first == second == 11 else first + second


def _points(card: int) -> int:
    return value_of(card) + 2  # values are counted from the two, the ace is 11
