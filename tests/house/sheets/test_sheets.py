"""Sheets: the examples are accepted, what is missing is refused by name, what cannot be read is an error."""

import datetime
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from house.support.sheets import GONE, ON, as_toml, data_of, only, refusals, sheet
from houseway.errors import HousewayError, InvalidInput
from houseway.games import game_names, letter_of
from houseway.house.sheets.check import check_sheet
from houseway.house.sheets.example import example_sheet
from houseway.house.sheets.fields import format_rate
from houseway.house.sheets.sheet import Sheet, load_sheet, parse_sheet

GAMES = game_names()
EVERY_GAME = pytest.mark.parametrize("game", GAMES)


@EVERY_GAME
def test_the_example_of_every_game_is_accepted_from_its_approval_on(game: str) -> None:
    found = parse_sheet(example_sheet(game))
    approved = found.controls.approval.date
    assert approved is not None
    for day in (approved, ON, datetime.date(2030, 1, 1)):
        assert check_sheet(found, day) == []


@EVERY_GAME
def test_the_example_has_everything_of_the_demonstration_on(game: str) -> None:
    chosen = parse_sheet(example_sheet(game)).chosen
    assert {name: chosen.options[name] for name in letter_of(game).demonstration.options} == {
        name: str(value) for name, value in letter_of(game).demonstration.options.items()
    }


@EVERY_GAME
def test_the_game_was_not_approved_before_its_letter(game: str) -> None:
    first = letter_of(game).letters[0].date
    refusal = only(game, first - datetime.timedelta(days=1))
    assert (refusal.field, refusal.date) == ("game", first)


# Nothing has a silent default


def fields_of(data: dict[str, Any], place: str = "") -> list[str]:
    found = []
    for key, value in data.items():
        name = f"{place}.{key}" if place else key
        found += fields_of(value, name) if isinstance(value, dict) else [name]
    return found


NEEDED = [
    (game, field)
    for game in GAMES
    for field in fields_of(tomllib.loads(example_sheet(game)))
    if field not in ("name", "game", "controls.reserve")  # which only a house with other prizes needs
]


@pytest.mark.parametrize(("game", "field"), NEEDED, ids=lambda value: value)
def test_every_field_of_a_sheet_is_refused_by_name_where_it_is_missing(game: str, field: str) -> None:
    found = refusals(game, **{field.replace(".", "__").replace("-", "_"): GONE})
    assert field in [one.field for one in found]
    for one in found:
        assert one.source
        assert one.right


def test_an_option_that_is_not_stated_cites_its_clause() -> None:
    refusal = only("flush-poker", options__folded_bonuses=GONE)
    assert str(refusal) == (
        "options.folded-bonuses: is not stated. State whether the bonus wagers of a folded hand still have action: "
        "play, lose. (Flush Poker, letter of 2021-05-25: 3A)"
    )


def test_an_option_of_what_is_not_offered_need_not_be_stated() -> None:
    off = {f"options__{name}": "off" for name in ("natural_straight_flush", "natural_flush", "royal_riches", "jackpot")}
    gone = [
        "options__natural_straight_flush_suit",
        "options__folded_bonuses",
        "options__unqualified_bonuses",
        "options__unqualified_jackpot",
        "options__award_order",
        "options__jackpot_paytable",
        "limits__natural_straight_flush",
        "limits__natural_flush",
        "limits__royal_riches",
        "jackpot",
    ]
    assert refusals("flush-poker", **off, **dict.fromkeys(gone, GONE)) == []


def test_an_empty_sheet_is_refused_for_all_of_it_at_once() -> None:
    found = check_sheet(parse_sheet('name = "7"\ngame = "wild-monkey-pai-gow"\n'), ON)
    fields = [one.field for one in found]
    for field in (
        "options.dealer-joker",
        "options.wheel",
        "options.breakage",
        "jurisdiction",
        "seats",
        "dealing.cards",
        "dealing.house-way",
        "decisions.default",
        "limits.chip",
        "limits.bet.minimum",
        "posting.disputes",
        "controls.reference",
        "controls.date",
        "controls.malfunction-hours",
    ):
        assert field in fields


# Studies


def test_a_study_is_never_accepted() -> None:
    refusal = only("premium-holdem", study=True, limits=GONE)
    assert refusal.field == "study"
    assert "never opened" in refusal.reason


