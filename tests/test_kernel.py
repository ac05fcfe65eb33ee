"""One source, run two ways: every kernel of the package, plain and compiled, on the same arguments."""

import importlib
import pkgutil
import shutil
import subprocess
import sys
from array import array
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import houseway.cards
import houseway.games
import naive
from houseway import kernel as kernels
from houseway.cards import hands
from houseway.games.wild_monkey_pai_gow import house_way
from houseway.games.wild_monkey_pai_gow.exact import class_index
from houseway.kernel import cache_directory, compiled, counter, kernel, source_digest

Arguments = tuple[Any, ...]
Generator = Callable[[Random], Arguments]


def all_kernels() -> dict[str, Any]:
    """Every kernel of the cards and the games, by its name below houseway."""
    for package in (houseway.cards, houseway.games):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    found: list[Any] = list(kernels._kernels)
    ours = [one for one in found if one.__module__.startswith(("houseway.cards.", "houseway.games."))]
    return {f"{one.__module__.removeprefix('houseway.')}.{one.__name__}": one for one in ours}


def kernel_named(name: str) -> Any:
    """One kernel of them, by the same name."""
    module, _, function = name.rpartition(".")
    return getattr(importlib.import_module(f"houseway.{module}"), function)


# Arguments


def numbers(*stops: int) -> Generator:
    """Numbers from 0 to below each of the stops."""
    return lambda rng: tuple(rng.randrange(stop) for stop in stops)


def number_from(start: int, stop: int) -> Generator:
    return lambda rng: (rng.randrange(start, stop),)


def flags(*kinds: Callable[[Random], Any]) -> Generator:
    return lambda rng: tuple(kind(rng) for kind in kinds)


def a_flag(rng: Random) -> bool:
    return rng.random() < 0.5


def hard(rng: Random) -> int:
    return rng.randrange(2, 32)


def few(rng: Random) -> int:
    return rng.randrange(5)


def total(rng: Random) -> int:
    return rng.randrange(4, 27)


def distinct(size: int, deck: int = 52) -> Generator:
    """So many cards of one deck, often rare together."""
    return lambda rng: naive.hands(str(rng.random()), size, 2, deck)[rng.randrange(2)]


def of_shoe(size: int) -> Generator:
    """So many cards of a shoe, most of them the same few."""

    def some(rng: Random) -> Arguments:
        cards = rng.choice([[50, 51], [51, 38, 50], [rng.randrange(52), rng.randrange(52)], range(52)])
        return tuple(rng.choice(cards) for _ in range(size))

    return some


def hand(size: int = 7, deck: int = 53) -> Callable[[Random], naive.Hand]:
    return distinct(size, deck)


def of_a_table(rng: Random) -> Arguments:
    return (rng.randrange(6), *of_shoe(4)(rng))


def mask(rng: Random) -> Arguments:
    return (hands.hand_mask(hand()(rng)),)


def strength(rng: Random) -> Arguments:
    return (rng.randrange(1, hands.FIVE_ACES + 1),)


def best_five(rng: Random) -> Arguments:
    cards = hand(rng.choice([5, 6, 7]))(rng)
    return hands.hand_key(cards), hands.hand_mask(cards), rng.randrange(2)


def front_and_back(rng: Random) -> Arguments:
    one, two, *rest = hand()(rng)
    return hands.front_strength(one, two), hands.poker_strength(rest)


def two_settings(rng: Random) -> Arguments:
    return (*front_and_back(rng), *front_and_back(rng))


def flush(rng: Random) -> Arguments:
    return (hands.flush_hand(*mask(rng)),)


def set_and_skip(rng: Random) -> tuple[naive.Hand, int]:
    """Seven cards, or eight without one of them."""
    return (hand()(rng), house_way.NO_CARD) if a_flag(rng) else (hand(8, 52)(rng), rng.randrange(8))


def to_set(rng: Random) -> Arguments:
    return (*set_and_skip(rng), rng.randrange(2))


