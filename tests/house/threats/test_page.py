"""docs/threats.md names a test for every attack: each of them exists."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "threats.md").read_text(encoding="utf-8")


def test_every_test_that_the_page_names_exists() -> None:
    folder = ROOT / "tests" / "house"
    sources: dict[Path, str] = {}
    named = re.findall(r"`((?:tests/(?:web|cli)/(?:browser/)?|\w+/)test_\w+\.py)(?:::(\w+))?`", PAGE)
    assert len(named) > 25
    for file, test in named:
        path = ROOT / file if file.startswith("tests/") else folder / file
        sources.setdefault(path, path.read_text(encoding="utf-8"))
        assert not test or f"def {test}(" in sources[path], (file, test)


def test_every_attack_has_a_test() -> None:
    for part in ("## Readers", "## Alone", "## Devices", "## Signs", "## Rooms"):
        table = PAGE.partition(part)[2].partition("\n## ")[0]
        rows = [line for line in table.splitlines() if line.startswith("| ") and not line.startswith(("| who", "|---"))]
        assert rows
        assert all(re.search(r"`(tests/(web|cli)(/browser)?|\w+)/test_", row) for row in rows)
