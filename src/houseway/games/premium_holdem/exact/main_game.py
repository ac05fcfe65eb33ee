"""The main game, counted exactly: all 66,444,101,724,000 deals, with the best decision at every turn.

Boards that differ only in which suit is which count as one: that leaves 16,432. For each board all hands are ranked and
swept once (`board`). The sweep gives the value of every decision, and it also prices the simple strategies (`simple`).
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.cards.card import Card
from houseway.games.game import Game
from houseway.games.premium_holdem.exact.board import SYMBOLS, Board, Swept, lay_board, list_hands, new_board, sweep
from houseway.games.premium_holdem.exact.second_street import boards_of, keep_decisions
from houseway.games.premium_holdem.exact.simple import (
    BOARDS,
    HOLDINGS,
    SIMPLE,
    Simple,
    board_kind,
    holding,
    opens_of,
)
from houseway.games.premium_holdem.exact.values import (
    AFTER_BOARD,
    FIRST_PLAYS,
    KINDS,
    ORDERS,
    PLAYS_ANYWAY,
    XTRA_LINES,
    payoffs_of,
)
from houseway.games.premium_holdem.rules import LINES, LOSS, TIE, UNQUALIFIED, WIN, xtra_line
from houseway.games.premium_holdem.variant import Variant, variant_of
from houseway.games.pricing.analysis import MainAnalysis, Runner, Shard
from houseway.games.pricing.decision_worth import Questions, decision_worth
from houseway.games.pricing.main_wagers import OPTIMAL, Ending, MainWagers, main_wagers
from houseway.games.pricing.result import Analysis, SimpleStrategy
from houseway.games.pricing.suit_classes import (
    TRIPLES,
    Checked,
    Opening,
    Payoffs,
    TwoStreetAnalysis,
    added,
    cards_of,
    relabellings,
    suit_classes,
    suit_masks,
    triple_class,
)
from houseway.games.pricing.two_street_worth import Preferred, TwoStreetWorth
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]

SHARDS: Final = 32
SIMPLE_STRATEGIES: Final = len(SIMPLE)


# ---- every hand on a board


@counter
def decide_hands(board: Board, count: int, dealers: int, nets: Counts) -> None:
    """Find the best decision of every hand; of equals the one that stakes less. `nets` by decision, line and ending.

    Also note the order in which the hand prefers its decisions (`ORDERS`), and replace the dealers that it beats by
    those of them that qualify.
    """
    for hand in range(count):
        line = xtra_line(board.strengths[hand])
        unqualified, losses = board.dealers[hand, 1], board.dealers[hand, 2]
        wins = board.dealers[hand, 0] - unqualified
        ties = dealers - wins - unqualified - losses
        best = most = folded = 0
        for decision in range(len(AFTER_BOARD)):
            worth = (
                wins * nets[decision, line, WIN]
                + unqualified * nets[decision, line, UNQUALIFIED]
                + losses * nets[decision, line, LOSS]
                + ties * nets[decision, line, TIE]
            )
            if decision == 0:
                folded = worth
            if decision == 0 or worth > most:
                best, most = decision, worth
        board.decisions[hand] = best
        board.orders[hand] = PLAYS_ANYWAY if best == 1 and worth > folded else best
        board.dealers[hand, 0] = wins


@counter
def add_hands(board: Board, count: int, weight: int, dealers: int, totals: Counts, opens: Counts) -> None:
    """Add the results of every hand to the totals of all hole cards that look like it.

    For each hand, also note how many of these hole cards there are and how many of them each simple strategy opens
    with: `opens` has a byte for each strategy, 0 or 1, by class of hole cards.
    """
    left, cards = board.left, board.cards
    holes, times = np.zeros(64, np.int64), np.zeros(64, np.int64)  # the classes among them, and how often they come
    for hand in range(count):
        order, line = board.orders[hand], xtra_line(board.strengths[hand])
        wins, unqualified, losses = board.dealers[hand, 0], board.dealers[hand, 1], board.dealers[hand, 2]
        ties = dealers - wins - unqualified - losses
        one, two, three = board.one[hand], board.two[hand], board.three[hand]
        classes = looked = opened = 0
        for i in range(left[one]):
            for j in range(i + 1 if two == one else 0, left[two]):
                for k in range(j + 1 if three == two else 0, left[three]):
                    hole = triple_class(cards[one, i], cards[two, j], cards[three, k])
                    place = 0
                    while place < classes and holes[place] != hole:
                        place += 1
                    if place == classes:
                        holes[place], times[place] = hole, 0
                        classes += 1
                    times[place] += 1
        for place in range(classes):
            hole, deals = holes[place], weight * times[place]
            totals[hole, order, line, WIN] += deals * wins
            totals[hole, order, line, UNQUALIFIED] += deals * unqualified
            totals[hole, order, line, LOSS] += deals * losses
            totals[hole, order, line, TIE] += deals * ties
            looked += times[place]
            opened += times[place] * opens[hole]
        board.looked[hand], board.opened[hand] = looked, opened


@counter
def add_simple(board: Board, count: int, mask: int, weight: int, dealers: int, ends: Counts) -> None:
    """Add the results of every hand to the cells of the simple strategies' charts.

    The cells are by strategy, whether it opens with these hole cards, what they hold, the kind of board, line and
    ending.
    """
    kind = board_kind(mask)
    for hand in range(count):
        strength = board.strengths[hand]
        wins, unqualified, losses = board.dealers[hand, 0], board.dealers[hand, 1], board.dealers[hand, 2]
        ties = dealers - wins - unqualified - losses
        line = xtra_line(strength)
        held = holding(strength, mask, board.one[hand] % 13, board.two[hand] % 13, board.three[hand] % 13)
        for number in range(len(ends)):
            opened = board.opened[hand] >> 8 * number & 255
            for first in range(2):
                deals = weight * (opened if first else board.looked[hand] - opened)
                ends[number, first, held, kind, line, WIN] += deals * wins
                ends[number, first, held, kind, line, UNQUALIFIED] += deals * unqualified
                ends[number, first, held, kind, line, LOSS] += deals * losses
                ends[number, first, held, kind, line, TIE] += deals * ties


@counter
def count_boards(
    boards: Counts, starts: Counts, deck: Counts, suits: int, nets: Counts, least: int, opens: Counts, room: int
) -> Counts:
    """Count all deals with certain boards, each class once; answer three results one after the other.

    They are the totals by class of hole cards, order of decisions, line and ending; the totals of the simple
    strategies in the order of `add_simple`; and the words of the best decisions (`second_street`), if there is `room`
    for them.

    A board has a mask of ranks for each suit, longer suits first. `starts` says where the words of each board start.
    `nets` is by decision, line and ending. `least` is the weakest dealer's hand that qualifies. `opens` is the first
    street of the simple strategies.
    """
    totals = np.zeros((TRIPLES, len(ORDERS), XTRA_LINES, KINDS), np.int64)
    ends = np.zeros((SIMPLE_STRATEGIES, 2, len(HOLDINGS), len(BOARDS), XTRA_LINES, KINDS), np.int64)
    words = np.zeros(room, np.int64)
    board = new_board()
    swept = Swept(np.zeros(SYMBOLS + 1, np.int64), np.zeros((SYMBOLS, SYMBOLS), np.int64))
    low = Swept(np.zeros(SYMBOLS + 1, np.int64), np.zeros((SYMBOLS, SYMBOLS), np.int64))
    dealers = (len(deck) - 7) * (len(deck) - 8) * (len(deck) - 9) // 6
    for number in range(len(boards)):
        masks = boards[number]
        key, mask = lay_board(board, masks, deck)
        count = list_hands(board, key, mask)
        sweep(board, count, least, swept, low)
        weight = relabellings(masks[0], masks[1], masks[2], masks[3], suits)
        decide_hands(board, count, dealers, nets)
        add_hands(board, count, weight, dealers, totals, opens)
        add_simple(board, count, mask, weight, dealers, ends)
        if room:
            keep_decisions(board, count, words, starts[number])
    return np.concatenate((totals.ravel(), ends.ravel(), words))


# ---- the analysis


@dataclass(frozen=True, kw_only=True)
class Counted:
    """The results of one pass over the deals."""

    payoffs: Payoffs
    totals: Counts  # [class of hole cards, order of decisions after the board, result]
    ends: Counts  # [simple strategy, whether it opens, what is held, kind of board, result]
    words: Counts  # the best decisions (`second_street`), where they were asked for

    @cached_property
    def kinds(self) -> Mapping[str, Preferred]:
        """The results by class of hole cards and order of decisions; classes that the deck cannot give are left out."""
        totals = self.totals.tolist()
        kinds: dict[str, Preferred] = {}
        for masks in suit_classes(range(13), 4, 3):
            hole = cards_of(masks)
            results = dict(zip(ORDERS, totals[triple_class(*hole)], strict=True))
            if any(map(any, results.values())):
                kinds[hole_name(hole)] = results
        return kinds

    @cached_property
    def best_kinds(self) -> Mapping[str, Checked]:
        """The results by class of hole cards and best decision after the board."""
        return {
            name: {
                decision: added(results for order, results in preferred.items() if order[0] == decision)
                for decision in AFTER_BOARD
            }
            for name, preferred in self.kinds.items()
        }

    def main(self) -> TwoStreetAnalysis[str]:
        """The main game under the best strategy."""
        return self.payoffs.analysis(self.best_kinds, FIRST_PLAYS)

    def worth(self) -> Questions:
        """What it costs to answer each question of the game always in the same way."""
        counted = TwoStreetWorth(payoffs=self.payoffs, before=FIRST_PLAYS, kinds=self.kinds)
        return counted.questions(AFTER_BOARD[1:], "board")

    def simple(self) -> Mapping[str, MainAnalysis]:
        """The main game under each of the simple strategies."""
        openings = dict[str, Opening]()
        return {
            name: self.payoffs.summary(_ends_of(simple, ends), FIRST_PLAYS, openings)
            for (name, simple), ends in zip(SIMPLE.items(), self.ends, strict=True)
        }

    def cells(self, name: str) -> Counts:
        """[what is held, kind of board, result]: the hands that a simple strategy checks, and how they end."""
        return np.asarray(self.ends[list(SIMPLE).index(name), 0])


def _ends_of(simple: Simple, ends: Counts) -> dict[str, list[int]]:
    """How often each result comes after each last decision of a simple strategy."""
    checked, opened = ends
    decided = np.array([[int(cell) for cell in row] for row in simple.rows])
    last = {name: checked[decided == number].sum(axis=0) for number, name in enumerate(AFTER_BOARD)}
    return {name: results.tolist() for name, results in (last | {FIRST_PLAYS[0]: opened.sum(axis=(0, 1))}).items()}


def count_deals(variant: Variant, run: Runner, *, keep: bool = False) -> Counted:
    """Count every deal; with `keep`, also keep the best decisions after the board."""
    payoffs = payoffs_of(variant.pays)
    flat = run(count_boards, shards_of(variant, keep=keep))
    cells = SIMPLE_STRATEGIES, 2, len(HOLDINGS), len(BOARDS)
    sizes = (TRIPLES * len(ORDERS) * XTRA_LINES * KINDS, math.prod(cells) * XTRA_LINES * KINDS)
    totals, ends, words = np.split(flat, np.cumsum(sizes))
    return Counted(
        payoffs=payoffs,
        totals=totals.reshape(TRIPLES, len(ORDERS), -1),
        ends=ends.reshape(*cells, -1),
        words=words,
    )


def analyze_main(game: Game, run: Runner) -> TwoStreetAnalysis[str]:
    """The main game under the best strategy, with an `Opening` for each class of hole cards."""
    return count_deals(variant_of(game), run).main()


def describe(game: Game, run: Runner) -> Analysis:
    """The analysis of the main game, with strategies that a person can remember."""
    variant = variant_of(game)
    counted = count_deals(variant, run)
    main = counted.main()
    return Analysis(
        method="exact",
        main=main.result(),
        main_wagers=_main_wagers(game, variant, counted),
        simple_strategies={
            name: SimpleStrategy.of(SIMPLE[name].text, one.house_edge, main.house_edge)
            for name, one in counted.simple().items()
        },
        decision_worth=decision_worth(main.house_edge, counted.worth()),
    )


def price_main_wagers(game: Game, run: Runner) -> MainWagers:
    """Ante, X-tra Bonus and Play under the best strategy, line by line."""
    variant = variant_of(game)
    return _main_wagers(game, variant, count_deals(variant, run))


def _main_wagers(game: Game, variant: Variant, counted: Counted) -> MainWagers:
    main = counted.main()
    ends = counted.payoffs.ends(counted.best_kinds, main.openings)
    return main_wagers(game, OPTIMAL, main.deals, _endings(variant, ends))


def _endings(variant: Variant, ends: Mapping[str, Sequence[int]]) -> Iterator[Ending]:
    """How each wager ends, clause by clause: the Ante is a push beside a dealer who does not qualify."""
    for decision, results in ends.items():
        times = 0 if decision == "fold" else int(decision.removeprefix("play ").removesuffix("x"))
        for place, deals in enumerate(results):
            line, kind = divmod(place, KINDS)
            result = "fold" if not times else ("win", "win", "lose", "push")[kind]
            sign = {"win": 1, "push": 0}.get(result, -1)
            ante = "push, no qualified dealer" if times and kind == UNQUALIFIED else result
            yield Ending("ante", ante, deals, 1, 0 if ante.startswith("push") else sign)
            won = result == "win"
            yield Ending(
                "xtra-bonus",
                LINES["xtra-bonus"][line] if won else result,
                deals,
                1,
                variant.pays[line] if won else sign,
            )
            if times:
                yield Ending("play", f"{decision}, {result}", deals, times, times * sign)


def shards_of(variant: Variant, *, keep: bool = False) -> list[Shard]:
    """Arguments of `count_boards`, a tuple for each shard; together the shards count all deals."""
    payoffs, deck = payoffs_of(variant.pays), np.array(variant.deck)
    nets = np.array([payoffs.nets[decision] for decision in AFTER_BOARD]).reshape(-1, XTRA_LINES, KINDS)
    boards, starts, words = boards_of(variant)
    opens = opens_of(SIMPLE.values())
    return [
        (boards[i::SHARDS], starts[i::SHARDS], deck, variant.suits, nets, variant.least, opens, words if keep else 0)
        for i in range(min(SHARDS, len(boards)))
    ]


# ---- one decision


def hole_name(hole: Sequence[int]) -> str:
    """A class of hole cards by one of them: `AcKcQd` for an ace and a king of one suit and a queen of another."""
    held = sorted(cards_of(suit_masks(hole)), key=lambda card: (-(card % 13), card))
    return "".join(str(Card(card)) for card in held)
