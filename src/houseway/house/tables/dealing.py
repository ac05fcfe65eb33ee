"""The dealing role: the only part of the house that reads seeds, entered deals and players' values early.

Nothing else calls the `Secret` that it is handed (tests/house/threats/test_cards.py walks the sources). It returns the
order of cards for the state of a table, of which a seat sees only its view, and what is published when a deck begins
(values) or is over (its seed). docs/fair-shuffle.md says who could know what at each moment.
"""

import hmac
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from houseway.cards.card import Card, card_texts, parse_cards
from houseway.games.round.round import Round
from houseway.house.log.aggregate import Secret
from houseway.house.log.events import canonical
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables.decks import Deck
from houseway.house.tables.shuffle import deck_order, fresh_cards, remaining_cards
from houseway.values import changed

DRAWN_DIGITS: Final = 16  # of a value that the house draws for a seat

Hands = Mapping[int, Sequence[Card]]


# ---- players' values


class OpenedValues(NamedTuple):
    """The values of a deck at its first deal: each seat's, which of them the house drew, and salts of the others."""

    values: list[tuple[int, str]]
    drawn: list[int]
    salts: list[tuple[int, str]]


def value_text(seat: int, value: str, salt: str) -> str:
    """The secret text of a player's value until the deal; its SHA-256 is the player's commitment."""
    return canonical({"salt": salt, "seat": seat, "value": value})


def read_value(digest: str, secret: Secret) -> str:
    """A player's value that was kept."""
    return str(json.loads(secret(digest))["value"])


def open_values(seats: Mapping[int, str], deck: Deck, table: str, secret: Secret) -> OpenedValues:
    """The values of all seated players, by the commitment that each gave; a seat that gave none has one drawn."""
    opened = OpenedValues([], [], [])
    for seat, digest in sorted(seats.items()):
        if digest:
            stored = json.loads(secret(digest))
            opened.values.append((seat, stored["value"]))
            opened.salts.append((seat, stored["salt"]))
        else:
            opened.values.append((seat, drawn_value(secret(deck.commitment), table=table, deck=deck.number, seat=seat)))
            opened.drawn.append(seat)
    return opened


def drawn_value(seed: str, *, table: str, deck: int, seat: int) -> str:
    """The value of a seat that gave none, derived from the seed, which the commitment fixes."""
    named = canonical({"deck": deck, "drawn": seat, "table": table})
    return hmac.digest(bytes.fromhex(seed), named.encode(), "sha256").hex()[:DRAWN_DIGITS]


# ---- the order of the cards


def with_order(deck: Deck, rules: TableRules, secret: Secret) -> Deck:
    """A deck with its order, derived from seed and values; of a reshuffled part, the first order."""
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


def draw_cards(now: Round, deck: Deck, rules: TableRules, secret: Secret) -> tuple[Round, Deck]:
    """The round with every card that it waits for; an empty shoe is filled with what is not on the table."""
    while now.needs_card:
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


def seed_of(deck: Deck, secret: Secret) -> str:
    """The seed of a deck that is over."""
    return secret(deck.commitment)


# ---- deals that are entered


def deal_text(hands: Hands, dealer: Sequence[Card], board: Sequence[Card], salt: str) -> str:
    """The secret text of a deal of real cards while some of them are face down."""
    deal = {
        "hands": {str(seat): card_texts(cards) for seat, cards in hands.items()},
        "dealer": card_texts(dealer),
        "board": card_texts(board),
        "salt": salt,
    }
    return canonical(deal)


def deal_entered(now: Round, digest: str, secret: Secret) -> Round:
    """The round with the cards of a deal that was entered."""
    deal = json.loads(secret(digest))
    hands = {int(seat): parse_cards(cards) for seat, cards in deal["hands"].items()}
    return now.deal_hands(hands, parse_cards(deal["dealer"]), parse_cards(deal["board"]))


# ---- what a card reader knows


def reading_text(cards: Sequence[Card], salt: str) -> str:
    """The secret text of the cards that a reader read while they are face down."""
    return canonical({"read": card_texts(cards), "salt": salt})


def is_reading_of(digest: str, dealer: Sequence[Card], secret: Secret) -> bool:
    """Whether all cards that a reader read are among the dealer's."""
    left = Counter(dealer)
    left.subtract(parse_cards(json.loads(secret(digest))["read"]))
    return min(left.values()) >= 0
