"""The letters as data: every pay and figure against a second transcription, and files that must be refused."""

import datetime
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import InvalidInput
from houseway.games import game_names, letter_of
from houseway.games.bonuses import royal_riches
from houseway.games.down_under_blackjack import matches
from houseway.games.down_under_holdem import rules as down_under_holdem
from houseway.games.flush_poker import rules as flush_poker
from houseway.games.letter.approval import ROLES, VERDICTS
from houseway.games.letter.approval_file import load_approval
from houseway.games.letter.paytable import PayTable
from houseway.games.premium_holdem import rules as premium_holdem
from houseway.games.wild_monkey_pai_gow import rules as wild_monkey
from houseway.money import BREAKAGES, format_money
from twin import options as twin_options
from twin import paytables as twin

GAMES = ("down-under-blackjack", "down-under-holdem", "flush-poker", "premium-holdem", "wild-monkey-pai-gow")

Columns = dict[str, list[str]]  # pays by table, in printed order


def test_there_are_five_games() -> None:
    assert game_names() == GAMES


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(InvalidInput, match=r"^game: 'poker' is not a game; there are down-under-blackjack, "):
        letter_of("poker")


# Every pay, against the twin's transcription

COUNTS = {
    ("down-under-holdem", "bet"): 1,
    ("down-under-holdem", "trips-or-better"): 5,
    ("down-under-holdem", "match-the-dealer"): 4,
    ("premium-holdem", "xtra-bonus"): 1,
    ("premium-holdem", "player-bonus"): 1,
    ("premium-holdem", "hole-card-bonus"): 1,
    ("down-under-blackjack", "match-the-dealer"): 7,
    ("down-under-blackjack", "progressive"): 104,
    ("down-under-blackjack", "progressive-alternate"): 2,
    ("flush-poker", "bet"): 1,
    ("flush-poker", "natural-straight-flush"): 8,
    ("flush-poker", "natural-flush"): 14,
    ("flush-poker", "royal-riches"): 6,
    ("flush-poker", "jackpot"): 3,
    ("wild-monkey-pai-gow", "dealer-joker"): 2,
    ("wild-monkey-pai-gow", "royal-riches"): 6,
    ("wild-monkey-pai-gow", "dealer-pai-gow"): 3,
    ("wild-monkey-pai-gow", "player-pai-gow-insurance"): 5,
    ("wild-monkey-pai-gow", "jackpot"): 3,
}


def test_every_wager_has_as_many_pay_tables_as_the_letters_print() -> None:
    found = {(game, wager): len(tables) for game in GAMES for wager, tables in letter_of(game).paytables.items()}
    assert found == COUNTS


def numbered(rows: Iterable[Sequence[str]]) -> Columns:
    """Tables 1, 2, 3 … from the twin's rows."""
    return {str(number): list(column) for number, column in enumerate(zip(*rows, strict=True), start=1)}


def riches() -> Columns:
    return {name: [pay for pay in column if pay] for name, column in numbered(twin.ROYAL_RICHES.values()).items()}


def jackpots() -> Columns:
    return {name: [pays for _, pays in lines] for name, lines in twin.JACKPOT.items()}


def schedules() -> Columns:
    return {name: [suited, unsuited] for name, (_, unsuited, suited) in twin.MATCH_THE_DEALER.items()}


def share_or_prize(pays: str) -> str:
    """The twin writes the key of a prize where the letter prints $."""
    return pays if pays.endswith("%") else "$"


def tops(kind: str) -> list[str]:
    return [share_or_prize(pays) for _, pays in twin.PROGRESSIVE_TOP[kind]]


def progressives() -> Columns:
    return {
        f"{table}/{number}": tops("4a" if table == "4a" else table[0]) + column
        for table, rows in twin.PROGRESSIVE_FIXED.items()
        for number, column in numbered(rows.values()).items()
    }


