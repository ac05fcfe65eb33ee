"""The wagers of main games line by line: they add up to the main game, and settled rounds agree with each."""

import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import houseway
from games.test_wild_monkey_main_game import SMALL, valued_of
from houseway.cli import main
from houseway.games import game_named
from houseway.games.pricing.main_wagers import main_wagers
from houseway.games.wild_monkey_pai_gow.exact.main_game import endings_of
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
        assert sum(line.contribution for line in one.lines.values()) == pytest.approx(one.contribution, abs=1e-12)


@pytest.mark.parametrize("name", ["top", "poker"])
def test_main_wagers_of_a_small_deck_of_pai_gow_add_up(name: str) -> None:
    plan = valued_of(SMALL[name]).plan(HOUSE_WAY)
    main = plan.analysis()
    found = main_wagers(game_named("wild-monkey-pai-gow"), "house-way", main.deals, endings_of(plan))
    assert found.house_edge == main.house_edge
    staked = sum(Fraction(one.average_wagered).limit_denominator(10**9) for one in found.wagers.values())
    assert float(staked) == pytest.approx(float(main.wagered))
    assert sum(line.combinations or 0 for line in found.wagers["bet"].lines.values()) == main.deals


def test_analyze_shows_a_main_wager_line_by_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "lines.csv"
    assert main(["analyze", "flush-poker", "--wager", "bet", "--json", "--csv", str(file)]) == 0
    shown = json.loads(capsys.readouterr().out)["wagers"]
    assert list(shown) == ["bet", "raise"]
    assert shown["bet"]["1"]["lines"]["match the dealer"]["combinations"] == 6_477_335_845_896
    assert file.read_text().startswith("wager,line,combinations,probability,pays,contribution")
    assert main(["analyze", "flush-poker", "--wager", "raise"]) == 0
    assert "together a house edge of 2.6345%" in capsys.readouterr().out


def test_blackjacks_wager_ends_as_often_on_each_line_as_in_settled_rounds() -> None:
    game, rounds = game_named("down-under-blackjack"), 4_000
    analysis = analyze_game(game, RUN)
    found = main_wagers_of(game, RUN).wagers["wager"]
    assert found.house_edge == pytest.approx(analysis.main.house_edge, abs=1e-12)
    assert found.average_wagered == pytest.approx(analysis.main.average_wagered, abs=1e-12)
    seen, squares = Counter[str](), Counter[str]()
    for record in simulated_records(game, range(rounds), seed="9", strategy="", seats=1, everything_on=False):
        settled = houseway.settle(record)
        rows: Any = record["seats"]
        first = float(rows[0]["wagers"]["wager"])
        lines = Counter(_blackjack_lines(settled, first))
        seen.update(lines)
        squares.update({line: hands**2 for line, hands in lines.items()})
    assert seen.keys() <= found.lines.keys()
    assert len(seen) > 20
    for line, one in found.lines.items():
        most = max(squares[line] / rounds, one.probability)
        assert abs(seen[line] / rounds - one.probability) < 4 * math.sqrt(most / rounds), line


def _blackjack_lines(settled: Any, first: float) -> Iterator[str]:
    """The line of each hand, from what is on the table alone."""
    dealer, hands = settled["dealer"], settled["seats"][0]["wagers"]
    has_blackjack = len(dealer["cards"]) == 2 and dealer["hand"] == "blackjack"
    for hand in hands:
        own = len(hands) == 1 and len(hand["cards"]) == 2 and _total(hand["cards"]) == 21
        if has_blackjack:
            yield "blackjack, the dealer has one too" if own else "lose to a blackjack"
            continue
        if own:
            yield "blackjack"
            continue
        line, total = hand["result"], _total(hand["cards"])
        if total > 21:
            line = "bust"
        elif _total(dealer["cards"]) == 22:
            line = "push against 22" if line == "push" else "21 against 22" if total == 21 else "two golds against 22"
        kinds = ["split"] * (len(hands) > 1) + ["doubled"] * (float(hand["stake"]) > first)
        yield ", ".join([" and ".join(kinds), line] if kinds else [line])


def _total(cards: list[str]) -> int:
    total = sum({"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10}.get(card[0]) or int(card[0]) for card in cards)
    for card in cards:
        total -= 10 if card[0] == "A" and total > 21 else 0
    return total
