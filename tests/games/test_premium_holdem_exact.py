"""The exact analysis of Premium Hold'em: against every deal of tiny decks, and the full deck in a second way."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, sqrt
from operator import mul
from random import Random

import numpy as np
import pytest

from games.premium_naive import (
    DEALS,
    GAME,
    OTHER_PAYS,
    PAYS,
    THREES,
    Boards,
    Ending,
    Hand,
    best_after,
    deck_of,
    ending,
    figures,
    information_sets,
    naive_figures,
    net,
    variant,
    worth,
)
from houseway.cards.hands import hand_mask, poker_strength
from houseway.errors import InvalidInput
from houseway.games.premium_holdem.exact import main_game as exact
from houseway.games.premium_holdem.exact.main_game import hole_name
from houseway.games.premium_holdem.exact.simple import SIMPLE, board_kind, holding
from houseway.games.premium_holdem.exact.values import board_values, count_board
from houseway.games.premium_holdem.variant import QUALIFIERS, Variant, variant_of
from houseway.games.pricing.analysis import run_here
from houseway.games.pricing.suit_classes import TwoStreetAnalysis
from houseway.kernel import compiled
from houseway.lab.shards import Threads
from naive import cards

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


def check_deck(ranks: str, suits: int, pays: Mapping[int, Fraction] = PAYS, least: int = THREES) -> None:
    main = exact.count_deals(variant(ranks, suits, pays, least), Threads(1)).main()
    assert figures(main) == naive_figures(deck_of(ranks, suits), pays, least)


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


def test_another_qualifier_as_by_every_deal() -> None:
    check_deck("469TQK", 2, PAYS, QUALIFIERS["pair of nines"])


def test_the_qualifier_matters() -> None:
    edges = {
        least: exact.count_deals(variant("469TQK", 2, PAYS, least), Threads(1)).main().house_edge
        for least in QUALIFIERS.values()
    }
    assert edges[QUALIFIERS["none"]] < edges[QUALIFIERS["pair of nines"]] < edges[QUALIFIERS["pair of kings"]]


@pytest.mark.parametrize(("ranks", "suits"), DECKS.values(), ids=DECKS)
def test_plain_and_on_threads_the_same(ranks: str, suits: int) -> None:
    shards = exact.shards_of(variant(ranks, suits))
    plain = run_here(exact.count_boards, shards)
    assert np.array_equal(plain, Threads(1)(exact.count_boards, shards))
    assert np.array_equal(plain, Threads(2)(exact.count_boards, shards))


def test_decisions_of_every_hand_of_a_tiny_deck() -> None:
    ranks, suits = DECKS["twos and threes, few straights"]
    main = exact.count_deals(variant(ranks, suits), Threads(1)).main()
    for hole, boards in information_sets(deck_of(ranks, suits), PAYS).items():
        everything = sum(boards.values(), Counter[Ending]())
        values = main.openings[hole_name(hole)].values
        assert values["play 3x"] == worth(everything, 3) / everything.total()
        assert values["check"] == sum(best_after(endings)[1] for endings in boards.values()) / everything.total()


@pytest.mark.parametrize(("ranks", "suits"), DECKS.values(), ids=DECKS)
def test_cells_of_the_chart_are_all_hands_that_it_checks(ranks: str, suits: int) -> None:
    counted = exact.count_deals(variant(ranks, suits), Threads(1))
    cells, nets = counted.cells("chart"), counted.payoffs.nets
    found: dict[tuple[int, int], list[Fraction]] = {}
    for hole, boards in information_sets(deck_of(ranks, suits), PAYS).items():
        for board, endings in boards.items() if not SIMPLE["chart"].opens(*hole) else ():
            mask, strength = hand_mask(board), poker_strength([*hole, *board])
            one, two, three = (card % 13 for card in hole)
            cell = found.setdefault((holding(strength, mask, one, two, three), board_kind(mask)), [Fraction(0)] * 3)
            for place, ways in enumerate([Fraction(endings.total()), worth(endings, 1), worth(endings, 2)]):
                cell[place] += ways
    assert {(row, column) for row, column, _ in np.argwhere(cells).tolist()} == set(found)
    for (row, column), (deals, once, twice) in found.items():
        results, scale = cells[row, column].tolist(), counted.payoffs.scale
        assert sum(results) == deals
        assert sum(map(mul, results, nets["play 1x"])) == scale * once
        assert sum(map(mul, results, nets["play 2x"])) == scale * twice


def test_board_values_of_a_tiny_deck() -> None:
    ranks, suits = DECKS["twos and threes, few straights"]
    for hole, boards in list(information_sets(deck_of(ranks, suits), PAYS).items())[::10]:
        for board, endings in boards.items():
            assert board_values(hole, board, variant(ranks, suits)) == {
                "fold": -2,
                "play 1x": worth(endings, 1) / endings.total(),
                "play 2x": worth(endings, 2) / endings.total(),
            }


# ---- what decisions are worth


def naive_edge(sets: Mapping[Hand, Boards], openings: Sequence[str], after: Sequence[int]) -> Fraction:
    """The house edge when only these openings and these Play wagers after the board, 0 for a fold, may be made."""
    net, deals = Fraction(0), 0
    for boards in sets.values():
        everything = sum(boards.values(), Counter[Ending]())
        checked = sum(
            max(worth(endings, times) if times else Fraction(-2 * endings.total()) for times in after)
            for endings in boards.values()
        )
        net += max({"check": checked, "play 3x": worth(everything, 3)}[opening] for opening in openings)
        deals += everything.total()
    return -net / deals


@pytest.mark.parametrize(
    ("ranks", "suits", "pays", "least"),
    [
        (*DECKS["twos and threes, few straights"], PAYS, THREES),
        (*DECKS["four ranks in three suits"], PAYS, THREES),
        (*DECKS["one suit"], PAYS, THREES),
        (*DECKS["twos and threes, few straights"], OTHER_PAYS, THREES),
        ("469TQK", 2, PAYS, QUALIFIERS["pair of kings"]),
    ],
)
def test_to_answer_a_question_always_in_the_same_way_costs_what_every_deal_says(
    ranks: str, suits: int, pays: Mapping[int, Fraction], least: int
) -> None:
    sets, both = information_sets(deck_of(ranks, suits), pays, least), ("check", "play 3x")
    assert exact.count_deals(variant(ranks, suits, pays, least), Threads(1)).worth() == {
        "whether to check or play before the board": {
            "always check": naive_edge(sets, ["check"], [0, 1, 2]),
            "always play": naive_edge(sets, ["play 3x"], [0, 1, 2]),
        },
        "how much to play before the board": {},
        "whether to fold or play after the board": {
            "never fold": naive_edge(sets, both, [1, 2]),
            "always fold": naive_edge(sets, both, [0]),
        },
        "how much to play after the board": {
            "always play 1x if at all": naive_edge(sets, both, [0, 1]),
            "always play 2x if at all": naive_edge(sets, both, [0, 2]),
        },
    }


# ---- what is asked for


def test_the_letter_is_the_default() -> None:
    assert variant_of(GAME) == variant("23456789TJQKA", 4)


@pytest.mark.parametrize("pays", [(Fraction(1),) * 6, (Fraction(-1),) * 7, (Fraction(10**12),) * 7])
def test_pays_that_cannot_be_analysed(pays: tuple[Fraction, ...]) -> None:
    with pytest.raises(InvalidInput) as refused:
        exact.count_deals(Variant(ranks=(0, 1, 2), pays=pays), run_here)
    assert refused.value.field == "pays"


def test_hole_cards_have_1755_names() -> None:
    names = Counter(exact.hole_name(hole) for hole in combinations(range(52), 3))
    assert len(names) == 1755
    assert (names["AcKcQc"], names["AcKdQh"], names["7c7d7h"], names["AcAdKd"]) == (4, 24, 4, 0)
    assert exact.hole_name(cards("Qs Ah Ks")) == "AcKdQd"


# ---- the full deck


def values_of(hole: Sequence[int], board: Sequence[int]) -> dict[str, Fraction]:
    """What the decisions after the board are worth, counted by the compiled counter."""

    def count(hole: Hand, table: Hand, left: Hand, least: int) -> exact.Counts:
        return compiled(count_board)(np.array(hole), np.array(table), np.array(left), least)

    return board_values(hole, board, variant_of(GAME), count)


@pytest.fixture(scope="module")
def full() -> TwoStreetAnalysis[str]:
    return exact.analyze_main(GAME, Threads(2))


@pytest.mark.slow
def test_full_deck_counts_every_deal(full: TwoStreetAnalysis[str]) -> None:
    openings = full.openings
    of_hole = comb(49, 3) * comb(46, 4)
    assert full.deals == DEALS == comb(52, 3) * of_hole
    assert len(openings) == 1755
    for name, size in (("AcKcQc", 4), ("AcKdQh", 24), ("7c7d7h", 4)):
        assert openings[name].deals == size * of_hole
    assert sum(full.outcomes.values()) == 1
    assert full.decisions["check"] + full.decisions["play 3x"] == 1


@pytest.mark.slow
def test_full_deck_figures(full: TwoStreetAnalysis[str]) -> None:
    assert full.house_edge == Fraction(92_941_848_271, 4_152_756_357_750)
    assert full.decisions["play 3x"] == Fraction(2, 13)


@pytest.mark.slow
def test_full_deck_on_one_thread(full: TwoStreetAnalysis[str]) -> None:
    alone = exact.analyze_main(GAME, Threads(1))
    assert alone == full


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "suits"),
    [("Ac Kc Qc", [(0, *rest) for rest in permutations((1, 2, 3))]), ("9c 9d 5h", [(0, 1, 2, 3), (1, 0, 2, 3)])],
    ids=["suited ace king queen", "nines and a five"],
)
def test_one_hand_board_by_board(full: TwoStreetAnalysis[str], text: str, suits: list[Hand]) -> None:
    """`suits`: how they can change places without changing the hand."""
    hole = cards(text)
    boards = Counter[Hand]()
    for four in combinations([card for card in range(52) if card not in hole], 4):
        boards[min(tuple(sorted(13 * names[card // 13] + card % 13 for card in four)) for names in suits)] += 1
    check = thrice = Fraction(0)
    for board, count in boards.items():
        values = values_of(hole, board)
        check += count * max(values.values())
        thrice += count * (2 * values["play 2x"] - values["play 1x"])  # each further ante in play nets the same
    assert boards.total() == comb(49, 4)
    assert full.openings[hole_name(hole)].values == {"check": check / comb(49, 4), "play 3x": thrice / comb(49, 4)}


@pytest.mark.slow
def test_full_deck_as_dealt_at_random(full: TwoStreetAnalysis[str]) -> None:
    rng, rounds = Random("premium"), 100_000
    nets, decisions = [], Counter[str]()
    for _ in range(rounds):
        deal = rng.sample(range(52), 10)
        hole, dealer, board = deal[:3], deal[3:6], deal[6:]
        values = full.openings[hole_name(hole)].values
        last = max(values, key=lambda decision: values[decision])
        if last == "check":
            values = values_of(hole, board)
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
