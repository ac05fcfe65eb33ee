"""One blackjack hand of a seat: its cards, its stake, and what may still be done with it."""

from dataclasses import dataclass

from houseway.cards.card import ACE, Card
from houseway.cards.hands import blackjack_total, hard_value, total_of
from houseway.cards.names import total_name
from houseway.games.down_under_blackjack.rules import are_gold, is_blackjack
from houseway.money import Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """A hand; `stake` is the wager and `doubled` what was added to it."""

    cards: tuple[Card, ...]
    stake: Cents
    doubled: Cents = 0
    split: bool = False
    awaits_card: bool = False
    done: bool = False

    @property
    def total(self) -> int:
        """The blackjack total."""
        return total_of(self.cards)

    @property
    def blackjack(self) -> bool:
        """An unsplit ace and ten-value card."""
        return not self.split and len(self.cards) == 2 and is_blackjack(*self.cards)

    @property
    def two_golds(self) -> bool:
        """Two gold cards as they were dealt: neither split nor drawn to."""
        return not self.split and len(self.cards) == 2 and are_gold(*self.cards)

    @property
    def split_ace(self) -> bool:
        """A hand that began as a split ace, which receives one card only."""
        return self.split and self.cards[0].rank == ACE

    @property
    def name(self) -> str:
        """The hand in words."""
        hard, aces = counts(self.cards)
        return total_name(hard, aces, len(self.cards) if not self.split else 0)


def counts(cards: tuple[Card, ...]) -> tuple[int, int]:
    """The sum of the cards with aces as one, and the number of aces."""
    return sum([hard_value(card) for card in cards]), sum([card.rank == ACE for card in cards])


def total(cards: tuple[Card, ...]) -> int:
    """The blackjack total of some cards."""
    return blackjack_total(*counts(cards))
