"""Cards and their notation: `Ah`, `Ts`, the joker `Jo`."""

from collections.abc import Iterable, Sequence
from typing import Final

from houseway.errors import InvalidInput, shown

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
SYMBOLS: Final = "♣♦♥♠"

TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(13)
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)


class Card(int):
    """A card as a small integer, 13 x suit + rank, clubs to spades and two to ace; the joker is 52.

    Kernels take it as the integer that it is; people see its notation.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"

    def __str__(self) -> str:
        return _NOTATION[self]

    @property
    def rank(self) -> int:
        """0 for a two up to 12 for an ace; the joker counts as an ace."""
        return ACE if self == JOKER else self % 13

    @property
    def suit(self) -> int | None:
        """0 to 3 for clubs, diamonds, hearts, spades; None for the joker."""
        return None if self == JOKER else self // 13

    @property
    def pretty(self) -> str:
        """For people: `A♥`, `10♠`, `Jo`."""
        if self == JOKER:
            return "Jo"
        return RANKS[self % 13].replace("T", "10") + SYMBOLS[self // 13]

    @classmethod
    def parse(cls, text: object, *, field: str = "") -> "Card":
        """The card that `Ah`, `10h` or `ah` names."""
        card = _CARDS.get(text) if isinstance(text, str) else None
        if card is None and isinstance(text, str) and len(text) <= 3:
            card = _CARDS.get(_canonical(text))
        if card is None:
            raise InvalidInput(f"{shown(text, 24)} is not a card", field=field)
        return card


def _canonical(text: str) -> str:
    rank, suit = text[:-1], text[-1:]
    if not text.isascii():
        return ""
    return ("T" if rank == "10" else rank.upper()) + suit.lower()


JOKER: Final = Card(52)
_NOTATION: Final = [rank + suit for suit in SUITS for rank in RANKS] + ["Jo"]
_CARDS: Final = {text: Card(index) for index, text in enumerate(_NOTATION)}

_card, _notation = _CARDS.__getitem__, _NOTATION.__getitem__


def parse_cards(texts: Iterable[object], *, field: str = "") -> tuple[Card, ...]:
    """Several cards, in order."""
    held = list(texts)
    usual = usual_cards(held)
    return tuple([Card.parse(text, field=field) for text in held]) if usual is None else usual


def usual_cards(texts: Iterable[object]) -> tuple[Card, ...] | None:
    """Several cards as they are usually written; None where `parse_cards` must look closer."""
    try:
        return tuple(map(_card, texts))  # type: ignore[arg-type]  # what is no text is no key either
    except (KeyError, TypeError):
        return None


def card_texts(cards: Iterable[Card]) -> list[str]:
    """Several cards in notation, as records have them."""
    return list(map(_notation, cards))


def are_few(cards: Sequence[Card], copies: int) -> bool:
    """Whether so few cards come again that none can appear more than `copies` times."""
    return len(cards) - len(set(cards)) < copies


def check_copies(cards: Sequence[Card], *, copies: int, joker: bool, field: str = "") -> None:
    """Refuse a card that appears more often than the deck holds, and a joker where there is none."""
    if are_few(cards, copies) and (joker or JOKER not in cards):
        return
    seen: dict[Card, int] = {}
    for card in cards:
        seen[card] = seen.get(card, 0) + 1
        if card == JOKER and not joker:
            raise InvalidInput("Jo: this game is played without a joker", field=field)
        if seen[card] > copies:
            times = "more than once" if copies == 1 else f"more than {copies} times, in a shoe of {copies} decks"
            raise InvalidInput(f"{card} appears {times}", field=field)
