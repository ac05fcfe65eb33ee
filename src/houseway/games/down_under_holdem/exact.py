"""The main game, counted exactly: all 27,813,810,024,000 deals, with the best decision at every turn.

Of five board cards at most one suit has three. So who wins is a matter of ranks alone, or of ranks and of which
cards belong to one suit, and for a flop and a hand the results over all turns, rivers and dealers are

    what ranks alone would give, and for each suit of the flop what its flushes change.

Each of these is counted once for all flops and hands that look alike when a card is a mere rank or one of that suit
(a symbol, see `suit_classes`). For each board the pairs of symbols are sorted by strength and swept once: the
dealers that a hand beats are the pairs of cards below it, less those that hold either of its cards.

Counts come by the dealer's two lights, six of them in two words of three times 21 bits. Words can be added and
multiplied like numbers, and none of the counts exceeds C(47,2) x C(45,2) = 1,070,190 when a flop is complete.
"""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.card import RANKS
from houseway.cards.hands import KEYS, WHEEL_LOWEST, best_five, outcome
from houseway.errors import InvalidInput
from houseway.games.analysis import MainAnalysis, Runner
from houseway.games.card_reader import light
from houseway.games.down_under_holdem.rules import LINES, bet_line
from houseway.games.game import Game
from houseway.games.suit_classes import (
    FULL_DECK,
    SYMBOL_KEYS,
    SYMBOL_MASKS,
    TRIPLES,
    Checked,
    Opening,
    Payoffs,
    dot,
    end_of_tie,
    ranks_and_suits,
    relabellings,
    sort_by_strength,
    suit_place,
    triple_class,
    whole_pays,
)
from houseway.kernel import compiled, counter, kernel

Counts = npt.NDArray[np.int64]
Lights = tuple[int, int] | None  # of the dealer's two cards, in any order; None without a card reader

LETTER_LIGHTS: Final = tuple(light(rank) for rank in range(13))
CARDS_DEALT: Final = 9
FIRST_PLAYS: Final = ("play 2x", "play 3x")
SHARDS: Final = 64

# How a round that is not folded ends: a win with each line of the Bet table, a loss, a tie.
LOSS: Final = len(LINES["bet"])
TIE: Final = LOSS + 1
RESULTS: Final = LOSS + 2

# What the player knows of the dealer: one of six pairs of lights or, without the card reader, nothing.
LIGHT_PAIRS: Final = tuple(combinations_with_replacement(range(3), 2))
NO_LIGHTS: Final = len(LIGHT_PAIRS)
KNOWN: Final = NO_LIGHTS + 1

COUNT_BITS: Final = 21
COUNT_MASK: Final = (1 << COUNT_BITS) - 1

# The pairs of symbols; those of mere ranks come first.
SYMBOLS: Final = 26
ONE: Final = array("B", [one for two in range(SYMBOLS) for one in range(two + 1)])
TWO: Final = array("B", [two for two in range(SYMBOLS) for one in range(two + 1)])
PAIRS: Final = len(ONE)
RANK_PAIRS: Final = 13 * 14 // 2

HOLES: Final = 13 * 13
HANDS: Final = 52 * 51 // 2

# What is counted of a shard: totals by hole class, what is known, fold or play, and result; then the plays, a byte a
# class of flop and hand, a bit in it for each thing known, and eight bytes a number.
TOTALS: Final = HOLES * KNOWN * 2 * RESULTS
PLAYS: Final = TRIPLES * HANDS // 8 + 1
BYTE: Final = 8


@kernel
def pair_number(one: int, two: int) -> int:
    """The number of a pair of symbols."""
    return two * (two + 1) // 2 + one if one <= two else one * (one + 1) // 2 + two


@kernel
def light_pair(one: int, two: int) -> int:
    """The number, 0 to 5, of two lights."""
    return one * (5 - one) // 2 + two if one <= two else two * (5 - two) // 2 + one


