"""Bonuses counted together with how the main hand ends, against every deal of small decks, one by one."""

from collections import Counter, defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import comb
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

import houseway
from games.test_down_under_holdem_exact import DECKS, PAYS, Ending, Hand, compared_deals, ending, net
from games.test_down_under_holdem_exact import deck_of as holdem_deck
from games.test_flush_poker_exact import TINY, against_all, paid, worth
from games.test_flush_poker_exact import deck_of as flush_deck
from games.test_wild_monkey_main_game import every_dealer, valued_of
from games.wild_monkey import NAME, RUN, TOP, WIDE, dealers_of
from houseway.cards.card import JOKER
from houseway.cards.hands import flush_hand, hand_mask, longest_flush, longest_straight_flush
from houseway.games.bonuses.royal_riches import hands_made
from houseway.games.down_under_holdem.exact.bonus_action import BONUSES, fold_ends
from houseway.games.down_under_holdem.rules import match_line, trips_line
from houseway.games.down_under_holdem.variant import variant_of
from houseway.games.flush_poker.exact import bonus_ends
from houseway.games.flush_poker.exact.count import count_ends
from houseway.games.flush_poker.exact.sets import shards
from houseway.games.flush_poker.rules import straight_flush_of_flush
from houseway.games.letter.paytable import PayTable
from houseway.games.pricing.action import price_outcomes, returned
from houseway.games.pricing.price import Prices
from houseway.games.wild_monkey_pai_gow.exact import surrender_ends
from houseway.games.wild_monkey_pai_gow.exact.hand_values import Hands
from houseway.games.wild_monkey_pai_gow.exact.plans import HOUSE_WAY
from houseway.games.wild_monkey_pai_gow.rules import dealer_joker_line, pai_gow_high
from houseway.games.wild_monkey_pai_gow.variant import SURRENDER, Variant
from houseway.kernel import compiled
from houseway.lab.shards import Threads

FLUSH_DECKS = ("four equal suits", "two and two equal suits", "seven cards", "without a joker")
HOLDEM = houseway.game("down-under-holdem", {"folded-bonuses": "lose"})


# ---- Flush Poker


def flush_outcomes(mask: int) -> tuple[int, int, int, int]:
    """The places of a hand's bonuses."""
    return (
        bonus_ends.RICHES + hands_made(mask),
        bonus_ends.NATURAL_FLUSH + longest_flush(mask),
        bonus_ends.ANY_STRAIGHT_FLUSH + longest_straight_flush(mask),
        bonus_ends.PLAYED_STRAIGHT_FLUSH + straight_flush_of_flush(mask),
    )


def flush_stakes(unqualified_loses: int) -> bonus_ends.Stakes:
    """A pay table for each bonus, with any returns."""
    returns = np.random.default_rng(3).integers(0, 4, (4, bonus_ends.OUTCOMES))
    firsts = [bonus_ends.RICHES, bonus_ends.NATURAL_FLUSH]
    firsts += [bonus_ends.ANY_STRAIGHT_FLUSH, bonus_ends.PLAYED_STRAIGHT_FLUSH]
    return bonus_ends.Stakes(returns, np.array(firsts), 2, unqualified_loses)


def flush_ends(name: str, stakes: bonus_ends.Stakes) -> Counter[tuple[int, int]]:
    """By row and what is counted: every hand against every dealer."""
    variant, found = TINY[name], Counter[tuple[int, int]]()
    for hand in combinations(flush_deck(variant), variant.cards):
        mask = hand_mask(hand)
        player, dealers = flush_hand(mask), against_all(variant, hand)
        wins = worth(variant, player, dealers)
        folded = max(wins.values()) == wins["fold"]
        below = sum(count for dealer, count in dealers.items() if dealer < variant.qualifier)
        for place in flush_outcomes(mask):
            found[place, bonus_ends.HANDS] += 1
            found[place, bonus_ends.UNQUALIFIED] += below
            found[place, bonus_ends.FOLDED] += folded
            found[place, bonus_ends.FOLDED_UNQUALIFIED] += folded * below
        once = sum(count * paid(variant, 1, player, dealer)[1] for dealer, count in dealers.items())
        saved = -dealers.total() - once
        alive = dealers.total() - below * stakes.unqualified_loses
        for table, place in enumerate(flush_outcomes(mask)):
            won = Fraction(int(stakes.returns[table, place]), stakes.scale * variant.match.denominator) * alive
            if folded and won > saved:
                row = bonus_ends.OUTCOMES + table
                found[row, bonus_ends.PLAYED_ON] += 1
                found[row, bonus_ends.RETURNED] += int(won * stakes.scale * variant.match.denominator)
                found[row, bonus_ends.COST] += int(saved * variant.match.denominator)
    return +found


