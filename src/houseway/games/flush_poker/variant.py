"""The rules that are analysed, the letter's or a designer's; what a deal wins, and the best decision."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final, TypeVar

from houseway.cards.card import RANKS
from houseway.cards.hands import SUIT_MASK
from houseway.errors import InvalidInput, shown
from houseway.games import game_named
from houseway.games.flush_poker.rules import TEN_EIGHT, raise_cap
from houseway.games.game import Game
from houseway.games.pricing.price import Outcome
from houseway.kernel import kernel

T = TypeVar("T")

MASKS: Final = SUIT_MASK + 1
MOST_CARDS: Final = 12  # with thirteen cards of a suit the joker would have no rank to stand for

MOST_TIMES: Final = 9  # a decision has one digit
CAPS: Final = tuple(raise_cap(size << 13) for size in range(14))  # of the Raise, by cards in the flush
_FLUSH: Final = re.compile(r"([1-7])-card(?: ([2-9TJQKA](?:-[2-9TJQKA])*))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """The rules of a game. `letter()` is the approved one; a designer may change any of it."""

    joker: bool
    cards: int  # of a hand
    match: Fraction  # what an exact match pays on the Bet
    suits: tuple[int, ...] = (SUIT_MASK,) * 4  # the ranks of each suit, as masks
    caps: tuple[int, ...] = CAPS
    qualifier: int = TEN_EIGHT  # the least strength with which the dealer qualifies

    def __post_init__(self) -> None:
        if len(self.suits) != 4 or not all(0 <= ranks < MASKS for ranks in self.suits):
            raise InvalidInput("must be four masks of thirteen ranks", field="suits")
        if not 1 <= self.cards <= min(MOST_CARDS, self.size // 2):
            raise InvalidInput(f"two hands of {self.cards} cards cannot come from {self.size}", field="cards")
        if len(self.caps) != 14 or min(self.caps) < 1:
            raise InvalidInput("must be at least 1 for each size of a flush, 0 to 13", field="caps")
        if not 0 <= self.qualifier < 14 << 13 or self.match < 0:
            raise InvalidInput("must be a strength, and a pay of at least nothing", field="qualifier, match")
        most = max(self.match.numerator, self.match.denominator * (1 + max(self.caps)))
        if max(self.deals, self.dealer_hands * most) >= 1 << 62:
            raise InvalidInput("there is too much to count in 64 bits", field="cards, match")

    @property
    def size(self) -> int:
        """How many cards the deck has."""
        return sum(ranks.bit_count() for ranks in self.suits) + self.joker

    @property
    def dealer_hands(self) -> int:
        """How many hands the dealer can have when the player's is known."""
        return math.comb(self.size - self.cards, self.cards)

    @property
    def deals(self) -> int:
        """How many pairs of hands there are."""
        return math.comb(self.size, self.cards) * self.dealer_hands


def variant_of(game: Game) -> Variant:
    """The rules of a game: its letter's, as a study changes them. No option of the letter touches the main game."""
    table = game.approval.table
    pay = game.paytable("bet").pays[0]
    match = Outcome(1, (("match", pay),) if pay else ()).net
    return Variant(
        joker=_rule(game.study, "joker", _joker, table.jokers),
        cards=table.player_cards,
        match=match,
        caps=_rule(game.study, "raise-caps", _caps, CAPS),
        qualifier=_rule(game.study, "qualifier", _qualifier, TEN_EIGHT),
    )


@cache
def letter() -> Variant:
    """The approved game."""
    return variant_of(game_named("flush-poker"))


@kernel
def net(times: int, unqualified: int, win: int, lose: int, match: int, pays: int, unit: int) -> int:
    """What a Raise of this many Bets wins over these deals (clauses 4, 5), in Bets / unit; a match pays pays / unit."""
    return unit * (unqualified + (1 + times) * (win - lose)) + pays * match


@kernel
def best_raise(unqualified: int, win: int, lose: int, match: int, cap: int, pays: int, unit: int) -> int:
    """How many Bets to raise, 0 to fold; of equal expectations the one that stakes less."""
    times = cap if win > lose else 1  # every further Bet adds what a Raise wins more often than it loses
    raised = net(times, unqualified, win, lose, match, pays, unit)
    return times if raised > -unit * (unqualified + win + lose + match) else 0


@kernel
def split(
    strength: int, qualifier: int, hands: int, at_most: int, weaker: int, below: int
) -> tuple[int, int, int, int]:
    """The dealer's hands by how a raise ends: unqualified, win, lose, match (clauses 4 and 5).

    Of all `hands`, these numbers are at most as strong as the player's, weaker, and below the qualifier.
    """
    if strength < qualifier:
        return below, 0, hands - below, 0
    return below, weaker - below, hands - at_most, at_most - weaker


def raise_net(variant: Variant, times: int, kinds: Sequence[int]) -> int:
    """What a Raise of this many Bets wins over these deals, in Bets / the unit of a match's pay."""
    unqualified, win, lose, match = kinds
    return net(times, unqualified, win, lose, match, *variant.match.as_integer_ratio())


def decision_name(times: int) -> str:
    """The decision in a record: a raise of this many Bets, or a fold for none."""
    return f"raise {times}x" if times else "fold"


# ---- reading a study


def _rule(study: Mapping[str, object], name: str, read: Callable[[object, str], T], letter: T) -> T:
    """The value of a rule: the study's, or else the letter's."""
    return read(study[name], f"rules.{name}") if name in study else letter


def _joker(value: object, field: str) -> bool:
    if not isinstance(value, bool):
        raise InvalidInput(f"must be true or false, not {shown(value)}", field=field)
    return value


def _caps(value: object, field: str) -> tuple[int, ...]:
    """By cards in the flush, 0 to 13."""
    if not isinstance(value, list) or len(value) != 7 or not all(type(cap) is int for cap in value):
        raise InvalidInput("must be seven whole numbers, for flushes of one to seven cards", field=field)
    if not all(1 <= cap <= MOST_TIMES for cap in value):
        raise InvalidInput(f"must be 1 to {MOST_TIMES} each", field=field)
    return (value[0], *value, *[value[-1]] * 6)


def _qualifier(value: object, field: str) -> int:
    """The least strength that qualifies."""
    if value == "none":
        return 0
    match = _FLUSH.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise InvalidInput(f"must be like `3-card T-8`, or `none`, not {shown(value)}", field=field)
    size, ranks = int(match[1]), [RANKS.index(rank) for rank in (match[2] or "").split("-") if rank]
    if ranks != sorted(set(ranks), reverse=True) or len(ranks) > size:
        raise InvalidInput(f"{value!r}: must be at most {size} ranks, each once, the highest first", field=field)
    return size << 13 | sum(1 << rank for rank in ranks)


def qualifier_words(strength: int) -> str:
    """The least strength that qualifies, in the words of a study."""
    size, mask = strength >> 13, strength & SUIT_MASK
    ranks = "-".join(RANKS[rank] for rank in reversed(range(13)) if mask >> rank & 1)
    return f"{size}-card {ranks}".strip() if strength else "none"
