"""Flush Poker's main game, exact: every hand of the player against every hand of the dealer.

A dealer's hand makes at most x when the cards of each suit, filled by the joker where it is there, make at most x. So
the dealer's hands are counted suit by suit: the suit's good sets of ranks, by size, are a polynomial, and the product
of four polynomials counts the hands. Sets smaller than x are all good and larger ones are not, so a polynomial is a row
of binomial coefficients and one more term that is looked up.

The player's hands are counted by their best suit, the *leader*, which fixes x. Hands that differ only by which of
several equal suits is which are counted once and weighted.
"""

import math
from array import array
from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.card import JOKER, Card, check_copies
from houseway.cards.hands import COUNTS, FLUSH_POKER, SUIT_MASK, TOP_RANKS, flush_hand, flush_size, hand_mask
from houseway.cards.names import flush_name
from houseway.errors import InvalidInput
from houseway.games import game as game_named
from houseway.games.analysis import MainAnalysis, Runner, run_here
from houseway.games.flush_poker.rules import TEN_EIGHT, raise_cap
from houseway.games.game import Game
from houseway.kernel import counter, kernel

Counts = npt.NDArray[np.int64]
Table = npt.NDArray[np.int32]

MASKS: Final = SUIT_MASK + 1
MOST_CARDS: Final = 12  # with thirteen cards of a suit the joker would have no rank to stand for
PARTS: Final = 16  # shards
OVERCARDS: Final = 4  # as many or more are counted together; seven cards never hold more
SIZES: Final = array("q", COUNTS)  # of sets of ranks; signed, as unsigned numbers turn into floats in compiled sums
WAYS: Final = array("q", [math.comb(ranks, size) for ranks in range(14) for size in range(14)])

# A hand has six polynomials: the dealer's hands that are at most as strong, weaker, and below the qualifier,
# at even places those without the joker and at odd places those with it.
AT_MOST, WEAKER, BELOW, POLYNOMIALS = 0, 2, 4, 6

