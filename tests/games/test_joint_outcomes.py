"""All wagers of a seat counted together: against every deal of small decks one by one, exact prices, and rounds."""

import math
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from games.test_down_under_holdem_exact import deck_of as holdem_deck
from games.test_flush_poker_exact import TINY, against_all, paid, worth
from games.test_flush_poker_exact import deck_of as flush_deck
from houseway.cards.card import Card
from houseway.cards.hands import flush_hand, hand_mask, longest_flush, longest_straight_flush
from houseway.games import game_names
from houseway.games.bonuses.royal_riches import hands_made
from houseway.games.demonstration import demonstration
from houseway.games.down_under_holdem.simulate.joint import count_joint as count_holdem
from houseway.games.flush_poker.exact.count import UNQUALIFIED, count_joint_ends
from houseway.games.flush_poker.exact.joint_ends import DEAD, NO_ACTION, JointTables
from houseway.games.flush_poker.exact.sets import shards
from houseway.games.flush_poker.rules import straight_flush_of_flush
from houseway.games.simulation.joint import EXACT, SIMULATED, Joint, joint_of
from houseway.games.simulation.joint_counter import joint_places
from houseway.games.simulation.round_counter import Block, new_cells, new_trace
from houseway.games.simulation.simulation import MAIN, Simulation
from houseway.games.study import everything_on, study_game
from houseway.games.wild_monkey_pai_gow.exact.strengths import MORE_BITS
from houseway.games.wild_monkey_pai_gow.simulate.joint import COUNTED, count_hands, tables_of
from houseway.games.wild_monkey_pai_gow.simulate.rounds import HAND
from houseway.kernel import compiled
from houseway.lab.bonus_prices import bonus_prices, price_of
from houseway.lab.covariances import covariance_of, mean_of
from houseway.lab.joint_outcomes import FILE, counted_outcomes, make_counts
from houseway.lab.shards import Threads
from houseway.lab.simulate import figures_of, prepare
from houseway.lab.strategies import default_strategy, strategy_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from houseway.games.simulation.round_counter import Cells, Trace

LOSING = {"folded-bonuses": "lose", "unqualified-bonuses": "lose", "unqualified-jackpot": "lose"}
GAMES: list[tuple[str, dict[str, object]]] = [
    ("flush-poker", {}),
    ("flush-poker", {**LOSING, "natural-straight-flush-suit": "flush-hand"}),
    ("flush-poker", {"folded-bonuses": "lose", "royal-riches": "off", "jackpot": "off"}),
    ("premium-holdem", {}),
    ("down-under-holdem", {}),
    ("wild-monkey-pai-gow", {}),
    ("down-under-blackjack", {}),
    ("down-under-blackjack", {"decks": 4, "progressive": "off"}),
    ("down-under-blackjack", {"decks": 2, "match-the-dealer": "off"}),
]
ROUNDS = 2_000_000


@cache
def counted(name: str, chosen: tuple[tuple[str, object], ...]) -> tuple[Simulation, Joint]:
    simulation = prepare(demonstration(name, dict(chosen)), "", 1, Threads)
    (joint,) = counted_outcomes(simulation, Threads())
    return simulation, joint


@pytest.mark.parametrize(("name", "chosen"), GAMES)
def test_each_wager_alone_is_as_its_exact_price(name: str, chosen: dict[str, object]) -> None:
    simulation, joint = counted(name, tuple(chosen.items()))
    prices = bonus_prices(simulation.game, Threads())
    for row, cells in joint.rows.items():
        nets = [cell.net for cell in cells]
        pair = joint.pair(row, row)
        mean = mean_of({cell: count for (cell, _), count in pair.items()}, nets)
        variance, _ = covariance_of(pair, nets, nets)
        known: Any = figures_of(simulation) if row == MAIN else price_of(simulation.game, row, prices)
        assert mean == -known.house_edge_exact
        assert math.sqrt(variance) == pytest.approx(known.standard_deviation, rel=1e-12)


@pytest.mark.parametrize("name", ["flush-poker", "premium-holdem"])
def test_the_wagers_of_the_main_game_add_what_its_prices_say(name: str) -> None:
    simulation, joint = counted(name, ())
    analysis = simulation.game.kit.analysis
    assert analysis
    wagers = analysis.price_main_wagers(simulation.game, Threads()).wagers
    came = {cell: count for (cell, _), count in joint.pair(MAIN, MAIN).items()}
    for wager, one in wagers.items():
        parts = [cell.parts.get(wager, Fraction(0)) for cell in joint.rows[MAIN]]
        assert mean_of(came, parts) == one.contribution_exact


