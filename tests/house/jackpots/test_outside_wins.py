"""Wins of a game outside: entered by two, and verified by two others where they are large."""

import dataclasses
from typing import Any

import pytest
from msgspec.structs import replace

from house.jackpots.test_jackpots import outside_jackpot, share_lines, units
from house.support.tables import Clock, check_house, new_log
from house.threats.test_money import house
from houseway.errors import HousewayError, InvalidInput, NotAllowedNow
from houseway.house.jackpots import outside_wins
from houseway.house.jackpots.jackpot import Jackpot
from houseway.house.jackpots.money_acts import Deposit, Draw
from houseway.house.jackpots.outside_wins import AwardOutsideWin, RejectOutsideWin, VerifyOutsideWin
from houseway.house.jackpots.payloads import HELD, PAID, Awarded, WinVerified
from houseway.house.jackpots.report import jackpot_screen
from houseway.house.jackpots.terms_acts import ChangeJackpot
from houseway.house.log.events import NewEvent
from houseway.house.log.ledger import cents, move
from houseway.house.people.cage_acts import Fund
from houseway.house.records.deep_audit.walk import deep_audit

DOLLAR = cents(100)
TWO: dict[str, Any] = {"by": "sue", "second": "dan"}


class Shared:
    """A house whose meter of $10,000 a game outside shares; a win above $1,500 in 24 hours is verified."""

    def __init__(self) -> None:
        self.log, self.people, _ = house(cashier=False)
        self.jackpot, self.name, self.game = outside_jackpot(self.log, people=self.people)
        terms = dataclasses.replace(self.jackpot.state.posted, verify_above=1_500_00)
        self.jackpot.do(ChangeJackpot(terms=terms), by="sue", second="ada")
        lines = {share: line for line, share in share_lines(self.game).items()}
        self.all, self.tenth = lines[max(lines)], lines[min(lines)]

    def win(self, line: str, player: str = "Pat") -> Awarded:
        """Sue and dan enter a win."""
        won = AwardOutsideWin(game=self.name, line=line, won_as=self.game, player=player)
        return self.jackpot.do(won, **TWO)[0].read(Awarded)

    def bank(self) -> float:
        return self.log.balance("house/bank") / DOLLAR

    def check(self) -> None:
        """The ledger adds up, the state loads as it was folded, and the deep audit finds nothing."""
        check_house(self.log)
        assert self.jackpot.state == Jackpot(self.log, "royal").state
        assert deep_audit(self.log).findings == deep_audit(self.log).notes == ()


def test_a_large_win_outside_is_paid_when_two_others_have_verified_it() -> None:
    one = Shared()
    awarded = one.win(one.all)
    assert (awarded.entered, awarded.after) == (HELD, "1000.00")
    assert one.bank() == 100_000
    assert units(one.log, "meter") == 1_000 * DOLLAR  # it is won: the next win is of the reset
    (held,) = jackpot_screen(one.jackpot).held
    assert (held.player, held.amount, held.verified) == ("Pat", "10000.00", 0)
    for who in ("sue", "dan"):
        with pytest.raises(HousewayError, match="entered this win"):
            one.jackpot.do(VerifyOutsideWin(), by=who)
    for who in ("ada", "pat"):
        with pytest.raises(HousewayError):
            one.jackpot.do(VerifyOutsideWin(), by=who)
    one.jackpot.do(VerifyOutsideWin(), by="deb")
    assert one.bank() == 100_000
    with pytest.raises(HousewayError, match="has verified it"):
        one.jackpot.do(VerifyOutsideWin(), by="deb")
    one.check()
    one.jackpot.do(VerifyOutsideWin(award=held.number), by="sam")
    assert one.bank() == 90_000
    assert one.log.balance("outside/players") == 10_000 * DOLLAR
    assert jackpot_screen(one.jackpot).held == []
    with pytest.raises(NotAllowedNow, match="no such win waits"):
        one.jackpot.do(VerifyOutsideWin(), by="sam")
    one.check()


