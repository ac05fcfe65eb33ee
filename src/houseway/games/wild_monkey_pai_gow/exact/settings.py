"""Every setting of every hand by its ranks alone, with the two strengths that the setting can have.

The settings of a hand of seven follow from its ranks, except the backs of one suit. So settings are listed once for all
hands of the same ranks: first those without a flush behind, then those whose five back cards have five different ranks,
valued as if all five were of one suit. A hand has such a setting too if one of its suits holds all ranks of the back.

The lists leave out fouls, and settings without a flush if another setting has a front and a back at least as strong.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import JOKER_BIT, KEYS, SUIT_MASK, best_five, fouls, front_strength
from houseway.games.pricing.analysis import Runner
from houseway.games.wild_monkey_pai_gow.exact.hand_classes import Ranks, hand_classes
from houseway.kernel import counter, kernel

Counts = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]

CARDS: Final = 7
MOST: Final = 21  # settings of seven cards
FRONT, BACK, SUITED, FIELDS = range(4)  # of a setting; SUITED are the ranks of a back of one suit, 0 for others

_RANK_SUM: Final = (1 << 32) - 1


@counter
def hand_of_ranks(row: Ranks, joker: int, hand: Counts) -> None:
    """Cards of these ranks, ascending, as if all were clubs; the joker is the last."""
    place = 0
    for rank in range(13):
        for _ in range(row[rank]):
            hand[place] = rank
            place += 1
    if joker:
        hand[place] = JOKER_BIT


@counter
def is_first(hand: Counts, i: int, j: int) -> bool:
    """Whether no earlier two places hold the same ranks as places i and j, i before j."""
    if i > 0 and hand[i - 1] == hand[i]:
        return False
    return bool(j == i + 1 or hand[j - 1] != hand[j])


@kernel
def cards_in(mask: int) -> int:
    """How many cards a mask holds."""
    cards = 0
    while mask:
        mask &= mask - 1
        cards += 1
    return cards


@counter
def set_every_way(hand: Counts, wheel: int, settings: Counts) -> tuple[int, int]:
    """Fill in a hand's settings that are no fouls, without a flush and with one; answer how many there are of each."""
    plain = suited = 0
    for i in range(CARDS):
        for j in range(i + 1, CARDS):
            if not is_first(hand, i, j):
                continue
            front, key, held = front_strength(hand[i], hand[j]), 0, 0
            for index in range(CARDS):
                if index not in (i, j):
                    key += KEYS[hand[index]]
                    held |= 1 << hand[index]
            back = best_five(key & _RANK_SUM, 0, wheel)
            if not fouls(front, back):
                settings[0, plain, FRONT], settings[0, plain, BACK] = front, back
                plain += 1
            flush = best_five(key, held, wheel) if cards_in(held) == CARDS - 2 else 0
            if flush and not fouls(front, flush):
                settings[1, suited, FRONT], settings[1, suited, BACK] = front, flush
                settings[1, suited, SUITED] = held & SUIT_MASK
                suited += 1
    return plain, suited


@counter
def is_outdone(settings: Counts, one: int, count: int) -> bool:
    """Whether another of `count` settings beats this one, or equals it and is earlier, in both front and back."""
    front, back, outdone = settings[one, FRONT], settings[one, BACK], False
    for two in range(count):
        higher = settings[two, FRONT] >= front and settings[two, BACK] >= back
        same = settings[two, FRONT] == front and settings[two, BACK] == back
        outdone |= higher and (not same or two < one)
    return bool(outdone)


@counter
def list_settings(rows: Ranks, joker: int, wheel: int) -> Counts:
    """By ranks, how many settings have no flush and how many have one; then the fields of each, in rows."""
    listed = np.zeros((len(rows), 2 * MOST + 1, FIELDS), np.int64)
    hand = np.zeros(CARDS, np.int64)
    settings = np.zeros((2, MOST, FIELDS), np.int64)
    for place in range(len(rows)):
        hand_of_ranks(rows[place], joker, hand)
        plain, suited = set_every_way(hand, wheel, settings)
        count = 0
        for one in range(plain):
            if not is_outdone(settings[0], one, plain):
                count += 1
                listed[place, count] = settings[0, one]
        for one in range(suited):
            listed[place, count + 1 + one] = settings[1, one]
        listed[place, 0, 0], listed[place, 0, 1] = count, suited
    return listed


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of all ranks of seven cards, those without the joker first."""

    rows: tuple[Ranks, Ranks]  # the ranks of seven natural cards; of six beside a joker
    first: Counts  # by ranks: where their settings begin
    plain: Counts  # by ranks: how many of them have no flush; these come first
    fronts: Numbers
    backs: Numbers
    suited: Numbers  # the ranks of a back of one suit, 0 for other settings

    @classmethod
    def of(cls, ranks: tuple[int, ...], wheel: int, run: Runner) -> "Settings":
        """All settings of a deck's hands."""
        rows = hand_classes(7, 5, ranks).mixed, hand_classes(6, 4, ranks).mixed
        listed = np.concatenate([run(list_settings, [(rows[joker], joker, wheel)]) for joker in (0, 1)])
        plain, suited = listed[:, 0, 0], listed[:, 0, 1]
        chosen = np.arange(2 * MOST) < (plain + suited)[:, None]
        fields = listed[:, 1:][chosen].astype(np.int32)
        return cls(
            rows=rows,
            first=np.concatenate(([0], np.cumsum(plain + suited))),
            plain=plain,
            fronts=np.ascontiguousarray(fields[:, FRONT]),
            backs=np.ascontiguousarray(fields[:, BACK]),
            suited=np.ascontiguousarray(fields[:, SUITED]),
        )

    def only(self, used: npt.NDArray[np.bool_]) -> "Settings":
        """Only the settings that are used; the ranks stay the same."""
        counts = np.concatenate(([0], np.cumsum(used)))
        return Settings(
            rows=self.rows,
            first=counts[self.first],
            plain=counts[self.first[:-1] + self.plain] - counts[self.first[:-1]],
            fronts=self.fronts[used],
            backs=self.backs[used],
            suited=self.suited[used],
        )