@pytest.mark.parametrize(("place", "name"), [*enumerate(FLUSH_DECKS)])
def test_bonuses_by_the_end_of_the_main_game_as_every_deal_has_them(place: int, name: str) -> None:
    stakes = flush_stakes(place % 2)
    found = Threads(1)(count_ends, [(sets, terms, stakes, *part) for sets, terms, *part in shards(TINY[name], 3)])
    counted = {(int(row), int(what)): int(found[row, what]) for row, what in np.argwhere(found)}
    assert counted == dict(flush_ends(name, stakes))


# ---- Down Under Hold'em


class Dealt(NamedTuple):
    """How a deal ends: the main game if it is played, and the lines of both bonuses."""

    ends: Ending
    lines: tuple[int, int]  # of Trips or Better, of Match the Dealer


Flops = dict[Hand, Counter[Dealt]]


def holdem_deals(deck: list[int], lights: tuple[int, ...]) -> dict[tuple[Hand, Hand], Flops]:
    """Every deal by hole cards and lights, then by flop."""
    sets: dict[tuple[Hand, Hand], Flops] = defaultdict(lambda: defaultdict(Counter))
    for hole, flop, dealer, ours, theirs in compared_deals(deck):
        known = tuple(sorted(lights[card % 13] for card in dealer))
        lines = trips_line(ours), match_line(*hole, *dealer)
        sets[hole, known][flop][Dealt(ending(ours, theirs, PAYS), lines)] += 1
    return sets


def played(deals: Counter[Dealt], times: int) -> Fraction:
    """What some deals net with a Play wager."""
    return sum((count * net(deal.ends, times) for deal, count in deals.items()), Fraction(0))


def folds(flops: Flops) -> Counter[Dealt]:
    """The deals that are folded after a check, where checking is best."""
    everything = sum(flops.values(), Counter[Dealt]())
    checked = sum(max(played(deals, 1), Fraction(-2 * deals.total())) for deals in flops.values())
    if checked < max(played(everything, times) for times in (2, 3)):
        return Counter()
    folded = [deals for deals in flops.values() if played(deals, 1) <= -2 * deals.total()]
    return sum(folded, Counter[Dealt]())


def best_of_both(flops: Flops, bonus: int, table: PayTable) -> Fraction:
    """The best net of main game and bonus together, where a fold loses the bonus as well."""

    def both(deals: Counter[Dealt], times: int) -> Fraction:
        won = sum(count * returned(table, deal.lines[bonus]) for deal, count in deals.items())
        return played(deals, times) + won - deals.total()

    everything = sum(flops.values(), Counter[Dealt]())
    checked = sum((max(both(deals, 1), Fraction(-3 * deals.total())) for deals in flops.values()), Fraction())
    return max(checked, both(everything, 2), both(everything, 3))


def by_line(deals: Counter[Dealt], bonus: int) -> Counter[int]:
    """Some deals by the line of a bonus."""
    found = Counter[int]()
    for deal, count in deals.items():
        found[deal.lines[bonus]] += count
    return found


@pytest.mark.parametrize("name", ["five ranks in two suits", "an ace that is high and low"])
def test_bonuses_of_folded_hands_as_every_deal_has_them(name: str) -> None:
    ranks, suits, lights = DECKS[name]
    deck = holdem_deck(ranks, suits)
    ends = fold_ends(HOLDEM, Threads(1), replace(variant_of(HOLDEM), lights=lights), tuple(deck))
    sets = holdem_deals(deck, lights)
    folded = sum(map(folds, sets.values()), Counter[Dealt]())
    every = sum((deals for flops in sets.values() for deals in flops.values()), Counter[Dealt]())
    for wager, bonus in BONUSES.items():
        assert ends.stopped(wager, 1).dead == by_line(folded, bonus)
        tables = HOLDEM.approval.paytables[wager]
        stopped = replace(ends.stopped(wager, 1), deals=1)
        prices = {table: price_outcomes(tables[table], int, by_line(every, bonus), stopped) for table in tables}
        priced = ends.with_fold_weighed({**unpriced(), wager: prices})[wager]
        for table in list(priced)[:2]:
            best = sum(best_of_both(flops, bonus, tables[table]) for flops in sets.values())
            both = priced[table].together
            edge = (
                both.main_edge_exact + both.wager_edge_exact
                if both
                else ends.main.house_edge + priced[table].house_edge
            )
            assert edge == -best / every.total()


