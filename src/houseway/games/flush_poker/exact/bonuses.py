"""The bonuses, counted exactly over all 154,143,080 hands of seven cards, or over those of a study."""

from collections.abc import Callable, Mapping

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import COUNTS, LONGEST_FLUSHES, LONGEST_RUNS
from houseway.games.bonuses.envy_exact import envy_between, envy_by_giver
from houseway.games.bonuses.royal_riches_exact import price_riches
from houseway.games.flush_poker.exact.bonus_action import BonusEnds, bonus_ends, played_run
from houseway.games.flush_poker.exact.bonus_ends import NATURAL_FLUSH, RICHES
from houseway.games.flush_poker.exact.folds import hands_with_folds
from houseway.games.flush_poker.rules import flush_line, straight_flush_line
from houseway.games.flush_poker.variant import variant_of
from houseway.games.game import Game
from houseway.games.pricing.action import price_outcomes
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.price import Envy, Prices
from houseway.games.pricing.sevens import seven_shards, suit_orders
from houseway.kernel import counter, kernel

Counts = npt.NDArray[np.int64]


@counter
def count_naturals(a: Counts, b: Counts, c: Counts, d: Counts, joker: int) -> Counts:
    """Hands by natural flush, by natural straight flush of any suit, and by that of the played flush; 8 places each.

    Each suit holds a set of ranks from its own list. The sets of a list have one size, and the largest sizes come
    first.
    """
    counts = np.zeros(24, np.int64)
    size, orders = COUNTS[a[0]], suit_orders(COUNTS[a[0]], COUNTS[b[0]], COUNTS[c[0]], COUNTS[d[0]])
    counts[size] = orders * len(a) * len(b) * len(c) * len(d)
    shorter = 0
    for run in range(8):
        hands = orders * no_longer(a, run) * no_longer(b, run) * no_longer(c, run) * no_longer(d, run)
        counts[8 + run], shorter = hands - shorter, hands
    suits, ways = 1, orders
    for sets in (b, c, d):
        if COUNTS[sets[0]] == size:
            suits += 1
        else:
            ways *= len(sets)
    add_played(counts[16:], a, suits, ways, joker)
    return counts


@counter
def no_longer(sets: Counts, run: int) -> int:
    """How many sets have at most this many ranks in a row."""
    count = 0
    for ranks in sets:
        if LONGEST_RUNS[ranks] <= run:
            count += 1
    return count


@kernel
def played_before(joker: int, ranks: int) -> int:
    """The rank of a suit among those with as many cards: the highest is played, by its flush and then by its run."""
    return (LONGEST_FLUSHES[(joker << 13) + ranks] << 17) + (LONGEST_RUNS[ranks] << 13) + ranks


@counter
def add_played(counts: Counts, sets: Counts, suits: int, ways: int, joker: int) -> None:
    """Add the hands whose `suits` longest suits hold some of these sets, by the run in the flush that is played."""
    for ranks in sets:
        before = 0
        for other in sets:
            if suits > 1 and played_before(joker, other) < played_before(joker, ranks):
                before += 1
        counts[LONGEST_RUNS[ranks]] += ways * ((before + 1) ** suits - before**suits)


def _envies(game: Game, ends: BonusEnds, run: Runner) -> Callable[[Mapping[int, int]], Mapping[str, Envy]] | None:
    """What envy is worth where an option takes hands out of action.

    Where a fold takes them out, it depends on two hands. Where an unqualified dealer does so as well, it depends on
    three hands and is not priced: 2.2 million classes of folded hands, each beside some 90,000 hands that give envy,
    make 2e11 pairs, and for each pair the dealer's hands would have to be counted.
    """
    tables = game.approval.paytables["royal-riches"]
    if not ends.folded_loses:
        stopped = ends.stopped(RICHES)
        return lambda made: {name: envy_by_giver(table, made, stopped) for name, table in tables.items()}
    if ends.unqualified_loses:
        return None
    return lambda _: envy_between(tables, hands_with_folds(ends.variant, run), run)


def price_bonuses(game: Game, run: Runner) -> Prices:
    """Price both natural bonuses, Royal Riches and the jackpot under every pay table."""
    joker = variant_of(game).joker
    shards = [shard for shard in seven_shards() if joker or not shard[-1]]
    counts = [int(count) for count in run(count_naturals, shards)]
    runs = counts[8:16] if game.options["natural-straight-flush-suit"] == "any" else counts[16:]
    ends = bonus_ends(game, run)
    prices = {
        "natural-straight-flush": {
            name: price_outcomes(table, straight_flush_line, dict(enumerate(runs)), ends.stopped(played_run(game)))
            for name, table in game.approval.paytables["natural-straight-flush"].items()
        },
        "natural-flush": {
            name: price_outcomes(table, flush_line, dict(enumerate(counts[:8])), ends.stopped(NATURAL_FLUSH))
            for name, table in game.approval.paytables["natural-flush"].items()
        },
        **price_riches(
            game,
            run,
            joker=joker,
            stopped=ends.stopped(RICHES),
            jackpot_stopped=ends.jackpot_stopped(),
            envies=_envies(game, ends, run),
        ),
    }
    return ends.with_fold_weighed(prices)
