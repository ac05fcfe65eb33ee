"""Many small questions, answered in order by several processes."""

import os
from collections.abc import Iterator
from itertools import count, islice

import pytest

from houseway.cli.batches import AHEAD, BATCH, SMALL, in_batches

MANY = SMALL + 5 * BATCH + 7


def squares(numbers: list[int]) -> list[int]:
    return [number * number for number in numbers]


def processes(numbers: list[int]) -> tuple[list[int], int]:
    return numbers, os.getpid()


def killed_elsewhere(home_and_numbers: list[tuple[int, int]]) -> list[int]:
    """Squares, except that any process but the first one dies."""
    if os.getpid() != home_and_numbers[0][0]:
        os._exit(9)
    return squares([number for _, number in home_and_numbers])


@pytest.mark.parametrize("jobs", [0, 1, 2, 3])
@pytest.mark.parametrize("size", [0, 1, BATCH, SMALL, SMALL + 1, MANY])
def test_answers_come_in_the_order_of_the_questions(jobs: int, size: int) -> None:
    answers = list(in_batches(squares, iter(range(size)), jobs))
    assert [one for _, batch in answers for one in batch] == squares(list(range(size)))
    assert [size for size, _ in answers] == [len(batch) for _, batch in answers]


@pytest.mark.parametrize(("jobs", "size"), [(0, SMALL), (1, MANY)])
def test_a_small_input_and_one_job_are_answered_here(jobs: int, size: int) -> None:
    assert {process for _, (_, process) in in_batches(processes, iter(range(size)), jobs)} == {os.getpid()}


def test_two_jobs_are_two_other_processes() -> None:
    found = {process for _, (_, process) in in_batches(processes, iter(range(MANY)), 2)}
    assert os.getpid() not in found
    assert 1 <= len(found) <= 2


def test_a_question_is_answered_before_the_next_is_read() -> None:
    read: list[int] = []

    def source() -> Iterator[int]:
        for number in range(3):
            read.append(number)
            yield number

    answers = in_batches(squares, source())
    assert next(answers) == (1, [0])
    assert read == [0]


def test_an_endless_input_is_read_only_a_little_ahead() -> None:
    read = count()
    answers = in_batches(squares, (next(read) for _ in count()), 2)
    taken = list(islice(answers, 4))
    answers.close()  # type: ignore[attr-defined]  # a generator
    assert [one for _, batch in taken for one in batch] == squares(list(range(4 * BATCH)))
    assert next(read) <= (4 + 2 * AHEAD + 1) * BATCH


def test_killed_processes_lose_no_answer() -> None:
    home = os.getpid()
    answers = in_batches(killed_elsewhere, iter([(home, number) for number in range(MANY)]), 2)
    assert [one for _, batch in answers for one in batch] == squares(list(range(MANY)))
