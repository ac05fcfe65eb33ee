"""How figures are put in words: an error always with its level."""

from houseway.games.strategy import LEVEL, NORMAL_95


def plus_minus_dollars(error: float) -> str:
    """` ± $1.23 (95%)` from a standard error in dollars."""
    return f" ± ${NORMAL_95 * error:,.2f} ({LEVEL})"
