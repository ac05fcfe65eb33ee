"""The simulation against the table (every round settled again), against the exact analysis, and against itself."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

import houseway
from houseway.cards.card import Card
from houseway.cards.deck import shoe_cards
from houseway.errors import InvalidInput
from houseway.games.down_under_blackjack.exact.bonuses import price_bonuses
from houseway.games.down_under_blackjack.matches import fixed_on_down, fixed_on_up, jackpot_line, match_kind
from houseway.games.down_under_blackjack.simulate import prepare as simulate
from houseway.games.down_under_blackjack.simulate.bonuses import (
    BOTH_MATCH,
    PROGRESSIVE_PLACES,
    match_place,
    progressive_place,
)
from houseway.games.down_under_blackjack.simulate.cells import fixed_cells
from houseway.games.down_under_blackjack.simulate.prepare import prepare, prepare_shoes, shoe_round
from houseway.games.down_under_blackjack.strategy import solve as strategies
from houseway.games.game import Game
from houseway.games.pricing.result import MainResult
from houseway.games.pricing.strategy import Strategy
from houseway.games.simulation.round_counter import BLOCK, new_deal
from houseway.games.simulation.simulation import Counts, Played, Simulation, scales
from houseway.games.study import study_game
from houseway.kernel import compiled
from houseway.lab.shards import Threads
from houseway.testing.simulated import check_round

GAME = "down-under-blackjack"
RUN = Threads(2)
EVERYTHING = {"match-the-dealer": 6, "match-down-card": "on", "progressive": "3c/5"}

TABLES: list[tuple[dict[str, object], str]] = [
    (EVERYTHING, "optimal"),
    ({**EVERYTHING, "progressive-alternate": "on", "blackjack-pays": "6:5"}, "three-lines"),
    ({"decks": 2, "match-the-dealer": "2-alt-1", "match-down-card": "on", "progressive": "4a/2"}, "optimal"),
    ({"decks": 4, "soft-17": "stand", "match-the-dealer": 4, "progressive": "4b/4"}, "three-lines"),
    ({"decks": 8, "progressive": "4e/1", "progressive-alternate": "on"}, "three-lines"),
    ({"decks": 5, "match-the-dealer": 5, "match-down-card": "on", "progressive": "5b/3"}, "three-lines"),
    ({"decks": 4, "soft-17": "stand", "match-down-card": "on", "blackjack-pays": "6:5"}, "three-lines"),
]


@cache
def solved(name: str, decks: str, soft_17: str) -> Strategy:
    return strategies.solve(houseway.game(GAME, {"decks": decks, "soft-17": soft_17}), RUN, name)


def strategy_for(game: Game, name: str = "optimal") -> Strategy:
    if game.study:
        return strategies.solve(game, RUN, name)
    return solved(name, game.options["decks"], game.options["soft-17"])


def table(options: dict[str, object], name: str = "optimal", seats: int = 1, shoes: bool = False) -> Simulation:
    game = houseway.game(GAME, options)
    return (prepare_shoes if shoes else prepare)(game, strategy_for(game, name), seats)


def counted(simulation: Simulation, first: int, count: int, seed: int = 7) -> Counts:
    return compiled(simulation.counter)(first, count, seed, *simulation.arguments)


# ---- every round settled again at the table


def agrees_with_the_table(simulation: Simulation, played: Played) -> None:
    """The settlement of the record gives every seat and wager what its cell says."""
    settled = houseway.settle(played.record)
    awards = Counter[int]()
    for award in (settled["jackpot"] or {}).get("awards", []):
        awards[award["seat"]] += cents(award["amount"])
    for seat, row, cells in zip(settled["seats"], played.record["seats"], played.cells, strict=True):
        assert list(cells) == list(simulation.rows)
        for name, (place,) in cells.items():
            cell = simulation.rows[name][place]
            lines = [line for line in seat["wagers"] if line["wager"] == ("wager" if name == "main" else name)]
            stake, returned = (sum(cents(line[what]) for line in lines) for what in ("stake", "returned"))
            unit = 100 * simulate.WAGERS["wager" if name == "main" else name]
            if name == "progressive":
                returned -= awards[seat["seat"]]
            assert Fraction(returned - stake, unit) == cell.net, (played.record, name)
            assert Fraction(stake, unit) == cell.staked
            if name == "main":
                assert cell.decision == (row["decisions"] or ["none"])[0]
                assert cell.outcome == ("win" if cell.net > 0 else "lose" if cell.net < 0 else "push")


def cents(amount: str) -> int:
    return int(Fraction(amount) * 100)


@pytest.mark.parametrize(("options", "name"), TABLES)
def test_every_round_is_settled_as_at_the_table(options: dict[str, object], name: str) -> None:
    for seats in range(1, 8):
        simulation = table(options, name, seats)
        for number in range(240 // (seats + 3)):
            agrees_with_the_table(simulation, simulation.play(seats, number))


def stacked(decks: int, seats: int, rng: Random) -> list[Card]:
    """A shoe in which pairs, third and fourth cards of the pair, and matches with the dealer are common."""
    deck = list(shoe_cards(decks))
    rng.shuffle(deck)
    card = rng.choice([*range(52), 51, 50])
    alike = [place for place, other in enumerate(deck) if other % 13 == card % 13]
    same = [place for place in alike if deck[place] == card]
    wanted = rng.sample(range(4 * (seats + 1)), rng.randrange(1, 2 * (seats + 1)))
    for target, source in zip(wanted, rng.choice([alike, same]), strict=False):
        deck[target], deck[source] = deck[source], deck[target]
    return deck


@pytest.mark.parametrize(("options", "name"), TABLES)
def test_rare_rounds_are_settled_as_at_the_table(options: dict[str, object], name: str) -> None:
    rng, met = Random(str(options)), set()
    for seats in (1, 2, 3, 7):
        simulation = table(options, name, seats)
        for _ in range(60):
            deck = stacked(int(simulation.game.options["decks"]), seats, rng)
            played = simulation.play_cards(deck, 0)
            agrees_with_the_table(simulation, played)
            met |= {(row, place) for cells in played.cells for row, (place,) in cells.items()}
    split = {cell.staked for row, place in met if (cell := simulation.rows[row][place]).decision == "split"}
    assert split == {2} if simulation.game.options["soft-17"] == "stand" else len(split) > 2
    assert len({place for row, place in met if row == "progressive"}) > 4 or "progressive" not in simulation.rows


def test_plain_and_compiled_are_the_same() -> None:
    for shoes in (False, True):
        simulation = table(EVERYTHING, seats=3, shoes=shoes)
        count = 2 if shoes else 100
        assert (simulation.counter(0, count, 5, *simulation.arguments) == counted(simulation, 0, count, 5)).all()


def test_a_hand_without_a_match_wins_no_progressive() -> None:
    """The kernel asks for lines only where a card matches."""
    rng = Random("no match")
    for _ in range(20_000):
        one, two, up, down = (rng.randrange(52) for _ in range(4))
        if all(match_kind(card, other) < 0 for card in (one, two) for other in (up, down)):
            for rule in (jackpot_line, fixed_on_up, fixed_on_down):
                assert all(rule(family, one, two, up, down) == -1 for family in range(6))


@pytest.mark.parametrize("family", range(6))
def test_where_one_card_matches_the_kinds_of_match_say_what_the_progressive_pays(family: int) -> None:
    """The kernel asks the rules with the very cards only where both of a player's cards match."""
    rng, met = Random(family), set()
    by_kinds = fixed_cells(family, np.arange(PROGRESSIVE_PLACES, dtype=np.int16))
    for _ in range(20_000):
        few = rng.choice([range(52), (51, 50, 38, 37, 12, 11, 0), rng.sample(range(52), 5)])
        cards = (rng.choice(few), rng.choice(few), rng.choice(few), rng.choice(few))
        place = match_place(*cards)
        matched = [any(match_kind(card, other) >= 0 for other in cards[2:]) for card in cards[:2]]
        assert BOTH_MATCH[place] == all(matched)
        if not all(matched):
            assert by_kinds[place] == progressive_place(family, *cards)
            met.add(place)
    assert len(met) == 17  # nothing, or one of two cards in eight ways


