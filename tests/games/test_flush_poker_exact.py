"""Flush Poker's main game counted exactly: against a slow enumeration, against itself, against what was published."""

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

import numpy as np
import pytest

import houseway
from houseway.cards.card import JOKER, RANKS, Card, parse_cards
from houseway.cards.hands import SUIT_MASK, TOP_RANKS, flush_hand, flush_size, hand_mask
from houseway.errors import InvalidInput
from houseway.games import game_named
from houseway.games.flush_poker.exact.count import HANDS, LOSE, MATCH, OVERCARDS, UNQUALIFIED, WIN, count_part
from houseway.games.flush_poker.exact.main_game import BestPlay, analyze_main, describe, questions
from houseway.games.flush_poker.exact.sets import Counts, shards
from houseway.games.flush_poker.exact.simple import best_threshold, follow
from houseway.games.flush_poker.exact.values import values
from houseway.games.flush_poker.rules import TEN_EIGHT, qualifies, raise_cap
from houseway.games.flush_poker.variant import Variant, letter, variant_of
from houseway.games.pricing.analysis import run_here
from houseway.lab.shards import Threads

Hand = tuple[int, ...]
Key = tuple[int, int, int]  # ranks of the player's flush, overcards, bets raised

ALL_HANDS = 154_143_080
DEALERS = 53_524_680


def ranks(text: str) -> int:
    """Some ranks as a mask."""
    return sum(1 << RANKS.index(rank) for rank in text)


def strength(text: str) -> int:
    """The strength of a flush of these ranks."""
    return len(text) << 13 | ranks(text)


def tiny(*suits: str, cards: int, joker: bool = True, match: Fraction | int = 10, **changes: object) -> Variant:
    """A small deck, one text of ranks a suit."""
    masks = tuple(map(ranks, suits))
    return replace(Variant(suits=masks, cards=cards, joker=joker, match=Fraction(match)), **changes)  # type: ignore[arg-type]


SHARP_CAPS = (1, 1, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3)

TINY = {
    "four equal suits": tiny("AKT8", "AKT8", "AKT8", "AKT8", cards=4),
    "two and two equal suits": tiny("AKT9", "AQJ", "AKT9", "AQJ", cards=5, caps=SHARP_CAPS, qualifier=strength("A32")),
    "no equal suits": tiny(
        "AKQT52", "QJT9", "AK3", "T8", cards=5, match=Fraction(21, 2), caps=SHARP_CAPS, qualifier=strength("AT")
    ),
    "without a joker": tiny(
        "KJ94", "KJ94", "KJ94", "KJ94", cards=4, joker=False, match=0, qualifier=strength("K9"), caps=SHARP_CAPS
    ),
    "three suits": tiny("AKQ98", "AKQ98", "", "AKQ98", cards=5, caps=SHARP_CAPS, qualifier=strength("KQ8")),
    "two long suits": tiny("AKJ975", "5", "AKJ975", "6", cards=5, caps=SHARP_CAPS, match=2),
    "seven cards": tiny("65432", "AKJ", "AKJ", "AQ87", cards=7),
    "nine cards": tiny("65432", "AKQJ", "AKQJ", "AKQJ", cards=9, caps=SHARP_CAPS, qualifier=strength("6542")),
    "a dealer who always qualifies": tiny("KQJ2", "KQJ2", "KQJ2", "AT3", cards=4, qualifier=0, match=1),
    "a dealer who never qualifies": tiny("KQJ2", "KQJ2", "KQJ2", "AT3", cards=4, qualifier=strength("AKQJT98")),
}


def deck_of(variant: Variant) -> Hand:
    """The cards of a variant."""
    cards = [13 * suit + rank for suit in range(4) for rank in range(13) if variant.suits[suit] >> rank & 1]
    return (*cards, *[int(JOKER)] * variant.joker)


def overcards(hand: Hand) -> int:
    """How many cards are higher than the flush; those of its own suit never are, and the joker is in it."""
    top = TOP_RANKS[flush_hand(hand_mask(hand)) & SUIT_MASK]
    return sum(card % 13 > top for card in hand if card != JOKER)


def paid(variant: Variant, times: int, player: int, dealer: int) -> tuple[int, Fraction]:
    """What becomes of a raise, and what bet and raise win."""
    if dealer < variant.qualifier:
        return UNQUALIFIED, Fraction(1)
    if player == dealer:
        return MATCH, variant.match
    return (WIN, Fraction(1 + times)) if player > dealer else (LOSE, Fraction(-1 - times))


