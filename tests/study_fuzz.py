"""Random studies of every game, and all that the lab can be asked about one: a price or one clear line, never more."""

import itertools
import json
from collections.abc import Callable
from random import Random
from typing import Any

from houseway.cards.card import RANKS
from houseway.errors import HousewayError
from houseway.games import letter_of
from houseway.games.game import Game
from houseway.games.premium_holdem.variant import QUALIFIERS
from houseway.games.study import study_game
from houseway.lab.analyze import count_analysis
from houseway.lab.shards import Threads
from houseway.lab.simulate import prepare, result, seed_number
from houseway.lab.strategies import advise, default_strategy, strategy_of
from houseway.testing.simulated import check_round

SIGMAS = 5.5
RUN = Threads(1)


def random_study(name: str, luck: Random) -> dict[str, Any]:
    """A study with some rules, pay tables and options changed at random."""
    data: dict[str, Any] = {"game": name, "name": luck.choice(["", "fuzz", "letter"])}
    rules = {rule: value for rule, value in RULES[name](luck).items() if luck.random() < 0.7}
    if rules:
        data["rules"] = rules
    tables = [random_table(name, wager, luck) for wager in letter_of(name).paytables if luck.random() < 0.3]
    if tables:
        data["paytables"] = tables
    jackpot = letter_of(name).jackpot
    options = {jackpot.option: "off"} if jackpot else {}
    for option in letter_of(name).options.values():
        if option.stops_action and luck.random() < 0.2:
            options[option.name] = luck.choice(option.values)
    data["options"] = options
    return data


def random_table(name: str, wager: str, luck: Random) -> dict[str, Any]:
    tables = letter_of(name).paytables[wager]
    like = luck.choice(list(tables.values()))
    lines = [like.lines[line] for line in like.printed if luck.random() < 0.9] or [like.lines[like.printed[0]]]
    if luck.random() < 0.2:
        luck.shuffle(lines)
    title = luck.choice([like.name, like.name, "mine", like.name.partition("/")[0].partition("-")[0] + "-mine"])
    return {"wager": wager, "lines": lines, "pays": {title: [random_pay(luck) for _ in lines]}}


def random_pay(luck: Random) -> str:
    kind = luck.random()
    if kind < 0.05:
        return luck.choice(["push", "10%", "$", "0 to 1", "many"])
    return f"{luck.choice([1, 2, 3, 5, 7, 10, 50, 500])} {'for' if kind > 0.9 else 'to'} {luck.choice([1, 1, 1, 2, 3])}"


def groups(luck: Random, together: bool = False) -> list[str]:
    """Ranges of ranks from low to high; ten-values together where they must be."""
    cuts = [cut for cut in range(1, 13) if not (together and 8 < cut < 12)]
    ends = [0, *sorted(luck.sample(cuts, luck.randrange(3))), 13]
    return [f"{RANKS[low]}-{RANKS[high - 1]}" for low, high in itertools.pairwise(ends)]


def holdem_rules(luck: Random) -> dict[str, Any]:
    before = sorted(luck.sample(range(1, 10), luck.randrange(1, 4)))
    return {"groups": groups(luck), "play-before": before, "play-after": luck.randrange(1, 10)}


def premium_rules(luck: Random) -> dict[str, Any]:
    ranks = luck.sample(RANKS, luck.choice([3, 4, 5, 6, 7, 8]))
    return {"deck": "".join(ranks), "qualifier": luck.choice(list(QUALIFIERS))}


def blackjack_rules(luck: Random) -> dict[str, Any]:
    return {
        "decks": luck.choice([1, 2, 3, 6, 8, 12, "infinite"]),
        "groups": groups(luck, together=True),
        "golds": luck.sample("23456789TA", luck.randrange(5)),
        "exposes-golds": luck.random() < 0.5,
        "most-hands": luck.randrange(1, 5),
        "double-after-split": luck.random() < 0.5,
        "blackjack-pays": luck.choice(["1:1", "6:5", "7:5", "2:1", "99:1"]),
    }


def flush_rules(luck: Random) -> dict[str, Any]:
    ranks = sorted(luck.sample(range(13), luck.randrange(3)), reverse=True)
    flush = f"{luck.randrange(2, 8)}-card {'-'.join(RANKS[rank] for rank in ranks)}".strip()
    return {
        "joker": luck.random() < 0.5,
        "raise-caps": [luck.randrange(1, 10) for _ in range(7)],
        "qualifier": luck.choice([flush, flush, "none"]),
    }


def pai_gow_rules(luck: Random) -> dict[str, Any]:
    return {"surrender": luck.choice([0, "1/4", 0.5, 1, "no"]), "double": luck.choice([0, "1/2", 1, 3, 10])}


RULES: dict[str, Callable[[Random], dict[str, Any]]] = {
    "down-under-holdem": holdem_rules,
    "premium-holdem": premium_rules,
    "down-under-blackjack": blackjack_rules,
    "flush-poker": flush_rules,
    "wild-monkey-pai-gow": pai_gow_rules,
}


def ask_everything(data: dict[str, Any], rounds: int = 100_000) -> str:
    """Analyse, solve, simulate, settle and advise; answers with the line of a refusal, or nothing."""
    try:
        game = study_game(data, everything_on=True)
        assert game.differs_from_letter == (game.marks.get("status") == "not approved")
        json.dumps(count_analysis(game, RUN).to_json(), allow_nan=False)
        strategy = strategy_of(game, default_strategy(game), lambda: RUN)
        game.kit.require(game.kit.strategy, "strategy").charts(strategy)
        simulate_and_settle(game, rounds)
    except HousewayError as problem:
        line = str(problem)
        assert line.strip() == line != "", line
        assert "\n" not in line, line
        return line
    return ""


def simulate_and_settle(game: Game, rounds: int) -> None:
    """Simulated means agree with exact ones, rounds settle to the cent, and their decisions can be advised on."""
    simulation = prepare(game, "", 1, lambda: RUN)
    tally = RUN(simulation.counter, [(0, rounds, seed_number(1), *simulation.arguments)])
    found = result(simulation, tally, RUN, rounds=rounds, seed=1)
    for name, row in {"main": found.main, **found.wagers}.items():
        assert row.z is None or abs(row.z) < SIGMAS, (name, row.z, game.study)
    for number in range(40):
        played = simulation.play(1, number)
        check_round(simulation, played)
        if number < 3 and played.record["seats"][0]["decisions"]:
            played.record["seats"][0]["decisions"] = []
            played.record["draws"] = played.record.get("draws", [])[:0]
            if not game.round_type.draws:
                del played.record["draws"]
            worth = advise(played.record, lambda: RUN, study=game)
            assert worth.best in worth.decisions
