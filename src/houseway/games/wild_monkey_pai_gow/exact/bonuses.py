"""The bonuses that hang on one side's cards, counted exactly over all sevens and all dealer eights."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.games.bonuses.royal_riches_exact import price_riches
from houseway.games.game import Game
from houseway.games.pricing.action import price_outcomes
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.price import Prices, WagerPrice, by_tables, gathered
from houseway.games.pricing.sevens import seven_shards, weighted_sevens
from houseway.games.wild_monkey_pai_gow.exact.dealers import set_all_dealers
from houseway.games.wild_monkey_pai_gow.exact.surrender_ends import (
    DEALER_JOKER,
    INSURED_ACE,
    INSURED_WILD,
    RICHES,
    SurrenderEnds,
)
from houseway.games.wild_monkey_pai_gow.rules import dealer_joker_line, insured_high, pai_gow_high, pai_gow_line
from houseway.games.wild_monkey_pai_gow.variant import Variant
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]

EIGHTS: Final = 886_322_710  # the dealer's hands


@counter
def count_pai_gows(a: Counts, b: Counts, c: Counts, d: Counts, joker: int) -> Counts:
    """Hands by the high card of a pai gow (place 0: none): all, insured with the joker as an ace, and natural ones."""
    hands = weighted_sevens(a, b, c, d, joker)
    counts = np.zeros(48, np.int64)
    for place in range(hands.shape[1]):
        mask, weight = hands[0, place], hands[1, place]
        high = pai_gow_high(mask)
        counts[1 + high] += weight
        counts[17 + insured_high(mask)] += weight
        if joker == 0:
            counts[33 + high] += weight
    return counts


def price_bonuses(game: Game, run: Runner) -> Prices:
    """Price Player Pai Gow Insurance, Royal Riches, the jackpot and, if the joker alone decides it, Dealer Joker.

    If a surrender loses some of them, they are priced beside the best play of the house way and every other best play.
    """
    ends = _surrender_ends(game, run)
    if not ends:
        return _price_beside(game, run, None)
    every = {strategy: _price_beside(game, run, one) for strategy, one in ends.items()}
    main, *_ = every.values()
    for wager, tables in main.items():
        for name, one in tables.items():
            if one.strategy:
                edges = {strategy: prices[wager][name].house_edge for strategy, prices in every.items()}
                tables[name] = replace(one, edges_by_strategy=edges)
    return main


def _surrender_ends(game: Game, run: Runner) -> Mapping[str, SurrenderEnds]:
    """By strategy, the house way first: the bonuses of surrendered hands, if an option makes them lose."""
    from houseway.games.wild_monkey_pai_gow.exact.main_game import surrendered_of

    if "lose" not in (game.options["surrendered-bonuses"], game.options["surrendered-jackpot"]):
        return {}
    return surrendered_of(game, run)


def _price_beside(game: Game, run: Runner, ends: SurrenderEnds | None) -> Prices:
    counts = [int(count) for count in run(count_pai_gows, seven_shards())]
    wild = game.options["insurance-joker"] == "wild"
    highs = {place - 1: count for place, count in enumerate(counts[:16] if wild else counts[16:32]) if count}
    stops = ends if game.options["surrendered-bonuses"] == "lose" else None
    insured = INSURED_WILD if wild else INSURED_ACE
    prices = {"player-pai-gow-insurance": _price(game, "player-pai-gow-insurance", insured, pai_gow_line, highs, stops)}
    if not game.is_on("dealer-joker-needs-win"):
        # With the joker among the dealer's eight, the other seven are any seven natural cards.
        joker = gathered((dealer_joker_line(place - 1), count) for place, count in enumerate(counts[32:]))
        joker[-1] = EIGHTS - sum(joker.values())
        prices = {"dealer-joker": _price(game, "dealer-joker", DEALER_JOKER, int, joker, stops), **prices}
    jackpot = ends.stopped(RICHES) if ends and game.options["surrendered-jackpot"] == "lose" else None
    riches = price_riches(
        game,
        run,
        stopped=stops.stopped(RICHES) if stops else None,
        jackpot_stopped=jackpot,
        envies=(lambda _: stops.envies) if stops else None,
    )
    if stops:
        tables = riches["royal-riches"].items()
        riches["royal-riches"] = {name: stops.weigh("royal-riches", name, RICHES, one) for name, one in tables}
    return {**prices, **riches}


def _price(
    game: Game,
    wager: str,
    first: int,
    line_of: Callable[[int], int],
    counts: Mapping[int, int],
    ends: SurrenderEnds | None,
) -> dict[str, WagerPrice]:
    """Price a wager under its pay tables; its outcomes start at place `first`."""
    tables = game.approval.paytables[wager].items()
    if ends is None:
        return {name: price_outcomes(table, line_of, counts) for name, table in tables}
    stopped = ends.stopped(first)
    return {
        name: ends.weigh(wager, name, first, price_outcomes(table, line_of, counts, stopped)) for name, table in tables
    }


def price_dealers(game: Game, run: Runner) -> Prices:
    """Price Dealer Pai Gow, and Dealer Joker if it needs a win, by the dealer's cards alone."""
    variant = Variant.of(game)
    dealers = set_all_dealers(variant, run)[variant.reading]
    lines = {pai_gow_line(high): count for high, count in dealers.pai_gows.items()}
    lines[-1] = dealers.total - sum(lines.values())
    prices: Prices = {"dealer-pai-gow": by_tables(game.approval.paytables["dealer-pai-gow"], lines)}
    if game.is_on("dealer-joker-needs-win"):
        alone = replace(game, options={**game.options, "dealer-joker-needs-win": "no", "surrendered-bonuses": "play"})
        prices["dealer-joker"] = price_bonuses(alone, run)["dealer-joker"]
    return prices
