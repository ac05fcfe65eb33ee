"""Advice: values of one decision against the whole analysis and against every card one by one."""

import subprocess
import sys
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import houseway
from figures import figures
from games.blackjack_naive import naive_dealer, naive_total, without
from houseway.cards.card import parse_cards
from houseway.cards.deck import shoe_cards
from houseway.errors import InvalidInput
from houseway.games.down_under_blackjack.strategy import solve as strategies
from houseway.games.down_under_blackjack.variant import value_of
from houseway.games.game import Game
from houseway.games.pricing.advice import Seen, best_of
from houseway.games.pricing.strategy import Strategy, new_strategy
from houseway.games.study import study_game

Counts = tuple[int, ...]  # cards of each value
Hand = tuple[int, ...]  # values


def table(**options: object) -> Game:
    return houseway.game("down-under-blackjack", {name.replace("_", "-"): value for name, value in options.items()})


def of(game: Game) -> Strategy:
    """Advice looks at the rules of a strategy, not at its arrays."""
    return new_strategy(game, "optimal", figures(), {})


def played(game: Game, cards: str, decisions: str = "", seats: int = 1) -> Any:
    """A round from these cards, on to the decision that is open after these; draws follow the deal."""
    deck = parse_cards(cards.split())
    dealt = 2 * (seats + 1)
    now: Any = game.deal({seat: {"wager": 10} for seat in range(1, seats + 1)}, deck[:dealt])
    draws = list(deck[dealt:])
    for decision in decisions.split(", ") if decisions else []:
        while now.needs_card:
            now = now.take(draws.pop(0))
        now = now.decide(decision)
    while now.needs_card and draws:
        now = now.take(draws.pop(0))
    assert not draws
    return now


def seen_by(now: Any) -> Seen:
    seat = now.seat(now.turn)
    others = tuple(card for other in now.seats if other is not seat for card in other.cards)
    return Seen(now=now, seat=seat, dealer=now.seen_dealer(), board=(), lights=tuple(now.lights()), others=others)


def advised(game: Game, now: Any) -> dict[str, float]:
    values = strategies.advise(game, of(game), seen_by(now))
    assert all(value.exact for value in values.values())
    return {decision: float(value.ev) for decision, value in values.items()}


# ---- every card one by one, in fractions


def outcome(hand: int, golds: bool, dealer: int) -> int:
    if hand > 21:
        return -1
    if dealer == 22:
        return int(hand == 21 or golds)
    return 1 if dealer > 22 or hand > dealer else 0 if hand == dealer else -1


def stand(shoe: Counts, hand: Hand, up: int, hole: Hand, golds: bool = False) -> Fraction:
    """The hole card is one of the shoe's cards of these values."""
    holes, found = sum(shoe[value] for value in hole), Fraction(0)
    for down in hole:
        for final, chance in naive_dealer(without(shoe, down), tuple(sorted((up, down))), True).items():
            found += Fraction(shoe[down], holes) * chance * outcome(naive_total(hand), golds, final)
    return found


def hit(shoe: Counts, hand: Hand, up: int, hole: Hand) -> Fraction:
    """One card, then the best of another and none."""
    found = Fraction(0)
    for value, chance in next_card(shoe, hole):
        more = tuple(sorted((*hand, value)))
        found += chance * best_after(without(shoe, value), more, up, hole)
    return found


def double(shoe: Counts, hand: Hand, up: int, hole: Hand) -> Fraction:
    return 2 * sum(
        (chance * stand(without(shoe, value), (*hand, value), up, hole) for value, chance in next_card(shoe, hole)),
        Fraction(0),
    )


def next_card(shoe: Counts, hole: Hand) -> list[tuple[int, Fraction]]:
    holes, found = sum(shoe[value] for value in hole), [Fraction(0)] * 10
    for down in hole:
        left = without(shoe, down)
        for value in range(10):
            found[value] += Fraction(shoe[down], holes) * Fraction(left[value], sum(left))
    return [(value, chance) for value, chance in enumerate(found) if chance]


@cache
def best_after(shoe: Counts, hand: Hand, up: int, hole: Hand) -> Fraction:
    if naive_total(hand) > 21:
        return Fraction(-1)
    stood = stand(shoe, hand, up, hole)
    return stood if naive_total(hand) == 21 else max(stood, hit(shoe, hand, up, hole))


def shoe_without(decks: int, cards: str) -> Counts:
    values = [value_of(card) for card in shoe_cards(decks)]
    gone = [value_of(card) for card in parse_cards(cards.split())]
    return without(tuple(values.count(value) for value in range(10)), *gone)


