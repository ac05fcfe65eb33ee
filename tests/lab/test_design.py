"""Designs against pricing: every table that is found costs what the lab says it costs, and none is missed."""

import itertools
import json
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway.cli import main
from houseway.errors import InvalidInput
from houseway.games import game_named
from houseway.games.pricing.price import by_line
from houseway.games.study import study_game
from houseway.lab.design import counts_of, design
from houseway.lab.design_words import percentage
from houseway.lab.pay_search import Designs
from houseway.lab.shards import Threads
from houseway.lab.simulate import prepare
from houseway.lab.study_template import study_template
from houseway.lab.sweep import parse_sweep
from houseway.testing.simulated import check_round

CHANGEABLE = ("down-under-holdem", "premium-holdem", "down-under-blackjack", "flush-poker", "wild-monkey-pai-gow")
VARY = ("flush=5..8 to 1", "straight=3..6 to 1", "full house=6..9 to 1", "three of a kind=2,3 to 1")


def found(edge: str = "4%±0.2", **wanted: Any) -> Designs:
    return design(
        game_named("down-under-holdem"), "trips-or-better", edge=edge, vary=VARY, run=Threads, most=10_000, **wanted
    )


def test_designs_are_all_tables_within_the_edge_and_no_other() -> None:
    table = game_named("down-under-holdem").approval.paytables["trips-or-better"]["1"]
    counts = counts_of(game_named("down-under-holdem"), "trips-or-better", table, Threads)
    lines = dict(counts.lines)
    numbered = {table.lines.index(name): count for name, count in lines.items()}
    numbered[-1] = counts.combinations - sum(lines.values())
    within = set()
    for flush, straight, full, trips in itertools.product(range(5, 9), range(3, 7), range(6, 10), (2, 3)):
        pays = {"flush": flush, "straight": straight, "full house": full, "three of a kind": trips}
        changed = {name: f"{pay} to 1" for name, pay in pays.items()}
        group = {
            "wager": "trips-or-better",
            "lines": list(lines),
            "pays": {"1": [changed.get(name) or str(table.pays[table.lines.index(name)].text) for name in lines]},  # type: ignore[union-attr]
        }
        priced = by_line(
            study_game({"game": "down-under-holdem", "paytables": [group]}).approval.paytables["trips-or-better"]["1"],
            numbered,
        )
        if Fraction(38, 1000) <= priced.house_edge <= Fraction(42, 1000):
            within.add((flush, straight, full, trips, priced.house_edge, round(priced.standard_deviation, 9)))
    answer = found()
    assert answer.tables_tried == 4 * 4 * 4 * 2
    assert {
        (
            *(int(one.pays[line].split()[0]) for line in ("flush", "straight", "full house", "three of a kind")),
            one.house_edge,
            round(one.standard_deviation or 0, 9),
        )
        for one in answer.designs
    } == within
    assert len(within) == 3
    edges = [abs(one.house_edge - Fraction(4, 100)) for one in answer.designs]
    assert edges == sorted(edges)


def test_a_design_is_a_study_that_costs_what_it_says() -> None:
    answer = found()
    study = tomllib.loads(answer.study_text())
    table = study_game(study).approval.paytables["trips-or-better"]["1"]
    assert {table.lines[line]: str(table.pays[line].text) for line in table.printed} == dict(answer.designs[0].pays)  # type: ignore[union-attr]


def test_lines_may_be_dropped_and_hits_and_odds_be_bounded() -> None:
    vary = ["three of a kind=none,3 to 1", "royal flush=100..1000/100 to 1"]
    holdem = game_named("down-under-holdem")
    few = design(holdem, "trips-or-better", edge="-50%..90%", vary=vary, hit="..12%", run=Threads)
    assert few.designs
    assert all(one.pays["three of a kind"] == "none" and one.hit_frequency < Fraction(12, 100) for one in few.designs)
    low = design(holdem, "trips-or-better", edge="-50%..90%", vary=vary, top_odds="300", run=Threads)
    assert {one.pays["royal flush"] for one in low.designs} == {"100 to 1", "200 to 1", "300 to 1"}


