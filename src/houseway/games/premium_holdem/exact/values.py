"""The value of each ending of a round, and what the decisions of one hand after the board are worth."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import KEYS, WHEEL_LOWEST, best_five
from houseway.errors import InvalidInput
from houseway.games.premium_holdem.rules import LINES, ending, xtra_line
from houseway.games.premium_holdem.variant import Variant
from houseway.games.pricing.suit_classes import Payoffs, dot, whole_pays
from houseway.kernel import compiled, counter

Counts = npt.NDArray[np.int64]
Cards = Sequence[int] | Counts  # an array when compiled

FIRST_PLAYS: Final = ("play 3x",)
AFTER_BOARD: Final = ("fold", "play 1x", "play 2x")  # in order of their stakes

# The orders in which a hand can prefer its decisions: first by the number of the best one, then the second order of the
# hands that play 1x best. A hand that wins more often than it loses never folds. So a hand that folds best prefers the
# smaller wager of the other two, and one that plays 2x best prefers 1x to a fold.
ORDERS: Final[tuple[tuple[str, ...], ...]] = (
    ("fold", "play 1x", "play 2x"),
    ("play 1x", "fold", "play 2x"),
    ("play 2x", "play 1x", "fold"),
    ("play 1x", "play 2x", "fold"),
)
PLAYS_ANYWAY: Final = 3  # the last of them

# How a round ends: for each line of the X-tra Bonus table that the player's hand makes, WIN to TIE of the rules.
XTRA_LINES: Final = len(LINES["xtra-bonus"])
KINDS: Final = 4


def payoffs_of(pays: Sequence[Fraction]) -> Payoffs:
    """What each ending pays, by the section on winning and losing, and for a fold by clause 4a."""
    scale, whole = whole_pays(pays, XTRA_LINES)
    nets = {"fold": [-2 * scale] * (XTRA_LINES * KINDS)}
    for times in (1, 2, 3):
        lines = [((1 + times) * scale + pay, times * scale + pay, -(2 + times) * scale, 0) for pay in whole]
        nets[f"play {times}x"] = [net for line in lines for net in line]
    outcomes = ("win", "win", "lose", "push") * XTRA_LINES
    stakes = {"fold": 2, "play 1x": 3, "play 2x": 4, "play 3x": 5}
    return Payoffs(scale=scale, outcomes=outcomes, nets=nets, stakes=stakes)


@counter
def count_board(hole: Cards, table: Cards, left: Cards, least: int) -> Counts:
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
                results[line, ending(player, dealer, least)] += 1
    return results


def board_values(
    hole: Sequence[int],
    board: Sequence[int],
    variant: Variant,
    count: Callable[..., Counts] = count_board,
    others: Sequence[int] = (),
) -> dict[str, Fraction]:
    """What fold, play 1x and play 2x are worth, in antes, counted over every dealer; `others` are cards that are seen.

    The plain count takes a twentieth of a second, less than numba takes to load. Callers that ask often pass the
    compiled `count`.
    """
    payoffs = payoffs_of(variant.pays)
    left = tuple(card for card in variant.deck if card not in {*hole, *board, *others})
    results = count(tuple(hole), tuple(board), left, variant.least).ravel().tolist()
    deals = payoffs.scale * sum(results)
    return {decision: Fraction(dot(results, payoffs.nets[decision]), deals) for decision in AFTER_BOARD}


@counter
def count_openings(hole: Cards, left: Cards, least: int, nets: Counts) -> Counts:
    """What check (with the best play after every board) and play 3x net over all deals, and the number of deals.

    `nets[decision]` are those of fold, play 1x, 2x and 3x, by line and ending.
    """
    sums = np.zeros(3, np.int64)
    board, rest = np.zeros(4, np.int64), np.zeros(len(left) - 4, np.int64)
    for d in range(3, len(left)):
        for c in range(2, d):
            for b in range(1, c):
                for a in range(b):
                    board[0], board[1], board[2], board[3] = left[a], left[b], left[c], left[d]
                    place = 0
                    for number in range(len(left)):
                        if number != a and number != b and number != c and number != d:
                            rest[place] = left[number]
                            place += 1
                    results = count_board(hole, board, rest, least).ravel()
                    worth = np.zeros(4, np.int64)
                    for decision in range(4):
                        for end in range(len(results)):
                            worth[decision] += results[end] * nets[decision, end]
                    sums[0] += max(worth[0], worth[1], worth[2])
                    sums[1] += worth[3]
                    sums[2] += results.sum()
    return sums


def seeing_values(hole: Sequence[int], variant: Variant, others: Sequence[int]) -> dict[str, Fraction]:
    """What check and play 3x are worth to hole cards, in antes, when others' cards are seen: counted over all deals."""
    payoffs = payoffs_of(variant.pays)
    left = np.array([card for card in variant.deck if card not in {*hole, *others}])
    nets = np.array([payoffs.nets[decision] for decision in (*AFTER_BOARD, *FIRST_PLAYS)])
    check, play, deals = compiled(count_openings)(np.array(hole), left, variant.least, nets).tolist()
    if not deals:
        raise InvalidInput("leave too few for a board and a dealer", field="cards")
    return {"check": Fraction(check, payoffs.scale * deals), "play 3x": Fraction(play, payoffs.scale * deals)}
