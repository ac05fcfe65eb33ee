"""Every command asked about games that differ in one thing, on one cache in both orders: answers do not mix."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway.cli import main
from houseway.errors import HousewayError, NotApproved
from houseway.games import game_named
from houseway.games.game import Game
from houseway.lab.shards import Threads
from houseway.lab.simulate import prepare
from houseway.lab.strategies import SUFFIX, strategy_of
from houseway.tabular import Json
from questions import OTHER_RULES, by_options, by_rules

GAME = "down-under-blackjack"
STRATEGIES = {GAME: "optimal", "flush-poker": "threshold", "premium-holdem": "one-line", "down-under-holdem": "short"}


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "cache"))


def advise(game: Game) -> Json:
    """The first decision of the first simulated round that has one."""
    simulation = prepare(game, STRATEGIES[game.name], 1, Threads)
    records = (simulation.play(1, number).record for number in range(100))
    record = next(record for record in records if record["seats"][0]["decisions"])
    record["seats"][0]["decisions"] = []
    if "draws" in record:
        record["draws"] = []
    return houseway.advise(record, game)


def design(game: Game) -> Json:
    wager = next(one.name for one in game.approval.wagers.values() if one.role == "bonus")
    return houseway.design(game, wager, edge="5%±60", most=3).to_json()


def sweep(game: Game) -> Json:
    rule, value = next(iter(OTHER_RULES[game.name].items()))
    return houseway.sweep(game, rule, [value]).to_json()


def vulnerability(game: Game) -> Json:
    """With few deals and shoes; a machine that shuffles continuously has no shoe, and collusion asks `face-up`."""
    assert game.kit.vulnerability is not None
    left_out = {"collusion", *(["counting"] if game.options.get("dealing") == "continuous" else [])}
    topics = [topic for topic in game.kit.vulnerability.topics if topic not in left_out]
    return houseway.vulnerability(game, topics, shoes=2, deals=2, everything_on=False).to_json()


COMMANDS: dict[str, Callable[[Game], Json]] = {
    "analyze": lambda game: houseway.analyze(game).to_json(),
    "strategy": lambda game: houseway.strategy(game, STRATEGIES[game.name]).to_json(),
    "advise": advise,
    "simulate": lambda game: houseway.simulate(
        game, rounds=500, strategy=STRATEGIES[game.name], everything_on=False
    ).to_json(),
    "session": lambda game: houseway.session(
        game, rounds=5, sessions=20, strategy=STRATEGIES[game.name], everything_on=False
    ).to_json(),
    "risk": lambda game: houseway.risk(game, rounds=5, sample=1000, everything_on=False).to_json(),
    "meter": lambda game: houseway.meter(game, years=1, lives=2).to_json() if game.approval.jackpot else {},
    "face-up": lambda game: houseway.face_up(game, 1, deals=4).to_json() if game.kit.face_up else {},
    "vulnerability": vulnerability,
    "design": design,
    "design --sweep": sweep,
}


PRICES = ["analyze", "strategy", "meter", "design", "design --sweep"]  # without machine code that plays rounds


def others(name: str) -> dict[str, Game]:
    """For every option another choice that the letter approves, and for every rule another value."""
    found: dict[str, Game] = {}
    for question in by_options(name):
        try:
            found.setdefault(f"option {question.name}", game_named(name, {question.name: question.value}))
        except NotApproved:
            continue  # not without another choice
    return found | {f"rule {question.name}": question.game for question in by_rules(name)}


def answers(games: Iterable[tuple[str, Game]], commands: Iterable[str]) -> dict[str, Any]:
    """What each command says of each game, one after the other."""
    return {
        f"{command}, {title}": json.loads(json.dumps(COMMANDS[command](game)))
        for title, game in games
        for command in commands
    }


@pytest.mark.parametrize(
    ("name", "commands", "chosen"),
    [
        (GAME, PRICES, ["option blackjack-pays", "rule blackjack-pays"]),
        (
            "flush-poker",
            [*PRICES, "advise", "simulate", "session", "risk"],
            ["option natural-straight-flush-suit", "rule qualifier"],
        ),
    ],
)
def test_answers_do_not_depend_on_what_was_asked_before(
    name: str, commands: list[str], chosen: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = {"letter": game_named(name), **{one: others(name)[one] for one in chosen}}
    check_both_orders(games, commands, tmp_path, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(STRATEGIES))
def test_no_answer_depends_on_what_was_asked_before(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # What a player gains who sees cards of hold'em takes most of a minute for each game, and its joint counts two.
    commands = [command for command in COMMANDS if name != "down-under-holdem" or command not in ("face-up", "risk")]
    check_both_orders({"letter": game_named(name), **others(name)}, commands, tmp_path, monkeypatch)


def check_both_orders(
    games: dict[str, Game], commands: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is asked second must not get the first one's answer: so both orders must agree."""
    forward = answers(games.items(), commands)
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "other"))
    backward = answers(reversed(games.items()), commands)
    assert forward.keys() == backward.keys()
    for question, answer in forward.items():
        assert backward[question] == answer, question
    again = answers(games.items(), commands)  # now that all is kept
    assert again == forward


def test_a_strategy_is_priced_with_what_a_blackjack_pays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def edge(*words: str) -> str:
        assert main(["strategy", *words]) == 0
        return capsys.readouterr().out.splitlines()[1].split(",")[0].strip()

    study = tmp_path / "nine.toml"
    study.write_text(f'game = "{GAME}"\n[rules]\nblackjack-pays = "9:1"\n')
    assert edge("--study", str(study)) == "house edge -33.4866%"
    assert edge(GAME) == "house edge 0.5056%"
    assert edge(GAME, "--set", "decks=4") == "house edge 0.4486%"
    assert edge(GAME, "--set", "decks=4", "--set", "blackjack-pays=6:5") == "house edge 1.8117%"


def test_a_strategy_from_a_file_is_priced_in_the_game_that_it_plays(tmp_path: Path) -> None:
    file = tmp_path / f"mine{SUFFIX}"
    usual = houseway.strategy(GAME, "three-lines")
    assert main(["strategy", GAME, "--strategy", "three-lines", "--save", str(file)]) == 0
    less = houseway.strategy(GAME, str(file), blackjack_pays="6:5")
    assert less.house_edge > usual.house_edge + 0.013
    assert less.to_json()["options"]["blackjack-pays"] == "6:5"
    nine = houseway.study({"game": GAME, "rules": {"blackjack-pays": "9:1"}})
    with pytest.raises(HousewayError, match="no figures for a blackjack that pays 9:1"):
        houseway.strategy(nine, str(file))


def test_a_strategy_that_was_changed_on_disk_is_solved_again(tmp_path: Path) -> None:
    game = game_named(GAME)
    solved = strategy_of(game, "three-lines", Threads)
    (path,) = (tmp_path / "cache" / "strategies").iterdir()
    content = path.read_bytes()
    path.write_bytes(content[:-40] + bytes([content[-40] ^ 1]) + content[-39:])
    assert strategy_of(game, "three-lines", Threads).figures == solved.figures
    assert path.read_bytes() == content
