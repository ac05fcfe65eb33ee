"""The golden playthroughs: every state, legal decision and outcome of whole rounds, made again and compared."""

import shutil
from pathlib import Path

import pytest

from games.own import FOLDERS
from houseway.testing.playthroughs import check_playthroughs, read_playthroughs, write_playthroughs
from houseway.testing.requirement import ContractBroken
from make_golden import main

EVERY_GAME = pytest.mark.parametrize("game", FOLDERS)


@EVERY_GAME
def test_whole_rounds_are_as_they_were_reviewed(game: str) -> None:
    check_playthroughs(game, FOLDERS[game] / "golden")
    assert len(read_playthroughs(game, FOLDERS[game] / "golden")) >= 2


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    return shutil.copytree(FOLDERS["flush-poker"] / "golden", tmp_path / "golden")


def test_a_difference_is_told_with_its_line(copied: Path) -> None:
    text = copied / "plain.txt"
    text.write_text(text.read_text().replace("settled", "unsettled"))
    with pytest.raises(ContractBroken, match=r"plain is not as it was reviewed: line \d+: 'unsettled', now 'settled'"):
        check_playthroughs("flush-poker", copied)
    write_playthroughs("flush-poker", copied)
    check_playthroughs("flush-poker", copied)


def test_a_text_without_a_round_is_refused(copied: Path) -> None:
    (copied / "other.txt").write_text("dealt\n")
    with pytest.raises(ContractBroken, match="are not those of its list"):
        check_playthroughs("flush-poker", copied)


def test_the_tool_tells_a_difference(copied: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"], {"flush-poker": copied.parent}) == 0
    (copied / "plain.txt").write_text("")
    assert main(["--check"], {"flush-poker": copied.parent}) == 1
    assert "flush-poker plain is not as it was reviewed" in capsys.readouterr().out
    assert main([], {"flush-poker": copied.parent}) == 0
    assert main(["--check"], {"flush-poker": copied.parent}) == 0
