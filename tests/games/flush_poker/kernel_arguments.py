"""What the kernels of Flush Poker are tried on, plain and compiled."""

from typing import Final

from arguments import a_flag, flags, flush, mask
from houseway.testing.kernels import Generator, numbers

MASKS: Final = 1 << 13

ARGUMENTS: Final[dict[str, Generator]] = {
    "exact.bonuses.played_before": numbers(2, MASKS),
    "exact.cards_left.joker_sets_below": numbers(MASKS, 7, MASKS),
    "exact.cards_left.sets_below": numbers(MASKS, 7, MASKS),
    "variant.best_raise": lambda rng: (*numbers(9, 9, 9, 9, 4)(rng), 10, 1),
    "variant.net": numbers(4, 99, 99, 99, 99, 11, 3),
    "variant.split": numbers(9, 9, 99, 99, 99, 99),
    "exact.sets.standing": numbers(2, MASKS),
    "strategy.plan.leading_suit": mask,
    "strategy.plan.place_of": numbers(30, 30, 30),
    "rules.flush_line": numbers(8),
    "rules.loses_action": flags(a_flag, a_flag, a_flag, a_flag),
    "rules.qualifies": lambda rng: (*flush(rng), *flush(rng)),
    "rules.raise_cap": flush,
    "rules.straight_flush_line": numbers(8),
    "rules.straight_flush_of_flush": mask,
    "simulate.rounds.main_cell": lambda rng: (
        rng.randrange(4),
        *flush(rng),
        *flush(rng),
        *flush(rng),
    ),
}