@kernel
def hole_class(one: int, two: int) -> int:
    """The class, 0 to 168, of two hole cards: 13 x high rank + low rank if suited, 13 x low + high if not."""
    high, low = one % 13, two % 13
    if high < low:
        high, low = low, high
    return 13 * high + low if one // 13 == two // 13 else 13 * low + high


@kernel
def seen_from(suit: int, card: int) -> int:
    """A card as a symbol: one of the suit's own, or a mere rank."""
    return card % 13 + 13 if card // 13 == suit else card % 13


# ---- one board


class Board(NamedTuple):
    """A board, known by its ranks or seen from one suit: what the deck has left, and every pair that can be held."""

    left: Counts  # cards of each symbol
    strengths: Counts  # of each pair of symbols
    pairs: Counts  # those that can be held, the weakest first
    spare: Counts
    swept: Counts  # pairs of cards so far that hold a certain card of each symbol, and all of them: two words
    dealers: Counts  # those that each pair beats, two words, and those that beat it, two words


@counter
def new_board() -> Board:
    """Room for one board after the other."""
    return Board(
        np.zeros(SYMBOLS, np.int64),
        np.zeros(PAIRS, np.int64),
        np.zeros(PAIRS, np.int64),
        np.zeros(PAIRS, np.int64),
        np.zeros((SYMBOLS + 1, 2), np.int64),
        np.zeros((PAIRS, 4), np.int64),
    )


@counter
def rank_pairs(board: Board, key: int, mask: int, most: int) -> int:
    """Rank the pairs, of the first `most`, that the deck can still give; how many there are."""
    count = 0
    for pair in range(most):
        one, two = ONE[pair], TWO[pair]
        if board.left[one] > 0 and board.left[two] > (1 if one == two else 0):
            board.strengths[pair] = best_five(
                key + SYMBOL_KEYS[one] + SYMBOL_KEYS[two], mask + SYMBOL_MASKS[one] + SYMBOL_MASKS[two], WHEEL_LOWEST
            )
            board.pairs[count] = pair
            count += 1
    sort_by_strength(board.strengths, board.pairs, count, board.spare)
    return count


@counter
def apart(swept: Counts, pair: int, word: int) -> int:
    """The pairs of cards so far, less those with either card of a pair; the pair itself, if swept, counts -1."""
    return swept[SYMBOLS, word] - swept[ONE[pair], word] - swept[TWO[pair], word]  # type: ignore[no-any-return]