def to_find(rng: Random) -> Arguments:
    cards, skip = set_and_skip(rng)
    kept = [card for index, card in enumerate(cards) if index != skip]
    front = hands.front_strength(*rng.sample(kept, 2)) if a_flag(rng) else -1
    return cards, skip, hands.hand_key(kept), hands.hand_mask(kept), rng.randrange(2), front


def setting(rng: Random) -> Arguments:
    return (house_way.house_way(*to_set(rng)),)


def a_setting_and_wheel(rng: Random) -> Arguments:
    return (*setting(rng), rng.randrange(2))


def to_score(rng: Random) -> Arguments:
    cards, skip, wheel = to_set(rng)
    return cards, skip, house_way.house_way(cards, skip, wheel), wheel, rng.randrange(4)


def to_discard(rng: Random) -> Arguments:
    return (hand(8)(rng), rng.randrange(2), rng.randrange(4))


def a_row(rng: Random) -> Arguments:
    row = rng.randrange(len(house_way.HOUSE_WAY))
    pattern = house_way.ROWS[row * house_way.ROW_LENGTH]
    return (row * house_way.ROW_LENGTH, pattern, *numbers(13, 13, 13)(rng), *mask(rng))


def suit_masks(rng: Random) -> Arguments:
    """The masks of four suits, equal ones side by side."""
    return tuple(sorted(rng.choices([0, 1, 3, rng.randrange(1 << 13)], k=4)))


def board_symbols(rng: Random) -> Arguments:
    """Three to five cards of a suit as a mask, and the board with others as mere ranks."""
    suited = rng.sample(range(13), rng.randrange(3, 6))
    board = [*(13 + rank for rank in suited), *(rng.randrange(13) for _ in range(5 - len(suited)))]
    rng.shuffle(board)
    return sum(1 << rank for rank in suited), *board


def natural_cards(rng: Random) -> Arguments:
    """Six, seven or eight natural cards as a mask, and how many they are."""
    size = rng.choice([6, 7, 8])
    return hands.hand_mask(hand(size, 52)(rng)), size


def board_mask(rng: Random) -> Arguments:
    """The mask of a board of four."""
    return (hands.hand_mask(hand(4, 52)(rng)),)


def to_hold(rng: Random) -> Arguments:
    """The strength of seven cards, the mask of the board of four, the ranks of the hole cards."""
    cards = hand(7, 52)(rng)
    return hands.poker_strength(cards), hands.hand_mask(cards[3:]), *(card % 13 for card in cards[:3])


def to_strengthen(rng: Random) -> Arguments:
    """The key and the mask of a board of four, and three hole cards."""
    cards = hand(7, 52)(rng)
    return hands.hand_key(cards[3:]), hands.hand_mask(cards[3:]), *cards[:3]


