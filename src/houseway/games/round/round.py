"""The course of a round, for every game. A round is immutable: every event makes a new one.

A round has no deck and no clock: cards and decisions come from outside, in the order of play. Each game's `play.py`
says whose turn it is, what is legal, what can be seen and how the round is settled.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from msgspec.structs import replace

from houseway.cards.card import JOKER, Card, are_few, check_copies
from houseway.errors import HousewayError, IllegalDecision, InvalidInput, NotAllowedNow
from houseway.games.game import V_co
from houseway.games.round.deal_order import cards_needed, deal_order
from houseway.games.round.decision import Decision
from houseway.games.round.explanation import Reason, explain_by_line
from houseway.games.round.jackpot import untouched
from houseway.games.round.round_record import PlainRecord, RoundRecord
from houseway.games.round.seat import Seat
from houseway.games.round.seen_round import HIDDEN, SeenRound
from houseway.games.round.settlement import SettledDealer, SettledSeat, SettledWager, Settlement, pushes
from houseway.games.round.wager_check import verify_jackpot, verify_seats, verify_wagers
from houseway.values import changed

__all__ = ["HIDDEN", "Round", "Seat", "cards_needed", "deal_order"]


@dataclass(frozen=True, kw_only=True)
class Round(SeenRound[V_co]):
    """A round of a game in play: wagers, the deal, decisions and cards, the end."""

    # ---- what a game says of itself, beside `RoundState` and `SeenRound`

    @abstractmethod
    def settle(self) -> Settlement:
        """Settle every wager; the round must be finished and not void."""

    def explain(self, settled: SettledSeat, line: SettledWager) -> Reason:
        """The reason for a line of the settlement; by default the line of the pay table."""
        return explain_by_line(self.game, line)

    def paid_before_play(self, seat: Seat) -> list[SettledWager]:
        """The lines of a seat that the letter settles before the first decision; most games have none."""
        return []

    @classmethod
    def check_options(cls, options: Mapping[str, str]) -> None:
        """Refuse options that the letter does not allow together."""

    def check_seat(self, seat: Seat) -> None:
        """Refuse wagers that the letter does not allow together."""

    def check_decision(self, decision: Decision) -> None:
        """Refuse a decision that its choice admits but the seat's cards do not."""

    # ---- wagers

    def verified(self) -> Self:
        """This round; raises unless every seat and wager is as the letter demands."""
        verify_seats(self.game, self.seats)
        verify_jackpot(self.game, self.jackpot)
        for seat in self.seats:
            try:
                verify_wagers(self.game, seat.wagers, self.jackpot)
                self.check_seat(seat)
            except HousewayError as problem:
                raise problem.at(f"seat {seat.number}") from None
        return self

    # ---- cards

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
        self.check_cards([*cards, *dealer, *board])
        return changed(self, seats=seats, dealer=tuple(dealer), board=tuple(board))._after_deal()

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

    def take(self, card: Card) -> Self:
        """Take the card that the round waits for; answer the new round."""
        self.verify_card(card)
        return changed(self, drawn=(*self.drawn, card))

    def verify_card(self, card: Card) -> None:
        """Refuse a card if the round waits for none, or if all copies of it are already out."""
        if not self.needs_card:
            raise NotAllowedNow(f"{card}: no card is awaited", field="draws")
        if card not in self.game.deck or self._out(card) >= self.game.copies:
            self.check_cards([*self.cards_out, card])

    def _out(self, card: Card) -> int:
        """How many of a card have left the deck or shoe."""
        out = self.dealer.count(card) + self.board.count(card) + self.drawn.count(card)
        for seat in self.seats:
            out += seat.cards.count(card)
        return out

    # ---- decisions

    def verify_decision(self, text: object) -> Decision:
        """Read the decision of the seat in turn; an error says what is legal."""
        decision = Decision.parse(text)
        if not self.dealer or self.void or self.turn is None:
            raise NotAllowedNow(f"'{decision}': no decision is awaited")
        choices = self.choices()
        for choice in choices:
            if choice.admits(decision):
                self.check_decision(decision)
                return decision
        raise IllegalDecision(f"'{decision}' is not legal here; legal: {', '.join(map(str, choices))}")

    def can_decide(self, text: object) -> bool:
        """Whether this decision is legal for the seat in turn."""
        try:
            self.verify_decision(text)
        except HousewayError:
            return False
        return True

    def decide(self, text: object) -> Self:
        """Take the decision of the seat in turn; answer the new round."""
        return self._decided(self.verify_decision(text))

    def _decided(self, decision: Decision) -> Self:
        return changed(self, seats=self._with_decision(decision))

    def _with_decision(self, decision: Decision) -> tuple[Seat, ...]:
        """The seats with this decision added to the seat in turn."""
        turn, seats = self.turn, self.seats
        for index, seat in enumerate(seats):
            if seat.number == turn:
                return (*seats[:index], replace(seat, decisions=(*seat.decisions, decision)), *seats[index + 1 :])
        return seats

    # ---- the end

    def voided(self, reason: str) -> Self:
        """The round after a misdeal or the like: void, and every stake goes back."""
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
        if self.needs_card:
            raise NotAllowedNow("too few cards are drawn", field="draws")
        settled, marks = self.settle(), self._marks
        return settled if self.meta is None and not marks else replace(settled, meta=self.meta, marks=marks)

    def _void_settlement(self) -> Settlement:
        seats = tuple(
            SettledSeat(
                seat=seat.number,
                hand=None,
                wagers=tuple(
                    pushes(wager, stake, rule=f"void: {self.void}", result="void", **facts)
                    for wager, stake, facts in self.staked_lines(seat)
                ),
            )
            for seat in self.seats
        )
        return Settlement(
            game=self.game.name,
            dealer=SettledDealer(cards=self.dealer, hand=None),
            seats=seats,
            jackpot=untouched(self.jackpot) if self.jackpot else None,
            void=self.void,
            meta=self.meta,
            marks=self._marks,
        )

    @property
    def _marks(self) -> dict[str, str]:
        """The marks that the settlement of a study's round carries."""
        return self.game.marks if self.game.differs_from_letter else {}

    def record(self) -> PlainRecord:
        """The record that replays to this round, as plain data."""
        return RoundRecord.of(self).to_json()


def _miscounted(cards: Sequence[Card], needed: int, place: str) -> InvalidInput:
    return InvalidInput(f"must be {needed} cards, not {len(cards)}", field=place)
