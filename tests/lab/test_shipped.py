"""Analyses and strategies that come with houseway: which games they fit, and that counting again gives the same."""

import json
import lzma
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import NoReturn

import pytest
from msgspec import Raw
from msgspec.structs import replace

import houseway
from houseway.cli import main
from houseway.games import game_named, game_names, kit_of
from houseway.games.demonstration import demonstration
from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.result import Analysis, MainResult, SimpleStrategy
from houseway.games.pricing.result_json import from_json
from houseway.games.study import study_game
from houseway.games.wild_monkey_pai_gow.exact.result import EdgeResult, PaiGowResult, Reading
from houseway.lab.analyze import analyze, count_analysis
from houseway.lab.joint_outcomes import counted_outcomes
from houseway.lab.kept_counts import KeepingRunner
from houseway.lab.shards import Threads
from houseway.lab.shipped import FILE, configurations, make_analyses, packed, shipped_analysis
from houseway.lab.simulate import prepare
from houseway.lab.strategies import shipped_strategy, strategy_of

NAME = "wild-monkey-pai-gow"
SHIPPED = [name for name in game_names() if (kit_of(name).folder / FILE).exists()]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))


def no_runner() -> Runner:
    raise AssertionError("nothing is to be counted")


def count_nothing(*_: object) -> NoReturn:
    raise AssertionError("nothing is to be counted")


@pytest.mark.parametrize("name", game_names())
def test_joint_counts_belong_to_the_strategy_that_comes_with_houseway(name: str) -> None:
    simulation = prepare(demonstration(name, {}), "", 2, no_runner)
    assert counted_outcomes(simulation, count_nothing)


MAIN = MainResult(
    per="bet",
    house_edge=0.02,
    house_edge_exact=Fraction(1, 50),
    element_of_risk=0.01,
    average_wagered=2.0,
    standard_deviation=1.5,
    decisions={},
    outcomes={},
)
BEST = EdgeResult.of(Fraction(1, 50))
SIMPLE = {"one-rule": SimpleStrategy.of("Stand.", 0.03, 0.02)}


