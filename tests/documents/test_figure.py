"""The figures of the lab's pages in a notebook: SVG, matplotlib axes, and numbers that are those of the lab."""

from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest
from matplotlib.figure import Figure as Sheet

import houseway
from houseway.documents.figure import KINDS
from houseway.errors import InvalidInput
from houseway.games import game_named
from houseway.lab.analyze import analyze
from houseway.lab.distribution import main_nets
from houseway.lab.shards import Threads

SVG = "{http://www.w3.org/2000/svg}"
QUICK = [kind for kind in KINDS if kind != "face-up"]


def test_results_are_the_exact_distribution() -> None:
    figure = houseway.figure("premium-holdem", "results")
    nets = main_nets(game_named("premium-holdem"), Threads(1))
    assert sum(nets.values()) == 1
    mean = sum((net * chance for net, chance in nets.items()), Fraction(0))
    assert -mean == analyze("premium-holdem").main.house_edge_exact
    assert [Fraction(str(row["exact"])) for row in figure.rows()] == [chance for _, chance in sorted(nets.items())]
    assert len(ElementTree.fromstring(figure.svg).findall(f"{SVG}rect")) == len(nets)  # noqa: S314  # our own


def test_the_line_of_a_meter_meets_nothing_at_break_even() -> None:
    rows = houseway.figure("flush-poker", "meter", table="1").rows()
    price = analyze("flush-poker").wagers["jackpot"]["1"]
    assert rows[0]["house edge"] == pytest.approx(price.house_edge)
    below = [float(row["dollars on the meter"]) for row in rows if float(row["house edge"]) <= 1e-12]
    assert below[0] == pytest.approx(price.break_even_meter, rel=0.02)


@pytest.mark.parametrize("kind", QUICK)
def test_a_figure_draws_itself_on_axes_and_as_svg(kind: str, tmp_path: Path) -> None:
    figure = houseway.figure("flush-poker", kind)
    axes = figure.draw(Sheet().subplots())
    assert axes.get_title() == figure.title
    assert axes.has_data()
    assert figure._repr_svg_().startswith("<svg ")
    assert figure.save(tmp_path / "figure.svg").read_text() == figure.svg
    assert len(figure.to_csv().splitlines()) == len(figure.rows()) + 1
    assert repr(figure) == f"Figure({figure.title!r}: {len(figure.rows())} rows)"
    assert houseway.figure("flush-poker", kind).svg == figure.svg


def test_what_is_no_figure_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"kind: 'result'.* is not one of results, decisions"):
        houseway.figure("flush-poker", "result")
    with pytest.raises(InvalidInput, match="has no jackpot"):
        houseway.figure("premium-holdem", "meter")
    with pytest.raises(InvalidInput, match=r"must end in \.svg"):
        houseway.figure("premium-holdem", "bands").save(tmp_path / "figure.png")