# ---- shards


@pytest.mark.parametrize("seats", [1, 4])
def test_a_shard_counts_the_cells_of_its_rounds(seats: int) -> None:
    simulation = table(EVERYTHING, seats=seats)
    assert (
        counted(simulation, 1000, 150) == added(simulation, [simulation.play(7, 1000 + n) for n in range(150)])
    ).all()


def added(simulation: Simulation, rounds: Sequence[Played]) -> Counts:
    """The tally, round by round in fractions."""
    width = max(map(len, simulation.rows.values()))
    tally = np.zeros((len(simulation.rows), width + 2), np.int64)
    for played in rounds:
        for row, (name, cells) in enumerate(simulation.rows.items()):
            net = Fraction(0)
            for seat in played.cells:
                (place,) = seat[name]
                tally[row, place] += 1
                net += cells[place].net
            whole = int(net * scales(simulation.rows)[row])
            tally[row, width] += whole
            tally[row, width + 1] += whole**2
    return tally


def test_however_rounds_are_cut_the_integers_are_the_same() -> None:
    simulation = table(EVERYTHING, seats=2)
    whole = counted(simulation, 0, 10_000)
    for cut in (1, 63, 64, 65, 5000, 9999):
        assert (counted(simulation, 0, cut) + counted(simulation, cut, 10_000 - cut) == whole).all()
    assert not (counted(simulation, 0, 10_000, seed=8) == whole).all()


