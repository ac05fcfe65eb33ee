"""The card reader that two letters use: it tells the range of a dealer's card by a light."""

from typing import Final

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
