"""The course of a round, for every game: immutable state in, event in, new state out.

A round knows no deck and no clock: cards and decisions come from outside, in the order of play. Each game's
`play.py` says whose turn it is, what is legal, what can be seen and how the round is settled.
"""

import itertools
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from msgspec import Struct
from msgspec.structs import replace

from houseway.cards.card import JOKER, Card, are_few, card_texts, check_copies
from houseway.errors import HousewayError, IllegalDecision, InvalidInput, NotAllowedNow, NotApproved
from houseway.games.decision import Choice, Decision
from houseway.games.game import Game
from houseway.games.jackpot import Meter, untouched
from houseway.games.settlement import SettledSeat, Settlement, pushes
from houseway.money import Cents, format_money, parse_money
from houseway.values import changed, remembered

HIDDEN = "??"


class Seat(Struct, frozen=True, kw_only=True):
    """A betting seat: its wagers in cents, its cards and what it has decided."""

    number: int
    wagers: Mapping[str, Cents]
    player: str = ""
    cards: tuple[Card, ...] = ()
    decisions: tuple[Decision, ...] = ()

    def decided(self, word: str) -> bool:
        """Whether one of the seat's decisions was this word."""
        for decision in self.decisions:  # noqa: SIM110 - a generator costs more than the two decisions of a seat
            if decision.word == word:
                return True
        return False


