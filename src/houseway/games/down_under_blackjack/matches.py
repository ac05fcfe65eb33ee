"""Match The Dealer and its progressive: how two player cards match the dealer's up and down card.

A line number is the place of a line among all lines of the progressive tables in approval.toml, in printed order.
"""

from typing import Final

from houseway.kernel import inlined, kernel

LINES: Final = {
    "match-the-dealer": ("suited match", "unsuited match"),
    "progressive": (
        "2 suited aces of spades",
        "2 suited matches (all others)",
        "1 non-suited & 1 suited match",
        "1 suited match",
        "2 non-suited matches",
        "1 non-suited match",
        "player A♠K♠ matches dealer A♠K♠",
        "any 4 aces",
        "any 4 same rank: 2s - Ks",
        "2 suited matches w/ dealer's up and down",
        "2 suited matches w/ dealer's up or down",
        "4 suited aces dealer's up and down cards",
        "4 suited 2s - Ks dealer's up and down cards",
        "2 suited matches",
    ),
    "progressive-alternate": (
        "3 suited aces of spades with king of spades dealer's down card",
        "3 suited aces",
        "3-card suited match: 2s - Ks",
        "4 suited aces",
        "4-card suited match: 2s - Ks",
        "3-card suited match w/ dealer's up or down",
    ),
}

# The number of decks that each progressive table is for.
DECKS_OF_TABLE: Final = {
    "3": {"a": "4", "b": "5", "c": "6", "d": "8"},
    "4": {"a": "2", "b": "4", "c": "5", "d": "6", "e": "8"},
    "5": {"a": "4", "b": "5", "c": "6", "d": "8"},
}


def decks_of_table(name: str) -> str:
    """The number of decks that a progressive table such as `3c/5` is for; empty if its name has none."""
    table = name.partition("/")[0]
    return DECKS_OF_TABLE.get(table[:1], {}).get(table[1:], "")


TABLE_3, TABLE_4A, TABLE_4, TABLE_5, ALTERNATE_3, ALTERNATE_4 = range(6)

ACE_OF_SPADES: Final = 51
KING_OF_SPADES: Final = 50


@inlined
@kernel
def match_kind(card: int, dealer: int) -> int:
    """0 when a card matches the dealer's in rank and suit, 1 in rank alone, -1 when it does not match."""
    if card == dealer:
        return 0
    return 1 if card % 13 == dealer % 13 else -1


@kernel
def fixed_line(one: int, two: int, dealer: int) -> int:
    """The fixed pay of two cards against one dealer card; -1 for no match, and for two suited matches."""
    first, second = match_kind(one, dealer), match_kind(two, dealer)
    suited = (first == 0) + (second == 0)
    unsuited = (first == 1) + (second == 1)
    if suited == 2:
        return -1
    if suited == 1:
        return 2 if unsuited == 1 else 3
    if unsuited == 2:
        return 4
    return 5 if unsuited == 1 else -1


@kernel
def two_suited(one: int, two: int, dealer: int) -> bool:
    """Whether both cards have the rank and suit of the dealer's."""
    return one == dealer and two == dealer


@kernel
def is_ace_king_of_spades(one: int, two: int) -> bool:
    """Whether two cards are the ace and king of spades, in any order."""
    return one != two and one >= KING_OF_SPADES and two >= KING_OF_SPADES


@kernel
def jackpot_line(table: int, one: int, two: int, up: int, down: int) -> int:
    """The jackpot hand of a table, the highest only; -1 for none. Alternates have line numbers of their own."""
    with_up, with_down = two_suited(one, two, up), two_suited(one, two, down)
    ace = one % 13 == 12
    if table == TABLE_4A:
        if is_ace_king_of_spades(one, two) and is_ace_king_of_spades(up, down):
            return 6
        same = one % 13 == two % 13 and two % 13 == up % 13 and up % 13 == down % 13
        if same:
            return 7 if ace else 8
        return -1
    if table == TABLE_4 or table == ALTERNATE_4:
        if with_up and with_down:
            if table == TABLE_4:
                return 9
            return 3 if ace else 4
        if with_up or with_down:
            return 10 if table == TABLE_4 else 5
        return -1
    if not with_up:
        return -1
    if table == TABLE_3:
        return 0 if one == ACE_OF_SPADES else 1
    if table == ALTERNATE_3:
        if not ace:
            return 2
        return 0 if one == ACE_OF_SPADES and down == KING_OF_SPADES else 1
    if with_down:
        return 11 if ace else 12
    return 13


@kernel
def fixed_on_up(table: int, one: int, two: int, up: int, down: int) -> int:
    """The fixed pay that a table gives for the up card; 4a's jackpot hands earn nothing else."""
    if table == TABLE_4A and jackpot_line(table, one, two, up, down) >= 0:
        return -1
    return fixed_line(one, two, up)


@kernel
def fixed_on_down(table: int, one: int, two: int, up: int, down: int) -> int:
    """The fixed pay for the down card, which only the tables 4 score."""
    if table != TABLE_4A and table != TABLE_4 and table != ALTERNATE_4:
        return -1
    if table == TABLE_4A and jackpot_line(table, one, two, up, down) >= 0:
        return -1
    return fixed_line(one, two, down)
