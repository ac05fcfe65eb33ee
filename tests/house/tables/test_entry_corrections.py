"""A mistyped card or decision is corrected before anything depends on it, and never after."""

import random
from typing import Any

import pytest

from house.support.tables import check_house, fund, loaded, new_log, opened, rules_for, usual_wagers
from house.threats.test_money import house, real_table
from houseway.cards.card import Card, parse_cards
from houseway.cards.deck import joker_deck
from houseway.errors import HousewayError, IllegalDecision, InvalidInput, NotAllowedNow, NotApproved
from houseway.house.log.log import Log
from houseway.house.people.act_fields import Deal
from houseway.house.people.cage_acts import BuyIn
from houseway.house.people.house import NotPermitted
from houseway.house.records.audit import audit_log
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.records.dispute import dispute_pack
from houseway.house.tables.entry_corrections import CorrectEntry
from houseway.house.tables.holds import VerifyWin
from houseway.house.tables.seat_acts import Join
from houseway.house.tables.staff_acts import EnterCards, StartDeal
from houseway.house.tables.state import Phase, open_round
from houseway.house.tables.table import Table, load_state, replay_state
from houseway.house.tables.wager_acts import Decide, Wager

HAND = "2h 3h 4h 5h 6h 7h 8h"
TYPED = "2h 3h 4h 5h 6h 7h 9h"
DEALER = "2c 3d 5s 7c 9c Jc Kc"


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text.split())


def real(game: str, log: Log | None = None, **more: Any) -> Table:
    """A table whose cards dan enters, with three players."""
    given: dict[str, Any] = {"cards": "hand", "dealer": "person", "jackpot": None, **more}
    log = log or new_log()
    fund(log, "ann", "ben", "cid")
    options = {"jackpot": "off"} if game in ("flush-poker", "wild-monkey-pai-gow") else {}
    options |= {"progressive": "off"} if game == "down-under-blackjack" else {}
    table = opened(log, rules_for(game, options={**options, **given.pop("options", {})}, **given))
    for seat, player in ((1, "ann"), (2, "ben")):
        table.do(Join(seat=seat, player=player))
        table.do(Wager(seat=seat, wagers=usual_wagers(table.state.open_rules.chosen, bonuses=False)))
    table.do(StartDeal(), by="dan")
    return table


def holdem(**more: Any) -> Table:
    table = real("down-under-holdem", **more)
    table.do(
        EnterCards(
            deal=Deal(
                hands={1: cards("Ah Kh"), 2: cards("2d 3d")}, dealer=cards("9h 2c"), board=cards("Kd 7s 7c 2s Jh")
            )
        ),
        by="dan",
    )
    return table