MASKS = 1 << 13
GENERATORS: dict[str, Generator] = {
    "cards.hands.best_five": best_five,
    "cards.hands.blackjack_total": flags(hard, few),
    "cards.hands.category": strength,
    "cards.hands.flush_hand": mask,
    "cards.hands.flush_size": flush,
    "cards.hands.fouls": front_and_back,
    "cards.hands.front_strength": distinct(2, 53),
    "cards.hands.hard_value": numbers(52),
    "cards.hands.is_soft": flags(hard, few),
    "cards.hands.longest_flush": mask,
    "cards.hands.longest_straight_flush": mask,
    "cards.hands.outcome": numbers(4, 4),
    "cards.hands.ranks_held": mask,
    "cards.hands.three_card": distinct(3),
    "cards.streams.below": lambda rng: (rng.randrange(1, 1 << 31), rng.randrange(1 << 32)),
    "cards.streams.fraction_of": numbers(1 << 32, 1 << 32),
    "cards.streams.is_fair": lambda rng: (rng.choice([0, rng.getrandbits(53)]), rng.randrange(1, 1 << 45)),
    "cards.streams.philox": numbers(*[1 << 32] * 6),
    "games.bonuses.royal_riches.hands_made": mask,
    "games.bonuses.royal_riches.jackpot_lines": numbers(1 << 13),
    "games.bonuses.royal_riches.ranks_made": mask,
    "games.bonuses.royal_riches.suits_made": mask,
    "games.card_reader.light": numbers(52),
    "games.down_under_blackjack.matches.fixed_line": of_shoe(3),
    "games.down_under_blackjack.matches.fixed_on_down": of_a_table,
    "games.down_under_blackjack.matches.fixed_on_up": of_a_table,
    "games.down_under_blackjack.matches.is_ace_king_of_spades": of_shoe(2),
    "games.down_under_blackjack.matches.jackpot_line": of_a_table,
    "games.down_under_blackjack.matches.match_kind": of_shoe(2),
    "games.down_under_blackjack.matches.two_suited": of_shoe(3),
    "games.down_under_blackjack.rules.are_gold": of_shoe(2),
    "games.down_under_blackjack.rules.dealer_draws": flags(hard, few, a_flag),
    "games.down_under_blackjack.rules.is_blackjack": of_shoe(2),
    "games.down_under_blackjack.rules.may_double": flags(few, few, a_flag),
    "games.down_under_blackjack.rules.may_split": lambda rng: (*of_shoe(2)(rng), few(rng), a_flag(rng)),
    "games.down_under_blackjack.rules.result": flags(total, a_flag, total),
    "games.down_under_holdem.exact.decision_index.hole_class": distinct(2),
    "games.down_under_holdem.exact.decision_index.light_pair": numbers(3, 3),
    "games.down_under_holdem.exact.count.pair_number": numbers(39, 39),
    "games.down_under_holdem.exact.decision_index.play_place": numbers(1755, 52, 52),
    "games.down_under_holdem.exact.decision_index.play_row": distinct(5),
    "games.down_under_holdem.exact.count.same_view": numbers(3, 3, 3, 8),
    "games.down_under_holdem.exact.count.seen_from": numbers(4, 52),
    "games.down_under_holdem.exact.count.ways": numbers(26, 26, 5, 5, 300),
    "games.down_under_holdem.exact.one_hand.board_place": board_symbols,
    "games.down_under_holdem.exact.one_hand.flop_number": lambda rng: tuple(sorted(numbers(13, 13, 13)(rng))),
    "games.down_under_holdem.exact.one_hand.taken": numbers(3, 3, 5, 5),
    "games.down_under_holdem.rules.bet_line": strength,
    "games.down_under_holdem.rules.match_line": distinct(4),
    "games.down_under_holdem.rules.trips_line": strength,
    "games.down_under_holdem.exact.simple.has_something": distinct(5),
    "games.down_under_blackjack.simulate.rounds.main_place": numbers(5, 9, 9),
    "games.down_under_blackjack.simulate.rounds.match_place": of_shoe(3),
    "games.down_under_blackjack.simulate.rounds.progressive_place": of_a_table,
    "games.down_under_holdem.simulate.rounds.bonus_cell": lambda rng: (rng.randrange(-1, 7), 7, a_flag(rng)),
    "games.down_under_holdem.simulate.rounds.flop_class": distinct(3),
    "games.down_under_holdem.simulate.rounds.flop_row": distinct(5),
    "games.down_under_holdem.simulate.rounds.main_cell": numbers(3, 3, 9),
    "games.down_under_holdem.exact.simple.is_drawing": lambda rng: (sum({1 << rng.randrange(13) for _ in range(5)}),),
    "games.flush_poker.exact.cards_left.joker_sets_below": numbers(MASKS, 7, MASKS),
    "games.flush_poker.exact.cards_left.sets_below": numbers(MASKS, 7, MASKS),
    "games.flush_poker.variant.best_raise": lambda rng: (*numbers(9, 9, 9, 9, 4)(rng), 10, 1),
    "games.flush_poker.variant.net": numbers(4, 99, 99, 99, 99, 11, 3),
    "games.flush_poker.variant.split": numbers(9, 9, 99, 99, 99, 99),
    "games.flush_poker.exact.count.standing": numbers(2, MASKS),
    "games.flush_poker.strategy.plan.leading_suit": mask,
    "games.flush_poker.strategy.plan.place_of": numbers(30, 30, 30),
    "games.flush_poker.rules.flush_line": numbers(8),
    "games.flush_poker.rules.loses_action": flags(a_flag, a_flag, a_flag, a_flag),
    "games.flush_poker.rules.qualifies": flush,
    "games.flush_poker.rules.raise_cap": flush,
    "games.flush_poker.rules.straight_flush_line": numbers(8),
    "games.flush_poker.rules.straight_flush_of_flush": mask,
    "games.flush_poker.simulate.rounds.main_cell": lambda rng: (
        rng.randrange(4),
        *flush(rng),
        *flush(rng),
        *flush(rng),
    ),
    "games.premium_holdem.rules.ending": lambda rng: (*strength(rng), *strength(rng), *strength(rng)),
    "games.premium_holdem.rules.hole_card_line": distinct(3),
    "games.premium_holdem.rules.player_bonus_line": strength,
    "games.premium_holdem.rules.qualifies": lambda rng: (*strength(rng), *strength(rng)),
    "games.premium_holdem.rules.xtra_line": strength,
    "games.premium_holdem.exact.simple.board_kind": board_mask,
    "games.premium_holdem.exact.simple.four_in_five": numbers(MASKS),
    "games.premium_holdem.exact.simple.holding": to_hold,
    "games.premium_holdem.exact.simple.opens_chart": distinct(3),
    "games.premium_holdem.exact.simple.opens_sixes": distinct(3),
    "games.premium_holdem.exact.simple.simple_decision": numbers(2, 12, 4),
    "games.premium_holdem.simulate.rounds.main_cell": numbers(4, 7, 4),
    "games.premium_holdem.simulate.rounds.strength_with": to_strengthen,
    "games.premium_holdem.exact.second_street.board_number": distinct(4),
    "games.premium_holdem.exact.second_street.by_strength": lambda rng: (
        rng.randrange(9),
        *sorted(numbers(9, 9, 9, 9)(rng)),
    ),
    "games.premium_holdem.exact.second_street.first_flush_suit": board_mask,
    "games.premium_holdem.exact.second_street.place_of": lambda rng: (*board_mask(rng), *distinct(3)(rng)),
    "games.premium_holdem.exact.second_street.symbol_of": lambda rng: (
        rng.randrange(52),
        *board_mask(rng),
        rng.randrange(-1, 4),
    ),
    "games.sevens.suit_orders": suit_masks,
    "games.suit_classes.relabellings": lambda rng: (*suit_masks(rng), rng.randrange(1, 5)),
    "games.suit_classes.suit_key": lambda rng: (rng.randrange(4), *distinct(5)(rng)),
    "games.suit_classes.suit_place": lambda rng: (rng.randrange(4), *distinct(5)(rng)),
    "games.suit_classes.triple_class": distinct(3),
    "games.wild_monkey_pai_gow.best_seven.dealer_discard": to_discard,
    "games.wild_monkey_pai_gow.best_seven.expected_score": a_setting_and_wheel,
    "games.wild_monkey_pai_gow.best_seven.poker_score": to_set,
    "games.wild_monkey_pai_gow.best_seven.seven_score": to_score,
    "games.wild_monkey_pai_gow.exact.decided.in_order": mask,
    "games.wild_monkey_pai_gow.exact.rank_counts.ways_to_take": numbers(5, 9),
    "games.wild_monkey_pai_gow.exact.settings.cards_in": mask,
    "games.wild_monkey_pai_gow.exact.suit_counts.has_flushes": numbers(8, 2),
    "games.wild_monkey_pai_gow.exact.set_hands.setting_of": numbers(1 << 25),
    "games.wild_monkey_pai_gow.simulate.rounds.main_cell": lambda rng: (rng.randrange(3), rng.randrange(-1, 2)),
    "games.wild_monkey_pai_gow.exact.strengths.packed_back": numbers(1 << 25),
    "games.wild_monkey_pai_gow.exact.strengths.packed_front": numbers(1 << 25),
    "games.wild_monkey_pai_gow.exact.strengths.packed_hand": lambda rng: (*setting(rng), rng.randrange(14)),
    "games.wild_monkey_pai_gow.exact.strengths.packed_more": numbers(1 << 25),
    "games.wild_monkey_pai_gow.best_seven.score_by_reading": lambda rng: (*setting(rng), *numbers(1 << 21, 2, 4)(rng)),
    "games.wild_monkey_pai_gow.exact.class_index.eight_place": lambda rng: (hands.hand_mask(hand(8)(rng)),),
    "games.wild_monkey_pai_gow.exact.class_index.place_of_natural": natural_cards,
    "games.wild_monkey_pai_gow.exact.class_index.place_of_ranks": lambda rng: (
        sum(1 << 3 * (card % 13) for card in hand(8, 52)(rng)),
        8,
        class_index.FOUR_SUITS,
    ),
    "games.wild_monkey_pai_gow.exact.class_index.seven_place": mask,
    "games.wild_monkey_pai_gow.house_way._matches": a_row,
    "games.wild_monkey_pai_gow.house_way.choose_front": mask,
    "games.wild_monkey_pai_gow.house_way.find_setting": to_find,
    "games.wild_monkey_pai_gow.house_way.holds_complete_hand": mask,
    "games.wild_monkey_pai_gow.house_way.house_way": to_set,
    "games.wild_monkey_pai_gow.house_way.pattern_of": numbers(MASKS, MASKS, MASKS, 2),
    "games.wild_monkey_pai_gow.house_way.second_rank": numbers(MASKS),
    "games.wild_monkey_pai_gow.house_way.setting_back": setting,
    "games.wild_monkey_pai_gow.house_way.setting_front": setting,
    "games.wild_monkey_pai_gow.rules.dealer_joker_line": number_from(-1, 13),
    "games.wild_monkey_pai_gow.rules.high_card_without_pair": mask,
    "games.wild_monkey_pai_gow.rules.insured_high": mask,
    "games.wild_monkey_pai_gow.rules.main_result": two_settings,
    "games.wild_monkey_pai_gow.rules.pai_gow_high": mask,
    "games.wild_monkey_pai_gow.rules.pai_gow_line": number_from(-1, 13),
    "games.wild_monkey_pai_gow.exact.estimate_deals.first_result": numbers(3),
    "games.premium_holdem.exact.board.couples": numbers(52, 52, 5, 5),
    "games.premium_holdem.exact.board.hand_place": numbers(39, 39, 39),
}
FEWER = {"games.wild_monkey_pai_gow.best_seven.dealer_discard": 60}  # eight house ways, plain, in each