def test_small_wins_outside_add_up_over_24_hours() -> None:
    one = Shared()
    assert one.win(one.tenth).entered == PAID  # $1,000 of $10,000
    assert one.bank() == 99_000
    assert one.win(one.tenth).entered == HELD  # with $900 more it is above $1,500
    assert one.win(one.tenth).entered == HELD  # one that waits, and may be rejected, ends no count
    assert one.bank() == 99_000
    clock = one.log.clock
    assert isinstance(clock, Clock)
    clock.move(24 * 3600 + 1)
    assert one.win(one.tenth).entered == PAID
    one.check()
    with pytest.raises(InvalidInput, match="several wins wait"):
        one.jackpot.do(VerifyOutsideWin(), by="sam")


def test_the_amount_of_a_held_win_stands_and_the_account_may_pay_it() -> None:
    one = Shared()
    one.jackpot.do(Deposit(amount=10_000_00, slip="S-1"), by="sue", second="ada")
    one.people.do(Fund(amount=88_000_00, out=True), by="ada", second="sue")
    one.win(one.all)
    assert one.win(one.tenth, "Ann").awards[0].amount == "100.00"  # of the meter after the first
    one.jackpot.do(VerifyOutsideWin(award=one.jackpot.state.held[0].award), by="deb")
    with pytest.raises(NotAllowedNow, match=r"the bank holds 1900.00 of 10000.00; draw"):
        one.jackpot.do(VerifyOutsideWin(), by="sam")
    one.jackpot.do(Draw(amount=9_000_00, slip="S-2"), by="sue", second="ada")
    one.jackpot.do(VerifyOutsideWin(), by="sam")
    assert one.bank() == 900
    one.check()


def test_two_others_reject_a_win_that_was_none() -> None:
    one = Shared()
    one.win(one.all)
    for pair in ({"by": "sue", "second": "sam"}, {"by": "sam", "second": "dan"}, {"by": "sam"}):
        with pytest.raises(HousewayError):
            one.jackpot.do(RejectOutsideWin(reason="a misread hand"), **pair)
    one.jackpot.do(RejectOutsideWin(reason="a misread hand"), by="sam", second="deb")
    assert units(one.log, "meter") == 11_000 * DOLLAR  # with the reset, which `adjust` takes back
    assert (one.jackpot.state.hits, one.jackpot.state.held) == (0, ())
    assert jackpot_screen(one.jackpot).wins == []
    assert one.bank() == 100_000
    one.check()


def test_a_large_win_outside_that_was_paid_at_once_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Shared()
    with monkeypatch.context() as careless:
        careless.setattr(outside_wins, "is_large_win", lambda *_: False)
        one.win(one.all)
    assert any("a large win outside was not held" in found.reason for found in deep_audit(one.log).findings)


def test_a_verification_of_ones_own_win_is_found() -> None:
    one = Shared()
    one.win(one.all)
    (held,) = one.jackpot.state.held
    for person, is_last in (("sue", False), ("dan", True)):
        after = replace(one.jackpot.fresh().summary(), held=() if is_last else (replace(held, verified=("sue",)),))
        money = move(10_000 * DOLLAR, out_of="house/bank", into="outside/players") if is_last else ()
        payload = WinVerified(award=held.award, person=person, last=is_last, jackpot=after)
        one.log.append(NewEvent(stream="jackpot/royal", by=person, data=payload, postings=money))
        one.jackpot.catch_up()
    problems = [found.reason for found in deep_audit(one.log).findings]
    assert [text for text in problems if "verified a round of their own" in text] == problems
    assert len(problems) == 2


def test_a_house_without_people_holds_a_win_outside_too() -> None:
    jackpot, name, game = outside_jackpot(new_log())
    line = next(line for line, share in share_lines(game).items() if share == 1)
    jackpot.do(AwardOutsideWin(game=name, line=line, won_as=game, player="Pat"), **TWO)
    assert len(jackpot.state.held) == 1  # where a jackpot names no amount, $5,000 is the most
