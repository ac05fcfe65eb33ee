"""docs/controls.md says who may do what as the catalogue of acts does."""

from make_rights_table import BEGIN, END, PAGE, rights_table


def test_the_table_of_rights_is_made_from_the_catalogue() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page.partition(BEGIN)[2].partition(END)[0].strip() == rights_table().strip()