def test_every_kernel_has_arguments_to_be_tried_on() -> None:
    assert set(GENERATORS) == set(all_kernels())


def as_compiled_takes_it(argument: Any) -> Any:
    """Hands go to compiled kernels as arrays."""
    return np.array(argument) if isinstance(argument, tuple) else argument


@pytest.mark.parametrize("name", sorted(GENERATORS))
def test_a_compiled_kernel_answers_as_the_plain_one_does(name: str) -> None:
    plain, rng = kernel_named(name), Random(name)
    fast = compiled(plain)
    answers = set()
    for _ in range(FEWER.get(name, 500)):
        arguments = GENERATORS[name](rng)
        expected = plain(*arguments)
        answer = fast(*map(as_compiled_takes_it, arguments))
        assert answer == expected, arguments
        assert type(answer) is type(expected)
        answers.add(answer)
    assert len(answers) > 1  # the arguments reach more than one answer


@pytest.mark.parametrize("name", sorted(GENERATORS))
def test_a_compiled_kernel_sees_tables_that_nobody_can_change(name: str) -> None:
    fast: Any = compiled(kernel_named(name))
    names = fast.py_func.__code__.co_names
    seen = [fast.py_func.__globals__[word] for word in names if word in fast.py_func.__globals__]
    assert not any(isinstance(value, array) for value in seen)
    assert not any(value.flags.writeable for value in seen if isinstance(value, np.ndarray))


