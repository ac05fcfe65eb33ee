"""Flush Poker's main game, exact: every hand of the player against every hand of the dealer."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from houseway.cards.hands import flush_size
from houseway.games.flush_poker.exact.borders import depending_flush, removals_at_border
from houseway.games.flush_poker.exact.count import HANDS, count_part
from houseway.games.flush_poker.exact.flushes import Flushes, all_flushes
from houseway.games.flush_poker.exact.result import FlushPokerResult
from houseway.games.flush_poker.exact.sets import SIZES, Counts, shards
from houseway.games.flush_poker.exact.simple import OVERCARD_THRESHOLDS, Simple, simple_strategies
from houseway.games.flush_poker.variant import MASKS, Variant, decision_name, raise_net, variant_of
from houseway.games.game import Game
from houseway.games.pricing.analysis import MainAnalysis, Nets, Runner, nets_of, run_here
from houseway.games.pricing.decision_worth import Edge, Questions, decision_worth
from houseway.games.pricing.main_wagers import OPTIMAL, Ending, MainWagers, main_wagers


@dataclass(frozen=True, kw_only=True)
class BestPlay(MainAnalysis):
    """The main game under the best decisions, every flush, and the best thresholds that a person can remember."""

    flushes: Flushes
    simple: Mapping[str, Simple]


def analyze_main(variant: Variant, run: Runner = run_here) -> BestPlay:
    """The main game under the best decisions, each taken by a player who sees only their own seven cards."""
    return main_of(variant, count(variant, run))


def main_nets(game: Game, run: Runner) -> Nets:
    """How likely each net result of a round is under the best decisions."""
    variant = variant_of(game)
    return _sum_up(variant, count(variant, run).sum(axis=(0, 1)).tolist()).nets


def describe(game: Game, run: Runner) -> FlushPokerResult:
    """The analysis of the main game, with strategies to remember, and what the flushes at the border depend on."""
    variant = variant_of(game)
    counts = count(variant, run)
    main = main_of(variant, counts)
    return FlushPokerResult(
        method="exact",
        main=main.result(),
        main_wagers=_main_wagers(game, variant, counts),
        simple_strategies={name: one.result() for name, one in main.simple.items()},
        decision_worth=decision_worth(main.house_edge, questions(variant, counts, run)),
        depending=list(map(depending_flush, main.flushes.depending)),
        effect_of_removal=removals_at_border(variant, main.simple[OVERCARD_THRESHOLDS].lowest),
    )


def count(variant: Variant, run: Runner) -> Counts:
    """By ranks of the player's flush, overcards and best decision: hands, and deals by how a raise ends."""
    return run(count_part, shards(variant))


def questions(variant: Variant, counts: Counts, run: Runner) -> Questions:
    """What it costs to answer a question always in the same way, from what `count` has counted.

    Each further Bet of a Raise gains as much as the Raise wins more often than it loses. So a hand that folds best
    prefers one Bet to more, and a hand that raises to the cap best prefers one Bet to a fold. Only for a hand that
    raises one Bet where more is allowed the second choice is unknown: then everything is counted again.
    """
    folded, *raises = counts.sum(axis=(0, 1))
    once = np.sum(raises, axis=0)
    unused = np.zeros_like(folded)
    answers = {
        "never fold": [unused, folded + raises[0], *raises[1:]],
        "always fold": [folded + once, *[unused] * len(raises)],
        "always raise 1x": [folded, once, *[unused] * len(raises[1:])],
    }
    edges: dict[str, Edge] = {
        answer: _sum_up(variant, np.array(totals).tolist()).house_edge for answer, totals in answers.items()
    }
    how_high = {"always raise 1x": edges.pop("always raise 1x")}
    if max(variant.caps[: variant.cards + 1]) == 1:
        return {"whether to fold or raise": edges}
    highest = run(count_part, shards(variant, to_cap=True)) if _stops_short(variant, counts) else counts
    how_high["always raise as high as allowed"] = _sum_up(variant, highest.sum(axis=(0, 1)).tolist()).house_edge
    return {"whether to fold or raise": edges, "how high to raise": how_high}


def _stops_short(variant: Variant, counts: Counts) -> bool:
    """Whether the best raise of some hands is below their cap."""
    hands = counts[..., HANDS].sum(axis=1)
    return any(0 < times < variant.caps[SIZES[ranks]] for ranks, times in np.argwhere(hands).tolist())


def main_of(variant: Variant, counts: Counts) -> BestPlay:
    """The main game from what `count` has counted."""
    best, flushes = _sum_up(variant, counts.sum(axis=(0, 1)).tolist()), all_flushes(variant, counts)
    return BestPlay(**vars(best), flushes=flushes, simple=simple_strategies(variant, flushes, best.net))


def main_followed(variant: Variant, counts: Counts, lowest: Sequence[int]) -> MainAnalysis:
    """The main game for a player who raises flushes from these strengths on, by overcards, to the cap, else folds."""
    totals: Counts = np.zeros(counts.shape[2:], np.int64)
    strengths = np.array([SIZES[ranks] << 13 | ranks for ranks in range(MASKS)])
    caps = np.array(variant.caps)[[flush_size(strength) for strength in strengths.tolist()]]
    for overcards, least in enumerate(lowest):
        times = np.where(strengths >= least, caps, 0)
        for raised in range(len(totals)):
            totals[raised] += counts[times == raised, overcards].sum(axis=(0, 1))
    return _sum_up(variant, totals.tolist())


def price_main_wagers(game: Game, run: Runner) -> MainWagers:
    """Bet and Raise under the best strategy, line by line."""
    variant = variant_of(game)
    return _main_wagers(game, variant, count(variant, run))


def _main_wagers(game: Game, variant: Variant, counts: Counts) -> MainWagers:
    return main_wagers(game, OPTIMAL, variant.deals, _endings(variant, counts.sum(axis=(0, 1)).tolist()))


def _endings(variant: Variant, totals: Sequence[Sequence[int]]) -> Iterator[Ending]:
    """How each wager ends (clauses 3A, 4 and 5)."""
    folded, *raises = totals
    yield Ending("bet", "fold", folded[HANDS] * variant.dealer_hands, 1, -1)
    for times, (_, *kinds) in enumerate(raises, start=1):
        lines = (("dealer does not qualify", 1, 0), ("win", 1, 1), ("lose", -1, -1), ("match the dealer", 0, 0))
        for deals, (line, bet, sign) in zip(kinds, lines, strict=True):
            yield Ending("bet", line, deals, 1, bet or variant.match)
            result = ("push", "win", "lose")[sign]
            yield Ending("raise", f"{decision_name(times)}, {result}", deals, times, times * sign)


def _sum_up(variant: Variant, totals: Sequence[Sequence[int]]) -> MainAnalysis:
    folded, *raises = totals
    folds = folded[HANDS] * variant.dealer_hands
    won, staked, squared, outcomes = Fraction(-folds), folds, Fraction(folds), dict.fromkeys(("win", "lose", "push"), 0)
    nets = [(Fraction(-1), folds)]
    for times, (hands, *kinds) in enumerate(raises, start=1):
        unqualified, win, lose, match = kinds
        won += Fraction(raise_net(variant, times, kinds), variant.match.denominator)
        staked += (1 + times) * hands * variant.dealer_hands
        squared += unqualified + (1 + times) ** 2 * (win + lose) + variant.match**2 * match
        nets += zip((Fraction(1), Fraction(1 + times), Fraction(-1 - times), variant.match), kinds, strict=True)
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
        nets=nets_of(nets, variant.deals),
    )