def test_four_lines_with_ten_pays_each_take_no_time() -> None:
    import time

    lines = ("flush", "straight", "full house", "four of a kind")
    began = time.perf_counter()
    answer = design(
        game_named("premium-holdem"),
        "player-bonus",
        edge="4%±0.1",
        vary=[f"{line}=1..10 to 1" for line in lines[:3]] + ["four of a kind=10..100/10 to 1"],
        run=Threads,
    )
    assert answer.tables_tried == 10_000
    assert time.perf_counter() - began < 2


@pytest.mark.parametrize(
    ("wager", "words", "reason"),
    [
        ("ante", {}, "^wager: "),
        ("trips-or-better", {"edge": "four"}, "^edge: "),
        ("trips-or-better", {"edge": "5%..4%"}, "^edge: "),
        ("trips-or-better", {"hit": "x.."}, "^hit: "),
        ("trips-or-better", {"table": "9"}, "^table: "),
        ("trips-or-better", {"vary": ["flosh=5 to 1"]}, "^vary: "),
        ("trips-or-better", {"vary": ["flush=1..100000 to 1"]}, "^vary: "),
        ("trips-or-better", {"vary": ["flush=five"]}, "pays"),
    ],
)
def test_what_cannot_be_designed(wager: str, words: dict[str, Any], reason: str) -> None:
    with pytest.raises(InvalidInput, match=reason):
        design(game_named("down-under-holdem"), wager, run=Threads, **{"edge": "4%", **words})


def test_a_bonus_that_the_main_game_decides_too_cannot_be_designed() -> None:
    with pytest.raises(InvalidInput, match=r"^wager dealer-pai-gow: depends on how the main game is played"):
        design(game_named("wild-monkey-pai-gow"), "dealer-pai-gow", run=Threads, edge="5%..90%")


def test_a_wager_that_wins_several_lines_is_designed_too() -> None:
    blackjack = game_named("down-under-blackjack")
    answer = design(
        blackjack,
        "match-up",
        edge="2%..8%",
        vary=["suited match=8..13 to 1", "unsuited match=3..5 to 1"],
        table="6",
        run=Threads,
        most=99,
    )
    edges = {(one.pays["suited match"], one.pays["unsuited match"]): one.house_edge for one in answer.designs}
    letter = blackjack.approval.paytables["match-the-dealer"]["6"]
    now = tuple(str(pay.text) for pay in letter.pays if pay)
    prices = blackjack.kit.require(blackjack.kit.analysis, "analysis").price_bonuses(blackjack, Threads(1))["match-up"][
        "6"
    ]
    assert edges[now] == prices.house_edge  # type: ignore[index]
    assert answer.study()["paytables"][0]["wager"] == "match-the-dealer"


def test_the_command_prints_a_table_json_csv_and_studies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["design", "down-under-holdem", "--wager", "trips-or-better", "--edge", "4%±0.2"]
    for one in VARY:
        words += ["--vary", one]
    assert main(words) == 0
    assert "house edge" in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["designs"][0]["pays"]["royal flush"] == "50 to 1"
    assert {"version", "sources", "command", "date"} == answer["made_by"].keys()
    assert main([*words, "--csv", str(tmp_path / "x.csv"), "--save", str(tmp_path / "studies"), "--most", "2"]) == 0
    said = capsys.readouterr().err
    assert "wrote" in said
    assert "2 studies" in said
    assert sorted(path.name for path in (tmp_path / "studies").iterdir()) == [
        "trips-or-better-001.toml",
        "trips-or-better-002.toml",
    ]
    assert (tmp_path / "x.csv").read_text().startswith("house_edge,house_edge_exact,return,")
    assert main([word.replace("4%±0.2", "90%") for word in words]) == 1


