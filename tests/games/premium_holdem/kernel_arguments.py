"""What the kernels of Premium Hold'em are tried on, plain and compiled."""

from random import Random
from typing import Final

from arguments import distinct, hand, strength
from houseway.cards import hands
from houseway.testing.kernels import Arguments, Generator, numbers

MASKS: Final = 1 << 13


def board_mask(rng: Random) -> Arguments:
    """The mask of a board of four."""
    return (hands.hand_mask(hand(4, 52)(rng)),)


def to_hold(rng: Random) -> Arguments:
    """The strength of seven cards, the mask of the board of four, the ranks of the hole cards."""
    cards = hand(7, 52)(rng)
    return hands.poker_strength(cards), hands.hand_mask(cards[3:]), *(card % 13 for card in cards[:3])


ARGUMENTS: Final[dict[str, Generator]] = {
    "rules.ending": lambda rng: (*strength(rng), *strength(rng), *strength(rng)),
    "rules.hole_card_line": distinct(3),
    "rules.player_bonus_line": strength,
    "rules.qualifies": lambda rng: (*strength(rng), *strength(rng)),
    "rules.xtra_line": strength,
    "exact.simple.board_kind": board_mask,
    "exact.simple.four_in_five": numbers(MASKS),
    "exact.simple.holding": to_hold,
    "exact.simple.opens_chart": distinct(3),
    "exact.simple.opens_sixes": distinct(3),
    "exact.simple.simple_decision": numbers(2, 12, 4),
    "simulate.rounds.main_cell": numbers(4, 7, 4),
    "exact.second_street.board_number": distinct(4),
    "exact.second_street.by_strength": lambda rng: (
        rng.randrange(9),
        *sorted(numbers(9, 9, 9, 9)(rng)),
    ),
    "exact.second_street.first_flush_suit": board_mask,
    "exact.second_street.place_of": lambda rng: (*board_mask(rng), *distinct(3)(rng)),
    "exact.second_street.symbol_of": lambda rng: (
        rng.randrange(52),
        *board_mask(rng),
        rng.randrange(-1, 4),
    ),
}