def test_a_study_can_be_analysed_with_what_it_changes(tmp_path: Path) -> None:
    from houseway.lab.studies import load_study

    trips = {"wager": "trips-or-better", "lines": ["royal flush", "flush"], "pays": {"6": ["200 to 1", "9 to 1"]}}
    marked = sheet("down-under-holdem", study=True, paytables=[trips])
    path = tmp_path / "study.toml"
    path.write_text(marked.text)
    for chosen in (marked.chosen, load_study(path)):
        assert chosen.study_name == "1"
        assert chosen.approval.paytables["trips-or-better"]["6"].rule == "not approved"


def test_a_sheet_that_departs_without_being_a_study_is_refused() -> None:
    refusal = only("premium-holdem", paytables=[{"wager": "player-bonus"}])
    assert refusal.field == "paytables"
    assert refusal.clause == "any modifications to this game may affect this approval"
    assert "study = true" in refusal.right


def test_a_sheet_has_the_game_it_chooses() -> None:
    chosen = sheet("down-under-holdem", options__trips_or_better=5).chosen
    assert chosen.paytable("trips-or-better").name == "5"


# What cannot be read

UNREADABLE: dict[str, tuple[dict[str, Any], str]] = {
    "no name": ({"name": GONE}, "name: is missing"),
    "a name with a slash": ({"name": "../7"}, "name: must be a name"),
    "no game": ({"game": GONE}, "game: is missing"),
    "another game": ({"game": "poker"}, "game: 'poker' is not a game"),
    "a game that is a number": ({"game": 7}, "game: must be the name of a game"),
    "an unknown key": ({"colour": "red"}, "colour: unknown key"),
    "an unknown key of a table": ({"dealing__colour": "red"}, "dealing.colour: unknown key"),
    "an unknown control": ({"controls__colour": "red"}, "controls.colour: unknown key"),
    "an unknown notice": ({"posting__colour": "red"}, "posting.colour: unknown key"),
    "an unknown term of a jackpot": ({"jackpot__colour": "red"}, "jackpot.colour: unknown key"),
    "an unknown limit": ({"limits__bet__colour": "red"}, "limits.bet.colour: unknown key"),
    "limits of an unknown wager": ({"limits__blind": {}}, "limits.blind: unknown wager"),
    "limits of a decision": ({"limits__raise": {}}, "limits.raise: has no limits of its own: it follows"),
    "limits of the jackpot": ({"limits__jackpot": {}}, "limits.jackpot: has no limits of its own: its one amount"),
    "a table that is none": ({"limits": 7}, "limits: must be a table"),
    "another jurisdiction": ({"jurisdiction": "moon"}, "jurisdiction: must be commercial or tribal, not 'moon'"),
    "seats in words": ({"seats": "six"}, "seats: must be a whole number from 1 to 99"),
    "no seats": ({"seats": 0}, "seats: must be a whole number from 1 to 99"),
    "seats that are true": ({"seats": True}, "seats: must be a whole number"),
    "a study in words": ({"study": "yes"}, "study: must be true or false"),
    "an option that is true": ({"options__jackpot": True}, "options.jackpot: must be a word or a whole number"),
    "an option that is a list": ({"options__jackpot": []}, "options.jackpot: must be a word or a whole number"),
    "a limit below a cent": ({"limits__bet__minimum": "0.001"}, "limits.bet.minimum: must have at most two decimals"),
    "a negative limit": ({"limits__bet__minimum": "-5"}, "limits.bet.minimum: must be more than zero"),
    "a limit that is none": ({"limits__bet__minimum": "five"}, "limits.bet.minimum: must be an amount in dollars"),
    "an increment with five decimals": ({"jackpot__increment": "1.00001%"}, "jackpot.increment: must be a percentage"),
    "an increment of more than all": ({"jackpot__increment": "100.0001%"}, "jackpot.increment: must be a percentage"),
    "an increment that is a number": ({"jackpot__increment": 20}, "jackpot.increment: must be a percentage"),
    "cards from the sky": ({"dealing__cards": "sky"}, "dealing.cards: must be shuffle or hand or scanner"),
    "defaults in one word": ({"decisions__default": "fold"}, "decisions.default: must be a list of words"),
    "a date in quotes": ({"controls__date": "2024-01-01"}, "controls.date: must be a day such as 2024-05-31"),
    "control characters": ({"posting__disputes": "\x1b[2J"}, "posting.disputes: must hold no control characters"),
    "an empty text": ({"posting__disputes": " "}, "posting.disputes: must be a text of 1 to 2000 characters"),
    "an unknown prize": ({"jackpot__prizes": {"car": "5.00"}}, "jackpot.prizes.car: unknown prize"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_cannot_be_read_is_an_error_with_its_field(name: str) -> None:
    changes, message = UNREADABLE[name]
    with pytest.raises(InvalidInput) as caught:
        sheet("flush-poker", **changes)
    assert message in str(caught.value)


def test_a_prize_that_is_no_amount_is_an_error_with_its_field() -> None:
    with pytest.raises(InvalidInput, match=r"jackpot\.prizes\.4-same-rank: must be an amount"):
        sheet("down-under-blackjack", jackpot__prizes={"4-same-rank": "lots"})


def test_a_file_that_cannot_be_read_is_an_error_with_its_path(tmp_path: Path) -> None:
    missing, bad, broken = tmp_path / "missing.toml", tmp_path / "bad.toml", tmp_path / "broken.toml"
    bad.write_bytes(b"\xff\xfe")
    broken.write_text("name = ")
    for path, reason in (
        (missing, "cannot be read"),
        (bad, "not UTF-8"),
        (broken, "not TOML"),
        (tmp_path, "cannot be"),
    ):
        with pytest.raises(InvalidInput, match=reason) as caught:
            load_sheet(path)
        assert str(caught.value).startswith(str(path))


def test_a_file_is_read_as_its_text(tmp_path: Path) -> None:
    path = tmp_path / "7.toml"
    path.write_text(example_sheet("flush-poker"))
    assert load_sheet(path) == parse_sheet(path.read_text())
    assert load_sheet(path).digest == parse_sheet(path.read_text()).digest


def test_amounts_are_exact_cents_and_rates_exact_ten_thousandths_of_a_percent() -> None:
    found = sheet("flush-poker", jackpot__increment="12.3456%", jackpot__seed=7.25)
    assert found.jackpot is not None
    assert (found.jackpot.increment, found.jackpot.seed) == (123_456, 725)
    assert found.jackpot.wager * found.jackpot.increment == 12_345_600  # of 1e-8 dollar: 12.3456 cents


@given(st.integers(0, 1_000_000))
def test_a_rate_reads_back_as_it_is_printed(rate: int) -> None:
    found = sheet("flush-poker", jackpot__increment=format_rate(rate))
    assert found.jackpot is not None
    assert found.jackpot.increment == rate


# Hostile input

LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=50),
    st.dates(),
    st.just({}),
    st.just([]),
    st.lists(st.text(max_size=5), max_size=3),
)


