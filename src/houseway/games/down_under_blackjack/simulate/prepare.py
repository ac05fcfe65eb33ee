"""Prepares Down Under Blackjack for simulation: every round from a fresh shoe, or whole shoes to the cut card.

`prepare` plays every round from a fresh shoe, like the exact analysis; a continuous shuffler comes close to that.
`prepare_shoes` plays whole shoes. Its counter takes numbers of shoes, and a shoe is one shuffle. Rounds are dealt from
it until the cut card comes out; that round is the last. An empty shoe is filled with the cards of earlier rounds. The
sum of the main cells over the seats says how many rounds were played. `shoe_round` numbers a round of a shoe.

The strategy looks only at the cards of its hand, as in its solution.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import product, takewhile
from typing import Final

import numpy as np
from msgspec.structs import asdict
from msgspec.structs import replace as with_fields

from houseway.cards.deck import standard_deck
from houseway.errors import InvalidInput
from houseway.games.down_under_blackjack.card_values import VALUES
from houseway.games.down_under_blackjack.exact.analysis import DECISIONS, hand_table
from houseway.games.down_under_blackjack.exact.charts import unpacked_states
from houseway.games.down_under_blackjack.exact.hands import CHILD, HARD, HAS_ACES
from houseway.games.down_under_blackjack.exact.play_out import HIT
from houseway.games.down_under_blackjack.simulate.block_state import (
    CODES,
    DOUBLES,
    END,
    ENDS,
    FIELDS,
    HITS,
    NONE,
    SPLITS,
    STANDS,
    STANDS_ON_GOLDS,
    Lookups,
    SeatTables,
)
from houseway.games.down_under_blackjack.simulate.cells import rows_and_tables
from houseway.games.down_under_blackjack.simulate.rounds import count_joint, count_rounds, count_sessions, play_rounds
from houseway.games.down_under_blackjack.simulate.rule_tables import BROKEN, NATURALS
from houseway.games.down_under_blackjack.simulate.shoes import count_shoes, play_shoe_round
from houseway.games.down_under_blackjack.simulate.splits import decoded
from houseway.games.down_under_blackjack.strategy.solve import figures_for
from houseway.games.down_under_blackjack.study import decks_of, variant_of
from houseway.games.down_under_blackjack.variant import MOST_HANDS, Variant
from houseway.games.game import Game
from houseway.games.pricing.strategy import Strategy
from houseway.games.round.round import cards_needed
from houseway.games.round.round_record import PlainRecord
from houseway.games.simulation.round_counter import Bytes, check_seats, new_deal, simulation_of, write_record
from houseway.games.simulation.simulation import Played, Simulation

STREAM: Final = 20190723  # the date of the letter, which prints no submission number
SHOE_STREAM: Final = STREAM + 1
ROUNDS_A_SHOE: Final = 1000  # more than any shoe has

WAGERS: Final = {"wager": 20, "match-up": 5, "match-down": 5, "progressive": 1}
# The meter also pays the prizes, so that the net of a cell leaves out only the awards of a settlement.
METER: Final = {"meter": 10_000, "wager": 1, "prizes_from": "meter"}
PRIZE: Final = 500


def prepare(game: Game, strategy: Strategy, seats: int) -> Simulation:
    """A simulation in which every round has a fresh shoe, as in the exact analysis."""
    strategy.check(game)
    check_seats(game, seats)
    decks = decks_of(game)
    if decks is None:
        raise InvalidInput("an infinite shoe cannot be dealt", field="rules.decks")
    shoe = standard_deck() * decks
    ahead = min(4 * (seats + 1), len(shoe))  # cards that are enough for most rounds
    rows, tables = rows_and_tables(game)
    lookups = Lookups(seats, bool(variant_of(game).hits_soft_17), seat_tables(game, strategy), tables)
    return simulation_of(
        game,
        replace(strategy, figures=with_fields(strategy.figures, **asdict(figures_for(game, strategy)))),
        rows,
        counter=count_rounds,
        kernel=play_rounds,
        lookups=lookups,
        deal=new_deal(STREAM, shoe, ahead),
        seats=seats,
        record=partial(record_of, game, list(rows)),
        fields=FIELDS,
        sessions=count_sessions,
        joint=count_joint,
        with_stake_limit=lambda most: lookups._replace(play=seat_tables(game, strategy, int(most))),
    )


def prepare_shoes(game: Game, strategy: Strategy, seats: int) -> Simulation:
    """A simulation of whole shoes to the cut card; its `play` takes a number from `shoe_round`."""
    fresh = prepare(game, strategy, seats)
    deal, counting, lookups = fresh.arguments
    arguments = deal._replace(stream=SHOE_STREAM), counting, lookups, game.cards_behind(deal.size)

    def play(seed: int, number: int) -> Played:
        shoe, turn = divmod(number, ROUNDS_A_SHOE)
        cards, cells, trace = play_shoe_round(shoe, turn, seed, *arguments)
        named = [{name: [int(cells[row, seat])] for row, name in enumerate(fresh.rows)} for seat in range(seats)]
        return Played(record=record_of(game, list(fresh.rows), cards.tolist(), trace.tolist()), cells=named)

    return replace(fresh, counter=count_shoes, arguments=arguments, play=play, stream=SHOE_STREAM)


def shoe_round(shoe: int, turn: int) -> int:
    """The number of a round for `play` of whole shoes; the shoe and the round in it both start at 0."""
    return ROUNDS_A_SHOE * shoe + turn


def _meter(game: Game) -> dict[str, object]:
    return {**METER, "prizes": dict.fromkeys(game.approval.prizes, PRIZE)}


def seat_tables(game: Game, strategy: Strategy, most: int = 2 * MOST_HANDS) -> SeatTables:
    """The tables by which seats play if decisions may add at most `most` wagers to the first."""
    variant, hands = variant_of(game), hand_table()
    broken = len(hands)
    child = np.where(hands[:, CHILD : CHILD + VALUES] < 0, broken, hands[:, CHILD : CHILD + VALUES])
    soft = (hands[:, HAS_ACES] > 0) & (hands[:, HARD] <= 11)
    totals = np.append(hands[:, HARD] + 10 * soft, BROKEN).astype(np.uint8)
    states = np.zeros((VALUES, VALUES), np.uint8)
    for place, state in enumerate(unpacked_states(strategy.arrays["states"])):
        states[state.up, list(state.hole)] = place
    pairs, decisions = child[child[0]].ravel(), strategy.arrays["decisions"].astype(np.uint8)
    return SeatTables(
        splits_to=int(variant.most_hands),
        most=most,
        openings=openings_of(variant, decisions[states.ravel(), 0][:, pairs].T, totals[pairs], most).ravel(),
        states=states.ravel(),
        pairs=pairs.astype(np.uint16),
        child=child.astype(np.uint16).ravel(),
        totals=totals,
        hits=hits_of(decisions[:, 0], totals, most).ravel(),
        decisions=decisions.ravel(),
    )


def openings_of(variant: Variant, coded: Bytes, totals: Bytes, most: int) -> Bytes:
    """[values of a seat's cards][values of up and hole card]: how a seat plays (see `block_state`).

    `coded` has the decisions of the strategy, `totals` the totals of a seat's cards.
    """
    openings = np.zeros((VALUES * VALUES, VALUES * VALUES), np.uint8)
    naturals = np.array(NATURALS)
    for pair, (one, two) in enumerate(product(range(VALUES), repeat=2)):
        stands = STANDS_ON_GOLDS if variant.golds[one] and variant.golds[two] else STANDS
        courses = np.array([stands, HITS, DOUBLES, SPLITS], np.uint8)
        decided = courses[decoded(coded[pair], one == two and variant.most_hands > 1, most > 0)] + totals[pair]
        openings[pair] = np.where(naturals | naturals[pair], NONE + 1 + naturals[pair] - naturals, decided)
    return openings


def hits_of(coded: Bytes, totals: Bytes, most: int) -> Bytes:
    """[state][hand]: whether a hand that was hit, and not split, is hit again."""
    hits = np.zeros((len(coded), len(totals)), np.uint8)
    for state, decisions in enumerate(coded):
        hits[state, :-1] = (decoded(decisions, splits=False, money=most > 0) == HIT) & (totals[:-1] < 21)
    return hits


def record_of(
    game: Game, rows: Sequence[str], cards: Sequence[int], trace: Sequence[Sequence[int]], _number: int = 0
) -> PlainRecord:
    """The record of a round in which every seat stakes every wager that is on."""
    wagers = {name: amount for name, amount in WAGERS.items() if name in ("wager", *rows)}
    words = [[DECISIONS[code] for code in takewhile(lambda code: code != END, seat[CODES:])] for seat in trace]
    return write_record(
        game,
        wagers,
        cards[: trace[0][ENDS]],
        words,
        dealt=cards_needed(game, len(trace)),
        meter=_meter(game) if "progressive" in rows else None,
    )
