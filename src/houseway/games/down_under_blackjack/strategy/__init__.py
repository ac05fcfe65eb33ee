"""Strategies: solved, looked up, shown as charts; advice on one decision."""

from typing import Final

from houseway.games.down_under_blackjack.exact.simple_names import OPTIMAL, TEXTS

# The one that is played by default stands first.
STRATEGIES: Final = (OPTIMAL, *TEXTS)
