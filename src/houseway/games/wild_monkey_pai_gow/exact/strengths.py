"""A set hand as one number."""

from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.kernel import kernel

Packed = npt.NDArray[np.int32]

# A set hand: eight bits for the strength of the front, thirteen for that of the back, and the rest for further facts.
FRONT_BITS: Final = 8
MORE_BITS: Final = 21
FRONT: Final = (1 << FRONT_BITS) - 1
BACK: Final = (1 << (MORE_BITS - FRONT_BITS)) - 1


@kernel
def packed_hand(setting: int, more: int) -> int:
    """A packed setting without its cards, together with further facts about the hand."""
    return (more << MORE_BITS) + (setting >> 6)


@kernel
def packed_front(packed: int) -> int:
    """The strength of the front of a packed hand."""
    return packed & FRONT


@kernel
def packed_back(packed: int) -> int:
    """The strength of the back of a packed hand."""
    return (packed >> FRONT_BITS) & BACK


@kernel
def packed_more(packed: int) -> int:
    """The further facts of a packed hand."""
    return packed >> MORE_BITS
