"""Why a decision is best: how much the flush may raise, where raising that much is best."""

from houseway.cards.hands import flush_hand, flush_size, hand_mask
from houseway.cards.names import flush_name
from houseway.games.flush_poker.rules import raise_cap
from houseway.games.pricing.advice import Seen


def explain(seen: Seen, best: str) -> str:
    """The rule that short flushes fold and others raise as high as they may; empty where a lower raise is best."""
    strength = flush_hand(hand_mask(seen.seat.cards))
    cap = raise_cap(strength)
    if best == "fold":
        return f"A {flush_name(strength)} is beaten too often: a fold loses the Bet, a raise loses more."
    if best != f"raise {cap}x":
        return ""
    return f"A flush of {flush_size(strength)} may raise {cap}x, and a hand that raises, raises as high as it may."
