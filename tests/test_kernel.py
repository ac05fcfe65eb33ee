"""One source, run two ways: every kernel of the package, plain and compiled, on the same arguments."""

import errno
import importlib
import os
import shutil
import subprocess
import sys
from array import array
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import naive
from arguments import distinct, few, flags, flush, front_and_back, hand, hard, mask, strength
from games.own import FOLDERS
from houseway import cache_folder
from houseway import kernel as kernels
from houseway.cards import hands
from houseway.compiler import FileEach
from houseway.kernel import cache_directory, compiled, counter, kernel, source_digest
from houseway.testing.kernels import TRIES, Arguments, Generator, check_kernel, check_kernels, kernels_of, numbers
from houseway.testing.requirement import ContractBroken

# Arguments


def best_five(rng: Random) -> Arguments:
    cards = hand(rng.choice([5, 6, 7]))(rng)
    return hands.hand_key(cards), hands.hand_mask(cards), rng.randrange(2)


def suit_masks(rng: Random) -> Arguments:
    """The masks of four suits, equal ones side by side."""
    return tuple(sorted(rng.choices([0, 1, 3, rng.randrange(1 << 13)], k=4)))


SHARED: dict[str, Generator] = {
    "cards.hands.best_five": best_five,
    "cards.hands.blackjack_total": flags(hard, few),
    "cards.hands.category": strength,
    "cards.hands.flush_hand": mask,
    "cards.hands.flush_size": flush,
    "cards.hands.fouls": front_and_back,
    "cards.hands.front_strength": distinct(2, 53),
    "cards.hands.hard_value": numbers(52),
    "cards.hands.is_soft": flags(hard, few),
    "cards.hands.longest_flush": mask,
    "cards.hands.longest_straight_flush": mask,
    "cards.hands.outcome": numbers(4, 4),
    "cards.hands.ranks_held": mask,
    "cards.hands.suits_held": mask,
    "cards.hands.three_card": distinct(3),
    "cards.deals.deck_ways": numbers(65, 65),
    "cards.streams.below": lambda rng: (rng.randrange(1, 1 << 31), rng.randrange(1 << 32)),
    "cards.streams.fraction_of": numbers(1 << 32, 1 << 32),
    "cards.streams.is_fair": lambda rng: (rng.choice([0, rng.getrandbits(53)]), rng.randrange(1, 1 << 45)),
    "cards.streams.philox": numbers(*[1 << 32] * 6),
    "games.bonuses.royal_riches.hands_made": mask,
    "games.bonuses.royal_riches.jackpot_lines": numbers(1 << 13),
    "games.bonuses.royal_riches.ranks_made": mask,
    "games.bonuses.royal_riches.beside_royal": lambda rng: (*mask(rng), rng.randrange(4)),
    "games.bonuses.royal_riches.suits_made": mask,
    "games.letter.card_reader.light": numbers(52),
    "games.pricing.sevens.in_order": mask,
    "games.pricing.sevens.suit_orders": suit_masks,
    "games.pricing.suit_classes.ascending_place": lambda rng: tuple(sorted(numbers(39, 39, 39)(rng))),
    "games.pricing.suit_classes.couples": numbers(3, 3, 5, 5),
    "games.pricing.suit_classes.relabellings": lambda rng: (*suit_masks(rng), rng.randrange(1, 5)),
    "games.pricing.suit_classes.suit_key": lambda rng: (rng.randrange(4), *distinct(5)(rng)),
    "games.pricing.suit_classes.suit_place": lambda rng: (rng.randrange(4), *distinct(5)(rng)),
    "games.pricing.suit_classes.triple_class": distinct(3),
}


def _of_games() -> tuple[dict[str, Generator], dict[str, int]]:
    """What the games' own folders of tests say of their kernels: arguments, and how often some are tried."""
    arguments: dict[str, Generator] = {}
    tries: dict[str, int] = {}
    for folder in FOLDERS.values():
        module = importlib.import_module(f"games.{folder.name}.kernel_arguments")
        arguments |= {f"games.{folder.name}.{name}": one for name, one in module.ARGUMENTS.items()}
        tries |= {f"games.{folder.name}.{name}": times for name, times in getattr(module, "TRIES", {}).items()}
    return arguments, tries


OF_GAMES, FEWER = _of_games()
GENERATORS = SHARED | OF_GAMES


def kernel_named(name: str) -> Any:
    """A kernel by its name below houseway."""
    module, _, function = name.rpartition(".")
    return getattr(importlib.import_module(f"houseway.{module}"), function)


def test_every_kernel_has_arguments_to_be_tried_on() -> None:
    found = {f"{room}.{name}" for room in ("cards", "games") for name in kernels_of(f"houseway.{room}")}
    assert set(GENERATORS) == found


@pytest.mark.parametrize("name", sorted(GENERATORS))
def test_a_compiled_kernel_answers_as_the_plain_one_does(name: str) -> None:
    check_kernel(name, kernel_named(name), GENERATORS[name], FEWER.get(name, TRIES))


