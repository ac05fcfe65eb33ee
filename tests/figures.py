"""Figures of a main game that a test needs to have and does not look at."""

from houseway.games.pricing.result import MainResult


def figures(house_edge: float = 0.0) -> MainResult:
    """A main game of this house edge; all else is nought."""
    return MainResult(
        per="ante",
        house_edge=house_edge,
        house_edge_exact=None,
        element_of_risk=0.0,
        average_wagered=1.0,
        standard_deviation=0.0,
        decisions={},
        outcomes={},
    )
