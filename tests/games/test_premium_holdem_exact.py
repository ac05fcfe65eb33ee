"""The exact analysis of Premium Hold'em: against every deal of tiny decks, and the full deck in a second way."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb, sqrt
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

import houseway
from houseway.cards.hands import category, poker_strength
from houseway.errors import InvalidInput
from houseway.games.analysis import MainAnalysis, run_here
from houseway.games.premium_holdem import exact
from houseway.games.premium_holdem.exact import board_values, preflop_values
from houseway.lab.shards import Threads
from naive import cards

GAME = houseway.game("premium-holdem")
DEALS = 66_444_101_724_000
PAYS = {9: Fraction(500), 8: Fraction(100), 7: Fraction(10), 6: Fraction(3), 5: Fraction(3, 2), 4: Fraction(1)}
OTHER_PAYS = {9: Fraction(7), 8: Fraction(6), 7: Fraction(5, 3), 6: Fraction(0), 5: Fraction(4), 4: Fraction(1, 4)}
THREES = poker_strength(cards("3c 3d 2c 4d 5h"))  # the weakest pair of threes

Hand = tuple[int, ...]

# Tiny decks: ranks and number of suits.
DECKS: dict[str, tuple[str, int]] = {
    "five ranks in two suits": ("6789T", 2),
    "an ace that is high and low": ("2345A", 2),
    "one suit": ("23456789TA", 1),
    "twos and threes, few straights": ("23579J", 2),
    "three ranks in four suits": ("23A", 4),
    "four ranks in three suits": ("2TJK", 3),
}
LARGER_DECKS: dict[str, tuple[str, int]] = {
    "seven ranks in two suits": ("234689T", 2),
    "thirteen ranks in one suit": ("23456789TJQKA", 1),
}


def deck_of(ranks: str, suits: int) -> list[int]:
    """Each of the ranks in each of the first suits."""
    return [*cards(" ".join(rank + suit for suit in "cdhs"[:suits] for rank in ranks))]


def pays_of(by_category: Mapping[int, Fraction]) -> tuple[Fraction, ...]:
    """The pays in the order of the X-tra Bonus table: royal flush to straight, then trips or less."""
    return (*(by_category[kind] for kind in (9, 8, 7, 6, 5, 4)), Fraction(0))


# ---- the naive twin: every deal of a tiny deck, its end noted by what the player knows, then the best decisions


class Ending(NamedTuple):
    """How a deal ends for a player who stays in: win, lose or push; what a win pays on the Ante and the X-tra Bonus."""

    outcome: str
    ante: int
    pay: Fraction


Boards = dict[Hand, Counter[Ending]]


def ending(player: int, dealer: int, pays: Mapping[int, Fraction]) -> Ending:
    """Winning and losing."""
    if player > dealer:
        return Ending("win", 1 if dealer >= THREES else 0, pays.get(category(player), Fraction(0)))
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


def information_sets(deck: Sequence[int], pays: Mapping[int, Fraction]) -> dict[Hand, Boards]:
    """How deals end, by hole cards, then by board."""
    strength = cache(poker_strength)
    sets: dict[Hand, Boards] = defaultdict(lambda: defaultdict(Counter))
    for hole, board, dealer in all_deals(deck):
        ours, theirs = strength(frozenset(hole + board)), strength(frozenset(dealer + board))
        sets[hole][board][ending(ours, theirs, pays)] += 1
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


def naive_figures(deck: Sequence[int], pays: Mapping[int, Fraction]) -> dict[str, object]:
    """What the analysis says, but for its details."""
    ends = {last: Counter[Ending]() for last in ("fold", "play 1x", "play 2x", "play 3x")}
    for boards in information_sets(deck, pays).values():
        for last, endings in best_ends(boards).items():
            ends[last].update(endings)
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
    return {
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
    """Everything but the details."""
    return {name: value for name, value in vars(main).items() if name != "details"}


def check_deck(ranks: str, suits: int, pays: Mapping[int, Fraction] = PAYS) -> None:
    deck = deck_of(ranks, suits)
    main = exact.analyze_main(GAME, Threads(1), deck=deck, pays=pays_of(pays))
    assert figures(main) == naive_figures(deck, pays)


# ---- tiny decks


@pytest.mark.parametrize(("ranks", "suits"), DECKS.values(), ids=DECKS)
def test_tiny_decks_as_by_every_deal(ranks: str, suits: int) -> None:
    check_deck(ranks, suits)


@pytest.mark.slow
@pytest.mark.parametrize(("ranks", "suits"), LARGER_DECKS.values(), ids=LARGER_DECKS)
def test_larger_decks_as_by_every_deal(ranks: str, suits: int) -> None:
    check_deck(ranks, suits)


def test_other_pays_as_by_every_deal() -> None:
    check_deck("23579J", 2, OTHER_PAYS)


def test_which_suits_a_deck_has_does_not_matter() -> None:
    mains = [
        exact.analyze_main(GAME, Threads(1), deck=[13 * suit + rank for suit in suits for rank in range(5)])
        for suits in ((0, 1), (3, 1), (2, 3))
    ]
    assert figures(mains[0]) == figures(mains[1]) == figures(mains[2])


@pytest.mark.parametrize(("ranks", "suits"), DECKS.values(), ids=DECKS)
def test_plain_and_on_threads_the_same(ranks: str, suits: int) -> None:
    shards = exact._shards(deck_of(ranks, suits), exact._payoffs(pays_of(PAYS)))
    plain = run_here(exact.count_boards, shards)
    assert np.array_equal(plain, Threads(1)(exact.count_boards, shards))
    assert np.array_equal(plain, Threads(2)(exact.count_boards, shards))


def test_decisions_of_every_hand_of_a_tiny_deck() -> None:
    deck = deck_of(*DECKS["twos and threes, few straights"])
    details = exact.analyze_main(GAME, Threads(1), deck=deck).details
    for hole, boards in information_sets(deck, PAYS).items():
        everything = sum(boards.values(), Counter[Ending]())
        values = preflop_values(details, hole)
        assert values["play 3x"] == worth(everything, 3) / everything.total()
        assert values["check"] == sum(best_after(endings)[1] for endings in boards.values()) / everything.total()


def test_board_values_of_a_tiny_deck() -> None:
    deck = deck_of(*DECKS["twos and threes, few straights"])
    for hole, boards in list(information_sets(deck, PAYS).items())[::10]:
        for board, endings in boards.items():
            assert board_values(hole, board, pays=pays_of(PAYS), deck=deck) == {
                "fold": -2,
                "play 1x": worth(endings, 1) / endings.total(),
                "play 2x": worth(endings, 2) / endings.total(),
            }


# ---- what is asked for


def test_the_letter_is_the_default() -> None:
    assert exact.xtra_pays(GAME) == pays_of(PAYS)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"deck": [0, 1, 2, 13, 14]}, "deck"),
        ({"deck": [0, 1, 2, 13, 14, 15, 26, 27, 28]}, "deck"),
        ({"pays": (Fraction(1),) * 6}, "pays"),
        ({"pays": (Fraction(-1),) * 7}, "pays"),
        ({"pays": (Fraction(10**12),) * 7}, "pays"),
    ],
)
def test_what_cannot_be_analysed(given: dict[str, object], field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        exact.analyze_main(GAME, run_here, **given)  # type: ignore[arg-type]
    assert refused.value.field == field


def test_hole_cards_have_1755_names() -> None:
    names = Counter(exact.hole_name(hole) for hole in combinations(range(52), 3))
    assert len(names) == 1755
    assert (names["AcKcQc"], names["AcKdQh"], names["7c7d7h"], names["AcAdKd"]) == (4, 24, 4, 0)
    assert exact.hole_name(cards("Qs Ah Ks")) == "AcKdQd"


# ---- the full deck


@pytest.fixture(scope="module")
def full() -> MainAnalysis:
    return exact.analyze_main(GAME, Threads(2))


@pytest.mark.slow
def test_full_deck_counts_every_deal(full: MainAnalysis) -> None:
    openings = full.details["preflop"]
    of_hole = comb(49, 3) * comb(46, 4)
    assert full.deals == DEALS == comb(52, 3) * of_hole
    assert len(openings) == 1755
    for name, size in (("AcKcQc", 4), ("AcKdQh", 24), ("7c7d7h", 4)):
        assert openings[name].deals == size * of_hole
    assert sum(full.outcomes.values()) == 1
    assert full.decisions["check"] + full.decisions["play 3x"] == 1


@pytest.mark.slow
def test_full_deck_figures(full: MainAnalysis) -> None:
    assert full.house_edge == Fraction(92_941_848_271, 4_152_756_357_750)
    assert full.decisions["play 3x"] == Fraction(2, 13)


@pytest.mark.slow
def test_full_deck_on_one_thread(full: MainAnalysis) -> None:
    alone = exact.analyze_main(GAME, Threads(1))
    assert figures(alone) == figures(full)
    assert alone.details == full.details


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "suits"),
    [("Ac Kc Qc", [(0, *rest) for rest in permutations((1, 2, 3))]), ("9c 9d 5h", [(0, 1, 2, 3), (1, 0, 2, 3)])],
    ids=["suited ace king queen", "nines and a five"],
)
def test_one_hand_board_by_board(full: MainAnalysis, text: str, suits: list[Hand]) -> None:
    """`suits`: how they can change places without changing the hand."""
    hole = cards(text)
    boards = Counter[Hand]()
    for four in combinations([card for card in range(52) if card not in hole], 4):
        boards[min(tuple(sorted(13 * names[card // 13] + card % 13 for card in four)) for names in suits)] += 1
    check = thrice = Fraction(0)
    for board, count in boards.items():
        values = board_values(hole, board, pays=pays_of(PAYS))
        check += count * max(values.values())
        thrice += count * (2 * values["play 2x"] - values["play 1x"])  # each further ante in play nets the same
    assert boards.total() == comb(49, 4)
    assert preflop_values(full.details, hole) == {"check": check / comb(49, 4), "play 3x": thrice / comb(49, 4)}


@pytest.mark.slow
def test_full_deck_as_dealt_at_random(full: MainAnalysis) -> None:
    rng, rounds = Random("premium"), 100_000
    nets, decisions = [], Counter[str]()
    for _ in range(rounds):
        deal = rng.sample(range(52), 10)
        hole, dealer, board = deal[:3], deal[3:6], deal[6:]
        values = preflop_values(full.details, hole)
        last = max(values, key=lambda decision: values[decision])
        if last == "check":
            values = board_values(hole, board, pays=pays_of(PAYS))
            last = max(values, key=lambda decision: values[decision])
        decisions[last] += 1
        times = {"fold": 0, "play 1x": 1, "play 2x": 2, "play 3x": 3}[last]
        how = ending(poker_strength((*hole, *board)), poker_strength((*dealer, *board)), PAYS)
        nets.append(float(net(how, times)) if times else -2.0)
    error = full.standard_deviation / sqrt(rounds)
    assert abs(sum(nets) / rounds - full.net) < 4 * error
    for last, count in decisions.items():
        share = float(full.decisions[last])
        assert abs(count / rounds - share) < 4 * sqrt(share * (1 - share) / rounds)