@dataclass(frozen=True, kw_only=True)
class Round(ABC):
    """A round of some game between its first wager and its settlement."""

    game: Game
    seats: tuple[Seat, ...]
    jackpot: Meter | None = None
    dealer: tuple[Card, ...] = ()
    board: tuple[Card, ...] = ()
    dealt_cards: tuple[Card, ...] = field(default=(), compare=False)  # all cards of the deal, whoever has them
    drawn: tuple[Card, ...] = ()  # cards taken after the deal, in their order
    void: str = ""
    meta: Any = field(default=None, compare=False)

    draws: ClassVar[bool] = False  # whether cards are drawn after the deal

    # ---- what a game says of itself

    @property
    @abstractmethod
    def turn(self) -> int | None:
        """The number of the seat that decides next; None when no decision is awaited."""

    @abstractmethod
    def choices(self) -> tuple[Choice, ...]:
        """The legal decisions of the seat whose turn it is."""

    @abstractmethod
    def settle(self) -> Settlement:
        """Every wager settled; the round must be finished and not void."""

    @abstractmethod
    def seen_dealer(self) -> tuple[Card | None, ...]:
        """The dealer's cards as the table sees them now; None for one that is face down."""

    @classmethod
    def check_options(cls, options: Mapping[str, str]) -> None:
        """Refuse options that the letter does not allow together."""

    def check_seat(self, seat: Seat) -> None:
        """Refuse wagers that the letter does not allow together."""

    def added(self, seat: Seat) -> dict[str, Cents]:
        """What a seat's decisions have put up beside its wagers, by wager."""
        return {}

    def stakes(self, seat: Seat) -> dict[str, Cents]:
        """All that a seat has put up so far, by wager."""
        staked = seat.wagers
        if added := self.added(seat):
            staked = {**staked, **{name: staked.get(name, 0) + amount for name, amount in added.items()}}
        return {name: staked[name] for name in self.game.approval.wagers if name in staked}

    def seen_board(self) -> tuple[Card | None, ...]:
        """The community cards as the table sees them now."""
        return self.board if self.finished else (None,) * len(self.board)

    def sees_cards_of(self, viewer: int, seat: Seat) -> bool:
        """Whether a seat may see another seat's cards."""
        return viewer == seat.number or self.finished

    def seen_decisions(self, viewer: int, seat: Seat) -> list[str]:
        """A seat's decisions as another seat may know them."""
        return [str(decision) for decision in seat.decisions]

    def hand_name(self, seat: Seat) -> str | None:
        """A seat's hand in words, with the board as far as it is open; only for who may see the seat's cards."""
        return None

    def settings(self) -> list[dict[str, Any]]:
        """The ways in which the seat in turn can divide its cards; none in a game where hands are not set."""
        return []

    @property
    def unsaid(self) -> str:
        """The decision that a record may leave out for the seat in turn; empty where it must be written."""
        return ""

    def lights(self) -> list[str] | None:
        """What the card reader shows of the dealer's hidden cards; None for a game without one."""
        return None

    # ---- wagers

    def verified(self) -> Self:
        """The round itself, once every seat and wager is as the letter demands."""
        self._verify_seats()
        self._verify_jackpot()
        for seat in self.seats:
            try:
                self._verify_wagers(seat)
                self.check_seat(seat)
            except HousewayError as problem:
                raise problem.at(f"seat {seat.number}") from None
        return self

    def _verify_seats(self) -> None:
        most = self.game.approval.table.seats
        numbers = [seat.number for seat in self.seats]
        if not numbers:
            raise InvalidInput("there must be at least one seat", field="seats")
        for number in numbers:
            if not 1 <= number <= most:
                raise InvalidInput(f"must be 1 to {most}, not {number}", field="seat")
        if numbers != sorted(set(numbers)):
            raise InvalidInput(f"must be ascending, each once, not {numbers}", field="seats")

    def _verify_wagers(self, seat: Seat) -> None:
        game, wagers = self.game, self.game.approval.wagers
        for name in seat.wagers if not seat.wagers.keys() <= game.offered else ():
            if name not in wagers:
                raise InvalidInput(f"unknown wager; {game.name} has {', '.join(wagers)}", field=f"wagers.{name}")
            if wagers[name].role == "decision":
                raise InvalidInput("comes from a decision and is not placed before the deal", field=f"wagers.{name}")
            if name not in game.offered:
                raise NotApproved(f"is off at this table (option {wagers[name].option})", field=f"wagers.{name}")
        for name in game.approval.required:
            if name not in seat.wagers:
                raise InvalidInput("is mandatory and missing", field=f"wagers.{name}")
            equals = wagers[name].equals
            if equals and seat.wagers[name] != seat.wagers[equals]:
                raise InvalidInput(f"must equal the {equals}", field=f"wagers.{name}")
        jackpot = game.approval.jackpot
        if jackpot and jackpot.name in seat.wagers:
            self._verify_jackpot_wager(jackpot.name, seat.wagers[jackpot.name])

    def _verify_jackpot(self) -> None:
        """The fixed wager of the jackpot lies in the letter's range."""
        wager = self.game.approval.jackpot
        if self.jackpot and wager and wager.most:
            fixed = self.jackpot.wager
            if not parse_money(wager.least) <= fixed <= parse_money(wager.most):
                reason = f"must be ${wager.least} to ${wager.most}, not {format_money(fixed)}"
                raise NotApproved(reason, field="jackpot.wager")

    def _verify_jackpot_wager(self, name: str, amount: Cents) -> None:
        if self.jackpot is None:
            raise InvalidInput(f"is missing, and a seat wagers on the {name}", field="jackpot")
        if amount != self.jackpot.wager:
            fixed = format_money(self.jackpot.wager)
            raise InvalidInput(f"must be the fixed amount of {fixed}, the same for all seats", field=f"wagers.{name}")

    # ---- cards

    @property
    def dealt(self) -> bool:
        """Whether the cards are out."""
        return bool(self.dealer)

    def deal_hands(
        self, hands: Mapping[int, Sequence[Card]], dealer: Sequence[Card], board: Sequence[Card] = ()
    ) -> Self:
        """Give every seat, the dealer and the board their cards."""
        if self.dealt:
            raise NotAllowedNow("the cards of this round are out", field="deal")
        spec = self.game.approval.table
        seats = tuple([replace(seat, cards=tuple(hands.get(seat.number, ()))) for seat in self.seats])
        cards = list[Card]()
        for seat in seats:
            if len(seat.cards) != spec.player_cards:
                raise _miscounted(seat.cards, spec.player_cards, f"seat {seat.number}: cards")
            cards += seat.cards
        if len(dealer) != spec.dealer_cards + spec.dealer_extra:
            raise _miscounted(dealer, spec.dealer_cards + spec.dealer_extra, "dealer")
        if len(board) != spec.board_cards:
            raise _miscounted(board, spec.board_cards, "board")
        deal = (*cards, *dealer, *board)
        self.check_cards(deal)
        return changed(self, seats=seats, dealer=tuple(dealer), board=tuple(board), dealt_cards=deal)._after_deal()

    def _after_deal(self) -> Self:
        return self

    def check_cards(self, cards: Sequence[Card]) -> None:
        """Refuse cards that the deck does not hold."""
        deck, copies = self.game.deck, self.game.copies
        if deck.issuperset(cards) and are_few(cards, copies):
            return
        check_copies(cards, copies=copies, joker=JOKER in deck, field="cards")
        for card in cards:
            if card not in deck:
                raise InvalidInput(f"{card} is not in the deck of this study", field="cards")

    def deal_from(self, deck: Sequence[Card]) -> Self:
        """Deal from the top of a deck in the order of docs/deal-order.md."""
        hands, dealer, board = deal_order(self.game, [seat.number for seat in self.seats], deck)
        return self.deal_hands(hands, dealer, board)

    @property
    def cards_out(self) -> list[Card]:
        """All cards that have left the deck or shoe in this round, as far as anybody holds them."""
        return [*self.dealer, *itertools.chain(*[seat.cards for seat in self.seats]), *self.board, *self.drawn]

    @property
    def wants_card(self) -> bool:
        """Whether the round waits for a card from the shoe."""
        return False

    def take(self, card: Card) -> Self:
        """The round after the card that it waits for."""
        self.verify_card(card)
        return changed(self, drawn=(*self.drawn, card))

    def verify_card(self, card: Card) -> None:
        """Refuse a card that the round does not wait for, or that cannot come from its deck or shoe any more."""
        if not self.wants_card:
            raise NotAllowedNow(f"{card}: no card is awaited", field="draws")
        game = self.game
        if card not in game.deck or self.dealt_cards.count(card) + self.drawn.count(card) >= game.copies:
            self.check_cards([*self.cards_out, card])

    # ---- decisions

    @property
    def finished(self) -> bool:
        """Whether nothing is awaited any more: the dealer shows everything and the round is settled."""
        return self.dealt and not self.void and self.turn is None and not self.wants_card

    def verify_decision(self, text: object) -> Decision:
        """The decision of the seat in turn, or an error that says what is legal."""
        decision = Decision.parse(text)
        if not self.dealer or self.void or self.turn is None:
            raise NotAllowedNow(f"'{decision}': no decision is awaited")
        choices = self.choices()
        if not _word_for_word(text, choices) and not any(choice.admits(decision) for choice in choices):
            raise IllegalDecision(f"'{decision}' is not legal here; legal: {', '.join(map(str, choices))}")
        self.check_decision(decision)
        return decision

    def check_decision(self, decision: Decision) -> None:
        """Refuse a decision that its choice admits but the seat's cards do not."""

    def can_decide(self, text: object) -> bool:
        """Whether the seat in turn may decide so."""
        try:
            self.verify_decision(text)
        except HousewayError:
            return False
        return True

    def decide(self, text: object) -> Self:
        """The round after the decision of the seat in turn."""
        return self._decided(self.verify_decision(text))

    def _decided(self, decision: Decision) -> Self:
        return changed(self, seats=self._noted(decision))

    def _noted(self, decision: Decision) -> tuple[Seat, ...]:
        """The seats with a decision of the one in turn written down."""
        turn, seats = self.turn, self.seats
        for index, seat in enumerate(seats):
            if seat.number == turn:
                return (*seats[:index], replace(seat, decisions=(*seat.decisions, decision)), *seats[index + 1 :])
        return seats

    @remembered
    def deciding(self) -> Seat:
        """The seat whose turn it is."""
        return self.seat(self.turn or 0)

    def seat(self, number: int) -> Seat:
        """The seat of that number."""
        for seat in self.seats:
            if seat.number == number:
                return seat
        raise InvalidInput(f"nobody plays seat {number}", field="seat")

    # ---- the end

    def voided(self, reason: str) -> Self:
        """The round called off: every stake goes back."""
        if not reason.strip():
            raise InvalidInput("must say why", field="void")
        return changed(self, void=reason)

    def settlement(self) -> Settlement:
        """Every wager settled to the cent."""
        if self.void:
            return self._void_settlement()
        if not self.dealt:
            raise NotAllowedNow("the cards are not dealt", field="deal")
        if self.turn is not None:
            legal = ", ".join(map(str, self.choices()))
            raise NotAllowedNow(f"a decision is missing; legal: {legal}", field=f"seat {self.turn}: decisions")
        if self.wants_card:
            raise NotAllowedNow("too few cards are drawn", field="draws")
        settled, marks = self.settle(), self._marks
        return settled if self.meta is None and not marks else replace(settled, meta=self.meta, marks=marks)

    def _void_settlement(self) -> Settlement:
        seats = tuple(
            SettledSeat(
                seat=seat.number,
                hand=None,
                wagers=tuple(
                    pushes(wager, stake, rule=f"void: {self.void}", result="void", **details)
                    for wager, stake, details in self.staked_lines(seat)
                ),
            )
            for seat in self.seats
        )
        return Settlement(
            game=self.game.name,
            dealer={"cards": card_texts(self.dealer), "hand": None},
            seats=seats,
            jackpot=untouched(self.jackpot) if self.jackpot else None,
            void=self.void,
            meta=self.meta,
            marks=self._marks,
        )

    @property
    def _marks(self) -> dict[str, str]:
        """What the settlement of a study's round says of it."""
        return self.game.marks if self.game.departs else {}

    def staked_lines(self, seat: Seat) -> list[tuple[str, Cents, dict[str, Any]]]:
        """Every wager of a seat as a line of its own: name, stake and what else the line tells."""
        return [(name, stake, {}) for name, stake in self.stakes(seat).items()]

    # ---- what is seen and what is kept

    def view(self, viewer: int) -> dict[str, Any]:
        """What a seat may see: its own cards, the lights, the board so far, others' cards only where face up."""
        return {
            "game": self.game.name,
            "phase": self.phase,
            "seat": viewer,
            **self.seen_by_all(),
            "choices": [str(choice) for choice in self.choices()] if self.dealt and self.turn == viewer else [],
            "seats": [self.seen_seat(viewer, seat) for seat in self.seats],
        }

    def seen_by_all(self) -> dict[str, Any]:
        """What everybody at the table sees alike."""
        return {
            "dealer": _shown(self.seen_dealer()),
            "lights": self.lights() if self.dealt else None,
            "board": _shown(self.seen_board()),
            "turn": self.turn if self.dealt else None,
        }

    def seen_seat(self, viewer: int, seat: Seat) -> dict[str, Any]:
        """A seat as another may see it: all who may see its cards see the same, and so do all others."""
        visible = self.sees_cards_of(viewer, seat)
        return {
            "seat": seat.number,
            "player": seat.player or None,
            "cards": [str(card) if visible else HIDDEN for card in seat.cards],
            "staked": {name: format_money(stake) for name, stake in self.stakes(seat).items()},
            "decisions": self.seen_decisions(viewer, seat),
        }

    @property
    def phase(self) -> str:
        """`wagers`, `decisions`, `finished` or `void`."""
        if self.void:
            return "void"
        if not self.dealt:
            return "wagers"
        return "finished" if self.finished else "decisions"

    def record(self) -> dict[str, Any]:
        """The round as a record that replays to this very round."""
        chosen = self.game.options
        defaults = self.game.approval.defaults
        record: dict[str, Any] = {
            "game": self.game.name,
            **({"study": {"name": self.game.marks["study"], "rules": self.game.digest}} if self.game.departs else {}),
            "options": {name: value for name, value in chosen.items() if value != defaults[name]},
            "dealer": card_texts(self.dealer),
        }
        if self.board:
            record["board"] = card_texts(self.board)
        record["seats"] = [_recorded(seat) for seat in self.seats]
        if self.jackpot:
            record["jackpot"] = self.jackpot.to_record()
        if self.draws:
            record["draws"] = card_texts(self.drawn)
        if self.void:
            record["void"] = self.void
        if self.meta is not None:
            record["meta"] = self.meta
        return record


