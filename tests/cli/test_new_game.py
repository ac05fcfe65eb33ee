"""`houseway new-game`: what it writes, and what it refuses."""

import tomllib
from pathlib import Path

import pytest

from cli.commands import Capture, run


def test_a_package_is_written_that_names_its_kit(tmp_path: Path, capsys: Capture) -> None:
    target = tmp_path / "lucky-seven"
    out, _ = run(capsys, "new-game", "lucky-seven", "--folder", str(target))
    assert out.startswith(f"lucky-seven: 9 files in {target}")
    package = tomllib.loads((target / "pyproject.toml").read_text())
    assert package["project"]["entry-points"]["houseway.games"] == {"lucky-seven": "lucky_seven.kit:Kit"}
    assert (target / "src/lucky_seven/approval.toml").exists()
    for path in target.rglob("*.*"):
        assert "$" not in path.read_text(), path


@pytest.mark.parametrize(
    "name", ["Lucky", "7up", "a_b", "a--b", "-a", "", "a/b", "flush-poker", "import", "json", "numpy"]
)
def test_a_name_that_cannot_be_a_package_is_refused(name: str, tmp_path: Path, capsys: Capture) -> None:
    words = ["new-game", "--folder", str(tmp_path / "new"), "--", name]
    assert "name" in run(capsys, *words, code=2)[1]
    assert not (tmp_path / "new").exists()


def test_what_is_there_is_never_written_over(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    assert "is not empty" in run(capsys, "new-game", "lucky-seven", "--folder", str(tmp_path), code=2)[1]
    assert "is not empty" in run(capsys, "new-game", "lucky-seven", "--folder", str(tmp_path / "mine.txt"), code=2)[1]
    assert (tmp_path / "mine.txt").read_text() == "mine"