@counter
def sweep_pair(board: Board, pair: int, word: int, unit: int) -> None:
    """Add the dealer's hands that look like a pair, at the place of their lights."""
    left, swept = board.left, board.swept
    one, two = ONE[pair], TWO[pair]
    if one == two:
        swept[SYMBOLS, word] += unit * (left[one] * (left[one] - 1) // 2)
        swept[one, word] += unit * (left[one] - 1)
    else:
        swept[SYMBOLS, word] += unit * (left[one] * left[two])
        swept[one, word] += unit * left[two]
        swept[two, word] += unit * left[one]


@counter
def sweep(board: Board, count: int, lights: Counts) -> None:
    """Count the dealers that each pair beats, those below it, and those that beat it: all, less those up to it."""
    pairs, swept, dealers = board.pairs, board.swept, board.dealers
    swept[:] = 0
    start = 0
    while start < count:
        stop = end_of_tie(board.strengths, pairs, start, count)
        for i in range(start, stop):
            dealers[pairs[i], 0] = apart(swept, pairs[i], 0)
            dealers[pairs[i], 1] = apart(swept, pairs[i], 1)
        for i in range(start, stop):
            lit = light_pair(lights[ONE[pairs[i]] % 13], lights[TWO[pairs[i]] % 13])
            sweep_pair(board, pairs[i], lit // 3, 1 << COUNT_BITS * (lit % 3))
        for i in range(start, stop):
            dealers[pairs[i], 2] = apart(swept, pairs[i], 0)
            dealers[pairs[i], 3] = apart(swept, pairs[i], 1)
        start = stop
    for i in range(count):
        dealers[pairs[i], 2] = apart(swept, pairs[i], 0) - dealers[pairs[i], 2]
        dealers[pairs[i], 3] = apart(swept, pairs[i], 1) - dealers[pairs[i], 3]


# ---- one flop, by its ranks or seen from one suit


@kernel
def ways(turn: int, river: int, turns: int, rivers: int, pair: int) -> int:
    """In how many ways a deck with so many of each, less a pair, gives a turn and a river, in any order."""
    turns -= (ONE[pair] == turn) + (TWO[pair] == turn)
    rivers -= (ONE[pair] == river) + (TWO[pair] == river)
    return turns * (turns - 1) // 2 if turn == river else turns * rivers


@kernel
def same_view(one: int, two: int, three: int, view: int) -> int:
    """Of views that differ only in which of equal ranks has the suit, the one where the last has it."""
    if one == two and view & 3 == 1:
        view ^= 3
    if two == three and view & 6 == 2:
        view ^= 6
    return view


@counter
def lay_flop(board: Board, flop: Counts, view: int, deck: Counts) -> bool:
    """Take a flop from a fresh deck, if it has one; `view` tells by bits which of its cards have the suit, if any."""
    board.left[:] = 0
    for card in deck:
        board.left[seen_from(0, card) if view else card % 13] += 1
    for place in range(3):
        symbol = flop[place] + 13 * (view >> place & 1)
        board.left[symbol] -= 1
        if board.left[symbol] < 0:
            return False
    return True


@counter
def add_ranks(board: Board, count: int, turn: int, river: int, tally: Counts, known: Counts) -> None:
    """Add a board's results by ranks alone to its flop's, and keep them in `known`: words, then the line."""
    for i in range(count):
        pair = board.pairs[i]
        times = ways(turn, river, board.left[turn], board.left[river], pair)
        line = bet_line(board.strengths[pair])
        known[pair, 4] = line
        for word in range(2):
            known[pair, word] = board.dealers[pair, word]
            known[pair, 2 + word] = board.dealers[pair, 2 + word]
            tally[pair, line, word] += times * board.dealers[pair, word]
            tally[pair, LOSS, word] += times * board.dealers[pair, 2 + word]


@counter
def add_flushes(board: Board, count: int, turn: int, river: int, tally: Counts, known: Counts) -> None:
    """Add a board's results to its flop's, less those by ranks alone."""
    for i in range(count):
        pair = board.pairs[i]
        times = ways(turn, river, board.left[turn], board.left[river], pair)
        line = bet_line(board.strengths[pair])
        by_ranks = known[pair_number(ONE[pair] % 13, TWO[pair] % 13)]
        for word in range(2):
            tally[pair, line, word] += times * board.dealers[pair, word]
            tally[pair, by_ranks[4], word] -= times * by_ranks[word]
            tally[pair, LOSS, word] += times * (board.dealers[pair, 2 + word] - by_ranks[2 + word])


@counter
def tally_view(
    board: Board, flop: Counts, view: int, deck: Counts, lights: Counts, tally: Counts, known: Counts
) -> None:
    """The results of a flop by pair held: by ranks alone (view 0), or what the flushes of the suit in view change."""
    if not lay_flop(board, flop, view, deck):
        return
    left = board.left
    flop_key = flop_mask = suited = 0
    for place in range(3):
        symbol = flop[place] + 13 * (view >> place & 1)
        flop_key += SYMBOL_KEYS[symbol]
        flop_mask += SYMBOL_MASKS[symbol]
        suited += view >> place & 1
    for river in range(SYMBOLS if view else 13):
        for turn in range(river + 1):
            if view and suited + (turn >= 13) + (river >= 13) < 3:
                continue
            if left[turn] < 1 or left[river] < (2 if turn == river else 1):
                continue
            left[turn] -= 1
            left[river] -= 1
            key = flop_key + SYMBOL_KEYS[turn] + SYMBOL_KEYS[river]
            mask = flop_mask + SYMBOL_MASKS[turn] + SYMBOL_MASKS[river]
            count = rank_pairs(board, key, mask, PAIRS if view else RANK_PAIRS)
            sweep(board, count, lights)
            left[turn] += 1
            left[river] += 1
            if view:
                add_flushes(board, count, turn, river, tally, known[pair_number(turn % 13, river % 13)])
            else:
                add_ranks(board, count, turn, river, tally, known[pair_number(turn, river)])


# ---- every hand on a flop


@counter
def in_order(masks: Counts) -> bool:
    """Whether the suits that hold most, read as numbers, come first."""
    return masks[0] >= masks[1] and masks[1] >= masks[2] and masks[2] >= masks[3]  # type: ignore[no-any-return]


@kernel
def play_place(flop: int, one: int, two: int) -> int:
    """Where among the plays those of a class of flops with a hand stand, `one` being the lower card."""
    return HANDS * flop + two * (two - 1) // 2 + one


@kernel
def play_row(one: int, two: int, a: int, b: int, c: int) -> int:
    """Where the plays of any hand, `one` and `two`, on any flop stand."""
    low = 13 * suit_place(one // 13, one, two, a, b, c) + one % 13
    high = 13 * suit_place(two // 13, one, two, a, b, c) + two % 13
    if low > high:
        low, high = high, low
    return play_place(triple_class(a, b, c), low, high)


@counter
def fill_row(row: Counts, one: int, two: int, views: Counts, tally: Counts, left: Counts, boards: int) -> None:
    """The results of a hand on a flop, by lights and without; `left` cards of each light, the hand's not yet out."""
    for result in range(TIE):
        for word in range(2):
            counts = tally[0, pair_number(one % 13, two % 13), result, word]
            for suit in range(4):
                if views[suit]:
                    pair = pair_number(seen_from(suit, one), seen_from(suit, two))
                    counts += tally[views[suit], pair, result, word]
            for place in range(3):
                row[3 * word + place, result] = counts >> COUNT_BITS * place & COUNT_MASK
    row[NO_LIGHTS] = 0
    for a in range(3):
        for b in range(a, 3):
            lit = light_pair(a, b)
            dealers = left[a] * (left[a] - 1) // 2 if a == b else left[a] * left[b]
            row[lit, TIE] = dealers * boards
            for result in range(TIE):
                row[lit, TIE] -= row[lit, result]
            for result in range(RESULTS):
                row[NO_LIGHTS, result] += row[lit, result]


@counter
def decide(row: Counts, weight: int, nets: Counts, totals: Counts) -> int:
    """Fold or play 1x, the better for each thing known, added to the totals; the plays as bits. Equals fold."""
    plays = 0
    for known in range(KNOWN):
        fold = worth = 0
        for result in range(RESULTS):
            fold += row[known, result] * nets[0, result]
            worth += row[known, result] * nets[1, result]
        play = 1 if worth > fold else 0
        plays |= play << known
        for result in range(RESULTS):
            totals[known, play, result] += weight * row[known, result]
    return plays


@counter
def count_hands(
    flop: Counts, deck: Counts, suits: int, lights: Counts, tally: Counts, nets: Counts, totals: Counts, plays: Counts
) -> None:
    """Every hand on a flop, each class once: where suits stand in the order of what they hold, the flop first."""
    masks, views, left = np.zeros(4, np.int64), np.zeros(4, np.int64), np.zeros(3, np.int64)
    for place in range(3):
        masks[flop[place] // 13] += 1 << 13 + flop[place] % 13
        views[flop[place] // 13] += 1 << place
    if not in_order(masks):
        return
    for suit in range(4):
        views[suit] = same_view(flop[0] % 13, flop[1] % 13, flop[2] % 13, views[suit])
    for card in deck:
        left[lights[card % 13]] += 1 - (masks[card // 13] >> 13 + card % 13 & 1)
    row = np.zeros((KNOWN, RESULTS), np.int64)
    boards = (len(deck) - 7) * (len(deck) - 8) // 2
    for j in range(len(deck)):
        for i in range(j):
            one, two = deck[i], deck[j]
            if (masks[one // 13] >> 13 + one % 13 | masks[two // 13] >> 13 + two % 13) & 1:
                continue
            masks[one // 13] += 1 << one % 13
            masks[two // 13] += 1 << two % 13
            if in_order(masks):
                left[lights[one % 13]] -= 1
                left[lights[two % 13]] -= 1
                fill_row(row, one, two, views, tally, left, boards)
                weight = relabellings(masks[0], masks[1], masks[2], masks[3], suits)
                played = decide(row, weight, nets, totals[hole_class(one, two)])
                place = play_place(triple_class(flop[0], flop[1], flop[2]), one, two)
                plays[place // BYTE] |= played << BYTE * (place % BYTE)
                left[lights[one % 13]] += 1
                left[lights[two % 13]] += 1
            masks[one // 13] -= 1 << one % 13
            masks[two // 13] -= 1 << two % 13


@counter
def count_flops(flops: Counts, deck: Counts, suits: int, lights: Counts, nets: Counts) -> Counts:
    """All deals whose flop has certain ranks: totals and plays. `nets` of each result of a fold and of playing 1x."""
    counted = np.zeros(TOTALS + PLAYS, np.int64)
    totals = counted[:TOTALS].reshape((HOLES, KNOWN, 2, RESULTS))
    tally = np.zeros((8, PAIRS, TIE, 2), np.int64)
    known = np.zeros((RANK_PAIRS, RANK_PAIRS, 5), np.int64)
    cards = np.zeros(3, np.int64)
    board = new_board()
    for flop in flops:
        tally[:] = 0
        for view in range(8):
            if view == same_view(flop[0], flop[1], flop[2], view):
                tally_view(board, flop, view, deck, lights, tally[view], known)
        for pattern in range(suits**3):
            cards[0] = flop[0] + 13 * (pattern % suits)
            cards[1] = flop[1] + 13 * (pattern // suits % suits)
            cards[2] = flop[2] + 13 * (pattern // suits**2)
            if (flop[0] < flop[1] or cards[0] < cards[1]) and (flop[1] < flop[2] or cards[1] < cards[2]):
                count_hands(cards, deck, suits, lights, tally, nets, totals, counted[TOTALS:])
    return counted


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


# ---- the analysis


def analyze_main(
    game: Game,
    run: Runner,
    *,
    deck: Sequence[int] = FULL_DECK,
    lights: Sequence[int] = LETTER_LIGHTS,
    pays: Sequence[Fraction] | None = None,
) -> MainAnalysis:
    """The main game under the best strategy.

    The details hold what `preflop_values` and `plays_flop` read: "preflop", an `Opening` by hole cards and lights, and
    "flop", the plays. "without lights" is the same analysis for a player who does not see the card reader.

    Args:
        game: its Bet table gives the pays where none are given.
        run: how shards are run.
        deck: some ranks, each in the same suits.
        lights: the light of each rank, 0 to 2.
        pays: of each line of the Bet table, to one.
    """
    payoffs = _payoffs(bet_pays(game) if pays is None else pays)
    counted = run(count_flops, _shards(deck, lights, payoffs))
    totals = counted[:TOTALS].reshape(HOLES, KNOWN, 2, RESULTS).tolist()
    plays = {"flop": (counted[TOTALS:, None] >> BYTE * np.arange(BYTE)).astype(np.uint8).ravel()}
    blind = payoffs.analysis(_kinds(totals, [NO_LIGHTS]), FIRST_PLAYS, plays)
    return payoffs.analysis(_kinds(totals, range(NO_LIGHTS)), FIRST_PLAYS, {**plays, "without lights": blind})


def describe(game: Game, run: Runner) -> dict[str, Any]:
    """The analysis as JSON describes it, and beside it what the main game would be without the card reader."""
    main = analyze_main(game, run)
    blind: MainAnalysis = main.details["without lights"]
    return {"method": "exact", "main": main.to_json(), "main_without_lights": blind.to_json()}


def bet_pays(game: Game) -> tuple[Fraction, ...]:
    """What the lines of the Bet table pay, to one."""
    return tuple(pay.times if pay else Fraction(0) for pay in game.paytable("bet").pays)


def _payoffs(pays: Sequence[Fraction]) -> Payoffs:
    """Clause 10, and clause 6 for a fold."""
    scale, whole = whole_pays(pays, LOSS)
    nets = {"fold": [-2 * scale] * RESULTS}
    for times in (1, 2, 3):
        nets[f"play {times}x"] = [*((1 + times) * scale + pay for pay in whole), -(2 + times) * scale, 0]
    outcomes = ("win",) * LOSS + ("lose", "push")
    stakes = {"fold": 2, "play 1x": 3, "play 2x": 4, "play 3x": 5}
    return Payoffs(scale=scale, outcomes=outcomes, nets=nets, stakes=stakes)


def _shards(deck: Sequence[int], lights: Sequence[int], payoffs: Payoffs) -> list[tuple[Any, ...]]:
    ranks, suits = ranks_and_suits(deck)
    if len(deck) < CARDS_DEALT:
        raise InvalidInput(f"must be at least {CARDS_DEALT} cards", field="deck")
    if len(lights) != 13 or not set(lights) <= {0, 1, 2}:
        raise InvalidInput("must be 0, 1 or 2 for each of 13 ranks", field="lights")
    cards = np.array([13 * suit + rank for suit in range(suits) for rank in ranks])
    nets = np.array([payoffs.nets["fold"], payoffs.nets["play 1x"]])
    flops = list(combinations_with_replacement(ranks, 3))
    return [
        (np.array(flops[start::SHARDS]), cards, suits, np.array(lights), nets)
        for start in range(min(SHARDS, len(flops)))
    ]


def _kinds(totals: Any, known: Iterable[int]) -> dict[tuple[str, Lights], Checked]:
    """The results by hole cards and lights; kinds that the deck cannot give are left out."""
    return {
        (hole_name(hole), LIGHT_PAIRS[place] if place < NO_LIGHTS else None): {"fold": folded, "play 1x": played}
        for place in known
        for hole in range(HOLES)
        for folded, played in [totals[hole][place]]
        if any(folded) or any(played)
    }


# ---- one decision


def hole_name(hole: int) -> str:
    """A class of hole cards in the usual words: `AKs` suited, `AKo` not, `77`."""
    one, two = divmod(hole, 13)
    if one == two:
        return 2 * RANKS[one]
    return f"{RANKS[one]}{RANKS[two]}s" if one > two else f"{RANKS[two]}{RANKS[one]}o"


def preflop_values(details: Mapping[str, Any], hole: Sequence[int], lights: Lights) -> dict[str, Fraction]:
    """What check, play 2x and play 3x are worth, in antes, from the details of an analysis with or without lights."""
    one, two = hole
    known = LIGHT_PAIRS[light_pair(*lights)] if lights else None
    opening: Opening = details["preflop"][hole_name(hole_class(one, two)), known]
    return opening.values


def plays_flop(details: Mapping[str, Any], hole: Sequence[int], flop: Sequence[int], lights: Lights) -> bool:
    """Whether to play 1x rather than fold, from the details of an analysis."""
    one, two = hole
    known = light_pair(*lights) if lights else NO_LIGHTS
    return bool(details["flop"][play_row(one, two, *flop)] >> known & 1)


def flop_values(
    hole: Sequence[int],
    flop: Sequence[int],
    lights: Lights,
    *,
    pays: Sequence[Fraction],
    deck: Sequence[int] = FULL_DECK,
    light_of: Sequence[int] = LETTER_LIGHTS,
) -> dict[str, Fraction]:
    """What fold and play 1x are worth, in antes, counted over every turn, river and dealer with these lights."""
    payoffs = _payoffs(pays)
    left = np.array([card for card in deck if card not in {*hole, *flop}])
    known = light_pair(*lights) if lights else NO_LIGHTS
    results = compiled(count_flop)(np.array(hole), np.array(flop), left, np.array(light_of), known).tolist()
    deals = payoffs.scale * sum(results)
    return {decision: Fraction(dot(results, payoffs.nets[decision]), deals) for decision in ("fold", "play 1x")}
