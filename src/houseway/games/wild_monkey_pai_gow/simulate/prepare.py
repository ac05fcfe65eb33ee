"""Wild Monkey made ready for simulation: its rows and cells, and any round of it as a record."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import Final

import numpy as np

from houseway.cards.card import Card
from houseway.cards.hands import front_strength, poker_strength
from houseway.errors import InvalidInput, NotApproved
from houseway.games.bonuses import royal_riches_simulated as riches
from houseway.games.bonuses.cells import NO_ACTION, cell_of, line_cells, look_up
from houseway.games.game import Game
from houseway.games.jackpot import Meter
from houseway.games.simulation import MAIN as MAIN_ROW
from houseway.games.simulation import Cell, Played, Simulation, whole_nets
from houseway.games.strategy import Strategy
from houseway.games.wild_monkey_pai_gow.rules import LINES, pai_gow_line
from houseway.games.wild_monkey_pai_gow.simulate_round import (
    CARDS,
    ENVY,
    HANDS,
    OFF,
    STREAM,
    Bonuses,
    Counts,
    Round,
    Table,
    count_rounds,
    deal_round,
    new_round,
    play_round,
)
from houseway.games.wild_monkey_pai_gow.strengths import packed_back, packed_front, packed_more
from houseway.games.wild_monkey_pai_gow.variant import DECISIONS, DOUBLE, STAND, SURRENDER, Variant
from houseway.kernel import compiled

Rows = Mapping[str, Sequence[Cell]]

NAMES: Final = (
    MAIN_ROW,
    "dealer-joker",
    "royal-riches",
    riches.ENVY,
    "dealer-pai-gow",
    "player-pai-gow-insurance",
    "jackpot",
)
PUSH: Final = Cell(name="push", net=Fraction(0))
BET, BONUS, JACKPOT_WAGER = "20", "5", "1"  # dollars, in records
METER: Final = "10000.00"
MOST_SEATS: Final = 6


def prepare(game: Game, strategy: Strategy, seats: int) -> Simulation:
    """A table with so many seats, all wagers that are on staked at each."""
    strategy.check(game)
    if not 1 <= seats <= MOST_SEATS:
        raise InvalidInput(f"must be 1 to {MOST_SEATS}, not {seats}", field="seats")
    rows = rows_of(game)
    table = Table(
        seats=seats,
        players=strategy.arrays["players"],
        dealers=strategy.arrays["dealers"],
        bonuses=bonuses_of(game, rows),
    )
    return Simulation(
        game=game,
        strategy=strategy,
        seats=seats,
        rows=rows,
        counter=count_rounds,
        arguments=(table, whole_nets(rows)),
        play=partial(play, game, strategy, table),
        stream=STREAM,
    )


# ---- rows and cells


def rows_of(game: Game) -> dict[str, list[Cell]]:
    """The main row, and those of the bonuses that are on, in the letter's order."""
    dies = game.options["surrendered-bonuses"] == "lose"
    jackpot_dies = game.options["surrendered-jackpot"] == "lose"
    rows = {MAIN_ROW: main_cells(Variant.of(game))}
    for wager in ("dealer-joker", "dealer-pai-gow", "player-pai-gow-insurance"):
        pushes = wager == "dealer-joker" and game.is_on("dealer-joker-needs-win")
        if wager in game.offered:
            rows[wager] = [*line_cells(game.paytable(wager)), *[PUSH] * pushes, *[NO_ACTION] * dies]
    rows |= riches.riches_rows(game, dies=dies, jackpot_dies=jackpot_dies)
    return {name: rows[name] for name in NAMES if name in rows}


def main_cells(variant: Variant) -> list[Cell]:
    """A surrender, then for each decision what can become of it, in the order of the kernel."""
    surrendered = variant.net(SURRENDER, 0)
    cells = [Cell(name="surrender", net=surrendered, decision="surrender", outcome="surrender")]
    for decision in (STAND, DOUBLE):
        name = DECISIONS[decision]
        for outcome, result in (("win", 1), ("push", 0), ("lose", -1)):
            cell = Cell(
                name=f"{name}, {outcome}",
                net=variant.net(decision, result),
                staked=variant.stakes(decision),
                decision=name,
                outcome=outcome,
            )
            cells.append(cell)
    return cells


