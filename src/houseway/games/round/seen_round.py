"""What each person at the table sees of a round.

A view is built only from what a game's `play.py` answers here, so a hidden card cannot reach a screen by accident.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET, Struct, UnsetType

from houseway.cards.card import Card
from houseway.games.game import V_co
from houseway.games.round.seat import Seat
from houseway.games.round.state import RoundState
from houseway.money import format_money

HIDDEN: Final = "??"


class HandView(Struct, frozen=True, kw_only=True):
    """One of the hands of a seat."""

    cards: list[str]
    hand: str | None  # in words
    in_play: bool


class SeatView(Struct, frozen=True, kw_only=True):
    """A seat as a viewer sees it; `hands` where a seat has several, `front` of a hand that is set."""

    seat: int
    player: str | None
    cards: list[str]
    staked: dict[str, str]
    decisions: list[str]
    hands: list[HandView] | UnsetType = UNSET
    front: list[str] | UnsetType = UNSET


class SettingView(Struct, frozen=True, kw_only=True):
    """A way to divide cards into two hands, with each hand in words."""

    front: list[str]
    back: list[str]
    low: str
    high: str
    foul: bool


class OpenCards(NamedTuple):
    """What everybody at the table sees."""

    dealer: list[str]
    lights: list[str] | None
    board: list[str]
    turn: int | None


class RoundView(Struct, frozen=True, kw_only=True):
    """What a seat sees of a round."""

    game: str
    phase: str
    seat: int
    dealer: list[str]
    lights: list[str] | None
    board: list[str]
    turn: int | None
    choices: list[str]
    seats: list[SeatView]


@dataclass(frozen=True, kw_only=True)
class SeenRound(RoundState[V_co]):
    """A round, and what can be seen of it."""

    # ---- what a game says of itself

    @abstractmethod
    def seen_dealer(self) -> tuple[Card | None, ...]:
        """The dealer's cards as the table sees them now; None for one that is face down."""

    def seen_board(self) -> tuple[Card | None, ...]:
        """The community cards as the table sees them now."""
        return self.board if self.finished else (None,) * len(self.board)

    def sees_cards_of(self, viewer: int, seat: Seat) -> bool:
        """Whether a seat may see another seat's cards."""
        return viewer == seat.number or self.finished

    def seen_decisions(self, viewer: int, seat: Seat) -> list[str]:
        """What another seat may know of a seat's decisions."""
        return [str(decision) for decision in seat.decisions]

    def source_of(self, seat: Seat) -> tuple[object, ...]:
        """What `seen_seat` and `hand_name` of a seat depend on, besides whether its cards may be seen.

        While it stays equal, so do they, and a view of the seat can be used again. The default is the whole round; most
        games narrow it.
        """
        return (self,)

    def hand_name(self, seat: Seat) -> str | None:
        """A seat's hand in words, with the open part of the board; only for viewers who may see the cards."""
        return None

    def settings(self) -> list[SettingView]:
        """The ways in which the seat in turn can divide its cards; none in a game where hands are not set."""
        return []

    def lights(self) -> list[str] | None:
        """What the card reader shows of the dealer's hidden cards; None for a game without one."""
        return None

    # ---- views

    def view(self, viewer: int) -> dict[str, Any]:
        """What a seat may see, as plain data."""
        plain: dict[str, Any] = msgspec.to_builtins(self.seen_by(viewer))
        return plain

    def seen_by(self, viewer: int) -> RoundView:
        """What a seat may see: its own cards, the lights, the board so far, others' cards only where face up."""
        dealer, lights, board, turn = self.seen_by_all()
        return RoundView(
            game=self.game.name,
            phase=self.phase,
            seat=viewer,
            dealer=dealer,
            lights=lights,
            board=board,
            turn=turn,
            choices=[str(choice) for choice in self.choices()] if turn == viewer else [],
            seats=[self.seen_seat(viewer, seat) for seat in self.seats],
        )

    def seen_by_all(self) -> OpenCards:
        """What everybody at the table sees."""
        return OpenCards(
            dealer=_faces(self.seen_dealer()),
            lights=self.lights() if self.dealt else None,
            board=_faces(self.seen_board()),
            turn=self.turn if self.dealt else None,
        )

    def seen_seat(self, viewer: int, seat: Seat) -> SeatView:
        """What another seat sees of a seat; all seats that may see its cards get one view, and all others another."""
        visible = self.sees_cards_of(viewer, seat)
        return SeatView(
            seat=seat.number,
            player=seat.player or None,
            cards=[str(card) if visible else HIDDEN for card in seat.cards],
            staked={name: format_money(stake) for name, stake in self.stakes(seat).items()},
            decisions=self.seen_decisions(viewer, seat),
        )


def _faces(cards: Sequence[Card | None]) -> list[str]:
    return [HIDDEN if card is None else str(card) for card in cards]
