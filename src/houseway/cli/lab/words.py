"""How figures are put in words: an error always with its level."""

from typing import Final

from houseway.games.strategy import percent

LEVEL: Final = "95%"
NORMAL_95: Final = 1.959963984540054  # the two-sided quantile of the normal distribution


def plus_minus(error: float | None) -> str:
    """` ± 0.0123% (95%)` from the standard error of a share; nothing where there is none."""
    return f" ± {percent(NORMAL_95 * error)} ({LEVEL})" if error else ""


def plus_minus_dollars(error: float) -> str:
    """` ± $1.23 (95%)` from a standard error in dollars."""
    return f" ± ${NORMAL_95 * error:,.2f} ({LEVEL})"
