"""What decisions of Down Under Blackjack are worth: every habit against a naive player who keeps it, card by card."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

import pytest

from games.blackjack_naive import (
    ACES,
    EIGHTS,
    FIVES,
    Cards,
    Values,
    deal,
    naive_dealer,
    naive_result,
    naive_total,
    small,
    without,
)
from houseway.games.down_under_blackjack.exact.analysis import analyze
from houseway.games.down_under_blackjack.exact.main_game import habits_of, questions
from houseway.games.down_under_blackjack.variant import Variant
from houseway.lab.shards import Threads

TEN, ACE = 8, 9  # as values
UNSPLIT = -1  # in place of the value of a pair

THREES: Cards = (0, 5, 0, 0, 0, 0, 4, 0, 8, 2)  # many cards to a hand
FEW_ACES: Cards = (0, 0, 0, 4, 0, 0, 0, 3, 10, 4)
SHOES = {"eights": EIGHTS, "aces": FEW_ACES, "fives": FIVES, "threes": THREES}


# ---- the naive way, from the letter


@dataclass(frozen=True)
class Habit:
    """A decision that is always made, or never."""

    decision: str
    always: bool

    def __str__(self) -> str:
        return f"{'always' if self.always else 'never'} {self.decision}"

    def allowed(self, legal: set[str]) -> set[str]:
        """Those of the legal decisions that the habit leaves; never none."""
        return ({self.decision} & legal if self.always else legal - {self.decision}) or legal


class NaivePlayer:
    """Whoever has a habit and plays all else as is best, against an up card and what the hole card may be.

    A hand from a split is played by its own cards and the two of the pair; a pair is split again always or never.
    """

    def __init__(self, variant: Variant, habit: Habit, up: int, hole: Values) -> None:
        self.variant, self.habit, self.up, self.hole = variant, habit, up, hole
        self.values = cache(self._values)

    def legal(self, cards: Values, pair: int) -> set[str]:
        """The decisions on a hand, one that is split again aside (clauses 7 and 8)."""
        if naive_total(cards) >= 21 or pair == ACE:
            return {"stand"}
        doubles = len(cards) == 2 and (pair == UNSPLIT or self.variant.doubles_after_split)
        return {"stand", "hit", "double"} if doubles else {"stand", "hit"}

    def may_split(self, cards: Values, hands: int) -> bool:
        return len(cards) == 2 and cards[0] == cards[1] and hands < self.variant.most_hands

    # A hand that is not split again. `unseen` are the cards that the player does not see, the hole card among them.

    def holes(self, unseen: Cards) -> list[tuple[int, Fraction, Cards]]:
        """What the hole card may be, how likely, and what is left."""
        count = sum(unseen[value] for value in self.hole)
        return [(v, Fraction(unseen[v], count), without(unseen, v)) for v in self.hole if unseen[v]]

    def finals(self, shoe: Cards, down: int) -> dict[int, Fraction]:
        return naive_dealer(shoe, tuple(sorted((self.up, down))), self.variant.hits_soft_17)

    def stand(self, unseen: Cards, cards: Values, pair: int) -> Fraction:
        total, golds = naive_total(cards), pair == UNSPLIT and len(cards) == 2 and min(cards) >= TEN
        if total > 21:
            return Fraction(-1)
        return Fraction(0) + sum(
            chance * then * naive_result(total, golds, final)
            for down, chance, left in self.holes(unseen)
            for final, then in self.finals(left, down).items()
        )

    def _values(self, unseen: Cards, cards: Values, pair: int) -> dict[str, Fraction]:
        """What each decision that the habit leaves is worth."""
        allowed = self.habit.allowed(self.legal(cards, pair))
        found = dict.fromkeys(("stand", "hit", "double"), Fraction(0))  # of equal ones the first is taken
        found["stand"] = self.stand(unseen, cards, pair)
        for _, chance, left in self.holes(unseen) if allowed != {"stand"} else []:
            for value, drawn, _ in deal(left):
                after = without(unseen, value), tuple(sorted((*cards, value))), pair
                if "hit" in allowed:
                    found["hit"] += chance * drawn * self.best(*after)
                if "double" in allowed:
                    found["double"] += 2 * chance * drawn * self.stand(*after)
        return {decision: value for decision, value in found.items() if decision in allowed}

    def best(self, unseen: Cards, cards: Values, pair: int) -> Fraction:
        return Fraction(-1) if naive_total(cards) > 21 else max(self.values(unseen, cards, pair).values())

    def decision(self, unseen: Cards, cards: Values, pair: int) -> str:
        worth = self.values(unseen, cards, pair)
        return max(worth, key=lambda decision: worth[decision])

    # A split, and a round.

    def split(self, unseen: Cards, pair: int) -> Fraction:
        """What it is worth to split a pair: again wherever that is allowed, or never."""
        allowed = self.habit.allowed(self.legal((pair, pair), pair) | {"split"})
        rounds = [SplitRound(self, unseen, pair, again) for again in {"split" in allowed, allowed == {"split"}}]
        return max(one.net() for one in rounds)

    def hand(self, unseen: Cards, cards: Values) -> Fraction:
        """What two cards are worth that are no blackjack."""
        values = self.values(unseen, cards, UNSPLIT)
        if self.may_split(cards, 1):
            allowed = self.habit.allowed(self.legal(cards, UNSPLIT) | {"split"})
            values = {decision: value for decision, value in values.items() if decision in allowed}
            if "split" in allowed:
                values["split"] = self.split(unseen, cards[0])
        return max(values.values())


class SplitRound:
    """The hands of a pair, one after the other as at the table."""

    def __init__(self, player: NaivePlayer, unseen: Cards, pair: int, again: bool) -> None:
        self.player, self.unseen, self.pair, self.again = player, unseen, pair, again
        self.play = cache(self._play)

    def net(self) -> Fraction:
        holes = self.player.holes(self.unseen)
        return Fraction(0) + sum(chance * self.play(left, down, (self.pair,), 1, 2, ()) for down, chance, left in holes)

    def _play(self, shoe: Cards, down: int, cards: Values, waiting: int, hands: int, done: Values) -> Fraction:
        """The expected net result; `done` are totals that stand, doubled ones twice."""
        if len(cards) == 1:
            decision = "hit"
        elif self.again and self.player.may_split(cards, hands):
            return self.play(shoe, down, cards[:1], waiting + 1, hands + 1, done)
        else:
            drawn = list(cards)
            drawn.remove(self.pair)
            decision = self.player.decision(without(self.unseen, *drawn), cards, self.pair)
        if decision == "stand":
            return self.next(shoe, down, waiting, hands, (*done, naive_total(cards)))
        net, stake = Fraction(0), 2 if decision == "double" else 1
        for value, chance, left in deal(shoe):
            more = tuple(sorted((*cards, value)))
            if naive_total(more) > 21:
                net += chance * (self.next(left, down, waiting, hands, done) - stake)
            elif decision == "double":
                net += chance * self.next(left, down, waiting, hands, (*done, *[naive_total(more)] * 2))
            else:
                net += chance * self.play(left, down, more, waiting, hands, done)
        return net

    def next(self, shoe: Cards, down: int, waiting: int, hands: int, done: Values) -> Fraction:
        if waiting:
            return self.play(shoe, down, (self.pair,), waiting - 1, hands, tuple(sorted(done)))
        finals = self.player.finals(shoe, down) if done else {}
        return Fraction(0) + sum(
            chance * naive_result(hand, False, final) for final, chance in finals.items() for hand in done
        )


def light(value: int) -> int:
    """Small, medium or gold (clause 3)."""
    return 0 if value < 4 else 1 if value < TEN else 2


def known_holes(up: int, hole: int) -> Values:
    """The values that a hole card may have for whoever sees the table; two golds are turned up (clause 11)."""
    return (hole,) if light(up) == light(hole) == 2 else tuple(v for v in range(10) if light(v) == light(hole))


def naive_edge(variant: Variant, habit: Habit, pays: Fraction) -> Fraction:
    """The house edge, over every deal."""
    net, player = Fraction(0), cache(lambda up, hole: NaivePlayer(variant, habit, up, hole))
    value = cache(lambda up, hole, unseen, cards: player(up, hole).hand(unseen, cards))
    for up, up_chance, after_up in deal(variant.shoe):
        for hole, hole_chance, after_hole in deal(after_up):
            for one, one_chance, after_one in deal(after_hole):
                for two, two_chance, _ in deal(after_one):
                    chance = up_chance * hole_chance * one_chance * two_chance
                    natural, dealer = {one, two} == {TEN, ACE}, {up, hole} == {TEN, ACE}
                    if natural or dealer:
                        net += chance * (0 if natural and dealer else pays if natural else -1)
                    else:
                        cards = (min(one, two), max(one, two))
                        net += chance * value(up, known_holes(up, hole), without(after_up, one, two), cards)
    return -net


# ---- the counters

HABITS = [Habit(decision, always=False) for decision in ("hit", "stand", "double", "split")]
HABITS += [Habit(decision, always=True) for decision in ("double", "split")]


@cache
def told(variant: Variant) -> dict[str, float]:
    """The house edge with each habit, as the analysis tells it where a blackjack pays 6 to 5."""
    habits = [habit for answers in habits_of(variant).values() for habit in answers.values()]
    best = analyze(variant, Threads(1), habits=habits)
    return {answer: float(edge) for answers in questions(best, "6:5").values() for answer, edge in answers.items()}


def check(variant: Variant, habit: Habit) -> None:
    expected = naive_edge(variant, habit, Fraction(6, 5))
    assert told(variant)[str(habit)] == pytest.approx(float(expected), abs=1e-14)


@pytest.mark.parametrize("soft_17", ["hit", "stand"])
@pytest.mark.parametrize("shoe", SHOES)
@pytest.mark.parametrize("habit", HABITS, ids=str)
def test_a_habit_is_worth_what_it_is_worth_card_by_card(habit: Habit, shoe: str, soft_17: str) -> None:
    check(small(SHOES[shoe], soft_17), habit)


@pytest.mark.slow
@pytest.mark.parametrize("habit", HABITS, ids=str)
def test_a_habit_is_worth_the_same_in_a_shoe_with_more_aces(habit: Habit) -> None:
    check(small(ACES), habit)


@pytest.mark.parametrize(("most", "doubles"), [(1, True), (2, True), (2, False), (3, False)])
@pytest.mark.parametrize("habit", HABITS[:3], ids=str)
def test_with_other_limits_of_splits_too(habit: Habit, most: int, doubles: bool) -> None:
    check(replace(small(FIVES), most_hands=most, doubles_after_split=doubles), habit)


def test_whoever_never_stands_splits_aces_again_even_if_that_is_worse() -> None:
    """Split aces get no more cards, so that a third one could only be stood on."""
    variant = replace(small((0, 0, 0, 7, 0, 0, 7, 0, 2, 4)), most_hands=3)
    unseen = without(variant.shoe, ACE, ACE, ACE)
    player = NaivePlayer(variant, Habit("stand", always=False), ACE, (0, 1, 2, 3))
    assert player.split(unseen, ACE) == SplitRound(player, unseen, ACE, again=True).net()
    assert player.split(unseen, ACE) < SplitRound(player, unseen, ACE, again=False).net()
    check(variant, player.habit)


def test_every_habit_that_is_told_has_its_twin() -> None:
    assert sorted(told(small(EIGHTS))) == sorted(map(str, HABITS))
    assert not any("split" in habit for habit in told(replace(small(EIGHTS), most_hands=1)))


def test_a_habit_costs_and_a_split_helps_whoever_has_one() -> None:
    letter = Variant.of(6, "hit")
    edges, unsplit = told(letter), told(replace(letter, most_hands=1))
    best = analyze(letter, Threads(1)).figures("6:5").house_edge
    assert all(edge > best for edge in edges.values())
    assert all(edges[str(habit)] < unsplit[str(habit)] for habit in HABITS[:3])
    assert edges["always double"] == pytest.approx(unsplit["always double"], abs=1e-12)
