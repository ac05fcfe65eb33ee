"""Card readers and sensed spots: paired by two, and what they report stops the step that it contradicts."""

import json
from typing import Any

import pytest

from house.support.tables import DAY, check_house, rules_for, terms_of
from house.threats.test_money import house
from houseway.cards.card import parse_cards
from houseway.errors import InvalidInput, NotAllowedNow
from houseway.house.jackpots.jackpot import Jackpot
from houseway.house.jackpots.terms_acts import CreateJackpot
from houseway.house.log.aggregate import Request
from houseway.house.log.events import NewEvent, digest
from houseway.house.log.log import Appended
from houseway.house.log.memory import MemoryLog
from houseway.house.people.act import ActInput
from houseway.house.people.act_fields import Deal
from houseway.house.people.cage_acts import BuyIn, Fill
from houseway.house.people.house import House, NeedsSecond, NotPermitted
from houseway.house.records.audit import audit_log
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.records.dispute import dispute_pack
from houseway.house.tables.device_acts import (
    GoByHand,
    PairDevice,
    ReportRead,
    ReportSensed,
    ReportState,
    UnpairDevice,
)
from houseway.house.tables.device_checks import lamps
from houseway.house.tables.device_events import DealerRead, DevicePaired, WagersSensed
from houseway.house.tables.entry_corrections import CorrectEntry
from houseway.house.tables.equipment import Equipment
from houseway.house.tables.floor_calls import CallFloor
from houseway.house.tables.payloads import Entered
from houseway.house.tables.seat_acts import Join
from houseway.house.tables.staff_acts import CloseTable, EnterCards, OpenTable, StartDeal, VoidRound
from houseway.house.tables.state import Phase
from houseway.house.tables.table import Table, load_state, replay_state
from houseway.house.tables.wager_acts import Decide, Wager

STREAM = "table/7"
HANDS = {"down-under-holdem": "Ah Kh", "premium-holdem": "Ah Kh 4d"}
WAGERS = {
    "down-under-holdem": {"ante": 10_00, "bet": 10_00},
    "premium-holdem": {"ante": 10_00, "xtra-bonus": 10_00},
    "flush-poker": {"bet": 10_00},
}


def table_with(game: str, kind: str = "", **more: Any) -> tuple[MemoryLog, House, Table]:
    """A table of real cards with pat on seat 1, and the device of a kind."""
    log, people, _ = house(cashier=False)
    people.do(Fill(table="7", amount=20_000_00), by="sue", second="deb")
    people.do(BuyIn(player="pat", amount=1_000_00), by="dan")
    rules = rules_for(game, **{"cards": "hand", "dealer": "person", "verify_above": 5_000_00, **more})
    if rules.jackpot:
        Jackpot(log, "royal", people=people).do(
            CreateJackpot(terms=terms_of(), game=rules.chosen), by="sue", second="sam"
        )
    table = Table(log, "7", people=people)
    table.do(OpenTable(rules=rules, day=DAY), by="sue")
    table.do(Join(seat=1, player="pat"), by="pat")
    if kind:
        pair(table, kind)
    return log, people, table


def pair(table: Table, kind: str) -> str:
    """A device of a kind, and its token."""
    (event,) = table.do(PairDevice(device=f"{kind}-1", kind=kind), by="sue", second="dan")  # type: ignore[arg-type]
    return table.log.secret(event.read(DevicePaired).token)


def report(table: Table, asked: ActInput) -> Appended:
    """What a device reports, as the server runs it for the device's token."""
    return table.run(Request(act=table.own_act(asked)))


def wager(table: Table, **more: int) -> None:
    table.do(Wager(seat=1, wagers={**WAGERS[table.state.open_rules.game], **more}), by="pat")


def holdem_deal(dealer: str = "9h 2c", hand: str = "Ah Kh") -> EnterCards:
    board = parse_cards(["Kd", "7s", "7c", "2d", "Jh"])
    return EnterCards(deal=Deal(hands={1: parse_cards(hand.split())}, dealer=parse_cards(dealer.split()), board=board))


