"""The course of a round: wagers, seven cards each, fold or raise, the reveal."""

from dataclasses import dataclass
from functools import cache

from houseway.cards.card import Card
from houseway.cards.hands import flush_hand, flush_size, hand_mask
from houseway.cards.names import flush_name
from houseway.games.flush_poker.explain_line import explain
from houseway.games.flush_poker.settle import settle
from houseway.games.flush_poker.variant import Variant
from houseway.games.round.decision import Choice
from houseway.games.round.explanation import Reason
from houseway.games.round.round import Round, Seat
from houseway.games.round.settlement import SettledSeat, SettledWager, Settlement
from houseway.money import Cents
from houseway.values import remembered


def fold_or_raise(cap: int, bet: Cents) -> tuple[Choice, ...]:
    """The choices of a seat that may raise up to `cap` times its Bet."""
    return (*_fold_or_multiples(cap), Choice("raise", bet, cap * bet))


@cache
def _fold_or_multiples(cap: int) -> tuple[Choice, ...]:
    return (Choice("fold"), *[Choice(f"raise {times}x") for times in range(1, cap + 1)])


@dataclass(frozen=True, kw_only=True)
class Play(Round[Variant]):
    """A round of Flush Poker."""

    @remembered
    def turn(self) -> int | None:
        """Every seat once, in order."""
        for seat in self.seats:
            if not seat.decisions:
                return seat.number
        return None

    def choices(self) -> tuple[Choice, ...]:
        """Fold, or raise between the Bet and its cap (clause 3)."""
        seat = self.seat(self.turn or 0)
        cap = self.game.variant.caps[flush_size(flush_hand(hand_mask(seat.cards)))]
        return fold_or_raise(cap, seat.wagers["bet"])

    def raised(self, seat: Seat) -> Cents:
        """The Raise wager; 0 for none."""
        return sum([decision.amount or decision.times * seat.wagers["bet"] for decision in seat.decisions])

    def added(self, seat: Seat) -> dict[str, Cents]:
        """The Raise."""
        raised = self.raised(seat)
        return {"raise": raised} if raised else {}

    def seen_dealer(self) -> tuple[Card | None, ...]:
        """Face down until every player has decided (clause 4)."""
        return self.dealer if self.finished else (None,) * len(self.dealer)

    def source_of(self, seat: Seat) -> tuple[object, ...]:
        """The seat; its cards are shown at the end."""
        return self.game, seat, self.finished

    def hand_name(self, seat: Seat) -> str | None:
        """The longest flush, by its ranks."""
        return flush_name(flush_hand(hand_mask(seat.cards)))

    def settle(self) -> Settlement:
        """Settle every wager by clauses 4 to 6."""
        return settle(self)

    def explain(self, settled: SettledSeat, line: SettledWager) -> Reason:
        """The reason for a line: the hands and cards that decided it."""
        return explain(self, settled, line)
