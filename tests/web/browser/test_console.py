"""The dealer's console in a real browser: rounds of every game with real cards, on keys that never move."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from house.support.people import add_person
from houseway.house.people.person_acts import AddPerson
from web.browser.conftest import NewPage
from web.browser.console_page import TABLET, WAGERS, ConsolePage
from web.rooms import PASSWORD, Room, quick_room

SIZES = [TABLET, (1280, 800), (390, 844)]
EVERY_SIZE = pytest.mark.parametrize("size", SIZES, ids=[f"{width}x{height}" for width, height in SIZES])
KEY = 57  # css pixels: 9.6 mm on the tablet
PLAYERS = {1: "ann", 2: "pat", 4: "bob"}
KEYS = """() => [...document.querySelectorAll(".key, .primary")].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x, y, width, height];
})"""
SHIFTS = """() => { window.shift = 0; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true }); }"""
TOO_WIDE = "() => document.documentElement.scrollWidth > innerWidth"


@pytest.fixture(scope="module")
def room() -> Iterator[Room]:
    with quick_room() as room:
        people = room.running.services.floor.people
        for name in ("ann", "bob"):
            add_person(people, AddPerson(name=name, roles=("player",), password=PASSWORD), by="ada", second="sam")
            room.people[name] = room.running.person(name, PASSWORD)
            assert room["dan"].post("/cage/buy-in", {"player": name, "amount": "3000"}).status_code == 200
        yield room


def table(room: Room, game: str, **more: int) -> None:
    """Another table of a game at which three players have wagered."""
    room.open(game)
    for seat, player in PLAYERS.items():
        if player != "pat":
            assert room.act(player, "join", seat=seat).status_code == 200
    wager(room, game, **more)


def wager(room: Room, game: str, **more: int) -> None:
    for seat, player in PLAYERS.items():
        answer = room.act(player, "wager", seat=seat, wagers={**WAGERS[game], **more})
        assert answer.status_code == 200, answer.text


def settled(room: Room) -> dict[str, Any]:
    found: dict[str, Any] = room.view()["settled"]
    return found


@pytest.mark.parametrize("game", WAGERS)
def test_an_ordinary_round_takes_three_taps_besides_cards_and_decisions(
    new_page: NewPage, room: Room, game: str
) -> None:
    table(room, game)
    console = ConsolePage.open(new_page, room)
    luck = random.Random(f"console {game}")
    for number in (1, 2):
        if number > 1:
            wager(room, game)
        console.taps.clear()
        console.primary("wagers")
        console.play(console.deal_at_random(luck))
        paid = settled(room)
        assert paid["round"] == number
        rows = console.page.locator(".payment")
        assert rows.count() == len(PLAYERS)
        for place, row in enumerate(paid["settlement"]["seats"]):
            text = rows.nth(place).inner_text()
            assert f"Seat {row['seat']}" in text
            net = float(row["net"])
            word = "Pay" if net > 0 else "Take" if net < 0 else ""
            assert word in text, (text, row)
        console.primary("settle")
        console.wait("wagers")
        assert console.taps["primary"] + console.taps["other"] <= 3
        entered = sum(len(seat["cards"]) for seat in paid["record"]["seats"])
        entered += sum(len(paid["record"].get(part, [])) for part in ("dealer", "board", "draws"))
        assert console.taps["card"] == entered
        assert console.taps["decision"] == sum(len(seat["decisions"]) for seat in paid["record"]["seats"])
    kinds = room.kinds()
    assert kinds.count("dealt") == kinds.count("settled") == 2