def findings(log: MemoryLog) -> list[str]:
    assert audit_log(log).broken is None
    assert replay_state(log, "7") == load_state(log, "7")
    return [one.reason for one in deep_audit(log).findings]


# ---- paired by two


def test_two_people_pair_a_device_and_the_log_keeps_only_the_digest_of_its_token() -> None:
    log, _, table = table_with("down-under-holdem")
    token = pair(table, "reader")
    event = log.last(STREAM, "device paired")
    assert event is not None
    assert (event.by, event.second, event.read(DevicePaired).token) == ("sue", "dan", digest(token))
    assert token.endswith(".reader-1.7")
    assert len(token.split(".")[0]) == 64
    assert token.split(".")[0] not in json.dumps([one.text for one in log.read(STREAM)])
    assert findings(log) == []


@pytest.mark.parametrize(
    ("by", "second"), [("sue", ""), ("sue", "sue"), ("dan", "deb"), ("pat", "sue"), ("ada", "bea")]
)
def test_nobody_else_pairs_unpairs_or_goes_by_hand(by: str, second: str) -> None:
    log, _, table = table_with("down-under-holdem", "reader")
    heads = log.heads()
    for asked in (
        PairDevice(device="spots-1", kind="spots"),
        UnpairDevice(device="reader-1", reason="broken"),
        GoByHand(step="reading", reason="broken"),
    ):
        with pytest.raises((NotPermitted, NeedsSecond)):
            table.do(asked, by=by, second=second)
    assert log.heads() == heads


@pytest.mark.parametrize("name", ["", "Reader", "a.b", "a/b", "-a", "x" * 31, "r é"])
def test_a_device_has_a_plain_name(name: str) -> None:
    _, _, table = table_with("down-under-holdem")
    with pytest.raises(InvalidInput, match=r"^device: must be 1 to 30"):
        table.do(PairDevice(device=name, kind="reader"), by="sue", second="dan")


def test_a_table_has_one_device_of_a_kind_and_each_a_name_of_its_own() -> None:
    _, _, table = table_with("down-under-holdem", "reader")
    with pytest.raises(NotAllowedNow, match="the table has the reader reader-1; unpair it first"):
        table.do(PairDevice(device="other", kind="reader"), by="sue", second="dan")
    with pytest.raises(NotAllowedNow, match="is the name of another device"):
        table.do(PairDevice(device="reader-1", kind="spots"), by="sue", second="dan")


def test_devices_stay_over_rounds_and_a_night_and_are_unpaired_by_two() -> None:
    log, _, table = table_with("down-under-holdem", "reader")
    rules = table.state.open_rules
    table.do(CloseTable(), by="sue")
    table.do(OpenTable(rules=rules, day=DAY), by="sue")
    assert [one.device for one in load_state(log, "7").equipment.devices] == ["reader-1"]
    table.do(UnpairDevice(device="reader-1", reason="to be repaired"), by="sam", second="deb")
    assert table.state.equipment == Equipment()
    with pytest.raises(InvalidInput, match="is not paired with this table"):
        report(table, ReportState(device="reader-1", fault="x"))
    assert findings(log) == []


# ---- sensed spots


def test_a_deal_waits_for_the_sensing_and_for_the_same_seats() -> None:
    log, _, table = table_with("flush-poker", "spots")
    wager(table, jackpot=1_00)
    with pytest.raises(
        NotAllowedNow, match=r"spots-1 has not sensed the jackpot wagers of round 1: .* \(manual sensing\)"
    ):
        table.do(StartDeal(), by="dan")
    report(table, ReportSensed(device="spots-1", seats=(1, 4), round=1))
    with pytest.raises(NotAllowedNow, match="senses a jackpot wager at seats 1, 4, and seat 1 had it entered"):
        table.do(StartDeal(), by="dan")
    report(table, ReportSensed(device="spots-1", seats=(1,), round=1))
    table.do(StartDeal(), by="dan")
    assert table.state.phase == Phase.CARDS
    assert findings(log) == []


