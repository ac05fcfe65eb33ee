"""The value of cards, in words and as a number, as any kind of hand."""

from typing import Final

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict

from houseway.cards import hands, names
from houseway.cards.card import JOKER, Card, card_texts, check_copies, parse_cards
from houseway.errors import InvalidInput
from houseway.games import game_names, kit_of
from houseway.games.kit import HandKind, HandValue

Cards = tuple[Card, ...]
COPIES_IN_A_SHOE: Final = 8


def _count(cards: Cards, kind: str, *sizes: int) -> None:
    if len(cards) not in sizes:
        allowed = ", ".join(map(str, sizes[:-1])) + (" or " if len(sizes) > 1 else "") + str(sizes[-1])
        raise InvalidInput(f"{kind} takes {allowed} cards, not {len(cards)}", field="cards")


def _poker(cards: Cards) -> HandValue:
    strength = hands.poker_strength(cards)
    return HandValue(hand=names.poker_name(strength), strength=strength)


def _three(cards: Cards) -> HandValue:
    strength = hands.three_card(*cards)
    return HandValue(hand=names.three_name(strength), strength=strength)


def _flush(cards: Cards) -> HandValue:
    strength = hands.flush_hand(hands.hand_mask(cards))
    return HandValue(hand=names.flush_name(strength), strength=strength)


def _blackjack(cards: Cards) -> HandValue:
    if len(cards) < 2:
        raise InvalidInput("blackjack takes two cards or more", field="cards")
    hard, aces = sum(map(hands.hard_value, cards)), sum(card.rank == 12 for card in cards)
    total = hands.blackjack_total(hard, aces)
    natural = total == 21 and len(cards) == 2
    strength = 0 if total > 21 else 22 if natural else total
    return HandValue(hand=names.total_name(hard, aces, len(cards)), strength=strength)


KINDS: Final[dict[str, HandKind]] = {
    "poker": HandKind(cards=(5, 6, 7), joker=False, evaluate=_poker),
    "joker": HandKind(cards=(5, 6, 7), joker=True, evaluate=_poker),
    "three": HandKind(cards=(3,), joker=False, evaluate=_three),
    "flush": HandKind(cards=(7,), joker=True, evaluate=_flush),
    "blackjack": HandKind(cards=(), joker=False, evaluate=_blackjack),
}


def hand_kinds() -> dict[str, HandKind]:
    """All kinds of hands: the general ones, and those that only one game has."""
    return KINDS | {name: kind for game in game_names() for name, kind in kit_of(game).hands().items()}


class EvaluatedHand(Struct, frozen=True, kw_only=True):
    """Cards and the hand they make; `HandValue` describes the fields."""

    cards: list[str]
    hand: str
    strength: int
    front: list[str] | UnsetType = UNSET
    back: list[str] | UnsetType = UNSET


def evaluate(texts: list[str], name: str | None) -> EvaluatedHand:
    """The value of cards as a kind of hand: the named kind, or else poker, or joker if they hold one."""
    cards = parse_cards([text for word in texts for text in word.replace(",", " ").split()])
    chosen = name or ("joker" if JOKER in cards else "poker")
    kinds = KINDS if chosen in KINDS else hand_kinds()
    if chosen not in kinds:
        raise InvalidInput(f"{chosen!r} is not one of {', '.join(kinds)}", field="as")
    kind = kinds[chosen]
    check_copies(cards, copies=1 if kind.cards else COPIES_IN_A_SHOE, joker=kind.joker, field="cards")
    if kind.cards:
        _count(cards, chosen, *kind.cards)
    return EvaluatedHand(cards=card_texts(cards), **asdict(kind.evaluate(cards)))
