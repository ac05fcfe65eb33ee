"""Lookup tables as files."""

import hashlib
import json
from array import array
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.lookup_files import Table, read_tables, write_tables

SIZES = {"b": (1, True), "B": (1, False), "H": (2, False), "i": (4, True), "I": (4, False), "q": (8, True)}


def numbers(typecode: str) -> st.SearchStrategy["array[int]"]:
    """Tables of a type code, with numbers from its whole range."""
    size, signed = SIZES[typecode]
    bits = 8 * size - signed
    values = st.integers(-(2**bits) if signed else 0, 2**bits - 1)
    return st.lists(values, max_size=20).map(lambda found: array(typecode, found))


FILES = st.dictionaries(st.text(max_size=5), st.sampled_from(sorted(SIZES)).flatmap(numbers), max_size=5)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


@given(tables=FILES)
def test_tables_read_back_as_they_were_written(folder: Path, tables: "dict[str, array[int]]") -> None:
    write_tables(folder / "some.tbl", "some tables", tables)
    found = read_tables(folder / "some.tbl")
    assert found == tables
    assert list(found) == list(tables)
    assert [table.typecode for table in found.values()] == [table.typecode for table in tables.values()]


def test_a_file_is_a_line_of_json_and_little_endian_numbers(tmp_path: Path) -> None:
    write_tables(tmp_path / "a.tbl", "for a test", {"one": array("H", [1, 258]), "two": array("b", [-1])})
    head, _, body = (tmp_path / "a.tbl").read_bytes().partition(b"\n")
    assert body == bytes([1, 0, 2, 1, 255])
    assert json.loads(head) == {
        "about": "for a test",
        "tables": [["one", "H", 2], ["two", "b", 1]],
        "sha256": hashlib.sha256(body).hexdigest(),
    }


def test_the_same_tables_give_the_same_bytes(tmp_path: Path) -> None:
    tables = {"one": array("i", range(100))}
    for name in ("a.tbl", "b.tbl"):
        write_tables(tmp_path / name, "again", tables)
    assert (tmp_path / "a.tbl").read_bytes() == (tmp_path / "b.tbl").read_bytes()


def test_a_number_may_look_like_a_line_break(tmp_path: Path) -> None:
    write_tables(tmp_path / "a.tbl", "", {"one": array("B", b"\n\n\n")})
    assert read_tables(tmp_path / "a.tbl") == {"one": array("B", b"\n\n\n")}


@pytest.mark.parametrize("place", [0, 1, 7])
def test_a_damaged_file_is_refused_by_name(tmp_path: Path, place: int) -> None:
    path = tmp_path / "a.tbl"
    write_tables(path, "", {"one": array("H", range(4))})
    content = bytearray(path.read_bytes())
    content[len(content) - 8 + place] ^= 1
    path.write_bytes(bytes(content))
    with pytest.raises(RuntimeError, match=r"^a\.tbl is damaged"):
        read_tables(path)


def test_a_file_that_was_cut_short_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.tbl"
    write_tables(path, "", {"one": array("H", range(4))})
    path.write_bytes(path.read_bytes()[:-2])
    with pytest.raises(RuntimeError, match="damaged"):
        read_tables(path)


def test_a_big_endian_machine_swaps_both_ways(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = array("H", [1, 258])
    monkeypatch.setattr("sys.byteorder", "big")
    write_tables(tmp_path / "a.tbl", "", {"one": table})
    assert (tmp_path / "a.tbl").read_bytes().endswith(bytes([0, 1, 1, 2]))  # this machine's bytes, swapped
    assert read_tables(tmp_path / "a.tbl") == {"one": table}
    assert table == array("H", [1, 258])


def test_a_table_is_a_plain_array() -> None:
    assert Table is array
