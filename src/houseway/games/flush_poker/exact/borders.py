"""The border between folding and raising: flushes that other cards decide, and what a seen card changes."""

from collections.abc import Sequence
from fractions import Fraction

from houseway.cards.card import JOKER, Card, card_texts
from houseway.cards.hands import SUIT_MASK, TOP_RANKS, flush_hand, flush_size, hand_mask
from houseway.cards.names import COUNTED, PLURAL, flush_name
from houseway.games.flush_poker.exact.count import OVERCARDS
from houseway.games.flush_poker.exact.flushes import Flush
from houseway.games.flush_poker.exact.result import (
    FLUSH_SUIT,
    HIGHER,
    JOKER_SUIT,
    OTHER_SUITS,
    DependingFlush,
    Removal,
    SeenCard,
)
from houseway.games.flush_poker.exact.values import values
from houseway.games.flush_poker.variant import Variant

# ---- flushes that are folded or raised depending on the other cards


def depending_flush(flush: Flush) -> DependingFlush:
    """A flush, and how many of its hands are folded and raised, in all and by overcards."""
    folded, *raised = flush.hands
    return DependingFlush(
        flush=flush_name(flush.strength),
        folded=folded,
        raised=sum(raised),
        by_overcards=[[cell[0], sum(cell[1:])] for cell in flush.decided],
        text=depending_text(flush),
    )


def depending_text(flush: Flush) -> str:
    """In words, what to do by the number of higher cards beside a flush."""
    decided: dict[str, list[int]] = {}
    for overcards, (folded, *raises) in enumerate(flush.decided):
        if folded or any(raises):
            decided.setdefault(_decided(folded, sum(raises)), []).append(overcards)
    parts = [f"{words} with {_higher(overcards)}" for words, overcards in decided.items()]
    return "; ".join(parts)


def _decided(folded: int, raised: int) -> str:
    if folded and raised:
        return f"fold {folded:,} hands and raise {raised:,}"
    return "fold" if folded else "raise"


def _higher(overcards: Sequence[int]) -> str:
    words = [COUNTED[count] for count in overcards]
    if len(words) > 1:
        return f"{words[0]} to {words[-1]} higher cards"
    return f"{words[0]} higher card{'' if overcards[0] == 1 else 's'}"


# ---- what a seen card changes


def removals_at_border(variant: Variant, lowest: Sequence[int]) -> list[Removal]:
    """The effect of seen cards on a hand of the weakest flush that is raised, by overcards."""
    hands = [typical_hand(variant, *border) for border in enumerate(lowest)]
    return [removal(variant, hand) for hand in hands if hand]


def typical_hand(variant: Variant, overcards: int, strength: int) -> tuple[Card, ...]:
    """A hand of a flush with this many higher cards beside it, the rest low, spread over the suits; () for none."""
    top = TOP_RANKS[strength & SUIT_MASK]
    rest = variant.cards - flush_size(strength)
    if strength & SUIT_MASK == 0 or not 0 <= overcards <= min(rest, 12 - top, OVERCARDS):
        return ()
    high = list(range(12, top, -1))[:overcards]
    low = [rank for rank in range(13) if not strength >> rank & 1][: rest - overcards]
    flush = [Card(rank) for rank in range(12, -1, -1) if strength >> rank & 1]
    hand = (*flush, *(Card(13 * (1 + place % 3) + rank) for place, rank in enumerate([*high, *low])))
    whole = all(card.suit is None or variant.suits[card.suit] >> card.rank & 1 for card in hand)
    return hand if whole and flush_hand(hand_mask(hand)) == strength else ()


def removal(variant: Variant, hand: Sequence[Card]) -> Removal:
    """How each kind of seen card moves the difference between raising to the cap and folding."""
    difference = _difference(variant, hand)
    return Removal(
        hand=list(card_texts(hand)),
        flush=flush_name(flush_hand(hand_mask(hand))),
        difference=float(difference),
        difference_exact=difference,
        seen=[_effect(group, moved) for group, moved in removals(variant, hand).items()],
    )


def removals(variant: Variant, hand: Sequence[Card]) -> dict[tuple[str, str], list[Fraction]]:
    """By suit and ranks of a seen card: how the difference moves, for each card."""
    difference = _difference(variant, hand)
    top = TOP_RANKS[flush_hand(hand_mask(hand)) & SUIT_MASK]
    moved: dict[tuple[str, str], list[Fraction]] = {}
    for card in _unseen(variant, hand):
        if card == JOKER:
            group = JOKER_SUIT, ""
        else:
            suit = FLUSH_SUIT if card.suit == hand[0].suit else OTHER_SUITS
            group = suit, f"{HIGHER} than the {PLURAL[top]}" if card.rank > top else f"{PLURAL[top]} and lower"
        moved.setdefault(group, []).append(_difference(variant, hand, card) - difference)
    return moved


def _difference(variant: Variant, hand: Sequence[Card], *seen: Card) -> Fraction:
    worth = list(values(hand, seen, variant).values())
    return worth[-1] - worth[0]


def _unseen(variant: Variant, hand: Sequence[Card]) -> list[Card]:
    cards = [Card(card) for card in range(52) if variant.suits[card // 13] >> card % 13 & 1]
    return [card for card in [*cards, *[JOKER] * variant.joker] if card not in hand]


def _effect(group: tuple[str, str], moved: Sequence[Fraction]) -> SeenCard:
    suit, ranks = group
    return SeenCard(
        suit=suit,
        ranks=ranks,
        cards=len(moved),
        change=float(sum(moved) / len(moved)),
        least=float(min(moved)),
        most=float(max(moved)),
    )