EXPECTED: dict[tuple[str, str], Columns] = {
    ("down-under-holdem", "bet"): {"1": [*twin.HOLDEM_BET.values(), "push"]},
    ("down-under-holdem", "trips-or-better"): numbered(twin.TRIPS_OR_BETTER.values()),
    ("down-under-holdem", "match-the-dealer"): numbered(twin.HOLDEM_MATCH.values()),
    ("premium-holdem", "xtra-bonus"): {"1": [*twin.XTRA_BONUS.values(), "push"]},
    ("premium-holdem", "player-bonus"): {"1": [*twin.PLAYER_BONUS.values()]},
    ("premium-holdem", "hole-card-bonus"): {"1": [*twin.HOLE_CARD_BONUS.values()]},
    ("down-under-blackjack", "match-the-dealer"): schedules(),
    ("down-under-blackjack", "progressive"): progressives(),
    ("down-under-blackjack", "progressive-alternate"): {"3": tops("3 alternate"), "4": tops("4 alternate")},
    ("flush-poker", "bet"): {"1": ["10 to 1"]},
    ("flush-poker", "natural-straight-flush"): numbered(twin.NATURAL_STRAIGHT_FLUSH.values()),
    ("flush-poker", "natural-flush"): numbered(twin.NATURAL_FLUSH.values()),
    ("flush-poker", "royal-riches"): riches(),
    ("flush-poker", "jackpot"): jackpots(),
    ("wild-monkey-pai-gow", "dealer-joker"): numbered(twin.DEALER_JOKER.values()),
    ("wild-monkey-pai-gow", "royal-riches"): riches(),
    ("wild-monkey-pai-gow", "dealer-pai-gow"): numbered(twin.DEALER_PAI_GOW.values()),
    ("wild-monkey-pai-gow", "player-pai-gow-insurance"): numbered(twin.INSURANCE.values()),
    ("wild-monkey-pai-gow", "jackpot"): jackpots(),
}


def pays_of(table: PayTable) -> list[str]:
    """What a table pays, line by line as printed."""
    pays = [table.pays[line] for line in table.printed]
    return [pay.text if pay else "" for pay in pays]


@pytest.mark.parametrize(("game", "wager"), COUNTS)
def test_every_pay_is_the_one_of_the_second_transcription(game: str, wager: str) -> None:
    tables = letter_of(game).paytables[wager]
    assert {name: pays_of(table) for name, table in tables.items()} == EXPECTED[game, wager]


@pytest.mark.parametrize(("game", "wager"), COUNTS)
def test_a_table_knows_its_wager_and_name_and_pays_only_what_it_prints(game: str, wager: str) -> None:
    for name, table in letter_of(game).paytables[wager].items():
        assert (table.wager, table.name) == (wager, name)
        assert len(table.pays) == len(table.lines)
        assert {line for line, pay in enumerate(table.pays) if pay} == set(table.printed)


@pytest.mark.parametrize("game", ["flush-poker", "wild-monkey-pai-gow"])
def test_royal_riches_grants_the_envy_of_the_second_transcription(game: str) -> None:
    same_line = {"4 of a kind": "four of a kind", "3 of a kind": "three of a kind"}
    for name, table in letter_of(game).paytables["royal-riches"].items():
        found = {same_line.get(line, line): cents for line, cents in table.envy.items()}
        column = {line: 100 * dollars[int(name) - 1] for line, dollars in twin.ROYAL_RICHES_ENVY.items()}
        assert found == column


def test_no_other_wager_grants_envy() -> None:
    tables = [table for game in GAMES for group in letter_of(game).paytables.values() for table in group.values()]
    assert {table.wager for table in tables if table.envy} == {"royal-riches"}


SHARED = {"royal-riches": royal_riches.LINES, "jackpot": royal_riches.JACKPOT_LINES}
RULES: dict[str, Mapping[str, tuple[str, ...]]] = {
    "down-under-blackjack": matches.LINES,
    "down-under-holdem": down_under_holdem.LINES,
    "flush-poker": {**flush_poker.LINES, **SHARED, "bet": ("match the dealer",)},
    "premium-holdem": premium_holdem.LINES,
    "wild-monkey-pai-gow": {**wild_monkey.LINES, **SHARED},
}


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_number_the_lines_as_the_letter_prints_them(game: str) -> None:
    tables = letter_of(game).paytables
    assert {wager: {table.lines for table in group.values()} for wager, group in tables.items()} == {
        wager: {lines} for wager, lines in RULES[game].items()
    }


