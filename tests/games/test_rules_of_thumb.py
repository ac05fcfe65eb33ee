"""The coach's rules of thumb: whoever follows one literally decides as the figures say is best.

Each sentence names a decision and the condition that leads to it. Here the words are read again, by nothing but the
sentence and the cards: the condition must be true and the decision the best one.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from random import Random

import pytest

from houseway.cards.card import Card
from houseway.cards.hands import STRAIGHT, TRIPS, hand_mask, poker_strength
from houseway.cards.names import PLURAL, SINGULAR
from houseway.games import game_named
from houseway.games.down_under_blackjack.play import Play
from houseway.games.down_under_holdem.exact.decision_index import LIGHT_PAIRS, hole_class, light_pair, play_row
from houseway.games.down_under_holdem.strategy.explain import rule_of_thumb as holdem_rule
from houseway.games.down_under_holdem.variant import variant_of
from houseway.games.letter.card_reader import LIGHTS
from houseway.games.premium_holdem.exact.second_street import (
    UNDECIDED,
    board_classes,
    board_number,
    by_strength,
    class_numbers,
    looked_up,
    place_of,
)
from houseway.games.premium_holdem.strategy.explain import rule_of_thumb as premium_rule
from houseway.games.premium_holdem.strategy.solve import opening_values, second_street
from houseway.games.premium_holdem.variant import variant_of as premium_variant
from houseway.games.pricing.advice_words import compare_best, look_back
from houseway.games.pricing.strategy import Strategy
from houseway.games.pricing.suit_classes import cards_of, suit_classes
from houseway.games.round.open_record import open_round
from houseway.kernel import compiled
from houseway.lab.strategies import shipped_strategy
from houseway.web.coach.advisor import weigh
from houseway.web.coach.drills import chance_position
from twin.blackjack import total

HOLDEM, PREMIUM = "down-under-holdem", "premium-holdem"
POSITIONS = pytest.mark.parametrize("count", [4_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
WEIGHED = pytest.mark.parametrize("count", [25, pytest.param(1_000, marks=pytest.mark.slow)])

Cards = tuple[int, ...]


@cache
def strategy(game: str) -> Strategy:
    found = shipped_strategy(game_named(game, {}), "optimal")
    assert found
    return found


def ranks_of(cards: Cards) -> list[int]:
    return [card % 13 for card in cards]


def rank_named(word: str) -> int:
    return SINGULAR.index(word) if word in SINGULAR else PLURAL.index(word)


# ---- Down Under Hold'em


def is_true_before(condition: str, hole: Cards) -> bool:
    """Whether a condition on two hole cards is true, by its words."""
    low, high = sorted(ranks_of(hole))
    if condition == "a pair":
        return low == high
    if pair := re.fullmatch(r"a pair of (\w+) or higher", condition):
        return low == high >= rank_named(pair[1])
    if one := re.fullmatch(r"one card from the (\w+) up", condition):
        return low != high and high >= rank_named(one[1])
    both = re.fullmatch(r"two cards from the (\w+) up", condition)
    assert both, condition
    return low != high and low >= rank_named(both[1])


def is_true_after(condition: str, hole: Cards, flop: Cards, lights: tuple[int, int]) -> bool:
    """Whether a condition on hole cards and flop is true, by its words."""
    if condition.startswith("a pair with a card of your own"):
        return has_pair_or_draw(hole, flop)
    counted = re.fullmatch(r"(.*?)(no|one|two|three) ranks? of the flop in the dealer's colours", condition)
    assert counted, condition
    colours = {"2345": 0, "6789": 1, "TJQKA": 2}
    light = {rank: number for ranks, number in colours.items() for rank in ranks}
    in_colours = {str(Card(card))[0] for card in flop if light[str(Card(card))[0]] in lights}
    parts = [part for part in re.split(r", | and ", counted[1]) if part]
    return ("no", "one", "two", "three")[len(in_colours)] == counted[2] and all(
        _holds(part, hole, flop) for part in parts
    )


def _holds(part: str, hole: Cards, flop: Cards) -> bool:
    if part == "neither pair nor draw":
        return not has_pair_or_draw(hole, flop)
    card = re.fullmatch(r"(a|no) card from the (\w+) up", part)
    assert card, part
    return (max(ranks_of(hole)) >= rank_named(card[2])) == (card[1] == "a")


def has_pair_or_draw(hole: Cards, flop: Cards) -> bool:
    own, board = ranks_of(hole), ranks_of(flop)
    if set(own) & set(board) or own[0] == own[1] or len(set(board)) == 1:
        return True
    suits = [card // 13 for card in (*hole, *flop)]
    ranks = {*own, *board, *(-1 for rank in (*own, *board) if rank == 12)}
    draws = any(len(ranks & {*range(low, low + 5)}) >= 4 for low in range(-1, 9))
    return draws or any(suits.count(suit) >= 4 for suit in range(4))


def test_every_hand_before_the_flop() -> None:
    found = strategy(HOLDEM)
    variant = variant_of(game_named(HOLDEM, {}))
    explained = total = 0
    for hole in combinations(range(52), 2):
        for lights in LIGHT_PAIRS:
            worth = found.arrays["worth"][hole_class(*hole), light_pair(*lights)].tolist()
            best = variant.openings[worth.index(max(worth))]
            sentence = holdem_rule(variant, hole, (), lights, best)
            total, explained = total + 1, explained + bool(sentence)
            if sentence:
                follow_before(sentence, hole, lights, best)
    assert explained > 0.9 * total


def follow_before(sentence: str, hole: Cards, lights: tuple[int, int], best: str) -> None:
    words = re.fullmatch(r"Rule of thumb against (\w+) and (\w+): (check|play \dx) (with|without) (.*)\.", sentence)
    assert words, sentence
    assert (words[1], words[2], words[3]) == (*(LIGHTS[light] for light in lights), best)
    conditions = words[5].split(" and without ")
    assert all(is_true_before(one, hole) == (words[4] == "with") for one in conditions), sentence


@POSITIONS
def test_chance_positions_after_the_flop(count: int) -> None:
    found = strategy(HOLDEM)
    variant = variant_of(game_named(HOLDEM, {}))
    luck, explained = Random(4), 0
    for _ in range(count):
        one, two, *flop = luck.sample(range(52), 5)
        lights = luck.choice(LIGHT_PAIRS)
        plays = int(found.arrays["flop"][play_row(one, two, *flop)]) >> light_pair(*lights) & 1
        best = "play 1x" if plays else "fold"
        sentence = holdem_rule(variant, (one, two), flop, lights, best)
        explained += bool(sentence)
        if sentence:
            words = re.fullmatch(r"Rule of thumb against \w+ and \w+: (fold|play 1x) with (.*)\.", sentence)
            assert words, sentence
            assert words[1] == best
            assert is_true_after(words[2], (one, two), tuple(flop), lights), (sentence, one, two, flop)
    assert explained > 0.9 * count


# ---- Premium Hold'em


def opens_literally(opening: str, hole: Cards) -> bool:
    """Whether hole cards are one of those that a list names."""
    return any(_OPENINGS[part](hole) for part in opening.split("; "))


def _pairs(hole: Cards) -> list[int]:
    return [rank for rank in set(ranks_of(hole)) if ranks_of(hole).count(rank) > 1]


def _suited(hole: Cards) -> bool:
    return len({card // 13 for card in hole}) == 1


TEN, NINE, SIX, FIVE, ACE = 8, 7, 4, 3, 12
_OPENINGS: dict[str, Callable[[Cards], bool]] = {
    "a pair of sixes or better": lambda hole: len(set(ranks_of(hole))) == 1 or any(r >= SIX for r in _pairs(hole)),
    "a pair of fives with a higher card": lambda hole: _pairs(hole) == [FIVE] and max(ranks_of(hole)) > FIVE,
    "an ace with two cards from ten up": lambda hole: sorted(ranks_of(hole))[0] >= TEN and ACE in ranks_of(hole),
    "three suited cards from nine up": lambda hole: _suited(hole) and min(ranks_of(hole)) >= NINE,
    "three suited cards with an ace and a card from ten up": lambda hole: (
        _suited(hole) and ACE in ranks_of(hole) and sorted(ranks_of(hole))[1] >= TEN
    ),
}


def test_every_hand_before_the_board() -> None:
    found, pays = strategy(PREMIUM), premium_variant(game_named(PREMIUM, {})).pays
    explained = total = 0
    for masks in suit_classes(range(13), 4, 3):
        hole = tuple(cards_of(masks))
        values = opening_values(found, pays, hole)
        best = max(values, key=lambda word: values[word])
        sentence = premium_rule(hole, (), best)
        total, explained = total + 1, explained + bool(sentence)
        if sentence:
            words = re.fullmatch(r"Rule of thumb: (check|play 3x) (with|without) one of these: (.*)\.", sentence)
            assert words, sentence
            assert words[1] == best
            assert opens_literally(words[3], hole) == (words[2] == "with"), (sentence, hole)
    assert explained > 0.9 * total


def is_true_on_board(holding: str, kind: str, hole: Cards, board: Cards) -> bool:
    return _board_is(kind, board) and _holds_on_board(holding, hole, board)


def _board_is(kind: str, board: Cards) -> bool:
    ranks, counts = ranks_of(board), sorted(ranks_of(board).count(rank) for rank in set(ranks_of(board)))
    low = {*ranks, *(-1 for rank in ranks if rank == ACE)}
    four = len(set(ranks)) == 4 and (
        len({card // 13 for card in board}) == 1 or any(len(low & {*range(n, n + 5)}) >= 4 for n in range(-1, 9))
    )
    if kind in ("no pair", "four to a straight or flush"):
        return counts == [1, 1, 1, 1] and four == (kind != "no pair")
    return (counts == [1, 1, 2]) == (kind == "a pair") and counts != [1, 1, 1, 1]


def _holds_on_board(holding: str, hole: Cards, board: Cards) -> bool:
    strength = poker_strength([*hole, *board])
    if holding == "a straight or better":
        return strength >= STRAIGHT
    own = {rank for rank in ranks_of(hole) if ranks_of(hole).count(rank) > 1 or rank in ranks_of(board)}
    high = max(ranks_of(hole))
    if holding == "two pair or three of a kind, yours":
        return strength < STRAIGHT and (len(own) > 1 or strength >= TRIPS)
    if pair := re.fullmatch(r"a pair of yours, (at most one rank|\w+ ranks) (?:on the board )?above it", holding):
        above = len({rank for rank in ranks_of(board) if rank > max(own)}) if len(own) == 1 else -1
        return (
            above in {"at most one rank": (0, 1), "two ranks": (2,), "three ranks": (3,), "four ranks": (4,)}[pair[1]]
        )
    if holding == "no pair of yours and no jack or higher":
        return not own and high < SINGULAR.index("jack")
    none = re.fullmatch(r"no pair of yours, an? (\w+)(, and an ace or a king on the board)?", holding)
    assert none, holding
    second = bool({ACE, ACE - 1} & set(ranks_of(board))) if none[1] == "queen" else bool(none[2])
    return not own and high == rank_named(none[1]) and second == bool(none[2])


@cache
def _board_numbers() -> "list[int]":
    numbers: list[int] = compiled(class_numbers)(board_classes()).tolist()
    return numbers


def best_on_board(hole: Cards, board: Cards) -> str:
    """As the second street of the best strategy has it."""
    table, mask = second_street(strategy(PREMIUM)), hand_mask(board)
    number = _board_numbers()[board_number(*board)]
    decision = by_strength(poker_strength([*hole, *board]), *(int(bound) for bound in table.bounds[number]))
    if decision == UNDECIDED:
        start, stop = int(table.starts[number]), int(table.starts[number + 1])
        decision = looked_up(table.undecided, start, stop, place_of(mask, *hole))
    return ("fold", "play 1x", "play 2x")[int(decision)]


@POSITIONS
def test_chance_positions_after_the_board(count: int) -> None:
    luck, explained = Random(7), 0
    for _ in range(count):
        cards = luck.sample(range(52), 7)
        hole, board = tuple(cards[:3]), tuple(cards[3:])
        best = best_on_board(hole, board)
        sentence = premium_rule(hole, board, best)
        explained += bool(sentence)
        if sentence:
            words = re.fullmatch(r"Rule of thumb: (fold|play [12]x) with (.*); the board has (.*)\.", sentence)
            assert words, sentence
            assert words[1] == best
            assert is_true_on_board(words[2], words[3], hole, board), (sentence, hole, board)
    assert explained > 0.9 * count


# ---- through the coach's own door


def positions(game: str, count: int) -> Iterator[tuple[dict[str, object], dict[str, object]]]:
    luck = Random(game)
    for _ in range(count):
        record, _ = chance_position(game, luck)
        yield record, weigh(record)


SAYS = {
    HOLDEM: r": (check|fold|play \dx) with",
    PREMIUM: r": (check|fold|play \dx) with",
    "down-under-blackjack": r"Rule of thumb against [\w ]+: (split|double|stand|hit)\b",
    "flush-poker": r"(fold) loses the Bet|may (raise \dx)",
    "wild-monkey-pai-gow": r"^House (way)",
}


@WEIGHED
@pytest.mark.parametrize("game", SAYS)
def test_the_sentence_of_the_coach_is_its_best_choice(game: str, count: int) -> None:
    for record, found in positions(game, count):
        if why := str(found["why"] or ""):
            words = re.search(SAYS[game], why)
            assert words, why
            said = words[words.lastindex or 1]
            assert found["best"] == {"way": "set house-way"}.get(said, said), (why, record)


def test_the_lines_of_blackjack_are_true_of_the_hand() -> None:
    seen = set()
    for record, found in positions("down-under-blackjack", 60):
        why = str(found["why"] or "")
        words = re.search(r"(stand on|hit|double) (hard|soft) (?:totals below )?(\d+)(?: to (\d+))?", why)
        now = open_round(record).now
        assert isinstance(now, Play)
        if words and now.in_play:
            seen.add(words[1])
            hand = [str(card) for card in now.in_play.cards]
            assert _follows(words[1], words[2], int(words[3]), int(words[4] or 0), hand), (why, hand)
    assert seen >= {"stand on", "hit"}


def _follows(verb: str, kind: str, least: int, most: int, hand: list[str]) -> bool:
    pips, hard = total(hand), sum(min(10, "A23456789TJQK".index(card[0]) + 1) for card in hand)
    in_range = {"stand on": pips >= least, "hit": pips < least, "double": least <= pips <= most}[verb]
    return in_range and (pips != hard) == (kind == "soft")


# ---- where no rule of thumb leads to the best choice


def test_a_mistake_is_looked_back_on_in_a_sentence() -> None:
    assert look_back("check", "play 3x", 42) == "You checked; playing 3x was worth $0.42 more."
    assert look_back("raise 13.37", "raise 2x", 105) == "You raised $13.37; raising 2x was worth $1.05 more."
    assert look_back("set Ah Td", "set house-way", 30) == (
        "You set A♥ 10♦ in front; setting the house way was worth $0.30 more."
    )
    assert look_back("stand", "hit", 1) == "You stood; hitting was worth $0.01 more."


def test_the_figures_explain_what_no_rule_does() -> None:
    assert compare_best({"check": 0.1, "play 2x": 0.22, "play 3x": 0.05}, "play 2x", 1000) == (
        "Playing 2x wins $1.20 more than checking."
    )
    assert compare_best({"fold": -2.0, "play 1x": -1.8}, "play 1x", 1000) == "Playing 1x loses $2.00 less than folding."
    assert compare_best({"set house-way": 0.1, "set Ah Td": 0.13}, "set Ah Td", 1000) == (
        "Setting A♥ 10♦ in front wins $0.30 more than setting the house way."
    )
    assert compare_best({"hit": 0.1, "stand": 0.1}, "hit", 1000) == (
        "Hitting and standing are worth the same, to the cent."
    )
    assert compare_best({"peek": 0.5, "wait": 0.25}, "peek", 400) == "“peek” wins $1.00 more than “wait”."
    assert compare_best({"stand": 0.5}, "stand", 400) == ""