def test_a_hand_among_others_with_all_cards_in_sight_gone() -> None:
    """Seat 2 of three, after seat 1 has drawn a five: T-6 against a nine and a red light."""
    game = table(decks=2)
    now = played(game, "Td Tc 8s 9h 2c 6c 8d 7d 5h", "hit, stand", seats=3)
    assert now.turn == 2
    shoe = shoe_without(2, "Td Tc 8s 9h 2c 6c 8d 5h")
    hand, up, hole = (4, 8), 7, (4, 5, 6, 7)
    found = advised(game, now)
    assert list(found) == ["stand", "hit", "double"]
    assert found["stand"] == pytest.approx(float(stand(shoe, hand, up, hole)), abs=1e-12)
    assert found["hit"] == pytest.approx(float(hit(shoe, hand, up, hole)), abs=1e-12)
    assert found["double"] == pytest.approx(float(double(shoe, hand, up, hole)), abs=1e-12)


def test_an_exposed_hole_card_is_used() -> None:
    game = table(decks=2)
    now = played(game, "9d Ts 9c Tc")
    shoe = shoe_without(2, "9d Ts 9c")
    assert advised(game, now)["stand"] == pytest.approx(float(stand(shoe, (7, 7), 8, (8,))), abs=1e-12)


def test_two_golds_are_known() -> None:
    game = table(decks=2)
    found = advised(game, played(game, "Td 6s Kc 9c"))
    shoe = shoe_without(2, "Td 6s Kc")
    assert found["stand"] == pytest.approx(float(stand(shoe, (8, 8), 4, (4, 5, 6, 7), True)), abs=1e-12)
    assert list(found) == ["stand", "hit", "double", "split"]


# ---- splits: all hands of the seat together


def test_hands_that_are_done_count_with_their_stakes() -> None:
    """Nines split in two: the left one is doubled to 20, the right one is 9-8."""
    game = table(decks=2)
    now = played(game, "9d 7s 9c Tc 2d 9h 8d", "split, double")
    shoe = shoe_without(2, "9d 7s 9c 2d 9h 8d")
    done = stand(shoe, (0, 7, 7), 5, (8, 9))
    found = advised(game, now)
    assert found["stand"] == pytest.approx(float(2 * done + stand(shoe, (6, 7), 5, (8, 9))), abs=1e-12)
    assert found["hit"] == pytest.approx(float(2 * done + hit(shoe, (6, 7), 5, (8, 9))), abs=1e-12)
    assert found["double"] == pytest.approx(float(2 * done + double(shoe, (6, 7), 5, (8, 9))), abs=1e-12)


def test_a_double_for_less_and_a_broken_hand_count_as_they_are() -> None:
    game = table(decks=2)
    now = played(game, "9d 7s 9c Tc 2d Th 8d", "split, double 5")
    shoe = shoe_without(2, "9d 7s 9c 2d Th 8d")
    done = stand(shoe, (0, 7, 8), 5, (8, 9))
    assert advised(game, now)["stand"] == pytest.approx(
        float(Fraction(3, 2) * done + stand(shoe, (6, 7), 5, (8, 9))), abs=1e-12
    )
    now = played(game, "9d 7s 9c Tc 6d Th 8d", "split, hit")
    shoe = shoe_without(2, "9d 7s 9c 6d Th 8d")
    assert advised(game, now)["stand"] == pytest.approx(float(-1 + stand(shoe, (6, 7), 5, (8, 9))), abs=1e-12)


def test_a_hand_that_waits_counts_with_what_it_will_win() -> None:
    """Tens split against an exposed twenty where nothing is split again: the right ten gets its cards one by one."""
    game = table(decks=2, soft_17="stand")
    now = played(game, "Td Ts Kc Qc 7d", "split")
    unseen = shoe_without(2, "Td Ts Kc 7d")
    up, hole = 8, (8,)
    waits = sum(
        chance * best_after(without(unseen, value), tuple(sorted((8, value))), up, hole)
        for value, chance in next_card(unseen, hole)
    )
    found = advised(game, now)
    assert list(found) == ["stand", "hit"]
    assert found["stand"] == pytest.approx(float(waits + stand(unseen, (5, 8), up, hole)), abs=1e-12)
    assert found["hit"] == pytest.approx(float(waits + hit(unseen, (5, 8), up, hole)), abs=1e-12)


def test_aces_that_may_be_split_again() -> None:
    """One card to each ace, against an exposed twenty: the waiting hand and those of a second split draw and stand."""
    game = table(decks=2)
    now = played(game, "Ad Ks Ac Tc Ah", "split")
    found = advised(game, now)
    assert list(found) == ["stand", "split"]
    unseen, up, hole = shoe_without(2, "Ad Ks Ac Ah"), 8, (8,)
    assert found["stand"] == pytest.approx(
        float(stand(unseen, (9, 9), up, hole) + all_aces(unseen, up, hole, 2, 1)), abs=1e-12
    )
    assert found["split"] == pytest.approx(float(all_aces(unseen, up, hole, 3, 3)), abs=1e-12)


def all_aces(shoe: Counts, up: int, hole: Hand, hands: int, waiting: int) -> Fraction:
    """What waiting split aces come to, one after the other, split again up to four hands."""
    if waiting == 0:
        return Fraction(0)
    found = Fraction(0)
    for value, chance in next_card(shoe, hole):
        left = without(shoe, value)
        if value == 9 and hands < 4:
            found += chance * all_aces(left, up, hole, hands + 1, waiting + 1)
        else:
            worth = stand(left, (value, 9), up, hole) + all_aces(left, up, hole, hands, waiting - 1)
            found += chance * worth
    return found


