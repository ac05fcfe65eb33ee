"""The second way: our cards in the twin's words, what the twin makes of them, and hands to try it on."""

from collections.abc import Iterable
from functools import cache
from itertools import combinations, combinations_with_replacement
from random import Random

from houseway.cards.card import ACE, JOKER, Card, parse_cards
from houseway.cards.hands import front_strength
from twin import poker

Hand = tuple[int, ...]
Ranks = tuple[int, ...]  # 0 to 12, ascending

WHEELS = ("lowest", "second")  # the twin's words for our 0 and 1
FIVE_ACES: poker.Value = (poker.FIVE_ACES, ())


def cards(text: str) -> tuple[Card, ...]:
    """Our cards from a text."""
    return parse_cards(text.split())


def texts(hand: Iterable[int]) -> tuple[str, ...]:
    """The twin's cards: their notation."""
    return tuple(str(Card(card)) for card in hand)


def mask_of(ranks: Iterable[int]) -> int:
    """Ranks, 0 to 12, as a mask."""
    return sum(1 << rank for rank in ranks)


def ranks_of(mask: int) -> Ranks:
    """The ranks of a mask, ascending."""
    return tuple(rank for rank in range(13) if mask >> rank & 1)


def spread(ranks: Ranks) -> Hand:
    """Cards of these ranks, as different in suit as can be: seven of them hold no three of a suit."""
    return tuple(13 * (place % 4) + rank for place, rank in enumerate(ranks))


def suited(ranks: Ranks, suit: int = 0) -> Hand:
    """Cards of these ranks, all of one suit."""
    return tuple(13 * suit + rank for rank in ranks)


def multisets(size: int) -> list[Ranks]:
    """All ranks that so many cards can have."""
    sets = combinations_with_replacement(range(13), size)
    return [ranks for ranks in sets if all(ranks.count(rank) <= 4 for rank in set(ranks))]


@cache
def unsuited_fives(wheel: str) -> dict[Ranks, poker.Value]:
    """What five cards are worth by their ranks alone."""
    return {ranks: poker.five(texts(spread(ranks)), wheel) for ranks in multisets(5)}


@cache
def suited_fives(wheel: str) -> dict[Ranks, poker.Value]:
    """What five cards of one suit are worth."""
    return {ranks: poker.five(texts(suited(ranks)), wheel) for ranks in combinations(range(13), 5)}


@cache
def unsuited_jokers(wheel: str) -> dict[Ranks, poker.Value]:
    """What four cards of four suits and the joker are worth."""
    return {ranks: poker.five_or_joker((*texts(spread(ranks)), "Jo"), wheel) for ranks in multisets(4)}


@cache
def suited_jokers(wheel: str) -> dict[Ranks, poker.Value]:
    """What four cards of one suit and the joker are worth."""
    fours = combinations(range(13), 4)
    return {ranks: poker.five_or_joker((*texts(suited(ranks)), "Jo"), wheel) for ranks in fours}


@cache
def ladder(wheel: str) -> dict[poker.Value, int]:
    """Every value of five cards with its place from the weakest, 1, to five aces."""
    values = {*unsuited_fives(wheel).values(), *suited_fives(wheel).values(), FIVE_ACES}
    return {value: place for place, value in enumerate(sorted(values), start=1)}


def strength(hand: Iterable[int], wheel: str = "lowest") -> int:
    """The place on the ladder of the best five of some cards, found by trying them all."""
    return ladder(wheel)[poker.best(texts(hand), wheel)]


@cache
def fronts() -> dict[poker.Value, int]:
    """The twin's value of every two cards, with our strength."""
    pairs = combinations(range(53), 2)
    return {poker.two(texts(pair)): front_strength(*pair) for pair in pairs}


def random_hands(seed: str, size: int, count: int, deck: int = 53) -> list[Hand]:
    """Hands as they are dealt."""
    rng = Random(seed)
    return [tuple(rng.sample(range(deck), size)) for _ in range(count)]


def rare_hands(seed: str, size: int, count: int, deck: int = 53) -> list[Hand]:
    """Hands from one or two suits, from a few neighbouring ranks or from two or three ranks: most make something."""
    rng = Random(seed)
    return [tuple(rng.sample(_pool(rng, size, deck), size)) for _ in range(count)]


def _pool(rng: Random, size: int, deck: int) -> list[int]:
    suits, ranks = rng.choice([_one_suit, _neighbours, _top_cards, _few_ranks])(rng)
    pool = {13 * suit + rank for suit in suits for rank in ranks}
    if deck == 53 and rng.random() < 0.7:
        pool.add(JOKER)
    return sorted(pool) if len(pool) >= size else list(range(deck))


def _one_suit(rng: Random) -> tuple[list[int], list[int]]:
    return [rng.randrange(4)], list(range(13))


def _neighbours(rng: Random) -> tuple[list[int], list[int]]:
    low = rng.randrange(6)
    return rng.sample(range(4), 2), [*range(low, low + 8), ACE]


def _top_cards(rng: Random) -> tuple[list[int], list[int]]:
    return rng.sample(range(4), 2), list(range(8, 13))


def _few_ranks(rng: Random) -> tuple[list[int], list[int]]:
    ranks = rng.choice([[ACE, rng.randrange(12)], rng.sample(range(13), 3)])
    return list(range(4)), ranks


def hands(seed: str, size: int, count: int, deck: int = 53) -> list[Hand]:
    """Half as they are dealt, half rare."""
    half = count // 2
    return random_hands(f"{seed} random", size, half, deck) + rare_hands(f"{seed} rare", size, count - half, deck)
