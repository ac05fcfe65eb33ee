"""The course of a round: wagers, the deal, check or play 2x or 3x, the flop, fold or play 1x, the reveal."""

from dataclasses import dataclass
from typing import ClassVar, Final

from houseway.errors import NotApproved
from houseway.games.down_under_holdem.explain_line import explain
from houseway.games.down_under_holdem.settle import settle
from houseway.games.down_under_holdem.variant import Variant
from houseway.games.letter.card_reader import LIGHTS
from houseway.games.round.decision import Choice
from houseway.games.round.explanation import Reason
from houseway.games.round.round import Seat
from houseway.games.round.settlement import SettledSeat, SettledWager, Settlement
from houseway.games.round.two_streets import TwoStreets

BONUSES: Final = ("trips-or-better", "match-the-dealer")
FIVE_DOLLARS: Final = 500


@dataclass(frozen=True, kw_only=True)
class Play(TwoStreets[Variant]):
    """A round of Down Under Hold'em."""

    before: ClassVar = (Choice("check"), Choice("play 2x"), Choice("play 3x"))  # clause 4
    after: ClassVar = (Choice("fold"), Choice("play 1x"))  # clause 6
    opened: ClassVar = 3  # the flop, clause 5

    def check_seat(self, seat: Seat) -> None:
        """Check the four-wager rule where both bonuses make five wagering options."""
        staked = [name for name in BONUSES if name in seat.wagers]
        if not staked or not self.game.offered.issuperset(BONUSES):
            return
        if len(staked) > 1:
            raise NotApproved(
                "a player may use at most four of the five wagering options: one bonus, not both",
                field="wagers",
            )
        if min(seat.wagers[staked[0]], seat.wagers["ante"]) > FIVE_DOLLARS:
            raise NotApproved(
                "one of the four wagers must be at most $5.00: the ante or the bonus",
                field=f"wagers.{staked[0]}",
            )

    def sees_cards_of(self, viewer: int, seat: Seat) -> bool:
        """A seat sees others' cards only where they are dealt face up (letter of 15 June 2020)."""
        return viewer == seat.number or self.finished or self.game.is_on("face-up")

    def choices(self) -> tuple[Choice, ...]:
        """The choices of the letter, or of a designer's study."""
        if not self.game.study:
            return self.after if self.board_is_open else self.before
        variant = self.game.variant
        return tuple(map(Choice, ("fold", variant.last_play) if self.board_is_open else variant.openings))

    def lights(self) -> list[str]:
        """The range of each of the dealer's cards, in no particular order (clause 3)."""
        lights = self.game.variant.lights
        return [LIGHTS[number] for number in sorted(lights[card % 13] for card in self.dealer)]

    def settle(self) -> Settlement:
        """Settle every wager by clauses 10 and 11."""
        return settle(self)

    def explain(self, settled: SettledSeat, line: SettledWager) -> Reason:
        """The reason for a line: the hands and cards that decided it."""
        return explain(self, settled, line)
