"""Every bonus under every choice that bears on it: the exact price beside simulated rounds, and everywhere the same."""

import itertools
import math
from collections.abc import Iterator

import pytest

from houseway.games import game_named, kit_of, letter_of
from houseway.games.down_under_blackjack.matches import decks_of_table
from houseway.games.game import Game
from houseway.games.letter.offer import offers
from houseway.games.pricing.wager_result import WagerResult
from houseway.games.simulation.simulation import MAIN
from houseway.lab.analyze import analyze_game
from houseway.lab.bonus_prices import bonus_prices, price_of
from houseway.lab.shards import Threads
from houseway.lab.simulate import prepare, simulate_game

GAMES = ("down-under-holdem", "flush-poker", "wild-monkey-pai-gow", "down-under-blackjack")
ROUNDS, MANY_ROUNDS = 200_000, 5_000_000
RUN = Threads(2)
LIMIT = 4  # standard errors


def bearing(name: str) -> list[str]:
    """The choices that bear on bonuses, but not on how the main game is played."""
    part, options = kit_of(name).analysis, letter_of(name).options
    assert part is not None
    counts = itertools.chain.from_iterable(part.count_options.values())
    stopping = [option for option in options if options[option].stops_action]
    played = kit_of(name).strategy_options
    return [option for option in dict.fromkeys((*counts, *stopping)) if option not in played]


def cases(name: str, tables: int) -> Iterator[dict[str, str]]:
    """Every choice of these options, each with other pay tables, and at least this many cases."""
    letter = letter_of(name)
    options = bearing(name)
    offered = {wager.option for wager in letter.wagers.values() if wager.option} - {"jackpot"}
    values = list(itertools.product(*(letter.options[option].values for option in options)))
    for number in range(max(tables, len(values))):
        chosen = dict(zip(options, values[number % len(values)], strict=True))
        for option in offered:
            on = letter.options[option].values[1:]
            chosen[option] = on[number % len(on)]
        if "jackpot" in letter.options:
            chosen |= {"jackpot": "house", "jackpot-paytable": str(1 + number % 3)}
        yield chosen


def games(name: str, most: int = 0) -> list[Game]:
    """The games of all cases that the letter allows."""
    if name == "down-under-blackjack":  # its pay tables are for some numbers of decks, and no choice touches them
        tables = [table for table in letter_of(name).paytables["progressive"] if decks_of_table(table) == "6"]
        options = [{"match-the-dealer": "6", "match-down-card": "on", "progressive": table} for table in tables[:4]]
        return [game_named(name, one) for one in options]
    return [game_named(name, options) for options in cases(name, most)]


def compare(game: Game, rounds: int) -> int:
    """Simulated rounds beside the exact prices; how many wagers were compared."""
    simulation = prepare(game, "", 2, lambda: RUN)
    prices, found = bonus_prices(game, RUN), simulate_game(simulation, RUN, rounds=rounds, seed=21)
    compared = 0
    for row, simulated in found.wagers.items():
        if simulated.exact is None:
            continue
        price = price_of(game, row, prices)
        assert isinstance(price, WagerResult)
        deviation = simulated.standard_error
        if not row.endswith(" envy"):  # the exact deviation, as rare lines may be missing among the rounds
            deviation = max(deviation, price.standard_deviation / math.sqrt(2 * rounds))
        where = f"{game.name} {dict(game.options)}: {row}"
        assert abs(float(simulated.mean) - simulated.exact) <= LIMIT * deviation, where
        compared += row != MAIN
    return compared


@pytest.mark.parametrize("name", GAMES)
def test_exact_prices_agree_with_simulated_rounds_under_every_option(name: str) -> None:
    for game in games(name):
        assert compare(game, ROUNDS) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", [*GAMES, "premium-holdem"])
def test_exact_prices_agree_with_many_simulated_rounds_for_every_pay_table(name: str) -> None:
    for game in games(name, 64):
        assert compare(game, MANY_ROUNDS) > 0


