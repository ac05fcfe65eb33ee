"""Live tables: rounds of all five games, thrown away and loaded again after every event."""

import json
import random
from typing import Any

import pytest

import houseway
from house.support.tables import (
    GAMES,
    WITH_JACKPOT,
    any_decision,
    check_house,
    counted_seeds,
    fund,
    loaded,
    new_log,
    opened,
    play_on,
    rules_for,
    usual_wagers,
)
from houseway.house.log.events import Event
from houseway.house.log.log import Log
from houseway.house.records.audit import audit_log
from houseway.house.records.deep_audit.shuffles import check_shuffles
from houseway.house.tables.seat_acts import GiveValue, Join
from houseway.house.tables.staff_acts import CloseTable, VoidRound
from houseway.house.tables.state import open_round
from houseway.house.tables.table import Table, load_state, replay_state
from houseway.house.tables.wager_acts import Decide, Wager

SEATS = ((1, "ann"), (3, "bob"), (4, "cyd"))
HIDDEN_UNTIL_THE_END = {"record", "settlement", "seed"}


def seated(log: Log, game: str, options: dict[str, object] | None = None, **more: Any) -> Table:
    fund(log, *(player for _, player in SEATS))
    table = opened(log, rules_for(game, options=options, **more), entropy=counted_seeds())
    for seat, player in SEATS:
        table.do(Join(seat=seat, player=player))
    return table


def kinds_and_data(log: Log, stream: str = "table/7") -> list[tuple[str, str]]:
    return [(event.kind, event.text) for event in log.read(stream)]


# ---- crashes


@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_is_loaded_after_every_event_stands_where_it_stood(game: str) -> None:
    log, chance = new_log(), random.Random(f"table/{game}")
    table = seated(log, game)
    while table.state.rounds < 12 or table.state.round is not None:
        play_on(table, chance)
        again = loaded(log)
        assert again.state == table.state
        assert [again.view(seat) for seat in range(6)] == [table.view(seat) for seat in range(6)]
        table = again
        check_house(log, "7")


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seeds_and_decisions_give_the_same_log_with_and_without_crashes(game: str) -> None:
    logs = []
    for reloads in (False, True):
        log, chance, seeds = new_log(), random.Random(f"twice/{game}"), counted_seeds(77)
        table = seated(log, game)
        table = loaded(log, entropy=seeds)
        while table.state.rounds < 8 or table.state.round is not None:
            play_on(table, chance)
            if reloads:
                table = loaded(log, entropy=seeds)
        logs.append([*kinds_and_data(log), *kinds_and_data(log, "jackpot/royal")])
    assert logs[0] == logs[1]


@pytest.mark.parametrize("game", GAMES)
def test_every_settled_record_settles_again_to_the_same(game: str) -> None:
    log, chance = new_log(), random.Random(f"settle/{game}")
    table = seated(log, game)
    while table.state.rounds < 25 or table.state.round is not None:
        play_on(table, chance)
    ends = [event.data for event in log.read("table/7") if event.kind == "settled"]
    assert len(ends) == 25
    for end in ends:
        assert houseway.settle(end["record"]) == end["settlement"]
    assert audit_log(log).broken is None


@pytest.mark.parametrize("game", ["down-under-holdem", "down-under-blackjack", "flush-poker"])
def test_tables_live_on_every_kind_of_log(log: Log, game: str) -> None:
    chance = random.Random(f"any log/{game}")
    table = seated(log, game)
    while table.state.rounds < 4 or table.state.round is not None:
        play_on(table, chance)
        table = loaded(log)
    assert replay_state(log, "7") == load_state(log, "7") == table.state
    check_house(log, "7")
    assert audit_log(log).broken is None


# ---- what is hidden


@pytest.mark.parametrize("game", GAMES)
def test_the_events_of_an_open_round_hold_no_card(game: str) -> None:
    log, chance = new_log(), random.Random(f"hidden/{game}")
    table = seated(log, game, {"decks": "2"} if game == "down-under-blackjack" else None)
    for _ in range(60):
        play_on(table, chance)
        open_events: list[Event] = []
        for event in log.read("table/7"):
            open_events = [*open_events, event] if event.kind not in ("settled", "voided", "revealed") else []
        for event in open_events:
            assert not HIDDEN_UNTIL_THE_END & event.data.keys()
            if event.kind != "decided":  # `set Ah Kd` names cards that the player shows
                assert "cards" not in event.text or event.kind == "opened"


