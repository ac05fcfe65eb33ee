"""A dealer who overlooks a line of the house way and sets the best five cards behind instead. Deals are sampled.

The same deal is settled twice, so only the mistake is measured.
"""

import math
from collections import Counter
from collections.abc import Iterable
from typing import Final

import numpy as np

from houseway.cards.shuffles import shuffle_into
from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.exposure import ExposureQuestion, WrongSetting
from houseway.games.pricing.strategy import Strategy
from houseway.games.wild_monkey_pai_gow.best_seven import dealer_setting, poker_score
from houseway.games.wild_monkey_pai_gow.exact.decided import Decided, decided_by, decided_hand
from houseway.games.wild_monkey_pai_gow.exact.strengths import packed_back, packed_front, packed_more
from houseway.games.wild_monkey_pai_gow.exact.valued import Counts
from houseway.games.wild_monkey_pai_gow.house_way import HOUSE_WAY, matching_line, setting_back, setting_front
from houseway.games.wild_monkey_pai_gow.rules import main_result
from houseway.games.wild_monkey_pai_gow.simulate.rounds import CARDS, DEALER_CARDS, DECK
from houseway.games.wild_monkey_pai_gow.variant import SURRENDER, Variant
from houseway.kernel import counter

STREAM: Final = 3_040_101  # beside that of seen cards
DEALS: Final = 200_000
SHARD: Final = 10_000
LINES: Final = tuple(dict.fromkeys(line for line, *_ in HOUSE_WAY))

# The columns of a deal that the mistake changes: the dealer's seven, the player's decision, and the results of the
# right and the wrong setting.
SEVEN, DECISION, RIGHT, WRONG, FIELDS = range(5)

Change = tuple[int, int, int]  # the decision, and the two results


@counter
def settle_twice(start: int, count: int, total: int, seed: int, players: Decided, wheel: int, reading: int) -> Counts:
    """Settle some deals, each in its row; a row stays zero if the dealer's setting is the same either way."""
    deals, cards, deck = np.zeros((total, FIELDS), np.int64), np.arange(DECK), np.arange(DECK)
    for number in range(start, start + count):
        shuffle_into(cards, deck, CARDS + DEALER_CARDS, seed, STREAM, number)
        own = seven = 0
        for place in range(CARDS):
            own += 1 << cards[place]
        eight = cards[CARDS : CARDS + DEALER_CARDS]
        setting = dealer_setting(eight, wheel, reading)
        discard = setting & 7
        for place in range(DEALER_CARDS):
            seven += 1 << eight[place] if place != discard else 0
        front, back = setting_front(setting >> 3), setting_back(setting >> 3)
        best = poker_score(eight, discard, wheel)
        if best >> 8 != back or best & 255 != front:
            hand = decided_hand(players, own)
            ours = packed_front(hand), packed_back(hand)
            deals[number, SEVEN], deals[number, DECISION] = seven, packed_more(hand)
            deals[number, RIGHT] = main_result(ours[0], ours[1], front, back)
            deals[number, WRONG] = main_result(ours[0], ours[1], best & 255, best >> 8)
    return deals


def wrong_settings(game: Game, strategy: Strategy, asked: ExposureQuestion, run: Runner) -> list[WrongSetting]:
    """What a player gains if the dealer overlooks a line, for each line that asks for another setting."""
    variant, deals = Variant.of(game), asked.deals or DEALS
    shared = deals, asked.seed, decided_by(strategy.arrays), variant.wheel, variant.reading
    shards = [(start, min(SHARD, deals - start), *shared) for start in range(0, deals, SHARD)]
    rows = run(settle_twice, shards)
    by_line: dict[str, Counter[Change]] = {line: Counter() for line in LINES}
    for seven, *change in rows[rows[:, SEVEN] > 0].tolist():
        by_line[matching_line(seven)][change[0], change[1], change[2]] += 1
    return [_mistake(variant, line, changes, deals) for line, changes in by_line.items() if changes]


def _mistake(variant: Variant, line: str, changes: Counter[Change], deals: int) -> WrongSetting:
    gains = [(_gain(variant, change), count) for change, count in changes.items()]
    mean, square = _total(gains, 1) / deals, _total(gains, 2) / deals
    return WrongSetting(
        what=f"overlooks line {line} of the house way",
        frequency=changes.total() / deals,
        gain=mean,
        standard_error=math.sqrt(max(0.0, square - mean**2) / (deals - 1)),
        deals=deals,
    )


def _gain(variant: Variant, change: Change) -> float:
    decision, right, wrong = change
    return 0.0 if decision == SURRENDER else float(variant.net(decision, wrong) - variant.net(decision, right))


def _total(gains: Iterable[tuple[float, int]], power: int) -> float:
    return math.fsum(count * gain**power for gain, count in gains)
