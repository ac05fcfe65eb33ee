"""How fast house players act, and tables without them."""

from collections.abc import Iterator

import pytest

from web.serving import STAKES, Guest, Page, Running, serving, whole_decisions

GAME = "premium-holdem"
FOR_EVER = 100_000.0  # whatever waits at all waits longer than any test


@pytest.fixture(scope="module")
def slow() -> Iterator[Running]:
    """Practice where a house player who takes any time takes for ever."""
    with serving(database="memory:", pace=FOR_EVER) as running:
        yield running


def own_table(guest: Guest, *, house_players: bool = True) -> str:
    opened = guest.post("/tables", {"game": GAME, "house_players": house_players})
    assert opened.status_code == 201, opened.text
    name: str = opened.json()["table"]
    return name


def play_a_round(page: Page, table: str) -> None:
    number = page.views[table]["view"]["round"] + 1
    page.do("wager", table, seat=1, wagers=STAKES[GAME])
    while not (view := page.view(table, lambda view: view["turn"] == 1 or bool(view["settled"])))["settled"]:
        page.do("decide", table, seat=1, round=number, decision=whole_decisions(view)[0])
        page.view(table, lambda new, number=view["number"]: new["number"] > number)  # type: ignore[misc]


def test_house_players_act_instantly_for_whoever_wants_it(slow: Running) -> None:
    guest = slow.guest()
    table = own_table(guest)
    with guest.page() as page:
        page.do("watch", table)
        page.do("join", table, seat=1)
        page.do("pace", table, pace="instantly")
        play_a_round(page, table)
        assert [seat["house"] for seat in page.views[table]["view"]["seats"]] == [False, True, True, True]


def test_the_slowest_wish_of_those_who_sit_there_counts(slow: Running) -> None:
    ann, bea = slow.guest(), slow.guest()
    name = own_table(ann)
    table, hub = slow.services.floor.tables[name], slow.services.hub
    with ann.page() as first, bea.page() as second:
        first.do("watch", name)
        second.do("watch", name, invite=ann.get(f"/invitations/{name}").json()["sit"].rpartition("=")[2])
        first.do("join", name, seat=1)
        assert hub.pace(table) == 1.0
        first.do("pace", name, pace="instantly")
        second.do("pace", name, pace="naturally")
        assert hub.pace(table) == 0.0  # who looks on has no say
        second.do("join", name, seat=3)
        assert hub.pace(table) == 1.0
        second.do("pace", name, pace="quickly")
        assert 0.0 < hub.pace(table) < 1.0
        assert first.ask("pace", name, pace="at once")["problem"]["status"] == 400


def test_a_table_without_house_players(slow: Running) -> None:
    guest = slow.guest()
    table = own_table(guest, house_players=False)
    with guest.page() as page:
        page.do("watch", table)
        page.do("join", table, seat=1)
        play_a_round(page, table)
        assert [seat["seat"] for seat in page.views[table]["view"]["seats"]] == [1]
