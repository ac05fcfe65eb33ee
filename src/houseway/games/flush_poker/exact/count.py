"""The counter of the main game: every hand of the player, decided against every hand of the dealer.

The player's hands are counted by their best suit, the *leader*, which fixes how strong they are. Hands that differ only
by which of several equal suits is which are counted once and weighted.
"""

from typing import Final

import numpy as np

from houseway.cards.hands import LONGEST_FLUSHES, SUIT_MASK, flush_size
from houseway.games.flush_poker.exact.sets import SIZES, Counts, Sets, Terms
from houseway.games.flush_poker.exact.suits import (
    AT_MOST,
    BELOW,
    POLYNOMIALS,
    WEAKER,
    Lead,
    close,
    dealers,
    lead,
    multiply,
    tabulate,
)
from houseway.games.flush_poker.variant import MASKS, best_raise, net, split
from houseway.kernel import counter, kernel

OVERCARDS: Final = 4  # as many or more are counted together; seven cards never hold more

# What is counted of a decision: the player's hands, and the deals by what becomes, or would become, of a raise.
HANDS, UNQUALIFIED, WIN, LOSE, MATCH, KINDS = range(6)


@kernel
def standing(joker: int, ranks: int) -> int:
    """Which suit leads: by the strength that its ranks make, then by the ranks."""
    return (LONGEST_FLUSHES[(joker << 13) + ranks] << 13) + ranks


@counter
def tally(found: Counts, terms: Terms, strength: int, line: Counts, at_power: Counts, weight: int) -> None:
    """Decide a class of hands and count it."""
    at_most = dealers(line, at_power, AT_MOST)
    weaker = dealers(line, at_power, WEAKER)
    below = dealers(line, at_power, BELOW)
    _, win, lose, match = split(strength, terms.qualifier, terms.dealer_hands, at_most, weaker, below)
    cap = terms.caps[flush_size(strength)]
    times = best_raise(below, win, lose, match, cap, terms.pays, terms.unit)
    if terms.to_cap and 0 < times < cap:
        raised = net(cap, below, win, lose, match, terms.pays, terms.unit)
        times = cap if raised > -terms.unit * (below + win + lose + match) else 0
    found[times, HANDS] += weight
    found[times, UNQUALIFIED] += weight * below
    found[times, WIN] += weight * win
    found[times, LOSE] += weight * lose
    found[times, MATCH] += weight * match


@counter
def count_pairs(
    sets: Sets, terms: Terms, leader: Lead, places: Counts, b: int, run_b: int, two: Counts, found: Counts
) -> None:
    """Count the hands of a leader and a second suit: with the sizes of the others, all but their terms is fixed."""
    joker, powers, half = leader.joker, leader.powers, terms.cards // 2
    deck_c, same_c, below_c = places[2]
    deck_d, same_d, below_d = places[3]
    highest = standing(joker, leader.ranks)
    nothing, three = np.zeros(POLYNOMIALS, np.int64), np.zeros((POLYNOMIALS, terms.cards + 1), np.int64)
    base, steep, line = np.zeros((3, 2, POLYNOMIALS), np.int64)
    rest = terms.cards - joker - SIZES[leader.ranks] - SIZES[b]
    for size_c in range(min(half, rest) + 1):
        size_d = rest - size_c
        if size_d > half or (same_d and size_d > size_c) or (same_c and size_c > SIZES[b]):
            continue
        multiply(three, two, SIZES[sets.decks[deck_c]] - size_c, powers, nothing)
        close(base, three, nothing, SIZES[sets.decks[deck_d]] - size_d, powers)
        close(steep, two, powers, SIZES[sets.decks[deck_d]] - size_d, powers)
        for place_c in range(sets.starts[deck_c, size_c], sets.starts[deck_c, size_c + 1]):
            c = sets.subsets[deck_c, place_c]
            if standing(joker, c) > (standing(joker, b) if same_c else highest - below_c):
                continue
            run_c = run_b + 1 if same_c and c == b else 1
            over_c = SIZES[b & leader.above] + SIZES[c & leader.above]
            for p in range(POLYNOMIALS):
                line[0, p] = base[0, p] + steep[0, p] * leader.at_power[deck_c, place_c, p]
                line[1, p] = base[1, p] + steep[1, p] * leader.at_power[deck_c, place_c, p]
            limit_d = standing(joker, c) if same_d else highest - below_d
            for place_d in range(sets.starts[deck_d, size_d], sets.starts[deck_d, size_d + 1]):
                d = sets.subsets[deck_d, place_d]
                if standing(joker, d) <= limit_d:
                    run_d = run_c + 1 if same_d and d == c else 1
                    weight = terms.orders // (run_b * run_c * run_d)
                    over = min(over_c + SIZES[d & leader.above], OVERCARDS)
                    tally(found[over], terms, leader.strength, line, leader.at_power[deck_d, place_d], weight)


@counter
def count_leader(sets: Sets, terms: Terms, leader: Lead, places: Counts, found: Counts) -> None:
    """Count all hands of one leader by decision."""
    deck, same, below = places[1]
    highest = standing(leader.joker, leader.ranks)
    two = np.zeros((POLYNOMIALS, terms.cards + 1), np.int64)
    most = min(terms.cards // 2, terms.cards - leader.joker - SIZES[leader.ranks])
    for place in range(sets.starts[deck, most + 1]):
        b = sets.subsets[deck, place]
        if standing(leader.joker, b) <= highest - below:
            multiply(two, leader.own, SIZES[sets.decks[deck]] - SIZES[b], leader.powers, leader.at_power[deck, place])
            run = 2 if same and b == leader.ranks else 1
            count_pairs(sets, terms, leader, places, b, run, two, found)


@counter
def count_part(sets: Sets, terms: Terms, part: int, parts: int) -> Counts:
    """One leader in `parts`: by ranks of the player's flush, overcards and decision, what is counted of each."""
    found = np.zeros((MASKS, OVERCARDS + 1, terms.most + 1, KINDS), np.int64)
    good = tabulate(sets, terms.cards, terms.columns)
    for number in range(part, len(sets.leaders), parts):
        leader = lead(sets, terms, good, number)
        places = sets.places[sets.leaders[number, 1]]
        count_leader(sets, terms, leader, places, found[leader.strength & SUIT_MASK])
    return found