def money(table: Table) -> dict[str, int]:
    return {name: amount // 1_000_000 for name, amount in table.log.balances("player/").items()}


def phase(table: Table) -> Phase:
    return table.state.phase


def is_sound(table: Table) -> None:
    assert table.state == loaded(table.log, table.name).state == replay_state(table.log, table.name)
    check_house(table.log, table.name)
    assert audit_log(table.log).broken is None


# ---- a deal


def test_a_mistyped_hand_is_corrected_and_the_round_goes_on_with_it() -> None:
    table = holdem()
    (event,) = table.do(
        CorrectEntry(
            deal=Deal(
                hands={1: cards("Ad Kh"), 2: cards("2d 3d")}, dealer=cards("9h 2c"), board=cards("Kd 7s 7c 2s Jh")
            ),
            reason="mistyped",
        ),
        by="dan",
    )
    assert event.kind == "entry corrected"
    assert event.data["entry"] == event.number - 1
    assert not {"Ad", "9h", "Kd"} & set(str(event.data).replace("'", " ").split()), "no card stands in the event"
    assert table.view(1)["seats"][0]["cards"] == ["Ad", "Kh"]
    is_sound(table)
    table.do(Decide(seat=1, decision="play 3x"))
    table.do(Decide(seat=2, decision="play 3x"))
    assert table.state.finished is not None
    assert table.state.finished.record.seats[0].cards == ["Ad", "Kh"]
    is_sound(table)
    assert deep_audit(table.log).findings == ()
    kinds = [one.kind for one in dispute_pack(table.log, "7", 1).events]
    assert kinds.index("entered") + 1 == kinds.index("entry corrected")


def test_a_correction_is_corrected_again() -> None:
    table = holdem()
    for ace in ("Ad", "Ac", "Ah"):
        table.do(
            CorrectEntry(
                deal=Deal(
                    hands={1: cards(f"{ace} Kh"), 2: cards("2d 3d")},
                    dealer=cards("9h 2c"),
                    board=cards("Kd 7s 7c 2s Jh"),
                ),
                reason="again",
            ),
            by="dan",
        )
        assert table.view(1)["seats"][0]["cards"][0] == ace
    entries = [event.data["entry"] for event in table.log.read("table/7") if event.kind == "entry corrected"]
    assert entries == [entries[0], entries[0] + 1, entries[0] + 2], "each names the one before"
    is_sound(table)


def deal_again(table: Table, *, by: str = "dan", dealer: str = "9h 2c", first: str = "Ad Kh") -> None:
    hands = {1: cards(first), 2: cards("2d 3d")}
    table.do(
        CorrectEntry(deal=Deal(hands=hands, dealer=cards(dealer), board=cards("Kd 7s 7c 2s Jh")), reason="mistyped"),
        by=by,
    )


@pytest.mark.parametrize("who", ["ann", "dan", "sue"])
def test_no_card_is_corrected_after_any_decision(who: str) -> None:
    """Not even a hidden one, and not by whom the decision was entered: cards are not chosen after decisions."""
    table = holdem()
    table.do(Decide(seat=1, decision="check"), by=who)
    with pytest.raises(NotAllowedNow, match="depends on"):
        deal_again(table)
    is_sound(table)


def test_no_card_is_corrected_after_the_posted_default() -> None:
    table = holdem(cards="scanner")
    table.log.clock.move(31)  # type: ignore[attr-defined]
    table.tick(table.log.clock())
    with pytest.raises(NotAllowedNow, match="a decision depends on"):
        deal_again(table)


def test_a_correction_that_comes_too_late_finds_the_posted_default_taken() -> None:
    table = holdem(cards="scanner")
    table.log.clock.move(31)  # type: ignore[attr-defined]  # and nobody ticked
    with pytest.raises(NotAllowedNow, match="a decision depends on"):
        deal_again(table)
    assert [event.kind for event in table.log.read(table.stream)][-1] == "decided"


def test_nothing_is_corrected_before_the_deal_nor_after_the_end() -> None:
    table = real("down-under-holdem")
    with pytest.raises(NotAllowedNow, match="nothing was entered"):
        deal_again(table)
    table.do(
        EnterCards(
            deal=Deal(
                hands={1: cards("Ah Kh"), 2: cards("2d 3d")}, dealer=cards("9h 2c"), board=cards("Kd 7s 7c 2s Jh")
            )
        ),
        by="dan",
    )
    table.do(Decide(seat=1, decision="play 3x"))
    table.do(Decide(seat=2, decision="play 3x"))
    with pytest.raises(NotAllowedNow, match="a settled one is corrected by two persons"):
        deal_again(table)


def test_cards_of_the_fair_shuffle_are_never_corrected() -> None:
    log = new_log()
    fund(log, "ann")
    table = opened(log, rules_for("down-under-holdem"))
    table.do(Join(seat=1, player="ann"))
    table.do(Wager(seat=1, wagers=usual_wagers(table.state.open_rules.chosen, bonuses=False)))
    with pytest.raises(NotAllowedNow, match="depends on"):
        table.do(
            CorrectEntry(
                deal=Deal(hands={1: cards("Ah Kh")}, dealer=cards("9h 2c"), board=cards("Kd 7s 7c 2s Jh")), reason="no"
            ),
            by="dan",
        )


def test_only_who_entered_the_cards_corrects_them() -> None:
    """Another one would learn from what is refused which cards are hidden."""
    table = holdem()
    for who in ("deb", "sue", "ann", ""):
        with pytest.raises(NotApproved, match="dan entered it"):
            deal_again(table, by=who)


def test_a_player_corrects_nothing() -> None:
    log, people, _ = house(cashier=False)
    table = real_table(log, people)
    with pytest.raises(NotPermitted, match="may not correct entry"):
        table.do(CorrectEntry(cards=(cards("Ah")[0],), reason="mine"), by="pat")


def test_hidden_cards_whose_lights_were_shown_stay() -> None:
    table = holdem()
    with pytest.raises(NotAllowedNow, match="lights"):
        deal_again(table, dealer="9h 3c")


def test_nobody_is_shown_a_hidden_card_by_way_of_a_mistake() -> None:
    """A dealer who types a hidden card into a friend's hand and corrects it would have given it away."""
    table = real("flush-poker")
    first, second, dealer = cards(HAND), cards("2s 3s 4s 5d 6d 7d 9d"), cards(DEALER)
    marked = (*first[:6], dealer[0])
    spare = cards("Ts")
    table.do(EnterCards(deal=Deal(hands={1: marked, 2: second}, dealer=(*spare, *dealer[1:]))), by="dan")
    with pytest.raises(NotAllowedNow, match="seat 1 was shown 2c"):
        table.do(CorrectEntry(deal=Deal(hands={1: first, 2: second}, dealer=dealer), reason="mistyped"), by="dan")
    with pytest.raises(NotAllowedNow, match="seat 1 was shown 2c"):
        table.do(
            CorrectEntry(
                deal=Deal(hands={1: first, 2: (*second[:6], dealer[0])}, dealer=(*spare, *dealer[1:])), reason="x"
            ),
            by="dan",
        )
    table.do(
        CorrectEntry(deal=Deal(hands={1: first, 2: second}, dealer=(*spare, *dealer[1:])), reason="mistyped"), by="dan"
    )
    is_sound(table)


def test_a_deal_is_entered_again_as_a_whole_and_as_the_deck_allows() -> None:
    table = holdem()
    with pytest.raises(InvalidInput, match="must be 2 cards"):
        table.do(
            CorrectEntry(
                deal=Deal(hands={1: cards("Ad Kh")}, dealer=cards("9h 2c"), board=cards("Kd 7s 7c 2s Jh")), reason="x"
            ),
            by="dan",
        )
    with pytest.raises(InvalidInput, match="2d"):
        deal_again(table, first="2d Kh")
    with pytest.raises(InvalidInput, match="does not play"):
        table.do(
            CorrectEntry(
                deal=Deal(hands={3: cards("Ad Kh")}, dealer=cards("9h 2c"), board=cards("Kd 7s 7c 2s Jh")), reason="x"
            ),
            by="dan",
        )
    with pytest.raises(HousewayError, match="reason"):
        table.do(CorrectEntry(deal=Deal(hands={1: cards("Ad Kh")}, dealer=cards("9h 2c")), reason="\x1b[2J"), by="dan")


def test_the_same_request_corrects_once() -> None:
    table = holdem()
    hands = {1: cards("Ad Kh"), 2: cards("2d 3d")}
    board = cards("Kd 7s 7c 2s Jh")
    once = table.do(
        CorrectEntry(deal=Deal(hands=hands, dealer=cards("9h 2c"), board=board), reason="mistyped"),
        by="dan",
        request="a",
    )
    assert (
        table.do(
            CorrectEntry(deal=Deal(hands=hands, dealer=cards("9h 2c"), board=board), reason="mistyped"),
            by="dan",
            request="a",
        )
        == once
    )
    table.do(Decide(seat=1, decision="check"))
    assert (
        table.do(
            CorrectEntry(deal=Deal(hands=hands, dealer=cards("9h 2c"), board=board), reason="mistyped"),
            by="dan",
            request="a",
        )
        == once
    )
    with pytest.raises(NotAllowedNow):
        table.do(
            CorrectEntry(deal=Deal(hands=hands, dealer=cards("9h 2c"), board=board), reason="mistyped"),
            by="dan",
            request="b",
        )


def test_who_corrected_counts_as_one_who_entered() -> None:
    log, people, cage = house(cashier=False)
    cage.do(BuyIn(player="pat", amount=500_00), by="dan")
    table = real_table(log, people)
    table.do(Wager(seat=1, wagers={"bet": 10_00, "natural-straight-flush": 10_00}), by="pat")
    table.do(StartDeal(), by="deb")
    rest = tuple(card for card in joker_deck() if card not in cards(HAND) and card not in cards(TYPED))
    table.do(EnterCards(deal=Deal(hands={1: cards(TYPED)}, dealer=rest[:7])), by="dan")
    table.do(CorrectEntry(deal=Deal(hands={1: cards(HAND)}, dealer=rest[:7]), reason="mistyped"), by="dan")
    table.do(Decide(seat=1, decision="raise 1x"), by="pat")
    assert phase(table) == Phase.HELD
    assert table.state.hold is not None
    assert table.state.hold.entered_by == ("dan",)
    with pytest.raises(NotApproved, match="entered cards or decisions"):
        table.do(VerifyWin(), by="dan")


# ---- a card of a shoe


def test_the_last_card_of_a_shoe_is_corrected_and_no_earlier_one() -> None:
    table = real("down-under-blackjack")
    table.do(EnterCards(deal=Deal(hands={1: cards("5h 6c"), 2: cards("9c 9d")}, dealer=cards("7d 8s"))), by="dan")
    table.do(Decide(seat=1, decision="hit"), by="dan")
    table.do(EnterCards(cards=(cards("2s")[0],)), by="dan")
    with pytest.raises(NotAllowedNow, match="the card 2s, and depends on the deal"):
        table.do(
            CorrectEntry(deal=Deal(hands={1: cards("5h 6c"), 2: cards("9c 9d")}, dealer=cards("7d 8s")), reason="x"),
            by="dan",
        )
    table.do(CorrectEntry(cards=(cards("3s")[0],), reason="mistyped"), by="dan")
    assert open_round(table.state).drawn == cards("3s")
    table.do(Decide(seat=1, decision="hit"), by="ann")
    with pytest.raises(NotAllowedNow, match="depends"):
        table.do(CorrectEntry(cards=(cards("2s")[0],), reason="x"), by="dan")
    table.do(EnterCards(cards=(cards("4s")[0],)), by="dan")
    is_sound(table)
    with pytest.raises(NotAllowedNow, match="8s, which is hidden"):
        table.do(EnterCards(cards=(cards("8s")[0],)), by="dan") if table.state.phase == Phase.CARDS else _shown_hole(
            table
        )


def _shown_hole(table: Table) -> None:
    """The hole card typed as the card that was drawn, and corrected."""
    table.do(CorrectEntry(cards=(cards("8s")[0],), reason="typed the hole card"), by="dan")
    table.do(CorrectEntry(cards=(cards("4s")[0],), reason="mistyped"), by="dan")


# ---- a decision


def test_a_mistyped_decision_is_corrected_with_its_stakes() -> None:
    table = holdem()
    before = money(table)
    table.do(Decide(seat=1, decision="play 3x"), by="dan")
    staked = before["player/ann"] - money(table)["player/ann"]
    assert staked > 0
    (event,) = table.do(CorrectEntry(seat=1, decision="play 2x", reason="ann said two"), by="dan")
    assert before["player/ann"] - money(table)["player/ann"] == staked * 2 // 3
    assert {account for account, _ in event.postings} == {"player/ann", "table/7/wagers"}
    table.do(CorrectEntry(seat=1, decision="check", reason="ann said check"), by="dan")
    assert money(table) == before
    is_sound(table)
    table.do(Decide(seat=2, decision="play 3x"), by="ben")
    assert open_round(table.state).turn == 1
    is_sound(table)
    assert deep_audit(table.log).findings == ()


def test_a_players_own_decision_stands() -> None:
    table = holdem()
    table.do(Decide(seat=1, decision="play 3x"), by="ann")
    with pytest.raises(NotAllowedNow, match="depends"):
        table.do(CorrectEntry(seat=1, decision="check", reason="no"), by="dan")


def test_a_decision_stands_once_another_followed_or_cards_were_shown() -> None:
    table = holdem()
    table.do(Decide(seat=1, decision="check"), by="dan")
    table.do(Decide(seat=2, decision="check"), by="dan")  # the board opens
    with pytest.raises(NotAllowedNow, match="a decision of seat 2"):
        table.do(CorrectEntry(seat=1, decision="play 3x", reason="late"), by="dan")
    with pytest.raises(NotAllowedNow, match="cards were shown after the decision"):
        table.do(CorrectEntry(seat=2, decision="play 3x", reason="late"), by="dan")
    is_sound(table)


def test_a_hit_is_corrected_until_its_card_is_there() -> None:
    table = real("down-under-blackjack")
    table.do(EnterCards(deal=Deal(hands={1: cards("5h 6c"), 2: cards("9c 9d")}, dealer=cards("7d 8s"))), by="dan")
    table.do(Decide(seat=1, decision="double"), by="dan")
    assert phase(table) == Phase.CARDS
    table.do(CorrectEntry(seat=1, decision="hit", reason="ann said hit"), by="dan")
    assert phase(table) == Phase.CARDS
    table.do(EnterCards(cards=(cards("2s")[0],)), by="dan")
    with pytest.raises(NotAllowedNow, match="the card 2s"):
        table.do(CorrectEntry(seat=1, decision="stand", reason="late"), by="dan")
    is_sound(table)


def test_a_corrected_decision_is_legal_and_can_be_paid() -> None:
    table = holdem()
    table.do(Decide(seat=1, decision="check"), by="dan")
    with pytest.raises(IllegalDecision):
        table.do(CorrectEntry(seat=1, decision="fold", reason="x"), by="dan")
    purse = money(table)["player/ann"]
    table.log.append(_empty("ann", purse))
    with pytest.raises(HousewayError, match="player/ann"):
        table.do(CorrectEntry(seat=1, decision="play 3x", reason="x"), by="dan")
    table.do(Decide(seat=2, decision="check"), by="ben")
    assert load_state(table.log, "7").phase == Phase.DECISIONS


def _empty(player: str, amount: int) -> Any:
    from houseway.house.people.cage_events import cash_out

    return cash_out(player, amount)


@pytest.mark.parametrize("game", ["down-under-holdem", "premium-holdem", "flush-poker", "wild-monkey-pai-gow"])
def test_a_round_with_corrections_ends_as_one_that_was_entered_well(game: str) -> None:
    """The twin: the same cards entered at once, the same decisions; every balance is the same."""
    chance = random.Random(f"corrected/{game}")
    for _ in range(5):
        one, other = real(game), real(game)
        spec = one.state.open_rules.chosen.approval.table
        deck = [card for card in joker_deck() if card in one.state.open_rules.chosen.deck]
        chance.shuffle(deck)
        sizes = [spec.player_cards, spec.player_cards, spec.dealer_cards + spec.dealer_extra, spec.board_cards]
        parts = []
        for size in sizes:
            parts.append(tuple(deck[:size]))
            deck = deck[size:]
        mine, theirs, dealer, board = parts
        wrong = (deck[0], *mine[1:])
        one.do(EnterCards(deal=Deal(hands={1: wrong, 2: theirs}, dealer=dealer, board=board)), by="dan")
        one.do(
            CorrectEntry(deal=Deal(hands={1: mine, 2: theirs}, dealer=dealer, board=board), reason="mistyped"), by="dan"
        )
        other.do(EnterCards(deal=Deal(hands={1: mine, 2: theirs}, dealer=dealer, board=board)), by="dan")
        assert open_round(one.state) == open_round(other.state)
        while other.state.phase == Phase.DECISIONS:
            now = open_round(other.state)
            whole = [choice.text for choice in now.choices() if choice.complete]
            said, meant = chance.choice(whole), chance.choice(whole)
            for table in (one, other):
                table.do(
                    Decide(seat=now.turn or 0, decision=said if table is one and _nothing_opens(now, said) else meant),
                    by="dan",
                )
            if _nothing_opens(now, said) and one.state.round is not None:
                one.do(CorrectEntry(seat=now.turn or 0, decision=meant, reason="mistyped"), by="dan")
        assert money(one) == money(other)
        assert one.log.balance("table/7/chips") == other.log.balance("table/7/chips")
        is_sound(one)


def _nothing_opens(now: Any, said: str) -> bool:
    """Whether the turn goes on to another decision with no card shown."""
    after = now.decide(said)
    return after.turn is not None and after.seen_board() == now.seen_board() and not after.finished
