"""The course of a round: two cards in the middle, call or raise, the third card."""

from dataclasses import dataclass
from typing import ClassVar

from houseway.cards.card import Card
from houseway.games.round.decision import Choice
from houseway.games.round.round import Round, Seat
from houseway.games.round.settlement import Settlement
from houseway.money import Cents
from red_dog.rules import NEIGHBOURS, spread
from red_dog.settle import settle
from red_dog.variant import raise_times


@dataclass(frozen=True, kw_only=True)
class Play(Round):
    """A round of Red Dog; the dealer's two cards lie in the middle, and `drawn` is the third."""

    draws: ClassVar = True

    @property
    def spread(self) -> int:
        """The ranks between the first two cards."""
        return spread(*self.dealer)

    @property
    def turn(self) -> int | None:
        """Every seat in order, where there is a spread (clause 3)."""
        if not self.dealt or self.spread <= NEIGHBOURS:
            return None
        return next((seat.number for seat in self.seats if not seat.decisions), None)

    def choices(self) -> tuple[Choice, ...]:
        """Call, or raise by the Ante or by any part of it."""
        turn = self.turn
        most = self._most(self.seat(turn)) if turn else 0
        return (Choice("call"), Choice("raise"), Choice("raise", 1, most)) if most else (Choice("call"),)

    def _most(self, seat: Seat) -> Cents:
        return raise_times(self.game) * seat.wagers["ante"]

    def added(self, seat: Seat) -> dict[str, Cents]:
        """The Raise."""
        raised = [decision.amount or self._most(seat) for decision in seat.decisions if decision.word == "raise"]
        return {"raise": raised[0]} if raised else {}

    @property
    def needs_card(self) -> bool:
        """The third card, for a pair at once, otherwise after the decisions; neighbours draw none."""
        return self.dealt and not self.void and not self.drawn and self.spread != NEIGHBOURS and self.turn is None

    def seen_dealer(self) -> tuple[Card | None, ...]:
        """Every card lies face up."""
        return (*self.dealer, *self.drawn)

    def settle(self) -> Settlement:
        """Clauses 2, 4 and 5."""
        return settle(self)
