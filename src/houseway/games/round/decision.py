"""Decisions: lines of text, with the same words in a record, at the terminal and in a log."""

import re
from functools import lru_cache
from typing import Final

from msgspec import Struct

from houseway.cards.card import Card, parse_cards
from houseway.errors import HousewayError, InvalidInput, shown
from houseway.money import Cents, format_money, parse_money

_TIMES: Final = re.compile(r"([1-9])x")
_CARDS: Final = ("Ah", "Kd", "Qs", "Jc", "Th", "9d", "8s")  # of an example
_COUNTS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven")
_WORD: Final = re.compile(r"[a-z]+(-[a-z]+)*")


class Decision(Struct, frozen=True, kw_only=True, gc=False):
    """What a player says: a word and, if the word needs it, a multiple, an amount, a name or some cards."""

    word: str
    times: int = 0
    amount: Cents = 0
    name: str = ""  # such as the `house-way` of a setting
    cards: tuple[Card, ...] = ()

    def __str__(self) -> str:
        if self.times:
            return f"{self.word} {self.times}x"
        if self.amount:
            return f"{self.word} {format_money(self.amount).removesuffix('.00')}"
        return " ".join([self.word, *([self.name] if self.name else map(str, self.cards))])

    @classmethod
    def parse(cls, text: object) -> "Decision":
        """Read a decision such as `check`, `play 3x`, `double 3`, `raise 12.50`, `set house-way` or `set Ah Kd`.

        Only the form is checked; the round decides which words a seat may say.
        """
        try:
            decision = _parsed(text) if isinstance(text, str) and len(text) < 80 else None
        except HousewayError as problem:
            raise InvalidInput(f"{text!r}: {problem.reason}") from problem
        if decision is None:
            raise InvalidInput(f"{shown(text, 60)} is not a decision")
        return decision


@lru_cache(maxsize=4096)
def _parsed(text: str) -> Decision | None:
    word, *rest = text.split(" ")
    if not _WORD.fullmatch(word):
        return None
    if not rest:
        return Decision(word=word)
    if len(rest) == 1 and (times := _TIMES.fullmatch(rest[0])):
        return Decision(word=word, times=int(times[1]))
    if len(rest) == 1 and _WORD.fullmatch(rest[0]):
        return Decision(word=word, name=rest[0])
    if len(rest) == 1 and not rest[0][:1].isalpha():
        return Decision(word=word, amount=parse_money(rest[0]))
    return Decision(word=word, cards=parse_cards(rest))


class Choice(Struct, frozen=True, gc=False):
    """A decision that is legal now; it may leave open an amount in a range, or some of the player's cards."""

    text: str
    least: Cents = 0
    most: Cents = 0
    cards: int = 0  # this many of the player's cards go with the word

    def admits(self, decision: Decision) -> bool:
        """Whether a decision takes this choice."""
        if self.most:
            return decision.word == self.text and self.least <= decision.amount <= self.most
        if self.cards:
            return decision.word == self.text and len(decision.cards) == self.cards
        return decision == _parsed(self.text)

    @property
    def complete(self) -> bool:
        """Whether the text alone is a whole decision; otherwise it needs an amount or cards."""
        return not self.most and not self.cards

    @property
    def example(self) -> str:
        """A decision that takes this choice, or the form of one."""
        if self.complete:
            return self.text
        return f"{self.text} {format_money(self.most) if self.most else ' '.join(_CARDS[: self.cards])}"

    def __str__(self) -> str:
        if self.most:
            least, most = (format_money(amount).removesuffix(".00") for amount in (self.least, self.most))
            return f"{self.text} {least}" + (f" … {most}" if self.most > self.least else "")
        return f"{self.text} ({_COUNTS[self.cards]} cards)" if self.cards else self.text
