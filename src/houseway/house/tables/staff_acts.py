"""What staff do at a table: open and close it, deal, enter cards, call a round off, report the jackpot's controller."""

from typing import Annotated, Final, Literal

from msgspec import Meta

from houseway.errors import InvalidInput, NotAllowedNow
from houseway.house.jackpots import events as jackpot_events
from houseway.house.log.events import Event
from houseway.house.log.ledger import Units, format_units
from houseway.house.log.names import HOUSE, TablePot, table_account
from houseway.house.log.texts import require_text
from houseway.house.people.act import Act, ActInput
from houseway.house.people.act_fields import Cards, Deal, Words
from houseway.house.people.rights import DEAL, FLOOR, SUPERVISOR, Right
from houseway.house.sheets.links import outside_games
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables.course import deal, go_on, require_between_rounds, require_playing
from houseway.house.tables.dealing import deal_text
from houseway.house.tables.desk import TableDesk, TablePlan
from houseway.house.tables.device_checks import reading_contradiction, require_read, waiting_reader
from houseway.house.tables.device_events import EntryContradicted
from houseway.house.tables.enabled import is_practice, require_approved, require_enabled_until_appended
from houseway.house.tables.entered_wins import wins_add_up
from houseway.house.tables.irregularities import require_irregularity, require_one_without_entries
from houseway.house.tables.payloads import (
    Closed,
    ControllerBack,
    ControllerLost,
    Dealt,
    Entered,
    Opened,
    Voided,
)
from houseway.house.tables.settling import (
    commit_next_deck,
    lose_controller,
    regain_controller,
    reveal_deck,
    void,
)
from houseway.house.tables.state import Phase, TableState, open_round

Reason = Annotated[Words, Meta(extra={"argument": True, "words": True})]


class OpenTable(ActInput, frozen=True, kw_only=True):
    """Open a table with the rules of its sheet, for a gaming day; what its tray holds is counted from then on."""

    rules: TableRules
    day: str
    sheet: str = ""
    software: str = ""


def _open_table(plan: TablePlan, desk: TableDesk, asked: OpenTable) -> None:
    rules, before = asked.rules, plan.state
    require_enabled_until_appended(plan, desk.log)
    require_approved(rules.chosen, desk.log)
    if before.rules is not None:
        raise NotAllowedNow("the table is open", field="table")
    if rules.name != desk.services.name:
        raise InvalidInput(f"the rules are those of table {rules.name}", field="table")
    if rules.name in outside_games():
        raise InvalidInput("is the name of a game outside houseway; give the table another one", field="table")
    after = TableState(
        day=asked.day,
        rounds=before.rounds,
        decks=before.decks,
        tray=_opening_count(plan, desk),
        equipment=before.equipment.after_round(),
    )
    opened = Opened(
        rules=rules.to_json(),
        sheet=asked.sheet,
        software=asked.software,
        table=after.summary(),
        adds_up=wins_add_up(desk.log),
    )
    plan.add(opened, by=desk.by)
    if rules.jackpot:
        jackpot = desk.services.jackpot(rules.jackpot.name)
        jackpot.catch_up()
        plan.add_to_other_stream(jackpot_events.link_event(jackpot.state, rules), expected=jackpot.state.number)
    commit_next_deck(plan, desk.services)


def _opening_count(plan: TablePlan, desk: TableDesk) -> Units | None:
    """What the tray holds: zero, or what its account does where nobody has counted it before.

    In a practice house, which pays nobody, trays are counted once they are filled.
    """
    if plan.state.tray is not None or desk.people is None or is_practice(desk.log):
        return plan.state.tray
    plan.expected[HOUSE] = desk.log.head(HOUSE).number  # its chips must not move meanwhile
    held = desk.log.balance(table_account(desk.services.name, TablePot.CHIPS))
    if held < 0 and desk.services.counts_trays():
        raise NotAllowedNow(f"the tray is short of {format_units(-held)}: fill it first", field="table")
    return held


class CloseTable(ActInput, frozen=True, kw_only=True):
    """Close a table between rounds; the seed of its deck is revealed."""


def _close_table(plan: TablePlan, desk: TableDesk, _asked: CloseTable) -> None:
    rules = plan.state.open_rules
    require_between_rounds(plan.state, "wagers are on the layout", field="table")
    if plan.state.betting:
        raise NotAllowedNow("wagers are on the layout", field="table")
    reveal_deck(plan)
    if rules.jackpot:
        jackpot = desk.services.jackpot(rules.jackpot.name)
        jackpot.catch_up()
        plan.add_to_other_stream(jackpot_events.unlink_event(jackpot.state, rules.name), expected=jackpot.state.number)
    plan.add(Closed(), by=desk.by)


class StartDeal(ActInput, frozen=True, kw_only=True):
    """Call no more wagers: jackpot wagers are sensed, and the round is dealt or its cards are awaited."""


def _start_deal(plan: TablePlan, desk: TableDesk, _asked: StartDeal) -> None:
    deal(plan, desk.services, by=desk.by)


class EnterCards(ActInput, frozen=True, kw_only=True):
    """Enter the cards of a real table: a whole deal, or the next card that was drawn.

    Hidden cards are kept as a secret of the log and not printed.
    """

    cards: Annotated[Cards | None, Meta(description="The card that was drawn: one a request.")] = None
    deal: Annotated[Deal | None, Meta(description="The cards of a whole deal.")] = None