def count(game: Game) -> Analysis:
    """In place of an analysis: which choices it was made for."""
    edge = Reading(house_edge=0.02, house_edge_exact=Fraction(1, 50), main_best_setting=BEST, dealer_pai_gows={})
    return PaiGowResult(
        game=game.name,
        options={"said": "by the maker"},
        method="exact",
        main=MAIN,
        main_best_setting=MAIN,
        best_seven={game.options["best-seven"]: edge},
        simple_strategies=SIMPLE,
        wagers={},
    )


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Analyses of every choice, as a file would have them."""
    analyses = from_json(lzma.decompress(packed(make_analyses(NAME, count))), dict[str, Raw])
    assert len(analyses) == len(configurations(NAME)) == 2 * 4 * 2 * 2 * 2 * 2
    monkeypatch.setattr("houseway.lab.shipped._analyses", lambda _path: analyses)


@pytest.mark.usefixtures("made")
def test_an_analysis_is_found_by_the_choices_that_bear_on_it() -> None:
    for options in configurations(NAME):
        found = shipped_analysis(game_named(NAME, options))
        assert isinstance(found, PaiGowResult)
        assert list(found.best_seven) == [options["best-seven"]]
        defaults = {option: one.default for option, one in game_named(NAME).approval.options.items()}
        assert found.options == {option: value for option, value in options.items() if value != defaults[option]}


@pytest.mark.usefixtures("made")
def test_other_choices_make_no_difference_but_for_their_names() -> None:
    usual, other = (shipped_analysis(game_named(NAME, options)) for options in ({}, {"award-order": "largest-first"}))
    assert usual
    assert other == replace(usual, options={"award-order": "largest-first"})


@pytest.mark.usefixtures("made")
def test_other_rules_fit_nothing() -> None:
    assert shipped_analysis(game_named(NAME, {"commission": "5%"})) is None
    assert shipped_analysis(study_game({"game": NAME, "rules": {"surrender": "1/3"}})) is None
    group = {"wager": "dealer-pai-gow", "lines": ["ace-high pai gow"], "pays": {"1": ["6 to 1"]}}
    assert shipped_analysis(study_game({"game": NAME, "paytables": [group]})) is None


def test_an_analysis_that_looks_at_another_option_is_refused() -> None:
    with pytest.raises(RuntimeError, match="not kept by the option award-order"):
        make_analyses(NAME, lambda game: replace(count(game), method=game.options["award-order"]))


@pytest.mark.usefixtures("made")
def test_the_command_answers_at_once_and_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("houseway.lab.analyze.count_analysis", no_runner)
    assert main(["analyze", NAME]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "counted earlier and shipped with these rules; --fresh counts again" in shown
    assert "price: 2.0000% of the bet, 1.0000% of all money staked" in shown
    assert "the best strategy to remember, one rule, costs 1.0000% more" in shown
    assert "an hour (60 rounds an hour, bet of $10) costs $12.00 on average, give or take $116.19" in shown
    assert main(["analyze", NAME, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {key: told[key] for key in told if key != "made_by"} == analyze(NAME).to_json()
    assert analyze(NAME).shipped


@pytest.mark.usefixtures("made")
def test_fresh_counts_again(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = replace(analyze(NAME), shipped=False, method="counted now")
    monkeypatch.setattr("houseway.lab.analyze.count_analysis", lambda _game, _run: kept)
    found = analyze(NAME, fresh=True)
    assert found.method == "counted now"
    assert not found.shipped


@pytest.mark.parametrize("name", SHIPPED)
def test_every_choice_is_in_the_file(name: str) -> None:
    for options in configurations(name):
        found = shipped_analysis(game_named(name, options))
        assert found
        assert found.method == "exact"
    assert (kit_of(name).folder / FILE).stat().st_size < 1_000_000


@pytest.mark.parametrize("name", SHIPPED)
def test_an_answer_that_is_kept_needs_neither_compiler_nor_arrays(name: str) -> None:
    """Both take longer to load than the answer takes."""
    code = (
        "import sys; from houseway.cli import main; code = main(sys.argv[1:]); "
        "sys.exit(code or any(name in sys.modules for name in ('numba', 'numpy')))"
    )
    found = subprocess.run([sys.executable, "-c", code, "analyze", name, "--json"], capture_output=True, check=True)
    assert json.loads(found.stdout)["game"] == name


def test_the_strategy_that_comes_with_houseway() -> None:
    game = houseway.game(NAME)
    found = strategy_of(game, "optimal", no_runner)
    found.check(game)
    assert found.figures.house_edge_exact == Fraction("90364485526852/5027623472146275")
    assert shipped_strategy(game, "house-way") is None
    assert shipped_strategy(houseway.game(NAME, {"best-seven": "low"}), "optimal") is None


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_counting_again_gives_the_same(name: str) -> None:
    """Every choice, to the last byte."""
    made = make_analyses(name, lambda game: count_analysis(game, KeepingRunner(Threads())))
    assert packed(made) == (kit_of(name).folder / FILE).read_bytes()


@pytest.mark.parametrize("name", ["down-under-holdem", "premium-holdem"])
def test_the_coach_of_a_fresh_installation_waits_for_nothing(name: str) -> None:
    game = demonstration(name, {})
    found = strategy_of(game, "optimal", no_runner)
    found.check(game)
    analysis = shipped_analysis(game)
    assert analysis is not None
    assert found.figures.house_edge_exact == analysis.main.house_edge_exact
    assert (kit_of(name).folder / "optimal.strategy").stat().st_size < 400_000


@pytest.mark.slow
@pytest.mark.parametrize("name", [NAME, "down-under-holdem", "premium-holdem"])
def test_the_strategy_is_solved_again(name: str) -> None:
    game = houseway.game(name)
    part = game.kit.require(game.kit.strategy, "strategy")
    kept, solved = shipped_strategy(game, "optimal"), part.solve(game, Threads(), "optimal")
    assert kept
    assert kept.figures == solved.figures
    assert kept.arrays.keys() == solved.arrays.keys()
    assert all((kept.arrays[name] == array).all() for name, array in solved.arrays.items())