def test_a_wager_after_the_sensing_stops_the_deal() -> None:
    _, _, table = table_with("flush-poker", "spots")
    wager(table)
    report(table, ReportSensed(device="spots-1", seats=()))
    wager(table, jackpot=1_00)
    with pytest.raises(NotAllowedNow, match="senses a jackpot wager at no seat, and seat 1 had it entered"):
        table.do(StartDeal(), by="dan")


def test_a_sensing_counts_for_one_round_and_the_same_one_is_one_event() -> None:
    log, _, table = table_with("flush-poker", "spots")
    wager(table)
    assert len(report(table, ReportSensed(device="spots-1", seats=()))) == 1
    assert report(table, ReportSensed(device="spots-1", seats=())) == ()
    table.do(StartDeal(), by="dan")
    table.do(VoidRound(reason="misdeal"), by="sue", second="sam")
    wager(table)
    with pytest.raises(NotAllowedNow, match="has not sensed the jackpot wagers of round 2"):
        table.do(StartDeal(), by="dan")
    with pytest.raises(NotAllowedNow, match="it is round 2"):
        report(table, ReportSensed(device="spots-1", seats=(), round=1))
    assert findings(log) == []


@pytest.mark.parametrize("seats", [(0,), (7,), (1, 1), (-1,)])
def test_a_sensing_names_seats_of_the_table(seats: tuple[int, ...]) -> None:
    _, _, table = table_with("flush-poker", "spots")
    with pytest.raises(InvalidInput, match="must be different seats from 1 to 6"):
        report(table, ReportSensed(device="spots-1", seats=seats))


def test_two_people_go_on_by_hand_for_one_round() -> None:
    log, _, table = table_with("flush-poker", "spots")
    wager(table, jackpot=1_00)
    report(table, ReportState(device="spots-1", fault="a lamp is broken"))
    with pytest.raises(
        NotAllowedNow, match=r"spots-1 cannot be relied on \(a lamp is broken\): repair it, or two people"
    ):
        table.do(StartDeal(), by="dan")
    table.do(GoByHand(step="sensing", reason="counted: one chip"), by="sue", second="dan")
    table.do(StartDeal(), by="dan")
    table.do(VoidRound(reason="misdeal"), by="sue", second="sam")
    wager(table)
    with pytest.raises(NotAllowedNow, match="cannot be relied on"):
        table.do(StartDeal(), by="dan")
    report(table, ReportState(device="spots-1"))
    assert report(table, ReportState(device="spots-1")) == ()
    report(table, ReportSensed(device="spots-1", seats=()))
    table.do(StartDeal(), by="dan")
    assert findings(log) == []


def test_lamps_invite_show_what_is_placed_and_what_is_accepted() -> None:
    _, _, table = table_with("flush-poker", "spots")
    assert lamps(table.state) == {1: "invite"}
    report(table, ReportSensed(device="spots-1", seats=(1, 4)))
    assert lamps(table.state) == {1: "placed", 4: "placed"}
    wager(table, jackpot=1_00)
    report(table, ReportSensed(device="spots-1", seats=(1,)))
    table.do(StartDeal(), by="dan")
    assert lamps(table.state) == {1: "accepted"}


def test_a_table_that_deals_itself_needs_no_sensing() -> None:
    _, _, table = table_with("flush-poker", "spots", cards="shuffle", dealer="self")
    wager(table, jackpot=1_00)
    assert table.state.phase == Phase.DECISIONS


# ---- readers


def dealt(game: str = "down-under-holdem") -> tuple[MemoryLog, House, Table]:
    log, people, table = table_with(game, "reader")
    wager(table)
    table.do(StartDeal(), by="dan")
    return log, people, table


def test_cards_wait_for_the_reader_and_agree_with_its_lights() -> None:
    log, _, table = dealt()
    with pytest.raises(NotAllowedNow, match="reader-1 has read nothing of round 1: put the dealer's cards into it"):
        table.do(holdem_deal(), by="dan")
    report(table, ReportRead(device="reader-1", lights=("red", "blue"), round=1))
    assert table.state.equipment.reading is not None
    assert table.state.equipment.reading.lights == ("blue", "red")
    table.do(holdem_deal(), by="dan")
    assert table.state.phase == Phase.DECISIONS
    for decision in ("check", "fold"):
        table.do(Decide(seat=1, decision=decision), by="pat")
    assert table.state.equipment == Equipment(devices=table.state.equipment.devices)
    assert findings(log) == []