@pytest.mark.parametrize("name", [name for name in game_names() if name != "down-under-blackjack"])
def test_the_wagers_of_the_main_game_add_up_to_it(name: str) -> None:
    for cell in prepare(demonstration(name, {}), "", 1, Threads).rows[MAIN]:
        assert sum(cell.parts.values()) == cell.net, cell.name


@pytest.mark.parametrize(("name", "chosen"), GAMES)
def test_every_two_wagers_go_together_as_in_simulated_rounds(name: str, chosen: dict[str, object]) -> None:
    simulation, joint = counted(name, tuple(chosen.items()))
    places = joint_places(simulation.rows)
    assert simulation.joint
    tally = Threads(1)(simulation.joint, [(0, ROUNDS, 11, *simulation.arguments, places)])
    played = joint_of(simulation.rows, tally, SIMULATED)
    for one, other in combinations(joint.rows, 2):
        values = [[cell.net for cell in joint.rows[row]] for row in (one, other)]
        exact, spread = covariance_of(joint.pair(one, other), values[0], values[1])
        found, _ = covariance_of(played.pair(one, other), values[0], values[1])
        error = spread * math.sqrt(joint.total / ROUNDS)  # of a sample, from all deals: rare ones included
        assert abs(float(found - exact)) < 4 * error, (one, other)


@pytest.mark.parametrize("name", game_names())
def test_counts_come_with_houseway(name: str) -> None:
    simulation = prepare(demonstration(name, {}), "", 1, Threads)
    assert counted_outcomes(simulation, no_runner)


def no_runner(*_: object) -> Any:
    raise AssertionError("nothing is to be counted")


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_counting_again_gives_what_comes_with_houseway(name: str) -> None:
    game = demonstration(name, {})
    strategy = strategy_of(game, default_strategy(game), Threads)
    assert make_counts(game, strategy, Threads()) == (game.kit.folder / FILE).read_bytes()


# ---- small decks, deal by deal


def tables_with(any_suit: int, losing: int) -> JointTables:
    """Places where each wager has a value of its own, so that a swap would show."""
    riches = np.random.default_rng(1).integers(0, 3, DEAD + 1)
    straights, naturals = np.arange(NO_ACTION + 1), np.arange(NO_ACTION + 1)
    return JointTables(
        1, any_suit, losing, 1 - losing, losing, 50 * straights, 450 * naturals, 4050 * riches, 12150 * riches[::-1]
    )


@pytest.mark.parametrize(("any_suit", "losing"), [(1, 0), (0, 1)])
@pytest.mark.parametrize("name", ["four equal suits", "two and two equal suits", "seven cards", "without a joker"])
def test_flush_poker_deal_by_deal(name: str, any_suit: int, losing: int) -> None:
    variant, tables, found = TINY[name], tables_with(any_suit, losing), Counter[int]()
    for hand in combinations(flush_deck(variant), variant.cards):
        mask, dealers = hand_mask(hand), against_all(variant, hand)
        player, wins = flush_hand(mask), list(worth(variant, flush_hand(mask), dealers).values())
        times, made = wins.index(max(wins)), hands_made(mask)
        run = longest_straight_flush(mask) if any_suit else straight_flush_of_flush(mask)
        for dealer, count in dealers.items():
            kind = paid(variant, 1, player, dealer)[0] - UNQUALIFIED
            dead = (times == 0 and losing) or (dealer < variant.qualifier and not losing)
            gone = dealer < variant.qualifier and losing
            place = 0 if times == 0 else 1 + 4 * (times - 1) + kind
            place += tables.straight[NO_ACTION if dead else run]
            place += tables.natural[NO_ACTION if dead else longest_flush(mask)]
            place += tables.riches[DEAD if dead else made] + tables.jackpot[DEAD if gone else made]
            found[int(place)] += count
    work = [(sets, terms, tables, 40_000, *part) for sets, terms, *part in shards(variant, 3)]
    tally = Threads(1)(count_joint_ends, work)
    assert {place: int(tally[place]) for place in np.flatnonzero(tally).tolist()} == dict(found)


