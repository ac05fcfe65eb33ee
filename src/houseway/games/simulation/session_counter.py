"""Sessions by a game's own kernel: a player has a bankroll and a number of rounds, and plays until one is used up.

The rounds of a session are consecutive rounds of the stream, so each of them can be played again by its number. No hand
stakes more money than is left: a game says how to play with little money (`with_stake_limit`), and every round may
stake as much as the rest of the bankroll covers.
"""

from collections.abc import Callable, Sequence

import numpy as np

from houseway.games.simulation.round_counter import Counting, Deal
from houseway.games.simulation.simulation import Counts
from houseway.kernel import specialize

RESULT, ROUNDS, SHORT, RUINED, COLUMNS = range(5)


def count_rounds(first: int, count: int, seed: int, deal: Deal, counting: Counting, lookups: object) -> Counts:
    """A placeholder that nobody calls: `specialize` puts a game's own counter in its place."""
    raise NotImplementedError("specialize puts a game's counter here")


def count_sessions(
    first: int,
    count: int,
    total: int,
    rounds: int,
    seed: int,
    weights: Counts,
    bankroll: int,
    needs: Counts,
    deal: Deal,
    counting: Counting,
    lookups: Sequence[object],
) -> Counts:
    """Play sessions `first` to `first + count - 1` of `total`; answer wins, rounds, rounds short of money, and ruins.

    `weights` give the value of a unit of each row's net, in the unit of the bankroll. `lookups[level]` plays rounds for
    which a player needs `needs[level]`; the first level covers only the wagers before the deal, the last one covers
    everything.
    """
    sessions = np.zeros((total, COLUMNS), np.int64)
    last = len(needs) - 1
    for session in range(first, first + count):
        money = bankroll
        done = short = 0
        while done < rounds and money >= needs[0]:
            level = last
            while money < needs[level]:
                level -= 1
            tally = count_rounds(session * rounds + done, 1, seed, deal, counting, lookups[level])
            for row in range(len(weights)):
                money += weights[row] * tally[row, -2]
            done += 1
            short += 1 if level < last else 0
        sessions[session, RESULT] = money - bankroll
        sessions[session, ROUNDS] = done
        sessions[session, SHORT] = short
        sessions[session, RUINED] = 1 if money < needs[0] else 0
    return sessions


def session_counter(counter: Callable[..., Counts]) -> Callable[..., Counts]:
    """The counter of a game's sessions, from the counter of its rounds; its module must name it `count_sessions`."""
    return specialize(count_sessions, counter, count_rounds=counter)
