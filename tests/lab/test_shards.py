"""Shards on one thread or several: the same sum, progress told, errors passed on."""

import numpy as np
import numpy.typing as npt
import pytest

from houseway.kernel import counter
from houseway.lab.shards import Threads

SHARDS = [(start,) for start in range(20)]


@counter
def squares(start: int) -> npt.NDArray[np.int64]:
    found = np.zeros(3, np.int64)
    for number in range(10 * start, 10 * start + 10):
        found[number % 3] += number * number
    return found


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_the_sum_is_the_same_on_any_number_of_threads(threads: int) -> None:
    told: list[tuple[int, int]] = []
    total = Threads(threads, lambda done, of: told.append((done, of)))(squares, SHARDS)
    assert total.tolist() == [sum(n * n for n in range(200) if n % 3 == rest) for rest in range(3)]
    assert told == [(done, 20) for done in range(1, 21)]


@counter
def fails_on_three(start: int) -> npt.NDArray[np.int64]:
    if start == 3:
        raise ValueError("three")
    return np.zeros(1, np.int64)


@pytest.mark.parametrize("threads", [1, 2])
def test_what_a_shard_raises_comes_out(threads: int) -> None:
    with pytest.raises(ValueError, match="three"):
        Threads(threads)(fails_on_three, SHARDS)
