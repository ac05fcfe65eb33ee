"""How the contract says what is wrong."""

from collections.abc import Callable
from typing import Any

from houseway.errors import HousewayError


class ContractBroken(AssertionError):
    """A game does not keep the contract."""


def require(holds: bool, message: str) -> None:
    """Raise ContractBroken with a message, unless a condition holds."""
    if not holds:
        raise ContractBroken(message)


def require_refusal(act: Callable[[], Any]) -> HousewayError:
    """Something must be refused by an error of the family, in one line; the error is returned."""
    try:
        act()
    except HousewayError as problem:
        require("\n" not in str(problem) and bool(str(problem)), f"a refusal is not one line: {problem}")
        return problem
    raise ContractBroken("what makes no sense is not refused")
