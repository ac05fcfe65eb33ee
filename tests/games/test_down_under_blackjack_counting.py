"""Counting: bonuses of any shoe against every deal of a small one, effects of removal, and shoes counted naively."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

import numpy as np
import pytest

import houseway
from houseway.cards.card import Card
from houseway.cards.deck import standard_deck
from houseway.games.down_under_blackjack import matches
from houseway.games.down_under_blackjack.exact.analysis import analyze
from houseway.games.down_under_blackjack.exact.composition import match_net, progressive_net
from houseway.games.down_under_blackjack.exact.removals import MatchTerms, ProgressiveTerms, full_shoe, main_removals
from houseway.games.down_under_blackjack.matches import fixed_on_down, fixed_on_up, jackpot_line, match_kind
from houseway.games.down_under_blackjack.simulate.counting_answer import ALL_EFFECTS, COMPOSITION, counting
from houseway.games.down_under_blackjack.simulate.prepare import prepare, prepare_shoes, shoe_round
from houseway.games.down_under_blackjack.study import variant_of
from houseway.games.down_under_blackjack.variant import value_of
from houseway.games.game import Game
from houseway.games.pricing.counting import CountedWager, CountingQuestion, Removal, linear_counts
from houseway.games.pricing.strategy import Strategy
from houseway.games.simulation.round_counter import new_deal
from houseway.games.simulation.simulation import MAIN, Played, scales
from houseway.lab.shards import Threads
from houseway.lab.strategies import strategy_of

GAME = "down-under-blackjack"
RUN = Threads(2)
EVERYTHING = {"match-the-dealer": 6, "match-down-card": "on", "progressive": "3c/5"}
FAMILIES = [
    matches.TABLE_3,
    matches.TABLE_4A,
    matches.TABLE_4,
    matches.TABLE_5,
    matches.ALTERNATE_3,
    matches.ALTERNATE_4,
]
# Small shoes in which every line comes: aces and kings of spades, four of a rank, identical cards.
SMALL = [
    [51, 51, 51, 51, 50, 50, 38, 38, 0, 13],
    [51, 51, 51, 50, 50, 38, 25, 12, 0, 0],
    [3, 3, 3, 3, 16, 16, 29, 42, 51, 50],
]


def game() -> Game:
    return houseway.game(GAME, EVERYTHING)


def strategy(name: str = "optimal") -> Strategy:
    return strategy_of(game(), name, lambda: RUN)


def copies(cards: list[int]) -> Any:
    """The copies of each card, as fractions, which the closed forms take as well as floats."""
    return [Fraction(cards.count(card)) for card in range(52)]


@pytest.mark.parametrize("cards", SMALL)
def test_match_the_dealer_of_a_small_shoe_is_the_mean_of_all_its_deals(cards: list[int]) -> None:
    pays: Any = {0: Fraction(11), 1: Fraction(4)}
    won = [
        sum(pays[kind] for kind in kinds)
        if (kinds := [k for k in (match_kind(one, up), match_kind(two, up)) if k >= 0])
        else -1
        for one, two, up in permutations(cards, 3)
    ]
    mean = Fraction(sum(won), len(won))
    assert match_net(copies(cards), sum(copies(cards)), pays[0], pays[1]) == mean


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("cards", SMALL)
def test_the_progressive_of_a_small_shoe_is_the_mean_of_all_its_deals(family: int, cards: list[int]) -> None:
    rng = Random(family)
    fixed: Any
    jackpots: Any
    fixed, jackpots = ([Fraction(rng.randrange(1, 500)) for _ in range(14)] for _ in range(2))
    deals = [(family, *deal) for deal in permutations(cards, 4)]
    won = Fraction(0)
    for deal in deals:
        lines = [line for line in (fixed_on_up(*deal), fixed_on_down(*deal)) if line >= 0]
        jackpot = jackpot_line(*deal)
        won += sum(fixed[line] for line in lines) + (jackpots[jackpot] if jackpot >= 0 else 0) - 1
    assert progressive_net(copies(cards), sum(copies(cards)), family, fixed, jackpots) == won / len(deals)


@pytest.mark.parametrize("decks", [2, 4, 5, 6, 8])
def test_the_bonuses_of_a_full_shoe_are_those_of_the_analysis(decks: int) -> None:
    priced = houseway.analyze(GAME, decks=decks).wagers
    for name, result in priced["progressive"].items():
        if not result.note:
            own = houseway.game(GAME, {"decks": decks, "progressive": name})
            terms = ProgressiveTerms.of(own, Fraction(5000), Fraction(0))
            assert -terms.net(full_shoe(decks)) == result.edge_at(Fraction(5000)), name
    for name, result in priced["match-up"].items():
        if not result.note:
            own = houseway.game(GAME, {"decks": decks, "match-the-dealer": name})
            assert -MatchTerms.of(own).net(full_shoe(decks)) == result.house_edge_exact, name


def test_effects_of_removal_add_up_to_nothing_and_are_those_of_a_shoe_that_is_dealt() -> None:
    """Of every value, one card: exactly. Of twelve fives: against rounds dealt from such a shoe."""
    decisions = strategy().arrays["decisions"].astype(np.uint8)
    edge, removals = main_removals(game(), decisions, RUN)
    assert edge == pytest.approx(0.005056189790994, abs=1e-13)
    assert sum(one.copies * one.effect for one in removals) / 312 == pytest.approx(0, abs=1e-13)
    simulation, variant = prepare(game(), strategy(), 1), variant_of(game())
    shoe = list(standard_deck() * 6)
    for five in [3, 16, 29] * 4:
        shoe.remove(Card(five))
    deal, counts, lookups = simulation.arguments
    fewer = new_deal(deal.stream, shoe, deal.cards)
    shards = [(first, 10_000, 5, fewer, counts, lookups) for first in range(0, 1_000_000, 10_000)]
    tally = RUN(simulation.counter, shards)[0]
    scale = scales({MAIN: simulation.rows[MAIN]})[0]
    mean, squares = int(tally[-2]) / scale / 1e6, int(tally[-1]) / scale**2 / 1e6
    error = ((squares - mean**2) / 1e6) ** 0.5
    changed = tuple(cards - 12 * (value == 3) for value, cards in enumerate(variant.shoe))
    exact = analyze(replace(variant, shoe=changed), RUN, decisions).figures("3:2").net
    assert abs(mean - exact) < 4 * error
    assert mean + edge > 6 * error  # fewer fives are plainly better for the player
    assert exact + edge == pytest.approx(12 * removals[3].effect, rel=0.1)


def test_no_card_matters_by_itself_to_match_the_dealer() -> None:
    answer = counting(game(), strategy(), question(shoes=2), RUN)
    match = wager_of(answer.wagers, "match-up")
    assert {one.effect_exact for one in match.removals} == {Fraction(0)}
    assert match.counts == []


def test_the_aces_of_spades_matter_to_a_progressive_with_a_meter() -> None:
    answer = counting(game(), strategy(), question(shoes=2, meter=Fraction(10_000)), RUN)
    progressive = wager_of(answer.wagers, "progressive")
    assert min(progressive.removals, key=lambda one: one.effect).card == "As"
    assert progressive.remainder == 0
    assert [count.tags["As"] for count in progressive.counts] == [-1]


def test_the_best_counts_of_known_effects() -> None:
    """The effects of ordinary blackjack, as Griffin printed them, lead to the known counts of levels 1 and 2."""
    effects = {"2": 38, "3": 44, "4": 55, "5": 69, "6": 46, "7": 28, "8": 0, "9": -18, "T": -51, "A": -61}
    removals = [
        Removal(card=card, copies=16 if card == "T" else 4, effect=effect / 10_000) for card, effect in effects.items()
    ]
    level_one, level_two, level_three = linear_counts(removals)
    assert level_one.tags == {**dict.fromkeys("234567", 1), "8": 0, "9": 0, "T": -1, "A": -1}
    assert 0.96 < level_one.correlation < level_two.correlation < level_three.correlation < 1


def question(**changes: object) -> CountingQuestion:
    usual = {"spread": Fraction(8), "seats": 2, "shoes": 6, "seed": 3, "meter": Fraction(9000), "prize": Fraction(0)}
    return CountingQuestion(**{**usual, **changes})  # type: ignore[arg-type]  # of mixed types


def wager_of(wagers: Sequence[CountedWager], name: str) -> CountedWager:
    return next(one for one in wagers if one.wager == name)


def cards_of(played: Played) -> list[int]:
    record = played.record
    words = [*record["dealer"], *(card for seat in record["seats"] for card in seat["cards"]), *record.get("draws", [])]
    return [int(Card.parse(word)) for word in words]


def test_what_a_counter_wins_is_what_the_records_of_the_same_shoes_say() -> None:
    """Six shoes counted from their records, one round after the other, with fractions and without kernels."""
    asked = question()
    answer = counting(game(), strategy(), asked, RUN)
    shoes = prepare_shoes(game(), strategy(), asked.seats)
    main = wager_of(answer.wagers, "main")
    by_value = [one.effect for one in main.removals]
    match = MatchTerms.of(game())
    progressive = ProgressiveTerms.of(game(), asked.meter, asked.prize)
    won = matched = shared = Fraction(0)
    estimated, rounds = 0.0, 0
    for shoe in range(asked.shoes):
        left, turn = full_shoe(6), 0
        while True:
            cards = int(sum(left))
            if cards <= 78:
                break
            out = [(6 - int(count), value_of(card)) for card, count in enumerate(left)]
            worth = -main.house_edge + 311 / cards * sum(gone * by_value[value] for gone, value in out)
            stake = asked.spread if worth > 0 else 1
            played = shoes.play(asked.seed, shoe_round(shoe, turn))
            won += stake * shoes.rows[MAIN][played.cells[0][MAIN][0]].net
            estimated += float(stake) * worth
            matched += asked.spread * max(match.net(left), Fraction(0))
            shared += max(progressive.net(left), Fraction(0))
            for card in cards_of(played):
                left[card] -= 1
            turn, rounds = turn + 1, rounds + 1
    gain = next(one for one in main.gains if one.by == ALL_EFFECTS)
    assert answer.rounds_per_shoe == rounds / asked.shoes
    assert gain.win_per_shoe == pytest.approx(float(won) / asked.shoes, abs=1e-6)
    assert gain.estimated == pytest.approx(estimated / asked.shoes, abs=1e-6)
    for name, total in (("match-up", matched), ("match-down", matched), ("progressive", shared)):
        (bonus,) = wager_of(answer.wagers, name).gains
        assert bonus.by == COMPOSITION
        assert bonus.win_per_shoe == pytest.approx(float(total) / asked.shoes, abs=1e-6)
