"""The counter of the main game: every hand of the player, decided against every hand of the dealer.

The player's hands are counted by their best suit, the *leader*, which fixes their strength. Hands that differ only in
which of several equal suits is which are counted once and weighted.
"""

from typing import Final, NamedTuple

import numpy as np

from houseway.cards.hands import JOKER_BIT, LONGEST_FLUSHES, SUIT_MASK, TOP_RANKS, flush_size
from houseway.games.flush_poker.exact.bonus_ends import ENDS, OUTCOMES, Stakes, add_end
from houseway.games.flush_poker.exact.joint_ends import JointTables, add_joint
from houseway.games.flush_poker.exact.sets import SIZES, Counts, Sets, Terms, standing
from houseway.games.flush_poker.exact.suits import (
    AT_MOST,
    BELOW,
    FORM,
    POLYNOMIALS,
    WEAKER,
    form_of,
    last_terms,
    look_up_terms,
    powers_of,
    put_in,
)
from houseway.games.flush_poker.variant import MASKS, best_raise, net, split
from houseway.kernel import counter, inlined

OVERCARDS: Final = 4  # as many or more are counted together; seven cards never hold more

# Counted of a decision: the player's hands, and the deals by how a raise ends, or would end.
HANDS, UNQUALIFIED, WIN, LOSE, MATCH, KINDS = range(6)

JOKER, ARRANGEMENT, SIZE = range(3)  # of a group; the sizes of all four suits stand last


class Ways(NamedTuple):
    """A class of hands: its decision, the dealers by how a raise ends, and what a fold saves."""

    times: int
    below: int
    win: int
    lose: int
    match: int
    saved: int


class Counted(NamedTuple):
    """The counts of all classes of hands: their decisions and, where there is room, their bonuses."""

    decided: Counts  # by ranks of the player's flush, overcards and decision
    ends: Counts  # the bonuses by how the main game ends
    stakes: Stakes
    joint: Counts  # all wagers together
    tables: JointTables


class Leader(NamedTuple):
    """A leading suit, and what it fixes for the three other suits of a group, which are numbered 1 to 3."""

    strength: int
    ranks: int
    starts: Counts  # by suit: the first set of its size that it can hold
    stops: Counts  # and the one after the last
    last: Counts  # by deck and set: the last terms
    over: Counts  # by deck and set: how many ranks are above the flush


@inlined
@counter
def hands_of(form: Counts, last: Counts, p: int) -> int:
    """The dealer's hands by a polynomial and, with the joker, the next one, once the last suit's terms are put in."""
    without: int = form[0, p] + form[1, p] * last[p]
    with_joker: int = form[0, p + 1] + form[1, p + 1] * last[p + 1]
    return without + with_joker


@inlined
@counter
def tally(counts: Counts, terms: Terms, strength: int, over: int, form: Counts, last: Counts, weight: int) -> Ways:
    """Decide a class of hands and count it."""
    at_most, weaker, below = hands_of(form, last, AT_MOST), hands_of(form, last, WEAKER), hands_of(form, last, BELOW)
    _, win, lose, match = split(strength, terms.qualifier, terms.dealer_hands, at_most, weaker, below)
    cap = terms.caps[flush_size(strength)]
    times = best_raise(below, win, lose, match, cap, terms.pays, terms.unit)
    if terms.to_cap and 0 < times < cap:
        raised = net(cap, below, win, lose, match, terms.pays, terms.unit)
        times = cap if raised > -terms.unit * (below + win + lose + match) else 0
    counts[over, times, HANDS] += weight
    counts[over, times, UNQUALIFIED] += weight * below
    counts[over, times, WIN] += weight * win
    counts[over, times, LOSE] += weight * lose
    counts[over, times, MATCH] += weight * match
    once = net(1, below, win, lose, match, terms.pays, terms.unit)
    return Ways(times, below, win, lose, match, -terms.unit * terms.dealer_hands - once)


