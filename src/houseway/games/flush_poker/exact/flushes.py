"""The player's flushes, each over all hands that make it."""

from dataclasses import dataclass

import numpy as np

from houseway.cards.hands import SUIT_MASK, flush_size
from houseway.games.flush_poker.exact.count import HANDS
from houseway.games.flush_poker.exact.sets import SIZES, Counts
from houseway.games.flush_poker.variant import Variant, net


@dataclass(frozen=True, slots=True, kw_only=True)
class Flush:
    """A flush of the player, over all hands that make it; every tuple is by overcards, the last place for more.

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

    @property
    def depends(self) -> bool:
        """Whether its hands are not all decided alike."""
        return sum(map(bool, self.hands)) > 1


def all_flushes(variant: Variant, found: Counts) -> tuple[Flush, ...]:
    """All flushes that hands make, the weakest first; `found` is what `count_part` has counted."""
    made = sorted((SIZES[ranks] << 13 | ranks) for ranks in np.unique(found[..., HANDS].nonzero()[0]).tolist())
    chosen = found[[strength & SUIT_MASK for strength in made]]
    decided, summed = chosen[..., HANDS].tolist(), chosen[..., HANDS + 1 :].sum(axis=2).tolist()
    caps = [variant.caps[flush_size(strength)] for strength in made]
    pays, unit = variant.match.as_integer_ratio()
    return tuple(
        Flush(
            strength=strength,
            decided=tuple(map(tuple, hands)),
            folded=tuple([-unit * sum(kinds) for kinds in deals]),
            raised=tuple([net(cap, below, win, lose, match, pays, unit) for below, win, lose, match in deals]),
        )
        for strength, cap, hands, deals in zip(made, caps, decided, summed, strict=True)
    )
