"""What a promotion costs the house: match play and free play by a game's exact shares, a loss rebate by convolution.

All of them are priced for a player who plays as the analysis does. A coupon or a rebate changes the best play a little,
so a player who adapts to it takes somewhat more.
"""

import math
import sys
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

import numpy as np
from msgspec import Struct

from houseway.errors import InvalidInput
from houseway.games.pricing.analysis import Nets
from houseway.games.pricing.result import MainResult
from houseway.money import Cents, format_money

MOST_STEPS: Final = 4 * 10**9  # additions of a convolution: some seconds
_AFTER_A_PUSH: Final = "it stays for the next round after a push, and is gone after any other result"
MATCH_TERMS: Final = f"beside a wager of the same size; it pays even money when the round is won; {_AFTER_A_PUSH}"
FREE_TERMS: Final = (
    f"in place of the first wager; winnings are paid and the coupon is not; {_AFTER_A_PUSH}; "
    "the other wagers of the round are the player's own money"
)
REBATE_TERMS: Final = (
    "of the loss above the threshold after all these rounds, each with the same stake; "
    "a player who chooses when to stop takes more"
)


class Coupon(Struct, frozen=True, kw_only=True):
    """A coupon that is played once, and what it costs the house on average, in dollars."""

    kind: str
    face: str
    cost: float
    cost_of_face: float
    terms: str


class Rebate(Struct, frozen=True, kw_only=True):
    """A rebate on what a player lost with the main wagers of some rounds, in dollars."""

    rate: float
    threshold: str
    stake: str
    rounds: int
    chance: float  # that anything is given back
    cost: float
    win: float  # theoretical, of the same rounds, before the rebate
    win_after: float
    relative_error: float  # at most, of the floats that carry the convolution
    terms: str = REBATE_TERMS


def match_play(main: MainResult, face: Cents) -> Coupon:
    """A coupon that is added to the first wager and pays even money."""
    decided = 1 - main.outcomes.get("push", 0.0)
    return _coupon("match play", face, main.outcomes["win"] / decided, MATCH_TERMS)


def free_play(main: MainResult, face: Cents) -> Coupon:
    """A coupon in place of the first wager: if the round is lost, the player does not pay for it."""
    if "surrender" in main.outcomes:
        reason = "has no price where hands are surrendered: a part of the first wager goes back, of a coupon none can"
        raise InvalidInput(reason, field="free_play")
    lost = main.outcomes["lose"] + main.outcomes.get("fold", 0.0)
    decided = 1 - main.outcomes.get("push", 0.0)
    return _coupon("free play", face, (lost - main.house_edge) / decided, FREE_TERMS)


def _coupon(kind: str, face: Cents, share: float, terms: str) -> Coupon:
    return Coupon(kind=kind, face=format_money(face), cost=face * share / 100, cost_of_face=share, terms=terms)


def loss_rebate(nets: Nets, *, stake: Cents, rounds: int, rate: Fraction, threshold: Cents) -> Rebate:
    """What a rebate costs over independent rounds, with the chances of each net result in `nets`."""
    unit = Fraction(1, math.lcm(*(net.denominator for net in nets)))
    chances = {int(net / unit): float(chance) for net, chance in nets.items()}
    losses, error = _losses(chances, rounds)
    dollars = float(unit * stake) / 100
    over = np.arange(len(losses)) * dollars - threshold / 100
    above = over > 0
    cost = float(rate) * float(over[above] @ losses[above])
    win = float(-sum(net * chance for net, chance in nets.items()) * stake * rounds) / 100
    return Rebate(
        rate=float(rate),
        threshold=format_money(threshold),
        stake=format_money(stake),
        rounds=rounds,
        chance=float(losses[above].sum()),
        cost=cost,
        win=win,
        win_after=win - cost,
        relative_error=error,
    )


def _losses(chances: Mapping[int, float], rounds: int) -> tuple[np.ndarray[tuple[int], np.dtype[np.float64]], float]:
    """How likely each whole loss from 0 on is after some rounds, and how far floats may be off at most, relatively.

    A sum that can no longer become a loss is dropped. All terms are positive, so errors add up and never cancel.
    """
    worst = max(1, -min(chances))
    size = 2 * rounds * worst + 1  # from a loss of all rounds to a win that all rounds can still lose
    if rounds * size * len(chances) > MOST_STEPS:
        reason = f"takes {rounds * size * len(chances):,} steps, more than {MOST_STEPS:,}: ask for fewer rounds"
        raise InvalidInput(reason, field="rebate")
    sums = np.zeros(size)
    sums[rounds * worst] = 1.0  # sums[i] is how likely a net result of i - rounds * worst is
    for _ in range(rounds):
        sums = _next_round(sums, chances)
    error = rounds * (len(chances) + 2) * sys.float_info.epsilon
    return sums[: rounds * worst + 1][::-1], error


def _next_round(
    sums: np.ndarray[tuple[int], np.dtype[np.float64]], chances: Mapping[int, float]
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The chances of all sums one round later."""
    size, after = len(sums), np.zeros(len(sums))
    for net, chance in chances.items():
        if net >= 0:
            after[min(net, size) :] += chance * sums[: max(size - net, 0)]
        else:
            after[:net] += chance * sums[-net:]
    return after
