"""Results on disk: kept by what they depend on, computed once, never broken."""

from pathlib import Path

import pytest

from houseway.lab import cache

ANSWER = dict[str, int]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))


class Work:
    def __init__(self) -> None:
        self.done = 0

    def __call__(self) -> dict[str, int]:
        self.done += 1
        return {"answer": self.done}


def test_the_same_question_is_computed_once() -> None:
    work = Work()
    assert [cache.cached({"q": "1"}, ANSWER, work), cache.cached({"q": "1"}, ANSWER, work)] == [{"answer": 1}] * 2
    assert cache.cached({"q": "2"}, ANSWER, work) == {"answer": 2}


def test_fresh_computes_again_and_is_kept() -> None:
    work = Work()
    cache.cached({"q": "1"}, ANSWER, work)
    assert cache.cached({"q": "1"}, ANSWER, work, fresh=True) == {"answer": 2}
    assert cache.cached({"q": "1"}, ANSWER, work) == {"answer": 2}


def test_changed_software_asks_again(monkeypatch: pytest.MonkeyPatch) -> None:
    work = Work()
    cache.cached({"q": "1"}, ANSWER, work)
    monkeypatch.setattr(cache, "source_digest", lambda: "other")
    assert cache.cached({"q": "1"}, ANSWER, work) == {"answer": 2}


def test_a_damaged_file_is_computed_again() -> None:
    work = Work()
    cache.cached({"q": "1"}, ANSWER, work)
    (path,) = cache.results_directory().iterdir()
    path.write_text("{")
    assert cache.cached({"q": "1"}, ANSWER, work) == {"answer": 2}


def test_a_changed_digit_is_computed_again() -> None:
    work = Work()
    cache.cached({"q": "1"}, ANSWER, work)
    (path,) = cache.results_directory().iterdir()
    path.write_bytes(path.read_bytes().replace(b"1", b"7"))
    assert cache.cached({"q": "1"}, ANSWER, work) == {"answer": 2}


def test_the_answer_to_another_question_is_computed_again() -> None:
    work = Work()
    cache.cached({"q": "1"}, ANSWER, work)
    (one,) = cache.results_directory().iterdir()
    cache.cached({"q": "2"}, ANSWER, work)
    (other,) = set(cache.results_directory().iterdir()) - {one}
    other.write_bytes(one.read_bytes())
    assert cache.cached({"q": "2"}, ANSWER, work) == {"answer": 3}
    assert cache.cached({"q": "1"}, ANSWER, work) == {"answer": 1}


def test_work_that_is_stopped_leaves_nothing_behind() -> None:
    def stopped() -> dict[str, int]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cache.cached({"q": "1"}, ANSWER, stopped)
    assert not cache.results_directory().exists() or not list(cache.results_directory().iterdir())


def test_a_folder_that_cannot_be_written_costs_only_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", "/dev/null/nowhere")
    assert cache.cached({"q": "1"}, ANSWER, Work()) == {"answer": 1}
