"""Make src/houseway/cards/hands.tbl, the tables behind every hand evaluation.

    python tools/make_hand_tables.py            # write the file
    python tools/make_hand_tables.py --check    # make it again and compare

Everything is counted here from the rules of poker; nothing is looked up elsewhere.
"""

import sys
from array import array
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import numpy as np
import numpy.typing as npt

from made_files import make_lookup_file

TARGET = Path(__file__).parent.parent / "src" / "houseway" / "cards" / "hands.tbl"
ACE = 12
MASKS = 1 << 13
ROW_BITS = 14  # the low bits of a rank sum choose the displaced row, the others are the column
ROWS = 1 << ROW_BITS
SIZE_STEP = 1 << 23  # each card adds one step, so that hands of 5, 6 and 7 cards never meet
Ranks = tuple[int, ...]

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, FIVE_ACES = range(10)


def straight_top(ranks: Ranks) -> int | None:
    """The highest rank of five ranks in a row (3, a five, for A-2-3-4-5), or None."""
    distinct = sorted(set(ranks))
    if len(distinct) != 5:
        return None
    if distinct[4] - distinct[0] == 4:
        return distinct[4]
    return 3 if distinct == [0, 1, 2, 3, ACE] else None


def order(ranks: Ranks, *, suited: bool, wheel_second: bool) -> tuple[int, ...]:
    """What decides between five-card hands: the category, then ranks by how often they appear."""
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape = [count for count, _ in groups]
    top = straight_top(ranks)
    if top is not None:
        place = 2 * top + 1
        if wheel_second and top == 3:
            place = 2 * ACE  # between king high and ace high
        return (STRAIGHT_FLUSH if suited else STRAIGHT, place)
    categories = {5: FIVE_ACES, 4: QUADS, 3: FULL_HOUSE if shape[1:] == [2] else TRIPS, 2: PAIR, 1: HIGH_CARD}
    category = FLUSH if suited else TWO_PAIR if shape == [2, 2, 1] else categories[shape[0]]
    return (category, *(rank for _, rank in groups))


def all_fives() -> Iterator[tuple[Ranks, bool]]:
    """Every set of five ranks, unsuited and suited, and five aces."""
    for ranks in combinations_with_replacement(range(13), 5):
        if max(ranks.count(rank) for rank in ranks) <= 4:
            yield ranks, False
    for ranks in combinations(range(13), 5):
        yield ranks, True
    yield (ACE,) * 5, False


def strengths(*, wheel_second: bool) -> dict[tuple[Ranks, bool], int]:
    """The strength, 1 to 7463, of every class of five cards; keys have ascending ranks."""
    orders = {five: order(five[0], suited=five[1], wheel_second=wheel_second) for five in all_fives()}
    places = {value: place for place, value in enumerate(sorted(set(orders.values())), start=1)}
    return {five: places[value] for five, value in orders.items()}


def rank_keys() -> list[int]:
    """Thirteen numbers, as small as can be found one by one, that give every seven ranks a sum of their own."""
    keys: list[int] = []
    sums = [np.array([0])] + [np.array([], dtype=np.int64)] * 7  # by number of cards
    while len(keys) < 13:
        taken = np.zeros(3_000_000, dtype=bool)
        for more in range(1, 5):  # a clash: some hand with j of the new rank equals one with j + more of it
            for j in range(5 - more):
                _mark_differences(sums[7 - j], sums[7 - j - more], more, taken)
        keys.append(next(key for key in range(len(taken)) if not taken[key] and key not in keys))
        sums = [np.unique(np.concatenate([sums[n - j] + j * keys[-1] for j in range(min(n, 4) + 1)])) for n in range(8)]
    return keys


def _mark_differences(
    more: "npt.NDArray[np.int64]",
    fewer: "npt.NDArray[np.int64]",
    divisor: int,
    taken: "npt.NDArray[np.bool_]",
) -> None:
    for one in fewer:
        gaps = more - one
        gaps = gaps[(gaps >= 0) & (gaps % divisor == 0)] // divisor
        taken[gaps[gaps < len(taken)]] = True


