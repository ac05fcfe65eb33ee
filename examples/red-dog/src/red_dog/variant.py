"""What a designer's study may change: how much a player may raise, and what the Ante table pays."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from houseway.errors import InvalidInput, shown
from houseway.games.game import Game

STUDY_RULES: Final[Mapping[str, str]] = {"raise": "how many times the Ante a player may raise at most, 0 to 9"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """The main game with everything in it that options and studies change."""

    decks: int
    raises: int  # times the Ante
    pays: tuple[Fraction, ...]  # of the lines of the Ante table, to one


def variant_of(game: Game) -> Variant:
    """The main game as the options have it, or a study."""
    return Variant(decks=game.copies, raises=raise_times(game), pays=_pays(game))


def raise_times(game: Game) -> int:
    """How many times the Ante a Raise may be."""
    times = game.study.get("raise", 1)
    if isinstance(times, bool) or not isinstance(times, int) or not 0 <= times <= 9:
        raise InvalidInput(f"must be 0 to 9, not {shown(times)}", field="rules.raise")
    return times


def _pays(game: Game) -> tuple[Fraction, ...]:
    table = game.paytable("ante")
    for line, pay in zip(table.lines, table.pays, strict=True):
        if pay is None or pay.kind != "to":
            raise InvalidInput("must pay N to M", field=f"paytables.ante.{line}")
    return tuple(pay.times for pay in table.pays if pay)


def rule_values(game: Game) -> Mapping[str, object]:
    """Every rule that a study may change, as it stands."""
    return {"raise": raise_times(game)}


def check_study(game: Game) -> None:
    """Refuse rules that make no sense."""
    variant_of(game)
