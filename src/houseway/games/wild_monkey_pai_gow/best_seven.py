"""The dealer's best seven of eight. The joker is discarded; otherwise the `best-seven` option says which are best."""

from pathlib import Path
from typing import Final

from houseway.cards.hands import FIVE_ACES, KEYS, Cards, best_five
from houseway.games.wild_monkey_pai_gow.house_way import FRONTS, NO_CARD, set_by_house_way, setting_back, setting_front
from houseway.kernel import kernel
from houseway.lookup_files import read_tables

# How many of the 154,143,080 hands of seven, set by the house way, have a high (or a low) that is no better.
# tools/make_percentiles.py makes them; first with the wheel as the lowest straight, then as the second highest.
_PERCENTILES: Final = read_tables(Path(__file__).with_name("percentiles.tbl"))
HIGHS_AT_MOST: Final = _PERCENTILES["highs_at_most"]
LOWS_AT_MOST: Final = _PERCENTILES["lows_at_most"]
HIGHS: Final = FIVE_ACES + 1
LOWS: Final = 182

READINGS: Final = ("expected", "high", "low", "poker")
EXPECTED, HIGH, LOW, POKER = range(4)


@kernel
def poker_score(hand: Cards, skip: int, wheel: int) -> int:
    """The best five of the seven, then the best two that this leaves."""
    key = mask = 0
    for index in range(len(hand)):
        if index != skip:
            key += KEYS[hand[index]]
            mask += 1 << hand[index]
    best, left = best_five(key, mask, wheel), 0
    for i in range(len(hand)):
        if i == skip:
            continue
        one = hand[i]
        for j in range(i):
            two = hand[j]
            front = FRONTS[53 * one + two]
            if front > left and j != skip:
                back = best_five(key - KEYS[one] - KEYS[two], mask - (1 << one) - (1 << two), wheel)
                if back == best:
                    left = front
    return (best << 8) + left


@kernel
def expected_score(setting: int, wheel: int) -> int:
    """How many of the 154,143,080 hands have a high that is no better, plus how many have a low that is no better."""
    highs = HIGHS_AT_MOST[wheel * HIGHS + setting_back(setting)]
    lows = LOWS_AT_MOST[wheel * LOWS + setting_front(setting)]
    return highs + lows


@kernel
def score_by_reading(setting: int, poker: int, wheel: int, reading: int) -> int:
    """How good a set seven is by a reading; ties go to the higher five-card hand, then the higher two-card hand.

    `poker` is its poker score, which the other readings ignore.
    """
    tie = setting >> 6
    if reading == EXPECTED:
        return (expected_score(setting, wheel) << 21) + tie
    if reading == HIGH:
        return tie
    if reading == LOW:
        return (setting_front(setting) << 21) + tie
    return (poker << 21) + tie


@kernel
def seven_score(hand: Cards, skip: int, setting: int, wheel: int, reading: int) -> int:
    """How good seven of eight cards are by a reading, without the one at `skip`."""
    poker = poker_score(hand, skip, wheel) if reading == POKER else 0
    return score_by_reading(setting, poker, wheel, reading)


@kernel
def dealer_setting(hand: Cards, wheel: int, reading: int) -> int:
    """How the dealer's eight cards are set: 8 x the packed setting of seven of them + the place of the discard.

    The discard is the joker, or else the card that leaves the best seven.
    """
    key = mask = 0
    joker = NO_CARD
    for index in range(8):
        key += KEYS[hand[index]]
        mask += 1 << hand[index]
        if hand[index] == 52:
            joker = index
    best = chosen = NO_CARD
    for index in range(8):
        if joker != NO_CARD and index != joker:
            continue
        card = hand[index]
        setting = set_by_house_way(hand, index, key - KEYS[card], mask - (1 << card), wheel)
        score = seven_score(hand, index, setting, wheel, reading)
        if score > best:
            best, chosen = score, 8 * setting + index
    return chosen