def play_deals(simulation: Simulation, deals: "npt.ArrayLike") -> "tuple[Cells, Trace]":
    """The cells of dealt rounds and what is traced of them, by the simulation's own kernel, a row for each round.

    A deal is the cards in the order in which the kernel looks at them.
    """
    deal, counting, lookups = simulation.arguments
    dealt = np.asarray(deals)
    cards = np.zeros((len(deal.deck), len(dealt)), np.uint8).T
    cards[:, : dealt.shape[1]] = dealt
    cells, trace = new_cells(counting, len(dealt)), new_trace(counting, len(dealt))
    kernel = simulation.play.__self__.kernel  # type: ignore[attr-defined]
    compiled(kernel)(Block(len(dealt), 0, 0, deal, cards), lookups, cells, trace)
    return cells[:, :, 0].T, trace[:, 0]


def outcomes(cells: "Cells") -> dict[tuple[int, ...], int]:
    return dict(Counter(map(tuple, cells.tolist())))


@pytest.mark.parametrize("chosen", [{}, {"player-bonus": "off"}])
def test_premium_holdem_deal_by_deal(chosen: dict[str, object]) -> None:
    rules = {"game": "premium-holdem", "rules": {"deck": "TQA"}}
    simulation = prepare(everything_on(study_game(rules), chosen), "", 1, Threads)
    deal = simulation.arguments[0]
    deck = deal.deck[: deal.size].tolist()
    deals = [
        [card for both in zip(own, dealer, strict=True) for card in both] + list(board)
        for board in combinations(deck, 4)
        for own in combinations([card for card in deck if card not in board], 3)
        for dealer in combinations([card for card in deck if card not in (*board, *own)], 3)
    ]
    (joint,) = counted_outcomes(simulation, Threads(1))
    assert joint.outcomes == outcomes(play_deals(simulation, deals)[0])


@pytest.mark.parametrize(
    ("ranks", "suits", "chosen"),
    [
        ("6789T", 2, {}),
        ("2345A", 2, {"folded-bonuses": "lose"}),
        ("48K", 3, {"trips-or-better": "off"}),
        ("48K", 3, {"match-the-dealer": "off", "folded-bonuses": "lose"}),
        ("5TA", 4, {"folded-bonuses": "lose"}),
    ],
)
def test_down_under_holdem_deal_by_deal(ranks: str, suits: int, chosen: dict[str, object]) -> None:
    simulation, deck = prepare(demonstration("down-under-holdem", chosen), "", 1, Threads), holdem_deck(ranks, suits)
    every = [
        (own[0], dealer[0], own[1], dealer[1], *flop, *(card for card in board if card not in flop))
        for board in combinations(deck, 5)
        for own in combinations([card for card in deck if card not in board], 2)
        for dealer in combinations([card for card in deck if card not in (*board, *own)], 2)
        for flop in combinations(board, 3)
    ]
    ((_, tally),) = count_holdem(simulation.game, simulation.strategy, Threads(1), deck).items()
    assert joint_of(simulation.rows, tally, EXACT).outcomes == outcomes(play_deals(simulation, every)[0])


@pytest.mark.parametrize(
    "chosen",
    [
        {},
        {"surrendered-bonuses": "lose", "insurance-joker": "ace"},
        {"surrendered-jackpot": "lose", "royal-riches": "off"},
    ],
)
def test_pai_gow_hands_stand_where_the_simulation_has_them(chosen: dict[str, object]) -> None:
    simulation = prepare(demonstration("wild-monkey-pai-gow", chosen), "", 1, Threads)
    rows = {name: row for name, row in simulation.rows.items() if name in COUNTED}
    tables = tables_of(simulation.game, simulation.strategy, rows, simulation.rows)
    deals = np.array([np.random.default_rng(number).permutation(53)[:15] for number in range(3000)])
    cells, trace = play_deals(simulation, deals)
    masks = [hand_mask([Card(card) for card in deal[:7]]) for deal in deals.tolist()]
    nets = np.array([{"win": 1, "lose": -1}.get(cell.outcome, 0) for cell in rows[MAIN]])[cells[:, 0]]
    hands, decisions, ones = np.array(masks), (trace[:, HAND] >> MORE_BITS).astype(np.int64), np.ones_like(nets)
    won, lost = (nets == 1).astype(np.int64), (nets == -1).astype(np.int64)
    tally = compiled(count_hands)(hands, ones, decisions, won, lost, 1, tables)
    wanted = cells[:, [list(simulation.rows).index(name) for name in rows]]
    assert joint_of(rows, tally, EXACT).outcomes == outcomes(wanted)