def test_a_seat_sees_its_own_cards_and_no_other_hidden_ones() -> None:
    log = new_log()
    table = seated(log, "flush-poker")
    for seat, _ in SEATS:
        table.do(Wager(seat=seat, wagers={"bet": 10_00}))
    now = open_round(table.state)
    for seat in (0, 1, 3, 4):
        view = table.view(seat)
        assert view["dealer"] == ["??"] * 7
        for row in view["seats"]:
            own = [str(card) for card in now.seat(row["seat"]).cards]
            assert row["cards"] == (own if row["seat"] == seat else ["??"] * 7)
    shown = json.dumps([table.view(0), *(event.data for event in log.read("table/7"))])
    assert table.log.dealing_secret(table.state.deck.commitment if table.state.deck else "") not in shown


def test_a_secret_seed_is_revealed_with_the_end_of_its_deck_and_the_next_is_bound_before_any_wager() -> None:
    log = new_log()
    table = seated(log, "down-under-holdem")
    play_to_the_end(table)
    kinds = [event.kind for event in log.read("table/7")]
    assert kinds[:2] == ["opened", "committed"]
    assert kinds[-3:] == ["settled", "revealed", "committed"]


def play_to_the_end(table: Table, seed: str = "end") -> None:
    chance, rounds = random.Random(seed), table.state.rounds + 1
    while table.state.rounds < rounds or table.state.round is not None:
        play_on(table, chance)


# ---- the shuffle


@pytest.mark.parametrize("game", GAMES)
def test_every_deal_can_be_derived_again(game: str) -> None:
    log, chance = new_log(), random.Random(f"derive/{game}")
    table = seated(log, game)
    for number in range(12):
        if table.state.deck and not table.state.deck.begun:
            table.do(GiveValue(seat=3, value=f"value {number} ♥"))
        play_to_the_end(table, f"{game}{number}{chance.random()}")
    table.do(CloseTable())
    verdict = check_shuffles(log, "7")
    assert (verdict.problems, verdict.rounds, verdict.unfinished) == ((), 12, 0)
    assert verdict.decks >= 1


def test_an_empty_shoe_is_filled_in_the_middle_of_a_round_and_that_can_be_derived_too() -> None:
    log = new_log()
    rules: dict[str, object] = {"decks": "2", "cut-card": "0", "match-the-dealer": "off", "progressive": "off"}
    table = seated(log, "down-under-blackjack", rules, seats=4)
    parts = set()
    for _ in range(60):
        while True:
            state = table.state
            if state.phase == "wagers":
                free = [seat for seat, place in state.seated.items() if not place.wagers]
                table.do(Wager(seat=free[0], wagers={"wager": 10_00}))
            else:
                now = open_round(state)
                texts = [str(choice) for choice in now.choices()]
                table.do(
                    Decide(
                        seat=now.turn or 0,
                        decision="split" if "split" in texts else "hit" if "hit" in texts else "stand",
                    )
                )
            if table.state.deck:
                parts.add(table.state.deck.part)
            if table.state.round is None and table.state.phase == "wagers" and not table.state.betting:
                break
    assert parts == {1, 2}
    table.do(CloseTable())
    verdict = check_shuffles(log, "7")
    assert (verdict.problems, verdict.rounds, verdict.unfinished) == ((), 60, 0)


@pytest.mark.parametrize("what", ["record", "seed", "values"])
def test_a_deal_that_was_tampered_with_is_found(what: str) -> None:
    log = new_log()
    table = seated(log, "down-under-holdem")
    play_to_the_end(table)
    events = log._events["table/7"]
    place = next(place for place, event in enumerate(events) if what in event.data)
    data = dict(events[place].data)
    if what == "record":
        data["record"]["seats"][0]["cards"].reverse()
    elif what == "seed":
        data["seed"] = "11" * 32
    else:
        data["values"] = [[seat, "other"] for seat, _ in data["values"]]
    events[place] = with_data(events[place], data)
    found = check_shuffles(log, "7").problems
    expected = {
        "seed": ["deck 1: seed: "],
        "record": ["round 1: the cards of the record"],
        "values": [*(f"deck 1: the value drawn for seat {seat}" for seat, _ in SEATS), "round 1: the cards of the"],
    }[what]
    assert len(found) == len(expected)
    assert all(problem.startswith(start) for problem, start in zip(found, expected, strict=True))


