"""Hold'em in two streets: check or play, some of the board, then fold or play for the seats that checked."""

from dataclasses import dataclass
from typing import ClassVar

from houseway.cards.card import Card
from houseway.cards.hands import (
    WHEEL_LOWEST,
    best_five,
    front_strength,
    hand_key,
    hand_mask,
    poker_strength,
    three_card,
)
from houseway.cards.names import front_name, poker_name, three_name
from houseway.games.game import V_co
from houseway.games.round.decision import Choice
from houseway.games.round.round import Round, Seat
from houseway.money import Cents
from houseway.values import remembered


@dataclass(frozen=True, kw_only=True)
class TwoStreets(Round[V_co]):
    """A round against the dealer's best five cards, with one Play wager that is a multiple of the Ante."""

    before: ClassVar[tuple[Choice, ...]]  # choices of the first street
    after: ClassVar[tuple[Choice, ...]]  # choices of the seats that checked
    opened: ClassVar[int]  # community cards turned up between the streets

    @property
    def board_is_open(self) -> bool:
        """Whether the first cards of the board are up: every seat has decided once."""
        for seat in self.seats:
            if not seat.decisions:
                return False
        return bool(self.dealer)

    @remembered
    def turn(self) -> int | None:
        """Every seat in order, then the seats that checked."""
        for seat in self.seats:
            if not seat.decisions:
                return seat.number
        for seat in self.seats:
            if len(seat.decisions) == 1 and seat.decisions[0].word == "check":
                return seat.number
        return None

    def choices(self) -> tuple[Choice, ...]:
        """The choices of the street, the same for every seat."""
        return self.after if self.board_is_open else self.before

    def added(self, seat: Seat) -> dict[str, Cents]:
        """The Play wager."""
        times = seat.decisions[-1].times if seat.decisions else 0
        return {"play": times * seat.wagers["ante"]} if times else {}

    def seen_dealer(self) -> tuple[Card | None, ...]:
        """Face down until the last decision."""
        return self.dealer if self.finished else (None,) * len(self.dealer)

    def seen_board(self) -> tuple[Card | None, ...]:
        """The cards opened between the streets, and the whole board at the end."""
        up = len(self.board) if self.finished else self.opened if self.board_is_open else 0
        return (*self.board[:up], *(None,) * (len(self.board) - up))

    def source_of(self, seat: Seat) -> tuple[object, ...]:
        """The seat and the open board; its cards are shown at the end."""
        return self.game, seat, self.seen_board(), self.finished

    def hand_name(self, seat: Seat) -> str | None:
        """The best five of the hole cards and the open board; three or fewer cards are named as they are."""
        cards = [*seat.cards, *(card for card in self.seen_board() if card is not None)]
        if len(cards) >= 5:
            return poker_name(poker_strength(cards))
        return three_name(three_card(*cards)) if len(cards) == 3 else front_name(front_strength(*cards))

    def strength(self, cards: tuple[Card, ...]) -> int:
        """The best five of some hole cards and the whole board."""
        key, mask = self._board
        return best_five(key + hand_key(cards), mask + hand_mask(cards), WHEEL_LOWEST)

    @remembered
    def _board(self) -> tuple[int, int]:
        """Key and mask of the whole board."""
        return hand_key(self.board), hand_mask(self.board)
