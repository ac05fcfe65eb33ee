"""The exact analysis of Down Under Hold'em: against every deal of tiny decks, and the full deck in a second way."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb, sqrt
from operator import mul
from random import Random
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
import pytest

import houseway
import printed_edge
from houseway.cards.card import RANKS
from houseway.cards.hands import KEYS, WHEEL_LOWEST, best_five, category, outcome, poker_strength
from houseway.errors import InvalidInput
from houseway.games.down_under_holdem.exact import main_game as exact
from houseway.games.down_under_holdem.exact import values
from houseway.games.down_under_holdem.exact.count import Bits, count_flops
from houseway.games.down_under_holdem.exact.decision_index import (
    HOLES,
    LIGHT_PAIRS,
    NO_LIGHTS,
    ROWS,
    hole_class,
    hole_name,
    light_pair,
    play_row,
)
from houseway.games.down_under_holdem.exact.flop_cells import SOMETHING, flop_cells
from houseway.games.down_under_holdem.exact.main_game import HoldemAnalysis, Lights, payoffs_of
from houseway.games.down_under_holdem.exact.simple import SIMPLE, has_something, line_chart
from houseway.games.down_under_holdem.exact.views import LOSS, RESULTS, TIE, Counts
from houseway.games.down_under_holdem.rules import bet_line
from houseway.games.down_under_holdem.variant import LETTER_LIGHTS, Variant, bet_pays, variant_of
from houseway.games.pricing.analysis import MainAnalysis, run_here
from houseway.games.pricing.suit_classes import TRIPLES, suit_classes
from houseway.games.study import study_game
from houseway.kernel import compiled, counter
from houseway.lab.shards import Threads
from naive import cards

GAME = houseway.game("down-under-holdem")
DEALS = 27_813_810_024_000
PAYS = {9: Fraction(500), 8: Fraction(50), 7: Fraction(10), 6: Fraction(3), 5: Fraction(3, 2), 4: Fraction(1)}
OTHER_PAYS = {9: Fraction(7), 8: Fraction(6), 7: Fraction(5, 3), 6: Fraction(0), 5: Fraction(4), 4: Fraction(1, 4)}
LETTER = (0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2)  # blue, red and gold from two to ace

Lit = tuple[int, ...]
Hand = tuple[int, ...]

# Tiny decks: ranks, number of suits, the light of each rank from two to ace.
DECKS: dict[str, tuple[str, int, Lit]] = {
    "five ranks in two suits": ("6789T", 2, LETTER),
    "an ace that is high and low": ("2345A", 2, (0, 0, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2)),
    "one suit": ("23456789TA", 1, LETTER),
    "three suits": ("48K", 3, LETTER),
    "one light": ("679JQ", 2, (2,) * 13),
}
LARGER_DECKS: dict[str, tuple[str, int, Lit]] = {
    "three ranks in four suits": ("5TA", 4, LETTER),
    "four ranks in three suits": ("37TA", 3, (0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2)),
    "six ranks in two suits": ("89TJQK", 2, (0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 2, 1, 0)),
}


def deck_of(ranks: str, suits: int) -> list[int]:
    """Each of the ranks in each of the first suits."""
    return [*cards(" ".join(rank + suit for suit in "cdhs"[:suits] for rank in ranks))]


def pays_of(by_category: Mapping[int, Fraction]) -> tuple[Fraction, ...]:
    """The pays in the order of the Bet table: royal flush to straight, then all other hands."""
    return (*(by_category[kind] for kind in (9, 8, 7, 6, 5, 4)), Fraction(0))


# ---- the naive twin: every deal of a tiny deck, its end noted by what the player knows, then the best decisions


class Ending(NamedTuple):
    """How a deal ends for a player who stays in: win, lose or push, and what a win pays on the Bet."""

    outcome: str
    pay: Fraction


Flops = dict[Hand, Counter[Ending]]


def ending(player: int, dealer: int, pays: Mapping[int, Fraction]) -> Ending:
    """Clause 10."""
    if player > dealer:
        return Ending("win", pays.get(category(player), Fraction(0)))
    return Ending("lose" if player < dealer else "push", Fraction(0))


def net(how: Ending, times: int) -> Fraction:
    """The net of Ante, Bet and a Play wager, in antes."""
    if how.outcome == "win":
        return 1 + times + how.pay
    return Fraction(0) if how.outcome == "push" else Fraction(-2 - times)


def preflop_values(main: HoldemAnalysis, hole: Sequence[int], lights: Lights) -> dict[str, Fraction]:
    """What check, play 2x and play 3x are worth, in antes, from an analysis with or without lights."""
    known = LIGHT_PAIRS[light_pair(*lights)] if lights else None
    return main.openings[hole_name(hole_class(*hole)), known].values


def plays_flop(plays: Bits, hole: Sequence[int], flop: Sequence[int], lights: Lights) -> bool:
    """Whether to play 1x rather than fold, from a table of plays."""
    known = light_pair(*lights) if lights else NO_LIGHTS
    return bool(plays[play_row(*hole, *flop)] >> known & 1)


def worth(endings: Counter[Ending], times: int) -> Fraction:
    """The nets of some deals, added."""
    return sum((count * net(how, times) for how, count in endings.items()), Fraction(0))


def all_deals(deck: Sequence[int]) -> Iterator[tuple[Hand, Hand, Hand, Hand]]:
    """Hole cards, flop, turn and river, dealer."""
    for hole in combinations(deck, 2):
        rest = [card for card in deck if card not in hole]
        for flop in combinations(rest, 3):
            unseen = [card for card in rest if card not in flop]
            for late in combinations(unseen, 2):
                for dealer in combinations([card for card in unseen if card not in late], 2):
                    yield hole, flop, late, dealer


def compared_deals(deck: Sequence[int]) -> Iterator[tuple[Hand, Hand, Hand, int, int]]:
    """Hole cards, flop and dealer of every deal, and how strong both hands become."""
    strength = cache(poker_strength)
    for hole, flop, late, dealer in all_deals(deck):
        yield hole, flop, dealer, strength(frozenset(hole + flop + late)), strength(frozenset(dealer + flop + late))


@cache
def deals_of_ten(deck: Hand) -> list[tuple[Hand, Hand, Hand, int, int]]:
    """The same, kept for decks that several tests deal and that are small enough."""
    return [*compared_deals(deck)]


def information_sets(
    deck: Sequence[int], lights: Lit | None, pays: Mapping[int, Fraction]
) -> dict[tuple[Hand, Lit], Flops]:
    """How deals end, by hole cards and lights, then by flop."""
    sets: dict[tuple[Hand, Lit], Flops] = defaultdict(lambda: defaultdict(Counter))
    for hole, flop, dealer, ours, theirs in deals_of_ten(tuple(deck)) if len(deck) <= 10 else compared_deals(deck):
        known = tuple(sorted(lights[card % 13] for card in dealer)) if lights else ()
        sets[hole, known][flop][ending(ours, theirs, pays)] += 1
    return sets


def naive_edge(
    sets: Mapping[tuple[Hand, Lit], Flops], openings: Sequence[int | None], after: Sequence[int]
) -> Fraction:
    """The house edge with these Play wagers alone; None before the flop is a check, and 0 after it a fold."""
    net, deals = Fraction(0), 0
    for flops in sets.values():
        everything = sum(flops.values(), Counter[Ending]())
        checked = sum(
            max(worth(endings, times) if times else Fraction(-2 * endings.total()) for times in after)
            for endings in flops.values()
        )
        net += max(checked if times is None else worth(everything, times) for times in openings)
        deals += everything.total()
    return -net / deals


@pytest.mark.parametrize("name", DECKS)
def test_to_answer_a_question_always_in_the_same_way_costs_what_every_deal_says(name: str) -> None:
    ranks, suits, lights = DECKS[name]
    deck = deck_of(ranks, suits)
    sets = information_sets(deck, lights, PAYS)
    every: tuple[int | None, ...] = (None, 2, 3)
    assert exact.count_deals(GAME, Threads(1), deck=deck, lights=lights).worth() == {
        "whether to check or play before the flop": {
            "always check": naive_edge(sets, [None], [0, 1]),
            "always play": naive_edge(sets, [2, 3], [0, 1]),
        },
        "how much to play before the flop": {
            "always play 2x if at all": naive_edge(sets, [None, 2], [0, 1]),
            "always play 3x if at all": naive_edge(sets, [None, 3], [0, 1]),
        },
        "whether to fold or play after the flop": {
            "never fold": naive_edge(sets, every, [1]),
            "always fold": naive_edge(sets, every, [0]),
        },
        "how much to play after the flop": {},
    }


@pytest.mark.parametrize("name", DECKS)
def test_cells_of_the_flop_are_all_hands_that_checked(name: str) -> None:
    ranks, suits, lights = DECKS[name]
    deck, random = deck_of(ranks, suits), Random(5)
    checks = np.array([[random.random() < 0.6 for _ in LIGHT_PAIRS] for _ in range(HOLES)], np.uint8)
    variant = replace(variant_of(GAME), lights=lights)
    cells = flop_cells(variant, checks, Threads(1), tuple(deck))
    found: dict[tuple[int, int, int], list[Fraction]] = {}
    for ((one, two), (low, high)), flops in information_sets(deck, lights, PAYS).items():
        lit = light_pair(low, high)
        for flop, endings in flops.items() if checks[hole_class(one, two), lit] else ():
            matched = len({card % 13 for card in flop if lights[card % 13] in (low, high)})
            kind = SOMETHING if has_something(one, two, *flop) else max(one % 13, two % 13)
            cell = found.setdefault((lit, matched, kind), [Fraction(0), Fraction(0)])
            cell[0] += endings.total()
            cell[1] += worth(endings, 1)
    assert {(lit, matched, kind) for lit, matched, kind, _ in np.argwhere(cells).tolist()} == set(found)
    payoffs = payoffs_of(variant)
    for place, (deals, played) in found.items():
        results = cells[place].tolist()
        assert sum(results) == deals
        assert sum(map(mul, results, payoffs.nets["play 1x"])) == payoffs.scale * played


@pytest.mark.parametrize("name", DECKS)
def test_one_or_two_antes_after_the_flop_are_worth_what_every_deal_says(name: str) -> None:
    """A rule that the page of printed figures tries."""
    ranks, suits, lights = DECKS[name]
    deck = deck_of(ranks, suits)
    variant = replace(variant_of(GAME), lights=lights)
    expected = naive_edge(information_sets(deck, lights, PAYS), [None, 2, 3], [0, 1, 2])
    assert printed_edge.one_or_two_after(variant, Threads(1), deck) == expected


@pytest.mark.parametrize("name", ["five ranks in two suits", "three suits"])
def test_a_tie_that_nets_something_is_worth_what_every_deal_says(name: str) -> None:
    """Another one: a tie that wins the Ante."""
    ranks, suits, lights = DECKS[name]
    deck = deck_of(ranks, suits)
    variant = replace(variant_of(GAME), lights=lights)
    payoffs = printed_edge.with_tie(payoffs_of(variant), lambda _times: 1)
    sets = information_sets(deck, lights, PAYS)

    def won(endings: Counter[Ending], times: int) -> Fraction:
        return worth(endings, times) + sum(n for how, n in endings.items() if how.outcome == "push")

    net = deals = Fraction(0)
    for flops in sets.values():
        everything = sum(flops.values(), Counter[Ending]())
        checked = sum(max(Fraction(-2 * endings.total()), won(endings, 1)) for endings in flops.values())
        net += max(checked, won(everything, 2), won(everything, 3))
        deals += everything.total()
    counted = exact.count_payoffs(variant, payoffs, Threads(1), deck=deck)
    assert counted.best().house_edge == -net / deals


def test_the_wagers_lose_together_what_the_game_costs() -> None:
    counted = exact.count_deals(GAME, Threads(1), deck=deck_of("6789T", 2))
    assert sum(printed_edge.wagers(counted).values()) == counted.best().house_edge


def test_how_likely_a_simulation_is_as_far_off_as_the_print() -> None:
    edge, deviation = Fraction(2_026_316_179, 68_171_103_000), 4.7178543507845125
    for millions, z, chance in printed_edge.chances(edge, deviation):
        error = deviation / sqrt(millions * 1e6)
        assert z == pytest.approx((float(edge) - 0.0289) / error)
        assert chance == pytest.approx(2 * NormalDist(float(edge), error).cdf(0.0289), rel=1e-6)


class Wagers(NamedTuple):
    """The Play wagers, in antes: the smaller and the larger before the flop, and the one after it."""

    smaller: int = 2
    larger: int = 3
    after: int = 1


LETTER_WAGERS = Wagers()


def best_ends(flops: Flops, wagers: Wagers) -> dict[int, Counter[Ending]]:
    """The endings by Play wager, 0 for a fold, of the best strategy; of equals the decision that stakes less."""
    folded, played = Counter[Ending](), Counter[Ending]()
    for endings in flops.values():
        (played if worth(endings, wagers.after) > -2 * endings.total() else folded).update(endings)
    everything = folded + played
    check = worth(played, wagers.after) - 2 * folded.total()
    smaller, larger = worth(everything, wagers.smaller), worth(everything, wagers.larger)
    if check >= max(smaller, larger):
        return {0: folded, wagers.after: played}
    return {wagers.smaller if smaller >= larger else wagers.larger: everything}


def naive_figures(
    deck: Sequence[int], lights: Lit | None, pays: Mapping[int, Fraction], wagers: Wagers = LETTER_WAGERS
) -> dict[str, object]:
    """What the analysis says, but for its details."""
    played = {times: Counter[Ending]() for times in (0, wagers.after, wagers.smaller, wagers.larger)}
    for flops in information_sets(deck, lights, pays).values():
        for times, endings in best_ends(flops, wagers).items():
            played[times].update(endings)
    return naive_summary(played, wagers.after)


def naive_summary(played: Mapping[int, Counter[Ending]], after: int) -> dict[str, object]:
    """The figures, from the endings by Play wager, 0 for a fold."""
    names = {times: f"play {times}x" if times else "fold" for times in played}
    ends = {names[times]: endings for times, endings in played.items()}
    rounds = Counter({last: endings.total() for last, endings in ends.items()})
    deals = rounds.total()
    folds = ends.pop("fold").total()
    nets = [(folds, Fraction(-2))]
    outcomes = Counter({"win": 0, "lose": 0, "push": 0, "fold": folds})
    for times, endings in played.items():
        for how, count in endings.items() if times else ():
            nets.append((count, net(how, times)))
            outcomes[how.outcome] += count
    stakes = {name: 2 + times for times, name in names.items()}
    likely: dict[Fraction, Fraction] = {}
    for count, one in nets:
        if count:
            likely[one] = likely.get(one, Fraction(0)) + Fraction(count, deals)
    return {
        "nets": likely,
        "per": "ante",
        "deals": deals,
        "net": sum((count * one for count, one in nets), Fraction(0)) / deals,
        "wagered": Fraction(sum(count * stakes[last] for last, count in rounds.items()), deals),
        "net_squared": sum((count * one**2 for count, one in nets), Fraction(0)) / deals,
        "decisions": {
            "check": Fraction(rounds["fold"] + rounds[names[after]], deals),
            **{last: Fraction(count, deals) for last, count in rounds.items()},
        },
        "outcomes": {name: Fraction(count, deals) for name, count in outcomes.items()},
    }


def figures(main: MainAnalysis) -> dict[str, object]:
    """Everything but what the first decisions are worth."""
    return {name: value for name, value in vars(main).items() if name != "openings"}


def check_deck(ranks: str, suits: int, lights: Lit, pays: Mapping[int, Fraction] = PAYS) -> None:
    deck = deck_of(ranks, suits)
    counted = exact.count_deals(GAME, Threads(1), deck=deck, lights=lights, pays=pays_of(pays))
    assert figures(counted.best()) == naive_figures(deck, lights, pays)
    assert figures(counted.without_lights()) == naive_figures(deck, None, pays)


# ---- one flop, deal by deal


@counter
def count_flop(hole: Counts, flop: Counts, left: Counts, lights: Counts, known: int) -> Counts:
    """The results of one hand on one flop, deal by deal: turn and river, then the dealer, from what is left."""
    results = np.zeros(RESULTS, np.int64)
    keys, masks = np.zeros(len(left), np.int64), np.zeros(len(left), np.int64)
    for i in range(len(left)):
        keys[i], masks[i] = KEYS[left[i]], 1 << left[i]
    flop_key = KEYS[flop[0]] + KEYS[flop[1]] + KEYS[flop[2]]
    flop_mask = (1 << flop[0]) + (1 << flop[1]) + (1 << flop[2])
    for turn in range(len(left)):
        for river in range(turn):
            key, mask = flop_key + keys[turn] + keys[river], flop_mask + masks[turn] + masks[river]
            player = best_five(
                key + KEYS[hole[0]] + KEYS[hole[1]], mask + (1 << hole[0]) + (1 << hole[1]), WHEEL_LOWEST
            )
            line = bet_line(player)
            for two in range(len(left)):
                for one in range(two):
                    if one == turn or one == river or two == turn or two == river:
                        continue
                    if known == NO_LIGHTS or known == light_pair(lights[left[one] % 13], lights[left[two] % 13]):
                        dealer = best_five(key + keys[one] + keys[two], mask + masks[one] + masks[two], WHEEL_LOWEST)
                        result = outcome(player, dealer)
                        results[line if result > 0 else LOSS if result < 0 else TIE] += 1
    return results


def flop_values(
    hole: Sequence[int],
    flop: Sequence[int],
    lights: tuple[int, int] | None,
    *,
    pays: Sequence[Fraction],
    deck: Sequence[int] = range(52),
    light_of: Sequence[int] = LETTER,
) -> dict[str, Fraction]:
    """What fold and play 1x are worth, counted over every turn, river and dealer with these lights."""
    left = np.array([card for card in deck if card not in {*hole, *flop}])
    known = light_pair(*lights) if lights else NO_LIGHTS
    results = compiled(count_flop)(np.array(hole), np.array(flop), left, np.array(light_of), known).tolist()
    nets = [*(2 + pay for pay in pays), Fraction(-3), Fraction(0)]
    play = sum((count * one for count, one in zip(results, nets, strict=True)), Fraction(0))
    return {"fold": Fraction(-2), "play 1x": play / sum(results)}


# ---- tiny decks


@pytest.mark.parametrize(("ranks", "suits", "lights"), DECKS.values(), ids=DECKS)
def test_tiny_decks_as_by_every_deal(ranks: str, suits: int, lights: Lit) -> None:
    check_deck(ranks, suits, lights)


@pytest.mark.slow
@pytest.mark.parametrize(("ranks", "suits", "lights"), LARGER_DECKS.values(), ids=LARGER_DECKS)
def test_larger_decks_as_by_every_deal(ranks: str, suits: int, lights: Lit) -> None:
    check_deck(ranks, suits, lights)


def test_other_pays_as_by_every_deal() -> None:
    check_deck("6789T", 2, LETTER, OTHER_PAYS)


@pytest.mark.parametrize(
    ("rules", "lights", "wagers"),
    [
        ({"play-before": [1, 4], "play-after": 2}, LETTER, Wagers(1, 4, 2)),
        ({"groups": ["2-6", "7-8", "9-A"], "play-before": [4, 5]}, (0,) * 5 + (1,) * 2 + (2,) * 6, Wagers(4, 5, 1)),
    ],
)
def test_studies_as_by_every_deal(rules: dict[str, object], lights: Lit, wagers: Wagers) -> None:
    deck = deck_of("6789T", 2)
    counted = exact.count_deals(study_game({"game": GAME.name, "rules": rules}), Threads(1), deck=deck)
    assert figures(counted.best()) == naive_figures(deck, lights, PAYS, wagers)
    assert figures(counted.without_lights()) == naive_figures(deck, None, PAYS, wagers)


def test_a_study_of_the_bet_table_as_by_every_deal() -> None:
    table = {
        "wager": "bet",
        "lines": ["royal flush", "straight flush", "flush", "straight", "all other hands"],
        "pays": {"1": ["9 for 1", "4 to 1", "push", "1 for 2", "1 to 4"]},
    }
    pays = {kind: Fraction(1, 4) for kind in range(4)} | {
        4: Fraction(-1, 2),  # for, so the stake is gone
        5: Fraction(0),
        6: Fraction(-1),  # not printed: the Bet loses
        7: Fraction(-1),
        8: Fraction(4),
        9: Fraction(8),
    }
    deck = deck_of("6789T", 2)
    main = exact.analyze_main(study_game({"game": GAME.name, "paytables": [table]}), Threads(1), deck=deck)
    assert figures(main) == naive_figures(deck, LETTER, pays)


def test_any_strategy_as_by_every_deal() -> None:
    ranks, suits, lights = DECKS["an ace that is high and low"]
    deck, rng = deck_of(ranks, suits), np.random.default_rng(2208)
    rule = exact.Rule(preflop=rng.integers(0, 3, (169, 6), np.uint8), flop=rng.integers(0, 64, ROWS, np.uint8))
    counted = exact.count_deals(GAME, Threads(1), [rule], deck=deck, lights=lights)
    played = {times: Counter[Ending]() for times in range(4)}
    for (hole, (x, y)), flops in information_sets(deck, lights, PAYS).items():
        lit = light_pair(x, y)
        opened = [0, 2, 3][rule.preflop[hole_class(*hole), lit]]
        for flop, endings in flops.items():
            later = int(rule.flop[play_row(*hole, *flop)]) >> lit & 1
            played[opened or later].update(endings)
    main = counted.ruled(0, rule)
    assert figures(main) == naive_summary(played, 1)
    assert figures(counted.best()) == naive_figures(deck, lights, PAYS)


# ---- strategies for people, from their words


def has_pair_or_draw(hole: Hand, flop: Hand) -> bool:
    """A pair with an own card, three of a kind on the flop, four to a flush or to a straight, a gap in it or not."""
    own, open_ranks, both = ({card % 13 for card in some} for some in (hole, flop, hole + flop))
    four_suited = max(Counter(card // 13 for card in hole + flop).values()) >= 4
    runs = [{12, 0, 1, 2, 3}, *({*range(low, low + 5)} for low in range(9))]
    return bool(len(own) == 1 or own & open_ranks or len(open_ranks) == 1) or (
        four_suited or any(len(run & both) >= 4 for run in runs)
    )


def is_enough(cell: str, rank: int) -> bool:
    """Whether a rank is as high as a cell of the chart wants it."""
    return cell == "any" or (cell != "never" and rank >= RANKS.index(cell[0]))


def opens_by_words(name: str, lights: Lit, low: int, high: int) -> bool:
    """Whether the largest Play wager is made before the flop."""
    if name == "chart":
        pair, one, both = line_chart(name).rows[LIGHT_PAIRS.index((lights[0], lights[1]))][1:4]
        return is_enough(pair, low) if low == high else is_enough(one, high) or is_enough(both, low)
    if lights == (2, 2):
        return low >= (RANKS.index("T") if low == high else RANKS.index("Q"))
    if name == "short":
        least = {(0, 0): "6", (0, 1): "8", (1, 1): "T", (0, 2): "Q", (1, 2): "K"}[lights[0], lights[1]]
    else:
        least = "Q" if 2 in lights else "8"
    return low == high or high >= RANKS.index(least)


def plays_by_words(name: str, lights: Lit, hole: Hand, flop: Hand) -> bool:
    """Whether a Play wager is made after the flop."""
    high = max(card % 13 for card in hole)
    in_range = len({card % 13 for card in flop if LETTER[card % 13] in lights})
    if has_pair_or_draw(hole, flop):
        return True
    if name == "chart":
        return is_enough(line_chart(name).rows[LIGHT_PAIRS.index((lights[0], lights[1]))][4 + in_range], high)
    if name == "one-liner":
        return 2 not in lights or high >= RANKS.index("T")
    if lights == (2, 2):
        return in_range == 0 or (in_range == 1 and high >= RANKS.index("K"))
    return in_range <= 1 or high >= RANKS.index("T")


@pytest.mark.parametrize(("ranks", "suits"), [("58TQK", 2), ("347JA", 2), ("23568TQKA", 1), ("6QA", 3)])
def test_strategies_for_people_cost_what_their_words_say(ranks: str, suits: int) -> None:
    """Every deal of a tiny deck, each decided as a person reads the strategy."""
    deck = tuple(deck_of(ranks, suits))
    rules = {name: simple.rule(variant_of(GAME)) for name, simple in SIMPLE.items()}
    counted = exact.count_deals(GAME, Threads(1), [*rules.values()], deck=deck)
    sets = information_sets(deck, LETTER, PAYS)
    for number, (name, rule) in enumerate(rules.items()):
        played = {times: Counter[Ending]() for times in range(4)}
        for (hole, lights), flops in sets.items():
            opens = opens_by_words(name, lights, *sorted(card % 13 for card in hole))
            for flop, endings in flops.items():
                played[3 if opens else plays_by_words(name, lights, hole, flop)].update(endings)
        assert figures(counted.ruled(number, rule)) == naive_summary(played, 1)


def test_which_suits_a_deck_has_does_not_matter() -> None:
    mains = [
        exact.analyze_main(GAME, Threads(1), deck=[13 * suit + rank for suit in suits for rank in range(5)])
        for suits in ((0, 1), (3, 1), (2, 3))
    ]
    assert figures(mains[0]) == figures(mains[1]) == figures(mains[2])


@pytest.mark.parametrize("name", ["five ranks in two suits", "three suits"])
def test_plain_and_on_threads_the_same(name: str) -> None:
    ranks, suits, lights = DECKS[name]
    deck = deck_of(ranks, suits)
    variant = Variant(lights=lights, before=(2, 3), after=1, pays=pays_of(PAYS))
    rule = np.random.default_rng(1).integers(0, 128, ROWS, np.uint8)
    shards = exact.flop_shards(deck, variant, payoffs_of(variant), [rule])
    plain = run_here(count_flops, shards)
    assert np.array_equal(plain, Threads(1)(count_flops, shards))
    assert np.array_equal(plain, Threads(2)(count_flops, shards))


def test_decisions_of_every_hand_of_a_tiny_deck() -> None:
    ranks, suits, lights = DECKS["five ranks in two suits"]
    deck = deck_of(ranks, suits)
    counted = exact.count_deals(GAME, Threads(1), deck=deck, lights=lights)
    main = counted.best()
    for (hole, known), flops in information_sets(deck, lights, PAYS).items():
        everything = sum(flops.values(), Counter[Ending]())
        lit = (known[1], known[0])
        values = preflop_values(main, hole, lit)
        assert values["play 2x"] == worth(everything, 2) / everything.total()
        assert values["play 3x"] == worth(everything, 3) / everything.total()
        best = Fraction(0)
        for flop, endings in flops.items():
            assert plays_flop(counted.flop, hole, flop, lit) == (worth(endings, 1) > -2 * endings.total())
            best += max(worth(endings, 1), Fraction(-2 * endings.total()))
        assert values["check"] == best / everything.total()


def test_flop_values_of_a_tiny_deck() -> None:
    ranks, suits, lights = DECKS["five ranks in two suits"]
    deck = deck_of(ranks, suits)
    sets = information_sets(deck, lights, PAYS)
    for (hole, known), flops in list(sets.items())[::7]:
        for flop, endings in flops.items():
            values = flop_values(hole, flop, (known[1], known[0]), pays=pays_of(PAYS), deck=deck, light_of=lights)
            assert values == {"fold": -2, "play 1x": worth(endings, 1) / endings.total()}
    blind = information_sets(deck, None, PAYS)
    for (hole, _), flops in list(blind.items())[::9]:
        for flop, endings in flops.items():
            values = flop_values(hole, flop, None, pays=pays_of(PAYS), deck=deck, light_of=lights)
            assert values["play 1x"] == worth(endings, 1) / endings.total()


# ---- one hand, other cards known to be out


def test_a_flop_counted_plain_as_deal_by_deal() -> None:
    rng, variant = Random("one flop"), variant_of(GAME)
    for number in range(60):
        deal = rng.sample(range(52), 17)
        if number % 3 == 0:  # flushes are near
            deal[:5] = rng.sample(range(13), 5)
            deal = [*deal[:5], *(card for card in deal[5:] if card not in deal[:5])]
        (one, two, *flop), others = deal[:5], deal[7 : 7 + 2 * rng.randrange(5)]
        x, y = sorted((LETTER[deal[5] % 13], LETTER[deal[6] % 13]))
        deck = [card for card in range(52) if card not in others]
        expected = flop_values((one, two), flop, (x, y), pays=pays_of(PAYS), deck=deck)
        assert values.flop_values(variant, (one, two), flop, (x, y), others) == expected


def naive_hand(hole: Hand, lights: Lit, cards: Sequence[int], variant: Variant) -> dict[str, Fraction]:
    """Check, and the Play wagers, over every deal of the cards left."""
    best, everything = Fraction(0), Counter[Ending]()
    strength = cache(poker_strength)
    for flop in combinations(cards, 3):
        unseen = [card for card in cards if card not in flop]
        endings = Counter[Ending]()
        for dealer in combinations(unseen, 2):
            if tuple(sorted(variant.lights[card % 13] for card in dealer)) == lights:
                for late in combinations([card for card in unseen if card not in dealer], 2):
                    ours, theirs = strength(frozenset(hole + flop + late)), strength(frozenset(dealer + flop + late))
                    endings[ending(ours, theirs, PAYS)] += 1
        best += max(worth(endings, variant.after), Fraction(-2 * endings.total()))
        everything += endings
    deals = everything.total()
    return {"check": best / deals} | {f"play {times}x": worth(everything, times) / deals for times in variant.before}


@pytest.mark.parametrize(
    ("hole", "left"),
    [
        ("Ah Kh", "2h 3h 9h Jh Qh Kd 9d 5c 6c 4s 9s"),
        ("7c 7d", "7h Ah Ad Th Td 8h 2c 3c 4c 5c 7s"),
        ("5d 6d", "3d 4d 7d 8d 9d Td Js Qs 8s 9s 2s"),
    ],
)
@pytest.mark.parametrize("rules", [{}, {"groups": ["2-7", "8-9", "T-A"], "play-before": [1, 5], "play-after": 2}])
def test_a_hand_before_the_flop_as_by_every_deal(hole: str, left: str, rules: dict[str, object]) -> None:
    one, two = cards(hole)
    variant = variant_of(study_game({"game": GAME.name, "rules": rules}))
    others = set(range(52)) - {one, two, *cards(left)}
    for lights in {tuple(sorted(variant.lights[card % 13] for card in pair)) for pair in combinations(cards(left), 2)}:
        expected = naive_hand((one, two), lights, [*cards(left)], variant)
        assert values.hand_values(variant, (one, two), (lights[0], lights[1]), others) == expected


def test_lights_that_the_cards_left_cannot_give() -> None:
    variant, others = variant_of(GAME), set(cards("Ah Ad Ac As Kh Kd Kc Ks Qh Qd Qc Qs Jh Jd Jc Js Th Td Tc"))
    with pytest.raises(InvalidInput, match="lights"):
        values.hand_values(variant, cards("2h 3h"), (2, 2), others)
    with pytest.raises(InvalidInput, match="lights"):
        values.flop_values(variant, cards("2h 3h"), cards("4h 5h 6h"), (2, 2), others)


# ---- what is asked for


def test_the_letter_is_the_default() -> None:
    assert LETTER_LIGHTS == LETTER
    assert bet_pays(GAME) == pays_of(PAYS)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"deck": [0, 1, 2, 13, 14]}, "deck"),
        ({"deck": [0, 1, 2, 3, 13, 14, 15, 16]}, "deck"),
        ({"lights": (0,) * 12}, "lights"),
        ({"lights": (3,) * 13}, "lights"),
        ({"pays": (Fraction(1),) * 6}, "pays"),
        ({"pays": (Fraction(-2),) * 7}, "pays"),
        ({"pays": (Fraction(10**12),) * 7}, "pays"),
    ],
)
def test_what_cannot_be_analysed(given: dict[str, object], field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        exact.analyze_main(GAME, run_here, **given)  # type: ignore[arg-type]
    assert refused.value.field == field


def test_hole_cards_have_169_names() -> None:
    names = Counter(hole_name(hole_class(one, two)) for one, two in combinations(range(52), 2))
    assert len(names) == 169
    assert (names["77"], names["AKs"], names["AKo"]) == (6, 4, 12)
    assert hole_name(hole_class(*cards("Th 9h"))) == "T9s"
    assert hole_name(hole_class(*cards("2c Ad"))) == "A2o"


def test_classes_of_cards() -> None:
    sizes = [len(list(suit_classes(range(13), 4, size))) for size in range(1, 6)]
    assert sizes == [13, 169, TRIPLES, 16_432, 134_459]


def test_suits_can_be_renamed_in_a_play() -> None:
    rng = Random("suits")
    for _ in range(200):
        deal = rng.sample(range(52), 5)
        suits = rng.sample(range(4), 4)
        one, two, *flop = [13 * suits[card // 13] + card % 13 for card in deal]
        assert play_row(*deal) == play_row(two, one, *rng.sample(flop, 3))


# ---- the full deck


@pytest.fixture(scope="module")
def counted() -> exact.Counted:
    return exact.count_deals(GAME, Threads(2))


@pytest.fixture(scope="module")
def full(counted: exact.Counted) -> exact.HoldemAnalysis:
    return counted.best()


@counter
def mark_rows() -> Counts:
    """Which places a flop and a hand can have among the plays."""
    found = np.zeros(TRIPLES * 1326, np.int64)
    for c in range(52):
        for b in range(c):
            for a in range(b):
                for two in range(52):
                    for one in range(two):
                        if a != one and b != one and c != one and a != two and b != two and c != two:
                            found[play_row(one, two, a, b, c)] = 1
    return found


@counter
def count_dealers(found: Counts, deck: Counts, key: int, mask: int, one: int, two: int) -> None:
    """One board against every dealer: wins by category, losses, ties."""
    ours = best_five(key + KEYS[one] + KEYS[two], mask + (1 << one) + (1 << two), 0)
    kind = category(ours)
    for x in deck:
        for y in deck:
            if x < y and not (mask >> x | mask >> y) & 1:
                theirs = best_five(key + KEYS[x] + KEYS[y], mask + (1 << x) + (1 << y), 0)
                found[kind if ours > theirs else 10 if ours < theirs else 11] += 1


@counter
def count_hole(deck: Counts, one: int, two: int, first: int) -> Counts:
    """Deals with certain hole cards and, of the other 50, a certain highest board card."""
    found = np.zeros(12, np.int64)
    for b in range(first):
        for c in range(b):
            for d in range(c):
                for e in range(d):
                    key = KEYS[deck[first]] + KEYS[deck[b]] + KEYS[deck[c]] + KEYS[deck[d]] + KEYS[deck[e]]
                    mask = 1 << deck[first] | 1 << deck[b] | 1 << deck[c] | 1 << deck[d] | 1 << deck[e]
                    count_dealers(found, deck, key, mask, one, two)
    return found


@pytest.mark.slow
def test_full_deck_counts_every_deal(counted: exact.Counted, full: exact.HoldemAnalysis) -> None:
    blind = counted.without_lights()
    openings = full.openings
    assert full.deals == blind.deals == DEALS == comb(52, 2) * comb(50, 2) * comb(48, 3) * comb(45, 2)
    assert (len(openings), len(blind.openings)) == (169 * 6, 169)
    of_hole = comb(50, 2) * comb(48, 3) * comb(45, 2)
    for name, size in (("77", 6), ("AKs", 4), ("AKo", 12)):
        assert sum(opening.deals for (hole, _), opening in openings.items() if hole == name) == size * of_hole
    gold_gold = sum(opening.deals for (_, lights), opening in openings.items() if lights == (2, 2))
    assert Fraction(gold_gold, DEALS) == Fraction(comb(20, 2), comb(52, 2))
    assert sum(full.outcomes.values()) == 1
    assert full.decisions["check"] + full.decisions["play 2x"] + full.decisions["play 3x"] == 1


@pytest.mark.slow
def test_full_deck_figures(counted: exact.Counted, full: exact.HoldemAnalysis) -> None:
    blind = counted.without_lights()
    assert full.house_edge == Fraction(2_026_316_179, 68_171_103_000)
    assert blind.house_edge == Fraction(899_547_121_399, 6_953_452_506_000)
    assert full.decisions["play 2x"] == 0  # each further ante in play nets the same, so never just two


@pytest.mark.slow
def test_full_deck_on_one_thread(counted: exact.Counted, full: exact.HoldemAnalysis) -> None:
    alone = exact.count_deals(GAME, Threads(1))
    assert alone.best() == full
    assert np.array_equal(alone.flop, counted.flop)


@pytest.mark.slow
def test_classes_of_flop_and_hand() -> None:
    assert compiled(mark_rows)().sum() == 1_286_792


@pytest.mark.slow
@pytest.mark.parametrize("text", ["Ah Kh", "7c 2d"])
def test_play_3x_with_one_hand_board_by_board(counted: exact.Counted, text: str) -> None:
    one, two = cards(text)
    deck = np.array([card for card in range(52) if card not in (one, two)])
    found = Threads(2)(count_hole, [(deck, int(one), int(two), first) for first in range(4, 50)]).tolist()
    nets = [4 + PAYS.get(kind, Fraction(0)) for kind in range(10)] + [Fraction(-5), Fraction(0)]
    expected = sum(count * one for count, one in zip(found, nets, strict=True)) / sum(found)
    values = preflop_values(counted.without_lights(), (one, two), None)
    assert sum(found) == comb(50, 5) * comb(45, 2)
    assert values["play 3x"] == expected


@pytest.mark.slow
def test_check_with_one_hand_flop_by_flop(counted: exact.Counted, full: exact.HoldemAnalysis) -> None:
    hole, lights = cards("4c 4d"), (2, 2)
    flops = Counter[Hand]()
    for three in combinations([card for card in range(52) if card not in hole], 3):
        renamed = [
            tuple(sorted(13 * (*a, *b)[card // 13] + card % 13 for card in three))
            for a in permutations((0, 1))
            for b in permutations((2, 3))
        ]
        flops[min(renamed)] += 1
    check = Fraction(0)
    weight = 0
    for flop, count in flops.items():
        values = flop_values(hole, flop, lights, pays=pays_of(PAYS))
        assert plays_flop(counted.flop, hole, flop, lights) == (values["play 1x"] > -2)
        golds = sum(LETTER[card % 13] == 2 for card in flop)
        dealers = count * comb(20 - golds, 2)
        check += dealers * max(values.values())
        weight += dealers
    assert preflop_values(full, hole, lights)["check"] == check / weight


@pytest.mark.slow
def test_random_flops_deal_by_deal(counted: exact.Counted) -> None:
    rng = Random("flops")
    for _ in range(300):
        one, two, a, b, c, x, y = rng.sample(range(52), 7)
        lights = (LETTER[x % 13], LETTER[y % 13])
        values = flop_values((one, two), (a, b, c), lights, pays=pays_of(PAYS))
        assert plays_flop(counted.flop, (one, two), (a, b, c), lights) == (values["play 1x"] > -2)


@pytest.mark.slow
def test_full_deck_as_dealt_at_random(counted: exact.Counted, full: exact.HoldemAnalysis) -> None:
    rng, rounds = Random("down under"), 300_000
    nets, decisions = [], Counter[str]()
    for _ in range(rounds):
        one, two, x, y, *board = rng.sample(range(52), 9)
        lights = (LETTER[x % 13], LETTER[y % 13])
        values = preflop_values(full, (one, two), lights)
        last = max(values, key=lambda decision: values[decision])
        if last == "check":
            last = "play 1x" if plays_flop(counted.flop, (one, two), board[:3], lights) else "fold"
        decisions[last] += 1
        times = {"fold": 0, "play 1x": 1, "play 3x": 3}[last]
        how = ending(poker_strength((one, two, *board)), poker_strength((x, y, *board)), PAYS)
        nets.append(float(net(how, times)) if times else -2.0)
    error = full.standard_deviation / sqrt(rounds)
    assert abs(sum(nets) / rounds - full.net) < 4 * error
    for last, count in decisions.items():
        share = float(full.decisions[last])
        assert abs(count / rounds - share) < 4 * sqrt(share * (1 - share) / rounds)
