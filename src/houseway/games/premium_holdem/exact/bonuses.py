"""The bonuses, counted exactly over all 133,784,560 hands of seven and all 22,100 of three; fewer in a study's deck."""

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import FIVE_ACES, KEYS, WHEEL_LOWEST, best_five
from houseway.games.game import Game
from houseway.games.premium_holdem.rules import hole_card_line, player_bonus_line
from houseway.games.premium_holdem.variant import variant_of
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.price import Prices, by_tables, gathered, last_is_none
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]


@counter
def count_strengths(deck: Counts, last: int) -> Counts:
    """Hands of seven by strength: those whose last card is at this place of the deck."""
    counts = np.zeros(FIVE_ACES, np.int64)
    keys, masks = np.zeros(len(deck), np.int64), np.zeros(len(deck), np.int64)
    for place in range(len(deck)):
        keys[place], masks[place] = KEYS[deck[place]], 1 << deck[place]
    for b in range(last):
        for c in range(b):
            key_c, mask_c = keys[last] + keys[b] + keys[c], masks[last] + masks[b] + masks[c]
            for d in range(c):
                for e in range(d):
                    key_e, mask_e = key_c + keys[d] + keys[e], mask_c + masks[d] + masks[e]
                    for f in range(e):
                        for g in range(f):
                            key, mask = key_e + keys[f] + keys[g], mask_e + masks[f] + masks[g]
                            counts[best_five(key, mask, WHEEL_LOWEST)] += 1
    return counts


@counter
def count_hole_cards(deck: Counts, last: int) -> Counts:
    """Hands of three by line of the Hole Card Bonus, their last card at this place; the last count is of no line."""
    counts = np.zeros(6, np.int64)
    for two in range(last):
        for three in range(two):
            counts[hole_card_line(deck[last], deck[two], deck[three])] += 1
    return counts


def price_bonuses(game: Game, run: Runner) -> Prices:
    """Player Bonus and Hole Card Bonus."""
    deck = np.array(variant_of(game).deck)
    strengths = run(count_strengths, [(deck, last) for last in range(len(deck) - 1, 5, -1)])
    player = gathered((player_bonus_line(strength), int(count)) for strength, count in enumerate(strengths) if count)
    hole = last_is_none(run(count_hole_cards, [(deck, last) for last in range(2, len(deck))]))
    tables = game.approval.paytables
    return {
        "player-bonus": by_tables(tables["player-bonus"], player),
        "hole-card-bonus": by_tables(tables["hole-card-bonus"], hole),
    }
