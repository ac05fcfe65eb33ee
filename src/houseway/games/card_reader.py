"""The card reader that two letters use: it tells the range of a dealer's card by a light."""

from collections.abc import Sequence
from typing import Final

from houseway.cards.card import RANKS
from houseway.errors import InvalidInput, shown
from houseway.games.game import Game
from houseway.kernel import kernel

LIGHTS: Final = ("blue", "red", "gold")
BLUE, RED, GOLD = range(3)


@kernel
def light(card: int) -> int:
    """Blue (0) for 2 to 5, red (1) for 6 to 9, gold (2) for 10 to ace."""
    rank = card % 13
    if rank < 4:
        return 0
    return 1 if rank < 8 else 2


def light_of(game: Game, card: int) -> int:
    """The light of a card, also where a designer's study draws the groups otherwise."""
    groups = game.study.get("groups")
    return light(card) if groups is None else light_groups(groups)[card % 13]


def light_groups(groups: object) -> tuple[int, ...]:
    """The light of each rank from three ranges such as `2-5`, `6-9`, `T-A`, which hold every rank once."""
    if not isinstance(groups, Sequence) or isinstance(groups, str) or len(groups) != len(LIGHTS):
        raise InvalidInput(f"must be {len(LIGHTS)} ranges of ranks, not {shown(groups)}", field="rules.groups")
    lights: list[int] = []
    for number, group in enumerate(groups):
        low, _, high = str(group).upper().replace("10", "T").partition("-")
        if low not in RANKS or (high or low) not in RANKS or RANKS.index(low) != len(lights) or not low:
            raise InvalidInput(f"{shown(group)} does not follow on the range before it", field="rules.groups")
        lights += [number] * (RANKS.index(high or low) - len(lights) + 1)
    if len(lights) != len(RANKS):
        raise InvalidInput("must hold every rank once", field="rules.groups")
    return tuple(lights)
