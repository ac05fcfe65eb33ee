"""Numbers as a document prints them: taken out of the answer that a command prints as JSON, or derived from such."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from houseway.documents.content import Number, Value
from houseway.errors import InvalidInput
from houseway.tabular import Json

MINUS: Final = "−"
Form = Callable[[float], str]


def percent(value: float) -> str:
    """A share or an edge, to four places."""
    return _signed(f"{100 * value:.4f}%")


def decimals(value: float) -> str:
    """A plain number, to six places."""
    return _signed(f"{value:,.6f}")


def chance(value: float) -> str:
    """A probability: nine places, or more where it is small."""
    return f"{value:.9f}" if value >= 1e-5 or not value else f"{value:.6e}".replace("e-0", "e-").replace("-", MINUS)


def count(value: float) -> str:
    """A whole number with thousands."""
    return _signed(f"{round(value):,}")


def dollars(value: float) -> str:
    """An amount of money."""
    return _signed(f"${value:,.2f}".replace("$-", "-$"))


def signed(value: float) -> str:
    """A difference, with its sign."""
    return _signed(f"{value:+.6f}")


def days(value: float) -> str:
    """A wait in days, to one place."""
    return f"{value:,.1f}"


def _signed(text: str) -> str:
    return text.replace("-", MINUS)


def derived(value: float, form: Form) -> Number:
    """A number that follows from others of its table."""
    return Number(text=form(value), value=value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A command and the JSON that it answers: where the numbers of a table are taken from."""

    command: str
    answer: Json

    def number(self, form: Form, *path: str) -> Number:
        """The number at a place of the answer; a text there is a fraction, odds in words, or money."""
        value = self.value(*path)
        if isinstance(value, str):
            text = dollars(float(value)) if form is dollars else value
            return Number(text=text, value=value, path=path)
        return Number(text=form(value), value=value, path=path)

    def value(self, *path: str) -> Value:
        """What stands at a place of the answer."""
        value = at_place(self.answer, path)
        if not isinstance(value, int | float | str):
            raise InvalidInput("is no number", field=".".join(path))
        return value

    def has(self, *path: str) -> bool:
        """Whether a place of the answer holds anything."""
        try:
            return at_place(self.answer, path) is not None
        except InvalidInput:
            return False


def at_place(answer: object, path: Sequence[str]) -> object:
    """What stands at a place of an answer: names of objects, and positions in lists."""
    for step in path:
        if isinstance(answer, Mapping) and step in answer:
            answer = answer[step]
        elif isinstance(answer, list | tuple) and step.isdecimal() and int(step) < len(answer):
            answer = answer[int(step)]
        else:
            raise InvalidInput("is not in the answer", field=".".join(path))
    return answer
