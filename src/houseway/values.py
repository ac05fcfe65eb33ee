"""A quick way to change a field of a frozen value."""

from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

T = TypeVar("T")


def changed(value: T, /, **fields: Any) -> T:
    """The same frozen value with some fields changed; the `__post_init__` of a dataclass is not run again.

    What `dataclasses.replace` does, two to four times as fast. A dataclass must be without slots: rounds are frozen but
    keep their fields in a dictionary. A struct (seat, hand, settlement) changes ten times as fast.
    """
    if isinstance(value, Struct):
        return replace(value, **fields)
    old = value.__dict__
    kept = old | fields
    if len(kept) != len(old):
        raise TypeError(f"{type(value).__name__} has no field {', '.join(fields.keys() - old.keys())}")
    new = object.__new__(type(value))
    object.__setattr__(new, "__dict__", kept)
    return new