@cache
def strengths(variant: Variant) -> dict[int, int]:
    """The strength of every hand, by mask."""
    bits = [1 << card for card in deck_of(variant)]
    return {mask: flush_hand(mask) for mask in map(sum, combinations(bits, variant.cards))}


def against_all(variant: Variant, hand: Hand, gone: Hand = ()) -> Counter[int]:
    """The strengths of all the dealer's hands."""
    left = [1 << card for card in deck_of(variant) if card not in hand and card not in gone]
    return Counter(map(strengths(variant).__getitem__, map(sum, combinations(left, variant.cards))))


def worth(variant: Variant, player: int, dealers: Counter[int]) -> dict[str, Fraction]:
    """What each decision wins with a hand against these dealers."""
    wins = {"fold": Fraction(-1)}
    for times in range(1, variant.caps[flush_size(player)] + 1):
        won = sum(count * paid(variant, times, player, dealer)[1] for dealer, count in dealers.items())
        wins[f"raise {times}x"] = Fraction(won, dealers.total())
    return wins


@cache
def enumerated(name: str) -> dict[Key, list[int]]:
    """The slow, obvious way: every hand against every dealer, the best decision for the player's own cards."""
    variant = TINY[name]
    found: dict[Key, list[int]] = {}
    for hand in combinations(deck_of(variant), variant.cards):
        player = flush_hand(hand_mask(hand))
        dealers = against_all(variant, hand)
        wins = list(worth(variant, player, dealers).values())
        key = (player & SUIT_MASK, min(overcards(hand), OVERCARDS), wins.index(max(wins)))
        counts = found.setdefault(key, [0, 0, 0, 0, 0])
        counts[HANDS] += 1
        for dealer, count in dealers.items():
            counts[paid(variant, 1, player, dealer)[0]] += count
    return found


def nonzero(found: Counts) -> dict[Key, list[int]]:
    """What a counter found, where it found anything."""
    places: Iterator[list[int]] = iter(np.argwhere(found[..., HANDS]).tolist())
    return {(mask, over, times): found[mask, over, times].tolist() for mask, over, times in places}


# ---- against the slow way, on tiny decks


@pytest.mark.parametrize("name", TINY)
def test_the_counter_finds_what_enumeration_finds(name: str) -> None:
    assert nonzero(Threads(1)(count_part, shards(TINY[name], 3))) == enumerated(name)


@pytest.mark.parametrize("name", ["four equal suits", "no equal suits"])
def test_the_counter_finds_the_same_when_it_is_not_compiled(name: str) -> None:
    assert nonzero(run_here(count_part, shards(TINY[name], 1))) == enumerated(name)


def test_tiny_decks_know_every_decision_and_every_outcome() -> None:
    found = [enumerated(name) for name in TINY]
    assert {key[2] for counts in found for key in counts} == {0, 1, 2, 3}
    assert {key[1] for counts in found for key in counts} == set(range(OVERCARDS + 1))
    for kind in (UNQUALIFIED, WIN, LOSE, MATCH):
        assert sum(row[kind] for counts in found for row in counts.values()) > 0


@pytest.mark.parametrize("name", TINY)
def test_the_analysis_adds_up_what_enumeration_finds(name: str) -> None:
    variant = TINY[name]
    main = analyze_main(variant, Threads(1))
    rounds: Counter[tuple[Fraction, int]] = Counter()  # net and stake
    for (_, _, times), (hands, *kinds) in enumerated(name).items():
        if times == 0:
            rounds[Fraction(-1), 1] += hands * variant.dealer_hands
            continue
        nets = Fraction(1), Fraction(1 + times), Fraction(-1 - times), variant.match
        rounds.update({(net, 1 + times): 0 for net in nets})
        for net, count in zip(nets, kinds, strict=True):
            rounds[net, 1 + times] += count
    assert main.deals == rounds.total()
    assert main.net * main.deals == sum(net * count for (net, _), count in rounds.items())
    assert main.net_squared * main.deals == sum(net**2 * count for (net, _), count in rounds.items())
    every = {net for (net, _), count in rounds.items() if count}
    counts = {one: sum(count for (net, _), count in rounds.items() if net == one) for one in every}
    assert {net: chance * main.deals for net, chance in main.nets.items()} == counts
    assert main.wagered * main.deals == sum(stake * count for (_, stake), count in rounds.items())
    signs = {"win": 1, "push": 0, "lose": -1}
    for outcome, sign in signs.items():
        deals = sum(n for (net, stake), n in rounds.items() if stake > 1 and (net > 0) - (net < 0) == sign)
        assert main.outcomes[outcome] * main.deals == deals
    assert main.outcomes["fold"] == main.decisions["fold"]
    assert sum(main.decisions.values()) == sum(main.outcomes.values()) == 1


