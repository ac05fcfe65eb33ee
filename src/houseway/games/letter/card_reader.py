"""The card reader that two letters use: a light shows the range of a dealer's card."""

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
    """The light of a card, by the groups of the letter or of a designer's study."""
    groups = game.study.get("groups")
    return light(card) if groups is None else light_groups(groups)[card % 13]


def light_groups(groups: object, field: str = "rules.groups") -> tuple[int, ...]:
    """The light of each rank, from at most three ranges such as `2-5`, `6-9`, `T-A` that cover every rank once."""
    if not isinstance(groups, list) or not 1 <= len(groups) <= len(LIGHTS):
        raise InvalidInput(f'must be at most {len(LIGHTS)} ranges such as "2-5", not {shown(groups)}', field=field)
    lights: list[int] = []
    for number, group in enumerate(groups):
        first, last = _range(group, field)
        if first != len(lights) or last < first:
            raise InvalidInput("must follow one another from 2 to A and leave no rank out", field=field)
        lights += [number] * (last - first + 1)
    if len(lights) != len(RANKS):
        raise InvalidInput("must reach up to the ace", field=field)
    return tuple(lights)


def group_words(lights: Sequence[int]) -> list[str]:
    """The ranges of ranks with the same light, from low to high, in the form that `light_groups` reads."""
    words = []
    for number in sorted(set(lights)):
        ranks = [rank for rank, light in zip(RANKS, lights, strict=True) if light == number]
        words.append(ranks[0] if len(ranks) == 1 else f"{ranks[0]}-{ranks[-1]}")
    return words


def _range(group: object, field: str) -> tuple[int, int]:
    """The first and the last rank of `2-5`, or of `A` alone."""
    words = group.upper().replace("10", "T").split("-") if isinstance(group, str) else []
    if len(words) not in (1, 2) or any(len(word) != 1 or word not in RANKS for word in words):
        raise InvalidInput(f'must be ranges such as "2-5", not {shown(group)}', field=field)
    return RANKS.index(words[0]), RANKS.index(words[-1])
