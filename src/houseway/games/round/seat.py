"""A seat at the table: its wagers, cards and decisions."""

from collections.abc import Mapping

from msgspec import Struct

from houseway.cards.card import Card
from houseway.games.round.decision import Decision
from houseway.money import Cents


class Seat(Struct, frozen=True, kw_only=True, gc=False):
    """A betting seat: its wagers in cents, its cards and what it has decided."""

    number: int
    wagers: Mapping[str, Cents]
    player: str = ""
    cards: tuple[Card, ...] = ()
    decisions: tuple[Decision, ...] = ()

    def decided(self, word: str) -> bool:
        """Whether one of the seat's decisions was this word."""
        for decision in self.decisions:  # noqa: SIM110 - a generator costs more than the two decisions of a seat
            if decision.word == word:
                return True
        return False
