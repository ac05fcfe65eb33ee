"""Answers in a notebook: attributes, tables of other libraries, charts, and a line that says that work goes on."""

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import houseway
from houseway.errors import InvalidInput
from houseway.games import game_names
from houseway.lab import notebook
from houseway.lab.notebook import working
from houseway.lab.shards import silent
from houseway.lab.strategies import shipped_strategy


class Frame:
    """What a library makes of rows."""

    def __init__(self, rows: list[dict[str, object]], **options: object) -> None:
        self.rows, self.options = rows, options

    @classmethod
    def from_pylist(cls, rows: list[dict[str, object]]) -> "Frame":
        return cls(rows)


@pytest.fixture
def libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pandas", "polars", "pyarrow"):
        module = ModuleType(name)
        module.__dict__.update(DataFrame=Frame, Table=Frame)
        monkeypatch.setitem(sys.modules, name, module)


@pytest.mark.usefixtures("libraries")
def test_answers_are_tables_of_libraries_that_are_there() -> None:
    answer = houseway.analyze("flush")
    columns = set().union(*answer.rows())
    assert answer.to_pandas().rows == answer.rows()
    for frame in (answer.to_polars(), answer.to_arrow()):
        assert [{name: row[name] for name in known} for row, known in zip(frame.rows, answer.rows(), strict=True)] == [
            *answer.rows()
        ]
        assert all(set(row) == columns for row in frame.rows)


def test_a_library_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(InvalidInput, match=r"^pandas: is not installed$"):
        houseway.verify().to_pandas()


@pytest.mark.parametrize("game", [*game_names()])
def test_all_lines_are_one_tidy_table(game: str) -> None:
    answer = houseway.analyze(game)
    rows = answer.lines().rows()
    assert answer.main_wagers is not None
    main = sum(len(one.lines) for one in answer.main_wagers.wagers.values())
    assert len(rows) == main + sum(len(one.lines) for one in answer.every_wager())
    keys = {(row["wager"], row["table"], row["line"]) for row in rows}
    assert len(keys) == len(rows)
    one = rows[-1]
    counted = answer.wagers[one["wager"]][one["table"]].lines[one["line"]]
    assert (one["pays"], one["probability"]) == (counted.pays, counted.probability)


def test_a_sweep_is_drawn(tmp_path: Path) -> None:
    file = tmp_path / "decks.svg"
    answer = houseway.sweep("blackjack", "decks", [2, 6], plot=file)
    assert [point.value for point in answer.points] == [2, 6]
    assert file.read_bytes().startswith(b"<?xml")
    with pytest.raises(InvalidInput, match=r"must end in \.png or \.svg"):
        houseway.sweep("blackjack", "decks", [2], plot=tmp_path / "decks.txt")


def test_charts_are_charts() -> None:
    answer = houseway.strategy("flush", "threshold")
    shown = answer._repr_html_()
    assert shown.count("<table>") == len(answer.charts)
    assert all(chart.title in shown and f"<th>{chart.columns[0]}</th>" in shown for chart in answer.charts)


def test_a_simulation_keeps_the_records_of_its_first_rounds() -> None:
    answer = houseway.simulate("flush", rounds=50, strategy="threshold", trace=2)
    assert len(answer.trace) == 2
    assert houseway.settle(answer.trace[0])
    assert "trace" not in answer.to_json()


@pytest.mark.parametrize("game", [*game_names()])
def test_the_best_strategy_of_every_game_comes_with_houseway(game: str) -> None:
    assert shipped_strategy(houseway.game(game), "optimal")


# ---- progress


class Cell:
    """A cell of a notebook: the lines that were displayed."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def display(self, line: dict[str, str], **_options: object) -> "Cell":
        self.lines.append(line["text/plain"])
        return self

    update = display


@pytest.fixture
def cell(monkeypatch: pytest.MonkeyPatch) -> Cell:
    """A notebook, where lines come at once."""
    found, ipython = Cell(), ModuleType("IPython")
    shell: Any = SimpleNamespace(kernel=object())
    ipython.__dict__.update(get_ipython=lambda: shell, display=SimpleNamespace(display=found.display))
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setattr(notebook, "PATIENCE", 0.0)
    return found


def test_a_notebook_is_told_what_goes_on(cell: Cell) -> None:
    with working(None, "counting") as report:
        while not cell.lines:
            report(1, 1)
    assert cell.lines[0].startswith("counting: at work, ")
    assert cell.lines[-1] == "counting: 0 s"


def test_a_function_of_the_callers_own_is_called_instead(cell: Cell) -> None:
    calls: list[tuple[int, int]] = []
    houseway.simulate("flush", rounds=50, strategy="threshold", progress=lambda *done: calls.append(done))
    assert calls[-1][0] == calls[-1][1]
    assert cell.lines == []


def test_nothing_is_said_outside_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "IPython", raising=False)
    with working(None, "counting") as report:
        assert report is silent
