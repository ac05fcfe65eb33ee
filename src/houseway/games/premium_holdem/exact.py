"""The main game, counted exactly: all 66,444,101,724,000 deals, with the best decision at every turn.

Boards that differ only in which suit is which are one: 16,432 of them. On a board only suits with two cards or more
can make a flush, so hands are counted by how they look when a card is one of such a suit or a mere rank (a symbol, see
`suit_classes`). For each board the triples of symbols are sorted by strength and swept once: the dealers that a hand
beats are the triples of cards below it that hold none of its cards, by inclusion and exclusion of one, two and three
of them. At the qualifier the sweep stops for a moment: dealers up to there lose the Ante to nobody.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.card import Card
from houseway.cards.hands import COUNTS, KEYS, WHEEL_LOWEST, best_five, outcome
from houseway.errors import InvalidInput
from houseway.games.analysis import MainAnalysis, Runner
from houseway.games.game import Game
from houseway.games.premium_holdem.rules import LINES, qualifies, xtra_line
from houseway.games.suit_classes import (
    FULL_DECK,
    SYMBOL_KEYS,
    SYMBOL_MASKS,
    TRIPLES,
    Checked,
    Opening,
    Payoffs,
    cards_of,
    dot,
    end_of_tie,
    ranks_and_suits,
    relabellings,
    sort_by_strength,
    suit_classes,
    suit_masks,
    triple_class,
    whole_pays,
)
from houseway.kernel import compiled, counter, kernel

Counts = npt.NDArray[np.int64]

CARDS_DEALT: Final = 10
SHARDS: Final = 64
FIRST_PLAYS: Final = ("play 3x",)
AFTER_BOARD: Final = ("fold", "play 1x", "play 2x")  # in order of their stakes

# How a round ends, for each line of the X-tra Bonus table that the player's hand makes: a win against a dealer who
# qualifies, a win against one who does not, a loss, a tie.
XTRA_LINES: Final = len(LINES["xtra-bonus"])
WIN, UNQUALIFIED, LOSS, TIE = range(4)
KINDS: Final = 4

SYMBOLS: Final = 39
MOST_HANDS: Final = SYMBOLS * (SYMBOLS + 1) * (SYMBOLS + 2) // 6


# ---- one board


class Board(NamedTuple):
    """A board and every hand, as a triple of symbols in ascending order, that the deck can still give."""

    left: Counts  # cards of each symbol
    cards: Counts  # which they are
    one: Counts  # the symbols of each hand
    two: Counts
    three: Counts
    strengths: Counts
    hands: Counts  # in order, the weakest first
    spare: Counts
    dealers: Counts  # those that each hand beats, those of them that do not qualify, those that beat it


class Swept(NamedTuple):
    """The triples of cards so far: those that hold certain cards of one symbol or of two, and all of them."""

    ones: Counts  # by symbol, then all
    twos: Counts  # by two symbols, the lower one first


@counter
def new_board() -> Board:
    """Room for one board after the other."""
    return Board(
        np.zeros(SYMBOLS, np.int64),
        np.zeros((SYMBOLS, 4), np.int64),
        np.zeros(MOST_HANDS, np.int64),
        np.zeros(MOST_HANDS, np.int64),
        np.zeros(MOST_HANDS, np.int64),
        np.zeros(MOST_HANDS, np.int64),
        np.zeros(MOST_HANDS, np.int64),
        np.zeros(MOST_HANDS, np.int64),
        np.zeros((MOST_HANDS, 3), np.int64),
    )


@counter
def lay_board(board: Board, masks: Counts, deck: Counts) -> None:
    """Take the board, a mask of ranks a suit and longer suits first, from the deck; see the rest as symbols."""
    flushes = 0
    while flushes < 2 and COUNTS[masks[flushes]] > 1:
        flushes += 1
    board.left[:] = 0
    for card in deck:
        if not masks[card // 13] >> card % 13 & 1:
            symbol = card + 13 if card // 13 < flushes else card % 13
            board.cards[symbol, board.left[symbol]] = card
            board.left[symbol] += 1


@counter
def rank_hands(board: Board, key: int, mask: int) -> int:
    """Rank every hand that the deck can still give; how many there are."""
    left = board.left
    count = 0
    for three in range(SYMBOLS):
        for two in range(three + 1 if left[three] else 0):
            if left[two] < (2 if two == three else 1):
                continue
            two_key = key + SYMBOL_KEYS[three] + SYMBOL_KEYS[two]
            two_mask = mask + SYMBOL_MASKS[three] + SYMBOL_MASKS[two]
            for one in range(two + 1):
                if left[one] > (one == two) + (one == three):
                    board.one[count], board.two[count], board.three[count] = one, two, three
                    board.strengths[count] = best_five(
                        two_key + SYMBOL_KEYS[one], two_mask + SYMBOL_MASKS[one], WHEEL_LOWEST
                    )
                    board.hands[count] = count
                    count += 1
    sort_by_strength(board.strengths, board.hands, count, board.spare)
    return count


@counter
def apart(swept: Swept, one: int, two: int, three: int) -> int:
    """The triples of cards so far that hold no card of a hand; the hand itself, if swept, is counted too."""
    ones, twos = swept.ones, swept.twos
    return (  # type: ignore[no-any-return]
        ones[SYMBOLS] - ones[one] - ones[two] - ones[three] + twos[one, two] + twos[one, three] + twos[two, three]
    )


@kernel
def couples(one: int, two: int, ones: int, twos: int) -> int:
    """In how many ways two symbols are drawn, of which there are so many."""
    return ones * (ones - 1) // 2 if one == two else ones * twos


@counter
def sweep_hand(swept: Swept, left: Counts, one: int, two: int, three: int) -> None:
    """Add the dealer's hands that look like a hand; each symbol and each couple of it once."""
    ones, twos = swept.ones, swept.twos
    a, b, c = left[one], left[two], left[three]
    with_one = couples(two, three, b - (one == two), c - (one == three))
    with_three = couples(one, two, a - (one == three), b - (two == three))
    ones[one] += with_one
    if one != two:
        ones[two] += couples(one, three, a, c - (two == three))
    if two != three:
        ones[three] += with_three
    twos[one, two] += c - (one == three) - (two == three)
    if two != three:
        twos[one, three] += b - (one == two)
    if one != two:
        twos[two, three] += a
    ones[SYMBOLS] += a * with_one // (1 if one != two else 2 if two != three else 3)


