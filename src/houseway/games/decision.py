"""Decisions: a line of text, the same words in a record, at the terminal and in a log."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from houseway.cards.card import Card, parse_cards
from houseway.errors import HousewayError, InvalidInput, shown
from houseway.money import Cents, format_money, parse_money

PLAIN: Final = frozenset({"check", "fold", "hit", "stand", "double", "split", "surrender"})
_TIMES: Final = re.compile(r"([1-9])x")


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What a player says: a word, and where the word needs it a multiple, an amount or two cards."""

    word: str
    times: int = 0
    amount: Cents = 0
    cards: tuple[Card, ...] = ()

    def __str__(self) -> str:
        if self.times:
            return f"{self.word} {self.times}x"
        if self.amount:
            return f"{self.word} {format_money(self.amount).removesuffix('.00')}"
        if self.word == "set":
            return " ".join(["set", *map(str, self.cards)] if self.cards else ["set", "house-way"])
        return self.word

    @classmethod
    def parse(cls, text: object) -> "Decision":
        """Read a decision such as `check`, `play 3x`, `double 3`, `raise 12.50` or `set Ah Kd`."""
        try:
            decision = _parsed(text) if isinstance(text, str) and len(text) < 80 else None
        except HousewayError as problem:
            raise InvalidInput(f"{text!r}: {problem.reason}") from problem
        if decision is None:
            raise InvalidInput(f"{shown(text, 60)} is not a decision")
        return decision


@lru_cache(maxsize=4096)
def _parsed(text: str) -> Decision | None:
    if text in PLAIN:
        return Decision(word=text)
    word, *rest = text.split(" ")
    if word == "set" and rest == ["house-way"]:
        return Decision(word="set")
    if word == "set" and len(rest) == 2:
        return Decision(word="set", cards=parse_cards(rest))
    if word in ("play", "raise") and len(rest) == 1 and (times := _TIMES.fullmatch(rest[0])):
        return Decision(word=word, times=int(times[1]))
    if word in ("raise", "double") and len(rest) == 1:
        return Decision(word=word, amount=parse_money(rest[0]))
    return None


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision that is legal now, or a range of amounts or any two of the player's cards."""

    text: str
    least: Cents = 0
    most: Cents = 0

    def admits(self, decision: Decision) -> bool:
        """Whether the decision is this choice."""
        if self.most:
            return decision.word == self.text and self.least <= decision.amount <= self.most
        if self.text == "set":
            return decision.word == "set" and bool(decision.cards)
        return decision.word == self.text.partition(" ")[0] and str(decision) == self.text

    @property
    def complete(self) -> bool:
        """Whether the text alone is the decision; otherwise it wants an amount or cards."""
        return not self.most and self.text != "set"

    @property
    def example(self) -> str:
        """A decision that this choice admits, or the form of one."""
        if self.complete:
            return self.text
        return f"{self.text} {format_money(self.most)}" if self.most else "set Ah Kd"

    def __str__(self) -> str:
        if self.most:
            least, most = (format_money(amount).removesuffix(".00") for amount in (self.least, self.most))
            return f"{self.text} {least}" + (f" … {most}" if self.most > self.least else "")
        return "set (two cards)" if self.text == "set" else self.text