@pytest.mark.parametrize(
    ("name", "option", "strategy"),
    [
        ("flush-poker", "folded-bonuses", "optimal"),
        ("flush-poker", "unqualified-bonuses", "optimal"),
        pytest.param("wild-monkey-pai-gow", "surrendered-bonuses", "house-way", marks=pytest.mark.slow),
    ],
)
def test_envy_where_hands_are_out_of_action_agrees_with_simulated_tables(name: str, option: str, strategy: str) -> None:
    """Six seats: neither a hand out of action nor its player's wager earns any."""
    game = game_named(name, {option: "lose", "royal-riches": "5"})
    played = prepare(game, strategy, 6, lambda: RUN)
    envy = simulate_game(played, RUN, rounds=2 * ROUNDS, seed=21).wagers["royal-riches envy"]
    assert envy.exact is not None
    assert abs(float(envy.mean) - envy.exact) <= LIMIT * envy.standard_error
    everything = bonus_prices(game_named(name, {"royal-riches": "5"}), RUN)["royal-riches"]["5"]
    assert envy.exact < 0.9 * 5 * (everything.envy_per_player or 0.0)


def test_envy_that_depends_on_three_hands_is_not_priced() -> None:
    """A fold and an unqualified dealer both end the action."""
    options = {"folded-bonuses": "lose", "unqualified-bonuses": "lose", "royal-riches": "1"}
    price = bonus_prices(game_named("flush-poker", options), RUN)["royal-riches"]["1"]
    assert price.envy_per_player is None
    assert price.no_action is not None


@pytest.mark.parametrize("name", GAMES)
def test_analysis_bonus_prices_and_placards_have_one_price(name: str) -> None:
    for game in games(name):
        prices, analysis = bonus_prices(game, RUN), analyze_game(game, RUN)
        assert {wager: prices[wager] for wager in analysis.wagers} == analysis.wagers
        for one in offers(game):
            tables = analysis.wagers.get(one.wager.name)
            if tables is None or one.note or one.wager.alternate:
                continue
            price = tables[one.table]
            counted = {line.name: (line.count or 0) / one.combinations for line in one.lines}
            assert counted == pytest.approx({line: price.lines[line].probability for line in counted})
            assert one.hits / one.combinations == pytest.approx(price.hit_frequency)


FIGURES = [
    ("flush-poker", {"unqualified-bonuses": "lose"}, "natural-flush", 0.368984),
    ("flush-poker", {"folded-bonuses": "lose"}, "royal-riches", 0.307102),
    ("flush-poker", {"unqualified-jackpot": "lose"}, "jackpot", 0.655395),
    ("down-under-holdem", {"folded-bonuses": "lose"}, "trips-or-better", 0.047341),
    ("down-under-holdem", {"folded-bonuses": "lose"}, "match-the-dealer", 0.146242),
    ("wild-monkey-pai-gow", {"surrendered-bonuses": "lose"}, "player-pai-gow-insurance", 1.0),
    ("wild-monkey-pai-gow", {"surrendered-bonuses": "lose"}, "dealer-joker", 0.346513),
    ("wild-monkey-pai-gow", {"surrendered-bonuses": "lose"}, "royal-riches", 0.080008),
]


@pytest.mark.parametrize(("name", "options", "wager", "edge"), FIGURES)
def test_an_option_that_takes_hands_out_of_action_changes_the_price(
    name: str, options: dict[str, str], wager: str, edge: float
) -> None:
    price = analyze_game(game_named(name, options), RUN).wagers[wager]["1"]
    assert price.house_edge == pytest.approx(edge, abs=1e-6)
    assert price.no_action is not None
    assert price.strategy
    plain = analyze_game(game_named(name), RUN).wagers[wager]["1"]
    assert plain.house_edge <= price.house_edge
    assert plain.no_action is None


def test_a_fold_that_loses_a_bonus_is_weighed_with_it() -> None:
    """Flush Poker's Royal Riches: whoever holds a winning line raises, and gives up a little of the main game."""
    game = game_named("flush-poker", {"folded-bonuses": "lose"})
    analysis = analyze_game(game, RUN)
    price = analysis.wagers["royal-riches"]["1"]
    assert price.together is not None
    assert price.together.main_edge > analysis.main.house_edge
    assert price.together.wager_edge == pytest.approx(0.080008, abs=1e-6)
    apart = analysis.main.house_edge + price.house_edge
    assert price.together.main_edge + price.together.wager_edge + price.together.gain == pytest.approx(apart)
    assert analysis.wagers["natural-flush"]["1"].together is None  # nobody folds a natural flush that pays
