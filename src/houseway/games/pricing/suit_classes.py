"""Suits without names: boards and hands that differ only in which suit is which form one class and are counted once.

Two facts reduce exact counting:

- Renaming the suits changes no result. So the rank masks of the four suits, in any order, identify a set of cards; for
  several sets, such as a flop and a hand, these masks stand side by side.
- A suit that cannot make a flush does not affect who wins. For a suit that can, a card is either of that suit or merely
  a rank. So cards are counted as *symbols*: 0 to 12 is a rank of any other suit, 13 to 25 a club and 26 to 38 a
  diamond, where these are the suits that can make a flush. Several cards can be the same symbol.
"""

import math
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, combinations_with_replacement, groupby, permutations, product
from typing import Final, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import KEYS
from houseway.errors import InvalidInput
from houseway.games.pricing.analysis import MainAnalysis, nets_of
from houseway.kernel import counter, kernel

Counts = npt.NDArray[np.int64]
Masks = tuple[int, int, int, int]  # the ranks of each suit

FULL_DECK: Final = tuple(range(52))
TRIPLES: Final = 1755  # the classes of three cards

# The key and the mask of a symbol, which add up like those of cards; a mere rank counts for no suit.
_RANK_SUM: Final = (1 << 32) - 1
SYMBOL_KEYS: Final = array("q", [*(key & _RANK_SUM for key in KEYS[:13]), *KEYS[:26]])
SYMBOL_MASKS: Final = array("q", [0] * 13 + [1 << card for card in range(26)])


