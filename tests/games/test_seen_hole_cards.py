"""Players who see hidden cards, and wrong lights: against naive counts, small decks and the exact edge."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

import houseway
from houseway.cards.hands import KEYS, WHEEL_LOWEST, best_five, flush_hand, outcome
from houseway.games.down_under_blackjack.exact.analysis import analyze
from houseway.games.down_under_blackjack.exact.hole_card import hole_card, misread_edge
from houseway.games.down_under_blackjack.exact.simple import blind_to_light
from houseway.games.down_under_blackjack.study import variant_of
from houseway.games.down_under_blackjack.variant import Variant
from houseway.games.down_under_holdem.exact.main_game import Rule, count_deals
from houseway.games.down_under_holdem.exact.misread import misread_edges, misread_rule
from houseway.games.down_under_holdem.rules import bet_line
from houseway.games.down_under_holdem.simulate.hole_card import count_sampled_deals, flop_worth
from houseway.games.down_under_holdem.variant import variant_of as holdem_variant
from houseway.games.flush_poker.exact.cards_left import new_work
from houseway.games.flush_poker.simulate.hole_card import ends_with, table_of
from houseway.games.game import Game
from houseway.games.premium_holdem.exact.values import payoffs_of
from houseway.games.premium_holdem.rules import ending, xtra_line
from houseway.games.premium_holdem.simulate.seen_cards import count_sampled
from houseway.games.premium_holdem.variant import variant_of as premium_variant
from houseway.games.pricing.exposure import ExposureQuestion
from houseway.games.pricing.strategy import Strategy
from houseway.games.simulation.seen_gain import FINE, LEAST, MOST, USUAL, add_deal, gain_of
from houseway.games.study import study_game
from houseway.games.wild_monkey_pai_gow.simulate.seen_cards import chances_seeing, gains_of
from houseway.kernel import compiled
from houseway.lab.shards import Threads
from houseway.lab.strategies import default_strategy, strategy_of

RUN = Threads(2)
ASKED = ExposureQuestion(misread=Fraction(1, 50), deals=2000, seed=5)


def strategy(game: Game) -> Strategy:
    return strategy_of(game, default_strategy(game), lambda: RUN)


# ---- blackjack


def test_a_wrong_light_that_is_right_costs_nothing_and_a_seen_hole_card_is_never_worse() -> None:
    game = houseway.game("down-under-blackjack")
    decisions = strategy(game).arrays["decisions"].astype(np.uint8)
    usual = analyze(variant_of(game), RUN, decisions)
    blind = blind_to_light(variant_of(game), RUN, exposes=True)
    edge = usual.figures("3:2").house_edge
    assert misread_edge(usual, blind, [0, 1, 2], 0, RUN, "3:2") == pytest.approx(edge, abs=1e-13)
    seen, unlit, wrong, rarely = hole_card(game, decisions, ASKED, RUN)
    assert seen.gain == pytest.approx(0.0319836, abs=1e-7)
    assert wrong.gain < unlit.gain < 0 < seen.gain
    assert rarely.gain == pytest.approx(wrong.gain / 50)
    assert rarely.house_edge == pytest.approx(edge - rarely.gain)


def test_where_the_light_tells_the_value_a_seen_hole_card_gains_nothing() -> None:
    """Of a shoe with one value in each group the light is the card."""
    shoe = (0, 0, 0, 8, 0, 0, 0, 8, 16, 0)
    variant = Variant(shoe=shoe)
    by_value = Variant(shoe=shoe, groups=tuple(range(10)))
    assert analyze(variant, RUN).figures().net == pytest.approx(analyze(by_value, RUN).figures().net, abs=1e-13)


# ---- Down Under Hold'em


def test_one_flop_against_a_dealer_whose_cards_are_seen_or_lit() -> None:
    rng, wins = Random(4), np.arange(10, 0, -1).astype(np.float64)
    for known in (1, 3):
        cards = rng.sample(range(52), 2 + 3 + 1 + 9)
        hole, flop, first, rest = cards[:2], cards[2:5], cards[5], cards[6:]
        others = rest[:known]
        deals = [(pair, second) for pair in combinations(rest, 2) for second in others if second not in pair]
        won = [naive_showdown(hole, flop, (first, second), pair, wins) for pair, second in deals]
        held, laid, left = np.array(hole), np.array(flop), np.array(rest)
        base, margin = flop_worth(held, laid, left, first, np.array(others), wins)
        assert base == pytest.approx(sum(one for one, _ in won) / len(won))
        assert margin == pytest.approx(sum(two for _, two in won) / len(won))


def naive_showdown(
    hole: list[int], flop: list[int], dealer: tuple[int, int], pair: tuple[int, int], wins: object
) -> tuple[float, int]:
    player, other = (strength([*flop, *pair, *hand]) for hand in (hole, dealer))
    result = outcome(player, other)
    return (float(wins[bet_line(player)]) if result > 0 else 2.0 * result), result  # type: ignore[index]


def strength(cards: list[int]) -> int:
    return best_five(sum(KEYS[card] for card in cards), sum(1 << card for card in cards), WHEEL_LOWEST)


def test_seen_cards_gain_and_the_usual_play_of_the_same_deals_costs_the_exact_edge() -> None:
    game, gains = houseway.game("down-under-holdem"), []
    for known in (1, 2):
        tally = count_sampled_deals(game, strategy(game), RUN, known=known, deals=600, seed=5)
        (least, error), (most, _) = gain_of(tally, LEAST, 600), gain_of(tally, MOST, 600)
        assert 4 * error < least <= most
        assert int(tally[USUAL]) / FINE / 600 == pytest.approx(-strategy(game).figures.house_edge, abs=0.25)
        gains.append(least)
    assert gains[0] < gains[1]


def test_lights_that_are_all_off_by_one_are_those_of_other_groups() -> None:
    """Twenty cards: heeding lights one too high is playing by them where every rank has the next light."""
    game = houseway.game("down-under-holdem")
    deck = [13 * suit + rank for suit in range(2) for rank in (0, 1, 4, 5, 8, 9, 12)]
    arrays = strategy(game).arrays
    usual = Rule(preflop=arrays["preflop"].astype(np.uint8), flop=arrays["flop"].astype(np.uint8))
    for off in (1, 2):
        heeding = misread_rule(usual, (off, off))
        here = count_deals(game, RUN, [heeding], deck=deck).ruled(0, heeding)
        lights = [(light + off) % 3 for light in holdem_variant(game).lights]
        there = count_deals(game, RUN, [usual], deck=deck, lights=lights).ruled(0, usual)
        assert here.house_edge == there.house_edge
    right, once, twice = misread_edges(game, usual, RUN, deck)
    assert right == count_deals(game, RUN, [usual], deck=deck).ruled(0, usual).house_edge
    assert right != once != twice


# ---- Premium Hold'em


def test_a_premium_dealer_whose_cards_are_all_seen_on_a_deck_of_twelve() -> None:
    """Every deal counted one by one: the exact gain lies between what is sampled, within four standard errors."""
    game = study_game({"game": "premium-holdem", "rules": {"deck": "QKA"}})
    solved, deals = strategy(game), 4000
    tally = count_sampled(game, solved, RUN, dealers=3, others=0, boards=64, deals=deals, seed=2)
    deck = premium_variant(game).deck
    hands = [(hole, dealer) for hole in combinations(deck, 3) for dealer in combinations(sorted({*deck} - {*hole}), 3)]
    exact = sum(best_worth(game, *both) for both in hands) / len(hands) + solved.figures.house_edge
    (least, error), (most, most_error) = gain_of(tally, LEAST, deals), gain_of(tally, MOST, deals)
    assert least - 4 * error < exact < most + 4 * most_error
    assert most - least < 0.05
    assert exact > 10 * error


def best_worth(game: Game, hole: tuple[int, ...], dealer: tuple[int, ...]) -> float:
    """What the best decisions win against a dealer whose cards are known, over every board."""
    variant = premium_variant(game)
    payoffs = payoffs_of(variant.pays)
    check = play = 0.0
    boards = list(combinations(sorted({*variant.deck} - {*hole} - {*dealer}), 4))
    for board in boards:
        player, other = (FAST_FIVE(*key_and_mask((*board, *hand)), WHEEL_LOWEST) for hand in (hole, dealer))
        place = 4 * xtra_line(player) + ending(player, other, variant.least)
        check += max(payoffs.nets[decision][place] for decision in ("fold", "play 1x", "play 2x"))
        play += payoffs.nets["play 3x"][place]
    return max(check, play) / len(boards) / payoffs.scale


FAST_FIVE = compiled(best_five)


def key_and_mask(cards: Sequence[int]) -> tuple[int, int]:
    return sum(KEYS[card] for card in cards), sum(1 << card for card in cards)


def test_the_usual_play_of_a_player_who_could_see_is_priced_as_ever() -> None:
    """Deals and boards are drawn as the game deals them: the usual play costs the exact edge."""
    game = houseway.game("premium-holdem")
    tally = count_sampled(game, strategy(game), RUN, dealers=3, others=1, boards=64, deals=20_000, seed=3)
    assert int(tally[USUAL]) / FINE / 20_000 == pytest.approx(-strategy(game).figures.house_edge, abs=0.04)


def test_the_least_gain_follows_one_half_of_the_boards_and_the_most_both() -> None:
    """A lead in one half that the other contradicts is lost there; a plain lead in both is taken."""
    tally = np.zeros(5, np.int64)
    add_deal(tally, np.array([[0.0, 1.0], [0.0, -1.0]] * 4), 0, 0.0)
    assert [int(tally[place]) / FINE for place in (LEAST, MOST, USUAL)] == [-0.5, 0, 0]
    add_deal(tally, np.array([[0.0, 1.0], [0.0, 1.0]] * 4), 0, 2.0)
    assert [int(tally[place]) / FINE for place in (LEAST, MOST, USUAL)] == [0.25, 0.75, 0.25]


# ---- Flush Poker


def test_the_dealers_hands_with_a_seen_card_are_those_of_random_deals() -> None:
    game, rng, deals = houseway.game("flush-poker"), Random(9), 20_000
    table = table_of(game)
    cards = rng.sample(range(53), 8)
    mask, seen = sum(1 << card for card in cards[:7]), 1 << cards[7]
    strength_held, left, work = flush_hand(mask), np.empty(4, np.int64), new_work(7)
    ends = ends_with(mask, strength_held, table.hands, table, left, work)
    ends = ends - ends_with(mask | seen, strength_held, table.fewer, table, left, work)
    assert ends.sum() == table.hands - table.fewer
    rest = [card for card in range(53) if card not in cards]
    dealers = [flush_hand(seen | sum(1 << card for card in rng.sample(rest, 6))) for _ in range(deals)]
    below = sum(dealer < table.rules.qualifier for dealer in dealers) / deals
    lost = sum(dealer >= table.rules.qualifier and dealer > strength_held for dealer in dealers) / deals
    for share, exact in ((below, ends[0]), (lost, ends[2])):
        assert share == pytest.approx(exact / ends.sum(), abs=4 * (0.25 / deals) ** 0.5)


# ---- Wild Monkey Pai Gow


def test_the_best_pai_gow_strategy_gains_nothing_where_nothing_more_is_seen() -> None:
    game = houseway.game("wild-monkey-pai-gow")
    assert {gain for gain, _ in gains_of(game, strategy(game), dealers=0, others=0, deals=12, seed=1)} == {0.0}


def test_a_seen_pai_gow_card_leaves_the_dealers_hands_that_have_it() -> None:
    game, rng = houseway.game("wild-monkey-pai-gow"), Random(2)
    arrays = strategy(game).arrays
    *own, seen = rng.sample(range(53), 8)
    chances = chances_seeing(arrays, own, [seen])
    assert chances.weights.min() >= 0
    assert chances.total == comb(45, 7)
    gains = gains_of(game, strategy(game), dealers=1, others=0, deals=12, seed=1)
    assert min(gain for gain, _ in gains) >= 0
    assert max(gain for gain, _ in gains) > 0
