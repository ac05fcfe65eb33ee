"""How the lab's answers are printed: an error always with its level, JSON with where it comes from."""

from collections.abc import Mapping
from typing import Any

from houseway.cli.console import print_json
from houseway.games.pricing.strategy import LEVEL, NORMAL_95


def plus_minus_dollars(error: float) -> str:
    """` ± $1.23 (95%)` from a standard error in dollars."""
    return f" ± ${NORMAL_95 * error:,.2f} ({LEVEL})"


def print_answer(answer: Mapping[str, Any]) -> None:
    """An answer as JSON, and under `made_by` the software, the command and the day."""
    from houseway.lab.provenance import with_provenance

    print_json(with_provenance(answer))
