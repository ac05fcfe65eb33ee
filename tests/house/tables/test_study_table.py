"""A designer's study at a table: a practice table alone plays it, marked in every record, settled by the study."""

from collections import Counter
from typing import Any

import pytest

from houseway.cards.deck import joker_deck, shoe_cards, standard_deck
from houseway.errors import NotApproved
from houseway.games import game_named
from houseway.games.game import Game
from houseway.games.round.open_record import open_round
from houseway.games.round.positions import seen_record
from houseway.games.round.record import replay, settle
from houseway.games.study import study_game
from houseway.house.log.kinds import TableEvent
from houseway.house.log.memory import MemoryLog
from houseway.house.log.names import table_stream
from houseway.house.records.deep_audit.rounds import RoundsAudit
from houseway.house.records.deep_audit.shuffles import check_shuffles
from houseway.house.records.dispute import dispute_pack
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables.demonstration import NAME, demonstration_table
from houseway.house.tables.driver import Driver
from houseway.house.tables.enabled import practice_event
from houseway.house.tables.shuffle import fresh_cards
from houseway.house.tables.staff_acts import OpenTable, StartDeal
from houseway.house.tables.table import Table
from houseway.house.tables.wager_acts import Decide, Wager

ROUNDS = 12

# Rules of each game that change the deck, what may be decided and what wins.
RULES: dict[str, dict[str, Any]] = {
    "down-under-holdem": {"groups": ["2-6", "7-A"], "play-before": [1, 4], "play-after": 2},
    "premium-holdem": {"deck": "789TJQA", "qualifier": "pair of nines"},
    "down-under-blackjack": {"decks": 1, "groups": ["2-3", "4-A"], "most-hands": 3, "blackjack-pays": "7:5"},
    "flush-poker": {"joker": False, "raise-caps": [1, 2, 3, 4, 5, 6, 7], "qualifier": "4-card 9"},
    "wild-monkey-pai-gow": {"surrender": "1/4"},
}


def study_of(name: str) -> Game:
    return study_game({"game": name, "name": "try it", "rules": RULES[name]}, everything_on=True)


def played_table(game: Game, rounds: int = ROUNDS) -> Table:
    table = demonstration_table(game, seats=2, bankroll=100_000_00, seed="study")
    driver = Driver(table.log, [table], seed="study")
    while driver.tally.rounds < rounds:
        assert driver.step(), driver.tally.refused
    return table


@pytest.mark.parametrize("name", sorted(RULES))
def test_rounds_of_a_study_are_marked_and_settled_by_the_study_alone(name: str) -> None:
    study = study_of(name)
    table = played_table(study)
    ends = [event.data for event in table.log.read(table.stream) if event.kind == TableEvent.SETTLED]
    assert len(ends) == ROUNDS
    for end in ends:
        assert end["record"]["study"] == {"name": "try it", "rules": study.digest}
        assert (end["settlement"]["study"], end["settlement"]["status"]) == ("try it", "not approved")
        assert settle(end["record"], study) == end["settlement"]
        with pytest.raises(NotApproved, match="study: is a round of"):
            settle(end["record"])


@pytest.mark.parametrize("name", sorted(RULES))
def test_the_log_holds_all_that_the_study_is(name: str) -> None:
    study = study_of(name)
    table = played_table(study)
    again = Table.load(table.log, NAME).state.open_rules
    assert again.chosen.digest == study.digest
    assert again.to_json() == table.state.open_rules.to_json()
    audit = RoundsAudit(table.log)
    assert [
        problem for stream in table.log.streams() for event in table.log.read(stream) for problem in audit.look(event)
    ] == []
    assert check_shuffles(table.log, NAME).problems == ()
    assert dispute_pack(table.log, NAME, ROUNDS).replays


def test_a_studys_pay_table_pays_at_the_table() -> None:
    lines = ["royal flush", "straight flush", "four of a kind", "full house", "flush", "straight", "all other hands"]
    pays = {"1": ["900 to 1", "800 to 1", "700 to 1", "600 to 1", "50 to 1", "40 to 1", "push"]}
    group = {"wager": "bet", "lines": lines, "pays": pays}
    study = study_game({"game": "down-under-holdem", "paytables": [group]}, everything_on=True)
    table = played_table(study, 150)
    ends = [event.data for event in table.log.read(table.stream) if event.kind == TableEvent.SETTLED]
    odds = {
        line["odds"]
        for end in ends
        for seat in end["settlement"]["seats"]
        for line in seat["wagers"]
        if line["wager"] == "bet" and line["result"] == "win"
    }
    assert odds
    assert odds <= {*pays["1"]}


def test_a_house_refuses_a_study() -> None:
    study = study_of("flush-poker")
    rules = TableRules(name="1", game=study.name, options=dict(study.options), study=study.study_data, seats=6)
    house, practice = MemoryLog(), MemoryLog()
    with pytest.raises(NotApproved, match=r"study: 'try it' is not approved: only a practice table plays it"):
        Table(house, "1").do(OpenTable(rules=rules, day=""))
    assert house.last(table_stream("1")) is None
    practice.append(practice_event())
    Table(practice, "1").do(OpenTable(rules=rules, day=""))
    assert Table.load(practice, "1").state.open_rules.chosen.differs_from_letter


def test_a_study_that_changes_nothing_is_the_letters_game() -> None:
    same = study_game({"game": "flush-poker", "rules": {"joker": True}}, everything_on=True)
    table = played_table(same, 2)
    assert table.state.open_rules.study == {}
    end = table.view()["settled"]
    assert "study" not in end["record"]
    assert settle(end["record"]) == end["settlement"]


def test_the_rules_of_the_letters_game_are_kept_as_ever() -> None:
    rules = TableRules(name="1", game="premium-holdem", options=dict(game_named("premium-holdem").options))
    assert "study" not in rules.to_json()
    assert rules.chosen_study is None
    assert TableRules.from_json(rules.to_json()) == rules


def test_what_a_seat_sees_of_a_studys_round_names_the_study() -> None:
    study = study_of("flush-poker")
    table = demonstration_table(study, seats=1, bankroll=500_00, seed="seen")
    table.do(Wager(seat=1, wagers={"bet": 10_00}))
    table.do(StartDeal())
    now = table.state.round
    assert now is not None
    position = seen_record(now, 1)
    assert open_round(position, study).now.game.digest == study.digest
    with pytest.raises(NotApproved, match="give its study"):
        open_round(position)
    table.do(Decide(seat=1, decision="fold"))
    assert replay(table.view()["settled"]["record"], study).game.digest == study.digest


@pytest.mark.parametrize("name", sorted(RULES))
def test_a_study_deals_from_its_own_deck(name: str) -> None:
    study, letter = study_of(name), game_named(name)
    fresh = fresh_cards(study)
    assert Counter(fresh) == dict.fromkeys(study.deck, study.copies)
    kind = letter.approval.table.deck
    usual = shoe_cards(letter.copies) if kind == "shoe" else joker_deck() if kind == "53" else standard_deck()
    assert fresh_cards(letter) == usual
    table = played_table(study)
    for event in table.log.read(table.stream):
        if event.kind == TableEvent.SETTLED:
            dealt = Counter(replay(event.data["record"], study).cards_out)
            assert not dealt - Counter(fresh)
