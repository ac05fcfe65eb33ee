"""Prepares Wild Monkey Pai Gow for simulation: its rows and cells, and any round of it as a record."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import Final

from houseway.cards.card import Card
from houseway.cards.hands import front_strength, poker_strength
from houseway.games.bonuses import royal_riches_simulated as riches
from houseway.games.bonuses.cells import NO_ACTION, cell_of, line_cells, look_up
from houseway.games.game import Game
from houseway.games.pricing.strategy import Strategy
from houseway.games.round.round_record import PlainRecord
from houseway.games.simulation.round_counter import new_deal, simulation_of, write_record
from houseway.games.simulation.simulation import MAIN, Cell, Simulation
from houseway.games.wild_monkey_pai_gow.exact.decided import decided_by
from houseway.games.wild_monkey_pai_gow.exact.strengths import packed_back, packed_front, packed_more
from houseway.games.wild_monkey_pai_gow.rules import LINES, pai_gow_line
from houseway.games.wild_monkey_pai_gow.simulate.rounds import (
    CARDS,
    DECK,
    FIELDS,
    HAND,
    OFF,
    Lookups,
    Rows,
    count_joint,
    count_rounds,
    count_sessions,
    play_rounds,
)
from houseway.games.wild_monkey_pai_gow.variant import DECISIONS, DOUBLE, STAND, SURRENDER, Variant

STREAM: Final = 30_400  # the letter's submission, and not the stream of the analysis' deals
HANDS: Final = 7  # always dealt; the last one is the dealer's
BONUSES: Final = (
    "dealer-joker",
    "royal-riches",
    riches.ENVY,
    "dealer-pai-gow",
    "player-pai-gow-insurance",
    "jackpot",
)
PUSH: Final = Cell(name="push", net=Fraction(0))
STAKES: Final = {"bet": "20", "jackpot": "1"}  # dollars, in records
BONUS: Final = "5"
METER: Final = {"meter": "10000.00", "wager": "1"}


def prepare(game: Game, strategy: Strategy, seats: int) -> Simulation:
    """A simulation of a table, all seats playing the strategy and staking all wagers that are on."""
    rows, places = rows_of(game), places_seen(seats)
    lookups = lookups_of(game, strategy, rows, seats)
    return simulation_of(
        game,
        strategy,
        rows,
        counter=count_rounds,
        kernel=play_rounds,
        lookups=lookups,
        deal=new_deal(STREAM, range(DECK), len(places)),
        seats=seats,
        record=partial(record_of, game, strategy.name != "optimal"),
        fields=FIELDS,
        slots={riches.ENVY: seats - 1},
        places=places,
        sessions=count_sessions,
        joint=count_joint,
        with_stake_limit=lambda most: lookups._replace(
            doubles=most > 0
        ),  # who doubles would rather stand than surrender
    )


def places_seen(seats: int) -> list[int]:
    """The places in the deck of the cards that matter: the hands of the seats, then the dealer's eight."""
    return [HANDS * turn + hand for hand in (*range(seats), HANDS - 1) for turn in range(CARDS)] + [HANDS * CARDS]


# ---- rows and cells


def rows_of(game: Game) -> dict[str, list[Cell]]:
    """The main row, and those of the bonuses that are on, in the letter's order."""
    dies = game.options["surrendered-bonuses"] == "lose"
    jackpot_dies = game.options["surrendered-jackpot"] == "lose"
    rows = {MAIN: main_cells(Variant.of(game))}
    for wager in ("dealer-joker", "dealer-pai-gow", "player-pai-gow-insurance"):
        pushes = wager == "dealer-joker" and game.is_on("dealer-joker-needs-win")
        if wager in game.offered:
            rows[wager] = [*line_cells(game.paytable(wager)), *[PUSH] * pushes, *[NO_ACTION] * dies]
    rows |= riches.riches_rows(game, dies=dies, jackpot_dies=jackpot_dies)
    return {name: rows[name] for name in (MAIN, *BONUSES) if name in rows}


