"""Amounts in chips: the denominations of a table, and the fewest chips that make an amount."""

from typing import Final

from msgspec import Struct

from houseway.house.sheets.table_rules import TableRules
from houseway.money import Cents, format_money

STANDARD: Final[tuple[Cents, ...]] = (25, 50, 1_00, 5_00, 25_00, 100_00, 500_00, 1_000_00, 5_000_00)
"""The denominations of card rooms in cents; each is a multiple of the one before it."""


class ChipCount(Struct, frozen=True, kw_only=True):
    """A number of chips of a denomination; with a denomination of one cent it is cash."""

    chip: str
    count: int


def denominations(rules: TableRules) -> list[Cents]:
    """The chips of a table, the largest first: from the sheet's smallest chip to one of its highest wager.

    Each is a multiple of the next smaller one, so that the largest chips first make the fewest chips.
    """
    highest = max([rules.most, *(limit.maximum for limit in rules.limits.values())])
    table_chips = [rules.chip]
    for chip in STANDARD:
        if chip > table_chips[-1] and chip % table_chips[-1] == 0 and table_chips[-1] < highest:
            table_chips.append(chip)
    return table_chips[::-1]


def in_chips(amount: Cents, chips: list[Cents]) -> list[ChipCount]:
    """An amount in the fewest chips of these denominations; what is less than the smallest chip is cash, in cents."""
    counts, rest = [], amount
    for chip in [*chips, 1]:
        count, rest = divmod(rest, chip)
        if count:
            counts.append(ChipCount(chip=format_money(chip), count=count))
    return counts