def test_every_prize_line_is_a_prize_of_a_record_and_no_other() -> None:
    tables = letter_of("down-under-blackjack").paytables
    prizes = {
        (wager, line, table.prize)
        for wager, group in tables.items()
        for table in group.values()
        for line, pay in enumerate(table.pays)
        if pay and pay.kind == "prize"
    }
    assert prizes == {
        ("progressive", 8, "4-same-rank"),
        ("progressive", 13, "2-suited-matches"),
        ("progressive-alternate", 2, "3-card-suited-match"),
        ("progressive-alternate", 5, "3-card-suited-match"),
    }


def test_no_table_without_a_prize_line_names_a_prize() -> None:
    for game in GAMES:
        for group in letter_of(game).paytables.values():
            for table in group.values():
                assert bool(table.prize) == any(pay is not None and pay.kind == "prize" for pay in table.pays)


# Figures


def figures(game: str) -> list[tuple[str, str]]:
    return sorted((figure.of, figure.printed) for figure in letter_of(game).figures)


def in_tables(wager: str, printed: Sequence[str]) -> list[tuple[str, str]]:
    return [(f"{wager}/{number}", figure) for number, figure in enumerate(printed, start=1)]


def test_hold_em_prints_ten_figures() -> None:
    assert figures("down-under-holdem") == sorted(
        [
            ("bet/1", twin.HOLDEM_HOUSE_EDGE),
            *in_tables("trips-or-better", twin.TRIPS_OR_BETTER_HOUSE_EDGE),
            *in_tables("match-the-dealer", twin.HOLDEM_MATCH_HOUSE_EDGE),
        ]
    )
    assert len(figures("down-under-holdem")) == 10


def test_blackjack_prints_118_figures() -> None:
    frequencies = [
        (f"match-the-dealer/{name}", printed) for name, both in twin.MATCH_WIN_FREQUENCY.items() for printed in both
    ]
    advantages = [
        row
        for table, printed in twin.PROGRESSIVE_HOUSE_ADVANTAGE.items()
        for row in in_tables(f"progressive/{table}", printed)
    ]
    assert figures("down-under-blackjack") == sorted(frequencies + advantages)
    assert len(figures("down-under-blackjack")) == 118


def test_the_letters_print_128_figures_and_one_does_not_reproduce() -> None:
    found = [(figure.what, figure.verdict) for game in GAMES for figure in letter_of(game).figures]
    assert len(found) == 128
    assert [what for what, verdict in found if verdict == "not reproduced"] == ["Bet"]


@pytest.mark.parametrize("game", GAMES)
def test_no_figure_stands_twice(game: str) -> None:
    counted = Counter(figure.what for figure in letter_of(game).figures)
    assert all(count == 1 for count in counted.values())


def test_measures_are_four() -> None:
    measures = {figure.measure for game in GAMES for figure in letter_of(game).figures}
    assert measures == {"house edge", "win frequency", "hands per win", "house advantage with 21% progressive"}


# Wagers and options

WAGERS = {
    "down-under-holdem": "ante bet play trips-or-better match-the-dealer",
    "premium-holdem": "ante xtra-bonus play player-bonus hole-card-bonus",
    "down-under-blackjack": "wager match-up match-down progressive",
    "flush-poker": "bet raise natural-straight-flush natural-flush royal-riches jackpot",
    "wild-monkey-pai-gow": (
        "bet double-down dealer-joker royal-riches dealer-pai-gow player-pai-gow-insurance jackpot"
    ),
}
REQUIRED = {"down-under-holdem": "ante bet", "premium-holdem": "ante xtra-bonus", "down-under-blackjack": "wager"}
LETTERS = {
    "down-under-holdem": ["2019-12-20", "2020-06-15"],
    "premium-holdem": ["2018-09-18"],
    "down-under-blackjack": ["2019-07-23"],
    "flush-poker": ["2021-05-25"],
    "wild-monkey-pai-gow": ["2021-05-25"],
}