def test_a_round_is_the_same_whenever_it_is_asked_for() -> None:
    simulation = table(EVERYTHING, seats=2)
    assert simulation.play(3, 10**12) == simulation.play(3, 10**12) != simulation.play(3, 10**12 + 1)


# ---- the exact analysis


def agree(simulation: Simulation, tally: Counts, figures: MainResult) -> None:
    """The main row within four standard errors of the exact figures, decision by decision and outcome by outcome."""
    cells, rounds = simulation.rows["main"], int(tally[0].sum() - tally[0, -2:].sum())
    mean = sum(int(count) * cell.net for cell, count in zip(cells, tally[0], strict=False)) / rounds
    assert abs(float(mean) + figures.house_edge) < 4 * figures.standard_deviation / rounds**0.5
    staked = sum(int(count) * cell.staked for cell, count in zip(cells, tally[0], strict=False)) / rounds
    assert abs(float(staked) - figures.average_wagered) < 4 * 0.5 / rounds**0.5
    for kind, shares in (("decision", figures.decisions), ("outcome", figures.outcomes)):
        found = Counter[str]()
        for cell, count in zip(cells, tally[0], strict=False):
            found[getattr(cell, kind)] += int(count)
        for name, share in shares.items():
            assert abs(found[name] / rounds - share) < 4 * (share * (1 - share) / rounds) ** 0.5, name


@pytest.mark.parametrize(("options", "name"), TABLES[:4])
def test_a_simulation_agrees_with_the_exact_figures(options: dict[str, object], name: str) -> None:
    simulation = table(options, name)
    count = 1_000_000
    tally = counted(simulation, 0, count, seed=1)
    agree(simulation, tally, simulation.strategy.figures)
    for row, (wager, cells) in enumerate(simulation.rows.items()):
        assert tally[row, : len(cells)].sum() == count
        if wager != "main":
            price = prices(simulation.game)[wager]
            net = sum(int(number) * cell.net for cell, number in zip(cells, tally[row], strict=False)) / count
            assert abs(float(net - price.net)) < 4 * price.standard_deviation / count**0.5


@cache
def letter_prices() -> Any:
    return price_bonuses(houseway.game(GAME), RUN)


def prices(game: Game) -> dict[str, Any]:
    kind = "progressive-alternate" if game.is_on("progressive-alternate") else "progressive"
    match = letter_prices()["match-up"].get(game.options["match-the-dealer"])
    return {
        "match-up": match,
        "match-down": match,
        "progressive": letter_prices()[kind].get(game.options["progressive"]),
    }


def test_the_figures_are_those_of_what_a_blackjack_pays() -> None:
    at_6_to_5 = table({"blackjack-pays": "6:5"})
    assert at_6_to_5.strategy.figures.house_edge > table({}).strategy.figures.house_edge + 0.013
    cell = next(cell for cell in at_6_to_5.rows["main"] if cell.name == "none win")
    assert cell.net == Fraction(6, 5)


def test_a_study_is_simulated_by_its_own_rules() -> None:
    rules = {"decks": 1, "most-hands": 2, "golds": ["9", "T", "A"], "groups": ["2-7", "8-A"], "blackjack-pays": "2:1"}
    game = study_game({"game": GAME, "rules": rules})
    simulation = prepare(game, strategy_for(game), 1)
    agree(simulation, counted(simulation, 0, 1_000_000), simulation.strategy.figures)
    for number in range(300):
        check_round(simulation, simulation.play(1, number))


# ---- shoes


def test_a_shoe_is_dealt_to_its_cut_card() -> None:
    for seats, cut, behind in ((1, "quarter", 78), (3, "quarter", 78), (7, 20, 20), (2, 150, 150)):
        simulation = table({**EVERYTHING, "cut-card": cut}, seats=seats, shoes=True)
        rounds = list(rounds_of(simulation, 5))
        cards = [cards_used(played) for played in rounds]
        assert sum(cards[:-1]) < 312 - behind <= sum(cards)


