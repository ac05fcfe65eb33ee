"""Strategies: solved, looked up, shown as charts; advice on one decision."""

from typing import Final

# The one that is played by default stands first.
STRATEGIES: Final = ("optimal", "no-lights", "one-liner", "short", "chart")