@counter
def count_leader(sets: Sets, terms: Terms, group: Counts, leader: Leader, one: Counts, counted: Counted) -> None:
    """Count all hands of one leader by decision; `one` is the form with the leader's terms put in.

    Of equal suits with sets of one size, each stands at or below the one before it.
    """
    of_flush = counted.decided[leader.strength & SUIT_MASK]
    looks = len(counted.ends) + len(counted.joint) > 0
    (deck_b, same_b, _), (deck_c, same_c, _), (deck_d, same_d, _) = sets.places[group[ARRANGEMENT], 1:]
    subsets, starts, stops = sets.subsets[group[JOKER]], leader.starts, leader.stops
    like_b = same_c and group[SIZE + 2] == group[SIZE + 1]
    like_c = same_d and group[SIZE + 3] == group[SIZE + 2]
    two, three = np.empty((FORM // 4, POLYNOMIALS), np.int64), np.empty((FORM // 8, POLYNOMIALS), np.int64)
    for b in range(starts[1], stops[1]):
        run_b = 2 if same_b and subsets[deck_b, b] == leader.ranks else 1
        put_in(one, leader.last[deck_b, b], two)
        for c in range(starts[2], b + 1 if like_b else stops[2]):
            run_c = run_b + 1 if like_b and c == b else 1
            over = leader.over[deck_b, b] + leader.over[deck_c, c]
            weight = terms.orders // (run_b * run_c)
            put_in(two, leader.last[deck_c, c], three)
            for d in range(starts[3], c + 1 if like_c else stops[3]):
                alike = weight // (run_c + 1) if like_c and d == c else weight
                overcards = min(over + leader.over[deck_d, d], OVERCARDS)
                last = leader.last[deck_d, d]
                ways = tally(of_flush, terms, leader.strength, overcards, three, last, alike)
                if looks:
                    mask = leader.ranks + (subsets[deck_b, b] << 13) + (subsets[deck_c, c] << 26)
                    mask += (subsets[deck_d, d] << 39) + (group[JOKER] << JOKER_BIT)
                    look_at_bonuses(counted, terms.dealer_hands, mask, alike, ways)


@counter
def look_at_bonuses(counted: Counted, dealers: int, mask: int, weight: int, ways: Ways) -> None:
    """Count the bonuses of a class of hands, if they are asked for."""
    if len(counted.ends) > 0:
        add_end(counted.ends, counted.stakes, dealers, mask, weight, ways.times == 0, ways.below, ways.saved)
    if len(counted.joint) > 0:
        times, below, win, lose, match, _ = ways
        add_joint(counted.joint, counted.tables, mask, weight, times, below, win, lose, match)


@counter
def stop_of(sets: Sets, joker: int, deck: int, size: int, highest: int) -> int:
    """The place after the last set of a size that stands no higher than `highest`."""
    start, stop = int(sets.starts[deck, size]), int(sets.starts[deck, size + 1])
    while stop > start and standing(joker, sets.subsets[joker, deck, stop - 1]) > highest:
        stop -= 1
    return stop


@counter
def look_up_suits(sets: Sets, terms: Terms, group: Counts, powers: Counts, leader: Leader) -> None:
    """Fill in what a leader fixes for the suits of a group."""
    joker, places = group[JOKER], sets.places[group[ARRANGEMENT]]
    above = SUIT_MASK + 1 - (2 << TOP_RANKS[leader.strength & SUIT_MASK])
    for suit in range(1, 4):
        deck, same, below = places[suit]
        size = group[SIZE + suit]
        leader.starts[suit] = sets.starts[deck, size]
        leader.stops[suit] = stop_of(sets, joker, deck, size, standing(joker, leader.ranks) - below)
        if not (same and size == group[SIZE + suit - 1]) or suit == 1:
            look_up_terms(sets, terms, joker, deck, size, leader.strength, powers, leader.last[deck])
            for place in range(leader.starts[suit], leader.stops[suit]):
                leader.over[deck, place] = SIZES[sets.subsets[joker, deck, place] & above]


@counter
def count_group(sets: Sets, terms: Terms, group: Counts, part: int, parts: int, counted: Counted) -> None:
    """Count every `parts`-th leader of a group: the hands whose suits hold the same numbers of cards."""
    joker, size, places = group[JOKER], group[SIZE], sets.places[group[ARRANGEMENT]]
    powers, left = powers_of(terms, size + joker), np.empty(4, np.int64)
    for suit in range(4):
        left[suit] = SIZES[sets.decks[places[suit, 0]]] - group[SIZE + suit]
    form, one, own = form_of(terms, joker, left, powers), np.empty((FORM // 2, POLYNOMIALS), np.int64), powers.copy()
    starts, stops = np.zeros((2, 4), np.int64)
    last = np.zeros((len(sets.decks), terms.columns, POLYNOMIALS), np.int64)
    over = np.zeros((len(sets.decks), terms.columns), np.int64)
    deck = places[0, 0]
    for place in range(sets.starts[deck, size] + part, sets.starts[deck, size + 1], parts):
        ranks = sets.subsets[joker, deck, place]
        strength = int(LONGEST_FLUSHES[(joker << 13) + ranks])
        leader = Leader(strength, ranks, starts, stops, last, over)
        look_up_suits(sets, terms, group, powers, leader)
        last_terms(terms, joker, sets.decks[deck] & ~ranks, strength, powers, own)
        put_in(form, own, one)
        count_leader(sets, terms, group, leader, one, counted)


@counter
def new_counted(terms: Terms) -> Counted:
    """Empty counts for the main game, without room for bonuses."""
    none = np.zeros(0, np.int64)
    return Counted(
        np.zeros((MASKS, OVERCARDS + 1, terms.most + 1, KINDS), np.int64),
        np.zeros((0, ENDS), np.int64),
        Stakes(np.zeros((0, 0), np.int64), none, 1, 0),
        none,
        JointTables(0, 0, 0, 0, 0, none, none, none, none),
    )


@counter
def count_part(sets: Sets, terms: Terms, part: int, parts: int) -> Counts:
    """Count every `parts`-th leader, by ranks of the player's flush, overcards and decision."""
    counted = new_counted(terms)
    for group in sets.groups:
        count_group(sets, terms, group, part, parts, counted)
    return counted.decided


@counter
def count_ends(sets: Sets, terms: Terms, stakes: Stakes, part: int, parts: int) -> Counts:
    """Count the bonuses of every `parts`-th leader by how the main game ends, in the order of `bonus_ends`."""
    new = new_counted(terms)
    ends = np.zeros((OUTCOMES + len(stakes.returns), ENDS), np.int64)
    counted = Counted(new.decided, ends, stakes, new.joint, new.tables)
    for group in sets.groups:
        count_group(sets, terms, group, part, parts, counted)
    return ends


@counter
def count_joint_ends(sets: Sets, terms: Terms, tables: JointTables, size: int, part: int, parts: int) -> Counts:
    """Count every `parts`-th leader by how all wagers of a seat end together, by place."""
    new = new_counted(terms)
    counted = Counted(new.decided, new.ends, new.stakes, np.zeros(size, np.int64), tables)
    for group in sets.groups:
        count_group(sets, terms, group, part, parts, counted)
    return counted.joint