def with_data(event: Event, data: dict[str, Any]) -> Event:
    names = ("stream", "number", "kind", "at", "by", "request", "part", "postings", "previous", "hash")
    return Event(**{name: getattr(event, name) for name in names}, text=json.dumps(data))


def test_values_count_until_the_first_deal() -> None:
    log = new_log()
    table = seated(log, "down-under-blackjack", jackpot=None, options={"progressive": "off"})
    table.do(GiveValue(seat=1, value="first"))
    with pytest.raises(houseway.errors.NotAllowedNow, match="value: was given for this deck"):
        table.do(GiveValue(seat=1, value="second"))
    play_to_the_end(table)
    dealt = next(event for event in log.read("table/7") if event.kind == "dealt")
    (given, *others) = dealt.data["values"]
    assert given == [1, "first"]
    assert [seat for seat, _ in others] == dealt.data["drawn"] == [3, 4]  # and the record says who gave none
    assert all(len(value) == 16 for _, value in others)
    with pytest.raises(houseway.errors.NotAllowedNow, match="value: the deck is in play"):
        table.do(GiveValue(seat=3, value="late"))
    play_to_the_end(table)
    later = [event for event in log.read("table/7") if event.kind == "dealt"][-1]
    assert "values" not in later.data
    assert later.data["position"] > 0


def test_other_values_give_other_cards() -> None:
    hands = []
    for value in ("", "a", "b"):
        log = new_log()
        table = seated(log, "down-under-holdem")
        table.do(GiveValue(seat=4, value=value))
        for seat, _ in SEATS:
            table.do(Wager(seat=seat, wagers={"ante": 10_00, "bet": 10_00}))
        hands.append(open_round(table.state).cards_out)
    assert hands[0] != hands[1] != hands[2] != hands[0]


# ---- voids


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("decisions", [0, 1, 2])
def test_a_void_round_gives_every_stake_back(game: str, decisions: int) -> None:
    log, chance = new_log(), random.Random(f"void/{game}/{decisions}")
    table = seated(log, game)
    before = log.balances()
    while table.state.round is None:
        for seat, _ in SEATS:
            if not table.state.betting.get(seat):
                table.do(Wager(seat=seat, wagers=usual_wagers(table.state.open_rules.chosen)))
    for _ in range(decisions):
        now = open_round(table.state)
        table.do(Decide(seat=now.turn or 0, decision=any_decision(now, chance)))
    table.do(VoidRound(reason="misdeal"), by="sue")
    assert log.balances() == before
    end = table.last_round()
    assert end is not None
    assert (end.kind, end.by, end.data["reason"]) == ("voided", "sue", "misdeal")
    assert houseway.settle(end.data["record"]) == end.data["settlement"]
    assert table.state == loaded(log).state
    assert table.state.phase == "wagers"
    play_to_the_end(table)
    check_house(log, "7")


@pytest.mark.parametrize("game", WITH_JACKPOT)
def test_a_void_round_takes_its_contribution_back_to_the_last_unit(game: str) -> None:
    log = new_log()
    table = seated(log, game)
    meter = log.balance("jackpot/royal/meter")
    while table.state.round is None:
        for seat, _ in SEATS:
            if not table.state.betting.get(seat):
                table.do(Wager(seat=seat, wagers=usual_wagers(table.state.open_rules.chosen)))
    assert log.balance("jackpot/royal/meter") == meter + 3 * 100 * 201_234
    table.do(VoidRound(reason="card-reader fault"))
    assert log.balance("jackpot/royal/meter") == meter
    kinds = [event.kind for event in log.read("jackpot/royal")]
    assert kinds == ["created", "linked", "contributed", "reversed"]
