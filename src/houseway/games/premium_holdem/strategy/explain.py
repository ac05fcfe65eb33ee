"""Why a decision is best: a line of a strategy for people, where that line leads to the best decision."""

from collections.abc import Sequence
from typing import Final

from houseway.cards.hands import hand_mask, poker_strength
from houseway.games.premium_holdem.exact.simple import BOARDS, HOLDINGS, SIMPLE, board_kind, holding, simple_decision
from houseway.games.pricing.advice import Seen

_AFTER: Final = ("fold", "play 1x", "play 2x")
_ORDER: Final = ("one-line", "chart")  # the shorter first


def explain(seen: Seen, best: str) -> str:
    """The line of the simplest strategy that makes the best decision; empty where none does."""
    return rule_of_thumb(seen.seat.cards, seen.board, best)


def rule_of_thumb(hole: Sequence[int], board: Sequence[int], best: str) -> str:
    """The first line that leads to this decision, in words."""
    for name in _ORDER:
        decision, reason = _after(name, hole, board) if board else _before(name, hole)
        if decision == best:
            return f"Rule of thumb: {decision} {reason}."
    return ""


def _before(name: str, hole: Sequence[int]) -> tuple[str, str]:
    simple = SIMPLE[name]
    one, two, three = hole
    if simple.opens(one, two, three):
        return "play 3x", f"with one of these: {simple.opening}"
    return "check", f"without one of these: {simple.opening}"


def _after(name: str, hole: Sequence[int], board: Sequence[int]) -> tuple[str, str]:
    mask = hand_mask(board)
    ranks = [card % 13 for card in hole]
    held, kind = holding(poker_strength([*hole, *board]), mask, *ranks), board_kind(mask)
    decision = _AFTER[simple_decision([*SIMPLE].index(name), held, kind)]
    hand = HOLDINGS[held] if held != len(HOLDINGS) - 1 else "no pair of yours and no jack or higher"
    return decision, f"with {hand}; the board has {BOARDS[kind]}"