def best_of(ranks: Ranks, classes: dict[tuple[Ranks, bool], int]) -> int:
    """The best unsuited five of five, six or seven ranks."""
    return max(classes[five, False] for five in set(combinations(ranks, 5)))


def best_with_joker(ranks: Ranks, classes: dict[tuple[Ranks, bool], int]) -> int:
    """The best five of the ranks and a joker that is an ace or completes a straight."""
    best = best_of(tuple(sorted((*ranks, ACE))), classes)
    for four in set(combinations(sorted(set(ranks)), 4)):
        for rank in range(13):
            five = tuple(sorted((*four, rank)))
            if straight_top(five) is not None:
                best = max(best, classes[five, False])
    return best


def multisets(size: int) -> Iterator[Ranks]:
    """Every set of ranks of that size, none more than four times."""
    for ranks in combinations_with_replacement(range(13), size):
        if all(ranks[i] != ranks[i + 4] for i in range(size - 4)):
            yield ranks


def displaced(values: dict[int, int]) -> tuple[list[int], list[int]]:
    """First-fit displacement of a sparse list, cut into rows by the low bits: row offsets, and each key's place."""
    rows: dict[int, list[int]] = {}
    for key in values:
        rows.setdefault(key & (ROWS - 1), []).append(key >> ROW_BITS)
    offsets = [0] * ROWS
    used = np.zeros(4 * len(values), dtype=bool)
    for row, columns in sorted(rows.items(), key=lambda item: (-len(item[1]), item[0])):
        offsets[row] = first_fit(used, columns)
        used[np.array(columns) + offsets[row]] = True
    return offsets, [offsets[key & (ROWS - 1)] + (key >> ROW_BITS) for key in values]


def first_fit(used: "npt.NDArray[np.bool_]", columns: list[int], step: int = 2000) -> int:
    """The smallest offset at which all columns fall on free places."""
    offset = max(0, int(np.argmin(used)) - min(columns))
    while True:
        clashes = np.zeros(step, dtype=bool)
        for column in columns:
            clashes |= used[offset + column : offset + column + step]
        if not clashes.all():
            return offset + int(np.argmin(clashes))
        offset += step


def flush_values(classes: dict[tuple[Ranks, bool], int]) -> list[int]:
    """The best suited five of one suit's ranks, without and then with the joker; 0 where there are not five."""
    plain = [0] * MASKS
    joined = [0] * MASKS
    for mask in range(MASKS):
        ranks = bits(mask)
        if len(ranks) >= 5:
            plain[mask] = max(classes[five, True] for five in combinations(ranks[-5:], 5))
            plain[mask] = max(plain[mask], *straights_within(ranks, classes), 0)
    for mask in range(MASKS):
        if bin(mask).count("1") >= 4:
            joined[mask] = max((plain[mask | 1 << rank] for rank in range(13)), default=0)
    return plain + joined


def straights_within(ranks: Ranks, classes: dict[tuple[Ranks, bool], int]) -> list[int]:
    """The suited straights that a set of ranks holds."""
    runs = [tuple(range(low, low + 5)) for low in range(9)] + [(0, 1, 2, 3, ACE)]
    return [classes[run, True] for run in runs if set(run) <= set(ranks)]


def bits(mask: int) -> Ranks:
    """The ranks of a mask, ascending."""
    return tuple(rank for rank in range(13) if mask >> rank & 1)


def windows(length: int) -> list[int]:
    """The masks of so many ranks in a row, lowest first; the ace stands at both ends."""
    ace_low = (1 << (length - 1)) - 1 | 1 << ACE
    return [ace_low] + [((1 << length) - 1) << low for low in range(14 - length)]


def straight_values() -> list[int]:
    """By mask, without and then with a joker: the place of the highest straight, 1 (a five high) to 10, else 0."""
    return [
        max(
            (place for place, run in enumerate(windows(5), 1) if bin(run & mask).count("1") >= 5 - joker),
            default=0,
        )
        for joker in (0, 1)
        for mask in range(MASKS)
    ]


def seven_values() -> list[int]:
    """By mask, without and then with a joker: 1 where seven ranks in a row are complete."""
    return [
        int(any(bin(run & mask).count("1") >= 7 - joker for run in windows(7)))
        for joker in (0, 1)
        for mask in range(MASKS)
    ]


