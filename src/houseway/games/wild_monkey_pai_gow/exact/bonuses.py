"""The bonuses that hang on one side's cards, counted exactly over all sevens and all dealer eights."""

from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.games.bonuses.royal_riches_exact import price_riches
from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.price import Prices, by_tables, gathered
from houseway.games.pricing.sevens import seven_shards, weighted_sevens
from houseway.games.wild_monkey_pai_gow.exact.dealers import set_all_dealers
from houseway.games.wild_monkey_pai_gow.rules import dealer_joker_line, insured_high, pai_gow_high, pai_gow_line
from houseway.games.wild_monkey_pai_gow.variant import Variant
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]

EIGHTS: Final = 886_322_710  # the dealer's hands


@counter
def count_pai_gows(a: Counts, b: Counts, c: Counts, d: Counts, joker: int) -> Counts:
    """Hands by the high card of a pai gow (place 0: none): all, insured with the joker an ace, and natural ones."""
    hands = weighted_sevens(a, b, c, d, joker)
    found = np.zeros(48, np.int64)
    for place in range(hands.shape[1]):
        mask, weight = hands[0, place], hands[1, place]
        high = pai_gow_high(mask)
        found[1 + high] += weight
        found[17 + insured_high(mask)] += weight
        if joker == 0:
            found[33 + high] += weight
    return found


def price_bonuses(game: Game, run: Runner) -> Prices:
    """Dealer Joker where the joker alone decides, Player Pai Gow Insurance, Royal Riches and the jackpot."""
    counts = [int(count) for count in run(count_pai_gows, seven_shards())]
    highs = counts[:16] if game.options["insurance-joker"] == "wild" else counts[16:32]
    insured = gathered((pai_gow_line(place - 1), count) for place, count in enumerate(highs))
    tables = game.approval.paytables
    prices: Prices = {}
    if not game.is_on("dealer-joker-needs-win"):
        # With the joker among the dealer's eight, the other seven are any seven natural cards.
        joker = gathered((dealer_joker_line(place - 1), count) for place, count in enumerate(counts[32:]))
        joker[-1] = EIGHTS - sum(joker.values())
        prices["dealer-joker"] = by_tables(tables["dealer-joker"], joker)
    prices["player-pai-gow-insurance"] = by_tables(tables["player-pai-gow-insurance"], insured)
    return {**prices, **price_riches(game, run)}


def price_dealers(game: Game, run: Runner) -> Prices:
    """The dealer's pai gows, and Dealer Joker where a win is asked for: by the dealer's cards alone."""
    variant = Variant.of(game)
    dealers = set_all_dealers(variant, run)[variant.reading]
    lines = {pai_gow_line(high): count for high, count in dealers.pai_gows.items()}
    lines[-1] = dealers.total - sum(lines.values())
    found: Prices = {"dealer-pai-gow": by_tables(game.approval.paytables["dealer-pai-gow"], lines)}
    if game.is_on("dealer-joker-needs-win"):
        alone = replace(game, options={**game.options, "dealer-joker-needs-win": "no"})
        found["dealer-joker"] = price_bonuses(alone, run)["dealer-joker"]
    return found
