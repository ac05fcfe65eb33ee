"""The player's flushes, each summed over all hands that make it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import overload

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import SUIT_MASK
from houseway.games.flush_poker.exact.count import HANDS
from houseway.games.flush_poker.exact.sets import SIZES, Counts
from houseway.games.flush_poker.variant import MASKS, Variant, net

Exact = npt.NDArray[np.object_]  # whole numbers that may need more than 64 bits


@dataclass(frozen=True, slots=True, kw_only=True)
class Flush:
    """A flush of the player, summed over all hands that make it; every tuple is by overcards, the last place for more.

    An overcard is a card of another suit that is higher than the flush.
    """

    strength: int
    decided: tuple[tuple[int, ...], ...]  # hands by decision: fold, raise 1x, ...
    folded: tuple[int, ...]  # what folding all of them wins over all deals, in Bets / the unit of a match's pay
    raised: tuple[int, ...]  # what raising all of them to the cap wins

    @property
    def hands(self) -> tuple[int, ...]:
        """How many hands make it, by decision."""
        return tuple(map(sum, zip(*self.decided, strict=True)))


@dataclass(frozen=True, eq=False, kw_only=True)
class Flushes(Sequence[Flush]):
    """All flushes that hands make, the weakest first; a row of each array is what a `Flush` holds."""

    strengths: Counts
    decided: Counts
    folded: Exact
    raised: Exact

    def __len__(self) -> int:
        return len(self.strengths)

    @overload
    def __getitem__(self, place: int) -> Flush: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Flush, ...]: ...
    def __getitem__(self, place: int | slice) -> Flush | tuple[Flush, ...]:
        if isinstance(place, slice):
            return tuple(self[one] for one in range(*place.indices(len(self))))
        return Flush(
            strength=int(self.strengths[place]),
            decided=tuple(map(tuple, self.decided[place].tolist())),
            folded=tuple(self.folded[place].tolist()),
            raised=tuple(self.raised[place].tolist()),
        )

    @cached_property
    def hands(self) -> Counts:
        """By flush: how many hands make it, by decision."""
        return np.asarray(self.decided.sum(axis=1))

    @cached_property
    def gains(self) -> Exact:
        """By flush and overcards: how much more raising all of them to the cap wins than folding them."""
        return np.asarray(self.raised - self.folded)

    @property
    def depending(self) -> tuple[Flush, ...]:
        """The flushes whose hands do not all have the same best decision."""
        return tuple(self[place] for place in np.flatnonzero((self.hands > 0).sum(axis=1) > 1).tolist())


def all_flushes(variant: Variant, counts: Counts) -> Flushes:
    """All flushes that hands make; `counts` is the result of `count_part`."""
    made = (np.array(SIZES) << 13) | np.arange(MASKS)
    strengths = np.sort(made[counts[..., HANDS].any(axis=(1, 2))])
    chosen = counts[strengths & SUIT_MASK]
    deals = chosen[..., HANDS + 1 :].sum(axis=2)
    caps = np.array(variant.caps)[strengths >> 13, None].astype(object)
    pays, unit = variant.match.as_integer_ratio()
    below, win, lose, match = np.moveaxis(deals.astype(object), -1, 0)
    return Flushes(
        strengths=strengths,
        decided=chosen[..., HANDS],
        folded=-unit * deals.sum(axis=-1).astype(object),
        raised=np.asarray(net(caps, below, win, lose, match, pays, unit)),  # type: ignore[arg-type]  # of each, at once
    )
