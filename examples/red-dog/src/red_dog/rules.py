"""The rules on small integers: the spread, which line pays, how the third card ends the round."""

from typing import Final

from houseway.kernel import kernel

LINES: Final = {
    "ante": ("three of a kind", "spread of 1", "spread of 2", "spread of 3", "spread of 4 or more"),
    "first-two": ("suited pair", "suited neighbours", "pair", "neighbours"),
}

PAIR: Final = -1  # the spread of two cards of one rank
NEIGHBOURS: Final = 0  # that of ranks with none between them
WIDEST: Final = 11  # a two and an ace

WIN, LOSE, PUSH = range(3)


@kernel
def spread(one: int, two: int) -> int:
    """How many ranks lie between two cards; PAIR for two of one rank (clauses 2 and 3)."""
    return abs(one % 13 - two % 13) - 1


@kernel
def ending(one: int, two: int, third: int) -> int:
    """How the third card ends the round (clause 4); neighbours push whatever it would be (clause 2)."""
    between = spread(one, two)
    if between == NEIGHBOURS:
        return PUSH
    if between == PAIR:
        return WIN if third % 13 == one % 13 else PUSH
    low, high = min(one % 13, two % 13), max(one % 13, two % 13)
    return WIN if low < third % 13 < high else LOSE


@kernel
def ante_line(between: int) -> int:
    """The line of the Ante table for a spread that wins; -1 for neighbours, which never do."""
    if between == PAIR:
        return 0
    return min(between, 4) if between else -1


@kernel
def first_two_line(one: int, two: int) -> int:
    """The line of the First Two table (clause 5); -1 where it loses."""
    between = spread(one, two)
    if between > NEIGHBOURS:
        return -1
    suited = one // 13 == two // 13
    if between == PAIR:
        return 0 if suited else 2
    return 1 if suited else 3
