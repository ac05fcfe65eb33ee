"""What is asked of a table, by a message of the live link or over HTTP: one reading of it for both."""

import time
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Literal

import msgspec

from houseway.cards.card import Card, parse_cards
from houseway.errors import HousewayError, InvalidInput, NotAllowedNow
from houseway.house.log.log import Appended, EventMatcher, confirm_answer, event_matching, personal_request
from houseway.money import parse_money
from houseway.web.floor import Ask, Floor
from houseway.web.live_table import LiveTable
from houseway.web.metrics import ACT_SECONDS, ACTS
from houseway.web.problems import NotSignedIn
from houseway.web.sessions import Session

ActName = Literal[
    "join",
    "leave",
    "sit-out",
    "value",
    "wager",
    "withdraw",
    "decide",
    "deal",
    "enter",
    "void",
    "verify",
    "short",
    "correct",
    "correct-round",
    "close",
    "controller",
    "tick",
]
ACT_NAMES: Final[tuple[str, ...]] = ActName.__args__  # type: ignore[attr-defined]  # a Literal's names

Money = int | float | str
Word = Annotated[str, msgspec.Meta(max_length=200)]
SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=7)]
CardText = Annotated[str, msgspec.Meta(max_length=3)]
CardList = Annotated[list[CardText], msgspec.Meta(max_length=60)]