@given(st.text(max_size=300))
def test_any_text_is_a_sheet_or_an_error(text: str) -> None:
    said = "a sheet"
    try:
        parse_sheet(text)
    except HousewayError as problem:
        said = str(problem)
    assert "\n" not in said.strip()


@given(
    st.sampled_from(GAMES),
    st.lists(st.tuples(st.sampled_from(sorted({field for _, field in NEEDED})), LEAVES), min_size=1, max_size=4),
)
def test_any_value_in_any_field_is_checked_or_an_error(game: str, changes: list[tuple[str, Any]]) -> None:
    data = data_of(game)
    for field, value in changes:
        *tables, last = field.split(".")
        place: Any = data
        for name in tables:
            place = place.setdefault(name, {}) if isinstance(place, dict) else {}
        if isinstance(place, dict):
            place[last] = value if value is not None else GONE
            if place[last] is GONE:
                del place[last]
    try:
        found: Sheet = parse_sheet(as_toml(data))
    except HousewayError:
        return
    for refusal in check_sheet(found, ON):
        assert refusal.source
        assert refusal.row().field == refusal.field


@pytest.mark.parametrize(
    "text",
    [
        'name = "7"\ngame = "flush-poker"\nseats = ' + "9" * 5000,
        'name = "7"\ngame = "flush-poker"\nx = ' + "[" * 3000 + "]" * 3000,
        "#" * 200_000,
        'name = "7"\ngame = "flush-poker"\n[limits]\nchip = ' + "9" * 4000,
        'name = "7"\ngame = "flush-poker"\n[limits]\nchip = 1e-999999',
        'name = "7"\ngame = "flush-poker"\n[options]\njackpot = ' + "9" * 4000,
        'name = "7"\ngame = "flush-poker"\n[limits]\nchip = nan',
    ],
    ids=range(7),
)
def test_absurd_files_are_errors_of_one_line(text: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_sheet(text)
    assert len(str(caught.value)) < 300
