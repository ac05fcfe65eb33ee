"""Why a decision is the best, in the words of the rule on overcards."""

from houseway.cards.hands import flush_hand, flush_size, hand_mask
from houseway.cards.names import flush_name
from houseway.games.flush_poker.rules import raise_cap
from houseway.games.pricing.advice import Seen


def explain(seen: Seen, best: str) -> str:
    """What the flush may raise; long flushes raise as high as they may, short ones fold."""
    strength = flush_hand(hand_mask(seen.seat.cards))
    cap = raise_cap(strength)
    if best == "fold":
        return f"A {flush_name(strength)} is beaten too often: a fold loses the Bet, a raise loses more."
    return f"A flush of {flush_size(strength)} may raise {cap}x, and a hand that raises, raises as high as it may."
