"""Numbers the views of `suit_counts.py`: the ranks of one suit, and the ranks of a hand's other cards."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import COUNTS
from houseway.games.wild_monkey_pai_gow.exact.class_index import FOUR_SUITS, SPREAD, THREE_SUITS, place_of_ranks
from houseway.games.wild_monkey_pai_gow.exact.settings import CARDS
from houseway.kernel import counter, kernel

Counts = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]


class Index(NamedTuple):
    """The numbers of sets of ranks among those of the deck, and the settings of each set."""

    sets: Numbers  # by set of ranks: its number among the sets of its size
    others: Numbers  # by number of cards, and place among all ranks that many cards can have, none over three times
    other_starts: Counts
    other_counts: Counts  # by number of cards
    hands: Numbers  # by place among all ranks of seven cards, then of six beside a joker: its number
    joker_start: int  # of the hands with a joker
    set_counts: Counts  # by size
    view_starts: Counts  # by size of the set
    first: Counts  # by ranks: where their settings begin
    plain: Counts  # by ranks: how many of them have no flush


@kernel
def has_flushes(held: int, joker: int) -> bool:
    """Whether a view with `held` cards of a suit needs settings with a flush, of that suit or of another."""
    return held <= 2 or held >= 5 - joker


@counter
def view_of(index: Index, ranks: int, spread: int, joker: int) -> int:
    """The number of a view: a set of ranks of one suit, and the ranks of the other natural cards."""
    held = COUNTS[ranks]
    cards = CARDS - joker - held
    view = index.view_starts[held]
    if joker:
        view += index.set_counts[held] * index.other_counts[CARDS - held]
    place = place_of_ranks(spread, cards, THREE_SUITS)
    return int(view + index.sets[ranks] * index.other_counts[cards] + index.others[index.other_starts[cards] + place])


@counter
def ranks_of(index: Index, spread: int, joker: int) -> int:
    """The number of the ranks of a hand's natural cards."""
    place = place_of_ranks(spread, CARDS - joker, FOUR_SUITS)
    return int(index.hands[place + joker * index.joker_start])


@counter
def measure_views(index: Index, sets: Counts, others: Counts, joker: int) -> Counts:
    """Count the settings, by set and by ranks of the other cards."""
    sizes = np.zeros((len(sets), len(others)), np.int64)
    for one in range(len(sets)):
        for two in range(len(others)):
            ranks = ranks_of(index, SPREAD[sets[one]] + others[two], joker)
            settings = index.plain[ranks]
            if has_flushes(COUNTS[sets[one]], joker):
                settings = index.first[ranks + 1] - index.first[ranks]
            sizes[one, two] = settings
    return sizes