def _enter_cards(plan: TablePlan, desk: TableDesk, asked: EnterCards) -> None:
    if (asked.deal is None) == (asked.cards is None):
        raise InvalidInput("give a deal, or the card that was drawn", field="cards")
    if plan.state.open_rules.cards == "shuffle" or plan.state.phase != Phase.CARDS:
        raise NotAllowedNow("no card is to be entered", field="cards")
    if asked.deal is None:
        card = one_card(asked.cards or ())
        plan.add(Entered(round=plan.state.rounds, card=card), by=desk.by)
    else:
        _enter_deal(plan, desk, asked.deal)
    go_on(plan, desk.services)


def _enter_deal(plan: TablePlan, desk: TableDesk, given: Deal) -> None:
    """The cards of a whole deal; a contradiction of the reader is recorded, to prevent guessing."""
    now, number = open_round(plan.state), plan.state.rounds
    require_playing(now, given.hands)
    require_read(plan.state)
    dealt, reader = now.deal_hands(given.hands, given.dealer, given.board), waiting_reader(plan.state)
    if reader and (why := reading_contradiction(plan.state, dealt, desk.secret)):
        plan.add(EntryContradicted(device=reader.device, round=number, reason=why), by=desk.by)
        return
    digest = plan.keep(deal_text(given.hands, given.dealer, given.board, desk.services.entropy()))
    plan.add(Entered(round=number, deal=digest), by=desk.by)


def one_card(cards: Cards) -> str:
    """The card of a request that takes one, in notation."""
    if len(cards) != 1:
        raise InvalidInput("one card a request", field="cards")
    return str(cards[0])


def _is_same_entry(_desk: TableDesk, asked: EnterCards, event: Event) -> bool:
    """The cards of a deal are not compared: the answer would help somebody guess a hidden card."""
    if event.kind == EntryContradicted.KIND:
        return asked.deal is not None
    if event.kind != Entered.KIND:
        return False
    payload = event.read(Entered)
    return bool(payload.deal) if asked.deal is not None else payload.card == one_card(asked.cards or ())


class VoidRound(ActInput, frozen=True, kw_only=True):
    """Call the round off: a misdeal, a card-reader fault; every stake goes back.

    Once anybody has seen a card, the reason must name a stated irregularity, and what was seen is recorded.
    """

    reason: Annotated[Reason, Meta(description="Why: misdeal, card-reader fault, ...")]


def _void_round(plan: TablePlan, desk: TableDesk, asked: VoidRound) -> None:
    require_text(asked.reason, field="reason")
    if desk.people is not None and not desk.is_one_person_house:  # there one person plays and deals
        require_irregularity(plan.state, asked.reason)
        require_one_without_entries(plan.state, desk.by, desk.second)
    void(plan, desk.services, asked.reason, by=desk.by, second=desk.second)


class ReportController(ActInput, frozen=True, kw_only=True):
    """Say that the jackpot's controller is lost, or back. While it is lost, only the jackpot wager is not taken."""

    state: Annotated[
        Literal["lost", "back"],
        Meta(description="Whether the jackpot's controller is lost or back.", extra={"argument": True}),
    ]


def _report_controller(plan: TablePlan, desk: TableDesk, asked: ReportController) -> None:
    if asked.state == "lost":
        lose_controller(plan, by=desk.by)
    else:
        regain_controller(plan, desk.services, by=desk.by)


def _is_same_report(_desk: TableDesk, asked: ReportController, event: Event) -> bool:
    return event.kind == (ControllerLost.KIND if asked.state == "lost" else ControllerBack.KIND)


OPEN_TABLE: Final = Act(
    "open",
    OpenTable,
    Right("open table", SUPERVISOR),
    (Opened,),
    _open_table,
    says=lambda _, asked: {"sheet": asked.sheet},
    is_offered=False,
)
CLOSE_TABLE: Final = Act(
    "close", CloseTable, Right("close table", SUPERVISOR), (Closed,), _close_table, "close 7 --as sue"
)
START_DEAL: Final = Act("deal", StartDeal, DEAL, (Dealt,), _start_deal, "deal 7 --as dan")
ENTER_CARDS: Final = Act(
    "enter",
    EnterCards,
    Right("enter cards", FLOOR),
    (Entered, EntryContradicted),
    _enter_cards,
    'enter 7 --hand 1="Ah Kh" --dealer "9h 2c" --board "Kd 7s 7c 2d Jh" --as dan',
    match=_is_same_entry,
    refusal=lambda event: event.read(EntryContradicted).reason if event.kind == EntryContradicted.KIND else "",
)
VOID_ROUND: Final = Act(
    "void",
    VoidRound,
    Right("void round", SUPERVISOR, second=FLOOR),
    (Voided,),
    _void_round,
    "void 7 misdeal --as sue --second dan",
)
REPORT_CONTROLLER: Final = Act(
    "controller",
    ReportController,
    Right("report controller", FLOOR),
    (ControllerLost, ControllerBack),
    _report_controller,
    "controller 7 lost --as dan",
    match=_is_same_report,
)
