"""The exact analysis against naive recursions in fractions on tiny shoes, a simulation, and the table itself."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import houseway
from games.blackjack_naive import (
    ACES,
    EIGHTS,
    MIXED,
    Cards,
    NaiveRound,
    Values,
    deal,
    naive_dealer,
    naive_net,
    naive_result,
    naive_total,
    small,
    without,
)
from houseway.cards.card import Card
from houseway.cards.deck import shoe_cards
from houseway.cards.hands import blackjack_total, hard_value
from houseway.errors import InvalidInput
from houseway.games.down_under_blackjack.card_values import ACE, CARDS
from houseway.games.down_under_blackjack.exact import finals as dealer_finals
from houseway.games.down_under_blackjack.exact.analysis import Analysis, Strategy, analyze, hand_table
from houseway.games.down_under_blackjack.exact.best_charts import chart_of
from houseway.games.down_under_blackjack.exact.count import BLACKJACKS, CONTEXTS, NET
from houseway.games.down_under_blackjack.exact.hands import (
    FINALS,
    HELD,
    MOST_DRAWN,
    SIZE,
    dealer_tree,
)
from houseway.games.down_under_blackjack.exact.play_out import (
    DOUBLE,
    HIT,
    PLAIN,
    SPLIT,
    STAND,
    pair_of,
    total_of,
)
from houseway.games.down_under_blackjack.exact.simple import blind_to_light, simple_strategy
from houseway.games.down_under_blackjack.exact.simple_names import TEXTS
from houseway.games.down_under_blackjack.exact.splits import HANDS, split_weights
from houseway.games.down_under_blackjack.exact.values import values
from houseway.games.down_under_blackjack.rules import dealer_draws, is_blackjack, may_double, may_split, result
from houseway.games.down_under_blackjack.variant import Variant, hole_values, states_of, value_of
from houseway.games.pricing.analysis import run_here
from houseway.kernel import compiled, counter
from houseway.lab.shards import Threads

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
# ---- strategies


def random_strategy(variant: Variant, seed: str) -> Bytes:
    """Any decision below 17 that is legal, and splits as often as not."""
    rng, table, states = Random(seed), hand_table(), states_of(variant)
    found = np.zeros((len(states), CONTEXTS, len(table)), np.uint8)
    hands = [hand for hand in range(len(table)) if table[hand, SIZE] > 1 and is_held(variant, hand)]
    for state, context, hand in product(range(len(states)), range(CONTEXTS), hands):
        pair, total, two = pair_of(table, hand), total_of(table, hand), table[hand, SIZE] == 2
        doubles = two and may_double(2, 1 if context == 0 else 2, not variant.doubles_after_split)
        plain = rng.choice([STAND, HIT, HIT, DOUBLE] if doubles else [STAND, HIT, HIT]) if total < 17 else STAND
        if context == 1 + ACE:
            plain = STAND
        splits = pair >= 0 and context in (0, 1 + pair) and rng.random() < 0.7
        found[state, context, hand] = (SPLIT if splits else plain) + 4 * plain
    return found


def is_held(variant: Variant, hand: int) -> bool:
    return all(hand_table()[hand, HELD + value] <= variant.shoe[value] for value in range(10))


@cache
def best(decks: int | None, soft_17: str) -> Analysis:
    return analyze(Variant.of(decks, soft_17), Threads(2))


# ---- the dealer


@pytest.mark.parametrize("hits", [True, False])
@pytest.mark.parametrize("group", [(0, 1, 2, 3), (4, 5, 6, 7), (8, 9), (9,)])
def test_the_dealers_final_totals_are_those_of_every_card_one_by_one(group: Values, hits: bool) -> None:
    for up, held in product((0, 4, 7, 9), ((), (8, 8), (0, 5), (2, 3, 3, 9))):
        hole = tuple(value for value in group if {up, value} != {8, 9})
        left = without(MIXED, up, *held)
        expected = [Fraction(0)] * FINALS
        for value in [value for value in hole if left[value]]:
            chance = Fraction(left[value], sum(left[v] for v in hole))
            for final, then in naive_dealer(without(left, value), tuple(sorted((up, value))), hits).items():
                expected[final - 17] += chance * then
        assert finals_of(MIXED, up, held, hole, hits) == pytest.approx([float(c) for c in expected], abs=1e-14)
        assert sum(expected) in (0, 1)


def finals_of(cards: Cards, up: int, held: Values, hole: Values, hits: bool) -> Floats:
    table, hand = hand_table(), 0
    for value in held:
        hand = table[hand, value]
    shoe = np.array([without(cards, up), [v in hole for v in range(10)], [v >= 8 for v in range(10)]], float)
    tree = compiled(dealer_tree)(hand_table(MOST_DRAWN), up, shoe[1], hits)
    nothing = compiled(dealer_finals.finals_for)(table, tree, shoe, 1.0)
    return compiled(dealer_finals.finals_of)(nothing, hand, 0, 0)


# ---- the whole game on tiny shoes


@pytest.mark.parametrize("soft_17", ["hit", "stand"])
@pytest.mark.parametrize("shoe", [EIGHTS, ACES])
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_any_strategy_is_worth_what_it_is_worth_card_by_card(shoe: Cards, soft_17: str, seed: str) -> None:
    variant = small(shoe, soft_17)
    found = analyze(variant, Threads(1), random_strategy(variant, seed))
    assert found.figures("6:5").decisions["split"] > 0.01
    assert found.figures("6:5").net == pytest.approx(float(naive_net(found.strategy, Fraction(6, 5))), abs=1e-12)


@pytest.mark.parametrize("shoe", [EIGHTS, ACES])
def test_the_best_strategy_is_worth_what_it_is_worth_card_by_card(shoe: Cards) -> None:
    found = analyze(small(shoe), Threads(1))
    assert found.figures().net == pytest.approx(float(naive_net(found.strategy, Fraction(3, 2))), abs=1e-12)
    others = [analyze(small(shoe), Threads(1), random_strategy(small(shoe), seed)) for seed in "abc"]
    assert all(found.figures().net > other.figures().net for other in others)


@pytest.mark.parametrize(("most", "doubles"), [(1, True), (2, True), (3, False)])
def test_other_limits_of_splits_are_worth_what_they_are_worth_card_by_card(most: int, doubles: bool) -> None:
    variant = replace(small(EIGHTS), most_hands=most, doubles_after_split=doubles)
    found = analyze(variant, Threads(1))
    assert found.figures().net == pytest.approx(float(naive_net(found.strategy, Fraction(3, 2))), abs=1e-12)
    assert (found.figures().decisions["split"] > 0) == (most > 1)


def test_plain_and_compiled_are_the_same() -> None:
    variant = small(EIGHTS)
    strategy = random_strategy(variant, "a")
    plain, fast = analyze(variant, run_here, strategy), analyze(variant, Threads(1), strategy)
    assert plain.rows == pytest.approx(fast.rows, abs=1e-15)


def test_a_shoe_that_runs_out_is_refused() -> None:
    with pytest.raises(InvalidInput, match="too few cards"):
        analyze(small((1, 1, 1, 0, 0, 0, 0, 0, 1, 1)), Threads(1))
    with pytest.raises(InvalidInput, match="ten values"):
        Variant(shoe=(4, 4))


# ---- splits


def test_the_hands_of_a_split_are_as_many_as_chance_makes_them() -> None:
    same = 1 / 13  # an infinite shoe
    odds = [sum(w * same**out for out, w in enumerate(row)) for row in split_weights(2, 2, 4)[HANDS:]]
    two = (1 - same) ** 2
    three = 2 * same * (1 - same) ** 3
    assert odds == pytest.approx([0, 0, two, three, 1 - two - three])
    assert split_weights(2, 2, 2)[:2].tolist() == [[0], [2]]


# ---- one open decision


@cache
def naive_best(shoe: Cards, cards: Values, dealer: tuple[int, Values, bool], unsplit: bool) -> Fraction:
    """The value of the best of hit and stand, the hole card hidden in the shoe."""
    stand, hit, _ = naive_values(shoe, cards, dealer, unsplit)
    return stand if naive_total(cards) >= 21 else max(stand, hit)


def naive_values(
    shoe: Cards, cards: Values, dealer: tuple[int, Values, bool], unsplit: bool
) -> tuple[Fraction, Fraction, Fraction]:
    """Stand, hit and double."""
    if naive_total(cards) > 21:
        return Fraction(-1), Fraction(-1), Fraction(-2)
    up, hole, hits = dealer
    holes = sum(shoe[value] for value in hole)
    golds = unsplit and len(cards) == 2 and min(cards) >= 8
    stand = hit = double = Fraction(0)
    for down in [value for value in hole if shoe[value]]:
        chance, left = Fraction(shoe[down], holes), without(shoe, down)
        for final, then in naive_dealer(left, tuple(sorted((up, down))), hits).items():
            stand += chance * then * naive_result(naive_total(cards), golds, final)
        for value, draw, _ in deal(left) if naive_total(cards) < 21 else []:
            more = tuple(sorted((*cards, value)))
            hit += chance * draw * naive_best(without(shoe, value), more, dealer, unsplit)
            double += 2 * chance * draw * naive_values(without(shoe, value), more, dealer, unsplit)[0]
    return stand, hit, double


@pytest.mark.parametrize("hits", [True, False])
def test_values_of_a_decision_are_those_of_every_card_one_by_one(hits: bool) -> None:
    variant = replace(small((0, 0, 0, 3, 2, 0, 0, 2, 6, 3)), hits_soft_17=hits)
    for up, hole, cards in product((4, 8), ((3,), (4, 7)), ((8, 8), (9, 9), (3, 4), (9, 3), (4, 7))):
        left = without(variant.shoe, up, *cards)
        if min(left) < 0 or not any(left[value] for value in hole):
            continue
        found = values(variant, left, [CARDS[value] for value in cards], CARDS[up], hole)
        stand, hit, double = naive_values(left, cards, (up, hole, hits), True)
        assert [found[name] for name in ("stand", "hit", "double")] == pytest.approx(
            [float(stand), float(hit), float(double)], abs=1e-12
        )
        assert ("split" in found) == (cards[0] == cards[1])


def test_values_after_a_split_know_neither_two_golds_nor_a_forbidden_double() -> None:
    variant = small((0, 0, 0, 3, 2, 0, 0, 2, 6, 3), "stand")
    left = without(variant.shoe, 4, 8, 8, 3)
    found = values(variant, left, [CARDS[8], CARDS[3]], CARDS[4], (8,), hands=2)
    stand, hit, _ = naive_values(left, (8, 3), (4, (8,), False), False)
    assert found == pytest.approx({"stand": float(stand), "hit": float(hit)}, abs=1e-12)
    aces = values(variant, left, [CARDS[9], CARDS[9]], CARDS[4], (8,), hands=2, waiting=1)
    assert list(aces) == ["stand"]
    fourth = values(small(EIGHTS), without(EIGHTS, 4, 6, 6, 6, 6, 6), [CARDS[6]] * 2, CARDS[4], (8,), hands=4)
    assert list(fourth) == ["stand", "hit", "double"]


@pytest.mark.parametrize(("shoe", "pair", "up", "hole"), [(EIGHTS, 6, 4, 8), (ACES, 9, 3, 8)])
def test_the_value_of_a_second_split_counts_what_it_takes_from_a_waiting_hand(
    shoe: Cards, pair: int, up: int, hole: int
) -> None:
    variant = replace(small(without(shoe, pair)), groups=tuple(range(10)))  # the card of the waiting hand is out
    strategy = analyze(variant, Threads(1)).strategy
    unseen = without(variant.shoe, up, pair, pair)
    found = values(variant, unseen, [CARDS[pair]] * 2, CARDS[up], (hole,), hands=2, waiting=1)
    game, left = NaiveRound(strategy, up, hole), without(unseen, hole)
    assert game.decision((pair, pair), True, 2) == "split"
    added = game.play(left, (pair,), True, 2, 3, ()) - game.play(left, (pair,), True, 0, 2, ())
    assert found["split"] == pytest.approx(float(added), abs=1e-12)


@pytest.mark.parametrize(("decks", "soft_17"), [(6, "hit"), (2, "stand")])
def test_a_split_hand_without_money_is_hit_or_stood_on_as_is_best(decks: int, soft_17: str) -> None:
    """Pairs among them that would be split again."""
    found, hands = best(decks, soft_17), hand_table()
    splits_again = 0
    for (place, state), pair, other in product(enumerate(found.states), range(9), range(0, 9, 4)):
        second = (pair + other) % 9
        coded = int(found.strategy.decisions[place, 1 + pair, hands[hands[0, pair], second]])
        unseen = without(found.variant.shoe, state.up, pair, pair, second)
        cards = [CARDS[pair], CARDS[second]]
        worth = values(found.variant, unseen, cards, CARDS[state.up], state.hole, hands=found.variant.most_hands)
        assert (coded >> PLAIN & 3) == (HIT if worth["hit"] > worth["stand"] else STAND)
        splits_again += coded & 3 == SPLIT
    assert (splits_again > 50) == (soft_17 == "hit")


@pytest.mark.parametrize("pays", ["3:2", "6:5", "1:1"])
def test_the_net_results_of_a_round_have_the_mean_and_squares_of_the_figures(pays: str) -> None:
    analysis = best(6, "hit")
    nets, figures = analysis.nets_with(pays), analysis.figures(pays)
    assert float(sum(nets.values())) == pytest.approx(1, abs=1e-12)
    assert float(sum(net * chance for net, chance in nets.items())) == pytest.approx(figures.net, abs=1e-12)
    assert float(sum(net**2 * chance for net, chance in nets.items())) == pytest.approx(figures.net_squared, abs=1e-12)


def test_values_of_a_fresh_round_add_up_to_the_analysis() -> None:
    found = best(6, "hit")
    state = next(state for state in found.states if (state.up, state.knows) == (4, "gold"))
    place, shoe = found.states.index(state), without(found.variant.shoe, 4)
    net = natural = 0.0
    for one, two in product(range(10), repeat=2):
        chance = pair_chance(shoe, state.hole, one, two)
        if {one, two} == {8, 9}:
            natural += chance
            continue
        cards = [CARDS[one], CARDS[two]]
        worth = values(found.variant, without(shoe, one, two), cards, CARDS[4], state.hole)
        net += chance * max(worth.values())
        decision = found.strategy.decision(CARDS[4], CARDS[8], cards)
        assert worth[decision] == pytest.approx(max(worth.values()), abs=1e-11)
    expected = found.rows[place, NET] + 1.5 * found.rows[place, BLACKJACKS]
    assert net + 1.5 * natural == pytest.approx(expected, abs=1e-11)
    assert hole_values(found.variant, CARDS[4], 2) == state.hole == (8, 9)
    assert hole_values(found.variant, CARDS[8], 2) == ()


def pair_chance(shoe: Cards, hole: Values, one: int, two: int) -> float:
    """How likely the first two cards are, the hole card being one of its group."""
    holes = sum(shoe[value] for value in hole)
    left = [without(shoe, down) for down in hole]
    chances = [
        Fraction(shoe[down], holes) * Fraction(s[one], sum(s)) * Fraction(without(s, one)[two], sum(s) - 1)
        for down, s in zip(hole, left, strict=True)
    ]
    return float(sum(chances))


# ---- simulation: the same strategy, card by card from a shoe


@counter
def draw(cards: Ints, place: int, shuffles: bool) -> int:
    """The card at this place, at random from all that are left or as they lie."""
    if shuffles:
        other = np.random.randint(place, len(cards))
        cards[place], cards[other] = cards[other], cards[place]
    return cards[place]  # type: ignore[no-any-return]


@counter
def play_hand(
    cards: Ints, place: int, shuffles: bool, child: Ints, decisions: Bytes, seat: Ints, hand: int, hands: int, lim: bool
) -> int:
    """Play a hand of a seat, [hand]: first and second card (-1 none), stake, total, 1 if two cards stood; next place.

    A split sets the total to 0 and leaves two hands of one card.
    """
    first, second = seat[hand, 0], seat[hand, 1]
    index, size = child[child[0, first], second], 2
    hard, aces = hard_value(CARDS[first]) + hard_value(CARDS[second]), int(first == 9) + int(second == 9)
    while blackjack_total(hard, aces) < 21:
        may = size == 2 and may_split(CARDS[first], CARDS[second], hands, lim)
        decision = decisions[index] & 3 if may else (decisions[index] >> 2) & 3
        if decision == 3:
            for moved in range(hands, hand, -1):
                seat[moved] = seat[moved - 1]
            seat[hand, 1] = seat[hand + 1, 1] = -1
            seat[hand, 3] = 0
            return place
        if decision == 0:
            break
        card, place, size = draw(cards, place, shuffles), place + 1, size + 1
        hard, aces, index = hard + hard_value(CARDS[card]), aces + int(card == 9), child[index, card]
        if decision == 2:
            seat[hand, 2] = 2
            break
    seat[hand, 3], seat[hand, 4] = blackjack_total(hard, aces), size == 2
    return place


@counter
def play_round(
    cards: Ints, shuffles: bool, state_of: Ints, child: Ints, decisions: Bytes, hits: bool, limits: bool
) -> tuple[float, float, int]:
    """Net result at 3:2, amount staked and first decision (4 for none)."""
    one, up = draw(cards, 0, shuffles), draw(cards, 1, shuffles)
    two, hole = draw(cards, 2, shuffles), draw(cards, 3, shuffles)
    dealer, natural = is_blackjack(CARDS[up], CARDS[hole]), is_blackjack(CARDS[one], CARDS[two])
    if dealer or natural:
        return (0.0 if natural else -1.0) if dealer else 1.5, 1.0, 4
    state, place = state_of[up, hole], 4
    opening = decisions[state, 0, child[child[0, one], two]] & 3
    seat = np.zeros((5, 5), np.int64)
    seat[0, 0], seat[0, 1] = one, two
    hand, hands = 0, 1
    while hand < hands:
        if seat[hand, 1] < 0:
            seat[hand, 1], place = draw(cards, place, shuffles), place + 1
        seat[hand, 2] = 1
        context = 0 if hands == 1 else 1 + seat[hand, 0]
        place = play_hand(cards, place, shuffles, child, decisions[state, context], seat, hand, hands, limits)
        if seat[hand, 3] > 0:
            hand += 1
        else:
            hands += 1
    hard, aces = hard_value(CARDS[up]) + hard_value(CARDS[hole]), int(up == 9) + int(hole == 9)
    while dealer_draws(hard, aces, hits):
        card, place = draw(cards, place, shuffles), place + 1
        hard, aces = hard + hard_value(CARDS[card]), aces + int(card == 9)
    net = staked = 0.0
    for hand in range(hands):
        golds = hands == 1 and seat[hand, 4] == 1 and one >= 8 and two >= 8
        staked += seat[hand, 2]
        net += seat[hand, 2] * result(seat[hand, 3], golds, blackjack_total(hard, aces))
    return net, staked, opening


@counter
def simulate(
    rounds: int, seed: int, cards: Ints, state_of: Ints, child: Ints, decisions: Bytes, hits: bool, limits: bool
) -> Floats:
    """Sums of net result and its square, stakes; how often each first decision; wins, losses and pushes."""
    np.random.seed(seed)
    sums = np.zeros(11)
    for _ in range(rounds):
        net, staked, opening = play_round(cards, True, state_of, child, decisions, hits, limits)
        sums[0] += net
        sums[1] += net * net
        sums[2] += staked
        sums[3 + opening] += 1
        sums[8 if net > 0 else 9 if net < 0 else 10] += 1
    return sums


def simulated(found: Analysis, rounds: int, seed: int) -> Floats:
    """Means of what `simulate` adds up."""
    variant, strategy = found.variant, found.strategy
    cards = np.repeat(np.arange(10), variant.shoe)
    child, decisions = strategy.hands, np.ascontiguousarray(strategy.decisions)
    flags = (variant.hits_soft_17, variant.most_hands == 2)
    return compiled(simulate)(rounds, seed, cards, strategy.state_of, child, decisions, *flags) / rounds


def agrees(found: Analysis, rounds: int, seed: int) -> None:
    """Every figure within four standard errors of a simulation."""
    means, figures = simulated(found, rounds, seed), found.figures()
    error = figures.standard_deviation / rounds**0.5
    assert abs(means[0] - figures.net) < 4 * error
    assert abs(means[2] - figures.wagered) < 4 * 0.5 / rounds**0.5
    shares = [*figures.decisions.values(), *figures.outcomes.values()]
    for mean, share in zip(means[3:], shares, strict=True):
        assert abs(mean - share) < 4 * (share * (1 - share) / rounds) ** 0.5
    deviation = (means[1] - means[0] ** 2) ** 0.5
    assert deviation == pytest.approx(figures.standard_deviation, abs=3 / rounds**0.5)


@pytest.mark.parametrize(("decks", "soft_17"), [(6, "hit"), (2, "stand")])
def test_a_simulation_agrees(decks: int, soft_17: str) -> None:
    agrees(best(decks, soft_17), 4_000_000, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize(("decks", "soft_17"), [(6, "hit"), (2, "stand"), (2, "hit"), (8, "stand")])
def test_a_long_simulation_agrees(decks: int, soft_17: str) -> None:
    agrees(best(decks, soft_17), 100_000_000, seed=2)


@pytest.mark.parametrize(("decks", "soft_17"), [(2, "hit"), (6, "stand")])
def test_the_simulation_plays_as_the_table_does(decks: int, soft_17: str) -> None:
    strategy, rng = best(decks, soft_17).strategy, Random(f"{decks} {soft_17}")
    game = houseway.game("down-under-blackjack", {"decks": decks, "soft-17": soft_17})
    child, decisions = strategy.hands, np.ascontiguousarray(strategy.decisions)
    hits = strategy.variant.hits_soft_17
    for _ in range(1500):
        deck = stacked(decks, rng)
        cards = np.array([value_of(card) for card in deck])
        net, staked, _ = compiled(play_round)(cards, False, strategy.state_of, child, decisions, hits, not hits)
        assert (net, staked) == at_the_table(game, strategy, deck)


def stacked(decks: int, rng: Random) -> list[Card]:
    """A shuffled shoe in which pairs, and third and fourth cards of the pair, are common."""
    deck = list(shoe_cards(decks))
    rng.shuffle(deck)
    rank = rng.randrange(13)
    pairs = [place for place, card in enumerate(deck) if card % 13 == rank]
    for target, source in zip((0, 2, 4, 6)[: rng.randrange(5)], pairs, strict=False):
        deck[target], deck[source] = deck[source], deck[target]
    return deck


def at_the_table(game: Any, strategy: Strategy, deck: list[Card]) -> tuple[float, float]:
    """Net result and amount staked of a round at the table, a wager of ten dollars being one."""
    state, place = game.deal({1: {"wager": 10}}, deck), 4
    up, hole = deck[1], deck[3]
    while not state.finished:
        if state.needs_card:
            state, place = state.take(deck[place]), place + 1
        else:
            hand, legal = state.in_play, {choice.text for choice in state.choices()}
            told = strategy.decision(up, hole, hand.cards, split=hand.split, may_split_now="split" in legal)
            assert told in legal
            state = state.decide(told)
    seat = state.settlement().seats[0]
    return (seat.returned - seat.staked) / 1000, seat.staked / 1000


# ---- what must hold


@pytest.mark.parametrize("soft_17", ["hit", "stand"])
def test_more_decks_are_worse_for_the_player_and_lead_to_the_infinite_shoe(soft_17: str) -> None:
    edges = [best(decks, soft_17).figures().house_edge for decks in (2, 6, 100, None)]
    assert edges == sorted(edges)
    assert edges[-1] - edges[-2] < 1e-4
    assert edges[-1] - edges[-2] == pytest.approx((edges[-1] - edges[1]) * 6 / 100, rel=0.1)


def test_figures_hang_together() -> None:
    found = best(6, "hit")
    at_3_to_2, at_6_to_5 = found.figures("3:2"), found.figures("6:5")
    assert found.total_probability == pytest.approx(1, abs=1e-12)
    assert sum(state.probability for state in found.states) + found.dealer_blackjacks[0] == pytest.approx(1, abs=1e-12)
    assert at_6_to_5.house_edge - at_3_to_2.house_edge == pytest.approx(0.3 * found.winning_blackjacks, abs=1e-15)
    assert sum(at_3_to_2.decisions.values()) == pytest.approx(1, abs=1e-12)
    assert sum(at_3_to_2.outcomes.values()) == pytest.approx(1, abs=1e-12)
    assert sum(net * chance for net, chance in found.nets.items()) == pytest.approx(
        found.net_without_blackjacks(), abs=1e-12
    )
    assert at_3_to_2.element_of_risk == at_3_to_2.house_edge / at_3_to_2.wagered
    assert len(found.states) == 30


def test_the_answer_is_the_same_on_one_thread_and_on_two() -> None:
    one, two = analyze(Variant.of(2), Threads(1)), analyze(Variant.of(2), Threads(2))
    assert one.rows.tobytes() == two.rows.tobytes()
    assert one.strategy.decisions.tobytes() == two.strategy.decisions.tobytes()


def test_knowing_more_is_worth_more() -> None:
    blind = analyze(replace(Variant.of(6), groups=(0,) * 10, exposes_golds=False), Threads(2)).figures()
    cards = analyze(replace(Variant.of(6), groups=tuple(range(10))), Threads(2)).figures()
    assert blind.net < best(6, "hit").figures().net < 0 < cards.net


# ---- charts


@pytest.mark.parametrize("exposes", [True, False])
def test_states_that_are_known_need_not_be_counted_again(exposes: bool) -> None:
    variant = replace(Variant.of(2), exposes_golds=exposes)
    known = blind_to_light(variant, Threads(2), exposes=True)
    fresh, found = (blind_to_light(variant, Threads(2), exposes=False, known=one) for one in (None, known))
    assert found.states == fresh.states
    assert found.rows.tobytes() == fresh.rows.tobytes()
    assert np.array_equal(found.strategy.decisions, fresh.strategy.decisions)
    assert (found.states == known.states) != exposes


def test_simple_strategies_cost_what_they_cost() -> None:
    found = best(6, "hit")
    simple = {name: simple_strategy(name, found.variant, Threads(2), found) for name in TEXTS}
    edges = [found.figures().house_edge, *(one.analysis.figures().house_edge for one in simple.values())]
    assert edges == sorted(edges)
    assert edges[1] - edges[0] < 0.0001
    assert edges[2] - edges[0] < 0.008
    assert edges[4] > 0.05


def test_a_chart_says_what_people_need() -> None:
    chart = chart_of(best(6, "hit"))
    small_hole, medium, gold = (chart.rows(knows) for knows in ("small", "medium", "gold"))
    assert {row: small_hole[row]["T"] for row in ("hard 12", "hard 11", "soft 18", "8-8")} == {
        "hard 12": "S",
        "hard 11": "Dh",
        "soft 18": "Ds",
        "8-8": "P",
    }
    assert medium["T-T"]["7"] == "P"
    assert medium["hard 16"]["T"] == "H"
    assert gold["hard 17"] == {"2": "S", "3": "S", "4": "S", "5": "S", "6": "S", "7": "S", "8": "H", "9": "H"}
    assert chart.rows("exposed T")["hard 19"] == {"T-T": "H"}
    assert gold["hard 13"]["2"] == "S*"
    state = next(state for state in chart.states if (state.up, state.knows) == (0, "gold"))
    assert "T-3 H" in chart.exceptions[state, "hard 13"]


def test_an_infinite_shoe_knows_no_composition() -> None:
    assert not chart_of(best(None, "hit")).exceptions
