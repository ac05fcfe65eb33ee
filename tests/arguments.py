"""Arguments that the kernels of several games are tried on: cards, masks, strengths, flags."""

from collections.abc import Callable
from random import Random
from typing import Any

import naive
from houseway.cards import hands
from houseway.testing.kernels import Arguments, Generator


def flags(*kinds: Callable[[Random], Any]) -> Generator:
    return lambda rng: tuple(kind(rng) for kind in kinds)


def a_flag(rng: Random) -> bool:
    return rng.random() < 0.5


def hard(rng: Random) -> int:
    return rng.randrange(2, 32)


def few(rng: Random) -> int:
    return rng.randrange(5)


def distinct(size: int, deck: int = 52) -> Generator:
    """So many cards of one deck, often rare together."""
    return lambda rng: naive.hands(str(rng.random()), size, 2, deck)[rng.randrange(2)]


def hand(size: int = 7, deck: int = 53) -> Callable[[Random], naive.Hand]:
    return distinct(size, deck)


def mask(rng: Random) -> Arguments:
    return (hands.hand_mask(hand()(rng)),)


def strength(rng: Random) -> Arguments:
    return (rng.randrange(1, hands.FIVE_ACES + 1),)


def front_and_back(rng: Random) -> Arguments:
    one, two, *rest = hand()(rng)
    return hands.front_strength(one, two), hands.poker_strength(rest)


def flush(rng: Random) -> Arguments:
    return (hands.flush_hand(*mask(rng)),)