@pytest.mark.parametrize("game", GAMES)
def test_wagers_stand_in_the_order_of_the_interface(game: str) -> None:
    letter = letter_of(game)
    assert list(letter.wagers) == WAGERS[game].split()
    assert list(letter.required) == REQUIRED.get(game, "bet").split()


@pytest.mark.parametrize("game", GAMES)
def test_what_decisions_stake_is_not_placed_before_the_deal(game: str) -> None:
    letter = letter_of(game)
    assert set(letter.wagers) - set(letter.placed) == set(WAGERS[game].split()) & {"play", "raise", "double-down"}


@pytest.mark.parametrize("game", GAMES)
def test_the_jackpot_wager_is_found_where_there_is_one(game: str) -> None:
    wager = letter_of(game).jackpot
    jackpots = {"flush-poker": "jackpot", "wild-monkey-pai-gow": "jackpot", "down-under-blackjack": "progressive"}
    assert (wager.name if wager else None) == jackpots.get(game)


@pytest.mark.parametrize("game", GAMES)
def test_options_are_those_of_the_interface_with_the_default_first(game: str) -> None:
    numbers = {"cut-card", "commission"}  # any number of cards, any whole percentage
    found = {name: option.values for name, option in letter_of(game).options.items() if name not in numbers}
    expected = {name: values for name, values in twin_options.CHOICES[game].items() if name not in numbers}
    assert found == expected
    assert all(option.default == option.values[0] for option in letter_of(game).options.values())


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_breakage(game: str) -> None:
    assert letter_of(game).options["breakage"].values == BREAKAGES


@pytest.mark.parametrize("game", GAMES)
def test_the_letter_says_when_and_by_whom(game: str) -> None:
    letter = letter_of(game)
    assert letter.game == game
    assert letter.title
    assert letter.supplier
    assert [one.date.isoformat() for one in letter.letters] == LETTERS[game]
    assert all(one.about for one in letter.letters)


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_and_reading_says_something(game: str) -> None:
    letter = letter_of(game)
    assert all(clause.clause and clause.text for clause in letter.clauses)
    assert all(reading.text for reading in letter.readings)
    assert {reading.option for reading in letter.readings} <= {"", *letter.options}


@pytest.mark.parametrize("game", GAMES)
def test_the_demonstration_has_every_wager_and_only_what_the_options_allow(game: str) -> None:
    letter = letter_of(game)
    shown = letter.demonstration
    assert set(shown.stakes) == set(letter.placed)
    assert all(value in letter.options[name].values for name, value in shown.options.items())
    assert bool(shown.jackpot) == bool(letter.jackpot)


SHAPES: dict[str, tuple[Any, ...]] = {  # deck, seats, player's, dealer's, community cards
    "down-under-holdem": ("52", 6, 2, 2, 5),
    "premium-holdem": ("52", 6, 3, 3, 4),
    "down-under-blackjack": ("shoe", 7, 2, 2, 0),
    "flush-poker": ("53", 6, 7, 7, 0),
    "wild-monkey-pai-gow": ("53", 6, 7, 7, 0),
}


@pytest.mark.parametrize("game", GAMES)
def test_the_table_is_dealt_as_the_letter_says(game: str) -> None:
    table = letter_of(game).table
    found = (table.deck, table.seats, table.player_cards, table.dealer_cards, table.board_cards)
    assert found == SHAPES[game]
    assert table.dealer_extra == (1 if game == "wild-monkey-pai-gow" else 0)


# Files that are not whole