@cache
def worth_of_all(variant: Variant) -> list[tuple[int, dict[str, Fraction]]]:
    """The cap of every hand, and what each of its decisions is worth."""
    found = []
    for hand in combinations(deck_of(variant), variant.cards):
        player = flush_hand(hand_mask(hand))
        found.append((variant.caps[flush_size(player)], worth(variant, player, against_all(variant, hand))))
    return found


WORTH = {name: TINY[name] for name in ("four equal suits", "no equal suits", "two long suits")} | {
    "raises below the cap": replace(TINY["no equal suits"], caps=(4,) * 14, qualifier=strength("AK")),
}


@pytest.mark.parametrize("name", WORTH)
def test_to_answer_a_question_always_in_the_same_way_costs_what_enumeration_says(name: str) -> None:
    variant = WORTH[name]
    hands = worth_of_all(variant)

    def edge(allowed: Callable[[str, int], bool]) -> Fraction:
        best = [max(value for word, value in worth.items() if allowed(word, cap)) for cap, worth in hands]
        return -sum(best, Fraction(0)) / len(best)

    whether, how_high = (
        {
            "never fold": edge(lambda word, _: word != "fold"),
            "always fold": edge(lambda word, _: word == "fold"),
        },
        {
            "always raise 1x": edge(lambda word, _: word in ("fold", "raise 1x")),
            "always raise as high as allowed": edge(lambda word, cap: word in ("fold", f"raise {cap}x")),
        },
    )
    found = questions(variant, Threads(1)(count_part, shards(variant)), Threads(1))
    assert found["whether to fold or raise"] == whether
    if max(variant.caps[: variant.cards + 1]) > 1:
        assert found["how high to raise"] == how_high
    else:
        assert list(found) == ["whether to fold or raise"]


def test_some_hands_are_best_raised_below_their_cap() -> None:
    hands = worth_of_all(WORTH["raises below the cap"])
    assert any(max(worth, key=lambda word: worth[word]) == "raise 1x" and cap > 1 for cap, worth in hands)


def test_a_match_that_pays_nothing_is_a_push() -> None:
    assert analyze_main(TINY["without a joker"], Threads(1)).outcomes["push"] > 0


def test_of_equal_expectations_the_decision_that_stakes_less() -> None:
    """Against a dealer who never qualifies a raise is always pushed: 1x is as good as 3x."""
    variant = replace(TINY["a dealer who never qualifies"], caps=(3,) * 14)
    assert analyze_main(variant, Threads(1)).decisions == {"fold": 0, "raise 1x": 1, "raise 2x": 0, "raise 3x": 0}


@pytest.mark.parametrize("name", ["two and two equal suits", "no equal suits", "without a joker"])
def test_values_of_a_hand_are_those_of_enumeration(name: str) -> None:
    variant, rng = TINY[name], Random(7)
    deck = deck_of(variant)
    for _ in range(40):
        hand = tuple(rng.sample(deck, variant.cards))
        gone = tuple(rng.sample([card for card in deck if card not in hand], rng.randrange(4)))
        dealers = against_all(variant, hand, gone)
        assert values(hand, gone, variant) == worth(variant, flush_hand(hand_mask(hand)), dealers)


@pytest.mark.parametrize("name", ["two long suits", "a dealer who always qualifies", "a dealer who never qualifies"])
def test_the_best_values_of_all_hands_make_the_net(name: str) -> None:
    variant = TINY[name]
    best = [max(values(hand, variant=variant).values()) for hand in combinations(deck_of(variant), variant.cards)]
    assert sum(best) / len(best) == analyze_main(variant, Threads(1)).net


@pytest.mark.parametrize("name", TINY)
def test_no_threshold_is_better_than_the_best_one(name: str) -> None:
    variant = TINY[name]
    main = analyze_main(variant, Threads(1))
    flushes, best = main.flushes, main.simple["threshold"]
    others = [flush.strength for flush in flushes] + [flushes[-1].strength + 1]
    assert best.net == max(follow(variant, flushes, [s] * (OVERCARDS + 1), main.net).net for s in others)
    assert main.simple["overcard_thresholds"].net >= best.net
    assert main.net >= main.simple["overcard_thresholds"].net
    assert best.cost == main.net - best.net


