"""The decks and shoes of a table: committed to, dealt from, finished. Their order is made in dealing.py."""

from dataclasses import dataclass, field

from houseway.cards.card import Card
from houseway.games.round.round import Round, cards_needed
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables.shuffle import fresh_cards
from houseway.values import changed


@dataclass(frozen=True, kw_only=True)
class Deck:
    """A deck or shoe of a table: committed to, and from its first deal on with values and an order."""

    number: int
    commitment: str
    values: tuple[tuple[int, str], ...] | None = None
    position: int = 0
    part: int = 1  # 2 and more: shuffled again in the middle of a round
    order: tuple[Card, ...] = field(default=(), repr=False, compare=False)

    @property
    def begun(self) -> bool:
        """Whether cards were dealt from it."""
        return self.values is not None


def is_finished(deck: Deck, rules: TableRules) -> bool:
    """Whether a deck deals no further round: its cut card is out, or a full table might not be dealt from it."""
    game = rules.chosen
    if not deck.begun:
        return False
    if not game.keeps_shoe or deck.part > 1:
        return True
    total = len(fresh_cards(game))
    return total - deck.position <= max(game.cards_behind(total), cards_needed(game, rules.seats) - 1)


def deal_round(now: Round, deck: Deck) -> tuple[Round, Deck]:
    """The round dealt from the top of the deck."""
    needed = cards_needed(now.game, len(now.seats))
    taken = deck.order[deck.position : deck.position + needed]
    return now.deal_from(taken), changed(deck, position=deck.position + needed)
