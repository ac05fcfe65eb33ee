"""The exact analysis of the main game: under the best strategy, without the card reader, and under simple rules."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Final

import numpy as np

from houseway.errors import InvalidInput
from houseway.games.down_under_holdem.exact.count import BYTE, TOTALS, Bits, count_flops
from houseway.games.down_under_holdem.exact.decision_index import (
    HOLES,
    KNOWN,
    LIGHT_PAIRS,
    NO_LIGHTS,
    ROWS,
    hole_name,
)
from houseway.games.down_under_holdem.exact.result import HoldemResult
from houseway.games.down_under_holdem.exact.views import LOSS, RESULTS
from houseway.games.down_under_holdem.rules import LINES
from houseway.games.down_under_holdem.variant import Variant, variant_of
from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner, Shard
from houseway.games.pricing.decision_worth import Questions, decision_worth
from houseway.games.pricing.main_wagers import OPTIMAL, Ending, MainWagers, main_wagers
from houseway.games.pricing.suit_classes import (
    FULL_DECK,
    Checked,
    Opening,
    Payoffs,
    TwoStreetAnalysis,
    added,
    ranks_and_suits,
    whole_pays,
)
from houseway.games.pricing.two_street_worth import Preferred, TwoStreetWorth

Lights = tuple[int, int] | None  # of the dealer's two cards, in any order; None without a card reader
HoleAndLights = tuple[str, Lights]
HoldemAnalysis = TwoStreetAnalysis[HoleAndLights]

CARDS_DEALT: Final = 9
SHARDS: Final = 64
HOLE_NUMBERS: Final = {hole_name(hole): hole for hole in range(HOLES)}


@dataclass(frozen=True, eq=False, kw_only=True)
class Rule:
    """A strategy of the main game, the best one or another."""

    preflop: Bits  # [hole class, pair of lights]: 0 to check, 1 and up for the Play wagers in order of their stakes
    flop: Bits  # a bit for each pair of lights, by `play_row`: to play rather than to fold


@dataclass(frozen=True, eq=False, kw_only=True)
class Counted:
    """All deals of a main game, counted: under the best plays after the flop, and under those of some rules."""

    variant: Variant
    payoffs: Payoffs
    totals: list[list[list[list[list[int]]]]]  # [plays, hole class, what is known, fold or play, result]
    flop: Bits  # the best plays

    def best(self) -> HoldemAnalysis:
        """The main game under the best strategy."""
        return self.payoffs.analysis(self.kinds_of(0, range(NO_LIGHTS)), self.variant.first_plays)

    def without_lights(self) -> HoldemAnalysis:
        """The main game of a player who does not see the card reader."""
        return self.payoffs.analysis(self.kinds_of(0, [NO_LIGHTS]), self.variant.first_plays)

    def worth(self) -> Questions:
        """What it costs to answer each question of the game always in the same way."""
        last = self.variant.last_play
        kinds: dict[HoleAndLights, Preferred] = {
            kind: {("fold", last): checked["fold"], (last, "fold"): checked[last]}
            for kind, checked in self.kinds_of(0, range(NO_LIGHTS)).items()
        }
        counted = TwoStreetWorth(payoffs=self.payoffs, before=self.variant.first_plays, kinds=kinds)
        return counted.questions([last], "flop")

    def ruled(self, number: int, rule: Rule) -> HoldemAnalysis:
        """The main game under the rule of that number."""
        kinds = self.kinds_of(1 + number, range(NO_LIGHTS))
        chosen = rule.preflop.tolist()
        ends = {decision: [0] * RESULTS for decision in self.payoffs.nets}
        openings: dict[HoleAndLights, Opening] = {}
        for (name, lights), checked in kinds.items():
            opens = self.variant.openings[chosen[HOLE_NUMBERS[name]][LIGHT_PAIRS.index(lights or (0, 0))]]
            openings[name, lights] = replace(self.payoffs.opening(checked, self.variant.first_plays), best=opens)
            for decision, results in checked.items():
                last = decision if opens == "check" else opens
                ends[last] = added((ends[last], results))
        return self.payoffs.summary(ends, self.variant.first_plays, openings)

    def kinds_of(self, plays: int, known: Iterable[int]) -> dict[HoleAndLights, Checked]:
        """The results by hole cards and lights, without kinds that the deck cannot give."""
        return {
            (hole_name(hole), LIGHT_PAIRS[place] if place < NO_LIGHTS else None): {
                "fold": folded,
                self.variant.last_play: played,
            }
            for place in known
            for hole in range(HOLES)
            for folded, played in [self.totals[plays][hole][place]]
            if any(folded) or any(played)
        }


def count_deals(
    game: Game,
    run: Runner,
    rules: Sequence[Rule] = (),
    *,
    deck: Sequence[int] = FULL_DECK,
    lights: Sequence[int] | None = None,
    pays: Sequence[Fraction] | None = None,
) -> Counted:
    """Count every deal of a game, a study's included.

    Args:
        game: its rules apply where no other argument is given.
        run: how shards are run.
        rules: plays to count besides the best ones.
        deck: some ranks, each in the same suits.
        lights: the light of each rank, 0 to 2.
        pays: of each line of the Bet table, to one.
    """
    variant = variant_of(game)
    if lights is not None:
        variant = replace(variant, lights=tuple(lights))
    if pays is not None:
        variant = replace(variant, pays=tuple(pays))
    return count_payoffs(variant, payoffs_of(variant), run, rules, deck)


def count_payoffs(
    variant: Variant,
    payoffs: Payoffs,
    run: Runner,
    rules: Sequence[Rule] = (),
    deck: Sequence[int] = FULL_DECK,
) -> Counted:
    """Count every deal, with the net of each result given by these payoffs."""
    counted = run(count_flops, flop_shards(deck, variant, payoffs, [rule.flop for rule in rules]))
    several = (1 + len(rules)) * TOTALS
    return Counted(
        variant=variant,
        payoffs=payoffs,
        totals=counted[:several].reshape(1 + len(rules), HOLES, KNOWN, 2, RESULTS).tolist(),
        flop=(counted[several:, None] >> BYTE * np.arange(BYTE)).astype(np.uint8).ravel()[:ROWS],
    )


def analyze_main(
    game: Game,
    run: Runner,
    *,
    deck: Sequence[int] = FULL_DECK,
    lights: Sequence[int] | None = None,
    pays: Sequence[Fraction] | None = None,
) -> HoldemAnalysis:
    """The main game under the best strategy; arguments as for `count_deals`."""
    return count_deals(game, run, deck=deck, lights=lights, pays=pays).best()


def price_plays(game: Game, run: Runner, rule: Rule) -> HoldemAnalysis:
    """The main game under any strategy."""
    return count_deals(game, run, [rule]).ruled(0, rule)


def describe(game: Game, run: Runner) -> HoldemResult:
    """The analysis of the main game, with the same game without the card reader, and with strategies to remember."""
    from houseway.games.down_under_holdem.exact.simple import price_simple, simple_results

    counted, simple = price_simple(game, run)
    main = counted.best()
    return HoldemResult(
        method="exact",
        main=main.result(),
        main_wagers=_main_wagers(game, counted),
        main_without_lights=counted.without_lights().result(),
        simple_strategies=simple_results(variant_of(game), main, simple),
        decision_worth=decision_worth(main.house_edge, counted.worth()),
    )


def price_main_wagers(game: Game, run: Runner) -> MainWagers:
    """Ante, Bet and Play under the best strategy, line by line."""
    return _main_wagers(game, count_deals(game, run))


def _main_wagers(game: Game, counted: Counted) -> MainWagers:
    main = counted.best()
    ends = counted.payoffs.ends(counted.kinds_of(0, range(NO_LIGHTS)), main.openings)
    return main_wagers(game, OPTIMAL, main.deals, _endings(counted.variant, ends))


def _endings(variant: Variant, ends: Mapping[str, Sequence[int]]) -> Iterator[Ending]:
    """How each wager ends (clauses 6 and 10)."""
    for decision, results in ends.items():
        times = 0 if decision == "fold" else int(decision.removeprefix("play ").removesuffix("x"))
        for place, deals in enumerate(results):
            won = bool(times) and place < LOSS
            result = "win" if won else "fold" if not times else "lose" if place == LOSS else "push"
            sign = {"win": 1, "push": 0}.get(result, -1)
            yield Ending("ante", result, deals, 1, sign)
            bet = (LINES["bet"][place], variant.pays[place]) if won else (result, sign)
            yield Ending("bet", bet[0], deals, 1, bet[1])
            if times:
                yield Ending("play", f"{decision}, {result}", deals, times, times * sign)


def payoffs_of(variant: Variant) -> Payoffs:
    """What each ending pays, by clause 10 and for a fold by clause 6."""
    scale, returned = whole_pays([1 + pay for pay in variant.pays], LOSS)
    nets = {"fold": [-2 * scale] * RESULTS}
    stakes = {"fold": 2}
    for times in (variant.after, *variant.before):
        nets[f"play {times}x"] = [*(times * scale + pay for pay in returned), -(2 + times) * scale, 0]
        stakes[f"play {times}x"] = 2 + times
    return Payoffs(scale=scale, outcomes=("win",) * LOSS + ("lose", "push"), nets=nets, stakes=stakes)


def flop_shards(deck: Sequence[int], variant: Variant, payoffs: Payoffs, rules: Sequence[Bits]) -> list[Shard]:
    """Arguments of `count_flops`, a tuple for each shard; together the shards count all deals."""
    ranks, suits = ranks_and_suits(deck)
    if len(deck) < CARDS_DEALT:
        raise InvalidInput(f"must be at least {CARDS_DEALT} cards", field="deck")
    if len(variant.lights) != 13 or not set(variant.lights) <= {0, 1, 2}:
        raise InvalidInput("must be 0, 1 or 2 for each of 13 ranks", field="lights")
    cards = np.array([13 * suit + rank for suit in range(suits) for rank in ranks])
    nets = np.array([payoffs.nets["fold"], payoffs.nets[variant.last_play]])
    plays = np.array(rules, np.uint8).reshape(len(rules), ROWS)
    flops = list(combinations_with_replacement(ranks, 3))
    return [
        (np.array(flops[start::SHARDS]), cards, suits, np.array(variant.lights), nets, plays)
        for start in range(min(SHARDS, len(flops)))
    ]
