"""Wild Monkey's strategies to remember, played by somebody who reads their words literally and knows nothing else.

The reader knows poker from the twin, sets by the twin's house way, and understands the phrases below; a phrase that it
does not know fails the test.
"""

import re
from collections.abc import Callable
from random import Random

import numpy as np
import pytest

import houseway
from houseway.cards.card import parse_cards
from houseway.games.wild_monkey_pai_gow.exact.plans import PLANS, decide
from houseway.games.wild_monkey_pai_gow.exact.simple_words import TEXTS
from houseway.games.wild_monkey_pai_gow.exact.strengths import packed_hand
from houseway.games.wild_monkey_pai_gow.house_way import NO_CARD, house_way
from houseway.games.wild_monkey_pai_gow.variant import DECISIONS, Variant
from twin import poker
from twin.houseway import Setting
from twin.houseway import house_way as set_by_the_twin

RANKS = {"sixes": 6, "sevens": 7, "nines": 9, "jacks": 11, "aces": 14}
IN_FRONT = {"a pair": 0, "an ace": 14, "a king": 13}
HANDS = 2_000

Phrase = Callable[[Setting], bool]


def in_front(what: str, one: Setting) -> bool:
    """Whether a pair, an ace or a king stands in front."""
    if what == "a pair":
        return one.front_value[0] == poker.PAIR
    return IN_FRONT[what] in map(poker.rank, one.front)


def pair_behind(one: Setting) -> int:
    """The rank of a back that is a pair and no more; 0 for any other back."""
    made, ranks = one.back_value
    return ranks[0] if made == poker.PAIR else 0


def groups(pattern: str, words: str) -> tuple[str, ...]:
    """What words say where a pattern is open; empty where they are other words."""
    found = re.fullmatch(pattern, words)
    return found.groups() if found else ()


def phrase(words: str) -> Phrase:
    """What a phrase asks of a hand."""
    if found := groups(r"(a pair|an ace|a king) in front", words):
        return lambda one: in_front(found[0], one)
    if found := groups(r"neither (.*) in front", words):
        return lambda one: not any(in_front(what, one) for what in found[0].split(" nor "))
    if words == "less than a pair behind":
        return lambda one: one.back_value[0] == poker.HIGH_CARD
    if words == "three of a kind or better behind":
        return lambda one: one.back_value[0] >= poker.THREE
    if found := groups(r"a pair of (\w+) or better behind", words):
        return lambda one: one.back_value[0] > poker.PAIR or pair_behind(one) >= RANKS[found[0]]
    if found := groups(r"a pair of (\w+) or lower behind", words):
        return lambda one: 0 < pair_behind(one) <= RANKS[found[0]]
    if found := groups(r"a pair of (\w+) to (\w+) behind", words):
        return lambda one: RANKS[found[0]] <= pair_behind(one) <= RANKS[found[1]]
    raise AssertionError(f"the reader does not understand {words!r}")


def read(text: str) -> dict[str, list[list[Phrase]]]:
    """For each decision the cases in which it is made; all phrases of a case must be true."""
    first, *sentences = text.partition(" (")[0].removesuffix(".").split(". ")
    assert first == "Set by the house way"
    if sentences == ["Never surrender, never double"]:
        return {}
    assert sentences.pop() == "Else stand"
    cases = {}
    for sentence in sentences:
        decision, _, rest = sentence.partition(" with ")
        cases[decision.lower()] = [[phrase(one) for one in case.split(" and ")] for case in rest.split("; with ")]
    return cases


def literal_decision(cases: dict[str, list[list[Phrase]]], one: Setting) -> str:
    """The decision that the words name; they may not name two."""
    named = [name for name, every in cases.items() if any(all(ask(one) for ask in case) for case in every)]
    assert len(named) <= 1
    return named[0] if named else "stand"


def some_hands() -> list[list[str]]:
    """Sevens at random, half of them rich in one suit, and straights without a pair."""
    random, deck = Random(21), [*poker.DECK, poker.JOKER]
    rich = [card for card in deck if card == poker.JOKER or card[1] == "c" or card[0] in "AK6J"]
    hands = [random.sample(rich if number % 2 else deck, 7) for number in range(HANDS)]
    return [*hands, ["4c", "5d", "6h", "7s", "8c", "Kd", "2h"], ["2c", "5c", "8c", "Tc", "Qc", "Kd", "4h"]]


@pytest.mark.parametrize("name", TEXTS)
def test_a_literal_reader_plays_the_strategy_that_was_priced(name: str) -> None:
    """A straight or a flush holds no pair, and yet is not surrendered."""
    cases, plan, decided = read(TEXTS[name]), PLANS.index(name), set()
    for hand in some_hands():
        packed = np.array([packed_hand(house_way(parse_cards(hand), NO_CARD, 0), 0)], np.int32)
        (ours,) = decide(plan, packed, np.zeros(1, np.int64), 1, Variant())
        literal = literal_decision(cases, set_by_the_twin(hand, "lowest"))
        assert DECISIONS[ours] == literal, hand
        decided.add(literal)
    assert len(decided) == (3 if cases else 1)


def test_a_kept_analysis_says_the_words_of_the_program() -> None:
    simple = houseway.analyze("wild-monkey-pai-gow").simple_strategies
    assert {name: one.text for name, one in simple.items()} == dict(TEXTS)