def unpriced() -> Prices:
    """Any prices in the place of those that are not looked at."""
    counts = {-1: 1}
    return {
        wager: {name: price_outcomes(table, int, counts) for name, table in HOLDEM.approval.paytables[wager].items()}
        for wager in BONUSES
    }


# ---- Wild Monkey Pai Gow


def test_bonuses_of_surrendered_hands_as_every_deal_has_them() -> None:
    """A small deck without pai gows: what hands make, dealers with and without the joker, and surrenders weighed."""
    game, variant = houseway.game(NAME, {"surrendered-bonuses": "lose"}), Variant(ranks=TOP)
    valued, plan = valued_of(variant), valued_of(variant).plan(HOUSE_WAY)
    every = dealers_of(variant)[0]
    tables = surrender_ends.staked_tables(game)
    won = surrender_ends.joker_lines(variant, valued.hands, every, RUN)
    ends = surrender_ends.surrender_ends(valued, HOUSE_WAY, won, tables, RUN)
    eights, _ = every_dealer(variant)
    made, joker, weighed = Counter[int](), Counter[int](), Counter[tuple[str, str]]()
    values = valued.values(0)
    for place in np.flatnonzero(plan.decisions == SURRENDER).tolist():
        mask, weight = int(valued.hands.masks[place]), int(plan.weights[place])
        dealers = eights[(eights & mask) == 0]
        with_joker = int((dealers >> JOKER == 1).sum())
        made[hands_made(mask)] += weight
        joker[4] += weight * with_joker
        joker[-1] += weight * (len(dealers) - with_joker)
        stood = max(Fraction(int(values[place]), 100), Fraction(2 * int(values[place]), 100))
        saved = -Fraction(len(dealers), 2) - stood
        for name, table in game.approval.paytables["royal-riches"].items():
            weighed["royal-riches", name] += weight * (
                returned(table, table.best_paying(hands_made(mask))) * len(dealers) > saved
            )
        for name, table in game.approval.paytables["dealer-joker"].items():
            weighed["dealer-joker", name] += weight * (returned(table, 4) * with_joker > saved)
    assert made
    assert ends.stopped(surrender_ends.RICHES).dead == made
    assert ends.stopped(surrender_ends.DEALER_JOKER).dead == +joker
    kept = {(wager, name): counts[0] for (wager, name, _), counts in ends.weighed.items() if "pai" not in wager}
    assert kept == dict(weighed)
    assert any(kept.values())


def test_dealers_with_the_joker_by_line_against_any_hand() -> None:
    """Seven ranks: the dealer's pai gows are all ways to take one card of each rank that the hand leaves."""
    variant = Variant(ranks=WIDE)
    hands = Hands.of(variant, RUN)
    won = surrender_ends.joker_lines(variant, hands, dealers_of(variant)[0], RUN)
    sevens = [
        hand_mask(13 * suit + rank for suit, rank in zip(suits, WIDE, strict=True))
        for suits in product(range(4), repeat=7)
    ]
    pai_gows = [(mask, dealer_joker_line(pai_gow_high(mask))) for mask in sevens if pai_gow_high(mask) >= 0]
    stakes = surrender_ends.Stakes(np.zeros(0, np.int64), np.zeros((0, 0), np.int64), 1, 1, comb(22, 8), comb(21, 7))
    views, deals = np.zeros(4, np.int64), np.zeros(1 + surrender_ends.JOKER_LINES, np.int64)
    for mask in Random(7).sample(hands.masks.tolist(), 60):
        compiled(surrender_ends.joker_deals)(won, stakes, mask, views, deals)
        natural = not mask >> JOKER
        lines = Counter(line for seven, line in pai_gows if natural and not seven & mask)
        assert [lines[line] for line in range(4)] == deals[1:5].tolist()
        assert deals.sum() == comb(22, 8)
        assert deals[1:].sum() == comb(21, 7) * natural