# Marking and compiling

TABLE = array("H", [10, 20, 30])


def looked_up(place: int) -> int:
    return TABLE[place]


def looked_up_twice(place: int) -> int:
    return 2 * looked_up(place)


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """No marks, nothing compiled, and a cache of this test's own; all as before afterwards."""
    import numba

    for marks in ("_kernels", "_counters"):
        monkeypatch.setattr(kernels, marks, set())
    monkeypatch.setattr(kernels, "_compiled", {})
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(kernels, "_kept_in", lambda: str(cache_directory()))
    return tmp_path


@pytest.mark.usefixtures("fresh")
def test_a_mark_leaves_the_function_as_it_is() -> None:
    assert kernel(looked_up) is looked_up
    assert counter(looked_up_twice) is looked_up_twice


@pytest.mark.parametrize("function", [len, str.upper, naive.texts, hands.hand_key, lambda: 0])
def test_what_is_not_marked_is_not_compiled(function: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match="is not marked as a kernel"):
        compiled(function)


@pytest.mark.usefixtures("fresh")
def test_a_kernel_is_compiled_once() -> None:
    kernel(looked_up)
    assert compiled(looked_up) is compiled(looked_up)


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("mark", [kernel, counter])
def test_a_compiled_function_calls_compiled_kernels(mark: Callable[[Any], Any]) -> None:
    kernel(looked_up)
    fast: Any = compiled(mark(looked_up_twice))
    assert fast.py_func.__globals__["looked_up"] is compiled(looked_up)
    assert [fast(place) for place in range(3)] == [20, 40, 60]


