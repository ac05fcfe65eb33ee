"""The wagers of main games line by line: they add up to the main game, and settled rounds agree with each."""

import json
import math
from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import houseway
from games.test_wild_monkey_main_game import SMALL, valued_of
from houseway.cli import main
from houseway.games import game_named
from houseway.games.pricing.main_wagers import main_wagers
from houseway.games.wild_monkey_pai_gow.exact.main_game import _endings
from houseway.games.wild_monkey_pai_gow.exact.plans import HOUSE_WAY
from houseway.lab.analyze import analyze_game, main_wagers_of
from houseway.lab.shards import Threads
from houseway.lab.simulations import simulated_records

RUN = Threads(2)
ROUNDS = 3_000


@pytest.mark.parametrize(
    "name", ["flush-poker", "down-under-holdem", pytest.param("premium-holdem", marks=pytest.mark.slow)]
)
def test_main_wagers_add_up_to_the_main_game_and_are_those_of_settled_rounds(name: str) -> None:
    game = game_named(name)
    found = main_wagers_of(game, RUN)
    assert found.house_edge == analyze_game(game, RUN).main.house_edge_exact
    nets, squares = defaultdict[str, float](float), defaultdict[str, float](float)
    for record in simulated_records(game, range(ROUNDS), seed="9", strategy="", seats=1, everything_on=False):
        settled = houseway.settle(record)["seats"][0]["wagers"]
        rows: Any = record["seats"]
        first = float(next(iter(rows[0]["wagers"].values())))
        for line in settled:
            net = (float(line["returned"]) - float(line["stake"])) / first
            nets[line["wager"]] += net
            squares[line["wager"]] += net**2
    for wager, one in found.wagers.items():
        mean = nets[wager] / ROUNDS
        error = math.sqrt(squares[wager] / ROUNDS - mean**2) / math.sqrt(ROUNDS)
        assert abs(mean - one.contribution) < 4 * error, wager
        assert sum(line.contribution_exact for line in one.lines.values()) == one.contribution_exact


@pytest.mark.parametrize("name", ["top", "poker"])
def test_main_wagers_of_a_small_deck_of_pai_gow_add_up(name: str) -> None:
    plan = valued_of(SMALL[name]).plan(HOUSE_WAY)
    main = plan.analysis()
    found = main_wagers("house-way", main.deals, _endings(plan))
    assert found.house_edge == main.house_edge
    staked = sum(Fraction(one.average_wagered).limit_denominator(10**9) for one in found.wagers.values())
    assert float(staked) == pytest.approx(float(main.wagered))
    assert sum(line.deals for line in found.wagers["bet"].lines.values()) == main.deals


def test_analyze_shows_a_main_wager_line_by_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "lines.csv"
    assert main(["analyze", "flush-poker", "--wager", "bet", "--json", "--csv", str(file)]) == 0
    shown = json.loads(capsys.readouterr().out)["main_wagers"]
    assert shown["wagers"]["bet"]["lines"]["exact match"]["deals"] == 6_477_335_845_896
    assert file.read_text().startswith("wager,line,deals,probability,contribution")
    assert main(["analyze", "flush-poker", "--wager", "raise"]) == 0
    assert "together a house edge of 2.6345%" in capsys.readouterr().out
