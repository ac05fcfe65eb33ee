"""What the kernels of Wild Monkey Pai Gow are tried on, plain and compiled."""

from random import Random
from typing import Final

import naive
from arguments import a_flag, front_and_back, hand, mask
from houseway.cards import hands
from houseway.games.wild_monkey_pai_gow import house_way
from houseway.games.wild_monkey_pai_gow.exact import class_index
from houseway.testing.kernels import Arguments, Generator, numbers

MASKS: Final = 1 << 13


def number_from(start: int, stop: int) -> Generator:
    return lambda rng: (rng.randrange(start, stop),)


def two_settings(rng: Random) -> Arguments:
    return (*front_and_back(rng), *front_and_back(rng))


def set_and_skip(rng: Random) -> tuple[naive.Hand, int]:
    """Seven cards, or eight without one of them."""
    return (hand()(rng), house_way.NO_CARD) if a_flag(rng) else (hand(8, 52)(rng), rng.randrange(8))


def to_set(rng: Random) -> Arguments:
    return (*set_and_skip(rng), rng.randrange(2))


def to_find(rng: Random) -> Arguments:
    cards, skip = set_and_skip(rng)
    kept = [card for index, card in enumerate(cards) if index != skip]
    front = hands.front_strength(*rng.sample(kept, 2)) if a_flag(rng) else -1
    return cards, skip, hands.hand_key(kept), hands.hand_mask(kept), rng.randrange(2), front


def to_set_from_sums(rng: Random) -> Arguments:
    cards, skip, key, held, wheel, _ = to_find(rng)
    return cards, skip, key, held, wheel


def setting(rng: Random) -> Arguments:
    return (house_way.house_way(*to_set(rng)),)


def a_setting_and_wheel(rng: Random) -> Arguments:
    return (*setting(rng), rng.randrange(2))


def to_score(rng: Random) -> Arguments:
    cards, skip, wheel = to_set(rng)
    return cards, skip, house_way.house_way(cards, skip, wheel), wheel, rng.randrange(4)


def to_discard(rng: Random) -> Arguments:
    return (hand(8)(rng), rng.randrange(2), rng.randrange(4))


def a_row(rng: Random) -> Arguments:
    row = rng.randrange(len(house_way.HOUSE_WAY))
    pattern = house_way.ROWS[row * house_way.ROW_LENGTH]
    return (row * house_way.ROW_LENGTH, pattern, *numbers(13, 13, 13)(rng), *mask(rng))


def natural_cards(rng: Random) -> Arguments:
    """Six, seven or eight natural cards as a mask, and how many they are."""
    size = rng.choice([6, 7, 8])
    return hands.hand_mask(hand(size, 52)(rng)), size


ARGUMENTS: Final[dict[str, Generator]] = {
    "best_seven.dealer_setting": to_discard,
    "best_seven.expected_score": a_setting_and_wheel,
    "best_seven.poker_score": to_set,
    "best_seven.seven_score": to_score,
    "exact.rank_counts.ways_to_take": numbers(5, 9),
    "exact.settings.cards_in": numbers(1 << 53),
    "exact.suit_views.has_flushes": numbers(8, 2),
    "exact.set_hands.setting_of": numbers(1 << 25),
    "simulate.rounds.main_cell": lambda rng: (rng.randrange(3), rng.randrange(-1, 2)),
    "exact.strengths.packed_back": numbers(1 << 25),
    "exact.strengths.packed_front": numbers(1 << 25),
    "exact.strengths.packed_hand": lambda rng: (*setting(rng), rng.randrange(14)),
    "exact.strengths.packed_more": numbers(1 << 25),
    "best_seven.score_by_reading": lambda rng: (*setting(rng), *numbers(1 << 21, 2, 4)(rng)),
    "exact.class_index.eight_place": lambda rng: (hands.hand_mask(hand(8)(rng)),),
    "exact.class_index.place_of_natural": natural_cards,
    "exact.class_index.place_of_ranks": lambda rng: (
        sum(1 << 3 * (card % 13) for card in hand(8, 52)(rng)),
        8,
        class_index.FOUR_SUITS,
    ),
    "exact.class_index.seven_place": mask,
    "house_way._matches": a_row,
    "house_way.choose_front": mask,
    "house_way.find_setting": to_find,
    "house_way.holds_complete_hand": mask,
    "house_way.house_way": to_set,
    "house_way.pattern_of": numbers(MASKS, MASKS, MASKS, 2),
    "house_way.set_by_house_way": to_set_from_sums,
    "house_way.second_rank": numbers(MASKS),
    "house_way.setting_back": setting,
    "house_way.setting_front": setting,
    "rules.dealer_joker_line": number_from(-1, 13),
    "rules.high_card_without_pair": mask,
    "rules.insured_high": mask,
    "rules.main_result": two_settings,
    "rules.pai_gow_high": mask,
    "rules.pai_gow_line": number_from(-1, 13),
}
TRIES: Final = {"best_seven.dealer_setting": 60}  # eight house ways, plain, in each
