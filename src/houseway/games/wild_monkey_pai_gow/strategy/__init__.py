"""Strategies: solved, looked up, shown as charts; advice on one decision."""

from typing import Final

STRATEGIES: Final = (
    "optimal",
    "house-way",
    "house-way-simple",
    "house-way-pairs",
    "house-way-stand",
)  # the one that is played by default first
