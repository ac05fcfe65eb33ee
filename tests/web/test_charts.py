"""Charts over HTTP: those of `houseway strategy`, and where one's own hand stands, for nobody else."""

import subprocess
import sys

import pytest

import houseway
from houseway.games import game_names
from houseway.lab.strategies import shipped_strategy
from web.serving import Running


@pytest.mark.parametrize("game", game_names())
def test_charts_are_those_of_the_strategy(practice: Running, game: str) -> None:
    charts = practice.http.get(f"/api/v1/games/{game}/chart", timeout=120).json()
    shown = {chart["title"]: chart["rows"] for chart in charts}
    for chart in houseway.strategy(game).charts:
        assert shown[chart.title] == [list(row) for row in chart.rows]
    for chart in charts:
        assert all(len(row) == len(chart["columns"]) > chart["labels"] for row in chart["rows"])


@pytest.mark.parametrize("game", game_names())
def test_every_chart_has_the_values_of_its_cells(practice: Running, game: str) -> None:
    charts = practice.http.get(f"/api/v1/games/{game}/chart", timeout=120).json()
    worth = practice.http.get(f"/api/v1/games/{game}/chart/worth", timeout=120).json()
    assert [one["title"] for one in worth] == [chart["title"] for chart in charts]
    chosen = houseway.game(game)
    part = chosen.kit.require(chosen.kit.strategy, "strategy")
    strategy = shipped_strategy(chosen, part.names[0])
    assert strategy is not None
    exact = {one.chart: one for one in part.worth(chosen, strategy)}
    for one in worth:
        if one["cells"]:
            assert one["mean_of"] == exact[one["title"]].mean_of
            assert [cell["values"] for cell in one["cells"]] == [
                {decision: float(value) for decision, value in cell.values.items()}
                for cell in exact[one["title"]].cells
            ]
    assert sum(not one["cells"] for one in worth) == (game == "down-under-blackjack")  # single hands that differ


def test_charts_follow_the_options_and_wait_for_nobody(practice: Running) -> None:
    address = "/api/v1/games/down-under-blackjack/chart"
    assert practice.http.get(f"{address}?set=decks=3").status_code == 422
    assert practice.http.get(f"{address}?set=decks").status_code == 400
    assert practice.http.get("/api/v1/games/no-game/chart").status_code == 404


def test_only_the_player_in_turn_learns_where_the_hand_stands(practice: Running) -> None:
    me, other = practice.guest(), practice.guest()
    table = me.post("/tables", {"game": "premium-holdem", "house_players": False}).json()["table"]
    address = f"/tables/{table}/chart"
    with me.page() as page:
        page.do("watch", table)
        page.do("join", table, seat=1)
        assert me.get(address).json() == {"round": 0, "marks": []}
        page.do("wager", table, seat=1, wagers={"ante": "10.00", "xtra-bonus": "10.00"})
        page.view(table, lambda view: bool(view["choices"]))
        mine = me.get(address).json()
        assert mine["round"] == 1
        assert [mark["chart"] for mark in mine["marks"]] in ([0], [1])
        assert other.get(address).json() == {"round": 1, "marks": []}
    assert practice.http.get(f"/api/v1{address}").status_code == 401


def test_the_server_draws_no_chart_itself() -> None:
    code = "import sys; import houseway.web.coach.charts; assert 'numba' not in sys.modules, 'the compiler is loaded'"
    subprocess.run([sys.executable, "-c", code], check=True)