def _word_for_word(text: object, choices: Sequence[Choice]) -> bool:
    """Whether a decision is written just as one of the choices is; it may be one of them in other words too."""
    for choice in choices:  # noqa: SIM110 - a generator costs more than the few choices of a seat
        if choice.text == text and choice.complete:
            return True
    return False


def _miscounted(cards: Sequence[Card], wanted: int, place: str) -> InvalidInput:
    return InvalidInput(f"must be {wanted} cards, not {len(cards)}", field=place)


def _shown(cards: Sequence[Card | None]) -> list[str]:
    return [HIDDEN if card is None else str(card) for card in cards]


def _recorded(seat: Seat) -> dict[str, Any]:
    record: dict[str, Any] = {"seat": seat.number}
    if seat.player:
        record["player"] = seat.player
    record["cards"] = card_texts(seat.cards)
    record["wagers"] = {name: format_money(amount) for name, amount in seat.wagers.items()}
    record["decisions"] = [str(decision) for decision in seat.decisions]
    return record


def deal_order(
    game: Game, seats: Sequence[int], deck: Sequence[Card]
) -> tuple[dict[int, tuple[Card, ...]], tuple[Card, ...], tuple[Card, ...]]:
    """Hands, dealer's cards and board from the top of a deck: round the seats, dealer last, one card at a time.

    Whoever has all cards is passed over: where the seats get none, the dealer's cards come first.
    """
    if len(deck) < cards_needed(game, len(seats)):
        raise InvalidInput(f"{len(deck)} cards are too few for {len(seats)} seats", field="deck")
    spec = game.approval.table
    places = range(1, spec.always_dealt + 1) or seats
    step = len(places) + 1
    both = step * min(spec.player_cards, spec.dealer_cards)
    used = len(places) * spec.player_cards + spec.dealer_cards
    hands = {place: tuple(deck[index:both:step]) for index, place in enumerate(places)}
    dealer = tuple(deck[step - 1 : both : step])
    if spec.player_cards > spec.dealer_cards:
        hands = {place: (*hands[place], *deck[both + index : used : len(places)]) for index, place in enumerate(places)}
    elif spec.dealer_cards > spec.player_cards:
        dealer = (*dealer, *deck[both:used])
    extra = deck[used : used + spec.dealer_extra]
    used += spec.dealer_extra
    board = tuple([deck[used + index] for index, mark in enumerate(spec.board) if mark == "b"])
    return {seat: hands[seat] for seat in seats}, (*dealer, *extra), board


def cards_needed(game: Game, seats: int) -> int:
    """How many cards the deal takes from the top of the deck, burned ones included."""
    spec = game.approval.table
    players = (spec.always_dealt or seats) * spec.player_cards
    return players + spec.dealer_cards + spec.dealer_extra + len(spec.board)