def test_a_threshold_wins_what_its_deals_pay() -> None:
    variant = TINY["no equal suits"]
    main = analyze_main(variant, Threads(1))
    lowest = [strength("AT9"), strength("AT"), strength("KQT"), strength("AKQ"), strength("A9")]
    won = Fraction(0)
    for hand in combinations(deck_of(variant), variant.cards):
        player = flush_hand(hand_mask(hand))
        raised = player >= lowest[min(overcards(hand), OVERCARDS)]
        won += list(worth(variant, player, against_all(variant, hand)).values())[-1 if raised else 0]
    assert follow(variant, main.flushes, lowest, main.net).net == won / math.comb(15 + 1, 5)


@cache
def choices_of_all(variant: Variant) -> list[tuple[int, int, Fraction]]:
    """Of every hand its overcards and its flush, and what a raise to the cap wins more than a fold."""
    found = []
    for hand in combinations(deck_of(variant), variant.cards):
        player = flush_hand(hand_mask(hand))
        wins = list(worth(variant, player, against_all(variant, hand)).values())
        found.append((min(overcards(hand), OVERCARDS), player, wins[-1] - wins[0]))
    return found


def two_cards_tell(start: int, flushes: Sequence[int]) -> bool:
    """Whether no weaker flush has as many cards and the same two highest ranks."""

    def top_two(flush: int) -> tuple[int, list[int]]:
        return flush_size(flush), sorted((rank for rank in range(13) if flush >> rank & 1), reverse=True)[:2]

    return not any(other < start and top_two(other) == top_two(start) for other in flushes)


@pytest.mark.parametrize("name", ["four equal suits", "no equal suits", "two long suits", "three suits"])
def test_each_strategy_to_remember_is_the_best_of_its_form(name: str) -> None:
    """Every threshold that its words allow is tried on every hand."""
    variant = TINY[name]
    hands = choices_of_all(variant)
    flushes = sorted({player for _, player, _ in hands})
    every = [*flushes, flushes[-1] + 1]

    def most(starts: Sequence[int], counts: Collection[int]) -> Fraction:
        gains = [sum((g for o, p, g in hands if o in counts and p >= start), Fraction(0)) for start in starts]
        return max(gains)

    told = [start for start in flushes if two_cards_tell(start, flushes)] + every[-1:]
    each = range(OVERCARDS + 1)
    expected = {
        "threshold": most(every, each),
        "overcard_thresholds": sum((most(every, [count]) for count in each), Fraction(0)),
        "second_card_thresholds": sum((most(told, [count]) for count in each), Fraction(0)),
    }
    main = analyze_main(variant, Threads(1))
    for form, gain in expected.items():
        assert main.simple[form].net == gain / len(hands) - 1
        assert main.simple[form].cost == main.net - main.simple[form].net


def test_where_no_raise_wins_the_threshold_stands_above_all_flushes() -> None:
    flushes = analyze_main(TINY["four equal suits"], Threads(1)).flushes
    worse = replace(flushes, raised=flushes.folded - 1)
    assert best_threshold(worse, range(OVERCARDS + 1)) == flushes[-1].strength + 1


# ---- the whole deck


@pytest.fixture(scope="module")
def found() -> Counts:
    return Threads(1)(count_part, shards(letter()))


@pytest.fixture(scope="module")
def main() -> BestPlay:
    return analyze_main(letter(), Threads(2))


def test_the_letter_s_terms_are_those_of_the_rules() -> None:
    variant = letter()
    assert (variant.joker, variant.cards, variant.match, variant.size) == (True, 7, Fraction(10), 53)
    assert variant_of(game_named("flush-poker", {"royal-riches": 1})) == variant
    for mask in range(1, 1 << 13):
        made = mask.bit_count() << 13 | mask
        assert variant.caps[flush_size(made)] == raise_cap(made)
        assert (made >= variant.qualifier) == qualifies(made, TEN_EIGHT)


def test_one_thread_and_two_count_the_same(found: Counts) -> None:
    assert np.array_equal(found, Threads(2)(count_part, shards(letter(), 7)))


