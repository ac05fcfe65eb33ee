"""What decisions are worth in the cells of charts: what advice says of the hands there, or the mean of the count."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest

from games.test_chart_places import BLACKJACK, FLUSH, HOLDEM, PAI_GOW, PREMIUM, positions, solved
from houseway.cards.card import ACE, JOKER, RANKS
from houseway.cards.hands import SUIT_MASK, flush_hand, hand_mask
from houseway.games import game_named, game_names
from houseway.games.flush_poker.exact.values import values
from houseway.games.flush_poker.variant import letter
from houseway.games.pricing.advice import Seen
from houseway.games.pricing.cell_worth import CellWorth
from houseway.games.round.open_record import open_round
from houseway.games.wild_monkey_pai_gow.variant import DECISIONS, DOUBLE, STAND, Variant

HEAVY = "two pair or three of a kind"
NO_SUCH_HANDS = {
    (f"{HEAVY}, yours", HEAVY),  # it makes a full house or better
    ("a pair of yours, three ranks above it", HEAVY),  # such a board has two ranks or fewer
    ("a pair of yours, four ranks above it", HEAVY),
    ("a pair of yours, four ranks above it", "a pair"),
}

Cells = Mapping[tuple[int, int, int], list[CellWorth]]  # by chart, row and column


@cache
def cells(game: str) -> Cells:
    every: dict[tuple[int, int, int], list[CellWorth]] = defaultdict(list)
    titles = [chart.title for chart in solved(game).charts]
    for one in solved(game).part.worth(game_named(game), solved(game).strategy):
        assert one.mean_of
        for cell in one.cells:
            every[titles.index(one.chart), cell.row, cell.column].append(cell)
    return every


def advised(game: str, seen: Seen) -> dict[str, Fraction | float]:
    advice = game_named(game).kit.advice
    assert advice is not None
    values = advice.advise(seen.now.game, seen, lambda: solved(game).strategy)
    return {decision: value.ev for decision, value in values.items()}


@pytest.mark.parametrize("game", game_names())
def test_every_cell_with_a_decision_has_values(game: str) -> None:
    for number, chart in enumerate(solved(game).charts):
        if not any((number, row, column) in cells(game) for row in range(99) for column in range(99)):
            assert chart.title == "hands marked *"  # single hands; the cell that they leave has its values
            continue
        columns = [chart.columns.index("decision")] if "decision" in chart.columns else range(chart.labels, 99)
        for row, texts in enumerate(chart.rows):
            for column in columns:
                if column < len(texts) and texts[column] and (texts[0], chart.columns[column]) not in NO_SUCH_HANDS:
                    assert cells(game)[number, row, column], (chart.title, texts, chart.columns[column])


@pytest.mark.parametrize("game", [HOLDEM, PREMIUM])
def test_a_cell_of_one_kind_of_hole_cards_is_worth_what_advice_says(game: str) -> None:
    compared = 0
    for seen in positions(game):
        if seen.board or seen.others:
            continue
        for mark in solved(game).marks(seen):
            kinds = [] if mark.row is None else cells(game)[mark.chart, mark.row, mark.column]
            suits = len({card // 13 for card in seen.seat.cards})
            words = {1: "suited", 2: "two suited", 3: "no two suited"}[suits] if game == PREMIUM else ""
            for kind in kinds:
                ranks = {card.rank for card in seen.seat.cards}
                if kind.hands == words and (suits != 2 or len(ranks) < 3 or game == HOLDEM):
                    assert kind.values == advised(game, seen)
                    compared += 1
    assert compared > 20


def test_hole_cards_with_two_of_a_suit_are_the_mean_of_their_three_kinds() -> None:
    kinds = {kind.hands: kind.values for kind in _premium_cell("AK", "J")}
    three = [_premium_advice(text) for text in ("As Ks Jd", "As Kd Js", "Ad Ks Js")]
    for decision, value in kinds["two suited"].items():
        assert value == sum(Fraction(one[decision]) for one in three) / 3  # each comes as often as the others


def _premium_cell(row: str, column: str) -> list[CellWorth]:
    number, chart = next((at, one) for at, one in enumerate(solved(PREMIUM).charts) if "three ranks" in one.title)
    at = [cells_[0] for cells_ in chart.rows].index(row)
    return cells(PREMIUM)[number, at, chart.columns.index(column)]


def _premium_advice(text: str) -> dict[str, Fraction | float]:
    seat = {"seat": 1, "cards": text.split(), "wagers": {"ante": 10, "xtra-bonus": 10}, "decisions": []}
    return advised(PREMIUM, open_round({"game": PREMIUM, "seats": [seat]}))


# ---- blackjack: a pair, an ace and another card, and a total of several hands


def blackjack(cards: str, up: str, light: str) -> Seen:
    seat = {"seat": 1, "cards": cards.split(), "wagers": {"wager": 10}, "decisions": []}
    return open_round({"game": BLACKJACK, "seats": [seat], "dealer": [up], "lights": [light]})


def blackjack_cell(known: str, row: str, up: str, hands: str) -> CellWorth:
    number, chart = next((at, one) for at, one in enumerate(solved(BLACKJACK).charts) if known in one.title)
    at = [one[0] for one in chart.rows].index(row)
    kinds = cells(BLACKJACK)[number, at, chart.columns.index(up)]
    return next(kind for kind in kinds if kind.hands == hands)


@pytest.mark.parametrize(
    ("row", "hand", "hands"),
    [
        ("8-8", "8c 8d", ""),
        ("A-A", "Ac Ad", ""),
        ("T-T", "Tc Kd", ""),
        ("hard 5", "2c 3d", "two cards"),
        ("hard 19", "9c Td", "two cards"),
        ("soft 17", "Ac 6d", "two cards"),
    ],
)
@pytest.mark.parametrize(("known", "light"), [("small", "blue"), ("medium", "red"), ("gold", "gold")])
@pytest.mark.parametrize("up", ["2", "6", "9"])
def test_a_cell_of_one_hand_is_worth_what_advice_says(
    row: str, hand: str, hands: str, known: str, light: str, up: str
) -> None:
    cell = blackjack_cell(known, row, up, hands)
    values = advised(BLACKJACK, blackjack(hand, f"{up}s", light))
    assert cell.values.keys() == values.keys()
    for decision, value in values.items():
        assert cell.values[decision] == pytest.approx(value, abs=1e-12)


def test_a_total_is_worth_the_mean_of_its_hands_as_often_as_they_are_dealt() -> None:
    """Hard 11 of two cards against a 6 with a small hole card: 9-2, 8-3, 7-4 and 6-5; pairs make no 11."""
    shoe = dict.fromkeys((*range(2, 10), 11), 24) | {10: 96}
    shoe[6] -= 1
    odds = {}
    for one, two in ((9, 2), (8, 3), (7, 4), (6, 5)):
        left = {**shoe, one: shoe[one] - 1, two: shoe[two] - 1}
        odds[one, two] = shoe[one] * shoe[two] * sum(left[hole] for hole in (2, 3, 4, 5))
    cell = blackjack_cell("small", "hard 11", "6", "two cards")
    values = {hand: advised(BLACKJACK, blackjack(f"{hand[0]}c {hand[1]}d", "6s", "blue")) for hand in odds}
    for decision in ("stand", "hit", "double"):
        mean = sum(odds[hand] * float(values[hand][decision]) for hand in odds) / sum(odds.values())
        assert cell.values[decision] == pytest.approx(mean, abs=1e-9)  # hands that are never met count 1e-9


# ---- flush poker: the count of all hands, and one cell hand by hand


def test_the_cells_of_flushes_are_all_deals() -> None:
    arrays, chart = solved(FLUSH).strategy.arrays, solved(FLUSH).charts[0]
    assert int(arrays["cell_run_ends"].sum()) == letter().deals
    depends = [row for row, cells_ in enumerate(chart.rows) if cells_[2] == "depends"]
    assert int(arrays["cell_run_ends"][depends].sum()) == int(arrays["cell_border_ends"].sum())
    for (number, row, _), kinds in cells(FLUSH).items():
        if number == 0 and row not in depends:
            assert {best_of_values(kind.values) for kind in kinds} == {chart.rows[row][2]}


def test_a_flush_that_depends_is_worth_the_mean_of_its_hands() -> None:
    """The cell with the fewest hands, each of them valued alone."""
    arrays, chart = solved(FLUSH).strategy.arrays, solved(FLUSH).charts[1]
    hands = arrays["decided"].sum(axis=2)
    row = min(np.flatnonzero(hands[:, -1]).tolist(), key=lambda one: hands[one, -1])
    strength, column = int(arrays["depending"][row]), len(chart.columns) - 1
    found = hands_of_flush(strength, hands.shape[1] - 1)
    assert len(found) == hands[row, -1] > 100
    alike: dict[tuple[int, ...], int] = defaultdict(int)  # hands by what each suit holds, the suits in any order
    for hand in found:
        alike[(*sorted(hand >> 13 * suit & SUIT_MASK for suit in range(4)), hand >> JOKER)] += 1
    sums: dict[str, Fraction] = defaultdict(Fraction)
    for (*suits, joker), times in alike.items():
        mask = sum(held << 13 * suit for suit, held in enumerate(suits)) | joker << JOKER
        for decision, value in values(card for card in range(53) if mask >> card & 1).items():
            sums[decision] += times * value
    (cell,) = cells(FLUSH)[1, row, column]
    assert cell.values == {decision: total / len(found) for decision, total in sums.items()}


def hands_of_flush(strength: int, higher: int) -> set[int]:
    """All hands with a flush and at least this many cards of other suits above it, as masks."""
    top = (strength & SUIT_MASK).bit_length() - 1
    found = set()
    for suit in range(4):
        own = [13 * suit + rank for rank in range(top + 1)]
        above = [13 * other + rank for other in range(4) if other != suit for rank in range(top + 1, 13)]
        below = [13 * other + rank for other in range(4) if other != suit for rank in range(top + 1)]
        for count in range(higher, 7):
            for over in combinations(above, count):
                for rest in combinations([*own, JOKER, *below], 7 - count):
                    mask = hand_mask((*over, *rest))
                    if flush_hand(mask) == strength:
                        found.add(mask)
    return found


def best_of_values(values: Mapping[str, Fraction | float]) -> str:
    return max(values, key=lambda decision: values[decision])


# ---- pai gow: the net of the best play, and one line of the house way hand by hand


def test_the_cells_of_decisions_add_up_to_the_price() -> None:
    variant, strategy = Variant.of(game_named(PAI_GOW)), solved(PAI_GOW).strategy
    whole = 100 * variant.dealers
    by_decision = strategy.arrays["cell_worth"].sum(axis=0).tolist()
    surrendered, stood, doubled = by_decision
    net = -variant.surrender * surrendered[0] + Fraction(stood[1] + 2 * doubled[1], whole)
    assert -net / sum(hands for hands, _ in by_decision) == strategy.figures.house_edge_exact
    assert len(by_decision) == len(DECISIONS)
    assert variant.stakes(STAND) == 1
    assert variant.stakes(DOUBLE) == 2


def test_every_way_of_setting_has_all_hands() -> None:
    arrays = solved(PAI_GOW).strategy.arrays
    total = int(arrays["cell_worth"][..., 0].sum())
    assert arrays["cell_line_worth"][..., 0].sum(axis=(0, 2)).tolist() == [total, total]
    assert total == 154_143_080
    lines = solved(PAI_GOW).part.worth(game_named(PAI_GOW), solved(PAI_GOW).strategy)[0]
    assert all(cell.values["the best setting"] >= cell.values["set house-way"] for cell in lines.cells)


def test_five_aces_are_worth_the_mean_of_their_hands() -> None:
    """Line 1: four aces, the joker and two other cards, of one suit or of two."""
    aces, others = [f"A{suit}" for suit in "cdhs"], [rank for rank in RANKS if rank != RANKS[ACE]]
    sums = {"set house-way": Fraction(0), "the best setting": Fraction(0)}
    alike = [(one, two, "c", 4) for one, two in combinations(others, 2)]
    unlike = [(one, two, "d", 12) for one, two in combinations(others, 2)]
    pairs = [(rank, rank, "d", 6) for rank in others]
    for one, two, suit, times in (*alike, *unlike, *pairs):
        values = advised(PAI_GOW, pai_gow([*aces, "Jo", f"{one}c", f"{two}{suit}"]))
        surrender = values.pop("surrender")
        sums["set house-way"] += times * Fraction(max(values["set house-way"], surrender))
        sums["the best setting"] += times * Fraction(max(*values.values(), surrender))
    total = comb(48, 2)
    line = cells(PAI_GOW)[0, 0, 1][0]
    assert line.values == {name: value / total for name, value in sums.items()}


def pai_gow(cards: list[str]) -> Seen:
    seat = {"seat": 1, "cards": cards, "wagers": {"bet": 10}, "decisions": []}
    return open_round({"game": PAI_GOW, "seats": [seat]})
