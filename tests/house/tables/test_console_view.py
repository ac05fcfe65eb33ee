"""The dealer's console: chips add up, payments are the settlement's, there is one next step, no hidden card is told."""

import random
from functools import cache
from itertools import pairwise, product
from typing import Any

import msgspec
import pytest

from house.support.tables import rules_for
from house.tables.test_devices import table_with
from house.tables.test_shares import won
from houseway.cards.card import Card, card_texts
from houseway.games import game_names
from houseway.games.round.deal_order import cards_needed, deal_order, dealt_places
from houseway.house.people.act_fields import Deal
from houseway.house.tables.chips import STANDARD, denominations, in_chips
from houseway.house.tables.console_view import console_view
from houseway.house.tables.next_step import next_step
from houseway.house.tables.payments import Payments, payments
from houseway.house.tables.staff_acts import CloseTable, EnterCards, ReportController, StartDeal
from houseway.house.tables.state import Phase, open_round
from houseway.house.tables.table import Table
from houseway.house.tables.wager_acts import Decide, Wager
from houseway.money import parse_money

WAGERS = {
    "down-under-holdem": {"ante": 10_00, "bet": 10_00},
    "premium-holdem": {"ante": 10_00, "xtra-bonus": 10_00},
    "down-under-blackjack": {"wager": 10_00},
    "flush-poker": {"bet": 10_00},
    "wild-monkey-pai-gow": {"bet": 10_00},
}


def money(text: str) -> int:
    return parse_money(text, zero=True)


# ---- chips


@pytest.mark.parametrize(("chip", "most"), [(1_00, 300_00), (5_00, 100_00), (50, 40_00), (2_50, 500_00), (1, 1_00)])
def test_the_chips_of_a_table_are_multiples_from_its_smallest_to_its_highest_wager(chip: int, most: int) -> None:
    chips = denominations(rules_for("flush-poker", chip=chip, most=most))
    assert chips[-1] == chip
    assert all(large % small == 0 and large > small for large, small in pairwise(chips))
    assert chips[0] >= most or chips[0] == STANDARD[-1]


@pytest.mark.parametrize("chips", [[100_00, 25_00, 5_00, 1_00], [25_00, 5_00, 2_50], [1_00, 50, 25]])
def test_an_amount_in_chips_adds_up_exactly(chips: list[int]) -> None:
    luck = random.Random(23)
    for amount in [0, 1, 99, *(luck.randrange(10**7) for _ in range(500))]:
        found = in_chips(amount, chips)
        assert sum(money(one.chip) * one.count for one in found) == amount
        assert all(money(one.chip) in chips or (one.chip, one.count) == ("0.01", amount % chips[-1]) for one in found)


def test_no_fewer_chips_make_an_amount() -> None:
    chips = [25_00, 5_00, 1_00]

    @cache
    def fewest(amount: int) -> int:
        return 0 if not amount else 1 + min(fewest(amount - chip) for chip in chips if chip <= amount)

    for dollars in range(1, 200):
        assert sum(one.count for one in in_chips(dollars * 100, chips)) == fewest(dollars * 100)


# ---- the order of the deal


@pytest.mark.parametrize(("game", "seats"), list(product(WAGERS, [(1,), (2, 5), (1, 2, 3, 4, 5, 6)])))
def test_cards_are_entered_in_the_order_in_which_they_are_dealt(game: str, seats: tuple[int, ...]) -> None:
    chosen = rules_for(game).chosen
    deck = [Card(number % 52) for number in range(cards_needed(chosen, len(seats)))]
    hands, dealer, board = deal_order(chosen, seats, deck)
    count = {**{("seat", seat): len(cards) for seat, cards in hands.items()}}
    count |= {("dealer", 0): len(dealer)} | ({("board", 0): len(board)} if board else {})
    places = dealt_places(chosen, seats)
    assert len(places) == sum(count.values())
    for (to, seat), number in count.items():
        assert [one.card for one in places if (one.to, one.seat) == (to, seat)] == list(range(1, number + 1))
    assert [one for one in places if one.to == "board"] == places[len(places) - len(board) :]
    first = [one.seat for one in places if one.card == 1 and one.to == "seat"]
    assert first == list(seats)


# ---- rounds


def played(game: str, seed: int) -> tuple[Table, list[dict[str, Any]]]:
    """A round of random cards and decisions, and what the console showed at every step."""
    luck = random.Random(f"{game} {seed}")
    _, _, table = table_with(game, verify_above=10**9)
    shown = [look(table)]
    table.do(Wager(seat=1, wagers=WAGERS[game]), by="pat")
    shown.append(look(table))
    table.do(StartDeal(), by="dan")
    shown.append(look(table))
    chosen = table.state.open_rules.chosen
    deck = [Card(number) for number in sorted(chosen.deck) for _ in range(chosen.copies)]
    luck.shuffle(deck)
    hands, dealer, board = deal_order(chosen, [1], deck)
    table.do(EnterCards(deal=Deal(hands=hands, dealer=dealer, board=board)), by="dan")
    rest = deck[cards_needed(chosen, 1) :]
    while table.state.phase in (Phase.DECISIONS, Phase.CARDS):
        shown.append(look(table))
        now = open_round(table.state)
        if now.needs_card:
            table.do(EnterCards(cards=(rest.pop(),)), by="dan")
        else:
            choice = luck.choice([one for one in now.choices() if one.complete])
            table.do(Decide(seat=1, decision=choice.text), by="dan")
    shown.append(look(table))
    return table, shown


