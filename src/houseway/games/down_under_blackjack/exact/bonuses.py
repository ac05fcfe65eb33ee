"""Match The Dealer and its progressive, counted exactly over a fresh shoe.

A schedule or table is counted over the number of decks that it is for, unless a study has its own number of decks.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.games.down_under_blackjack import matches
from houseway.games.down_under_blackjack.matches import (
    decks_of_table,
    fixed_on_down,
    fixed_on_up,
    jackpot_line,
    match_kind,
)
from houseway.games.down_under_blackjack.study import decks_of, has_own_decks
from houseway.games.game import Game
from houseway.games.letter.paytable import PayTable
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.price import Outcome, Prices, WagerPrice, lines_of, price
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]

ENDLESS: Final = 0  # stands for infinitely many decks


@counter
def ways_to_take(taken: int, decks: int) -> int:
    """How many copies of a card are left when this many are taken."""
    return 1 if decks == ENDLESS else decks - taken


@counter
def ways_to_hold(one: int, two: int, decks: int) -> int:
    """In how many ways a player gets two cards; in an infinite shoe, twice the chance of two equal ones for others."""
    if decks == ENDLESS:
        return 1 if one == two else 2
    return decks * (decks - 1) // 2 if one == two else decks * decks


@counter
def count_up_matches(decks: int) -> Counts:
    """Count two player cards and the up card of a shoe, at 3 x the first card's match + the second's; 2 is no match."""
    counts = np.zeros(9, np.int64)
    for one in range(52):
        for two in range(one + 1):
            pairs = ways_to_hold(one, two, decks)
            for up in range(52):
                first, second = match_kind(one, up), match_kind(two, up)
                left = ways_to_take((one == up) + (two == up), decks)
                counts[3 * (first if first >= 0 else 2) + (second if second >= 0 else 2)] += pairs * left
    return counts


@counter
def place_of(table: int, one: int, two: int, up: int, down: int) -> int:
    """The place of two player cards, up and down card: [jackpot line][fixed pay on up][fixed pay on down], -1 at 0."""
    place = 49 * (1 + jackpot_line(table, one, two, up, down))
    place += 7 * (1 + fixed_on_up(table, one, two, up, down))
    return place + 1 + fixed_on_down(table, one, two, up, down)


@counter
def count_progressive(table: int, decks: int) -> Counts:
    """Count two player cards and the dealer's up and down card of a shoe, by place.

    A player's card that has neither rank of the dealer's cards matches nothing, so one such card stands for all.
    """
    counts = np.zeros(15 * 7 * 7, np.int64)
    cards, alike = np.zeros(9, np.int64), np.ones(9, np.int64)
    for up in range(52):
        for down in range(52):
            count = 1
            for rank in range(13):
                if rank != up % 13 and rank != down % 13:
                    cards[0] = rank
                    continue
                for suit in range(4):
                    cards[count] = 13 * suit + rank
                    count += 1
            alike[0] = 53 - count
            for second in range(count):
                for first in range(second + 1):
                    one, two = cards[first], cards[second]
                    ups = ways_to_take((one == up) + (two == up), decks)
                    downs = ways_to_take((one == down) + (two == down) + (up == down), decks)
                    hands = alike[first] * alike[second] * ways_to_hold(one, two, decks)
                    if second == 0:  # two that match nothing, alike or not
                        others = alike[0] * (alike[0] - 1) // 2
                        hands = alike[0] * ways_to_hold(0, 0, decks) + others * ways_to_hold(0, 1, decks)
                    if hands * ups * downs > 0:
                        counts[place_of(table, one, two, up, down)] += hands * ups * downs
    return counts


def price_bonuses(game: Game, run: Runner) -> Prices:
    """Price Match The Dealer and all progressive tables, with and without the alternate pays, from a fresh shoe."""
    letter = game.approval
    match = {
        name: _match(table, _decks(game, name.partition("-")[0]), run)
        for name, table in letter.paytables["match-the-dealer"].items()
    }
    prices: Prices = {"match-up": match, "match-down": dict(match), "progressive": {}, "progressive-alternate": {}}
    counted: dict[tuple[int, int], Counts] = {}
    for name, table in letter.paytables["progressive"].items():
        decks = _decks(game, decks_of_table(name))
        for kind, family in families(name).items():
            if (family, decks) not in counted:
                counted[family, decks] = run(count_progressive, [(family, decks)])
            jackpots = table if kind == "progressive" else letter.paytables[kind][name[0]]
            prices[kind][name] = _progressive(table, jackpots, counted[family, decks])
    return prices


def _decks(game: Game, decks: str) -> int:
    return decks_of(game) or ENDLESS if has_own_decks(game) else int(decks)


def families(name: str) -> dict[str, int]:
    """The rules that score a progressive table: its own and, if the letter gives one, those of its alternate."""
    table = name.partition("/")[0]
    if table == "4a":
        return {"progressive": matches.TABLE_4A}
    own = {"3": matches.TABLE_3, "4": matches.TABLE_4, "5": matches.TABLE_5}[table[0]]
    alternates = {"3": matches.ALTERNATE_3, "4": matches.ALTERNATE_4}
    rules = {"progressive": own}
    if table[0] in alternates:
        rules["progressive-alternate"] = alternates[table[0]]
    return rules


def _match(table: PayTable, decks: int, run: Runner) -> WagerPrice:
    outcomes = []
    for place, count in enumerate(run(count_up_matches, [(decks,)])):
        kinds = [kind for kind in divmod(place, 3) if kind < 2]
        outcomes.append(Outcome(int(count), tuple((table.lines[k], pay) for k in kinds if (pay := table.pay(k)))))
    return price(outcomes, lines_of(table))


def _progressive(table: PayTable, jackpots: PayTable, counts: Counts) -> WagerPrice:
    outcomes = []
    for place, count in enumerate(counts):
        if count:
            lines = []
            jackpot, up, down = place // 49 - 1, place // 7 % 7 - 1, place % 7 - 1
            if pay := jackpots.pay(jackpot):
                lines.append((jackpots.lines[jackpot], pay))
            lines += [(table.lines[line], pay) for line in (up, down) if line >= 0 and (pay := table.pay(line))]
            outcomes.append(Outcome(int(count), tuple(lines)))
    own = {name: pay for name, pay in lines_of(table).items() if pay.kind not in ("share", "prize")}
    special = {name: pay for name, pay in lines_of(jackpots).items() if pay.kind in ("share", "prize")}
    come = {name for outcome in outcomes for name, _ in outcome.lines}
    if not any(special[name].kind == "share" for name in special.keys() & come):
        special = {name: pay for name, pay in special.items() if name in come}  # a single deck has no two like cards
    return price(outcomes, {**special, **own}, is_printed=True)
