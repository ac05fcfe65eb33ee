"""The decks and shoes of a table: their order from the fair shuffle, and the cards a round deals and draws."""

from dataclasses import dataclass, field
from typing import Final

from houseway.cards.card import Card
from houseway.games.round import Round, cards_needed
from houseway.house.log.aggregate import Secret
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables.shuffle import deck_order, fresh_cards, remaining_cards
from houseway.values import changed

REMEMBERED: Final = 10_000  # ways to wager that a table has verified


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


def with_order(deck: Deck, rules: TableRules, secret: Secret) -> Deck:
    """A deck with its order, which seed and values give. Of a part that was shuffled again this gives the first."""
    if deck.order or deck.values is None:
        return deck
    order = deck_order(
        fresh_cards(rules.chosen),
        secret(deck.commitment),
        table=rules.name,
        deck=deck.number,
        values=deck.values,
    )
    return changed(deck, order=order)


def deal_round(now: Round, deck: Deck) -> tuple[Round, Deck]:
    """The round dealt from the top of the deck."""
    needed = cards_needed(now.game, len(now.seats))
    taken = deck.order[deck.position : deck.position + needed]
    return now.deal_from(taken), changed(deck, position=deck.position + needed)


def draw_cards(now: Round, deck: Deck, rules: TableRules, secret: Secret) -> tuple[Round, Deck]:
    """The round with every card that it waits for; an empty shoe is filled with what is not on the table."""
    while now.wants_card:
        if deck.position >= len(deck.order):
            deck = _reshuffle(now, deck, rules, secret)
        now = now.take(deck.order[deck.position])
        deck = changed(deck, position=deck.position + 1)
    return now, deck


def _reshuffle(now: Round, deck: Deck, rules: TableRules, secret: Secret) -> Deck:
    part = deck.part + 1
    order = deck_order(
        remaining_cards(now.game, now.cards_out),
        secret(deck.commitment),
        table=rules.name,
        deck=deck.number,
        values=deck.values or (),
        part=part,
    )
    return changed(deck, order=order, part=part, position=0)
