"""The house way over all 21 settings of seven cards, and the dealer's best seven of eight."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from .percentiles import percentile
from .poker import (
    ACE,
    FLUSH,
    JOKER,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    Value,
    five_or_joker,
    rank,
    two,
)

COMPLETE = (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH)
TEN, JACK, KING = 10, 11, 13


@dataclass(frozen=True)
class Setting:
    """Seven cards as two hands."""

    front: tuple[str, ...]
    back: tuple[str, ...]
    front_value: Value
    back_value: Value


def setting(cards: Sequence[str], front: Iterable[str], wheel: str) -> Setting:
    """These two cards in front, the other five behind."""
    first = tuple(sorted(front))
    rest = tuple(sorted(card for card in cards if card not in first))
    return Setting(first, rest, two(first), five_or_joker(rest, wheel))


def is_foul(one: Setting) -> bool:
    """Whether the front outranks the back; the same pair behind is legal."""
    front, back = one.front_value, one.back_value
    if front[0] != back[0]:
        return front[0] > back[0]
    return front[1] > back[1][: len(front[1])]


def front_is(one: Setting, high: int, low: int) -> bool:
    """Whether the front holds these two ranks."""
    return sorted(rank(card) for card in one.front) == sorted((high, low))


def _strongest(settings: Iterable[Setting]) -> Setting:
    """The highest front, then the best back; the cards themselves make the choice definite."""
    return max(settings, key=lambda one: (one.front_value, one.back_value, one.front))


def _complete(settings: Iterable[Setting]) -> list[Setting]:
    """Those that leave a straight, flush or straight flush behind."""
    return [one for one in settings if one.back_value[0] in COMPLETE]


@dataclass(frozen=True)
class Seven:
    """Seven cards counted for the list: ranks by how often they occur, and all 21 settings."""

    of: dict[int, list[int]]
    settings: list[Setting]

    def front(self, high: int, low: int) -> Setting:
        """The setting with these ranks in front that leaves the best back hand."""
        return _strongest(one for one in self.settings if front_is(one, high, low))


def count(cards: Sequence[str], wheel: str) -> Seven:
    """Count ranks with the joker as an ace."""
    counts = Counter(rank(card) for card in cards)
    of = {n: sorted((r for r, m in counts.items() if m == n), reverse=True) for n in range(1, 6)}
    return Seven(of, [setting(cards, front, wheel) for front in combinations(cards, 2)])


def _four_of_a_kind(hand: Seven) -> Setting:
    """Lines 2 to 4."""
    four = hand.of[4][0]
    if hand.of[3]:
        return hand.front(hand.of[3][0], hand.of[3][0])
    if hand.of[2]:
        return hand.front(hand.of[2][0], hand.of[2][0])
    odd = hand.of[1]
    if four >= JACK or (7 <= four <= TEN and odd[0] < KING):
        return hand.front(four, four)
    return hand.front(odd[0], odd[1])


def _three_of_a_kind(hand: Seven) -> Setting:
    """Lines 5 to 7."""
    three = hand.of[3][0]
    if len(hand.of[3]) == 2:
        return hand.front(three, three)
    if hand.of[2]:
        return hand.front(hand.of[2][0], hand.of[2][0])
    complete = _complete(one for one in hand.settings if not is_foul(one))
    if complete:
        return _strongest(complete)
    odd = hand.of[1]
    if three == ACE:
        return hand.front(ACE, odd[0])
    return hand.front(odd[0], odd[1])


def _two_pair(hand: Seven) -> Setting:
    """Line 9."""
    high, low = hand.of[2]
    odd = hand.of[1]
    if high >= JACK:
        return hand.front(low, low)
    if high >= 7:
        return hand.front(ACE, odd[1]) if odd[0] == ACE else hand.front(low, low)
    return hand.front(odd[0], odd[1]) if odd[0] >= KING else hand.front(low, low)


def _one_pair(hand: Seven) -> Setting:
    """Lines 10 and 11."""
    pair, odd = hand.of[2][0], hand.of[1]
    pair_behind = hand.front(odd[0], odd[1])
    complete = _complete(hand.settings)
    if not complete:
        return pair_behind
    highest = _strongest(complete)
    exception = TEN <= pair <= KING and odd[0] == ACE
    if exception and pair_behind.front_value > highest.front_value:
        return pair_behind
    return highest


def _no_pair(hand: Seven) -> Setting:
    """Lines 12 and 13."""
    complete = _complete(hand.settings)
    if complete:
        return _strongest(complete)
    return hand.front(hand.of[1][1], hand.of[1][2])


@lru_cache(maxsize=50_000)
def _house_way(cards: tuple[str, ...], wheel: str) -> Setting:
    """The first line of the list that matches."""
    hand = count(cards, wheel)
    if hand.of[5]:
        return hand.front(KING, KING) if KING in hand.of[2] else hand.front(ACE, ACE)
    if hand.of[4]:
        return _four_of_a_kind(hand)
    if hand.of[3]:
        return _three_of_a_kind(hand)
    if len(hand.of[2]) == 3:
        return hand.front(hand.of[2][0], hand.of[2][0])
    if len(hand.of[2]) == 2:
        return _two_pair(hand)
    if hand.of[2]:
        return _one_pair(hand)
    return _no_pair(hand)


def house_way(cards: Sequence[str], wheel: str) -> Setting:
    """How the house sets seven cards."""
    return _house_way(tuple(sorted(cards)), wheel)


def _poker_key(seven: Sequence[str], wheel: str) -> tuple[Value, Value]:
    """The best five-card hand of the seven and the best two left over beside it."""
    settings = [setting(seven, front, wheel) for front in combinations(seven, 2)]
    return max((one.back_value, one.front_value) for one in settings)


def best_seven(eight: Sequence[str], reading: str, wheel: str) -> tuple[list[str], Setting]:
    """The dealer's seven cards and how they are set; a joker is discarded (clause 4)."""
    if JOKER in eight:
        seven = [card for card in eight if card != JOKER]
        return seven, house_way(seven, wheel)
    keys: dict[str, Callable[[Sequence[str], Setting], object]] = {
        "expected": lambda _seven, one: percentile(one.back_value, one.front_value, wheel),
        "high": lambda _seven, one: (one.back_value, one.front_value),
        "low": lambda _seven, one: (one.front_value, one.back_value),
        "poker": lambda seven, _one: _poker_key(seven, wheel),
    }
    best: tuple[list[str], Setting] | None = None
    best_key: tuple[object, Value, Value] | None = None
    for discarded in eight:
        seven = [card for card in eight if card != discarded]
        one = house_way(seven, wheel)
        key = (keys[reading](seven, one), one.back_value, one.front_value)
        if best_key is None or key > best_key:
            best, best_key = (seven, one), key
    assert best is not None
    return best
