"""What a game offers as it is chosen, and the exact line counts that are kept as data."""

from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from houseway.games import game_named, game_names, letter_of
from houseway.games.letter.offer import COUNTS_FILE, LineCounts, Offer, offer, offers
from houseway.games.letter.paytable import Pay
from houseway.games.pricing.result_json import from_json
from houseway.games.study import study_game

SEVENS, SEVENS_52, EIGHTS = comb(53, 7), comb(52, 7), comb(53, 8)
FOLDER = Path(__file__).parent.parent.parent / "src" / "houseway" / "games"


def offered(name: str, wager: str, **options: str) -> Offer:
    return offer(game_named(name, options), letter_of(name).wagers[wager])


def counts(one: Offer) -> dict[str, int | None]:
    return {line.name: line.count for line in one.lines}


# Every bonus and jackpot line under every choice is counted


def choices(name: str, wager: str) -> list[dict[str, str]]:
    """Options that choose each pay table of a wager, with whatever else that needs."""
    if name == "down-under-blackjack":
        tables = letter_of(name).paytables["progressive" if wager == "progressive" else "match-the-dealer"]
        decks = {"3": "4568", "4": "24568", "5": "4568"}
        found = []
        for table in tables:
            deck = decks[table[0]]["abcde".index(table[1])] if wager == "progressive" else table.partition("-")[0]
            chosen = {"decks": deck, "progressive" if wager == "progressive" else "match-the-dealer": table}
            if wager == "match-down":
                chosen["match-down-card"] = "on"
            found.append(chosen)
            if wager == "progressive" and table[0] in "34" and not table.startswith("4a"):
                found.append({**chosen, "progressive-alternate": "on"})
        return found
    spec = letter_of(name).wagers[wager]
    option = spec.paytable_option or spec.option
    base = {"jackpot": "progressive"} if wager == "jackpot" else {}
    return [{**base, option: value} for value in letter_of(name).options[option].values if value != "off"]


COUNTED = [
    (name, wager.name, options)
    for name in game_names()
    for wager in letter_of(name).wagers.values()
    if wager.role in ("bonus", "jackpot")
    for options in choices(name, wager.name)
]


def test_every_pay_table_of_every_bonus_is_looked_at() -> None:
    assert len(COUNTED) == 5 + 4 + 1 + 1 + (7 + 7 + 104 + 64) + (8 + 14 + 6 + 3) + (2 + 6 + 3 + 5 + 3)


@pytest.mark.parametrize(("name", "wager", "options"), COUNTED, ids=str)
def test_every_line_has_its_count(name: str, wager: str, options: dict[str, str]) -> None:
    one = offered(name, wager, **options)
    assert one.combinations > 0
    assert one.lines
    for line in one.lines:
        assert line.count is not None
        assert 0 < line.count < one.combinations
    once = sum(line.count or 0 for line in one.lines if line.pay.kind != "push")
    may_win_twice = name == "down-under-blackjack"
    assert once >= one.hits if may_win_twice else once == one.hits


TOTALS = {
    ("down-under-holdem", "trips-or-better"): SEVENS_52,
    ("down-under-holdem", "match-the-dealer"): comb(52, 2) * comb(50, 2),
    ("premium-holdem", "player-bonus"): SEVENS_52,
    ("premium-holdem", "hole-card-bonus"): comb(52, 3),
    ("flush-poker", "natural-straight-flush"): SEVENS,
    ("flush-poker", "natural-flush"): SEVENS,
    ("flush-poker", "royal-riches"): SEVENS,
    ("flush-poker", "jackpot"): SEVENS,
    ("wild-monkey-pai-gow", "dealer-joker"): EIGHTS,
    ("wild-monkey-pai-gow", "dealer-pai-gow"): EIGHTS,
    ("wild-monkey-pai-gow", "royal-riches"): SEVENS,
    ("wild-monkey-pai-gow", "player-pai-gow-insurance"): SEVENS,
    ("wild-monkey-pai-gow", "jackpot"): SEVENS,
}


@pytest.mark.parametrize(("name", "wager", "options"), COUNTED, ids=str)
def test_the_whole_deck_is_counted(name: str, wager: str, options: dict[str, str]) -> None:
    one = offered(name, wager, **options)
    if name == "down-under-blackjack":
        cards = 52 * int(options["decks"])
        deals = comb(cards, 2) * (cards - 2)
        assert one.combinations == (deals * (cards - 3) if wager == "progressive" else deals)
    else:
        assert one.combinations == TOTALS[name, wager]


# Counts that are known from elsewhere


