"""The rules of the main game as numbers: the letter's, or those of a designer's study."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from houseway.errors import InvalidInput, shown
from houseway.games.game import Game
from houseway.games.letter.card_reader import light, light_groups
from houseway.games.letter.paytable import Pay

LETTER_LIGHTS: Final = tuple(light(rank) for rank in range(13))
LETTER_BEFORE: Final = (2, 3)
LETTER_AFTER: Final = 1
MOST_PAID: Final = 10**7  # times the scale of the pays: sums over the deals of a class of hands stay within 64 bits
MOST: Final = 9  # antes in a Play wager: a decision is written with one digit


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """The rules that the analysis, advice and simulation of a main game depend on."""

    lights: tuple[int, ...]  # of each rank, 0 to 2
    before: tuple[int, ...]  # Play wagers before the flop, in antes, ascending
    after: int  # the Play wager after it
    pays: tuple[Fraction, ...]  # of each line of the Bet table, to one

    @property
    def openings(self) -> tuple[str, ...]:
        """The decisions before the flop, in order of their stakes."""
        return ("check", *self.first_plays)

    @property
    def first_plays(self) -> tuple[str, ...]:
        """The Play wagers before the flop, as decisions."""
        return tuple(f"play {times}x" for times in self.before)

    @property
    def after_flop(self) -> tuple[str, ...]:
        """What may be decided after the flop, in order of the stakes."""
        return ("fold", self.last_play)

    @property
    def last_play(self) -> str:
        """The Play wager after the flop, as a decision."""
        return f"play {self.after}x"


def variant_of(game: Game) -> Variant:
    """The rules of a game, a study's included; refuses a study that makes no sense."""
    before = _before(game.study.get("play-before", LETTER_BEFORE))
    after = _times(game.study.get("play-after", LETTER_AFTER), "rules.play-after")
    if after in before:
        raise InvalidInput("must differ from the Play wagers before the flop", field="rules.play-after")
    groups = game.study.get("groups")
    return Variant(
        lights=LETTER_LIGHTS if groups is None else light_groups(groups),
        before=before,
        after=after,
        pays=bet_pays(game),
    )


def bet_pays(game: Game) -> tuple[Fraction, ...]:
    """What the Bet nets, to one, when the hand wins with each line; a line that its table does not print loses."""
    pays = tuple(_net(pay) for pay in game.paytable("bet").pays)
    if max(pays) * math.lcm(*(pay.denominator for pay in pays)) > MOST_PAID:
        raise InvalidInput("pays more than can be counted", field="paytables.bet")
    return pays


def _net(pay: Pay | None) -> Fraction:
    if pay is None:
        return Fraction(-1)
    if pay.kind not in ("to", "for", "push"):
        raise InvalidInput(f"{pay.text!r}: the Bet pays odds or pushes", field="paytables.bet")
    return pay.times - 1 if pay.kind == "for" else pay.times


def _before(value: object) -> tuple[int, ...]:
    field = "rules.play-before"
    if not isinstance(value, Sequence) or isinstance(value, str) or not value:
        raise InvalidInput(f"must be a list of Antes, not {shown(value)}", field=field)
    times = tuple(_times(one, field) for one in value)
    if list(times) != sorted(set(times)):
        raise InvalidInput("must be ascending, each once", field=field)
    return times


def _times(value: object, field: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST:
        raise InvalidInput(f"must be 1 to {MOST} Antes, not {shown(value)}", field=field)
    return value