# ---- the same as the analysis says


def test_the_best_of_a_fresh_round_is_what_the_strategy_plays() -> None:
    game = table(decks=8, soft_17="stand")
    values = {
        decisions: advised(game, played(game, cards))
        for cards, decisions in [
            ("Td 2s 2c 4c", "hard 12 against small"),
            ("8d Ts 8c 4c", "eights against small"),
            ("Td 7s Kc 9c", "tens against medium"),
            ("5d 6s 6c 9c", "eleven against medium"),
            ("9d 8s 9c Tc", "nines against gold"),
        ]
    }
    assert {what: max(worth, key=lambda one: worth[one]) for what, worth in values.items()} == {
        "hard 12 against small": "hit",
        "eights against small": "split",
        "tens against medium": "stand",
        "eleven against medium": "double",
        "nines against gold": "split",
    }


def test_equal_values_advise_the_smaller_stake() -> None:
    """Nineteen cannot win against an exposed twenty without a card; a soft one can, and twice as much doubled."""
    game = table()
    found = strategies.advise(game, of(game), seen_by(played(game, "5d Ts 6c Tc")))
    assert best_of(found) == "hit"
    assert strategies._settled({"stand": -1.0, "hit": -1.0 + 1e-14})["hit"].ev == -1.0


# ---- what is known, and errors


def test_the_light_stands_in_for_the_hole_card() -> None:
    game = table(decks=2)
    now = played(game, "Td 9h 6c 7d")
    other = played(game, "Td 9h 6c 6d")
    assert advised(game, now) == advised(game, other)
    assert advised(game, now) != advised(game, played(game, "Td 9h 6c 5d"))


def test_a_strategy_of_other_rules_gives_no_advice() -> None:
    game = table(decks=2)
    with pytest.raises(InvalidInput, match="another rule set"):
        strategies.advise(game, of(table(decks=4)), seen_by(played(game, "Td 9h 6c 7d")))


def test_no_advice_without_a_light() -> None:
    game = table(decks=2)
    seen = seen_by(played(game, "Td 9h 6c 7d"))
    blind = Seen(now=seen.now, seat=seen.seat, dealer=seen.dealer, board=(), lights=None, others=())
    with pytest.raises(InvalidInput, match="light of the hole card is missing"):
        strategies.advise(game, of(game), blind)


def test_a_gold_light_beside_a_gold_up_card_cannot_be() -> None:
    game = table(decks=2)
    seen = seen_by(played(game, "Td Th 6c 7d"))
    wrong = Seen(now=seen.now, seat=seen.seat, dealer=seen.dealer, board=(), lights=("gold",), others=())
    with pytest.raises(InvalidInput, match="no hidden hole card shows gold"):
        strategies.advise(game, of(game), wrong)


def test_no_advice_when_nothing_is_open() -> None:
    game = table(decks=2)
    seen = seen_by(played(game, "Td 9h 6c 7d"))
    done = Seen(now=seen.now.decide("stand"), seat=seen.seat, dealer=seen.dealer, board=(), lights=None, others=())
    with pytest.raises(InvalidInput, match="no decision"):
        strategies.advise(game, of(game), done)


# ---- studies


def test_a_study_without_exposure_advises_by_the_group() -> None:
    study = study_game({"game": "down-under-blackjack", "rules": {"exposes-golds": False, "decks": 2}})
    found = advised(study, played(study, "9d Ts 9c Tc"))
    shoe = shoe_without(2, "9d Ts 9c")
    assert found["stand"] == pytest.approx(float(stand(shoe, (7, 7), 8, (8,))), abs=1e-12)


def test_an_infinite_shoe_forgets_the_cards_in_sight() -> None:
    study = study_game({"game": "down-under-blackjack", "rules": {"decks": "infinite"}})
    alone = advised(study, played(study, "Td 9h 6c 7d"))
    among = advised(study, played(study, "Td 6s 9h 6c 5h 7d", seats=2))
    assert alone == among


def test_a_study_without_splits_offers_none() -> None:
    study = study_game({"game": "down-under-blackjack", "rules": {"most-hands": 1}})
    assert list(advised(study, played(study, "8d 9h 8c 7d"))) == ["stand", "hit", "double"]


def test_more_cards_than_a_studys_shoe_holds_are_refused() -> None:
    study = study_game({"game": "down-under-blackjack", "rules": {"decks": 1}})
    with pytest.raises(InvalidInput, match="8d appears more than once"):
        played(study, "8d 8h 8s 9h 8c 8d 8h 7d", seats=3)


# ---- no waiting


def test_advice_needs_no_compiler() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parents[1])!r})\n"
        "import games.test_down_under_blackjack_advice as advice\n"
        "game = advice.table()\n"
        "print(advice.advised(game, advice.played(game, '2d 2s 2c 4c')))\n"
        "sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, capture_output=True).returncode == 0
