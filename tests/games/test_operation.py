"""What the letters ask of the house: every option's clause, controllers, notices, links, posted defaults."""

import datetime
from pathlib import Path

import pytest

from games.test_approval import WHOLE, written
from houseway.cards.deck import SeededBits, joker_deck, shuffle, standard_deck
from houseway.errors import InvalidInput
from houseway.games import game_named, game_names, letter_of
from houseway.games.letter.approval_file import load_approval
from houseway.games.letter.operation import Controller, HouseWay, Link, Operation

GAMES = game_names()
EVERY_GAME = pytest.mark.parametrize("name", GAMES)


@EVERY_GAME
def test_every_option_but_breakage_cites_its_clause(name: str) -> None:
    assert [option.name for option in letter_of(name).options.values() if not option.rule] == ["breakage"]


@EVERY_GAME
def test_every_option_that_decides_who_may_win_is_posted(name: str) -> None:
    for option in letter_of(name).options.values():
        if "lose" in option.values or option.name in ("breakage", "commission", "award-order"):
            assert set(option.values) <= {*option.posted, *(option.values if "other" in option.posted else ())}


def test_face_up_dealing_stands_in_the_second_letter() -> None:
    option = letter_of("down-under-holdem").options["face-up"]
    assert (option.letter, option.rule) == (datetime.date(2020, 6, 15), "face-up dealing")
    others = [one for name in GAMES for one in letter_of(name).options.values() if one.letter and one != option]
    assert others == []


def test_the_controllers_that_the_letters_demand() -> None:
    wanted = {name: letter_of(name).operation.controller for name in GAMES}
    table_system = Controller(
        name="Match The Dealer Progressive Table System", version="v005t", rule="Royal Riches Jackpot"
    )
    assert wanted == {
        "down-under-blackjack": Controller(name="Match The Dealer Progressive", version="v003", rule="Rules of Play"),
        "down-under-holdem": None,
        "flush-poker": table_system,
        "premium-holdem": None,
        "wild-monkey-pai-gow": table_system,
    }


def test_the_links_that_the_letters_allow() -> None:
    links = {name: letter_of(name).operation.link for name in GAMES}
    assert links["down-under-blackjack"] == Link(rule="Rules of Play", outside=("match-the-dealer-blackjack",))
    assert links["flush-poker"] == links["wild-monkey-pai-gow"] == Link(rule="Royal Riches Jackpot")
    assert links["down-under-holdem"] is links["premium-holdem"] is None


@EVERY_GAME
def test_a_game_with_a_jackpot_has_a_controller_and_a_link(name: str) -> None:
    letter = letter_of(name)
    assert bool(letter.jackpot) == bool(letter.operation.controller) == bool(letter.operation.link)


def test_pai_gow_has_a_house_way() -> None:
    assert letter_of("wild-monkey-pai-gow").operation.house_way == HouseWay(rule="4", values=("houseway",))


def test_four_wager_notices_are_due_where_the_letters_say() -> None:
    (notice,) = letter_of("down-under-holdem").postings
    both = game_named("down-under-holdem", {"trips-or-better": 1, "match-the-dealer": 1})
    one = game_named("down-under-holdem", {"trips-or-better": 1})
    assert (notice.where, notice.rule) == (("layout",), "Rules of Play")
    assert notice.due(both.offered, both.options)
    assert not notice.due(one.offered, one.options)
    (notice,) = letter_of("premium-holdem").postings
    assert (notice.where, notice.rule) == (("layout", "placard"), "1b")
    assert notice.due(game_named("premium-holdem").offered, game_named("premium-holdem").options)


@EVERY_GAME
def test_the_posted_defaults_play_a_round_to_its_end(name: str) -> None:
    letter = letter_of(name)
    table = game_named(name, letter.demonstration.options)
    copies = table.copies
    for seed in range(20):
        deck = joker_deck() if letter.table.jokers else standard_deck() * copies
        cards = list(shuffle(deck, SeededBits(bytes([seed] * 32))))
        stakes = {wager: letter.demonstration.stakes[wager] for wager in letter.required}
        now = table.deal(dict.fromkeys((1, 2, 5), stakes), cards)
        drawn = cards[-200:]
        while not now.finished:
            if now.turn is None:
                now = now.take(drawn.pop())
                continue
            now = now.decide(next(one for one in letter.operation.defaults if now.can_decide(one)))
        assert now.settlement().seats


