"""The layouts of the felts: every wager has its spot, every decision its key, and a wrong layout is refused."""

import json
from pathlib import Path

import pytest

import houseway
from games.test_approval import WHOLE, written
from houseway.errors import InvalidInput
from houseway.games import game_names, letter_of
from houseway.games.demonstration import demonstration
from houseway.games.letter.approval_file import load_approval
from houseway.games.letter.card_reader import LIGHTS, light
from houseway.games.letter.layout import PAGE_KEYS, Button, Layout
from houseway.house.tables.demonstration import demonstration_table
from houseway.house.tables.players import HousePlayer
from houseway.house.tables.staff_acts import StartDeal
from houseway.house.tables.state import open_round
from houseway.house.tables.wager_acts import Decide, Wager

GAMES = game_names()
EVERY_GAME = pytest.mark.parametrize("name", GAMES)

LAYOUT = """
[layout]
summary = "A small game."
edge = "1.00%"
edge-of = "ante"
felt = ["#23775f", "#0d3a2f"]
spots = [{ wager = "ante", label = "Ante" }, { wager = "bonus", label = "Bonus" }]
paytables = ["bonus"]
buttons = [
  { decision = "fold", label = "Fold", key = "F" },
  { decision = "raise", label = "Raise", key = "A", amount = true },
]
"""


@EVERY_GAME
def test_every_decision_that_is_ever_legal_has_a_button(name: str) -> None:
    table = demonstration_table(demonstration(name, {}), seats=3, bankroll=1_000_000, seed="layout")
    player = HousePlayer("layout")
    layout = letter_of(name).layout
    used: set[Button] = set()
    for _ in range(400):
        if len(used) == len(layout.buttons):
            break
        assert table.state.rules is not None
        for seat in table.state.seated:
            table.do(Wager(seat=seat, wagers=player.wagers(table.state.rules)))
        table.do(StartDeal())
        while table.state.phase == "decisions":
            now = open_round(table.state)
            for choice in now.choices():
                button = layout.button(choice.text, amount=choice.most > 0)
                assert button is not None, choice
                used.add(button)
            table.do(Decide(seat=now.turn or 0, decision=player.decision(now, ())))
    assert used == set(layout.buttons), "a button that no decision needs"


@EVERY_GAME
def test_the_keys_of_a_game_are_its_own(name: str) -> None:
    keys = [button.key for button in letter_of(name).layout.buttons]
    assert len(set(keys)) == len(keys)
    assert not PAGE_KEYS & set(keys)


@EVERY_GAME
def test_every_wager_has_one_spot_with_a_short_label(name: str) -> None:
    letter = letter_of(name)
    assert {spot.wager for spot in letter.layout.spots} == letter.wagers.keys()
    assert all(0 < len(spot.label) <= 11 for spot in letter.layout.spots)


@pytest.mark.parametrize("name", ["down-under-holdem", "down-under-blackjack"])
def test_the_boxes_hold_the_cards_of_their_light(name: str) -> None:
    boxes = letter_of(name).layout.boxes
    assert [box.light for box in boxes] == list(LIGHTS)
    for card in range(52):
        held = [box.light for box in boxes if "23456789TJQKA"[card % 13] in box.ranks]
        assert held == [LIGHTS[light(card)]]


@EVERY_GAME
def test_a_layout_can_be_sent_to_a_page(name: str) -> None:
    sent = json.loads(json.dumps(letter_of(name).layout.to_json()))
    assert sent["summary"] == letter_of(name).layout.summary
    assert [spot["wager"] for spot in sent["spots"]] == [spot.wager for spot in letter_of(name).layout.spots]


@EVERY_GAME
def test_the_price_of_a_game_is_what_the_lab_counts(name: str) -> None:
    layout = letter_of(name).layout
    main = houseway.analyze(name).main
    assert main.per == layout.edge_of
    assert abs(main.house_edge - float(layout.edge.removesuffix("%")) / 100) <= 0.00005


def test_a_game_without_a_layout_is_drawn_plainly(tmp_path: Path) -> None:
    assert load_approval(written(tmp_path, WHOLE)).layout == Layout()


def test_a_layout_is_read(tmp_path: Path) -> None:
    layout = load_approval(written(tmp_path, WHOLE + LAYOUT)).layout
    assert layout.button("fold") == Button(decision="fold", label="Fold", key="F")
    assert layout.button("raise") is None
    assert layout.button("raise", amount=True) == Button(decision="raise", label="Raise", key="A", amount=True)


BROKEN = {
    "a wager without a spot": (', { wager = "bonus", label = "Bonus" }', "", "layout.spots: must be one for each of"),
    "a spot for no wager": ('wager = "bonus", label', 'wager = "tips", label', "layout.spots: must be one for each of"),
    "an unknown pay table": (
        'paytables = ["bonus"]',
        'paytables = ["tips"]',
        "layout.paytables: there is none of tips",
    ),
    "a key that stands twice": ('key = "A"', 'key = "F"', "layout.buttons: F must be a letter"),
    "a key of the page": ('key = "A"', 'key = "X"', "layout.buttons: X must be a letter"),
    "no key": ('key = "A"', 'key = "Tab"', "layout.buttons: Tab must be a letter"),
    "a colour by name": ('"#23775f"', '"green"', "layout.felt: must be two colours"),
    "an edge without its wager": ('edge-of = "ante"', 'edge-of = "tips"', "layout.edge: must be a percentage"),
    "an edge in words": ('edge = "1.00%"', 'edge = "one"', "layout.edge: must be a percentage"),
    "a name for a board that is not dealt": ("paytables", 'board = ["flop"]\npaytables', "layout.board: must name 0"),
    "trays that do not hold the cards": (
        "paytables",
        'hand = "trays"\ntrays = [{ name = "low", label = "Low", cards = 3 }]\npaytables',
        "layout.trays: must hold the 2 cards",
    ),
    "an unknown way to lay cards": ("paytables", 'hand = "fan"\npaytables', "layout.hand: must be one of"),
    "a reader without boxes": ("paytables", "reader = [1]\npaytables", "layout.reader: must be cards of the dealer"),
    "boxes that leave ranks out": (
        "paytables",
        'reader = [1]\nboxes = [{ light = "blue", label = "Blue", ranks = "23", range = "2–3" }]\npaytables',
        "layout.boxes: must hold every rank once",
    ),
    "an unknown key": ("paytables", 'colour = "red"\npaytables', "'colour'"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_wrong_layout_is_refused(what: str, tmp_path: Path) -> None:
    before, after, message = BROKEN[what]
    text = LAYOUT.replace(before, after, 1)
    assert text != LAYOUT
    with pytest.raises(InvalidInput, match=message):
        load_approval(written(tmp_path, WHOLE + text))