@counter
def copy_swept(swept: Swept, kept: Swept) -> None:
    """Keep the counts so far."""
    for one in range(SYMBOLS):
        kept.ones[one] = swept.ones[one]
        for two in range(one, SYMBOLS):
            kept.twos[one, two] = swept.twos[one, two]
    kept.ones[SYMBOLS] = swept.ones[SYMBOLS]


@counter
def sweep(board: Board, count: int, swept: Swept, low: Swept) -> None:
    """Count the dealers that each hand beats, those of them that do not qualify, and those that beat it.

    What is below a hand it beats; what is left above it beats the hand. `low` keeps the dealers that do not qualify.
    """
    one, two, three, dealers = board.one, board.two, board.three, board.dealers
    swept.ones[:] = 0
    swept.twos[:] = 0
    qualified = False
    start = 0
    while start < count:
        stop = end_of_tie(board.strengths, board.hands, start, count)
        if not qualified and qualifies(board.strengths[board.hands[start]]):
            qualified = True
            copy_swept(swept, low)
        for hand in board.hands[start:stop]:
            dealers[hand, 0] = apart(swept, one[hand], two[hand], three[hand])
            dealers[hand, 1] = apart(low if qualified else swept, one[hand], two[hand], three[hand])
        for hand in board.hands[start:stop]:
            sweep_hand(swept, board.left, one[hand], two[hand], three[hand])
        for hand in board.hands[start:stop]:
            dealers[hand, 2] = apart(swept, one[hand], two[hand], three[hand])
        start = stop
    for hand in board.hands[:count]:
        dealers[hand, 2] = apart(swept, one[hand], two[hand], three[hand]) - dealers[hand, 2]


# ---- every hand on a board