class Second(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The second of two persons, who signs with a password."""

    person: Annotated[str, msgspec.Meta(max_length=60)]
    password: Annotated[str, msgspec.Meta(max_length=1000)]


class Deal(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The cards of a real deal."""

    hands: dict[str, CardList]
    dealer: CardList
    board: CardList = []


class TableAct(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What an act may need; each takes what concerns it."""

    seat: SeatNumber | None = None
    player: Annotated[str, msgspec.Meta(max_length=60)] | None = None
    value: Annotated[str, msgspec.Meta(max_length=100)] | None = None
    wagers: dict[str, Money] | None = None
    decision: Annotated[str, msgspec.Meta(max_length=80)] | None = None
    round: Annotated[int, msgspec.Meta(ge=0, le=10**12)] | None = None
    reason: Word | None = None
    second: Second | None = None
    cards: CardList | None = None
    deal: Deal | None = None
    state: Literal["lost", "back"] | None = None
    record: dict[str, Any] | None = None
    waive: bool = False


class Done(msgspec.Struct, kw_only=True):
    """The number of the table's last event after an act."""

    number: int


class ActMaker:
    """Turns a name and a body into what is asked of the table."""

    def __init__(self, table: LiveTable, session: Session, body: TableAct, request: str, second: str = "") -> None:
        self.table = table
        self.body = body
        self.by = session.person
        self.guest = session.guest
        self.second = second
        self.request = personal_request(request, session.person)

    def seat(self) -> int:
        """The seat that is meant: the one that is named, or one's own."""
        if self.body.seat is not None:
            return self.body.seat
        place = self.table.place_of(self.by)
        if place is None:
            raise InvalidInput("must be named, for you sit nowhere here", field="seat")
        return place.seat

    def wanted(self, name: str) -> Any:
        """A part of the body that the act cannot do without."""
        found = getattr(self.body, name)
        if found is None:
            raise InvalidInput("is missing", field=name)
        return found

    # ---- the acts

    def join(self) -> Ask:
        """Sit down."""
        player = self.body.player or self.by
        seat = self.wanted("seat")
        place = self.table.place_of(player)
        if place and place.seat != seat:
            raise NotAllowedNow(f"you sit on seat {place.seat}", field="seat")
        return lambda table: table.join(seat, player, by=self.by, request=self.request)

    def leave(self) -> Ask:
        """Leave."""
        seat = self.seat()
        return lambda table: table.leave(seat, by=self.by, request=self.request)

    def sit_out(self) -> Ask:
        """Take no part."""
        seat = self.seat()
        return lambda table: table.sit_out(seat, by=self.by, request=self.request)

    def value(self) -> Ask:
        """Give a value for the shuffle."""
        seat, value = self.seat(), self.wanted("value")
        return lambda table: table.give_value(seat, value, by=self.by, request=self.request)

    def wager(self) -> Ask:
        """Wager."""
        seat, number = self.seat(), self.body.round or 0
        given: Mapping[str, Money] = self.wanted("wagers")
        if len(given) > 20:
            raise InvalidInput("are too many", field="wagers")
        wagers = {name: parse_money(amount, field=f"wagers.{name[:40]}") for name, amount in given.items()}
        return lambda table: table.wager(seat, wagers, by=self.by, number=number, request=self.request)

    def withdraw(self) -> Ask:
        """Take the wagers back."""
        seat = self.seat()
        return lambda table: table.withdraw(seat, by=self.by, request=self.request)

    def decide(self) -> Ask:
        """Decide, in a round that must be named, so that what comes too late is refused."""
        seat, text, number = self.seat(), self.wanted("decision"), self.wanted("round")
        if not number:
            raise InvalidInput("must be the number of the round", field="round")
        return lambda table: table.decide(seat, text, by=self.by, number=number, request=self.request)

    def deal(self) -> Ask:
        """No more wagers; at a practice table whoever has wagered may say so."""
        place = self.table.place_of(self.by)
        if self.guest and (place is None or not place.wagers) and self.table.state.round is None:
            raise NotAllowedNow("wager first, then call for the deal", field="deal")
        return lambda table: table.deal(by=self.by, request=self.request)

    def enter(self) -> Ask:
        """Enter the cards of a real table: a deal, or the next card that was drawn."""
        if (self.body.deal is None) == (self.body.cards is None):
            raise InvalidInput("give a deal, or the card that was drawn", field="cards")
        if self.body.deal is not None:
            return self._enter_deal(self.body.deal)
        card = _one_card(self.body.cards or [])
        return lambda table: table.enter_card(card, by=self.by, request=self.request)

    def _enter_deal(self, deal: Deal) -> Ask:
        hands, dealer, board = _deal_of(deal)
        return lambda table: table.enter_deal(hands, dealer, board, by=self.by, request=self.request)

    def correct(self) -> Ask:
        """Correct what one entered last: a deal, a card or a decision."""
        body, reason = self.body, self.wanted("reason")
        if sum(one is not None for one in (body.deal, body.cards, body.decision)) != 1:
            raise InvalidInput("give a deal, a card or a decision", field="cards")
        told: dict[str, str] = {"reason": reason, "by": self.by, "request": self.request}
        if body.deal is not None:
            hands, dealer, board = _deal_of(body.deal)
            return lambda table: table.correct_deal(hands, dealer, board, **told)
        if body.decision is not None:
            seat, text = self.wanted("seat"), body.decision
            return lambda table: table.correct_decision(seat, text, **told)
        card = _one_card(body.cards or [])
        return lambda table: table.correct_card(card, **told)

    def correct_round(self) -> Ask:
        """Correct a settled round to the record as it should have been; two persons do it."""
        number, record, reason = self.wanted("round"), self.wanted("record"), self.wanted("reason")
        return lambda table: table.correct_round(
            number,
            record,
            reason=reason,
            by=self.by,
            second=self.second,
            waive=self.body.waive,
            request=self.request,
        )

    def void(self) -> Ask:
        """Call the round off; two persons do it."""
        reason = self.wanted("reason")
        return lambda table: table.void(reason, by=self.by, second=self.second, request=self.request)

    def verify(self) -> Ask:
        """Verify a win."""
        return lambda table: table.verify_win(by=self.by, request=self.request)

    def short(self) -> Ask:
        """Pay a held win that the tray is short of; two persons do it."""
        reason = self.wanted("reason")
        return lambda table: table.document_short(reason, by=self.by, second=self.second, request=self.request)

    def close(self) -> Ask:
        """Close the table."""
        return lambda table: table.close(by=self.by, request=self.request)

    def controller(self) -> Ask:
        """The jackpot's controller is lost, or back."""
        lost = self.wanted("state") == "lost"

        def ask(table: LiveTable) -> Appended:
            table.permit("deal", self.by)
            act = table.lose_controller if lost else table.regain_controller
            return act(by=self.by, request=self.request)

        return ask


def _one_card(texts: list[str]) -> Card:
    cards = parse_cards(texts, field="cards")
    if len(cards) != 1:
        raise InvalidInput("one card a request", field="cards")
    return cards[0]


def _deal_of(deal: Deal) -> tuple[dict[int, tuple[Card, ...]], tuple[Card, ...], tuple[Card, ...]]:
    if not all(seat.isascii() and seat.isdigit() and len(seat) == 1 for seat in deal.hands):
        raise InvalidInput("must name seats by their numbers", field="deal.hands")
    hands = {int(seat): parse_cards(cards, field=f"seat {seat}") for seat, cards in deal.hands.items()}
    return hands, parse_cards(deal.dealer, field="dealer"), parse_cards(deal.board, field="board")


_MAKERS: Final[Mapping[str, Callable[[ActMaker], Ask]]] = {
    name: getattr(ActMaker, name.replace("-", "_")) for name in ACT_NAMES if name != "tick"
}


_KINDS: Final = {
    "join": "joined",
    "leave": "left",
    "sit-out": "sat out",
    "value": "valued",
    "wager": "wagered",
    "withdraw": "withdrawn",
    "decide": "decided",
    "deal": "dealt",
}


def _matcher(name: str, body: TableAct) -> EventMatcher:
    """Whether an event is what such an act appends."""
    return event_matching(_KINDS.get(name, name), **({} if body.seat is None else {"seat": body.seat}))


async def perform(
    floor: Floor, table: LiveTable, name: str, session: Session | None, body: TableAct, request: str, second: str = ""
) -> int:
    """Do an act of somebody who is signed in; the number of the table's last event once it is stored."""
    started = time.perf_counter()
    try:
        if session is None:
            raise NotSignedIn("sign in first: POST /api/v1/session", field="session")
        if name == "tick":
            await floor.tick(table)
            return table.state.number
        if len(request) > 100 or not request.isprintable():
            raise InvalidInput("must be at most 100 printable characters", field="id")
        maker = ActMaker(table, session, body, request, second)
        try:
            ask = _MAKERS[name](maker)
        except HousewayError:  # it may have been done: then the table is no longer as the request means it
            if (done := await floor.answered(table, maker.request)) is None:
                raise
            events = confirm_answer(maker.request, _matcher(name, body), done)
        else:
            events = await floor.act(table, ask)
    except HousewayError:
        ACTS.labels(name, "refused").inc()
        raise
    ACTS.labels(name, "done").inc()
    ACT_SECONDS.observe(time.perf_counter() - started)
    own = [event.number for event in events if event.stream == table.stream]
    return own[-1] if own else table.state.number
