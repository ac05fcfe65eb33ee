"""What the kernels of Down Under Hold'em are tried on, plain and compiled."""

from typing import Final

from arguments import a_flag, distinct, strength
from houseway.testing.kernels import Generator, numbers

ARGUMENTS: Final[dict[str, Generator]] = {
    "exact.decision_index.hole_class": distinct(2),
    "exact.decision_index.light_pair": numbers(3, 3),
    "exact.boards.pair_number": numbers(39, 39),
    "exact.board_ends.pair_place": distinct(2, 47),
    "exact.decision_index.play_place": numbers(1755, 52, 52),
    "exact.decision_index.play_row": distinct(5),
    "exact.views.same_view": numbers(3, 3, 3, 8),
    "exact.views.seen_from": numbers(4, 52),
    "exact.boards.ways": numbers(26, 26, 5, 5, 300),
    "exact.board_worth.taken_up": numbers(3, 3, 4, 4),
    "rules.bet_line": strength,
    "rules.match_line": distinct(4),
    "rules.trips_line": strength,
    "exact.flop_cells.flop_kind": distinct(5),
    "exact.simple.has_something": distinct(5),
    "simulate.by_ranks.flops_of": lambda rng: (*sorted(numbers(3, 3, 3)(rng)), *numbers(5, 5, 5)(rng)),
    "simulate.rounds.bonus_cell": lambda rng: (rng.randrange(-1, 7), 7, a_flag(rng)),
    "simulate.rounds.flop_class": distinct(3),
    "simulate.rounds.flop_row": distinct(5),
    "simulate.rounds.main_cell": numbers(3, 3, 9),
    "simulate.two_seats.shape_of": lambda rng: (sum(1 << card for card in rng.sample(range(52), 7)),),
    "exact.simple.is_drawing": lambda rng: (sum({1 << rng.randrange(13) for _ in range(5)}),),
}
