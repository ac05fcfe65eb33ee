"""What openings are worth by ranks alone, whatever cards are known to be out: near to the truth, and quick."""

import numpy as np
import numpy.typing as npt

from houseway.games.down_under_holdem.exact.every_flop import fill_worth, flop_number
from houseway.games.down_under_holdem.exact.one_hand import NO_SUIT, Against, taken
from houseway.kernel import counter, kernel

Counts = npt.NDArray[np.int64]


@kernel
def flops_of(a: int, b: int, c: int, ones: int, twos: int, threes: int) -> int:
    """In how many ways three ranks in ascending order come, of which these numbers are left."""
    if a == c:
        return ones * (ones - 1) * (ones - 2) // 6
    if a == b:
        return ones * (ones - 1) // 2 * threes
    return ones * (twos * (twos - 1) // 2) if b == c else ones * twos * threes


@counter
def openings_by_ranks(
    one: int, two: int, cards: Counts, lights: Counts, x: int, y: int, against: Against, after: int
) -> Counts:
    """Deals, base, margin, and what a check is worth at best, by ranks alone; arguments as for `count_hand`."""
    worth = fill_worth(one, two, cards, against, 0)[NO_SUIT, :, 0]
    left, lit = np.zeros(13, np.int64), np.zeros(3, np.int64)
    for card in cards:
        left[card % 13] += 1
        lit[lights[card % 13]] += 1
    boards = (len(cards) - 5) * (len(cards) - 6) // 2
    found = np.zeros(4, np.int64)
    for c in range(13):
        for b in range(c + 1):
            for a in range(b + 1):
                ways = flops_of(a, b, c, left[a], left[b], left[c])
                if ways <= 0:
                    continue
                for rank in (a, b, c):
                    lit[lights[rank]] -= 1
                deals = taken(x, y, lit[x], lit[y]) * boards
                for rank in (a, b, c):
                    lit[lights[rank]] += 1
                flop = flop_number(a, b, c)
                found[0] += ways * deals
                found[1] += ways * worth[flop, 0]
                found[2] += ways * worth[flop, 1]
                found[3] += ways * max(worth[flop, 0] + after * worth[flop, 1], against.lost * deals)
    return found
