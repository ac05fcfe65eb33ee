"""Flush Poker's main game, exact: every hand of the player against every hand of the dealer."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from houseway.games.analysis import MainAnalysis, Runner, run_here
from houseway.games.flush_poker.exact_count import HANDS, OVERCARDS, count_part
from houseway.games.flush_poker.exact_flushes import Flush, all_flushes, best_threshold, follow
from houseway.games.flush_poker.exact_sets import shards
from houseway.games.flush_poker.exact_variant import Variant, approved, decision_name, raise_net
from houseway.games.game import Game


def analyze_main(variant: Variant, run: Runner = run_here) -> MainAnalysis:
    """The main game under the best decisions, each taken with the own seven cards known and no other.

    `details` holds every flush that can be made (`Flush`), the weakest that is ever raised, the strongest that is
    ever folded, those whose decision depends on the other cards, and two strategies to remember (`Simple`).
    """
    found = run(count_part, shards(variant))
    best = _summed(variant, found.sum(axis=(0, 1)).tolist())
    return replace(best, details=_details(variant, all_flushes(variant, found), best.net))


def describe(game: Game, run: Runner) -> dict[str, Any]:
    """The analysis as JSON describes it, with two strategies to remember and what they cost."""
    main = analyze_main(approved(game), run)
    simple = {name: main.details[name].to_json() for name in ("threshold", "overcard_thresholds")}
    return {"method": "exact", "main": main.to_json(), "simple_strategies": simple}


def _summed(variant: Variant, totals: Sequence[Sequence[int]]) -> MainAnalysis:
    folded, *raises = totals
    folds = folded[HANDS] * variant.dealer_hands
    won, staked, squared, outcomes = Fraction(-folds), folds, Fraction(folds), dict.fromkeys(("win", "lose", "push"), 0)
    for times, (hands, *kinds) in enumerate(raises, start=1):
        unqualified, win, lose, match = kinds
        won += Fraction(raise_net(variant, times, kinds), variant.match.denominator)
        staked += (1 + times) * hands * variant.dealer_hands
        squared += unqualified + (1 + times) ** 2 * (win + lose) + variant.match**2 * match
        outcomes["win"] += unqualified + win
        outcomes["lose"] += lose
        outcomes["win" if variant.match else "push"] += match
    return MainAnalysis(
        per="bet",
        deals=variant.deals,
        net=won / variant.deals,
        wagered=Fraction(staked, variant.deals),
        net_squared=squared / variant.deals,
        decisions={
            decision_name(times): Fraction(counts[HANDS] * variant.dealer_hands, variant.deals)
            for times, counts in enumerate(totals)
        },
        outcomes={name: Fraction(deals, variant.deals) for name, deals in {**outcomes, "fold": folds}.items()},
    )


def _details(variant: Variant, flushes: tuple[Flush, ...], best: Fraction) -> dict[str, Any]:
    """What a person asks: which flushes are always folded or raised, and what a strategy to remember costs."""
    each = range(OVERCARDS + 1)
    by_overcards = [best_threshold(flushes, [overcards]) for overcards in each]
    return {
        "flushes": flushes,
        "weakest_raised": next((flush.strength for flush in flushes if any(flush.hands[1:])), None),
        "strongest_folded": next((flush.strength for flush in reversed(flushes) if flush.hands[0]), None),
        "depending": tuple(flush for flush in flushes if sum(map(bool, flush.hands)) > 1),
        "threshold": follow(variant, flushes, [best_threshold(flushes, each)] * len(each), best),
        "overcard_thresholds": follow(variant, flushes, by_overcards, best),
    }