def test_a_light_that_contradicts_an_entered_card_stops_the_entry_for_good() -> None:
    """Else a dealer could enter card after card until one fits, and would know what lies face down."""
    log, _, table = dealt()
    report(table, ReportRead(device="reader-1", cards=parse_cards(["9h", "2c"])))
    with pytest.raises(
        NotAllowedNow, match="reader-1 shows blue, red, and the cards that were entered show blue, gold"
    ):
        table.do(holdem_deal("Th 2c"), by="dan", request="a1")
    with pytest.raises(NotAllowedNow, match="shows blue, red"):
        table.do(holdem_deal("Th 2c"), by="dan", request="a1")
    contradicted = log.last(STREAM, "entry contradicted")
    assert contradicted is not None
    assert contradicted.by == "dan"
    for guess in ("9h 2c", "8h 2c"):
        with pytest.raises(NotAllowedNow, match="the cards that were entered show blue, gold"):
            table.do(holdem_deal(guess), by="dan")
    table.do(GoByHand(step="reading", reason="the reader is dirty"), by="sue", second="deb")
    table.do(holdem_deal("Th 2c"), by="dan")
    assert table.state.phase == Phase.DECISIONS
    for decision in ("check", "fold"):
        table.do(Decide(seat=1, decision=decision), by="pat")
    assert findings(log) == []


def test_the_dispute_pack_tells_what_devices_reported_and_what_was_done_by_hand() -> None:
    log, _, table = dealt()
    table.do(CallFloor(reason="the reader is dark"), by="dan")
    report(table, ReportRead(device="reader-1", cards=parse_cards(["9h", "2c"])))
    with pytest.raises(NotAllowedNow, match="shows blue, red"):
        table.do(holdem_deal("Th 2c"), by="dan")
    table.do(GoByHand(step="reading", reason="the reader is dirty"), by="sue", second="deb")
    table.do(holdem_deal("Th 2c"), by="dan")
    for decision in ("check", "fold"):
        table.do(Decide(seat=1, decision=decision), by="pat")
    assert [(event.kind, event.by) for event in dispute_pack(log, "7", 1).events] == [
        ("wagered", "pat"),
        ("dealt", "dan"),
        ("floor called", "dan"),
        ("dealer read", ""),
        ("entry contradicted", "dan"),
        ("done by hand", "sue"),
        ("entered", "dan"),
        ("decided", "pat"),
        ("decided", "pat"),
        ("settled", ""),
    ]


def test_another_card_of_the_same_light_contradicts_a_shoe_that_knows_the_card() -> None:
    log, _, table = dealt()
    report(table, ReportRead(device="reader-1", cards=parse_cards(["9h", "2c"])))
    assert '"9h"' not in " ".join(one.text for one in log.read(STREAM))
    with pytest.raises(NotAllowedNow, match=r"read other cards than those that were entered: .* or call the round off"):
        table.do(holdem_deal("8h 2c"), by="dan")
    table.do(VoidRound(reason="card-reader fault"), by="sue", second="sam")
    assert table.state.phase == Phase.WAGERS
    assert findings(log) == []


