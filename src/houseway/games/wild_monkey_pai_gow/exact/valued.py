"""The exact results of the plans: every hand of a player against every hand of the dealer."""

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from houseway.games.pricing.analysis import MainAnalysis, Runner, nets_of
from houseway.games.pricing.decision_worth import Edge, Questions
from houseway.games.wild_monkey_pai_gow.exact.dealer_points import Points
from houseway.games.wild_monkey_pai_gow.exact.dealers import Dealers
from houseway.games.wild_monkey_pai_gow.exact.hand_values import Hands, value_all
from houseway.games.wild_monkey_pai_gow.exact.plans import BEST_SETTING, PLANS, Decisions, best_decisions, decide
from houseway.games.wild_monkey_pai_gow.exact.rank_counts import BOTH, HIGH, LOW
from houseway.games.wild_monkey_pai_gow.exact.strengths import FRONT_BITS, Packed
from houseway.games.wild_monkey_pai_gow.variant import DECISIONS, DOUBLE, STAND, SURRENDER, HandRules, Variant

Counts = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]

PERCENT = 100


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A plan applied to all hands: how they are set, what they decide, and how many dealer's hands they beat."""

    variant: Variant
    weights: Counts  # how many hands each stands for
    dealers: int  # against which each is counted
    settings: Numbers  # by hand: which of all settings
    packed: Packed  # the two strengths
    beaten: Numbers  # by what is beaten, high, low or both, and hand
    decisions: Decisions

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return int(self.weights.sum()) * self.dealers

    def share(self, decision: int) -> Fraction:
        """How often the plan takes a decision, as a share of all deals."""
        return Fraction(int(self.weights[self.decisions == decision].sum()), int(self.weights.sum()))

    def results(self, decision: int) -> dict[str, int]:
        """How many deals win, lose and push after a decision."""
        chosen = self.decisions == decision
        weights = self.weights[chosen]
        high, low, both = (int((weights * beaten).sum()) for beaten in self.beaten[:, chosen])
        total = int(weights.sum()) * self.dealers
        return {"win": both, "lose": total - high - low + both, "push": high + low - 2 * both}

    def analysis(self) -> MainAnalysis:
        """The analysis of the main game under the plan."""
        deals = self.deals
        ends = {decision: self.results(decision) for decision in (STAND, DOUBLE)}
        surrendered = self.share(SURRENDER)
        nets = [(surrendered, self.variant.net(SURRENDER, 0))] + [
            (Fraction(results[name], deals), self.variant.net(decision, result))
            for decision, results in ends.items()
            for name, result in (("win", 1), ("push", 0), ("lose", -1))
        ]
        outcomes = {name: Fraction(ends[STAND][name] + ends[DOUBLE][name], deals) for name in ("win", "lose", "push")}
        return MainAnalysis(
            per="bet",
            deals=deals,
            net=sum((share * net for share, net in nets), Fraction(0)),
            wagered=1 + self.share(DOUBLE) * self.variant.double,
            net_squared=sum((share * net**2 for share, net in nets), Fraction(0)),
            decisions={name: self.share(decision) for decision, name in enumerate(DECISIONS)},
            outcomes={**outcomes, "surrender": surrendered},
            nets=nets_of(((net, int(share * deals)) for share, net in nets), deals),
        )


@dataclass(frozen=True, kw_only=True)
class Valued:
    """All hands of a player, set by the house way and in the best way, against all dealers of one reading."""

    variant: Variant
    hands: Hands
    counts: Numbers  # by way of setting, and hand: the setting, and how many dealer's hands it beats high, low and both

    @classmethod
    def of(cls, variant: Variant, hands: Hands, dealers: Dealers, run: Runner) -> "Valued":
        """Count all hands."""
        return cls(variant=variant, hands=hands, counts=count_settings(variant.hand_rules, hands, dealers, run))

    @property
    def dealers(self) -> int:
        """How many hands the dealer can have against each hand of the player."""
        return self.variant.dealers

    def values(self, way: int) -> Counts:
        """What standing is worth to every hand, set in one way, with `whole` for one bet."""
        _, *beaten = self.counts[way]
        values: Counts = PERCENT * (beaten[HIGH].astype(np.int64) + beaten[LOW] - self.dealers)
        values -= self.variant.commission * beaten[BOTH].astype(np.int64)
        return values

    @property
    def whole(self) -> int:
        """One bet, in the unit of `values`."""
        return PERCENT * self.dealers

    def plan(self, plan: int) -> Plan:
        """A plan applied to all hands."""
        way = int(plan == BEST_SETTING)
        settings, *beaten = self.counts[way]
        packed = self.hands.settings.fronts[settings] + (self.hands.settings.backs[settings] << FRONT_BITS)
        return Plan(
            variant=self.variant,
            weights=self.hands.weights,
            dealers=self.dealers,
            settings=settings,
            packed=packed,
            beaten=np.array(beaten),
            decisions=decide(plan, packed, self.values(way), self.whole, self.variant),
        )

    def questions(self) -> Questions:
        """What it costs to answer each question always in the same way, with the best setting."""
        best, variant = self.plan(BEST_SETTING), self.variant
        values = self.values(1)

        def edge(*allowed: int) -> Fraction:
            decisions = best_decisions(values, self.whole, variant, allowed)
            return replace(best, decisions=decisions).analysis().house_edge

        surrender = [SURRENDER] if variant.surrenders else []
        double = [DOUBLE] if variant.double else []
        answers: dict[str, dict[str, Edge]] = {}
        if double:
            answers["whether to double"] = {
                "never double": edge(*surrender, STAND),
                "always double": edge(*surrender, DOUBLE),
            }
        if surrender:
            answers["whether to surrender"] = {
                "never surrender": edge(STAND, *double),
                "always surrender": variant.surrender,
            }
        return answers

    def plan_named(self, name: str) -> Plan:
        """A plan applied to all hands, by its name."""
        return self.plan(PLANS.index(name))


def count_settings(rules: HandRules, hands: Hands, dealers: Dealers, run: Runner) -> Numbers:
    """Set all hands by the house way and in the best way, and count what they beat: the `counts` of `Valued`."""
    points = Points.of(rules, dealers.packed, np.ones(len(dealers.packed), np.bool_))
    return value_all(hands, points, rules.commission, run)