@counter
def best_decision(nets: Counts, wins: int, unqualified: int, losses: int, ties: int) -> int:
    """Fold, play 1x or play 2x, by number; of equals the one that stakes less."""
    best = most = 0
    for decision in range(len(AFTER_BOARD)):
        net = nets[decision]
        worth = wins * net[WIN] + unqualified * net[UNQUALIFIED] + losses * net[LOSS] + ties * net[TIE]
        if decision == 0 or worth > most:
            best, most = decision, worth
    return best


@counter
def add_hand(board: Board, hand: int, weight: int, dealers: int, nets: Counts, totals: Counts) -> None:
    """Decide with a hand, and add its results to the totals of all hole cards that look like it."""
    line = xtra_line(board.strengths[hand])
    unqualified, losses = board.dealers[hand, 1], board.dealers[hand, 2]
    wins = board.dealers[hand, 0] - unqualified
    ties = dealers - wins - unqualified - losses
    decision = best_decision(nets[:, line], wins, unqualified, losses, ties)
    one, two, three = board.one[hand], board.two[hand], board.three[hand]
    for i in range(board.left[one]):
        for j in range(i + 1 if two == one else 0, board.left[two]):
            for k in range(j + 1 if three == two else 0, board.left[three]):
                hole = triple_class(board.cards[one, i], board.cards[two, j], board.cards[three, k])
                total = totals[hole, decision, line]
                total[WIN] += weight * wins
                total[UNQUALIFIED] += weight * unqualified
                total[LOSS] += weight * losses
                total[TIE] += weight * ties


