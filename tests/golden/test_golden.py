"""The golden playthroughs: every state, legal decision and outcome of whole rounds, made again and compared."""

import pytest

from make_golden import FOLDER, PLAYTHROUGHS, Playthrough, main, spelled

ALL = pytest.mark.parametrize("this", PLAYTHROUGHS, ids=[this.name for this in PLAYTHROUGHS])


@ALL
def test_a_playthrough_is_as_it_was_reviewed(this: Playthrough) -> None:
    assert spelled(this) == (FOLDER / f"{this.name}.txt").read_text(encoding="utf-8")


@ALL
def test_a_playthrough_can_be_read_in_a_review(this: Playthrough) -> None:
    lines = spelled(this).splitlines()
    assert len(lines) < 150
    assert max(map(len, lines)) < 200


def test_every_file_belongs_to_a_playthrough() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {this.name for this in PLAYTHROUGHS}


def test_the_tool_tells_a_difference(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["make_golden.py", "--check"])
    assert main() == 0
    monkeypatch.setattr("make_golden.FOLDER", FOLDER / "nowhere")
    assert main() == 1
    assert capsys.readouterr().out.startswith("differ: down-under-holdem-plain.txt, ")