def test_a_correction_does_not_leave_what_the_reader_read() -> None:
    log, _, table = dealt("premium-holdem")
    report(table, ReportRead(device="reader-1", cards=parse_cards(["9h", "2c", "3d"])))
    board = parse_cards(["Kd", "7s", "7c", "2d"])

    def deal(dealer: str) -> Deal:
        return Deal(hands={1: parse_cards(["Ah", "Kh", "4d"])}, dealer=parse_cards(dealer.split()), board=board)

    table.do(EnterCards(deal=deal("9h 2c 3d")), by="dan")
    with pytest.raises(NotAllowedNow, match="read other cards"):
        table.do(CorrectEntry(deal=deal("9h 2c 3s"), reason="typed"), by="dan")
    assert findings(log) == []


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"lights": ("blue",)}, "lights: must be 2 of blue, red, gold"),
        ({"lights": ("blue", "green")}, "lights: must be 2 of blue, red, gold"),
        ({"cards": parse_cards(["9h"])}, "cards: must be 2 of the dealer's cards"),
        ({}, "read: give lights, or cards"),
    ],
)
def test_a_reading_is_what_the_game_has(asked: dict[str, Any], words: str) -> None:
    _, _, table = dealt()
    with pytest.raises(InvalidInput, match=words):
        report(table, ReportRead(device="reader-1", **asked))


def test_a_second_reading_of_a_round_does_not_replace_the_first() -> None:
    _, _, table = dealt()
    report(table, ReportRead(device="reader-1", lights=("red", "blue")))
    assert report(table, ReportRead(device="reader-1", lights=("blue", "red"))) == ()
    with pytest.raises(NotAllowedNow, match="was read already, and otherwise"):
        report(table, ReportRead(device="reader-1", lights=("gold", "red")))


def test_a_reader_senses_nothing_and_spots_read_nothing() -> None:
    _, _, table = table_with("flush-poker", "reader")
    pair(table, "spots")
    with pytest.raises(NotAllowedNow, match="device reader-1: is a reader"):
        report(table, ReportSensed(device="reader-1", seats=()))
    with pytest.raises(NotAllowedNow, match="device spots-1: is a spots"):
        report(table, ReportRead(device="spots-1", lights=()))


def test_a_void_round_needs_no_device() -> None:
    log, _, table = dealt()
    report(table, ReportState(device="reader-1", fault="no heartbeat"))
    with pytest.raises(NotAllowedNow, match=r"cannot be relied on \(no heartbeat\)"):
        table.do(holdem_deal(), by="dan")
    table.do(VoidRound(reason="card-reader fault"), by="sue", second="sam")
    check_house(log, "7")


# ---- the view, and what the audit finds


def test_the_view_tells_of_devices_only_where_there_are_some() -> None:
    _, _, table = table_with("down-under-holdem")
    assert "devices" not in table.view()
    token = pair(table, "reader")
    assert table.view()["devices"] == {
        "paired": [{"device": "reader-1", "kind": "reader", "lost": None}],
        "sensed": None,
        "lights": None,
        "contradiction": None,
        "by_hand": [],
    }
    assert digest(token) not in json.dumps(table.view())


@pytest.mark.parametrize(
    ("payload", "words"),
    [
        (WagersSensed(device="ghost", round=1, seats=[1]), "no such device is paired: ghost"),
        (DealerRead(device="spots-1", round=1), "no such device is paired: spots-1"),
    ],
)
def test_a_report_of_no_paired_device_is_found(payload: Any, words: str) -> None:
    log, _, _ = table_with("flush-poker", "spots")
    log.append(NewEvent(stream=STREAM, data=payload))
    assert words in findings(log)


def test_a_report_in_the_name_of_a_person_is_found() -> None:
    log, _, _ = table_with("flush-poker", "spots")
    log.append(NewEvent(stream=STREAM, by="dan", data=WagersSensed(device="spots-1", round=1, seats=[])))
    assert any("names dan" in reason for reason in findings(log))


def test_cards_that_were_written_past_the_reader_are_found() -> None:
    log, _, table = dealt()
    report(table, ReportRead(device="reader-1", lights=("gold", "gold")))
    plain = table_with("down-under-holdem")[2]
    wager(plain)
    plain.do(StartDeal(), by="dan")
    (entered, *_) = plain.do(holdem_deal(), by="dan")
    deal = entered.read(Entered).deal
    log.append(NewEvent(stream=STREAM, by="dan", data=Entered(round=1, deal=deal)), hidden=[plain.secret(deal)])
    assert any("although reader-1 shows gold, gold" in reason for reason in findings(log))