@pytest.mark.usefixtures("fresh")
def test_a_table_becomes_a_read_only_array_of_the_same_numbers() -> None:
    fast: Any = compiled(kernel(looked_up))
    table = fast.py_func.__globals__["TABLE"]
    assert isinstance(table, np.ndarray)
    assert table.tolist() == [10, 20, 30]
    with pytest.raises(ValueError, match="read-only"):
        table[0] = 1
    assert array("H", [10, 20, 30]) == TABLE


def test_compiled_kernels_are_kept_in_the_cache_directory(fresh: Path) -> None:
    fast: Any = compiled(kernel(looked_up))
    assert fast(1) == 20
    assert cache_directory() in Path(fast.stats.cache_path).parents
    assert list(fresh.rglob("*.nbi"))


def test_numbas_own_setting_of_the_cache_is_respected(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import numba

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(fresh / "elsewhere"))
    compiled(kernel(looked_up))
    assert not numba.config.CACHE_DIR  # type: ignore[attr-defined]  # set while numba is loading


def test_the_games_start_without_numba() -> None:
    code = "import sys, houseway; houseway.game('flush-poker'); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# The digest of the sources


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A package of our own, which the digest then is of."""
    folder = tmp_path / "package"
    (folder / "games").mkdir(parents=True)
    for name in ("kernel.py", "games/approval.toml", "games/some.tbl", "games/notes.txt"):
        (folder / name).write_text(name)
    monkeypatch.setattr(kernels, "__file__", str(folder / "kernel.py"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return folder


@pytest.mark.parametrize("name", ["kernel.py", "games/approval.toml", "games/some.tbl"])
def test_another_source_or_table_means_another_cache_directory(package: Path, name: str) -> None:
    before = cache_directory()
    (package / name).write_text("changed")
    assert cache_directory() != before
    (package / name).write_text(name)
    assert cache_directory() == before


def test_a_file_that_is_moved_added_or_removed_changes_the_digest(package: Path) -> None:
    digests = [source_digest()]
    shutil.move(package / "games/some.tbl", package / "games/other.tbl")
    digests.append(source_digest())
    (package / "games/more.py").write_text("")
    digests.append(source_digest())
    (package / "games/approval.toml").unlink()
    digests.append(source_digest())
    assert len(set(digests)) == 4


def test_what_is_neither_source_nor_table_does_not_count(package: Path) -> None:
    before = source_digest()
    (package / "games/notes.txt").write_text("changed")
    (package / "__pycache__").mkdir()
    (package / "__pycache__/kernel.pyc").write_text("changed")
    assert source_digest() == before


def test_the_cache_stands_in_the_users_cache_by_the_digest(package: Path, tmp_path: Path) -> None:
    assert package.exists()
    assert cache_directory() == tmp_path / "cache" / "houseway" / f"kernels-{source_digest()[:16]}"


def test_without_a_setting_the_cache_stands_in_the_home_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_directory().parent == tmp_path / ".cache" / "houseway"