def main_cells(variant: Variant) -> list[Cell]:
    """A surrender, then for each decision its possible results, in the order of the kernel."""
    surrendered = variant.net(SURRENDER, 0)
    own = {"bet": surrendered}
    cells = [Cell(name="surrender", net=surrendered, decision="surrender", outcome="surrender", parts=own)]
    for decision in (STAND, DOUBLE):
        name = DECISIONS[decision]
        for outcome, result in (("win", 1), ("push", 0), ("lose", -1)):
            net, bet = variant.net(decision, result), variant.net(STAND, result)
            cell = Cell(
                name=f"{name}, {outcome}",
                net=net,
                staked=variant.stakes(decision),
                decision=name,
                outcome=outcome,
                parts={"bet": bet, "double-down": net - bet},
            )
            cells.append(cell)
    return cells


def lookups_of(game: Game, strategy: Strategy, rows: Mapping[str, Sequence[Cell]], seats: int) -> Lookups:
    """The tables that the kernel looks up."""
    options, places = game.options, list(rows)
    joker, pai_gow, insured = (
        game.paytable(wager) for wager in ("dealer-joker", "dealer-pai-gow", "player-pai-gow-insurance")
    )
    no_line = -1
    highs = range(14)  # 1 + the high card of a pai gow
    return Lookups(
        seats=seats,
        players=decided_by(strategy.arrays),
        dealers=strategy.arrays["dealers"],
        rows=Rows(*(places.index(name) if name in rows else OFF for name in BONUSES)),
        dead=Rows(*(len(rows.get(name, ())) - 1 for name in BONUSES)),
        joker=look_up([*range(len(LINES["dealer-joker"])), no_line], lambda line: cell_of(joker, line)),
        joker_push=len(line_cells(joker)),
        pai_gow=look_up(highs, lambda high: cell_of(pai_gow, pai_gow_line(high - 1))),
        insured=look_up(highs, lambda high: cell_of(insured, pai_gow_line(high - 1))),
        riches=riches.riches_cells(game),
        joker_needs_win=game.is_on("dealer-joker-needs-win"),
        insured_joker_is_ace=options["insurance-joker"] == "ace",
        surrendered_loses=options["surrendered-bonuses"] == "lose",
        surrendered_jackpot_loses=options["surrendered-jackpot"] == "lose",
        doubles=True,
    )


# ---- one round


def record_of(
    game: Game, usual: bool, cards: Sequence[int], trace: Sequence[Sequence[int]], _number: int
) -> PlainRecord:
    """The record of a round in which every seat stakes every wager that is on; `usual` means the house way."""
    stakes = {name: STAKES.get(name, BONUS) for name in game.approval.wagers if name in game.offered}
    wheel = Variant.of(game).wheel
    decisions = [
        words_of([Card(card) for card in cards[hand : HANDS * CARDS : HANDS]], seat[HAND], wheel, usual)
        for hand, seat in enumerate(trace)
    ]
    return write_record(game, stakes, cards, decisions, meter=METER if "jackpot" in stakes else None)


def words_of(hand: Sequence[Card], packed: int, wheel: int, usual: bool) -> list[str]:
    """How a hand is set and decided, in the words of a record: `house-way`, or the two front cards."""
    decision = packed_more(packed)
    if decision == SURRENDER:
        return ["surrender"]
    front = "house-way"
    if not usual:
        strengths = packed_front(packed), packed_back(packed)
        front = next(
            f"{one} {two}" for one, two in combinations(hand, 2) if _strengths(hand, one, two, wheel) == strengths
        )
    return [f"set {front}", DECISIONS[decision]]


def _strengths(hand: Sequence[Card], one: Card, two: Card, wheel: int) -> tuple[int, int]:
    return front_strength(one, two), poker_strength([card for card in hand if card not in (one, two)], wheel)
