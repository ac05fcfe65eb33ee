"""Strategies: solved, looked up, shown as charts; advice on one decision."""

from typing import Final

from houseway.games.premium_holdem.exact.simple import SIMPLE

# The one that is played by default stands first.
STRATEGIES: Final = ("optimal", *SIMPLE)
