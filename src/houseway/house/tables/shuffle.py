"""The fair shuffle: the house commits itself to a seed, the players add a value each, and the two give the order.

docs/fair-shuffle.md explains how to check a deal by hand, with test vectors.
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from houseway.cards.card import Card
from houseway.cards.deck import SEED_BYTES, SeededBits, shuffle
from houseway.errors import InvalidInput, shown
from houseway.games.game import Game
from houseway.house.log.events import canonical

Values = Sequence[tuple[int, str]]  # seat and value, ascending by seat
Entropy = Callable[[], str]

LONGEST_VALUE: Final = 100


def new_seed() -> str:
    """A seed that nobody can guess: 32 bytes from the operating system as 64 hexadecimal digits."""
    return secrets.token_hex(SEED_BYTES)


def commitment(seed: str) -> str:
    """What is published of a seed before the first wager: SHA-256 of its 64 digits as text."""
    return hashlib.sha256(seed.encode()).hexdigest()


def check_value(value: object) -> str:
    """A player's value: any printable text, or nothing."""
    if not isinstance(value, str) or len(value) > LONGEST_VALUE or not value.isprintable():
        raise InvalidInput(f"must be at most {LONGEST_VALUE} printable characters, not {shown(value)}", field="value")
    return value


def deck_seed(seed: str, *, table: str, deck: int, values: Values, part: int = 1) -> bytes:
    """The seed of one deck: HMAC-SHA256 of what names the deck and its values, under the committed seed.

    `part` is 2 for the cards that are shuffled again when a shoe is empty before the round is over, then 3, ...
    """
    named: dict[str, object] = {"deck": deck, "table": table, "values": [[seat, value] for seat, value in values]}
    if part > 1:
        named["part"] = part
    return hmac.digest(bytes.fromhex(seed), canonical(named).encode(), "sha256")


def deck_order(
    cards: Sequence[Card], seed: str, *, table: str, deck: int, values: Values, part: int = 1
) -> tuple[Card, ...]:
    """The cards in the order that they are dealt in."""
    return shuffle(cards, SeededBits(deck_seed(seed, table=table, deck=deck, values=values, part=part)))


def fresh_cards(game: Game) -> tuple[Card, ...]:
    """All cards of a game's deck or shoe, in the order that a shuffle starts from."""
    return _cards(game.deck, game.copies)


@cache
def _cards(deck: frozenset[int], copies: int) -> tuple[Card, ...]:
    return tuple(Card(number) for number in sorted(deck)) * copies


def remaining_cards(game: Game, out: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that are not on the table, in a shuffle's starting order; of equal cards the first are out."""
    missing: dict[Card, int] = {}
    for card in out:
        missing[card] = missing.get(card, 0) + 1
    rest = []
    for card in fresh_cards(game):
        if missing.get(card, 0):
            missing[card] -= 1
        else:
            rest.append(card)
    return tuple(rest)


def require_committed_seed(seed: str, committed: str) -> None:
    """Raise unless a revealed seed is the one that the house was bound to."""
    if commitment(seed) != committed:
        raise InvalidInput("is not the seed that was committed to", field="seed")