def test_every_deal_is_counted_once(found: Counts) -> None:
    assert letter().dealer_hands == DEALERS
    assert letter().deals == ALL_HANDS * DEALERS == 8_250_459_031_214_400
    assert int(found[..., HANDS].sum()) == ALL_HANDS
    assert np.array_equal(found[..., UNQUALIFIED:].sum(axis=-1), DEALERS * found[..., HANDS])


def test_player_and_dealer_have_the_same_hands(found: Counts) -> None:
    """The player's hands are enumerated and the dealer's come from polynomials: changing places changes nothing."""
    masks = np.array([mask.bit_count() << 13 | mask for mask in range(1 << 13)])
    low, high = (found[chosen].sum(axis=(0, 1, 2)).tolist() for chosen in (~qualified(masks), qualified(masks)))
    assert low[UNQUALIFIED] + high[UNQUALIFIED] == low[HANDS] * DEALERS
    assert high[UNQUALIFIED] == low[LOSE]
    assert high[WIN] == high[LOSE]
    assert low[WIN] == low[MATCH] == 0


def qualified(strengths: Counts) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
    """Which strengths would qualify the dealer."""
    return np.array([qualifies(int(made), TEN_EIGHT) for made in strengths])


def test_the_main_game(main: BestPlay) -> None:
    assert main.per == "bet"
    assert main.house_edge == Fraction(9_056_436_968_429, 343_769_126_300_600)
    assert f"{float(main.house_edge):.9f}" == "0.026344533"
    assert f"{float(main.element_of_risk):.9f}" == "0.015362133"
    assert f"{float(main.wagered):.9f}" == "1.714900753"
    assert f"{main.standard_deviation:.9f}" == "1.642833234"
    hands = {decision: share * ALL_HANDS for decision, share in main.decisions.items()}
    assert hands == {"fold": 50_844_396, "raise 1x": 96_882_560, "raise 2x": 5_933_928, "raise 3x": 482_196}
    assert main.outcomes["push"] == 0


def test_which_flushes_are_folded_and_raised(main: BestPlay) -> None:
    assert min(flush.strength for flush in main.flushes if any(flush.hands[1:])) == strength("QJ")
    assert max(flush.strength for flush in main.flushes if flush.hands[0]) == strength("JT9")
    depending = [flush.strength for flush in main.flushes.depending]
    assert len(depending) == 44
    assert sum(made >= strength("J32") for made in depending) == math.comb(9, 2)  # every jack-high flush of three
    assert all(not any(flush.hands[2:]) for flush in main.flushes.depending)  # between folding and one bet
    assert sum(sum(flush.hands) for flush in main.flushes) == ALL_HANDS


def test_strategies_to_remember(main: BestPlay) -> None:
    best, finer = main.simple["threshold"], main.simple["overcard_thresholds"]
    assert set(best.lowest) == {strength("J87")}
    assert -best.net == Fraction(9_212_904_099_261, 343_769_126_300_600)
    assert f"{float(best.cost):.7f}" == "0.0004552"
    assert finer.lowest == tuple(map(strength, ("JT6", "J86", "J64", "J32", "T97")))
    assert f"{float(finer.cost):.7f}" == "0.0000255"
    nine = follow(letter(), main.flushes, [strength("J92")] * 5, main.net)
    assert f"{float(nine.cost):.7f}" == "0.0004555"


def test_the_description_says_what_the_analysis_says(main: BestPlay) -> None:
    said = describe(game_named("flush-poker"), Threads(1)).to_json()
    assert said["method"] == "exact"
    assert said["main"] == main.result().to_json()
    assert said["simple_strategies"]["threshold"] == {
        "text": main.simple["threshold"].text,
        "raise_from_by_overcards": ["three-card flush, J-8-7"] * 5,
        "house_edge": float(-main.simple["threshold"].net),
        "house_edge_exact": str(-main.simple["threshold"].net),
        "cost": float(main.simple["threshold"].cost),
    }


def test_high_card_flush_is_played_as_published() -> None:
    """Without joker and bonus for a match, and with a qualifier of nine high, this is Galaxy's High Card Flush.

    Charles Mousseau's strategy for it raises from T-8-6, and only ten-high flushes of three depend on other cards.
    """
    variant = replace(letter(), joker=False, match=Fraction(0), qualifier=3 << 13 | ranks("9"))
    high_card = analyze_main(variant, Threads(2))
    assert set(high_card.simple["threshold"].lowest) == {strength("T86")}
    tens = [strength(f"T{high}{low}") for high, low in combinations("98765432", 2)]
    assert [flush.strength for flush in high_card.flushes.depending] == sorted(tens)