# What is counted of a decision: the player's hands, and the deals by what becomes, or would become, of a raise.
HANDS, UNQUALIFIED, WIN, LOSE, MATCH, KINDS = range(6)


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """The game that is analysed. `letter()` is the approved one; a designer may change any of it."""

    joker: bool
    cards: int  # of a hand
    match: Fraction  # what an exact match pays on the Bet
    suits: tuple[int, ...] = (SUIT_MASK,) * 4  # the ranks of each suit, as masks
    caps: tuple[int, ...] = tuple(raise_cap(size << 13) for size in range(14))  # of the Raise, by cards in the flush
    qualifier: int = TEN_EIGHT  # the least strength with which the dealer qualifies

    def __post_init__(self) -> None:
        if len(self.suits) != 4 or not all(0 <= ranks < MASKS for ranks in self.suits):
            raise InvalidInput("must be four masks of thirteen ranks", field="suits")
        if not 1 <= self.cards <= min(MOST_CARDS, self.size // 2):
            raise InvalidInput(f"two hands of {self.cards} cards cannot come from {self.size}", field="cards")
        if len(self.caps) != 14 or min(self.caps) < 1:
            raise InvalidInput("must be at least 1 for each size of a flush, 0 to 13", field="caps")
        if not 0 <= self.qualifier < 14 << 13 or self.match < 0:
            raise InvalidInput("must be a strength, and a pay of at least nothing", field="qualifier, match")
        most = max(self.match.numerator, self.match.denominator * (1 + max(self.caps)))
        if max(self.deals, self.dealer_hands * most) >= 1 << 62:
            raise InvalidInput("there is too much to count in 64 bits", field="cards, match")

    @property
    def size(self) -> int:
        """How many cards the deck has."""
        return sum(ranks.bit_count() for ranks in self.suits) + self.joker

    @property
    def dealer_hands(self) -> int:
        """How many hands the dealer can have when the player's is known."""
        return math.comb(self.size - self.cards, self.cards)

    @property
    def deals(self) -> int:
        """How many pairs of hands there are."""
        return math.comb(self.size, self.cards) * self.dealer_hands


def approved(game: Game) -> Variant:
    """The game of the letter; no option touches it."""
    table = game.approval.table
    match = game.paytable("bet").pays[0]
    return Variant(joker=table.jokers, cards=table.player_cards, match=match.times if match else Fraction(0))


@cache
def letter() -> Variant:
    """The approved game."""
    return approved(game_named("flush-poker"))


@kernel
def net(times: int, unqualified: int, win: int, lose: int, match: int, pays: int, unit: int) -> int:
    """What a Raise of so many Bets wins over these deals (clauses 4, 5), in Bets / unit; a match pays pays / unit."""
    return unit * (unqualified + (1 + times) * (win - lose)) + pays * match


@kernel
def best_raise(unqualified: int, win: int, lose: int, match: int, cap: int, pays: int, unit: int) -> int:
    """How many Bets to raise, 0 to fold; of equal expectations the one that stakes less."""
    best, most = 0, -unit * (unqualified + win + lose + match)
    for times in range(1, cap + 1):
        raised = net(times, unqualified, win, lose, match, pays, unit)
        if raised > most:
            best, most = times, raised
    return best


@kernel
def split(
    strength: int, qualifier: int, hands: int, at_most: int, weaker: int, below: int
) -> tuple[int, int, int, int]:
    """The dealer's hands by what becomes of a raise: unqualified, win, lose, match (clauses 4 and 5).

    Of all hands, so many are at most as strong as the player's, weaker, and below the qualifier.
    """
    if strength < qualifier:
        return below, 0, hands - below, 0
    return below, weaker - below, hands - at_most, at_most - weaker


# ---- the counter


class Sets(NamedTuple):
    """The sets of ranks that hands are made of. A deck is what one suit, or several equal ones, have."""

    decks: Counts  # the ranks of each
    subsets: Counts  # by deck: its sets of ranks, small ones first
    starts: Counts  # by deck and size: where the sets of that size start
    rows: Counts  # by the ranks of a strength: its row among all strengths
    row_starts: Counts  # by size: the row before that of its weakest strength
    places: Counts  # by arrangement, then for each suit: deck, 1 if that of the suit before, 1 if never equal to leader
    leaders: Counts  # of every leader: player's joker, arrangement (the leading suit stands first), ranks


class Terms(NamedTuple):
    """A variant's numbers, as the counter takes them."""

    cards: int
    joker: int
    qualifier: int
    qualifier_row: int
    dealer_hands: int
    orders: int  # of equal suits
    pays: int
    unit: int
    caps: Counts
    most: int  # of the caps
    columns: int  # how many sets another suit than the leader can have


class Lead(NamedTuple):
    """A leader and what it fixes."""

    joker: int
    ranks: int
    strength: int
    above: int  # the ranks above the flush
    powers: Counts  # by polynomial: the size below which every set of a suit is good
    at_power: Counts  # by deck, taken set and polynomial: how many sets of that size are good
    own: Counts  # the polynomials of the leading suit


@kernel
def standing(joker: int, ranks: int) -> int:
    """Which suit leads: by the strength that its ranks make, then by the ranks."""
    return (FLUSH_POKER[(joker << 13) + ranks] << 13) + ranks


@counter
def tabulate(sets: Sets, cards: int, columns: int) -> Table:
    """By deck, joker, row and taken set: sets that make the row's strength or a weaker one of the same size."""
    good = np.zeros((len(sets.decks), 2, sets.row_starts[-1], columns), np.int32)
    for deck in range(len(sets.decks)):
        for joker in range(2):
            for size in range(1, cards + 1):
                for place in range(sets.starts[deck, size - joker], sets.starts[deck, size - joker + 1]):
                    ranks = sets.subsets[deck, place]
                    row = sets.rows[FLUSH_POKER[(joker << 13) + ranks] & SUIT_MASK]
                    for column in range(columns):
                        if sets.subsets[deck, column] & ranks == 0:
                            good[deck, joker, row, column] += 1
                for row in range(sets.row_starts[size] + 1, sets.row_starts[size + 1]):
                    for column in range(columns):
                        good[deck, joker, row, column] += good[deck, joker, row - 1, column]
    return good


@counter
def count_good(subsets: Counts, taken: int, joker: int, limit: int) -> int:
    """How many of these sets hold no taken rank and make at most the limit."""
    good = 0
    for ranks in subsets:
        if ranks & taken == 0 and FLUSH_POKER[(joker << 13) + ranks] <= limit:
            good += 1
    return good


@counter
def multiply(product: Counts, factor: Counts, left: int, powers: Counts, at_power: Counts) -> None:
    """Each polynomial times that of a suit with so many ranks left: every set below the power, some at it."""
    for p in range(POLYNOMIALS):
        for degree in range(factor.shape[1]):
            total = 0
            for size in range(min(powers[p], degree + 1)):
                total += factor[p, degree - size] * WAYS[14 * left + size]
            if degree >= powers[p]:
                total += factor[p, degree - powers[p]] * at_power[p]
            product[p, degree] = total


@counter
def close(line: Counts, factor: Counts, spent: Counts, left: int, powers: Counts) -> None:
    """The dealer's hands by each polynomial, as a linear function of what the last suit has at the power.

    `spent` is the size of other suits' sets that are still to be multiplied in.
    """
    for p in range(POLYNOMIALS):
        degree = factor.shape[1] - 1 - p % 2 - spent[p]
        total = 0
        for size in range(min(powers[p], degree + 1)):
            total += factor[p, degree - size] * WAYS[14 * left + size]
        line[0, p] = total
        line[1, p] = factor[p, degree - powers[p]] if degree >= powers[p] else 0


@counter
def lead(sets: Sets, terms: Terms, good: Table, leader: int) -> Lead:
    """A leader, with all it fixes."""
    joker, ranks = sets.leaders[leader, 0], sets.leaders[leader, 2]
    deck = sets.places[sets.leaders[leader, 1], 0, 0]
    strength = FLUSH_POKER[(joker << 13) + ranks]
    powers, at_leader = np.zeros(POLYNOMIALS, np.int64), np.zeros(POLYNOMIALS, np.int64)
    at_power = np.zeros((len(sets.decks), terms.columns, POLYNOMIALS), np.int64)
    one, own = np.zeros((POLYNOMIALS, terms.cards + 1), np.int64), np.zeros((POLYNOMIALS, terms.cards + 1), np.int64)
    for p in range(POLYNOMIALS):
        dealers_joker = p % 2
        strictly = 0 if p < WEAKER else 1
        limit, row = strength, sets.rows[strength & SUIT_MASK]
        if p >= BELOW:
            limit, row = terms.qualifier, terms.qualifier_row
        powers[p] = flush_size(limit) - dealers_joker
        for other in range(len(sets.decks)):
            for column in range(terms.columns):
                at_power[other, column, p] = good[other, dealers_joker, row - strictly, column]
        start, stop = sets.starts[deck, powers[p]], sets.starts[deck, powers[p] + 1]
        at_leader[p] = count_good(sets.subsets[deck, start:stop], ranks, dealers_joker, limit - strictly)
        one[p, 0] = 1 if dealers_joker <= terms.joker - joker else 0
    multiply(own, one, SIZES[sets.decks[deck]] - SIZES[ranks], powers, at_leader)
    above = SUIT_MASK + 1 - (2 << TOP_RANKS[strength & SUIT_MASK])
    return Lead(joker, ranks, strength, above, powers, at_power, own)


@counter
def dealers(line: Counts, at_power: Counts, p: int) -> int:
    """The dealer's hands by a polynomial and, with the joker, the next one."""
    hands: int = line[0, p] + line[1, p] * at_power[p] + line[0, p + 1] + line[1, p + 1] * at_power[p + 1]
    return hands


@counter
def tally(found: Counts, terms: Terms, strength: int, line: Counts, at_power: Counts, weight: int) -> None:
    """Decide a class of hands and count it."""
    at_most = dealers(line, at_power, AT_MOST)
    weaker = dealers(line, at_power, WEAKER)
    below = dealers(line, at_power, BELOW)
    _, win, lose, match = split(strength, terms.qualifier, terms.dealer_hands, at_most, weaker, below)
    times = best_raise(below, win, lose, match, terms.caps[flush_size(strength)], terms.pays, terms.unit)
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
    """One leader in so many: by ranks of the player's flush, overcards and decision, what is counted of each."""
    found = np.zeros((MASKS, OVERCARDS + 1, terms.most + 1, KINDS), np.int64)
    good = tabulate(sets, terms.cards, terms.columns)
    for number in range(part, len(sets.leaders), parts):
        leader = lead(sets, terms, good, number)
        places = sets.places[sets.leaders[number, 1]]
        count_leader(sets, terms, leader, places, found[leader.strength & SUIT_MASK])
    return found


# ---- what the counter is given


def _subsets(deck: int) -> list[list[int]]:
    """The sets of a deck's ranks by size, as ascending masks."""
    bits = [1 << rank for rank in range(13) if deck >> rank & 1]
    return [sorted(map(sum, combinations(bits, size))) for size in range(14)]


def _strengths(decks: Iterable[int], cards: int) -> list[list[int]]:
    """The strengths that a suit can make with a hand's cards, by size and ascending."""
    held = [ranks for deck in decks for sets in _subsets(deck)[: cards + 1] for ranks in sets]
    made = {FLUSH_POKER[joker << 13 | ranks] for joker in (0, 1) for ranks in held}
    return [sorted(x for x in made if flush_size(x) == size and size <= cards) for size in range(14)]


def _places(suits: Iterable[int], decks: Sequence[int]) -> list[list[tuple[int, int, int]]]:
    """For each deck that may lead: the four suits, its own first and equal ones side by side."""
    places = []
    for leading in range(len(decks)):
        order = sorted((decks.index(suit) for suit in suits), key=lambda deck: (deck != leading, deck))
        before = [-1, *order]
        places.append(
            [(deck, int(deck == last), int(deck < leading)) for deck, last in zip(order, before, strict=False)]
        )
    return places


def _sets(variant: Variant, decks: Sequence[int], strengths: Sequence[Sequence[int]]) -> Sets:
    subsets = [_subsets(deck) for deck in decks]
    row_starts = [0, *accumulate(len(group) + 1 for group in strengths)]
    rows = np.zeros(MASKS, np.int64)
    for start, group in zip(row_starts, strengths, strict=False):
        rows[[strength & SUIT_MASK for strength in group]] = range(start + 1, start + 1 + len(group))
    flat = np.zeros((len(decks), max(2 ** deck.bit_count() for deck in decks)), np.int64)
    for deck, by_size in enumerate(subsets):
        flat[deck, : 2 ** decks[deck].bit_count()] = [ranks for sets in by_size for ranks in sets]
    leaders = [
        (joker, deck, ranks)
        for joker in range(1 + variant.joker)
        for deck, by_size in enumerate(subsets)
        for sets in by_size[: variant.cards - joker + 1]
        for ranks in sets
        if joker or ranks
    ]
    return Sets(
        decks=np.array(decks),
        subsets=flat,
        starts=np.array([[0, *accumulate(map(len, by_size))] for by_size in subsets]),
        rows=rows,
        row_starts=np.array(row_starts),
        places=np.array(_places(variant.suits, decks)),
        leaders=np.array(leaders),
    )


def _terms(variant: Variant, decks: Sequence[int], sets: Sets, strengths: Sequence[Sequence[int]]) -> Terms:
    qualifier = max(variant.qualifier, 1 << 13)  # no hand is weaker than one card
    size = flush_size(qualifier)
    return Terms(
        cards=variant.cards,
        joker=int(variant.joker),
        qualifier=qualifier,
        qualifier_row=int(sets.row_starts[size]) + 1 + bisect_left(strengths[size], qualifier),
        dealer_hands=variant.dealer_hands,
        orders=math.prod(math.factorial(variant.suits.count(deck)) for deck in decks),
        pays=variant.match.numerator,
        unit=variant.match.denominator,
        caps=np.array(variant.caps),
        most=max(variant.caps),
        columns=int(sets.starts[:, variant.cards // 2 + 1].max()),
    )


def shards(variant: Variant, parts: int = PARTS) -> list[tuple[Sets, Terms, int, int]]:
    """Arguments of `count_part` that together count all hands."""
    decks = list(dict.fromkeys(variant.suits))
    strengths = _strengths(decks, variant.cards)
    sets = _sets(variant, decks, strengths)
    terms = _terms(variant, decks, sets, strengths)
    return [(sets, terms, part, parts) for part in range(parts)]


# ---- the analysis


@dataclass(frozen=True, slots=True, kw_only=True)
class Flush:
    """A flush of the player, over all hands that make it; every tuple is by overcards, the last place for more.

    An overcard is a card of another suit that is higher than the flush.
    """

    strength: int
    decided: tuple[tuple[int, ...], ...]  # hands by decision: fold, raise 1x, ...
    folded: tuple[int, ...]  # what folding all of them wins over all deals, in Bets / the unit of a match's pay
    raised: tuple[int, ...]  # what raising all of them to the cap wins

    @property
    def hands(self) -> tuple[int, ...]:
        """How many hands make it, by decision."""
        return tuple(map(sum, zip(*self.decided, strict=True)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Simple:
    """A strategy to remember: raise to the cap from a strength on, fold below it."""

    lowest: tuple[int, ...]  # by overcards: the weakest flush that is raised
    net: Fraction
    cost: Fraction  # against the best strategy

    def to_json(self) -> dict[str, Any]:
        """In words and decimals."""
        raised = [flush_name(strength) for strength in self.lowest]
        return {"raise_from_by_overcards": raised, "house_edge": float(-self.net), "cost": float(self.cost)}


def analyze_main(variant: Variant, run: Runner = run_here) -> MainAnalysis:
    """The main game under the best decisions, each taken with the own seven cards known and no other.

    `details` holds every flush that can be made (`Flush`), the weakest that is ever raised, the strongest that is
    ever folded, those whose decision depends on the other cards, and two strategies to remember (`Simple`).
    """
    found = run(count_part, shards(variant))
    best = _summed(variant, found.sum(axis=(0, 1)).tolist())
    return replace(best, details=_details(variant, _flushes(variant, found), best.net))


def describe(game: Game, run: Runner) -> dict[str, Any]:
    """The analysis as JSON describes it, with two strategies to remember and what they cost."""
    main = analyze_main(approved(game), run)
    simple = {name: main.details[name].to_json() for name in ("threshold", "overcard_thresholds")}
    return {"method": "exact", "main": main.to_json(), "simple_strategies": simple}


def decision_name(times: int) -> str:
    """How a raise of so many Bets, or none, stands in records."""
    return f"raise {times}x" if times else "fold"


def _summed(variant: Variant, totals: Sequence[Sequence[int]]) -> MainAnalysis:
    folded, *raises = totals
    folds = folded[HANDS] * variant.dealer_hands
    won, staked, squared, outcomes = Fraction(-folds), folds, Fraction(folds), dict.fromkeys(("win", "lose", "push"), 0)
    for times, (hands, *kinds) in enumerate(raises, start=1):
        unqualified, win, lose, match = kinds
        won += Fraction(_net(variant, times, kinds), variant.match.denominator)
        staked += (1 + times) * hands * variant.dealer_hands
        squared += unqualified + (1 + times) ** 2 * (win + lose) + variant.match**2 * match
        outcomes["win"] += unqualified + win
        outcomes["lose"] += lose
        outcomes["win" if variant.match else "push"] += match
    return MainAnalysis(
        per="bet",
        deals=variant.deals,
        net=won / variant.deals,
        wagered=Fraction(staked, variant.deals),
        net_squared=squared / variant.deals,
        decisions={
            decision_name(times): Fraction(counts[HANDS] * variant.dealer_hands, variant.deals)
            for times, counts in enumerate(totals)
        },
        outcomes={name: Fraction(deals, variant.deals) for name, deals in {**outcomes, "fold": folds}.items()},
    )


def _net(variant: Variant, times: int, kinds: Sequence[int]) -> int:
    """In Bets / the unit of a match's pay."""
    unqualified, win, lose, match = kinds
    return net(times, unqualified, win, lose, match, *variant.match.as_integer_ratio())


def _flushes(variant: Variant, found: Counts) -> tuple[Flush, ...]:
    """All flushes that hands make, the weakest first."""
    made = sorted((SIZES[ranks] << 13 | ranks) for ranks in np.unique(found[..., HANDS].nonzero()[0]).tolist())
    return tuple(_flush(variant, strength, found[strength & SUIT_MASK].tolist()) for strength in made)


def _flush(variant: Variant, strength: int, cells: Sequence[Sequence[Sequence[int]]]) -> Flush:
    cap = variant.caps[flush_size(strength)]
    summed = [[sum(kind) for kind in zip(*cell, strict=True)] for cell in cells]
    return Flush(
        strength=strength,
        decided=tuple(tuple(counts[HANDS] for counts in cell) for cell in cells),
        folded=tuple(-variant.match.denominator * sum(kinds) for _, *kinds in summed),
        raised=tuple(_net(variant, cap, kinds) for _, *kinds in summed),
    )


def _details(variant: Variant, flushes: tuple[Flush, ...], best: Fraction) -> dict[str, Any]:
    """What a person asks: which flushes are always folded or raised, and what a strategy to remember costs."""
    each = range(OVERCARDS + 1)
    by_overcards = [best_threshold(flushes, [overcards]) for overcards in each]
    return {
        "flushes": flushes,
        "weakest_raised": next((flush.strength for flush in flushes if any(flush.hands[1:])), None),
        "strongest_folded": next((flush.strength for flush in reversed(flushes) if flush.hands[0]), None),
        "depending": tuple(flush for flush in flushes if sum(map(bool, flush.hands)) > 1),
        "threshold": follow(variant, flushes, [best_threshold(flushes, each)] * len(each), best),
        "overcard_thresholds": follow(variant, flushes, by_overcards, best),
    }


def best_threshold(flushes: Sequence[Flush], overcards: Collection[int]) -> int:
    """The strength from which raising hands with so many overcards wins most; of equals the highest."""
    gains = [sum(flush.raised[over] - flush.folded[over] for over in overcards) for flush in reversed(flushes)]
    won = list(accumulate(gains, initial=0))
    strengths = [flushes[-1].strength + 1, *(flush.strength for flush in reversed(flushes))]
    return strengths[won.index(max(won))]


def follow(variant: Variant, flushes: Iterable[Flush], lowest: Sequence[int], best: Fraction) -> Simple:
    """What it wins to raise to the cap from these strengths on, by overcards, and how much less than `best` that is."""
    won = sum(
        (raised if flush.strength >= least else folded)
        for flush in flushes
        for raised, folded, least in zip(flush.raised, flush.folded, lowest, strict=True)
    )
    average = Fraction(won, variant.match.denominator * variant.deals)
    return Simple(lowest=tuple(lowest), net=average, cost=best - average)


# ---- one hand


def values(cards: Iterable[int], seen: Iterable[int] = (), variant: Variant | None = None) -> dict[str, Fraction]:
    """What folding and each raise win on average with this hand, in Bets; `seen` are cards of others that are known.

    Plain Python, no compiler. The first decision with the highest value is the best one: it stakes least.
    """
    variant = variant or letter()
    held, gone = tuple(map(Card, cards)), tuple(map(Card, seen))
    check_copies((*held, *gone), copies=1, joker=variant.joker, field="cards")
    whole, taken = _deck_mask(variant), hand_mask((*held, *gone))
    if len(held) != variant.cards or taken & ~whole:
        raise InvalidInput(f"must be {variant.cards} cards of the deck", field="cards")
    left = whole & ~taken
    if left.bit_count() < variant.cards:
        raise InvalidInput("too few cards are left for the dealer", field="cards")
    strength = flush_hand(hand_mask(held))
    hands = math.comb(left.bit_count(), variant.cards)
    limits = strength, strength - 1, variant.qualifier - 1
    counted = [_hands_at_most(left, variant.cards, limit) for limit in limits]
    kinds = split(strength, variant.qualifier, hands, *counted)
    unit = variant.match.denominator * hands
    raises = range(1, variant.caps[flush_size(strength)] + 1)
    return {"fold": Fraction(-1)} | {
        decision_name(times): Fraction(_net(variant, times, kinds), unit) for times in raises
    }


def _deck_mask(variant: Variant) -> int:
    return sum(ranks << 13 * suit for suit, ranks in enumerate(variant.suits)) | variant.joker << JOKER


def _hands_at_most(left: int, cards: int, limit: int) -> int:
    """How many hands of the cards left are at most so strong."""
    total = 0
    for joker in range(1 + (left >> JOKER)):
        product = [1] + [0] * cards
        for suit in range(4):
            good = _good_sets(left >> 13 * suit & SUIT_MASK, cards, joker, limit)
            product = [sum(product[n - size] * good[size] for size in range(n + 1)) for n in range(cards + 1)]
        total += product[cards - joker]
    return total


def _good_sets(ranks: int, cards: int, joker: int, limit: int) -> list[int]:
    """How many sets of these ranks, by size, make at most the limit."""
    power = flush_size(limit) - joker
    bits = [1 << rank for rank in range(13) if ranks >> rank & 1]
    good = [math.comb(len(bits), size) if size < power else 0 for size in range(cards + 1)]
    if 0 <= power <= cards:
        good[power] = sum(FLUSH_POKER[joker << 13 | sum(held)] <= limit for held in combinations(bits, power))
    return good
