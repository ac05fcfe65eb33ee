"""Results as JSON. An exact figure is a fraction in Python and a text such as `1/3` in JSON."""

from fractions import Fraction
from typing import TypeVar

from msgspec import Struct, json, to_builtins

from houseway.tabular import Json

T = TypeVar("T")


class Result(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A part of an answer about a game; JSON leaves out fields with their default."""

    def to_json(self) -> Json:
        """The answer that docs/interface.md describes."""
        return dict(to_builtins(self, enc_hook=_text))


def to_text(result: object) -> bytes:
    """The text of a result, or of several in lists and dicts; `from_json` reads it."""
    return json.encode(result, enc_hook=_text)


def from_json(text: bytes, kind: type[T]) -> T:
    """Read a result; any other text raises ValueError."""
    return json.decode(text, type=kind, dec_hook=_fraction)


def _text(value: object) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"{value!r} has no place in a result")


def _fraction(kind: type, text: str) -> Fraction:
    if kind is Fraction:
        return Fraction(text)
    raise NotImplementedError(f"{kind!r} has no place in a result")
