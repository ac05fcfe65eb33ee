"""What it is worth to see other players' hands. Deals are random; every decision in them is exact.

A deal is the player's hand and the hands that are seen, all face up. Any of them can be the player's, so each is in
turn. For each, folding and raising are worth what they win on average against all hands that the dealer can have from
the cards left. The gain is how much more the best of them wins than the decision that is best when nothing is seen.
Over all deals that decision wins on average exactly the net result of the game without seen cards. So the edge is the
exact edge less the gain, and only the gain, a small number, has a standard error.
"""

import math
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import numpy as np
from msgspec import Struct

from houseway.cards.hands import JOKER_BIT, SUIT_MASK, flush_hand, flush_size
from houseway.cards.shuffles import deal_into, gather
from houseway.errors import InvalidInput
from houseway.games.flush_poker.exact.cards_left import Rules, dealt_against, new_work, unqualified
from houseway.games.flush_poker.exact.sets import Counts
from houseway.games.flush_poker.simulate.rounds import CARDS
from houseway.games.flush_poker.strategy.plan import Plan, leading_suit, planned
from houseway.games.flush_poker.strategy.solve import solve
from houseway.games.flush_poker.variant import best_raise, net, variant_of
from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner
from houseway.kernel import counter

SHARD: Final = 20_000  # deals
STREAM: Final = 3_045_000  # of the submission's number, and the hands seen
SCALE: Final = 1 << 16  # of gains that are squared: only the standard error depends on them

# Counted: gains in Bets / (dealer's hands x the unit of a match's pay), and the squares of the gains of whole deals;
# hands that are raised instead of folded, folded instead of raised, and raised otherwise; and, in the unit of the
# gains, what the decision wins that is best with nothing seen.
GAIN, SQUARES, TO_RAISE, TO_FOLD, TO_OTHER, UNSEEN, COUNTED = range(7)


class Seen(NamedTuple):
    """A table whose hands are face up."""

    hands: int  # the player's among them
    deck: int  # how many cards it has: the joker is the last one
    dealers: int  # how many hands the dealer can have
    rules: Rules


@counter
def worth(times: int, below: int, win: int, lose: int, match: int, rules: Rules) -> int:
    """What a raise, or for 0 a fold, wins over these deals."""
    if times == 0:
        return -rules.unit * (below + win + lose + match)
    return net(times, below, win, lose, match, rules.pays, rules.unit)


@counter
def hand_of(cards: Counts, place: int, hands: int) -> int:
    """The mask of a hand, dealt one card at a time to `hands` hands."""
    mask = 0
    for turn in range(CARDS):
        mask |= 1 << cards[turn * hands + place]
    return mask


@counter
def count_deal(cards: Counts, seen: Seen, plan: Plan, left: Counts, work: Counts, counts: Counts) -> int:
    """Count a deal, each of its hands as the player's in turn; answer the gain of all of them."""
    out = 0
    for place in range(CARDS * seen.hands):
        out |= 1 << cards[place]
    for suit in range(4):
        left[suit] = SUIT_MASK & ~(out >> (13 * suit))
    joker = seen.deck - 52 - ((out >> JOKER_BIT) & 1)
    below = unqualified(left, joker, seen.rules, work)
    gains = 0
    for place in range(seen.hands):
        mask = hand_of(cards, place, seen.hands)
        strength = flush_hand(mask)
        _, win, lose, match = dealt_against(strength, below, left, joker, seen.dealers, seen.rules, work)
        cap = seen.rules.caps[flush_size(strength)]
        best = best_raise(below, win, lose, match, cap, seen.rules.pays, seen.rules.unit)
        usual = planned(plan, mask, leading_suit(mask))
        won = worth(usual, below, win, lose, match, seen.rules)
        counts[UNSEEN] += won
        if best != usual:
            gains += worth(best, below, win, lose, match, seen.rules) - won
            counts[TO_FOLD if best == 0 else (TO_RAISE if usual == 0 else TO_OTHER)] += 1
    return gains


@counter
def count_face_up(first: int, count: int, seed: int, stream: int, seen: Seen, plan: Plan) -> Counts:
    """Count deals from number `first` on."""
    counts = np.zeros(COUNTED, np.int64)
    cards, places = np.arange(seen.deck), np.empty(seen.deck, np.int64)
    left, work = np.empty(4, np.int64), new_work(CARDS)
    dealt = CARDS * seen.hands
    for number in range(first, first + count):
        deal_into(cards, places, dealt, seed, stream, number)
        gains = count_deal(cards, seen, plan, left, work, counts)
        gather(cards, places, dealt)
        scaled = gains * SCALE // (seen.dealers * seen.rules.unit)
        counts[GAIN] += gains
        counts[SQUARES] += scaled * scaled
    return counts


def shards(game: Game, plan: Plan, hands_seen: int, deals: int, seed: int) -> list[tuple[Any, ...]]:
    """Arguments of `count_face_up`, a tuple for each shard; together they make `deals` deals."""
    variant = variant_of(game)
    hands = hands_seen + 1
    dealers = math.comb(variant.size - CARDS * hands, CARDS)
    seen = Seen(hands=hands, deck=variant.size, dealers=dealers, rules=Rules.of(variant))
    starts = range(0, deals, SHARD)
    return [(first, min(SHARD, deals - first), seed, STREAM + hands_seen, seen, plan) for first in starts]


class FlushFaceUp(Struct, frozen=True, kw_only=True):
    """The main game, in Bets, for a player who sees other hands."""

    game: str
    hands_seen: int
    deals: int
    seed: int
    house_edge: float
    standard_error: float
    gain: float
    house_edge_unseen: float  # exact, of the same player seeing no other hand
    house_edge_unseen_exact: str
    house_edge_unseen_dealt: float  # the same in these very deals
    changed: Mapping[str, float]  # shares of all hands


def face_up(game: Game, hands_seen: int, deals: int, seed: int, run: Runner) -> FlushFaceUp:
    """The edge against a player who sees this many other hands and takes the best decision for what is seen."""
    most = game.approval.table.seats - 1
    if not 1 <= hands_seen <= most:
        raise InvalidInput(f"must be 1 to {most}, not {hands_seen}", field="hands-seen")
    if deals < 2:
        raise InvalidInput("must be at least 2, for a standard error", field="deals")
    strategy = solve(game, run)
    work = shards(game, Plan.of(strategy.arrays), hands_seen, deals, seed)
    counts = [int(number) for number in run(count_face_up, work)]
    seen: Seen = work[0][4]
    hands = deals * seen.hands
    unit = hands * seen.dealers * seen.rules.unit
    gain, edge = counts[GAIN] / unit, strategy.figures.house_edge
    variance = max(0.0, counts[SQUARES] / SCALE**2 - (gain * seen.hands) ** 2 * deals) / (deals - 1)
    return FlushFaceUp(
        game=game.name,
        hands_seen=hands_seen,
        deals=deals,
        seed=seed,
        house_edge=edge - gain,
        standard_error=math.sqrt(variance / deals) / seen.hands,
        gain=gain,
        house_edge_unseen=edge,
        house_edge_unseen_exact=str(strategy.figures.house_edge_exact),
        house_edge_unseen_dealt=-counts[UNSEEN] / unit,
        changed={
            "fold to raise": counts[TO_RAISE] / hands,
            "raise to fold": counts[TO_FOLD] / hands,
            "another raise": counts[TO_OTHER] / hands,
        },
    )