def longest_runs() -> list[int]:
    """By mask: the most ranks in a row, ace low or high."""
    return [
        max(
            (length for length in range(1, 14) if any(run & mask == run for run in windows(length))),
            default=0,
        )
        for mask in range(MASKS)
    ]


def flush_poker_values() -> list[int]:
    """By mask, without and then with the joker as the highest rank missing: cards in the flush, then their ranks."""
    values = []
    for joker in (0, 1):
        for mask in range(MASKS):
            missing = [rank for rank in range(13) if not mask >> rank & 1]
            full = mask | (1 << missing[-1] if joker and missing else 0)
            values.append(bin(full).count("1") << 13 | full)
    return values


def deciding_ranks(classes: dict[tuple[Ranks, bool], int]) -> list[int]:
    """By strength: the five ranks in deciding order, four bits each, the first one lowest."""
    packed = [0] * (max(classes.values()) + 1)
    for (ranks, _), strength in classes.items():
        ordered = sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)
        if straight_top(ranks) == 3:
            ordered = [3, 2, 1, 0, ACE]
        packed[strength] = sum(rank << 4 * place for place, rank in enumerate(ordered))
    return packed


def highest_fronts(packed: list[int], classes: dict[tuple[Ranks, bool], int]) -> list[int]:
    """By strength of a five-card hand: the strongest two-card hand that does not outrank it."""
    pairs_from = min(strength for (ranks, _), strength in classes.items() if len(set(ranks)) == 4)
    two_pairs_from = min(s for (ranks, _), s in classes.items() if len(set(ranks)) == 3 and ranks.count(ranks[2]) < 3)
    fronts = []
    for strength, ranks in enumerate(packed):
        first, second = ranks & 15, ranks >> 4 & 15
        if strength >= two_pairs_from:
            fronts.append(169 + ACE)
        else:
            fronts.append(169 + first if strength >= pairs_from else 13 * first + second)
    return fronts


def make() -> "dict[str, array[int]]":
    """All tables, by name."""
    keys = rank_keys()
    joker_key = 3 * SIZE_STEP
    classes = [strengths(wheel_second=False), strengths(wheel_second=True)]
    values: list[dict[int, int]] = [{}, {}]
    for wheel in (0, 1):
        for size in (5, 6, 7):
            base = (size - 5) * SIZE_STEP
            for ranks in multisets(size):
                values[wheel][base + sum(keys[r] for r in ranks)] = best_of(ranks, classes[wheel])
            for ranks in multisets(size - 1):
                key = base + joker_key + sum(keys[r] for r in ranks)
                values[wheel][key] = best_with_joker(ranks, classes[wheel])
    offsets, places = displaced(values[0])
    width = max(places) + 1
    table = [0] * (2 * width)
    for place, low, second in zip(places, values[0].values(), values[1].values(), strict=True):
        table[place], table[width + place] = low, second
    packed = [deciding_ranks(some) for some in classes]
    card_keys = [(keys[card % 13] + SIZE_STEP) | 1 << (32 + 4 * (card // 13)) for card in range(52)] + [
        (joker_key + SIZE_STEP) | 0x1111 << 32
    ]
    return {
        "card_keys": array("q", card_keys),
        "row_offsets": array("i", offsets),
        "rank_strengths": array("H", table),
        "flush_strengths": array("H", flush_values(classes[0]) + flush_values(classes[1])),
        "deciding_ranks": array("i", packed[0] + packed[1]),
        "highest_fronts": array("B", highest_fronts(packed[0], classes[0])),
        "straights": array("B", straight_values()),
        "sevens_in_a_row": array("B", seven_values()),
        "longest_runs": array("B", longest_runs()),
        "longest_flushes": array("i", flush_poker_values()),
        "top_ranks": array("b", [mask.bit_length() - 1 for mask in range(MASKS)]),
        "counts": array("B", [bin(mask).count("1") for mask in range(MASKS)]),
    }


def main() -> int:
    """Write the file, or with --check compare it with the tables of this run."""
    return make_lookup_file(TARGET, "hand evaluation tables, made by tools/make_hand_tables.py, version 1", make())


if __name__ == "__main__":
    sys.exit(main())
