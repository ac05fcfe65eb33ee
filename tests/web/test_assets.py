"""The files of the pages as they are served: styles joined from their parts, scripts without their documentation."""

from pathlib import Path

import pytest

from houseway.web.http.assets import FOLDER, Assets
from houseway.web.http.problems import NotFound


def test_a_style_is_all_parts_of_its_folder_in_the_order_of_their_names() -> None:
    parts = sorted((FOLDER / "table").glob("*.css"))
    assert len(parts) > 5
    assert Assets().find("table.css").body == b"".join(part.read_bytes() for part in parts)


def test_a_style_has_another_digest_when_one_of_its_parts_has_changed(tmp_path: Path) -> None:
    folder = tmp_path / "felt"
    folder.mkdir()
    (folder / "b.css").write_text("b {}")
    (folder / "a.css").write_text("a {}")
    assets = Assets(tmp_path)
    before = assets.find("felt.css")
    assert before.body == b"a {}b {}"
    assert assets.find("felt.css") is before
    (folder / "c.css").write_text("c {}")
    assert assets.find("felt.css").body == b"a {}b {}c {}"
    assert assets.find("felt.css").tag != before.tag


def test_a_script_is_served_without_its_documentation_line_for_line(tmp_path: Path) -> None:
    script = "/**\n * About.\n */\nconst a = /** @type {b} */ (c);\n  /** One line. */\n/** @type {d} */ (e).f();\n"
    (tmp_path / "a.js").write_text(script)
    served = Assets(tmp_path).find("a.js").body.decode()
    assert served == "\n\n\nconst a = /** @type {b} */ (c);\n\n/** @type {d} */ (e).f();\n"


@pytest.mark.parametrize("name", ["table", "none.css", "../assets.css", "table/../../assets.py", "deno"])
def test_what_is_no_file_of_the_pages_is_not_found(name: str) -> None:
    with pytest.raises(NotFound):
        Assets().find(name)