def look(table: Table) -> dict[str, Any]:
    """What the console shows, which tells no card that is hidden from everybody."""
    view = console_view(table)
    text = msgspec.json.encode(msgspec.structs.replace(view, deck=None)).decode()
    now = table.state.round
    if now is not None and now.dealt:
        public = {*now.seen_by_all().dealer, *now.seen_by_all().board, *card_texts(now.drawn)}
        public |= {card for seat in now.seats for card in now.seen_seat(0, seat).cards}
        for card in {str(one) for one in now.cards_out} - public:
            assert f'"{card}"' not in text
        assert view.deck is not None
        assert sorted(view.deck.out) == sorted(
            card
            for card in [
                *now.seen_by_all().dealer,
                *now.seen_by_all().board,
                *(card for seat in now.seats for card in now.seen_seat(0, seat).cards),
                *card_texts(now.drawn[: len(now.drawn) - (len(now.seen_dealer()) - len(now.dealer))]),
            ]
            if card != "??"
        )
    plain: dict[str, Any] = msgspec.to_builtins(view)
    return plain


@pytest.mark.parametrize(("game", "seed"), list(product(WAGERS, range(4))))
def test_every_step_of_a_round_is_one_thing_to_do(game: str, seed: int) -> None:
    table, shown = played(game, seed)
    kinds = [view["step"]["kind"] for view in shown]
    assert kinds[:3] == ["wagers", "wagers", "cards"]
    assert {*kinds[3:-1]} <= {"decide", "draw"}
    assert shown[0]["step"]["act"] is None
    assert (shown[1]["step"]["say"], shown[1]["step"]["act"]) == ("No more wagers", "deal")
    assert len(shown[2]["order"]) == len(dealt_places(table.state.open_rules.chosen, [1]))
    for view in shown[3:-1]:
        is_draw = view["step"]["kind"] == "draw"
        assert (len(view["order"]) == 1, bool(view["choices"])) == (is_draw, not is_draw)
    check_payments(table)


def check_payments(table: Table) -> Payments:
    """What is paid and taken is what the settlement says, chip by chip."""
    found, finished = payments(table.state), table.state.finished
    assert found is not None
    assert finished is not None
    assert [one.seat for one in found.seats] == [one.seat for one in finished.settlement.seats]
    jackpot = table.state.open_rules.chosen.approval.jackpot
    for paid, row in zip(found.seats, finished.settlement.seats, strict=True):
        sensed = sum(money(one.stake) for one in row.wagers if jackpot and one.wager == jackpot.name)
        net = money(row.returned) - money(row.staked)
        held = money(paid.held) if paid.held else 0
        assert money(paid.pay) - money(paid.take) + held == net + sensed or held
        for amount, chips in ((paid.take, paid.take_chips), (paid.pay, paid.pay_chips)):
            assert sum(money(one.chip) * one.count for one in chips) == money(amount)
        assert [one.wager for one in paid.lines] == [one.wager for one in row.wagers]
    return found


def test_a_share_is_not_told_before_it_is_keyed_in() -> None:
    _, table = won()
    view = console_view(table)
    assert (view.step.kind, view.payments, view.shares) == ("shares", None, [1])
    assert "100%" not in msgspec.json.encode(view).decode()


def test_a_jackpot_chip_was_taken_when_it_was_sensed() -> None:
    _, table = won(console=False)
    found = payments(table.state)
    assert found is not None
    (line,) = [one for one in found.seats[0].lines if one.wager == "jackpot"]
    assert line.take == "0.00"
    assert money(line.pay) > 0


def test_the_console_says_why_a_step_waits() -> None:
    _, _, table = table_with("flush-poker", "spots")
    table.do(Wager(seat=1, wagers={"bet": 10_00, "jackpot": 1_00}), by="pat")
    step = next_step(table.state)
    assert (step.say, step.act) == ("No more wagers", "deal")
    assert "has not sensed the jackpot wagers" in (step.blocked or "")
    assert console_view(table).manual == ["sensing"]


def test_the_jackpot_spots_that_are_lit_are_counted() -> None:
    _, _, table = table_with("flush-poker")
    table.do(Wager(seat=1, wagers={"bet": 10_00, "jackpot": 1_00}), by="pat")
    assert "1 jackpot spot is lit" in next_step(table.state).then
    table.do(StartDeal(), by="dan")
    assert next_step(table.state).say == "1 jackpot spot is lit: take the chips"


def test_a_closed_table_and_a_lost_controller_have_a_step_too() -> None:
    _, _, table = table_with("flush-poker")
    table.do(ReportController(state="lost"), by="dan")
    assert console_view(table).controller is False
    table.do(ReportController(state="back"), by="dan")
    table.do(CloseTable(), by="sue")
    assert (next_step(table.state).kind, console_view(table).seats) == ("closed", [])


def test_every_game_has_a_console() -> None:
    assert {*WAGERS} == {*game_names()}
