"""Text from outside is limited before anything parses it."""

import io
import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

import pytest

from houseway.bounded_text import DEEPEST, LARGEST_RECORD, LARGEST_SHEET, bounded_lines, parse_toml, read_text
from houseway.cli.settle import numbered
from houseway.errors import InvalidInput
from houseway.games.round.record import parse_json
from houseway.house.sheets.sheet import parse_sheet

SHEET = 'name = "x"\ngame = "flush-poker"\n'
MEMORY = 2 * 2**30  # bytes of addresses that a command may have; the key of 28,000 parts alone needed twice as much


def _limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _run(*words: str, stdin: IO[str] | None = None) -> str:
    """A command that must refuse its input in one line, with little memory."""
    done = subprocess.run(
        [sys.executable, "-m", "houseway", *words],
        stdin=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        preexec_fn=_limited,  # no thread runs here
    )
    assert done.returncode == 2, done.stderr
    assert done.stderr.count("\n") == 1
    return done.stderr


DOTS = ".".join("a" * 28_000) + " = 1\n"


@pytest.mark.parametrize("command", [("table", "check"), ("analyze", "flush-poker", "--study")])
def test_commands_refuse_a_key_of_28000_parts(tmp_path: Path, command: tuple[str, ...]) -> None:
    file = tmp_path / "x.toml"
    file.write_text(SHEET + DOTS, encoding="ascii")
    assert "is nested too deeply" in _run(*command, str(file))


@pytest.mark.parametrize("command", [("table", "check"), ("analyze", "flush-poker", "--study"), ("settle",)])
def test_commands_read_no_more_of_an_endless_file_than_they_may(command: tuple[str, ...]) -> None:
    assert "must be at most" in _run(*command, "/dev/zero")


def test_table_open_reads_no_more_of_endless_input_than_it_may() -> None:
    with Path("/dev/zero").open(encoding="ascii") as endless:
        assert "must be at most" in _run("table", "open", "-", stdin=endless)


def test_a_command_sends_a_dealer_no_more_of_an_endless_file_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_DEALER", "/dev/null")
    assert "must be at most" in _run("table", "open", "/dev/zero")


@pytest.mark.parametrize(
    "text",
    [
        ".".join("a" * (DEEPEST + 2)) + " = 1",
        " . ".join(['"a"'] * (DEEPEST + 2)) + " = 1",
        "[" + ".".join("a" * (DEEPEST + 2)) + "]",
        "a = " + "[" * (DEEPEST + 1) + "]" * (DEEPEST + 1),
        "a = " + "{a=" * (DEEPEST + 1) + "1" + "}" * (DEEPEST + 1),
        "a = " + '["]", ' * (DEEPEST + 1) + "]" * (DEEPEST + 1),  # brackets in strings close nothing
        "a = " + "[ # ]\n" * (DEEPEST + 1) + "]" * (DEEPEST + 1),
        'x = """a""""\n' + ".".join("a" * (DEEPEST + 2)) + " = 1",  # the fourth quote belongs to the string
        "x = '''a''''\n" + ".".join("a" * (DEEPEST + 2)) + " = 1",
        "a = " + "['''\n]''', " * (DEEPEST + 1) + "]" * (DEEPEST + 1),
    ],
)
def test_toml_that_is_nested_too_deeply_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="nested too deeply"):
        parse_toml(text, field="sheet")


def test_dots_and_brackets_in_strings_and_comments_are_text() -> None:
    dots, brackets = "." * 500, "[" * 500
    text = f'a = "{dots}{brackets}\\""\nb = \'{dots}\'\n# {brackets}\nc = """\n{brackets}"x""{dots}"""\nd = 1.5\n'
    assert parse_toml(text, field="sheet") == {
        "a": f'{dots}{brackets}"',
        "b": dots,
        "c": f'{brackets}"x""{dots}',
        "d": 1.5,
    }


def test_strings_without_an_end_cost_no_more_than_others() -> None:
    start = time.monotonic()
    with pytest.raises(InvalidInput, match="is not TOML"):
        parse_toml('a = """' + '\n\\"""' * (LARGEST_SHEET // 6), field="sheet")
    assert time.monotonic() - start < 5


def test_a_whole_number_of_thousands_of_digits_is_no_value_of_an_option() -> None:
    with pytest.raises(InvalidInput, match="must be a word or a whole number"):
        parse_sheet(f"{SHEET}[options]\nenvy = 0x{'f' * 50_000}\n")


@pytest.mark.parametrize(
    "text", ["[" * 900 + "]" * 900, '{"a":' * 900 + "1" + "}" * 900, '["]",' * 99 + "1" + "]" * 99]
)
def test_json_that_is_nested_too_deeply_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="nested too deeply"):
        parse_json(text)


def test_a_key_that_stands_twice_among_many_is_found_at_once() -> None:
    start = time.monotonic()
    names = ",".join(f'"{number}": 1' for number in range(100_000))
    with pytest.raises(InvalidInput, match="stands twice"):
        parse_json(f'{{{names}, "99999": 1}}')
    assert time.monotonic() - start < 20  # it was a comparison of each with each: minutes


def test_a_line_and_a_record_over_several_lines_have_a_largest_size() -> None:
    with pytest.raises(InvalidInput, match="line 2: must be at most"):
        list(bounded_lines(io.StringIO("short\n" + "x" * (LARGEST_RECORD + 1))))
    with pytest.raises(InvalidInput, match="a record must be at most"):
        list(numbered(io.StringIO("{\n" + '"a": 1,\n' * (LARGEST_RECORD // 8 + 1))))


def test_lines_are_settled_one_by_one_after_a_first_that_is_none() -> None:
    record = json.dumps({"game": "flush-poker"})
    source = io.StringIO(f"no record\n\nnor this\n{record}\n" + f"{record}\n" * 3)
    assert [number for number, _ in numbered(source)] == [1, 3, 4, 5, 6, 7]


def test_a_file_of_the_largest_size_is_read(tmp_path: Path) -> None:
    file = tmp_path / "x"
    file.write_text("x" * 100, encoding="ascii")
    assert read_text(file, most=100) == "x" * 100
    with pytest.raises(InvalidInput, match="must be at most 99 bytes"):
        read_text(file, most=99)
