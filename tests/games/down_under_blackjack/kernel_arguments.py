"""What the kernels of Down Under Blackjack are tried on, plain and compiled."""

from random import Random
from typing import Final

from arguments import a_flag, few, flags, hard
from houseway.testing.kernels import Arguments, Generator, numbers


def total(rng: Random) -> int:
    return rng.randrange(4, 27)


def of_shoe(size: int) -> Generator:
    """So many cards of a shoe, most of them the same few."""

    def some(rng: Random) -> Arguments:
        cards = rng.choice([[50, 51], [51, 38, 50], [rng.randrange(52), rng.randrange(52)], range(52)])
        return tuple(rng.choice(cards) for _ in range(size))

    return some


def of_a_table(rng: Random) -> Arguments:
    return (rng.randrange(6), *of_shoe(4)(rng))


ARGUMENTS: Final[dict[str, Generator]] = {
    "card_values.card_value": numbers(52),
    "matches.fixed_line": of_shoe(3),
    "matches.fixed_on_down": of_a_table,
    "matches.fixed_on_up": of_a_table,
    "matches.is_ace_king_of_spades": of_shoe(2),
    "matches.jackpot_line": of_a_table,
    "matches.match_kind": of_shoe(2),
    "matches.two_suited": of_shoe(3),
    "rules.dealer_draws": flags(hard, few, a_flag),
    "rules.is_blackjack": of_shoe(2),
    "rules.may_double": flags(few, few, a_flag),
    "rules.may_split": lambda rng: (*of_shoe(2)(rng), few(rng), a_flag(rng)),
    "rules.result": flags(total, a_flag, total),
    "simulate.bonuses.match_place": of_shoe(4),
    "simulate.bonuses.progressive_place": of_a_table,
    "simulate.shoes.is_played_out": numbers(40, 20, 7),
    "simulate.splits.decoded": numbers(128, 2, 2),
    "simulate.splits.split_place": numbers(9, 9),
}
