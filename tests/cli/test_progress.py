"""Progress of commands: one bar that is never full again and again, and one line where nobody sees a bar."""

import sys
from threading import Event

import pytest

from cli.commands import Capture
from houseway import steps as steps_module
from houseway.cli import progress
from houseway.cli.progress import AT_WORK, progress_bar
from houseway.steps import Steps


def test_steps_are_numbered_and_short_ones_show_no_part() -> None:
    steps = Steps()
    for _ in range(263):
        steps.report(1, 2)
        assert not steps.is_long
        steps.report(2, 2)
        assert not steps.is_long
    assert steps.step == 263
    assert steps.in_words() == "step 263"


def test_a_long_step_shows_its_part_until_it_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps_module, "LONG", 0.0)
    steps = Steps()
    steps.report(3, 4)
    assert (steps.is_long, steps.in_words()) == (True, "3 of 4")
    steps.report(4, 4)
    assert not steps.is_long
    steps.report(1, 4)
    assert steps.in_words() == "step 2, 1 of 4"


def test_a_pipe_is_told_once_that_work_goes_on(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    said, write = Event(), sys.stderr.write

    def write_and_say(text: str) -> None:
        write(text)
        said.set()

    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr(sys.stderr, "write", write_and_say)
    with progress_bar("flush-poker") as report:
        assert said.wait(30)
        report(1, 2)
    assert capsys.readouterr().err == f"houseway: flush-poker: {AT_WORK}\n"


def test_quick_work_says_nothing_in_a_pipe(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 60.0)
    with progress_bar("flush-poker") as report:
        report(1, 1)
    assert capsys.readouterr().err == ""