@kernel
def constant(_number: int) -> int:
    return 1


def test_arguments_that_reach_one_answer_alone_are_refused() -> None:
    with pytest.raises(ContractBroken, match="all arguments have one answer"):
        check_kernel("constant", constant, numbers(9))


def test_a_package_without_arguments_for_a_kernel_is_refused() -> None:
    with pytest.raises(ContractBroken, match=r"houseway\.cards: no arguments for deals\.deck_ways"):
        check_kernels("houseway.cards", {})


@pytest.mark.parametrize("name", sorted(GENERATORS))
def test_a_compiled_kernel_sees_tables_that_nobody_can_change(name: str) -> None:
    fast: Any = compiled(kernel_named(name))
    names = fast.py_func.__code__.co_names
    seen = [fast.py_func.__globals__[word] for word in names if word in fast.py_func.__globals__]
    assert not any(isinstance(value, array) for value in seen)
    assert not any(value.flags.writeable for value in seen if isinstance(value, np.ndarray))


# Marking and compiling

TABLE = array("H", [10, 20, 30])


def looked_up(place: int) -> int:
    return TABLE[place]


def looked_up_twice(place: int) -> int:
    return 2 * looked_up(place)


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """No marks, nothing compiled, and a cache of this test's own; all as before afterwards."""
    import numba

    for marks in ("_kernels", "_counters"):
        monkeypatch.setattr(kernels, marks, set())
    for made in ("_compiled", "_links"):
        monkeypatch.setattr(kernels, made, {})
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(kernels, "_keeps", kernels._keeps.__wrapped__)
    return tmp_path


@pytest.mark.usefixtures("fresh")
def test_a_mark_leaves_the_function_as_it_is() -> None:
    assert kernel(looked_up) is looked_up
    assert counter(looked_up_twice) is looked_up_twice


@pytest.mark.parametrize("function", [len, str.upper, naive.texts, hands.hand_key, lambda: 0])
def test_what_is_not_marked_is_not_compiled(function: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match="is not marked as a kernel"):
        compiled(function)


@pytest.mark.usefixtures("fresh")
def test_a_kernel_is_compiled_once() -> None:
    kernel(looked_up)
    assert compiled(looked_up) is compiled(looked_up)


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("mark", [kernel, counter])
def test_a_compiled_function_calls_compiled_kernels(mark: Callable[[Any], Any]) -> None:
    kernel(looked_up)
    fast: Any = compiled(mark(looked_up_twice))
    assert fast.py_func.__globals__["looked_up"] is kernels._linked(looked_up)
    assert [fast(place) for place in range(3)] == [20, 40, 60]