@counter
def count_boards(boards: Counts, deck: Counts, suits: int, nets: Counts) -> Counts:
    """All deals with certain boards, each class once: totals by class of hole cards, decision, line and kind of result.

    A board is a mask of ranks a suit, longer suits first. `nets` by decision, line and kind of result.
    """
    totals = np.zeros((TRIPLES, len(AFTER_BOARD), XTRA_LINES, KINDS), np.int64)
    board = new_board()
    swept = Swept(np.zeros(SYMBOLS + 1, np.int64), np.zeros((SYMBOLS, SYMBOLS), np.int64))
    low = Swept(np.zeros(SYMBOLS + 1, np.int64), np.zeros((SYMBOLS, SYMBOLS), np.int64))
    dealers = (len(deck) - 7) * (len(deck) - 8) * (len(deck) - 9) // 6
    for masks in boards:
        key = mask = 0
        for card in deck:
            if masks[card // 13] >> card % 13 & 1:
                key += KEYS[card]
                mask += 1 << card
        lay_board(board, masks, deck)
        count = rank_hands(board, key, mask)
        sweep(board, count, swept, low)
        weight = relabellings(masks[0], masks[1], masks[2], masks[3], suits)
        for hand in range(count):
            add_hand(board, hand, weight, dealers, nets, totals)
    return totals


@counter
def count_board(hole: Counts, table: Counts, left: Counts) -> Counts:
    """The results of one hand on one board, dealer by dealer, from the cards that are left."""
    results = np.zeros((XTRA_LINES, KINDS), np.int64)
    key = mask = own_key = own_mask = 0
    for card in table:
        key += KEYS[card]
        mask += 1 << card
    for card in hole:
        own_key += KEYS[card]
        own_mask += 1 << card
    player = best_five(key + own_key, mask + own_mask, WHEEL_LOWEST)
    line = xtra_line(player)
    for k in range(len(left)):
        for j in range(k):
            for i in range(j):
                one, two, three = left[i], left[j], left[k]
                dealer = best_five(
                    key + KEYS[one] + KEYS[two] + KEYS[three],
                    mask + (1 << one) + (1 << two) + (1 << three),
                    WHEEL_LOWEST,
                )
                result = outcome(player, dealer)
                if result > 0:
                    results[line, WIN if qualifies(dealer) else UNQUALIFIED] += 1
                else:
                    results[line, LOSS if result < 0 else TIE] += 1
    return results


# ---- the analysis


def analyze_main(
    game: Game, run: Runner, *, deck: Sequence[int] = FULL_DECK, pays: Sequence[Fraction] | None = None
) -> MainAnalysis:
    """The main game under the best strategy; the details hold as "preflop" an `Opening` for each class of hole cards.

    Args:
        game: its X-tra Bonus table gives the pays where none are given.
        run: how shards are run.
        deck: some ranks, each in the same suits.
        pays: of each line of the X-tra Bonus table, to one.
    """
    payoffs = _payoffs(xtra_pays(game) if pays is None else pays)
    totals = run(count_boards, _shards(deck, payoffs)).reshape(TRIPLES, len(AFTER_BOARD), -1).tolist()
    kinds: dict[str, Checked] = {}
    for masks in suit_classes(range(13), 4, 3):
        hole = cards_of(masks)
        results = dict(zip(AFTER_BOARD, totals[triple_class(*hole)], strict=True))
        if any(map(any, results.values())):
            kinds[hole_name(hole)] = results
    return payoffs.analysis(kinds, FIRST_PLAYS, {})


def describe(game: Game, run: Runner) -> dict[str, Any]:
    """The analysis as JSON describes it."""
    return {"method": "exact", "main": analyze_main(game, run).to_json()}


def xtra_pays(game: Game) -> tuple[Fraction, ...]:
    """What the lines of the X-tra Bonus table pay, to one."""
    return tuple(pay.times if pay else Fraction(0) for pay in game.paytable("xtra-bonus").pays)


def _payoffs(pays: Sequence[Fraction]) -> Payoffs:
    """Winning and losing, and 4a for a fold."""
    scale, whole = whole_pays(pays, XTRA_LINES)
    nets = {"fold": [-2 * scale] * (XTRA_LINES * KINDS)}
    for times in (1, 2, 3):
        lines = [((1 + times) * scale + pay, times * scale + pay, -(2 + times) * scale, 0) for pay in whole]
        nets[f"play {times}x"] = [net for line in lines for net in line]
    outcomes = ("win", "win", "lose", "push") * XTRA_LINES
    stakes = {"fold": 2, "play 1x": 3, "play 2x": 4, "play 3x": 5}
    return Payoffs(scale=scale, outcomes=outcomes, nets=nets, stakes=stakes)


def _shards(deck: Sequence[int], payoffs: Payoffs) -> list[tuple[Any, ...]]:
    ranks, suits = ranks_and_suits(deck)
    if len(deck) < CARDS_DEALT:
        raise InvalidInput(f"must be at least {CARDS_DEALT} cards", field="deck")
    cards = np.array([13 * suit + rank for suit in range(suits) for rank in ranks])
    nets = np.array([payoffs.nets[decision] for decision in AFTER_BOARD]).reshape(-1, XTRA_LINES, KINDS)
    boards = np.array(list(suit_classes(ranks, suits, 4)))
    return [(boards[start::SHARDS], cards, suits, nets) for start in range(min(SHARDS, len(boards)))]


# ---- one decision


def hole_name(hole: Sequence[int]) -> str:
    """A class of hole cards by one of them: `AcKcQd` for an ace and a king of one suit and a queen of another."""
    held = sorted(cards_of(suit_masks(hole)), key=lambda card: (-(card % 13), card))
    return "".join(str(Card(card)) for card in held)


def preflop_values(details: Mapping[str, Any], hole: Sequence[int]) -> dict[str, Fraction]:
    """What check and play 3x are worth, in antes, from the details of an analysis."""
    opening: Opening = details["preflop"][hole_name(hole)]
    return opening.values


def board_values(
    hole: Sequence[int], board: Sequence[int], *, pays: Sequence[Fraction], deck: Sequence[int] = FULL_DECK
) -> dict[str, Fraction]:
    """What fold, play 1x and play 2x are worth, in antes, counted over every dealer."""
    payoffs = _payoffs(pays)
    left = np.array([card for card in deck if card not in {*hole, *board}])
    results = compiled(count_board)(np.array(hole), np.array(board), left).ravel().tolist()
    deals = payoffs.scale * sum(results)
    return {decision: Fraction(dot(results, payoffs.nets[decision]), deals) for decision in AFTER_BOARD}
