"""The state of a round: its seats, its cards, whose turn it is and what is awaited."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import ClassVar, Generic

from houseway.cards.card import Card
from houseway.errors import InvalidInput
from houseway.games.game import Game, V_co
from houseway.games.round.decision import Choice
from houseway.games.round.jackpot import Meter
from houseway.games.round.seat import Seat
from houseway.games.round.settlement import LineFacts
from houseway.money import Cents
from houseway.values import remembered


@dataclass(frozen=True, kw_only=True)
class RoundState(ABC, Generic[V_co]):
    """A round of a game between its first wager and its settlement."""

    game: Game[V_co]
    seats: tuple[Seat, ...]
    jackpot: Meter | None = None
    dealer: tuple[Card, ...] = ()
    board: tuple[Card, ...] = ()
    drawn: tuple[Card, ...] = ()  # cards taken after the deal, in their order
    void: str = ""
    meta: dict[str, object] | None = field(default=None, compare=False)

    draws: ClassVar[bool] = False  # whether cards are drawn after the deal

    # ---- what a game says of itself

    @property
    @abstractmethod
    def turn(self) -> int | None:
        """The number of the seat that decides next; None when no decision is awaited."""

    @abstractmethod
    def choices(self) -> tuple[Choice, ...]:
        """The legal decisions of the seat whose turn it is."""

    @property
    def implied_decision(self) -> str:
        """The decision of the seat in turn that a record may leave out; empty where it must be written."""
        return ""

    @property
    def needs_card(self) -> bool:
        """Whether the round waits for a card from the shoe."""
        return False

    @property
    def drawing_seat(self) -> int | None:
        """The seat whose hand the awaited card is for; None where the dealer draws, or no card is awaited."""
        return None

    def added(self, seat: Seat) -> dict[str, Cents]:
        """What a seat's decisions have staked besides its wagers, by wager."""
        return {}

    # ---- derived facts

    @property
    def dealt(self) -> bool:
        """Whether the cards are out."""
        return bool(self.dealer)

    @remembered
    def finished(self) -> bool:
        """Whether nothing is awaited any more; the dealer shows everything and the round can be settled."""
        return self.dealt and not self.void and self.turn is None and not self.needs_card

    @property
    def phase(self) -> str:
        """`wagers`, `decisions`, `finished` or `void`."""
        if self.void:
            return "void"
        if not self.dealt:
            return "wagers"
        return "finished" if self.finished else "decisions"

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

    def stakes(self, seat: Seat) -> dict[str, Cents]:
        """What a seat has staked so far, by wager."""
        staked = seat.wagers
        if added := self.added(seat):
            staked = {**staked, **{name: staked.get(name, 0) + amount for name, amount in added.items()}}
        return {name: staked[name] for name in self.game.approval.wagers if name in staked}

    def staked_lines(self, seat: Seat) -> list[tuple[str, Cents, LineFacts]]:
        """The lines of a seat, one for each wager: its name, its stake and further facts."""
        return [(name, stake, {}) for name, stake in self.stakes(seat).items()]

    @property
    def cards_out(self) -> list[Card]:
        """All cards of this round that somebody holds; burned cards are not among them."""
        cards = list(self.dealer)
        for seat in self.seats:
            cards += seat.cards
        return [*cards, *self.board, *self.drawn]