@pytest.mark.parametrize("name", CHANGEABLE)
def test_the_template_without_its_marks_is_the_letter(name: str) -> None:
    text = study_template(name)
    assert study_game(tomllib.loads(text)).marks == {}
    lines = [line[1:] if line.startswith("#") and not line.startswith("# ") else line for line in text.splitlines()]
    whole = study_game(tomllib.loads("\n".join(lines)))
    assert whole.marks == {}
    assert whole.digest == game_named(name).digest
    assert all(f"\n#{rule} = " in text for rule in whole.kit.study_rules)


def test_a_sweep_is_read_as_toml_or_words() -> None:
    assert parse_sweep("qualifier=none,ace high") == ("qualifier", ["none", "ace high"])
    assert parse_sweep("raise-caps=[1,2],[3]") == ("raise-caps", [[1, 2], [3]])
    assert parse_sweep("joker=true,false") == ("joker", [True, False])
    with pytest.raises(InvalidInput, match=r"^sweep: "):
        parse_sweep("joker")


def test_a_sweep_starts_from_a_study_and_from_the_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "flat.toml"
    file.write_text('game = "flush-poker"\n[rules]\nraise-caps = [1, 1, 1, 1, 1, 1, 1]\nqualifier = "none"\n')
    assert main(["design", "--study", str(file), "--sweep", "qualifier=3-card T-8,4-card", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["study"], told["status"]) == ("flat", "not approved")
    for point in told["sweep"]:
        rules = {"raise-caps": [1] * 7, "qualifier": point["qualifier"]}
        alone = houseway.analyze({"game": "flush-poker", "rules": rules}).main.house_edge
        assert point["house_edge"] == alone
        assert point["status"] == "not approved"
    assert main(["design", "--study", str(file), "--sweep", "qualifier=4-card"]) == 0
    assert "flush-poker, not approved (flat), qualifier at 1 values" in capsys.readouterr().out
    assert main(["design", "premium", "--study", str(file), "--sweep", "qualifier=4-card"]) == 2
    assert "is a study of flush-poker" in capsys.readouterr().err
    assert main(["design", "--study", str(file), "--sweep", "qualifer=4-card"]) == 2
    assert "did you mean qualifier?" in capsys.readouterr().err


def test_a_sweep_keeps_the_pay_tables_and_rules_of_its_study() -> None:
    lines = ["royal flush", "straight flush", "four of a kind", "full house", "flush", "straight", "trips or less"]
    pays = {"1": ["50 to 1", "40 to 1", "9 to 1", "3 to 1", "3 to 2", "1 to 1", "push"]}
    short = {"game": "premium-holdem", "rules": {"deck": "789TJQA", "qualifier": "pair of nines"}}
    base = houseway.study({**short, "paytables": [{"wager": "xtra-bonus", "lines": lines, "pays": pays}]})
    (point,) = houseway.sweep(base, "qualifier", ["pair of nines"]).rows()
    assert point["house_edge"] == houseway.analyze(base).main.house_edge
    assert point["house_edge"] != houseway.analyze(houseway.study(short)).main.house_edge


def test_a_sweep_of_a_rule_keeps_the_operators_choices() -> None:
    (point,) = houseway.sweep("down-under-blackjack", "double-after-split", [True], decks=2).rows()
    assert point["house_edge"] == houseway.analyze("down-under-blackjack", decks=2).main.house_edge
    assert point["house_edge"] != houseway.analyze("down-under-blackjack").main.house_edge


def test_a_sweep_of_a_rule_prices_each_value() -> None:
    points = houseway.sweep("flush-poker", "qualifier", ["3-card T-8", "4-card"]).rows()
    assert [point["status"] for point in points] == ["approved", "not approved"]
    assert points[0]["house_edge"] == houseway.analyze("flush-poker").main.house_edge
    assert points[1]["house_edge"] != points[0]["house_edge"]


def test_lines_that_the_letter_does_not_pay_are_known_and_counted() -> None:
    holdem = game_named("down-under-holdem")
    vary = ["two pair=1 to 1", "three of a kind=1,2 to 1"]
    answer = design(holdem, "trips-or-better", edge="-90%..90%", vary=vary, run=lambda: Threads(1))
    assert answer.counts.combinations == 133_784_560
    assert answer.counts.lines["two pair"] == 31_433_400
    assert len(answer.designs) == 2
    study = study_game(answer.study(0))
    assert study.differs_from_letter
    priced = study.kit.require(study.kit.analysis, "analysis").price_bonuses(study, Threads(1))["trips-or-better"]["1"]
    assert priced.house_edge == answer.designs[0].house_edge
    assert priced.hit_frequency == answer.designs[0].hit_frequency


def test_a_new_line_is_simulated_and_settled() -> None:
    table = {
        "wager": "natural-flush",
        "lines": ["7-card flush", "3-card flush"],
        "pays": {"mine": ["9 to 1", "2 to 1"]},
    }
    study = study_game({"game": "flush-poker", "paytables": [table]}, chosen={"jackpot": "off"}, everything_on=True)
    simulation = prepare(study, "threshold", 1, Threads)
    won = 0
    for number in range(200):
        played = simulation.play(3, number)
        check_round(simulation, played)
        won += simulation.rows["natural-flush"][played.cells[0]["natural-flush"][0]].net == 2
    assert won > 50


def test_the_documentation_explains_every_rule() -> None:
    text = (Path(__file__).parents[2] / "docs" / "studies.md").read_text()
    for name in CHANGEABLE:
        parts = game_named(name).kit
        values = parts.rule_values(game_named(name))
        for rule, meaning in parts.study_rules.items():
            assert f"| `{rule}` | `{json.dumps(values[rule], ensure_ascii=False)}` | {meaning} |" in text


@pytest.mark.parametrize("text", ["1e999999999%", "1/0%", "nan", "", "9" * 40])
def test_a_percentage_is_a_number_of_few_digits(text: str) -> None:
    with pytest.raises(InvalidInput, match="is no percentage"):
        percentage(text, "increment")


# ---- mandatory wagers

SHORT = {"game": "premium-holdem", "rules": {"deck": "89TJQKA"}}
XTRA = {"trips or less": ("push", "1 to 1", "3 to 1"), "straight": ("push", "2 to 1", "9 to 1")}


def test_designs_of_a_mandatory_wager_are_all_that_fit_with_the_main_game_solved_again() -> None:
    game = houseway.study(SHORT)
    answer = houseway.design(
        game,
        "xtra-bonus",
        edge="-230%..-110%",
        vary={line: ",".join(pays) for line, pays in XTRA.items()},
        most=9,
    )
    table = game.paytable("xtra-bonus")
    usual = {name: pay.text for name, pay in zip(table.lines, table.pays, strict=True) if pay}
    edges = {}
    for pays in itertools.product(*XTRA.values()):
        lines = usual | dict(zip(XTRA, pays, strict=True))
        group = {"wager": "xtra-bonus", "lines": list(lines), "pays": {"1": list(lines.values())}}
        edges[pays] = houseway.analyze({**SHORT, "paytables": [group]}).main.house_edge_exact
    fitting = {pays: edge for pays, edge in edges.items() if edge and Fraction(-23, 10) <= edge <= Fraction(-11, 10)}
    assert 0 < len(fitting) < len(edges)
    assert {tuple(one.pays[line] for line in XTRA): one.house_edge for one in answer.designs} == fitting
    assert answer.whole
    assert {one.changes_strategy for one in answer.designs} == {False, True}
    assert all(one.edge_before is not None and one.house_edge <= one.edge_before for one in answer.designs)


def test_designs_of_a_mandatory_wager_say_how_the_main_game_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["design", "flush-poker", "--wager", "bet", "--edge", "1%..4%", "--vary", "match the dealer=9..11 to 1"]
    assert main([*words, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["tables_solved"] == 3
    assert [one["pays"] for one in shown["designs"]]
    assert main(words) == 0
    assert "the main game, which was solved again for 3 tables" in capsys.readouterr().out
    assert main(["design", "premium", "--wager", "ante", "--edge", "2%"]) == 2
    assert "is not one of xtra-bonus" in capsys.readouterr().err