def rounds_of(simulation: Simulation, shoe: int, seed: int = 7) -> Iterator[Played]:
    for turn in range(200):
        try:
            yield simulation.play(seed, shoe_round(shoe, turn))
        except InvalidInput as problem:
            assert str(problem) == f"round: shoe {shoe} has {turn} rounds"  # noqa: PT017 - it ends the shoe
            return


def cards_used(played: Played) -> int:
    return 2 * (len(played.cells) + 1) + len(played.record["draws"])


def test_the_rounds_of_a_shoe_are_counted_and_settled_as_at_the_table() -> None:
    for seats in (1, 5):
        simulation = table(EVERYTHING, seats=seats, shoes=True)
        rounds = [played for shoe in range(3) for played in rounds_of(simulation, shoe)]
        for played in rounds:
            agrees_with_the_table(simulation, played)
        tally = counted(simulation, 0, 3)
        assert (tally == added(simulation, rounds)).all()
        assert tally[0, :-2].sum() == seats * len(rounds)
        assert (counted(simulation, 0, 1) + counted(simulation, 1, 2) == tally).all()


@pytest.mark.parametrize("seats", [1, 3])
def test_shoes_side_by_side_are_counted_like_shoes_alone(seats: int) -> None:
    """More shoes than are played at once, so that most begin where another one has ended."""
    simulation, count = table(EVERYTHING, seats=seats, shoes=True), BLOCK + 150
    alone = sum(counted(simulation, shoe, 1) for shoe in range(5, 5 + count))
    assert (counted(simulation, 5, count) == alone).all()


def test_the_cards_of_a_shoe_are_one_shuffle() -> None:
    simulation = table({"cut-card": 100}, seats=2, shoes=True)
    seen = Counter(card for played in rounds_of(simulation, 0) for card in cards_of(played))
    assert sum(seen.values()) >= 212
    assert max(seen.values()) <= 6


def cards_of(played: Played) -> list[str]:
    record = played.record
    return [*record["dealer"], *record["draws"], *(card for seat in record["seats"] for card in seat["cards"])]


def test_an_empty_shoe_is_filled_with_the_cards_of_earlier_rounds() -> None:
    simulation = table({"decks": 2, "cut-card": 0}, "three-lines", 7, shoes=True)
    filled = 0
    for shoe in range(40):
        rounds = list(rounds_of(simulation, shoe))
        cards = [cards_used(played) for played in rounds]
        assert sum(cards[:-1]) <= 104 - 16
        filled += sum(cards) > 104
        agrees_with_the_table(simulation, rounds[-1])
        whole = Counter(card for played in rounds for card in cards_of(played))
        again = sum(count - 2 for count in whole.values() if count > 2)
        assert again <= max(sum(cards) - 104, 0)
    assert filled > 5


def test_a_shoe_that_is_too_small_for_its_players_is_an_error() -> None:
    """Small cards only: seven hands want more than twenty of them."""
    for shoes in (False, True):
        simulation = table({"decks": 2, "cut-card": 0}, "three-lines", 7, shoes=shoes)
        _, *others = simulation.arguments
        small = new_deal(simulation.stream, [0, 1, 2, 3] * 20, 20)._replace(size=20)
        with pytest.raises(ValueError, match="on the table"):
            compiled(simulation.counter)(1, 1, 1, small, *others)


# ---- errors


def test_what_cannot_be_simulated() -> None:
    game = houseway.game(GAME)
    for seats in (0, 8):
        with pytest.raises(InvalidInput, match="must be 1 to 7"):
            prepare(game, strategy_for(game), seats)
    with pytest.raises(InvalidInput, match="another rule set"):
        prepare(houseway.game(GAME, {"decks": 2}), strategy_for(game), 1)
    endless = study_game({"game": GAME, "rules": {"decks": "infinite"}})
    with pytest.raises(InvalidInput, match="cannot be dealt"):
        prepare(endless, strategies.solve(endless, RUN, "three-lines"), 1)


def test_names_of_cells() -> None:
    rows = table(EVERYTHING).rows
    assert [cell.name for cell in rows["match-up"]] == [
        "lose",
        "suited match",
        "unsuited match",
        "suited match + suited match",
        "suited match + unsuited match",
        "unsuited match + unsuited match",
    ]
    assert all(len({cell.name for cell in cells}) == len(cells) for cells in rows.values())
    share = next(cell for cell in rows["progressive"] if cell.name == "2 suited aces of spades")
    assert share.net == -1
    assert {cell.decision for cell in rows["main"]} == {"stand", "hit", "double", "split", "none"}