# Files that are not whole

FULL = WHOLE.replace('about = "which table"', 'about = "which table"\nrule = "1"\nconcerns = ["bonus"]').replace(
    "[[wagers]]",
    """[operation]
limits = "1"
defaults = ["fold"]
controller = { name = "Box", version = "v1", rule = "1" }
link = { rule = "1", outside = ["other"] }
house-way = { rule = "1", values = ["houseway"] }

[[wagers]]""",
    1,
)


def test_a_whole_operation_is_read(tmp_path: Path) -> None:
    letter = load_approval(written(tmp_path, FULL))
    assert letter.operation == Operation(
        limits="1",
        defaults=("fold",),
        controller=Controller(name="Box", version="v1", rule="1"),
        link=Link(rule="1", outside=("other",)),
        house_way=HouseWay(rule="1", values=("houseway",)),
    )
    assert (letter.options["bonus"].rule, letter.options["bonus"].concerns) == ("1", ("bonus",))


BROKEN = {
    "limits by an unknown clause": ('limits = "1"', 'limits = "9"', "operation: cites an unknown clause, 9"),
    "a controller by an unknown clause": ('version = "v1", rule = "1"', 'version = "v1", rule = "9"', "unknown clause"),
    "an unknown key of the operation": ('limits = "1"', 'limit = "1"', "'limit'"),
    "a controller without a version": ('version = "v1", ', "", "'version'"),
    "an option by an unknown clause": (
        'rule = "1"\nconcerns',
        'rule = "9"\nconcerns',
        "bonus: cites an unknown clause, 9",
    ),
    "an option of an unknown letter": (
        'concerns = ["bonus"]',
        "letter = 2020-01-03",
        "bonus: stands in no letter of 2020-01-03",
    ),
    "an option about an unknown wager": ('["bonus"]', '["malus"]', "bonus: concerns unknown wagers: malus"),
    "an option that posts an unknown value": (
        'concerns = ["bonus"]',
        'posted = { 3 = "three" }',
        "bonus: posts unknown values: 3",
    ),
    "a notice about an unknown wager": ('["A notice."]', '[{ text = "A.", offers = ["malus"] }]', "notices: speaks of"),
    "a notice about an unknown option": (
        '["A notice."]',
        '[{ text = "A.", options = { malus = "1" } }]',
        "notices: speaks of",
    ),
    "a notice nowhere": ('["A notice."]', '[{ text = "A.", where = ["moon"] }]', "notices: no such place: moon"),
    "a notice by an unknown clause": ('["A notice."]', '[{ text = "A.", rule = "9" }]', "cites an unknown clause, 9"),
    "a notice that is a number": ('["A notice."]', "[7]", "notices: must be a text or a table"),
    "a prize without a $": ('wager = "bonus"\n', 'wager = "bonus"\nprize = "4-same-rank"\n', "bonus.prize: a $ needs"),
    "a $ without a prize": ('1 = ["100 to 1"', '1 = ["$"', "bonus.prize: a $ needs"),
    "a wager paid by an unknown option": (
        'equals = "ante"',
        'paytable-option = "x"',
        "bonus: is paid as an unknown option says, x",
    ),
    "an unknown alternate": ('equals = "ante"', 'alternate = "x"', "bonus: has an unknown alternate, x"),
    "a multiple of an unknown wager": ('equals = "ante"', 'of = "x"\ntimes = 2', "bonus: is no multiple of a wager"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_refused(name: str, tmp_path: Path) -> None:
    old, new, reason = BROKEN[name]
    assert FULL.count(old) == 1
    with pytest.raises(InvalidInput) as caught:
        load_approval(written(tmp_path, FULL.replace(old, new)))
    assert reason in str(caught.value)
