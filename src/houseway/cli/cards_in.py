"""Where the cards of terminal play come from: a fresh deck each round, or a shoe kept to its cut card."""

import secrets

from houseway.cards.card import Card
from houseway.cards.deck import (
    RandomBits,
    SeededBits,
    Shoe,
    joker_deck,
    seed_from_text,
    shoe_cards,
    shuffle,
    standard_deck,
)
from houseway.games.game import Game
from houseway.games.round import Round, cards_needed


class CardSource:
    """Shuffles for a game as its options say: a deck a round, a shoe with a cut card, or a continuous shuffler."""

    def __init__(self, game: Game, seed: str | None) -> None:
        self.game = game
        self.random: RandomBits = secrets.randbits if seed is None else SeededBits(seed_from_text(seed))
        self.shoe: Shoe | None = None

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the deck or shoe."""
        deck = self.game.approval.table.deck
        if deck == "shoe":
            return shoe_cards(int(self.game.options["decks"]))
        return joker_deck() if deck == "53" else standard_deck()

    def deal(self, placed: Round) -> Round:
        """Deal a round, shuffling first where it is time to."""
        kept = self.game.approval.table.deck == "shoe" and self.game.options["dealing"] == "shoe"
        needed = cards_needed(self.game, len(placed.seats))
        if self.shoe is None or not kept or self.shoe.finished or self.shoe.left < needed:
            self.shoe = Shoe(cards=shuffle(self.cards, self.random), behind=self._behind())
        taken, self.shoe = self.shoe.take(needed)
        return placed.deal_from(taken)

    def _behind(self) -> int:
        cut = self.game.options.get("cut-card", "0")
        return len(self.cards) // 4 if cut == "quarter" else int(cut)

    def draw(self, now: Round) -> Round:
        """Give a round the card it waits for; an empty shoe is filled with the cards that are not on the table."""
        if self.shoe is None or not self.shoe.left:
            rest = list(self.cards)
            for card in now.cards_out:
                rest.remove(card)
            self.shoe = Shoe(cards=shuffle(rest, self.random), behind=self._behind())
        (card,), self.shoe = self.shoe.take(1)
        return now.take(card)
