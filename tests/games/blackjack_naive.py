"""Down Under Blackjack the naive way: small shoes, every card one by one, in fractions, the hole card included."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Protocol

from houseway.games.down_under_blackjack.card_values import CARDS
from houseway.games.down_under_blackjack.variant import Variant

Values = tuple[int, ...]  # cards as values: 0 to 7 are two to nine, 8 a ten, 9 an ace
Cards = tuple[int, ...]  # how many cards of each value

# Small shoes with enough cards for four split hands: eights between sixes and tens; aces, fives and tens; and fives and
# sixes, which are doubled after a split.
EIGHTS: Cards = (0, 0, 0, 0, 5, 0, 8, 0, 9, 0)
ACES: Cards = (0, 0, 0, 6, 0, 0, 0, 4, 9, 5)
FIVES: Cards = (0, 0, 0, 7, 6, 0, 0, 0, 11, 0)
MIXED: Cards = (2, 2, 2, 2, 2, 2, 2, 2, 8, 2)


def naive_total(cards: Values) -> int:
    total = sum(11 if value == 9 else value + 2 for value in cards)
    for _ in range(cards.count(9)):
        total -= 10 if total > 21 else 0
    return total


def naive_is_soft(cards: Values) -> bool:
    return 9 in cards and sum(1 if value == 9 else value + 2 for value in cards) <= 11


def without(shoe: Cards, *values: int) -> Cards:
    return tuple(count - values.count(value) for value, count in enumerate(shoe))


def deal(shoe: Cards) -> list[tuple[int, Fraction, Cards]]:
    """Every next card with its chance and what is left; a shoe that runs out is no test of anything."""
    assert sum(shoe) > 0
    return [(v, Fraction(shoe[v], sum(shoe)), without(shoe, v)) for v in range(10) if shoe[v]]


@cache
def naive_dealer(shoe: Cards, cards: Values, hits: bool) -> dict[int, Fraction]:
    """How likely the dealer ends with each total, 23 for all above 22."""
    total = naive_total(cards)
    if total > 17 or (total == 17 and not (hits and naive_is_soft(cards))):
        return {min(total, 23): Fraction(1)}
    found: dict[int, Fraction] = {}
    for value, chance, left in deal(shoe):
        for final, then in naive_dealer(left, tuple(sorted((*cards, value))), hits).items():
            found[final] = found.get(final, Fraction(0)) + chance * then
    return found


def naive_result(total: int, golds: bool, dealer: int) -> int:
    if dealer == 22:
        return 1 if total == 21 or golds else 0
    return 1 if dealer > 22 or total > dealer else 0 if total == dealer else -1


class Strategist(Protocol):
    """Whoever says what to do with cards against an up card and a hole card."""

    @property
    def variant(self) -> Variant: ...

    def decision(
        self, up: int, hole: int, cards: Sequence[int], *, split: bool = False, may_split_now: bool = True
    ) -> str: ...


class NaiveRound:
    """A round by a strategy, hand after hand as at the table."""

    def __init__(self, strategy: Strategist, up: int, hole: int) -> None:
        self.strategy, self.up, self.hole = strategy, up, hole
        self.hits, self.most = strategy.variant.hits_soft_17, strategy.variant.most_hands
        self.play = cache(self._play)

    def decision(self, cards: Values, split: bool, hands: int) -> str:
        if naive_total(cards) >= 21:
            return "stand"
        may = len(cards) == 2 and cards[0] == cards[1] and hands < self.most
        coded = [CARDS[value] for value in cards]
        return self.strategy.decision(CARDS[self.up], CARDS[self.hole], coded, split=split, may_split_now=may)

    def _play(self, shoe: Cards, cards: Values, split: bool, waiting: int, hands: int, done: Values) -> Fraction:
        """The expected net result; `done` are totals that stand, doubled ones twice, golds with 100 added."""
        if len(cards) == 1:
            return sum(c * self.play(s, (*cards, v), True, waiting, hands, done) for v, c, s in deal(shoe)) + Fraction(
                0
            )
        decision = self.decision(cards, split, hands)
        if decision == "split":
            return self.play(shoe, cards[:1], True, waiting + 1, hands + 1, done)
        if decision == "stand":
            golds = not split and len(cards) == 2 and min(cards) >= 8
            return self.next(shoe, cards, waiting, hands, (*done, naive_total(cards) + 100 * golds))
        net = Fraction(0)
        for value, chance, left in deal(shoe):
            more = (*cards, value)
            if naive_total(more) > 21:
                net += chance * (-(2 if decision == "double" else 1) + self.next(left, cards, waiting, hands, done))
            elif decision == "double":
                net += chance * self.next(left, cards, waiting, hands, (*done, *[naive_total(more)] * 2))
            else:
                net += chance * self.play(left, more, split, waiting, hands, done)
        return net

    def next(self, shoe: Cards, cards: Values, waiting: int, hands: int, done: Values) -> Fraction:
        if waiting:
            return self.play(shoe, cards[:1], True, waiting - 1, hands, tuple(sorted(done)))
        finals = naive_dealer(shoe, tuple(sorted((self.up, self.hole))), self.hits) if done else {}
        return Fraction(0) + sum(
            chance * naive_result(hand % 100, hand > 100, final) for final, chance in finals.items() for hand in done
        )


def naive_net(strategy: Strategist, pays: Fraction) -> Fraction:
    """The expected net result of a whole round, over every deal."""
    net, shoe = Fraction(0), strategy.variant.shoe
    for up, up_chance, after_up in deal(shoe):
        for hole, hole_chance, after_hole in deal(after_up):
            game = NaiveRound(strategy, up, hole)
            for one, one_chance, after_one in deal(after_hole):
                for two, two_chance, left in deal(after_one):
                    chance = up_chance * hole_chance * one_chance * two_chance
                    net += chance * naive_deal(game, (one, two), left, pays)
    return net


def naive_deal(game: NaiveRound, cards: Values, shoe: Cards, pays: Fraction) -> Fraction:
    natural, dealer = {*cards} == {8, 9}, {game.up, game.hole} == {8, 9}
    if natural or dealer:
        return Fraction(0) if natural and dealer else pays if natural else Fraction(-1)
    return game.play(shoe, cards, False, 0, 1, ())


def small(shoe: Cards, soft_17: str = "hit") -> Variant:
    """The letter's game with a small shoe."""
    return replace(Variant.of(2, soft_17), shoe=shoe)