def ranks_and_suits(deck: Iterable[int]) -> tuple[tuple[int, ...], int]:
    """The ranks of a deck, ascending, and its number of suits; it must hold each of its ranks in each of its suits."""
    cards = sorted(deck)
    ranks = sorted({card % 13 for card in cards})
    suits = sorted({card // 13 for card in cards})
    if cards != [13 * suit + rank for suit in suits for rank in ranks] or not set(cards) <= set(FULL_DECK):
        raise InvalidInput("must be some ranks, each in the same suits", field="deck")
    return tuple(ranks), len(suits)


def suit_masks(cards: Iterable[int]) -> Masks:
    """The ranks of each suit as a mask, the largest first: the same for all cards of a class."""
    masks = [0, 0, 0, 0]
    for card in cards:
        masks[card // 13] |= 1 << card % 13
    first, second, third, fourth = sorted(masks, reverse=True)
    return first, second, third, fourth


def cards_of(masks: Iterable[int]) -> list[int]:
    """The cards of a mask a suit."""
    return [13 * suit + rank for suit, mask in enumerate(masks) for rank in range(13) if mask >> rank & 1]


def suit_classes(ranks: Sequence[int], suits: int, cards: int) -> Iterator[Masks]:
    """Every class of this many cards once, with longer suits first, and larger masks first among equally long ones."""
    for sizes in _suit_sizes(cards, suits, cards):
        runs = [combinations_with_replacement(_masks(ranks, size), len(list(run))) for size, run in groupby(sizes)]
        for masks in product(*runs):
            first, second, third, fourth = chain(*masks, [0] * (4 - suits))
            yield first, second, third, fourth


def _suit_sizes(cards: int, suits: int, most: int) -> Iterator[tuple[int, ...]]:
    """How many cards the suits can hold, in descending order."""
    if suits == 0:
        yield from [()] if cards == 0 else []
        return
    for size in range(min(cards, most), -1, -1):
        for others in _suit_sizes(cards - size, suits - 1, size):
            yield (size, *others)


def _masks(ranks: Sequence[int], size: int) -> list[int]:
    return sorted((sum(1 << rank for rank in held) for held in combinations(ranks, size)), reverse=True)


@kernel
def relabellings(first: int, second: int, third: int, fourth: int, suits: int) -> int:
    """How many deals a class stands for: the orders of its masks over `suits` suits; equal masks must be neighbours."""
    orders, run = 1, 1
    if suits > 1:
        run = run + 1 if first == second else 1
        orders = orders * 2 // run
    if suits > 2:
        run = run + 1 if second == third else 1
        orders = orders * 3 // run
    if suits > 3:
        run = run + 1 if third == fourth else 1
        orders = orders * 4 // run
    return orders


@kernel
def suit_key(suit: int, one: int, two: int, a: int, b: int, c: int) -> int:
    """The ranks that a suit holds of a board of three and a hand of two: two masks side by side, the board's first."""
    return (
        (1 << one % 13 if one // 13 == suit else 0)
        + (1 << two % 13 if two // 13 == suit else 0)
        + (1 << 13 + a % 13 if a // 13 == suit else 0)
        + (1 << 13 + b % 13 if b // 13 == suit else 0)
        + (1 << 13 + c % 13 if c // 13 == suit else 0)
    )


@kernel
def suit_place(suit: int, one: int, two: int, a: int, b: int, c: int) -> int:
    """The number of a suit if suits are numbered in the order of what they hold, the largest first."""
    own = suit_key(suit, one, two, a, b, c)
    place = 0
    for other in range(4):
        key = suit_key(other, one, two, a, b, c)
        if key > own or (key == own and other < suit):
            place += 1
    return place


@kernel
def ascending_place(one: int, two: int, three: int) -> int:
    """The number of three symbols or ranks in ascending order, of which some may be equal."""
    return three * (three + 1) * (three + 2) // 6 + two * (two + 1) // 2 + one


@kernel
def couples(one: int, two: int, ones: int, twos: int) -> int:
    """In how many ways two symbols can be taken together, given how many cards of each are left."""
    return ones * (ones - 1) // 2 if one == two else ones * twos


def _triple_numbers() -> "array[int]":
    """The class of any three cards in any order, by 2704 x one + 52 x two + three."""
    numbers = array("h", bytes(2 * 52**3))
    classes: dict[Masks, int] = {}
    for triple in combinations(FULL_DECK, 3):
        number = classes.setdefault(suit_masks(triple), len(classes))
        for one, two, three in permutations(triple):
            numbers[2704 * one + 52 * two + three] = number
    return numbers


TRIPLE_NUMBERS: Final = _triple_numbers()


@kernel
def triple_class(one: int, two: int, three: int) -> int:
    """The class, 0 to 1754, of three cards in any order."""
    return TRIPLE_NUMBERS[2704 * one + 52 * two + three]


@counter
def sort_by_strength(strengths: Counts, hands: Counts, count: int, spare: Counts) -> None:
    """Sort the first `count` hands by `strengths[hand]`, the weakest first, by seven bits and then seven more."""
    lower, upper = np.zeros(128, np.int64), np.zeros(128, np.int64)
    for i in range(count):
        lower[strengths[hands[i]] & 127] += 1
        upper[strengths[hands[i]] >> 7 & 127] += 1
    below = above = 0
    for digit in range(128):
        below, above = below + lower[digit], above + upper[digit]
        lower[digit], upper[digit] = below - lower[digit], above - upper[digit]
    for i in range(count):
        digit = strengths[hands[i]] & 127
        spare[lower[digit]] = hands[i]
        lower[digit] += 1
    for i in range(count):
        digit = strengths[spare[i]] >> 7 & 127
        hands[upper[digit]] = spare[i]
        upper[digit] += 1


@counter
def end_of_tie(strengths: Counts, hands: Counts, start: int, count: int) -> int:
    """Where, among sorted hands, the hands end that are as strong as the one at `start`."""
    stop = start + 1
    while stop < count and strengths[hands[stop]] == strengths[hands[start]]:
        stop += 1
    return stop


# ---- two streets: check or play, then fold or play for the hands that checked

MOST_PAID: Final = 10**11  # times the scale of the pays: sums over the deals of one decision stay within 64 bits

Results = Sequence[int]  # how often each result of a round comes, or what it nets
Checked = Mapping[str, Results]  # the results after each decision of the second street, when the first was to check


def whole_pays(pays: Sequence[Fraction], lines: int) -> tuple[int, list[int]]:
    """The scale that makes the pays of this many lines whole, and the pays times that scale."""
    scale = math.lcm(*(pay.denominator for pay in pays))
    if len(pays) != lines or not 0 <= min(pays) <= max(pays) <= MOST_PAID / scale:
        raise InvalidInput(f"must be {lines} pays of simple odds", field="pays")
    return scale, [int(scale * pay) for pay in pays]


def dot(counts: Iterable[int], nets: Iterable[int]) -> int:
    """The sum of the nets of all results."""
    return sum(count * net for count, net in zip(counts, nets, strict=True))


def added(rows: Iterable[Results]) -> list[int]:
    """The sum of the rows, result by result."""
    return [sum(column) for column in zip(*rows, strict=True)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What the first decisions are worth to one kind of hole cards."""

    deals: int
    scale: int
    worth: Mapping[str, int]  # the nets of all its deals together, in antes times the scale
    best: str

    @property
    def values(self) -> dict[str, Fraction]:
        """The expected net of each decision, in antes."""
        return {decision: Fraction(worth, self.scale * self.deals) for decision, worth in self.worth.items()}


Kind = TypeVar("Kind")  # of hole cards


@dataclass(frozen=True, kw_only=True)
class TwoStreetAnalysis(MainAnalysis, Generic[Kind]):
    """A main game of two streets, and what the first decisions are worth to each kind of hole cards."""

    openings: Mapping[Kind, Opening]


@dataclass(frozen=True, kw_only=True)
class Payoffs:
    """The results of a round: win, lose or push, and by last decision the net times a scale."""

    scale: int  # makes all nets whole
    outcomes: Sequence[str]
    nets: Mapping[str, Results]
    stakes: Mapping[str, int]  # by last decision, in antes

    def opening(self, checked: Checked, plays: Iterable[str]) -> Opening:
        """The worth of a check and of each Play wager of the first street, and the best; of equals the lower stake."""
        dealt = added(checked.values())
        worth = {"check": sum(dot(results, self.nets[decision]) for decision, results in checked.items())}
        worth |= {play: dot(dealt, self.nets[play]) for play in plays}
        best = max(worth, key=lambda decision: worth[decision])
        return Opening(deals=sum(dealt), scale=self.scale, worth=worth, best=best)

    def analysis(self, kinds: Mapping[Kind, Checked], plays: Sequence[str]) -> TwoStreetAnalysis[Kind]:
        """The main game when each kind of hole cards opens with its best decision; `plays` in order of their stakes."""
        openings = {kind: self.opening(checked, plays) for kind, checked in kinds.items()}
        return self.summary(self.ends(kinds, openings), plays, openings)

    def ends(self, kinds: Mapping[Kind, Checked], openings: Mapping[Kind, Opening]) -> dict[str, list[int]]:
        """How often each result comes after each last decision, if hands open in this way."""
        ends = {decision: [0] * len(self.outcomes) for decision in self.nets}
        for kind, checked in kinds.items():
            best = openings[kind].best
            for decision, results in checked.items():
                last = decision if best == "check" else best
                ends[last] = added((ends[last], results))
        return ends

    def summary(
        self, ends: Mapping[str, Results], plays: Iterable[str], openings: Mapping[Kind, Opening]
    ) -> TwoStreetAnalysis[Kind]:
        """The analysis, from how often each result comes after each last decision."""
        rounds = {decision: sum(results) for decision, results in ends.items()}
        deals = sum(rounds.values())
        net = sum(dot(ends[decision], nets) for decision, nets in self.nets.items())
        squares = sum(dot(ends[decision], [one**2 for one in nets]) for decision, nets in self.nets.items())
        played = added(results for decision, results in ends.items() if decision != "fold")
        came = {
            name: sum(count for count, outcome in zip(played, self.outcomes, strict=True) if outcome == name)
            for name in ("win", "lose", "push")
        }
        return TwoStreetAnalysis(
            per="ante",
            deals=deals,
            net=Fraction(net, self.scale * deals),
            wagered=Fraction(sum(self.stakes[decision] * count for decision, count in rounds.items()), deals),
            net_squared=Fraction(squares, self.scale**2 * deals),
            decisions={
                decision: Fraction(count, deals)
                for decision, count in {"check": deals - sum(rounds[play] for play in plays), **rounds}.items()
            },
            outcomes={name: Fraction(count, deals) for name, count in {**came, "fold": rounds["fold"]}.items()},
            nets=nets_of(
                (
                    (Fraction(one, self.scale), count)
                    for decision, nets in self.nets.items()
                    for one, count in zip(nets, ends[decision], strict=True)
                ),
                deals,
            ),
            openings=openings,
        )
