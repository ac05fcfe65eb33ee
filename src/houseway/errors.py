"""What can go wrong, one family: every error is one line that names the field and the reason."""

from collections.abc import Iterable
from difflib import get_close_matches


def shown(value: object, width: int = 40) -> str:
    """A value for an error message: its repr, cut to a width, whatever the value is."""
    try:
        text = repr(value)
    except ValueError:  # an integer of thousands of digits
        return "a number too long to print"
    except RecursionError:
        return "something nested too deeply to print"
    return text if len(text) <= width else text[: width - 3] + "..."


def did_you_mean(typed: str, known: Iterable[str]) -> str:
    """` (did you mean x?)` where some name is near to what was typed."""
    near = get_close_matches(typed, list(known), n=1, cutoff=0.6)
    return f" (did you mean {near[0]}?)" if near else ""


class HousewayError(ValueError):
    """The root of every error that houseway raises on purpose."""

    def __init__(self, reason: str, *, field: str = "") -> None:
        self.reason = reason
        self.field = field
        super().__init__(f"{field}: {reason}" if field else reason)

    def at(self, place: str) -> "HousewayError":
        """The same error, seen from one level further out: `place` is put before its field."""
        return type(self)(self.reason, field=f"{place}: {self.field}" if self.field else place)


class InvalidInput(HousewayError):
    """The input cannot be read: a wrong type, an unknown name, an amount that is no amount."""


class IllegalDecision(HousewayError):
    """The decision can be read, but the rules do not offer it here."""


class NotAllowedNow(HousewayError):
    """The act would be legal at another point of the round."""


class NotApproved(HousewayError):
    """The letter does not approve this configuration or this wager."""
