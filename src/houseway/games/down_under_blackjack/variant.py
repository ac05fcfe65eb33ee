"""The rules that are analysed, the letter's or a designer's, and what a player may know of the dealer's cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Self

from houseway.errors import InvalidInput
from houseway.games.down_under_blackjack.card_values import CARDS, TEN, VALUES, card_value
from houseway.games.down_under_blackjack.rules import is_blackjack, may_double, may_split
from houseway.games.letter.card_reader import GOLD, light

GROUP_NAMES: Final = ("small", "medium", "gold")
GROUPS: Final = tuple(light(card) for card in CARDS)
GOLDS: Final = tuple(group == GOLD for group in GROUPS)
SYMBOLS: Final = "23456789TA"  # of the ten values
MOST_HANDS: Final = 4  # the most hands of a seat can be analysed


def group_name(group: int) -> str:
    """The name of a group; the letter has three."""
    return GROUP_NAMES[group] if group < len(GROUP_NAMES) else f"group {group + 1}"


_VALUES: Final = tuple(map(card_value, range(52)))


def value_of(card: int) -> int:
    """The value of a card in the analysis: 0 to 7 for two to nine, 8 for ten to king, 9 for an ace."""
    return _VALUES[card]


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """The rules that are analysed: the letter's, or a designer's variant of them."""

    shoe: tuple[int, ...]  # cards of each value: two to nine, ten-values, aces
    endless: bool = False  # an infinite shoe in these proportions
    hits_soft_17: bool = True
    most_hands: int = MOST_HANDS  # how many hands splits may make (clause 7)
    doubles_after_split: bool = True  # clause 8
    groups: tuple[int, ...] = GROUPS  # the light of each value (clause 3)
    golds: tuple[bool, ...] = GOLDS  # the values of clauses 11 and 12
    exposes_golds: bool = True  # clause 11

    def __post_init__(self) -> None:
        if not len(self.shoe) == len(self.groups) == len(self.golds) == VALUES or min(self.shoe) < 0:
            raise InvalidInput("shoe, groups and golds need a number for each of the ten values", field="variant")
        if not 1 <= self.most_hands <= MOST_HANDS:
            raise InvalidInput(f"must be 1 to {MOST_HANDS}", field="variant.most_hands")

    @classmethod
    def of(cls, decks: int | None, soft_17: str = "hit") -> Self:
        """The letter's rules with this many decks, or infinitely many, if the dealer hits or stands on a soft 17."""
        if soft_17 not in ("hit", "stand"):
            raise InvalidInput("must be hit or stand", field="soft-17")
        many = 1 if decks is None else decks
        shoe = tuple(many * (16 if value == TEN else 4) for value in range(VALUES))
        stands = soft_17 == "stand"
        return cls(
            shoe=shoe,
            endless=decks is None,
            hits_soft_17=not stands,
            most_hands=_most_hands(stands_on_17=stands),
            doubles_after_split=may_double(2, 2, stands),
        )

    @property
    def step(self) -> float:
        """What a card takes away from its value in the shoe."""
        return 0.0 if self.endless else 1.0

    def exposes(self, up: int, hole: int) -> bool:
        """Whether up and hole card of these values are turned up before play (clause 11)."""
        return self.exposes_golds and self.golds[up] and self.golds[hole]

    def are_gold(self, cards: Sequence[int]) -> bool:
        """Whether all of some cards are gold: tens, pictures and aces (clauses 11 and 12), unless a study differs."""
        return _gold_cards(self.golds).issuperset(cards)

    def may_split(self, cards: Sequence[int], hands: int) -> bool:
        """Whether a hand of these cards may be split, among the hands of its seat (clause 7)."""
        return len(cards) == 2 and _VALUES[cards[0]] == _VALUES[cards[1]] and hands < self.most_hands

    def may_double(self, cards: Sequence[int], hands: int) -> bool:
        """Whether a hand of these cards may be doubled, among the hands of its seat (clause 8)."""
        return len(cards) == 2 and (hands == 1 or self.doubles_after_split)


@lru_cache(maxsize=256)
def _gold_cards(golds: tuple[bool, ...]) -> frozenset[int]:
    return frozenset(card for card in range(52) if golds[_VALUES[card]])


def _most_hands(*, stands_on_17: bool) -> int:
    """How many hands the letter's splits may make."""
    hands = 1
    while may_split(CARDS[0], CARDS[0], hands, stands_on_17):
        hands += 1
    return hands


@dataclass(frozen=True, slots=True)
class State:
    """An up card and what the player knows of the hole card, if the dealer has no blackjack."""

    up: int
    hole: tuple[int, ...]  # the values that the hole card may have
    knows: str  # the group's name, or `exposed` and the card
    probability: float

    def __str__(self) -> str:
        return f"{SYMBOLS[self.up]} up, {self.knows}"


def states_of(variant: Variant) -> tuple[State, ...]:
    """Every up card with every knowledge of the hole card."""
    holes_by_state: dict[tuple[int, str], list[int]] = {}
    for up in range(VALUES):
        for hole in range(VALUES):
            if chance_of(variant, (up, hole)) > 0 and not is_blackjack(CARDS[up], CARDS[hole]):
                knows = f"exposed {SYMBOLS[hole]}" if variant.exposes(up, hole) else group_name(variant.groups[hole])
                holes_by_state.setdefault((up, knows), []).append(hole)
    return tuple(
        State(up, tuple(holes), knows, sum(chance_of(variant, (up, hole)) for hole in holes))
        for (up, knows), holes in holes_by_state.items()
    )


def chance_of(variant: Variant, values: Sequence[int]) -> float:
    """How likely the first cards of the shoe have these values, in this order."""
    left, chance = [float(cards) for cards in variant.shoe], 1.0
    for value in values:
        chance *= left[value] / sum(left) if sum(left) else 0.0
        left[value] = max(left[value] - variant.step, 0.0)
    return chance


def hole_values(variant: Variant, up: int, group: int) -> tuple[int, ...]:
    """The values of a hidden hole card of a group beside an up card; it is neither exposed nor part of a blackjack."""
    hidden = [state for state in states_of(variant) if state.up == value_of(up) and state.knows == group_name(group)]
    return hidden[0].hole if hidden else ()
