"""Special hands to stack a deck with, so that rare things are common."""

from collections.abc import Callable
from random import Random

from .poker import JOKER, RANKS, SUITS

Maker = Callable[[Random], list[str]]


def _suits(rng: Random, count: int) -> list[str]:
    """Different suits in random order."""
    return rng.sample(SUITS, count)


def _ranks(rng: Random, count: int) -> list[str]:
    """Different ranks in random order."""
    return rng.sample(RANKS, count)


def run(low: int, length: int, suit: str) -> list[str]:
    """A straight flush from a low rank, 1 for a low ace."""
    return ["A23456789TJQKA"[n - 1] + suit for n in range(low, low + length)]


def with_joker(hand: list[str], rng: Random, odds: float) -> list[str]:
    """The hand, now and then with the joker in place of one of its cards."""
    if rng.random() < odds:
        hand[rng.randrange(len(hand))] = JOKER
    return hand


def seven_straight_flush(rng: Random) -> list[str]:
    """Seven in a row of one suit, half of them with the joker."""
    low = rng.choice([1, 8, rng.randint(1, 8)])
    return with_joker(run(low, 7, rng.choice(SUITS)), rng, 0.5)


def royal(rng: Random) -> list[str]:
    """A royal flush."""
    return with_joker(run(10, 5, rng.choice(SUITS)), rng, 0.4)


def royal_and_two(rng: Random) -> list[str]:
    """A royal flush and A-K or K-Q suited, or nearly so."""
    one, other = _suits(rng, 2)
    two = rng.choice(["AK", "KQ", "AQ", "QJ"])
    pair = [two[0] + other, two[1] + rng.choice([other, other, rng.choice(SUITS)])]
    hand = with_joker(run(10, 5, one), rng, 0.4)
    if JOKER not in hand and rng.random() < 0.15:
        pair[rng.randrange(2)] = JOKER
    return hand + pair


def royal_and_suited(rng: Random) -> list[str]:
    """A royal flush, sometimes with the joker, and K-Q or A-K suited."""
    one, other = _suits(rng, 2)
    two = rng.choice(["KQ", "AK"])
    return [*with_joker(run(10, 5, one), rng, 0.3), two[0] + other, two[1] + other]


def straight_flush(rng: Random) -> list[str]:
    """Five or six in a row of one suit, often the steel wheel."""
    low = rng.choice([1, 9, rng.randint(1, 8)])
    length = rng.choice([5, 5, 6]) if low < 9 else 5
    return with_joker(run(low, length, rng.choice(SUITS)), rng, 0.3)


def straight(rng: Random) -> list[str]:
    """Five or six in a row, often the wheel."""
    low = rng.choice([1, 10, rng.randint(1, 9)])
    length = rng.choice([5, 5, 6]) if low < 10 else 5
    hand = [card[0] + rng.choice(SUITS) for card in run(low, length, "c")]
    return with_joker(hand, rng, 0.3)


def five_aces(rng: Random) -> list[str]:
    """Four aces and the joker, sometimes with kings."""
    hand = ["Ac", "Ad", "Ah", "As", JOKER]
    return hand + (["Kc", "Ks"] if rng.random() < 0.4 else [])


def aces_and_joker(rng: Random) -> list[str]:
    """One to three aces with the joker."""
    return [JOKER] + ["A" + suit for suit in _suits(rng, rng.randint(1, 3))]


def groups(sizes: list[int]) -> Maker:
    """A maker of hands with groups of equal ranks of these sizes."""

    def make(rng: Random) -> list[str]:
        hand: list[str] = []
        for size, name in zip(sizes, _ranks(rng, len(sizes)), strict=True):
            hand += [name + suit for suit in _suits(rng, size)]
        return hand

    return make


def three_pair_joker(rng: Random) -> list[str]:
    """Two pairs, an ace and the joker."""
    low, high = rng.sample(RANKS[:-1], 2)
    hand = [low + suit for suit in _suits(rng, 2)] + [high + suit for suit in _suits(rng, 2)]
    return [*hand, JOKER, "A" + rng.choice(SUITS)]


def flush(rng: Random) -> list[str]:
    """Four to seven of one suit."""
    which = rng.choice(SUITS)
    hand = [name + which for name in _ranks(rng, rng.randint(4, 7))]
    return with_joker(hand, rng, 0.3)


def pair_and_complete(rng: Random) -> list[str]:
    """A pair, two pair or trips beside a straight or flush."""
    hand = rng.choice([straight, flush, straight_flush])(rng)[:6]
    natural = [card for card in hand if card != JOKER]
    for card in rng.sample(natural, min(2, 7 - len(hand))):
        hand.append(card[0] + rng.choice([s for s in SUITS if s != card[1]]))
    return hand[:7]


def ace_high_exception(rng: Random) -> list[str]:
    """A pair of tens to kings, an ace and a straight or flush around them."""
    which = rng.choice(SUITS)
    pair = rng.choice("TJQK")
    ranks = [name for name in RANKS if name not in (pair, "A")]
    hand = [pair + suit for suit in {which, rng.choice(SUITS)}]
    hand += [name + which for name in rng.sample(ranks, 4)] + ["A" + rng.choice(SUITS)]
    return hand[:7]


def pai_gow(rng: Random) -> list[str]:
    """Seven different ranks up to a nine, ten, jack or more, mixed in suit."""
    top = rng.choice([7, 8, 8, 9, 9, 10, 11, 12])
    ranks = [*rng.sample(range(top), 6), top]
    suits = list("ccddhhs")
    rng.shuffle(suits)
    return [RANKS[n] + suit for n, suit in zip(ranks, suits, strict=True)]


SEVENS: tuple[Maker, ...] = (
    seven_straight_flush,
    royal,
    royal_and_two,
    royal_and_suited,
    straight_flush,
    straight,
    five_aces,
    aces_and_joker,
    groups([4]),
    groups([4, 3]),
    groups([4, 2]),
    groups([3, 3]),
    groups([3, 2]),
    groups([3, 2, 2]),
    groups([3]),
    groups([2, 2, 2]),
    groups([2, 2]),
    three_pair_joker,
    flush,
    pair_and_complete,
    pair_and_complete,
    ace_high_exception,
    pai_gow,
    pai_gow,
)

JACKPOT_SEVENS: tuple[Maker, ...] = (
    seven_straight_flush,
    seven_straight_flush,
    seven_straight_flush,
    royal_and_suited,
    royal_and_suited,
    five_aces,
    royal,
    groups([4]),
)


def take(rng: Random, deck: list[str], maker: Maker, count: int) -> list[str]:
    """Take a special hand out of the deck, filled up at random; at random altogether if it does not fit."""
    for _ in range(20):
        wanted = maker(rng)[:count]
        if len(set(wanted)) == len(wanted) and all(card in deck for card in wanted):
            break
    else:
        wanted = []
    for card in wanted:
        deck.remove(card)
    hand = wanted + [deck.pop() for _ in range(count - len(wanted))]
    rng.shuffle(hand)
    return hand
