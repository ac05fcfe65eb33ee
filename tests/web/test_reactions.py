"""Six reactions in the place of a chat: for those who sit at a table, not too many, and in no log."""

import json
from pathlib import Path
from typing import Any

import pytest

from houseway.web.floor.connection import Connection
from houseway.web.floor.hub import Hub, Reacted
from houseway.web.floor.moment import Moment
from houseway.web.floor.presence import Presence
from web.serving import Guest, Page, Running, serving

TABLE = "premium-holdem"


def own_table(guest: Guest) -> tuple[str, str]:
    """A private table where a guest has seat 1, and the token of its invitation."""
    table = guest.post("/tables", {"game": "premium-holdem", "house_players": False}).json()["table"]
    guest.post(f"/tables/{table}/join", {"seat": 1}).raise_for_status()
    return table, guest.get(f"/invitations/{table}").json()["sit"].rpartition("=")[2]


def reactions(page: Page) -> list[Any]:
    """Everything that a page was told of reactions."""
    return [(one["seat"], one["reaction"]) for one in map(json.loads, page.told) if "reaction" in one]


def test_everybody_at_the_table_sees_a_reaction(practice: Running) -> None:
    owner, heads = practice.guest(), practice.services.floor.log.heads
    table, invite = own_table(owner)
    with owner.page() as ann, practice.guest().page() as kim, practice.guest().page() as elsewhere:
        ann.do("watch", table)
        kim.do("watch", table, invite=invite)
        elsewhere.do("watch", "flush-poker")
        before = heads()
        ann.do("react", table, reaction="wow")
        for one in ann, kim:
            one.until(lambda one=one: reactions(one) == [(1, "wow")])  # type: ignore[misc]
        assert heads() == before
        elsewhere.do("pace", "flush-poker", pace="quickly")
        assert reactions(elsewhere) == []


@pytest.mark.parametrize("reaction", ["you are an idiot", "", None, 7])
def test_only_six_things_can_be_said(practice: Running, reaction: Any) -> None:
    owner = practice.guest()
    table, _ = own_table(owner)
    with owner.page() as ann:
        assert ann.ask("react", table, reaction=reaction)["problem"]["status"] == 400


def test_who_looks_on_and_who_is_nobody_reacts_not(practice: Running) -> None:
    with practice.guest().page() as kim, Page(practice) as nobody:
        for one in kim, nobody:
            one.do("watch", TABLE)
            assert one.ask("react", TABLE, reaction="wow")["problem"]["status"] == 409


def test_a_flood_of_reactions_is_refused(practice: Running) -> None:
    owner = practice.guest()
    table, invite = own_table(owner)
    with owner.page() as ann, practice.guest().page() as kim:
        kim.do("watch", table, invite=invite)
        answers = [ann.ask("react", table, reaction="ouch") for _ in range(30)]
        refused = [one["problem"]["status"] for one in answers if "problem" in one]
        assert refused == [429] * len(refused)
        assert len(refused) >= 25
        kim.do("pace", table, pace="quickly")
        assert len(reactions(kim)) <= 5


def test_a_slow_link_holds_the_newest_reaction_of_a_seat_only(practice: Running) -> None:
    connection = Connection(waiting=5, mark=lambda _: None)
    for number in range(1000):
        connection.show_reaction(TABLE, number % 2, b"%d" % number)
    assert list(connection.messages(lambda: Moment(practice.services.floor.log.clock))) == [b"998", b"999"]
    assert not connection.end_reason


def test_the_other_processes_hear_names_and_reactions(tmp_path: Path) -> None:
    with serving(database="memory:") as server:
        hub, one, other = Hub(server.services.floor), Presence(tmp_path, "1"), Presence(tmp_path, "2")
        server.services.floor.names.choose("ann", "Ada")
        hub.saw("ann")
        hub.react(TABLE, 3, "thanks")
        one.tell(hub)
        assert other.others()["ann"].name == "Ada"
        (heard,) = other.new_reactions()
        assert heard == Reacted(heard.at, TABLE, 3, "thanks")
        assert other.new_reactions() == []
        assert one.new_reactions() == []
        server.services.floor.names.choose("ann", "")