def bonuses_of(game: Game, rows: Rows) -> Bonuses:
    """The bonuses as the kernel looks them up."""
    options, places = game.options, list(rows)
    joker, pai_gow, insured = (
        game.paytable(wager) for wager in ("dealer-joker", "dealer-pai-gow", "player-pai-gow-insurance")
    )
    no_line = -1
    highs = range(14)  # 1 + the high card of a pai gow
    return Bonuses(
        rows=np.array([places.index(name) if name in rows else OFF for name in NAMES]),
        dead=np.array([len(rows.get(name, ())) - 1 for name in NAMES]),
        joker=look_up([*range(len(LINES["dealer-joker"])), no_line], lambda line: cell_of(joker, line)),
        joker_push=len(line_cells(joker)),
        pai_gow=look_up(highs, lambda high: cell_of(pai_gow, pai_gow_line(high - 1))),
        insured=look_up(highs, lambda high: cell_of(insured, pai_gow_line(high - 1))),
        riches=riches.riches_cells(game),
        joker_needs_win=game.is_on("dealer-joker-needs-win"),
        insured_joker_is_ace=options["insurance-joker"] == "ace",
        surrendered_loses=options["surrendered-bonuses"] == "lose",
        surrendered_jackpot_loses=options["surrendered-jackpot"] == "lose",
    )


# ---- one round


def play(game: Game, strategy: Strategy, table: Table, seed: int, number: int) -> Played:
    """A round of the simulation by its number, as a record with the cells that it is counted in."""
    return play_deck(game, strategy, table, compiled(deal_round)(number, seed))


def play_deck(game: Game, strategy: Strategy, table: Table, cards: Counts) -> Played:
    """The same for cards from the top of any deck."""
    if game.study:
        raise NotApproved("a study of other rules has no records", field="rules")
    played = compiled(new_round)(table.seats)
    compiled(play_round)(cards, table, played)
    wheel, usual = Variant.of(game).wheel, strategy.name != "optimal"
    hands = [tuple(map(Card, cards[seat : HANDS * CARDS : HANDS].tolist())) for seat in range(table.seats)]
    decisions = [
        words_of(hand, packed, wheel, usual) for hand, packed in zip(hands, played.hands.tolist(), strict=True)
    ]
    return Played(
        record=record_of(game, cards.tolist(), decisions),
        cells=[cells_of(table, played, seat) for seat in range(table.seats)],
    )


def cells_of(table: Table, played: Round, seat: int) -> dict[str, list[int]]:
    """The cells of a seat by row, as they are counted."""
    found = {}
    for wager, name in enumerate(NAMES):
        if table.bonuses.rows[wager] != OFF:
            found[name] = [int(played.cells[seat, wager])]
            if wager == ENVY:
                found[name] = riches.envy_cells(seat, played.alive.tolist(), played.gives.tolist())
    return found


def words_of(hand: Sequence[Card], packed: int, wheel: int, usual: bool) -> list[str]:
    """A hand as it is set and decided, in the words of a record: by the usual house way, or the two front cards."""
    decision = packed_more(packed)
    if decision == SURRENDER:
        return ["surrender"]
    front = "house-way"
    if not usual:
        wanted = packed_front(packed), packed_back(packed)
        front = next(
            f"{one} {two}" for one, two in combinations(hand, 2) if _strengths(hand, one, two, wheel) == wanted
        )
    return [f"set {front}", DECISIONS[decision]]


def _strengths(hand: Sequence[Card], one: Card, two: Card, wheel: int) -> tuple[int, int]:
    return front_strength(one, two), poker_strength([card for card in hand if card not in (one, two)], wheel)


def record_of(game: Game, cards: Sequence[int], decisions: Sequence[Sequence[str]]) -> dict[str, object]:
    """A round dealt from these cards, every wager that is on staked by every seat, as its record."""
    stakes = {"bet": BET, "jackpot": JACKPOT_WAGER}
    placed = {name: stakes.get(name, BONUS) for name in game.approval.wagers if name in game.offered}
    meter = Meter.parse({"meter": METER, "wager": JACKPOT_WAGER}) if "jackpot" in placed else None
    now = game.deal({1 + seat: placed for seat in range(len(decisions))}, map(Card, cards), meter)
    for decision in [word for words in decisions for word in words]:
        now = now.decide(decision)
    return now.record()
