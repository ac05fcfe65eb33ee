"""A round is settled on a meter that holds its own contribution, also where it is dealt and settled in one batch."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from house.support.tables import DAY, WITH_JACKPOT, fund, loaded, new_log, opened, play_on, rules_for, terms_of
from houseway.house.jackpots.jackpot import Jackpots
from houseway.house.log.aggregate import Plan
from houseway.house.log.kinds import JackpotEvent, TableEvent
from houseway.house.log.ledger import parse_amount
from houseway.house.log.log import Log
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.tables.payloads import Settled
from houseway.house.tables.seat_acts import Join
from houseway.house.tables.staff_acts import OpenTable
from houseway.house.tables.table import Table
from houseway.house.tables.wager_acts import Wager

GAME = "down-under-blackjack"
TENTH = 113777  # the seed of a shoe that begins with Kc Kc Kc Ac: two suited matches against a natural
WHOLE = 56289  # As As As Th: two suited aces of spades against a natural
METER = 100_000_000 * 945


def natural(seed: int, **terms: Any) -> Table:
    """A blackjack table whose first round is over with the deal, as a seed has it."""
    log = new_log()
    fund(log, "p1")
    rules = rules_for(GAME, jackpot=terms_of(**{"seed": 945_00, "reset": 500_00, "increment": 200_000, **terms}))
    table = opened(log, rules, entropy=lambda: f"{seed:064x}")
    table.do(Join(seat=1, player="p1"))
    return table


def play(table: Table) -> None:
    wagers = {"wager": 10_00, "match-up": 5_00, "progressive": 1_00}
    table.do(Wager(seat=1, wagers=wagers))


def settled(log: Log) -> Iterator[Settled]:
    return (event.read(Settled) for event in log.read("table/7") if event.kind == TableEvent.SETTLED)


def test_a_share_of_a_natural_is_of_the_meter_with_its_own_contribution() -> None:
    table = natural(TENTH)
    play(table)
    (end,) = settled(table.log)
    jackpot = end.settlement.jackpot
    assert jackpot is not None
    assert (jackpot.meter_before, jackpot.contributed) == ("945.00", "0.20")
    assert [award.amount for award in jackpot.awards] == ["94.52"]  # 10% of 945.20
    won = table.log.last("jackpot/royal", JackpotEvent.AWARDED)
    assert won is not None
    assert (won.data["before"], won.data["after"]) == ("945.20", jackpot.meter_after)
    assert table.log.balance("jackpot/royal/meter") == parse_amount(jackpot.meter_after)
    assert deep_audit(table.log).findings == deep_audit(table.log).notes == ()


@pytest.mark.parametrize("more", [{}, {"cap": 945_10}, {"reserve": 100_000}])
def test_a_whole_win_of_a_natural_takes_its_own_contribution_and_resets(more: dict[str, int]) -> None:
    table = natural(WHOLE, **more)
    play(table)
    (end,) = settled(table.log)
    jackpot = end.settlement.jackpot
    assert jackpot is not None
    assert [award.amount for award in jackpot.awards] == ["945.10" if "cap" in more else "945.20"]
    assert jackpot.meter_after == "500.00"
    fed = parse_amount("0.10") if "cap" in more else 0  # what there was no room for goes into the next jackpot
    assert table.log.balance("jackpot/royal/meter") == parse_amount("500.00") + fed
    assert deep_audit(table.log).findings == deep_audit(table.log).notes == ()


@pytest.mark.parametrize("game", WITH_JACKPOT)
def test_every_round_names_the_meter_that_its_wagers_give(game: str) -> None:
    log, chance = new_log(), random.Random(game)
    fund(log, "p1")
    table = opened(log, rules_for(game, jackpot=terms_of(seed=945_00, increment=200_000)))
    table.do(Join(seat=1, player="p1"))
    while table.state.rounds < 150 or table.state.phase != "wagers":
        play_on(table, chance)
    meter, at_once = METER, 0
    for end in settled(log):
        jackpot = end.settlement.jackpot
        staked = end.record.seats[0].wagers.get("progressive", end.record.seats[0].wagers.get("jackpot", "0.00"))
        added = parse_amount(staked) // 5
        assert jackpot is not None
        assert parse_amount(jackpot.meter_before) == meter, end.round
        assert parse_amount(jackpot.contributed) == added
        awards = sum(parse_amount(award.amount) for award in jackpot.awards)
        meter += added + parse_amount(jackpot.reseeded) - awards
        assert parse_amount(jackpot.meter_after) == meter
        at_once += added > 0 and not end.record.seats[0].decisions
    assert meter == log.balance("jackpot/royal/meter")
    assert at_once or game != GAME
    assert deep_audit(log).findings == ()


def test_a_round_that_ends_with_the_deal_is_planned_again_where_another_process_was_quicker() -> None:
    table = natural(TENTH)
    fund(table.log, "p2")
    other = loaded(table.log, "8", jackpots=Jackpots(table.log))
    other.do(OpenTable(rules=rules_for(GAME, name="8", jackpot=table.state.open_rules.jackpot), day=DAY))
    other.do(Join(seat=1, player="p2"))
    other.do(Wager(seat=1, wagers={"wager": 10_00, "match-up": 5_00, "progressive": 1_00}))
    play(table)
    (end,) = settled(table.log)
    assert end.settlement.jackpot is not None
    assert end.settlement.jackpot.meter_before == "945.20"


@pytest.mark.parametrize("seed", [TENTH, WHOLE])
@pytest.mark.parametrize("more", [{}, {"cap": 945_10}, {"reserve": 100_000}])
def test_a_log_of_before_is_read_and_said_to_be_one(
    seed: int, more: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As version 0.1 wrote it: the settlement of such a round did not see what the same batch contributed."""
    with monkeypatch.context() as old:
        old.setattr(Plan, "with_planned", lambda _self, _jackpot, stored: stored)
        table = natural(seed, **more)
        play(table)
    found = deep_audit(table.log)
    assert found.broken is None, found.findings
    (note,) = found.notes
    assert "without the round's own contribution" in note.reason
    assert [one.what for one in found.to_struct().notes] == [note.reason]