WHOLE = """
notices = ["A notice."]
[approval]
game = "small-game"
title = "Small Game"
supplier = "Nobody"
submission = ""
letters = [{ date = 2020-01-02, about = "approves it" }]
[table]
deck = "52"
seats = 6
player-cards = 2
dealer-cards = 2
[[wagers]]
name = "ante"
label = "Ante"
role = "main"
rule = "1"
about = "wins"
required = true
[[wagers]]
name = "bonus"
label = "Bonus"
role = "bonus"
rule = "2"
about = "wins more"
equals = "ante"
option = "bonus"
[[options]]
name = "bonus"
values = ["off"]
paytables = "bonus"
about = "which table"
[[rules]]
clause = "1"
text = "A rule."
[[readings]]
text = "A reading."
[[paytables]]
wager = "bonus"
rule = "2"
lines = ["royal flush", "flush"]
[paytables.pays]
1 = ["100 to 1", "3 to 2"]
2 = ["50 to 1", "2 to 1"]
[paytables.envy]
1 = ["5.00"]
[[figures]]
what = "Bonus 1"
of = "bonus/1"
measure = "house edge"
printed = "1.00%"
verdict = "reproduced"
[demonstration]
options = { bonus = "1" }
stakes = { ante = "5.00" }
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "small_game" / "approval.toml"
    path.parent.mkdir()
    path.write_text(text)
    return path


def test_a_whole_file_is_read(tmp_path: Path) -> None:
    letter = load_approval(written(tmp_path, WHOLE))
    assert (letter.game, letter.title, letter.notices) == ("small-game", "Small Game", ("A notice.",))
    assert letter.letters[0].date == datetime.date(2020, 1, 2)
    assert letter.options["bonus"].values == ("off", "1", "2")
    assert pays_of(letter.paytables["bonus"]["2"]) == ["50 to 1", "2 to 1"]
    assert {line: format_money(cents) for line, cents in letter.paytables["bonus"]["1"].envy.items()} == {
        "royal flush": "5.00"
    }


BROKEN = {
    "an unknown table": ("[demonstration]", "[decorations]\ncolour = 1\n[demonstration]", "unknown: decorations"),
    "an unknown key of the head": ('submission = ""', 'submission = ""\ncolour = "red"', "unknown: colour"),
    "an unknown key of a wager": ('role = "main"', 'role = "main"\ncolour = "red"', "'colour'"),
    "an unknown key of an option": ('paytables = "bonus"', 'paytables = "bonus"\ncolour = "red"', "'colour'"),
    "an unknown key of a figure": ('of = "bonus/1"', 'of = "bonus/1"\ncolour = "red"', "'colour'"),
    "an unknown key of the table": ("seats = 6", 'seats = 6\ncolour = "red"', "'colour'"),
    "an unknown key of a rule": ('clause = "1"', 'clause = "1"\ncolour = "red"', "'colour'"),
    "a missing key": ('title = "Small Game"\n', "", "KeyError 'title'"),
    "a missing key of a wager": ('label = "Ante"\n', "", "'label'"),
    "no wagers' rule": ('wager = "bonus"\nrule = "2"', 'wager = "bonus"', "KeyError 'rule'"),
    "a column that is too short": ('1 = ["100 to 1", "3 to 2"]', '1 = ["100 to 1"]', "bonus 1: 1 pays for 2 lines"),
    "a column that is too long": (
        '"50 to 1", "2 to 1"]',
        '"50 to 1", "2 to 1", "1 to 1"]',
        "bonus 2: 3 pays for 2 lines",
    ),
    "an unknown role": ('role = "main"', 'role = "side"', "ante: no such role: side"),
    "an unknown verdict": ('verdict = "reproduced"', 'verdict = "guessed"', "Bonus 1: no such verdict: guessed"),
    "a figure of an unknown table": (
        'of = "bonus/1"',
        'of = "bonus/3"',
        "Bonus 1: speaks of an unknown pay table, bonus/3",
    ),
    "a figure of an unknown wager": (
        'of = "bonus/1"',
        'of = "malus/1"',
        "Bonus 1: speaks of an unknown pay table, malus/1",
    ),
    "a table twice": (
        "[[figures]]",
        '[[paytables]]\nwager = "bonus"\nrule = "2"\nlines = ["flush"]\npays = { 2 = ["1 to 1"] }\n[[figures]]',
        "bonus: pay table 2 stands twice",
    ),
    "a pay that is none": ('"3 to 2"', '"3:2"', "pays: '3:2' is no pay"),
    "a pay that is a number": ('"3 to 2"]', "2]", "TypeError"),
    "an envy that is no amount": ('1 = ["5.00"]', '1 = ["lots"]', "must be an amount in dollars, not 'lots'"),
    "a wager that equals an unknown one": (
        'equals = "ante"',
        'equals = "blind"',
        "bonus: equals an unknown wager, blind",
    ),
    "a wager of an unknown option": (
        'option = "bonus"',
        'option = "extra"',
        "bonus: is offered by an unknown option, extra",
    ),
    "an option of unknown pay tables": ('paytables = "bonus"', 'paytables = "malus"', "KeyError 'malus'"),
    "a line twice": ('["royal flush", "flush"]', '["flush", "flush"]', "flush: line stands twice"),
    "a wager twice": ('name = "bonus"\nlabel', 'name = "ante"\nlabel', "ante: wager stands twice"),
    "an unknown key of a pay table": ("[paytables.pays]", 'colour = "red"\n[paytables.pays]', "bonus: unknown: colour"),
    "an envy column that is too long": (
        '1 = ["5.00"]',
        '1 = ["5.00", "4.00", "3.00"]',
        "bonus 1: 3 envies for 2 lines",
    ),
    "an envy of an unknown table": ('1 = ["5.00"]', '3 = ["5.00"]', "bonus: envy for unknown pay tables: 3"),
    "a reading of an unknown option": ('text = "A reading."', 'text = "A."\noption = "x"', "unknown options: x"),
    "a demonstration of an unknown option": (
        'options = { bonus = "1" }',
        'options = { x = "1" }',
        "unknown options: x",
    ),
    "a wager paid by unknown tables": ('equals = "ante"', 'paytable = "x"', "bonus: is paid by unknown pay tables, x"),
    "an unknown deck": ('deck = "52"', 'deck = "51"', "table.deck: no such deck: 51"),
    "text that is no TOML": ("[table]", "[table", "Expected ']'"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_refused_with_the_place_and_the_reason(name: str, tmp_path: Path) -> None:
    old, new, reason = BROKEN[name]
    assert WHOLE.count(old) == 1
    with pytest.raises(InvalidInput) as caught:
        load_approval(written(tmp_path, WHOLE.replace(old, new)))
    assert str(caught.value).startswith("small_game/approval.toml: ")
    assert reason in str(caught.value)


@pytest.mark.parametrize("role", ROLES)
def test_every_role_is_known(role: str, tmp_path: Path) -> None:
    text = WHOLE.replace('role = "bonus"', f'role = "{role}"')
    assert load_approval(written(tmp_path, text)).wagers["bonus"].role == role


@pytest.mark.parametrize("verdict", VERDICTS)
def test_every_verdict_is_known(verdict: str, tmp_path: Path) -> None:
    text = WHOLE.replace('verdict = "reproduced"', f'verdict = "{verdict}"')
    assert load_approval(written(tmp_path, text)).figures[0].verdict == verdict


def test_pay_tables_that_several_games_share_are_included(tmp_path: Path) -> None:
    (tmp_path / "bonuses").mkdir()
    shared = '[[paytables]]\nwager = "riches"\nrule = "R"\nlines = ["flush"]\npays = { 7 = ["9 to 1"] }\n'
    (tmp_path / "bonuses" / "riches.toml").write_text(shared)
    letter = load_approval(written(tmp_path, 'include = ["riches"]\n' + WHOLE))
    assert pays_of(letter.paytables["riches"]["7"]) == ["9 to 1"]
    assert set(letter.paytables) == {"bonus", "riches"}
