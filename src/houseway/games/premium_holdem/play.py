"""The course of a round: wagers, the deal, check or play 3x, the board of four, fold or play 1x or 2x, the reveal."""

from dataclasses import dataclass
from typing import ClassVar

from houseway.games.premium_holdem.explain_line import explain
from houseway.games.premium_holdem.settle import settle
from houseway.games.premium_holdem.variant import Variant
from houseway.games.round.decision import Choice
from houseway.games.round.explanation import Reason
from houseway.games.round.settlement import SettledSeat, SettledWager, Settlement
from houseway.games.round.two_streets import TwoStreets


@dataclass(frozen=True, kw_only=True)
class Play(TwoStreets[Variant]):
    """A round of Premium Hold'em."""

    before: ClassVar = (Choice("check"), Choice("play 3x"))  # clause 3
    after: ClassVar = (Choice("fold"), Choice("play 1x"), Choice("play 2x"))  # clause 4
    opened: ClassVar = 4  # the whole board, clause 4

    def settle(self) -> Settlement:
        """Settle every wager by the section on winning and losing."""
        return settle(self)

    def explain(self, settled: SettledSeat, line: SettledWager) -> Reason:
        """The reason for a line: the hands and cards that decided it."""
        return explain(self, settled, line)
