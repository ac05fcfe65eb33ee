"""What decisions are worth in a game of two streets: check or play, then fold or play for those who checked."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic

from houseway.games.pricing.decision_worth import Questions
from houseway.games.pricing.suit_classes import Kind, Payoffs, Results, added, dot

Preferred = Mapping[tuple[str, ...], Results]  # results by the decisions of the second street, the best one first


@dataclass(frozen=True, kw_only=True)
class TwoStreetWorth(Generic[Kind]):
    """All deals by kind of hole cards, and by the order in which a hand prefers the decisions after a check.

    If some decisions are not allowed, a hand makes the first allowed one of its order.
    """

    payoffs: Payoffs
    before: Sequence[str]  # the Play wagers of the first street
    kinds: Mapping[Kind, Preferred]

    def house_edge(self, openings: Collection[str], after: Collection[str]) -> Fraction:
        """The house edge if only these decisions are allowed, with the best play otherwise."""
        net = deals = 0
        for preferred in self.kinds.values():
            dealt = added(preferred.values())
            worth = [dot(dealt, self.payoffs.nets[play]) for play in openings if play != "check"]
            if "check" in openings:
                worth.append(self._checked(preferred, after))
            net += max(worth)
            deals += sum(dealt)
        return Fraction(-net, self.payoffs.scale * deals)

    def _checked(self, preferred: Preferred, after: Collection[str]) -> int:
        """The worth of a check, in antes times the scale."""
        return sum(
            dot(results, self.payoffs.nets[next(decision for decision in order if decision in after)])
            for order, results in preferred.items()
        )

    def questions(self, after: Sequence[str], opened: str) -> Questions:
        """The house edge of each fixed answer; `after` are the Play wagers after `opened`, the flop or the board."""
        openings, decisions = ("check", *self.before), ("fold", *after)
        return {
            f"whether to check or play before the {opened}": {
                "always check": self.house_edge(["check"], decisions),
                "always play": self.house_edge(self.before, decisions),
            },
            f"how much to play before the {opened}": {
                f"always {play} if at all": self.house_edge(["check", play], decisions)
                for play in _if_several(self.before)
            },
            f"whether to fold or play after the {opened}": {
                "never fold": self.house_edge(openings, after),
                "always fold": self.house_edge(openings, ["fold"]),
            },
            f"how much to play after the {opened}": {
                f"always {play} if at all": self.house_edge(openings, ["fold", play]) for play in _if_several(after)
            },
        }


def _if_several(plays: Sequence[str]) -> Sequence[str]:
    """The plays, or none if there is only one, because "how much" is then no question."""
    return plays if len(plays) > 1 else ()
