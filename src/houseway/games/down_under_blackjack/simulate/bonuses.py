"""The cells of the bonus wagers, which pay for matches of a player's first two cards with the dealer's.

The matches among the four pairs of cards decide what is paid, except for jackpots, which need both of a player's cards
to match.
"""

from array import array
from typing import Final

from houseway.games.down_under_blackjack.matches import fixed_on_down, fixed_on_up, jackpot_line, match_kind
from houseway.games.down_under_blackjack.simulate.block_state import OFF, CellTables, Places, Shorts
from houseway.games.simulation.round_counter import Bytes, Cells
from houseway.kernel import counter, inlined, kernel

KINDS: Final = 3
MATCH_PLACES: Final = KINDS**4
PROGRESSIVE_PLACES: Final = 15 * 7 * 7


@inlined
@kernel
def match_place(one: int, two: int, up: int, down: int) -> int:
    """How a player's cards match the dealer's: first both cards with the up card, then both with the down card."""
    with_up = KINDS * match_kind(one, up) + match_kind(two, up)
    with_down = KINDS * match_kind(one, down) + match_kind(two, down)
    return KINDS * KINDS * with_up + with_down + MATCH_PLACES // 2


@kernel
def progressive_place(family: int, one: int, two: int, up: int, down: int) -> int:
    """The place of the progressive's cell: the jackpot line, and the fixed pays for the up and the down card."""
    place = 49 * (1 + jackpot_line(family, one, two, up, down))
    return place + 7 * (1 + fixed_on_up(family, one, two, up, down)) + 1 + fixed_on_down(family, one, two, up, down)


def kinds_of(place: int) -> tuple[int, int, int, int]:
    """The four matches at a `match_place`, in the numbers of `match_kind`."""
    up, down = divmod(place, KINDS * KINDS)
    return up // KINDS - 1, up % KINDS - 1, down // KINDS - 1, down % KINDS - 1


def _both_match(first_up: int, second_up: int, first_down: int, second_down: int) -> bool:
    return max(first_up, first_down) >= 0 and max(second_up, second_down) >= 0


BOTH_MATCH: Final = array("B", [_both_match(*kinds_of(place)) for place in range(MATCH_PLACES)])


@inlined
@counter
def find_matches(matches: Bytes, ones: Bytes, twos: Bytes, ups: Bytes, downs: Bytes, rounds: int) -> None:
    """Find how a seat's cards match the dealer's in every round."""
    for row in range(rounds):
        matches[row] = match_place(int(ones[row]), int(twos[row]), int(ups[row]), int(downs[row]))


@inlined
@counter
def name_cells(cells: Cells, wager: int, seat: int, table: Shorts, matches: Bytes, rounds: int) -> None:
    """Store the cells of a bonus for a seat, if it is on."""
    if wager != OFF:
        for row in range(rounds):
            cells[wager, row, seat] = table[matches[row]]


@inlined
@counter
def find_double_matches(waiting: Places, matches: Bytes, rounds: int) -> int:
    """List the rounds in which both of a seat's cards match; answer how many they are."""
    count = 0
    for row in range(rounds):
        waiting[count] = row
        count += BOTH_MATCH[matches[row]]
    return count


@inlined
@counter
def name_jackpots(tables: CellTables, opened: Bytes, waiting: Places, cells: Cells, seat: int, count: int) -> None:
    """Store the cells of the progressive in the first `count` rounds that wait."""
    seats = len(opened) // 2 - 1
    for turn in range(count):
        row = int(waiting[turn])
        one, two = int(opened[seat, row]), int(opened[seats + 1 + seat, row])
        up, down = int(opened[seats, row]), int(opened[2 * seats + 1, row])
        place = progressive_place(tables.family, one, two, up, down)
        cells[tables.rows.progressive, row, seat] = tables.jackpots[place]


@inlined
@counter
def name_bonus_cells(
    tables: CellTables, opened: Bytes, matches: Bytes, waiting: Places, cells: Cells, seat: int, rounds: int
) -> None:
    """Store the cells of the bonuses that are on, by the first cards; `matches` and `waiting` are work space."""
    rows, seats = tables.rows, len(opened) // 2 - 1
    find_matches(matches, opened[seat], opened[seats + 1 + seat], opened[seats], opened[2 * seats + 1], rounds)
    name_cells(cells, rows.up, seat, tables.match_up, matches, rounds)
    name_cells(cells, rows.down, seat, tables.match_down, matches, rounds)
    name_cells(cells, rows.progressive, seat, tables.progressive, matches, rounds)
    if rows.progressive != OFF:
        count = find_double_matches(waiting, matches, rounds)
        if count > 0:
            name_jackpots(tables, opened, waiting, cells, seat, count)
