"""Premium Hold'em's naive twin: every deal of a tiny deck, its end by what the player knows, then the decisions."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple

import houseway
from houseway.cards.hands import category, poker_strength
from houseway.games.premium_holdem.variant import Variant
from houseway.games.pricing.analysis import MainAnalysis
from naive import cards

GAME = houseway.game("premium-holdem")
DEALS = 66_444_101_724_000
PAYS = {9: Fraction(500), 8: Fraction(100), 7: Fraction(10), 6: Fraction(3), 5: Fraction(3, 2), 4: Fraction(1)}
OTHER_PAYS = {9: Fraction(7), 8: Fraction(6), 7: Fraction(5, 3), 6: Fraction(0), 5: Fraction(4), 4: Fraction(1, 4)}
THREES = poker_strength(cards("3c 3d 2c 4d 5h"))  # the weakest pair of threes

Hand = tuple[int, ...]


def deck_of(ranks: str, suits: int) -> list[int]:
    """Each of the ranks in each of the first suits."""
    return [*cards(" ".join(rank + suit for suit in "cdhs"[:suits] for rank in ranks))]


def pays_of(by_category: Mapping[int, Fraction]) -> tuple[Fraction, ...]:
    """The pays in the order of the X-tra Bonus table: royal flush to straight, then trips or less."""
    return (*(by_category[kind] for kind in (9, 8, 7, 6, 5, 4)), Fraction(0))


class Ending(NamedTuple):
    """How a deal ends for a player who stays in: win, lose or push; what a win pays on the Ante and the X-tra Bonus."""

    outcome: str
    ante: int
    pay: Fraction


Boards = dict[Hand, Counter[Ending]]


def ending(player: int, dealer: int, pays: Mapping[int, Fraction], least: int = THREES) -> Ending:
    """Winning and losing."""
    if player > dealer:
        return Ending("win", 1 if dealer >= least else 0, pays.get(category(player), Fraction(0)))
    return Ending("lose" if player < dealer else "push", 0, Fraction(0))


def net(how: Ending, times: int) -> Fraction:
    """The net of Ante, X-tra Bonus and a Play wager, in antes."""
    if how.outcome == "win":
        return how.ante + times + how.pay
    return Fraction(0) if how.outcome == "push" else Fraction(-2 - times)


def worth(endings: Counter[Ending], times: int) -> Fraction:
    """The nets of some deals, added."""
    return sum((count * net(how, times) for how, count in endings.items()), Fraction(0))


def all_deals(deck: Sequence[int]) -> Iterator[tuple[Hand, Hand, Hand]]:
    """Hole cards, board, dealer."""
    for hole in combinations(deck, 3):
        rest = [card for card in deck if card not in hole]
        for board in combinations(rest, 4):
            for dealer in combinations([card for card in rest if card not in board], 3):
                yield hole, board, dealer


def information_sets(deck: Sequence[int], pays: Mapping[int, Fraction], least: int = THREES) -> dict[Hand, Boards]:
    """How deals end, by hole cards, then by board."""
    strength = cache(poker_strength)
    sets: dict[Hand, Boards] = defaultdict(lambda: defaultdict(Counter))
    for hole, board, dealer in all_deals(deck):
        ours, theirs = strength(frozenset(hole + board)), strength(frozenset(dealer + board))
        sets[hole][board][ending(ours, theirs, pays, least)] += 1
    return sets


def best_after(endings: Counter[Ending]) -> tuple[str, Fraction]:
    """The best decision on a board and the nets of all its deals; of equals the decision that stakes less."""
    values = {
        "fold": Fraction(-2 * endings.total()),
        "play 1x": worth(endings, 1),
        "play 2x": worth(endings, 2),
    }
    return max(values.items(), key=lambda item: item[1])


def best_ends(boards: Boards) -> dict[str, Counter[Ending]]:
    """The endings after each last decision of the best strategy."""
    checked: dict[str, Counter[Ending]] = defaultdict(Counter)
    check = Fraction(0)
    for endings in boards.values():
        last, value = best_after(endings)
        checked[last].update(endings)
        check += value
    everything = sum(checked.values(), Counter[Ending]())
    return checked if check >= worth(everything, 3) else {"play 3x": everything}


def naive_figures(deck: Sequence[int], pays: Mapping[int, Fraction], least: int = THREES) -> dict[str, object]:
    """What the analysis says, but for its details."""
    ends = {last: Counter[Ending]() for last in ("fold", "play 1x", "play 2x", "play 3x")}
    for boards in information_sets(deck, pays, least).values():
        for last, endings in best_ends(boards).items():
            ends[last].update(endings)
    return figures_of(ends)


def figures_of(ends: dict[str, Counter[Ending]]) -> dict[str, object]:
    """Figures from how deals end after each last decision."""
    rounds = Counter({last: endings.total() for last, endings in ends.items()})
    deals = rounds.total()
    folds = ends.pop("fold").total()
    nets = [(folds, Fraction(-2))]
    outcomes = Counter({"win": 0, "lose": 0, "push": 0, "fold": folds})
    for times, endings in enumerate(ends.values(), start=1):
        for how, count in endings.items():
            nets.append((count, net(how, times)))
            outcomes[how.outcome] += count
    stakes = {"fold": 2, "play 1x": 3, "play 2x": 4, "play 3x": 5}
    likely: dict[Fraction, Fraction] = {}
    for count, one in nets:
        if count:
            likely[one] = likely.get(one, Fraction(0)) + Fraction(count, deals)
    return {
        "nets": likely,
        "per": "ante",
        "deals": deals,
        "net": sum((count * one for count, one in nets), Fraction(0)) / deals,
        "wagered": Fraction(sum(count * stakes[last] for last, count in rounds.items()), deals),
        "net_squared": sum((count * one**2 for count, one in nets), Fraction(0)) / deals,
        "decisions": {
            "check": Fraction(deals - rounds["play 3x"], deals),
            **{last: Fraction(count, deals) for last, count in rounds.items()},
        },
        "outcomes": {name: Fraction(count, deals) for name, count in outcomes.items()},
    }


def figures(main: MainAnalysis) -> dict[str, object]:
    """Everything but what the first decisions are worth."""
    return {name: value for name, value in vars(main).items() if name != "openings"}


def variant(ranks: str, suits: int, pays: Mapping[int, Fraction] = PAYS, least: int = THREES) -> Variant:
    """A game with a tiny deck."""
    return Variant(ranks=tuple(card for card in deck_of(ranks, 1)), suits=suits, pays=pays_of(pays), least=least)
