"""What a study may change of the main game: the ranks in play, the dealer's qualifier, the X-tra Bonus pays."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from houseway.cards.card import ACE, KING, RANKS
from houseway.cards.hands import PAIR, poker_strength
from houseway.cards.names import PLURAL
from houseway.errors import InvalidInput, shown
from houseway.games.game import Game
from houseway.games.letter.paytable import Pay
from houseway.games.premium_holdem.rules import PAIR_OF_THREES

FEWEST_RANKS: Final = 3  # ten cards are dealt to one seat, and two are burned
MOST_PAID: Final = 10**7  # to one, times the scale of the pays: what a class of hands is worth stays within 64 bits

LETTER_QUALIFIER: Final = "pair of threes"
_PAIRS_OF_A_RANK: Final = 220

QUALIFIERS: Final[Mapping[str, int]] = {
    "none": 0,
    "king high": poker_strength([KING, *range(13, 17)]),  # K-5-4-3-2
    "ace high": poker_strength([ACE, 17, *range(13, 16)]),  # A-6-4-3-2: with a five it were a straight
    **{f"pair of {name}": PAIR + _PAIRS_OF_A_RANK * rank for rank, name in enumerate(PLURAL)},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """The rules of the main game that a study can change."""

    ranks: tuple[int, ...]
    pays: tuple[Fraction, ...]  # of the lines of the X-tra Bonus table, to one
    least: int = PAIR_OF_THREES  # the weakest dealer's hand that qualifies
    suits: int = 4  # fewer in the tiny decks of tests

    @property
    def deck(self) -> tuple[int, ...]:
        """All cards in play."""
        return tuple(13 * suit + rank for suit in range(self.suits) for rank in self.ranks)


def variant_of(game: Game) -> Variant:
    """The rules of a game: the letter's, or a study's."""
    return Variant(
        ranks=_ranks(game.study.get("deck", RANKS)),
        pays=xtra_pays(game),
        least=_least(game.study.get("qualifier", LETTER_QUALIFIER)),
    )


def xtra_pays(game: Game) -> tuple[Fraction, ...]:
    """What the lines of the X-tra Bonus table pay, to one."""
    table = game.paytable("xtra-bonus")
    pays = tuple(_to_one(pay, line) for line, pay in zip(table.lines, table.pays, strict=True))
    if max(pays) * math.lcm(*(pay.denominator for pay in pays)) > MOST_PAID:
        raise InvalidInput("must be simple odds of at most a million to one", field="paytables.xtra-bonus")
    return pays


def _to_one(pay: Pay | None, line: str) -> Fraction:
    """A pay to one. A winning hand is paid or pushes: the letter has no X-tra Bonus that loses with the better hand."""
    if pay is not None and pay.kind in ("to", "for", "push"):
        to_one = pay.times - 1 if pay.kind == "for" else pay.times
        if to_one >= 0:
            return to_one
    raise InvalidInput("must pay N to M or push", field=f"paytables.xtra-bonus.{line}")


def _ranks(given: object) -> tuple[int, ...]:
    text = given if isinstance(given, str) else ""
    ranks = tuple(sorted({RANKS.find(letter) for letter in text}))
    if len(ranks) != len(text) or len(ranks) < FEWEST_RANKS or ranks[0] < 0:
        raise InvalidInput(
            f"must be at least {FEWEST_RANKS} of {RANKS}, each once, not {shown(given)}", field="rules.deck"
        )
    return ranks


def _least(given: object) -> int:
    if not isinstance(given, str) or given not in QUALIFIERS:
        raise InvalidInput(f"must be one of {', '.join(QUALIFIERS)}, not {shown(given)}", field="rules.qualifier")
    return QUALIFIERS[given]
