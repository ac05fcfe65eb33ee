"""One blackjack hand of a seat: its cards, its stake, and whether it is still played."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from houseway.cards.card import ACE, Card
from houseway.cards.hands import blackjack_total, hard_value
from houseway.cards.names import total_name
from houseway.games.down_under_blackjack.rules import is_blackjack
from houseway.money import Cents

_VALUES: Final = tuple(map(hard_value, range(52)))
_ACES: Final = tuple(card % 13 == ACE for card in range(52))
BLACKJACKS: Final = frozenset((one, two) for one in range(52) for two in range(52) if is_blackjack(one, two))


class Hand(Struct, frozen=True, kw_only=True):
    """A hand; `stake` is the wager and `doubled` what was added to it; `hard` counts aces as one."""

    cards: tuple[Card, ...]
    hard: int
    aces: int
    stake: Cents = 0
    doubled: Cents = 0
    split: bool = False
    awaits_card: bool = False
    done: bool = False

    @classmethod
    def of(cls, cards: Iterable[Card], *, stake: Cents = 0, split: bool = False) -> "Hand":
        """A hand of these cards; one that has a single card waits for its second."""
        held = tuple(cards)
        hard = aces = 0
        for card in held:
            hard += _VALUES[card]
            aces += _ACES[card]
        return cls(cards=held, hard=hard, aces=aces, stake=stake, split=split, awaits_card=len(held) == 1)

    def with_card(self, card: Card) -> "Hand":
        """The hand with one more card; it is done with 21 or more, and once it is doubled."""
        hard, aces = self.hard + _VALUES[card], self.aces + _ACES[card]
        done = self.doubled > 0 or blackjack_total(hard, aces) >= 21
        return replace(self, cards=(*self.cards, card), hard=hard, aces=aces, awaits_card=False, done=done)

    @property
    def total(self) -> int:
        """The blackjack total."""
        return blackjack_total(self.hard, self.aces)

    @property
    def blackjack(self) -> bool:
        """Whether it is an unsplit ace and ten-value card."""
        return not self.split and self.cards in BLACKJACKS

    @property
    def as_dealt(self) -> bool:
        """Whether it has its two cards as dealt: neither split nor drawn to."""
        return not self.split and len(self.cards) == 2

    @property
    def split_ace(self) -> bool:
        """Whether it began as a split ace, which receives only one card."""
        return self.split and self.cards[0] % 13 == ACE

    @property
    def live(self) -> bool:
        """Whether the dealer draws against it: it is neither broken nor a blackjack."""
        return self.total <= 21 and not self.blackjack

    @property
    def name(self) -> str:
        """The hand in words."""
        return total_name(self.hard, self.aces, len(self.cards) if not self.split else 0)