def test_natural_flushes_are_those_of_suit_lengths() -> None:
    found = counts(offered("flush-poker", "natural-flush", **{"natural-flush": "1"}))
    by_length = {
        f"{length}-card flush": 4
        * comb(13, length)
        * (comb(40, 7 - length) if length > 3 else 0)  # the joker is a blank; two suits of four need eight cards
        for length in (7, 6, 5, 4)
    }
    assert found == by_length


def test_hands_of_seven_are_the_published_ones() -> None:
    found = counts(offered("down-under-holdem", "trips-or-better", **{"trips-or-better": "1"}))
    assert list(found.values()) == [4_324, 37_260, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620]
    found = counts(offered("flush-poker", "jackpot", jackpot="house", **{"jackpot-paytable": "3"}))
    assert list(found.values()) == [1_128, 26_132, 184_832, 307_472, 4_188_528]


def test_the_joker_is_among_the_dealers_eight_in_8_of_53() -> None:
    one = offered("wild-monkey-pai-gow", "dealer-joker", **{"dealer-joker": "1"})
    assert Fraction(one.hits, one.combinations) == Fraction(8, 53)


def test_options_that_change_how_often_a_line_comes_change_the_counts() -> None:
    flush = {
        suit: offered(
            "flush-poker",
            "natural-straight-flush",
            **{"natural-straight-flush": "1", "natural-straight-flush-suit": suit},
        ).hits
        for suit in ("any", "flush-hand")
    }
    assert flush["flush-hand"] < flush["any"]
    joker = {
        value: offered(
            "wild-monkey-pai-gow",
            "player-pai-gow-insurance",
            **{"player-pai-gow-insurance": "1", "insurance-joker": value},
        ).hits
        for value in ("wild", "ace")
    }
    assert joker["wild"] < joker["ace"]
    low = offered("wild-monkey-pai-gow", "dealer-pai-gow", **{"dealer-pai-gow": "1", "best-seven": "low"})
    assert low.hits > offered("wild-monkey-pai-gow", "dealer-pai-gow", **{"dealer-pai-gow": "1"}).hits


# What is offered


def test_wagers_stand_in_the_letters_order_with_the_tables_that_are_chosen() -> None:
    options = letter_of("wild-monkey-pai-gow").demonstration.options
    found = [(one.wager.name, one.table) for one in offers(game_named("wild-monkey-pai-gow", options))]
    assert found == [
        ("dealer-joker", "1"),
        ("royal-riches", "2"),
        ("dealer-pai-gow", "1"),
        ("player-pai-gow-insurance", "1"),
        ("jackpot", "1"),
    ]


def test_pay_tables_of_the_main_game_have_no_counts() -> None:
    (one,) = offers(game_named("down-under-holdem"))
    assert (one.wager.name, one.combinations, one.hits) == ("bet", 0, 0)
    assert all(line.count is None and line.chance(1) is None for line in one.lines)


def test_alternate_lines_stand_in_place_of_shares() -> None:
    own = offered("down-under-blackjack", "progressive", progressive="3c/5")
    other = offered("down-under-blackjack", "progressive", progressive="3c/5", **{"progressive-alternate": "on"})
    assert [line.pay.text for line in own.lines[:2]] == ["100%", "10%"]
    assert [line.pay.text for line in other.lines[:3]] == ["100%", "10%", "$"]
    assert own.lines[2:] == other.lines[3:]
    assert (own.prizes, other.prizes) == ((), ("3-card-suited-match",))
    assert [line.pay for line in other.shares] == [Pay.parse("100%"), Pay.parse("10%")]


def test_a_study_has_no_counts() -> None:
    study = {"game": "premium-holdem", "options": {"player-bonus": "on"}, "rules": {"deck": "6789TJQKA"}}
    wager = letter_of("premium-holdem").wagers["player-bonus"]
    assert offer(study_game(study), wager).combinations == 0
    assert offer(study_game({**study, "name": "the letter", "rules": {}}), wager).combinations > 0


# The files


@pytest.mark.parametrize("name", game_names())
def test_the_file_is_as_its_tool_writes_it(name: str) -> None:
    from houseway.lab import line_counts

    text = (FOLDER / name.replace("-", "_") / COUNTS_FILE).read_text(encoding="utf-8")
    data = from_json(text.encode(), LineCounts)
    assert data.game == name
    assert line_counts.text_of(data) == text


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_the_counts_are_those_of_a_fresh_count(name: str) -> None:
    from houseway.lab import line_counts
    from houseway.lab.kept_counts import KeepingRunner
    from houseway.lab.shards import Threads

    text = (FOLDER / name.replace("-", "_") / COUNTS_FILE).read_text(encoding="utf-8")
    assert line_counts.text_of(line_counts.count_lines(name, KeepingRunner(Threads()))) == text