def test_what_compiled_code_calls_is_kept_as_intermediate_code_and_linked_again(
    fresh: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for function in (looked_up, looked_up_twice):
        kernel(function)
    assert compiled(looked_up_twice)(1) == 40
    [path] = fresh.rglob("*looked_up-*-linked*.nbc")
    for content, hits in [(path.read_bytes(), 1), (cut(path.read_bytes(), -10), 0)]:
        path.write_bytes(content)
        for file in fresh.rglob("*looked_up_twice*.nbc"):
            file.unlink()
        for made in ("_compiled", "_links"):
            monkeypatch.setattr(kernels, made, {})
        assert compiled(looked_up_twice)(2) == 60
        assert sum(kernels._linked(looked_up).stats.cache_hits.values()) == hits


def divided(number: int, by: int) -> int:
    return number // by


def divided_twice(number: int, by: int) -> int:
    return divided(number, by) // 2


@pytest.mark.usefixtures("fresh")
def test_an_error_in_linked_code_is_raised_where_python_called(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel(divided)
    kernel(divided_twice)
    for _ in range(2):  # compiled, and then from disk
        for made in ("_compiled", "_links"):
            monkeypatch.setattr(kernels, made, {})
        fast = compiled(divided_twice)
        assert fast(12, 3) == 2
        with pytest.raises(ZeroDivisionError):
            fast(1, 0)


@pytest.mark.usefixtures("fresh")
def test_a_table_becomes_a_read_only_array_of_the_same_numbers() -> None:
    fast: Any = compiled(kernel(looked_up))
    table = fast.py_func.__globals__["TABLE"]
    assert isinstance(table, np.ndarray)
    assert table.tolist() == [10, 20, 30]
    with pytest.raises(ValueError, match="read-only"):
        table[0] = 1
    assert array("H", [10, 20, 30]) == TABLE


def test_compiled_kernels_are_kept_in_the_cache_directory(fresh: Path) -> None:
    fast: Any = compiled(kernel(looked_up))
    assert fast(1) == 20
    assert cache_directory() in Path(fast.stats.cache_path).parents
    assert len(list(fresh.rglob("*looked_up*.nbc"))) == 1


@pytest.mark.usefixtures("fresh")
def test_two_processes_that_compile_at_once_keep_the_code_of_both(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel(looked_up)
    one, other, third = (kernels._compile(looked_up) for _ in range(3))
    opened = FileEach._open_for_write

    def while_another_compiles(self: FileEach, path: str) -> Any:
        monkeypatch.setattr(FileEach, "_open_for_write", opened)
        assert other(np.uint8(2)) == 30
        return opened(self, path)

    monkeypatch.setattr(FileEach, "_open_for_write", while_another_compiles)
    assert one(1) == 20
    assert (third(np.uint8(2)), third(1)) == (30, 20)
    assert sum(third.stats.cache_hits.values()) == 2
    assert not third.stats.cache_misses


def cut(content: bytes, left: int) -> bytes:
    return content[:left]


def flipped(content: bytes, place: int) -> bytes:
    return content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]


@pytest.mark.parametrize(
    ("damaged", "place"), [(cut, 0), (cut, 10), (cut, -10), (flipped, 0), (flipped, 40), (flipped, 2000)]
)
def test_damaged_machine_code_is_made_again(fresh: Path, damaged: Callable[[bytes, int], bytes], place: int) -> None:
    kernel(looked_up)
    one, other, third = (kernels._compile(looked_up) for _ in range(3))
    assert one(1) == 20
    [path] = fresh.rglob("*looked_up*.nbc")
    whole = path.read_bytes()
    path.write_bytes(damaged(whole, place))
    assert other(1) == 20
    assert sum(other.stats.cache_misses.values()) == 1
    assert third(1) == 20
    assert sum(third.stats.cache_hits.values()) == 1


def test_machine_code_that_cannot_be_kept_is_used_all_the_same(
    fresh: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cache_folder, "_reported", [])
    fast: Any = compiled(kernel(looked_up))

    def full(_self: FileEach, path: str) -> Any:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)

    monkeypatch.setattr(FileEach, "_open_for_write", full)
    assert fast(1) == 20
    assert not list(fresh.rglob("*.nbc"))
    assert "nothing can be kept in" in capsys.readouterr().err


def test_kept_machine_code_is_read_without_what_only_a_compiler_needs(tmp_path: Path) -> None:
    code = (
        "import sys; from houseway.cards.hands import flush_size; from houseway.kernel import compiled; "
        "fast = compiled(flush_size); print(fast(5 << 13), sum(fast.stats.cache_hits.values()), "
        "'numba.np.linalg' in sys.modules)"
    )
    environment = {**os.environ, "HOUSEWAY_CACHE": str(tmp_path)}
    environment.pop("NUMBA_CACHE_DIR", None)
    said = [
        subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    assert said == ["5 0 True\n", "5 1 False\n"]


def test_numbas_own_setting_of_the_cache_is_respected(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import numba

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(fresh / "elsewhere"))
    compiled(kernel(looked_up))
    assert not numba.config.CACHE_DIR  # type: ignore[attr-defined]  # set while numba is loading


def test_the_games_start_without_numba() -> None:
    code = "import sys, houseway; houseway.game('flush-poker'); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# The digest of the sources


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A package of our own, which the digest then is of."""
    folder = tmp_path / "package"
    (folder / "games").mkdir(parents=True)
    for name in ("kernel.py", "games/approval.toml", "games/some.tbl", "games/notes.txt"):
        (folder / name).write_text(name)
    monkeypatch.setattr(kernels, "__file__", str(folder / "kernel.py"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return folder


@pytest.mark.parametrize("name", ["kernel.py", "games/approval.toml", "games/some.tbl"])
def test_another_source_or_table_means_another_cache_directory(package: Path, name: str) -> None:
    before = cache_directory()
    (package / name).write_text("changed")
    assert cache_directory() != before
    (package / name).write_text(name)
    assert cache_directory() == before


def test_a_file_that_is_moved_added_or_removed_changes_the_digest(package: Path) -> None:
    digests = [source_digest()]
    shutil.move(package / "games/some.tbl", package / "games/other.tbl")
    digests.append(source_digest())
    (package / "games/more.py").write_text("")
    digests.append(source_digest())
    (package / "games/approval.toml").unlink()
    digests.append(source_digest())
    assert len(set(digests)) == 4


def test_what_is_neither_source_nor_table_does_not_count(package: Path) -> None:
    before = source_digest()
    (package / "games/notes.txt").write_text("changed")
    (package / "__pycache__").mkdir()
    (package / "__pycache__/kernel.pyc").write_text("changed")
    assert source_digest() == before


def test_the_cache_stands_in_the_users_cache_by_the_digest(package: Path, tmp_path: Path) -> None:
    assert package.exists()
    assert cache_directory() == tmp_path / "cache" / "houseway" / f"kernels-{source_digest()[:16]}"


def test_without_a_setting_the_cache_stands_in_the_home_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_directory().parent == tmp_path / ".cache" / "houseway"