# ---- one hand of the whole deck


def simulated(hand: Hand, times: int, gone: Hand = (), rounds: int = 20_000) -> tuple[float, float]:
    """Mean and standard error of what a raise wins, over dealt rounds."""
    rng = Random(20_210_525)
    left = [card for card in range(53) if card not in hand and card not in gone]
    player = flush_hand(hand_mask(hand))
    wins = [float(paid(letter(), times, player, flush_hand(hand_mask(rng.sample(left, 7))))[1]) for _ in range(rounds)]
    return float(np.mean(wins)), float(np.std(wins)) / math.sqrt(rounds)


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("Jc 8c 7c 2d 3d 4h 5s", ""),
        ("Jc 8c 7c Ad Kd Qh Ks", ""),
        ("Ac Kd Kh 2c 3d 4h 5s", ""),
        ("Tc 8c 2c 3d 4d 5h 6h", "As Ks Qs Js Ad Kd Qd Jo"),
        ("Qc 9c 5c Jo 2d 3h 4s", ""),
        ("Ah Qh Th 7h 4h Jo 2s", ""),
        ("Ah Qh Th 7h 4h 3h 2s", ""),
        ("Kc 7c Kd 7d Kh 7h Jo", "Ac Ad Ah As"),
    ],
)
def test_values_are_those_of_simulation(text: str, gone: str) -> None:
    hand, away = parse_cards(text.split()), parse_cards(gone.split())
    exact = values(hand, away)
    cap = raise_cap(flush_hand(hand_mask(hand)))
    assert list(exact) == ["fold", *(f"raise {times}x" for times in range(1, cap + 1))]
    for times in {1, cap}:
        mean, error = simulated(hand, times, away)
        assert abs(mean - float(exact[f"raise {times}x"])) < 4 * error


def test_the_nets_that_are_averaged_are_those_of_settlement() -> None:
    deals = [tuple(Random(seed).sample(range(53), 14)) for seed in range(200)]
    matched = "Ac Kc 5c 2d 3d 4h 6h As Ks 5s 2h 3h 4d 6d"
    deals.append(parse_cards(matched.split()))
    ended = set()
    for cards in deals:
        player, dealer = flush_hand(hand_mask(cards[:7])), flush_hand(hand_mask(cards[7:]))
        times = raise_cap(player)
        seat = {"seat": 1, "cards": named(cards[:7]), "wagers": {"bet": 1}, "decisions": [f"raise {times}x"]}
        settled = houseway.settle({"game": "flush-poker", "dealer": named(cards[7:]), "seats": [seat]})
        kind, net = paid(letter(), times, player, dealer)
        assert Fraction(settled["seats"][0]["net"]) == net
        ended.add(kind)
    assert ended == {UNQUALIFIED, WIN, LOSE, MATCH}


def named(cards: Hand) -> list[str]:
    """Cards as a record writes them."""
    return [str(Card(card)) for card in cards]


# ---- what cannot be analysed


@pytest.mark.parametrize(
    ("cards", "gone", "why"),
    [
        ("Ah Kh Qh", "", "must be 7 cards of the deck"),
        ("Ah Kh Qh Jh Th 9h 9h", "", "9h appears more than once"),
        ("Ah Kh Qh Jh Th 9h 8h", "Ah", "Ah appears more than once"),
    ],
)
def test_a_hand_that_cannot_be_dealt_has_no_values(cards: str, gone: str, why: str) -> None:
    with pytest.raises(InvalidInput, match=why):
        values(parse_cards(cards.split()), parse_cards(gone.split()))


def test_the_dealer_needs_cards() -> None:
    with pytest.raises(InvalidInput, match="too few cards are left"):
        values(range(7), range(7, 47))


@pytest.mark.parametrize(
    "changes",
    [
        {"suits": (8191, 8191, 8191)},
        {"suits": (8192, 1, 1, 1)},
        {"cards": 0},
        {"cards": 12},
        {"suits": (3, 3, 3, 3)},
        {"caps": (1, 2, 3)},
        {"caps": (0,) * 14},
        {"qualifier": 14 << 13},
        {"match": Fraction(-1)},
        {"match": Fraction(10**12)},
    ],
)
def test_a_variant_that_cannot_be_counted_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(InvalidInput):
        replace(letter(), **changes)  # type: ignore[arg-type]
